"""Which repairs to recommend: those that were tried out, and what is left of the run with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from harness.core.model import Run
from harness.validation.findings import CAUSES, CHECKS
from harness.validation.grouped_run import GroupedRun
from harness.validation.repairs import REPAIRS, fitting_repairs
from harness.validation.requirements import Requirements
from harness.validation.verdicts import Examination, RepairOutcome

#: Repairs that drop more of a run than this are not recommended: what they leave, though without
#: errors, would be measured as if it were the run that was meant.
MOST_DROPPED = 0.5
_CONTRARY = {"rerank-by-score": "rescore-by-rank", "rescore-by-rank": "rerank-by-score"}


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice about the errors of a run.

    ``repairs`` settle all of them, which was tried out; none where nothing is recommended, and
    ``reason`` says why. ``topics``, ``documents`` and ``scores`` are how many there are, and what
    ``measure`` gives, before and after; a run that cannot be scored has None.

    >>> print(Advice(("drop-lower-duplicates",), "", (2, 2), (9, 8), "AP", (None, 0.25)))
    --repair drop-lower-duplicates leaves 2 of 2 topics, 8 of 9 documents; AP – → 0.2500
    """

    repairs: tuple[str, ...]
    reason: str = ""
    topics: tuple[int, int] = (0, 0)
    documents: tuple[int, int] = (0, 0)
    measure: str = ""
    scores: tuple[float | None, float | None] = (None, None)

    def __str__(self) -> str:
        if not self.repairs:
            return f"no repair is recommended: {self.reason}"
        names = " ".join(f"--repair {name}" for name in self.repairs)
        left = ", ".join(
            f"{after:,} of {before:,} {what}"
            for (before, after), what in ((self.topics, "topics"), (self.documents, "documents"))
        )
        scored = ""
        if self.measure:
            before, after = ("–" if score is None else f"{score:.4f}" for score in self.scores)
            scored = f"; {self.measure} {before} → {after}"
        return f"{names} leaves {left}{scored}"


def advise(
    examined: Examination, outcome: RepairOutcome, requirements: Requirements
) -> Advice | None:
    """Recommend repairs where errors stand after those that are asked for.

    The repairs of a hypothesis about the whole file come first; one that has none forbids all
    others, which would make a wrong run of a misread one. None where there are no errors, or some
    that nothing repairs.
    """
    if not outcome.errors:
        return None
    attempt = _Attempt(examined, requirements)
    causes = [code for code in outcome.errors if code in CAUSES]
    chosen = attempt.further(causes, ()) if causes else ()
    if causes and not chosen:
        return Advice((), f"first see to it that {_of_whole(causes)}")
    while True:
        result = attempt.with_repairs(chosen)
        if dropped := attempt.refused(chosen, result):
            return Advice((), dropped)
        if not result.errors:
            return attempt.advice(_needed(attempt, chosen))
        more = attempt.further(result.errors, chosen)
        if not more:
            return None
        chosen = (*chosen, *more)


def _of_whole(causes: Iterable[str]) -> str:
    return " and ".join(f"{code} is settled" for code in causes)


def _needed(attempt: _Attempt, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The repairs without those that are not needed beside the others."""
    for name in chosen:
        fewer = tuple(other for other in chosen if other != name)
        if fewer and not attempt.with_repairs(fewer).errors:
            chosen = fewer
    return tuple(name for name in REPAIRS if name in chosen)


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A submission on which repairs are tried out, beside those that are asked for."""

    examined: Examination
    requirements: Requirements

    def with_repairs(self, names: Iterable[str]) -> RepairOutcome:
        repairs = tuple(dict.fromkeys((*self.requirements.repairs, *names)))
        return self.examined.after(replace(self.requirements, repairs=repairs))

    def further(self, codes: Iterable[str], chosen: tuple[str, ...]) -> tuple[str, ...]:
        """The first repair of each code that is not tried yet and contradicts no other."""
        more: list[str] = []
        for code in codes:
            taken = {*self.requirements.repairs, *chosen, *more}
            allowed = [
                name
                for name in fitting_repairs(code, self.examined.sheet)
                if name not in taken and _CONTRARY.get(name) not in taken
            ]
            if taken.isdisjoint(CHECKS[code].repairs) or code == "rank-not-a-number":
                more += allowed[:1]
        return tuple(dict.fromkeys(more))

    def refused(self, chosen: tuple[str, ...], result: RepairOutcome) -> str:
        """Why what repairs leave is too little; nothing where it is not."""
        lines = self.examined.sheet.frame.height + self.examined.sheet.submission.lost
        drops = [name for name in chosen if REPAIRS[name].drops and result.changed.get(name)]
        dropped = sum(result.changed[name] for name in drops)
        if dropped <= MOST_DROPPED * lines:
            return ""
        return f"{' and '.join(drops)} would drop {dropped:,} of {lines:,} lines, more than half"

    def advice(self, repairs: tuple[str, ...]) -> Advice:
        before, after = self.examined.sheet, self.with_repairs(repairs).sheet
        measured = self.requirements.measured
        return Advice(
            repairs,
            "",
            (len(before.topics), len(after.topics)),
            (before.frame.height, after.frame.height),
            measured.measure() if measured else "",
            (_score(before, measured.of), _score(after, measured.of)) if measured else (None, None),
        )


def _score(sheet: GroupedRun, score: Callable[[Run], float | None]) -> float | None:
    return score(Run("run", sheet.frame.select("topic", "doc", "score")))
