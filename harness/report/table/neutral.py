"""The table itself: columns, rows, marks and notes, independent of how it is shown."""

from __future__ import annotations

import math
import textwrap
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar

from harness.core.harmless import brief, isolate, visible
from harness.core.notes import Note

if TYPE_CHECKING:
    from harness.core.columns import TextColumn

T = TypeVar("T")

Cell = str | int | float | None

#: Replacements for drawing characters if only ASCII is available.
_IN_ASCII = str.maketrans("├─●┤│–", "|-o||-")
#: Notes below a table; a text without a code explains columns.
Notes = tuple[Note | str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, and the decimals of its numbers (None: all digits).

    ``small`` numbers, such as p-values, are never rounded to 0: 1.8e-15 stays visible. Texts of a
    ``fixed`` column are drawings, which a terminal never wraps. ``minor`` columns are hidden first
    if there is not enough room.
    """

    name: str
    digits: int | None = None
    small: bool = False
    fixed: bool = False
    minor: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """Emphasis of a cell: bold, and superscripts after it."""

    bold: bool = False
    superscript: str = ""


def complete_headings(*columns: Column | str, digits: int | None = None) -> tuple[Column, ...]:
    """Return columns, some of which are given as headings only; these get ``digits``.

    >>> [column.digits for column in complete_headings("low", Column("run"), digits=4)]
    [4, None]
    """
    return tuple(
        Column(column, digits) if isinstance(column, str) else column for column in columns
    )


#: The mark of an unmarked cell.
PLAIN = Mark()


class ArrayCells(Sequence[Cell]):
    """The cells of a column as arrays; cells are made on demand."""

    def __getitem__(self, index: Any) -> Any:
        return self[index : index + 1 or None][0] if isinstance(index, int) else self.listed(index)

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.listed(slice(None)))

    @abstractmethod
    def listed(self, rows: slice) -> list[Cell]:
        """Return the cells of some rows."""

    @abstractmethod
    def part(self, rows: slice) -> ArrayCells:
        """Return the column of some rows."""

    @property
    @abstractmethod
    def is_number(self) -> bool:
        """Whether some of the cells are numbers."""

    @abstractmethod
    def write(self, column: Column, text: Callable[[str], str]) -> TextColumn:
        """Return the cells in the form of `render_cell`, with a function applied to texts."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ColumnRows(Sequence[tuple[Cell, ...]]):
    """The rows of stored columns; rows are made on demand.

    >>> rows = ColumnRows((["x", "y"], [0.5, 0.25]))
    >>> rows, len(rows), rows[1], rows == [("x", 0.5), ("y", 0.25)]
    ([('x', 0.5), ('y', 0.25)], 2, ('y', 0.25), True)
    """

    cells: tuple[Sequence[Cell], ...]

    def __len__(self) -> int:
        return len(self.cells[0]) if self.cells else 0

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return list(zip(*(cells[index] for cells in self.cells), strict=True))
        return tuple(cells[index] for cells in self.cells)

    def __iter__(self) -> Iterator[tuple[Cell, ...]]:
        return zip(*self.cells, strict=True)

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))


