"""Compare two evaluators on a case, explain lines that differ, and keep small cases.

Explanations are the records of deliberate differences, which ``docs/trec_eval.md`` lists too. A
record explains a line only if its condition holds there, and only the value it predicts, if any.
"""

from __future__ import annotations

import math
import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

from harness.core.dialects import VERSIONS, Dialect
from harness.core.errors import EvaluationError, Problem
from harness.core.execution import Workers
from harness.core.parallel import map_ordered
from harness.measures.trec_names import base_name
from harness.results.atomic import Content, write_directory
from harness.results.existing import DirectoryKind
from harness.selftest.at_work import OutputLine, Refusal
from harness.selftest.cases import QRELS, RUN, STANDARDS, Case, CaseOptions
from harness.selftest.evaluators import Output, Program, Tool
from harness.selftest.other_differences import FROM_OTHERS, Difference
from harness.selftest.tools import TOOLS, TREC_EVAL
from harness.selftest.trec_eval_differences import FROM_TREC_EVAL

KIND = DirectoryKind("harness selftest 1", "cases of a self-test")
#: The most subjects whose case is made smaller and kept.
MOST_KEPT = 10
#: The code of a crash that no known fault explains.
UNKNOWN_CRASH = "unknown"
_PARTS = {QRELS: "qrels", RUN: "run", STANDARDS: "standards"}
#: The most attempts at making a case smaller.
_ATTEMPTS = 400


@dataclass(frozen=True, slots=True)
class SelftestVerdict:
    """The comparison of both evaluators on one case.

    ``equal`` counts equal lines; ``reasons`` counts lines, and ``refused`` cases without lines, by
    the difference that explains them; ``unexplained`` are lines that no difference explains.
    ``subject`` is the measure of the first of these or, if only one evaluator printed lines, how
    the case ended. ``crash`` is the code of the fault that ended the other program.
    """

    equal: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    unexplained: tuple[OutputLine, ...] = ()
    subject: str | None = None
    message: str = ""
    both_refused: bool = False
    crash: str | None = None

    def subjects(self) -> set[str]:
        """Return the measures of the unexplained lines, or else the subject of the case."""
        measures = {line.measure for line in self.unexplained}
        return measures or ({self.subject} if self.subject else set())


@dataclass(frozen=True, slots=True)
class OutputPair:
    """Another evaluator and harness, in one dialect.

    ``evaluate`` runs ``harness eval`` with arguments, in a directory with files.
    """

    program: Program
    tool: Tool
    dialect: Dialect
    evaluate: Callable[[tuple[str, ...], Mapping[str, bytes]], Output]

    def theirs(self, case: Case) -> Output:
        """Return the output of the other evaluator for a case."""
        return self.program.call(tuple(self.tool.theirs(case)), case.files)

    def ours(self, case: Case) -> Output:
        """Return the output of harness for a case."""
        return self.evaluate(tuple(self.tool.ours(case, self.dialect)), case.files)

    def verdict(self, case: Case) -> SelftestVerdict:
        """Compare both on a case."""
        return compare_outputs(case, self.tool, self.dialect, self.theirs(case), self.ours(case))


def compare_outputs(
    case: Case, tool: Tool, dialect: Dialect, theirs: Output, ours: Output
) -> SelftestVerdict:
    """Compare the outputs of two evaluators for a case, line by line.

    A crash of the other evaluator is counted under the fault that explains it. A crash of harness
    is a fault of harness, however the other ended.
    """
    if theirs.ended == "crashed" and ours.ended != "crashed":
        fault = tool.fault(case, theirs.message)
        crash = UNKNOWN_CRASH if fault is None else fault.code
        return SelftestVerdict(crash=crash, message=theirs.message)
    if theirs.ended == ours.ended == "printed":
        return _compare_lines(case, tool, dialect, theirs.text, ours.text)
    if theirs.ended == ours.ended == "refused":
        return SelftestVerdict(both_refused=True)
    code = None
    if ours.ended != "crashed":
        code = explain_refusal(Refusal(case, tool.name, dialect, theirs, ours))
    if code is not None:
        return SelftestVerdict(refused=Counter([code]))
    message = f"{tool.name} {_format_outcome(theirs)}; harness {_format_outcome(ours)}"
    subject = f"harness {ours.ended}" if ours.ended != "printed" else f"{tool.name} {theirs.ended}"
    return SelftestVerdict(subject=subject, message=message)


def _format_outcome(outcome: Output) -> str:
    return f"{outcome.ended} ({outcome.message})" if outcome.message else outcome.ended


