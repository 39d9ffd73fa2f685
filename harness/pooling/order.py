"""The order in which a run's documents are read off for a pool.

Pools have been made with different orders of tied documents, so the order is named and recorded.
"""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from harness.errors import EvaluationError, Problem, nearest
from harness.model import Run

#: How documents with equal scores follow each other, by the name that is recorded: what is sorted
#: after the score, and whether descending. ``file`` keeps the order of the file.
ORDERS: dict[str, tuple[Callable[[], pl.Expr], bool]] = {
    "docno-desc": (lambda: pl.col("doc"), True),
    "docno-asc": (lambda: pl.col("doc"), False),
    "file": (lambda: pl.int_range(pl.len()), False),
}

DEFAULT_ORDER = "docno-desc"


def ranked(run: Run, order: str = DEFAULT_ORDER) -> pl.DataFrame:
    """The columns topic, doc and rank (from 1), each topic's highest score first.

    >>> frame = pl.DataFrame({"topic": ["1"] * 3, "doc": ["a", "b", "c"], "score": [1.0, 2.0, 2.0]})
    >>> ranked(Run("x", frame)).rows()
    [('1', 'c', 1), ('1', 'b', 2), ('1', 'a', 3)]
    >>> ranked(Run("x", frame), "file")["doc"].to_list()
    ['b', 'c', 'a']
    """
    if order not in ORDERS:
        hint = nearest(order, ORDERS) or f"known: {', '.join(ORDERS)}"
        raise EvaluationError(Problem(f"unknown order {order!r}", hint=hint))
    tied, descending = ORDERS[order]
    frame = run.frame.select("topic", "doc", "score", tied().alias("tied"))
    frame = frame.sort("topic", "score", "tied", descending=[False, True, descending])
    return frame.select("topic", "doc", (pl.int_range(pl.len()).over("topic") + 1).alias("rank"))