@dataclass(frozen=True, slots=True)
class Table:
    """Headings, rows, and notes to show below. Only renderers round numbers.

    ``marks`` are given by row and column, both from 0. Data formats (tsv, csv, json, jsonl, frames)
    omit marks, titles and notes.
    """

    columns: tuple[Column, ...]
    rows: Sequence[tuple[Cell, ...]]
    title: str = ""
    notes: Notes = ()
    marks: Mapping[tuple[int, int], Mark] = field(default_factory=dict)

    @classmethod
    def of_columns(
        cls,
        *columns: tuple[Column | str, Any],
        title: str = "",
        notes: Sequence[Note | str] = (),
        marks: Mapping[tuple[int, int], Mark] | None = None,
    ) -> Table:
        """Return a table from columns with all their cells, as sequences or arrays.

        >>> import numpy as np
        >>> Table.of_columns(("run", ["x", "y"]), (Column("AP", 4), np.array([0.5, 0.25]))).rows
        [('x', 0.5), ('y', 0.25)]
        """
        cells = [
            values
            if isinstance(values, ArrayCells)
            else values.tolist()
            if hasattr(values, "tolist")
            else list(values)
            for _, values in columns
        ]
        headings = complete_headings(*(column for column, _ in columns))
        return cls(headings, ColumnRows(tuple(cells)), title, tuple(notes), marks or {})

    @classmethod
    def of_records(
        cls,
        records: Iterable[T],
        *columns: str | tuple[Column | str, str | Callable[[T], Cell]],
        title: str = "",
        notes: Sequence[Note | str] = (),
    ) -> Table:
        """Return a table with a row per record; a column is a heading and how to get its value.

        That is a function or the name of an attribute; a heading alone is also the attribute.

        >>> Table.of_records([1 + 2j, 3], "real", ("other", "imag"), ("sum", abs)).rows
        [(1.0, 2.0, 2.23606797749979), (3, 0, 3)]
        """
        pairs = [(column, column) if isinstance(column, str) else column for column in columns]
        takes = [attrgetter(take) if isinstance(take, str) else take for _, take in pairs]
        rows = [tuple(take(record) for take in takes) for record in records]
        return cls(complete_headings(*(heading for heading, _ in pairs)), rows, title, tuple(notes))

    @classmethod
    def of_facts(
        cls, facts: Iterable[tuple[str, Cell]], title: str = "", notes: Sequence[Note | str] = ()
    ) -> Table:
        """Return a table of facts, a row each, as text; unknown facts are omitted.

        >>> Table.of_facts([("topics", 50), ("seed", None)]).rows
        [('topics', '50')]
        """
        rows = [(name, str(value)) for name, value in facts if value not in (None, "")]
        return cls(complete_headings("what", "value"), rows, title, tuple(notes))

    def top(self, count: int) -> Table:
        """Return the first rows, with a note on how many rows there are.

        >>> Table((Column("run"),), [("x",), ("y",)]).top(1).notes
        ('the first 1 of 2 rows',)
        """
        if count >= len(self.rows):
            return self
        marks = {cell: mark for cell, mark in self.marks.items() if cell[0] < count}
        first = replace(self, rows=self.rows[:count], marks=marks)
        return first.noted(f"the first {count:,} of {len(self.rows):,} rows")

    def noted(self, *notes: Note | str) -> Table:
        """Return the table with further notes.

        >>> Table((), (), notes=("first",)).noted("second").notes
        ('first', 'second')
        """
        return replace(self, notes=(*self.notes, *notes))

    def mark(self, row: int, column: int) -> Mark:
        """Return the mark of a cell."""
        return self.marks.get((row, column), PLAIN)

    def cells(self, column: int) -> Sequence[Cell]:
        """Return the cells of a column."""
        if isinstance(self.rows, ColumnRows):
            return self.rows.cells[column]
        return [row[column] for row in self.rows]

    def is_number(self, column: int) -> bool:
        """Return whether a column has numbers; these are aligned to the right."""
        cells = self.cells(column)
        if isinstance(cells, ArrayCells):
            return cells.is_number
        return any(issubclass(kind, int | float) for kind in set(map(type, cells)))

    def texts(self, column: int) -> list[str]:
        """Return the cells of a column as text for people."""
        return render_cells(self.cells(column), self.columns[column])

    def without_empty(self, *names: str) -> Table:
        """Return the table without those of the named columns that are empty in every row.

        >>> Table(complete_headings("topic", "title"), [("1", None)]).without_empty("title").columns
        (Column(name='topic', digits=None, small=False, fixed=False, minor=False),)
        """
        kept = [
            number
            for number, column in enumerate(self.columns)
            if column.name not in names or any(self.texts(number))
        ]
        return replace(self.chosen(kept), title=self.title, notes=self.notes)

    def chosen(self, chosen_columns: Sequence[int]) -> Table:
        """Return some of the columns with their marks, without title and notes."""
        marks = {
            (row, new): mark
            for new, old in enumerate(chosen_columns)
            for (row, column), mark in self.marks.items()
            if column == old
        }
        columns = tuple(self.columns[column] for column in chosen_columns)
        rows = ColumnRows(tuple(self.cells(column) for column in chosen_columns))
        return replace(self, columns=columns, rows=rows, title="", notes=(), marks=marks)


