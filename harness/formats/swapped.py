"""Telling people that they gave a run where judgments are expected, or the other way round."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from numbers import Integral

import polars as pl

from harness.errors import InputError
from harness.formats.fields import first_records
from harness.formats.numbers import integer, score

#: The question that every message of this kind ends with.
SWAPPED = "are qrels and run swapped?"
#: So many records must all look alike.
_RECORDS = 20
_PASSAGE = re.compile(r"\d+:\d+", re.ASCII)


@contextmanager
def expecting_judgments(content: bytes) -> Iterator[None]:
    """Let an `InputError` pass; one problem instead of all when the content looks like a run."""
    hint = f"this looks like a run (topic Q0 doc rank score tag): {SWAPPED}"
    with _explaining(content, _is_run, hint):
        yield


@contextmanager
def expecting_run(content: bytes) -> Iterator[None]:
    """Let an `InputError` pass; one problem instead of all when the content looks like qrels."""
    hint = f"these look like judgments (topic iter doc grade): {SWAPPED}"
    with _explaining(content, _is_judgment, hint):
        yield


@contextmanager
def _explaining(
    content: bytes, looks_swapped: Callable[[list[str]], bool], hint: str
) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        records = first_records(content, _RECORDS)
        if not records or not all(map(looks_swapped, records)):
            raise
        raise InputError(replace(error.problems[0], hint=hint)) from None


def _is_run(record: list[str]) -> bool:
    if len(record) < 6 or _PASSAGE.match(" ".join(record[6:7])):  # INEX judgments have passages
        return False
    return _reads(integer, record[3]) and _reads(score, record[4])


def _is_judgment(record: list[str]) -> bool:
    return len(record) == 4 and _reads(integer, record[3])


def _reads(read: Callable[[str], object], text: str) -> bool:
    try:
        read(text)
    except ValueError:
        return False
    return True


def has_fractions(values: Iterable[object]) -> bool:
    """Whether the first values are fractional numbers rather than grades.

    >>> has_fractions([12.5, "11.25", 3]), has_fractions([1, 2, 0.5])
    (True, False)
    """
    first = [_fractional(value) for value in islice(values, _RECORDS)]
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
