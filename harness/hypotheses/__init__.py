"""What may be wrong with a whole file: hypotheses, each tried out before it is said.

`causes` tries all of them on what is known of a file; `hypotheses` lists them.
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

#: What hypotheses are about, in the order in which they are tried.
SUBJECTS = ("layout", "order", "topics", "documents")

#: Where they are declared, in the order in which they are tried: modules that are loaded when a
#: file looks wrong, or before, each when somebody needs it.
_DECLARED_IN = tuple(f"{__name__}.{name}" for name in ("identifiers", "layout", "order"))


@cache
def hypotheses() -> Mapping[str, Hypothesis]:
    """Every hypothesis, by its name, in the order in which they are tried."""
    for module in _DECLARED_IN:
        import_module(module)
    declared = sorted(
        HYPOTHESES.items(), key=lambda item: _DECLARED_IN.index(item[1].find.__module__)
    )
    return MappingProxyType(dict(declared))


def causes(evidence: Evidence, *subjects: str, readable: bool = False) -> tuple[Cause, ...]:
    r"""Return the probable causes of a file's faults: the first that holds of each subject.

    ``subjects`` are all of `SUBJECTS` unless some are named. Where the layout is wrong nothing is
    said about the order of scores, nor about identifiers that stand in other columns. Of a file
    that is ``readable``, none is tried that explains nothing but lines which cannot be read.

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
    """Return why a run may have hardly a topic, or no document, in common with the judgments."""
    return _notes(causes(evidence, *subjects) if subjects else (), where)


def doubts(evidence: Evidence, where: str) -> tuple[Note, ...]:
    """Return the doubts about a run that can be read: its columns, or the order of its scores.

    Where enough lines are in order, their columns are where they should be.
    """
    only_order = evidence.in_memory or evidence.sound >= WRONG * len(evidence.records)
    subjects = ("order",) if only_order else ("layout", "order")
    return _notes(causes(evidence, *subjects, readable=True), where)


def _notes(listed: Iterable[Cause], where: str) -> tuple[Note, ...]:
    return tuple(Note("doubt", str(cause), where, cause.name, cause.numbers) for cause in listed)
