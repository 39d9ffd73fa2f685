"""Checks of the file itself: its encoding, its line ends, lines that are no results."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

import numpy as np

from harness.core.errors import Problem
from harness.formats.files import BOM, foreign_byte
from harness.formats.submissions import Submission
from harness.validation.findings import Found
from harness.validation.requirements import Requirements

_COMMENT = re.compile(rb"(?:^|\n)#")


def check_structure(
    submission: Submission, requirements: Requirements, *, named: bool = False
) -> Iterator[Found]:
    """Everything about the file that is known before its lines are compared with each other.

    ``named`` says that its layout was not recognised but is known.
    """
    yield from _layout(submission, requirements.layouts, named=named)
    for code, defects in submission.defects.items():
        yield Found(code, np.arange(defects.count), defects.first.__getitem__)
    if submission.marked:
        problem = Problem("the file starts with a byte-order mark", submission.source, 1, 1)
        yield _single("byte-order-mark", problem)
    if submission.encoding != "utf-8":
        yield _single("encoding", _first_foreign_byte(submission))
    if b"\r" in submission.raw:
        code = "line-ends" if b"\n" in submission.raw else "line-ends-cr"
        yield _single(code, _returns(submission))
    if submission.layout.has_comments and b"#" in submission.content:
        yield from _comments(submission)


def _layout(submission: Submission, accepted: Collection[str], *, named: bool) -> Iterator[Found]:
    """Whether the layout is one that is accepted, and what had to be decided to read the file."""
    if accepted and submission.format not in accepted:
        message = f"the layout is {submission.format}; accepted is {' or '.join(accepted)}"
        yield _single("layout", Problem(message, submission.source))
    decided = [warning.removeprefix(f"{submission.source}: ") for warning in submission.warnings]
    if not (decided or named or accepted) and submission.format != _USUAL:
        decided = [f"the file is read as {submission.format}"]
    if decided:
        problems = [Problem(words, submission.source) for words in decided]
        yield Found("read-as", np.arange(len(problems)), problems.__getitem__)


#: The layout of runs that nothing need be said about.
_USUAL = "trec"


def _single(code: str, problem: Problem) -> Found:
    return Found(code, np.zeros(1, dtype=np.int64), lambda _: problem)


def _first_foreign_byte(submission: Submission) -> Problem:
    offset = foreign_byte(submission.content)
    if offset is None:
        return Problem("the file is not UTF-8", submission.source)
    byte = submission.content[offset]
    message = f"byte 0x{byte:02x} is not UTF-8; the file is read as latin-1"
    return _at(submission, offset, message)


def _returns(submission: Submission) -> Problem:
    content = submission.raw.removeprefix(BOM)
    pairs, ends, returns = content.count(b"\r\n"), content.count(b"\n"), content.count(b"\r")
    if not ends:
        message = f"all {returns} lines end in CR alone; trec_eval takes them for one line"
    elif pairs == ends:
        message = f"all {pairs} lines end in CR LF"
    else:
        message = f"{pairs} of {ends} lines end in CR LF"
    if ends and returns > pairs:
        message += f"; {returns - pairs} more CR are blanks"
    return _at(submission, content.index(b"\r"), message)


def _comments(submission: Submission) -> Iterator[Found]:
    starts = [found.end() - 1 for found in _COMMENT.finditer(submission.content)]
    if starts:
        one = len(starts) == 1
        lines = (
            "1 line that starts with # is" if one else f"{len(starts)} lines that start with # are"
        )
        message = f"{lines} skipped; trec_eval skips none"
        yield _single("comment", _at(submission, starts[0], message))


def _at(submission: Submission, offset: int, message: str) -> Problem:
    """A problem at a byte; in what comes before it in its line a character is a byte."""
    before = submission.content[:offset]
    line = before.count(b"\n") + 1
    return Problem(message, submission.source, line, offset - (before.rfind(b"\n") + 1) + 1)
