"""``harness compare topics`` and its like: analyses of topics, ties and sizes of collections."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import click

from harness.cli.options import (
    HELP,
    add_options,
    combine_options,
    drop_absent,
    execution_options,
    identical_option,
    keep_going_option,
    known_judgments,
    known_option,
    measure_option,
    numbers_option,
    part_option,
    runs_argument,
    table_options,
    target_argument,
)
from harness.cli.output import progress_bar, put_tables, report_absent_runs
from harness.core.dialects import DEFAULT_DIALECT, DIALECTS, get_dialect
from harness.core.errors import EvaluationError, Problem
from harness.core.execution import Workers
from harness.core.notes import Note
from harness.core.packages import docstring
from harness.settings.compare import CompareSettings, Options
from harness.settings.names import DIFFERENCES, SIZES, TARGETS

if TYPE_CHECKING:
    from harness.comparison import Comparison
    from harness.evaluation.ties.tie_report import TieReport
    from harness.inputs.runs import Outcome
    from harness.report.table import Table
    from harness.workflows.diagnose import TaskTies


F = TypeVar("F", bound=Callable[..., Any])


def target_options(*, several: bool = False) -> Callable[[F], F]:
    """Return the options of commands that read a target; ``several`` allows several measures."""
    return combine_options(
        measure_option("The measure. [the task's choice, or its first]", several=several),
        add_options(CompareSettings, "topics", "standardise", "seed", "confidence", page="compare"),
        execution_options,
        keep_going_option,
        table_options,
        target_argument,
    )


#: The options of commands that test.
test_options = add_options(
    CompareSettings,
    "test",
    "correction",
    "over_measures",
    "simultaneous",
    "alpha",
    "samples",
    "equivalence",
    page="compare",
)


def read(
    target: str, *, measure: str | None = None, measures: Sequence[str] = (), **given: Any
) -> Outcome[Comparison]:
    """Read a target by the options of the command line."""
    from harness.workflows.compare import compare_target

    named = [measure] if measure is not None else list(measures)
    with progress_bar(target=target) as progress:
        return compare_target(target, measures=named, progress=progress, **drop_absent(given))


_Tables: TypeAlias = "Mapping[str, Table]"


def _analysis(
    *options: Callable[..., Any], parts: tuple[str, ...] = ()
) -> Callable[[Callable[..., _Tables]], click.Command]:
    """Return a command that reads TARGET, or its RUNs, and prints a function's tables, or one.

    The function's further parameters are the command's own options; all others go to the target.
    """

    def decorate(tables_of: Callable[..., _Tables]) -> click.Command:
        own = list(inspect.signature(tables_of).parameters)[1:]

        def run(
            context: click.Context,
            /,
            format: str,
            target: str,
            part: str | None = None,
            **given: Any,
        ) -> None:
            asked = {name: given.pop(name) for name in own}
            read_in = read(target, **given)
            with report_absent_runs(context, read_in):
                put_tables(tables_of(read_in, **asked), format, part)

        decorated = combine_options(
            *options,
            *([part_option(*parts)] if parts else []),
            target_options(),
            *([] if "runs" in own else [runs_argument]),
            click.pass_context,
        )(run)
        name = tables_of.__name__
        return click.command(name, help=docstring(tables_of), context_settings=HELP)(decorated)

    return decorate


@_analysis()
def topics(read_in: Outcome[Comparison]) -> _Tables:
    """Say how hard each topic of TARGET is, and how well it separates the runs."""
    from harness.comparison.collection import describe_topics
    from harness.report.collection import topics_table

    table = read_in.value.scores_by()
    return {"topics": topics_table(table, describe_topics(table), title=read_in.name)}


@_analysis(add_options(CompareSettings, "alpha"))
def ranks(read_in: Outcome[Comparison]) -> _Tables:
    """Rank the runs of TARGET within topics: mean ranks and Nemenyi's test."""
    from harness.comparison.board import average_ranks
    from harness.report.boards import mean_ranks_table

    ranked = average_ranks(read_in.value.scores_by(), read_in.value.options)
    return {"ranks": mean_ranks_table(ranked, title=read_in.name)}


