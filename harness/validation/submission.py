"""Checking a run file: what is wrong with it, what was repaired, and the run that is left."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from harness.arrays import Ints
from harness.errors import InputError, Problem
from harness.formats.runs import RUN_FORMATS, ir_metadata
from harness.formats.submissions import Submission, read_submission
from harness.identity import run_name
from harness.model import Run
from harness.validation.documents import check_judged_before, check_known, check_repeated
from harness.validation.findings import (
    CHECKS,
    MOST_LISTED,
    SEVERITIES,
    Finding,
    Fold,
    Found,
    repairs_of,
)
from harness.validation.ranks import check_ranks
from harness.validation.repairs import repair
from harness.validation.requirements import Requirements
from harness.validation.scores import check_scores
from harness.validation.sheet import Mask, Sheet
from harness.validation.structure import check_structure
from harness.validation.tags import check_iterations, check_tags, first_tag
from harness.validation.topics import check_depth, check_topics

#: What looks at the lines; repaired lines are looked at again.
_LINE_CHECKS = (
    check_iterations,
    check_tags,
    check_topics,
    check_depth,
    check_known,
    check_repeated,
    check_judged_before,
    check_ranks,
    check_scores,
)
#: What dropping a line brings about; it says nothing about the file.
_OF_DROPPED = ("rank-start", "rank-gap")
_EVERYTHING = Requirements()
#: So many places of findings that are said as one.
_FIRST = 3
#: A file is a plain text when it starts as what is read of it does.
_COMPARED = 64


@dataclass(frozen=True, slots=True)
class Tally:
    """How many findings of one code there are: those that stand, and those that were repaired."""

    severity: str
    standing: int
    repaired: int = 0


@dataclass(frozen=True, slots=True)
class Checked:
    """What there is to know about a submission.

    ``run`` is the run as it would be evaluated, repaired, or None while an error stands.
    ``findings`` are listed by code, line and column, at most 25 of each code; ``tallies`` count
    all of them, by code, in the order of `CHECKS`. ``folds`` say all of a code and severity as one,
    the worst first. ``repairs`` says how many lines of the file each repair changed or dropped.
    ``tag`` is the first of the file, before repairs. ``newlines`` counts the lines of a plain text
    that end in a newline; None for what is no plain text. ``readable`` is False for a file that is
    no run at all.
    """

    source: str
    run: Run | None
    findings: tuple[Finding, ...]
    tallies: Mapping[str, Tally]
    repairs: Mapping[str, int] = field(default_factory=dict)
    format: str | None = None
    name: str | None = None
    readable: bool = True
    folds: tuple[Fold, ...] = ()
    tag: str | None = None
    newlines: int | None = None

    @classmethod
    def unreadable(cls, path: str | os.PathLike[str], error: InputError) -> Checked:
        """What there is to say about a file that `check_run` raises ``error`` for."""
        source = os.fspath(path)
        findings = [
            Finding("unreadable", "error", _worded(problem), source, problem.line, problem.column)
            for problem in error.problems
        ]
        tallies = {"unreadable": Tally("error", len(findings))}
        first, lines = findings[0], [one.line for one in findings[:_FIRST] if one.line]
        fold = Fold(
            *(first.code, "error", len(findings), first.message),
            lines=tuple(lines),
            columns=(first.column,) if first.column else (),
        )
        return cls(source, None, tuple(findings), tallies, readable=False, folds=(fold,))

    @property
    def counts(self) -> dict[str, int]:
        """How many findings of each code there are, repaired ones included."""
        return {code: one.standing + one.repaired for code, one in self.tallies.items()}

    @property
    def worst(self) -> str | None:
        """The worst severity of what was found: error, warning, note, repaired; None: nothing."""
        found = {one.severity for one in self.tallies.values() if one.standing}
        found |= {"repaired" for one in self.tallies.values() if one.repaired}
        return min(found, key=SEVERITIES.index, default=None)

    @property
    def passes(self) -> bool:
        """Whether there is neither an error nor a warning left."""
        return self.worst not in ("error", "warning")

    @property
    def clean(self) -> bool:
        """Whether it passes as it is: nothing was repaired."""
        return self.passes and not self.repairs and not self.number("repaired")

    def and_found(self, finding: Finding) -> Checked:
        """The same with one more finding, of a code of its own."""
        fold = Fold(finding.code, finding.severity, 1, finding.message)
        tallies = {**self.tallies, finding.code: Tally(finding.severity, 1)}
        return replace(
            self,
            run=None if finding.severity == "error" else self.run,
            findings=(*self.findings, finding),
            folds=tuple(sorted((*self.folds, fold), key=_worst_first)),
            tallies={code: tallies[code] for code in CHECKS if code in tallies},
        )

    def number(self, severity: str) -> int:
        """How many findings of a severity there are.

        >>> Checked("a.run", None, (), {"rank-gap": Tally("warning", 3, 1)}).number("warning")
        3
        """
        if severity == "repaired":
            return sum(one.repaired for one in self.tallies.values())
        return sum(one.standing for one in self.tallies.values() if one.severity == severity)


def check_run(
    path: str | os.PathLike[str],
    requirements: Requirements = _EVERYTHING,
    *,
    name: str | None = None,
    format: str | None = None,
    ranks: bool = False,
) -> Checked:
    """Check a run file against what a task asks for, and repair what it allows to be repaired.

    ``name``, ``format`` and ``ranks`` are those of `harness.read_run`, and so is the run of a file
    without errors. A repair turns what it settles into findings of the severity ``repaired``; the
    file itself stays as it is. Raises `InputError` for a file that cannot be read at all (missing,
    empty, binary, damaged, not one usable line, a table with wrong columns or values).
    """
    submission = read_submission(path, format=format)
    before = Sheet.of(submission)
    checks = check_structure(submission, requirements, named=format is not None)
    structure = {one.code: one for one in checks}
    found = _found(before, requirements)
    after, changed = repair(before, requirements, (*structure, *found))
    left = found if after is before else _found(after, requirements)
    verdicts = _verdicts(_Evidence(structure, found, left), requirements, tuple(changed))
    checked = Checked(
        source=submission.source,
        run=None,
        findings=tuple(finding for one in verdicts for finding in one.listed(submission)),
        tallies={one.found.code: one.tally() for one in verdicts},
        repairs=changed,
        format=submission.format,
        folds=tuple(sorted((fold for one in verdicts for fold in one.folds()), key=_worst_first)),
        tag=_tag(before),
        newlines=_newlines(submission),
        name=run_name(submission.source, _tag(after), name),
    )
    run = None if checked.worst == "error" else _run(after, checked.name or "", ranks=ranks)
    return replace(checked, run=run)


@dataclass(frozen=True, slots=True, eq=False)
class _Verdict:
    """What was found of one code, and which of it [N] stands after the repairs ``by`` name."""

    found: Found
    stands: Mask
    severity: str
    by: str

    def tally(self) -> Tally:
        standing = int(self.stands.sum())
        return Tally(self.severity, standing, len(self.stands) - standing)

    def listed(self, submission: Submission) -> Iterator[Finding]:
        """The first findings in file order; those that stand come first."""
        code = self.found.code
        standing_first = np.append(np.flatnonzero(self.stands), np.flatnonzero(~self.stands))
        for number in standing_first[:MOST_LISTED].tolist():
            problem = self.found.at(number)
            standing = self.stands[number]
            severity = self.severity if standing else "repaired"
            advice = None if severity == "note" else repairs_of(code)
            how = advice if standing else self.by
            place = submission.source, problem.line, problem.column
            yield Finding(code, severity, _worded(problem), *place, how)

    def folds(self) -> Iterator[Fold]:
        """All that stands as one, and all that is repaired."""
        code = self.found.code
        advice = None if self.severity == "note" else repairs_of(code)
        for severity, which, how in (
            (self.severity, self.stands, advice),
            ("repaired", ~self.stands, self.by),
        ):
            numbers = np.flatnonzero(which)
            if not len(numbers):
                continue
            first = [self.found.at(number) for number in numbers[:_FIRST].tolist()]
            together = self.found.together
            several = together is not None and len(numbers) > 1
            topics = self.found.topics(numbers)
            lines = tuple(problem.line for problem in first if problem.line is not None)
            yield Fold(
                code,
                severity,
                len(numbers),
                together(numbers) if together and several else _worded(first[0]),
                inside=len(topics),
                of=self.found.of,
                topics=topics[:MOST_LISTED] if lines else topics,
                lines=lines,
                columns=tuple(problem.column for problem in first if problem.column is not None),
                repair=how,
            )


def _worst_first(fold: Fold) -> int:
    return SEVERITIES.index(fold.severity)


@dataclass(frozen=True, slots=True, eq=False)
class _Evidence:
    """What was found, by code: in the file, in its lines, and in what repairs make of them."""

    structure: Mapping[str, Found]
    before: Mapping[str, Found]
    after: Mapping[str, Found]

    def of(self, code: str, *, settled: bool) -> tuple[Found, Mask] | None:
        """All of one code, and which of it stands; None where there is nothing.

        What was found in the file itself stands until a repair of it is asked for (``settled``).
        """
        before, after = self.before.get(code), self.after.get(code)
        if (there := self.structure.get(code)) is not None:
            return there, np.full(len(there.keys), not settled)
        if before is not None and after is not None:
            return _both(before, after)
        if before is not None:
            return before, np.zeros(len(before.keys), dtype=bool)
        if after is not None and code not in _OF_DROPPED:
            return after, np.ones(len(after.keys), dtype=bool)
        return None


def _both(before: Found, after: Found) -> tuple[Found, Mask]:
    """What was found before the repairs or is found after them, and which of it stands.

    A repair may uncover something: a line is in order beside one that is dropped, but not beside
    the next.
    """
    if after is before:
        return before, np.ones(len(before.keys), dtype=bool)
    stands = np.isin(before.keys, after.keys)
    new = np.flatnonzero(~np.isin(after.keys, before.keys))
    if not len(new) or before.code in _OF_DROPPED:
        return before, stands
    old = len(before.keys)
    keys = np.append(before.keys, after.keys[new])
    order = np.argsort(keys, kind="stable")

    def at(number: int) -> Problem:
        place = int(order[number])
        return before.at(place) if place < old else after.at(int(new[place - old]))

    def topics(numbers: Ints) -> tuple[str, ...]:
        places = order[numbers]
        there = before.topics(places[places < old])
        return tuple(dict.fromkeys((*there, *after.topics(new[places[places >= old] - old]))))

    stands = np.append(stands, np.ones(len(new), dtype=bool))
    merged = replace(before, keys=keys[order], at=at, topics=topics, together=None)
    return merged, stands[order]


def _verdicts(
    evidence: _Evidence, requirements: Requirements, made: tuple[str, ...]
) -> list[_Verdict]:
    """What was found and is wanted to be known, in the order of `CHECKS`; repairs were ``made``."""
    verdicts = []
    for code, check in CHECKS.items():
        asked = [name for name in check.repairs if name in requirements.repairs]
        there = evidence.of(code, settled=bool(asked))
        severity = requirements.severity_of(code)
        if there is not None and severity != "off":
            by = asked[0] if asked else " and ".join(made)
            verdicts.append(_Verdict(*there, severity, by))
    return verdicts


def _found(sheet: Sheet, requirements: Requirements) -> dict[str, Found]:
    """What the checks find in the lines of a sheet, by code."""
    if not sheet.frame.height:
        problem = Problem("the repairs leave no document", sheet.submission.source)
        return {"nothing-left": Found("nothing-left", np.zeros(1, np.int64), lambda _: problem)}
    return {one.code: one for check in _LINE_CHECKS for one in check(sheet, requirements)}


def _newlines(submission: Submission) -> int | None:
    """How many lines end in a newline, where the file is a text that an editor would change."""
    path = Path(submission.source)
    if submission.format not in RUN_FORMATS or not path.is_file():
        return None
    with path.open("rb") as file:
        plain = file.read(_COMPARED) == submission.content[:_COMPARED]
    return submission.content.count(b"\n") if plain else None


def _tag(sheet: Sheet) -> str | None:
    return first_tag(sheet) if sheet.has("tag") and sheet.frame.height else None


def _run(sheet: Sheet, name: str, *, ranks: bool) -> Run:
    """The run with the columns, and in the order, that `read_run` gives it."""
    submission, frame = sheet.submission, sheet.frame
    if sheet.by_file:
        frame = frame.sort("row")
    wanted = ("topic", "doc", "score", "offset", "length", *(("rank",) if ranks else ()))
    details: dict[str, Any] = {"format": submission.format}
    header = ir_metadata(submission.content)
    if header is not None and submission.format in RUN_FORMATS:
        details["ir_metadata"] = header
    columns = [column for column in wanted if column in frame.columns]
    frame = frame.select(columns)
    return Run(name, frame, submission.source, submission.warnings, details)


def _worded(problem: Problem) -> str:
    return f"{problem.message} ({problem.hint})" if problem.hint else problem.message
