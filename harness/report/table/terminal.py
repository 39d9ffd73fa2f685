"""Tables for a terminal: what does not fit is left out and counted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, chain

import numpy as np

from harness.core.arrays import Ints
from harness.core.columns import TextColumn, join_rows
from harness.core.errors import some
from harness.core.notes import BACKGROUND, Note, note_lines
from harness.core.numbers import collect, count_noun
from harness.report.names import short_names
from harness.report.table.neutral import (
    ArrayCells,
    Cell,
    ColumnRows,
    Screen,
    Table,
    safe,
    wrap_line,
)

#: The most characters shown of a cell that is not an identifier, for example a long text.
_LONGEST = 200
#: Lists of runs with more rows than this show only their head and tail.
_MOST_ROWS, _HEAD, _TAIL = 40, 25, 5
#: The shortest that names may be cut to, and the narrowest that sentences may be wrapped to.
_LEAST_NAME, _LEAST_TEXT = 16, 24
#: Texts are never broken into fewer characters, even if the screen is too narrow; nor are numbers.
_NARROWEST = 4
#: Columns with fewer rows never become a note, even if all rows are the same.
_LEAST_CONSTANT = 3
#: The number of lines drawn at a time, so that they stay in the processor's cache.
_PIECE = 2**14
#: The separator of columns.
_GAP = "   "
#: The part of a cell that is bold.
_BOLD = re.compile(r".*\S")


def terminal_pieces(table: Table, screen: Screen) -> Iterator[bytes]:
    """Yield the title, as much of the table as fits (`fit_table`), some rows at a time, and the
    notes.

    Superscripts follow the cells. On a screen without bold a star precedes the cell. A table
    without rows shows only title and notes, and a word in its place. Notes in `BACKGROUND` are
    omitted.
    """
    table = fit_table(table, screen)
    if table.title:
        yield f"{wrap_line(safe(table.title, screen), screen)}\n\n".encode()
    if table.rows:
        columns = [_draw_column(table, column, screen) for column in range(len(table.columns))]
        yield from _draw_table(table, columns, screen)
    else:
        yield b"nothing to list\n"
    bold = any(mark.bold for mark in table.marks.values())
    shown = [
        note for note in table.notes if not (isinstance(note, Note) and note.code in BACKGROUND)
    ]
    notes = [
        *note_lines(shown),
        *(["* in front: bold"] if bold and not screen.colour else []),
    ]
    text = "".join(f"{wrap_line(safe(note, screen), screen)}\n" for note in notes)
    if text:
        yield f"\n{text}".encode()


def shorten_cell(text: str, screen: Screen) -> str:
    """Return a text shortened for a cell; formats for programs always have all of it."""
    if len(text) <= _LONGEST:
        return text
    return text[:_LONGEST] + (" …" if screen.unicode else " ...")


def fit_table(table: Table, screen: Screen) -> Table:
    """Fit a table to the screen; a last note says what is hidden.

    A long list of runs shows head and tail. If the table is too wide, columns that are the same in
    all rows become a note. Then minor columns are hidden, and others from the last one on, but
    never the first two, nor one end of an interval alone, and none that fit after all. Names are
    shortened in the middle as long as they stay different. Texts of several words wrap. A screen
    without a width has room for everything.

    >>> from harness.report.table import Column
    >>> wide = Table((Column("run"), Column("AP", 4), Column("nDCG@10", 4)), [("a", 0.5, 0.25)])
    >>> fit_table(wide, Screen(18)).notes
    ('hidden: 1 column (nDCG@10); -w shows all',)
    """
    if screen.width is None:
        return table
    hidden, notes = [], [*table.notes]
    shown = table
    if len(table.rows) > _MOST_ROWS and _is_of_runs(table):
        hidden.append(count_noun(len(table.rows) - _HEAD - _TAIL, "row"))
        shown = _head_and_tail(table, "…" if screen.unicode else "...")
    least = _least_widths(shown, screen)
    columns, constant = _columns_shown(table, least, screen.width)
    if constant:
        texts = (f"{table.columns[i].name}: {table.texts(i)[0] or 'empty'}" for i in constant)
        notes.append(f"the same in every row: {'; '.join(texts)}")
    left_out = sorted({*range(len(least))} - {*columns, *constant})
    if left_out:
        names = some([table.columns[column].name for column in left_out])
        hidden.append(f"{count_noun(len(left_out), 'column')} ({names})")
    if hidden:
        notes.append(f"hidden: {', '.join(hidden)}; -w shows all")
    shown = _with_short_names(shown.chosen(columns), [least[column] for column in columns], screen)
    return replace(shown, title=table.title, notes=tuple(notes))


def _columns_shown(table: Table, least: Sequence[int], width: int) -> tuple[list[int], list[int]]:
    """Return the columns that fit, and the columns that become a note because they are constant."""
    columns = list(range(len(least)))
    if _add_widths(least) <= width:
        return columns, []
    constant = [column for column in columns[1:] if _is_constant(table, column)]
    if len(constant) == len(columns) - 1:  # names alone say nothing
        constant = []
    units = _units([column for column in columns if column not in constant], table)
    hidden = []

    def over() -> bool:
        return _add_widths([least[column] for unit in units for column in unit]) > width

    while len(units) > 2 and over():
        hidden.append(max(units[2:], key=lambda unit: (table.columns[unit[0]].minor, unit)))
        units.remove(hidden[-1])
    for unit in reversed(hidden):
        units.append(unit)
        if over():
            units.remove(unit)
    return sorted(column for unit in units for column in unit), constant


def _units(columns: Sequence[int], table: Table) -> list[list[int]]:
    """Return columns to show or hide together: the ends of an interval, or a single column.

    >>> from harness.report.table import complete_headings
    >>> _units([0, 1, 2, 3], Table(complete_headings("run", "AP", "rank low", "rank high"), []))
    [[0], [1], [2, 3]]
    """
    units: list[list[int]] = []
    for column in columns:
        name, before = table.columns[column].name, units[-1][-1:] if units else []
        if name.endswith("high") and [table.columns[i].name for i in before] == [f"{name[:-4]}low"]:
            units[-1].append(column)
        else:
            units.append([column])
    return units


def _is_of_runs(table: Table) -> bool:
    """Return whether rows are runs or groups, not their topics: hidden middle rows are then no
    loss.
    """
    names = [column.name for column in table.columns[:3]]
    return "topic" not in names and bool({"run", "group"} & set(names))


def _is_constant(table: Table, column: int) -> bool:
    texts = table.texts(column)
    return len(texts) >= _LEAST_CONSTANT and len(set(texts)) == 1


def _least_widths(table: Table, screen: Screen) -> list[int]:
    """Return the minimum widths: numbers and drawings stay; names and sentences can shrink."""
    widths = _widths(table, screen)
    for column, width in enumerate(widths):
        heading = len(table.columns[column].name)
        if width > _LEAST_NAME and _is_of_names(table, column):
            widths[column] = max(
                heading, *map(len, short_names(table.texts(column), _LEAST_NAME)), 0
            )
        elif _is_text(table, column):
            widths[column] = max(heading, min(width, _LEAST_TEXT))
    return widths


def _is_text(table: Table, column: int) -> bool:
    return not (table.columns[column].fixed or table.is_number(column))


def _is_of_names(table: Table, column: int) -> bool:
    return _is_text(table, column) and not any(" " in text for text in table.texts(column))


def _with_short_names(table: Table, least: Sequence[int], screen: Screen) -> Table:
    """Return the table with its widest names shortened until it fits, if it can."""
    widths = _widths(table, screen)
    excess = _add_widths(widths) - (screen.width or 0)
    names = [column for column in range(len(widths)) if _is_of_names(table, column)]
    sign = "…" if screen.unicode else "..."
    cells = [table.cells(column) for column in range(len(widths))]
    for column in sorted(names, key=lambda column: least[column] - widths[column]):
        spared = min(widths[column] - least[column], excess)
        if spared > 0:
            longest = max(map(len, table.texts(column)), default=0)  # without superscripts
            cells[column] = short_names(table.texts(column), longest - spared, sign=sign)
            excess -= spared
    return replace(table, rows=ColumnRows(tuple(cells)))


def _head_and_tail(table: Table, sign: str) -> Table:
    """Return the first and last rows of a table, with a sign between them."""
    gap: tuple[Cell, ...] = (sign, *[None] * (len(table.columns) - 1))
    last = len(table.rows) - _TAIL
    marks = {
        (row if row < _HEAD else row - last + _HEAD + 1, column): mark
        for (row, column), mark in table.marks.items()
        if row < _HEAD or row >= last
    }
    return replace(table, rows=[*table.rows[:_HEAD], gap, *table.rows[last:]], marks=marks)


def natural_width(table: Table, screen: Screen) -> int:
    """Return the width of the complete table."""
    return _add_widths(_widths(table, screen))


def _add_widths(widths: Sequence[int]) -> int:
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _widths(table: Table, screen: Screen) -> list[int]:
    """Return the full width of each column."""
    return [_draw_column(table, column, screen).width for column in range(len(table.columns))]


@dataclass(frozen=True, eq=False, slots=True)
class _Drawn:
    """Texts [N] of a column, and the number of terminal cells of each [N]."""

    texts: TextColumn
    widths: Ints
    right: bool = False

    @classmethod
    def of(cls, texts: Sequence[str], right: bool = False) -> _Drawn:
        """Return the column of the given texts."""
        return cls(TextColumn.made(texts), np.array([*map(_meter(texts), texts)], np.int64), right)

    @property
    def width(self) -> int:
        """The width of the widest text."""
        return int(self.widths.max(initial=0))

    def embolden(self, lines: Iterable[int]) -> _Drawn:
        """Return the column with some lines in bold."""
        rows = np.array([*lines], np.int64)
        texts = [_BOLD.sub("\x1b[1m\\g<0>\x1b[0m", text) for text in self.texts[rows].texts()]
        return replace(self, texts=self.texts.replace(rows, texts))

    def pad(self, width: int) -> tuple[TextColumn, TextColumn]:
        """Return the texts and the blanks, in their order, that pad them to a width."""
        lengths = (width - self.widths).astype(np.int32)
        blanks = TextColumn(b" " * width, np.zeros(len(lengths), np.int64), lengths)
        return (blanks, self.texts) if self.right else (self.texts, blanks)


def _width(texts: Sequence[str]) -> int:
    """Return the width of the widest text."""
    return max(map(_meter(texts), texts), default=0)


def _meter(texts: Sequence[str]) -> Callable[[str], int]:
    """Return a function that measures the width of texts like these."""
    from rich.cells import cell_len

    # In plain text every character takes one cell.
    return len if "".join(texts).isascii() else cell_len


def _draw_table(table: Table, columns: list[_Drawn], screen: Screen) -> Iterator[bytes]:
    """Yield the lines of a table; texts that do not fit continue below."""
    widths = [column.width for column in columns]
    starts: Sequence[int] = range(len(columns[0].texts) + 1)
    if screen.width is not None and _add_widths(widths) > screen.width:
        widths = _narrow(table, widths, screen.width)
        lines, starts = _with_lines([column.texts.texts() for column in columns], widths)
        columns = [_Drawn.of(own, old.right) for own, old in zip(lines, columns, strict=True)]
    if screen.colour:
        bold = collect(
            (column, range(starts[row + 1], starts[row + 2]))
            for (row, column), mark in table.marks.items()
            if mark.bold
        )
        for number, lines_of_rows in bold.items():
            columns[number] = columns[number].embolden(chain.from_iterable(lines_of_rows))
    parts = [
        part for column, width in zip(columns, widths, strict=True) for part in column.pad(width)
    ]
    between = ["", *["", _GAP] * len(columns)][: len(parts)]

    def draw(lines: slice) -> bytes:
        drawn = join_rows([part[lines] for part in parts], [*between, "\n"])
        return re.sub(rb" +\n", b"\n", drawn) if b" \n" in drawn else drawn

    yield draw(slice(starts[1]))
    yield f"{('─' if screen.unicode else '-') * _add_widths(widths)}\n".encode()
    for start in range(starts[1], starts[-1], _PIECE):
        yield draw(slice(start, start + _PIECE))


def _narrow(table: Table, widths: list[int], room: int) -> list[int]:
    """Take room from the widest texts until the table fits, or no text can be narrower."""
    texts = [column for column in range(len(widths)) if _is_text(table, column)]
    while _add_widths(widths) > room and any(widths[column] > _NARROWEST for column in texts):
        widths[max(texts, key=lambda column: (widths[column], column))] -= 1
    return widths


def _with_lines(
    columns: Sequence[Sequence[str]], widths: Sequence[int]
) -> tuple[list[list[str]], list[int]]:
    """Return columns with wide texts split into lines, and the line where each row starts.

    >>> _with_lines([["run", "a"], ["why", "no judgments at all"]], [3, 12])
    ([['run', 'a', ''], ['why', 'no judgments', 'at all']], [0, 1, 3])
    """
    rows = [
        [_break_lines(text, width) for text, width in zip(row, widths, strict=True)]
        for row in zip(*columns, strict=True)
    ]
    heights = [max(map(len, row)) for row in rows]
    lines = [
        [
            line
            for row, height in zip(rows, heights, strict=True)
            for line in (row[column] + [""] * height)[:height]
        ]
        for column in range(len(columns))
    ]
    return lines, [0, *accumulate(heights)]


def _break_lines(text: str, width: int) -> list[str]:
    """Break a text into lines at blanks, and within words that are too long."""
    from rich.cells import cell_len, chop_cells

    if cell_len(text) <= width:
        return [text]
    lines: list[str] = []
    for word in text.split():
        if lines and cell_len(f"{lines[-1]} {word}") <= width:
            lines[-1] += f" {word}"
        else:
            lines += chop_cells(word, width)
    return lines


def _draw_column(table: Table, column: int, screen: Screen) -> _Drawn:
    """Return the texts of a column, heading first; numbers and their superscripts are aligned."""
    heading, right = safe(table.columns[column].name, screen), table.is_number(column)
    cells = table.cells(column)
    if isinstance(cells, ArrayCells) and not table.marks:
        written = cells.write(table.columns[column], str)
        if _is_plain(written.content.decode(), int(written.lengths.max(initial=0))):
            drawn = TextColumn.join([TextColumn.made([heading]), written])
            widths = drawn.lengths.astype(np.int64)
            widths[0] = _width([heading])
            return _Drawn(drawn, widths, right)
    texts = table.texts(column)
    if not table.marks and _is_plain("".join(texts), max(map(len, texts), default=0)):
        return _Drawn.of([heading, *texts], right)
    marks = [table.mark(row, column) for row in range(len(table.rows))]
    above = [safe(mark.superscript, screen) for mark in marks]
    texts = [
        ("*" if mark.bold and not screen.colour else "") + safe(shorten_cell(text, screen), screen)
        for text, mark in zip(texts, marks, strict=True)
    ]
    if not any(above):
        return _Drawn.of([heading, *texts], right)
    space, length = 1 + max(map(len, above)), _meter([heading, *texts])
    if right:
        width = max(length(heading) - space, *map(length, texts))
        heading, *texts = (" " * (width - length(text)) + text for text in (heading, *texts))
    signed = (f"{text} {sign:<{space - 1}}" for text, sign in zip(texts, above, strict=True))
    return _Drawn.of([heading, *signed])


def _is_plain(text: str, longest: int) -> bool:
    """Return whether texts can be shown unchanged: short and of printable ASCII."""
    return text.isascii() and text.isprintable() and longest <= _LONGEST
