"""The requirements of a task for its runs, and the known documents."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Protocol

import numpy as np

from harness.core.arrays import Bools
from harness.core.columns import Blocks, TextColumn
from harness.core.errors import EvaluationError, Problem, refuse, suggest, unknown
from harness.core.listing import Pattern
from harness.core.lookup import Lookup
from harness.core.model import Run
from harness.core.notes import Note
from harness.core.packages import pl
from harness.evaluation.judgments import KnownJudgments
from harness.formats.layouts import find_layout, layout_names
from harness.hypotheses import KnownIdentifiers
from harness.settings.names import ANY_TAG, FINDING_SETTINGS, PASSAGE_TASKS, TAG_RULES
from harness.validation.findings import CHECKS, MOST_LISTED

#: Accepted second fields: those of NIST's scripts, and NTCIR's 0; `iter-not-q0` finds others.
ITERATIONS = ("Q0", "q0", "0")


class LazyJudgments(Protocol):
    """The judgments of a task, read on first use."""

    def measure(self) -> str:
        """Return the name of the task's first measure; "" if no judgments can be read."""

    def value(self, run: Run) -> float | None:
        """Return the measure's value for a run; None if it cannot be evaluated."""

    def documents(self) -> KnownIdentifiers | None:
        """Return the judged documents."""

    def topics(self) -> tuple[str, ...]:
        """Return the judged topics."""


@dataclass(frozen=True, slots=True, eq=False)
class Requirements:
    """The requirements of a task for each run, and the treatment of runs that do not comply.

    ``tag`` is a rule of `TAG_RULES`, or a regular expression for the whole tag; with
    ``tag_is_file_name`` the tag must be the file's name, with or without its suffix. ``layouts``
    lists the accepted ones (all readable ones if empty). ``depth`` is the maximum number of
    documents of a topic (None: any number), ``least_depth`` the minimum in a topic that has any;
    ``topics`` are the task's (None: not checked), and with ``all_topics`` each of them needs
    documents. ``documents`` knows the collection (None: not checked). ``passages`` is the task, of
    `PASSAGE_TASKS`, of runs of passages. Ranks start at ``first_rank``. Among the runs of a task,
    all names and, with ``unique_tags``, all tags must differ, and a group has at most
    ``runs_per_group`` (`check_together`). ``severity`` overrides `CHECKS` by code: error, warning,
    note or off. ``repairs`` names the allowed ones (`REPAIRS`), in any order. ``known_judgments``
    has the documents judged in earlier rounds (None: not checked); with ``ignore_identical``
    documents with the identifier of their topic do not count. For reports, ``not_checked`` says
    which parts of the task were not available (as a file is missing), and ``notes`` are about its
    topics. ``measured`` scores runs if judgments are known. ``listed`` findings of a code have
    positions.

    Raises `EvaluationError` with every problem: unknown names; a vital check that is not an error;
    repairs that contradict each other or lack what they need; a tag that is not an expression.

    >>> Requirements(severity={"rank-start": "off"}).find_severity("rank-start")
    'off'
    """

    tag: str = ANY_TAG
    tag_is_file_name: bool = False
    layouts: tuple[str, ...] = ()
    depth: int | None = None
    least_depth: int = 1
    topics: tuple[str, ...] | None = None
    all_topics: bool = True
    documents: KnownIdentifiers | None = None
    passages: str = PASSAGE_TASKS[0]
    first_rank: int = 1
    unique_tags: bool = True
    runs_per_group: int | None = None
    severity: Mapping[str, str] = field(default_factory=dict)
    repairs: tuple[str, ...] = ()
    known_judgments: KnownJudgments | None = None
    ignore_identical: bool = False
    not_checked: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    measured: LazyJudgments | None = None
    listed: int = MOST_LISTED

    def __post_init__(self) -> None:
        refuse(self._problems(), EvaluationError)

    def find_severity(self, code: str) -> str:
        """Return the severity of findings of a code."""
        return self.severity.get(code, CHECKS[code].severity)

    def _problems(self) -> Iterator[Problem]:
        for steps, message, hint in (
            *pattern_problem(("tag",), self.tag),
            *severity_problems(self.severity),
            *repair_problems(self.repairs, self.depth),
            *depth_problems(self.depth, self.least_depth),
            *layout_problems(self.layouts),
        ):
            yield Problem(message, key=str(steps[0]), hint=hint)
        if self.passages not in PASSAGE_TASKS:
            yield unknown("task of passages", self.passages, PASSAGE_TASKS, key="passages")


#: A fault of a requirement: the steps that lead to it, a message and a hint.
Fault = tuple[tuple[str | int, ...], str, str | None]


def pattern_problem(steps: tuple[str | int, ...], pattern: str) -> Iterator[Fault]:
    """Yield the fault of a regular expression, or of a rule for tags."""
    try:
        if pattern not in TAG_RULES:
            Pattern(pattern, ".".join(map(str, steps)))
    except ValueError as error:
        yield steps, str(error), None


