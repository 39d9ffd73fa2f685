"""A table drawn for a terminal; one that is too wide is broken into several."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from harness.core.harmless import brief, isolated, visible
from harness.core.notes import note_lines
from harness.report.table.neutral import Screen, Table

#: So many characters of a cell are shown: what is no identifier (a whole text) may be any length.
_LONGEST = 200


def terminal_text(table: Table, screen: Screen) -> str:
    """The title, the table or its parts, and the notes.

    Superscripts stand behind the cells. Where the screen has no bold, a star stands in front.
    """
    parts = [safe(table.title, screen)] if table.title else []
    columns = [_column(table, column, screen) for column in range(len(table.columns))]
    widths = [_width(texts) for texts in columns]
    bold = screen.colour and any(mark.bold for mark in table.marks.values())
    fits = screen.width is None or _together(widths) <= screen.width
    if fits and all(widths) and not bold:
        parts.append(_in_columns(columns, widths, screen))
    else:
        parts += [_drawn(block, screen) for block in _blocks(table, screen)]
    notes = "".join(f"{safe(note, screen)}\n" for note in note_lines(table.notes))
    if not screen.colour and any(mark.bold for mark in table.marks.values()):
        notes += "* in front: bold\n"
    return "\n\n".join(parts) + "\n" + (f"\n{notes}" if notes else "")


def safe(text: str, screen: Screen) -> str:
    """A text that the screen can show, and that cannot change how it shows others."""
    text = visible(brief(text))
    if screen.unicode:
        return isolated(text)
    return text.encode("ascii", "backslashreplace").decode()


def shortened(text: str, screen: Screen) -> str:
    """A text as a cell has room for it; whatever is read by programs has all of it."""
    if len(text) <= _LONGEST:
        return text
    return text[:_LONGEST] + (" …" if screen.unicode else " ...")


def fitting(table: Table, width: int) -> Table:
    """The table with its first columns, as many as there is room for, but two at least.

    >>> from harness.report.table import Column
    >>> wide = Table((Column("run"), Column("AP", 4), Column("nDCG@10", 4)), [("a", 0.5, 0.25)])
    >>> [column.name for column in fitting(wide, 20).columns]
    ['run', 'AP']
    """
    widths = _widths(table, Screen())
    room = sum(_together(widths[:count]) <= width for count in range(1, len(widths) + 1))
    return table if room == len(widths) else table.chosen(range(max(2, room)))


def natural_width(table: Table, screen: Screen) -> int:
    """How wide the table is drawn in full."""
    return _together(_widths(table, screen))


def _together(widths: Sequence[int]) -> int:
    return sum(widths) + 3 * (len(widths) - 1)


def _widths(table: Table, screen: Screen) -> list[int]:
    """How wide each column is in full."""
    return [_width(_column(table, column, screen)) for column in range(len(table.columns))]


def _width(texts: Sequence[str]) -> int:
    """How wide the widest of some texts is."""
    from rich.cells import cell_len

    # Of plain texts every character takes one cell.
    length = len if "".join(texts).isascii() else cell_len
    return max(map(length, texts), default=0)


def _in_columns(columns: Sequence[Sequence[str]], widths: Sequence[int], screen: Screen) -> str:
    """The lines of a table that needs neither breaking nor bold, whole columns at a time."""
    from rich.cells import cell_len

    padded = []
    for texts, width in zip(columns, widths, strict=True):
        if "".join(texts).isascii():
            padded.append([text.ljust(width) for text in texts])
        else:
            padded.append([text + " " * (width - cell_len(text)) for text in texts])
    heading, *rows = ("   ".join(cells).rstrip() for cells in zip(*padded, strict=True))
    rule = ("─" if screen.unicode else "-") * _together(widths)
    return "\n".join((heading, rule, *rows))


def _blocks(table: Table, screen: Screen) -> list[Table]:
    """The table, or where it is too wide several: each with the first columns up to a number."""
    widths = _widths(table, screen)
    if screen.width is None or _together(widths) <= screen.width:
        return [table]
    columns = range(len(widths))
    lead = max(1, next((column for column in columns if table.is_number(column)), len(widths)))
    first = list(columns[:lead])
    blocks: list[list[int]] = []
    for column in columns[lead:]:
        wider = [*first, *(blocks[-1] if blocks else ()), column]
        if blocks and _together([widths[start] for start in wider]) <= screen.width:
            blocks[-1].append(column)
        else:
            blocks.append([column])
    return [table.chosen([*first, *block]) for block in blocks] or [table]


def _column(table: Table, column: int, screen: Screen) -> list[str]:
    """The texts of a column, the heading first; numbers and their superscripts are aligned."""
    from rich.cells import cell_len

    heading = safe(table.columns[column].name, screen)
    given = table.texts(column)
    if not table.marks and _is_plain(given):
        width = max(len(heading), max(map(len, given), default=0))
        if not table.is_number(column):
            return [heading, *given]
        return [heading.rjust(width), *(text.rjust(width) for text in given)]
    marks = [table.mark(row, column) for row in range(len(table.rows))]
    above = [safe(mark.superscript, screen) for mark in marks]
    texts = [
        ("*" if mark.bold and not screen.colour else "") + safe(shortened(text, screen), screen)
        for text, mark in zip(given, marks, strict=True)
    ]
    space = 1 + max(map(len, above)) if any(above) else 0
    if not table.is_number(column):
        return [heading, *_joined(texts, above, space)]
    most = max(map(cell_len, texts))
    width = max(cell_len(heading), most + space)
    heading = _right(heading, width - space)
    return [
        heading + " " * (width - cell_len(heading)),
        *_joined([_right(text, width - space) for text in texts], above, space),
    ]


def _is_plain(texts: Sequence[str]) -> bool:
    """Whether all texts are short and of printable ASCII, so that they are shown as they are."""
    together = "".join(texts)
    longest = max(map(len, texts), default=0)
    return together.isascii() and together.isprintable() and longest <= _LONGEST


def _joined(texts: Iterable[str], above: Iterable[str], space: int) -> list[str]:
    """The texts with the superscripts behind them, all in so much space."""
    if not space:
        return list(texts)
    return [f"{text} {sign:<{space - 1}}" for text, sign in zip(texts, above, strict=True)]


def _right(text: str, width: int) -> str:
    from rich.cells import cell_len

    return " " * (width - cell_len(text)) + text


def _drawn(table: Table, screen: Screen) -> str:
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    columns = [_column(table, column, screen) for column in range(len(table.columns))]
    for column, (heading, *_) in enumerate(columns):
        own_line = table.columns[column].fixed or table.is_number(column)
        drawn.add_column(Text(heading), no_wrap=own_line, overflow="fold")
    for row in range(len(table.rows)):
        styles = ["bold" if table.mark(row, column).bold else "" for column in range(len(columns))]
        texts = [texts[row + 1] for texts in columns]
        drawn.add_row(*(Text(text, style) for text, style in zip(texts, styles, strict=True)))
    out = io.StringIO()
    Console(
        file=out,
        width=screen.width or max(40, natural_width(table, screen)),
        color_system="standard" if screen.colour else None,
        force_terminal=screen.colour,
        legacy_windows=False,
    ).print(drawn)
    text = "\n".join(line.rstrip() for line in out.getvalue().rstrip("\n").split("\n"))
    return text if screen.unicode else text.replace("─", "-")
