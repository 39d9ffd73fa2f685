"""Tukey's honestly significant differences, and the studentized range.

Runs are compared by the range, largest minus smallest, of as many means as there are runs: no pair
differs by more unless the range does. One threshold serves all pairs, so that runs which share a
letter are neighbours on the leaderboard.

scipy has the distribution of the studentized range, but takes 10 to 40 ms per value, and computes
its upper tail as 1 minus the lower one: below about 1e-11 nothing is left. Here the tail itself is
integrated, in logarithms, so that small p-values are as exact as large ones.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats
from harness.stats.anova import anova
from harness.stats.families import Pairs, check_pairs, mean_gaps
from harness.stats.results import TestResult, as_floats, as_p
from harness.stats.student import standardise_mean


def tukey_hsd(scores: npt.ArrayLike, pairs: Pairs | None = None) -> TestResult:
    """Return Tukey's test of all pairs of the runs of scores [T, R], blocked by topic.

    q = |difference of the means| / √(V_E / n) with V_E of the two-way `anova`, and p the
    probability that the studentized range of R means with (R − 1)(n − 1) degrees of freedom is at
    least q. ``pairs`` are the columns of the first and of the second runs, by default all pairs;
    the p-values are among all pairs whichever are shown. Tukey's test of *independent* groups, as
    in libraries, counts the variance between topics as error, and finds far less.

    Runs of the same mean have q = 0 and p = 1. If V_E is 0 all others have no q (NaN), and their p
    is the p of their signs times the number of all pairs. Raises `EvaluationError` for fewer than
    two topics or runs, scores that are not finite, and unknown columns.

    Of two runs it is the paired t test with q = √2 · t, here t = √3 with 2 degrees of freedom,
    p = 1 − t / √(t² + 2) = 1 − √(3/5):

    >>> tested = tukey_hsd([[1.0, 1.0], [1.0, 5.0], [4.0, 6.0]])
    >>> tested.statistic.round(4).tolist(), tested.p.round(4).tolist(), round(1 - 0.6**0.5, 4)
    ([2.4495], [0.2254], 0.2254)

    Tukey, The problem of multiple comparisons, 1953; Tague-Sutcliffe and Blustein, A statistical
    analysis of the TREC-3 data, 1995.
    """
    table = anova(scores)
    gaps = mean_gaps(as_floats(scores, "scores"), *check_pairs(pairs, table.num_runs))
    error = np.full(gaps.shape, math.sqrt(table.error_variance / table.num_topics))
    q = np.abs(standardise_mean(gaps, error))
    freedom = table.degrees_of_freedom
    p = studentized_range_sf(q, table.num_runs, freedom)
    how = f"studentized range of {table.num_runs} means, {freedom} degrees of freedom"
    none, size = np.isnan(q), table.num_runs * (table.num_runs - 1) // 2
    if none.any():
        p = np.where(none, size * 0.5 ** min(table.num_topics - 1, 1000), p)
        how = f"p of the signs, times {size}: no deviation is left"
    return TestResult("Tukey HSD, blocked by topic", q, as_p(p), "two-sided", table.num_topics, how)


#: Both integrals are taken where the integrand is above about e^−40 of its peak.
_NATS = 40.0

#: The density of the largest mean is summed this far on either side of its peak, in such steps. The
#: trapezoidal rule is exact to 1e-13 for functions as smooth as these.
_REACH, _STEP = 9.0, 0.1

#: Panels of log(1 + q), and the degree of the polynomial that approximates each.
_PANEL, _DEGREE = 0.25, 20


def studentized_range_sf(q: Floats, num_means: int, degrees_of_freedom: float) -> Floats:
    """Return P(Q > q) for the range Q of ``num_means`` means over their standard error, q [...] ≥
    0.

    The relative error is below 1e-9, however small the probability, for up to 5,000 means with at
    least one degree of freedom less, as in any table of topics × runs. Infinite degrees of freedom
    mean a known standard error. An infinite q has probability 0.

    Of two means it is Student's t: q = √2 · t, here with 2 degrees of freedom and t = 4.3027:

    >>> studentized_range_sf(np.array([0.0, 2**0.5 * 4.3027, np.inf]), 2, 2).round(4).tolist()
    [1.0, 0.05, 0.0]

    Its logarithm is a smooth function of q. It is integrated at the nodes of fixed panels and
    interpolated between them, so that thousands of pairs take no longer than a few.

    Tukey, The problem of multiple comparisons, 1953; Lund and Lund, Algorithm AS 190, 1983.
    """
    logs = np.full(q.shape, -np.inf)
    finite = np.isfinite(q)
    logs_of_q = np.log1p(q[finite])
    panels = np.floor(logs_of_q / _PANEL)
    values = np.empty_like(logs_of_q)
    for panel in np.unique(panels):
        inside = panels == panel
        values[inside] = _curve(float(panel), num_means, degrees_of_freedom)(logs_of_q[inside])
    logs[finite] = values
    return np.asarray(np.minimum(np.exp(logs), 1.0))


@lru_cache(maxsize=1024)  # all measures of a table have as many means and degrees of freedom
def _curve(panel: float, num_means: int, degrees_of_freedom: float) -> np.polynomial.Chebyshev:
    """Return log P(Q > q) as a function of log(1 + q) on one panel."""
    return np.polynomial.Chebyshev.interpolate(
        lambda nodes: _log_sf(np.expm1(nodes), num_means, degrees_of_freedom),
        _DEGREE,
        domain=[panel * _PANEL, (panel + 1) * _PANEL],
    )


def studentized_range_quantile(alpha: float, num_means: int, degrees_of_freedom: float) -> float:
    """Return the q with P(Q > q) = ``alpha``.

    The tables' 3.44 for three means and 40 degrees of freedom:

    >>> round(studentized_range_quantile(0.05, 3, 40), 2)
    3.44
    """
    from scipy.optimize import brentq

    def excess(log_q: float) -> float:
        q = np.array([math.expm1(log_q)])
        return float(_log_sf(q, num_means, degrees_of_freedom)[0]) - math.log(alpha)

    top = 1.0
    while excess(top) > 0:
        top *= 2
    return math.expm1(brentq(excess, 0.0, top, xtol=1e-13, rtol=1e-13))


def _log_sf(q: Floats, num_means: int, degrees_of_freedom: float) -> Floats:
    """Return the logarithm of P(Q > q) [N]: the range's tail at q·s, over all deviations s."""
    if math.isinf(degrees_of_freedom):
        return _log_range_sf(q, num_means)
    return np.array([_over_deviations(value, num_means, degrees_of_freedom) for value in q])


