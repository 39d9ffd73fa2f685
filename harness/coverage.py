"""What a run's averages rest on. No I/O, and no library: the command line shows it at once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Coverage:
    """Which topics a run's averages rest on, and how much of what it retrieved was judged.

    ``averaged`` are the topics that count; of these, ``missing`` are not answered by the run and
    ``without_relevant`` have no relevant document (both score 0 in most measures). ``left_out``
    are judged topics that the run does not answer and that do not count; ``extra`` topics of the
    run have no judgments and do not count either. ``tied`` documents share their score with
    another document of the same topic; ``unjudged`` of the ``retrieved`` ones have no grade.
    """

    averaged: tuple[str, ...]
    missing: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    without_relevant: tuple[str, ...] = ()
    retrieved: int = 0
    unjudged: int = 0
    tied: int = 0
