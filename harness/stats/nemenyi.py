"""Mean ranks of runs within topics, and Nemenyi's test of all pairs by mean ranks.

Ranks remove the difficulty of a topic, and the distances of its scores as well.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, total
from harness.core.errors import EvaluationError, refuse
from harness.stats.families import Pairs, check_pairs
from harness.stats.ranks import mid_ranks
from harness.stats.results import TestResult, as_floats, as_p, as_scores, check_count, check_range
from harness.stats.tukey import studentized_range_quantile, studentized_range_sf


def mean_ranks(scores: npt.ArrayLike) -> Floats:
    """Return the mean over topics of the runs' ranks [R], from scores [T, R]; 1 is the best.

    Tied runs share the mean of their ranks; scores that agree to ten decimals are tied (to ten
    decimals of the largest score if that is above 1). Raises `EvaluationError` for fewer than two
    topics or runs and scores that are not finite.

    >>> mean_ranks([[0.3, 0.2, 0.1], [0.5, 0.5, 0.1]]).tolist()
    [1.25, 1.75, 3.0]

    Friedman, The use of ranks to avoid the assumption of normality implicit in the analysis of
    variance, Journal of the American Statistical Association 1937.
    """
    ranks = _ranks(scores)
    return np.asarray(total(ranks.T) / len(ranks))


def nemenyi_test(scores: npt.ArrayLike, pairs: Pairs | None = None) -> TestResult:
    """Return Nemenyi's test of all pairs of runs by their mean ranks, from scores [T, R].

    q = |difference of the mean ranks| / √(R (R + 1) / 12 n), against the range of R means with a
    known error. Ties are not corrected for, which makes the test conservative. ``pairs`` are the
    columns of the first and of the second runs, by default all pairs. Raises `EvaluationError` like
    `mean_ranks`, and for unknown columns.

    Two runs that topics order alike, with mean ranks 1 and 2; q = √2 · 2, p that of |z| = 2:

    >>> tested = nemenyi_test([[0.3, 0.1], [0.4, 0.2], [0.2, 0.1], [0.9, 0.8]])
    >>> tested.statistic.round(4).tolist(), tested.p.round(4).tolist()
    ([2.8284], [0.0455])

    Nemenyi, Distribution-free multiple comparisons, 1963; Demšar, Statistical comparisons of
    classifiers over multiple data sets, JMLR 2006.
    """
    ranks = mean_ranks(scores)
    num_topics, num_runs = len(as_floats(scores, "scores")), len(ranks)
    first, second = check_pairs(pairs, num_runs)
    q = np.abs(ranks[second] - ranks[first]) / _standard_error(num_topics, num_runs)
    p = as_p(studentized_range_sf(q, num_runs, math.inf))
    how = f"mean ranks, range of {num_runs} means"
    return TestResult("Nemenyi", q, p, "two-sided", num_topics, how)


def nemenyi_floor(num_topics: int, num_runs: int) -> float:
    """Return the least p of Nemenyi's test: of runs that are first and last on all topics.

    >>> round(nemenyi_floor(4, 2), 4), round(nemenyi_floor(2, 10), 4) > 0.05
    (0.0455, True)
    """
    q = np.array((num_runs - 1) / _standard_error(num_topics, num_runs))
    return float(as_p(studentized_range_sf(q, num_runs, math.inf)))


def nemenyi_critical_difference(num_topics: int, num_runs: int, alpha: float = 0.05) -> float:
    """Return the difference of mean ranks above which Nemenyi's test rejects at ``alpha``.

    Raises `EvaluationError` for fewer than one topic or two runs and an alpha that is not between 0
    and 1.

    Demšar's example of four classifiers on 14 data sets:

    >>> [round(nemenyi_critical_difference(14, 4, alpha), 2) for alpha in (0.05, 0.1)]
    [1.25, 1.12]

    Demšar, Statistical comparisons of classifiers over multiple data sets, Journal of Machine
    Learning Research 2006.
    """
    problems = [
        *check_count("num_topics", num_topics),
        *check_range("num_runs", num_runs, 2, low_allowed=True),
        *check_range("alpha", alpha, 0, 1),
    ]
    refuse(problems, EvaluationError)
    q = studentized_range_quantile(alpha, num_runs, math.inf)
    return q * _standard_error(num_topics, num_runs)


def _standard_error(num_topics: int, num_runs: int) -> float:
    """Return the standard error of a mean rank if all runs are equal."""
    return math.sqrt(num_runs * (num_runs + 1) / (12 * num_topics))


def _ranks(scores: npt.ArrayLike) -> Floats:
    """Return the ranks [T, R] within topics, 1 for the highest score."""
    values = as_scores(scores)
    return mid_ranks(-np.round(values / max(1.0, float(np.abs(values).max())), 10))
