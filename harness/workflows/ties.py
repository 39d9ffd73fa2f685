"""What tied documents leave open in the runs of a task, or in any runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from harness.config import Task
from harness.core.execution import Workers
from harness.core.identity import RunFile
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.evaluation.ranking import JudgedTopics
from harness.evaluation.residual import KnownJudgments
from harness.evaluation.rules import Rules
from harness.evaluation.scoring import prepare_measures
from harness.evaluation.ties.tie_report import TieReport, is_supported, tie_report
from harness.measures import AnyMeasure
from harness.results.caveats import repaired_note
from harness.workflows.inputs import prepare
from harness.workflows.reading import Reading, TaskRun, all_or_raise
from harness.workflows.runs import Outcome, runs_of_task, some_accepted


@dataclass(frozen=True, slots=True)
class TaskTies:
    """What ties leave open in the runs of a task.

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
