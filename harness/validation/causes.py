"""What is wrong with a submission as a whole, as findings; and what puts it right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import polars as pl

from harness.core.errors import Problem
from harness.core.soundness import FEW
from harness.formats.explained import is_unlikely
from harness.formats.files import first_records
from harness.hypotheses import Cause, Evidence, Known, causes
from harness.hypotheses.evidence import WRONG
from harness.validation.document_universe import KnownDocuments
from harness.validation.findings import CHECKS, FindingSet
from harness.validation.grouped_run import GroupedRun
from harness.validation.requirements import Requirements

#: So many documents are looked up to see whether they are others than those of the task.
_MOST = 20_000


def check_causes(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """The hypotheses that hold, each as one finding of the file."""
    for cause in causes_of(sheet, requirements):
        problem = Problem(str(cause), sheet.submission.source)
        yield FindingSet(cause.name, np.zeros(1, np.int64), [problem].__getitem__)


def causes_of(sheet: GroupedRun, requirements: Requirements) -> tuple[Cause, ...]:
    """What is probably wrong with the lines as a whole, as they are now."""
    submission, frame = sheet.submission, sheet.frame
    # The columns of a file are known where it is one of TREC's; of another they have names.
    records = submission.records if submission.format == "trec" else None
    looked_at = b"" if submission.reordered or records is None else records.content
    held: tuple[Cause, ...] = ()
    if is_unlikely(first_records(looked_at, FEW), frame):
        if looked_at:
            held = causes(Evidence("run", looked_at), "layout")
        if not held:
            held = causes(Evidence("run", frame=frame), "order")
    if not any(cause.moves_identifiers for cause in held):
        known = _topics(requirements), _documents(sheet, requirements)
        held += causes(Evidence("run", b"", frame, *known), "topics", "documents")
    return tuple(cause for cause in held if cause.name in CHECKS)


def _topics(requirements: Requirements) -> Known | None:
    topics = requirements.topics
    return None if topics is None else Known.of("those of the task", topics)


def _documents(sheet: GroupedRun, requirements: Requirements) -> Known | None:
    """The documents of the task, unless all of the run are among them; or the judged ones."""
    documents = requirements.documents
    if documents is None:
        return requirements.measured.documents() if requirements.measured else None
    share = documents.known(sheet.frame["doc"].head(_MOST)).mean()
    if share == 1:
        return None
    what, ids = f"those of {documents.what}", documents.ids
    if ids is None or share > WRONG:
        return Known(what, _among(documents))
    return Known(
        what,
        _among(documents),
        ids.to_list,
        lambda most: ids.gather_every(-(-len(ids) // most) or 1).to_list(),
    )


def _among(documents: KnownDocuments) -> Callable[[Sequence[str]], list[bool]]:
    def has(given: Sequence[str]) -> list[bool]:
        answers: list[bool] = documents.known(pl.Series(list(given), dtype=pl.String)).tolist()
        return answers

    return has
