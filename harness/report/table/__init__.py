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
#: Drawn tables and those for programs are bytes, some rows at a time.
RENDERERS = {
    "table": ("terminal", "terminal_pieces"),
    "markdown": ("programs", "markdown_table"),
    "tsv": ("programs", "tsv_text"),
    "csv": ("programs", "csv_text"),
    "json": ("programs", "json_text"),
    "jsonl": ("programs", "jsonl_text"),
    "latex": ("latex", "latex_table"),
}

#: Columns as bytes, for programs that load them without parsing.
FILES = {"parquet": ("programs", "parquet"), "arrow": ("programs", "arrow")}


def _renderer(module: str, function: str) -> Any:
    return getattr(import_module(f"{__name__}.{module}"), function)


def render_pieces(table: Table, style: str, *, screen: Screen | None = None) -> Iterator[bytes]:
    """Yield the table as `render` does, or as ``parquet`` or ``arrow``: long ones some rows at a
    time, in UTF-8.
    """
    renderer = _renderer(*look_up("format", style, RENDERERS | FILES))
    content = renderer(table, screen or Screen()) if style == "table" else renderer(table)
    return iter([content.encode()]) if isinstance(content, str) else content


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
    look_up("format", style, RENDERERS)
    return b"".join(render_pieces(table, style, screen=screen)).decode()
