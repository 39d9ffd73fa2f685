"""A neutral table, and one small renderer for each way of showing it."""

from __future__ import annotations

from collections.abc import Callable

from harness.core.errors import EvaluationError, unknown
from harness.report.table.latex import fitting_size, latex_fragment, latex_table
from harness.report.table.neutral import Cell, Column, Mark, Notes, Screen, Table, headed, shown
from harness.report.table.programs import (
    arrow,
    csv_text,
    json_text,
    jsonl_text,
    markdown_table,
    parquet,
    to_frame,
    tsv_text,
)
from harness.report.table.terminal import terminal_text

__all__ = [
    "DATA",
    "FILES",
    "RENDERERS",
    "Cell",
    "Column",
    "Mark",
    "Notes",
    "Screen",
    "Table",
    "fitting_size",
    "headed",
    "latex_table",
    "render",
    "shown",
    "to_frame",
]

#: Forms for programs: rows alone, in full.
DATA = ("tsv", "csv", "json", "jsonl")

#: Every way of showing a table, by the name under which it is asked for.
RENDERERS: dict[str, Callable[[Table, Screen], str]] = {
    "table": terminal_text,
    "markdown": markdown_table,
    "tsv": tsv_text,
    "csv": csv_text,
    "json": json_text,
    "jsonl": jsonl_text,
    "latex": latex_fragment,
}

#: Columns as bytes, for programs that load them without parsing.
FILES: dict[str, Callable[[Table], bytes]] = {"parquet": parquet, "arrow": arrow}


def render(table: Table, style: str, *, screen: Screen | None = None) -> str:
    """The table as text: ``table``, ``markdown``, ``tsv``, ``csv``, ``json``, ``jsonl``, ``latex``.

    ``screen`` is what a ``table`` is drawn for: by default no terminal, so that it is as wide as it
    takes and plain. No text in the table can act on who reads it: each renderer escapes what means
    something there (docstrings say how). Raises `EvaluationError` for an unknown style.

    >>> print(render(Table((Column("run"), Column("AP", 4)), [("bm25", 0.25)]), "tsv"), end="")
    run	AP
    bm25	0.2500
    """
    try:
        renderer = RENDERERS[style]
    except KeyError:
        raise EvaluationError(unknown("format", style, RENDERERS)) from None
    return renderer(table, screen or Screen())
