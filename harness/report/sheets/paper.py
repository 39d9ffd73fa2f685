"""Sheets as A4 pages in PDF, written with matplotlib."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from harness._version import __version__
from harness.core.notes import Note, note_lines
from harness.report.figures.canvas import draw_bars, draw_lines, settings
from harness.report.figures.kinds import Bars, Lines
from harness.report.figures.lettering import fit_names, fit_text, length, wrap_label
from harness.report.figures.styles import INK
from harness.report.sheets.details import Sheet
from harness.report.sheets.run_page import Block, Section
from harness.report.sheets.tagged import GREY, HEIGHT, SMALL, STYLE, WIDTH, Page
from harness.report.table import Table
from harness.report.table.neutral import print_cell

#: The margins of a page, and the width between them, in points.
_MARGIN = 40.0
_INNER = WIDTH - 2 * _MARGIN
#: The size of a title, and the height of a line of small text.
_TITLE, _LINE = 17.0, 9.6
#: Gaps between two columns of a table, and between two parts of a page.
_GUTTER, _GAP = 9.0, 10.0
#: The minimum and maximum height of figures across the page, with their names.
_HIGH = (90.0, 190.0)
#: The number of table rows, and of lines at the foot, that always have room.
_MOST_ROWS, _FOOT = 14, 3
#: The width of tables before and after a figure, and the height around the rows of other tables.
_BEFORE, _AFTER, _AROUND = 140.0, 165.0, 4 * _LINE + 4 + _GAP


class _Sheet(Page):
    """A page that can have tables."""

    def table(self, table: Table, x: float, y: float, room: float) -> float:
        """Draw a table with its title within the room; return the position below it.

        Texts are shortened if the columns do not fit.
        """
        title = fit_text(table.title, STYLE.size, room, "bold")
        self.text(x, y, title, STYLE.size, weight="bold", role="H2")
        y += _LINE + 2
        start = x
        heads = [column.name for column in table.columns]
        columns = [
            [print_cell(cell, column) for cell in table.cells(number)]
            for number, column in enumerate(table.columns)
        ]
        with self.part("Table") as made:
            header, *rows = [made.add("TR") for _ in range(len(columns[0]) + 1)]
        for number, width in enumerate(_choose_widths(table, heads, columns, room)):
            right = table.is_number(number)
            edge = x + width if right else x
            head = fit_text(heads[number], SMALL, width)
            self.text(edge, y, head, color=GREY, right=right, part=header.add("TH"))
            shown = fit_names(columns[number], SMALL, width)
            for nth, (row, text) in enumerate(zip(rows, shown, strict=True), start=1):
                self.text(edge, y + 2 + nth * _LINE, text, right=right, part=row.add("TD"))
            x += width + _GUTTER
        self.rule(y + 2.6, start, x - _GUTTER - start)
        return y + 2 + (len(columns[0]) + 1) * _LINE


def _choose_widths(
    table: Table, heads: Sequence[str], columns: Sequence[Sequence[str]], room: float
) -> list[float]:
    """Return the width of each column; if all are too wide, text columns share the rest."""
    widths = [
        max(length(text, SMALL) for text in (head, *dict.fromkeys(cells)))
        for head, cells in zip(heads, columns, strict=True)
    ]
    over = math.fsum(widths) + _GUTTER * (len(widths) - 1) - room
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
    """Yield the files of a sheet: a page for each run, and one for all runs if needed.

    ``stem`` maps the name of a run or participant to a file name.
    """
    for section in sheet.pages:
        yield f"{stem(section.title)}.pdf", section_pdf(sheet, section)
    if sheet.side_by_side or sheet.problems:
        name = f"{sheet.participant}-runs"
        rows = tuple((table,) for table in sheet.side_by_side)
        text = tuple(f"not evaluated: {problem}" for problem in sheet.problems)
        section = Section(sheet.participant, rows, text=text, notes=sheet.notes)
        path = stem(name if name not in sheet.runs else name + " ")
        yield f"{path}.pdf", section_pdf(sheet, section)


def section_pdf(sheet: Sheet, section: Section) -> bytes:
    """Return a section of a sheet as a file with one page."""
    with settings(STYLE, sheet):
        return draw_section(sheet, section).pdf(f"{section.title}: {sheet.name}")


def draw_section(sheet: Sheet, section: Section) -> _Sheet:
    """Draw a section of a sheet on a page, within `settings`."""
    drawn = _Sheet()
    y = _draw_heading(drawn, sheet, section)
    end = HEIGHT - _MARGIN - (_FOOT + 2) * _LINE
    for number, row in enumerate(section.rows, start=1):
        room = end - y - math.fsum(map(_reserve_height, section.rows[number:]))
        block = row[0]
        if len(row) > 1:
            y = _draw_beside(drawn, row, y)
        elif isinstance(block, Table):
            y = _draw_across(drawn, block, y, room)
        else:
            y = _draw_figure_across(drawn, block, y, min(max(room, _HIGH[0]), _HIGH[1]))
    _draw_notes(drawn, section.notes)
    return drawn


def _draw_heading(drawn: _Sheet, sheet: Sheet, section: Section) -> float:
    """Draw the heading: task, participant, title, facts and text."""
    y = _MARGIN + 4
    drawn.text(_MARGIN, y, fit_text(sheet.name, STYLE.size, _INNER * 0.6), STYLE.size, color=GREY)
    if sheet.participant != section.title:
        group = fit_text(sheet.participant, STYLE.size, _INNER * 0.38)
        drawn.text(WIDTH - _MARGIN, y, group, STYLE.size, color=GREY, right=True)
    y += 22
    title = fit_text(section.title, _TITLE, _INNER, "bold")
    drawn.text(_MARGIN, y, title, _TITLE, weight="bold", role="H1")
    y = drawn.lines(_MARGIN, y + 13, "; ".join(section.facts), _INNER, STYLE.size) + 1
    for text in section.text:
        y = drawn.lines(_MARGIN, y, text, _INNER, STYLE.size, INK)
    drawn.rule(y - 4, _MARGIN, _INNER)
    return y + 11


def _draw_beside(drawn: _Sheet, row: Sequence[Block], top: float) -> float:
    """Draw blocks side by side: a figure, with the tables before and after it on its sides."""
    middle = next((n for n, block in enumerate(row) if not isinstance(block, Table)), len(row))
    ends = [top]
    right = WIDTH - _MARGIN - _AFTER
    for tables, x, room in ((row[:middle], _MARGIN, _BEFORE), (row[middle + 1 :], right, _AFTER)):
        y = top
        for table in tables:
            assert isinstance(table, Table)
            y = drawn.table(table, x, y, room) + 6
        ends.append(y - 6)
    for figure in row[middle : middle + 1]:
        assert isinstance(figure, Lines)
        width = right - _MARGIN - _BEFORE - 60
        words = f"{figure.y_label} by {figure.x_label}"
        axes = drawn.axes(_MARGIN + _BEFORE + 35, top, width, 185, words)
        draw_lines(axes, figure)
        names = fit_names([line.name for line in figure.lines], SMALL, width - 40)
        axes.legend(names, loc="best", fontsize=SMALL)
        axes.set(xlabel=figure.x_label, ylabel=figure.y_label)
        ends.append(top + 215)
    return max(ends) + 6


def _draw_figure_across(drawn: _Sheet, figure: Bars | Lines, y: float, height: float) -> float:
    """Draw a figure over the whole width, ``height`` points high including its names."""
    assert isinstance(figure, Bars)
    title = fit_text(figure.y_label, STYLE.size, _INNER, "bold")
    drawn.text(_MARGIN, y, title, STYLE.size, weight="bold", role="H2")
    drawn.text(WIDTH - _MARGIN, y, figure.caption.partition(". ")[0], color=GREY, right=True)
    names = max((length(name, SMALL) for name in figure.names), default=0.0)
    high = height - min(names, 8 * SMALL) - 24
    axes = drawn.axes(_MARGIN + 26, y + 6, _INNER - 26, high, figure.y_label)
    draw_bars(axes, figure, SMALL, _INNER - 26)
    return y + height


def _draw_across(drawn: _Sheet, table: Table, y: float, room: float) -> float:
    """Draw a table over the whole width, with as many rows as fit, and its notes."""
    table = table.top(max(_MOST_ROWS, int((room - _AROUND) / _LINE)))
    y = drawn.table(table, _MARGIN, y, _INNER)
    return drawn.lines(_MARGIN, y + 2, "; ".join(note_lines(table.notes)), _INNER) + _GAP


def _reserve_height(row: Sequence[Block]) -> float:
    """Return the height reserved for a row: a table with title, headings, notes and gaps."""
    tables = [min(len(it.rows), _MOST_ROWS) for it in row if isinstance(it, Table)]
    return max(tables) * _LINE + _AROUND if tables else _HIGH[0]


def _draw_notes(drawn: _Sheet, notes: Sequence[Note | str]) -> None:
    """Draw as many notes on the numbers as fit at the foot."""
    lines = wrap_label("; ".join(note_lines(notes)), SMALL, _INNER - SMALL).split("\n")
    if len(lines) > _FOOT:
        lines = [*lines[: _FOOT - 1], f"{lines[_FOOT - 1]} …"]
    y = HEIGHT - _MARGIN - _LINE * len(lines)
    drawn.rule(y - _LINE, _MARGIN, _INNER)
    with drawn.part("P") as made:
        for line in lines:
            drawn.text(_MARGIN, y, line, color=GREY, part=made)
            y += _LINE
    drawn.text(WIDTH - _MARGIN, y, f"harness {__version__}", color=GREY, right=True)
