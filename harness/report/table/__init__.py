"""A neutral table, and one small renderer for each way of showing it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from harness.core.errors import look_up
from harness.report.table.neutral import (
    Cell,
    Column,
    Mark,
    Notes,
    Screen,
    Table,
    complete_headings,
    finite,
    render_cell,
)
from harness.settings.names import DATA

__all__ = [
    "FILES",
    "RENDERERS",
    "Cell",
    "Column",
    "Mark",
    "Notes",
    "Screen",
    "Table",
    "complete_headings",
    "finite",
    "render",
    "render_bytes",
    "render_cell",
    "render_pieces",
]

#: Every way of showing a table, by the name under which it is asked for: module and function.
#: Those for programs give bytes, some rows at a time.
RENDERERS = {
    "table": ("terminal", "terminal_text"),
    "markdown": ("programs", "markdown_table"),
    "tsv": ("programs", "tsv_text"),
    "csv": ("programs", "csv_text"),
    "json": ("programs", "json_text"),
    "jsonl": ("programs", "jsonl_text"),
    "latex": ("latex", "latex_fragment"),
}

#: Columns as bytes, for programs that load them without parsing.
FILES = {"parquet": ("programs", "parquet"), "arrow": ("programs", "arrow")}


def _renderer(module: str, function: str) -> Any:
    return getattr(import_module(f"{__name__}.{module}"), function)


def render_pieces(table: Table, style: str) -> Iterator[bytes]:
    """Yield the table as ``tsv``, ``csv``, ``json``, ``jsonl``, ``parquet`` or ``arrow``, some rows
    at a time.
    """
    content: Iterator[bytes] = _renderer(*(RENDERERS | FILES)[style])(table)
    return content


def render_bytes(table: Table, style: str) -> bytes:
    """Return all that `render_pieces` yields."""
    return b"".join(render_pieces(table, style))


def render(table: Table, style: str, *, screen: Screen | None = None) -> str:
    """Return the table as text: ``table``, ``markdown``, ``tsv``, ``csv``, ``json``, ``jsonl``,
    ``latex``.

    ``screen`` is what a ``table`` is drawn for: by default no terminal, so that it is as wide as it
    takes and plain. No text in the table can act on who reads it: each renderer escapes what means
    something there (docstrings say how). Raises `EvaluationError` for an unknown style.

    >>> print(render(Table((Column("run"), Column("AP", 4)), [("bm25", 0.25)]), "tsv"), end="")
    run	AP
    bm25	0.2500
    """
    renderer = look_up("format", style, RENDERERS)
    if style in DATA:
        return render_bytes(table, style).decode()
    text: str = _renderer(*renderer)(table, screen or Screen())
    return text
