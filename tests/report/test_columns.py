"""Tables that fit are drawn whole columns at a time: the same lines as rich draws cell by cell."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st
from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from harness.report.table import Column, Screen, Table
from harness.report.table.terminal import _column, _draw_lines, natural_width

texts = st.text("ab cZ9_-.東é\u202e\x1b", min_size=1, max_size=12).filter(str.strip)
cells = st.one_of(texts, st.integers(-5, 10**6), st.floats(0, 1), st.none())


@st.composite
def tables(draw):
    kinds = draw(st.lists(st.sampled_from([texts, st.floats(0, 1), cells]), min_size=1, max_size=5))
    names = [draw(texts) for _ in kinds]
    rows = draw(st.lists(st.tuples(*kinds), min_size=1, max_size=6))
    return Table([Column(name, 4) for name in names], rows)


def drawn_by_rich(columns, width, unicode):
    drawn = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading, *_ in columns:
        drawn.add_column(Text(heading), no_wrap=True)
    for row in list(zip(*columns, strict=True))[1:]:
        drawn.add_row(*map(Text, row))
    out = io.StringIO()
    Console(file=out, width=width, color_system=None, legacy_windows=False).print(drawn)
    lines = out.getvalue().rstrip("\n").replace("─", "─" if unicode else "-").split("\n")
    return "\n".join(line.rstrip() for line in lines)


@given(tables(), st.booleans())
def test_columns_are_drawn_as_cells_are(table, unicode):
    screen = Screen(unicode=unicode)
    columns = [_column(table, place, screen) for place in range(len(table.columns))]
    width = max(40, natural_width(table, screen))
    assert _draw_lines(table, columns, screen) == drawn_by_rich(columns, width, unicode)


@given(tables(), st.integers(20, 60))
def test_what_is_too_wide_goes_on_below_and_nothing_is_lost(table, width):
    screen = Screen(width)
    columns = [_column(table, place, screen) for place in range(len(table.columns))]
    lines = _draw_lines(table, columns, screen).split("\n")
    shown = "".join("".join(lines).replace("─", "").split())
    given = "".join("".join(texts) for texts in columns)
    assert sorted(shown) == sorted("".join(given.split()))
    least = sum(
        max(map(cell_len, texts)) if table.is_number(place) else 4
        for place, texts in enumerate(columns)
    )
    room = max(width, least + 3 * (len(columns) - 1))
    assert max(map(cell_len, lines)) <= room
