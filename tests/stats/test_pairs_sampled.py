"""Random tests of pairs: against exact p-values, all draws there are, and themselves."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
import scipy

from harness.core.errors import EvaluationError
from harness.stats import (
    all_pairs,
    bootstrap_interval,
    bootstrap_shift,
    paired_t,
    randomisation,
    sampled_randomisation,
    subtract_pairs,
)
from harness.stats.sampling import product
from tests.each import each
from tests.errors import problems_of

ALTERNATIVES = ("two-sided", "greater", "less")


def matrix(num_topics, num_runs, seed=1, decimals=4):
    topics = np.random.default_rng(seed)
    return topics.beta(0.8, 2.0, (num_topics, num_runs)).round(decimals)


def by_chance(exact, samples):
    """How far a share of so many samples may be off: four and a half standard errors."""
    return 4.5 * np.sqrt(exact * (1 - exact) / samples) + 1 / samples


RANDOM = {
    "randomisation": lambda values, **how: sampled_randomisation(values, seed=1, **how),
    "bootstrap": lambda values, **how: bootstrap_shift(values, seed=1, **how),
}


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_random_sign_vectors_come_near_the_exact_p(alternative):
    differences = subtract_pairs(matrix(30, 6))
    exact = randomisation(differences, alternative=alternative).p
    drawn = sampled_randomisation(differences, seed=1, samples=50_000, alternative=alternative)
    assert (np.abs(drawn.p - exact) <= by_chance(exact, 50_000)).all()


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_ties_that_floats_break_count(alternative):
    numbers = np.array([1, 1, 1, -1, 2, -2, 3, 0, 0, 3])
    differences = numbers / 10 + 0.7 - 0.7  # the noise of 0.7 is in every difference
    assert (differences != numbers / 10).any()
    exact = randomisation(numbers, alternative=alternative).p
    drawn = sampled_randomisation(differences, seed=2, samples=50_000, alternative=alternative)
    assert abs(drawn.p - exact) <= by_chance(exact, 50_000)


def test_differences_are_those_of_the_columns():
    scores = matrix(7, 5)
    first, second = all_pairs(5)
    assert list(zip(first, second, strict=True)) == list(itertools.combinations(range(5), 2))
    assert (subtract_pairs(scores) == (scores[:, first] - scores[:, second]).T).all()
    one = subtract_pairs(scores, (4, 2))
    assert (one == scores[:, 4] - scores[:, 2]).all()


def all_draws(differences):
    """The means and the studentised means of all n^n draws of shifted differences, exactly."""
    n = len(differences)
    numbers = [Fraction(str(value)) for value in differences]
    shifted = [number - sum(numbers) / n for number in numbers]
    for draw in itertools.product(shifted, repeat=n):
        yield square_of(draw)


def square_of(numbers):
    """t² with the mean's sign: 0 for a mean of 0, else infinite without a deviation."""
    n = len(numbers)
    average = sum(numbers) / n
    variance = sum((number - average) ** 2 for number in numbers) / (n - 1)
    if average == 0:
        return Fraction(0)
    square = average**2 * n / variance if variance else float("inf")
    return square if average > 0 else -square


@each(
    [[0.1, 0.3], [0.1, -0.2, 0.4], [0.5, 0.0, 0.0, 0.2], [0.3, 0.1, 0.2, 0.2, -0.1]], "differences"
)
@each(ALTERNATIVES, "alternative")
def test_bootstrap_comes_near_the_share_of_all_draws(differences, alternative):
    numbers = [Fraction(str(value)) for value in differences]
    observed = square_of(numbers)
    values = list(all_draws(differences))
    reached = {
        "two-sided": [abs(value) >= abs(observed) for value in values],
        "greater": [value >= observed for value in values],
        "less": [value <= observed for value in values],
    }[alternative]
    exact = sum(reached) / len(reached)
    tested = bootstrap_shift(differences, seed=4, samples=20_000, alternative=alternative)
    assert abs(tested.p - exact) <= by_chance(exact, 20_000)


@pytest.mark.parametrize("n", [2, 3, 12])
def test_bootstrap_of_equal_differences_is_of_their_signs(n):
    two_sided, less = (
        bootstrap_shift([0.2] * n, seed=4, samples=999, alternative=way)
        for way in ("two-sided", "less")
    )
    assert float(two_sided.p) == max(2 / 2**n, 1 / 1000)
    assert float(less.p) == 1
    assert np.isnan(two_sided.statistic)


def test_bootstrap_tells_its_statistic():
    differences = subtract_pairs(matrix(9, 3))
    of_t = bootstrap_shift(differences, seed=1, samples=10)
    np.testing.assert_allclose(of_t.statistic, paired_t(differences).statistic, rtol=1e-12)
    assert of_t.how == "shift method, 10 draws of the topics, statistic: t, seed 1"
    assert (of_t.seed, of_t.samples, of_t.n) == (1, 10, 9)


@pytest.mark.parametrize("test", RANDOM)
def test_many_pairs_equal_one_by_one(test):
    differences = subtract_pairs(matrix(15, 4)).reshape(2, 3, 15)
    tested = RANDOM[test](differences, samples=1_200)
    assert tested.p.shape == tested.statistic.shape == (2, 3)
    for place in np.ndindex(2, 3):
        one = RANDOM[test](differences[place], samples=1_200)
        assert isinstance(one.p, np.ndarray)
        assert isinstance(one.statistic, np.ndarray)
        assert float(one.p) == tested.p[place]
        assert float(one.statistic) == tested.statistic[place]


