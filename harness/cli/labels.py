"""What ``harness run``, ``check`` and ``compare`` do for tasks of labels, numbers and clusters."""

from __future__ import annotations

import platform
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Any

import click

from harness.cli.output import explain, say, show, tell
from harness.config.labels import load_label_task
from harness.config.yaml_positions import YamlDocument
from harness.core.errors import EvaluationError, refuse, unknown
from harness.report.findings import Checks
from harness.report.labels.tables import confusion_table, label_board, pairs_table, threshold_table
from harness.results.atomic import check_target
from harness.results.existing import Owner
from harness.results.labels import LABEL_RESULTS, LabelEvaluation, write_label_results
from harness.workflows.chosen_runs import stem_with
from harness.workflows.labels import (
    check_label_runs,
    checks_of_labels,
    compare_labels,
    evaluate_labels,
    gold_of,
    problems_of,
)

#: Matrices of so many runs are printed, and of so many labels; the directory has all.
_MOST_RUNS, _MOST_LABELS = 3, 12
#: The options of ``harness compare`` that mean something for labels.
_COMPARED = frozenset(("format", "measures", "seed", "samples", "confidence"))


@dataclass(frozen=True, kw_only=True)
class LabelTarget:
    """Where the results of ``harness run`` go, and what of them is printed."""

    output: Path | None
    force: bool
    style: str
    quiet: bool


def run_labels(
    context: click.Context, document: YamlDocument, runs: tuple[str, ...], target: LabelTarget
) -> None:
    """Evaluate a task of labels: leaderboard, confusion matrices, thresholds, results."""
    started, clock = datetime.now(UTC), time.monotonic()
    task = load_label_task(document, runs)
    directory = target.output or task.output or Path("results", stem_with(document.source, runs))
    own_path = str(Path(document.source).resolve())
    owner = None if target.force else Owner(task.name, own_path)
    check_target(directory, LABEL_RESULTS, owner=owner)
    evaluation = evaluate_labels(task)
    log = {
        "started": started.isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - clock, 3),
        "task_file": own_path,
        "platform": platform.platform(),
    }
    write_label_results(evaluation, directory, log=log, owner=owner)
    if not target.quiet:
        show(label_board(evaluation), target.style)
        if target.style == "table":
            _show_details(evaluation)
        tell(f"Results: {directory}")
    finish(context, evaluation)


def _show_details(evaluation: LabelEvaluation) -> None:
    shown = [evaluation.runs[row].name for row in evaluation.order()]
    if evaluation.gold.classes and len(evaluation.gold.classes) <= _MOST_LABELS:
        for name in shown[:_MOST_RUNS]:
            say()
            show(confusion_table(name, evaluation.batches[name]), "table")
    if evaluation.gold.classes and (
        len(shown) > _MOST_RUNS or len(evaluation.gold.classes) > _MOST_LABELS
    ):
        tell("confusion.csv has the confusion matrices of all runs")
    if evaluation.wants_curves:
        say()
        show(threshold_table(evaluation), "table")


def finish(context: click.Context, evaluation: LabelEvaluation) -> None:
    """Say why runs were refused, of which the exit status is 1."""
    if evaluation.refused:
        explain(problems_of(evaluation.refused))
        context.exit(1)


def check_labels(document: YamlDocument, runs: Sequence[str], given: Mapping[str, Any]) -> Checks:
    """What is wrong with the runs of a task of labels.

    Of what is ``given`` nothing but the workers means anything to labels.
    """
    only_known(given, {"workers"}, "checks of rankings")
    task = load_label_task(document, runs)
    return checks_of_labels(check_label_runs(task, gold_of(task)))


def compare_label_runs(
    context: click.Context, document: YamlDocument, runs: tuple[str, ...], given: Mapping[str, Any]
) -> None:
    """Test the differences of all pairs of runs, or of two, by the measures of a task of labels."""
    asked = only_known(given, {*_COMPARED, "pairs", "workers"}, "comparisons of rankings")
    root = {**document.root, **{name: _plain(asked[name]) for name in _COMPARED & asked.keys()}}
    root.pop("format", None)
    replaced = document.replaced | {(name,) for name in _COMPARED & asked.keys()}
    document = YamlDocument(document.source, root, document.keys, document.values, replaced)
    task = load_label_task(document, runs)
    evaluation = evaluate_labels(task, intervals=False)
    names = [run.name for run in evaluation.runs]
    chosen = [run.run_name for run in task.runs] if runs else []
    refuse((unknown("run", name, names) for name in chosen if name not in names), EvaluationError)
    pairs = list(combinations(chosen, 2))
    show(pairs_table(compare_labels(evaluation, pairs), task.name), str(given["format"]))
    finish(context, evaluation)


def only_known(given: Mapping[str, Any], known: Collection[str], what: str) -> dict[str, Any]:
    """The options that are given; a usage error for those that are not ``known`` for labels."""
    asked = {name: value for name, value in given.items() if value not in (None, (), False, {})}
    if unfit := sorted(asked.keys() - set(known)):
        names = {"repairs": "repair", "baselines": "baseline", "layout": "from"}
        flags = ", ".join(f"--{names.get(name, name).replace('_', '-')}" for name in unfit)
        raise click.UsageError(f"only for {what}: {flags}")
    return asked


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
