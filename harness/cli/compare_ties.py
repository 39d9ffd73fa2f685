"""``harness compare ties``: what tied documents leave open."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from harness.cli.comparing import put_tables
from harness.cli.options import (
    HELP,
    execution_options,
    identical_option,
    known_judgments,
    known_option,
    measure_option,
    numbers_option,
    table_options,
)
from harness.cli.output import accounted
from harness.core.dialects import DEFAULT_DIALECT, DIALECTS, get_dialect
from harness.core.execution import Workers
from harness.core.notes import Note
from harness.evaluation.rules import Rules
from harness.evaluation.ties.tie_report import TieReport
from harness.formats.files import TASK_SUFFIXES
from harness.formats.qrels import read_qrels
from harness.report.ties import ties_table
from harness.workflows.chosen_runs import by_measures, files_of_run, task_with
from harness.workflows.diagnose import TaskTies, ties_of_runs, ties_of_task

#: Measures whose range is said unless others are asked for.
_TIED = ("AP", "P@10", "nDCG@10")


@click.command("ties", context_settings=HELP)
@click.option("--qrels", metavar="FILE", help="Judgments, for the values of measures.")
@known_option
@identical_option
@measure_option("A measure. [the task's; with --qrels AP, P@10, nDCG@10]", several=True)
@numbers_option("--cutoffs", int, "Ranks to look at.", (10, 100, 1000))
@click.option(
    "--dialect",
    type=click.Choice(list(DIALECTS)),
    help=f"Whose conventions to follow. [{DEFAULT_DIALECT.name}]",
)
@execution_options
@table_options
@click.argument("files", nargs=-1, required=True, metavar="TASK [RUN]... | RUN...")
@click.pass_context
def ties(
    context: click.Context,
    /,
    files: tuple[str, ...],
    cutoffs: list[int],
    measures: tuple[str, ...],
    workers: Workers,
    format: str,
    **given: Any,
) -> None:
    """Say what tied documents leave open: how many, and the range of each measure.

    For each run and cutoff the documents that are tied across it; for each measure the lowest,
    expected and highest value over all orders of tied documents, exactly, and the value in the
    order of the dialect. A TASK (a YAML file) brings runs, judgments, measures and rules;
    its runs, or the RUNs after it,
    are looked at as they are evaluated, after the repairs that it allows. Status 1 says
    that some of them have errors, 2 that all have.
    """
    if Path(files[0]).suffix.lower() not in TASK_SUFFIXES:
        table = ties_table(_of_files(files, cutoffs, measures, workers, **given))
        put_tables({"ties": table}, format)
        return
    if own := [name for name, value in given.items() if value]:
        option = f"--{own[0].replace('_', '-')}"
        raise click.UsageError(f"{option}: a task brings its own judgments and rules")
    task = by_measures(task_with(files[0], files[1:]), measures)
    ties = ties_of_task(task, cutoffs, workers=workers)
    with accounted(context, ties):
        table = ties_table(ties.value.reports)
        notes = (*table.notes, *_notes(ties.value))
        put_tables({"ties": replace(table, notes=notes)}, format)


def _of_files(
    files: tuple[str, ...],
    cutoffs: list[int],
    measures: tuple[str, ...],
    workers: Workers,
    *,
    qrels: str | None,
    known: tuple[str, ...],
    ignore_identical: bool,
    dialect: str | None,
) -> list[TieReport]:
    if measures and not qrels:
        raise click.UsageError("measures need --qrels")
    return ties_of_runs(
        [path for file in files for path in files_of_run(file)],
        read_qrels(qrels) if qrels else None,
        measures or (_TIED if qrels else ()),
        cutoffs,
        Rules(get_dialect(dialect or DEFAULT_DIALECT.name)),
        known=known_judgments(known),
        ignore_identical=ignore_identical,
        workers=workers,
    )


def _notes(reports: TaskTies) -> list[Note]:
    notes = list(reports.repairs)
    if reports.left_out:
        names = ", ".join(measure.label for measure in reports.left_out)
        notes.append(Note("left-out-of-ties", f"left out, no closed form: {names}"))
    return notes
