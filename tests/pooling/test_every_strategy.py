"""Whoever adds a strategy is told what belongs to it: a source, an oracle, a row in the list."""

import inspect
import math
import re
from importlib import import_module
from operator import ge, gt, le, lt
from pathlib import Path

from harness.pooling import STRATEGIES
from harness.pooling.strategies.registry import KINDS
from harness.report.pools import strategies_table
from tests.each import each
from tests.pooling.test_orders import SLOW

#: The tests that hold each strategy to a slow version, or a sample to its probabilities.
ORACLES = {
    "depth": "test_depth.test_a_pool_is_the_union_it_claims",
    **dict.fromkeys(SLOW, "test_orders.test_values_are_those_of_the_definition"),
    **dict.fromkeys(
        ("maxmean", "maxmean-ns", "thompson", "thompson-ns"),
        "test_adaptive.test_bandits_are_their_slow_versions",
    ),
    "move-to-front": "test_adaptive.test_move_to_front_is_its_slow_version",
    "hedge": "test_adaptive.test_hedge_always_takes_a_document_of_the_highest_weighted_loss",
    **dict.fromkeys(
        ("uniform", "stratified", "proportional"),
        "test_samples.test_each_document_is_taken_as_often_as_its_probability_says",
    ),
}

FOLDER = Path(__file__).resolve().parent


def test_every_strategy_has_an_oracle():
    missing = set(STRATEGIES) - set(ORACLES)
    assert not missing, "write the slow version, and name its test in ORACLES"
    assert set(ORACLES) <= set(STRATEGIES)


@each(sorted(ORACLES))
def test_the_oracle_is_a_test_that_tries_the_strategy(name):
    module, _, function = ORACLES[name].partition(".")
    text = (FOLDER / f"{module}.py").read_text(encoding="utf-8")
    assert f"def {function}(" in text
    assert f'"{name}"' in text or "for name" in text


@each(sorted(STRATEGIES))
def test_every_strategy_says_what_it_does_and_where_it_is_from(name):
    strategy = STRATEGIES[name]
    function = strategy.function
    module = import_module(function.__module__)
    assert strategy.summary
    assert len(strategy.summary) < 100
    sources = f"{inspect.getdoc(function)}\n{inspect.getdoc(module)}"
    assert re.search(r"\b(19|20)\d\d\b", sources), "name the paper, its authors and its year"
    assert type(strategy) is KINDS[strategy.kind]


def test_strategies_that_draw_are_known_by_their_seeds():
    drawing = {"maxmean", "move-to-front", "thompson", "maxmean-ns", "thompson-ns"}
    drawing |= {"proportional", "stratified", "uniform"}
    assert {name for name, strategy in STRATEGIES.items() if strategy.random} == drawing


#: What users are told of the numbers that they may choose.
LIMITS = {
    ("maxmean-ns", "rate"): "a number at least 0 and at most 1",
    ("thompson-ns", "rate"): "a number at least 0 and at most 1",
    ("hedge", "beta"): "a number above 0 and below 1",
    ("rrf", "k"): "a number at least 0",
    ("rbp", "p"): "a number above 0 and below 1",
}


def test_numbers_are_allowed_as_users_are_told():
    told = {(name, key): it for name, one in STRATEGIES.items() for key, it in one.limits.items()}
    assert {key: str(limits) for key, limits in told.items()} == LIMITS
    compared = {"above": gt, "least": ge, "below": lt, "most": le}
    for key, words in LIMITS.items():
        ends = re.findall("(above|least|below|most) ([01])", words)
        for value in (-math.inf, -1, -1e-9, 0, 1e-9, 0.5, 1 - 1e-9, 1, 1 + 1e-9, math.nan):
            inside = all(compared[word](value, int(end)) for word, end in ends)
            assert (value in told[key]) == inside, (key, value)


def test_depths_and_shares_of_strata_need_no_budget():
    free = {name for name, one in STRATEGIES.items() if not one.needs_budget}
    assert free == {"depth", "stratified"}


def test_every_strategy_is_a_row_of_harness_pool_strategies():
    rows = {row[0]: row for row in strategies_table().rows}
    assert set(rows) == set(STRATEGIES)
    for name, strategy in STRATEGIES.items():
        assert strategy.summary in map(str, rows[name])
