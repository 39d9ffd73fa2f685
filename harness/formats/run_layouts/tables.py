"""Runs as tables with named columns, and as the nested dictionaries of Python's tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from harness.core.frames import pl
from harness.core.model import Run
from harness.formats.layouts import Layout
from harness.formats.run_columns import RUN_COLUMNS, in_evaluation_order, without_header
from harness.formats.tablefiles import table_layouts


def _frame(run: Run) -> pl.DataFrame:
    frame = in_evaluation_order(run).with_columns(pl.lit(run.name).alias("tag"))
    first = ("topic", "doc", "rank", "score", "tag")
    return frame.select(*first, *(name for name in frame.columns if name not in first))


_EXAMPLE: Mapping[str, Sequence[object]] = {
    "topic": ["701", "701"],
    "doc": ["GX000", "GX001"],
    "rank": [1, 2],
    "score": [2.5, 1.25],
    "tag": ["bm25", "bm25"],
}

LAYOUTS: tuple[Layout, ...] = (
    *table_layouts("runs", RUN_COLUMNS, _EXAMPLE, _frame, lambda run: without_header(run.details)),
)
