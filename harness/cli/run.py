"""``harness run``: evaluate a task from its YAML file to a leaderboard and results."""

from __future__ import annotations

import platform
import shlex
import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.options import (
    execution_options,
    extent_options,
    format_option,
    keep_going_option,
    measure_option,
    runs_argument,
    task_argument,
)
from harness.cli.output import (
    check_output,
    explain,
    progress_bar,
    show_all,
    tell,
    tell_all,
    tell_notes,
    warn,
)
from harness.core.coverage import alarms
from harness.core.errors import EvaluationError
from harness.core.execution import Execution
from harness.core.harmless import shown_path, visible
from harness.core.notes import shorten_notes
from harness.core.numbers import count_noun
from harness.settings.names import TABLE_FORMS

if TYPE_CHECKING:
    from harness.config import Task
    from harness.report.table import Cell, Table
    from harness.workflows.evaluate import Evaluation


#: Platforms whose files the command writes (`harness.report.sheets.files`, loaded on use).
PLATFORMS = ("codabench", "tira")


@click.command(
    "run",
    context_settings={"help_option_names": ["-h", "--help"]},
    short_help="Evaluate a task from its YAML file.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Directory for the results. [what the task says, or results/TASK beside it; with RUNs or "
    "measures results/TASK-RUN]",
)
@click.option("--force", is_flag=True, help="Replace the results of another task.")
@measure_option("A measure, in place of the task's; the first sorts.", several=True)
@execution_options
@keep_going_option
@format_option(
    (*TABLE_FORMS, *PLATFORMS),
    help="The form of the leaderboard; codabench and tira write what these platforms read of one "
    "run to --output, and nothing else. [table]",
)
@extent_options
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
@task_argument
@runs_argument
@click.pass_context
def command(
    context: click.Context,
    /,
    output: Path | None,
    force: bool,
    workers: Execution,
    format: str,
    measures: tuple[str, ...],
    quiet: bool,
    task_file: str,
    runs: tuple[str, ...],
) -> None:
    """Evaluate all runs of TASK, a YAML file, and write the results.

    With RUNs (files, directories, or names of the task's runs) only these are evaluated, by the
    task's measures, dialect, subsets, checks and repairs; its other runs are not opened and need
    not be there. With --measure the scores are by these measures. Such results have a directory of
    their own, beside those of the whole task.

    Prints the leaderboard, sorted by the first measure, and writes scores by topic, summaries,
    precision–recall curves and a manifest (docs/config.md lists the keys of a task). Results of an
    earlier evaluation of the task in the same directory are replaced, at once and only when all
    went well. A run with errors is not evaluated: the leaderboard says so, and the exit status
    is 1. If a run cannot be read (no file, no answer from its server) nothing is written, and the
    exit status is 2, unless --keep-going leaves it out.
    """
    from harness.config.task import choose_directory
    from harness.inputs.chosen_runs import task_with, with_measures
    from harness.results.atomic import check_target
    from harness.results.directory import KIND, Owner, write_results
    from harness.workflows.evaluate import run as evaluate

    started, clock = datetime.now(UTC), time.monotonic()
    task = with_measures(task_with(task_file, runs), measures)
    if format in PLATFORMS:
        _run_for(format, task, output, workers, force=force)
        return
    own = None if measures else task.output
    directory = output or own or choose_directory("results", task_file, [*runs, *measures])
    own_path = shown_path(Path(task_file).resolve())
    owner = None if force else Owner(task.name, own_path)
    check_target(directory, KIND, owner=owner)
    with progress_bar(shown=not quiet) as progress:
        evaluation = evaluate(task, workers=workers, progress=progress)
    log = {
        "started": started.isoformat(timespec="seconds"),
        "seconds": round(time.monotonic() - clock, 3),
        "task_file": own_path,
        "backend": workers.backend,
        "workers": workers.count,
        "scheduler": workers.scheduler,
        "platform": platform.platform(),
    }
    write_results(evaluation.results(), directory, log=log, owner=owner)
    if not quiet:
        leaders = board(evaluation)
        tables = [leaders]
        if format == "table" and len(evaluation.subsets) > 1:
            tables.append(by_subset(evaluation, [str(row[0]) for row in leaders.rows]))
        show_all(tables, format)
        tell_notes(shorten_notes(alarms(evaluation.scores.runs, evaluation.scores.coverage)))
        tell(f"Results: {directory}")
    if evaluation.refused:
        _explain(evaluation, shlex.join([task_file, *runs]))
        context.exit(1)


