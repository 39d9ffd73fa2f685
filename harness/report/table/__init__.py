"""A neutral table, with a small renderer for each output format."""

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

#: Every output format of a table by name: module and function. Drawn tables and those for programs
#: are bytes, some rows at a time.
RENDERERS = {
    "table": ("terminal", "terminal_pieces"),
    "markdown": ("programs", "markdown_table"),
    "tsv": ("programs", "tsv_text"),
    "csv": ("programs", "csv_text"),
    "json": ("programs", "json_text"),
    "jsonl": ("programs", "jsonl_text"),
    "latex": ("latex", "latex_table"),
}

#: Binary column formats, for programs that load them without parsing.
FILES = {"parquet": ("programs", "parquet"), "arrow": ("programs", "arrow")}


def _renderer(module: str, function: str) -> Any:
    return getattr(import_module(f"{__name__}.{module}"), function)


def render_pieces(table: Table, style: str, *, screen: Screen | None = None) -> Iterator[bytes]:
    """Yield the table in UTF-8 like `render`, or as ``parquet`` or ``arrow``; long tables some rows
    at a time.
    """
    renderer = _renderer(*look_up("format", style, RENDERERS | FILES))
    content = renderer(table, screen or Screen()) if style == "table" else renderer(table)
    return iter([content.encode()]) if isinstance(content, str) else content


def render_bytes(table: Table, style: str) -> bytes:
    """Return the concatenation of `render_pieces`."""
    return b"".join(render_pieces(table, style))


def render(table: Table, style: str, *, screen: Screen | None = None) -> str:
    """Return the table as text: ``table``, ``markdown``, ``tsv``, ``csv``, ``json``, ``jsonl``,
    ``latex``.

    ``screen`` is the medium of a ``table``; the default is not a terminal, so the text is plain and
    as wide as necessary. No text in the table can affect its reader: each renderer escapes
    characters with a meaning in its format (see the docstrings). Raises `EvaluationError` for an
    unknown style.

    >>> print(render(Table((Column("run"), Column("AP", 4)), [("bm25", 0.25)]), "tsv"), end="")
    run	AP
    bm25	0.2500
    """
    look_up("format", style, RENDERERS)
    return b"".join(render_pieces(table, style, screen=screen)).decode()
