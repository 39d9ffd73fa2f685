"""How the values of many topics become one number. Arrays in, arrays out.

The topics are the last axis of every array. Sums go strictly left to right in float64, so that a
mean has the same last bit as the field's evaluators give it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from harness.core.arrays import Floats, by_element, divide, total

#: Values below this count as this in a geometric mean.
GEOMETRIC_FLOOR = 0.00001


def mean(values: Floats) -> Floats:
    """Arithmetic mean over the topics (macro average); NaN over none, as every average here.

    >>> mean(np.array([0.5, 1.0])).tolist()
    0.75
    """
    return divide(total(values), values.shape[-1], otherwise=np.nan)


def geometric(values: Floats) -> Floats:
    """Geometric mean over the topics; values below 0.00001 count as 0.00001.

    Robertson, On GMAP and other transformations, CIKM 2006.

    >>> geometric(np.array([0.25, 1.0])).tolist()
    0.5
    """
    if not values.shape[-1]:
        return np.full(values.shape[:-1], np.nan)
    return by_element(math.exp, total(logarithms(values)) / values.shape[-1])


def logarithms(values: Floats) -> Floats:
    """The natural logarithms that a geometric mean averages, of values or of 0.00001.

    >>> logarithms(np.array([1.0, 0.0])).round(4).tolist()
    [0.0, -11.5129]
    """
    return by_element(math.log, np.maximum(values, GEOMETRIC_FLOOR))


def median(values: Floats) -> Floats:
    """Median over the topics; NaN over none."""
    if not values.shape[-1]:
        return np.full(values.shape[:-1], np.nan)
    return np.asarray(np.median(values, axis=-1))


def standard_deviation(values: Floats) -> Floats:
    """Sample standard deviation over the topics (divisor n − 1); NaN for fewer than two.

    >>> standard_deviation(np.array([1.0, 3.0])).round(4).tolist()
    1.4142
    """
    if values.shape[-1] < 2:
        return np.full(values.shape[:-1], np.nan)
    return np.asarray(np.std(values, axis=-1, ddof=1))


def micro(numerators: Floats, denominators: Floats) -> Floats:
    """Micro average: summed numerators over summed denominators.

    NaN where a measure has none (no ratio, or one that does not add up), and where it is undefined
    for every topic: 0/0.

    Each topic weighs as much as its denominator, where the mean gives all the same weight.

    >>> float(micro(np.array([1.0, 1.0]), np.array([1.0, 9.0])))
    0.2
    """
    if not numerators.shape[-1]:
        return np.full(numerators.shape[:-1], np.nan)
    return divide(total(numerators), total(denominators), otherwise=np.nan)


#: Every summary of one column of values, by the name under which it is asked for and reported.
SUMMARIES: dict[str, Callable[[Floats], Floats]] = {
    "mean": mean,
    "sum": total,
    "geometric": geometric,
    "median": median,
    "sd": standard_deviation,
}
