"""What numbers look like: grades are whole, scores mostly are not."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import islice
from numbers import Integral

import polars as pl

#: So many values are looked at.
_FIRST = 20


def has_fractions(values: Iterable[object]) -> bool:
    """Whether the first values are fractional numbers rather than grades.

    >>> has_fractions([12.5, "11.25", 3]), has_fractions([1, 2, 0.5])
    (True, False)
    """
    first = [_fractional(value) for value in islice(values, _FIRST)]
    return sum(first) > len(first) / 2


def _fractional(value: object) -> bool:
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return False
    return math.isfinite(number) and not number.is_integer()


def all_whole(values: Iterable[object]) -> bool:
    """Whether all values are whole numbers, written without decimals.

    >>> all_whole([3, "2"]), all_whole([3.0, 2.0])
    (True, False)
    """
    if isinstance(values, pl.Series) and values.dtype.is_numeric():
        return values.dtype.is_integer()
    return all(isinstance(value, Integral) or _is_digits(value) for value in values)


def _is_digits(value: object) -> bool:
    return isinstance(value, str) and value.removeprefix("-").isdecimal()
