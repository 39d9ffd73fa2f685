"""The records of a file of fields, their positions, and the fields of a line with their types.

Positions are found with arrays, on demand: splitting the text takes many times as long as reading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core import engines
from harness.core.arrays import Ints
from harness.core.engines import ParsedLines
from harness.core.errors import Problem
from harness.core.kernel import engine
from harness.core.notes import Note
from harness.core.numbers import count_noun, decimal, integer, is_read, score
from harness.core.packages import pl
from harness.formats.files import BLANKS, as_latin_1, foreign_byte
from harness.formats.skipped import IS_BLANK, Kept, SkippedLines, records_only

FIELD = re.compile(f"[^{BLANKS}]+")
#: A label of SemEval.
TRUTH = re.compile(r"(?:true|false)\Z")

#: The texts of a column that stand for "no value", by column.
Missing = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class LineFields:
    """The fields of a line, in order, the columns that are kept, and rules for further fields.

    ``integers`` and ``decimals`` name the numeric columns, all others are text; ``infinite`` are
    the decimals that may be infinities. ``extra`` allows any number of further fields: ignored, or
    kept as one text in the column named by ``rest``, which should match ``rest_like``. ``missing``
    lists the texts that mean "no value" (a null) in a numeric column; ``like`` are the patterns
    that columns must match.
    """

    fields: tuple[str, ...]
    keep: tuple[str, ...]
    integers: frozenset[str] = frozenset()
    decimals: frozenset[str] = frozenset()
    infinite: frozenset[str] = frozenset()
    extra: bool = False
    rest: str | None = None
    rest_like: re.Pattern[str] | None = None
    missing: Missing = field(default_factory=dict)
    like: Mapping[str, re.Pattern[str]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        names: str,
        *,
        without: str = "iter",
        integers: str = "",
        decimals: str = "",
        infinite: str = "",
        rest: str | None = None,
        **more: Any,
    ) -> LineFields:
        """Return the fields of names with blanks between; those in ``without`` are not kept.

        >>> LineFields.of("topic iter doc grade", integers="grade").keep
        ('topic', 'doc', 'grade')
        """
        fields = tuple(names.split())
        return cls(
            fields,
            (*(name for name in fields if name not in without.split()), *([rest] if rest else [])),
            integers=frozenset(integers.split()),
            decimals=frozenset((*decimals.split(), *infinite.split())),
            infinite=frozenset(infinite.split()),
            rest=rest,
            **more,
        )

    def find_type(self, name: str) -> type[pl.DataType]:
        """Return the polars type of a column."""
        if name in self.integers:
            return pl.Int64
        return pl.Float64 if name in self.decimals else pl.String

    def reader(self, name: str) -> Callable[[str], object]:
        """Return the parser of a field's text, which raises `ValueError` with the reason."""
        if name in self.integers:
            read: Callable[[str], object] = integer
        elif name in self.decimals:
            read = score if name in self.infinite else decimal
        else:
            return str
        missing = self.missing.get(name)
        if missing is None:
            return read
        return lambda text: None if text in missing else read(text)

    def wrong_count(self, count: int) -> str:
        """Describe a wrong number of fields."""
        wanted = f"at least {len(self.fields)}" if self.rest else len(self.fields)
        return f"{count_noun(count, 'field')} where {wanted} are expected"

    def __str__(self) -> str:
        return " ".join((*self.fields, *([f"{self.rest} …"] if self.rest else [])))

    def fits(self, record: Sequence[str]) -> bool:
        """Return whether a line fits: the right number of fields, numbers where expected."""
        count = len(self.fields)
        if len(record) < count or (len(record) > count and not self.extra):
            return False
        if self.rest_like and not self.rest_like.match(" ".join(record[count:])):
            return False
        return all(map(self._reads, self.fields, record))

    def record_test(self) -> Callable[[bytes], bool]:
        """Return a test of lines that begin with ``#``: whether the fields are those of a record.

        A rank must be a number here, though it is ignored otherwise.

        >>> run = LineFields.of("topic iter doc rank score tag", decimals="score", extra=True)
        >>> test = run.record_test()
        >>> test(b"#8 Q0 d1 1 2.5 me"), test(b"#tuned on fold 3 of five parts")
        (True, False)
        """
        numbers = {*self.integers, *self.decimals, "rank"} & set(self.fields)
        readers = [
            (self.fields.index(name), self.reader(name) if name != "rank" else integer)
            for name in numbers
        ]
        patterns = [(self.fields.index(name), pattern) for name, pattern in self.like.items()]
        wanted, most = len(self.fields), None if self.extra else len(self.fields)

        def test(line: bytes) -> bool:
            fields = line.split()
            if len(fields) < wanted or (most and len(fields) > most):
                return False
            texts = [field.decode("utf-8", "replace") for field in fields]
            return (
                (not self.rest_like or bool(self.rest_like.match(" ".join(texts[wanted:]))))
                and all(is_read(read, texts[index]) for index, read in readers)
                and all(pattern.match(texts[index]) for index, pattern in patterns)
            )

        return test

    def _reads(self, name: str, text: str) -> bool:
        pattern = self.like.get(name)
        return is_read(self.reader(name), text) and (pattern is None or bool(pattern.match(text)))


