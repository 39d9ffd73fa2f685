"""Decimal numbers as files write them, read many at a time.

Whole numbers below 2**53 and powers of ten up to 10**22 are exact as doubles, and their quotient
is rounded once: so it is the double that is next to the number (Clinger 1990, "How to read
floating point numbers accurately"). All other texts are read by Python.
"""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Bools, Floats, Ints
from harness.core.text_columns import WORD, Positions, TextColumn, Words

#: Of these signs, Python's numbers are those that files have.
_SIGNS = b"0123456789.+-eE\0"
_MINUS, _POINT = b"-."
#: So many characters make two words.
_MOST = 2 * WORD
_EXACT = np.uint64(2**53)
_POWERS = 10.0 ** np.arange(_MOST)
_ZEROS = np.uint64(0x3030303030303030)
#: Carries of a byte above 9 get to its highest bit.
_ABOVE_NINE, _HIGHEST_BITS = np.uint64(0x7676767676767676), np.uint64(0x8080808080808080)
#: What keeps the last 0 … 8 bytes of a word, of which the last byte is the highest.
_LAST_BYTES = np.array([2**64 - 256 ** (8 - count) for count in range(9)], dtype=np.uint64)


def decimals(column: TextColumn) -> Floats | None:
    r"""The finite numbers of a column [N], each the double next to it; None where one is none.

    >>> from harness.core.text_columns import Text
    >>> text = Text(b"12.50\n-3\n2e-1\n")
    >>> decimals(TextColumn(text, np.int32([0, 6, 9]), np.int32([5, 2, 4]))).tolist()
    [12.5, -3.0, 0.2]
    >>> decimals(TextColumn(text, np.int32([4]), np.int32([3])))
    """
    values = np.empty(len(column))
    for rows, block in column.blocks():
        values[rows], left = _plain(block)
        if len(left):
            read = _read(block[left].texts())
            if read is None:
                return None
            values[rows][left] = read
    return values


def _read(texts: list[bytes]) -> Floats | None:
    """The numbers of any texts, by Python."""
    if b"".join(texts).translate(None, _SIGNS):
        return None
    try:
        values = np.array(list(map(float, texts)))
    except ValueError:
        return None
    return values if np.isfinite(values).all() else None


def _plain(column: TextColumn) -> tuple[Floats, Ints]:
    """The values of short numbers without exponents [N], and the rows of all others."""
    negative = column.text.bytes[column.starts] == _MINUS
    some_negative = bool(negative.any())
    lengths = column.lengths - negative if some_negative else column.lengths
    ends = column.starts + column.lengths
    # Mostly there are as many decimals everywhere.
    usual = min(len(column.field(0).partition(b".")[2]), _MOST - 1)
    values, is_read = _fixed(column, ends, lengths, usual)
    for fraction in range(_MOST):
        rows = np.flatnonzero(~is_read & (lengths <= _MOST))
        if not len(rows):
            break
        values[rows], is_read[rows] = _fixed(column, ends[rows], lengths[rows], fraction)
    if some_negative:
        np.negative(values, out=values, where=negative)
    return values, np.flatnonzero(~is_read)


def _fixed(
    column: TextColumn, ends: Positions, lengths: Positions, fraction: int
) -> tuple[Floats, Bools]:
    """The values of numbers that end there, with so many decimals, and which of them are any."""
    longest = int(lengths.max())
    if fraction >= longest:
        return np.zeros(len(ends)), np.zeros(len(ends), dtype=bool)
    words = column.text.words
    digits = np.minimum(lengths, _MOST) - (fraction > 0)
    low = words[ends - WORD]  # before a text nothing is kept of what is read there
    if longest <= WORD:
        low = _shifted(low, WORD - 1 - fraction) if fraction else low
        number, wrong = _integers(low, digits)
    else:
        high = words[ends - _MOST]
        if fraction >= WORD:
            high = _shifted(high, _MOST - 1 - fraction)
        elif fraction:
            low = _shifted(low, WORD - 1 - fraction) | (high >> np.uint64(56))
            high = high << np.uint64(8)
        number, wrong = _integers(low, np.minimum(digits, WORD))
        more, wrong_too = _integers(high, np.maximum(digits - WORD, 0))
        number += more * np.uint64(10**WORD)
        wrong |= wrong_too
    is_read = (wrong == 0) & (number < _EXACT) & (digits > 0) & (lengths <= _MOST)
    if fraction:
        is_read &= (column.text.bytes[ends - 1 - fraction] == _POINT) & (lengths > fraction)
    values = number.astype(np.float64)
    return values / _POWERS[fraction] if fraction else values, is_read


def _shifted(words: Words, position: int) -> Words:
    """The words without the byte at a position: those before it move there."""
    before = np.uint64(256**position - 1)
    after = np.uint64(2**64 - 256 ** (position + 1))
    return (words & after) | ((words & before) << np.uint64(8))


def _integers(words: Words, digits: Positions) -> tuple[Words, Words]:
    """The whole numbers that the last so many bytes write, and something but 0 where they do not.

    Neighbours are put together three times: digits, pairs, fours.
    """
    numbers = (words ^ _ZEROS) & _LAST_BYTES[digits]
    wrong = (numbers | (numbers + _ABOVE_NINE)) & _HIGHEST_BITS
    for bits, factor, kept in (
        (8, 10, 0x00FF00FF00FF00FF),
        (16, 100, 0x0000FFFF0000FFFF),
        (32, 10_000, 0x00000000FFFFFFFF),
    ):
        numbers = (numbers * np.uint64(factor) + (numbers >> np.uint64(bits))) & np.uint64(kept)
    return numbers, wrong
