"""Rounding of the page's numbers to the decimals that it shows; None for NaN."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats

#: Smaller p-values are shown only as below this.
LEAST_P = 0.001


def multiples(values: npt.ArrayLike, unit: int) -> Any:
    """Return values of any shape as whole numbers of 1/``unit``, a power of ten.

    They are rounded like printed numbers with these decimals, not by multiplying. The page can
    subtract whole numbers without error, and recognise a difference of 0.

    >>> multiples(np.array([[0.00625, np.nan]]), 10_000)
    [[63, None]]
    """
    digits = len(str(unit)) - 1
    return _apply(
        np.asarray(values).tolist(), lambda value: int(f"{value:.{digits}f}".replace(".", ""))
    )


def round_values(values: npt.ArrayLike, digits: int) -> Any:
    """Return values of any shape rounded to so many decimals, whole numbers without decimals."""
    return _apply(values, lambda value: _shorten(value, digits))


def printable(values: npt.ArrayLike, digits: int, *, shown: int) -> Any:
    """Round like `round_values`, but so that printing fewer decimals gives the same as the full
    number.

    Rounding twice can cross a half: 0.28874999 becomes 0.28875, which would be shown as 0.2888.
    Such a number is moved back by one unit of its last decimal.

    >>> printable(np.array([0.28874999, 0.2887]), 6, shown=4)
    [0.288749, 0.2887]
    """

    def near(value: float) -> float:
        number = _shorten(value, digits)
        if f"{number:.{shown}f}" == f"{value:.{shown}f}":
            return number
        return _shorten(number + math.copysign(10**-digits, value - number), digits)

    return _apply(values, near)


def short_p(p: Floats, alpha: float, unit: int) -> list[float]:
    """Return p-values with two digits, in multiples of 1/``unit``; 0 below `LEAST_P`.

    A value that rounding would move across alpha keeps all its digits. Dividing a multiple by the
    unit gives exactly the short number.

    >>> short_p(np.array([0.123456, 0.00099, 0.0499950005, 0.00151]), 0.05, 10_000)
    [1200, 0, 499.950005, 15]
    """
    scale = 10 ** (1 - np.floor(np.log10(np.maximum(p, LEAST_P))))
    digits = p * scale
    short = np.rint(digits) / scale
    # Halves are rounded by the digits of the number itself, because the product may differ.
    halves = np.abs(digits % 1 - 0.5) < 1e-6
    short[halves] = [float(f"{value:.1e}") for value in p[halves].tolist()]
    short[p < LEAST_P] = 0
    shown: list[float] = np.rint(short * unit).astype(int).tolist()
    for across in np.flatnonzero((short < alpha) != (p < alpha)).tolist():
        shown[across] = _multiply(float(p[across]), unit)
    return shown


def _multiply(number: float, unit: int) -> float:
    """Return a short number as multiples of 1/``unit``, so that the quotient is exactly that
    number.
    """
    product = float(f"{number * unit:.12g}")
    if product / unit != number:
        product = number * unit
    return int(product) if product.is_integer() else product


def _apply(values: npt.ArrayLike, shortened: Callable[[float], float]) -> Any:
    """Apply a function to each number of an array, in lists."""

    def inner(value: Any) -> Any:
        if isinstance(value, list):
            return list(map(inner, value))
        return None if value is None or value != value else shortened(value)

    return inner(np.asarray(values).tolist())


def _shorten(value: float, digits: int) -> float:
    near = round(value, digits)
    return int(near) if near == int(near) else near
