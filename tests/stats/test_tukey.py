"""Tukey's tests: Sakai's book, TREC-8, scipy, and themselves."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import scipy
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from harness.core.errors import EvaluationError
from harness.stats import all_pairs, paired_t, subtract_pairs
from harness.stats.anova import anova
from harness.stats.tukey import studentized_range_quantile, tukey_hsd
from tests.stats.pairs_cases import matrix

SMALL = arrays(np.int64, st.tuples(st.integers(2, 3), st.just(3)), elements=st.integers(0, 6))


@pytest.fixture
def top_97_of_trec_8(scores_of):
    scores = scores_of("trec8_ap_named.csv")
    return scores[:, np.argsort(-scores.mean(axis=0), kind="stable")[:97]]


def test_sakai_2018_blocked(sakai, expected):
    p = tukey_hsd(sakai).p
    np.testing.assert_allclose(p, [0.256698, 0.095687, 0.854963], atol=1e-5)
    np.testing.assert_allclose(p, expected["sakai"]["tukey_blocked_p"], atol=1e-9)


def test_trec_8_blocked_finds_792_pairs(top_97_of_trec_8):
    assert np.count_nonzero(tukey_hsd(top_97_of_trec_8).p < 0.05) == 792


def test_trec_8_independent_groups_would_find_78_pairs(top_97_of_trec_8):
    first, second = all_pairs(97)
    means = top_97_of_trec_8.mean(axis=0)
    within = math.sqrt(top_97_of_trec_8.var(axis=0, ddof=1).mean() / 50)
    critical = within * studentized_range_quantile(0.05, 97, 97 * 49)
    assert np.count_nonzero(np.abs(means[first] - means[second]) > critical) == 78


def test_trec_8_p_equals_scipys(scores_of):
    tested = tukey_hsd(scores_of("trec8_ap_named.csv"))
    places = np.argsort(tested.statistic)[:: 8256 // 24]
    known = scipy.stats.studentized_range.sf(tested.statistic[places], 129, 128 * 49)
    np.testing.assert_allclose(tested.p[places], known, atol=1e-9)


@pytest.mark.long
@settings(max_examples=12)
@given(arrays(np.int64, (4, 3), elements=st.integers(0, 12)))
def test_blocked_equals_the_slow_version(table):
    n, m = table.shape
    runs, topics = table.mean(axis=0), table.mean(axis=1)
    residual = sum(
        (table[topic, run] - runs[run] - topics[topic] + table.mean()) ** 2
        for topic in range(n)
        for run in range(m)
    )
    assume(residual > 1e-9)
    error = residual / ((n - 1) * (m - 1))
    known = [
        scipy.stats.studentized_range.sf(
            abs(runs[first] - runs[second]) / math.sqrt(error / n), m, (m - 1) * (n - 1)
        )
        for first, second in itertools.combinations(range(m), 2)
    ]
    np.testing.assert_allclose(tukey_hsd(table / 10).p, known, atol=1e-9)


def test_blocked_of_two_runs_is_the_paired_t_test():
    scores = matrix(30, 2)
    known = paired_t(subtract_pairs(scores))
    tested = tukey_hsd(scores)
    np.testing.assert_allclose(tested.p, known.p, rtol=1e-9)
    np.testing.assert_allclose(tested.statistic, 2**0.5 * np.abs(known.statistic), rtol=1e-9)


@pytest.mark.parametrize("alpha", [0.3, 0.05, 0.01])
def test_pairs_are_significant_above_the_critical_difference(alpha):
    scores = matrix(20, 12) + np.linspace(0, 0.4, 12)
    tested = tukey_hsd(scores)
    gaps = np.subtract(*scores.mean(axis=0)[np.array(all_pairs(12))])
    error = math.sqrt(anova(scores).error_variance / 20)
    above = np.abs(gaps) > studentized_range_quantile(alpha, 12, 11 * 19) * error
    assert 0 < above.sum() < len(gaps)
    assert above.tolist() == (tested.p < alpha).tolist()


def test_chosen_pairs_equal_those_of_all():
    scores = matrix(15, 5)
    everything = tukey_hsd(scores)
    chosen = tukey_hsd(scores, ([[0, 3], [2, 1]], [[1, 0], [2, 4]]))
    places = {pair: place for place, pair in enumerate(itertools.combinations(range(5), 2))}
    p = everything.p[[places[0, 1], places[0, 3], places[1, 4]]].tolist()
    assert chosen.p.tolist() == [[p[0], p[1]], [1.0, p[2]]]
    assert chosen.statistic.shape == (2, 2)


def test_identical_runs_have_p_1():
    scores = matrix(10, 4)
    scores[:, 2] = scores[:, 0]
    tested = tukey_hsd(scores)
    assert tested.p[1] == 1.0
    assert tested.statistic[1] == 0.0
    same = tukey_hsd(np.array([[0.3, 0.1 + 0.2, 0.3], [0.7, 0.7, 0.8 - 0.1]]))
    assert same.p.tolist() == [1.0, 1.0, 1.0]
    assert same.statistic.tolist() == [0.0, 0.0, 0.0]


def test_runs_without_residual_have_the_p_of_their_signs():
    tested = tukey_hsd([[0.1, 0.2, 0.2], [0.3, 0.4, 0.4], [0.7, 0.8, 0.8], [0, 0.1, 0.1]])
    np.testing.assert_array_equal(tested.statistic, [math.nan, math.nan, 0])
    assert tested.p.tolist() == [3 / 8, 3 / 8, 1]  # three pairs, 2 of 16 sign vectors each
    far = tukey_hsd(np.array([[0.1, 0.9], [0.2, 1.0], [0.3, 1.1000001]]))
    assert 0 < far.p[0] < 1e-12


def test_p_of_blocked_never_rises_with_the_difference():
    scores = matrix(30, 40) + np.linspace(0, 0.5, 40)
    tested = tukey_hsd(scores)
    order = np.argsort(np.abs(subtract_pairs(scores).mean(axis=1)), kind="stable")
    assert (np.diff(tested.p[order]) <= 0).all()
    assert anova(matrix(30, 40)).error_variance > 0


def test_impossible_options_are_refused():
    scores = matrix(4, 3)
    with pytest.raises(EvaluationError, match="columns must be from 0 to 2"):
        tukey_hsd(scores, (0, 3))
    with pytest.raises(EvaluationError, match="not finite"):
        tukey_hsd([[0.1, np.inf], [0.1, 0.2]])
