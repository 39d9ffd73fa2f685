"""Sheets on paper: pages of A4 as PDF, all written by matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from harness._version import __version__
from harness.core.notes import Note, note_lines
from harness.report.figures.canvas import draw_bars, draw_lines, settings, write_names
from harness.report.figures.kinds import Bars, Grid, Lines
from harness.report.figures.lettering import fitted, fitted_names, length, wrapped
from harness.report.figures.shapes import draw_cells
from harness.report.figures.styles import INK
from harness.report.sheets.details import Sheet
from harness.report.sheets.run_page import RunPage
from harness.report.sheets.tagged import GREY, HEIGHT, SMALL, STYLE, WIDTH, Page
from harness.report.table import Table
from harness.report.table.neutral import printed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The margins of a page, and what they leave of its width, in points.
_MARGIN = 40.0
_INNER = WIDTH - 2 * _MARGIN
#: The size of a title, and the height of a line of small letters.
_TITLE, _LINE = 17.0, 9.6
#: Between two columns of a table, and between two parts of a page.
_GUTTER, _GAP = 9.0, 10.0
#: The least and the greatest height of figures across the page, with their names.
_HIGH = (90.0, 190.0)
#: So many rows of a table, and so many lines at the foot, have room.
_MOST_ROWS, _FOOT = 14, 3


class _Sheet(Page):
    """A page with tables."""

    def table(self, table: Table, x: float, y: float, room: float) -> float:
        """Return a table with its title, no wider than the room; where the next thing goes.

        Texts give way where the columns do not fit.
        """
        if not table.rows:
            return y
        if table.title:
            title = fitted(table.title, STYLE.size, room, "bold")
            self.text(x, y, title, STYLE.size, weight="bold", role="H2")
            y += _LINE + 2
        start = x
        heads = [column.name for column in table.columns]
        columns = [
            [printed(cell, column) for cell in table.cells(number)]
            for number, column in enumerate(table.columns)
        ]
        with self.part("Table") as made:
            header, *rows = [made.add("TR") for _ in range(len(columns[0]) + 1)]
        for number, width in enumerate(_widths(table, heads, columns, room)):
            right = table.is_number(number)
            edge = x + width if right else x
            head = fitted(heads[number], SMALL, width)
            self.text(edge, y, head, color=GREY, right=right, part=header.add("TH"))
            shown = fitted_names(columns[number], SMALL, width)
            for nth, (row, text) in enumerate(zip(rows, shown, strict=True), start=1):
                self.text(edge, y + 2 + nth * _LINE, text, right=right, part=row.add("TD"))
            x += width + _GUTTER
        self.rule(y + 2.6, start, x - _GUTTER - start)
        return y + 2 + (len(columns[0]) + 1) * _LINE

    def notes(self, notes: Iterable[str], x: float, y: float, room: float) -> float:
        """Return notes below a table, one after the other."""
        return self.lines(x, y, "; ".join(notes), room)


def _widths(
    table: Table, heads: Sequence[str], columns: Sequence[Sequence[str]], room: float
) -> list[float]:
    """Return the width of each column; where all are too wide, texts share what numbers leave."""
    widths = [
        max(length(text, SMALL) for text in (head, *dict.fromkeys(cells)))
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


def sheet_pdfs(sheet: Sheet, stem: Callable[[str], str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a sheet: a page for each run, and one for all where there is something to
    say.

    ``stem`` makes the name of a file of that of a run, or of the participant.
    """
    for page in sheet.pages:
        yield f"{stem(page.run)}.pdf", run_pdf(sheet, page)
    if sheet.side_by_side or sheet.problems:
        name = f"{sheet.participant}-runs"
        yield f"{stem(name if name not in sheet.runs else name + ' ')}.pdf", participant_pdf(sheet)


def draw_run(sheet: Sheet, page: RunPage) -> _Sheet:
    """Return the page of one run, within `settings`."""
    drawn = _Sheet()
    y = _heading(drawn, page.run, sheet, page)
    y = _upper(drawn, page, y)
    room = HEIGHT - _MARGIN - (_FOOT + 2) * _LINE - y - _lower_height(page)
    y = _across(drawn, page.across, y, min(max(room, _HIGH[0]), _HIGH[1]))
    _lower(drawn, page, y)
    _footing(drawn, page.notes)
    return drawn


def run_pdf(sheet: Sheet, page: RunPage) -> bytes:
    """Return the page of one run as a file."""
    with settings(STYLE, sheet):
        return draw_run(sheet, page).pdf(f"{page.run}: {sheet.name}")


def participant_pdf(sheet: Sheet) -> bytes:
    """Return the page on which a participant's runs are compared, or why they were not
    evaluated.
    """
    with settings(STYLE, sheet):
        drawn = _Sheet()
        y = _heading(drawn, sheet.participant, sheet)
        for problem in sheet.problems:
            y = drawn.lines(_MARGIN, y, f"not evaluated: {problem}", _INNER, STYLE.size) + 4
        for table in sheet.side_by_side:
            y = drawn.table(table, _MARGIN, y, _INNER)
            y = drawn.notes(note_lines(table.notes), _MARGIN, y + 2, _INNER) + 2 * _LINE
        _footing(drawn, sheet.notes)
        return drawn.pdf(f"{sheet.participant}: {sheet.name}")


