"""Judgments as tables with named columns, and as the nested dictionaries of Python's tools."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from harness.formats.layouts import Layout
from harness.formats.qrels_columns import QRELS_COLUMNS
from harness.formats.tablefiles import table_layouts

_EXAMPLE: Mapping[str, Sequence[object]] = {
    "topic": ["701", "701"],
    "doc": ["GX000", "GX001"],
    "grade": [2, 0],
}

LAYOUTS: tuple[Layout, ...] = (
    *table_layouts(
        "judgments", QRELS_COLUMNS, _EXAMPLE, lambda qrels: qrels.frame, lambda _qrels: {}
    ),
)
