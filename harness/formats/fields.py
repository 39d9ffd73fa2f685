"""Files of blank-separated fields, one record a line: a fast path, and one that explains.

A regular file (one separator, the same number of fields everywhere) goes through polars' parser.
Everything else, good or bad, goes line by line: only that path knows where a problem stands.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from harness.errors import MAX_PROBLEMS, InputError, Problem
from harness.formats.files import decode

#: What separates fields: C's ``isspace`` in ASCII. Other Unicode blanks may be part of an id.
_FIELD = re.compile(r"[^ \t\r\v\f]+")
_OTHER_BLANK = re.compile("[\x1c-\x1f]")
_COMMENTS = re.compile(rb"(?:#[^\n]*\n)+")
_INTEGER = re.compile(r"[+-]?\d+\Z", re.ASCII)
_DECIMAL = re.compile(r"[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?\Z", re.ASCII)
_LARGEST = 2**63

#: The texts of a column that stand for "no value", by column.
Missing = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields of a line, in order; the columns that are kept; how many more fields may follow.

    ``integers`` and ``decimals`` name the numeric columns, all others are text. ``extra`` allows
    any number of further fields: ignored, or kept as one text in the column named by ``rest``.
    ``missing`` lists the texts that mean "no value" (a null) in a numeric column.
    """

    fields: tuple[str, ...]
    keep: tuple[str, ...]
    integers: frozenset[str] = frozenset()
    decimals: frozenset[str] = frozenset()
    extra: bool = False
    rest: str | None = None
    missing: Missing = field(default_factory=dict)

    def type_of(self, name: str) -> type[pl.DataType]:
        """The polars type of a column."""
        if name in self.integers:
            return pl.Int64
        return pl.Float64 if name in self.decimals else pl.String

    def __str__(self) -> str:
        return " ".join((*self.fields, *([f"{self.rest} …"] if self.rest else [])))


class Lines:
    r"""Where the records of a file of fields stand: row 0 is the first that is no comment.

    For problems that are noticed on whole columns; slow, and only then built.

    >>> lines = Lines(b"# made by hand\n1 0 d1 0\n\n1  0 d2 5\n", "a.qrels")
    >>> str(lines.problem(1, 2, "the document d2 is unknown"))
    'a.qrels:4:6: the document d2 is unknown'
    """

    __slots__ = ("_lines", "_numbers", "where")

    def __init__(self, content: bytes, where: str) -> None:
        self.where = where
        text, _ = decode(unix_lines(content), where)
        self._lines = text.split("\n")
        self._numbers = [
            number
            for number, line in enumerate(self._lines)
            if not line.startswith("#") and _FIELD.search(line)
        ]

    def number(self, row: int) -> int:
        """The number of a record's line, from 1."""
        return self._numbers[row] + 1

    def fields(self, row: int) -> list[str]:
        """The fields of a record."""
        return _FIELD.findall(self._lines[self._numbers[row]])

    def problem(self, row: int, place: int, message: str, hint: str | None = None) -> Problem:
        """A problem with the field at a place (from 0) of a record."""
        column = _column(self._lines[self._numbers[row]], place)
        return Problem(message, self.where, self.number(row), column, hint=hint)


def unix_lines(content: bytes) -> bytes:
    """The content with line feeds where it has only carriage returns (classic Mac OS)."""
    if b"\r" in content and b"\n" not in content:
        return content.replace(b"\r", b"\n")
    return content


def first_records(content: bytes, count: int = 100) -> list[list[str]]:
    r"""The fields of the first records, for recognising a layout.

    >>> first_records(b"# comment\n\n1\t0  d1 1\n")
    [['1', '0', 'd1', '1']]
    """
    records: list[list[str]] = []
    start = 0
    content = unix_lines(content)
    while start < len(content) and len(records) < count:
        end = content.find(b"\n", start)
        end = len(content) if end < 0 else end
        line = content[start:end]
        start = end + 1
        if line.split() and not line.startswith(b"#"):
            records.append([found.decode("utf-8", "replace") for found in line.split()])
    return records


def read_fields(content: bytes, where: str, layout: Layout) -> tuple[pl.DataFrame, tuple[str, ...]]:
    r"""The kept columns of every line, in file order, and warnings about how the file was read.

    Blank lines and lines whose first character is ``#`` are skipped. Raises `InputError` with up to
    25 problems: wrong number of fields, numbers that are none or not finite.

    >>> layout = Layout(("topic", "doc", "grade"), ("doc", "grade"), integers=frozenset({"grade"}))
    >>> read_fields(b"1 d1 2\n1 d2 +1\n", "a.txt", layout)[0].rows()
    [('d1', 2), ('d2', 1)]
    """
    content = unix_lines(content)
    frame = None if layout.rest else regular(content, layout)
    if frame is not None:
        return frame, ()
    return _line_by_line(content, where, layout)


