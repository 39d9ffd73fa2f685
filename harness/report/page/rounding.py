"""Numbers of the page, rounded to the decimals that it shows; None for NaN."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy.typing as npt


def multiples(values: npt.NDArray[Any], unit: int) -> Any:
    """Values of any shape in whole numbers of 1/``unit``, a power of ten.

    They are rounded as they are printed with so many decimals, not by their product. The page can
    take differences of whole numbers without an error, and tell whether they are 0.

    >>> import numpy as np
    >>> multiples(np.array([[0.00625, np.nan]]), 10_000)
    [[63, None]]
    """
    digits = len(str(unit)) - 1
    return _each(values.tolist(), lambda value: int(f"{value:.{digits}f}".replace(".", "")))


def rounded(values: npt.NDArray[Any], digits: int) -> Any:
    """Values of any shape with so many decimals, whole ones without."""
    return _each(values.tolist(), lambda value: _short(value, digits))


def printable(values: npt.NDArray[Any], digits: int, *, shown: int) -> Any:
    """As `rounded`, but printed with fewer decimals each number reads as the full one does.

    Rounding twice can lead across a half: 0.28874999 is 0.28875, and that would read 0.2888. Such a
    number is moved back by one unit of its last decimal.

    >>> import numpy as np
    >>> printable(np.array([0.28874999, 0.2887]), 6, shown=4)
    [0.288749, 0.2887]
    """

    def near(value: float) -> float:
        number = _short(value, digits)
        if f"{number:.{shown}f}" == f"{value:.{shown}f}":
            return number
        return _short(number + math.copysign(10**-digits, value - number), digits)

    return _each(values.tolist(), near)


def _each(values: Any, shortened: Callable[[float], float]) -> Any:
    """What a function makes of each number in a list, or in lists of lists."""
    if isinstance(values, list):
        return [_each(inner, shortened) for inner in values]
    return None if values is None or values != values else shortened(values)


def _short(value: float, digits: int) -> float:
    near = round(value, digits)
    return int(near) if near == int(near) else near
