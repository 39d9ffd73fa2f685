"""The result of checking a run file, and checks of several runs together."""

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
from harness.validation.verdicts import FIRST, rate_severity


@dataclass(frozen=True, slots=True)
class Tally:
    """The numbers of findings of one code that stand, and that were repaired."""

    severity: str
    standing: int
    repaired: int = 0


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of checking a submission.

    ``run`` is the repaired run, ready to be evaluated, or None if an error stands. ``findings`` are
    listed by code, line and column, at most 25 of each code; ``tallies`` count all of them, by
    code, in the order of `CHECKS`. ``folds`` has one entry per code and severity, the worst first.
    ``repairs`` has the number of lines of the file that each repair changed or dropped. ``tag`` is
    the first tag of the file, before repairs. ``newlines`` counts the lines that end in a newline,
    in a plain text of which a repair drops lines; else None. ``advice`` is the recommendation if
    errors stand and it was requested. ``documents`` is a hash of topics and documents that does not
    depend on order. ``readable`` is False for a file that is not a run.
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
        """Return the result for a file for which `check_run` raises ``error``."""
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
        """Return the result for a file without a name, or with the name of another run."""
        return cls.of_findings(path, [Finding("set-aside", "error", why, path)])

    @classmethod
    def of_findings(cls, source: str, findings: Sequence[Finding], **known: Any) -> CheckResult:
        """Return the result for a file with these findings only, none of a topic."""
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
        by_severity = tuple(sorted(folds, key=rate_severity))
        return cls(source, None, tuple(findings), tallies, folds=by_severity, **known)

    @property
    def counts(self) -> dict[str, int]:
        """The number of findings of each code, repaired ones included."""
        return {code: finding.standing + finding.repaired for code, finding in self.tallies.items()}

    @property
    def worst(self) -> str | None:
        """The worst severity found: error, warning, note, repaired; None without findings."""
        more = {finding.severity for finding in self.tallies.values() if finding.standing}
        more |= {"repaired" for finding in self.tallies.values() if finding.repaired}
        return min(more, key=SEVERITIES.index, default=None)

    @property
    def passes(self) -> bool:
        """Whether neither an error nor a warning stands."""
        return self.worst not in ("error", "warning")

    @property
    def clean(self) -> bool:
        """Whether it passes unchanged: nothing was repaired."""
        return self.passes and not self.repairs and not self.number("repaired")

    def and_found(self, finding: Finding) -> CheckResult:
        """Return the result with one more finding, of a code of its own."""
        fold = Fold(finding.code, finding.severity, 1, finding.message)
        tallies = {**self.tallies, finding.code: Tally(finding.severity, 1)}
        return replace(
            self,
            run=None if finding.severity == "error" else self.run,
            findings=(*self.findings, finding),
            folds=tuple(sorted((*self.folds, fold), key=rate_severity)),
            tallies={code: tallies[code] for code in CHECKS if code in tallies},
        )

    def errors(self, *, unchecked: bool = False) -> CheckResult:
        """Return the result with errors only.

        For an ``unchecked`` run, these are errors that any task refuses, or else causes of errors.
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
        """Count the findings of a severity.

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
    """Add the findings in runs beside the others.

    All runs of a task must differ in name and, if required, in tag (runs with equal names are not
    reported twice). ``groups`` [N] are the runs' groups, None if unknown; empty without groups. If
    a group has too many runs, each of them has the finding, as nobody knows which are too many.

    >>> same = [CheckResult(file, None, (), {}, name="bm25") for file in ("a.run", "b.run")]
    >>> [str(finding) for one in check_together(same, Requirements()) for finding in one.findings]
    ["a.run: error: the name 'bm25' is also that of b.run [name-twice]", \
"b.run: error: the name 'bm25' is also that of a.run [name-twice]"]
    """
    more = collect(
        (index, Finding(code, severity, message, runs[index].source))
        for code, index, message in _find_faults(runs, requirements, groups)
        if (severity := requirements.find_severity(code)) != "off"
    )
    return [reduce(CheckResult.and_found, more.get(i, ()), run) for i, run in enumerate(runs)]


_Fault = tuple[str, int, str]


def _find_faults(
    runs: Sequence[CheckResult], requirements: Requirements, groups: Sequence[str | None]
) -> Iterator[_Fault]:
    named = _find_equal(run.name for run in runs)
    yield from _report_equal("name", named, runs)
    if requirements.unique_tags:
        named_alike = {index for indices in named.values() for index in indices}
        yield from _report_equal("tag", _find_equal(run.tag for run in runs), runs, named_alike)
    most = requirements.runs_per_group
    for group, indices in _find_equal(groups).items():
        if most is not None and len(indices) > most:
            for index in indices:
                yield (
                    "too-many-runs",
                    index,
                    f"group {group!r} has {len(indices)} runs; at most {most} are allowed",
                )


def _find_equal(values: Iterable[str | None]) -> dict[str, list[int]]:
    """Return the indices of values that occur more than once, by value."""
    indices = collect((value, index) for index, value in enumerate(values) if value)
    return {value: where for value, where in indices.items() if len(where) > 1}


def _report_equal(
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
