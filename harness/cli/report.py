"""``harness report``: pages, sheets, and views of an evaluation in the terminal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.cli.options import (
    HELP,
    Itself,
    WithDefault,
    add_options,
    execution_options,
    extent_options,
    format_option,
    keep_going_option,
    measure_option,
    quiet_option,
    runs_argument,
    table_options,
    target_argument,
)
from harness.cli.output import (
    progress_bar,
    put_tables,
    refuse_input,
    say,
    show,
    standard_output,
    tell,
    tell_notes,
    warn,
)
from harness.cli.report_tables import (
    beside,
    choose_measures,
    figures,
    reported,
    subset_option,
    table,
    type_option,
)
from harness.core.execution import Workers
from harness.settings.names import SHEET_FORMATS, TOPIC_ORDERS
from harness.settings.task import ReportSettings

if TYPE_CHECKING:
    from harness.results.atomic import Content


@click.group("report", cls=WithDefault, context_settings=HELP)
def command() -> None:
    """Group of commands, and a command itself."""


@command.itself
@click.command("report", cls=Itself, context_settings=HELP)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file to write. [TASK.html, beside the results]",
)
@click.option(
    "--participant",
    metavar="NAME",
    help="A sheet for one group (or a run without one), which names nobody else.",
)
@measure_option("A measure, in place of the task's.", several=True)
@add_options(ReportSettings)
@click.option("--open", "shown", is_flag=True, help="Open the page in a browser.")
@click.option(
    "--force", is_flag=True, help="Replace a file that is not such a page, or was changed."
)
@execution_options
@keep_going_option
@quiet_option
@target_argument
@runs_argument
@click.pass_context
def page(
    context: click.Context,
    /,
    output: Path | None,
    participant: str | None,
    shown: bool,
    force: bool,
    workers: Workers,
    target: str,
    runs: tuple[str, ...],
    **settings: Any,
) -> None:
    """Write the evaluation of TARGET as one HTML page that needs no network and no other file.

    TARGET is a task file, which is evaluated in memory, or a directory of results, which has no
    runs and documents to show (docs/reporting.md); write ./NAME for a TARGET that is called like a
    command below. With RUNs the page has these alone, by the rules of the task.
    """
    from harness.report.page import render_page
    from harness.report.sheets import make_sheet, participants, render_sheet, sheet_stem
    from harness.workflows.report import check_page, put_page

    path = output or beside(".html", target, runs)
    refuse_input(path)
    if output is not None or participant is None:  # before the runs are read
        check_page(path, force=force)
    with reported(context, target, runs, workers=workers, **settings) as report:
        with progress_bar("drawing the page"):
            if participant is not None:
                text = render_sheet(make_sheet(report, participant))
            else:
                text = render_page(report)
        if participant is not None:
            stem = sheet_stem(participant, participants(report))
            path = output or path.with_name(f"{path.stem}-{stem}.html")
            check_page(path, force=force)
        put_page(text, path)
        tell(f"Report: {path} ({len(text.encode()) / 1000:,.0f} kB)")
        if shown:
            open_page(path)


def open_page(path: Path) -> None:
    """Open a page in the browser of this machine, or say that there is none."""
    import webbrowser

    if not webbrowser.open(path.resolve().as_uri()):
        tell(f"no browser opens here: {path}")


@command.command("sheets", context_settings=HELP)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="A directory of their own to write the sheets to. [TASK-sheets, beside the results]",
)
@measure_option("A measure, in place of the task's.", several=True)
@format_option(
    SHEET_FORMATS, "html", help="A page for the browser, or one of paper for each run. [html]"
)
@subset_option
@click.option("--force", is_flag=True, help="Replace the sheets of another task.")
@execution_options
@keep_going_option
@quiet_option
@target_argument
@click.pass_context
def sheets(
    context: click.Context,
    /,
    output: Path | None,
    measures: tuple[str, ...],
    format: str,
    topics: str | None,
    force: bool,
    workers: Workers,
    target: str,
) -> None:
    """Write a sheet for each participant of TARGET: their runs, and nobody else's name.

    As PDF, each run has its own one-page file; another compares the runs of a participant with
    several.

    All of them are written or none. Earlier sheets of the task in the directory are replaced,
    unless somebody changed them or put other files there.
    """
    from harness.report.figures.lettering import font_notes
    from harness.report.figures.styles import SANS, matplotlib
    from harness.report.sheets import make_sheet, participants, sheet_files
    from harness.results.atomic import check_target, write_directory
    from harness.results.existing import MANIFEST, DirectoryKind, Owner, object_in

    matplotlib()  # before the runs are read
    output = output or beside("-sheets", target)
    kind = DirectoryKind("harness sheets 1", "sheets")
    check_target(output, kind)
    with reported(context, target, workers=workers, topics=topics, measures=measures) as report:
        with progress_bar("drawing sheets") as progress:
            made_of = [make_sheet(report, participant) for participant in participants(report)]
            made = sheet_files(made_of, format, workers=workers, progress=progress)
        files: dict[str, Content] = {file: content for file, (_, content) in made.items()}
        owner = None if force else Owner(report.name, "")
        earlier = object_in(output / MANIFEST).get("files", {})
        write_directory(files, output, kind, manifest=report.origin, owner=owner)
        for file, (name, _) in made.items():
            tell(f"{output / file}: {name}")
        tell(f"Sheets: {len(files)} in {output}")
        if format == "pdf":
            tell_notes(font_notes(SANS, made_of))
        if gone := sorted(set(earlier) - set(files)):
            warn(f"{output}: no longer there: {', '.join(gone)}")


command.add_command(table)
command.add_command(figures)


_measure = measure_option("The measure. [the first that is no count]", several=False)


@command.command("leaderboard", context_settings=HELP)
@_measure
@type_option
@subset_option
@execution_options
@keep_going_option
@extent_options
@quiet_option
@target_argument
@runs_argument
@click.pass_context
def leaderboard(
    context: click.Context,
    /,
    measure: str | None,
    kind: str | None,
    topics: str | None,
    workers: Workers,
    target: str,
    runs: tuple[str, ...],
) -> None:
    """Draw the leaderboard in the terminal.

    It has intervals of means, sets of ranks, and says which runs could be the best. With RUNs it is
    of these alone, by the rules of the task TARGET.
    """
    from harness.report.results_table import means_table
    from harness.report.terminal import draw_leaderboard
    from harness.report.verdict import verdict

    named = choose_measures(target, [measure])
    with reported(
        context, target, runs, workers=workers, topics=topics, needs="rankings", measures=named
    ) as report:
        label = report.measures[report.measure(measure)].label
        runs_shown = report.runs if kind is None else report.select_type(kind)
        comparison = report.comparison
        if comparison is None or len(runs_shown) == 1:
            columns = ["interval"] if len(report.topics) > 1 else []
            made = means_table(report, measures=[label], runs=runs_shown, columns=columns)
        else:
            comparison = comparison.standardised().of_runs(runs_shown)
            board = comparison.leaderboard(label)
            made = draw_leaderboard(board, report.groups, standard_output())
            say(report.name)
            say()
        show(made, "table")
        say()
        summed_up = kind is None or len(runs_shown) > 1
        known = replace(report, leaders=(label,), comparison=comparison)
        for statement in verdict(known) if summed_up else ():
            say(statement.text)


@command.command("topics", context_settings=HELP)
@_measure
@click.option("--run", "runs", metavar="RUN", multiple=True, help="Also this run. Repeatable.")
@subset_option
@click.option("--by", type=click.Choice(TOPIC_ORDERS), default="topic", help="The order. [topic]")
@execution_options
@keep_going_option
@table_options
@target_argument
@click.pass_context
def topics(
    context: click.Context,
    /,
    measure: str | None,
    runs: tuple[str, ...],
    topics: str | None,
    by: str,
    format: str,
    workers: Workers,
    target: str,
) -> None:
    """Print the topics of TARGET: the best, the median and the worst run on each."""
    from harness.report.terminal import topics_table

    named = choose_measures(target, [measure])
    with reported(
        context, target, workers=workers, topics=topics, needs="scores", measures=named
    ) as report:
        put_tables({"topics": topics_table(report, measure, runs=runs, by=by)}, format)