def _over_deviations(q: float, num_means: int, degrees_of_freedom: float) -> float:
    """Return the logarithm of the mean of the range's tail over s = e^x, x in equal steps.

    ν s² has a χ² distribution: the density of x is proportional to exp(ν (x − e^2x / 2)). Its peak
    is at 0; the tail e^(−q² s² / 4) of a wide range moves it to −log(1 + q² / 2ν) / 2.
    """
    nu = degrees_of_freedom
    spread = 1.2 * math.sqrt(_NATS / nu)
    low = -math.log1p(q * q / (2 * nu)) / 2 - max(spread, _NATS / nu)
    high = min(spread, math.log(6 + 2 * _NATS / nu) / 2)
    x = np.linspace(low, high, 1 + math.ceil((high - low) / min(0.1, 0.25 / math.sqrt(nu))))
    density = nu * (x - np.expm1(2 * x) / 2)
    return float(_log_sums(density + _log_range_sf(q * np.exp(x), num_means)) - _log_sums(density))


def _log_range_sf(w: Floats, num_means: int) -> Floats:
    """Return the logarithm of P(range > w) [N], for the range of m independent standard normal
    values.

    z is the largest value; the others are below z, but not all of them above z − w: m ∫ φ(z)
    [Φ(z)^(m−1) − (Φ(z) − Φ(z−w))^(m−1)] dz, computed without cancellation as Φ(z)^(m−1) · (1 − (1 −
    share)^(m−1)) with share = Φ(z−w) / Φ(z).
    """
    from scipy.special import log_ndtr

    others = num_means - 1
    z = w[:, None] / 2 + np.arange(-_REACH, _REACH + _STEP / 2, _STEP)
    below = log_ndtr(z)
    share = log_ndtr(z - w[:, None]) - below
    # (1 − share)^(m−1) is 1 − (m−1) · share where the share is tiny.
    tiny = share < -_NATS - math.log(others)
    shares = np.exp(np.where(tiny, -1.0, np.minimum(share, 0.0)))
    with np.errstate(divide="ignore"):  # a share of 1 leaves none of the others out
        reached = np.log(-np.expm1(others * np.log1p(-shares)))
    reached = np.where(tiny, math.log(others) + share, reached)
    density = others * below - z * z / 2 - math.log(2 * math.pi) / 2
    return math.log(num_means * _STEP) + _log_sums(density + reached)


def _log_sums(logs: Floats) -> Floats:
    """Return the logarithms of sums over the last axis of numbers given by their logarithms."""
    peak = logs.max(axis=-1)
    return np.asarray(peak + np.log(np.exp(logs - peak[..., None]).sum(axis=-1)))
