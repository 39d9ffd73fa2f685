"""What every reader of topics starts with: the text, its lines, and where problems are noted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from harness.core.errors import MAX_PROBLEMS, InputError, Problem
from harness.core.notes import Note
from harness.formats.files import BOM, PARQUET, decode, without_mark
from harness.formats.skipped import MARK, Skipped, records_only
from harness.formats.tablefiles import parquet_as_lines

_ENCODING = re.compile(rb"""\s*<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
#: Encodings a declaration may ask for. UTF-16 is not among them: what declares it here was found
#: to start with plain ASCII, so the declaration is wrong (some tools write it whatever they do).
_BYTE_ENCODING = re.compile(r"iso|latin|windows|cp\d|koi8|mac|ascii|us-|gb|big5|euc|shift|sjis|tis")


class TextReading:
    """State of reading one file: problems, up to `MAX_PROBLEMS`, and warnings."""

    __slots__ = ("_warned", "marked", "problems", "source", "warnings")

    def __init__(self, source: str) -> None:
        self.source = source
        self.marked = False
        self.problems: list[Problem] = []
        self.warnings: list[Note] = []
        self._warned: set[str] = set()

    def problem(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
    ) -> None:
        """Record a problem; raise `InputError` with all of them when there are too many."""
        self.add(Problem(message, where=self.source, line=line, column=column, hint=hint))

    def add(self, problem: Problem) -> None:
        """Record a problem that was made elsewhere."""
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            self.check()

    def warn(self, message: str, *, line: int | None = None) -> None:
        """Record something odd that does not make the file useless; the same only once."""
        if message not in self._warned:
            self._warned.add(message)
            where = self.source if line is None else f"{self.source}:{line}"
            self.warnings.append(Note("odd-content", message, where))

    def check(self) -> None:
        """Raise `InputError` when there is any problem."""
        if self.problems:
            raise InputError(self.problems)


def collapse(text: str) -> str:
    r"""The text with every run of white space made a single blank, none at the ends.

    >>> collapse("  pearl\r\n farming ")
    'pearl farming'
    """
    return " ".join(text.split())


def as_text(content: bytes, reading: TextReading) -> str:
    r"""The content as text with ``\n`` line ends: UTF-8, else what it declares, else latin-1.

    Of a Parquet file it is the rows as JSON, one a line.
    """
    if content.startswith(PARQUET):
        return parquet_as_lines(content, reading.source)
    reading.marked = content.startswith(BOM)
    content = without_mark(content)
    text = _as_declared(content)
    if text is None:
        text, warnings = decode(content, reading.source)
        reading.warnings.extend(warnings)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _as_declared(content: bytes) -> str | None:
    declared = _ENCODING.match(content)
    if declared is None:
        return None
    encoding = declared[1].decode("ascii").lower()
    if not _BYTE_ENCODING.match(encoding):
        return None
    try:
        return content.decode(encoding)
    except (LookupError, UnicodeDecodeError):
        return None


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers.

    Not ``splitlines``: that would also break a line at U+2028, U+0085 and others, which occur
    inside queries.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line


#: A line of topics is a record where this says so of a line that begins with ``#``.
IsRecord = Callable[[bytes], bool]


def record_lines(text: str, is_record: IsRecord) -> tuple[list[tuple[int, str]], Skipped]:
    r"""The lines that are records, with their numbers, and what was skipped.

    >>> record_lines("#8\tpearls\n# farms\n", lambda line: b"\t" in line)
    ([(1, '#8\tpearls')], Skipped(lines={'comments-skipped': (1, 2)}))
    """
    kept = records_only(text.encode("utf-8", "surrogatepass"), is_record)
    lines = kept.content.decode("utf-8", "surrogatepass").removesuffix("\n").split("\n")
    numbered = [(kept.number(row) + 1, line) for row, line in enumerate(lines) if line.strip()]
    return numbered, kept.skipped


def lines_read(text: str, reading: TextReading, is_record: IsRecord) -> list[tuple[int, str]]:
    """As `record_lines`; what was skipped is noted."""
    numbered, skipped = record_lines(text, is_record)
    mark = Skipped({MARK.code: (1, 1)} if reading.marked else {})
    reading.warnings.extend((mark + skipped).notes(reading.source))
    return numbered
