"""The exact distribution of a sum of numbers with random signs, on a lattice of whole numbers.

The sum is the total less twice the sum of those that got a minus, so that its distribution over
all 2^n sign vectors is a count of subset sums: O(n · Σ|d|) additions instead of 2^n.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from harness.arrays import Floats, Ints
from harness.errors import EvaluationError, Problem, refuse
from harness.stats.chunks import mapped, pieces

#: The widest lattice: half the sum of all |d| in steps. Each step takes 8 bytes, and then some.
MAX_STEPS = 2**25

#: Two values nearer than this part of a step are one point of the lattice.
_NOISE = 1e-6

#: So many of the largest numbers, at most, are not counted on the lattice but tried in all ways.
_MOST_TRIED = 12

#: Counts are kept below 2^512 by as many halvings from time to time.
_DOUBLINGS = 512

_ROWS_AT_A_TIME = 64


def on_lattice(values: npt.ArrayLike, lattice: float) -> bool:
    """Whether all values are whole multiples of ``lattice``, but for the noise of floats.

    >>> on_lattice([0.3 - 0.1, 0.1234], 1e-4), on_lattice([1 / 3], 1e-4), on_lattice([1 / 3], 1 / 6)
    (True, False, True)
    """
    steps = np.asarray(values, dtype=np.float64) / lattice
    return bool((np.abs(steps - np.rint(steps)) <= _NOISE).all())


def to_lattice(values: Floats, lattice: float) -> Ints:
    """The values in steps of the lattice, each rounded to the nearest.

    >>> to_lattice(np.array([0.3 - 0.1, -0.12344]), 1e-4).tolist()
    [2000, -1234]
    """
    steps = np.rint(values / lattice)
    if np.abs(steps).max(initial=0.0) * max(1, values.shape[-1]) > 2.0**62:
        raise EvaluationError(_too_wide(f"{np.abs(steps).max():g} or more"))
    whole: Ints = steps.astype(np.int64)
    return whole


def sign_flip_p(steps: Ints, *, alternative: str = "two-sided", threads: int = 1) -> Floats:
    """The chance that whole numbers [..., T] with random signs reach the sum they have now.

    All sign vectors are equally likely. Two-sided is the chance that the sum is as far from 0,
    "greater" that it is as high, "less" that it is as low. With up to 53 numbers other than 0 the
    result is the very fraction; beyond, its relative error is at most about T · 10^-16. Raises
    `EvaluationError` where half the sum of |steps|, over their greatest common divisor, is above
    `MAX_STEPS`.

    Of the sign vectors of 1, 1, 2 two give a sum of ±4, two of ±2 and four of 0:

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
    refuse([_too_wide(str(widest))] if widest > MAX_STEPS else [], EvaluationError)
    p = np.empty(len(rows))

    def fill(part: slice) -> None:
        p[part] = [_row_p(row, alternative == "two-sided") for row in rows[part]]

    mapped(fill, pieces(len(rows), _ROWS_AT_A_TIME), threads)
    return p.reshape(steps.shape[:-1])


def _too_wide(width: str) -> Problem:
    message = f"the differences of a pair span {width} steps of their lattice"
    hint = f"at most {MAX_STEPS} are allowed: choose a coarser lattice, or draw sign vectors"
    return Problem(message, hint=hint)


def _row_p(steps: Ints, two_sided: bool) -> float:
    magnitudes = np.sort(np.abs(steps[steps != 0]))
    total, observed = int(magnitudes.sum()), int(steps.sum())
    if two_sided and observed:
        return 2 * chance_at_most(magnitudes, (total - abs(observed)) // 2)
    if observed > 0:
        return chance_at_most(magnitudes, (total - observed) // 2)
    # Sums with signs are all even or all odd: below the observed one comes the one less by 2.
    return 1.0 if two_sided else 1 - chance_at_most(magnitudes, (total + observed) // 2 - 1)


def chance_at_most(magnitudes: Ints, limit: int) -> float:
    """The chance that a random subset of positive whole numbers has a sum of at most ``limit``.

    ``magnitudes`` [n] are in rising order; each number is in the subset with a chance of a half.

    Of the subsets of {1, 2, 4}, four have a sum of at most 3:

    >>> chance_at_most(np.array([1, 2, 4]), 3)
    0.5
    """
    if limit < 0:
        return 0.0
    # The largest numbers would make the lattice long. They are few: all their subsets are tried,
    # and what each leaves of the limit is looked up in the distribution of the others.
    num_tried = min(len(magnitudes) // 4, _MOST_TRIED)
    counted, tried = np.split(magnitudes, [len(magnitudes) - num_tried])
    subsets = np.zeros(1, dtype=np.int64)
    for magnitude in tried.tolist():
        subsets = np.concatenate([subsets, subsets + magnitude])
    up_to = _counts_up_to(counted, limit)
    places = np.minimum(limit - subsets[subsets <= limit], len(up_to) - 1)
    return math.ldexp(float(up_to[places].sum()), -(len(counted) % _DOUBLINGS + num_tried))


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
