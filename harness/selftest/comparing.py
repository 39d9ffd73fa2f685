"""Two evaluators on one case: which lines are equal, and what the others are put down to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count

from harness.core.dialects import Dialect
from harness.core.execution import Workers
from harness.core.parallel import map_ordered
from harness.measures.trec_names import base_name
from harness.selftest.cases import Case, CaseOptions
from harness.selftest.evaluators import Evaluate, Output
from harness.selftest.reasons import OutputLine, Refusal, reason_of_line, reason_of_refusal

TIMED_OUT = "trec_eval timed out"
#: A case is made smaller by at most so many attempts.
_ATTEMPTS = 400


@dataclass(frozen=True, slots=True)
class SelftestVerdict:
    """What came of one case.

    ``equal`` lines; ``reasons`` counts lines, and cases without lines, by the difference that
    explains them; ``unexplained`` are the lines that nothing explains, each with its topic; and
    ``subject`` is the measure of the first, or how a case ended of which one evaluator printed
    nothing. ``ended`` is how the other program ended, when it did not print or refuse.
    """

    equal: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    unexplained: tuple[OutputLine, ...] = ()
    subject: str | None = None
    message: str = ""
    both_refused: bool = False
    ended: str | None = None

    def subjects(self) -> set[str]:
        """The measures of the unexplained lines, or what else is unexplained."""
        measures = {line.measure for line in self.unexplained}
        return measures or ({self.subject} if self.subject else set())


@dataclass(frozen=True, slots=True)
class OutputPair:
    """Their evaluator and ours, in one dialect."""

    theirs: Evaluate
    ours: Evaluate
    dialect: Dialect

    def verdict(self, case: Case) -> SelftestVerdict:
        """What both make of a case."""
        return compared(case, self.dialect, self.theirs(case), self.ours(case))


def compared(case: Case, dialect: Dialect, theirs: Output, ours: Output) -> SelftestVerdict:
    """Compare what two evaluators made of a case, line by line."""
    ended = theirs.ended if theirs.ended in ("crashed", "timed out") else None
    if theirs.ended == ours.ended == "printed":
        return _of_lines(case, dialect, theirs.text, ours.text)
    if theirs.ended == ours.ended == "refused":
        return SelftestVerdict(both_refused=True)
    code = None
    if ours.ended != "crashed":  # a fault of ours is never deliberate
        code = reason_of_refusal(Refusal(case, dialect, theirs, ours))
    if code is not None:
        return SelftestVerdict(refused=Counter([code]), ended=ended)
    message = f"trec_eval {_shown(theirs)}; harness {_shown(ours)}"
    subject = f"harness {ours.ended}" if ours.ended != "printed" else f"trec_eval {theirs.ended}"
    return SelftestVerdict(subject=subject, message=message, ended=ended)


def _shown(outcome: Output) -> str:
    return f"{outcome.ended} ({outcome.message})" if outcome.message else outcome.ended


def _of_lines(case: Case, dialect: Dialect, theirs: str, ours: str) -> SelftestVerdict:
    their_lines, our_lines = _values(theirs), _values(ours)
    equal, reasons, unexplained = 0, Counter[str](), []
    for key in dict.fromkeys((*their_lines, *our_lines)):
        line = OutputLine(case, dialect, *key, their_lines.get(key), our_lines.get(key))
        if line.theirs == line.ours:
            equal += 1
        elif (code := reason_of_line(line)) is not None:
            reasons[code] += 1
        else:
            unexplained.append(line)
    subject = unexplained[0].measure if unexplained else None
    if subject is None and not reasons and theirs != ours:
        return SelftestVerdict(
            equal=equal, subject="the text", message="the same lines, printed otherwise"
        )
    return SelftestVerdict(equal, reasons, unexplained=tuple(unexplained), subject=subject)


def _values(text: str) -> dict[tuple[str, str], str]:
    """The value of each measure and topic; a second line of one is told apart by a number."""
    values: dict[tuple[str, str], str] = {}
    for row in text.splitlines():
        label, topic, value = (*row.split("\t", 2), "", "")[:3]
        key = (label.rstrip(), topic)
        while key in values:
            key = (f"{key[0]} again", topic)
        values[key] = value.strip()
    return values


@dataclass(slots=True)
class LineTally:
    """What came of all cases.

    ``unexplained`` holds the first case of each subject, with its verdict.
    """

    cases: int = 0
    equal: int = 0
    both_refused: int = 0
    complete: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    cases_of: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    unexplained_lines: int = 0
    unexplained_cases: int = 0
    subjects: Counter[str] = field(default_factory=Counter)
    examples: dict[str, Case] = field(default_factory=dict)

    def add(self, case: Case, verdict: SelftestVerdict) -> None:
        """Count one more case."""
        self.cases += 1
        self.equal += verdict.equal
        self.both_refused += verdict.both_refused
        self.reasons += verdict.reasons
        self.refused += verdict.refused
        self.cases_of.update({*verdict.reasons, *verdict.refused})
        if verdict.ended is not None:
            self.ended[verdict.ended] += 1
        self.unexplained_lines += len(verdict.unexplained)
        if verdict.subject is None:
            self.complete += not (verdict.reasons or verdict.refused or verdict.both_refused)
            return
        self.unexplained_cases += 1
        for subject in verdict.subjects():
            self.subjects[subject] += 1
            self.examples.setdefault(subject, case)


def tally(pair: OutputPair, cases: Iterable[Case], workers: Workers = None) -> LineTally:
    """Compare both evaluators on all cases; the same counts on any number of threads."""
    result = LineTally()

    def judged(case: Case) -> tuple[Case, SelftestVerdict]:
        return case, pair.verdict(case)

    for case, verdict in map_ordered(judged, cases, workers):
        result.add(case, verdict)
    return result


def smallest(pair: OutputPair, case: Case, subject: str) -> tuple[Case, SelftestVerdict]:
    """The case without whatever can be left out while the subject stays unexplained."""
    attempts = count()
    if subject == TIMED_OUT:  # every attempt would take as long
        return case, pair.verdict(case)

    def shows(smaller: Case) -> bool:
        verdict = pair.verdict(smaller)
        return subject in verdict.subjects()

    changed = True
    while changed:
        changed = False
        for smaller in _smaller(case, subject):
            if next(attempts) >= _ATTEMPTS:
                return case, pair.verdict(case)
            if shows(smaller):
                case, changed = smaller, True
                break
    return case, pair.verdict(case)


def _smaller(case: Case, subject: str) -> Iterator[Case]:
    """Cases with less: first the measure alone, then without options, then without lines."""
    for options in _fewer(case.options, subject):
        if options != case.options:
            yield replace(case, options=options)
    for part in ("run", "qrels"):
        lines = getattr(case, part).splitlines(keepends=True)
        size = len(lines) // 2
        while size:
            for start in range(0, len(lines), size):
                kept = lines[:start] + lines[start + size :]
                if kept:
                    yield case.with_file(part, b"".join(kept))
            size //= 2


def _fewer(options: CaseOptions, subject: str) -> Iterator[CaseOptions]:
    of_subject = tuple(
        name for name in options.measures if base_name(name.partition(".")[0]) == subject
    )
    if base_name(subject) is not None:
        yield replace(options, measures=of_subject or (subject,))
    yield replace(options, measures=options.measures[: len(options.measures) // 2] or ("map",))
    yield replace(options, per_topic=False, summary=True)
    yield replace(options, complete=False)
    yield replace(options, judged_only=False)
    yield replace(options, level=1)
    yield replace(options, depth=None)
    yield replace(options, size=None)