def severity_problems(severity: Mapping[str, str]) -> Iterator[Fault]:
    """Yield the faults of the severities given to codes."""
    for code, setting in severity.items():
        steps = ("severity", code)
        if code not in CHECKS:
            yield (
                steps,
                f"unknown code {code!r}",
                suggest(code, CHECKS, "harness explain lists all"),
            )
        elif setting not in FINDING_SETTINGS:
            yield (
                steps,
                f"unknown severity {setting!r} of {code}",
                suggest(setting, FINDING_SETTINGS),
            )
        elif CHECKS[code].vital and setting != "error":
            repairs = " or ".join(CHECKS[code].repairs)
            message = f"{code} stays an error: such a run cannot be evaluated"
            yield steps, message, f"the repair is {repairs}" if repairs else None


def repair_problems(names: Sequence[str], depth: int | None) -> Iterator[Fault]:
    """Yield the faults of the repairs that a task names."""
    known = sorted({repair for check in CHECKS.values() for repair in check.repairs})
    for index, name in enumerate(names):
        if name not in known:
            yield ("repairs", index), f"unknown repair {name!r}", suggest(name, known)
    if "cut-to-depth" in names and depth is None:
        yield ("repairs",), "cut-to-depth needs the key depth", None
    if {"rerank-by-score", "rescore-by-rank"} <= set(names):
        message = "rerank-by-score and rescore-by-rank contradict each other"
        yield ("repairs",), message, "which counts, the scores or the ranks?"


def depth_problems(depth: int | None, least: int) -> Iterator[Fault]:
    """Yield the fault of the minimum number of documents of a topic."""
    if depth is not None and least > depth:
        yield ("least_depth",), f"{least} is more than depth allows, which is {depth}", None


def layout_problems(names: Sequence[str]) -> Iterator[Fault]:
    """Yield the faults of the accepted layouts."""
    known = layout_names("runs")
    for index, name in enumerate(names):
        if find_layout("runs", name) is None:
            yield ("layout", index), f"unknown layout {name!r}", suggest(name, known)


#: Patterns with one meaning in polars' faster engine and in Python: plain characters, classes,
#: groups, repetitions.
_PLAIN = re.compile(
    r"(?:(?:[\w./:-]|\\[dw.\-/]|\[[\w.-]+\]|\))(?:[?*+]|\{\d+(?:,\d+)?\})?|\((?:\?:)?|\|)*",
    re.ASCII,
)


def find_matching(pattern: str) -> KnownIdentifiers:
    r"""Return the documents whose whole identifier matches a regular expression (Python's).

    >>> find_matching(r"FT\d{3}-\d+").has(["FT911-3", "FT91-3", "FT911-3x"]).tolist()
    [True, False, False]
    """
    compiled = Pattern(pattern, "check.documents.pattern")
    if _PLAIN.fullmatch(pattern) and "--" not in pattern:
        anchored = f"^(?:{pattern})$"
        with suppress(pl.exceptions.ComputeError):  # too large for that engine
            pl.Series([""]).str.contains(anchored)
            return KnownIdentifiers(
                f"the pattern {pattern}",
                lambda docs: pl.Series(docs, dtype=pl.String).str.contains(anchored).to_numpy(),
            )
    return KnownIdentifiers(
        f"the pattern {pattern}", lambda docs: np.array(compiled.fits(docs), dtype=bool)
    )


def find_listed(ids: pl.Series, source: str) -> KnownIdentifiers:
    """Return the documents of a list; ``source`` names it.

    >>> find_listed(pl.Series(["d1", "d2"]), "docs.txt").has(["d2", "d3"]).tolist()
    [True, False]
    """
    ids = ids.unique(maintain_order=True)
    lookup = Lookup(_one_topic(ids), TextColumn.of(ids))

    def has(docs: Sequence[str] | pl.Series) -> Bools:
        asked = pl.Series(docs, dtype=pl.String)
        return lookup.has(_one_topic(asked), TextColumn.of(asked))

    return KnownIdentifiers(
        source, has, ids.to_list, lambda most: ids.gather_every(-(-len(ids) // most) or 1).to_list()
    )


def _one_topic(docs: pl.Series) -> Blocks:
    return Blocks([""], np.array([len(docs)]))


def find_known(find: Callable[[Iterable[str]], set[str]], source: str) -> KnownIdentifiers:
    """Return the documents that ``find`` finds among identifiers; each is looked up once.

    Runs of one task share most of their documents. Threads wait for each other.

    >>> known = find_known(lambda ids: {one for one in ids if one < "b"}, "the collection")
    >>> known.has(["a1", "b1", "a1"]).tolist()
    [True, False, True]
    """
    answers: dict[str, bool] = {}
    lock = Lock()

    def has(given: Sequence[str] | pl.Series) -> Bools:
        docs = pl.Series(given, dtype=pl.String)
        distinct = docs.unique(maintain_order=True)
        with lock:
            new = [doc for doc in distinct.to_list() if doc not in answers]
            there_now = find(new) if new else set()
            answers.update((doc, doc in there_now) for doc in new)
            there = [answers[doc] for doc in distinct.to_list()]
        return np.asarray(docs.replace_strict(distinct, there, return_dtype=pl.Boolean).to_numpy())

    return KnownIdentifiers(source, has)
