"""Rank correlations, against published numbers, pair counting, all orders of ties, and scipy."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, permutations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from harness.core.errors import EvaluationError
from harness.stats.correlation import kendall_tau, tau_ap

COEFFICIENTS = {
    "tau": (kendall_tau, "none"),
    "tau_a": (kendall_tau, "a"),
    "tau_b": (kendall_tau, "b"),
    "tau_ap": (tau_ap, "none"),
    "tau_ap_a": (tau_ap, "a"),
    "tau_ap_b": (tau_ap, "b"),
    "tau_ap_b_ties": (tau_ap, "b"),
}


def lists(least: int, most: int, values: int) -> st.SearchStrategy[tuple[list[int], list[int]]]:
    """Two lists of one length, whose values tie often."""
    numbers = st.integers(0, values)
    return st.integers(least, most).flatmap(
        lambda size: st.tuples(*[st.lists(numbers, min_size=size, max_size=size)] * 2)
    )


@pytest.mark.parametrize("number", [0, 1, 2])
@pytest.mark.parametrize("coefficient", list(COEFFICIENTS))
def test_ircor_has_these_values_of_ten_scores(stats: Path, coefficient: str, number: int) -> None:
    known = json.loads((stats / "ircor.json").read_text())
    case = known["sets"][number]
    x, y = (case[name] for name in known["arguments"][coefficient])
    function, ties = COEFFICIENTS[coefficient]
    assert function(x, y, ties=ties) == pytest.approx(case["expected"][coefficient], abs=5e-5)


def test_the_examples_of_ircors_readme_come_out() -> None:
    # Urbano and Marrero, ICTIR 2017: the R package ircor.
    x = np.array([0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94])
    y = np.array([0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94])
    tied_x, tied_y = (np.round(values * 5) / 5 for values in (x, y))
    assert kendall_tau(x, y, ties="none") == pytest.approx(0.7777778, abs=5e-8)
    assert tau_ap(x, y, ties="none") == pytest.approx(0.7491182, abs=5e-8)
    assert kendall_tau(x, tied_y, ties="a") == pytest.approx(0.7111111, abs=5e-8)
    assert tau_ap(x, tied_y, ties="a") == pytest.approx(0.6074515, abs=5e-8)
    assert kendall_tau(tied_x, tied_y, ties="b") == pytest.approx(0.75, abs=5e-8)
    assert tau_ap(tied_x, tied_y, ties="b") == pytest.approx(0.6269841, abs=5e-8)


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


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def slow_tau_a(x: list[int], y: list[int]) -> Fraction:
    pairs = list(combinations(range(len(x)), 2))
    agreement = sum(sign(x[i] - x[j]) * sign(y[i] - y[j]) for i, j in pairs)
    return Fraction(agreement, len(pairs))


def slow_tau_ap(true: list[int], estimated: list[int]) -> Fraction:
    """The definition, for rankings without ties."""
    order = sorted(range(len(true)), key=lambda item: -estimated[item])
    share = Fraction(0)
    for rank in range(2, len(order) + 1):
        item = order[rank - 1]
        right = sum(true[above] > true[item] for above in order[: rank - 1])
        share += Fraction(right, rank - 1)
    return 2 * share / (len(order) - 1) - 1


def slow_tau_ap_b(x: list[int], y: list[int]) -> Fraction:
    """The mean of both directions, over the items below the first group."""

    def confirmed(ranking: list[int], other: list[int]) -> Fraction:
        shares = []
        for item in range(len(ranking)):
            above = [one for one in range(len(ranking)) if ranking[one] > ranking[item]]
            if above:
                right = sum(other[one] > other[item] for one in above)
                shares.append(Fraction(right, len(above)))
        return 2 * sum(shares, Fraction(0)) / len(shares) - 1

    return (confirmed(x, y) + confirmed(y, x)) / 2


def orders(values: list[int]) -> list[list[int]]:
    """All rankings without ties that the values may stand for, each as often as it may occur."""
    size = len(values)
    return [
        [size - order.index(item) for item in range(size)]
        for order in permutations(range(size))
        if all(values[order[i]] >= values[order[i + 1]] for i in range(size - 1))
    ]


@given(lists(2, 12, 5))
def test_tau_a_counts_all_pairs(pair: tuple[list[int], list[int]]) -> None:
    assert kendall_tau(*pair, ties="a") == pytest.approx(float(slow_tau_a(*pair)), abs=1e-14)


@given(lists(2, 30, 8))
def test_tau_b_is_scipys(pair: tuple[list[int], list[int]]) -> None:
    if min(len(set(values)) for values in pair) > 1:
        assert kendall_tau(*pair) == pytest.approx(kendalltau(*pair).statistic, abs=1e-14)


@given(st.permutations(range(9)), st.permutations(range(9)))
def test_tau_ap_is_its_definition_where_nothing_ties(true: list[int], estimated: list[int]) -> None:
    expected = float(slow_tau_ap(true, estimated))
    both = (expected + float(slow_tau_ap(estimated, true))) / 2
    for ties, value in (("none", expected), ("a", expected), ("b", both)):
        assert tau_ap(true, estimated, ties=ties) == pytest.approx(value, abs=1e-14)


@given(lists(2, 5, 3))
def test_version_a_is_the_mean_over_all_orders_of_tied_items(
    pair: tuple[list[int], list[int]],
) -> None:
    broken = list(product(orders(pair[0]), orders(pair[1])))
    for function, slow in ((kendall_tau, slow_tau_a), (tau_ap, slow_tau_ap)):
        expected = sum((slow(*one) for one in broken), Fraction(0)) / len(broken)
        assert function(*pair, ties="a") == pytest.approx(float(expected), abs=1e-14)


@given(lists(2, 12, 5))
def test_tau_ap_b_is_the_mean_of_both_directions(pair: tuple[list[int], list[int]]) -> None:
    if min(len(set(values)) for values in pair) > 1:
        expected = float(slow_tau_ap_b(*pair))
        assert tau_ap(*pair, ties="b") == pytest.approx(expected, abs=1e-14)
        assert tau_ap(*pair[::-1], ties="b") == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize(("function", "ties"), list(COEFFICIENTS.values())[:6])
def test_the_same_order_is_1_and_the_opposite_one_minus_1(function, ties) -> None:
    values = np.array([0.5, 0.1, 0.4, 0.3])
    assert function(values, 10 * values + 1, ties=ties) == pytest.approx(1, abs=1e-15)
    assert function(values, -values, ties=ties) == pytest.approx(-1, abs=1e-15)


@pytest.mark.parametrize("function", [kendall_tau, tau_ap])
def test_a_ranking_with_ties_agrees_with_itself_in_version_b_only(function) -> None:
    tied = [3, 2, 2, 1]
    assert function(tied, tied, ties="b") == pytest.approx(1, abs=1e-15)
    assert function(tied, tied, ties="a") < 1


def test_a_mistake_on_top_costs_tau_ap_more_than_one_below() -> None:
    true, top, bottom = [5, 4, 3, 2, 1], [4, 5, 3, 2, 1], [5, 4, 3, 1, 2]
    assert kendall_tau(true, top) == kendall_tau(true, bottom)
    assert tau_ap(true, top) < tau_ap(true, bottom)


@pytest.mark.parametrize(("function", "ties"), list(COEFFICIENTS.values())[:6])
def test_many_leaderboards_at_once_are_as_one_by_one(function, ties) -> None:
    random = np.random.default_rng(3)
    digits = 15 if ties == "none" else 1
    many, one = random.random((4, 3, 11)).round(digits), random.random(11).round(digits)
    for x, y in ((one, many), (many, one), (many, many[:, ::-1])):
        together = function(x, y, ties=ties)
        assert together.shape == (4, 3)
        rows = zip(*(np.broadcast_to(v, many.shape).reshape(-1, 11) for v in (x, y)), strict=True)
        assert together.ravel().tolist() == [float(function(*row, ties=ties)) for row in rows]
    assert function(one, one, ties=ties).shape == ()


def test_values_that_differ_in_their_last_bits_are_tied() -> None:
    x, y = [0.1 + 0.2, 0.3, 0.1], [2, 1, 0]
    assert kendall_tau(x, y, ties="a") == pytest.approx(2 / 3)
    assert kendall_tau(x, y, ties="a", decimals=None) == 1
    assert kendall_tau([0.12, 0.11, 0.0], y, ties="a", decimals=1) == pytest.approx(2 / 3)


def test_inputs_stay_as_they_are() -> None:
    x, y = np.array([0.123456789012, 0.2, 0.3]), np.array([1.0, 3.0, 2.0])
    before = x.copy(), y.copy()
    kendall_tau(x, y)
    tau_ap(x, y)
    assert (x == before[0]).all()
    assert (y == before[1]).all()


@pytest.mark.parametrize("function", [kendall_tau, tau_ap])
@pytest.mark.parametrize(
    ("x", "y", "options", "message"),
    [
        ([1], [2], {}, "has 1 value to rank (the values to be ranked are the last axis"),
        (3.0, [2, 1], {}, "has 0 values to rank"),
        ([1, np.nan, np.inf], [1, 2, 3], {}, "is not finite (NaN or infinite) in 2 of 3 places"),
        ([1, 2, 3], [1, 2], {}, "has the shape (3,)"),
        (np.zeros((2, 3)), np.zeros((4, 3)), {}, "has the shape (2, 3)"),
        (["a", "b"], [1, 2], {}, "are not one array of numbers"),
        ([1, 2], [1, 2], {"ties": "c"}, "unknown treatment of ties 'c' (known are none, a, b)"),
        ([1, 2], [1, 2], {"decimals": -1}, "decimals: -1 is not allowed"),
        ([1, 1, 2], [1, 2, 3], {"ties": "none"}, "has tied values (ties='a' or ties='b'"),
        ([[1, 1], [1, 2]], [1, 2], {"ties": "none"}, "has tied values in 1 of 2 rows"),
        ([1, 1], [1, 2], {"ties": "b"}, "are equal: the coefficient is undefined"),
        ([1, 2], [[1, 2], [0, 0]], {"ties": "b"}, "are equal in 1 of 2 rows: the coefficient"),
    ],
)
def test_what_cannot_be_correlated_is_refused(function, x, y, options, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        function(x, y, **options)
    assert message in str(refused.value)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(EvaluationError) as refused:
        kendall_tau([1, np.nan, 3], [1], ties="d")
    assert len(refused.value.problems) == 4
