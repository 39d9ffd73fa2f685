"""Numbers of the page, rounded to the decimals that it shows."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats


def multiples(values: Floats, unit: int) -> Any:
    """Values of any shape in whole numbers of 1/``unit``, a power of ten; None for NaN.

    They are rounded as they are printed with so many decimals, not by their product. The page can
    take differences of whole numbers without an error, and tell whether they are 0.

    >>> multiples(np.array([[0.00625, np.nan]]), 10_000)
    [[63, None]]
    """
    digits = len(str(unit)) - 1

    def nearest(value: Any) -> Any:
        if isinstance(value, list):
            return [nearest(inner) for inner in value]
        return None if value != value else int(f"{value:.{digits}f}".replace(".", ""))

    return nearest(values.tolist())


def rounded(values: npt.NDArray[Any], digits: int) -> list[Any]:
    """Numbers with so many decimals, whole ones without; None for NaN."""

    def short(value: Any) -> Any:
        if isinstance(value, list):
            return [short(inner) for inner in value]
        if value is None or value != value:
            return None
        near = round(value, digits)
        return int(near) if near == int(near) else near

    numbers: list[Any] = [short(value) for value in values.tolist()]
    return numbers


def printable(values: npt.NDArray[Any], digits: int, *, shown: int) -> list[Any]:
    """As `rounded`, but printed with fewer decimals each number reads as the full one does.

    Rounding twice can lead across a half: 0.28874999 is 0.28875, and that would read 0.2888. Such a
    number is moved back by one unit of its last decimal.

    >>> printable(np.array([0.28874999, 0.2887]), 6, shown=4)
    [0.288749, 0.2887]
    """

    def near(value: Any) -> Any:
        if isinstance(value, list):
            return [near(inner) for inner in value]
        if value != value:
            return value
        number = round(value, digits)
        if f"{number:.{shown}f}" == f"{value:.{shown}f}":
            return number
        return number + math.copysign(10**-digits, value - number)

    return rounded(np.array(near(values.tolist())), digits)
