"""What a difference is put down to: the records of the deliberate ones, looked through.

The tables and examples of ``docs/trec_eval.md`` are made of these records. One holds for a line
only where it can be at work, and only for the value that it predicts, as far as it predicts one.
"""

from __future__ import annotations

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
    """The code of the difference that explains a line, or None."""
    return next(
        (
            difference.code
            for difference in DIFFERENCES
            if difference.of_line is not None
            and difference.concerns(line)
            and difference.of_line(line)
        ),
        None,
    )


def reason_of_refusal(refusal: Refusal) -> str | None:
    """The code of the difference that explains why one of both printed nothing, or None."""
    return next(
        (
            difference.code
            for difference in DIFFERENCES
            if difference.of_refusal is not None
            and difference.concerns(refusal)
            and difference.of_refusal(refusal)
        ),
        None,
    )
