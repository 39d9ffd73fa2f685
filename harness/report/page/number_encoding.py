"""Numbers, names and rankings written so that they deflate well, and read back.

What a page weighs is what deflate makes of its numbers. Everything here is exact; the script
`unpacking.js` reads the same in the page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats

#: The digits of `numerals`: what JSON writes as one character.
DIGITS = "".join(character for character in map(chr, range(32, 127)) if character not in '"\\')

#: A row is written in parts of a unit, up to so many (see `fractions`).
_MOST_PARTS = 1000


def numerals(numbers: Iterable[int | None]) -> list[Any]:
    """Whole numbers as ``[lowest, places, text]``: all first digits, then all second ones, ….

    The digits are those of base 93. Counting begins at 1 for the lowest number; 0 is None. Digits
    of one place come to lie together, which deflates best.

    >>> numerals([5, 7, None, 5 + 93])
    [5, 2, '   !!$ !']
    """
    listed = list(numbers)
    low = min((one for one in listed if one is not None), default=0)
    codes = np.array([0 if one is None else one - low + 1 for one in listed], dtype=np.int64)
    digits = np.frombuffer(DIGITS.encode(), dtype=np.uint8)
    places: list[str] = []
    while not places or codes.any():
        codes, last = np.divmod(codes, len(DIGITS))
        places.insert(0, digits[last].tobytes().decode())
    return [low, len(places), "".join(places)]


def numbers_of(written: Sequence[Any]) -> list[Any]:
    """The numbers of `numerals`.

    >>> numbers_of(numerals([-3, None, 40_000]))
    [-3, None, 40000]
    """
    low, places, text = written
    value = np.zeros(128, dtype=np.int64)
    value[list(DIGITS.encode())] = np.arange(len(DIGITS))
    codes = np.zeros(len(text) // places, dtype=np.int64)
    for place in value[np.frombuffer(text.encode(), dtype=np.uint8)].reshape(places, -1):
        codes = codes * len(DIGITS) + place
    return [low + code - 1 if code else None for code in codes.tolist()]


def multiples(values: Floats, unit: int) -> Any:
    """Values of any shape in whole numbers of 1/``unit``, a power of ten; None for NaN.

    They are rounded as they are printed with so many decimals, not by their product.

    >>> multiples(np.array([[0.00625, np.nan]]), 10_000)
    [[63, None]]
    """
    digits = len(str(unit)) - 1

    def nearest(value: Any) -> Any:
        if isinstance(value, list):
            return [nearest(one) for one in value]
        return None if value != value else int(f"{value:.{digits}f}".replace(".", ""))

    return nearest(values.tolist())


def rounded(values: npt.NDArray[Any], digits: int) -> list[Any]:
    """Numbers with so many decimals, whole ones without; None for NaN."""

    def short(value: Any) -> Any:
        if isinstance(value, list):
            return [short(one) for one in value]
        if value is None or value != value:
            return None
        near = round(value, digits)
        return int(near) if near == int(near) else near

    found: list[Any] = [short(value) for value in values.tolist()]
    return found


def printable(values: npt.NDArray[Any], digits: int, *, shown: int) -> list[Any]:
    """As `rounded`, but printed with fewer decimals each number reads as the full one does.

    Rounding twice can lead across a half: 0.28874999 is 0.28875, and that would read 0.2888. Such a
    number is moved back by one unit of its last decimal.

    >>> printable(np.array([0.28874999, 0.2887]), 6, shown=4)
    [0.288749, 0.2887]
    """

    def near(value: Any) -> Any:
        if isinstance(value, list):
            return [near(one) for one in value]
        if value != value:
            return value
        found = round(value, digits)
        if f"{found:.{shown}f}" == f"{value:.{shown}f}":
            return found
        return found + math.copysign(10**-digits, value - found)

    return rounded(np.array(near(values.tolist())), digits)


def fractions(rows: Sequence[Sequence[int | None]], unit: int) -> list[Any]:
    """Rows of one length of multiples of 1/``unit``, as multiples of larger parts where these do.

    Precisions at 10 are tenths, and recalls on a topic with 21 relevant documents are multiples of
    1/21. Returned are the parts of each row, and the numerals of all numbers.

    >>> fractions([[3333, 6667, None, 10_000], [1, 5, 7, 9]], 10_000)
    [[3, 10000], [1, 1, '!# $!&(*']]
    """
    parts = [_parts(row, unit) for row in rows]
    counts = [
        None if one is None else _scaled(one, among, unit)
        for row, among in zip(rows, parts, strict=True)
        for one in row
    ]
    return [parts, numerals(counts)]


def rows_of(written: Sequence[Any], unit: int) -> list[list[Any]]:
    """The rows of `fractions`.

    >>> rows_of(fractions([[3333, 6667, None], [1, 5, 9]], 10_000), 10_000)
    [[3333, 6667, None], [1, 5, 9]]
    """
    parts, text = written
    counts = in_rows(numbers_of(text), len(parts))
    return [
        [None if count is None else _scaled(count, unit, among) for count in row]
        for row, among in zip(counts, parts, strict=True)
    ]


def indexed(rows: Sequence[Sequence[int | None]]) -> list[Any]:
    """Rows of one length of few different numbers: how many, the different ones, and which.

    >>> indexed([[10_000, 5000], [3333, 10_000]])
    [2, [3333, 2, ' 2i!yc'], [0, 1, '$#!$']]
    """
    numbers = [one for row in rows for one in row]
    different = sorted({one for one in numbers if one is not None})
    place = {one: at for at, one in enumerate(different)}
    chosen = (None if one is None else place[one] for one in numbers)
    return [len(rows), numerals(different), numerals(chosen)]


def from_indexed(written: Sequence[Any]) -> list[list[Any]]:
    """The rows of `indexed`.

    >>> from_indexed(indexed([[10_000, None], [3333, 10_000]]))
    [[10000, None], [3333, 10000]]
    """
    height, different, chosen = written
    known = numbers_of(different)
    numbers = [None if at is None else known[at] for at in numbers_of(chosen)]
    return in_rows(numbers, height)


def in_rows(numbers: Sequence[Any], height: int) -> list[list[Any]]:
    """So many rows of one length."""
    width = len(numbers) // max(height, 1)
    return [list(numbers[nth * width : (nth + 1) * width]) for nth in range(height)]


def _scaled(number: int, onto: int, unit: int) -> int:
    """A number of 1/``unit`` in the nearest number of 1/``onto``; halves go up, as in the page."""
    return (2 * number * onto + unit) // (2 * unit)


def _parts(row: Sequence[int | None], unit: int) -> int:
    """The smallest number of parts whose multiples give all numbers of a row; else the unit."""
    left = np.arange(1, min(_MOST_PARTS, unit) + 1)
    for one in sorted({one for one in row if one is not None}):
        counts = (2 * one * left + unit) // (2 * unit)
        left = left[(2 * counts * unit + left) // (2 * left) == one]
    return int(left[0]) if len(left) else unit


def names(listed: Sequence[str]) -> list[Any]:
    """Sorted names as how much each shares with the one before, and the rest of each.

    >>> names(["FT911-1", "FT911-23", "FT921-1"])
    [[0, 1, '!(%'], ['FT911-1', '23', '21-1']]
    """
    shared = [_shared(before, name) for before, name in zip(["", *listed], listed, strict=False)]
    return [numerals(shared), [name[same:] for name, same in zip(listed, shared, strict=True)]]


def _shared(before: str, name: str) -> int:
    """How many characters two names begin with in common."""
    pairs = enumerate(zip(before, name, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(before), len(name)))


def names_of(written: Sequence[Any]) -> list[str]:
    """The names of `names`.

    >>> names_of(names(["FT911-1", "FT911-23", "FT921-1"]))
    ['FT911-1', 'FT911-23', 'FT921-1']
    """
    shared, rest = written
    found: list[str] = []
    for same, end in zip(numbers_of(shared), rest, strict=True):
        found.append((found[-1][:same] if found else "") + end)
    return found


def recency(lists: Iterable[Iterable[int]]) -> list[int]:
    """Numbers by how recently they came: 0 is the next new one, n the nth most recent.

    New numbers come as 0, 1, 2, …. Lists that are alike have the same documents at the same ranks,
    so that small numbers prevail (Bentley et al. 1986, move to front).

    >>> recency([[0, 1, 2], [1, 0, 3]])
    [0, 0, 0, 2, 3, 0]
    """
    latest: list[int] = []
    found = []
    for one in (one for numbers in lists for one in numbers):
        place = latest.index(one) + 1 if one in latest else 0
        found.append(place)
        if place:
            latest.pop(place - 1)
        latest.insert(0, one)
    return found


def from_recency(places: Iterable[int]) -> list[int]:
    """The numbers of `recency`, all lists as one.

    >>> from_recency([0, 0, 0, 2, 3, 0])
    [0, 1, 2, 1, 0, 3]
    """
    latest: list[int] = []
    found = []
    for place in places:
        one = latest.pop(place - 1) if place else len(latest)
        latest.insert(0, one)
        found.append(one)
    return found
