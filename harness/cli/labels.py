"""``harness labels``: evaluate labels, numbers or clusters of items."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from harness.cli.options import HELP, runs_argument, table_options, task_argument
from harness.cli.output import explain, show, show_all
from harness.core.errors import look_up

if TYPE_CHECKING:
    from harness.report.table import Table
    from harness.workflows.labels import LabelEvaluation


#: The most runs, and labels, whose confusion matrices are shown.
_MOST_RUNS, _MOST_LABELS = 3, 12


@click.command("labels", context_settings=HELP, short_help="Evaluate labels instead of rankings.")
@click.option("--confusion", metavar="RUN", help="Print the confusion matrix of this run alone.")
@table_options
@task_argument
@runs_argument
@click.pass_context
def command(
    context: click.Context,
    confusion: str | None,
    format: str,
    task_file: str,
    runs: tuple[str, ...],
) -> None:
    """Evaluate the runs of TASK, a YAML file with the key `kind`, which label items.

    Prints a leaderboard and the confusion matrices of up to three runs. RUNs are names of runs of
    the task, or files that replace its own. Runs with errors are refused; the exit status is then
    1. docs/how-to/labels.md has the keys and the measures.
    """
    from harness.config.labels import load_label_task
    from harness.report.leaderboard import label_board
    from harness.workflows.labels import evaluate_labels

    task = load_label_task(task_file, runs)
    evaluation = evaluate_labels(task)
    if confusion is not None:
        show(_confusion(evaluation, confusion), format)
    else:
        board = label_board(evaluation.scores, task.name, evaluation.notes)
        show_all([board, *(_matrices(evaluation) if format == "table" else ())], format)
    if evaluation.problems:
        explain(evaluation.problems)
        context.exit(1)


def _confusion(evaluation: LabelEvaluation, run: str) -> Table:
    from harness.report.leaderboard import confusion_table

    chosen = look_up("run", run, evaluation.scores.runs)
    if not chosen.classes:
        raise click.UsageError("--confusion is for a classification")
    return confusion_table(run, chosen)


def _matrices(evaluation: LabelEvaluation) -> Iterator[Table]:
    """Yield the confusion matrices of the first runs, unless they have too many labels to read."""
    from harness.report.leaderboard import confusion_table

    runs = list(evaluation.scores.runs.items())
    for row in evaluation.scores.order[:_MOST_RUNS]:
        name, batch = runs[row]
        if 0 < len(batch.classes) <= _MOST_LABELS:
            yield confusion_table(name, batch)
