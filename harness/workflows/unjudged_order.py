"""Whether judgments of unjudged documents could turn the order of two runs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from harness.config import Task
from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.core.execution import Workers
from harness.core.judged_run import JudgedRun
from harness.evaluation.ranking import Ordered
from harness.evaluation.run_scores import join_run, order_run
from harness.evaluation.scoring import prepare_measures
from harness.evaluation.unjudged import PairOrder, order_of, refuse_unbounded
from harness.workflows.chosen_runs import task_with
from harness.workflows.inputs import prepare
from harness.workflows.read_blocks import TaskRun
from harness.workflows.runs import Outcome, naming_refused, runs_of_task, some_accepted

#: A run in order, and its batch of all judged topics.
Joined: TypeAlias = tuple[Ordered, JudgedRun]


def order_of_runs(
    target: Task | str | os.PathLike[str],
    runs: Sequence[str],
    measures: Sequence[str] = (),
    *,
    workers: Workers = None,
) -> Outcome[tuple[PairOrder, ...]]:
    """Whether judgments of unjudged documents could turn the order of two runs of a task.

    By each of the ``measures``, those of the key compare.measures or else the first of the task.
    All judged topics count, unanswered ones as empty rankings. Raises `EvaluationError` for runs
    that are not there, `MeasureError` for measures whose bounds are not known.
    """
    task = task_with(target) if not isinstance(target, Task) else target
    prepared = prepare(task)
    rules = prepared.rules
    named = list(measures or task.compare.measures or task.measures[:1])
    if rules.judged_only:
        hint = "leave judged_only away"
        raise EvaluationError(Problem("judged_only takes unjudged documents out", hint=hint))
    chosen = [refuse_unbounded(measure) for measure in prepare_measures(named, rules)]

    def joined(read: TaskRun) -> tuple[str, Joined | None]:
        if read.run.name not in runs:
            return read.run.name, None
        ordered = order_run(read.run, prepared.judged, rules)
        batch = join_run(ordered, prepared.judged, replace(rules, missing="empty"))
        return read.run.name, (ordered, batch)

    inputs = prepared.inputs
    outcomes = runs_of_task(task, joined, topics=inputs.topics, known=inputs.known, workers=workers)
    accepted, refused = some_accepted(outcomes, task)
    names = [name for name, _ in accepted]
    batches = {name: pair for name, pair in accepted if pair is not None}
    problems = [unknown("run", name, names) for name in runs if name not in batches]
    if len(set(runs)) != 2:
        problems.append(Problem(f"{len(set(runs))} runs are named", hint="name two"))
    with naming_refused(refused):
        refuse(problems, EvaluationError)
    (first, of_first), (second, of_second) = (batches[name] for name in runs)
    orders = (order_of((first, second), (of_first, of_second), measure) for measure in chosen)
    return Outcome(tuple(orders), task.name, refused, task)
