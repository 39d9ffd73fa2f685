"""Runs as tables with named columns, and as the nested dictionaries of Python's tools."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from harness.core.model import Run
from harness.formats.ir_metadata import without_header
from harness.formats.layouts import register
from harness.formats.run_columns import RUN_COLUMNS
from harness.formats.run_writing import in_evaluation_order
from harness.formats.tablefiles import table_layouts
from harness.formats.writing import (
    Written,
    csv_content,
    jsonl_content,
    nested_json,
    parquet_content,
    unheld,
)


def _json(run: Run) -> Written:
    frame = in_evaluation_order(run)
    lost = {"run name": 1} | unheld(frame, {"topic", "doc", "rank", "score"})
    content = nested_json(frame, "score", "json", run.source)
    return Written(content, lost | without_header(run.details))


def _table(write: Callable[[pl.DataFrame], bytes]) -> Callable[[Run], Written]:
    def written(run: Run) -> Written:
        frame = in_evaluation_order(run).with_columns(pl.lit(run.name).alias("tag"))
        first = ("topic", "doc", "rank", "score", "tag")
        frame = frame.select(*first, *(name for name in frame.columns if name not in first))
        return Written(write(frame), without_header(run.details))

    return written


_EXAMPLE = pl.DataFrame(
    {
        "topic": ["701", "701"],
        "doc": ["GX000", "GX001"],
        "rank": [1, 2],
        "score": [2.5, 1.25],
        "tag": ["bm25", "bm25"],
    }
)

register(
    *table_layouts(
        "runs",
        RUN_COLUMNS,
        _EXAMPLE,
        {
            "csv": _table(csv_content),
            "json": _json,
            "jsonl": _table(jsonl_content),
            "parquet": _table(parquet_content),
        },
    )
)
