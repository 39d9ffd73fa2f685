"""Sheets as PDF: one page of A4 for each run, and one for a participant's runs side by side."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from harness._version import __version__
from harness.core.notes import Note, note_lines
from harness.report.figures import FigureStyle
from harness.report.figures.canvas import draw_bars, draw_lines, settings
from harness.report.figures.cells import draw_cells
from harness.report.figures.kinds import Bars, Grid, Lines
from harness.report.figures.lettering import fitted, length, wrapped
from harness.report.figures.plots import described
from harness.report.figures.styles import INK
from harness.report.sheets.run_page import RunPage
from harness.report.sheets.sheet import Sheet
from harness.report.table import Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: A4 and its margins, in points.
_WIDTH, _HEIGHT, _MARGIN = 595.276, 841.89, 40.0
_INNER = _WIDTH - 2 * _MARGIN
#: The sizes of letters, and the height of a line of the smaller ones.
_STYLE = FigureStyle(size=8.0, fonts=("Helvetica", "Arial", "DejaVu Sans"))
_SMALL, _TITLE, _LINE = _STYLE.small, 17.0, 9.6
_GREY = "#666666"
#: Between two columns of a table, and between two parts of a page.
_GUTTER, _GAP = 9.0, 10.0
#: The least and the greatest height of figures across the page, with their names.
_HIGH = (90.0, 190.0)
#: So many rows of a table, and so many lines at the foot, have room.
_MOST_ROWS, _FOOT = 14, 3


@dataclass
class _Page:
    """A page under way; positions are points from its upper left corner."""

    drawn: Any = field(init=False)

    def __post_init__(self) -> None:
        from matplotlib.figure import Figure

        self.drawn = Figure(figsize=(_WIDTH / 72, _HEIGHT / 72))

    def text(self, x: float, y: float, text: str, size: float = _SMALL, **look: Any) -> None:
        """A line of text that stands on y."""
        if text:
            self.drawn.add_artist(_word()(x / _WIDTH, 1 - y / _HEIGHT, text, fontsize=size, **look))

    def lines(self, x: float, y: float, text: str, room: float, size: float = _SMALL) -> float:
        """A text in lines that fit the room, in grey; where the next line goes."""
        for line in wrapped(text, size, room).split("\n") if text else ():
            self.text(x, y, line, size, color=_GREY)
            y += size * 1.25
        return y

    def rule(self, y: float, x: float = _MARGIN, width: float = _INNER) -> None:
        """A thin line across."""
        from matplotlib.lines import Line2D

        ends = [x / _WIDTH, (x + width) / _WIDTH]
        level = [1 - y / _HEIGHT] * 2
        self.drawn.add_artist(Line2D(ends, level, color=INK, linewidth=0.4))

    def axes(self, x: float, y: float, width: float, height: float) -> Axes:
        """Axes whose upper left corner is there."""
        made: Axes = self.drawn.add_axes(
            (x / _WIDTH, 1 - (y + height) / _HEIGHT, width / _WIDTH, height / _HEIGHT)
        )
        return made

    def table(self, table: Table, x: float, y: float, room: float) -> float:
        """A table with its title, no wider than the room; where the next thing goes.

        Texts give way where the columns do not fit.
        """
        if not table.rows:
            return y
        if table.title:
            title = fitted(table.title, _STYLE.size, room, "bold")
            self.text(x, y, title, _STYLE.size, weight="bold")
            y += _LINE + 2
        start = x
        heads = [column.name for column in table.columns]
        columns = [table.texts(column) for column in range(len(heads))]
        for number, width in enumerate(_widths(table, heads, columns, room)):
            right = table.is_number(number)
            edge, align = (x + width, "right") if right else (x, "left")
            head = fitted(heads[number], _SMALL, width)
            self.text(edge, y, head, color=_GREY, ha=align)
            for row, text in enumerate(columns[number], start=1):
                shown = fitted(text, _SMALL, width)
                self.text(edge, y + 2 + row * _LINE, shown, ha=align)
            x += width + _GUTTER
        self.rule(y + 2.6, start, x - _GUTTER - start)
        return y + 2 + (len(columns[0]) + 1) * _LINE

    def notes(self, notes: Iterable[str], x: float, y: float, room: float) -> float:
        """Notes below a table, one after the other."""
        return self.lines(x, y, "; ".join(notes), room)

    def pdf(self, title: str) -> bytes:
        """The file; the same page gives the same bytes."""
        left_out = dict.fromkeys(("CreationDate", "Creator", "Producer"))
        with io.BytesIO() as file:
            self.drawn.savefig(file, format="pdf", metadata={**left_out, "Title": described(title)})
            return file.getvalue()


@cache
def _word() -> type[Any]:
    """A class of texts that are drawn as they stand: one line, upright, of a width that is known.

    Pages have hundreds of them, and matplotlib lays each out anew.
    """
    from matplotlib.text import Text

    class Word(Text):
        def draw(self, renderer: Any) -> None:
            x, y = self.get_transform().transform(self.get_position())
            text, size = self.get_text(), float(self.get_fontsize())
            if self.get_horizontalalignment() == "right":
                x -= length(text, size, str(self.get_fontweight())) * renderer.points_to_pixels(1)
            gc = renderer.new_gc()
            gc.set_foreground(self.get_color())
            renderer.draw_text(gc, x, y, text, self.get_fontproperties(), 0)
            gc.restore()

    return Word


def _widths(
    table: Table, heads: Sequence[str], columns: Sequence[Sequence[str]], room: float
) -> list[float]:
    """The width of each column; where all are too wide, texts share what numbers leave."""
    widths = [
        max(length(text, _SMALL) for text in (head, *dict.fromkeys(cells)))
        for head, cells in zip(heads, columns, strict=True)
    ]
    over = sum(widths) + _GUTTER * (len(widths) - 1) - room
    texts = [number for number in range(len(widths)) if not table.is_number(number)]
    while over > 0.01 and texts:
        widest = max(texts, key=lambda number: widths[number])
        below = max((widths[n] for n in texts if widths[n] < widths[widest]), default=0.0)
        cut = min(over, max(widths[widest] - max(below, 20.0), 0.0))
        if not cut:
            break
        widths[widest] -= cut
        over -= cut
    return widths


@contextmanager
def page_settings() -> Iterator[None]:
    """Those of figures; fonts as shapes that can be searched, which take half the time to write."""
    import matplotlib as mpl

    with settings(_STYLE), mpl.rc_context({"pdf.fonttype": 3}):
        yield


def sheet_pdfs(sheet: Sheet, stem: Callable[[str], str]) -> Iterator[tuple[str, bytes]]:
    """The files of a sheet: a page for each run, and one for all where there is something to say.

    ``stem`` makes the name of a file of that of a run, or of the participant.
    """
    for page in sheet.pages:
        yield f"{stem(page.run)}.pdf", run_pdf(sheet, page)
    if sheet.side_by_side or sheet.problems:
        name = f"{sheet.participant}-runs"
        yield f"{stem(name if name not in sheet.runs else name + ' ')}.pdf", participant_pdf(sheet)


def draw_run(sheet: Sheet, page: RunPage) -> _Page:
    """The page of one run, within `page_settings`."""
    drawn = _Page()
    y = _heading(drawn, page.run, sheet, page)
    y = _upper(drawn, page, y)
    room = _HEIGHT - _MARGIN - (_FOOT + 2) * _LINE - y - _lower_height(page)
    y = _across(drawn, page.across, y, min(max(room, _HIGH[0]), _HIGH[1]))
    _lower(drawn, page, y)
    _footing(drawn, page.notes)
    return drawn


def run_pdf(sheet: Sheet, page: RunPage) -> bytes:
    """The page of one run as a file."""
    with page_settings():
        return draw_run(sheet, page).pdf(f"{page.run}: {sheet.name}")


def participant_pdf(sheet: Sheet) -> bytes:
    """The page on which a participant's runs are compared, or why they were not evaluated."""
    with page_settings():
        drawn = _Page()
        y = _heading(drawn, sheet.participant, sheet)
        for problem in sheet.problems:
            y = drawn.lines(_MARGIN, y, f"not evaluated: {problem}", _INNER, _STYLE.size) + 4
        for table in sheet.side_by_side:
            y = drawn.table(table, _MARGIN, y, _INNER)
            y = drawn.notes(note_lines(table.notes), _MARGIN, y + 2, _INNER) + 2 * _LINE
        _footing(drawn, sheet.notes)
        return drawn.pdf(f"{sheet.participant}: {sheet.name}")


