"""Ranks, and tests of ranks and signs: Wilcoxon's signed ranks, the sign test.

Wilcoxon's test is exact with ties and zeros, or by the normal approximation.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, FrozenArrays, Ints, total
from harness.core.execution import Workers
from harness.stats.results import (
    ALTERNATIVES,
    TestResult,
    as_differences,
    as_p,
    check_choice,
    check_workers,
)
from harness.stats.sampling import choose_tolerance
from harness.stats.sign_vectors import sign_flip_p


def group_ties(ordered: Floats) -> tuple[Ints, Ints]:
    """Return the first and last index of the group of ties of each ordered value [B, R].

    >>> [ranks.tolist() for ranks in group_ties(np.array([[3.0, 2.0, 2.0, 1.0]]))]
    [[[0, 1, 1, 3]], [[0, 2, 2, 3]]]
    """
    ranks = np.broadcast_to(np.arange(ordered.shape[1]), ordered.shape)
    steps = ordered[:, 1:] != ordered[:, :-1]
    if steps.all():
        return ranks, ranks
    edge = np.ones((len(ordered), 1), dtype=bool)
    starts, stops = np.hstack([edge, steps]), np.hstack([steps, edge])
    first = np.maximum.accumulate(np.where(starts, ranks, 0), axis=1)
    last_from_end = np.where(stops, ranks, ordered.shape[1] - 1)[:, ::-1]
    return first, np.minimum.accumulate(last_from_end, axis=1)[:, ::-1]


def mid_ranks(values: Floats) -> Floats:
    """Return the ranks of values [..., R] along the last axis, 1 for the least.

    Ties share the middle of their ranks.

    >>> mid_ranks(np.array([0.5, 0.1, 0.5, 0.9])).tolist()
    [2.5, 1.0, 2.5, 4.0]
    """
    rows = values.reshape(-1, values.shape[-1])
    order = np.argsort(rows, axis=1)
    first, last = group_ties(np.take_along_axis(rows, order, axis=1))
    ranks = np.empty(rows.shape)
    np.put_along_axis(ranks, order, 1 + (first + last) / 2, axis=1)
    return ranks.reshape(values.shape)


@dataclass(frozen=True, eq=False)
class Wins(FrozenArrays):
    """The numbers of topics that the first system wins, ties and loses; arrays of one shape."""

    wins: Ints
    ties: Ints
    losses: Ints


def wins_ties_losses(differences: npt.ArrayLike) -> Wins:
    """Count differences [..., T] above 0, at 0 and below.

    Differences within 1e-10 of the largest one from 0 count as 0, because floats break ties. Raises
    `EvaluationError` for fewer than two topics and values that are not finite.

    >>> counts = wins_ties_losses([0.3 - 0.2, 0.1, 0.1 + 0.2 - 0.3, -0.2, 0.0])
    >>> counts.wins.tolist(), counts.ties.tolist(), counts.losses.tolist()
    (2, 2, 1)
    """
    values = as_differences(differences)
    least = choose_tolerance(np.abs(values).max(axis=-1, initial=0.0))[..., None]
    wins = np.asarray(np.count_nonzero(values >= least, axis=-1))
    losses = np.asarray(np.count_nonzero(values <= -least, axis=-1))
    return Wins(wins, np.asarray(values.shape[-1] - wins - losses), losses)


def sign_test(differences: npt.ArrayLike, *, alternative: str = "two-sided") -> TestResult:
    """Return the exact sign test of differences [..., T] by topic: are wins as likely as losses?

    Ties (see `wins_ties_losses`) are left out; the wins are then binomial with probability 1/2. The
    statistic is their number. With ties only, p = 1. Raises `EvaluationError` like
    `wins_ties_losses`, and for an unknown alternative.

    Of three coins, all three show heads with a chance of 1/8, and tails as well:

    >>> tested = sign_test([0.1, 0.2, 0.3])
    >>> tested.statistic.tolist(), tested.p.tolist()
    (3.0, 0.25)

    van Rijsbergen, Information retrieval, 1979, chapter 7.
    """
    from scipy.stats import binom

    values = as_differences(differences, check_choice("alternative", alternative, ALTERNATIVES))
    counts = wins_ties_losses(values)
    decided = counts.wins + counts.losses
    most = {
        "two-sided": np.maximum(counts.wins, counts.losses),
        "greater": counts.wins,
        "less": counts.losses,
    }[alternative]
    p = binom.sf(most - 1, decided, 0.5) * (2 if alternative == "two-sided" else 1)
    p = np.where(decided == 0, 1.0, p)
    how = "exact binomial; differences other than 0"
    wins = np.asarray(counts.wins, dtype=np.float64)
    return TestResult("sign", wins, as_p(p), alternative, values.shape[-1], how)


METHODS = ("exact", "asymptotic")

#: Additions allowed for one exact distribution, which takes n times half the sum of doubled ranks.
_MOST_WORK = 2**30


def signed_ranks(
    differences: npt.ArrayLike,
    *,
    method: str = "exact",
    alternative: str = "two-sided",
    workers: Workers = 1,
) -> TestResult:
    """Return Wilcoxon's signed-rank test of differences [..., T] by topic.

    The magnitudes are ranked, ties share the mean of their ranks, and each rank gets its
    difference's sign; the statistic is the sum of the positive ones. "exact" uses its distribution
    over all sign vectors of these ranks, with ties and zeros; "asymptotic" a normal distribution
    with the same variance and a continuity correction of 1/2. Beyond some 1,280 topics with a
    difference the exact one would take too long, and is replaced; ``how`` says so.

    Zeros are dropped before ranking, as Wilcoxon did and most tools do, so that others find the
    same p-values. Differences are first rounded to ten decimals of the largest: floats break ties
    (0.3 − 0.1 is not 0.2), and tools that rank raw doubles find other p-values. Identical runs have
    a statistic of 0 and p = 1. Raises `EvaluationError` for fewer than two topics, values that are
    not finite and unknown options.

    The ranks are 1.5, 1.5 and 3. Of the 8 sign vectors, (+ + +), (− − −) are as far out as can be,
    and 2 · 2 more as far as (+ − +), whose positive ranks have the sum 4.5 of 6:

    >>> signed_ranks([0.1, 0.1, 0.2]).p.tolist(), signed_ranks([0.1, -0.1, 0.2]).p.tolist()
    (0.25, 0.75)
    >>> signed_ranks([0.1, -0.1, 0.2]).statistic.tolist()
    4.5

    Wilcoxon, Individual comparisons by ranking methods, Biometrics Bulletin 1945.
    """
    values = as_differences(
        differences,
        check_choice("method", method, METHODS),
        check_choice("alternative", alternative, ALTERNATIVES),
        check_workers(workers),
    )
    signed = ranks_with_signs(values)
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
    how = f"{way}; zeros dropped; rounded to 10 decimals of the largest"
    statistic = np.asarray(total(np.maximum(signed, 0.0)))
    return TestResult("Wilcoxon", statistic, as_p(p), alternative, values.shape[-1], how)


def ranks_with_signs(differences: Floats) -> Floats:
    """Return the signed ranks of the magnitudes of differences [..., T]; zeros are dropped.
    >>> ranks_with_signs(np.array([0.1, -0.1, 0.0, 0.2])).tolist()
    [1.5, -1.5, 0.0, 3.0]
    """
    largest = np.abs(differences).max(axis=-1, initial=0.0, keepdims=True)
    # Mere noise of floats is 0.
    scale = np.where(largest <= choose_tolerance(0.0), math.inf, largest)
    values = np.round(differences / scale, 10)
    # Zeros have the first ranks; without them, all others move up.
    ranks = mid_ranks(np.abs(values)) - np.count_nonzero(values == 0, axis=-1)[..., None]
    return np.asarray(ranks * np.sign(values))


def _asymptotic_p(signed: Floats, alternative: str) -> Floats:
    """Return the p-value by the normal distribution.

    The variance of the sum of ranks r is Σ r² / 4, which is n (n + 1) (2n + 1) / 24 with the usual
    corrections for ties and zeros.
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
