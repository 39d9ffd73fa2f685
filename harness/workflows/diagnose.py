"""What the runs of a task lose by one measure, and what its tied documents leave open."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from harness.config import Task
from harness.core.errors import EvaluationError, Problem
from harness.core.execution import Execution, Workers
from harness.core.identity import RunFile
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.diagnosis import SEEN, RetentionOptions
from harness.evaluation.judgments import JudgedTopics, KnownJudgments
from harness.evaluation.rules import Rules
from harness.evaluation.scoring import prepare_measures
from harness.evaluation.ties.tie_report import TieReport, is_supported, tie_report
from harness.evaluation.views import main_of_documents, require_documents
from harness.measures import AnyMeasure, single_measure
from harness.report.report import Report
from harness.results.manifest import repaired_note
from harness.workflows.chosen_runs import task_with
from harness.workflows.evaluate import run
from harness.workflows.inputs import prepare, texts_of_task
from harness.workflows.read_blocks import TaskRun
from harness.workflows.reading import Progress, Reading, all_or_raise
from harness.workflows.runs import Outcome, runs_of_task, some_accepted, warn_of


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
    """Find what the runs of a task lose by one measure, and the documents that explain it.

    `harness.diagnose_runs` does this for values in memory.

    Parameters
    ----------
    target
        The YAML file of a task.
    runs
        Runs in the place of the task's own.
    measure
        The task's first that is no count if None; it need not be among the task's.
    depth
        So many documents of each topic are kept, 10 at least.
    backend, workers, scheduler
        Who works; no number depends on it.

    Returns
    -------
    Report
        Its ``rankings`` hold what every run retrieved; `harness.report.diagnosis` makes tables of
        it. Runs with errors are left out, of which there is a `HarnessWarning`.

    Raises
    ------
    HarnessError
        With what is wrong.

    Examples
    --------
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


@dataclass(frozen=True, slots=True)
class TaskTies:
    """The values that ties leave open in the runs of a task.

    ``left_out`` are its measures without a closed form; ``repairs`` what was repaired.
    """

    reports: tuple[TieReport, ...]
    left_out: tuple[AnyMeasure, ...] = ()
    repairs: tuple[Note, ...] = ()


def ties_of_task(
    task: Task, cutoffs: Sequence[int], *, workers: Workers = None
) -> Outcome[TaskTies]:
    """A report of each run of a task as checked, by those of its measures that can be.

    Raises `EvaluationError` when none of the runs can be used.
    """
    prepared = prepare(task)
    inputs, rules = prepared.inputs, prepared.rules
    supported = [measure for measure in prepared.measures if is_supported(measure)]

    def report(read: TaskRun) -> tuple[TieReport, Mapping[str, int]]:
        made = tie_report(read.run, prepared.judged, rules, measures=supported, cutoffs=cutoffs)
        return made, read.facts.get("repairs", {})

    outcomes = runs_of_task(task, report, topics=inputs.topics, known=inputs.known, workers=workers)
    accepted, refused = some_accepted(outcomes, task)
    ties = TaskTies(
        tuple(made for made, _ in accepted),
        tuple(measure for measure in prepared.measures if not is_supported(measure)),
        tuple(repaired_note(made.run, repaired) for made, repaired in accepted if repaired),
    )
    return Outcome(ties, task.name, refused, task)


def ties_of_runs(
    paths: Iterable[str],
    qrels: Qrels | None,
    measures: Sequence[str],
    cutoffs: Sequence[int],
    rules: Rules,
    *,
    known: KnownJudgments | None = None,
    ignore_identical: bool = False,
    workers: Workers = None,
) -> list[TieReport]:
    """A report of each run file; without judgments documents are counted only.

    What is ``known`` from earlier rounds leaves runs and judgments first, and with
    ``ignore_identical`` documents that have the identifier of their topic leave the runs.
    """
    prepared = prepare_measures(measures, rules) if measures else ()
    if known is not None and qrels is not None:
        qrels = known.leave_judgments(qrels)
    judged = None if qrels is None else JudgedTopics(qrels)

    def report(read: TaskRun) -> TieReport:
        return tie_report(read.run, judged, rules, measures=prepared, cutoffs=cutoffs)

    files = [RunFile(path) for path in paths]
    reading = Reading(known=known, ranks=rules.dialect.by_rank, ignore_identical=ignore_identical)
    return all_or_raise(reading.each(files, report, workers=workers))
