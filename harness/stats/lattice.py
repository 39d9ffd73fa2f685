"""The exact distribution of a sum of numbers with random signs, on a lattice of whole numbers.

The sum is the total less twice the sum of those that got a minus, so that its distribution over
all 2^n sign vectors is a count of subset sums: O(n · Σ|d|) additions instead of 2^n.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from harness.core.arrays import Floats, Ints
from harness.core.errors import EvaluationError, Problem
from harness.core.execution import Workers, mapped, pieces

#: The widest lattice: half the sum of all |d| in steps. Each step takes 8 bytes, and then some.
MAX_STEPS = 2**25

#: Sums nearer than this to a whole number are that number.
_NOISE = 1e-6

#: So many of the largest numbers, at most, are not counted on the lattice but tried in all ways.
_MOST_TRIED = 12

#: Counts are kept below 2^512 by as many halvings from time to time.
_DOUBLINGS = 512

_ROWS_AT_A_TIME = 64


def sign_flip_p(steps: Ints, *, alternative: str = "two-sided", workers: Workers = 1) -> Floats:
    """The chance that whole numbers [..., T] with random signs reach the sum they have now.

    All sign vectors are equally likely. Two-sided is the chance that the sum is as far from 0,
    "greater" that it is as high, "less" that it is as low. With up to 53 numbers other than 0 the
    result is the very fraction; beyond, its relative error is at most about T · 10^-16. Raises
    `EvaluationError` where half the sum of |steps|, over their greatest common divisor, is above
    `MAX_STEPS`.

    Of the sign vectors of 1, 1, 2 two give a sum of ±4, four of ±2 and two of 0:

    >>> sign_flip_p(np.array([[1, 1, 2], [1, -1, 2], [1, 1, -2]])).tolist()
    [0.25, 0.75, 1.0]
    >>> sign_flip_p(np.array([1, -1, 2]), alternative="greater").tolist()
    0.375
    """
    rows = steps.reshape(-1, steps.shape[-1])
    if alternative == "less":
        rows = -rows
    rows = rows // np.maximum(np.gcd.reduce(rows, axis=1), 1)[:, None]
    widest = int(np.abs(rows).sum(axis=1).max(initial=0)) // 2
    if widest > MAX_STEPS:
        message = f"the numbers span {widest} steps, more than the {MAX_STEPS} that can be counted"
        raise EvaluationError(Problem(message))

    def chances(part: slice) -> list[float]:
        return [_row_p(row, alternative == "two-sided") for row in rows[part]]

    parts = mapped(chances, pieces(len(rows), _ROWS_AT_A_TIME), workers)
    return np.array(list(chain(*parts)), dtype=np.float64).reshape(steps.shape[:-1])


def _row_p(steps: Ints, two_sided: bool) -> float:
    observed = int(steps.sum())
    magnitudes = np.sort(np.abs(steps[steps != 0]))
    if two_sided:
        return 2 * float(tails(magnitudes, [abs(observed)])[0]) if observed else 1.0
    return float(tails(magnitudes, [observed])[0])


def tails(magnitudes: Ints, least: Sequence[float]) -> Floats:
    """The chances that positive whole numbers with random signs have a sum of at least so much.

    ``magnitudes`` [n] are in rising order. One distribution answers for all of ``least``, which
    need not be whole; what is nearer than 1e-6 to a whole number counts as it.

    Of the 8 sign vectors of 1, 1, 2 one gives a sum of 4, two of 2, two of 0, two of −2:

    >>> tails(np.array([1, 1, 2]), [4, 1.5, 0, -2]).tolist()
    [0.125, 0.375, 0.625, 0.875]
    """
    wanted = np.asarray(least, dtype=np.float64)
    # The sum is the total less twice the sum of those with a minus. The distribution is symmetric:
    # below 0 the complement, strictly beyond, is looked up, which keeps the table short.
    half = (int(magnitudes.sum()) - np.abs(wanted)) / 2
    reached = wanted > 0
    limits = np.where(reached, np.floor(half + _NOISE), np.ceil(half - _NOISE) - 1).astype(np.int64)
    chances = chances_at_most(magnitudes, limits)
    return np.where(reached, chances, 1 - chances)


def chances_at_most(magnitudes: Ints, limits: Ints) -> Floats:
    """The chances that a random subset of positive whole numbers has a sum of at most ``limits``.

    ``magnitudes`` [n] are in rising order; each number is in the subset with a chance of a half.

    Of the subsets of {1, 2, 4}, four have a sum of at most 3:

    >>> chances_at_most(np.array([1, 2, 4]), np.array([-1, 3, 9])).tolist()
    [0.0, 0.5, 1.0]
    """
    # The largest numbers would make the lattice long. They are few: all their subsets are tried,
    # and what each leaves of the limit is looked up in the distribution of the others.
    num_tried = min(len(magnitudes) // 4, _MOST_TRIED)
    counted, tried = np.split(magnitudes, [len(magnitudes) - num_tried])
    subsets = np.zeros(1, dtype=np.int64)
    for magnitude in tried.tolist():
        subsets = np.concatenate([subsets, subsets + magnitude])
    up_to = _counts_up_to(counted, max(0, int(limits.max(initial=0))))
    index = np.minimum(limits[:, None] - subsets, len(up_to) - 1)
    counts = np.where(index >= 0, up_to[np.maximum(index, 0)], 0.0).sum(axis=1)
    return np.asarray(np.ldexp(counts, -(len(counted) % _DOUBLINGS + num_tried)))


def _counts_up_to(magnitudes: Ints, limit: int) -> Floats:
    """How many subsets have a sum of at most 0, 1, 2, … ``limit``, or up to the sum of all.

    After every 512 numbers the counts were divided by 2^512.
    """
    counts = np.zeros(min(int(magnitudes.sum()), limit) + 1)
    counts[0] = 1.0
    width = 1
    for number, magnitude in enumerate(magnitudes.tolist(), start=1):
        width = min(width + magnitude, len(counts))
        if width > magnitude:
            # A copy, because numpy takes longer to find out that it needs one.
            counts[magnitude:width] += counts[: width - magnitude].copy()
        if number % _DOUBLINGS == 0:
            counts *= 2.0**-_DOUBLINGS
    return np.cumsum(counts)
