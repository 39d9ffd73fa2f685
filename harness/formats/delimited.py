"""Files of blank-separated fields, one record a line: a fast path, and one that explains.

A regular file (one separator, the same number of fields everywhere) goes through polars' parser,
`harness.formats.regular`. Everything else, good or bad, goes line by line: only that path knows
where a problem stands. A content is as `harness.formats.files.read_bytes` gives it.
"""

from __future__ import annotations

import re

import polars as pl

from harness.core.errors import MAX_PROBLEMS, InputError, Problem
from harness.formats.files import decode_records
from harness.formats.line_fields import BLANKS, FIELD, LineFields
from harness.formats.regular import regular

_OTHER_BLANK = re.compile("[\x1c-\x1f]")


def first_records(content: bytes, count: int = 100) -> list[list[str]]:
    r"""The fields of the first records, for recognising a layout.

    >>> first_records(b"# comment\n\n1\t0  d1 1\n")
    [['1', '0', 'd1', '1']]
    """
    records: list[list[str]] = []
    start = 0
    while start < len(content) and len(records) < count:
        end = content.find(b"\n", start)
        end = len(content) if end < 0 else end
        line = content[start:end]
        start = end + 1
        if line.split() and not line.startswith(b"#"):
            records.append([found.decode("utf-8", "replace") for found in line.split()])
    return records


def read_fields(
    content: bytes, where: str, layout: LineFields
) -> tuple[pl.DataFrame, tuple[str, ...]]:
    r"""The kept columns of every line, in file order, and warnings about how the file was read.

    Blank lines and lines whose first character is ``#`` are skipped. Raises `InputError` with up to
    25 problems: wrong number of fields, numbers that are none or not finite.

    >>> fields = LineFields(("topic", "doc", "grade"), ("doc", "grade"), frozenset({"grade"}))
    >>> read_fields(b"1 d1 2\n1 d2 +1\n", "a.txt", fields)[0].rows()
    [('d1', 2), ('d2', 1)]
    """
    frame = None if layout.rest else regular(content, layout)
    if frame is not None:
        return frame, ()
    return _line_by_line(content, where, layout)


def _line_by_line(
    content: bytes, where: str, layout: LineFields
) -> tuple[pl.DataFrame, tuple[str, ...]]:
    text, warnings = decode_records(content, where)
    split = str.split if text.isascii() and not _OTHER_BLANK.search(text) else FIELD.findall
    record = _Record(where, layout)
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("#"):
            continue
        fields = split(line)
        if fields:
            record.add(number, line, fields)
        if len(record.problems) >= MAX_PROBLEMS:
            break
    if record.problems:
        raise InputError(record.problems[:MAX_PROBLEMS])
    return record.frame(), (*warnings, *record.warnings())


class _Record:
    """Takes the records of a file one by one, as values in columns or as problems."""

    def __init__(self, where: str, layout: LineFields) -> None:
        self.where = where
        self.layout = layout
        self.problems: list[Problem] = []
        self.wanted = len(layout.fields)
        self.longer = 0
        self.columns: dict[str, list[object]] = {name: [] for name in layout.keep}
        self.places = [
            (self.columns[name].append, name, layout.fields.index(name), layout.reader(name))
            for name in layout.keep
            if name != layout.rest
        ]

    def add(self, number: int, line: str, fields: list[str]) -> None:
        surplus = len(fields) - self.wanted
        if surplus < 0 or (surplus > 0 and not self.layout.extra):
            self.problems.append(self._wrong_count(number, line, len(fields)))
            return
        self.longer += surplus > 0
        for append, name, place, read in self.places:
            try:
                append(read(fields[place]))
            except ValueError as error:
                message = f"the {name} {fields[place]!r} {error}"
                self.problems.append(Problem(message, self.where, number, _column(line, place)))
        if self.layout.rest:
            self.columns[self.layout.rest].append(" ".join(fields[self.wanted :]))

    def frame(self) -> pl.DataFrame:
        schema = {name: self.layout.type_of(name) for name in self.layout.keep}
        return pl.DataFrame(self.columns, schema=schema)

    def warnings(self) -> tuple[str, ...]:
        if self.layout.rest or not self.longer:
            return ()
        lines = "1 line has" if self.longer == 1 else f"{self.longer} lines have"
        ignored = f"what follows the {self.layout.fields[-1]} is ignored"
        return (f"{self.where}: {lines} more than {self.wanted} fields; {ignored}",)

    def _wrong_count(self, number: int, line: str, count: int) -> Problem:
        column = _column(line, self.wanted) if count > self.wanted else len(line.rstrip(BLANKS)) + 1
        hint = f"layout: {self.layout}"
        return Problem(self.layout.wrong_count(count), self.where, number, column, hint=hint)


def _column(line: str, place: int) -> int:
    return [found.start() for found in FIELD.finditer(line)][place] + 1
