"""Plans of strata: how they are written, what is wrong with them, and what a budget makes of them."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.core.model import Run
from harness.pooling import Plan, choose, gather
from harness.pooling.strategies.samples import deepest_rank, read_strata, sample_sizes
from tests.each import each

# --- plans of strata -------------------------------------------------------------------------


def test_strata_may_be_one_text_and_in_any_order():
    texts = Plan.of("stratified", {"strata": " 21:100:.10, 1:20:1 "}).parameters["strata"]
    assert texts == ("1:20:1", "21:100:.10")
    assert [one.rate for one in read_strata(texts)] == [1, Fraction(1, 10)]
    assert deepest_rank(texts) == deepest_rank("21:100:.10,1:20:1") == 100


def test_a_rate_is_the_decimal_number_that_is_written():
    # In floating point 0.07 * 100 is above 7 and would be rounded up to 8.
    assert math.ceil(0.07 * 100) == 8
    (one,) = read_strata("1:100:0.07")
    assert sample_sizes([one.rate], [100], None) == [7]


@each(
    [
        ((), "there are no strata"),
        ("  ", "there are no strata"),
        (("1:20",), "'1:20' is not a stratum .expected from:to:rate"),
        (("1:20:1:2",), "'1:20:1:2' is not a stratum"),
        (("1:x:1",), "'1:x:1' is not a stratum"),
        (("1:20:all",), "'1:20:all' is not a stratum"),
        (("1:20:nan",), "'1:20:nan' is not a stratum"),
        (("1:20:1e-1",), "'1:20:1e-1' is not a stratum"),
        (("1.5:20:1",), "'1.5:20:1' is not a stratum"),
        ("1:20:1,", "'' is not a stratum"),
        ((4801,), "the stratum 4801 is not a text .*in quotes"),
        (4801, "the stratum 4801 is not a text .*in quotes"),
        (True, "the stratum True is not a text"),
        (("0:20:1",), "the stratum 0:20:1 starts at rank 0 .ranks count from 1"),
        (("20:1:1",), "the stratum 20:1:1 ends before it starts"),
        (("1:20:0",), "the rate of the stratum 1:20:0 is not allowed"),
        (("1:20:1.01",), "the rate of the stratum 1:20:1.01 is not allowed"),
        (("1:20:-0.5",), "the rate of the stratum 1:20:-0.5 is not allowed"),
        (("1:20:1", "20:30:0.5"), "the strata 1:20:1 and 20:30:0.5 overlap"),
        (("30:40:1", "1:100:0.5"), "the strata 1:100:0.5 and 30:40:1 overlap"),
    ],
    "strata",
    "message",
)
def test_a_wrong_plan_of_strata_is_refused(strata, message):
    with pytest.raises(EvaluationError, match=message):
        Plan.of("stratified", {"strata": strata})


def test_all_that_is_wrong_with_a_plan_is_said_at_once():
    strata = ("1:20", "5:3:1", "0:9:2", "10:30:1", "20:25:0.5", "25:25:0.1")
    with pytest.raises(EvaluationError) as refused:
        Plan.of("stratified", {"strata": strata, "rate": 1})
    assert [problem.message for problem in refused.value.problems] == [
        "the strategy stratified has no parameter 'rate'",
        "'1:20' is not a stratum",
        "the stratum 5:3:1 ends before it starts",
        "the stratum 0:9:2 starts at rank 0",
        "the rate of the stratum 0:9:2 is not allowed",
        "the strata 10:30:1 and 20:25:0.5 overlap",
        "the strata 10:30:1 and 25:25:0.1 overlap",
        "the strata 20:25:0.5 and 25:25:0.1 overlap",
    ]


def test_strata_must_be_given():
    with pytest.raises(EvaluationError, match="the strategy stratified needs the parameter 'strat"):
        Plan.of("stratified")


# --- a budget for strata ---------------------------------------------------------------------


def slow_sizes(rates, sizes, budget):
    """What the budget allows, by trying which strata get one document only, and all roundings."""
    wanted = [math.ceil(rate * size) for rate, size in zip(rates, sizes, strict=True)]
    if sum(wanted) <= budget:
        return wanted
    sampled = [place for place, rate in enumerate(rates) if rate < 1 and wanted[place]]
    left = budget - sum(wanted[place] for place in range(len(rates)) if place not in sampled)
    for few in itertools.chain.from_iterable(
        itertools.combinations(sampled, number) for number in range(len(sampled) + 1)
    ):
        rest = [place for place in sampled if place not in few]
        ratio = Fraction(left - len(few), sum(wanted[place] for place in rest)) if rest else 0
        if all(ratio * wanted[place] >= 1 for place in rest) and all(
            ratio * wanted[place] < 1 for place in few
        ):
            break
    share = {place: ratio * wanted[place] if place in rest else Fraction(1) for place in sampled}
    tried = itertools.product(*({math.floor(one), math.ceil(one)} for one in share.values()))
    best = min(
        (numbers for numbers in tried if sum(numbers) == left),
        key=lambda numbers: (
            sum((number - one) ** 2 for number, one in zip(numbers, share.values(), strict=True)),
            [-number for number in numbers],
        ),
    )
    for place, number in zip(sampled, best, strict=True):
        wanted[place] = number
    return wanted


rate = st.integers(1, 20).map(lambda part: Fraction(part, 20))
plans = st.lists(st.tuples(rate, st.integers(0, 60)), min_size=1, max_size=6)


@given(plans, st.integers(1, 150))
def test_a_reduced_plan_is_the_fairest_there_is(plan, budget):
    rates, sizes = zip(*plan, strict=True)
    least = sum(size if rate == 1 else min(size, 1) for rate, size in plan)
    if budget < least:
        with pytest.raises(EvaluationError, match=f"allow at least {least}"):
            sample_sizes(rates, sizes, budget)
        return
    found = sample_sizes(rates, sizes, budget)
    assert found == slow_sizes(rates, sizes, budget)
    assert sum(found) <= budget
    assert all(number <= size for number, size in zip(found, sizes, strict=True))
    assert all(number > 0 for number, size in zip(found, sizes, strict=True) if size)


def test_a_stratum_that_would_get_less_than_one_document_gets_one():
    rates = [Fraction(1, 10)] * 3
    # 1, 10 and 10 are wanted, 5 are allowed: 0.24, 2.38, 2.38; so 1, and the others share 4.
    assert sample_sizes(rates, [10, 100, 100], 5) == [1, 2, 2]


def test_a_budget_too_small_for_the_strata_names_the_topic():
    columns = {"topic": ["7"] * 6, "doc": list("abcdef"), "score": [6.0, 5.0, 4.0, 3.0, 2.0, 1.0]}
    candidates = gather([Run("a", pl.DataFrame(columns))])
    strata = {"strata": "1:4:1,5:8:0.5"}
    with pytest.raises(EvaluationError) as refused:
        choose(candidates, Plan.of("stratified", strata, budget=4))
    (problem,) = refused.value.problems
    assert problem.where == "topic '7'"
    assert problem.message.startswith("the budget of 4 does not hold the 4 documents")
    assert choose(candidates, Plan.of("stratified", strata, budget=5)).sizes() == {"7": 5}
