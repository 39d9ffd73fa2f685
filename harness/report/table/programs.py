"""Tables for programs: delimited text, JSON and frames. Numbers stay numbers, marks are left out.

JSON has every text exactly, with escapes for what would act on a terminal. In CSV and TSV control
characters, line ends and marks of direction are shown as escapes, so that a row is a line and
nothing acts; the field's own formats cannot hold such names anyway.

CSV is for spreadsheets, too, which take a text that begins with ``=`` or the like for a formula:
there it gets an apostrophe in front (`guarded`, which `unguarded` undoes). TSV, JSON, Parquet and
the files of results have none.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from harness.core.harmless import harmless_json, visible
from harness.report.table.neutral import Cell, Column, Screen, Table, rounded, shown

if TYPE_CHECKING:
    import polars as pl

#: A text that a spreadsheet takes for a formula; some drop leading white space. With apostrophes in
#: front it would be the guarded form of another text.
_FORMULA = re.compile(r"'*\s*[=+\-@＝＋－＠]")


def tsv_text(table: Table, _screen: Screen) -> str:
    """Values between tabs; a text with a quote stands in quotes."""
    return _delimited(table, "\t", visible)


def csv_text(table: Table, _screen: Screen) -> str:
    """Values between commas; texts that begin like a formula with an apostrophe in front."""
    return _delimited(table, ",", lambda text: guarded(visible(text)))


def guarded(text: str) -> str:
    """A text that no spreadsheet computes.

    >>> guarded("=cmd()"), guarded("bm25"), guarded("'=cmd()")
    ("'=cmd()", 'bm25', "''=cmd()")
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """The text of which `guarded` made this one.

    >>> unguarded("'=cmd()"), unguarded("bm25"), unguarded("'tis")
    ('=cmd()', 'bm25', "'tis")
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def _delimited(table: Table, delimiter: str, safe: Callable[[str], str]) -> str:
    lines = [[safe(column.name) for column in table.columns]]
    for row in table.rows:
        cells = zip(row, table.columns, strict=True)
        lines.append(
            [safe(text) if isinstance(text, str) else shown(text, column) for text, column in cells]
        )
    return "".join(_line(texts, delimiter) for texts in lines)


def _line(texts: list[str], delimiter: str) -> str:
    """A line of values; a lone empty one stands in quotes, so that the line is not empty."""
    special = (delimiter, '"')
    written = [
        '"' + text.replace('"', '""') + '"' if any(sign in text for sign in special) else text
        for text in texts
    ]
    return (delimiter.join(written) if written != [""] else '""') + "\n"


def json_text(table: Table, _screen: Screen) -> str:
    """A JSON array with an object a row."""
    return harmless_json(json.dumps(_records(table), ensure_ascii=False, indent=1)) + "\n"


def jsonl_text(table: Table, _screen: Screen) -> str:
    """A JSON object a line."""
    lines = (json.dumps(record, ensure_ascii=False) for record in _records(table))
    return "".join(f"{harmless_json(line)}\n" for line in lines)


def _records(table: Table) -> list[dict[str, Cell]]:
    names = _unique(column.name for column in table.columns)
    return [
        {
            name: _value(cell, column)
            for name, cell, column in zip(names, row, table.columns, strict=True)
        }
        for row in table.rows
    ]


def _unique(names: Iterable[str]) -> list[str]:
    """Names that can be keys: one that is there already gets a number.

    >>> _unique(["topic", "topic", "difference"])
    ['topic', 'topic (2)', 'difference']
    """
    kept: list[str] = []
    for name in names:
        new, count = name, 1
        while new in kept:
            count += 1
            new = f"{name} ({count})"
        kept.append(new)
    return kept


def _value(cell: Cell, column: Column) -> Cell:
    """A cell as data: rounded to the column's digits, None for NaN; JSON has no infinite number."""
    if not isinstance(cell, float):
        return cell
    if not math.isfinite(cell):
        return None if math.isnan(cell) else "∞" if cell > 0 else "-∞"
    return cell if column.digits is None else float(rounded(cell, column.digits, column.small))


def to_frame(table: Table) -> pl.DataFrame:
    """The table as a polars frame, to be written as Parquet; its numbers are not rounded.

    A column of whole numbers is Int64, one of numbers Float64, any other String. None and NaN are
    null. The sign of infinity, which `render` shows as a text, is the number among numbers. Of
    columns with one name the later ones get a number.

    >>> to_frame(Table((Column("run"), Column("AP", 1)), [("x", 0.25), ("y", None)])).rows()
    [('x', 0.25), ('y', None)]
    """
    import polars as pl

    names = _unique(column.name for column in table.columns)
    columns = {}
    for number, name in enumerate(names):
        kind, values = _typed([row[number] for row in table.rows])
        columns[name] = pl.Series(name, values, dtype=getattr(pl, kind))
    return pl.DataFrame(columns)


def _typed(cells: list[Cell]) -> tuple[str, list[Cell]]:
    """The type of a column, and its values as that."""
    infinite = {"∞": math.inf, "-∞": -math.inf}
    known: list[Cell] = [None if cell != cell else cell for cell in cells]
    if any(isinstance(cell, int | float) for cell in known):
        numbers = [infinite.get(cell, cell) if isinstance(cell, str) else cell for cell in known]
        if not any(isinstance(cell, str) for cell in numbers):
            if any(isinstance(cell, float) for cell in numbers):
                return "Float64", [None if cell is None else float(cell) for cell in numbers]
            return "Int64", numbers
    return "String", [None if cell is None else str(cell) for cell in known]
