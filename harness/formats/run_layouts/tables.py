"""Runs as tables with named columns, and as the nested dictionaries of Python's tools."""

from __future__ import annotations

import polars as pl

from harness.core.model import Run
from harness.formats.ir_metadata import without_header
from harness.formats.layouts import Layout
from harness.formats.run_columns import RUN_COLUMNS
from harness.formats.run_writing import in_evaluation_order
from harness.formats.tablefiles import table_layouts


def _frame(run: Run) -> pl.DataFrame:
    frame = in_evaluation_order(run).with_columns(pl.lit(run.name).alias("tag"))
    first = ("topic", "doc", "rank", "score", "tag")
    return frame.select(*first, *(name for name in frame.columns if name not in first))


_EXAMPLE = pl.DataFrame(
    [("701", "GX000", 1, 2.5, "bm25"), ("701", "GX001", 2, 1.25, "bm25")],
    schema=["topic", "doc", "rank", "score", "tag"],
    orient="row",
)

LAYOUTS: tuple[Layout, ...] = (
    *table_layouts("runs", RUN_COLUMNS, _EXAMPLE, _frame, lambda run: without_header(run.details)),
)
