"""Verdicts on a submission: its findings, what repairs settle, and what stands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice

import numpy as np

from harness.core.arrays import Bools, Ints
from harness.core.errors import Problem
from harness.formats.submissions import Submission
from harness.validation.documents import (
    check_depth,
    check_identical,
    check_judged_before,
    check_known,
    check_parts,
    check_repeated,
    check_topics,
    check_unanswered,
)
from harness.validation.findings import (
    CAUSES,
    CHECKS,
    MOST_LISTED,
    SEVERITIES,
    Finding,
    FindingCount,
    FindingSet,
    Fold,
)
from harness.validation.grouped_run import GroupedRun
from harness.validation.ranks import check_first_ten, check_ranks
from harness.validation.repairs import check_causes, find_fitting_repairs, repair
from harness.validation.requirements import Requirements
from harness.validation.rounding import check_rounded
from harness.validation.scores import check_scores
from harness.validation.structure import TextFacts, check_iterations, check_structure, check_tags

#: A check of lines, which is made again after repairs.
LineCheck = Callable[[GroupedRun, Requirements], Iterator[FindingSet]]
#: Checks of each topic by itself.
TOPIC_CHECKS: tuple[LineCheck, ...] = (
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
    check_first_ten,
)
#: Checks of all lines of a file.
LINE_CHECKS: tuple[LineCheck, ...] = (
    check_causes,
    *TOPIC_CHECKS,
    check_rounded,
    check_unanswered,
)
#: Findings of checks that are skipped if nobody requests them. All other checks are always made: a
#: task cannot turn their findings off, or they cost nothing.
FINDS: Mapping[LineCheck, tuple[str, ...]] = {
    check_iterations: ("iter-not-q0",),
    check_judged_before: ("document-judged-before",),
    check_identical: ("document-identical",),
    check_scores: (
        "score-infinite",
        "score-order",
        "score-constant",
        "score-tied",
        "score-tied-float32",
    ),
    check_first_ten: ("first-ten-differ",),
    check_rounded: ("scores-rounded",),
}
#: Findings that dropped lines cause, which say nothing about the file.
_OF_DROPPED = ("rank-start", "rank-gap")
#: How many positions are listed of findings reported as one.
FIRST = 3


@dataclass(frozen=True, eq=False)
class Examination:
    """A submission and the findings of ``checks`` in it; `after` makes repairs.

    ``named`` says that the layout is known, and was not recognised.
    """

    sheet: GroupedRun
    facts: TextFacts
    structure: Mapping[str, FindingSet]
    in_lines: Mapping[str, FindingSet]
    checks: tuple[LineCheck, ...]
    named: bool

    @classmethod
    def of(
        cls,
        submission: Submission,
        requirements: Requirements,
        checks: tuple[LineCheck, ...] = LINE_CHECKS,
        *,
        named: bool,
    ) -> Examination:
        """Check a submission."""
        sheet, facts = GroupedRun.of(submission), TextFacts.of(submission)
        structure = _check_structure(submission, facts, requirements, named=named)
        return cls(
            sheet, facts, structure, _collect_findings(sheet, requirements, checks), checks, named
        )

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the findings."""
        return (*self.structure, *self.in_lines)

    def after(self, requirements: Requirements) -> RepairOutcome:
        """Make the requested repairs, and check the result."""
        before = self.sheet
        sheet, changed = repair(before, requirements, self.codes)
        in_lines = self.in_lines
        if sheet is not before:
            in_lines = _collect_findings(sheet, requirements, self.checks)
        structure = self.structure
        if sheet.submission is not before.submission:
            structure = _check_structure(
                sheet.submission, self.facts, requirements, named=self.named
            )
        evidence = _Evidence(self.structure, structure, self.in_lines, in_lines)
        verdicts = _list_verdicts(evidence, requirements, before)
        return RepairOutcome(sheet, changed, verdicts, evidence.uncovers())


