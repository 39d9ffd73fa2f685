"""Tables for programs and in Markdown: delimited text, JSON, frames, and pipe tables.

Numbers for programs stay numbers, and marks are omitted. JSON keeps every text exactly, and escapes
characters that would affect a terminal. In CSV and TSV control characters, line ends and direction
marks are shown as escapes, so that each row is one line and nothing affects a terminal; the field's
own formats cannot contain such names anyway.

CSV is also for spreadsheets, which treat a text beginning with ``=`` or similar as a formula: there
it gets a leading apostrophe (`harness.core.harmless.guard`). TSV, JSON, Parquet and results files
have none.
"""

from __future__ import annotations

import io
import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from harness.core.columns import TextColumn, join_rows
from harness.core.harmless import guard, harmless_json, visible
from harness.core.notes import note_lines
from harness.core.parallel import pieces
from harness.report.names import number_repeated
from harness.report.table.array_cells import Numbers, Repeated
from harness.report.table.neutral import (
    ArrayCells,
    Cell,
    Column,
    Mark,
    Table,
    finite,
    render_cells,
    round_number,
)

if TYPE_CHECKING:
    import polars as pl

#: The number of rows written at a time.
_ROWS = 2**16


def tsv_text(table: Table) -> Iterator[bytes]:
    """Return tab-separated values; a text with a quote is quoted."""
    return _delimited(table, "\t", visible)


def csv_text(table: Table) -> Iterator[bytes]:
    """Return comma-separated values; texts that look like a formula get a leading apostrophe."""
    return _delimited(table, ",", lambda text: guard(visible(text)))


def _delimited(table: Table, delimiter: str, safe: Callable[[str], str]) -> Iterator[bytes]:
    def quoted(text: str) -> str:
        text = safe(text)
        return '"' + text.replace('"', '""') + '"' if delimiter in text or '"' in text else text

    def written(cells: Sequence[Cell], column: Column) -> TextColumn:
        if isinstance(cells, ArrayCells):
            texts = cells.write(column, quoted)
        else:
            texts = TextColumn.made(render_cells(cells, column, quoted))
        if len(table.columns) > 1:
            return texts
        # A lone empty value is quoted, so that its line is not empty.
        empty = np.flatnonzero(texts.lengths == 0)
        return texts.replace(empty, ['""'] * len(empty))

    heading = tuple([column.name] for column in table.columns)
    between = ["", *[delimiter] * (len(heading) - 1), "\n"]
    for cells in (heading, *_parts(table)) if heading else ():
        yield join_rows(list(map(written, cells, table.columns)), between)


def _parts(table: Table) -> Iterator[tuple[Sequence[Cell], ...]]:
    """Yield the columns of some rows at a time: all texts at once would take much memory."""
    columns = [table.cells(number) for number in range(len(table.columns))]
    for rows in pieces(len(table.rows), _ROWS):
        yield tuple(
            cells.part(rows) if isinstance(cells, ArrayCells) else cells[rows] for cells in columns
        )


def json_text(table: Table) -> Iterator[bytes]:
    """Yield a JSON array with an object per row."""
    lead = b"[\n"
    for rows in _objects(table, " {\n  ", ",\n  ", "\n },\n"):
        yield lead + rows.removesuffix(b",\n")
        lead = b",\n"
    yield b"[]\n" if lead == b"[\n" else b"\n]\n"


def jsonl_text(table: Table) -> Iterator[bytes]:
    """Return a JSON object per line."""
    return _objects(table, "{", ", ", "}\n")


def _objects(table: Table, start: str, between: str, end: str) -> Iterator[bytes]:
    """Yield each row as a JSON object; the strings go around and between its fields."""
    names = (column.name for column in table.columns)
    keys = [_in_json(name) for name in number_repeated(names, "{} ({})")]
    before = [f"{between if number else start}{key}: " for number, key in enumerate(keys)]
    for cells in _parts(table) if keys else ():
        yield join_rows(list(map(_json_cells, cells, table.columns)), [*before, end])


def _json_cells(cells: Sequence[Cell], column: Column) -> TextColumn:
    """Return the cells of a column in JSON."""
    if isinstance(cells, Repeated):
        return cells.write(column, _text_in_json)
    if isinstance(cells, Numbers) and column.digits is None:
        odd = np.setdiff1d(np.flatnonzero(~np.isfinite(cells.values)), cells.text_rows)
        numbers = [_in_json(finite(number)) for number in cells.values[odd].tolist()]
        return cells.write(column, _in_json).replace(odd, numbers)
    return TextColumn.made(_in_json(_value(cell, column)) for cell in cells)


def _in_json(cell: Cell) -> str:
    return harmless_json(json.dumps(cell, ensure_ascii=False))


@lru_cache(2**12)  # the parts of a table repeat their texts
def _text_in_json(text: str) -> str:
    return _in_json(text)


def _value(cell: Cell, column: Column) -> Cell:
    """Return a cell as data: rounded to the column's digits, and `finite`."""
    if not isinstance(cell, float):
        return cell
    if not math.isfinite(cell):
        return finite(cell)
    return cell if column.digits is None else float(round_number(cell, column.digits, column.small))


