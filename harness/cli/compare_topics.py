"""``harness compare topics`` and its like: what the topics of an evaluation are worth."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import click

from harness.cli.comparing import part_option, put_tables, read, target_options
from harness.cli.options import (
    HELP,
    numbers_option,
    only_given,
    options_of,
    table_options,
    together,
)
from harness.cli.output import accounted
from harness.comparison import Comparison
from harness.comparison.baseline import risks_of
from harness.comparison.board import mean_ranks_of
from harness.comparison.collection import (
    DIFFERENCES,
    SIZES,
    TARGETS,
    compare_variants,
    design_of,
    power_of_topics,
    reliability_of,
    swaps_of,
    topics_of,
)
from harness.core.errors import EvaluationError, Problem
from harness.core.packages import docstring
from harness.report.boards import mean_ranks_table
from harness.report.collection import (
    design_tables,
    power_tables,
    reliability_tables,
    swaps_table,
    topics_table,
    variants_tables,
)
from harness.report.risk import risk_table
from harness.report.table import Table
from harness.settings.compare import CompareSettings, Options
from harness.workflows.runs import Outcome

_Tables = Mapping[str, Table]


def _analysis(
    *options: Callable[..., Any], parts: tuple[str, ...] = ()
) -> Callable[[Callable[..., _Tables]], click.Command]:
    """A command that reads TARGET, prints the tables that a function makes of it, or one part.

    The function's further parameters are the command's own options; the others are the target's.
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
            with accounted(context, read_in):
                put_tables(tables_of(read_in, **asked), format, part)

        decorated = together(
            *options,
            *([part_option(*parts)] if parts else []),
            target_options(),
            click.pass_context,
        )(run)
        name = tables_of.__name__
        return click.command(name, help=docstring(tables_of), context_settings=HELP)(decorated)

    return decorate


@_analysis()
def topics(read_in: Outcome[Comparison]) -> _Tables:
    """Say how hard each topic of TARGET is, and how well it separates the runs."""
    table = read_in.value.scores_by()
    return {"topics": topics_table(table, topics_of(table), title=read_in.name)}


@_analysis(options_of(CompareSettings, "alpha"))
def ranks(read_in: Outcome[Comparison]) -> _Tables:
    """Rank the runs of TARGET within topics: mean ranks, Friedman's and Nemenyi's tests."""
    ranked = mean_ranks_of(read_in.value.scores_by(), read_in.value.options)
    return {"ranks": mean_ranks_table(ranked, title=read_in.name)}


@_analysis(
    click.option(
        "--drop", type=float, default=0.0, help="Leave out this share of the worst runs. [0]"
    ),
    numbers_option("--sizes", int, "Numbers of topics. [the target's, by 1/2 to 4]"),
    numbers_option("--targets", float, "Coefficients to reach.", TARGETS),
    parts=("components", "coefficients", "needed"),
)
def reliability(
    read_in: Outcome[Comparison], drop: float, sizes: list[int] | None, targets: list[float]
) -> _Tables:
    """Say how reliable the leaderboard of TARGET is, and how many topics it needs: Eρ², Φ."""
    table, options = read_in.value.scores_by(), read_in.value.options
    known = reliability_of(table, options, drop=drop, sizes=sizes, targets=targets)
    return reliability_tables(table, known, title=read_in.name)


@_analysis(
    numbers_option("--differences", float, "Differences of means to find.", DIFFERENCES),
    numbers_option("--sizes", int, "Numbers of topics. [the target's, by 1/2 to 4]"),
    click.option("--power", type=float, default=0.8, help="The chance to find them. [0.8]"),
    options_of(CompareSettings, "alpha"),
    parts=("topics", "power", "detectable"),
)
def power(
    read_in: Outcome[Comparison], differences: list[float], sizes: list[int] | None, power: float
) -> _Tables:
    """Say how many topics a difference would need, by the variances of TARGET's own scores."""
    table, options = read_in.value.scores_by(), read_in.value.options
    known = power_of_topics(table, options, differences=differences, sizes=sizes, power=power)
    return power_tables(table, known, title=read_in.name)


@click.command("design", context_settings=HELP)
@click.option(
    "--variance",
    type=float,
    required=True,
    help="That of one run's values over topics, such as V_E of an earlier evaluation.",
)
@numbers_option("--differences", float, "Differences of means to find.", DIFFERENCES)
@numbers_option("--systems", int, "Numbers of runs, for ANOVA.", (2, 10, 50))
@numbers_option("--sizes", int, "Numbers of topics, for their power.", SIZES)
@click.option("--power", type=float, default=0.8, help="The chance to find them. [0.8]")
@options_of(CompareSettings, "alpha", "confidence")
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
    options = Options(**only_given(given))
    known = design_of(
        variance, options, differences=differences, systems=systems, sizes=sizes, power=power
    )
    put_tables(design_tables(known), format, part)


@_analysis(
    click.option("--baseline", metavar="NAME", help="The run to compare with. [the task's first]"),
    click.option("--alpha", type=float, default=1.0, help="Losses weigh 1 + alpha. [1]"),
)
def risk(read_in: Outcome[Comparison], baseline: str | None, alpha: float) -> _Tables:
    """Say what the runs of TARGET risk against a baseline: URisk, TRisk, and GeoRisk among all."""
    known = read_in.value.baselines
    if baseline is None and not known:
        hint = "name it (--baseline), or set the key compare.baselines of the task"
        raise EvaluationError(Problem("which run is the baseline?", hint=hint))
    risks = risks_of(read_in.value.scores_by(), baseline or known[0], alpha=alpha)
    return {"risk": risk_table(risks, title=read_in.name)}


@_analysis(
    numbers_option("--sizes", int, "Topics in each set. [5, 10, … half of them]"),
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
    """Say how often another set of topics would turn two runs of TARGET round."""
    table = read_in.value.scores_by()
    options = read_in.value.options
    known = swaps_of(table, options, sizes=sizes, draws=draws, width=width, bins=bins)
    return {"swaps": swaps_table(table, known, rate, title=read_in.name)}


@_analysis(
    click.option("--folds", type=click.IntRange(2), default=5, help="Folds of the topics. [5]"),
    click.option("--repeats", type=click.IntRange(1), default=1, help="Divide so often. [1]"),
    parts=("variants", "curve"),
)
def variants(
    read_in: Outcome[Comparison], runs: tuple[str, ...], folds: int, repeats: int
) -> _Tables:
    """Cross-validate RUNs, variants of one system: its mean on topics not chosen on."""
    table, options = read_in.value.scores_by(), read_in.value.options
    known = compare_variants(table, runs, options, folds=folds, repeats=repeats)
    return variants_tables(known, options, title=read_in.name)


variants.params.append(click.Argument(["runs"], metavar="RUN RUN...", nargs=-1, required=True))
