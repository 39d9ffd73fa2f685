"""p-values over all 2^n sign vectors of real numbers, with a bound of what rounding did to them.

Up to 24 numbers are tried in all ways, as they are. More are counted on a lattice of whole
numbers: their own, where they are multiples of one step (P@10 of 0.1, RR@10 of 1/2520, scores of
four decimals of 0.0001); else one that divides the sum of their magnitudes into many steps. So
nothing depends on the scale of the numbers.
"""

from __future__ import annotations

import math
from itertools import chain

import numpy as np

from harness.core.arrays import Floats
from harness.core.execution import Workers, mapped, pieces
from harness.stats.lattice import sign_flip_p, tails
from harness.stats.sampling import tolerance_of

#: So many numbers other than 0 are tried in all ways: two halves of 2^12 sums each.
MOST_TRIED = 24

#: Steps of half the sum of the magnitudes: of a lattice to round to, and of the numbers' own.
_ROUNDED_STEPS = 2**16
_OWN_STEPS = 2**18

#: Additions that one row may take, from which the numbers of steps follow for many numbers.
_WORK = 2**27

#: Numbers are on a lattice if they are so near to it, in steps; floats are hardly ever exact.
_NOISE = 1e-6

#: Rounding errors with random signs leave 8 deviations with a chance below 2.6e-14 (Hoeffding).
_DEVIATIONS = 8.0
_BEYOND = 2 * math.exp(-(_DEVIATIONS**2) / 2)

_ROWS_AT_A_TIME = 64


def sign_vector_p(values: Floats, alternative: str, workers: Workers) -> tuple[Floats, Floats]:
    """The chances that numbers [..., T] with random signs reach their sum, and their bounds.

    Two-sided is the chance that the sum is as far from 0, "greater" that it is as high, "less" that
    it is as low; sums that are equal but for the noise of floats are equal. The bound is the most
    by which the p-value may differ from that of the numbers as they are: 0 for up to 24 numbers
    other than 0 and for multiples of one step. Hoeffding, Probability inequalities for sums of
    bounded random variables, JASA 1963, bounds what the rounding errors of more numbers add up to.

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

    parts = mapped(chances, pieces(len(rows), _ROWS_AT_A_TIME), workers)
    results = np.array(list(chain(*parts)), dtype=np.float64).reshape(-1, 2)
    shape = values.shape[:-1]
    return results[:, 0].reshape(shape), results[:, 1].reshape(shape)


def _row_p(row: Floats, two_sided: bool) -> tuple[float, float]:
    magnitudes = np.abs(row)
    numbers = row[magnitudes > tolerance_of(magnitudes.max(initial=0.0))]
    if len(numbers) <= MOST_TRIED:
        return _tried_p(numbers, two_sided), 0.0
    if np.ptp(np.abs(numbers)) <= tolerance_of(magnitudes.max()):
        return _binomial_p(int((numbers > 0).sum()), len(numbers), two_sided), 0.0
    step = _common_step(np.abs(numbers), min(_OWN_STEPS, _WORK // len(numbers)))
    if step is not None:
        steps = np.rint(numbers / step).astype(np.int64)
        return float(sign_flip_p(steps, alternative="two-sided" if two_sided else "greater")), 0.0
    half = min(_ROUNDED_STEPS, max(_WORK // len(numbers), 1))
    return _rounded_p(numbers * (2 * half / np.abs(numbers).sum()), two_sided)


def _binomial_p(positive: int, count: int, two_sided: bool) -> float:
    """Of numbers of one magnitude, however many, only the signs count."""
    from scipy.special import bdtrc

    least = max(positive, count - positive) if two_sided else positive
    return min(1.0, (1 + two_sided) * float(bdtrc(least - 1, count, 0.5))) if least else 1.0


def _tried_p(numbers: Floats, two_sided: bool) -> float:
    """By all sign vectors: the sums of one half of the numbers beside those of the other half."""
    observed = math.fsum(numbers.tolist())
    noise = float(tolerance_of(np.abs(numbers).sum()))
    least = abs(observed) if two_sided else observed
    if two_sided and least <= noise:
        return 1.0
    left, right = (_signed_sums(half) for half in np.array_split(numbers, 2))
    below = np.searchsorted(left, least - noise - right)
    reached = left.size * right.size - int(below.sum())
    return (1 + two_sided) * reached / (left.size * right.size)


def _signed_sums(numbers: Floats) -> Floats:
    sums = np.zeros(1)
    for number in numbers.tolist():
        sums = np.concatenate([sums - number, sums + number])
    return np.sort(sums)


def _common_step(magnitudes: Floats, most: int) -> float | None:
    """The step of which all positive numbers are multiples, if half their sum is not too many."""
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
    """Euclid's greatest common divisor of two floats; remainders below the noise are 0."""
    while b > noise:
        rest = math.fmod(a, b)
        a, b = b, min(rest, b - rest)
    return a


def _rounded_p(numbers: Floats, two_sided: bool) -> tuple[float, float]:
    """The p-value of numbers rounded to whole ones, and how far it may be from theirs.

    Under a sign vector the sums of the two differ by the errors' sum with these signs: by at most
    the sum of their magnitudes, and all but surely by less than 8 of its deviations.
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
