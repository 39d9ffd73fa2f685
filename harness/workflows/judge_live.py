"""Live pools: the strategy of a task hands documents out while people judge."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import polars as pl

from harness.config import Task
from harness.core.errors import EvaluationError, InputError, Problem
from harness.core.execution import Workers
from harness.formats.writing import write_qrels
from harness.judging.ledger import Ledger
from harness.judging.live import LiveStrategy
from harness.judging.pools import pool_of
from harness.pooling.plan import description, plan_of
from harness.pooling.pool import Before, blank_qrels, earlier_documents
from harness.results.pools import PoolFiles, pool_manifest
from harness.workflows.assessors import assessors_of
from harness.workflows.inputs import known_of, topics_of
from harness.workflows.judge import policy_of
from harness.workflows.judge_preconditions import is_live, refuse_unfit
from harness.workflows.pool import Offered, earlier_of, read_candidates


def live_strategy(task: Task, ledger: Ledger, workers: Workers = None) -> LiveStrategy | None:
    """The strategy of a live task, which its pages ask; None for other tasks.

    Raises `HarnessError` where it cannot be asked, and where runs, or the key ``pool``, are not
    those of the newest pool in the ledger.
    """
    return None if not is_live(task) else _strategy(task, ledger, workers)[0]


def live_pool(task: Task, ledger: Ledger, workers: Workers = None) -> tuple[PoolFiles, int]:
    """The pool of a ledger with all that was handed out, and how many documents these are.

    The strategy is asked again for each of them, with the judgments that were there then; raises
    `EvaluationError` where it asks for another. The same ledger and runs give the same bytes.
    """
    if not is_live(task):
        hint = "harness pool and harness judge next write theirs"
        raise EvaluationError(Problem("judge.next is not live", hint=hint))
    strategy, offered, before = _strategy(task, ledger, workers)
    number = strategy.repeat(ledger)
    pool = pool_of(ledger)
    manifest = pool_manifest(task, pool, offered.runs, offered.notes, before.judged, known_of(task))
    manifest["live"] = {"position": ledger.position, "asked": number}
    qrels = blank_qrels(pool, before.judged)
    layout = qrels.format or "trec"
    return PoolFiles(pool, write_qrels(qrels, layout).content, manifest, layout), number


def _strategy(task: Task, ledger: Ledger, workers: Workers) -> tuple[LiveStrategy, Offered, Before]:
    refuse_unfit(task)
    pool = pool_of(ledger)
    known = known_of(task)
    before = earlier_of(task)
    if known is not None:
        before = before.without(known.leave_frame)
    offered = read_candidates(task, known=known, workers=workers)
    plan = plan_of(task.pool, task.relevance_level)
    newest = int(pool.plan.get("batch", 1))
    now = json.loads(json.dumps(description(offered.candidates, plan, newest)))
    if dict(pool.plan) != now or _hashes(offered.runs) != _hashes(_pooled_runs(ledger)):
        message = "the runs of the task, or its key pool, are not those of the pool in the ledger"
        hint = "harness pool TASK -o POOL, then harness judge add TASK POOL"
        raise InputError(Problem(message, os.fspath(ledger.path), hint=hint))
    people = assessors_of(task, topics_of(task), [str(run["group"]) for run in pool.plan["runs"]])
    strategy = LiveStrategy.of(
        offered.candidates,
        plan,
        policy_of(task),
        people,
        every_topic=task.judge.share == "documents",
        before=_by_topic(earlier_documents(before)),
    )
    return strategy, offered, before


def _pooled_runs(ledger: Ledger) -> list[Mapping[str, Any]]:
    manifest = ledger.value("SELECT manifest FROM pool ORDER BY id DESC LIMIT 1")
    runs: list[Mapping[str, Any]] = json.loads(manifest)["runs"]
    return runs


def _hashes(runs: Any) -> list[tuple[str, str]]:
    return sorted((str(run["name"]), str(run.get("sha256"))) for run in runs)


def _by_topic(frame: pl.DataFrame) -> dict[str, dict[str, int | None]]:
    grades: defaultdict[str, dict[str, int | None]] = defaultdict(dict)
    for topic, doc, grade in frame.select("topic", "doc", "grade").iter_rows():
        grades[topic][doc] = grade
    return dict(grades)
