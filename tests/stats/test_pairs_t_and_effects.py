"""The paired t test, its interval and effect sizes: against scipy and their definitions."""

from __future__ import annotations

import itertools
import subprocess
import sys
from functools import reduce
from operator import add

import numpy as np
import pytest
import scipy
from hypothesis import assume, given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.stats import d_z, equivalence, g_z, paired_t, t_interval, wins_ties_losses
from harness.stats.results import LEAST_P
from harness.stats.student import hedges_factor, mean_and_sd
from tests.each import each

ALTERNATIVES = ("two-sided", "greater", "less")

scores = st.lists(
    st.tuples(st.integers(0, 10_000), st.integers(0, 10_000)), min_size=2, max_size=60
).map(lambda pairs: np.array(pairs).T / 10_000)


@given(scores, st.sampled_from(ALTERNATIVES), st.floats(0.5, 0.999))
def test_t_and_its_interval_equal_scipys(pair, alternative, confidence):
    differences = pair[0] - pair[1]
    assume(np.ptp(differences) > 1e-6)
    theirs = scipy.stats.ttest_rel(*pair, alternative=alternative)
    ours = paired_t(differences, alternative=alternative)
    assert float(ours.statistic) == pytest.approx(theirs.statistic, rel=1e-9, abs=1e-12)
    assert float(ours.p) == pytest.approx(theirs.pvalue, rel=1e-9)
    interval = t_interval(differences, confidence=confidence)
    bounds = scipy.stats.ttest_rel(*pair).confidence_interval(confidence)
    np.testing.assert_allclose([interval.low, interval.high], bounds, rtol=1e-9, atol=1e-12)


@given(scores)
def test_the_interval_excludes_0_where_the_test_rejects(pair):
    differences = pair[0] - pair[1]
    p = float(paired_t(differences).p)
    assume(p != pytest.approx(0.05, abs=1e-9) and np.ptp(differences) > 0)
    interval = t_interval(differences)
    assert (interval.low > 0 or interval.high < 0) == (p < 0.05)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_identical_runs_have_t_0_and_p_1(alternative):
    tested = paired_t(np.zeros((2, 50)), alternative=alternative)
    assert tested.statistic.tolist() == [0.0, 0.0]
    assert tested.p.tolist() == [1.0, 1.0]


def test_equal_differences_have_the_p_of_their_signs_and_no_effect_size():
    differences = np.array([[0.3 - 0.2, 0.1, 0.2 - 0.1], [-0.1] * 3])
    assert len(set(differences[0])) > 1  # equal but for the noise of floats
    tested = paired_t(differences)
    assert np.isnan(tested.statistic).all()
    assert tested.p.tolist() == [0.25] * 2
    assert paired_t(differences, alternative="less").p.tolist() == [1.0, 0.125]
    assert np.isnan(d_z(differences)).all()
    assert np.isnan(g_z(differences)).all()
    assert np.isnan(equivalence(differences[1], 0.2).p_above)


@pytest.mark.parametrize("n", [2, 4, 15])
def test_equal_values_have_the_interval_of_a_share_or_none(n):
    """Clopper and Pearson's, by scipy: n of n topics with the value 1 of a measure from 0 to 1."""
    share = scipy.stats.binomtest(n, n).proportion_ci(0.95, "exact")
    interval = t_interval(np.ones(n), bounds=(0, 1))
    assert (float(interval.low), float(interval.high)) == pytest.approx((share.low, 1.0))
    none = t_interval(np.full(n, -0.1))
    assert np.isnan([none.low, none.high]).all()


def test_p_that_underflows_is_not_0():
    differences = 1 + np.random.default_rng(1).normal(0, 1e-4, 200)
    assert float(scipy.stats.ttest_1samp(differences, 0).pvalue) == 0.0
    assert float(paired_t(differences).p) == LEAST_P


def test_many_pairs_equal_one_by_one():
    differences = np.random.default_rng(2).normal(0.1, 0.2, (2, 3, 12))
    tested, interval = paired_t(differences), t_interval(differences)
    effects = d_z(differences), g_z(differences)
    for place in np.ndindex(2, 3):
        row = differences[place]
        one, bounds = paired_t(row), t_interval(row)
        assert one.p.shape == bounds.low.shape == d_z(row).shape == g_z(row).shape == ()
        assert (one.statistic, one.p) == (tested.statistic[place], tested.p[place])
        assert (bounds.low, bounds.high) == (interval.low[place], interval.high[place])
        assert (d_z(row), g_z(row)) == (effects[0][place], effects[1][place])


