"""Repeated experiments: the measures as the authors' package computes them, topic by topic."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy

from harness.core.errors import EvaluationError
from harness.stats import compare_means, repeated_effect, rmse


@pytest.fixture
def runs():
    rng = np.random.default_rng(6)
    baseline = rng.random(30)
    return [baseline, baseline + 0.05, rng.random(30), rng.random(30) + 0.02]


def slow_effects(baseline, advanced, other_baseline, other_advanced):
    """ER from the means of topics' improvements, ΔRI from the ratios of means."""
    old = [a - b for a, b in zip(advanced, baseline, strict=True)]
    new = [a - b for a, b in zip(other_advanced, other_baseline, strict=True)]
    ratio = np.mean(new) / np.mean(old)
    relative = [
        (np.mean(a) - np.mean(b)) / np.mean(b)
        for b, a in ((baseline, advanced), (other_baseline, other_advanced))
    ]
    return ratio, relative[0] - relative[1]


def test_effects_are_those_of_means(runs):
    found = repeated_effect(*runs)
    ratio, delta = slow_effects(*runs)
    assert found.effect_ratio == pytest.approx(ratio, rel=1e-12)
    assert found.delta == pytest.approx(delta, rel=1e-12)


def test_a_perfect_repetition(runs):
    found = repeated_effect(runs[0], runs[1], runs[0], runs[1])
    assert (found.effect_ratio, found.delta) == (1, 0)
    assert float(rmse(runs[0], runs[0])) == 0
    assert compare_means(runs[0], runs[0], paired=True) == 1
    assert compare_means([0.5, 0.5], [0.5, 0.5], paired=False) == 1


def test_rmse_is_the_root_of_the_mean_square(runs):
    expected = math.sqrt(np.mean((runs[0] - runs[2]) ** 2))
    assert float(rmse(runs[0], runs[2])) == pytest.approx(expected, rel=1e-12)


def test_p_is_that_of_scipys_tests(runs):
    first, second = runs[0], runs[2]
    paired = scipy.stats.ttest_rel(first, second).pvalue
    assert compare_means(first, second, paired=True) == pytest.approx(paired, rel=1e-9)
    alone = scipy.stats.ttest_ind(first, second[:20]).pvalue
    assert compare_means(first, second[:20], paired=False) == pytest.approx(alone, rel=1e-9)


def test_no_effect_has_no_ratio(runs):
    found = repeated_effect(runs[0], runs[0], runs[2], runs[3])
    assert math.isnan(found.effect_ratio)
    zero = np.zeros(30)
    assert math.isnan(repeated_effect(zero, runs[1], runs[2], runs[3]).delta)


def test_scores_by_topic_need_the_same_topics(runs):
    with pytest.raises(EvaluationError, match="both need the same topics"):
        rmse(runs[0], runs[1][:10])
