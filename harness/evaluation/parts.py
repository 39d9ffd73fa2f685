"""Scores of a run of which each part has some of the topics: the same as if it were in one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import chain
from typing import Any

import numpy as np
import polars as pl

from harness.core.arrays import Ints
from harness.core.coverage import Coverage
from harness.core.model import Run
from harness.evaluation.ranking import JudgedTopics, Ordered
from harness.evaluation.rules import Rules
from harness.evaluation.scores import RunScores
from harness.evaluation.scoring import join_run, score_judged, score_run, suspicious
from harness.evaluation.views import see
from harness.measures import AnyMeasure

_RUN = {"topic": pl.String, "doc": pl.String, "score": pl.Float64}
_COUNTS = tuple(field.name for field in fields(Coverage) if field.type == "int")


def score_part(
    run: Run, judged: JudgedTopics, measures: tuple[AnyMeasure, ...], rules: Rules
) -> RunScores:
    """Every measure of the judged topics of a part of a run; errors as for `score_run`."""
    if not any(topic in judged.code for topic in run.topics):
        scores = _unanswered(run.name, (), judged, measures, rules)
        return replace(scores, coverage=replace(scores.coverage, extra=run.topics, known=run.known))
    return score_run(run, judged, measures, replace(rules, missing="drop"))


def merged(
    parts: Sequence[RunScores],
    judged: JudgedTopics,
    measures: tuple[AnyMeasure, ...],
    rules: Rules,
) -> RunScores | None:
    """The scores of the run that has these parts, as `score_run` gives them.

    None where the parts do not tell: a topic is in two of them, or the run may get a warning.
    """
    answered = set(chain.from_iterable(part.topics for part in parts))
    if len(answered) < sum(len(part.topics) for part in parts):
        return None
    unanswered = tuple(topic for topic in judged.topics if topic not in answered)
    left_out = unanswered if rules.missing == "drop" else ()
    if unanswered and not left_out:
        parts = [*parts, _unanswered(parts[0].run, unanswered, judged, measures, rules)]
    names = [topic for part in parts for topic in part.topics]
    order = np.argsort([judged.code[topic] for topic in names])
    cover = _together([part.coverage for part in parts], [names[i] for i in order], left_out)
    if suspicious(cover) or any(part.warnings for part in parts):
        return None
    tables: dict[str, Any] = {
        name: np.concatenate([getattr(part, name) for part in parts])[order]
        for name in ("values", "numerators", "denominators")
    }
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


def _unanswered(
    name: str,
    topics: Sequence[str],
    judged: JudgedTopics,
    measures: tuple[AnyMeasure, ...],
    rules: Rules,
) -> RunScores:
    """The scores of topics that a run does not answer."""
    none: Ints = np.zeros(0, dtype=np.int64)
    chosen = np.zeros(len(judged.topics), dtype=bool)
    chosen[[judged.code[topic] for topic in topics]] = True
    run = Run(name, pl.DataFrame(schema=_RUN))
    ordered = Ordered(run, none, none, none, none.astype(np.int32), chosen, (), 0)
    joined = join_run(ordered, judged, replace(rules, missing="drop"))
    joined = replace(joined, answered=np.zeros(len(topics), dtype=bool), left_out=())
    return score_judged(joined, measures, rules, see(ordered, joined, judged, measures, rules))
