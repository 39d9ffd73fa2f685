"""Exact tests of pairs: against all 2^n sign vectors, whole-number counts, and scipy."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.stats import randomisation, sign_test, signed_ranks, wins_ties_losses
from harness.stats.results import LEAST_P
from harness.stats.sign_vectors import chances_at_most, sign_flip_p
from tests.each import each
from tests.errors import problems_of
from tests.stats.pairs_cases import ALTERNATIVES, EXACT, counted_p

#: Few values, so that there are ties and zeros, or many.
steps = st.one_of(
    st.lists(st.integers(-3, 3), min_size=2, max_size=12),
    st.lists(st.integers(-10_000, 10_000), min_size=2, max_size=12),
)

alternatives = st.sampled_from(ALTERNATIVES)


def tried_p(numbers, alternative):
    """The share of all 2^n sign vectors whose sum reaches that of the numbers, as a fraction."""
    magnitudes = np.abs(np.array(numbers))
    signs = np.array(list(itertools.product((-1, 1), repeat=len(numbers))))
    sums, observed = signs @ magnitudes, sum(numbers)
    reached = {
        "two-sided": np.abs(sums) >= abs(observed),
        "greater": sums >= observed,
        "less": sums <= observed,
    }[alternative]
    return Fraction(int(reached.sum()), 2 ** len(numbers))


def slow_signed_ranks(numbers):
    """Twice the ranks of the magnitudes, ties sharing their mean, with the numbers' signs."""
    ranked = [abs(number) for number in numbers if number]
    doubled = []
    for number in numbers:
        less = sum(other < abs(number) for other in ranked)
        equal = sum(other == abs(number) for other in ranked)
        rank = 2 * less + equal + 1
        doubled.append(rank if number > 0 else -rank if number < 0 else 0)
    return doubled


@given(steps, alternatives)
def test_randomisation_equals_all_sign_vectors(numbers, alternative):
    differences = np.array(numbers) / 10_000
    tested = randomisation(differences, alternative=alternative)
    assert float(tested.p) == tried_p(numbers, alternative)
    assert float(tested.statistic) == pytest.approx(np.mean(differences), abs=1e-15)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_randomisation_equals_all_sign_vectors_of_fourteen_topics(alternative):
    for seed in range(5):
        numbers = np.random.default_rng(seed).integers(-9, 12, 14).tolist()
        p = randomisation(np.array(numbers) / 10_000, alternative=alternative).p
        assert float(p) == tried_p(numbers, alternative)


@pytest.mark.parametrize("n", [25, 50, 53])
def test_randomisation_is_the_very_fraction_up_to_53_topics(n):
    numbers = np.random.default_rng(n).integers(-60, 80, n).tolist()
    assert float(randomisation(np.array(numbers) / 10_000).p) == counted_p(numbers)


@pytest.mark.parametrize("n", [54, 100, 249, 600])
def test_randomisation_of_more_topics_equals_counts_in_whole_numbers(n):
    numbers = np.random.default_rng(n).integers(-9, 14, n).tolist()
    p = float(randomisation(np.array(numbers) / 10_000).p)
    assert p == pytest.approx(float(counted_p(numbers)), rel=1e-12)


@pytest.mark.parametrize("n", [20, 50, 249, 700])
def test_smallest_p_is_two_sign_vectors_of_all(n):
    differences = np.random.default_rng(n).integers(1, 3_000, n) / 10_000
    assert float(randomisation(differences).p) == pytest.approx(2.0 ** (1 - n), rel=1e-12)
    assert float(randomisation(differences, alternative="greater").p) == pytest.approx(
        2.0**-n, rel=1e-12
    )
    assert float(randomisation(differences, alternative="less").p) == 1.0


def test_p_that_underflows_is_the_smallest_normal_number():
    assert float(randomisation(np.full(2_000, 0.5)).p) == LEAST_P > 0


@pytest.mark.parametrize("wins", [1_000, 1_030, 1_200])
def test_two_thousand_signs_equal_the_binomial_distribution(wins):
    tails = sum(math.comb(2_000, count) for count in range(wins, 2_001))
    p = min(1.0, float(Fraction(2 * tails, 2**2_000)))
    signs = np.repeat([1, -1], [wins, 2_000 - wins])
    assert float(sign_flip_p(signs)) == pytest.approx(p, rel=1e-11)
    assert float(sign_test(signs).p) == pytest.approx(p, rel=1e-11)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=12), st.integers(-1, 60))
def test_chance_of_a_subset_equals_all_subsets(magnitudes, limit):
    sums = [
        sum(chosen)
        for size in range(len(magnitudes) + 1)
        for chosen in itertools.combinations(magnitudes, size)
    ]
    chance = Fraction(sum(value <= limit for value in sums), len(sums))
    assert chances_at_most(np.sort(magnitudes), np.array([limit, -1])).tolist() == [chance, 0]


@given(steps, alternatives)
def test_signed_ranks_equal_all_sign_vectors_of_slow_ranks(numbers, alternative):
    doubled = slow_signed_ranks(numbers)
    tested = signed_ranks(np.array(numbers) / 10_000, alternative=alternative)
    assert float(tested.p) == tried_p(doubled, alternative)
    assert float(tested.statistic) == sum(rank for rank in doubled if rank > 0) / 2


