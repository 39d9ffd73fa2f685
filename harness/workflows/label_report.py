"""From a task of labels, or a directory of its results, to everything that can be shown of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from harness.config.labels import LabelTask, label_document, load_label_task
from harness.core.errors import EvaluationError
from harness.report.labels.report import LabelReport
from harness.results.existing import is_of
from harness.results.label_files import read_label_results
from harness.results.labels import LABEL_RESULTS, LabelEvaluation
from harness.workflows.labels import compare_labels, evaluate_labels, problems_of
from harness.workflows.reading import Refused
from harness.workflows.runs import Outcome, refuse_runs

#: So many runs are tested against the best one.
_MOST_TESTED = 40


def is_of_labels(target: str | os.PathLike[str]) -> bool:
    """Whether a target is a task of labels, or a directory of its results."""
    if Path(target).is_dir():
        return is_of(LABEL_RESULTS, Path(target))
    return label_document(target) is not None


def label_task(target: str | os.PathLike[str], runs: Sequence[str] = ()) -> LabelTask:
    """The task of a file that `is_of_labels`; `ConfigError` as `load_label_task` has it."""
    document = label_document(target)
    assert document is not None
    return load_label_task(document, runs)


def label_report_of(
    target: str | os.PathLike[str], runs: Sequence[str] = ()
) -> Outcome[LabelReport]:
    """The report of a task of labels, which is evaluated in memory, or of its results.

    ``runs`` take the place of the task's own. Raises `HarnessError` with what is wrong.
    """
    if not Path(target).is_dir():
        return _reported(evaluate_labels(label_task(target, runs)))
    refuse_runs(target, runs)
    return _reported(read_label_results(target))


def _reported(evaluation: LabelEvaluation) -> Outcome[LabelReport]:
    best, *others = (evaluation.runs[row].name for row in evaluation.order())
    pairs = [(best, other) for other in others[:_MOST_TESTED]]
    report = LabelReport(evaluation, tuple(compare_labels(evaluation, pairs, first=True)))
    refused = (
        Refused(run.name, run.file.path, run.file.group, EvaluationError(problems_of([run])))
        for run in evaluation.refused
    )
    return Outcome(report, evaluation.task.name, tuple(refused))
