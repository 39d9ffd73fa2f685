"""Scores of a run of which each part has some of the topics: the same as if it were in one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from harness.core.arrays import Ints
from harness.core.columns import no_results
from harness.core.judged_run import JudgedRun
from harness.core.model import Run
from harness.evaluation.merging import merge
from harness.evaluation.ranking import JudgedTopics, Ordered
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import join_run, order_run
from harness.evaluation.scores import RunScores
from harness.evaluation.scoring import score_judged, suspicious
from harness.evaluation.views import see
from harness.measures import AnyMeasure

T = TypeVar("T")

#: Makes more of a run than its scores: of its documents in order, and of their batch.
Also = Callable[[Ordered, JudgedRun], T]


def score_part(
    run: Run,
    judged: JudgedTopics,
    measures: tuple[AnyMeasure, ...],
    rules: Rules,
    also: Also[T],
    *,
    only_judged: bool = False,
) -> tuple[RunScores, T]:
    """Every measure of the judged topics of a part of a run; errors as for `score_run`.

    With ``only_judged`` documents ``also`` looks at the ranks of no others.
    """
    if not judged.code.keys().isdisjoint(run.rows.topics().names):
        answered = replace(rules, missing="drop")
        ordered = order_run(run, judged, answered, measures if only_judged else None)
        return _scored(ordered, join_run(ordered, judged, answered), judged, measures, rules, also)
    scores, more = unanswered(run.name, (), judged, measures, rules, also)
    cover = replace(scores.coverage, extra=run.topics, known=run.known)
    return replace(scores, coverage=cover), more


def merged(
    parts: Sequence[tuple[RunScores, T]],
    judged: JudgedTopics,
    measures: tuple[AnyMeasure, ...],
    rules: Rules,
    also: Also[T],
) -> tuple[RunScores, list[T], Ints] | None:
    """As `merging.merge`, of what `score_part` makes of the parts of a run.

    None also where the run may get a warning, or documents may be written in several ways: what is
    said of that is said of all parts together.
    """
    if judged.has_several_forms:
        return None

    def others(topics: tuple[str, ...]) -> tuple[RunScores, T]:
        return unanswered(parts[0][0].run, topics, judged, measures, rules, also)

    together = merge(parts, judged.topics, rules, others)
    return None if together is None or suspicious(together[0].coverage) else together


def unanswered(
    name: str,
    topics: Sequence[str],
    judged: JudgedTopics,
    measures: tuple[AnyMeasure, ...],
    rules: Rules,
    also: Also[T],
) -> tuple[RunScores, T]:
    """The scores of topics that a run does not answer."""
    none: Ints = np.zeros(0, dtype=np.int64)
    chosen = np.zeros(len(judged.topics), dtype=bool)
    chosen[[judged.code[topic] for topic in topics]] = True
    run = Run(name, no_results())
    ordered = Ordered(run, run, none, none, none, none.astype(np.int32), chosen, (), 0)
    joined = join_run(ordered, judged, replace(rules, missing="drop"))
    joined = replace(joined, answered=np.zeros(len(topics), dtype=bool), left_out=())
    return _scored(ordered, joined, judged, measures, rules, also)


def _scored(
    ordered: Ordered,
    joined: JudgedRun,
    judged: JudgedTopics,
    measures: tuple[AnyMeasure, ...],
    rules: Rules,
    also: Also[T],
) -> tuple[RunScores, T]:
    seen = see(ordered, joined, judged, measures, rules)
    return score_judged(joined, measures, rules, seen), also(ordered, joined)
