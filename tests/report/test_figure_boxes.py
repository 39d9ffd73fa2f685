"""Box plots against quartiles worked by hand and Python's statistics."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from tests.report.box import box_of

numbers = st.lists(st.floats(-100, 100, width=32), min_size=2, max_size=40)


def test_quartiles_of_eight_values_worked_by_hand():
    # places 0.25, 0.5, 0.75 times 7: 1.75, 3.5 and 5.25
    box = box_of([10, 20, 30, 40, 50, 60, 70, 80])
    assert (box.q1, box.median, box.q3) == (27.5, 45, 62.5)
    assert (box.low, box.high, box.outliers, box.mean) == (10, 80, (), 45)


def test_a_value_at_the_end_of_the_reach_is_within_it():
    # quartiles 2 and 4: whiskers reach from -1 to 7
    assert box_of([1, 2, 3, 4, 7]).high == 7
    assert box_of([1, 2, 3, 4, 7.01]).outliers == (7.01,)
    # 0.3 + 1.5 × 0.2 is 0.6 on paper and a little less in binary
    assert box_of([0.1, 0.1, 0.2, 0.3, 0.6]).outliers == ()


def test_whiskers_do_not_end_inside_the_box():
    # the lower quartile, 75, lies between the outlier 0 and the next value, 100
    box = box_of([0, 100, 100.1, 100.2])
    assert box.q1 == pytest.approx(75)
    assert (box.low, box.outliers) == (box.q1, (0.0,))


def test_one_value_is_its_own_box():
    box = box_of([0.25])
    assert {box.low, box.q1, box.median, box.q3, box.high, box.mean} == {0.25}


@pytest.mark.parametrize("values", [[], [0.1, float("nan")], [float("inf")]])
def test_what_has_no_quartiles_is_refused(values):
    with pytest.raises(EvaluationError, match="one finite value or more"):
        box_of(values)


@given(numbers)
def test_quartiles_are_those_of_the_standard_library(values):
    box = box_of(values)
    expected = statistics.quantiles(values, n=4, method="inclusive")
    assert (box.q1, box.median, box.q3) == pytest.approx(expected, abs=1e-9)


@given(numbers)
def test_every_value_is_inside_the_whiskers_or_an_outlier(values):
    box = box_of(values)
    inside = [value for value in values if box.low <= value <= box.high]
    assert len(inside) + len(box.outliers) == len(values)
    assert box.low <= box.q1 <= box.median <= box.q3 <= box.high
