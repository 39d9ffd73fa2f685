"""What tied documents leave open in the runs of a task, or in any runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from harness.config import Task
from harness.core.errors import HarnessError, all_or_errors
from harness.core.model import Qrels
from harness.core.parallel import map_ordered
from harness.evaluation.ranking import JudgedTopics
from harness.evaluation.residual import KnownJudgments
from harness.evaluation.scoring import Rules, prepare_measures
from harness.evaluation.ties import TieReport, is_supported, tie_report
from harness.formats.runs import read_run
from harness.measures import AnyMeasure
from harness.report.remarks import repairs_of
from harness.workflows.inputs import read_inputs
from harness.workflows.runs import Refused, TaskRun, refusal, runs_of_task


@dataclass(frozen=True, slots=True)
class TaskTies:
    """What ties leave open in the runs of a task.

    ``left_out`` are its measures without a closed form; ``refused`` the runs with errors;
    ``repairs`` what was repaired in the others, by run.
    """

    reports: tuple[TieReport, ...]
    left_out: tuple[AnyMeasure, ...]
    refused: tuple[Refused, ...]
    repairs: Mapping[str, str]


def ties_of_task(task: Task, cutoffs: Sequence[int], *, threads: int | None = None) -> TaskTies:
    """A report of each run of a task as checked, by those of its measures that can be.

    Raises `EvaluationError` when none of the runs can be used.
    """
    inputs = read_inputs(task)
    rules = task.rules(inputs.collection_size)
    measures = prepare_measures(task.measures, rules)
    supported = [one for one in measures if is_supported(one)]
    judged = JudgedTopics(inputs.qrels)

    def report(checked: TaskRun) -> tuple[TieReport, str]:
        found = tie_report(checked.run, judged, rules, measures=supported, cutoffs=cutoffs)
        return found, repairs_of(checked.facts)

    outcomes = list(
        runs_of_task(task, report, topics=inputs.topics, known=inputs.known, threads=threads)
    )
    accepted = [one for one in outcomes if not isinstance(one, Refused)]
    refused = tuple(one for one in outcomes if isinstance(one, Refused))
    if not accepted:
        raise refusal(refused, len(refused), task)
    return TaskTies(
        tuple(found for found, _ in accepted),
        tuple(one for one in measures if not is_supported(one)),
        refused,
        {found.run: repaired for found, repaired in accepted if repaired},
    )


def ties_of_runs(
    paths: Iterable[str],
    qrels: Qrels | None,
    measures: Sequence[str],
    cutoffs: Sequence[int],
    rules: Rules,
    *,
    known: KnownJudgments | None = None,
    threads: int | None = None,
) -> list[TieReport]:
    """A report of each run file; without judgments documents are counted only.

    What is ``known`` from earlier rounds leaves runs and judgments first.
    """
    prepared = prepare_measures(measures, rules) if measures else ()
    if known is not None and qrels is not None:
        qrels = known.leave_judgments(qrels)
    judged = None if qrels is None else JudgedTopics(qrels)

    def report(path: str) -> TieReport | HarnessError:
        try:
            run = read_run(path)
            run = run if known is None else known.leave(run)
            return tie_report(run, judged, rules, measures=prepared, cutoffs=cutoffs)
        except HarnessError as error:
            return error

    return all_or_errors(map_ordered(report, paths, threads))
