"""Checks of the file and its tags: encoding, line ends, lines that are not results."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

import numpy as np

from harness.core.arrays import num_newlines
from harness.core.errors import Problem
from harness.core.identity import file_names
from harness.core.listing import Pattern
from harness.core.locations import is_here_only
from harness.core.packages import pl
from harness.formats.files import BOM
from harness.formats.skipped import BLANK, COMMENT, DESCRIPTION, INNER_MARK, MARK, SkippedLines
from harness.formats.submissions import Submission
from harness.settings.names import TAG_RULES
from harness.validation.findings import FindingSet
from harness.validation.grouped_run import GroupedRun
from harness.validation.requirements import ITERATIONS, Requirements

#: The checks that report skipped lines.
_SKIPS = {
    MARK.code: "byte-order-mark",
    INNER_MARK.code: "byte-order-mark-within",
    DESCRIPTION.code: "description",
    COMMENT.code: "comment",
    BLANK.code: "blank-line",
}


@dataclass(frozen=True, slots=True)
class TextFacts:
    """Facts about the bytes of a file; facts of its parts, in order, add up.

    ``ends`` counts line feeds, ``returns`` carriage returns, ``pairs`` carriage returns before a
    line feed; ``first_return`` is the line and column of the first. ``skipped`` has the lines that
    are not records.
    """

    ends: int
    returns: int = 0
    pairs: int = 0
    first_return: tuple[int, int] | None = None
    skipped: SkippedLines = field(default_factory=SkippedLines)

    @classmethod
    def of(cls, submission: Submission) -> TextFacts:
        """Collect the facts of a submission, or of a part of one."""
        raw = submission.raw
        returns = 0
        first_return = None
        if b"\r" in raw:
            returns = raw.count(b"\r")
            # The byte-order mark is in no column.
            first_return = _find_first_return(submission, raw.removeprefix(BOM))
        pairs = raw.count(b"\r\n") if returns else 0
        return cls(num_newlines(raw), returns, pairs, first_return, submission.skipped)

    def __add__(self, other: TextFacts) -> TextFacts:
        """Add the facts of a later part."""
        return TextFacts(
            self.ends + other.ends,
            self.returns + other.returns,
            self.pairs + other.pairs,
            self.first_return or other.first_return,
            self.skipped + other.skipped,
        )

    @property
    def newlines(self) -> int:
        """The number of lines that end in a newline, or in a carriage return if these end lines."""
        return self.ends or self.returns

    def findings(self, source: str) -> Iterator[FindingSet]:
        """Yield the findings in these facts."""
        if self.returns:
            code = "line-ends" if self.ends else "line-ends-cr"
            yield _wrap_problem(code, Problem(self._returns(), source, *(self.first_return or ())))
        for code, (_, line) in self.skipped.lines.items():
            message = f"{self.skipped.sentence(code)}; trec_eval skips none"
            yield _wrap_problem(_SKIPS[code], Problem(message, source, line, 1))

    def _returns(self) -> str:
        if not self.ends:
            return f"all {self.returns} lines end in CR alone; trec_eval takes them for one line"
        if self.pairs == self.ends:
            message = f"all {self.pairs} lines end in CR LF"
        else:
            message = f"{self.pairs} of {self.ends} lines end in CR LF"
        blanks = self.returns - self.pairs
        return f"{message}; {blanks} more CR are blanks" if blanks else message


def check_structure(
    submission: Submission, requirements: Requirements, *, named: bool = False
) -> Iterator[FindingSet]:
    """Yield the findings that need neither bytes nor lines of the file.

    ``named`` says that the layout is known, and was not recognised.
    """
    yield from _check_layout(submission, requirements.layouts, named=named)
    for code, defects in submission.defects.items():
        yield FindingSet(code, np.arange(defects.count), defects.first.__getitem__)
    if submission.encoding != "utf-8":
        yield _wrap_problem("encoding", _find_foreign_byte(submission))


def _check_layout(
    submission: Submission, accepted: Collection[str], *, named: bool
) -> Iterator[FindingSet]:
    """Find a layout that is not accepted, and the decisions made to read the file."""
    if accepted and submission.format not in accepted:
        message = f"the layout is {submission.format}; accepted is {' or '.join(accepted)}"
        yield _wrap_problem("layout", Problem(message, submission.source))
    decided = [note.text for note in submission.warnings]
    if not (decided or named or accepted) and submission.format != _USUAL:
        decided = [f"the file is read as {submission.format}"]
    if decided:
        problems = [Problem(words, submission.source) for words in decided]
        yield FindingSet("read-as", np.arange(len(problems)), problems.__getitem__)


#: The layout of runs that needs no note.
_USUAL = "trec"


def _wrap_problem(code: str, problem: Problem) -> FindingSet:
    return FindingSet(code, np.zeros(1, dtype=np.int64), lambda _: problem)


def _find_foreign_byte(submission: Submission) -> Problem:
    foreign = submission.records.foreign_place() if submission.records else None
    if foreign is None:
        return Problem("the file is not UTF-8", submission.source)
    byte, line, column = foreign
    message = f"byte 0x{byte:02x} is not UTF-8; the file is read as latin-1"
    return Problem(message, submission.source, line, column)


def _find_first_return(submission: Submission, text: bytes) -> tuple[int, int]:
    """Return line and column of the first carriage return, counting bytes as characters."""
    before = text[: text.index(b"\r")]
    return submission.before + before.count(b"\n") + 1, len(before) - (before.rfind(b"\n") + 1) + 1


def check_iterations(sheet: GroupedRun, _requirements: Requirements) -> Iterator[FindingSet]:
    """Find second fields other than ``Q0``, ``q0`` and NTCIR's ``0``."""
    if not sheet.has("iter"):
        return
    fields = sheet.blocks("iter")
    others = [name not in ITERATIONS for name in fields.names]
    yield from sheet.findings(
        "iter-not-q0",
        np.flatnonzero(np.repeat(others, fields.sizes)),
        "iter",
        lambda position: f"the second field {sheet.value(position, 'iter')!r} is not Q0",
    )


