"""Corrections of p-values for the number of comparisons: the p-values of a whole family, adjusted.

An adjusted p-value is the least level at which its hypothesis is rejected, all others considered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats
from harness.core.errors import MAX_PROBLEMS, EvaluationError, Problem, refuse
from harness.core.numbers import counted
from harness.stats.checking import as_floats, check_choice


@dataclass(frozen=True, eq=False)
class Adjusted:
    """The p-values of one family, adjusted; ``p`` has the shape of the unadjusted ones.

    ``family`` is the number of comparisons that were allowed for. ``controls`` is the error whose
    rate is kept: "any false rejection" of the family, or "share of false rejections" among all.
    """

    correction: str
    p: Floats
    family: int
    controls: str
    how: str


def adjusted(p: npt.ArrayLike, correction: str = "holm") -> Adjusted:
    """The p-values of a family of comparisons, adjusted for their number.

    All the values given, [K] or of any shape, are one family. The corrections:

    * "bonferroni", "holm" and "hommel" keep the chance of any false rejection. The first two hold
      for whatever tests; Hommel's rejects more, and holds for tests that are independent or depend
      positively on each other.
    * "benjamini-hochberg" and "benjamini-yekutieli" keep the expected share of false rejections
      among all rejections, the first for such tests, the second for whatever tests.

    Raises `EvaluationError` without p-values, for values that are NaN or not from 0 to 1, each with
    its place (counted from 0), and for an unknown correction.

    Holm multiplies the least of three by 3 and the next by 2, Hommel the least by 3 and takes the
    others for 1 · 0.04:

    >>> adjusted([0.01, 0.04, 0.03]).p.round(4).tolist()
    [0.03, 0.06, 0.06]
    >>> adjusted([0.01, 0.04, 0.03], "hommel").p.round(4).tolist()
    [0.03, 0.04, 0.04]
    >>> adjusted([0.01, 0.04, 0.03], "benjamini-hochberg").how
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
    return Adjusted(
        correction=correction,
        p=result.reshape(values.shape),
        family=family,
        controls="share of false rejections" if "-" in correction else "any false rejection",
        how=f"{name}, family of {counted(family, 'comparison')}",
    )


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


def _bonferroni(p: Floats) -> Floats:
    return np.asarray(len(p) * p)


def _holm(p: Floats) -> Floats:
    return np.maximum.accumulate(_left(p) * p)


def _hommel(p: Floats) -> Floats:
    """By Wright's algorithm: in turn the Simes tests of the m largest, m = K, K − 1, …, 2.

    For m, c_i = m · p_i / (m + i − K) of those m. None of them is adjusted to less than the least
    c, none of the others to less than the lesser of that and m times its own p-value.
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
    return _step_up(p * (len(p) / np.arange(1, len(p) + 1)))


def _benjamini_yekutieli(p: Floats) -> Floats:
    return _benjamini_hochberg(p) * float(np.sum(1 / np.arange(1, len(p) + 1)))


def _left(p: Floats) -> Floats:
    """How many hypotheses are left at each step, K … 1."""
    return np.arange(len(p), 0, -1.0)


def _step_up(values: Floats) -> Floats:
    """From the largest p-value down, none is adjusted to more than the one before."""
    return np.minimum.accumulate(values[::-1])[::-1]


#: The adjusted p-values, which may still be above 1, of p-values [K] in ascending order.
_RULES: dict[str, Callable[[Floats], Floats]] = {
    "bonferroni": _bonferroni,
    "holm": _holm,
    "hommel": _hommel,
    "benjamini-hochberg": _benjamini_hochberg,
    "benjamini-yekutieli": _benjamini_yekutieli,
}

#: The corrections by name.
CORRECTIONS = tuple(_RULES)
