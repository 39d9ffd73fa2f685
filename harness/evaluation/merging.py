"""The scores of a run put together from those of its parts, each of some of its topics."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from itertools import chain
from typing import Any, TypeVar

import numpy as np

from harness.core.arrays import Ints
from harness.core.coverage import Coverage
from harness.evaluation.rules import Rules
from harness.evaluation.scores import RunScores

T = TypeVar("T")

_COUNTS = tuple(field.name for field in fields(Coverage) if field.type == "int")


def merge(
    parts: Sequence[tuple[RunScores, T]],
    topics: Sequence[str],
    rules: Rules,
    unanswered: Callable[[tuple[str, ...]], tuple[RunScores, T]],
) -> tuple[RunScores, list[T], Ints] | None:
    """The scores of the run that has these parts, as `score_run` gives them; and what else was made
    of them and of all ``unanswered`` ones of the judged ``topics``, part by part, with their order.

    None where the parts do not tell: a topic is in two of them, or the judgments are a sample,
    whose errors are those of all topics together.
    """
    if any(scores.errors for scores, _ in parts):
        return None
    answered = set(chain.from_iterable(scores.topics for scores, _ in parts))
    if len(answered) < sum(len(scores.topics) for scores, _ in parts):
        return None
    others = tuple(topic for topic in topics if topic not in answered)
    left_out = others if rules.missing == "drop" else ()
    if others and not left_out:
        parts = [*parts, unanswered(others)]
    all_scores = [scores for scores, _ in parts]
    names = [topic for scores in all_scores for topic in scores.topics]
    code = {topic: code for code, topic in enumerate(topics)}
    order = np.argsort([code[topic] for topic in names])
    covers = [scores.coverage for scores in all_scores]
    cover = _together(covers, [names[i] for i in order], left_out)
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
    """Merge the coverage of these topics, of which each part covers some."""
    without = {topic for cover in covers for topic in cover.without_relevant}
    return Coverage(
        averaged=tuple(topics),
        missing=tuple(chain.from_iterable(cover.missing for cover in covers)),
        left_out=left_out,
        extra=tuple(sorted({topic for cover in covers for topic in cover.extra})),
        without_relevant=tuple(topic for topic in topics if topic in without),
        **{name: sum(getattr(cover, name) for cover in covers) for name in _COUNTS},
    )
