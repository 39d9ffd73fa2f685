"""Swap rates against enumeration and a slow count; discriminative power against its definition."""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.stats.swaps import (
    Swaps,
    _count_swaps,
    _draw_means,
    asl_curve,
    discriminative_power,
    swap_rates,
)
from tests.each import each

SCORES = np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.2], [0.3, 0.3, 0.6], [0.2, 0.1, 0.1]])


def slow_counts(first, second, bins: int) -> list[list[int]]:
    """Pair by pair, of whole numbers of half bins; no float can be on the wrong side of an edge."""
    compared, swapped, tied = ([0] * bins for _ in range(3))
    for one, other in zip(first, second, strict=True):
        for i, j in combinations(range(len(one)), 2):
            difference, again = one[i] - one[j], other[i] - other[j]
            place = min(abs(difference) // 2, bins - 1)
            compared[place] += 1
            swapped[place] += difference * again < 0
            tied[place] += difference * again == 0
    return [compared, swapped, tied]


@given(
    st.integers(2, 5).flatmap(
        lambda runs: st.tuples(
            *[
                st.lists(
                    st.lists(st.integers(0, 40), min_size=runs, max_size=runs),
                    min_size=3,
                    max_size=3,
                )
            ]
            * 2
        )
    )
)
def test_pairs_are_counted_in_the_bin_of_their_difference_on_the_first_set(means) -> None:
    first, second = (np.array(one) for one in means)
    found = _count_swaps(first / 200, second / 200, 0.01, 8)
    assert found.tolist() == slow_counts(*means, bins=8)


def test_differences_on_an_edge_fall_into_the_bin_above_it() -> None:
    # 0.3 − 0.2 and 0.4 − 0.3 are on either side of 0.1.
    first = np.array([[0.3, 0.2], [0.4, 0.3]])
    assert _count_swaps(first, first, 0.1, 3).tolist() == [[0, 2, 0], [0, 0, 0], [0, 0, 0]]


def test_both_sets_of_a_draw_have_the_size_and_share_no_topic() -> None:
    # With one run per topic that scores there alone, means tell which topics were drawn.
    first, second = _draw_means(np.eye(7), 3, slice(16, 28), seed=5)
    assert first.shape == (12, 7)
    for one, other in zip(first > 0, second > 0, strict=True):
        assert (one.sum(), other.sum()) == (3, 3)
        assert not (one & other).any()
    assert len({tuple(row) for row in first}) > 6
    smaller, _ = _draw_means(np.eye(7), 2, slice(16, 28), seed=5)
    assert ((smaller > 0) & (first == 0)).any()


@pytest.mark.parametrize("size", [1, 2])
def test_counts_are_those_of_all_pairs_of_sets_but_for_chance(size: int) -> None:
    draws = 20_000
    found = swap_rates(SCORES, seed=1, sizes=[size], draws=draws, width=0.1, bins=4)
    every = [(order[:size], order[size : 2 * size]) for order in permutations(range(4))]
    first, second = (
        [
            [round(sum(SCORES[t, r] for t in sets[side]) / size * 20) for r in range(3)]
            for sets in every
        ]
        for side in (0, 1)
    )
    for counts, slow in zip(
        (found.compared, found.swapped, found.tied), slow_counts(first, second, 4), strict=True
    ):
        for count, expected in zip(counts[0] / draws, np.array(slow) / len(every), strict=True):
            # A draw adds between 0 and 3 comparisons to a bin.
            assert count == pytest.approx(expected, abs=5 * 1.5 / draws**0.5)
            assert (count == 0) == (expected == 0)


def test_without_draws_of_chance_the_rates_are_certain() -> None:
    always_better = swap_rates([[0.9, 0.1], [0.5, 0.4]], seed=3)
    assert (always_better.compared.sum(), always_better.swapped.sum()) == (100, 0)
    opposed = swap_rates([[0.9, 0.1], [0.1, 0.9]], seed=3)
    assert (opposed.compared.sum(), opposed.swapped.sum()) == (100, 100)
    same = swap_rates([[0.3, 0.3], [0.2, 0.2]], seed=3)
    assert (same.compared[0, 0], same.swapped.sum(), same.tied[0, 0]) == (100, 0, 100)


def test_sizes_are_drawn_independently_of_each_other_and_more_draws_add_to_fewer() -> None:
    scores = np.random.default_rng(0).random((12, 6))
    every = swap_rates(scores, seed=1, draws=40)
    assert every.sizes.tolist() == [1, 2, 3, 4, 5, 6]
    alone = swap_rates(scores, seed=1, draws=40, sizes=[4])
    assert alone.compared.tolist() == every.compared[3:4].tolist()
    more = swap_rates(scores, seed=1, draws=41, sizes=[4])
    assert (more.compared - alone.compared >= 0).all()
    assert (more.compared - alone.compared).sum() == 15


def test_larger_topic_sets_and_larger_differences_are_swapped_less_on_trec_8(stats: Path) -> None:
    scores = np.loadtxt(stats / "urbano2019" / "adhoc8_ap.csv", delimiter=",", skiprows=1)
    found = swap_rates(scores, seed=1, sizes=[5, 10, 25], draws=60)
    assert (found.compared.sum(axis=1) == 60 * 129 * 128 // 2).all()
    overall = found.swapped.sum(axis=1) / found.compared.sum(axis=1)
    assert (np.diff(overall) < 0).all()
    rates = found.rates(otherwise=np.nan)
    assert (np.diff(rates[:, ::5], axis=1) < 0).all()
    assert (np.diff(rates[:, 5:], axis=0) < 0).all()
    assert (np.diff(found.required()) <= 0).all()


def swaps(compared: list[list[int]], swapped: list[list[int]]) -> Swaps:
    sizes = np.arange(len(compared))
    edges = 0.01 * np.arange(len(compared[0]))
    counts = np.array(compared), np.array(swapped)
    return Swaps(sizes, edges, *counts, np.zeros_like(counts[0]), draws=1, seed=1, how="by hand")


def test_rates_are_shares_and_say_what_an_empty_bin_is() -> None:
    found = swaps([[4, 0]], [[1, 0]])
    assert found.rates(otherwise=-1.0).tolist() == [[0.25, -1.0]]


def test_the_required_difference_has_no_larger_one_that_swaps_more_often() -> None:
    compared = [[100, 100, 100, 0], [100] * 4, [0, 0, 100, 0], [100] * 4]
    found = swaps(compared, [[20, 5, 4, 0], [20, 1, 6, 5], [0, 0, 3, 0], [9, 9, 9, 9]])
    assert found.required().tolist() == [0.01, 0.03, 0.02, np.inf]
    assert found.required(0.09).tolist() == [0.01, 0.01, 0.02, 0.0]


@each(
    [
        ([[0.1, 0.2]], {}, "scores of the shape 1 × 2"),
        (SCORES * np.nan, {}, "the scores hold 12 values that are not finite"),
        (SCORES, {"sizes": []}, "no sizes of topic sets given"),
        (SCORES, {"sizes": [3]}, "size: 3 is not allowed (two sets without common topics have at"),
        (SCORES, {"sizes": [0, 1.5]}, "size: 1.5 is not allowed (it must be a whole number"),
        (SCORES, {"width": 0.0}, "width: 0.0 is not allowed (it must be above 0 and finite)"),
        (SCORES, {"bins": 0}, "bins: 0 is not allowed"),
    ],
    "scores",
    "options",
    "message",
)
def test_what_cannot_be_drawn_is_refused(scores, options, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        swap_rates(scores, **{"seed": 1} | options)
    assert message in str(refused.value)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.floats(0.01, 0.99))
def test_power_is_the_share_below_alpha_and_where_the_curve_falls_below_it(p, alpha) -> None:
    power, curve = discriminative_power(p, alpha=alpha), asl_curve(p)
    assert power == sum(value < alpha for value in p) / len(p)
    assert curve.tolist() == sorted(p, reverse=True)
    above = round((1 - float(power)) * len(p))
    assert (curve[:above] >= alpha).all()
    assert (curve[above:] < alpha).all()


def test_many_measures_at_once_are_as_one_by_one() -> None:
    p = np.random.default_rng(1).random((2, 3, 50))
    assert discriminative_power(p).tolist() == [
        [float(discriminative_power(row)) for row in rows] for rows in p
    ]
    assert asl_curve(p).shape == p.shape
    assert asl_curve(p)[1, 2].tolist() == asl_curve(p[1, 2]).tolist()


@each([discriminative_power, asl_curve], "function")
@each(
    [
        ([], "no p-values given"),
        ([0.5, 1.1, np.nan], "2 of 3 p-values are not between 0 and 1"),
        (["a"], "are not one array of numbers"),
    ],
    "p",
    "message",
)
def test_what_is_no_p_value_is_refused(function, p, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        function(p)
    assert message in str(refused.value)


def test_an_impossible_alpha_is_refused() -> None:
    with pytest.raises(EvaluationError, match="alpha: 5 is not allowed"):
        discriminative_power([0.5], alpha=5)
