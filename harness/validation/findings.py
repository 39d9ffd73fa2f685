"""Findings: what is wrong with a submission, where, how severe, and the repair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Ints
from harness.core.errors import MAX_PROBLEMS, Problem
from harness.core.harmless import readable, shown_path
from harness.hypotheses import SUBJECTS, Hypothesis, hypotheses

#: Severities, worst first. ``repaired`` was settled by a repair.
SEVERITIES = ("error", "warning", "note", "repaired")
#: How many findings of one code and file are listed with their positions; all are counted.
MOST_LISTED = MAX_PROBLEMS
#: The message about several findings: a text, or a function of their values with the count of each
#: (a function of a module, so that it can be sent between processes).
Together = str | Callable[[Counter[Any]], str]


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of a submission.

    ``code`` is a key of `CHECKS`; ``line`` and ``column`` count from 1 (columns count characters)
    and are None for a fault of the whole file, or of a file without lines. ``repair`` names the
    repair that settled it, or the repairs that would (joined by "or").

    >>> print(Finding("document-twice", "error", "document 'd1' again", "a.run", 3, 8, "drop-x"))
    a.run:3:8: error: document 'd1' again [document-twice] (repair: drop-x)
    """

    code: str
    severity: str
    message: str
    file: str
    line: int | None = None
    column: int | None = None
    repair: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "file", shown_path(self.file))
        object.__setattr__(self, "message", readable(self.message))

    def __str__(self) -> str:
        parts = (self.file, self.line, self.column)
        location = ":".join(str(part) for part in parts if part is not None)
        text = f"{location}: {self.severity}: {self.message} [{self.code}]"
        return text + _describe_effect(self.severity, self.repair)


def _describe_effect(severity: str, repair: str | None) -> str:
    if repair is None:
        return ""
    return f" ({'repaired by' if severity == 'repaired' else 'repair:'} {repair})"


@dataclass(frozen=True, slots=True)
class Fold:
    """All findings of one code and severity in a file, as one.

    ``count`` is their number; they are in ``inside`` of ``of`` topics, of which ``topics`` lists
    the first, or all if the findings have no other position. ``message`` is about all, or about the
    first; ``lines`` and ``columns`` are the first few positions; ``repair`` is as in `Finding`.

    >>> print(Fold("rank-twice", "warning", 4, "a rank again", 2, 50, ("1", "7"), (2, 3)))
    4 in 2 of 50 topics (1, 7), lines 2, 3, …: a rank again
    """

    code: str
    severity: str
    count: int
    message: str
    inside: int = 0
    of: int = 0
    topics: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    repair: str | None = None

    def __str__(self) -> str:
        where = self.where()
        text = f"{where}: {self.message}" if where else self.message
        return f"{text}{_describe_effect(self.severity, self.repair)}"

    def cite(self, source: str) -> str:
        """Return the finding with its file; a single one with file, line and column, as editors
        open it.

        >>> Fold("document-twice", "error", 1, "again", lines=(25,), columns=(6,)).cite("a.run")
        'a.run:25:6: again'
        """
        return f"{source}{':' if self._has_one_place else ': '}{self}"

    @property
    def _has_one_place(self) -> bool:
        return self.count == 1 and bool(self.lines)

    def where(self) -> str:
        """Return the topics and lines in a few words; notes, which only inform, have no lines."""
        if self._has_one_place:
            return ":".join(str(part) for part in (self.lines[0], *self.columns[:1]))
        parts = [self._topics()] if self.inside or self.count > 1 else []
        if self.lines and self.severity != "note":
            more = ", …" if self.count > len(self.lines) else ""
            parts.append(f"lines {', '.join(map(str, self.lines))}{more}")
        return ", ".join(parts)

    def _topics(self) -> str:
        inside = self.inside
        times = "" if self.count == inside else f"{self.count:,}"
        if not inside:
            return times
        if inside == self.of:
            where = "the only topic" if inside == 1 else f"all {inside:,} topics"
        else:
            first, rest = ", ".join(self.topics[:3]), inside - 3
            more = f" and {rest:,} more" if rest > 0 else ""
            where = f"{inside:,} of {self.of:,} topics ({first}{more})"
        return f"{times} in {where}" if times else where


