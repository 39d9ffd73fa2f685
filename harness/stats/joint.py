"""The step-down maxT test by sign vectors: a family of comparisons under the same flips of topics.

Each comparison keeps its own randomisation test, in which the signs of its differences are chance.
All of them see the same sign vectors, one sign a topic, so that the correlations of comparisons
which share runs and topics are kept, and a comparison's variance is its own.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints, generator
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.execution import Workers, mapped, pieces
from harness.stats.checking import as_floats, check_differences
from harness.stats.results import TestResult, as_p
from harness.stats.sampling import SAMPLES_PER_CHUNK, TOLERANCE, check_sampling, product

#: Up to so many topics all sign vectors are tried; a vector and its opposite are one.
MOST_TRIED = 15

#: Values of so many comparisons × sign vectors at a time stay in the cache.
_CACHED = 2**18


def joint_randomisation(
    differences: npt.ArrayLike, *, seed: int, samples: int = 10_000, workers: Workers = 1
) -> TestResult:
    """The adjusted p-values [K] of a family of comparisons, from their differences [K, T] by topic.

    The strongest comparison is compared with the strongest of all under each sign vector, the next
    with the strongest of all but the first, and so on; no p-value is below that of a stronger one.
    The statistic is |Σ d| / √(n Σ d²), which rises with |t|. All sign vectors are tried for up to
    15 topics with a difference, else ``samples`` are drawn, and p is (b + 1) / (B + 1). So p can be
    as small as 2 / 2^n, however many comparisons there are. A comparison of identical runs has
    p = 1. The rows may as well be signed ranks, or signs.

    The chance of any false rejection is kept, whichever hypotheses are true, where the differences
    of the true ones are together symmetric around 0. Skewed differences can make it larger.

    Raises `EvaluationError` for anything but a matrix, fewer than two topics, values that are not
    finite and impossible options.

    Of the 8 sign vectors two bring the first comparison as far as it is; the second is reached by
    the first, or by itself, under all:

    >>> joint_randomisation([[0.1, 0.2, 0.3], [0.1, 0.0, -0.1]], seed=1).p.tolist()
    [0.25, 1.0]

    Westfall and Young, Resampling-based multiple testing, 1993; Hemerik and Goeman, Exact testing
    with random permutations, TEST 2018 (the identity is one of the sign vectors).
    """
    values = as_floats(differences)
    refuse(_check_family(values), EvaluationError)
    refuse([*check_differences(values), *check_sampling(samples, seed, workers)], EvaluationError)
    differ = np.abs(values).max(axis=0) > 0
    rows = values[:, differ if differ.any() else slice(1)]
    n = rows.shape[1]
    lengths = np.sqrt((rows**2).sum(axis=1) * n)
    rows = np.divide(rows, lengths[:, None], out=np.zeros_like(rows), where=lengths[:, None] > 0)
    observed = np.abs(rows.sum(axis=1))
    order = np.argsort(observed, kind="stable")
    ordered, least = rows[order], observed[order, None] - TOLERANCE
    exact = n <= MOST_TRIED
    vectors = 2 ** (n - 1) if exact else samples

    def counted(part: slice) -> Ints:
        signs = _all_signs(n, part) if exact else _drawn_signs(n, part, seed)
        counts = np.zeros(len(rows), dtype=np.int64)
        for piece in pieces(signs.shape[1], max(1, _CACHED // len(rows))):
            reached = np.abs(product(ordered, np.ascontiguousarray(signs[:, piece])))
            np.maximum.accumulate(reached, axis=0, out=reached)
            counts += np.count_nonzero(reached >= least, axis=1)
        return counts

    counts = np.sum(mapped(counted, pieces(vectors, SAMPLES_PER_CHUNK), workers), axis=0)
    shares = counts / vectors if exact else (counts + 1) / (vectors + 1)
    p = np.empty(len(rows))
    p[order] = np.maximum.accumulate(shares[::-1])[::-1]
    way = f"all sign vectors of {n} topics" if exact else f"{samples:,} sign vectors, seed {seed}"
    how = f"step-down maxT, {way}, the same for all comparisons"
    return TestResult(
        "joint randomisation",
        observed * math.sqrt(n),
        as_p(p),
        "two-sided",
        values.shape[1],
        how,
        None if exact else seed,
        None if exact else samples,
    )


def joint_floor(differences: Floats, samples: int) -> float:
    """The least p-value that `joint_randomisation` can have for such differences [K, T].

    >>> joint_floor(np.ones((6, 10)), 10_000), joint_floor(np.zeros((6, 10)), 10_000)
    (0.001953125, 1.0)
    """
    most = int(np.count_nonzero(differences, axis=1).max(initial=0))
    n = int(np.count_nonzero(np.abs(differences).max(axis=0, initial=0.0)))
    exact = min(1.0, 2.0 ** (1 - most))
    return exact if n <= MOST_TRIED else max(exact, 1 / (samples + 1))


def _all_signs(n: int, part: slice) -> Floats:
    """Some of the 2^(n−1) sign vectors [T, B] that begin with 1.

    >>> _all_signs(2, slice(0, 2)).tolist()
    [[1.0, 1.0], [1.0, -1.0]]
    """
    numbers = np.arange(part.start, part.stop)
    return np.asarray(1.0 - 2.0 * (numbers >> np.arange(n)[::-1, None] & 1))


def _drawn_signs(n: int, part: slice, seed: int) -> Floats:
    drawn = generator(seed, "joint randomisation", str(part.start // SAMPLES_PER_CHUNK))
    signs = drawn.integers(0, 2, size=(n, part.stop - part.start), dtype=np.int8)
    return signs.astype(np.float64) * 2 - 1


def _check_family(values: Floats) -> list[Problem]:
    if values.ndim == 2 and len(values):
        return []
    hint = "a row a comparison, a column a topic"
    return [Problem(f"differences of the shape {values.shape} are no family", hint=hint)]
