"""Numbers of the page, rounded to the decimals that it shows; None for NaN."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats

#: Of smaller p-values the page says no more than that.
LEAST_P = 0.001


def multiples(values: npt.ArrayLike, unit: int) -> Any:
    """Values of any shape in whole numbers of 1/``unit``, a power of ten.

    They are rounded as they are printed with so many decimals, not by their product. The page can
    take differences of whole numbers without an error, and tell whether they are 0.

    >>> multiples(np.array([[0.00625, np.nan]]), 10_000)
    [[63, None]]
    """
    digits = len(str(unit)) - 1
    return _each(
        np.asarray(values).tolist(), lambda value: int(f"{value:.{digits}f}".replace(".", ""))
    )


def round_values(values: npt.ArrayLike, digits: int) -> Any:
    """Values of any shape with so many decimals, whole ones without."""
    return _each(values, lambda value: _short(value, digits))


def printable(values: npt.ArrayLike, digits: int, *, shown: int) -> Any:
    """As `round_values`, but printed with fewer decimals each number reads as the full one does.

    Rounding twice can lead across a half: 0.28874999 is 0.28875, and that would read 0.2888. Such a
    number is moved back by one unit of its last decimal.

    >>> printable(np.array([0.28874999, 0.2887]), 6, shown=4)
    [0.288749, 0.2887]
    """

    def near(value: float) -> float:
        number = _short(value, digits)
        if f"{number:.{shown}f}" == f"{value:.{shown}f}":
            return number
        return _short(number + math.copysign(10**-digits, value - number), digits)

    return _each(values, near)


def short_p(p: Floats, alpha: float, unit: int) -> list[float]:
    """p-values with two digits, in multiples of 1/``unit``; 0 below `LEAST_P`.

    They are in full where they would else be across alpha. The quotient of a multiple and the unit
    is the short number itself.

    >>> short_p(np.array([0.123456, 0.00099, 0.0499950005, 0.00151]), 0.05, 10_000)
    [1200, 0, 499.950005, 15]
    """
    scale = 10 ** (1 - np.floor(np.log10(np.maximum(p, LEAST_P))))
    digits = p * scale
    short = np.rint(digits) / scale
    # Halves are rounded by the digits of the number itself, which the product may have changed.
    halves = np.abs(digits % 1 - 0.5) < 1e-6
    short[halves] = [float(f"{value:.1e}") for value in p[halves].tolist()]
    short[p < LEAST_P] = 0
    shown: list[float] = np.rint(short * unit).astype(int).tolist()
    for across in np.flatnonzero((short < alpha) != (p < alpha)).tolist():
        shown[across] = _times(float(p[across]), unit)
    return shown


def _times(number: float, unit: int) -> float:
    """Return a short number in multiples of 1/``unit``: such that the quotient is the
    number again.
    """
    product = float(f"{number * unit:.12g}")
    if product / unit != number:
        product = number * unit
    return int(product) if product.is_integer() else product


def _each(values: npt.ArrayLike, shortened: Callable[[float], float]) -> Any:
    """Apply a function to each number of an array, in lists."""

    def inner(value: Any) -> Any:
        if isinstance(value, list):
            return list(map(inner, value))
        return None if value is None or value != value else shortened(value)

    return inner(np.asarray(values).tolist())


def _short(value: float, digits: int) -> float:
    near = round(value, digits)
    return int(near) if near == int(near) else near