@each(RANDOM, "test")
@each(ALTERNATIVES, "alternative")
def test_identical_runs_have_p_1_and_others_never_0(test, alternative):
    differences = np.array([[0.0] * 40, [0.3] * 40, np.linspace(-0.3, -0.2, 40)])
    p = RANDOM[test](differences, samples=99, alternative=alternative).p
    assert p[0] == 1.0
    assert np.isfinite(p).all()
    least = {"two-sided": p[1:], "greater": p[1], "less": p[2]}[alternative]
    assert (np.atleast_1d(least) == 0.01).all()  # (0 + 1) / (99 + 1)


@pytest.mark.parametrize("test", RANDOM)
def test_p_is_a_count_over_samples_plus_one_and_seeds_differ(test):
    differences = subtract_pairs(matrix(15, 3))
    counts = RANDOM[test](differences, samples=1_234).p * 1_235
    np.testing.assert_allclose(counts, counts.round(), atol=1e-9)
    again = RANDOM[test](differences, samples=1_234).p * 1_235
    assert counts.tolist() == again.tolist()
    other = sampled_randomisation(differences, seed=2, samples=1_234).p
    assert other.tolist() != sampled_randomisation(differences, seed=1, samples=1_234).p.tolist()


@pytest.mark.parametrize(("rows", "topics", "draws"), [(1, 3, 2), (4, 7, 1), (11, 50, 1000)])
def test_products_in_pieces_equal_products(rows, topics, draws):
    numbers = np.random.default_rng(0)
    left, right = numbers.normal(size=(rows, topics)), numbers.normal(size=(topics, draws))
    np.testing.assert_allclose(product(left, right), left @ right, atol=1e-12)


def test_products_of_thousands_of_topics_are_right():
    left, right = np.ones((5, 7_000)), np.arange(7_000.0)[:, None] * np.ones(30)
    assert (product(left, right) == 7_000 * 6_999 / 2).all()


@pytest.mark.parametrize("kind", ["bca", "percentile"])
def test_bootstrap_interval_comes_near_the_textbooks(kind):
    differences = matrix(40, 1)[:, 0] ** 2  # skewed, so that the two kinds differ
    draws = np.random.default_rng(8).choice(differences, (40_000, 40)).mean(axis=1)
    levels = np.array([0.05, 0.95])
    if kind == "bca":  # Efron and Tibshirani 1993, 14.10, 14.14 and 14.15
        estimate = differences.mean()
        bias = scipy.stats.norm.ppf(np.mean(draws < estimate))
        others = np.array([np.delete(differences, topic).mean() for topic in range(40)])
        gaps = others.mean() - others
        acceleration = (gaps**3).sum() / (6 * (gaps**2).sum() ** 1.5)
        z = bias + scipy.stats.norm.ppf(levels)
        levels = scipy.stats.norm.cdf(bias + z / (1 - acceleration * z))
    bounds = np.quantile(draws, levels)
    found = bootstrap_interval(differences, seed=1, kind=kind, confidence=0.9, samples=20_000)
    np.testing.assert_allclose([found.low, found.high], bounds, atol=0.003)
    assert float(found.estimate) == pytest.approx(differences.mean(), rel=1e-12)


def test_bca_moves_the_interval_of_skewed_differences():
    differences = matrix(40, 1)[:, 0] ** 2
    moved = bootstrap_interval(differences, seed=1)
    plain = bootstrap_interval(differences, seed=1, kind="percentile")
    assert moved.low > plain.low + 0.002
    assert moved.high > plain.high + 0.002


def test_bootstrap_intervals_of_many_pairs_equal_one_by_one():
    differences = subtract_pairs(matrix(15, 3))
    differences[1] = 0.25  # equal differences: no interval
    found = bootstrap_interval(differences, seed=2, samples=500)
    for place in range(3):
        one = bootstrap_interval(differences[place], seed=2, samples=500)
        np.testing.assert_array_equal([one.low, one.high], [found.low[place], found.high[place]])
        assert one.low.shape == ()
    assert found.estimate[1] == 0.25
    assert np.isnan([found.low[1], found.high[1]]).all()
    assert (found.low <= found.estimate)[[0, 2]].all()
    assert (found.estimate <= found.high)[[0, 2]].all()
    other = bootstrap_interval(differences, seed=3, samples=500)
    assert other.low[0] != found.low[0]


def test_all_problems_are_told_at_once():
    wrong = {"samples": 0, "seed": "1", "alternative": "more", "workers": 1.5}
    told = [
        "unknown alternative 'more' (known are two-sided, greater, less)",
        "samples: 0 is not allowed (it must be a whole number of at least 1)",
        "seed: '1' is not allowed (it must be a whole number)",
        "workers: 1.5 is not allowed (it must be a whole number of at least 1)",
    ]
    assert problems_of(sampled_randomisation, [0.1, 0.2], kind=EvaluationError, **wrong) == told
    assert problems_of(bootstrap_shift, [0.1, 0.2], kind=EvaluationError, **wrong) == told
    with pytest.raises(EvaluationError, match=r"unknown kind 'bcaa' .did you mean bca"):
        bootstrap_interval([0.1, 0.2], seed=1, kind="bcaa")


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        (([0, 1], [2]), "as many first as second"),
        (([0], [3]), "from 0 to 2"),
        (([-1], [1]), "from 0 to 2"),
        (([0.0], [1]), "whole numbers, not float64"),
    ],
)
def test_pairs_of_runs_that_are_not_there_are_refused(pairs, message):
    with pytest.raises(EvaluationError, match=message):
        subtract_pairs(matrix(5, 3), pairs)
