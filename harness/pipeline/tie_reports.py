"""What tied documents leave open in the runs of a task, or in any runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from harness.config import Task
from harness.errors import HarnessError, all_or_errors
from harness.execution import map_ordered
from harness.formats.runs import read_run
from harness.measures import AnyMeasure
from harness.model import Qrels
from harness.pipeline.inputs import read_inputs
from harness.ranking import JudgedTopics
from harness.scoring import Rules, prepare_measures
from harness.ties import TieReport, is_supported, tie_report


def ties_of_task(
    task: Task, cutoffs: Sequence[int], *, threads: int | None = None
) -> tuple[list[TieReport], list[AnyMeasure]]:
    """A report of each run of a task, by those of its measures that can be; and the others."""
    inputs = read_inputs(task)
    rules = task.rules(inputs.collection_size)
    measures = prepare_measures(task.measures, rules)
    supported = [one for one in measures if is_supported(one)]
    left_out = [one for one in measures if not is_supported(one)]
    files = [(str(task.place(run.path)), run.name, run.format) for run in task.runs]
    judged = JudgedTopics(inputs.qrels)
    found = _reports(files, judged, rules, supported, cutoffs, threads)
    return all_or_errors(found), left_out


def ties_of_runs(
    paths: Iterable[str],
    qrels: Qrels | None,
    measures: Sequence[str],
    cutoffs: Sequence[int],
    rules: Rules,
    *,
    threads: int | None = None,
) -> list[TieReport]:
    """A report of each run file; without judgments documents are counted only."""
    prepared = prepare_measures(measures, rules) if measures else ()
    judged = None if qrels is None else JudgedTopics(qrels)
    files = [(path, None, None) for path in paths]
    return all_or_errors(_reports(files, judged, rules, prepared, cutoffs, threads))


def _reports(
    files: Sequence[tuple[str, str | None, str | None]],
    judged: JudgedTopics | None,
    rules: Rules,
    measures: Sequence[AnyMeasure],
    cutoffs: Sequence[int],
    threads: int | None,
) -> Iterator[TieReport | HarnessError]:
    def report(file: tuple[str, str | None, str | None]) -> TieReport | HarnessError:
        path, name, layout = file
        try:
            run = read_run(path, name=name, format=layout)
            return tie_report(run, judged, rules, measures=measures, cutoffs=cutoffs)
        except HarnessError as error:
            return error

    return map_ordered(report, files, threads)
