"""The result of a check of a run file, and what is found in several runs together."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

from harness.core.errors import MAX_PROBLEMS, MORE, HarnessError, some
from harness.core.harmless import shown_path
from harness.core.model import Run
from harness.core.numbers import collect
from harness.validation.advice import Advice
from harness.validation.findings import CAUSES, CHECKS, SEVERITIES, Finding, Fold
from harness.validation.requirements import Requirements
from harness.validation.verdicts import FIRST, worst_first


@dataclass(frozen=True, slots=True)
class Tally:
    """How many findings of one code there are: those that stand, and those that were repaired."""

    severity: str
    standing: int
    repaired: int = 0


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of the check of a submission.

    ``run`` is the run as it would be evaluated, repaired, or None while an error stands.
    ``findings`` are listed by code, line and column, at most 25 of each code; ``tallies`` count
    all of them, by code, in the order of `CHECKS`. ``folds`` say all of a code and severity as one,
    the worst first. ``repairs`` says how many lines of the file each repair changed or dropped.
    ``tag`` is the first of the file, before repairs. ``newlines`` counts the lines that end in a
    newline, of a plain text of which a repair drops lines; else it is None. ``advice`` is what is
    recommended where errors stand, if it was asked for. ``documents`` is a hash of its topics and
    documents in any order. ``readable`` is False for a file that is no run at all.
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
    advice: Advice | None = None
    documents: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "source", shown_path(self.source))

    @classmethod
    def unreadable(cls, path: str | os.PathLike[str], error: HarnessError) -> CheckResult:
        """Return the result for a file that `check_run` raises ``error`` for."""
        source = os.fspath(path)
        findings = [
            Finding(problem.code, "error", problem.words, source, problem.line, problem.column)
            for problem in error.problems
        ]
        if len(findings) >= MAX_PROBLEMS:
            findings[0] = replace(findings[0], message=f"{findings[0].message} ({MORE})")
        return cls.of_findings(source, findings, readable=False)

    @classmethod
    def set_aside(cls, path: str, why: str) -> CheckResult:
        """Return the result for a file whose name another run has, or that has none."""
        return cls.of_findings(path, [Finding("set-aside", "error", why, path)])

    @classmethod
    def of_findings(cls, source: str, findings: Sequence[Finding], **known: Any) -> CheckResult:
        """Return the result for a file of which these are all findings, none of a topic."""
        by_code = collect((finding.code, finding) for finding in findings)
        folds = [
            Fold(
                code,
                same[0].severity,
                len(same),
                same[0].message,
                lines=tuple(finding.line for finding in same[:FIRST] if finding.line),
                columns=(same[0].column,) if same[0].column else (),
            )
            for code, same in by_code.items()
        ]
        tallies = {fold.code: Tally(fold.severity, fold.count) for fold in folds}
        by_severity = tuple(sorted(folds, key=worst_first))
        return cls(source, None, tuple(findings), tallies, folds=by_severity, **known)

    @property
    def counts(self) -> dict[str, int]:
        """How many findings of each code there are, repaired ones included."""
        return {code: finding.standing + finding.repaired for code, finding in self.tallies.items()}

    @property
    def worst(self) -> str | None:
        """The worst severity of what was found: error, warning, note, repaired; None: nothing."""
        more = {finding.severity for finding in self.tallies.values() if finding.standing}
        more |= {"repaired" for finding in self.tallies.values() if finding.repaired}
        return min(more, key=SEVERITIES.index, default=None)

    @property
    def passes(self) -> bool:
        """Whether there is neither an error nor a warning left."""
        return self.worst not in ("error", "warning")

    @property
    def clean(self) -> bool:
        """Whether it passes as it is: nothing was repaired."""
        return self.passes and not self.repairs and not self.number("repaired")

    def and_found(self, finding: Finding) -> CheckResult:
        """Return the same with one more finding, of a code of its own."""
        fold = Fold(finding.code, finding.severity, 1, finding.message)
        tallies = {**self.tallies, finding.code: Tally(finding.severity, 1)}
        return replace(
            self,
            run=None if finding.severity == "error" else self.run,
            findings=(*self.findings, finding),
            folds=tuple(sorted((*self.folds, fold), key=worst_first)),
            tallies={code: tallies[code] for code in CHECKS if code in tallies},
        )

    def errors(self, *, unchecked: bool = False) -> CheckResult:
        """Return the same with errors alone.

        Of an ``unchecked`` run those for which any task refuses it, or else causes of such.
        """
        codes = [fold.code for fold in self.folds if fold.severity == "error"]
        if unchecked:
            vital = [code for code in codes if CHECKS[code].vital]
            codes = vital or [code for code in codes if code in CAUSES]
        return replace(
            self,
            findings=tuple(
                each for each in self.findings if each.severity == "error" and each.code in codes
            ),
            folds=tuple(
                fold for fold in self.folds if fold.severity == "error" and fold.code in codes
            ),
            tallies={
                code: tally
                for code, tally in self.tallies.items()
                if tally.severity == "error" and code in codes
            },
        )

    def number(self, severity: str) -> int:
        """How many findings of a severity there are.

        >>> CheckResult("a.run", None, (), {"rank-gap": Tally("warning", 3, 1)}).number("warning")
        3
        """
        if severity == "repaired":
            return sum(finding.repaired for finding in self.tallies.values())
        return sum(
            finding.standing for finding in self.tallies.values() if finding.severity == severity
        )


def check_together(
    runs: Sequence[CheckResult], requirements: Requirements, groups: Sequence[str | None] = ()
) -> list[CheckResult]:
    """Return the runs, with what is found in them beside the others.

    No two runs of a task have one name, and no two one tag where that is asked for (equal names say
    it already). ``groups`` [N] are the runs' groups, None where that is not known; none at all for
    no groups. Every run of a group that has too many is found: which are too many, nobody knows.

    >>> same = [CheckResult(file, None, (), {}, name="bm25") for file in ("a.run", "b.run")]
    >>> [str(finding) for one in check_together(same, Requirements()) for finding in one.findings]
    ["a.run: error: the name 'bm25' is also that of b.run [name-twice]", \
"b.run: error: the name 'bm25' is also that of a.run [name-twice]"]
    """
    more = collect(
        (index, Finding(code, severity, message, runs[index].source))
        for code, index, message in _all(runs, requirements, groups)
        if (severity := requirements.find_severity(code)) != "off"
    )
    return [reduce(CheckResult.and_found, more.get(i, ()), run) for i, run in enumerate(runs)]


_Fault = tuple[str, int, str]


def _all(
    runs: Sequence[CheckResult], requirements: Requirements, groups: Sequence[str | None]
) -> Iterator[_Fault]:
    named = _equal(run.name for run in runs)
    yield from _twice("name", named, runs)
    if requirements.unique_tags:
        named_alike = {index for indices in named.values() for index in indices}
        yield from _twice("tag", _equal(run.tag for run in runs), runs, named_alike)
    most = requirements.runs_per_group
    for group, indices in _equal(groups).items():
        if most is not None and len(indices) > most:
            for index in indices:
                yield (
                    "too-many-runs",
                    index,
                    f"group {group!r} has {len(indices)} runs; at most {most} are allowed",
                )


def _equal(values: Iterable[str | None]) -> dict[str, list[int]]:
    """Where values are that are there more than once."""
    indices = collect((value, index) for index, value in enumerate(values) if value)
    return {value: where for value, where in indices.items() if len(where) > 1}


def _twice(
    what: str,
    equal: dict[str, list[int]],
    runs: Sequence[CheckResult],
    named_alike: Collection[int] = (),
) -> Iterator[_Fault]:
    for value, indices in equal.items():
        for index in indices:
            if index not in named_alike:
                others = some([runs[other].source for other in indices if other != index], 3)
                yield f"{what}-twice", index, f"the {what} {value!r} is also that of {others}"
