"""Student's t while topics arrive: p-values and intervals that hold for any number of looks.

A p-value that is looked at after every judged topic falls below any alpha sooner or later. These
rest on a martingale instead, the likelihood ratio of a difference that is itself normal, with 1/√6
deviations, against none: its probability of ever reaching 1/alpha is at most alpha.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from harness.core.arrays import total
from harness.core.numbers import count_noun
from harness.stats.results import (
    ALTERNATIVES,
    Interval,
    TestResult,
    as_differences,
    as_p,
    check_choice,
    check_range,
)
from harness.stats.student import mean_and_sd, t_statistic

#: The precision of the expected differences, in deviations: narrowest near 50 topics.
PRECISION = 6.0


def always_valid_t(differences: npt.ArrayLike, *, alternative: str = "two-sided") -> TestResult:
    """Return the t test of differences [..., T] by topic, valid at any time while topics arrive.

    With ``u = t² / (n − 1)`` and the precision ``c = 6`` of the expected differences, p is the
    inverse of √(c / (n + c)) · ((n + c)(1 + u) / (n + c + c · u))^(n / 2), at most 1. The order of
    the topics changes nothing, if it does not depend on their values. One-sided p is the same if
    the mean is on that side, and 1 otherwise. Exact, like the t test, for normal differences.
    Differences that are all equal have no t (NaN), and the least possible p, (c / (n + c))^((n − 1)
    / 2), or the p of their signs if it is larger: they are all alike with probability 1 / 2^n, and
    (n + 1) / 2^n with a look after each topic. Raises `EvaluationError` like `paired_t`.

    >>> always_valid_t([0.1] * 9).p.round(4).tolist(), round((6 / 15) ** 4, 4)
    (0.0256, 0.0256)
    >>> always_valid_t([0.1] * 20).p.tolist() == 21 / 2**20
    True
    >>> always_valid_t([0.1, -0.1, 0.0]).p.tolist()
    1.0

    Lai, On confidence sequences, Annals of Statistics 1976; Wang and Ramdas, Anytime-valid t-tests
    and confidence sequences for Gaussian means with unknown variance, Sequential Analysis 2025.
    """
    values = as_differences(differences, check_choice("alternative", alternative, ALTERNATIVES))
    t, n = t_statistic(values), values.shape[-1]
    u, c = t**2 / (n - 1), PRECISION
    log_p = 0.5 * np.log((n + c) / c) - n / 2 * np.log((n + c) * (1 + u) / (n + c + c * u))
    of_signs = max(always_valid_floor(n), (n + 1) * 0.5 ** min(n, 1000))
    mean = total(values)
    way = {"two-sided": np.abs(mean), "greater": mean, "less": -mean}[alternative]
    p = np.where(np.isnan(t), of_signs, np.exp(np.minimum(log_p, 0.0)))
    p = as_p(np.where((way > 0) & (t != 0), p, 1.0))
    how = f"{count_noun(n - 1, 'degree')} of freedom, differences of 1/√{c:g} deviations"
    return TestResult("always-valid t", t, p, alternative, n, how)


def always_valid_floor(num_topics: int) -> float:
    """Return the least p of `always_valid_t` over a number of topics.

    >>> [round(always_valid_floor(n), 3) for n in (5, 8, 9)]
    [0.298, 0.052, 0.026]
    """
    return float((PRECISION / (num_topics + PRECISION)) ** ((num_topics - 1) / 2))


def always_valid_interval(
    differences: npt.ArrayLike,
    *,
    confidence: float = 0.95,
    bounds: tuple[float, float] = (-np.inf, np.inf),
) -> Interval:
    """Return the means [...] that `always_valid_t` does not reject, for differences [..., T] by
    topic.

    All intervals of all looks together include the mean with this confidence. They have no ends
    with few topics, with which p cannot be below 1 − ``confidence``, and only the ``bounds`` of a
    difference if all differences are equal. Raises `EvaluationError` like `t_interval`.

    >>> interval = always_valid_interval(np.tile([0.0, 0.1], 25))
    >>> interval.low.round(4).tolist(), interval.high.round(4).tolist()
    (0.0274, 0.0726)
    >>> always_valid_interval([0.0, 0.1]).high.tolist()
    inf

    Sources as in `always_valid_t`.
    """
    values = as_differences(differences, check_range("confidence", confidence, 0, 1))
    n, c = values.shape[-1], PRECISION
    mean, sd = mean_and_sd(values)
    k = ((n + c) / (c * (1 - confidence) ** 2)) ** (1 / n)
    left = n + c - k * c
    margin = np.full(sd.shape, np.inf)
    if left > 0:
        margin = sd * np.sqrt((n - 1) / n * (k - 1) * (n + c) / left)
    low = np.where(sd == 0, bounds[0], mean - margin)
    high = np.where(sd == 0, bounds[1], mean + margin)
    how = f"always-valid t with {n - 1} degrees of freedom"
    return Interval(mean, low, high, confidence, n, how)
