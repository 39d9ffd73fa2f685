"""Options of ``harness eval``, as plain values.

No library is imported here: workers are forked before any is loaded.
"""

from __future__ import annotations

from typing import NamedTuple


class Request(NamedTuple):
    """Request of the command line, in plain values."""

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
