"""What is found in a submission, what repairs leave of it, and which of it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from harness.core.arrays import Ints
from harness.core.errors import Problem
from harness.formats.submissions import Submission
from harness.validation.causes import check_causes
from harness.validation.documents import (
    check_identical,
    check_judged_before,
    check_known,
    check_parts,
    check_repeated,
)
from harness.validation.findings import (
    CAUSES,
    CHECKS,
    MOST_LISTED,
    SEVERITIES,
    Finding,
    FindingSet,
    Fold,
    repairs_of,
)
from harness.validation.grouped_run import GroupedRun, Mask
from harness.validation.ranks import check_ranks
from harness.validation.repairs import repair
from harness.validation.requirements import Requirements
from harness.validation.scores import check_scores
from harness.validation.structure import check_structure
from harness.validation.tags import check_iterations, check_tags
from harness.validation.topics import check_depth, check_topics

#: What looks at the lines; repaired lines are looked at again.
_LINE_CHECKS = (
    check_causes,
    check_iterations,
    check_tags,
    check_topics,
    check_depth,
    check_known,
    check_repeated,
    check_parts,
    check_judged_before,
    check_identical,
    check_ranks,
    check_scores,
)
#: What dropping a line brings about; it says nothing about the file.
_OF_DROPPED = ("rank-start", "rank-gap")
#: So many places of findings that are said as one.
FIRST = 3


@dataclass(frozen=True, slots=True)
class Tally:
    """How many findings of one code there are: those that stand, and those that were repaired."""

    severity: str
    standing: int
    repaired: int = 0


@dataclass(frozen=True, eq=False)
class Examination:
    """A submission as it is, and what is found in it; `after` says what repairs make of it."""

    sheet: GroupedRun
    structure: Mapping[str, FindingSet]
    in_lines: Mapping[str, FindingSet]
    named: bool

    @classmethod
    def of(cls, submission: Submission, requirements: Requirements, *, named: bool) -> Examination:
        """What is found in a submission; ``named``: its layout was not recognised but is known."""
        sheet = GroupedRun.of(submission)
        structure = _structure(submission, requirements, named=named)
        return cls(sheet, structure, _findings(sheet, requirements), named)

    def after(self, requirements: Requirements) -> RepairOutcome:
        """What the repairs make of it that are asked for."""
        before = self.sheet
        sheet, changed = repair(before, requirements, (*self.structure, *self.in_lines))
        in_lines = self.in_lines if sheet is before else _findings(sheet, requirements)
        structure = self.structure
        if sheet.submission is not before.submission:
            structure = _structure(sheet.submission, requirements, named=self.named)
        evidence = _Evidence(self.structure, structure, self.in_lines, in_lines)
        return RepairOutcome(sheet, changed, _verdicts(evidence, requirements, tuple(changed)))


@dataclass(frozen=True, eq=False)
class RepairOutcome:
    """A sheet after repairs, how many lines each of them changed, and what stands then."""

    sheet: GroupedRun
    changed: Mapping[str, int]
    verdicts: list[Verdict]

    @cached_property
    def errors(self) -> tuple[str, ...]:
        """The codes of the errors that stand."""
        return tuple(
            verdict.findings.code
            for verdict in self.verdicts
            if verdict.severity == "error" and verdict.stands.any()
        )

    def folds(self) -> tuple[Fold, ...]:
        """All findings of a code and severity as one, the worst first.

        What is explained by a hypothesis that stands is counted with it.
        """
        explained = {
            code
            for verdict in self.verdicts
            if verdict.stands.any()
            for code in (
                CAUSES[verdict.findings.code].explains if verdict.findings.code in CAUSES else ()
            )
        }
        folds = []
        for verdict in self.verdicts:
            for fold in verdict.folds() if verdict.findings.code not in explained else ():
                is_cause = fold.severity != "repaired" and fold.code in CAUSES
                more = self._explained(fold.code) if is_cause else ""
                folds.append(replace(fold, message=f"{fold.message}{more}"))
        return tuple(sorted(folds, key=worst_first))

    def _explained(self, cause: str) -> str:
        """How many findings a cause explains, by code."""
        counts = [
            f"{verdict.findings.code} {int(verdict.stands.sum()):,}"
            for verdict in self.verdicts
            if verdict.findings.code in CAUSES[cause].explains and verdict.stands.any()
        ]
        return f"; explains {', '.join(counts)}" if counts else ""


def worst_first(fold: Fold) -> int:
    """The place of a severity."""
    return SEVERITIES.index(fold.severity)


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """What was found of one code, and which of it [N] stands after the repairs ``by`` name."""

    findings: FindingSet
    stands: Mask
    severity: str
    by: str

    def tally(self) -> Tally:
        """How many there are."""
        standing = int(self.stands.sum())
        return Tally(self.severity, standing, len(self.stands) - standing)

    def listed(self, submission: Submission) -> Iterator[Finding]:
        """The first findings in file order; those that stand come first."""
        code = self.findings.code
        standing_first = np.append(np.flatnonzero(self.stands), np.flatnonzero(~self.stands))
        for number in standing_first[:MOST_LISTED].tolist():
            problem = self.findings.problem(number)
            standing = self.stands[number]
            severity = self.severity if standing else "repaired"
            advice = None if severity == "note" else repairs_of(code)
            how = advice if standing else self.by
            index = submission.source, problem.line, problem.column
            yield Finding(code, severity, worded(problem), *index, how)

    def folds(self) -> Iterator[Fold]:
        """All that stands as one, and all that is repaired."""
        code = self.findings.code
        advice = None if self.severity == "note" else repairs_of(code)
        for severity, which, how in (
            (self.severity, self.stands, advice),
            ("repaired", ~self.stands, self.by),
        ):
            numbers = np.flatnonzero(which)
            if not len(numbers):
                continue
            first = [self.findings.problem(number) for number in numbers[:FIRST].tolist()]
            together = self.findings.together
            several = together is not None and len(numbers) > 1
            topics = self.findings.topics(numbers)
            lines = tuple(problem.line for problem in first if problem.line is not None)
            yield Fold(
                code,
                severity,
                len(numbers),
                together(numbers) if together and several else worded(first[0]),
                inside=len(topics),
                of=self.findings.of,
                topics=topics[:MOST_LISTED] if lines else topics,
                lines=lines,
                columns=tuple(problem.column for problem in first if problem.column is not None),
                repair=how,
            )


@dataclass(frozen=True, slots=True, eq=False)
class _Evidence:
    """What was found, by code: in the file, in its lines, and in what repairs make of them."""

    structure: Mapping[str, FindingSet]
    restructured: Mapping[str, FindingSet]
    before: Mapping[str, FindingSet]
    after: Mapping[str, FindingSet]

    def of(self, code: str, *, settled: bool) -> tuple[FindingSet, Mask] | None:
        """All of one code, and which of it stands; None where there is nothing.

        What was found in the file itself stands until a repair of it is asked for (``settled``).
        """
        before, after = self.before.get(code), self.after.get(code)
        if (there := self.structure.get(code)) is not None:
            stands = not settled and code in self.restructured
            return there, np.full(len(there.keys), stands)
        if (there := self.restructured.get(code)) is not None:
            return there, np.full(len(there.keys), not settled)
        if before is not None and after is not None:
            return _both(before, after)
        if before is not None:
            return before, np.zeros(len(before.keys), dtype=bool)
        if after is not None and code not in _OF_DROPPED:
            return after, np.ones(len(after.keys), dtype=bool)
        return None


def _both(before: FindingSet, after: FindingSet) -> tuple[FindingSet, Mask]:
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

    def problem(number: int) -> Problem:
        index = int(order[number])
        return before.problem(index) if index < old else after.problem(int(new[index - old]))

    def topics(numbers: Ints) -> tuple[str, ...]:
        indices = order[numbers]
        there = before.topics(indices[indices < old])
        return tuple(dict.fromkeys((*there, *after.topics(new[indices[indices >= old] - old]))))

    stands = np.append(stands, np.ones(len(new), dtype=bool))
    merged = replace(before, keys=keys[order], problem=problem, topics=topics, together=None)
    return merged, stands[order]


def _verdicts(
    evidence: _Evidence, requirements: Requirements, made: tuple[str, ...]
) -> list[Verdict]:
    """What was found and is wanted to be known, in the order of `CHECKS`; repairs were ``made``."""
    verdicts = []
    for code, check in CHECKS.items():
        asked = [name for name in check.repairs if name in requirements.repairs]
        there = evidence.of(code, settled=bool(asked))
        severity = requirements.severity_of(code)
        if there is not None and severity != "off":
            by = asked[0] if asked else " and ".join(made)
            verdicts.append(Verdict(*there, severity, by))
    return verdicts


def _structure(
    submission: Submission, requirements: Requirements, *, named: bool
) -> dict[str, FindingSet]:
    return {
        verdict.code: verdict for verdict in check_structure(submission, requirements, named=named)
    }


def _findings(sheet: GroupedRun, requirements: Requirements) -> dict[str, FindingSet]:
    """What the checks find in the lines of a sheet, by code."""
    if not sheet.frame.height:
        problem = Problem("the repairs leave no document", sheet.submission.source)
        return {
            "nothing-left": FindingSet("nothing-left", np.zeros(1, np.int64), lambda _: problem)
        }
    return {
        verdict.code: verdict for check in _LINE_CHECKS for verdict in check(sheet, requirements)
    }


def worded(problem: Problem) -> str:
    """A problem in words, with its hint."""
    return f"{problem.message} ({problem.hint})" if problem.hint else problem.message
