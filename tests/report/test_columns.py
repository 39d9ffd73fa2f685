"""Tables that fit are drawn whole columns at a time: the same lines as rich draws cell by cell."""

from __future__ import annotations

import io

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from harness.report.table import Column, Screen, Table, render, render_pieces, terminal
from harness.report.table.array_cells import Numbers, Repeated
from harness.report.table.programs import to_frame
from harness.report.table.terminal import _draw_column, _draw_table, natural_width
from harness.settings.names import TABLE_FORMS

texts = st.text("ab cZ9_-.東é\u202e\x1b", min_size=1, max_size=12).filter(str.strip)
_numbers = st.one_of(
    st.floats(), st.floats(-1, 1), st.integers(-9, 10**6), st.sampled_from(["'x", "=1"]), st.none()
)
cells = st.one_of(texts, st.integers(-5, 10**6), st.floats(0, 1), st.none())


@st.composite
def tables(draw):
    kinds = draw(st.lists(st.sampled_from([texts, st.floats(0, 1), cells]), min_size=1, max_size=5))
    names = [draw(texts) for _ in kinds]
    rows = draw(st.lists(st.tuples(*kinds), min_size=1, max_size=6))
    return Table([Column(name, 4) for name in names], rows)


def drawn_by_rich(columns, width, unicode):
    drawn = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    texts = [
        [
            " " * ((column.width - cell_len(text)) * column.right) + text
            for text in column.texts.texts()
        ]
        for column in columns
    ]
    for heading, *_ in texts:
        drawn.add_column(Text(heading), no_wrap=True)
    for row in list(zip(*texts, strict=True))[1:]:
        drawn.add_row(*map(Text, row))
    out = io.StringIO()
    Console(file=out, width=width, color_system=None, legacy_windows=False).print(drawn)
    lines = out.getvalue().rstrip("\n").replace("─", "─" if unicode else "-").split("\n")
    return "\n".join(line.rstrip() for line in lines)


def drawn_text(table, columns, screen):
    return b"".join(_draw_table(table, columns, screen)).decode().removesuffix("\n")


@given(tables(), st.booleans())
def test_columns_are_drawn_as_cells_are(table, unicode):
    screen = Screen(unicode=unicode)
    columns = [_draw_column(table, place, screen) for place in range(len(table.columns))]
    width = max(40, natural_width(table, screen))
    assert drawn_text(table, columns, screen) == drawn_by_rich(columns, width, unicode)


@given(
    st.lists(st.tuples(st.sampled_from(["b", "é", "x\t"]), _numbers), min_size=1, max_size=6),
    st.sampled_from([None, 0, 4]),
    st.booleans(),
)
def test_arrays_are_shown_as_cells_are(rows, digits, small):
    names, numbers = zip(*rows, ("b", 0.25), strict=True)
    known = ["b", "é", "x\t", "not shown"]
    values = [np.nan if isinstance(cell, str | None) else cell for cell in numbers]
    columns = Column("run"), Column("AP", digits, small)
    arrays = Table.of_columns(
        (columns[0], Repeated(known, np.array([known.index(name) for name in names]))),
        (
            columns[1],
            Numbers(
                np.array(values, float),
                np.array([isinstance(cell, int) for cell in numbers]),
                np.array([i for i, cell in enumerate(numbers) if isinstance(cell, str)], int),
                [cell for cell in numbers if isinstance(cell, str)],
            ),
        ),
    )
    cells = Table.of_columns((columns[0], list(names)), (columns[1], list(numbers)))
    for style in TABLE_FORMS:
        assert render(arrays, style) == render(cells, style)
    assert to_frame(arrays).equals(to_frame(cells))
    assert [row[1] for row in arrays.rows if row[1] == row[1]] == [
        x for x in numbers if x is not None
    ]


def test_lines_are_drawn_some_at_a_time(monkeypatch):
    table = Table([Column("run"), Column("AP", 4)], [(f"run{n}", n / 8) for n in range(7)])
    at_once = [*render_pieces(table, "table")]
    monkeypatch.setattr(terminal, "_PIECE", 3)
    pieces = [*render_pieces(table, "table")]
    assert len(pieces) == len(at_once) + 2
    assert b"".join(pieces) == b"".join(at_once)


@given(tables(), st.integers(20, 60))
def test_what_is_too_wide_goes_on_below_and_nothing_is_lost(table, width):
    screen = Screen(width)
    columns = [_draw_column(table, place, screen) for place in range(len(table.columns))]
    lines = drawn_text(table, columns, screen).split("\n")
    shown = "".join("".join(lines).replace("─", "").split())
    written = [column.texts.texts() for column in columns]
    given = "".join("".join(texts) for texts in written)
    assert sorted(shown) == sorted("".join(given.split()))
    least = sum(
        max(map(cell_len, texts)) if table.is_number(place) else 4
        for place, texts in enumerate(written)
    )
    room = max(width, least + 3 * (len(columns) - 1))
    assert max(map(cell_len, lines)) <= room