@dataclass(frozen=True, eq=False)
class RepairOutcome:
    """A sheet after repairs, the number of lines changed by each, and the verdicts.

    Repairs may have uncovered findings (``uncovers``): a line may be in order beside a dropped
    line, but not beside the next.
    """

    sheet: GroupedRun
    changed: Mapping[str, int]
    verdicts: Mapping[str, Verdict]
    uncovers: bool

    @cached_property
    def errors(self) -> tuple[str, ...]:
        """The codes of the errors that stand."""
        return tuple(
            code
            for code, verdict in self.verdicts.items()
            if verdict.severity == "error" and verdict.stands.any()
        )


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """The findings of one code, whether each [N] stands, and the repairs that settle them."""

    findings: FindingSet
    stands: Bools
    severity: str
    repairs: tuple[str, ...] = ()

    def counted(self, listed: int) -> VerdictCount:
        """Count the findings, with the first ``listed`` positions."""
        standing, settled = (
            self.findings.counted(np.flatnonzero(numbers), listed)
            for numbers in (self.stands, ~self.stands)
        )
        return VerdictCount(self.findings.code, self.severity, standing, settled, self.repairs)


@dataclass(frozen=True, slots=True)
class VerdictCount:
    """The numbers of findings of one code, standing and settled; numbers of parts add up."""

    code: str
    severity: str
    standing: FindingCount
    settled: FindingCount
    repairs: tuple[str, ...] = ()

    def __add__(self, other: VerdictCount) -> VerdictCount:
        """Add the numbers of a later part of the file."""
        standing, settled = self.standing + other.standing, self.settled + other.settled
        return replace(self, standing=standing, settled=settled)

    def replace_topics(self, count: int) -> VerdictCount:
        """Return the verdict of a file with ``count`` topics."""
        if not (self.standing.of or self.settled.of):
            return self
        standing, settled = replace(self.standing, of=count), replace(self.settled, of=count)
        return replace(self, standing=standing, settled=settled)

    def listed(self, source: str, by: str) -> Iterator[Finding]:
        """Yield the first findings in file order: first standing ones, then settled ones."""
        standing = ((problem, True) for problem in self.standing.first)
        settled = ((problem, False) for problem in self.settled.first)
        for problem, stands in islice(chain(standing, settled), MOST_LISTED):
            severity = self.severity if stands else "repaired"
            index = source, problem.line, problem.column
            how = self._advice() if stands else by
            yield Finding(self.code, severity, problem.words, *index, how)

    def folds(self, by: str) -> Iterator[Fold]:
        """Yield one fold of all that stands, and one of all that is repaired."""
        for severity, there, how in (
            (self.severity, self.standing, self._advice()),
            ("repaired", self.settled, by),
        ):
            if not there.count:
                continue
            first = there.first[:FIRST]
            lines = tuple(problem.line for problem in first if problem.line is not None)
            yield Fold(
                self.code,
                severity,
                there.count,
                there.message,
                inside=len(there.topics),
                of=there.of,
                topics=there.topics[:MOST_LISTED] if lines else there.topics,
                lines=lines,
                columns=tuple(problem.column for problem in first if problem.column is not None),
                repair=how,
            )

    def _advice(self) -> str | None:
        return None if self.severity == "note" else " or ".join(self.repairs) or None


def fold_verdicts(
    verdicts: Mapping[str, VerdictCount], by: Callable[[str], str]
) -> tuple[Fold, ...]:
    """Fold the findings of a code and severity into one, the worst first; ``by`` names repairs.

    Findings that a standing hypothesis explains are counted with it.
    """
    standing = {code: known.standing.count for code, known in verdicts.items()}
    causes = {code: CAUSES[code].explains for code in verdicts if code in CAUSES}
    explained = {code for cause, codes in causes.items() if standing[cause] for code in codes}
    folds = []
    for code, verdict in verdicts.items():
        for fold in verdict.folds(by(code)) if code not in explained else ():
            more = ""
            if fold.severity != "repaired" and code in causes:
                counts = [
                    f"{other} {count:,}"
                    for other, count in standing.items()
                    if count and other in causes[code]
                ]
                more = f"; explains {', '.join(counts)}" if counts else ""
            folds.append(replace(fold, message=f"{fold.message}{more}"))
    return tuple(sorted(folds, key=rate_severity))


