"""From a task to what its runs lose by one measure, and the documents that explain it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from harness.config import Task
from harness.core.errors import EvaluationError, Problem
from harness.core.execution import Execution, Workers
from harness.diagnosis import SEEN, RetentionOptions
from harness.evaluation.views import main_of_documents, require_documents
from harness.measures import AnyMeasure, single_measure
from harness.report.report import Report
from harness.workflows.chosen_runs import task_with
from harness.workflows.evaluate import run
from harness.workflows.inputs import texts_of_task
from harness.workflows.reading import Progress
from harness.workflows.runs import Outcome, warn_of


def with_texts(diagnosed: Outcome[Report], runs: Iterable[str]) -> Report:
    """The report with the texts of what these runs have first, and of the relevant documents.

    The texts are as far as the task has any. Raises `HarnessError` as reading them does.
    """
    report, task = diagnosed.value, diagnosed.task
    rankings = report.rankings
    if rankings is None or task is None or task.documents is None:
        return report
    wanted = {doc for name in runs for doc in rankings.of_run(name).docs}
    return replace(report, texts=texts_of_task(task, wanted | set(rankings.relevant.docs)))


def diagnose(
    target: str | os.PathLike[str],
    runs: Sequence[str] = (),
    *,
    measure: str | None = None,
    depth: int = SEEN,
    backend: str | None = None,
    workers: Workers = None,
    scheduler: str | None = None,
) -> Report:
    """What the runs of a task lose by one measure, with the documents that explain it.

    As `diagnose_task`, without what was refused, of which there are Python warnings. The result's
    ``rankings`` hold what every run retrieved; `harness.report.diagnosis` makes tables of it.
    Raises `HarnessError` with what is wrong.

    >>> report = diagnose("configs/demo.yaml", measure="AP")
    >>> report.name, len(report.runs), report.rankings is None
    ('demo', 9, False)
    """
    workers = Execution.of(workers, backend, scheduler)
    outcome = diagnose_task(target, runs, measure=measure, depth=depth, workers=workers)
    warn_of(outcome)
    return outcome.value


def diagnose_task(
    target: str | os.PathLike[str],
    runs: Sequence[str] = (),
    *,
    measure: str | None = None,
    depth: int = SEEN,
    workers: Workers = None,
    progress: Progress | None = None,
) -> Outcome[Report]:
    """Evaluate the task of a YAML file by one measure, with what its runs retrieved and lose.

    ``runs`` take the place of the task's own; nothing is written. The measure is the task's first
    that is no count, unless another is named, which need not be among the task's. ``depth``
    documents of each topic are kept, 10 at least. Raises `HarnessError` with what is wrong.
    """
    if Path(target).is_dir():
        message = "a directory of results does not say which documents the runs retrieved"
        raise EvaluationError(Problem(message, str(target), hint="name the YAML file of the task"))
    task = task_with(target, runs)
    chosen = _measure(measure, task)
    require_documents([chosen], "a diagnosis")
    wanted = RetentionOptions(depth=max(depth, SEEN), measure=chosen)
    only = task.model_copy(update={"measures": (chosen,)})
    evaluation = run(only, workers=workers, progress=progress, retention=wanted)
    report = Report(
        evaluation.results(),
        rankings=evaluation.rankings,
        text_length=task.report.text,
        title=task.report.title or task.name,
    )
    return Outcome(report, task.name, evaluation.refused, task)


def _measure(name: str | None, task: Task) -> AnyMeasure:
    """The measure of that name, as the task has it if it does; else the task's first."""
    if name is not None:
        return single_measure(name, task.measures)
    numbers = [measure for measure in task.measures if measure.summary != "text"]
    return main_of_documents(task.measures) or single_measure((numbers or task.measures)[0])
