"""The bootstrap over topics: the shift test of a mean difference, and its interval.

As many topics as there are, are drawn with replacement. All pairs see the same draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, generator, total
from harness.core.execution import Workers
from harness.core.parallel import pieces
from harness.stats.ranks import sign_test
from harness.stats.results import (
    ALTERNATIVES,
    Interval,
    TestResult,
    as_differences,
    check_choice,
    check_range,
)
from harness.stats.sampling import (
    TOLERANCE,
    Values,
    check_sampling,
    choose_tolerance,
    draws_at_once,
    product,
    sampled_p,
)
from harness.stats.student import OF_SIGNS, mean_and_sd, t_statistic

#: The kinds of intervals, by scipy's names for them.
_INTERVALS = {"bca": "BCa", "percentile": "percentile"}

#: BCa leaves out each topic in turn, which takes T² values; its correction is of the order 1/T.
_MOST_LEFT_OUT = 10_000


def bootstrap_shift(
    differences: npt.ArrayLike,
    *,
    seed: int,
    samples: int = 100_000,
    alternative: str = "two-sided",
    workers: Workers = 1,
) -> TestResult:
    """Return the bootstrap test, by the shift method, of differences [..., T] by topic: is their
    mean 0?

    The differences are shifted to the mean 0 of the hypothesis, and their topics are drawn with
    replacement: how often is the t of a draw as far from 0 as the observed one? t is the mean over
    sd / √n with the draw's own mean and deviation: 0 if its mean is 0, infinite if only its
    deviation is. p is (b + 1) / (B + 1). Differences that are all equal have no t (NaN), and their
    p is not below the p of their signs. Values within 1e-10 of the largest difference are equal.
    Identical runs have p = 1. Raises `EvaluationError` for fewer than two topics, values that are
    not finite and impossible options.

    0.1 and 0.3 have t = 2 and are shifted to ∓0.1; two draws of four have one value alone, and so
    an infinite t:

    >>> float(bootstrap_shift([0.1, 0.3], samples=9_999, seed=1).p.round(1))
    0.5

    Efron and Tibshirani, An introduction to the bootstrap, 1993, 16.4; Sakai, Evaluating evaluation
    metrics based on the bootstrap, SIGIR 2006.
    """
    values = as_differences(
        differences,
        check_choice("alternative", alternative, ALTERNATIVES),
        check_sampling(samples, seed, workers),
    )
    n = values.shape[-1]
    rows = values.reshape(-1, n)
    rows = -rows if alternative == "less" else rows
    mean = total(rows) / n
    size = np.abs(rows).max(axis=1)
    shifted = rows - mean[:, None]
    two_sided = alternative == "two-sided"
    observed = t_statistic(rows)
    draws = _draw_t(shifted, choose_tolerance(size), seed)
    least = (np.abs(observed) if two_sided else observed) - TOLERANCE
    p = sampled_p(draws, least, two_sided=two_sided, samples=samples, workers=workers)
    how = f"shift method, {samples:,} draws of the topics, statistic: t, seed {seed}"
    equal = np.isnan(observed)
    if equal.any():
        of_signs = sign_test(rows, alternative="two-sided" if two_sided else "greater").p
        p = np.where(equal, np.maximum(of_signs, p), p)
        how = OF_SIGNS if equal.all() else f"{how}; {OF_SIGNS}"
    shape, t = values.shape[:-1], t_statistic(values)
    return TestResult("bootstrap", t, p.reshape(shape), alternative, n, how, seed, samples)


def _draws(seed: int, chunk: int, num_topics: int, size: int) -> Iterator[Floats]:
    """Yield how often each draw of a chunk has each topic, in blocks [T, B] of bounded memory."""
    drawn = generator(seed, "bootstrap", str(chunk))
    for piece in pieces(size, draws_at_once(num_topics)):
        count = piece.stop - piece.start
        topics = drawn.integers(0, num_topics, (count, num_topics))
        cells = topics + np.arange(0, count * num_topics, num_topics)[:, None]
        counts = np.bincount(cells.ravel(), minlength=num_topics * count)
        yield np.ascontiguousarray(counts.reshape(count, num_topics).T, dtype=np.float64)


def _by_draws(
    values_of: Callable[[slice, Floats], Floats], num_topics: int, seed: int, chunk: int, size: int
) -> Values:
    """Return a function of blocks of pairs, given the counts of topics in draws [T, B]."""
    draws = _draws(seed, chunk, num_topics, size)
    if size <= draws_at_once(num_topics):
        counts = next(draws)
        return lambda block: values_of(block, counts)
    values = np.hstack([values_of(slice(None), counts) for counts in draws])
    return lambda block: values[block]


def _draw_t(rows: Floats, noise: Floats, seed: int) -> Callable[[int, int], Values]:
    """Return the t statistics of draws from rows [P, T]; means as small as ``noise`` [P] are 0."""
    n = rows.shape[1]
    shares, squares = rows / n, rows**2 / n

    def t(block: slice, counts: Floats) -> Floats:
        means = product(shares[block], counts)
        variances = product(squares[block], counts)
        variances -= means**2
        # The smallest deviation gives a t as large as an infinite one.
        np.maximum(variances, np.finfo(np.float64).tiny, out=variances)
        means[np.abs(means) <= noise[block, None]] = 0.0
        means /= np.sqrt(variances / (n - 1))
        return means

    return partial(_by_draws, t, n, seed)


def bootstrap_interval(
    differences: npt.ArrayLike,
    *,
    seed: int,
    kind: str = "bca",
    confidence: float = 0.95,
    samples: int = 10_000,
) -> Interval:
    """Return the bootstrap interval of the mean of differences [..., T] by topic.

    "percentile" takes the quantiles of the means of draws; "bca" moves them for bias and skew, for
    up to 10,000 topics: with more its correction is negligible, and ``how`` says percentile.
    Differences that are all equal have no interval (NaN). Raises `EvaluationError` for fewer than
    two topics, values that are not finite, an unknown kind and a confidence that is not between 0
    and 1. Computed by scipy.

    The means of 2 of {0, 1} are 0, 1/2, 1/2, 1:

    >>> interval = bootstrap_interval([0.0, 1.0], kind="percentile", confidence=0.4, seed=1)
    >>> interval.low.tolist(), interval.estimate.tolist(), interval.high.tolist()
    (0.5, 0.5, 0.5)

    Efron, Better bootstrap confidence intervals, JASA 1987.
    """
    values = as_differences(
        differences,
        check_choice("kind", kind, tuple(_INTERVALS)),
        check_range("confidence", confidence, 0, 1),
        check_sampling(samples, seed, 1),
    )
    n = values.shape[-1]
    method = _INTERVALS[kind if n <= _MOST_LEFT_OUT else "percentile"]
    mean, sd = mean_and_sd(values)
    bounds = np.full((2, mean.size), np.nan)
    for i in np.flatnonzero(sd):
        bounds[:, i] = _interval(values.reshape(-1, n)[i], method, confidence, samples, seed)
    low, high = bounds.reshape(2, *mean.shape)
    how = f"bootstrap ({method}), {samples:,} draws of the topics, seed {seed}"
    return Interval(mean, low, high, confidence, n, how, seed, samples)


def _interval(
    row: Floats, method: str, confidence: float, samples: int, seed: int
) -> tuple[float, float]:
    from scipy.stats import bootstrap

    # The same draws for every row, so that a pair's interval does not depend on the others.
    drawn = bootstrap(
        (row,),
        np.mean,
        n_resamples=samples,
        confidence_level=confidence,
        method=method,
        batch=min(1000, draws_at_once(len(row))),
        random_state=generator(seed, "bootstrap interval"),
    )
    return float(drawn.confidence_interval.low), float(drawn.confidence_interval.high)