@_analysis(
    click.option(
        "--drop", type=float, default=0.0, help="Leave out this share of the worst runs. [0]"
    ),
    numbers_option("--sizes", int, "Numbers of topics. [1/2 to 4 times the target's]"),
    numbers_option("--targets", float, "Coefficients to reach.", TARGETS),
    parts=("components", "coefficients", "needed"),
)
def reliability(
    read_in: Outcome[Comparison], drop: float, sizes: list[int] | None, targets: list[float]
) -> _Tables:
    """Say how reliable the leaderboard of TARGET is, and how many topics it needs: Eρ², Φ."""
    from harness.comparison.collection import estimate_reliability
    from harness.report.collection import reliability_tables

    table, options = read_in.value.scores_by(), read_in.value.options
    known = estimate_reliability(table, options, drop=drop, sizes=sizes, targets=targets)
    return reliability_tables(table, known, title=read_in.name)


@_analysis(
    numbers_option("--differences", float, "Differences of means to find.", DIFFERENCES),
    numbers_option("--sizes", int, "Numbers of topics. [1/2 to 4 times the target's]"),
    click.option("--power", type=float, default=0.8, help="The chance to find them. [0.8]"),
    add_options(CompareSettings, "alpha"),
    parts=("topics", "power", "detectable"),
)
def power(
    read_in: Outcome[Comparison], differences: list[float], sizes: list[int] | None, power: float
) -> _Tables:
    """Say how many topics a difference would need, by the variances of TARGET's own scores."""
    from harness.comparison.collection import estimate_power
    from harness.report.collection import power_tables

    table, options = read_in.value.scores_by(), read_in.value.options
    known = estimate_power(table, options, differences=differences, sizes=sizes, power=power)
    return power_tables(table, known, title=read_in.name)


@click.command("design", context_settings=HELP)
@click.option(
    "--variance",
    type=float,
    required=True,
    help="The variance of a run's values over topics, such as V_E of an earlier evaluation.",
)
@numbers_option("--differences", float, "Differences of means to find.", DIFFERENCES)
@numbers_option("--systems", int, "Numbers of runs, for ANOVA.", (2, 10, 50))
@numbers_option("--sizes", int, "Numbers of topics, for their power.", SIZES)
@click.option("--power", type=float, default=0.8, help="The chance to find them. [0.8]")
@add_options(CompareSettings, "alpha", "confidence")
@part_option("topics", "power")
@table_options
def design(
    variance: float,
    differences: list[float],
    systems: list[int],
    sizes: list[int],
    power: float,
    part: str | None,
    format: str,
    **given: Any,
) -> None:
    """Say how many topics a new collection needs, without runs, by an expected variance.

    Three kinds of design: for the paired t test, for one-way ANOVA of several runs, and for the
    width of the interval of a difference.
    """
    from harness.comparison.collection import design_topic_set
    from harness.report.collection import design_tables

    options = Options(**drop_absent(given))
    known = design_topic_set(
        variance, options, differences=differences, systems=systems, sizes=sizes, power=power
    )
    put_tables(design_tables(known), format, part)


@_analysis(
    click.option("--baseline", metavar="NAME", help="The run to compare with. [the task's first]"),
    click.option("--alpha", type=float, default=1.0, help="Losses weigh 1 + alpha. [1]"),
)
def risk(read_in: Outcome[Comparison], baseline: str | None, alpha: float) -> _Tables:
    """Say what the runs of TARGET risk against a baseline: URisk, TRisk, and GeoRisk among all."""
    from harness.comparison.baseline import measure_risks
    from harness.report.agreement import risk_table

    known = read_in.value.baselines
    if baseline is None and not known:
        hint = "name it (--baseline), or set the key compare.baselines of the task"
        raise EvaluationError(Problem("which run is the baseline?", hint=hint))
    risks = measure_risks(read_in.value.scores_by(), baseline or known[0], alpha=alpha)
    return {"risk": risk_table(risks, title=read_in.name)}


