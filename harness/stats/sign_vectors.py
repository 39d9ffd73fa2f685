"""p-values over all 2^n sign vectors of real numbers, with a bound on the effect of rounding.

All sign vectors of up to 24 numbers are tried, without rounding. More numbers are counted on a
lattice of whole numbers: their own, if they are multiples of one step (P@10 of 0.1, RR@10 of
1/2520, scores of four decimals of 0.0001); otherwise one that divides the sum of their magnitudes
into many steps. So nothing depends on the scale of the numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain

import numpy as np

from harness.core.arrays import Floats, Ints
from harness.core.errors import EvaluationError, Problem
from harness.core.execution import Workers
from harness.core.parallel import collect_arrays, pieces
from harness.stats.sampling import choose_tolerance

#: Up to this many numbers other than 0 are tried in all ways: two halves of 2^12 sums each.
MOST_TRIED = 24

#: Steps of half the sum of the magnitudes: of a lattice to round to, and of the numbers' own.
_ROUNDED_STEPS = 2**16
_OWN_STEPS = 2**18

#: Additions allowed per row, which limit the steps for many numbers.
_WORK = 2**27

#: Numbers this close to a lattice, in steps, are on it; floats are hardly ever exact.
_NOISE = 1e-6

#: Rounding errors with random signs exceed 8 deviations with probability < 2.6e-14 (Hoeffding).
_DEVIATIONS = 8.0
_BEYOND = 2 * math.exp(-(_DEVIATIONS**2) / 2)

_ROWS_AT_A_TIME = 64


def sign_vector_p(values: Floats, alternative: str, workers: Workers) -> tuple[Floats, Floats]:
    """Return the probability that numbers [..., T] with random signs reach their sum, and its
    bound.

    Two-sided is the probability that the sum is as far from 0, "greater" that it is as high, "less"
    that it is as low; sums that are equal but for the noise of floats are tied. The bound is the
    largest possible difference to the p-value of the unrounded numbers: 0 for up to 24 numbers
    other than 0 and for multiples of one step. Hoeffding, Probability inequalities for sums of
    bounded random variables, JASA 1963, bounds the sum of the rounding errors of more numbers.

    Of the sign vectors of 1, 1, 2 two give a sum of ±4, four of ±2 and two of 0:

    >>> numbers = np.array([[1, 1, 2], [1, -1, 2], [1, 1, -2]]) * 1e-7
    >>> p, bound = sign_vector_p(numbers, "two-sided", workers=1)
    >>> p.tolist(), bound.tolist()
    ([0.25, 0.75, 1.0], [0.0, 0.0, 0.0])
    """
    rows = values.reshape(-1, values.shape[-1])
    rows = -rows if alternative == "less" else rows
    two_sided = alternative == "two-sided"

    def chances(part: slice) -> list[tuple[float, float]]:
        return [_row_p(row, two_sided) for row in rows[part]]

    parts = collect_arrays(chances, pieces(len(rows), _ROWS_AT_A_TIME), workers)
    results = np.array(list(chain(*parts)), dtype=np.float64).reshape(-1, 2)
    shape = values.shape[:-1]
    return results[:, 0].reshape(shape), results[:, 1].reshape(shape)


def _row_p(row: Floats, two_sided: bool) -> tuple[float, float]:
    magnitudes = np.abs(row)
    numbers = row[magnitudes > choose_tolerance(magnitudes.max(initial=0.0))]
    if len(numbers) <= MOST_TRIED:
        return _tried_p(numbers, two_sided), 0.0
    if np.ptp(np.abs(numbers)) <= choose_tolerance(magnitudes.max()):
        return _binomial_p(int((numbers > 0).sum()), len(numbers), two_sided), 0.0
    step = _common_step(np.abs(numbers), min(_OWN_STEPS, _WORK // len(numbers)))
    if step is not None:
        steps = np.rint(numbers / step).astype(np.int64)
        return float(sign_flip_p(steps, alternative="two-sided" if two_sided else "greater")), 0.0
    half = min(_ROUNDED_STEPS, max(_WORK // len(numbers), 1))
    return _rounded_p(numbers * (2 * half / np.abs(numbers).sum()), two_sided)


def _binomial_p(positive: int, count: int, two_sided: bool) -> float:
    """Return the binomial p of numbers of one magnitude, where only the signs count."""
    from scipy.special import bdtrc

    least = max(positive, count - positive) if two_sided else positive
    return min(1.0, (1 + two_sided) * float(bdtrc(least - 1, count, 0.5))) if least else 1.0


def _tried_p(numbers: Floats, two_sided: bool) -> float:
    """Return the exact p over all sign vectors, from the sums of two halves."""
    observed = math.fsum(numbers.tolist())
    noise = float(choose_tolerance(np.abs(numbers).sum()))
    least = abs(observed) if two_sided else observed
    if two_sided and least <= noise:
        return 1.0
    left, right = (_signed_sums(half) for half in np.array_split(numbers, 2))
    reached = left.size * right.size - int(np.searchsorted(left, least - noise - right).sum())
    return (1 + two_sided) * reached / (left.size * right.size)


def _signed_sums(numbers: Floats) -> Floats:
    sums = np.zeros(1)
    for number in numbers.tolist():
        sums = np.concatenate([sums - number, sums + number])
    return np.sort(sums)


def _common_step(magnitudes: Floats, most: int) -> float | None:
    """Return the common step of positive numbers, unless half their sum has too many steps."""
    least = float(magnitudes.sum()) / (2 * most)
    step = float(magnitudes.max())
    while step >= least * (1 - _NOISE):
        counts = np.rint(magnitudes / step)
        multiples = np.abs(magnitudes / step - counts) <= _NOISE
        if multiples.all():
            return step
        rest = _divisor(float(magnitudes[~multiples][0]), step, least / 1000)
        if rest > 0.75 * step:  # a multiple but for more than noise
            return None
        # Over many multiples the noise of Euclid's remainders averages out.
        known = magnitudes[multiples]
        counts = np.rint(known / rest)
        step = float(known @ counts) / float(counts @ counts)
    return None


def _divisor(a: float, b: float, noise: float) -> float:
    """Return Euclid's greatest common divisor of two floats; remainders below the noise are 0."""
    while b > noise:
        rest = math.fmod(a, b)
        a, b = b, min(rest, b - rest)
    return a


