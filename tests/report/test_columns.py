"""Tables that fit are drawn whole columns at a time: the same lines as cell by cell."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from harness.report.table import Column, Screen, Table
from harness.report.table.terminal import _column, _drawn, _in_columns, _width

texts = st.text("ab cZ9_-.東é\u202e\x1b", min_size=1, max_size=12).filter(str.strip)
cells = st.one_of(texts, st.integers(-5, 10**6), st.floats(0, 1), st.none())


@st.composite
def tables(draw):
    kinds = draw(st.lists(st.sampled_from([texts, st.floats(0, 1), cells]), min_size=1, max_size=5))
    names = [draw(texts) for _ in kinds]
    rows = draw(st.lists(st.tuples(*kinds), min_size=1, max_size=6))
    return Table([Column(name, 4) for name in names], rows)


@given(tables(), st.booleans())
def test_columns_are_drawn_as_cells_are(table, unicode):
    screen = Screen(unicode=unicode)
    columns = [_column(table, place, screen) for place in range(len(table.columns))]
    widths = [_width(column) for column in columns]
    assert _in_columns(columns, widths, screen) == _drawn(table, screen)
