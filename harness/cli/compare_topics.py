"""``harness compare topics`` and its like: what the topics of an evaluation are worth."""

from __future__ import annotations

from typing import Any

import click

from harness.cli.comparing import finish, part_option, put_tables, read, target_options
from harness.cli.options import HELP, options_of
from harness.cli.output import numbers, whole_numbers
from harness.comparison.collection import (
    DIFFERENCES,
    TARGETS,
    compare_variants,
    power_of_topics,
    reliability_of,
    swaps_of,
    topics_of,
)
from harness.comparison.options import CompareSettings
from harness.report.collection import (
    power_tables,
    reliability_tables,
    swaps_table,
    topics_table,
    variants_tables,
)


@click.command("topics", context_settings=HELP)
@target_options()
@click.pass_context
def topics(context: click.Context, /, format: str, target: str, **given: Any) -> None:
    """Say how hard each topic of TARGET is, and how well it separates the runs."""
    read_in = read(target, **given)
    table = read_in.value.table()
    put_tables({"topics": topics_table(table, topics_of(table), title=read_in.name)}, format)
    finish(context, read_in)


@click.command("reliability", context_settings=HELP)
@click.option("--drop", type=float, default=0.0, help="Leave out this share of the worst runs. [0]")
@click.option("--sizes", metavar="N,N,…", help="Numbers of topics. [the target's, by 1/2 to 4]")
@click.option(
    "--targets",
    metavar="X,X,…",
    default=",".join(map(str, TARGETS)),
    help="Coefficients to reach. [0.8,0.9,0.95]",
)
@part_option("components", "coefficients", "needed")
@target_options()
@click.pass_context
def reliability(
    context: click.Context,
    /,
    drop: float,
    sizes: str | None,
    targets: str,
    part: str | None,
    format: str,
    target: str,
    **given: Any,
) -> None:
    """Say how reliable the leaderboard of TARGET is, and how many topics it needs: Eρ², Φ."""
    wanted = None if sizes is None else whole_numbers("--sizes", sizes)
    reached = numbers("--targets", targets)
    read_in = read(target, **given)
    table, options = read_in.value.table(), read_in.value.options
    known = reliability_of(table, options, drop=drop, sizes=wanted, targets=reached)
    put_tables(reliability_tables(table, known, title=read_in.name), format, part)
    finish(context, read_in)


@click.command("power", context_settings=HELP)
@click.option(
    "--differences",
    metavar="X,X,…",
    default=",".join(map(str, DIFFERENCES)),
    help="Differences of means to find. [0.01,0.02,0.03,0.05,0.1]",
)
@click.option("--power", "chance", type=float, default=0.8, help="The chance to find them. [0.8]")
@options_of(CompareSettings, "alpha")
@part_option("topics", "detectable")
@target_options()
@click.pass_context
def power(
    context: click.Context,
    /,
    differences: str,
    chance: float,
    part: str | None,
    format: str,
    target: str,
    **given: Any,
) -> None:
    """Say how many topics a difference would need, by the variances of TARGET's own scores."""
    sought = numbers("--differences", differences)
    read_in = read(target, **given)
    table, options = read_in.value.table(), read_in.value.options
    known = power_of_topics(table, options, differences=sought, power=chance)
    put_tables(power_tables(table, known, title=read_in.name), format, part)
    finish(context, read_in)


@click.command("swaps", context_settings=HELP)
@click.option("--sizes", metavar="N,N,…", help="Topics in each set. [5, 10, … half of them]")
@click.option("--draws", type=click.IntRange(1), default=100, help="Pairs of sets. [100]")
@click.option("--width", type=float, default=0.02, help="Width of a bin of differences. [0.02]")
@click.option("--bins", type=click.IntRange(1), default=11, help="Bins; the last is open. [11]")
@click.option("--rate", type=float, default=0.05, help="The swap rate to require. [0.05]")
@target_options()
@click.pass_context
def swaps(
    context: click.Context,
    /,
    sizes: str | None,
    draws: int,
    width: float,
    bins: int,
    rate: float,
    format: str,
    target: str,
    **given: Any,
) -> None:
    """Say how often another set of topics would turn two runs of TARGET round."""
    wanted = None if sizes is None else whole_numbers("--sizes", sizes)
    read_in = read(target, **given)
    table, options = read_in.value.table(), read_in.value.options
    known = swaps_of(table, options, sizes=wanted, draws=draws, width=width, bins=bins)
    put_tables({"swaps": swaps_table(table, known, rate, title=read_in.name)}, format)
    finish(context, read_in)


@click.command("variants", context_settings=HELP)
@click.option("--folds", type=click.IntRange(2), default=5, help="Folds of the topics. [5]")
@click.option("--repeats", type=click.IntRange(1), default=1, help="Divide so often. [1]")
@part_option("variants", "curve")
@target_options()
@click.argument("runs", metavar="RUN RUN...", nargs=-1, required=True)
@click.pass_context
def variants(
    context: click.Context,
    /,
    folds: int,
    repeats: int,
    part: str | None,
    format: str,
    target: str,
    runs: tuple[str, ...],
    **given: Any,
) -> None:
    """Cross-validate RUNs, variants of one system: its mean on topics not chosen on."""
    read_in = read(target, **given)
    table, options = read_in.value.table(), read_in.value.options
    known = compare_variants(table, runs, options, folds=folds, repeats=repeats)
    put_tables(variants_tables(known, options, title=read_in.name), format, part)
    finish(context, read_in)
