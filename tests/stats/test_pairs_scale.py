"""Exact tests at any scale of the measure: small steps, no step, rounded differences."""

from __future__ import annotations

import bisect
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.comparison.significance import TESTS
from harness.core.errors import EvaluationError
from harness.settings.compare import Options
from harness.stats import (
    randomisation,
    sampled_randomisation,
    sign_test,
    signed_ranks,
)
from harness.stats.sign_vectors import MAX_STEPS, sign_flip_p
from tests.each import each
from tests.stats.pairs_cases import ALTERNATIVES, EXACT, counted_p


def meet(values):
    """p, two-sided, over all sign vectors of up to 40 floats: sums of halves, in whole numbers."""
    numbers = [int(Fraction(float(value)) * 2**1074) for value in values]
    halves = []
    for half in (numbers[::2], numbers[1::2]):
        sums = [0]
        for number in half:
            sums = [total + sign for total in sums for sign in (-number, number)]
        halves.append(sorted(sums))
    least = abs(sum(numbers)) * (1 - Fraction(1, 10**10))
    reached = sum(
        len(halves[0]) - bisect.bisect_left(halves[0], least - sum_) for sum_ in halves[1]
    )
    return 2 * reached / 2 ** len(numbers)


@each([1e-9, 1e-6, 1e-4, 1.0, 1e5], "scale")
@each([2, 4, 8, 12], "n")
def test_up_to_24_differences_are_tried_as_they_are_at_any_scale(n, scale):
    differences = np.random.default_rng(n).normal(0.3, 1, n) * scale
    tested = randomisation(differences)
    assert float(tested.p) == meet(differences)
    assert (tested.how, float(tested.bound)) == ("exact over all sign vectors", 0.0)


def test_small_equal_differences_are_not_lost():
    assert float(randomisation([2e-5] * 12).p) == 2.0**-11
    assert float(randomisation([2e-5, 0.254, 0.0089, 0.2323]).p) == 0.125


@pytest.mark.slow
@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(25, 30), st.floats(-0.5, 0.8))
def test_rounded_differences_stay_within_the_stated_bound(seed, n, shift):
    differences = (
        np.random.default_rng(seed).gamma(0.5, 0.2, n)
        * np.random.default_rng(seed + 1).choice([-1, 1], n)
        + 0.1 * shift
    )
    tested = randomisation(differences)
    assert 0 <= float(tested.bound) < 0.001
    assert abs(float(tested.p) - meet(differences)) <= float(tested.bound)
    # Differences that are nothing but noise beside the others leave few enough to try them all.
    rounded = "of rounded differences: p is off by at most" in tested.how
    assert rounded == (float(tested.bound) > 0)


@each([8, 24, 25, 60, 250, 1000], "n")
@each([1e-6, 1.0], "scale")
def test_sampled_and_exact_differ_by_chance_and_the_bound_alone(n, scale):
    random = np.random.default_rng(n)
    differences = scale * random.normal(1.8 / n**0.5, 1, (6, n)) * random.exponential(1, (6, n))
    exact = randomisation(differences)
    drawn = sampled_randomisation(differences, seed=3, samples=20_000)
    chance = 5 * np.sqrt(exact.p * (1 - exact.p) / 20_000) + 1e-4
    assert (np.abs(drawn.p - exact.p) <= chance + exact.bound).all()
    assert (exact.bound == 0).all() == (n <= 24)


@each([10, 40], "n")
@each(sorted(TESTS), "name")
def test_no_test_depends_on_the_scale_of_the_measure(name, n):
    """Powers of 2 change no digit of a float, so that p-values may not change either."""
    random = np.random.default_rng(n)
    differences = np.stack([random.normal(0.1, 0.3, n), random.integers(-3, 6, n) / 10])
    options = Options(samples=2_000)
    for power in (-24, -10, 7):
        for alternative in ALTERNATIVES:
            p = TESTS[name].compute(differences, options, alternative).p
            again = TESTS[name].compute(differences * 2.0**power, options, alternative).p
            assert again.tolist() == p.tolist()


def test_what_is_only_noise_of_floats_is_no_difference():
    noise = np.array([1e-17, -2e-17, 3e-17, 4e-17])
    for tested in (randomisation(noise), signed_ranks(noise), sign_test(noise)):
        assert float(tested.p) == 1.0


def test_reciprocal_ranks_have_a_lattice_of_their_own():
    random = np.random.default_rng(5)
    ranks = np.concatenate([np.arange(1, 11), random.integers(1, 11, 40)]).reshape(2, 25)
    fractions = [Fraction(1, int(one)) - Fraction(1, int(two)) for one, two in ranks.T]
    tested = randomisation((1 / ranks)[0] - (1 / ranks)[1])
    assert float(tested.p) == counted_p([int(part * 2520) for part in fractions])
    assert float(tested.bound) == 0


def test_a_common_divisor_makes_large_numbers_short():
    differences = np.array([3e6, -1e6, 2e6, 5e6] * 7)
    assert float(randomisation(differences).p) == counted_p([3, -1, 2, 5] * 7)


def test_whole_numbers_that_span_too_many_steps_are_refused():
    with pytest.raises(EvaluationError, match=f"more than the {MAX_STEPS} that can be counted"):
        sign_flip_p(np.array([10**12, 10**12 + 1]))
    assert float(randomisation([1e300, 0.2, 0.3] * 10).bound) < 1e-6


@each(
    [
        ([0.1], "differences of 1 topic .*at least 2"),
        (0.1, "differences of 0 topics"),
        ([], "differences of 0 topics"),
        ([0.1, float("nan")], "1 value that is not finite"),
        ([0.1, float("inf"), float("-inf")], "2 values that are not finite"),
        (["a", "b"], "not one array of numbers"),
        ([[0.1, 0.2], [0.1]], "not one array of numbers"),
    ],
    "differences",
    "message",
)
@each(EXACT, "test")
def test_bad_differences_are_refused(test, differences, message):
    with pytest.raises(EvaluationError, match=message):
        EXACT[test](differences)