@_analysis(
    numbers_option("--sizes", int, "Topics in each set. [5, 10, … half, or in wider steps]"),
    click.option("--draws", type=click.IntRange(1), default=100, help="Pairs of sets. [100]"),
    click.option("--width", type=float, default=0.02, help="Width of a bin of differences. [0.02]"),
    click.option("--bins", type=click.IntRange(1), default=11, help="Bins; the last is open. [11]"),
    click.option("--rate", type=float, default=0.05, help="The swap rate to require. [0.05]"),
)
def swaps(
    read_in: Outcome[Comparison],
    sizes: list[int] | None,
    draws: int,
    width: float,
    bins: int,
    rate: float,
) -> _Tables:
    """Say how often another set of topics would reverse the order of two runs of TARGET."""
    from harness.comparison.collection import estimate_swaps
    from harness.report.collection import swaps_table

    table = read_in.value.scores_by()
    options = read_in.value.options
    known = estimate_swaps(table, options, sizes=sizes, draws=draws, width=width, bins=bins)
    return {"swaps": swaps_table(table, known, rate, title=read_in.name)}


@_analysis(
    click.option("--folds", type=click.IntRange(2), default=5, help="Folds of the topics. [5]"),
    click.option("--repeats", type=click.IntRange(1), default=1, help="Number of repetitions. [1]"),
    parts=("variants", "curve"),
)
def variants(
    read_in: Outcome[Comparison], runs: tuple[str, ...], folds: int, repeats: int
) -> _Tables:
    """Cross-validate RUNs, variants of one system: its mean on held-out topics."""
    from harness.comparison.collection import compare_variants
    from harness.report.collection import variants_tables

    table, options = read_in.value.scores_by(), read_in.value.options
    known = compare_variants(table, runs, options, folds=folds, repeats=repeats)
    return variants_tables(known, options, title=read_in.name)


variants.params.append(click.Argument(["runs"], metavar="RUN RUN...", nargs=-1, required=True))


#: Default measures whose ranges over ties are shown.
_TIED = ("AP", "P@10", "nDCG@10")


@click.command("ties", context_settings=HELP)
@click.option("--qrels", metavar="FILE", help="Show the values of measures by these judgments.")
@known_option
@identical_option
@measure_option("A measure. [the task's; with --qrels AP, P@10, nDCG@10]", several=True)
@numbers_option("--cutoffs", int, "Ranks to look at.", (10, 100, 1000))
@click.option(
    "--dialect",
    type=click.Choice(list(DIALECTS)),
    help=f"The evaluator whose conventions to follow. [{DEFAULT_DIALECT.name}]",
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
    from harness.formats.files import TASK_SUFFIXES
    from harness.inputs.chosen_runs import task_with, with_measures
    from harness.report.left_open import ties_table
    from harness.workflows.diagnose import report_task_ties

    if Path(files[0]).suffix.lower() not in TASK_SUFFIXES:
        table = ties_table(_count_ties(files, cutoffs, measures, workers, **given))
        put_tables({"ties": table}, format)
        return
    if own := [name for name, value in given.items() if value]:
        option = f"--{own[0].replace('_', '-')}"
        raise click.UsageError(f"{option}: a task brings its own judgments and rules")
    task = with_measures(task_with(files[0], files[1:]), measures)
    ties = report_task_ties(task, cutoffs, workers=workers)
    with report_absent_runs(context, ties):
        table = ties_table(ties.value.reports).noted(*_notes(ties.value))
        put_tables({"ties": table}, format)


def _count_ties(
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
    from harness.evaluation.rules import Rules
    from harness.formats.qrels import read_qrels
    from harness.inputs.chosen_runs import find_run_files
    from harness.workflows.diagnose import report_run_ties

    if measures and not qrels:
        raise click.UsageError("measures need --qrels")
    return report_run_ties(
        [path for file in files for path in find_run_files(file)],
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