def _compare_lines(
    case: Case, tool: Tool, dialect: Dialect, theirs: str, ours: str
) -> SelftestVerdict:
    their_lines, our_lines = tool.lines(theirs, case), tool.our_lines(ours, case)
    equal, reasons, unexplained = 0, Counter[str](), []
    for key in dict.fromkeys((*their_lines, *our_lines)):
        line = OutputLine(case, tool.name, dialect, *key, their_lines.get(key), our_lines.get(key))
        if line.theirs == line.ours or _is_close(line, tool.tolerance):
            equal += 1
        elif (code := explain_line(line)) is not None:
            reasons[code] += 1
        else:
            unexplained.append(line)
    subject = unexplained[0].measure if unexplained else None
    if subject is None and not reasons and tool.same_text and theirs != ours:
        return SelftestVerdict(
            equal=equal, subject="the text", message="the same lines, printed otherwise"
        )
    return SelftestVerdict(equal, reasons, unexplained=tuple(unexplained), subject=subject)


def _is_close(line: OutputLine, tolerance: float) -> bool:
    if not tolerance or line.theirs is None or line.ours is None:
        return False
    try:
        return math.isclose(float(line.theirs), float(line.ours), rel_tol=tolerance)
    except ValueError:
        return False


@dataclass(slots=True)
class LineTally:
    """Counts over all cases.

    ``crashes`` counts the cases that crashed the other evaluator, by fault; ``unknown`` has the
    messages of unexplained crashes, with the number of the first case of each. ``examples`` holds
    the first case of each unexplained subject.
    """

    cases: int = 0
    equal: int = 0
    both_refused: int = 0
    complete: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    cases_of: Counter[str] = field(default_factory=Counter)
    crashes: Counter[str] = field(default_factory=Counter)
    unknown: dict[str, int] = field(default_factory=dict)
    unexplained_lines: int = 0
    unexplained_cases: int = 0
    subjects: Counter[str] = field(default_factory=Counter)
    examples: dict[str, Case] = field(default_factory=dict)

    @property
    def lines(self) -> int:
        """The number of compared lines."""
        return self.equal + self.reasons.total() + self.unexplained_lines

    def add(self, case: Case, verdict: SelftestVerdict) -> None:
        """Count one more case."""
        self.cases += 1
        self.equal += verdict.equal
        self.both_refused += verdict.both_refused
        self.reasons += verdict.reasons
        self.refused += verdict.refused
        self.cases_of.update({*verdict.reasons, *verdict.refused})
        if verdict.crash is not None:
            self.crashes[verdict.crash] += 1
            if verdict.crash == UNKNOWN_CRASH:
                self.unknown.setdefault(verdict.message, self.cases)
            return
        self.unexplained_lines += len(verdict.unexplained)
        if verdict.subject is None:
            self.complete += not (verdict.reasons or verdict.refused or verdict.both_refused)
            return
        self.unexplained_cases += 1
        for subject in verdict.subjects():
            self.subjects[subject] += 1
            self.examples.setdefault(subject, case)


def tally(pair: OutputPair, cases: Iterable[Case], workers: Workers = None) -> LineTally:
    """Compare both evaluators on all cases; the counts do not depend on the number of threads."""
    result = LineTally()

    def judged(case: Case) -> tuple[Case, SelftestVerdict]:
        return case, pair.verdict(case)

    for case, verdict in map_ordered(judged, cases, workers):
        result.add(case, verdict)
    return result


def smallest(pair: OutputPair, case: Case, subject: str) -> tuple[Case, SelftestVerdict]:
    """Return the smallest case found for which the subject stays unexplained."""
    attempts = count()
    if subject == f"{pair.tool.name} timed out":  # every attempt would take as long
        return case, pair.verdict(case)

    def shows(smaller: Case) -> bool:
        return subject in pair.verdict(smaller).subjects()

    changed = True
    while changed:
        changed = False
        for smaller in _shrink(case, subject):
            if next(attempts) >= _ATTEMPTS:
                return case, pair.verdict(case)
            if shows(smaller):
                case, changed = smaller, True
                break
    return case, pair.verdict(case)


def _shrink(case: Case, subject: str) -> Iterator[Case]:
    """Yield smaller cases: with the measure alone, without options, without lines."""
    for options in _drop_options(case.options, subject):
        if options != case.options:
            yield replace(case, options=options)
    for part, content in case.files.items():
        lines = content.splitlines(keepends=True)
        size = len(lines) // 2
        while size:
            for start in range(0, len(lines), size):
                kept = lines[:start] + lines[start + size :]
                if kept:
                    yield case.with_file(_PARTS[part], b"".join(kept))
            size //= 2