def rate_severity(fold: Fold) -> int:
    """Return the index of a fold's severity."""
    return SEVERITIES.index(fold.severity)


def find_repair(code: str, made: Collection[str]) -> str:
    """Return the repair that settled findings of a code; otherwise all that were ``made``.

    >>> find_repair("topic-unknown", ["match-topics"])
    'match-topics'
    """
    return next((name for name in CHECKS[code].repairs if name in made), " and ".join(made))


@dataclass(frozen=True, slots=True, eq=False)
class _Evidence:
    """The findings by code: in the file, in its lines, and in the repaired lines."""

    structure: Mapping[str, FindingSet]
    restructured: Mapping[str, FindingSet]
    before: Mapping[str, FindingSet]
    after: Mapping[str, FindingSet]

    def of(self, code: str, *, settled: bool) -> tuple[FindingSet, Bools] | None:
        """Return all findings of one code, and whether each stands; None without any.

        A finding in the file itself stands until its repair is requested (``settled``).
        """
        before, after = self.before.get(code), self.after.get(code)
        if (there := self.structure.get(code)) is not None:
            return there, np.full(len(there.keys), not settled and code in self.restructured)
        if (there := self.restructured.get(code)) is not None:
            return there, np.full(len(there.keys), not settled)
        if before is not None and after is not None:
            return _join_findings(before, after)
        if before is not None:
            return before, np.zeros(len(before.keys), dtype=bool)
        if after is not None and code not in _OF_DROPPED:
            return after, np.ones(len(after.keys), dtype=bool)
        return None

    def uncovers(self) -> bool:
        """Return whether some finding appears only after the repairs."""
        return self.after is not self.before and any(
            code not in self.before or not np.isin(there.keys, self.before[code].keys).all()
            for code, there in self.after.items()
            if code not in _OF_DROPPED
        )


def _join_findings(before: FindingSet, after: FindingSet) -> tuple[FindingSet, Bools]:
    """Join the findings before and after repairs, and mark those that stand."""
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


def _list_verdicts(
    evidence: _Evidence, requirements: Requirements, sheet: GroupedRun
) -> dict[str, Verdict]:
    """Return the requested verdicts on a sheet, in the order of `CHECKS`."""
    verdicts = {}
    for code, check in CHECKS.items():
        there = evidence.of(code, settled=not set(check.repairs).isdisjoint(requirements.repairs))
        severity = requirements.find_severity(code)
        if there is not None and severity != "off":
            verdicts[code] = Verdict(*there, severity, find_fitting_repairs(code, sheet))
    return verdicts


def list_counted(
    findings: Iterable[FindingSet], requirements: Requirements, *, stand: bool = True
) -> Iterator[tuple[str, VerdictCount]]:
    """Yield the findings by code, unless turned off; all ``stand``, or none does."""
    for each in findings:
        severity = requirements.find_severity(each.code)
        if severity != "off":
            stands = np.full(len(each.keys), stand)
            repairs = CHECKS[each.code].repairs
            yield each.code, Verdict(each, stands, severity, repairs).counted(requirements.listed)


def _check_structure(
    submission: Submission, facts: TextFacts, requirements: Requirements, *, named: bool
) -> dict[str, FindingSet]:
    of_file = check_structure(submission, requirements, named=named)
    of_text = facts.findings(submission.source)
    return {findings.code: findings for findings in (*of_file, *of_text)}


def _collect_findings(
    sheet: GroupedRun, requirements: Requirements, checks: Iterable[LineCheck]
) -> dict[str, FindingSet]:
    """Return the findings of the checks in the lines of a sheet, by code."""
    if not sheet.height:
        problem = Problem("the repairs leave no document", sheet.submission.source)
        return {
            "nothing-left": FindingSet("nothing-left", np.zeros(1, np.int64), lambda _: problem)
        }
    asked = (
        check
        for check in checks
        if check not in FINDS
        or any(requirements.find_severity(code) != "off" for code in FINDS[check])
    )
    return {findings.code: findings for check in asked for findings in check(sheet, requirements)}
