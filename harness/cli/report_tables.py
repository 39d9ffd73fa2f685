"""``harness report table`` and ``figures``: the tables and figures of a paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.cli.options import (
    HELP,
    add_options,
    drop_absent,
    execution_options,
    format_option,
    keep_going_option,
    measure_option,
    output_option,
    quiet_option,
    target_argument,
    wide_option,
)
from harness.cli.output import (
    progress_bar,
    put_content,
    put_tables,
    report_absent_runs,
    tell,
    tell_notes,
)
from harness.core.errors import EvaluationError, InputError, Problem
from harness.core.execution import Workers
from harness.core.notes import Note
from harness.settings.compare import CompareSettings
from harness.settings.names import (
    FIGURE_FORMATS,
    FIGURE_KINDS,
    FILE_FORMS,
    MARKS,
    PAPER_COLUMNS,
    TABLE_FORMS,
    VENUE_NAMES,
)

if TYPE_CHECKING:
    from harness.comparison import Comparison
    from harness.report.report import Report
    from harness.report.table import Table

_runs = click.option("--run", "runs", metavar="RUN", multiple=True, help="A run. Repeatable. [all]")

subset_option = click.option(
    "--topics", metavar="NAME", help="Only the topics of this subset. [all topics]"
)
type_option = click.option(
    "--type", "kind", metavar="NAME", help="The runs of a type: automatic. [all]"
)
_top = click.option("--top", type=click.IntRange(1), metavar="N", help="The N best runs. [all]")


@click.command("table", context_settings=HELP)
@measure_option("A column.", several=True)
@click.option(
    "--baseline", "baselines", metavar="RUN", multiple=True, help="Mark differences. Repeatable."
)
@_runs
@type_option
@_top
@subset_option
@add_options(CompareSettings, "test", "correction", "over_measures", "alpha", "standardise")
@click.option(
    "--marks", type=click.Choice(MARKS), help="What superscripts say. [baselines, if there are any]"
)
@click.option(
    "--column",
    "columns",
    type=click.Choice(PAPER_COLUMNS),
    multiple=True,
    help="A further column. Repeatable.",
)
@click.option(
    "--digits",
    type=click.IntRange(1, 6),
    metavar="N",
    help="Decimals of means. [4; where --for has no room 3]",
)
@format_option([*TABLE_FORMS, *FILE_FORMS])
@click.option("--for", "venue", type=click.Choice(VENUE_NAMES), help="LaTeX: whose column it fits.")
@click.option("--label", help="LaTeX: a floating table with a caption and this label.")
@wide_option("LaTeX: across both columns; in a terminal all rows and columns.")
@output_option
@execution_options
@keep_going_option
@quiet_option
@target_argument
@click.pass_context
def table(
    context: click.Context,
    /,
    format: str,
    venue: str | None,
    label: str | None,
    wide: bool,
    output: str | None,
    force: bool,
    workers: Workers,
    target: str,
    kind: str | None,
    topics: str | None,
    **content: Any,
) -> None:
    """Print the table of TARGET for a paper: a row per run, a column per measure, the best in bold.

    With baselines, superscripts name those that a run differs from significantly; the notes say
    by which test, corrected for how many comparisons. LaTeX needs booktabs and siunitx.
    """
    from harness.report.figures import VENUES
    from harness.report.paper import paper_table, with_mark_columns
    from harness.report.results_table import means_table
    from harness.report.table import render, render_bytes
    from harness.report.table.latex import fit_table, latex_table
    from harness.settings.names import DATA

    _refuse_unfit(format, output, {"--label": label, "--for": venue})
    across = wide and format == "latex"
    width = None
    if venue is not None:
        width = VENUES[venue].across if across else VENUES[venue].width
    named = choose_measures(target, content["measures"])
    with reported(
        context, target, workers=workers, topics=topics, needs="scores", measures=named
    ) as report:
        given = drop_absent(content)
        tested = {
            name: given.pop(name)
            for name in list(given)
            if name in CompareSettings.model_fields and name not in ("measures", "baselines")
        }
        if kind is not None:
            given.setdefault("runs", report.select_type(kind))
        alone = len({*given.get("runs", report.runs)}) == 1 or given.get("top") == 1
        compares = tested or given.keys() & {"baselines", "marks"}
        if (alone or report.comparison is None) and not compares:
            make = partial(means_table, report, **given)
        else:
            comparison = require_comparison(report).with_options(**tested).standardised()
            given |= {"groups": report.groups, "types": report.type_of, "title": report.name}
            make = partial(paper_table, comparison, **given)
        made = make() if width is None or "digits" in given else fit_table(make, width)
        if width is not None:
            _refuse_too_wide(made, width)
        if format in (*DATA, *FILE_FORMS):
            made = with_mark_columns(made)
        if format == "latex":
            text = latex_table(
                made,
                floating=label is not None or across,
                label=label or "",
                width=width,
                across=across,
            )
            put_content(text, output, force=force)
            tell_notes(_long_notes(made))
        elif output is None:
            put_tables({"table": made}, format)
        else:
            content_made = (
                render_bytes(made, format) if format in FILE_FORMS else render(made, format)
            )
            put_content(content_made, output, force=force)


def _refuse_unfit(format: str, output: str | None, of_latex: Mapping[str, str | None]) -> None:
    """Refuse a binary format without --output, and options that are for LaTeX alone."""
    if format in FILE_FORMS and output is None:
        raise click.UsageError(f"--format {format} needs --output FILE")
    for flag, value in of_latex.items():
        if value is not None and format != "latex":
            raise click.UsageError(f"{flag} is for --format latex")


def _refuse_too_wide(made: Table, width: float) -> None:
    from harness.report.table.latex import choose_letter_size

    if choose_letter_size(made, width) is None:
        message = f"this table does not fit into {width:g} cm with letters of 7 points"
        hint = "--wide, fewer --digits, or some of the measures (-m) in a table of their own"
        raise InputError(Problem(message, hint=hint))


def _long_notes(made: Table) -> Iterator[Note]:
    """Yield a note on a LaTeX table of several pages."""
    from harness.report.table.latex import MOST_ROWS

    if len(made.rows) > MOST_ROWS:
        text = f"{len(made.rows)} rows go on over pages (longtable): --top N for one page"
        yield Note("long-table", text, numbers={"rows": len(made.rows)})


#: Figures to choose by name; a difference needs a pair.
_FIGURES = tuple(kind for kind in FIGURE_KINDS if kind != "difference")
#: Figures drawn by default.
_DRAWN = ("precision-recall", "roc", "leaderboard", "runs")


@click.command("figures", context_settings=HELP)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="A directory of their own to write them to. [TASK-figures, beside the results]",
)
@format_option(
    FIGURE_FORMATS,
    None,
    multiple=True,
    help="How to write them; pgf, for TeX, needs TeX. Repeatable. [svg]",
)
@click.option("--for", "venue", type=click.Choice(VENUE_NAMES), help="Whose column they must fit.")
@click.option("-w", "--wide", is_flag=True, help="With --for: as wide as its page, figure*.")
@click.option("--width", metavar="WIDTH", help="Their width: 8.5cm, 85mm, 3.33in, 241pt. [15cm]")
@click.option(
    "--font-size", type=float, metavar="POINTS", help="Font size in points, at least 7. [9]"
)
@click.option(
    "--figure",
    "kinds",
    type=click.Choice(_FIGURES),
    multiple=True,
    help="What to draw. Repeatable. [precision-recall, leaderboard, runs; roc where the task says "
    "report.roc]",
)
@measure_option("A measure. [the first]", several=True)
@_runs
@type_option
@_top
@subset_option
@click.option("--pair", metavar="RUN RUN", nargs=2, help="Also their differences by topic.")
@click.option("--force", is_flag=True, help="Replace earlier figures, unless they were changed.")
@execution_options
@keep_going_option
@quiet_option
@target_argument
@click.pass_context
def figures(
    context: click.Context,
    /,
    output: Path | None,
    format: tuple[str, ...],
    venue: str | None,
    wide: bool,
    width: str | None,
    font_size: float | None,
    kinds: tuple[str, ...],
    measures: tuple[str, ...],
    runs: tuple[str, ...],
    kind: str | None,
    top: int | None,
    topics: str | None,
    pair: tuple[str, str] | None,
    force: bool,
    workers: Workers,
    target: str,
) -> None:
    """Write figures of TARGET for a paper, each with a .tex file: caption and label.

    A figure too high for a page becomes several. All of them are written or none. The directory may
    hold nothing but earlier figures, and these only with --force.
    """
    from harness.report.figures import choose_style, evaluation_figures, write_figures
    from harness.report.figures.lettering import font_notes
    from harness.report.figures.plots import KIND
    from harness.report.figures.styles import matplotlib
    from harness.results.atomic import check_target

    if pair and pair[0] == pair[1]:
        raise click.UsageError(f"--pair {pair[0]} {pair[1]}: name two runs")
    if wide and (venue is None or width is not None):
        raise click.UsageError("--wide needs --for, which knows the page, and no --width")
    matplotlib()  # before the runs are read
    style = choose_style(venue, width=_width(width), font_size=font_size, wide=wide)
    output = output or beside("-figures", target)
    check_target(output, KIND, replace=force)
    roc = "roc" in kinds or None
    named = choose_measures(target, measures)
    with reported(
        context, target, workers=workers, roc=roc, topics=topics, needs="scores", measures=named
    ) as report:
        for name in (*runs, *(pair or ())):
            report.run(name)
        labels = tuple(report.measures[report.measure(name)].label for name in measures)
        comparison = report.comparison and report.comparison.standardised()
        labels = labels or report.leaders[:1]
        curves, rocs = report.curves, report.rocs()
        if kind is not None:
            those = report.select_type(kind)
            comparison = comparison.of_runs(those) if comparison and len(those) > 1 else None
            curves = tuple(curve for curve in curves if curve.run in those)
            rocs = tuple(curve for curve in rocs if curve.run in those)
        shown = replace(report, leaders=labels, comparison=comparison)
        made = evaluation_figures(
            curves,
            shown.boards,
            [] if comparison is None else [comparison.scores_by(label) for label in labels],
            rocs=rocs,
            runs=runs,
            top=top,
            pair=pair or None,
            kinds=(*(kinds or _DRAWN), "difference"),
            types=shown.type_of,
        )
        with progress_bar("drawing figures") as progress:
            drawn = write_figures(
                made,
                output,
                format or FIGURE_FORMATS[0],
                style=style,
                force=force,
                workers=workers,
                manifest=shown.origin,
                progress=progress,
            )
        if not drawn:
            raise InputError(Problem("there is nothing to draw", target))
        tell(f"Figures: {len(drawn)} in {output}")
        tell_notes(font_notes(style.fonts, made))
        if shown.not_compared:
            text = f"only curves, nothing can be compared: {shown.not_compared}"
            tell_notes([Note("no-comparison", text)])


def _width(text: str | None) -> float | None:
    """Return a width in centimetres."""
    from harness.report.figures.styles import centimetres

    try:
        return None if text is None else centimetres(text)
    except ValueError:
        raise click.UsageError(f"--width {text}: a number and cm, mm, in or pt") from None


def beside(ending: str, target: str, runs: Sequence[str] = ()) -> Path:
    """Return the default path of an output: beside a target's results, with their name."""
    from harness.config.task import choose_directory
    from harness.inputs.chosen_runs import task_with

    if Path(target).is_dir():
        results = Path(target)
    else:
        results = task_with(target, runs).output or choose_directory("results", target, runs)
    if results.name in ("", ".."):  # the resolved directory has a name
        results = results.resolve()
    if not results.name:
        message = "this directory has no name to write beside it"
        raise InputError(Problem(message, target, hint="-o says where to write"))
    return results.with_name(f"{results.name}{ending}")


def choose_measures(target: str, names: Sequence[str | None]) -> list[str]:
    """Return the measures to evaluate; none for a directory of results, which has its own."""
    return [] if Path(target).is_dir() else [name for name in names if name is not None]


def require_comparison(report: Report) -> Comparison:
    """Return the comparison; raises `EvaluationError` with the reason for none."""
    if report.comparison is None:
        raise EvaluationError(Problem(f"nothing can be compared: {report.not_compared}"))
    return report.comparison


@contextmanager
def reported(
    context: click.Context, target: str, runs: Sequence[str] = (), **given: Any
) -> Iterator[Report]:
    """Make the report of a target (with ``runs``), with a progress bar, and yield it.

    Notes go to standard error, at the end why runs are missing.
    """
    from harness.workflows.report import gather_report

    with progress_bar(target=target) as progress:
        outcome = gather_report(target, runs, progress=progress, **given)
    tell_notes(outcome.value.warnings)
    with report_absent_runs(context, outcome):
        yield outcome.value
