"""Many numbers as text at once, against `%` for each."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.report.digits import encoded, fixed, joined

#: Values of measures, and such as lie on or beside the middle between two printed ones.
VALUES = (
    st.floats(0, 1)
    | st.floats(0, 99_999)
    | st.integers(0, 2**20).map(lambda number: number / 2**15)
    | st.integers(0, 10**6).map(lambda number: np.nextafter((number + 0.5) / 10**4, 1))
    | st.integers(0, 10**6).map(lambda number: np.nextafter((number + 0.5) / 10**4, 0))
    | st.sampled_from([0.0, 9.99995, 0.99995, 99_999.99995])
)
VALUES = VALUES | VALUES.map(lambda value: -value)


@given(st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=20))
def test_decimals_are_those_of_percent(rows):
    characters = fixed(np.array(rows), 4)
    assert characters is not None
    text = joined(len(rows), [characters[:, 0], encoded([" "]), characters[:, 1], encoded(["\n"])])
    assert text == "".join(f"{a:6.4f} {b:6.4f}\n" for a, b in rows)


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1))
def test_whole_numbers_are_those_of_percent(numbers):
    characters = fixed(np.array(numbers, dtype=np.float64)[:, None], 0)
    assert joined(len(numbers), [characters[:, 0]]) == "".join(map(str, numbers))


@pytest.mark.parametrize("value", [np.inf, -np.inf, np.nan, 1e10, -1e10])
def test_other_numbers_are_left_to_others(value):
    assert fixed(np.array([[0.5, value]]), 4) is None