def _heading(drawn: _Page, name: str, sheet: Sheet, page: RunPage | None = None) -> float:
    """Who and what this is; where the page goes on."""
    y = _MARGIN + 4
    drawn.text(_MARGIN, y, fitted(sheet.name, _STYLE.size, _INNER * 0.6), _STYLE.size, color=_GREY)
    if page is not None and page.group:
        group = fitted(page.group, _STYLE.size, _INNER * 0.38)
        drawn.text(_WIDTH - _MARGIN, y, group, _STYLE.size, color=_GREY, ha="right")
    y += 22
    drawn.text(_MARGIN, y, fitted(name, _TITLE, _INNER, "bold"), _TITLE, weight="bold")
    y += 13
    if page is not None:
        known = "   ".join(f"{attribute}: {value}" for attribute, value in page.attributes)
        y = drawn.lines(_MARGIN, y, known, _INNER, _STYLE.size)
        drawn.text(_MARGIN, y + 1, fitted(page.verdict, _STYLE.size, _INNER), _STYLE.size)
        y += 6
    drawn.rule(y)
    return y + 15


def _upper(drawn: _Page, page: RunPage, top: float) -> float:
    """Tables on the left and the right, the figure between them."""
    left, right = 150.0, 165.0 if any(table.rows for table in page.right) else 0.0
    x = _WIDTH - _MARGIN - right
    y = _tables(drawn, page.left, _MARGIN, top, left)
    other = _tables(drawn, page.right, x, top, right)
    if page.figure is not None:
        before = 35 if isinstance(page.figure, Lines) else 65
        width = _INNER - left - right - 25 - before
        axes = drawn.axes(_MARGIN + left + before, top, width, 185)
        _draw(axes, page.figure, width)
    return max(y, other, top + 215) + (6 if isinstance(page.figure, Lines) else 16)


