"""Rank correlations, against published numbers, pair counting, all orders of ties, and scipy."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.stats.correlation import kendall_tau, tau_ap
from tests.each import each

COEFFICIENTS = {"tau": kendall_tau, "tau_b": kendall_tau, "tau_ap": tau_ap, "tau_ap_a": tau_ap}


def lists(least: int, most: int, values: int) -> st.SearchStrategy[tuple[list[int], list[int]]]:
    """Two lists of one length, whose values tie often."""
    numbers = st.integers(0, values)
    return st.integers(least, most).flatmap(
        lambda size: st.tuples(*[st.lists(numbers, min_size=size, max_size=size)] * 2)
    )


@each([0, 1, 2], "number")
@each(list(COEFFICIENTS), "coefficient")
def test_ircor_has_these_values_of_ten_scores(stats: Path, coefficient: str, number: int) -> None:
    known = json.loads((stats / "ircor.json").read_text())
    case = known["sets"][number]
    x, y = (case[name] for name in known["arguments"][coefficient])
    found = COEFFICIENTS[coefficient](x, y)
    assert found == pytest.approx(case["expected"][coefficient], abs=5e-5)


def test_the_examples_of_ircors_readme_come_out() -> None:
    # Urbano and Marrero, ICTIR 2017: the R package ircor.
    x = np.array([0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94])
    y = np.array([0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94])
    tied_x, tied_y = (np.round(values * 5) / 5 for values in (x, y))
    assert kendall_tau(x, y) == pytest.approx(0.7777778, abs=5e-8)
    assert tau_ap(x, y) == pytest.approx(0.7491182, abs=5e-8)
    assert tau_ap(x, tied_y) == pytest.approx(0.6074515, abs=5e-8)
    assert kendall_tau(tied_x, tied_y) == pytest.approx(0.75, abs=5e-8)


def test_trec_8_map_with_the_official_and_the_depth_10_pool_has_the_published_tau(
    shared: Path,
) -> None:
    official, shallow = (
        dict(line.split() for line in (shared / "data" / "trec8" / name).read_text().splitlines())
        for name in ("official.map.txt", "depth10.map.txt")
    )
    values = [[float(board[run]) for run in official] for board in (official, shallow)]
    assert len(official) == 129
    assert kendall_tau(*values) == pytest.approx(0.9184897901843124, abs=1e-14)


def slow_tau_ap(true: list[int], estimated: list[int]) -> Fraction:
    """The definition, for rankings without ties."""
    order = sorted(range(len(true)), key=lambda item: -estimated[item])
    share = Fraction(0)
    for rank in range(2, len(order) + 1):
        item = order[rank - 1]
        right = sum(true[above] > true[item] for above in order[: rank - 1])
        share += Fraction(right, rank - 1)
    return 2 * share / (len(order) - 1) - 1


def orders(values: list[int]) -> list[list[int]]:
    """All rankings without ties that the values may stand for, each as often as it may occur."""
    size = len(values)
    return [
        [size - order.index(item) for item in range(size)]
        for order in permutations(range(size))
        if all(values[order[i]] >= values[order[i + 1]] for i in range(size - 1))
    ]


@given(lists(2, 30, 8))
def test_tau_b_is_scipys(pair: tuple[list[int], list[int]]) -> None:
    if min(len(set(values)) for values in pair) > 1:
        assert kendall_tau(*pair) == pytest.approx(
            scipy.stats.kendalltau(*pair).statistic, abs=1e-14
        )


@given(st.permutations(range(9)), st.permutations(range(9)))
def test_tau_ap_is_its_definition_where_nothing_ties(true: list[int], estimated: list[int]) -> None:
    expected = float(slow_tau_ap(true, estimated))
    assert tau_ap(true, estimated) == pytest.approx(expected, abs=1e-14)


@given(lists(2, 5, 3))
def test_tau_ap_is_the_mean_over_all_orders_of_tied_items(
    pair: tuple[list[int], list[int]],
) -> None:
    broken = list(product(orders(pair[0]), orders(pair[1])))
    expected = sum((slow_tau_ap(*one) for one in broken), Fraction(0)) / len(broken)
    assert tau_ap(*pair) == pytest.approx(float(expected), abs=1e-14)


@pytest.mark.parametrize("function", [kendall_tau, tau_ap])
def test_the_same_order_is_1_and_the_opposite_one_minus_1(function) -> None:
    values = np.array([0.5, 0.1, 0.4, 0.3])
    assert function(values, 10 * values + 1) == pytest.approx(1, abs=1e-15)
    assert function(values, -values) == pytest.approx(-1, abs=1e-15)


def test_only_tau_b_of_a_ranking_with_ties_and_itself_is_1() -> None:
    tied = [3, 2, 2, 1]
    assert kendall_tau(tied, tied) == pytest.approx(1, abs=1e-15)
    assert tau_ap(tied, tied) < 1


def test_a_mistake_on_top_costs_tau_ap_more_than_one_below() -> None:
    true, top, bottom = [5, 4, 3, 2, 1], [4, 5, 3, 2, 1], [5, 4, 3, 1, 2]
    assert kendall_tau(true, top) == kendall_tau(true, bottom)
    assert tau_ap(true, top) < tau_ap(true, bottom)


@pytest.mark.parametrize("digits", [15, 1])
@pytest.mark.parametrize("function", [kendall_tau, tau_ap])
def test_many_leaderboards_at_once_are_as_one_by_one(function, digits) -> None:
    random = np.random.default_rng(3)
    many, one = random.random((4, 3, 11)).round(digits), random.random(11).round(digits)
    for x, y in ((one, many), (many, one), (many, many[:, ::-1])):
        together = function(x, y)
        assert together.shape == (4, 3)
        rows = zip(*(np.broadcast_to(v, many.shape).reshape(-1, 11) for v in (x, y)), strict=True)
        assert together.ravel().tolist() == [float(function(*row)) for row in rows]
    assert function(one, one).shape == ()


def test_values_that_differ_in_their_last_bits_are_tied() -> None:
    assert kendall_tau([0.1 + 0.2, 0.3, 0.1], [2, 1, 0]) == pytest.approx(2 / 6**0.5)


def test_inputs_stay_as_they_are() -> None:
    x, y = np.array([0.123456789012, 0.2, 0.3]), np.array([1.0, 3.0, 2.0])
    before = x.copy(), y.copy()
    kendall_tau(x, y)
    tau_ap(x, y)
    assert (x == before[0]).all()
    assert (y == before[1]).all()


@each([kendall_tau, tau_ap], "function")
@each(
    [
        ([1], [2], "has 1 value to rank (the values to be ranked are the last axis"),
        (3.0, [2, 1], "has 0 values to rank"),
        ([1, np.nan, np.inf], [1, 2, 3], "is not finite (NaN or infinite) in 2 of 3 places"),
        ([1, 2, 3], [1, 2], "has the shape (3,)"),
        (np.zeros((2, 3)), np.zeros((4, 3)), "has the shape (2, 3)"),
        (["a", "b"], [1, 2], "are not one array of numbers"),
    ],
    "x",
    "y",
    "message",
)
def test_what_cannot_be_correlated_is_refused(function, x, y, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        function(x, y)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("x", "y", "message"),
    [
        ([1, 1], [1, 2], "are equal: the coefficient is undefined"),
        ([1, 2], [[1, 2], [0, 0]], "are equal in 1 of 2 rows: the coefficient"),
    ],
)
def test_tau_of_what_has_no_order_is_refused(x, y, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        kendall_tau(x, y)
    assert message in str(refused.value)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(EvaluationError) as refused:
        kendall_tau([1, np.nan, 3], [1])
    assert len(refused.value.problems) == 3
