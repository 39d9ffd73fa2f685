"""``harness report table``, ``figures``, ``leaderboard``, ``topics``: on paper, in a terminal."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.comparing import put_tables
from harness.cli.options import HELP, style_option, target_argument, threads_option
from harness.cli.output import (
    progress_bar,
    put_content,
    say,
    say_refused,
    standard_output,
    tell,
    tell_notes,
    write,
)
from harness.comparison import Comparison
from harness.core.errors import EvaluationError, InputError, Problem
from harness.core.notes import Note
from harness.report.figures import evaluation_figures, write_figures
from harness.report.figures.files import FORMATS, KIND
from harness.report.paper import MARKS, paper_table, with_mark_columns
from harness.report.report import Report
from harness.report.table import DATA, RENDERERS, latex_table, render, to_frame
from harness.report.terminal import ORDERS, leaderboard_text, report_topics_table
from harness.results.atomic import check_target
from harness.workflows.report import Reported, report_of

if TYPE_CHECKING:
    from harness.report.table import Table

#: Parquet is a table, too, but no text.
_PARQUET = "parquet"

_measure = click.option(
    "--measure", metavar="NAME", help="The measure. [the first that is no count]"
)


@click.command("table", context_settings=HELP)
@click.option("--measure", "measures", metavar="NAME", multiple=True, help="A column. Repeatable.")
@click.option(
    "--baseline", "baselines", metavar="RUN", multiple=True, help="Mark differences. Repeatable."
)
@click.option("--run", "runs", metavar="RUN", multiple=True, help="A row. Repeatable. [all]")
@click.option(
    "--marks", type=click.Choice(MARKS), help="What superscripts say. [baselines, if there are any]"
)
@click.option(
    "--format",
    "style",
    type=click.Choice([*RENDERERS, _PARQUET]),
    default="table",
    help="How to write it. [table]",
)
@click.option("--label", help="LaTeX: a floating table with a caption and this label.")
@click.option("-o", "--output", metavar="FILE", help="Write to a file. [standard output]")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@threads_option
@target_argument
@click.pass_context
def table(
    context: click.Context,
    /,
    measures: tuple[str, ...],
    baselines: tuple[str, ...],
    runs: tuple[str, ...],
    marks: str | None,
    style: str,
    label: str | None,
    output: str | None,
    force: bool,
    threads: int | None,
    target: str,
) -> None:
    """Print the table of TARGET for a paper: a row a run, a column a measure, the best in bold.

    With baselines, superscripts name those that a run differs from significantly; the notes say
    by which test, corrected for how many comparisons. LaTeX needs booktabs and siunitx.
    """
    if style == _PARQUET and output is None:
        raise click.UsageError("--format parquet needs --output FILE")
    if label is not None and style != "latex":
        raise click.UsageError("--label is for --format latex")
    read_in = read(target, threads=threads, documents=False)
    made = paper_table(
        compared(read_in.report),
        measures=measures or None,
        baselines=baselines or None,
        runs=runs or None,
        marks=marks,
        title=read_in.report.name,
    )
    if style in (*DATA, _PARQUET):
        made = with_mark_columns(made)
    if output is None and label is None:
        put_tables({"table": made}, style)
    else:
        put_content(_written(made, style, label), output, force=force)
    say_refused(context, read_in.problems)


def _written(made: Table, style: str, label: str | None) -> bytes | str:
    if label is not None:
        return latex_table(made, floating=True, label=label)
    if style != _PARQUET:
        return render(made, style)
    content = io.BytesIO()
    to_frame(made).write_parquet(content)
    return content.getvalue()


@click.command("figures", context_settings=HELP)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="A directory of their own to write them to.",
)
@click.option(
    "--format",
    "kind",
    type=click.Choice(FORMATS),
    default="svg",
    help="PDF and PNG need matplotlib: pip install ir-harness[plots]. [svg]",
)
@click.option(
    "--measure", "measures", metavar="NAME", multiple=True, help="A measure. Repeatable. [all]"
)
@click.option("--run", "runs", metavar="RUN", multiple=True, help="A curve. Repeatable. [the best]")
@click.option("--roc", is_flag=True, help="Also ROC curves. [what the task says]")
@click.option("--pair", metavar="RUN RUN", nargs=2, help="Also their differences by topic.")
@click.option("--force", is_flag=True, help="Replace earlier figures, unless they were changed.")
@threads_option
@target_argument
@click.pass_context
def figures(
    context: click.Context,
    /,
    output: Path,
    kind: str,
    measures: tuple[str, ...],
    runs: tuple[str, ...],
    roc: bool,
    pair: tuple[str, str] | None,
    force: bool,
    threads: int | None,
    target: str,
) -> None:
    """Write the figures of TARGET for a paper, and their captions in captions.txt.

    All of them are written or none. In the directory there may be earlier figures, with --force,
    and nothing else.
    """
    if pair and pair[0] == pair[1]:
        raise click.UsageError(f"--pair {pair[0]} {pair[1]}: name two runs")
    check_target(output, KIND, replace=force)  # before the runs are read
    read_in = read(target, threads=threads, roc=roc, documents=False)
    report = read_in.report
    for name in (*runs, *(pair or ())):
        report.run(name)
    labels = tuple(report.measures[report.measure(name)].label for name in measures)
    report = replace(report, leaders=labels) if labels else report
    tables = () if report.comparison is None else report.comparison.tables
    made = evaluation_figures(
        report.curves,
        report.boards,
        [table for table in tables if table.measure in labels or not labels],
        rocs=report.rocs,
        runs=runs,
        pair=pair or None,
    )
    if not write_figures(made, output, kind, force=force, manifest=report.origin):
        raise InputError(Problem("there is nothing to draw", target))
    tell(f"Figures: {len(made)} in {output}")
    if report.not_compared:
        text = f"only curves, nothing can be compared: {report.not_compared}"
        tell_notes([Note("no-comparison", text)])
    if roc and not report.rocs:
        text = "no ROC curves: a directory of results does not know the rankings"
        tell_notes([Note("no-rocs", text)])
    say_refused(context, read_in.problems)


@click.command("leaderboard", context_settings=HELP)
@_measure
@threads_option
@target_argument
@click.pass_context
def leaderboard(
    context: click.Context, /, measure: str | None, threads: int | None, target: str
) -> None:
    """Draw the leaderboard of TARGET in the terminal: intervals, ranks, runs that do not differ."""
    read_in = read(target, threads=threads, documents=False)
    report = read_in.report
    comparison = compared(report)
    label = report.measures[report.measure(measure)].label
    board = comparison.leaderboard(label)
    say(report.name)
    say()
    write(leaderboard_text(board, report.groups, standard_output()))
    say_refused(context, read_in.problems)


@click.command("topics", context_settings=HELP)
@_measure
@click.option("--run", "runs", metavar="RUN", multiple=True, help="Also this run. Repeatable.")
@click.option("--by", type=click.Choice(ORDERS), default="topic", help="The order. [topic]")
@style_option
@threads_option
@target_argument
@click.pass_context
def topics(
    context: click.Context,
    /,
    measure: str | None,
    runs: tuple[str, ...],
    by: str,
    style: str,
    threads: int | None,
    target: str,
) -> None:
    """Print the topics of TARGET: the best, the median and the worst run on each."""
    read_in = read(target, threads=threads, documents=False)
    put_tables({"topics": report_topics_table(read_in.report, measure, runs=runs, by=by)}, style)
    say_refused(context, read_in.problems)


def compared(report: Report) -> Comparison:
    """What can be compared; `EvaluationError` that says why nothing can."""
    if report.comparison is None:
        raise EvaluationError(Problem(f"nothing can be compared: {report.not_compared}"))
    return report.comparison


def read(
    target: str, *, threads: int | None = None, roc: bool = False, documents: bool = True
) -> Reported:
    """The report of a target, with a progress bar while runs are evaluated.

    What was noticed meanwhile goes to standard error.
    """
    with progress_bar(shown=True) as progress:
        found = report_of(
            target, threads=threads, progress=progress, roc=roc or None, documents=documents
        )
    tell_notes(found.report.warnings)
    return found
