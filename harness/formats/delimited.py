"""Files of blank-separated fields, one record a line: a fast path, and one that explains.

A regular file (one separator, the same number of fields everywhere) goes through polars' parser,
`harness.formats.regular`. Of any other the blocks that are irregular, good or bad, go line by line:
only that path knows where a problem stands, and it takes much time and memory. A content is as
`harness.formats.files.read_bytes` gives it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import polars as pl

from harness.core.errors import MAX_PROBLEMS, InputError, Problem
from harness.core.notes import Note
from harness.core.numbers import counted
from harness.formats.files import encoding_of
from harness.formats.line_fields import BLANKS, FIELD, LineFields
from harness.formats.regular import regular

#: So many bytes make a block, about.
_BLOCK = 2**20
_OTHER_BLANK = re.compile("[\x1c-\x1f]")


def read_fields(
    content: bytes, where: str, declared: LineFields
) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    r"""The kept columns of every line, in file order, and warnings about how the file was read.

    Blank lines and lines whose first character is ``#`` are skipped. Raises `InputError` with up to
    25 problems: wrong number of fields, numbers that are none or not finite.

    >>> fields = LineFields(("topic", "doc", "grade"), ("doc", "grade"), frozenset({"grade"}))
    >>> read_fields(b"1 d1 2\n1 d2 +1\n", "a.txt", fields)[0].rows()
    [('d1', 2), ('d2', 1)]
    """
    frame = None if declared.rest else regular(content, declared)
    if frame is not None:
        return frame, ()
    return _block_by_block(content, where, declared)


def _block_by_block(
    content: bytes, where: str, declared: LineFields
) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    encoding, warnings = encoding_of(content, where)
    problems: list[Problem] = []
    frames = []
    first, longer = 1, 0
    for block in _blocks(content):
        untried = not (declared.rest or warnings or block is content)
        frame = regular(block, declared) if untried else None
        if frame is None:
            record = _Record(where, declared)
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
    return pl.concat(frames), (*warnings, *_of_longer(longer, where, declared))


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

    def __init__(self, where: str, declared: LineFields) -> None:
        self.where = where
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
        """Take the lines of a text, of which this is the number of the first."""
        split = str.split if text.isascii() and not _OTHER_BLANK.search(text) else FIELD.findall
        for number, line in enumerate(text.split("\n"), start=first):
            if line.startswith("#"):
                continue
            fields = split(line)
            if fields:
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
                self.problems.append(Problem(message, self.where, number, _column(line, index)))
        if self.declared.rest:
            self.columns[self.declared.rest].append(" ".join(fields[self.wanted :]))

    def frame(self) -> pl.DataFrame:
        schema = {name: self.declared.type_of(name) for name in self.declared.keep}
        return pl.DataFrame(self.columns, schema=schema)

    def _wrong_count(self, number: int, line: str, count: int) -> Problem:
        column = _column(line, self.wanted) if count > self.wanted else len(line.rstrip(BLANKS)) + 1
        hint = f"layout: {self.declared}"
        return Problem(self.declared.wrong_count(count), self.where, number, column, hint=hint)


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