def check_tags(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """Check that a run has one tag, of allowed characters, which is the file's name if required."""
    if not sheet.has("tag") or (first := first_tag(sheet)) is None:
        return
    tags = sheet.blocks("tag")
    differ = [tag is not None and tag != first for tag in tags.names]
    yield from sheet.findings(
        "tags-differ",
        np.flatnonzero(np.repeat(differ, tags.sizes)),
        "tag",
        lambda position: (
            f"the tag is {sheet.value(position, 'tag')!r} here and {first!r} in the first line"
        ),
    )
    yield from _check_characters(
        sheet, requirements.tag, several=tags.names[0] is None or any(differ)
    )
    source = sheet.submission.source
    names = file_names(source)
    if requirements.tag_is_file_name and not is_here_only(source) and first not in names:
        known = " or ".join(map(repr, names))
        positions = np.array([0])
        if sheet.read is None:
            positions = _select_tagged(sheet)["place"].head(1).cast(pl.Int64).to_numpy()
        words = f"the tag {first!r} is not the file's name {known}"
        yield from sheet.findings("tag-not-file-name", positions, "tag", lambda _: words)


def first_tag(sheet: GroupedRun) -> str | None:
    """Return the first tag of the file; None without any."""
    # Topics are in the order of their first lines, so the file's first line is the first here.
    first = sheet.blocks("tag").names[0]
    return first if first is not None else next(iter(_select_tagged(sheet)["tag"]), None)


def _select_tagged(sheet: GroupedRun) -> pl.DataFrame:
    """Return the lines with a tag, in file order, and their positions in the sheet."""
    lines = sheet.frame.select("row", "tag").with_row_index("place").drop_nulls()
    return lines.sort("row").select("place", "tag")


def _check_characters(sheet: GroupedRun, rule: str, *, several: bool) -> Iterator[FindingSet]:
    pattern = TAG_RULES.get(rule, rule)
    if pattern is None:
        return
    # Nearly every file has one tag, which its first line shows.
    lines = (
        _select_tagged(sheet).unique("tag", keep="first", maintain_order=True) if several else None
    )
    once = [(0, first_tag(sheet))] if lines is None else lines.rows()
    fits = Pattern(pattern, "check.tag").fits(tag for _, tag in once)
    wrong = [position for (position, _), fit in zip(once, fits, strict=True) if not fit]
    expected = (
        "1 to 24 letters, digits, dots, underscores and hyphens" if rule == "trec" else pattern
    )
    yield from sheet.findings(
        "tag-characters",
        np.array(wrong),
        "tag",
        lambda position: (
            f"the tag {sheet.value(position, 'tag')!r:.60} is not what is asked for: {expected}"
        ),
    )
