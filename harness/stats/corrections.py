"""Corrections of p-values for the number of comparisons: adjusted p-values of a whole family.

An adjusted p-value is the lowest level at which its hypothesis is rejected, given all others. In
the joint randomisation all comparisons see the same sign vectors, one sign per topic, which keeps
the correlations of comparisons that share runs and topics, and the variance of each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, FrozenArrays, Ints, generator
from harness.core.errors import MAX_PROBLEMS, EvaluationError, Problem, refuse
from harness.core.execution import Workers
from harness.core.numbers import count_noun
from harness.core.parallel import collect_arrays, pieces
from harness.stats.results import TestResult, as_differences, as_floats, as_p, check_choice
from harness.stats.sampling import SAMPLES_PER_CHUNK, TOLERANCE, check_sampling, product


@dataclass(frozen=True, eq=False)
class AdjustedPValues(FrozenArrays):
    """The p-values of one family, adjusted; ``p`` has the shape of the unadjusted ones."""

    p: Floats
    how: str


def adjust_p_values(p: npt.ArrayLike, correction: str = "holm") -> AdjustedPValues:
    """Adjust the p-values of a family of comparisons for their number.

    All given values, [K] or of any shape, are one family. The corrections:

    * "bonferroni", "holm" and "hommel" control the probability of any false rejection. The first
      two hold for all tests; Hommel's rejects more, and holds for tests that are independent or
      depend positively on each other.
    * "benjamini-hochberg" and "benjamini-yekutieli" control the expected share of false rejections
      among all rejections, the first for such tests, the second for all tests.

    Raises `EvaluationError` without p-values, for values that are NaN or not from 0 to 1, each with
    its index (from 0), and for an unknown correction.

    Holm multiplies the least of three by 3 and the next by 2, Hommel the least by 3 and takes the
    others for 1 · 0.04:

    >>> adjust_p_values([0.01, 0.04, 0.03]).p.round(4).tolist()
    [0.03, 0.06, 0.06]
    >>> adjust_p_values([0.01, 0.04, 0.03], "hommel").p.round(4).tolist()
    [0.03, 0.04, 0.04]
    >>> adjust_p_values([0.01, 0.04, 0.03], "benjamini-hochberg").how
    'Benjamini-Hochberg, family of 3 comparisons'

    Holm, A simple sequentially rejective multiple test procedure, 1979;
    Hommel, Biometrika 1988; Wright, Adjusted p-values for simultaneous inference, Biometrics 1992;
    Benjamini and Hochberg, JRSS B 1995; Benjamini and Yekutieli, Annals of Statistics 2001.
    """
    values = as_floats(p, "p-values")
    refuse(
        [*check_choice("correction", correction, tuple(_RULES)), *check_p(values)], EvaluationError
    )
    family = values.size
    order = np.argsort(values, axis=None, kind="stable")
    result = np.empty(family)
    result[order] = np.minimum(_RULES[correction](values.ravel()[order]), 1.0)
    name = "-".join(part.capitalize() for part in correction.split("-"))
    how = f"{name}, family of {count_noun(family, 'comparison')}"
    return AdjustedPValues(result.reshape(values.shape), how)


def check_p(values: Floats) -> Iterator[Problem]:
    """Yield the problems of p-values, each with its index.

    >>> [str(problem) for problem in check_p(np.array([0.5, 1.5, np.nan]))]
    ['p[1]: 1.5 is not from 0 to 1', 'p[2]: NaN is no p-value']
    """
    if not values.size:
        yield Problem("no p-values given")
    for position in np.argwhere(~((values >= 0) & (values <= 1)))[:MAX_PROBLEMS]:
        value = float(values[tuple(position)])
        message = "NaN is no p-value" if np.isnan(value) else f"{value!r} is not from 0 to 1"
        yield Problem(message, key=f"p[{', '.join(map(str, position))}]")


def _holm(p: Floats) -> Floats:
    left = np.arange(len(p), 0, -1.0)  # hypotheses at each step, K … 1
    return np.maximum.accumulate(left * p)


def _hommel(p: Floats) -> Floats:
    """Return Hommel's p by Wright's algorithm: Simes tests of the m largest in turn, m = K, …, 2.

    For m, c_i = m · p_i / (m + i − K) over these m. None of them is adjusted below the least c,
    none of the others below the lesser of that and m times its own p-value.
    """
    family = len(p)
    result = p.copy()
    for m in range(family, 1, -1):
        lesser = family - m
        least = (m * p[lesser:] / np.arange(1, m + 1)).min()
        np.maximum(result[lesser:], least, out=result[lesser:])
        np.maximum(result[:lesser], np.minimum(least, m * p[:lesser]), out=result[:lesser])
    return result


def _benjamini_hochberg(p: Floats) -> Floats:
    # From the largest p-value down, none is above the previous one.
    return np.minimum.accumulate((p * (len(p) / np.arange(1, len(p) + 1)))[::-1])[::-1]


#: The adjusted p-values, possibly above 1, of ascending p-values [K].
_RULES: dict[str, Callable[[Floats], Floats]] = {
    "bonferroni": lambda p: np.asarray(len(p) * p),
    "holm": _holm,
    "hommel": _hommel,
    "benjamini-hochberg": _benjamini_hochberg,
    "benjamini-yekutieli": lambda p: (
        _benjamini_hochberg(p) * float(np.sum(1 / np.arange(1, len(p) + 1)))
    ),
}

#: The corrections by name.
CORRECTIONS = tuple(_RULES)


#: With up to this many topics all sign vectors are tried; a vector and its opposite are one.
MOST_TRIED = 15

#: This many values of comparisons × sign vectors fit into the cache.
_CACHED = 2**18


def joint_randomisation(
    differences: npt.ArrayLike, *, seed: int, samples: int = 10_000, workers: Workers = 1
) -> TestResult:
    """Return the jointly adjusted p-values [K] of a family of comparisons from differences [K, T].

    The strongest comparison is compared with the strongest of all under each sign vector, the next
    with the strongest of all but the first, and so on; no p-value is below that of a stronger one.
    The statistic is |Σ d| / √(n Σ d²), which rises with |t|. All sign vectors are tried for up to
    15 topics with a difference; otherwise ``samples`` are drawn, and p is (b + 1) / (B + 1). So p
    can be as small as 2 / 2^n for any number of comparisons. A comparison of identical runs has p =
    1. The rows may also be signed ranks, or signs.

    It controls the probability of any false rejection, whichever hypotheses are true, if the
    differences of the true ones are jointly symmetric around 0. Skewed differences can increase it.

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
    values = as_differences(values, check_sampling(samples, seed, workers))
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
        signs = _all_signs(n, part) if exact else _draw_signs(n, part, seed)
        counts = np.zeros(len(rows), dtype=np.int64)
        for piece in pieces(signs.shape[1], max(1, _CACHED // len(rows))):
            reached = np.abs(product(ordered, np.ascontiguousarray(signs[:, piece])))
            np.maximum.accumulate(reached, axis=0, out=reached)
            counts += np.count_nonzero(reached >= least, axis=1)
        return counts

    counts = np.sum(collect_arrays(counted, pieces(vectors, SAMPLES_PER_CHUNK), workers), axis=0)
    shares = counts / vectors if exact else (counts + 1) / (vectors + 1)
    p = np.empty(len(rows))
    p[order] = np.maximum.accumulate(shares[::-1])[::-1]
    way = f"all sign vectors of {n} topics" if exact else f"{samples:,} sign vectors, seed {seed}"
    how = f"step-down over the largest statistic, {way}, the same for all comparisons"
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
    """Return the least p-value that `joint_randomisation` can reach with differences [K, T].

    >>> joint_floor(np.ones((6, 10)), 10_000), joint_floor(np.zeros((6, 10)), 10_000)
    (0.001953125, 1.0)
    """
    most = int(np.count_nonzero(differences, axis=1).max(initial=0))
    n = int(np.count_nonzero(np.abs(differences).max(axis=0, initial=0.0)))
    exact = min(1.0, 2.0 ** (1 - most))
    return exact if n <= MOST_TRIED else max(exact, 1 / (samples + 1))


def _all_signs(n: int, part: slice) -> Floats:
    """Return some of the 2^(n−1) sign vectors [T, B] that begin with 1.

    >>> _all_signs(2, slice(0, 2)).tolist()
    [[1.0, 1.0], [1.0, -1.0]]
    """
    numbers = np.arange(part.start, part.stop)
    return np.asarray(1.0 - 2.0 * (numbers >> np.arange(n)[::-1, None] & 1))


def _draw_signs(n: int, part: slice, seed: int) -> Floats:
    drawn = generator(seed, "joint randomisation", str(part.start // SAMPLES_PER_CHUNK))
    signs = drawn.integers(0, 2, size=(n, part.stop - part.start), dtype=np.int8)
    return signs.astype(np.float64) * 2 - 1


def _check_family(values: Floats) -> list[Problem]:
    if values.ndim == 2 and len(values):
        return []
    hint = "a row per comparison, a column per topic"
    return [Problem(f"differences of the shape {values.shape} are no family", hint=hint)]
