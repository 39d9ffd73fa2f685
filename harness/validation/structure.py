"""Checks of the file itself: its encoding, its line ends, lines that are no results."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

from harness.core.errors import Problem
from harness.formats.files import BOM, foreign_byte
from harness.formats.submissions import Submission
from harness.validation.findings import FindingSet
from harness.validation.requirements import Requirements

_COMMENT = re.compile(rb"(?:^|\n)#")
_NEWLINE = b"\n"[0]
#: So many bytes are looked at together.
_PIECE = 2**18


@dataclass(frozen=True, slots=True)
class TextFacts:
    """What the bytes of a file say: of its parts (in order) together, what those of all say.

    ``ends`` counts line feeds, ``returns`` carriage returns, ``pairs`` those before a line feed;
    ``comments`` the lines that start with ``#``. ``first_return`` and ``first_comment`` are lines
    and columns.
    """

    ends: int
    returns: int = 0
    pairs: int = 0
    comments: int = 0
    first_return: tuple[int, int] | None = None
    first_comment: tuple[int, int] | None = None

    @classmethod
    def of(cls, submission: Submission) -> TextFacts:
        """The facts of a submission, or of a part of one."""
        raw = submission.raw
        returns = comments = 0
        first_return = first_comment = None
        if b"\r" in raw:
            returns = raw.count(b"\r")
            # The byte-order mark is in no column.
            first_return = _position(submission, raw.removeprefix(BOM).index(b"\r"))
        if submission.layout.has_comments and b"#" in submission.content:
            starts = [match.end() - 1 for match in _COMMENT.finditer(submission.content)]
            comments = len(starts)
            first_comment = _position(submission, starts[0]) if starts else None
        pairs = raw.count(b"\r\n") if returns else 0
        return cls(_num_newlines(raw), returns, pairs, comments, first_return, first_comment)

    def __add__(self, other: TextFacts) -> TextFacts:
        """The facts of both, of which the other one comes later."""
        return TextFacts(
            self.ends + other.ends,
            self.returns + other.returns,
            self.pairs + other.pairs,
            self.comments + other.comments,
            self.first_return or other.first_return,
            self.first_comment or other.first_comment,
        )

    @property
    def newlines(self) -> int:
        """How many lines end in a newline, or in a carriage return where that ends lines."""
        return self.ends or self.returns

    def findings(self, source: str) -> Iterator[FindingSet]:
        """What is found in them."""
        if self.returns:
            code = "line-ends" if self.ends else "line-ends-cr"
            yield _single(code, Problem(self._returns(), source, *(self.first_return or ())))
        if self.comments:
            single = self.comments == 1
            lines = "line that starts with # is" if single else "lines that start with # are"
            message = f"{self.comments} {lines} skipped; trec_eval skips none"
            yield _single("comment", Problem(message, source, *(self.first_comment or ())))

    def _returns(self) -> str:
        if not self.ends:
            return f"all {self.returns} lines end in CR alone; trec_eval takes them for one line"
        if self.pairs == self.ends:
            message = f"all {self.pairs} lines end in CR LF"
        else:
            message = f"{self.pairs} of {self.ends} lines end in CR LF"
        blanks = self.returns - self.pairs
        return f"{message}; {blanks} more CR are blanks" if blanks else message


def _num_newlines(text: bytes) -> int:
    """How many there are: for so common a byte many times as fast as the text's own count."""
    values = np.frombuffer(text, dtype=np.uint8)
    starts = range(0, len(values), _PIECE)
    return sum(int(np.count_nonzero(values[i : i + _PIECE] == _NEWLINE)) for i in starts)


def check_structure(
    submission: Submission, requirements: Requirements, *, named: bool = False
) -> Iterator[FindingSet]:
    """What is known of the file before its bytes and its lines are looked at.

    ``named`` says that its layout was not recognised but is known.
    """
    yield from _layout(submission, requirements.layouts, named=named)
    for code, defects in submission.defects.items():
        yield FindingSet(code, np.arange(defects.count), defects.first.__getitem__)
    if submission.marked:
        problem = Problem("the file starts with a byte-order mark", submission.source, 1, 1)
        yield _single("byte-order-mark", problem)
    if submission.encoding != "utf-8":
        yield _single("encoding", _first_foreign_byte(submission))


def _layout(
    submission: Submission, accepted: Collection[str], *, named: bool
) -> Iterator[FindingSet]:
    """Whether the layout is one that is accepted, and what had to be decided to read the file."""
    if accepted and submission.format not in accepted:
        message = f"the layout is {submission.format}; accepted is {' or '.join(accepted)}"
        yield _single("layout", Problem(message, submission.source))
    decided = [note.text for note in submission.warnings]
    if not (decided or named or accepted) and submission.format != _USUAL:
        decided = [f"the file is read as {submission.format}"]
    if decided:
        problems = [Problem(words, submission.source) for words in decided]
        yield FindingSet("read-as", np.arange(len(problems)), problems.__getitem__)


#: The layout of runs that nothing need be said about.
_USUAL = "trec"


def _single(code: str, problem: Problem) -> FindingSet:
    return FindingSet(code, np.zeros(1, dtype=np.int64), lambda _: problem)


def _first_foreign_byte(submission: Submission) -> Problem:
    offset = foreign_byte(submission.content)
    if offset is None:
        return Problem("the file is not UTF-8", submission.source)
    byte = submission.content[offset]
    message = f"byte 0x{byte:02x} is not UTF-8; the file is read as latin-1"
    return Problem(message, submission.source, *_position(submission, offset))


def _position(submission: Submission, offset: int) -> tuple[int, int]:
    """The line and the column of a byte; before it in its line a character is a byte."""
    before = submission.content[:offset]
    line = submission.before + before.count(b"\n") + 1
    return line, offset - (before.rfind(b"\n") + 1) + 1
