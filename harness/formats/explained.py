"""Telling people what is wrong with a whole file, where a reader sees line after line of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from harness.core.columns import Columns
from harness.core.errors import InputError
from harness.core.frames import pl
from harness.core.soundness import FEW, Record, is_likely
from harness.formats.records import Records
from harness.hypotheses import Evidence, causes


@contextmanager
def explained(kind: str, read: bytes | Records) -> Iterator[None]:
    """Let an `InputError` pass; with the cause in place of its problems where there is one.

    ``kind`` is what the content, or the records, are read as: ``run`` or ``judgments``.
    """
    try:
        yield
    except InputError as error:
        content = read if isinstance(read, bytes) else read.content
        raise with_cause(error, kind, content) from None


def with_cause(error: InputError, kind: str, content: bytes) -> InputError:
    """The error with one problem for all the lines that are wrong for one reason.

    What is wrong with the first line only is said beside what is wrong with others.
    """
    for cause in causes(Evidence(kind, content), "layout"):
        others = () if cause.is_of_most else error.problems[1:]
        return InputError((cause.problem(error.problems), *others))
    return error


def is_unlikely(records: Sequence[Record], run: pl.DataFrame | Columns) -> bool:
    """Whether a run has one score only, or a beginning that is worth a closer look.

    ``records`` are its first ones; there are none of a table.
    """
    evidence = Evidence("run", frame=run)
    return evidence.has_one_score or not is_likely(records[:FEW] or evidence.first(FEW))
