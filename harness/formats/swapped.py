"""Telling people that they gave a run where judgments are expected, or the other way round."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from harness.errors import InputError
from harness.formats.fields import first_records
from harness.formats.numbers import integer, score

#: So many records must all look alike.
_RECORDS = 20
_PASSAGE = re.compile(r"\d+:\d+", re.ASCII)


@contextmanager
def expecting_judgments(content: bytes) -> Iterator[None]:
    """Let an `InputError` pass; one problem instead of all when the content looks like a run."""
    hint = "this looks like a run (topic Q0 doc rank score tag): are qrels and run swapped?"
    with _explaining(content, _is_run, hint):
        yield


@contextmanager
def expecting_run(content: bytes) -> Iterator[None]:
    """Let an `InputError` pass; one problem instead of all when the content looks like qrels."""
    hint = "these look like judgments (topic iter doc grade): are qrels and run swapped?"
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
