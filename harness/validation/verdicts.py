"""What is found in a submission, what repairs leave of it, and which of it stands."""

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
from harness.validation.repairs import check_causes, fitting_repairs, repair
from harness.validation.requirements import Requirements
from harness.validation.rounding import check_rounded
from harness.validation.scores import check_scores
from harness.validation.structure import TextFacts, check_iterations, check_structure, check_tags

#: What looks at the lines; repaired lines are looked at again.
LineCheck = Callable[[GroupedRun, Requirements], Iterator[FindingSet]]
#: What looks at each topic by itself.
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
#: What looks at all lines of a file.
LINE_CHECKS: tuple[LineCheck, ...] = (
    check_causes,
    *TOPIC_CHECKS,
    check_rounded,
    check_unanswered,
)
#: What some checks find, which need not be made where nobody asks for it. The others are made
#: always: they find what no task can turn off, or cost nothing.
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
#: What dropping a line brings about; it says nothing about the file.
_OF_DROPPED = ("rank-start", "rank-gap")
#: So many places of findings that are said as one.
FIRST = 3


@dataclass(frozen=True, eq=False)
class Examination:
    """A submission as it is, and what ``checks`` find in it; `after` says what repairs make of it.

    ``named``: its layout was not recognised but is known.
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
        """Find what is wrong in a submission."""
        sheet, facts = GroupedRun.of(submission), TextFacts.of(submission)
        structure = _structure(submission, facts, requirements, named=named)
        return cls(sheet, facts, structure, _findings(sheet, requirements, checks), checks, named)

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of what was found."""
        return (*self.structure, *self.in_lines)

    def after(self, requirements: Requirements) -> RepairOutcome:
        """Return the sheet after the repairs that are asked for."""
        before = self.sheet
        sheet, changed = repair(before, requirements, self.codes)
        in_lines = self.in_lines
        if sheet is not before:
            in_lines = _findings(sheet, requirements, self.checks)
        structure = self.structure
        if sheet.submission is not before.submission:
            structure = _structure(sheet.submission, self.facts, requirements, named=self.named)
        evidence = _Evidence(self.structure, structure, self.in_lines, in_lines)
        verdicts = _verdicts(evidence, requirements, before)
        return RepairOutcome(sheet, changed, verdicts, evidence.uncovers())


@dataclass(frozen=True, eq=False)
class RepairOutcome:
    """A sheet after repairs, how many lines each of them changed, and what stands then.

    They may have uncovered something: a line is in order beside one that is dropped, but not beside
    the next.
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
    """The findings of one code, which of them [N] stand, and which repairs settle them."""

    findings: FindingSet
    stands: Bools
    severity: str
    repairs: tuple[str, ...] = ()

    def counted(self, listed: int) -> VerdictCount:
        """Return the same in numbers, with so many of the first places."""
        standing, settled = (
            self.findings.counted(np.flatnonzero(numbers), listed)
            for numbers in (self.stands, ~self.stands)
        )
        return VerdictCount(self.findings.code, self.severity, standing, settled, self.repairs)


@dataclass(frozen=True, slots=True)
class VerdictCount:
    """How much was found of one code, and how much of it stands; of parts it adds up."""

    code: str
    severity: str
    standing: FindingCount
    settled: FindingCount
    repairs: tuple[str, ...] = ()

    def __add__(self, other: VerdictCount) -> VerdictCount:
        """Both, of which the other one is of what comes later in the file."""
        standing, settled = self.standing + other.standing, self.settled + other.settled
        return replace(self, standing=standing, settled=settled)

    def replace_topics(self, count: int) -> VerdictCount:
        """Return the same, of a file with so many topics."""
        if not (self.standing.of or self.settled.of):
            return self
        standing, settled = replace(self.standing, of=count), replace(self.settled, of=count)
        return replace(self, standing=standing, settled=settled)

    def listed(self, source: str, by: str) -> Iterator[Finding]:
        """Yield the first findings in file order: standing, then settled ``by`` others."""
        standing = ((problem, True) for problem in self.standing.first)
        settled = ((problem, False) for problem in self.settled.first)
        for problem, stands in islice(chain(standing, settled), MOST_LISTED):
            severity = self.severity if stands else "repaired"
            index = source, problem.line, problem.column
            how = self._advice() if stands else by
            yield Finding(self.code, severity, problem.words, *index, how)

    def folds(self, by: str) -> Iterator[Fold]:
        """All that stands as one, and all that is repaired."""
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
    """All findings of a code and severity as one, the worst first; ``by`` what each is repaired.

    What is explained by a hypothesis that stands is counted with it.
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
    return tuple(sorted(folds, key=worst_first))


def worst_first(fold: Fold) -> int:
    """Return the place of a severity."""
    return SEVERITIES.index(fold.severity)


def find_repair(code: str, made: Collection[str]) -> str:
    """Return the repair that settled findings of a code: that of it, or all that were ``made``.

    >>> find_repair("topic-unknown", ["match-topics"])
    'match-topics'
    """
    return next((name for name in CHECKS[code].repairs if name in made), " and ".join(made))


@dataclass(frozen=True, slots=True, eq=False)
class _Evidence:
    """The findings by code: in the file, in its lines, and in what repairs make of them."""

    structure: Mapping[str, FindingSet]
    restructured: Mapping[str, FindingSet]
    before: Mapping[str, FindingSet]
    after: Mapping[str, FindingSet]

    def of(self, code: str, *, settled: bool) -> tuple[FindingSet, Bools] | None:
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

    def uncovers(self) -> bool:
        """Whether anything is found only after the repairs."""
        return self.after is not self.before and any(
            code not in self.before or not np.isin(there.keys, self.before[code].keys).all()
            for code, there in self.after.items()
            if code not in _OF_DROPPED
        )


def _both(before: FindingSet, after: FindingSet) -> tuple[FindingSet, Bools]:
    """Return the findings before the repairs or after them, and which of them stand."""
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
    evidence: _Evidence, requirements: Requirements, sheet: GroupedRun
) -> dict[str, Verdict]:
    """Return the verdicts on a sheet that are asked for, in the order of `CHECKS`."""
    verdicts = {}
    for code, check in CHECKS.items():
        settled = not set(check.repairs).isdisjoint(requirements.repairs)
        there = evidence.of(code, settled=settled)
        severity = requirements.find_severity(code)
        if there is not None and severity != "off":
            verdicts[code] = Verdict(*there, severity, fitting_repairs(code, sheet))
    return verdicts


def list_counted(
    findings: Iterable[FindingSet], requirements: Requirements, *, stand: bool = True
) -> Iterator[tuple[str, VerdictCount]]:
    """Yield the findings by code, as far as they are asked for; all ``stand``, or none does."""
    for each in findings:
        severity = requirements.find_severity(each.code)
        if severity != "off":
            stands = np.full(len(each.keys), stand)
            repairs = CHECKS[each.code].repairs
            yield each.code, Verdict(each, stands, severity, repairs).counted(requirements.listed)


def _structure(
    submission: Submission, facts: TextFacts, requirements: Requirements, *, named: bool
) -> dict[str, FindingSet]:
    of_file = check_structure(submission, requirements, named=named)
    of_text = facts.findings(submission.source)
    return {findings.code: findings for findings in (*of_file, *of_text)}


def _findings(
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