@dataclass(frozen=True, slots=True)
class Screen:
    """Medium of a text: its width in characters (None: unlimited), and its abilities.

    ``colour`` allows bold and colours, ``unicode`` allows characters beyond ASCII.
    """

    width: int | None = None
    colour: bool = False
    unicode: bool = True


def wrap_line(line: str, screen: Screen) -> str:
    """Return a line wrapped at words if it is too long, with continuation lines indented.

    >>> print(wrap_line("unjudged: 3 of 9 documents", Screen(20)))
    unjudged: 3 of 9
      documents
    """
    if screen.width is None or len(line) <= screen.width:
        return line
    width = max(screen.width, 20)
    kept = {"break_long_words": False, "break_on_hyphens": False}
    return textwrap.fill(line, width, subsequent_indent="  ", **kept)  # type: ignore[arg-type]


def safe(text: str, screen: Screen) -> str:
    """Return a text that the screen can show, and that cannot affect other text."""
    text = visible(brief(text))
    if screen.unicode:
        return isolate(text)
    return text.translate(_IN_ASCII).encode("ascii", "backslashreplace").decode()


def render_cell(cell: Cell, column: Column) -> str:
    """Return a cell as text for people: rounded to the column's digits, empty for None and NaN."""
    if cell is None or (isinstance(cell, float) and cell != cell):
        return ""
    if isinstance(cell, float):
        return (
            repr(cell) if column.digits is None else round_number(cell, column.digits, column.small)
        )
    return str(cell)


def print_cell(cell: Cell, column: Column) -> str:
    """Return a cell like `render_cell`, with thousands separators in whole numbers: for pages and
    paper.

    >>> print_cell(1250, Column("seen")), print_cell(5e4, Column("x", 0))
    ('1,250', '50,000')
    >>> print_cell("1250", Column("run"))
    '1250'
    """
    text = render_cell(cell, column)
    separated = not isinstance(cell, str) and text.lstrip("-").isdecimal()
    return f"{int(text):,}" if separated else text


def render_cells(
    cells: Sequence[Cell], column: Column, text: Callable[[str], str] = str
) -> list[str]:
    """Return the cells of a column in the form of `render_cell`, with a function applied to texts.

    >>> render_cells(["x", 1, None, 0.25], Column("AP", 1), str.upper)
    ['X', '1', '', '0.2']
    """
    if isinstance(cells, ArrayCells):
        return cells.write(column, text).texts()
    return [text(cell) if isinstance(cell, str) else render_cell(cell, column) for cell in cells]


def round_number(number: float, digits: int, small: bool) -> str:
    """Return a number with so many decimals, or with an exponent if a small one would become 0.

    >>> round_number(0.25, 4, True), round_number(1.78e-15, 4, True)
    ('0.2500', '1.8e-15')
    >>> round_number(1.78e-15, 4, False)
    '0.0000'
    """
    text = f"{number:.{digits}f}"
    return f"{number:.1e}" if small and number and not float(text) else text


def finite(number: float) -> Cell:
    """Return a number, None for NaN, or infinity as text, because not every format can represent
    it.

    >>> finite(0.5), finite(float("nan")), finite(float("-inf"))
    (0.5, None, '-∞')
    """
    if math.isnan(number):
        return None
    if math.isinf(number):
        return "∞" if number > 0 else "-∞"
    return number