@dataclass(frozen=True, slots=True, eq=False)
class FindingSet:
    """All findings of one code in a file.

    ``keys`` [N] identify the findings (rows of the file, mostly); ``problem(n)`` returns the
    message and the position of the n-th. Only listed findings are located. ``topics`` returns the
    topics of some of them, each once, out of ``of`` topics; ``together`` is the message about
    several, if it differs from the first one's, perhaps a function of their ``values`` with the
    count of each.
    """

    code: str
    keys: Ints
    problem: Callable[[int], Problem]
    topics: Callable[[Ints], tuple[str, ...]] = lambda _: ()
    of: int = 0
    together: Together | None = None
    values: Callable[[Ints], npt.NDArray[Any]] | None = None

    def counted(self, numbers: Ints, listed: int = MOST_LISTED) -> FindingCount:
        """Count some findings, with the positions of the first ``listed`` ones."""
        first = tuple(self.problem(number) for number in numbers[:listed].tolist())
        values: Counter[Any] = Counter()
        if self.values is not None and callable(self.together) and len(numbers) > 0:
            different, counts = np.unique(self.values(numbers), return_counts=True)
            values = Counter(dict(zip(different.tolist(), counts.tolist(), strict=True)))
        topics = self.topics(numbers)
        return FindingCount(len(numbers), first, topics, self.of, self.together, values)


@dataclass(frozen=True, slots=True)
class FindingCount:
    """Counted findings of one code, and the first of them with their positions.

    Counts of a file's parts, each with other topics, add up.
    """

    count: int
    first: tuple[Problem, ...] = ()
    topics: tuple[str, ...] = ()
    of: int = 0
    together: Together | None = None
    values: Counter[Any] = field(default_factory=Counter)

    @property
    def message(self) -> str:
        """The message about all of them."""
        if self.together is None or self.count == 1:
            return self.first[0].words
        return self.together(self.values) if callable(self.together) else self.together

    def __add__(self, other: FindingCount) -> FindingCount:
        """Add the findings of a later part of the file."""
        if not (self.count and other.count):
            return self if self.count else other
        return FindingCount(
            self.count + other.count,
            (*self.first, *other.first)[:MOST_LISTED],
            (*self.topics, *other.topics),
            self.of,
            self.together if other.together else None,
            self.values + other.values,
        )


@dataclass(frozen=True, slots=True)
class Check:
    """A check: its code, default severity and repairs.

    A ``vital`` finding makes a run impossible to evaluate, and stays an error. ``drops`` says that
    the repair drops exactly the line of the finding.
    """

    code: str
    severity: str
    summary: str
    repairs: tuple[str, ...] = ()
    vital: bool = False
    drops: bool = False


#: Hypotheses about whole files that may hold for a readable file.
CAUSES: dict[str, Hypothesis] = {
    name: hypothesis
    for name, hypothesis in sorted(
        hypotheses().items(), key=lambda item: SUBJECTS.index(item[1].subject)
    )
    # A constant score has a check of its own.
    # With a wrong layout most lines are unreadable, except for lines with more fields.
    if name != "scores-constant"
    and (
        hypothesis.subject != "layout" or hypothesis.repairs or "more-fields" in hypothesis.explains
    )
}


def _define_unreadable(code: str, summary: str) -> Check:
    """Return the check of a line that cannot be read, which a repair drops."""
    return Check(code, "error", summary, ("drop-unreadable-lines",), vital=True, drops=True)


_TAG = ("tag-from-file-name",)
_RANKS = ("rerank-by-score",)

