"""Where the records of a file of fields stand, for problems that are noticed on whole columns.

Found with arrays, and only when asked: splitting the text takes many times as long as reading it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Ints
from harness.core.errors import Problem
from harness.formats.files import foreign_byte
from harness.formats.line_fields import BLANKS, FIELD

_PIECE = 2**18
#: So many bytes at the top of a file are looked at first.
_TOP = 2**20
#: So many records are counted at a time.
_RECORDS = 2**13
#: The number of each record's line, from 0, and the bytes at which it starts and ends [R].
_Lines = tuple[Ints, Ints, Ints]

_NEWLINE, _HASH = 10, 35
_IS_BLANK = np.zeros(256, dtype=bool)
_IS_BLANK[[ord(blank) for blank in f"{BLANKS}\n"]] = True


class Records:
    r"""The records of a file, from 0: the lines that are neither blank nor start with ``#``.

    ``encoding`` is UTF-8, or latin-1 where the content is not UTF-8. ``before`` lines of the file
    stand before the content.

    >>> records = Records(b"# made by hand\n1 Q0 d1 1 2 a\n\n1  Q0 d2 2 x a\n", "a.run")
    >>> len(records), records.fields(1)
    (2, ['1', 'Q0', 'd2', '2', 'x', 'a'])
    >>> str(records.problem(1, 4, "the score 'x' is not a number"))
    "a.run:4:12: the score 'x' is not a number"
    """

    def __init__(self, content: bytes, where: str, before: int = 0) -> None:
        self.where = where
        self._content = content
        self._before = before

    @cached_property
    def encoding(self) -> str:
        """How the records have to be decoded."""
        return "utf-8" if foreign_byte(self._content) is None else "latin-1"

    @cached_property
    def _all(self) -> _Lines:
        return _lines(self._content)

    def _of(self, record: int) -> tuple[int, int]:
        """The number of a record's line, from 0, and the byte at which it starts."""
        # Mostly the first findings are asked for, which stand near the top.
        numbers, starts, _ = self._first if record < len(self._first[0]) else self._all
        return int(numbers[record]), int(starts[record])

    @cached_property
    def _first(self) -> _Lines:
        return _lines(self._content[: self._content.find(b"\n", _TOP) + 1])

    def __len__(self) -> int:
        return len(self._all[0])

    @cached_property
    def field_counts(self) -> Ints:
        """How many fields each record has [R]."""
        _, starts, ends = self._all
        counts = [_count_fields(self._content, *part) for part in _parts(starts, ends)]
        return np.concatenate([np.zeros(0, dtype=np.int64), *counts])

    def without(self, dropped: npt.NDArray[np.bool_]) -> bytes:
        """The content without the lines of some records [R], in UTF-8."""
        content = self._without(dropped) if dropped.any() else self._content
        return content.decode("latin-1").encode() if self.encoding == "latin-1" else content

    def _without(self, dropped: npt.NDArray[np.bool_]) -> bytes:
        _, starts, ends = self._all
        parts, kept = [], 0
        for start, end in zip(starts[dropped].tolist(), ends[dropped].tolist(), strict=True):
            parts.append(self._content[kept:start])
            kept = end + 1
        return b"".join([*parts, self._content[kept:]])

    def number(self, record: int) -> int:
        """The number of a record's line, from 1."""
        return self._before + self._of(record)[0] + 1

    def line(self, record: int) -> str:
        """The text of a record's line."""
        _, start = self._of(record)
        end = self._content.find(b"\n", start)
        line = self._content[start : None if end < 0 else end]
        return line.decode(self.encoding)

    def fields(self, record: int) -> list[str]:
        """The fields of a record."""
        return FIELD.findall(self.line(record))

    def problem(self, record: int, index: int, message: str, hint: str | None = None) -> Problem:
        """A problem with a field by its index (from 0), or behind the last one there is."""
        line = self.line(record)
        starts = [field.start() for field in FIELD.finditer(line)]
        start = starts[index] if index < len(starts) else len(line.rstrip(BLANKS))
        return Problem(message, self.where, self.number(record), start + 1, hint=hint)


def _lines(text: bytes) -> _Lines:
    content = np.frombuffer(text, dtype=np.uint8)
    # In pieces: an array as long as a large file takes longer to make than to search.
    pieces = range(0, len(content), _PIECE)
    behind = [np.flatnonzero(content[i : i + _PIECE] == _NEWLINE) + i + 1 for i in pieces]
    starts = np.concatenate([np.zeros(1, dtype=np.int64), *behind])
    if starts[-1] == len(content):
        starts = starts[:-1]
    first = content[starts]
    is_record = (first != _HASH) & (first != _NEWLINE)
    if (_IS_BLANK[first] & is_record).any():
        is_record &= _with_text(content, starts)
    numbers = np.flatnonzero(is_record)
    ends = np.append(starts[1:] - 1, len(content))
    return numbers, starts[numbers], ends[numbers]


def _parts(starts: Ints, ends: Ints) -> Iterator[tuple[Ints, Ints]]:
    for first in range(0, len(starts), _RECORDS):
        yield starts[first : first + _RECORDS], ends[first : first + _RECORDS]


def _count_fields(text: bytes, starts: Ints, ends: Ints) -> Ints:
    """How many fields there are from each start to each end [R]."""
    content = np.frombuffer(text, dtype=np.uint8)[starts[0] : ends[-1]]
    begins = ~_IS_BLANK[content]
    begins[1:] &= ~begins[:-1]
    bounds = np.stack([starts, ends], axis=1).ravel()[:-1] - starts[0]
    counts: Ints = np.add.reduceat(begins, bounds, dtype=np.int64)[::2]
    return counts


def _with_text(content: npt.NDArray[np.uint8], starts: Ints) -> npt.NDArray[np.bool_]:
    """Which lines have anything but blanks."""
    with_text: npt.NDArray[np.bool_] = np.logical_or.reduceat(~_IS_BLANK[content], starts)
    return with_text