def _heading(drawn: _Sheet, name: str, sheet: Sheet, page: RunPage | None = None) -> float:
    """Draw the heading: participant, run, and the number of a further page."""
    y = _MARGIN + 4
    drawn.text(_MARGIN, y, fitted(sheet.name, STYLE.size, _INNER * 0.6), STYLE.size, color=GREY)
    if page is not None and page.group:
        group = fitted(page.group, STYLE.size, _INNER * 0.38)
        drawn.text(WIDTH - _MARGIN, y, group, STYLE.size, color=GREY, right=True)
    y += 22
    title = fitted(name, _TITLE, _INNER, "bold")
    drawn.text(_MARGIN, y, title, _TITLE, weight="bold", role="H1")
    y += 13
    if page is not None:
        known = "; ".join(f"{attribute}: {value}" for attribute, value in page.attributes)
        y = drawn.lines(_MARGIN, y, known, _INNER, STYLE.size)
        y = drawn.lines(_MARGIN, y + 1, page.verdict, _INNER, STYLE.size, INK) - 4
    drawn.rule(y, _MARGIN, _INNER)
    return y + 15


def _upper(drawn: _Sheet, page: RunPage, top: float) -> float:
    """Tables on the left and the right, the figure between them."""
    left, right = 150.0, 165.0 if any(table.rows for table in page.right) else 0.0
    x = WIDTH - _MARGIN - right
    y = _tables(drawn, page.left, _MARGIN, top, left)
    other = _tables(drawn, page.right, x, top, right)
    if page.figure is not None:
        before = 35 if isinstance(page.figure, Lines) else 65
        width = _INNER - left - right - 25 - before
        words = f"{page.figure.y_label} by {page.figure.x_label}"
        axes = drawn.axes(_MARGIN + left + before, top, width, 185, words)
        _draw(axes, page.figure, width)
    return max(y, other, top + 215) + (6 if isinstance(page.figure, Lines) else 16)


def _tables(drawn: _Sheet, tables: Iterable[Table], x: float, y: float, room: float) -> float:
    for table in tables:
        y = drawn.table(table, x, y, room) + 6
    return y - 6


def _draw(axes: Axes, figure: Lines | Grid, width: float) -> None:
    """Curves, or a heat map, with labels, on axes that are so wide."""
    if isinstance(figure, Lines):
        draw_lines(axes, figure)
        names = fitted_names([line.name for line in figure.lines], SMALL, width - 40)
        axes.legend(names, loc="best", fontsize=SMALL)
    else:
        draw_cells(axes, figure)
        rows, columns = (fitted_names(given, SMALL, 60) for given in (figure.rows, figure.columns))
        for axis, names in (("y", rows), ("x", columns)):
            write_names(axes, axis, {i + 0.5: name for i, name in enumerate(names)}, SMALL)
    axes.set_xlabel(figure.x_label)
    axes.set_ylabel(figure.y_label)


def _across(drawn: _Sheet, figures: Sequence[Bars | Lines], y: float, height: float) -> float:
    """Figures beside each other, over the whole width."""
    for number, figure in enumerate(figures):
        width = _INNER / len(figures)
        x = _MARGIN + number * width
        title = figure.y_label if isinstance(figure, Bars) and figure.ranges else figure.title
        shown = fitted(title, STYLE.size, width, "bold")
        drawn.text(x, y, shown, STYLE.size, weight="bold", role="H2")
        if isinstance(figure, Lines):
            axes = drawn.axes(x + 26, y + 6, width - 36, height - 40, title)
            _draw(axes, figure, width - 36)
            continue
        note = figure.caption.partition(". ")[0] if figure.ranges else ""
        drawn.text(x + width, y, note, color=GREY, right=True)
        names = max((length(name, SMALL) for name in figure.names), default=0.0)
        high = height - min(names, 8 * SMALL) - 24
        axes = drawn.axes(x + 26, y + 6, width - 26, high, title)
        draw_bars(axes, figure, SMALL, width - 26)
    return y + height if figures else y


def _lower(drawn: _Sheet, page: RunPage, y: float) -> None:
    """Draw the lower tables, as many of their rows as have room."""
    for table in page.lower:
        notes = list(note_lines(table.notes))
        left_out = len(table.rows) - _MOST_ROWS
        if left_out > 0:
            notes.insert(0, f"{left_out} more are in the results")
        y = drawn.table(replace(table, rows=table.rows[:_MOST_ROWS]), _MARGIN, y, _INNER)
        y = drawn.notes(notes if table.rows else (), _MARGIN, y, _INNER) + _GAP


def _lower_height(page: RunPage) -> float:
    """Return the height that `_lower` takes: tables with titles, heads and notes, and gaps."""
    rows = sum(min(len(table.rows), _MOST_ROWS) for table in page.lower)
    return rows * _LINE + len(page.lower) * (4 * _LINE + 4 + _GAP) - _GAP


def _footing(drawn: _Sheet, notes: Sequence[Note | str]) -> None:
    """Draw the notes on the numbers, as many as fit at the foot."""
    lines = wrapped("; ".join(note_lines(notes)), SMALL, _INNER - SMALL).split("\n")
    if len(lines) > _FOOT:
        lines = [*lines[: _FOOT - 1], f"{lines[_FOOT - 1]} …"]
    y = HEIGHT - _MARGIN - _LINE * len(lines)
    drawn.rule(y - _LINE, _MARGIN, _INNER)
    with drawn.part("P") as made:
        for line in lines:
            drawn.text(_MARGIN, y, line, color=GREY, part=made)
            y += _LINE
    drawn.text(WIDTH - _MARGIN, y, f"harness {__version__}", color=GREY, right=True)