def _tables(drawn: _Page, tables: Iterable[Table], x: float, y: float, room: float) -> float:
    for table in tables:
        y = drawn.table(table, x, y, room) + 6
    return y - 6


def _draw(axes: Axes, figure: Lines | Grid, width: float) -> None:
    """Curves, or a heat map, with labels, on axes that are so wide."""
    if isinstance(figure, Lines):
        draw_lines(axes, figure)
        names = [fitted(line.name, _SMALL, width - 40) for line in figure.lines]
        axes.legend(names, loc="best", fontsize=_SMALL)
    else:
        draw_cells(axes, figure)
        rows, columns = (
            [fitted(name, _SMALL, 60) for name in given] for given in (figure.rows, figure.columns)
        )
        axes.set_yticks([row + 0.5 for row in range(len(rows))], rows)
        axes.set_xticks([column + 0.5 for column in range(len(columns))], columns, rotation=90)
        axes.tick_params(length=0)
    axes.set_xlabel(figure.x_label)
    axes.set_ylabel(figure.y_label)
    axes.tick_params(labelsize=_SMALL)


def _across(drawn: _Page, figures: Sequence[Bars | Lines], y: float, height: float) -> float:
    """Figures beside each other, over the whole width."""
    for number, figure in enumerate(figures):
        width = _INNER / len(figures)
        x = _MARGIN + number * width
        title = figure.y_label if isinstance(figure, Bars) and figure.ranges else figure.title
        drawn.text(x, y, fitted(title, _STYLE.size, width, "bold"), _STYLE.size, weight="bold")
        if isinstance(figure, Lines):
            _draw(drawn.axes(x + 26, y + 6, width - 36, height - 40), figure, width - 36)
            continue
        note = figure.caption.partition(". ")[0] if figure.ranges else ""
        drawn.text(x + width, y, note, color=_GREY, ha="right")
        names = max((length(name, _SMALL) for name in figure.names), default=0.0)
        axes = drawn.axes(x + 26, y + 6, width - 26, height - min(names, 8 * _SMALL) - 24)
        draw_bars(axes, figure, _SMALL, width - 26)
    return y + height if figures else y


def _lower(drawn: _Page, page: RunPage, y: float) -> None:
    """The lower tables, as many of their rows as have room."""
    for table in page.lower:
        notes = list(note_lines(table.notes))
        left_out = len(table.rows) - _MOST_ROWS
        if left_out > 0:
            notes.insert(0, f"{left_out} more are in the results")
        y = drawn.table(replace(table, rows=table.rows[:_MOST_ROWS]), _MARGIN, y, _INNER)
        y = drawn.notes(notes if table.rows else (), _MARGIN, y, _INNER) + _GAP


def _lower_height(page: RunPage) -> float:
    """The height that `_lower` takes: tables with titles, heads and notes, and gaps."""
    rows = sum(min(len(table.rows), _MOST_ROWS) for table in page.lower)
    return rows * _LINE + len(page.lower) * (4 * _LINE + 4 + _GAP) - _GAP


def _footing(drawn: _Page, notes: Sequence[Note | str]) -> None:
    """What the numbers rest on, as much as has room at the foot."""
    lines = wrapped("; ".join(note_lines(notes)), _SMALL, _INNER - _SMALL).split("\n")
    if len(lines) > _FOOT:
        lines = [*lines[: _FOOT - 1], f"{lines[_FOOT - 1]} …"]
    y = _HEIGHT - _MARGIN - _LINE * len(lines)
    drawn.rule(y - _LINE)
    for line in lines:
        drawn.text(_MARGIN, y, line, color=_GREY)
        y += _LINE
    drawn.text(_WIDTH - _MARGIN, y, f"harness {__version__}", color=_GREY, ha="right")
