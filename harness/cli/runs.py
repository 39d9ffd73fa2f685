"""``harness runs``: look into runs, say what ties leave open, and convert them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from harness.cli.output import put, say_refused, show, whole_numbers
from harness.config import load_task
from harness.core.dialects import DEFAULT_DIALECT, DIALECTS, get_dialect
from harness.core.notes import Note
from harness.evaluation.scoring import Rules
from harness.formats.qrels import read_qrels
from harness.formats.runs import RUN_FORMATS, read_run, run_files
from harness.formats.writers import RUN_WRITERS, write_run
from harness.report.inspection import runs_table
from harness.report.table import RENDERERS
from harness.report.ties import ties_table
from harness.workflows.runs import Refused

#: Measures whose range is said unless others are asked for.
_TIED = ("AP", "P@10", "nDCG@10")
_HELP = {"help_option_names": ["-h", "--help"]}
_layout = click.option(
    "--format", "layout", metavar="NAME", help=f"The layout: {', '.join(RUN_FORMATS)}. [recognised]"
)


@click.group("runs", context_settings=_HELP)
def command() -> None:
    """Look into runs and convert them."""


@command.command("info", context_settings=_HELP)
@_layout
@click.option("--as", "style", type=click.Choice(list(RENDERERS)), default="table")
@click.argument("files", nargs=-1, required=True)
def info(files: tuple[str, ...], layout: str | None, style: str) -> None:
    """Say what runs hold: topics, documents, depth, scores, ties, documents twice."""
    runs = [read_run(path, format=layout) for path in run_files(files)]
    show(runs_table(runs), style)


@command.command("ties", context_settings=_HELP)
@click.option("--qrels", "judgments", metavar="FILE", help="Judgments, for the values of measures.")
@click.option(
    "-m", "--measure", "measures", multiple=True, help="A measure. Repeatable. [AP, P@10, nDCG@10]"
)
@click.option("--cutoffs", metavar="N,N,…", default="10,100,1000", help="Ranks to look at.")
@click.option("--dialect", type=click.Choice(list(DIALECTS)), default=DEFAULT_DIALECT.name)
@click.option("--as", "style", type=click.Choice(list(RENDERERS)), default="table")
@click.argument("files", nargs=-1, required=True, metavar="TASK | RUN…")
@click.pass_context
def ties(
    context: click.Context,
    files: tuple[str, ...],
    judgments: str | None,
    measures: tuple[str, ...],
    cutoffs: str,
    dialect: str,
    style: str,
) -> None:
    """Say what tied documents leave open: how many, and the range of each measure.

    For each run and cutoff the documents that are tied across it; for each measure the lowest,
    expected and highest value over all orders of tied documents, exactly, and the value in the
    order of the dialect. A TASK (a YAML file) brings runs, judgments, measures and rules;
    its runs are looked at as they are evaluated, after the repairs that it allows. Status 1 says
    that some of them have errors, 2 that all have.
    """
    from harness.workflows.ties import ties_of_runs, ties_of_task

    numbers = whole_numbers("--cutoffs", cutoffs)
    notes: list[Note] = []
    refused: Sequence[Refused] = ()
    if len(files) == 1 and files[0].endswith((".yaml", ".yml")):
        if judgments or measures:
            raise click.UsageError("a task brings its own judgments and measures")
        found = ties_of_task(load_task(files[0]), numbers)
        reports, refused = list(found.reports), found.refused
        notes = list(found.repairs)
        if found.left_out:
            named = ", ".join(measure.label for measure in found.left_out)
            notes.append(Note("left-out-of-ties", f"left out, no closed form: {named}"))
    else:
        if measures and not judgments:
            raise click.UsageError("measures need --qrels")
        qrels = read_qrels(judgments) if judgments else None
        asked = measures or (_TIED if judgments else ())
        rules = Rules(get_dialect(dialect))
        reports = ties_of_runs(run_files(files), qrels, asked, numbers, rules)
    table = ties_table(reports)
    show(replace(table, notes=(*table.notes, *notes)), style)
    say_refused(context, [problem for one in refused for problem in one.problems])


@command.command("convert", context_settings=_HELP)
@_layout
@click.option("--to", type=click.Choice(list(RUN_WRITERS)), required=True, help="The new layout.")
@click.option("--name", help="Another name for the run.")
@click.option("-o", "--output", metavar="FILE", help="Where to write. [standard output]")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@click.argument("file")
def convert(
    file: str, layout: str | None, to: str, name: str | None, output: str | None, force: bool
) -> None:
    """Write a run in another layout, documents in ranked order and ranks from 1."""
    put(write_run(read_run(file, name=name, format=layout), to), output, force=force)
