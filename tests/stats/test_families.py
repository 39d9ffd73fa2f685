"""Families of comparisons, as lists and as matrices."""

from __future__ import annotations

import numpy as np
import pytest

from harness.core.errors import EvaluationError
from harness.stats import all_pairs
from harness.stats.families import against, mean_gaps, significant, square
from tests.each import each


@each([0, 2, [1], [3, 0], [0, 1, 2, 3], np.int64(2)])
def test_each_comparison_with_a_baseline_is_there_once(baselines):
    named = np.atleast_1d(baselines).tolist()
    first, second = against(baselines, 4)
    assert set(second.tolist()) <= set(named)
    found = [frozenset(pair) for pair in zip(first.tolist(), second.tolist(), strict=True)]
    known = {
        frozenset((run, baseline)) for baseline in named for run in range(4) if run != baseline
    }
    assert len(found) == len(set(found))
    assert set(found) == known


@pytest.mark.parametrize("baselines", [4, -1, [0, 0], 1.5, []])
def test_impossible_baselines_are_refused(baselines):
    with pytest.raises(EvaluationError, match="columns must be from 0 to 3, each named once"):
        against(baselines, 4)


def test_squares_hold_each_pair_twice():
    values = np.arange(1.0, 11.0)
    matrix = square(values, diagonal=0.0)
    assert (matrix == matrix.T).all()
    assert matrix[all_pairs(5)].tolist() == values.tolist()
    signed = square(values, diagonal=0.0, antisymmetric=True)
    assert (signed == -signed.T).all()
    assert significant(values / 100, alpha=0.05).sum() == 2 * 4


@pytest.mark.parametrize("values", [[], [0.1, 0.2], [[0.1]], 0.1])
def test_what_are_not_all_pairs_is_refused(values):
    with pytest.raises(EvaluationError, match="are not those of all pairs"):
        square(values)
    with pytest.raises(EvaluationError, match="alpha: 5 is not allowed"):
        significant([0.1], alpha=5)


def test_gaps_of_negative_scores_are_cleared_of_noise_alone():
    scores = np.array([[-0.3, -0.1 - 0.2, 1e-9], [0.3, 0.3, 0.0]])
    gaps = mean_gaps(scores, *all_pairs(3))
    assert gaps.tolist() == [0.0, -5e-10, pytest.approx(-5e-10)]
