"""Where the records of a file of fields stand, found with arrays: for large files and few records.

`harness.formats.fields.Lines` says the same by splitting the whole text, which takes many times as
long as reading the file.
"""

from __future__ import annotations

import re
from functools import cached_property

import numpy as np
import numpy.typing as npt

from harness.arrays import Ints
from harness.errors import Problem
from harness.formats.fields import unix_lines

_PIECE = 2**18
#: So many bytes at the top of a file are looked at first.
_TOP = 2**20
#: The number of each record's line, from 0, and the byte at which it starts.
_Lines = tuple[Ints, Ints]

_FIELD = re.compile(r"[^ \t\r\v\f]+")
_NEWLINE, _HASH = 10, 35
_IS_BLANK = np.zeros(256, dtype=bool)
_IS_BLANK[[ord(blank) for blank in " \t\r\v\f\n"]] = True


class Records:
    r"""The records of a file, from 0: the lines that are neither blank nor start with ``#``.

    ``encoding`` is UTF-8, or latin-1 where the content is not UTF-8.

    >>> records = Records(b"# made by hand\n1 Q0 d1 1 2 a\n\n1  Q0 d2 2 x a\n", "a.run")
    >>> len(records), records.fields(1)
    (2, ['1', 'Q0', 'd2', '2', 'x', 'a'])
    >>> str(records.problem(1, 4, "the score 'x' is not a number"))
    "a.run:4:12: the score 'x' is not a number"
    """

    def __init__(self, content: bytes, where: str) -> None:
        self.where = where
        self._content = unix_lines(content)

    @cached_property
    def encoding(self) -> str:
        """How the content has to be decoded."""
        try:
            _ = self._content.isascii() or self._content.decode("utf-8")
        except UnicodeDecodeError:
            return "latin-1"
        return "utf-8"

    @cached_property
    def _all(self) -> _Lines:
        return _lines(self._content)

    def _of(self, record: int) -> tuple[int, int]:
        """The number of a record's line, from 0, and the byte at which it starts."""
        # Mostly the first findings are asked for, which stand near the top.
        numbers, starts = self._first if record < len(self._first[0]) else self._all
        return int(numbers[record]), int(starts[record])

    @cached_property
    def _first(self) -> _Lines:
        return _lines(self._content[: self._content.find(b"\n", _TOP) + 1])

    def __len__(self) -> int:
        return len(self._all[0])

    def line(self, record: int) -> str:
        """The text of a record's line."""
        _, start = self._of(record)
        end = self._content.find(b"\n", start)
        line = self._content[start : None if end < 0 else end]
        return line.decode(self.encoding)

    def fields(self, record: int) -> list[str]:
        """The fields of a record."""
        return _FIELD.findall(self.line(record))

    def problem(self, record: int, place: int, message: str, hint: str | None = None) -> Problem:
        """A problem with the field at a place (from 0), or behind the last one there is."""
        line = self.line(record)
        found = [field.start() for field in _FIELD.finditer(line)]
        at = found[place] if place < len(found) else len(line.rstrip())
        return Problem(message, self.where, self._of(record)[0] + 1, at + 1, hint=hint)


def _lines(text: bytes) -> _Lines:
    content = np.frombuffer(text, dtype=np.uint8)
    # In pieces: an array as long as a large file takes longer to make than to search.
    pieces = range(0, len(content), _PIECE)
    ends = [np.flatnonzero(content[at : at + _PIECE] == _NEWLINE) + at for at in pieces]
    starts = np.concatenate([np.zeros(1, dtype=np.int64), *(found + 1 for found in ends)])
    if starts[-1] == len(content):
        starts = starts[:-1]
    first = content[starts]
    is_record = (first != _HASH) & (first != _NEWLINE)
    if (_IS_BLANK[first] & is_record).any():
        is_record &= _with_text(content, starts)
    numbers = np.flatnonzero(is_record)
    return numbers, starts[numbers]


def _with_text(content: npt.NDArray[np.uint8], starts: Ints) -> npt.NDArray[np.bool_]:
    """Which lines have anything but blanks."""
    with_text: npt.NDArray[np.bool_] = np.logical_or.reduceat(~_IS_BLANK[content], starts)
    return with_text
