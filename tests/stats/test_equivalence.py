"""Non-inferiority and equivalence against scipy's and statsmodels' tests."""

from __future__ import annotations

import numpy as np
import pytest
import scipy

from harness.core.errors import EvaluationError
from harness.stats import equivalence


@pytest.fixture
def differences():
    return np.random.default_rng(3).normal(0.01, 0.05, (6, 25))


@pytest.mark.parametrize("margin", [0.005, 0.02, 0.1])
def test_t_is_scipys_test_of_another_mean(differences, margin):
    above = scipy.stats.ttest_1samp(differences, -margin, axis=1, alternative="greater").pvalue
    below = scipy.stats.ttest_1samp(differences, margin, axis=1, alternative="less").pvalue
    found = equivalence(differences, margin)
    np.testing.assert_allclose(found.p_above, above, rtol=1e-9)
    np.testing.assert_allclose(found.p_below, below, rtol=1e-9)
    np.testing.assert_allclose(found.p, np.maximum(above, below), rtol=1e-9)


def test_tost_is_that_of_statsmodels(differences):
    weightstats = pytest.importorskip("statsmodels.stats.weightstats")
    x, y = differences[0] + 0.5, np.full(25, 0.5)
    p, low, high = weightstats.ttost_paired(x, y, -0.03, 0.03)
    found = equivalence(x - y, 0.03)
    assert float(found.p) == pytest.approx(p, rel=1e-9)
    assert float(found.p_above) == pytest.approx(low[1], rel=1e-9)
    assert float(found.p_below) == pytest.approx(high[1], rel=1e-9)


def test_turning_the_runs_round_turns_the_two_tests(differences):
    there, back = equivalence(differences, 0.02), equivalence(-differences, 0.02)
    np.testing.assert_allclose(there.p_above, back.p_below, rtol=1e-12)
    np.testing.assert_allclose(there.p, back.p, rtol=1e-12)


def test_a_margin_for_each_pair(differences):
    margins = np.array([0.01, 0.02, 0.03, 0.04, 0.05, 0.06])
    found = equivalence(differences, margins)
    alone = [float(equivalence(d, m).p) for d, m in zip(differences, margins, strict=True)]
    np.testing.assert_allclose(found.p, alone, rtol=1e-12)


def test_means_at_the_margin_are_called_equivalent_no_more_often_than_alpha():
    differences = np.random.default_rng(8).normal(0.03, 0.05, (2000, 12))
    share = (equivalence(differences, 0.03).p < 0.05).mean()
    assert 0.02 < share < 0.05 + 3 * (0.05 * 0.95 / 2000) ** 0.5


@pytest.mark.parametrize("margin", [0, -0.1, np.nan, np.inf])
def test_a_margin_must_be_above_0(differences, margin):
    with pytest.raises(EvaluationError, match="above 0 and finite"):
        equivalence(differences, margin)