_PIECE = 2**18
#: Records counted at a time.
_RECORDS = 2**13
#: The bytes at which each record starts and ends [R].
_Lines = tuple[Ints, Ints]

_NEWLINE = 10


class Records:
    r"""The records of a file, from 0: its lines except those that `harness.formats.skipped` drops.

    ``content`` has only the records, a line each; with ``declared`` None it is unchanged.
    ``skipped`` are the dropped lines. ``before`` counts lines of the file before the content.

    >>> from harness.formats.records import LineFields
    >>> run = LineFields.of("topic iter doc rank score tag", decimals="score")
    >>> content = b"# made by hand\n1 Q0 d1 1 2 a\n\n1  Q0 d2 2 x a\n"
    >>> records = Records(content, "a.run", run)
    >>> len(records), records.fields(1)
    (2, ['1', 'Q0', 'd2', '2', 'x', 'a'])
    >>> str(records.problem(1, 4, "the score 'x' is not a number"))
    "a.run:4:12: the score 'x' is not a number"
    """

    def __init__(
        self, content: bytes, where: str, declared: LineFields | None, before: int = 0
    ) -> None:
        self.where = where
        self._given = content
        self._is_record = declared.record_test() if declared else lambda _line: True
        self._names = () if declared is None else declared.fields
        self._before = before
        #: The position of a text in each record, once they are parsed [R].
        self._inside: Ints | None = None

    @cached_property
    def _kept(self) -> Kept:
        return records_only(self._given, self._is_record)

    def parse(self, kinds: Sequence[int], *, extra: bool) -> tuple[ParsedLines, bytes]:
        """Parse the records by the kernel (`harness.core.engines.Engine.parse`).

        Also returns the content in UTF-8 in which texts have their positions.
        """
        lines = None
        if "_kept" not in self.__dict__:  # usually all lines are records
            lines = engine().parse(self._given, kinds, extra=extra, records=False)
            if lines is not None:
                self.__dict__["_kept"] = Kept(self._given)
        content = self.content
        if lines is None or (lines.beyond_ascii and self.encoding != "utf-8"):
            content = (
                self.content
                if self.encoding == "utf-8"
                else self.content.decode("latin-1").encode()
            )
            lines = engine().parse(content, kinds, extra=extra, records=True)
            assert lines is not None
        if content is self.content and engines.TEXT in kinds and not len(lines.faults):
            self._inside = lines.columns[kinds.index(engines.TEXT)][0]
        return lines, content

    @property
    def content(self) -> bytes:
        """The lines of the records."""
        return self._kept.content

    @cached_property
    def skipped(self) -> SkippedLines:
        """Skipped lines, by their numbers in the file."""
        return self._kept.skipped.after(self._before)

    @cached_property
    def _foreign(self) -> int | None:
        return foreign_byte(self.content)

    @property
    def encoding(self) -> str:
        """The encoding of the records: UTF-8, or latin-1 if they are not UTF-8."""
        return "utf-8" if self._foreign is None else "latin-1"

    @property
    def notes(self) -> tuple[Note, ...]:
        """Return the notes on skipped lines, and on records that are not UTF-8."""
        return (*self.skipped.notes(self.where), *self.encoding_notes)

    @property
    def encoding_notes(self) -> tuple[Note, ...]:
        """Return the note on records that are not UTF-8, if any."""
        if self._foreign is None:
            return ()
        offset = self._kept.offset(self._foreign)
        return (as_latin_1(self.content[self._foreign], offset, self.where),)

    def foreign_place(self) -> tuple[int, int, int] | None:
        """Return the first byte that is not UTF-8, its line and its column; None without one."""
        if self._foreign is None:
            return None
        before = self.content[: self._foreign]
        column = self._foreign - (before.rfind(b"\n") + 1) + 1
        return self.content[self._foreign], self.number(before.count(b"\n")), column

    @cached_property
    def _all(self) -> _Lines:
        return _lines(self.content)

    def _start(self, record: int) -> int:
        """Return the byte at which a record starts."""
        if self._inside is None:
            return int(self._all[0][record])
        return self.content.rfind(b"\n", 0, int(self._inside[record])) + 1

    def __len__(self) -> int:
        return len(self._all[0])

    @cached_property
    def field_counts(self) -> Ints:
        """Count the fields of each record [R]."""
        starts, ends = self._all
        parts = (slice(first, first + _RECORDS) for first in range(0, len(self), _RECORDS))
        counts = [_count_fields(self.content, starts[part], ends[part]) for part in parts]
        return np.concatenate([np.zeros(0, dtype=np.int64), *counts])

    def without(self, dropped: npt.NDArray[np.bool_]) -> Records:
        """Return the records without those dropped [R], in UTF-8."""
        content = self._without(dropped) if dropped.any() else self.content
        if self.encoding == "latin-1":
            content = content.decode("latin-1").encode()
        return Records(content, self.where, None)

    def _without(self, dropped: npt.NDArray[np.bool_]) -> bytes:
        starts, ends = self._all
        parts, kept = [], 0
        for start, end in zip(starts[dropped].tolist(), ends[dropped].tolist(), strict=True):
            parts.append(self.content[kept:start])
            kept = end + 1
        return b"".join([*parts, self.content[kept:]])

    def number(self, record: int) -> int:
        """Return the number of a record's line in the file, from 1."""
        return self._before + self._kept.number(record) + 1

    def line(self, record: int) -> str:
        """Return the text of a record's line."""
        start = self._start(record)
        end = self.content.find(b"\n", start)
        return self.content[start : None if end < 0 else end].decode(self.encoding)

    def fields(self, record: int) -> list[str]:
        """Return the fields of a record."""
        return FIELD.findall(self.line(record))

    def problem(
        self, record: int, field: int | str, message: str, hint: str | None = None
    ) -> Problem:
        """Return a problem at a field, by name or index (from 0), or after the last field."""
        index = self._names.index(field) if isinstance(field, str) else field
        line = self.line(record)
        starts = [word.start() for word in FIELD.finditer(line)]
        start = starts[index] if index < len(starts) else len(line.rstrip(BLANKS))
        return Problem(message, self.where, self.number(record), start + 1, hint=hint)


def _lines(text: bytes) -> _Lines:
    content = np.frombuffer(text, dtype=np.uint8)
    # In pieces: allocating an array as long as a large file takes longer than searching it.
    pieces = range(0, len(content), _PIECE)
    behind = [np.flatnonzero(content[i : i + _PIECE] == _NEWLINE) + i + 1 for i in pieces]
    starts = np.concatenate([np.zeros(1, dtype=np.int64), *behind])
    if starts[-1] == len(content):
        starts = starts[:-1]
    return starts, np.append(starts[1:] - 1, len(content))


def _count_fields(text: bytes, starts: Ints, ends: Ints) -> Ints:
    """Count the fields from each start to each end [R]."""
    begins = ~IS_BLANK[np.frombuffer(text, dtype=np.uint8)[starts[0] : ends[-1]]]
    begins[1:] &= ~begins[:-1]
    bounds = np.stack([starts, ends], axis=1).ravel()[:-1] - starts[0]
    return np.asarray(np.add.reduceat(begins, bounds, dtype=np.int64)[::2])
