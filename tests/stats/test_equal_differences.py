"""Samples without spread: no statistic takes them for a population without spread."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from harness.stats import (
    always_valid_interval,
    always_valid_t,
    anova,
    bootstrap_interval,
    bootstrap_shift,
    compare_means,
    d_z,
    equivalence,
    measure_risk,
    paired_t,
    randomisation,
    rank_sets,
    reliability,
    sign_test,
    signed_ranks,
    t_interval,
    tukey_hsd,
    variance_components,
)
from tests.each import each

TESTS = {
    "t": paired_t,
    "randomisation": randomisation,
    "Wilcoxon": signed_ranks,
    "sign": sign_test,
    "bootstrap": lambda values: bootstrap_shift(values, seed=1, samples=9999),
    "always valid": always_valid_t,
}
VALUES = [0.1, -0.05, 1.0, -1.0]
SIZES = [2, 3, 4, 9]


@each(TESTS, "name")
@each(list(itertools.product(VALUES, SIZES)), "value", "n")
def test_no_p_is_below_that_of_all_sign_vectors(name, value, n):
    tested = TESTS[name](np.full(n, value))
    assert 2 / 2**n <= float(tested.p) * (1 + 1e-12) <= 1.1
    assert not np.isinf(tested.statistic)


@each(list(itertools.product(VALUES, SIZES)), "value", "n")
def test_there_is_no_interval_and_no_effect_size(value, n):
    differences = np.full(n, value)
    assert np.isnan(d_z(differences))
    assert np.isnan(measure_risk(differences).t_risk)
    for interval in (t_interval(differences), bootstrap_interval(differences, seed=1)):
        assert np.isnan([interval.low, interval.high]).all()
    unbounded = always_valid_interval(differences)
    assert (float(unbounded.low), float(unbounded.high)) == (-np.inf, np.inf)


@each(SIZES, "n")
@each([0.0, 0.01, -0.05], "value")
def test_there_is_no_equivalence(value, n):
    found = equivalence(np.stack([np.full(n, value), np.linspace(-0.01, 0.01, n)]), 0.05)
    assert np.isnan([found.p[0], found.p_above[0], found.p_below[0]]).all()
    assert 0 < found.p[1] < 1


@pytest.mark.parametrize("n", SIZES)
def test_tables_without_a_residual_have_no_f_and_no_intervals(n):
    scores = np.linspace(0, 1, n)[:, None] / 2 + [0.1, 0.2, 0.4]
    effect = anova(scores).systems
    assert np.isnan([effect.f, effect.p]).all()
    assert (tukey_hsd(scores).p >= min(1, 3 * 2 / 2**n)).all()
    known = reliability(variance_components(scores))
    for coefficient in (known.generalizability, known.dependability):
        assert np.isnan([coefficient.low, coefficient.high]).all()


@pytest.mark.parametrize("n", [2, 3, 4])
def test_ranks_are_open_where_the_signs_of_few_topics_tell_nothing(n):
    sets = rank_sets(np.tile([0.1, 0.2, 0.4], (n, 1)), seed=1)
    assert (sets.low.tolist(), sets.high.tolist()) == ([1, 1, 1], [3, 3, 3])


def test_two_samples_without_spread_are_apart_with_the_chance_of_their_order():
    every = list(itertools.combinations(range(7), 3))
    extreme = [chosen for chosen in every if chosen in ((0, 1, 2), (4, 5, 6))]
    assert compare_means([0.2] * 3, [0.3] * 4, paired=False) == len(extreme) / len(every)
    assert compare_means([0.2] * 3, [0.2] * 4, paired=False) == 1.0


def test_looking_after_every_topic_errs_no_more_than_is_said_where_only_signs_vary():
    """All sign sequences of equal size: how many are all alike at a look with p below alpha."""
    alpha, longest = 0.05, 12
    wrong = 0
    for signs in itertools.product([-0.1, 0.1], repeat=longest):
        looks = (np.array(signs[:n]) for n in range(2, longest + 1) if len(set(signs[:n])) == 1)
        wrong += any(float(always_valid_t(look).p) < alpha for look in looks)
    assert wrong / 2**longest <= alpha


def test_sets_of_some_runs_are_those_of_all():
    random = np.random.default_rng(2)
    scores = random.random((20, 9)) + np.linspace(0, 0.6, 9)
    everything, some = rank_sets(scores, seed=3), rank_sets(scores, seed=3, only=[2, 5])
    for name in ("low", "high", "limit", "could_be_best"):
        whole, part = getattr(everything, name), getattr(some, name)
        assert part[[2, 5]].tolist() == whole[[2, 5]].tolist()
    assert (some.low[0], some.high[0]) == (1, 9)
