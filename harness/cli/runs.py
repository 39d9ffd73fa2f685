"""``harness runs``: look into runs, say what ties leave open, and convert them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from harness.cli.options import (
    HELP,
    PlainGroup,
    execution_options,
    from_option,
    identical_option,
    known_judgments,
    known_option,
    measure_option,
    numbers_option,
    output_option,
    quiet_option,
    table_options,
    to_option,
)
from harness.cli.output import accounted, put, show, tell_notes
from harness.core.dialects import DEFAULT_DIALECT, DIALECTS, get_dialect
from harness.core.errors import all_or_errors, outcome_of
from harness.core.execution import Execution, Workers
from harness.core.model import Run
from harness.core.notes import Note
from harness.core.parallel import map_ordered
from harness.evaluation.rules import Rules
from harness.evaluation.ties.tie_report import TieReport
from harness.formats.files import TASK_SUFFIXES
from harness.formats.layouts import layout_names
from harness.formats.qrels import read_qrels
from harness.formats.remote import copies_kept
from harness.formats.runs import read_run, run_files
from harness.formats.writers import write_run
from harness.report.inspection import runs_table
from harness.report.ties import ties_table
from harness.workflows.chosen_runs import task_with
from harness.workflows.diagnose import TaskTies, ties_of_runs, ties_of_task
from harness.workflows.reading import refuse_cluster

#: Measures whose range is said unless others are asked for.
_TIED = ("AP", "P@10", "nDCG@10")


@click.group("runs", cls=PlainGroup, context_settings=HELP)
def command() -> None:
    """Look into runs and convert them."""


@command.command("info", context_settings=HELP)
@from_option(layout_names("runs"))
@execution_options
@table_options
@click.argument("files", nargs=-1, required=True, metavar="RUN…")
def info(files: tuple[str, ...], layout: str | None, workers: Workers, format: str) -> None:
    """Say what runs hold: topics, documents, depth, scores, ties, documents twice."""
    paths = run_files(files)
    execution = Execution.of(workers).reading(paths)
    read = partial(_read, layout=layout)
    outcomes = list(map_ordered(partial(outcome_of, read), paths, execution))
    for outcome in outcomes:
        refuse_cluster(outcome, execution)
    show(runs_table(all_or_errors(outcomes)), format)


@copies_kept()
def _read(path: str, layout: str | None) -> Run:
    return read_run(path, format=layout)


@command.command("ties", context_settings=HELP)
@click.option("--qrels", metavar="FILE", help="Judgments, for the values of measures.")
@known_option
@identical_option
@measure_option("A measure. [AP, P@10, nDCG@10]", several=True)
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
        show(ties_table(_of_files(files, cutoffs, workers, **given)), format)
        return
    if own := [name for name, value in given.items() if value]:
        option = "--measure" if own[0] == "measures" else f"--{own[0].replace('_', '-')}"
        raise click.UsageError(f"{option}: a task brings its own judgments, measures and rules")
    ties = ties_of_task(task_with(files[0], files[1:]), cutoffs, workers=workers)
    with accounted(context, ties):
        table = ties_table(ties.value.reports)
        show(replace(table, notes=(*table.notes, *_notes(ties.value))), format)


def _of_files(
    files: tuple[str, ...],
    cutoffs: list[int],
    workers: Workers,
    *,
    qrels: str | None,
    known: tuple[str, ...],
    ignore_identical: bool,
    measures: tuple[str, ...],
    dialect: str | None,
) -> list[TieReport]:
    if measures and not qrels:
        raise click.UsageError("measures need --qrels")
    return ties_of_runs(
        run_files(files),
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


@command.command("convert", context_settings=HELP)
@from_option(layout_names("runs"))
@to_option(layout_names("runs", written=True))
@click.option("--name", help="Another name for the run.")
@output_option
@quiet_option
@click.argument("file", metavar="RUN")
def convert(file: str, layout: str | None, to: str, name: str | None, **target: Any) -> None:
    """Write a run in another layout, documents in ranked order and ranks from 1."""
    run = read_run(file, name=name, format=layout)
    tell_notes(run.warnings)
    put(write_run(run, to), **target)
