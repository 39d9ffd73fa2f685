"""Sums over all sign vectors."""

from __future__ import annotations

import numpy as np
import pytest

from harness.stats.sign_vectors import sign_vector_p
from tests.each import each


@each([(20, 8), (15, 15), (40, 0), (30_300, 29_700)], "wins", "losses")
@each(["two-sided", "greater"], "alternative")
def test_of_equal_magnitudes_only_the_signs_count_however_many_there_are(wins, losses, alternative):
    from scipy.stats import binomtest

    row = np.array([0.25] * wins + [-0.25] * losses)
    p, bound = sign_vector_p(row, alternative, 1)
    expected = binomtest(wins, wins + losses, alternative=alternative).pvalue
    assert float(p) == pytest.approx(expected, rel=1e-9)
    assert float(bound) == 0
