"""Tests of hypotheses: count the right lines of a file, and find what its columns can be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from harness.core.numbers import integer, score

T = TypeVar("T")

#: The fields of a line.
Record = Sequence[str]

_PASSAGE = re.compile(r"\d+:\d+", re.ASCII)
#: Lines of a readable run that decide whether to test more.
FEW = 50
#: The share of right ones in a run that is taken for right.
_LIKELY = 0.75
#: Parsed numbers kept: several hypotheses are tested on the same lines.
_REMEMBERED = 2**12
#: The usual fields of a run, and of judgments.
RUN_FIELDS = ("topic", "Q0", "doc", "rank", "score", "tag")
QRELS_FIELDS = ("topic", "iter", "doc", "grade")
#: Findings explained by another layout of a line or of all columns.
OF_LINES = ("fields", "score-not-a-number", "rank-not-a-number", "unreadable")
OF_COLUMNS = (
    *OF_LINES,
    "iter-not-q0",
    "tags-differ",
    "tag-characters",
    "document-twice",
    "rank-start",
    "rank-twice",
    "rank-gap",
    "rank-order",
    "score-order",
    "score-tied",
    "score-tied-float32",
)


@lru_cache(_REMEMBERED)
def whole_number(text: str) -> int | None:
    """Parse a whole number; None for other texts."""
    return _read(integer, text)


@lru_cache(_REMEMBERED)
def number(text: str) -> float | None:
    """Parse a number or infinity; None for other texts."""
    return _read(score, text)


def _read(reader: Callable[[str], T], text: str) -> T | None:
    try:
        return reader(text)
    except ValueError:
        return None


def readable(records: Iterable[Record]) -> int:
    """Count the lines readable as those of a run: six fields, with a rank and a score.

    >>> readable([["1", "Q0", "d", "1", "2.5", "t"], ["1", "Q0", "d", "1", "2,5", "t"]])
    1
    """
    return sum(
        len(record) >= len(RUN_FIELDS)
        and whole_number(record[3]) is not None
        and number(record[4]) is not None
        and not _PASSAGE.match(" ".join(record[6:7]))  # judgments of INEX
        for record in records
    )


def count_run_lines(records: Iterable[Record], sign: int = 1) -> int:
    """Count the lines of a run in good order.

    Such a line is readable, its document is new, its rank follows the topic's previous one (the
    first is 0 or 1), and its score, times ``sign``, is no higher.
    """
    count = 0
    seen: set[tuple[str, str]] = set()
    above: dict[str, tuple[int, float]] = {}
    for record in records:
        if len(record) < len(RUN_FIELDS):
            continue
        topic, doc, rank, score = record[0], record[2], whole_number(record[3]), number(record[4])
        if rank is None or score is None or (topic, doc) in seen:
            continue
        seen.add((topic, doc))
        score *= sign
        last = above.get(topic)
        above[topic] = rank, score
        count += rank in (0, 1) if last is None else rank == last[0] + 1 and score <= last[1]
    return count


def count_judgment_lines(records: Sequence[Record]) -> int:
    """Count the lines readable as judgments: four fields, a whole grade, a new document."""
    seen: set[tuple[str, str]] = set()
    count = 0
    for record in records:
        if len(record) != len(QRELS_FIELDS) or whole_number(record[3]) is None:
            continue
        pair = record[0], record[2]
        count += pair not in seen
        seen.add(pair)
    return count


def is_likely(records: Sequence[Record]) -> bool:
    """Return whether the first `FEW` lines of a run look right, so that no more need be tested."""
    return count_run_lines(records) >= _LIKELY * len(records)


#: The second field: Q0 or an iteration.
ITERATION = re.compile(r"[Qq]?\d+", re.ASCII)


class FieldColumn(NamedTuple):
    """Kind of the values in a column.

    >>> ranks = FieldColumn.of(["1", "2", "1"])
    >>> [name for name in ("Q0", "rank", "score", "tag") if ranks.can_be(name)]
    ['rank', 'score']
    """

    is_whole: bool
    is_number: bool
    is_iteration: bool
    is_constant: bool
    distinct: int

    @classmethod
    def of(cls, values: Sequence[str]) -> FieldColumn:
        """Return the column of these values."""
        distinct = set(values)
        return cls(
            all(whole_number(value) is not None for value in distinct),
            all(number(value) is not None for value in distinct),
            all(ITERATION.fullmatch(value) for value in distinct),
            len(distinct) == 1,
            len(distinct),
        )

    def can_be(self, name: str) -> bool:
        """Return whether it can be the column with a name."""
        if name in ("rank", "grade"):
            return self.is_whole
        if name == "score":
            return self.is_number
        if name in ("Q0", "iter"):
            return self.is_iteration and self.is_constant
        return self.is_constant if name == "tag" else True