def _drop_options(options: CaseOptions, subject: str) -> Iterator[CaseOptions]:
    of_subject = tuple(
        name for name in options.measures if base_name(name.partition(".")[0]) == subject
    )
    if base_name(subject) is not None:
        yield replace(options, measures=of_subject or (subject,))
    if len(options.measures) > 1:
        yield replace(options, measures=options.measures[: len(options.measures) // 2])
    without: Iterable[Mapping[str, Any]] = (
        {"per_topic": False, "summary": True},
        {"odd": ()},
        {"complete": False},
        {"judged_only": False},
        {"level": 1},
        *(
            {"settings": tuple(pair for pair in options.settings if pair != left)}
            for left in options.settings
        ),
        {"depth": None},
        {"size": None},
    )
    yield from (replace(options, **others) for others in without)


#: Every deliberate difference.
DIFFERENCES: tuple[Difference, ...] = (*FROM_TREC_EVAL, *FROM_OTHERS)

#: The codes of differences that can explain a line or a refusal.
CODES = tuple(
    difference.code for difference in DIFFERENCES if difference.of_line or difference.of_refusal
)


def explain_line(line: OutputLine) -> str | None:
    """Return the code of the first difference that explains a line, or None."""
    return next((d.code for d in _list_differences(line) if d.of_line and d.of_line(line)), None)


def explain_refusal(refusal: Refusal) -> str | None:
    """Return the code of the first difference that explains a refusal, or None."""
    return next(
        (d.code for d in _list_differences(refusal) if d.of_refusal and d.of_refusal(refusal)), None
    )


def _list_differences(case: OutputLine | Refusal) -> Iterator[Difference]:
    return (difference for difference in DIFFERENCES if difference.concerns(case))


# --- which evaluator a program is --------------------------------------------------------------


def recognise_tool(program: Program) -> Tool:
    """Recognise an evaluator by its output without arguments; trec_eval otherwise."""
    outcome = program.call(())
    output = f"{outcome.text}\n{outcome.message}"
    return next((tool for tool in TOOLS.values() if re.search(tool.usage, output)), TREC_EVAL)


#: Two scores that are tied in single precision, where the later identifier comes first.
_TIE = Case(b"1 0 a 1\n", b"1 Q0 a 1 1.00000001 t\n1 Q0 b 2 1 t\n", CaseOptions(("map",)))
_BY_AVERAGE = {"1.0000": "trec_eval-10", "0.5000": "trec_eval-9"}


def choose_dialect(tool: Tool, program: Program) -> Dialect:
    """Return the dialect of a program; trec_eval's is told by scores tied in single precision.

    Raises `EvaluationError` if the program orders them neither as version 9 nor as version 10.
    """
    if len(tool.dialects) == 1:
        return tool.dialects[0]
    outcome = program.call(tool.theirs(_TIE), _TIE.files)
    fields = outcome.text.split()
    name = _BY_AVERAGE.get(fields[-1]) if fields[:2] == ["map", "all"] else None
    if name is None:
        printed = outcome.text.strip() or outcome.message or "nothing"
        raise EvaluationError(
            Problem(
                f"does not evaluate as trec_eval does: for one relevant document it {outcome.ended}"
                f" {printed!r}",
                str(program.path),
                hint="--tool names another evaluator, --version the version of trec_eval",
            )
        )
    return VERSIONS[name]


# --- cases that are kept ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeptCase:
    """The smallest case of a subject, its directory, and its comparison."""

    subject: str
    folder: str
    case: Case
    verdict: SelftestVerdict


def smallest_cases(pair: OutputPair, result: LineTally) -> Iterator[KeptCase]:
    """Yield a small case for each of the first unexplained subjects."""
    for number, subject in enumerate(sorted(result.examples)[:MOST_KEPT], start=1):
        case, verdict = smallest(pair, result.examples[subject], subject)
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", subject).strip("-.")[:40]
        yield KeptCase(subject, f"{number:02}-{name}", case, verdict)


def write_cases(
    kept: list[KeptCase],
    pair: OutputPair,
    program: str,
    directory: Path,
    manifest: Mapping[str, Any],
) -> Path:
    """Write the cases: input files, both outputs, and the two commands.

    An older directory of the kind is replaced. Raises `InputError` if the directory holds anything
    else.
    """
    files: dict[str, Content] = {}
    for item in kept:
        named = {
            **item.case.files,
            "commands.txt": _format_commands(item.case, pair, program).encode(),
            f"{pair.tool.name}.txt": _format_printed(pair.theirs(item.case)).encode(),
            "harness.txt": _format_printed(pair.ours(item.case)).encode(),
        }
        files |= {f"{item.folder}/{name}": content for name, content in named.items()}
    return write_directory(files, directory, KIND, manifest=manifest)


def _format_commands(case: Case, pair: OutputPair, program: str) -> str:
    theirs = [program, *pair.tool.theirs(case)]
    ours = ["harness", "eval", *pair.tool.ours(case, pair.dialect)]
    return f"{shlex.join(theirs)}\n{shlex.join(ours)}\n"


def _format_printed(outcome: Output) -> str:
    if outcome.ended == "printed" and not outcome.message:
        return outcome.text
    return f"{outcome.text}[{outcome.ended}] {outcome.message}\n"
