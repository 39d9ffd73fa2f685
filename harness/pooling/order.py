"""The order in which a run's documents are read off for a pool.

Pools have been made with different orders of tied documents, so the order is named and recorded.
"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from harness.core.errors import EvaluationError, Problem, nearest, refuse
from harness.core.model import Run


@dataclass(frozen=True, slots=True)
class Order:
    """What documents are sorted by, and what then decides between equals (None: the file)."""

    summary: str
    by: str = "score"
    then: str | None = None
    descending: bool = False


#: Every order, by the name that is recorded.
ORDERS: dict[str, Order] = {
    "docno-desc": Order("score; ties by document, last one first", then="doc", descending=True),
    "docno-asc": Order("score; ties by document, first one first", then="doc"),
    "file": Order("score; ties as in the file"),
    "rank": Order("the rank column, whatever the scores say", by="rank"),
}

DEFAULT_ORDER = "docno-desc"


def ranked(run: Run, order: str = DEFAULT_ORDER, depth: int | None = None) -> pl.DataFrame:
    """The columns topic, doc, score and rank (from 1), each topic's first document first.

    ``depth`` keeps the first so many documents of each topic. Raises `EvaluationError` for an
    unknown order, and for ``rank`` when the run was read without its ranks.

    >>> frame = pl.DataFrame({"topic": ["1"] * 3, "doc": ["a", "b", "c"], "score": [1.0, 2.0, 2.0]})
    >>> ranked(Run("x", frame))["doc"].to_list()
    ['c', 'b', 'a']
    >>> ranked(Run("x", frame), "file", depth=2)["doc"].to_list()
    ['b', 'c']
    """
    chosen = get_order(order)
    if chosen.by not in run.frame.columns:
        hint = "read it with ranks=True, or choose another order"
        raise EvaluationError(Problem("the run has no ranks", run.source or run.name, hint=hint))
    value, where = pl.col(chosen.by), run.source or run.name
    without = run.frame.filter(value.is_null() | value.cast(pl.Float64).is_nan())
    pairs = without.select("topic", "doc").rows()
    wrong = (Problem(f"document {d!r} has no {chosen.by} in topic {t!r}", where) for t, d in pairs)
    refuse(wrong, EvaluationError)
    columns = dict.fromkeys(("topic", "doc", "score", chosen.by))
    frame = run.frame.select(*columns)
    best_first = chosen.by == "score"
    if depth is not None:
        # What cannot be among the first is dropped before the slow sorting of identifiers.
        place = pl.col(chosen.by).rank("min", descending=best_first).over("topic")
        frame = frame.filter(place <= depth)
    keys, falls = ["topic", chosen.by], [False, best_first]
    if chosen.then:
        keys, falls = [*keys, chosen.then], [*falls, chosen.descending]
    frame = frame.sort(keys, descending=falls, maintain_order=True)
    rank = pl.int_range(1, pl.len() + 1).over("topic").alias("rank")
    frame = frame.select("topic", "doc", "score", rank)
    return frame if depth is None else frame.filter(pl.col("rank") <= depth)


def get_order(name: str) -> Order:
    """The order of that name; `EvaluationError` when there is none."""
    if name not in ORDERS:
        hint = nearest(name, ORDERS) or f"known: {', '.join(ORDERS)}"
        raise EvaluationError(Problem(f"unknown order {name!r}", hint=hint))
    return ORDERS[name]
