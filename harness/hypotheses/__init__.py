"""Hypotheses about faults of a whole file, each tested before it is reported.

`causes` tests all of them on the evidence of a file; `hypotheses` lists them.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType

from harness.core.notes import Note
from harness.hypotheses.evidence import (
    HYPOTHESES,
    WRONG,
    Cause,
    Evidence,
    Hypothesis,
    KnownIdentifiers,
)

__all__ = [
    "SUBJECTS",
    "Cause",
    "Evidence",
    "Hypothesis",
    "KnownIdentifiers",
    "causes",
    "doubts",
    "hypotheses",
    "mismatches",
]

#: Findings about lines that cannot be read.
UNREADABLE = frozenset(
    {"fields", "header", "rank-not-a-number", "score-not-a-number", "unreadable"}
)

#: The subjects of hypotheses, in the order of testing.
SUBJECTS = ("layout", "order", "topics", "documents")

#: The modules that declare hypotheses, in the order of testing, loaded when a file looks wrong.
_DECLARED_IN = tuple(f"{__name__}.{name}" for name in ("identifiers", "layout", "order"))


@cache
def hypotheses() -> Mapping[str, Hypothesis]:
    """Return every hypothesis, by name, in the order of testing."""
    for module in _DECLARED_IN:
        import_module(module)
    declared = sorted(
        HYPOTHESES.items(), key=lambda item: _DECLARED_IN.index(item[1].find.__module__)
    )
    return MappingProxyType(dict(declared))


def causes(evidence: Evidence, *subjects: str, readable: bool = False) -> tuple[Cause, ...]:
    r"""Return the probable causes of a file's faults: the first that holds for each subject.

    ``subjects`` are all of `SUBJECTS` by default. If the layout is wrong, the order of scores, and
    identifiers in moved columns, are not reported. For a ``readable`` file, hypotheses that only
    explain unreadable lines are skipped.

    >>> [cause] = causes(Evidence("run", b"1,Q0,d1,1,2.5,me\n1,Q0,d2,2,1.5,me\n"))
    >>> cause.name, cause.message
    ('separator', 'the fields look separated by commas')
    """
    by_subject: dict[str, Cause] = {}
    for subject in subjects or SUBJECTS:
        if "layout" in by_subject and (
            subject == "order" or by_subject["layout"].moves_identifiers
        ):
            continue
        declared = (
            hypothesis
            for hypothesis in hypotheses().values()
            if hypothesis.subject == subject
            and not (readable and UNREADABLE.issuperset(hypothesis.explains))
        )
        cause = next(filter(None, (hypothesis.find(evidence) for hypothesis in declared)), None)
        if cause is not None:
            by_subject[subject] = cause
    return tuple(by_subject.values())


def mismatches(evidence: Evidence, subjects: Sequence[str], where: str) -> tuple[Note, ...]:
    """Return why a run may have hardly any topic, or no document, in common with the judgments."""
    return _notes(causes(evidence, *subjects) if subjects else (), where)


def doubts(evidence: Evidence, where: str) -> tuple[Note, ...]:
    """Return the doubts about a readable run: its columns, or the order of its scores.

    If enough lines are in order, their columns are right.
    """
    only_order = evidence.in_memory or evidence.sound >= WRONG * len(evidence.records)
    subjects = ("order",) if only_order else ("layout", "order")
    return _notes(causes(evidence, *subjects, readable=True), where)


def _notes(listed: Iterable[Cause], where: str) -> tuple[Note, ...]:
    return tuple(Note("doubt", str(cause), where, cause.name, cause.numbers) for cause in listed)