def test_the_memory_order_of_differences_changes_no_byte():
    differences = np.random.default_rng(2).normal(0.1, 0.2, (30, 40))
    turned = np.asfortranarray(differences)
    assert paired_t(turned).p.tobytes() == paired_t(differences).p.tobytes()


@given(scores)
def test_d_z_is_t_over_the_root_of_n_and_of_the_deviation_of_differences(pair):
    differences = pair[0] - pair[1]
    assume(np.ptp(differences) > 1e-6)
    n = len(differences)
    assert float(d_z(differences)) == pytest.approx(
        differences.mean() / differences.std(ddof=1), rel=1e-9, abs=1e-12
    )
    t = scipy.stats.ttest_rel(*pair).statistic
    assert float(d_z(differences)) == pytest.approx(t / n**0.5, rel=1e-9, abs=1e-12)


@each([3, 4, 10, 50, 249, 7_000])
def test_hedges_factor_takes_the_bias_out_of_d_z(n):
    """The mean of a noncentral t, by numerical integration, is √n · δ / J."""
    df, effect = n - 1, 0.3

    def density_of_1_over_s(x):  # s² (n − 1) is chi-squared
        return scipy.stats.chi.pdf(x, df) * df**0.5 / x

    middle = df**0.5
    low, high = max(1e-9, middle - 12), middle + 12
    mean, _ = scipy.integrate.quad(density_of_1_over_s, low, high, limit=500, epsabs=1e-13)
    assert effect * mean * hedges_factor(df) == pytest.approx(effect, rel=1e-7)


def test_g_z_is_d_z_times_the_factor_and_needs_three_topics():
    differences = np.random.default_rng(3).normal(0.1, 0.2, (4, 20))
    np.testing.assert_allclose(g_z(differences), d_z(differences) * hedges_factor(19), rtol=1e-14)
    with pytest.raises(EvaluationError, match=r"2 topics .*at least 3"):
        g_z([0.1, 0.2])


@given(scores)
def test_wins_ties_and_losses_are_counted_one_by_one(pair):
    counts = wins_ties_losses(pair[0] - pair[1])
    rows = [(round(a * 10_000), round(b * 10_000)) for a, b in pair.T]
    assert int(counts.wins) == sum(a > b for a, b in rows)
    assert int(counts.ties) == sum(a == b for a, b in rows)
    assert int(counts.losses) == sum(a < b for a, b in rows)


def test_wins_of_many_pairs_have_their_shape():
    numbers = np.array(list(itertools.product((-1, 0, 1), repeat=2)))
    counts = wins_ties_losses(numbers)
    assert (counts.wins + counts.ties + counts.losses == 2).all()
    assert counts.wins.tolist() == (numbers == 1).sum(axis=1).tolist()
    assert all(values.shape == (9,) for values in (counts.wins, counts.ties, counts.losses))


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5, float("nan")])
def test_a_confidence_that_is_none_is_refused(confidence):
    with pytest.raises(EvaluationError, match="above 0 and below 1"):
        t_interval([0.1, 0.2], confidence=confidence)


@pytest.mark.parametrize("function", [paired_t, t_interval, d_z, g_z, wins_ties_losses])
def test_bad_differences_are_refused(function):
    with pytest.raises(EvaluationError, match=r"1 topic .*\n.*1 value that is not finite"):
        function([float("nan")])


def test_the_tests_load_scipy_only_when_they_run():
    code = "import sys, harness.stats; sys.exit('scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("pairs", [1, 2, 3, 1311])
def test_means_and_deviations_are_summed_left_to_right(pairs):
    differences = np.random.default_rng(pairs).normal(size=(pairs, 50)).round(4)
    mean, sd = mean_and_sd(differences)
    assert mean.tolist() == [reduce(add, row) / 50 for row in differences.tolist()]
    squares = ((differences - mean[:, None]) ** 2).tolist()
    assert sd.tolist() == [(reduce(add, row) / 49) ** 0.5 for row in squares]