def _separator(content: bytes) -> str | None:
    """The one blank that separates fields throughout, if the file is that regular."""
    first = content[: content.find(b"\n") + 1] or content
    separator, other = (b"\t", b" ") if b"\t" in first else (b" ", b"\t")
    if any(blank in content for blank in (other, b"\r", b"\v", b"\f")):
        return None
    blank = np.frombuffer(content, dtype=np.uint8) <= 32
    if blank[0] or bool((blank[1:] & blank[:-1]).any()):
        return None
    return separator.decode()


def regular(content: bytes, layout: Layout) -> pl.DataFrame | None:
    """The kept columns through polars' parser; None where anything is irregular."""
    if b"\r\n" in content[:4096]:
        content = content.replace(b"\r\n", b"\n")
    if header := _COMMENTS.match(content):
        content = content[header.end() :]
    if content.endswith((b"\n\n", b" \n", b"\t\n")):
        content = content.rstrip()
    separator = _separator(content) if content else None
    if separator is None:
        return None
    try:
        frame = (
            pl.scan_csv(
                content,
                has_header=False,
                separator=separator,
                quote_char=None,
                comment_prefix="#" if b"#" in content else None,
                schema={name: layout.type_of(name) for name in layout.fields},
            )
            # The last column is read so that polars counts the fields of every line.
            .select(*dict.fromkeys((*layout.keep, layout.fields[-1])))
            .collect()
        )
    except (pl.exceptions.PolarsError, OSError):  # OSError: it begins like a compressed file
        return None
    return frame.select(layout.keep) if _is_complete(frame, layout) else None


def _is_complete(frame: pl.DataFrame, layout: Layout) -> bool:
    if any(column.null_count() for column in frame.iter_columns()):
        return False
    numbers = (frame[name].to_numpy() for name in layout.decimals if name in layout.keep)
    return all(bool(np.isfinite(values).all()) for values in numbers)


def _line_by_line(
    content: bytes, where: str, layout: Layout
) -> tuple[pl.DataFrame, tuple[str, ...]]:
    text, warnings = decode(content, where)
    split = str.split if text.isascii() and not _OTHER_BLANK.search(text) else _FIELD.findall
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

    def __init__(self, where: str, layout: Layout) -> None:
        self.where = where
        self.layout = layout
        self.problems: list[Problem] = []
        self.wanted = len(layout.fields)
        self.longer = 0
        self.columns: dict[str, list[object]] = {name: [] for name in layout.keep}
        self.places = [
            (self.columns[name].append, name, layout.fields.index(name), _reader(layout, name))
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
        wanted = f"at least {self.wanted}" if self.layout.extra else str(self.wanted)
        column = _column(line, self.wanted) if count > self.wanted else len(line.rstrip()) + 1
        found = "1 field" if count == 1 else f"{count} fields"
        message = f"{found} where {wanted} are expected"
        return Problem(message, self.where, number, column, hint=f"layout: {self.layout}")


def _column(line: str, place: int) -> int:
    return [found.start() for found in _FIELD.finditer(line)][place] + 1


def _reader(layout: Layout, name: str) -> Callable[[str], object]:
    if name in layout.integers:
        read: Callable[[str], object] = integer
    elif name in layout.decimals:
        read = decimal
    else:
        return str
    missing = layout.missing.get(name)
    if missing is None:
        return read
    return lambda text: None if text in missing else read(text)


def integer(text: str) -> int:
    """A whole number as files have it (``+1``, ``-2``, ``007``); `ValueError` says what is wrong.

    >>> integer("+1")
    1
    """
    if not _INTEGER.match(text):
        raise ValueError("is not a whole number")
    # Longer texts are not converted: Python refuses to after 4,300 digits.
    if len(text.lstrip("+-0")) > 19 or abs(int(text)) >= _LARGEST:
        raise ValueError("is too large for a whole number")
    return int(text)


def decimal(text: str) -> float:
    """A finite number as files have it (``1``, ``.5``, ``-2e-3``); `ValueError` otherwise.

    >>> decimal("1e3")
    1000.0
    """
    if not _DECIMAL.match(text):
        raise ValueError("is not a finite number")
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("is too large for a number")
    return value
