"""Scores of a run of which each part has some of the topics: the same as if it were in one.

Nothing is said of a part by itself: `suspicious` looks at all of them together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from itertools import chain
from typing import Any, TypeVar

import numpy as np
import polars as pl

from harness.core.arrays import Ints
from harness.core.coverage import Coverage
from harness.core.judged_run import JudgedRun
from harness.core.model import Run
from harness.evaluation.ranking import JudgedTopics, Ordered
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import join_run, order_run
from harness.evaluation.scores import RunScores
from harness.evaluation.scoring import score_judged, suspicious
from harness.evaluation.views import see
from harness.measures import AnyMeasure

T = TypeVar("T")

_RUN = {"topic": pl.String, "doc": pl.String, "score": pl.Float64}
_COUNTS = tuple(field.name for field in fields(Coverage) if field.type == "int")

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
    if run.frame["topic"][0] in judged.code or any(topic in judged.code for topic in run.topics):
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
    """The scores of the run that has these parts, as `score_run` gives them; and what ``also``
    makes of all its topics, part by part, with their order.

    None where the parts do not tell: a topic is in two of them, the run may get a warning, or the
    judgments are a sample, whose errors are those of all topics together.
    """
    if any(scores.errors for scores, _ in parts):
        return None
    answered = set(chain.from_iterable(scores.topics for scores, _ in parts))
    if len(answered) < sum(len(scores.topics) for scores, _ in parts):
        return None
    others = tuple(topic for topic in judged.topics if topic not in answered)
    left_out = others if rules.missing == "drop" else ()
    if others and not left_out:
        name = parts[0][0].run
        parts = [*parts, unanswered(name, others, judged, measures, rules, also)]
    all_scores = [scores for scores, _ in parts]
    names = [topic for scores in all_scores for topic in scores.topics]
    order = np.argsort([judged.code[topic] for topic in names])
    covers = [scores.coverage for scores in all_scores]
    cover = _together(covers, [names[i] for i in order], left_out)
    if suspicious(cover):
        return None
    return _rows_together(all_scores, cover, order), [more for _, more in parts], order


def _rows_together(parts: Sequence[RunScores], cover: Coverage, order: Ints) -> RunScores:
    ranks = np.empty_like(order)
    ranks[order] = np.arange(len(order))
    stops = np.cumsum([len(part.topics) for part in parts])[:-1]
    rows_of = np.split(ranks, stops)

    def together(tables: Sequence[Any]) -> Any:
        made = np.empty((len(order), *tables[0].shape[1:]), dtype=tables[0].dtype)
        for rows, table in zip(rows_of, tables, strict=True):
            made[rows] = table  # copied once: it may be large
        return made

    names = ("values", "numerators", "denominators")
    tables = {name: together([getattr(part, name) for part in parts]) for name in names}
    texts = {
        column: np.concatenate([part.texts[column] for part in parts])[order]
        for column in parts[0].texts
    }
    return replace(parts[0], topics=cover.averaged, coverage=cover, texts=texts, **tables)


def _together(
    covers: Sequence[Coverage], topics: Sequence[str], left_out: tuple[str, ...]
) -> Coverage:
    """What the averages over these topics rest on, of which each part covers some."""
    without = {topic for cover in covers for topic in cover.without_relevant}
    return Coverage(
        averaged=tuple(topics),
        missing=tuple(chain.from_iterable(cover.missing for cover in covers)),
        left_out=left_out,
        extra=tuple(sorted({topic for cover in covers for topic in cover.extra})),
        without_relevant=tuple(topic for topic in topics if topic in without),
        **{name: sum(getattr(cover, name) for cover in covers) for name in _COUNTS},
    )


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
    run = Run(name, pl.DataFrame(schema=_RUN))
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