def to_frame(table: Table) -> pl.DataFrame:
    """Return the table as a polars frame for Parquet; its numbers are not rounded.

    A column of whole numbers is Int64, one of numbers Float64, any other String. None and NaN are
    null. Infinity, which `render` shows as text, is a number in columns of numbers. Later columns
    with a repeated name get a number.

    >>> to_frame(Table((Column("run"), Column("AP", 1)), [("x", 0.25), ("y", None)])).rows()
    [('x', 0.25), ('y', None)]
    """
    from harness.core.packages import pl

    names = number_repeated((column.name for column in table.columns), "{} ({})")
    columns = {}
    for number, name in enumerate(names):
        kind, values = _convert_column(table.cells(number))
        columns[name] = pl.Series(name, values, dtype=getattr(pl, kind))
    return pl.DataFrame(columns)


def parquet(table: Table) -> Iterator[bytes]:
    """Yield the frame of a table as a Parquet file."""
    from harness.formats.writing import parquet_content

    yield parquet_content(to_frame(table))


def arrow(table: Table) -> Iterator[bytes]:
    """Yield the frame of a table as an Arrow IPC file (Feather)."""
    from harness.core.packages import pl

    content = io.BytesIO()
    # Readers older than the newest text types can also load it.
    to_frame(table).write_ipc(content, compat_level=pl.CompatLevel.oldest())
    yield content.getvalue()


def _convert_column(cells: Sequence[Cell]) -> tuple[str, Any]:
    """Return the type of a column, and its values in that type."""
    from harness.core.packages import pl

    if isinstance(cells, Repeated):
        return "String", pl.Series(cells.texts, dtype=pl.String).gather(pl.Series(cells.codes))
    if isinstance(cells, Numbers) and len(cells.texts):
        there = ~np.isnan(cells.values)
        there[cells.text_rows] = True
        written = cells.write(Column(""), str).series()
        return "String", pl.select(pl.when(pl.Series(there)).then(written)).to_series()
    if isinstance(cells, Numbers):
        kind = "Int64" if len(cells) and cells.integral.all() else "Float64"
        return kind, pl.Series(cells.values).fill_nan(None).cast(getattr(pl, kind))
    infinite = {"∞": math.inf, "-∞": -math.inf}
    known: list[Cell] = [None if cell != cell else cell for cell in cells]
    kinds = set(map(type, known))
    words = {cell for cell in known if isinstance(cell, str)} if str in kinds else set()
    if words - infinite.keys() or not any(issubclass(kind, int | float) for kind in kinds):
        return "String", [None if cell is None else str(cell) for cell in known]
    if words or any(issubclass(kind, float) for kind in kinds):
        numbers = [infinite[cell] if isinstance(cell, str) else cell for cell in known]
        return "Float64", [None if cell is None else float(cell) for cell in numbers]
    return "Int64", known


#: Characters with a meaning inside a line of Markdown, including HTML and formulas.
_SPECIAL = re.compile(r"[\\`*_~<>&\[\]|$]")

#: Characters with a meaning at the beginning of a line: headings, lists, rules, quotations.
_FIRST = re.compile(r"^([-+=#]|\d+(?=[.)]))")


def markdown_table(table: Table) -> str:
    """Return a pipe table with the title in bold above, and the notes below, a paragraph each."""
    indices = range(len(table.columns))
    rules = ["---:" if table.is_number(index) else "---" for index in indices]
    columns = [_cells(table, index) for index in indices]
    lines = [_line([_escape(column.name) for column in table.columns]), _line(rules)]
    lines += [_line(cells) for cells in zip(*columns, strict=True)]
    title = [f"**{_escape(table.title)}**\n"] if table.title.strip() else []
    return (
        "\n".join([*title, *lines, *(f"\n{_paragraph(note)}" for note in note_lines(table.notes))])
        + "\n"
    )


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(table: Table, index: int) -> list[str]:
    texts = table.texts(index)
    if not table.marks:
        cells = {text: _cell(text, Mark()) for text in set(texts)}
        return [cells[text] for text in texts]
    return [_cell(text, table.mark(row, index)) for row, text in enumerate(texts)]


def _cell(text: str, mark: Mark) -> str:
    r"""Return a cell with its mark.

    >>> _cell("0.5315", Mark(bold=True, superscript="ab")), _cell("<x>", Mark())
    ('**0.5315**<sup>ab</sup>', '\\<x\\>')
    """
    body = _escape(text)
    above = f"<sup>{_escape(mark.superscript)}</sup>" if mark.superscript else ""
    return (f"**{body}**" if mark.bold and body else body) + above


def _escape(text: str) -> str:
    """Return a text that shows literally; surrounding white space would prevent bold."""
    return _SPECIAL.sub(r"\\\g<0>", visible(text)).strip()


def _paragraph(text: str) -> str:
    r"""Return a text as a paragraph of its own.

    >>> print(_paragraph("1. a_b"), _paragraph("# c"), _paragraph("16 pairs"))
    1\. a\_b \# c 16 pairs
    """
    return _FIRST.sub(
        lambda match: match[0] + "\\" if match[0].isdigit() else "\\" + match[0], _escape(text)
    )
