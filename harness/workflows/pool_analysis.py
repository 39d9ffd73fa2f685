"""Analyse pools: bias towards contributors, replays of strategies, effects of unjudged documents.

A task's pool is made without each group, replayed by other strategies, and tested for whether
judgments of unjudged documents could reverse the order of two runs.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from harness.config import Source, Task
from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.core.execution import Workers
from harness.core.identity import RunFile
from harness.core.judged_run import JudgedRun
from harness.core.model import Run
from harness.evaluation.ranking import OrderedRun
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import join_run, order_run
from harness.evaluation.scores import Scores
from harness.evaluation.scoring import prepare_measures
from harness.evaluation.unjudged import PairOrder, bound_order, refuse_unbounded
from harness.evaluation.views import main_measure, require_documents
from harness.inputs.blocks import TaskRun
from harness.inputs.chosen_runs import task_with
from harness.inputs.prepared import prepare, read_collection_size, read_inputs, read_judgments
from harness.inputs.runs import (
    Outcome,
    collect_accepted,
    explain_refused,
    map_runs,
    split_accepted,
)
from harness.measures import AnyMeasure
from harness.pooling import Plan
from harness.pooling.bias import (
    LeaderboardComparison,
    LeaveOut,
    Uniques,
    compare_leaderboards,
    leave_out,
    measure_judged_share,
    unique_documents,
)
from harness.pooling.replay import Replay, replay
from harness.workflows.pool import read_candidates

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Bias:
    """Bias of a pool: documents of a single contributor, and ranks with and without each.

    ``left_out`` has one entry per contributor; ``compared`` is the leaderboard by other judgments,
    None without any.
    """

    uniques: Uniques
    left_out: LeaveOut
    judged: Scores
    compared: LeaderboardComparison | None
    rules: Rules


def estimate_bias(
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
    """Estimate the bias of a task's pool, by one measure (by default the task's first).

    Contributors are the runs of the key ``pool``, to their depth; all runs of the task are scored.
    Judged documents without a contributor are kept, or with ``uncontributed="drop"`` dropped
    whenever a contributor is left out. ``against`` are other judgments to compare leaderboards
    with, with ``judged_only`` on the documents that they judge.
    """
    inputs = read_inputs(task)
    rules = task.rules(inputs.collection_size)
    chosen = main_measure(task.measures) if measure is None else measure
    # A wrong measure is refused before anything is read.
    require_documents(prepare_measures([chosen], rules), "the bias of a pool")
    other = read_judgments(against, task) if against is not None else None
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
        measure_judged_share(every, qrels, rules, cutoffs=cutoffs),
        compared,
        rules,
    )


def replay_plans(
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
    """Read every checked run of a task, with its entry; raises `HarnessError` with all problems."""
    read = map_runs(
        task, lambda checked: (checked.run, checked.file), hashed=False, workers=workers
    )
    return collect_accepted(read, task)


def read_leaderboard(
    task: Task, measure: str | AnyMeasure | None, what: str, workers: Workers = None
) -> tuple[list[Run], AnyMeasure | str, Rules]:
    """Read the runs of a task for ``what``, leaderboards by one measure (the first) and its rules.

    A wrong measure is refused before a run is read.
    """
    rules = task.rules(read_collection_size(task))
    chosen = main_measure(task.measures) if measure is None else measure
    require_documents(prepare_measures([chosen], rules), what)
    return [run for run, _ in read_all(task, workers=workers)], chosen, rules


#: A run in order, and its batch of all judged topics.
Joined: TypeAlias = tuple[OrderedRun, JudgedRun]


def bound_orders(
    target: Task | str | os.PathLike[str],
    runs: Sequence[str],
    measures: Sequence[str] = (),
    *,
    workers: Workers = None,
) -> Outcome[tuple[PairOrder, ...]]:
    """Find whether judgments of unjudged documents could reverse the order of two runs of a task.

    These are ``runs``, by default all of the task. Uses each of ``measures``, by default of the key
    compare.measures or else the task's first. All judged topics count, unanswered ones as empty
    rankings. Raises `EvaluationError` for unknown
    runs, `MeasureError` for measures without known bounds.
    """
    task = task_with(target) if not isinstance(target, Task) else target
    prepared = prepare(task)
    rules = prepared.rules
    named = list(measures or task.compare.measures or task.measures[:1])
    if rules.judged_only:
        hint = "drop judged_only"
        raise EvaluationError(Problem("judged_only takes unjudged documents out", hint=hint))
    chosen = [refuse_unbounded(measure) for measure in prepare_measures(named, rules)]

    def joined(read: TaskRun) -> tuple[str, Joined | None]:
        if runs and read.run.name not in runs:
            return read.run.name, None
        ordered = order_run(read.run, prepared.judged, rules)
        batch = join_run(ordered, prepared.judged, replace(rules, missing="empty"))
        return read.run.name, (ordered, batch)

    inputs = prepared.inputs
    outcomes = map_runs(
        task, joined, topics=inputs.topics, known=inputs.known, hashed=False, workers=workers
    )
    accepted, refused = split_accepted(outcomes, task)
    names = [name for name, _ in accepted]
    runs = runs or names
    batches = {name: pair for name, pair in accepted if pair is not None}
    problems = [unknown("run", name, names) for name in runs if name not in batches]
    if len(set(runs)) != 2:
        problems.append(Problem(f"{len(set(runs))} runs are named", hint="name two"))
    with explain_refused(refused):
        refuse(problems, EvaluationError)
    (first, of_first), (second, of_second) = (batches[name] for name in runs)
    orders = (bound_order((first, second), (of_first, of_second), measure) for measure in chosen)
    return Outcome(tuple(orders), task.name, refused, task)