#: Every check by code, in the order of reports.
CHECKS: dict[str, Check] = {
    check.code: check
    for check in (
        *(
            # Unjudged documents are no more than a hint.
            Check(
                name,
                "warning" if name == "documents-unjudged" else "error",
                entry.summary,
                entry.repairs,
            )
            for name, entry in CAUSES.items()
        ),
        Check("unreadable", "error", "The file cannot be read as a run.", vital=True),
        Check("layout", "error", "The file has another layout than the task accepts."),
        _define_unreadable("fields", "A line has too few or too many fields."),
        _define_unreadable("header", "The first line names columns."),
        _define_unreadable(
            "score-not-a-number", "A score (or the rank used as score) is not a number."
        ),
        Check(
            "score-nan",
            "error",
            "A score is NaN; the rank says where the document belongs.",
            ("rescore-by-rank",),
            vital=True,
        ),
        _define_unreadable(
            "passage-not-a-number",
            "The offset or length of a passage is no whole number, or below 0.",
        ),
        Check("rank-not-a-number", "error", "A rank is not a whole number.", _RANKS),
        Check("more-fields", "warning", "Something follows the tag; it is ignored."),
        Check("byte-order-mark", "warning", "The file starts with a byte-order mark."),
        Check(
            "byte-order-mark-within",
            "warning",
            "A later line begins with a byte-order mark, as in concatenated files.",
        ),
        Check("encoding", "warning", "The file is not UTF-8; it is read as latin-1."),
        Check("line-ends", "note", "Lines end in carriage returns."),
        Check(
            "line-ends-cr",
            "warning",
            "Lines end in CR alone; trec_eval takes the file for a single line.",
        ),
        Check(
            "comment",
            "note",
            "Lines that begin with # and are no results are skipped here, but not everywhere.",
        ),
        Check("blank-line", "note", "Blank lines are skipped here, but not everywhere."),
        Check("description", "note", "NTCIR's description of the system is skipped."),
        Check("read-as", "note", "A decision was needed to read the file."),
        Check("iter-not-q0", "warning", "The second field is not Q0, q0 or 0."),
        Check("tag-characters", "error", "The tag has forbidden characters or is too long.", _TAG),
        Check("tags-differ", "error", "Lines have different tags.", _TAG),
        Check("tag-not-file-name", "error", "The tag is not the file's name.", _TAG),
        Check(
            "topic-unknown", "error", "A topic is not one of the task's.", ("drop-unknown-topics",)
        ),
        Check("topics-unjudged", "error", "No topic is one of the judged ones."),
        Check("topic-unanswered", "warning", "A topic of the task has no document."),
        Check(
            "too-many-documents",
            "error",
            "A topic has more documents than the task allows.",
            ("cut-to-depth",),
        ),
        Check("too-few-documents", "error", "A topic has fewer documents than the task requires."),
        Check(
            "document-unknown",
            "error",
            "A document is not in the collection.",
            ("drop-unknown-documents",),
            drops=True,
        ),
        Check(
            "document-twice",
            "error",
            "A topic has a document (or passage, or element) again.",
            ("drop-lower-duplicates",),
            vital=True,
            drops=True,
        ),
        Check("passage-overlap", "error", "A topic has passages of a document that overlap."),
        Check(
            "article-interleaved",
            "error",
            "Passages of a document come after those of another one, in a task in context.",
        ),
        Check(
            "entry-point-twice",
            "error",
            "A document has a second entry point, in a task of best in context.",
        ),
        Check("element-overlap", "note", "A topic has an element and one that contains it."),
        Check(
            "document-judged-before",
            "warning",
            "A document was judged in an earlier round; it does not count.",
        ),
        Check(
            "document-identical",
            "note",
            "A document has the identifier of its topic; the task drops it.",
        ),
        Check("rank-start", "note", "The ranks of a topic do not start at the first rank.", _RANKS),
        Check("rank-twice", "warning", "A rank occurs twice in a topic.", _RANKS),
        Check("rank-gap", "note", "The ranks of a topic have gaps.", _RANKS),
        Check(
            "rank-order",
            "error",
            "Ranks and scores order documents differently.",
            (*_RANKS, "rescore-by-rank"),
        ),
        Check("score-infinite", "warning", "A score is infinite, as log(0) is."),
        Check("score-order", "warning", "Scores do not descend in the file's order.", _RANKS),
        Check(
            "score-constant",
            "warning",
            "All documents of a topic, two or more, have the same score.",
            ("rescore-by-rank",),
        ),
        Check(
            "scores-rounded",
            "warning",
            "Scores have so few decimals that documents with different ranks tie.",
            ("rescore-by-rank",),
        ),
        Check(
            "first-ten-differ",
            "note",
            "The first ten documents by rank are not the first ten that are evaluated.",
            ("rescore-by-rank",),
        ),
        Check(
            "score-tied", "note", "Documents of a topic have equal scores.", ("rescore-by-rank",)
        ),
        Check(
            "score-tied-float32",
            "note",
            "Different scores are equal in single precision, in which trec_eval 9 compares them.",
            ("rescore-by-rank",),
        ),
        Check("nothing-left", "error", "The repairs leave no document.", vital=True),
        Check("name-twice", "error", "Another run of the task has the same name."),
        Check("tag-twice", "warning", "Another run of the task has the same tag."),
        Check("run-identical", "note", "Another run of the task has the same ranking."),
        Check("run-identical-group", "warning", "A run of another group has the same ranking."),
        Check(
            "set-aside", "error", "An earlier run has its name, or `run_pattern` does not fit it."
        ),
        Check("too-many-runs", "warning", "The group has more runs than the task allows."),
    )
}
