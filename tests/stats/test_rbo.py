"""Rank-biased overlap, against published values, direct sums, and all orders of tied items."""

from __future__ import annotations

import csv
import re
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.stats.rbo import Overlap, rank_biased_overlap, tied_groups

Groups = list[tuple[str, ...]]


def read(text: str) -> Groups:
    """A ranking as it is written in the published cases: tied items in parentheses."""
    found = re.findall(r"\(([^)]*)\)|(\S+)", text)
    return [tuple(tied.split()) if tied else (single,) for tied, single in found]


@pytest.mark.slow
def test_corsi_urbano_2024_have_these_values_of_1000_pairs_of_rankings(stats: Path) -> None:
    with (stats / "rbo-ties-1000.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 1000
    for row in rows:
        found = rank_biased_overlap(read(row["x"]), read(row["y"]), p=float(row["p"]))
        values = [found.ext, found.min, found.max]
        expected = [float(row[f"a.{name}"]) for name in ("ext", "min", "max")]
        assert values == pytest.approx(expected, rel=0, abs=1e-9), (row["x"], row["y"])


def test_the_example_of_corsi_and_urbanos_software_comes_out() -> None:
    x = ["red", {"blue", "green"}, "yellow", "pink"]
    y = [{"blue", "red"}, "white", {"yellow", "black", "purple"}, "green"]
    found = rank_biased_overlap(x, y, p=0.95)
    values = (found.ext, found.min, found.max)
    assert values == pytest.approx((0.6922853, 0.3310519, 0.8930692), rel=0, abs=5e-8)


def sums(x: list[str], y: list[str], p: float, depth: int) -> float:
    """The definition, to a depth: (1 − p) · Σ p^(d − 1) · |x[:d] ∩ y[:d]| / d."""
    seen_x, seen_y, found = set(), set(), 0.0
    for d in range(1, depth + 1):
        seen_x.update(x[d - 1 : d])
        seen_y.update(y[d - 1 : d])
        found += p ** (d - 1) * len(seen_x & seen_y) / d
    return (1 - p) * found


def webber_ext(x: list[str], y: list[str], p: float) -> float:
    """Equation 32 of Webber et al., TOIS 2010."""
    short, long = sorted((x, y), key=len)
    s, end = len(short), len(long)
    overlap = [0.0] + [float(len(set(short[:d]) & set(long[:d]))) for d in range(1, end + 1)]
    seen = sum(overlap[d] / d * p**d for d in range(1, end + 1))
    unseen = sum(overlap[s] * (d - s) / (s * d) * p**d for d in range(s + 1, end + 1))
    last = ((overlap[end] - overlap[s]) / end + overlap[s] / s) * p**end
    return (1 - p) / p * (seen + unseen) + last


def untied(most: int, items: str = "abcdefghij") -> st.SearchStrategy[list[str]]:
    return st.permutations(items).flatmap(
        lambda order: st.integers(1, most).map(lambda size: list(order[:size]))
    )


def tied(most: int, items: str = "abcdefgh") -> st.SearchStrategy[Groups]:
    """Rankings of up to so many items in groups of up to three."""

    def grouped(order: list[str], cuts: list[int]) -> Groups:
        groups, rest = [], list(order)
        for cut in cuts:
            groups.append(tuple(rest[:cut]))
            rest = rest[cut:]
        return [group for group in groups if group]

    return st.tuples(
        untied(most, items), st.lists(st.integers(1, 3), min_size=most, max_size=most)
    ).map(lambda drawn: grouped(*drawn))


@given(x=untied(8), y=untied(8), p=st.floats(0.05, 0.9))
def test_without_ties_it_is_webbers(x, y, p: float) -> None:
    found = rank_biased_overlap(x, y, p=p)
    assert found.ext == pytest.approx(webber_ext(x, y, p), abs=1e-12)
    # Unseen items are all different: the sum goes on until p^depth is nothing.
    fillers = [[f"{name}{number}" for number in range(350)] for name in ("x", "y")]
    least = sums(x + fillers[0], y + fillers[1], p, 350)
    assert found.min == pytest.approx(least, abs=1e-12)


@given(x=untied(4, "abcde"), y=untied(4, "abcde"), p=st.floats(0.1, 0.9))
def test_no_continuation_of_rankings_without_ties_beats_the_maximum(x, y, p: float) -> None:
    missing = [[item for item in other if item not in one] for one, other in ((x, y), (y, x))]
    ends = product(*(permutations(items) for items in missing))
    totals = [
        sums(x + list(more_x), y + list(more_y), p, depth) + p**depth
        for more_x, more_y in ends
        for depth in [len(x) + len(more_x)]
    ]
    assert rank_biased_overlap(x, y, p=p).max == pytest.approx(max(totals), abs=1e-12)


def all_orders(ranking: Groups) -> list[list[str]]:
    choices = product(*(permutations(group) for group in ranking))
    return [[item for group in choice for item in group] for choice in choices]


def length(ranking: Groups) -> int:
    return sum(len(group) for group in ranking)


def mean_over_orders(x: Groups, y: Groups, p: float) -> Overlap:
    found = [rank_biased_overlap(*pair, p=p) for pair in product(all_orders(x), all_orders(y))]
    means = (
        float(np.mean([getattr(one, name) for one in found])) for name in ("ext", "min", "max")
    )
    return Overlap(*means, p=p)


@given(x=tied(6), y=tied(6), p=st.floats(0.1, 0.9))
def test_it_is_the_mean_over_all_orders_of_tied_items(x, y, p: float) -> None:
    found, expected = rank_biased_overlap(x, y, p=p), mean_over_orders(x, y, p)
    assert found.min == pytest.approx(expected.min, abs=1e-12)
    if length(x) == length(y):
        assert found.ext == pytest.approx(expected.ext, abs=1e-12)
        assert found.max == pytest.approx(expected.max, abs=1e-12)


@given(x=tied(6), p=st.floats(0.1, 0.9))
def test_of_rankings_of_one_length_it_is_the_mean_in_all_three_values(x, p: float) -> None:
    items = [item for group in x for item in group]
    y = [tuple(items[::-1][place : place + 2]) for place in range(0, len(items), 2)]
    found, expected = rank_biased_overlap(x, y, p=p), mean_over_orders(x, y, p)
    values = (found.ext, found.min, found.max)
    assert values == pytest.approx((expected.ext, expected.min, expected.max), abs=1e-12)


def contributions(ranking: Groups, depth: int) -> dict[str, float]:
    shares, first = {}, 1
    for group in ranking:
        share = min(max((depth - first + 1) / len(group), 0.0), 1.0)
        shares |= dict.fromkeys(group, share)
        first += len(group)
    return shares


def slow_ext(x: Groups, y: Groups, p: float) -> float:
    """Item by item and depth by depth, then with the last agreement for ever."""
    short, long = sorted((x, y), key=length)
    s, end = length(short), length(long)
    agreements: list[float] = []
    for d in range(1, end + 1):
        one, other = contributions(short, d), contributions(long, d)
        overlap = sum(share * other.get(item, 0.0) for item, share in one.items())
        if d > s:
            lacking = [share for item, share in other.items() if share and item not in one]
            overlap += (d - s) * agreements[s - 1] * sum(lacking) / len(lacking)
        agreements.append(overlap / d)
    sums_seen = sum(p**d * agreement for d, agreement in enumerate(agreements))
    return (1 - p) * sums_seen + p**end * agreements[-1]


@given(x=tied(8), y=tied(8), p=st.floats(0.1, 0.95))
def test_extrapolation_is_the_sum_of_products_of_contributions(x, y, p: float) -> None:
    found = rank_biased_overlap(x, y, p=p)
    assert found.ext == pytest.approx(slow_ext(x, y, p), abs=1e-12)


@given(x=tied(8), y=tied(8), p=st.floats(0.01, 0.99))
def test_values_are_ordered_symmetric_and_within_0_and_1(x, y, p: float) -> None:
    found = rank_biased_overlap(x, y, p=p)
    assert 0 <= found.min <= found.max + 1e-12 <= 1 + 2e-12
    assert found.min - 1e-12 <= found.ext <= found.max + 1e-12
    assert rank_biased_overlap(y, x, p=p) == found


@given(x=untied(8), y=untied(8), p=st.floats(0.05, 0.95), cut=st.integers(1, 7))
def test_what_is_seen_later_stays_within_the_bounds_of_what_was_seen(x, y, p, cut: int) -> None:
    before, after = (rank_biased_overlap(a, b, p=p) for a, b in ((x[:cut], y[:cut]), (x, y)))
    assert before.min - 1e-12 <= after.min
    assert after.max <= before.max + 1e-12


def test_rankings_without_common_items_overlap_only_beyond_their_ends() -> None:
    found = rank_biased_overlap(["a"], ["b", "c"], p=0.5)
    assert (found.ext, found.min) == (0, 0)
    # At best a b c and b c a: 0 at depth 1, 1/2 at depth 2 for b, then 1.
    assert found.max == pytest.approx(0.5 * (0.5 * 0.5) + 0.25, abs=1e-15)


def test_long_rankings_and_extreme_p_give_numbers() -> None:
    x, y = [f"d{number}" for number in range(3000)], [f"d{number}" for number in range(1, 2500)]
    for p in (1e-12, *np.arange(0.05, 1, 0.05), 1 - 1e-9):
        found = rank_biased_overlap(x, y, p=p)
        values = [0, found.min, found.ext, found.max, 1]
        assert (np.diff(values) >= -1e-14).all()


def test_a_text_is_one_item_and_any_collection_is_a_group() -> None:
    plain = rank_biased_overlap(["ab", "c"], ["c", "ab"], p=0.5)
    assert plain == rank_biased_overlap([("ab",), "c"], [frozenset({"c"}), ["ab"]], p=0.5)
    assert plain == rank_biased_overlap([1, 2], [2, 1], p=0.5)


@pytest.mark.parametrize(
    ("x", "y", "options", "message"),
    [
        ([], ["a"], {}, "ranking x is empty"),
        (["a"], ["a", ()], {}, "ranking y has 1 group without items"),
        (["a", {"a", "b"}], ["a"], {}, "ranking x has the item 'a' 2 times"),
        (["a"], ["a"], {"p": 1.0}, "p: 1.0 is not allowed (it must be above 0 and below 1)"),
        (["a"], ["a"], {"p": float("nan")}, "p: nan is not allowed"),
    ],
)
def test_what_has_no_overlap_is_refused(x, y, options, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        rank_biased_overlap(x, y, **options)
    assert message in str(refused.value)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(EvaluationError) as refused:
        rank_biased_overlap([], ["a", "a"], p=0)
    assert len(refused.value.problems) == 3


def test_scores_become_groups_highest_first() -> None:
    # The example of Corsi and Urbano's software.
    items = ["green", "yellow", "blue", "pink", "red"]
    groups = tied_groups(items, [4, 2, 4, 1, 6])
    assert groups == [["red"], ["green", "blue"], ["yellow"], ["pink"]]


def test_items_of_a_group_stay_in_their_order() -> None:
    items = [f"d{number}" for number in range(200)]
    groups = tied_groups(items, [number % 2 for number in range(200)])
    assert groups == [items[1::2], items[::2]]


def test_scores_are_rounded_only_where_asked() -> None:
    scores = [0.1 + 0.2, 0.3, 1e-12]
    assert tied_groups("abc", scores) == [["a"], ["b"], ["c"]]
    assert tied_groups("abc", scores, decimals=10) == [["a", "b"], ["c"]]


@pytest.mark.parametrize("scores", [[1.0], [1.0, np.nan], [[1.0, 2.0]], ["x", "y"]])
def test_items_without_proper_scores_are_refused(scores) -> None:
    with pytest.raises(EvaluationError):
        tied_groups(["a", "b"], scores)
