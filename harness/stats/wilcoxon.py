"""Wilcoxon's signed-rank test, exact with ties and zeros, or by the normal approximation."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, total
from harness.core.errors import EvaluationError, refuse
from harness.core.execution import Workers
from harness.stats.checking import (
    ALTERNATIVES,
    as_floats,
    check_choice,
    check_count,
    check_differences,
    check_workers,
)
from harness.stats.lattice import sign_flip_p
from harness.stats.ranks import mid_ranks
from harness.stats.results import TestResult, as_p
from harness.stats.sampling import tolerance_of

#: What becomes of differences of 0, and of the ranks of the others.
ZEROS = {"dropped": "zeros dropped", "pratt": "zeros ranked, then dropped (Pratt)"}

METHODS = ("exact", "asymptotic")

#: Additions of one exact distribution, which takes n times half the sum of the doubled ranks.
_MOST_WORK = 2**30


def signed_ranks(
    differences: npt.ArrayLike,
    *,
    method: str = "exact",
    zeros: str = "dropped",
    decimals: int | None = 10,
    alternative: str = "two-sided",
    workers: Workers = 1,
) -> TestResult:
    """Wilcoxon's signed-rank test of differences [..., T] by topic.

    The magnitudes are ranked, equal ones share the mean of their ranks, and each rank gets its
    difference's sign; the statistic is the sum of the positive ones. Exact is its distribution
    over all sign vectors of the very ranks there are, with ties and zeros; asymptotic is a normal
    distribution with the same variance and a continuity correction of 1/2. Beyond some 1,280
    topics with a difference the exact one would take too long, and is asymptotic, too; ``how``
    says so.

    Zeros are dropped before ranking, as Wilcoxon did and as most tools do, so that others find the
    same p-values; "pratt" ranks them with the others and drops their ranks, so that the other ranks
    tell how many zeros there were. Differences are first rounded to ``decimals`` decimals of the
    largest: floats break ties (0.3 − 0.1 is not 0.2), and tools that rank raw doubles
    (``decimals=None``) find other p-values.
    Identical runs have a statistic of 0 and p = 1. Raises `EvaluationError` for fewer than two
    topics, values that are not finite and unknown options.

    The ranks are 1.5, 1.5 and 3. Of the 8 sign vectors, (+ + +), (− − −) are as far out as can be,
    and 2 · 2 more as far as (+ − +), whose positive ranks have the sum 4.5 of 6:

    >>> signed_ranks([0.1, 0.1, 0.2]).p.tolist(), signed_ranks([0.1, -0.1, 0.2]).p.tolist()
    (0.25, 0.75)
    >>> signed_ranks([0.1, -0.1, 0.2]).statistic.tolist()
    4.5

    Wilcoxon, Individual comparisons by ranking methods, Biometrics Bulletin 1945; Pratt, Remarks on
    zeros and ties in the Wilcoxon signed rank procedures, JASA 1959.
    """
    values = as_floats(differences)
    problems = [
        *check_differences(values),
        *check_choice("method", method, METHODS),
        *check_choice("zeros", zeros, tuple(ZEROS)),
        *check_choice("alternative", alternative, ALTERNATIVES),
        *(() if decimals is None else check_count("decimals", decimals)),
        *check_workers(workers),
    ]
    refuse(problems, EvaluationError)
    if decimals is not None:
        values = _rounded(values, decimals)
    signed = _signed_ranks(values, zeros)
    doubled_sum = 2 * float(np.abs(signed).sum(axis=-1).max(initial=0.0))
    if method == "exact" and values.shape[-1] * doubled_sum / 2 <= _MOST_WORK:
        # Ranks are halves at worst: twice the ranks are whole.
        doubled = np.rint(2 * signed).astype(np.int64)
        p = sign_flip_p(doubled, alternative=alternative, workers=workers)
        way = "exact over all sign vectors"
    else:
        p = _asymptotic_p(signed, alternative)
        way = "normal approximation with continuity correction"
        way += "" if method == "asymptotic" else ", for so many topics"
    rounded = "differences as they are"
    if decimals is not None:
        rounded = f"rounded to {decimals} decimals of the largest"
    how = f"{way}; {ZEROS[zeros]}; {rounded}"
    statistic = np.asarray(total(np.maximum(signed, 0.0)))
    return TestResult("Wilcoxon", statistic, as_p(p), alternative, values.shape[-1], how)


def ranks_with_signs(differences: Floats) -> Floats:
    """The ranks of the magnitudes of differences [..., T] with their signs; zeros are dropped.

    >>> ranks_with_signs(np.array([0.1, -0.1, 0.0, 0.2])).tolist()
    [1.5, -1.5, 0.0, 3.0]
    """
    return _signed_ranks(_rounded(differences, 10), "dropped")


def _rounded(values: Floats, decimals: int) -> Floats:
    """The differences over the largest of each row, rounded; what is only noise of floats is 0."""
    largest = np.abs(values).max(axis=-1, initial=0.0, keepdims=True)
    scale = np.where(largest <= tolerance_of(0.0), math.inf, largest)
    return np.round(values / scale, decimals)


def _signed_ranks(values: Floats, zeros: str) -> Floats:
    """The ranks [..., T] with their differences' signs; 0 for differences of 0."""
    ranks = mid_ranks(np.abs(values))
    if zeros == "dropped":
        # Zeros have the first ranks; without them, all others move up.
        ranks = ranks - np.count_nonzero(values == 0, axis=-1)[..., None]
    return np.asarray(ranks * np.sign(values))


def _asymptotic_p(signed: Floats, alternative: str) -> Floats:
    """By the normal distribution; the variance of the sum of positive ranks r is Σ r² / 4.

    That is n (n + 1) (2n + 1) / 24 less the usual corrections for ties and zeros.
    """
    from scipy.special import ndtr

    excess = total(signed) / 2  # of the sum of positive ranks over its mean
    deviation = np.sqrt(total(signed**2)) / 2
    if alternative == "less":
        excess = -excess
    if alternative == "two-sided":
        excess = np.abs(excess)
    z = (excess - 0.5) / np.where(deviation == 0, math.inf, deviation)
    p = ndtr(-z) * (2 if alternative == "two-sided" else 1)  # above 1 for an excess of 0
    return np.where(deviation == 0, 1.0, p)