def _explain(evaluation: Evaluation, given: str) -> None:
    """Explain why runs are not evaluated: each cause once, with its remedy."""
    from harness.inputs.runs import explain_refusals
    from harness.report.findings import list_causes

    total = len(evaluation.task.runs)
    explain([count_noun(len(evaluation.refused), "run", "is not evaluated", of=total)])
    checks = explain_refusals(evaluation.refused, evaluation.task)
    tell_all("".join(f"{visible(line)}\n" for line in list_causes(checks, of=total)))
    remedies = checks.remedies()
    way_out = f"; repairs for the key check.repairs: {', '.join(remedies)}" if remedies else ""
    tell(f"harness check {given} lists all that is wrong with such runs{way_out}")


def board(evaluation: Evaluation) -> Table:
    """Return the leaderboard with the number of topics of each row, and notes."""
    from harness.report.leaderboard import leaderboard
    from harness.report.table import Column

    scores = evaluation.scores
    plain = leaderboard(scores, groups=evaluation.groups, title=evaluation.task.name)
    counts: dict[Cell, tuple[Cell, ...]] = {
        name: (len(cover.averaged), len(cover.missing), len(cover.without_relevant))
        for name, cover in zip(scores.runs, scores.coverage, strict=True)
    }
    columns = (Column("topics"), Column("missing"), Column("no rel."))
    return replace(
        plain,
        columns=(*plain.columns, *columns),
        rows=[(*row, *counts[row[0]]) for row in plain.rows],
        notes=shorten_notes(evaluation.notes),
    )


def by_subset(evaluation: Evaluation, runs: Sequence[str]) -> Table:
    """Return one measure over each subset of topics, with runs in the given order."""
    from harness.evaluation.scales import sort_column
    from harness.report.table import Column, Table
    from harness.report.trec_eval import choose_measure_decimals

    scores, subsets = evaluation.scores, evaluation.subsets[1:]
    column = sort_column(scores.measures) or 0
    measure = scores.measures[column]
    means = [evaluation.summarise(None, subset.name)[:, column].tolist() for subset in subsets]
    columns = [
        Column(f"{subset.name} ({len(subset.judged)})", choose_measure_decimals(measure))
        for subset in subsets
    ]
    row_of = {run: row for row, run in enumerate(scores.runs)}
    rows = [(run, *(values[row_of[run]] for values in means)) for run in runs]
    title = f"{measure.label} by subset (judged topics); summary.csv has every measure"
    return Table((Column("run"), *columns), rows, title)


def _run_for(
    platform: str, task: Task, directory: Path | None, workers: Execution, *, force: bool
) -> None:
    """Write a platform's files for one run; raises an error for a refused run."""
    from harness.formats.unfinished import write_together
    from harness.report.sheets.files import platform_files
    from harness.workflows.report import report_task

    if directory is None:
        raise click.UsageError(f"--format {platform} needs --output, the directory that it reads")
    with progress_bar() as progress:
        outcome = report_task(task, workers=workers, progress=progress)
    if outcome.refused:
        raise EvaluationError([problem for run in outcome.refused for problem in run.problems])
    made, without = platform_files(outcome.value, platform)
    files = {directory / name: text.encode() for name, text in made.items()}
    for path in files:
        check_output(str(path), force=force)
    write_together(files)
    tell_notes(outcome.value.warnings)
    if without:
        warn(f"no value, so no score: {', '.join(without)}")
    for path in files:
        tell(str(path))
