"""What `harness eval` is asked for, and what it finds out of one run.

No library is imported here: workers are forked before any is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from harness.core.coverage import Coverage
from harness.core.notes import Note

if TYPE_CHECKING:
    from harness.evaluation.scores import RunScores


@dataclass(frozen=True, slots=True)
class Request:
    """What the command line asks for, in words and numbers."""

    qrels: str
    runs: tuple[str, ...]
    measures: tuple[str, ...]
    dialect: str
    style: str
    per_topic: bool
    summary: bool
    complete: bool
    level: int
    depth: int | None
    collection_size: int
    judged_only: bool
    relation: str | None
    zscores: str | None
    qrels_format: str | None = None
    known: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """One run, evaluated: what is told about it, and its text or its scores."""

    run: str
    coverage: Coverage
    warnings: tuple[Note, ...]
    notes: tuple[Note, ...]
    text: str = ""
    scores: RunScores | None = None
