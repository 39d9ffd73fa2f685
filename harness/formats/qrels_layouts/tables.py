"""Judgments as tables with named columns, and as the nested dictionaries of Python's tools."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from harness.core.model import Qrels
from harness.formats.layouts import register
from harness.formats.qrels_columns import QRELS_COLUMNS
from harness.formats.tablefiles import table_layouts
from harness.formats.writing import (
    Written,
    csv_content,
    jsonl_content,
    nested_json,
    parquet_content,
    unheld,
)


def _json(qrels: Qrels) -> Written:
    content = nested_json(qrels.frame, "grade", "json", qrels.source)
    return Written(content, unheld(qrels.frame, {"topic", "doc", "grade"}))


def _table(write: Callable[[pl.DataFrame], bytes]) -> Callable[[Qrels], Written]:
    return lambda qrels: Written(write(qrels.frame))


_EXAMPLE = pl.DataFrame(
    {"topic": ["701", "701"], "doc": ["GX000", "GX001"], "grade": [2, 0]},
)

register(
    *table_layouts(
        "judgments",
        QRELS_COLUMNS,
        _EXAMPLE,
        {
            "csv": _table(csv_content),
            "json": _json,
            "jsonl": _table(jsonl_content),
            "parquet": _table(parquet_content),
        },
    )
)
