"""The view of documents: one grade for each, whatever else was judged. Nearly all measures."""

from __future__ import annotations

from collections.abc import Iterator

from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.evaluation.views.registry import View, register


def _as_they_are(_: Qrels) -> None:
    """`JudgedTopics` has made them ready already."""


def _notes(qrels: Qrels) -> Iterator[Note]:
    yield from (note for note in (qrels.sampled, qrels.merged) if note is not None)


register(
    View(
        "documents",
        JudgedRun,
        columns=(),
        layouts=("trec",),
        prepare=_as_they_are,
        see=lambda _, joined, __, ___: joined,
        notes=_notes,
    )
)