def _rounded_p(numbers: Floats, two_sided: bool) -> tuple[float, float]:
    """Return the p-value of numbers rounded to whole ones, and its largest possible error.

    Under a sign vector the two sums differ by the sum of the errors with these signs: by at most
    the sum of their magnitudes, and almost surely by less than 8 of its deviations.
    """
    steps = np.rint(numbers).astype(np.int64)
    errors = numbers - steps
    widest, likely = float(np.abs(errors).sum()), _DEVIATIONS * float(np.linalg.norm(errors))
    slack, beyond = (likely, _BEYOND) if likely < widest else (widest, 0.0)
    rounded, exact = int(steps.sum()), math.fsum(numbers.tolist())
    if two_sided:
        rounded, exact = abs(rounded), abs(exact)
    magnitudes = np.sort(np.abs(steps[steps != 0]))
    p, low, high = tails(magnitudes, [rounded, exact + slack, exact - slack]) * (1 + two_sided)
    if two_sided:
        p, high = (1.0 if rounded == 0 else p), (1.0 if exact <= slack else high)
    return float(p), float(min(max(high - p, p - low) + beyond, 1.0))


#: The widest lattice: half the sum of all |d| in steps. Each step takes 8 bytes or more.
MAX_STEPS = 2**25

#: Sums closer than this to a whole number equal it.
_NEAR_WHOLE = 1e-6

#: The most of the largest numbers that are tried in all ways, off the lattice.
_MOST_TRIED = 12

#: Counts are kept below 2^512 by halving them as often after every 512 numbers.
_DOUBLINGS = 512


def sign_flip_p(steps: Ints, *, alternative: str = "two-sided", workers: Workers = 1) -> Floats:
    """Return the probability that whole numbers [..., T] with random signs reach their sum.

    All sign vectors are equally likely. Two-sided is the probability that the sum is as far from 0,
    "greater" that it is as high, "less" that it is as low. With up to 53 numbers other than 0 the
    result is the exact fraction; beyond, its relative error is at most about T · 10^-16. Raises
    `EvaluationError` if half the sum of |steps|, over their greatest common divisor, is above
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
        return [_counted_p(row, alternative == "two-sided") for row in rows[part]]

    parts = collect_arrays(chances, pieces(len(rows), _ROWS_AT_A_TIME), workers)
    return np.array(list(chain(*parts)), dtype=np.float64).reshape(steps.shape[:-1])


def _counted_p(steps: Ints, two_sided: bool) -> float:
    observed = int(steps.sum())
    magnitudes = np.sort(np.abs(steps[steps != 0]))
    if two_sided:
        return 2 * float(tails(magnitudes, [abs(observed)])[0]) if observed else 1.0
    return float(tails(magnitudes, [observed])[0])


def tails(magnitudes: Ints, least: Sequence[float]) -> Floats:
    """Return the probabilities that positive whole numbers with random signs sum to at least
    ``least``.

    ``magnitudes`` [n] ascend. One distribution serves all of ``least``, which need not be whole;
    numbers within 1e-6 of a whole number count as it.

    Of the 8 sign vectors of 1, 1, 2 one gives a sum of 4, two of 2, two of 0, two of −2:

    >>> tails(np.array([1, 1, 2]), [4, 1.5, 0, -2]).tolist()
    [0.125, 0.375, 0.625, 0.875]
    """
    wanted = np.asarray(least, dtype=np.float64)
    # The sum is the total minus twice the sum of the negated numbers. The distribution is
    # symmetric: below 0 the strict complement is looked up, which keeps the table short.
    half = (int(magnitudes.sum()) - np.abs(wanted)) / 2
    reached = wanted > 0
    limits = np.where(
        reached, np.floor(half + _NEAR_WHOLE), np.ceil(half - _NEAR_WHOLE) - 1
    ).astype(np.int64)
    chances = chances_at_most(magnitudes, limits)
    return np.where(reached, chances, 1 - chances)


def chances_at_most(magnitudes: Ints, limits: Ints) -> Floats:
    """Return the probabilities that a random subset of positive whole numbers has a sum of at most
    ``limits``.

    ``magnitudes`` [n] ascend; each number is in the subset with probability 1/2.

    Of the subsets of {1, 2, 4}, four have a sum of at most 3:

    >>> chances_at_most(np.array([1, 2, 4]), np.array([-1, 3, 9])).tolist()
    [0.0, 0.5, 1.0]
    """
    # The largest numbers would make the lattice long. They are few: all their subsets are tried,
    # and the rest of the limit is looked up in the distribution of the others.
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
    """Count the subsets with a sum of at most 0, 1, 2, … ``limit``, or up to the sum of all.

    After every 512 numbers the counts are divided by 2^512.
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
