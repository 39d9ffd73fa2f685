"""What a run's averages rest on. No I/O, and no library: the command line shows it at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

#: How a line begins that must not be read as one note among others.
ALARM = "Warning"
_MOST_ALARMS = 5


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which topics a run's averages rest on, and how much of what it retrieved was judged.

    ``averaged`` are the topics that count; of these, ``missing`` are not answered by the run and
    ``without_relevant`` have no relevant document (both score 0 in most measures). ``left_out``
    are judged topics that the run does not answer and that do not count; ``extra`` topics of the
    run have no judgments and do not count either. ``tied`` documents share their score with
    another document of the same topic; ``unjudged`` of the ``retrieved`` ones have no grade.
    Not among these are ``known`` documents, which left the run because they were judged before, and
    ``dropped`` ones, which did because nobody judged them and only judged ones count.
    """

    averaged: tuple[str, ...]
    missing: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    without_relevant: tuple[str, ...] = ()
    retrieved: int = 0
    unjudged: int = 0
    tied: int = 0
    known: int = 0
    dropped: int = 0

    @property
    def nothing_judged(self) -> bool:
        """Whether documents were retrieved, and none of them is judged."""
        return self.retrieved == self.unjudged and self.retrieved + self.dropped > 0


def known_note(runs: int, counts: Sequence[int]) -> str | None:
    """How many documents left so many runs because they were judged before; None for none.

    >>> known_note(2, [30, 0])
    'judged before: 30 documents of 1 of 2 runs left the rankings'
    """
    left = [count for count in counts if count]
    if not left:
        return None
    documents = f"{sum(left)} document{'s' if sum(left) > 1 else ''}"
    return f"judged before: {documents} of {len(left)} of {runs} runs left the rankings"


def alarms(runs: Sequence[str], covers: Sequence[Coverage]) -> tuple[str, ...]:
    """The runs of which no document was judged: as a rule their identifiers are wrong.

    >>> alarms(["bm25"], [Coverage(("1", "2"), retrieved=40, unjudged=40)])
    ('Warning: bm25: NONE of its 40 documents is judged; are documents named as in the judgments?',)
    """
    question = "are documents named as in the judgments?"
    lines = [
        f"{ALARM}: {run}: NONE of its {own.retrieved + own.dropped} documents is judged; {question}"
        for run, own in zip(runs, covers, strict=True)
        if own.nothing_judged
    ]
    rest = len(lines) - _MOST_ALARMS
    if rest > 0:
        lines[_MOST_ALARMS:] = [f"{ALARM}: NO document is judged of {rest} more runs"]
    return tuple(lines)
