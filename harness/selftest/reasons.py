"""Reasons of differences: the records of the deliberate ones.

The tables and examples of ``docs/trec_eval.md`` are made of these records. One holds for a line
only where it can be at work, and only for the value that it predicts, as far as it predicts one.
"""

from __future__ import annotations

from collections.abc import Iterator

from harness.selftest.at_work import OutputLine, Refusal
from harness.selftest.difference import Difference
from harness.selftest.other_differences import FROM_OTHERS
from harness.selftest.trec_eval_differences import FROM_TREC_EVAL

#: Every difference that is meant.
DIFFERENCES: tuple[Difference, ...] = (*FROM_TREC_EVAL, *FROM_OTHERS)

#: Every code that a difference may be put down to.
CODES = tuple(
    difference.code for difference in DIFFERENCES if difference.of_line or difference.of_refusal
)


def reason_of_line(line: OutputLine) -> str | None:
    """Return the code of the first difference that explains a line, or None."""
    return next((d.code for d in _concerning(line) if d.of_line and d.of_line(line)), None)


def reason_of_refusal(refusal: Refusal) -> str | None:
    """Return the code of the first difference that explains why one of both printed nothing."""
    return next(
        (d.code for d in _concerning(refusal) if d.of_refusal and d.of_refusal(refusal)), None
    )


def _concerning(case: OutputLine | Refusal) -> Iterator[Difference]:
    return (difference for difference in DIFFERENCES if difference.concerns(case))
