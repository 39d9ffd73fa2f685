"""What `harness eval` is asked for, and what it finds out of one run.

No library is imported here: workers are forked before any is loaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harness.core.coverage import Coverage
from harness.core.notes import Note

if TYPE_CHECKING:
    from harness.evaluation.scoring import RunScores


@dataclass(frozen=True, slots=True)
class Request:
    """Request of the command line, in words and numbers."""

    qrels: str
    runs: tuple[str, ...]
    measures: tuple[str, ...]
    dialect: str
    format: str = "trec_eval"
    per_topic: bool = False
    summary: bool = True
    complete: bool = False
    level: int = 1
    depth: int | None = None
    collection_size: int = 0
    judged_only: bool = False
    relation: str | None = None
    zscores: str | None = None
    qrels_from: str | None = None
    known: tuple[str, ...] = ()
    dimensions: tuple[tuple[str, str], ...] = ()
    modules: tuple[str, ...] = ()
    costs: str | None = None
    ignore_identical: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """One run, evaluated: what is told about it, and its text, in blocks, or its scores.

    ``asked`` names the measures of the scores, which know them by their places only.
    """

    run: str
    coverage: Coverage
    warnings: tuple[Note, ...]
    notes: tuple[Note, ...]
    text: Iterable[str] = ()
    scores: RunScores | None = None
    asked: tuple[str, ...] = ()
