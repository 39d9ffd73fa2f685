"""A neutral table, and one small renderer for each way of showing it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from harness.errors import EvaluationError, Problem, nearest

Cell = str | int | float | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, and how many decimals its numbers are shown with (None: all).

    ``small`` numbers, such as p-values, are never rounded to 0: 1.8e-15 is shown as that.
    """

    name: str
    digits: int | None = None
    small: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Headings, rows and the notes that belong below. Numbers are rounded by the renderers only.

    ``data`` renderers (tsv, csv, json, jsonl) show numbers in full unless a column says otherwise.
    """

    columns: tuple[Column, ...]
    rows: Sequence[tuple[Cell, ...]]
    title: str = ""
    notes: tuple[str, ...] = ()


def render(table: Table, style: str, *, width: int | None = None) -> str:
    """The table as text: ``table``, ``markdown``, ``tsv``, ``csv``, ``json``, ``jsonl``, ``latex``.

    >>> print(render(Table((Column("run"), Column("AP", 4)), [("bm25", 0.25)]), "tsv"), end="")
    run	AP
    bm25	0.2500
    """
    try:
        renderer = RENDERERS[style]
    except KeyError:
        hint = nearest(style, RENDERERS) or f"known: {', '.join(RENDERERS)}"
        raise EvaluationError(Problem(f"unknown format {style!r}", hint=hint)) from None
    return renderer(table, width)


def shown(cell: Cell, column: Column) -> str:
    """A cell as people read it: rounded to the column's digits, nothing for None and NaN."""
    if cell is None or (isinstance(cell, float) and cell != cell):
        return ""
    if isinstance(cell, float):
        return repr(cell) if column.digits is None else _rounded(cell, column.digits, column.small)
    return str(cell)


def _rounded(number: float, digits: int, small: bool) -> str:
    """A number with so many decimals; where that would be 0 and must not be, with an exponent.

    >>> _rounded(0.25, 4, True), _rounded(1.78e-15, 4, True), _rounded(1.78e-15, 4, False)
    ('0.2500', '1.8e-15', '0.0000')
    """
    text = f"{number:.{digits}f}"
    return f"{number:.1e}" if small and number and not float(text) else text


def _delimited(delimiter: str) -> Callable[[Table, int | None], str]:
    def renderer(table: Table, _width: int | None) -> str:
        out = io.StringIO()
        rows = csv.writer(out, delimiter=delimiter, lineterminator="\n")
        rows.writerow([column.name for column in table.columns])
        for row in table.rows:
            rows.writerow(
                [shown(cell, column) for cell, column in zip(row, table.columns, strict=True)]
            )
        return out.getvalue()

    return renderer


def _records(table: Table) -> list[dict[str, Cell]]:
    return [
        {column.name: _value(cell, column) for cell, column in zip(row, table.columns, strict=True)}
        for row in table.rows
    ]


def _value(cell: Cell, column: Column) -> Cell:
    """A cell as data: rounded to the column's digits, None for NaN."""
    if not isinstance(cell, float) or column.digits is None:
        return None if cell != cell else cell
    return None if cell != cell else float(_rounded(cell, column.digits, column.small))


def _json(table: Table, _width: int | None) -> str:
    return json.dumps(_records(table), ensure_ascii=False, indent=1) + "\n"


def _jsonl(table: Table, _width: int | None) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in _records(table))


_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "_": r"\_",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
    }
)


def _latex(table: Table, _width: int | None) -> str:
    """A booktabs tabular; text is escaped, numbers are aligned to the right."""
    is_number = [_is_number(table, place) for place in range(len(table.columns))]
    lines = [
        rf"\begin{{tabular}}{{{''.join('r' if number else 'l' for number in is_number)}}}",
        r"\toprule",
        " & ".join(column.name.translate(_LATEX) for column in table.columns) + r" \\",
        r"\midrule",
    ]
    for row in table.rows:
        cells = [
            shown(c, column).translate(_LATEX) for c, column in zip(row, table.columns, strict=True)
        ]
        lines.append(" & ".join(cells) + r" \\")
    lines += [r"\bottomrule", r"\end{tabular}"]
    lines += [f"% {note}" for note in table.notes]
    return "\n".join(lines) + "\n"


def _markdown(table: Table, _width: int | None) -> str:
    def line(cells: Sequence[str]) -> str:
        return (
            "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"
        )

    lines = [line([column.name for column in table.columns]), line(["---"] * len(table.columns))]
    lines += [
        line([shown(cell, column) for cell, column in zip(row, table.columns, strict=True)])
        for row in table.rows
    ]
    return "\n".join([*lines, *(f"\n{note}" for note in table.notes)]) + "\n"


def _terminal(table: Table, width: int | None) -> str:
    parts = [table.title] if table.title else []
    parts += [_drawn(block, width) for block in _blocks(table, width)]
    notes = "".join(f"{note}\n" for note in table.notes)
    return "\n\n".join(parts) + "\n" + (f"\n{notes}" if notes else "")


def _blocks(table: Table, width: int | None) -> list[Table]:
    """The table, or where it is too wide several: each with the first columns up to a number."""
    if width is None or _width(table, range(len(table.columns))) <= width:
        return [table]
    columns = range(len(table.columns))
    lead = next((place for place in columns if _is_number(table, place)), len(columns))
    first = list(columns[:lead])
    blocks: list[list[int]] = []
    for place in columns[lead:]:
        if blocks and _width(table, [*first, *blocks[-1], place]) <= width:
            blocks[-1].append(place)
        else:
            blocks.append([place])
    return [_chosen(table, [*first, *block]) for block in blocks] or [table]


def _chosen(table: Table, places: Sequence[int]) -> Table:
    rows = [tuple(row[place] for place in places) for row in table.rows]
    return Table(tuple(table.columns[place] for place in places), rows)


def _is_number(table: Table, place: int) -> bool:
    return any(isinstance(row[place], int | float) for row in table.rows)


def _width(table: Table, places: Iterable[int]) -> int:
    """How wide the chosen columns are drawn in full."""
    widths = [
        max([len(column.name), *(len(shown(row[place], column)) for row in table.rows)])
        for place in places
        for column in (table.columns[place],)
    ]
    return sum(widths) + 3 * len(widths) + 2


def _drawn(table: Table, width: int | None) -> str:
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for place, column in enumerate(table.columns):
        number = _is_number(table, place)
        justify: Literal["right", "left"] = "right" if number else "left"
        drawn.add_column(Text(column.name), justify=justify, no_wrap=number, overflow="fold")
    for row in table.rows:
        cells = zip(row, table.columns, strict=True)
        drawn.add_row(*(Text(shown(cell, column)) for cell, column in cells))
    out = io.StringIO()
    natural = max(40, _width(table, range(len(table.columns))))
    Console(file=out, width=width or natural, color_system=None).print(drawn)
    return "\n".join(line.rstrip() for line in out.getvalue().rstrip("\n").split("\n"))


#: Every way of showing a table, by the name under which it is asked for.
RENDERERS: dict[str, Callable[[Table, int | None], str]] = {
    "table": _terminal,
    "markdown": _markdown,
    "tsv": _delimited("\t"),
    "csv": _delimited(","),
    "json": _json,
    "jsonl": _jsonl,
    "latex": _latex,
}
