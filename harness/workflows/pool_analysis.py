"""What a pool owes to its contributors, and what strategies would have found: a task looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from harness.config import Source, Task
from harness.core.execution import Workers
from harness.core.identity import RunFile
from harness.core.model import Run
from harness.evaluation.rules import Rules
from harness.evaluation.scores import Scores
from harness.evaluation.scoring import prepare_measures
from harness.evaluation.views import main_measure, require_documents
from harness.measures import AnyMeasure
from harness.pooling import Plan
from harness.pooling.bias import (
    LeaderboardComparison,
    LeaveOut,
    Uniques,
    compare_leaderboards,
    judged_at,
    leave_out,
    unique_documents,
)
from harness.pooling.replay import Replay, replay
from harness.workflows.inputs import judgments_of, read_inputs
from harness.workflows.pool import read_candidates
from harness.workflows.runs import all_accepted, runs_of_task

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Bias:
    """How a pool treats its contributors: who found what alone, and what their ranks owe to it.

    ``left_out`` has one entry a contributor; ``compared`` is the leaderboard by other judgments,
    None without any.
    """

    uniques: Uniques
    left_out: LeaveOut
    judged: Scores
    compared: LeaderboardComparison | None
    rules: Rules


def bias_of(
    task: Task,
    measure: str | AnyMeasure | None = None,
    *,
    by: str = "group",
    cutoffs: Sequence[int] = (10, 20, 50, 100),
    uncontributed: str = "keep",
    against: Source | None = None,
    judged_only: bool = False,
    workers: Workers = None,
) -> Bias:
    """The bias of the pool of a task, by one measure (its first one, if none is given).

    Contributors are the runs that its key ``pool`` chooses, to their depth; all runs of the task
    are scored. Judged documents that no contributor has are kept, or with ``uncontributed="drop"``
    dropped wherever a contributor is left out. ``against`` are other judgments to compare
    leaderboards with, with ``judged_only`` on the documents that they judge.
    """
    inputs = read_inputs(task)
    rules = task.rules(inputs.collection_size)
    chosen = main_measure(task.measures) if measure is None else measure
    # A wrong measure is refused before anything is read.
    require_documents(prepare_measures([chosen], rules), "the bias of a pool")
    other = judgments_of(against, task) if against is not None else None
    if other is not None and inputs.known is not None:
        other = inputs.known.leave_judgments(other)
    offered = read_candidates(task, workers=workers)
    runs = read_all(task, workers=workers)
    groups = {run.name: file.group for run, file in runs if file.group}
    every = [run for run, _ in runs]
    qrels, candidates = inputs.qrels.documents, offered.candidates
    compared = None
    if other is not None:
        rules_b = replace(rules, judged_only=judged_only or rules.judged_only)
        compared = compare_leaderboards(every, qrels, other, chosen, rules, rules_b=rules_b)
    return Bias(
        unique_documents(candidates, qrels, relevance_level=rules.relevance_level),
        leave_out(
            every,
            candidates,
            qrels,
            [chosen],
            rules,
            by=by,
            groups=groups,
            uncontributed=uncontributed,
        ),
        judged_at(every, qrels, rules, cutoffs=cutoffs),
        compared,
        rules,
    )


def replay_of(
    task: Task,
    plans: Callable[[Task], dict[str, Plan]],
    *,
    budgets: Sequence[int],
    seeds: Sequence[int],
    workers: Workers = None,
) -> Replay:
    """Replay plans on the judgments of the task: the relevant documents they would have found."""
    inputs = read_inputs(task)
    made = plans(task)
    offered = read_candidates(task, workers=workers)
    level = task.relevance_level
    return replay(
        offered.candidates,
        made,
        inputs.qrels.documents,
        budgets=budgets,
        seeds=seeds,
        relevance_level=level,
    )


def read_all(task: Task, *, workers: Workers = None) -> list[tuple[Run, RunFile]]:
    """Every run of a task as checked, with its entry; `HarnessError` with the problems of all."""
    read = runs_of_task(task, lambda checked: (checked.run, checked.file), workers=workers)
    return all_accepted(read, task)
