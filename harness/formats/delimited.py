"""Files of blank-separated fields, one record a line: a fast path, and one that explains.

A regular file (one separator, the same number of fields everywhere) goes through polars' parser,
`harness.formats.regular`. Of any other the blocks that are irregular, good or bad, go line by line:
only that path knows where a problem stands, and it takes much time and memory. Both see the same
`Records`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import polars as pl

from harness.core.errors import MAX_PROBLEMS, InputError, Problem
from harness.core.notes import Note
from harness.core.numbers import counted
from harness.formats.files import BLANKS
from harness.formats.line_fields import FIELD, LineFields
from harness.formats.records import Records
from harness.formats.regular import regular

#: So many bytes make a block, about.
_BLOCK = 2**20
_OTHER_BLANK = re.compile("[\x1c-\x1f]")


def read_fields(records: Records, declared: LineFields) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    r"""The kept columns of every record, in file order, and notes on how the file was read.

    Raises `InputError` with up to 25 problems: wrong number of fields, numbers that are none or
    not finite.

    >>> fields = LineFields(("topic", "doc", "grade"), ("doc", "grade"), frozenset({"grade"}))
    >>> frame, notes = read_fields(Records(b"1 d1 2\n\n1 d2 +1\n", "a.txt", fields), fields)
    >>> frame.rows(), [str(note) for note in notes]
    ([('d1', 2), ('d2', 1)], ['a.txt: 1 blank line was skipped (line 2)'])
    """
    frame = None if declared.rest else regular(records.content, declared)
    if frame is not None:
        return frame, records.skipped.notes(records.where)
    return _block_by_block(records, declared)


def _block_by_block(
    records: Records, declared: LineFields
) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    content, encoding = records.content, records.encoding
    problems: list[Problem] = []
    frames = []
    first, longer = 0, 0
    for block in _blocks(content):
        untried = not (declared.rest or encoding != "utf-8" or block is content)
        frame = regular(block, declared) if untried else None
        if frame is None:
            record = _Record(records, declared)
            record.add_lines(block.decode(encoding, "replace"), first)
            problems += record.problems
            longer += record.longer
            if len(problems) >= MAX_PROBLEMS:
                break
            # Where there are problems columns may be of different lengths, and are not needed.
            frame = record.frame() if not problems else pl.DataFrame()
        frames.append(frame)
        first += block.count(b"\n")
    if problems:
        raise InputError(problems[:MAX_PROBLEMS])
    return pl.concat(frames), (*records.notes, *_of_longer(longer, records.where, declared))


def _blocks(content: bytes) -> Iterator[bytes]:
    """The content in blocks of whole lines; a small one as it is."""
    start = 0
    while len(content) - start > _BLOCK:
        end = content.find(b"\n", start + _BLOCK) + 1
        if not end:
            break
        yield content[start:end]
        start = end
    yield content[start:] if start else content


class _Record:
    """Takes the records of a file one by one, as values in columns or as problems."""

    def __init__(self, records: Records, declared: LineFields) -> None:
        self.records = records
        self.declared = declared
        self.problems: list[Problem] = []
        self.wanted = len(declared.fields)
        self.longer = 0
        self.columns: dict[str, list[object]] = {name: [] for name in declared.keep}
        self.readers = [
            (self.columns[name].append, name, declared.fields.index(name), declared.reader(name))
            for name in declared.keep
            if name != declared.rest
        ]

    def add_lines(self, text: str, first: int) -> None:
        """Take the records of a text, of which this is the number of the first, from 0."""
        split = str.split if text.isascii() and not _OTHER_BLANK.search(text) else FIELD.findall
        for number, line in enumerate(text.split("\n"), start=first):
            if fields := split(line):  # none behind the last line end
                self.add(number, line, fields)
            if len(self.problems) >= MAX_PROBLEMS:
                break

    def add(self, number: int, line: str, fields: list[str]) -> None:
        surplus = len(fields) - self.wanted
        if surplus < 0 or (surplus > 0 and not self.declared.extra):
            self.problems.append(self._wrong_count(number, line, len(fields)))
            return
        self.longer += surplus > 0
        for append, name, index, read in self.readers:
            try:
                append(read(fields[index]))
            except ValueError as error:
                message = f"the {name} {fields[index]!r} {error}"
                self.problems.append(self._problem(message, number, _column(line, index)))
        if self.declared.rest:
            self.columns[self.declared.rest].append(" ".join(fields[self.wanted :]))

    def frame(self) -> pl.DataFrame:
        schema = {name: self.declared.type_of(name) for name in self.declared.keep}
        return pl.DataFrame(self.columns, schema=schema)

    def _wrong_count(self, number: int, line: str, count: int) -> Problem:
        column = _column(line, self.wanted) if count > self.wanted else len(line.rstrip(BLANKS)) + 1
        hint = f"layout: {self.declared}"
        return self._problem(self.declared.wrong_count(count), number, column, hint)

    def _problem(self, message: str, number: int, column: int, hint: str | None = None) -> Problem:
        line = self.records.number(number)
        return Problem(message, self.records.where, line, column, hint=hint)


def _of_longer(longer: int, where: str, declared: LineFields) -> tuple[Note, ...]:
    """What to say of so many lines with more fields than are declared."""
    if declared.rest or not longer:
        return ()
    lines = counted(longer, "line", "has")
    ignored = f"what follows the {declared.fields[-1]} is ignored"
    text = f"{lines} more than {len(declared.fields)} fields; {ignored}"
    return (Note("odd-content", text, where, numbers={"lines": longer}),)


def _column(line: str, index: int) -> int:
    return [field.start() for field in FIELD.finditer(line)][index] + 1