@given(
    st.lists(st.integers(1, 10_000), min_size=2, max_size=40, unique=True),
    st.integers(0, 2**40),
    alternatives,
)
def test_signed_ranks_without_ties_equal_scipys_exact_ones(magnitudes, bits, alternative):
    signs = [1 if bits >> place & 1 else -1 for place in range(len(magnitudes))]
    differences = np.array(magnitudes) * signs / 10_000
    theirs = scipy.stats.wilcoxon(differences, alternative=alternative, method="exact")
    ours = signed_ranks(differences, alternative=alternative)
    assert float(ours.p) == pytest.approx(theirs.pvalue, rel=1e-10)


@given(
    st.lists(st.integers(-6, 8), min_size=5, max_size=60).filter(any),
    alternatives,
)
def test_asymptotic_signed_ranks_equal_scipys_with_ties_and_zeros(numbers, alternative):
    differences = np.array(numbers) / 8  # exact in floats, so that scipy sees the ties too
    tested = signed_ranks(differences, method="asymptotic", alternative=alternative)
    reference = scipy.stats.wilcoxon(
        differences, zero_method="wilcox", correction=True, alternative=alternative, method="approx"
    )
    assert float(tested.p) == pytest.approx(min(reference.pvalue, 1.0), rel=1e-10)


def test_signed_ranks_find_ties_that_floats_break():
    differences = np.array([0.3 - 0.1, 0.2, -(0.7 - 0.5), 0.1, 0.5])
    assert len(set(np.abs(differences))) > 3
    doubled = [6, 6, -6, 2, 10]
    assert float(signed_ranks(differences).p) == tried_p(doubled, "two-sided")


@given(st.lists(st.integers(-40, 40), min_size=2, max_size=60), alternatives)
def test_sign_test_equals_scipys_binomial_test(numbers, alternative):
    tested = sign_test(np.array(numbers) / 1000, alternative=alternative)
    wins = sum(number > 0 for number in numbers)
    losses = sum(number < 0 for number in numbers)
    if wins + losses:
        theirs = scipy.stats.binomtest(wins, wins + losses, alternative=alternative).pvalue
        assert float(tested.p) == pytest.approx(theirs, rel=1e-10)
    else:
        assert float(tested.p) == 1.0
    assert float(tested.statistic) == wins


@given(steps, alternatives)
def test_sign_test_equals_all_sign_vectors(numbers, alternative):
    signs = np.sign(numbers).tolist()
    tested = sign_test(np.array(numbers) / 10_000, alternative=alternative)
    assert float(tested.p) == pytest.approx(float(tried_p(signs, alternative)), rel=1e-12)


def test_differences_that_are_noise_of_floats_are_ties():
    differences = np.array([0.06 - 0.05, 0.3 - 0.29, 0.05 - 0.06, 0.0099, 0.1 + 0.2 - 0.3])
    plain = wins_ties_losses(differences)
    assert [int(count) for count in (plain.wins, plain.ties, plain.losses)] == [3, 1, 1]


@each(EXACT, "test")
@each(ALTERNATIVES, "alternative")
def test_identical_runs_have_p_1(test, alternative):
    tested = EXACT[test](np.zeros((3, 50)), alternative=alternative)
    assert tested.p.tolist() == [1.0] * 3
    assert tested.statistic.tolist() == [0.0] * 3


@pytest.mark.parametrize("test", EXACT)
@given(steps)
def test_turning_the_pair_round_turns_the_alternative_round(test, numbers):
    differences = np.array(numbers) / 10_000
    p_of = EXACT[test]
    assert p_of(differences).p == p_of(-differences).p
    greater = p_of(differences, alternative="greater").p
    assert greater == p_of(-differences, alternative="less").p
    assert 0 < float(greater) <= 1


@pytest.mark.parametrize("test", EXACT)
def test_many_pairs_equal_one_by_one(test):
    differences = np.random.default_rng(3).integers(-300, 400, (2, 3, 20)) / 10_000
    differences[1, 2, :6] = 0.0
    tested = EXACT[test](differences)
    assert tested.p.shape == tested.statistic.shape == (2, 3)
    assert tested.n == 20
    for place in np.ndindex(2, 3):
        one = EXACT[test](differences[place])
        assert isinstance(one.p, np.ndarray)
        assert isinstance(one.statistic, np.ndarray)
        assert one.p.shape == ()
        assert float(one.p) == tested.p[place]
        assert float(one.statistic) == tested.statistic[place]


def test_no_pairs_have_no_p():
    assert randomisation(np.zeros((0, 5))).p.shape == (0,)
    assert signed_ranks(np.zeros((0, 5))).p.shape == (0,)
    assert sign_test(np.zeros((0, 5))).p.shape == (0,)


def test_inputs_stay_as_they_are():
    differences = np.array([0.1, -0.2, 0.0, 0.30000001])
    before = differences.copy()
    randomisation(differences, alternative="less")
    signed_ranks(differences)
    sign_test(differences)
    assert differences.tobytes() == before.tobytes()


def test_all_problems_are_told_at_once():
    assert problems_of(
        randomisation, [float("nan")], alternative="both", workers=0, kind=EvaluationError
    ) == [
        "differences of 1 topic (topics are the last axis; at least 2 are needed)",
        "the differences hold 1 value that is not finite (NaN or infinite)",
        "unknown alternative 'both' (known are two-sided, greater, less)",
        "workers: 0 is not allowed (it must be a whole number of at least 1)",
    ]
    assert problems_of(
        signed_ranks, [0.1, 0.2], method="exakt", alternative="both", kind=EvaluationError
    ) == [
        "unknown method 'exakt' (did you mean exact?)",
        "unknown alternative 'both' (known are two-sided, greater, less)",
    ]
