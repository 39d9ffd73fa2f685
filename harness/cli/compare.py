"""``harness compare``: test differences between runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.cli.compare_topics import (
    design,
    power,
    ranks,
    read,
    reliability,
    risk,
    swaps,
    target_options,
    test_options,
    ties,
    topics,
    variants,
)
from harness.cli.options import (
    HELP,
    Itself,
    WithDefault,
    add_options,
    execution_options,
    measure_option,
    part_option,
    runs_argument,
    table_options,
    target_argument,
)
from harness.cli.output import put_tables, report_absent_runs
from harness.core.execution import Workers
from harness.settings.compare import CompareSettings

if TYPE_CHECKING:
    from harness.comparison import Comparison
    from harness.report.table import Table


@click.group(
    "compare",
    cls=WithDefault,
    more=("variants", "reliability", "replicability", "risk", "ranks", "swaps", "power", "design"),
    context_settings=HELP,
)
def command() -> None:
    """Group of commands, and a command itself."""


@command.itself
@click.command("compare", cls=Itself, context_settings=HELP)
@add_options(CompareSettings, "baselines")
@click.option("--pairs", is_flag=True, help="All pairs of runs.")
@click.option(
    "--matrix",
    type=click.Choice(["corrected", "p", "difference"]),
    help="All pairs as a table of runs by runs: p-values, or differences, of one measure.",
)
@click.option(
    "--part",
    type=click.Choice(["tests", "estimates", "topics"]),
    help="For a pair, print this table only. [all; tests for tsv, csv, json, jsonl]",
)
@click.option("--all-tests", is_flag=True, help="For a pair, print every test and estimate.")
@test_options
@target_options(several=True)
@runs_argument
@click.pass_context
def runs(
    context: click.Context,
    /,
    baselines: tuple[str, ...],
    pairs: bool,
    matrix: str | None,
    part: str | None,
    all_tests: bool,
    format: str,
    target: str,
    runs: tuple[str, ...],
    **given: Any,
) -> None:
    """Compare the runs of TARGET: a leaderboard, two RUNs, or all against a --baseline.

    Two RUNs are compared within the evaluation. Files instead of names are evaluated by the rules
    of the task TARGET, without its other runs.

    TARGET is a task file, which is evaluated in memory, a file of judgments before files of runs,
    or a directory of results (docs/comparing.md); write ./NAME for a TARGET that is called like a
    command below.

    The leaderboard has intervals of means, sets of ranks, a star for each run that could be the
    best, and letters: runs that share one are not shown to be worse than each other. Without
    --measure it is that of the key `compare` of the task, or else of the first measure. Where that
    key names baselines, a table of all runs against them follows.
    """
    from harness.report.boards import leaderboard_table
    from harness.report.comparison import against_table, matrix_table, stack_tables
    from harness.settings.names import DATA

    chosen = runs if _are_files(runs) else ()
    if len(runs) not in (0, 2) and not chosen:
        raise click.UsageError(f"{len(runs)} RUN given: name two, or none for the leaderboard")
    _refuse_several(len(runs) == 2, bool(baselines), pairs, bool(matrix), part=bool(part))
    read_in = read(target, runs=chosen, baselines=baselines, **given)
    with report_absent_runs(context, read_in):
        comparison, title = read_in.value, read_in.name
        if matrix and len(comparison.named) > 1 and format in DATA:
            raise click.UsageError(f"--matrix in the format {format} is of one measure: name it")
        names = [table.measure for table in comparison.named_tables]
        pair = comparison.scores_by().runs if chosen else runs  # one of two files may be refused
        if len(runs) == len(pair) == 2:
            put_tables(_tabulate_pair(comparison, *pair, title, all_tests), format, part)
            return
        if pairs or matrix:
            compared = {name: comparison.pairs(name) for name in names}
            tables = {
                name: matrix_table(every, matrix, title=title)
                if matrix
                else against_table(every, title=title)
                for name, every in compared.items()
            }
        elif baselines:
            tables = {"baselines": against_table(comparison.against(), title=title)}
        else:
            boards = {name: comparison.leaderboard(name) for name in names}
            tables = {name: leaderboard_table(board, title=title) for name, board in boards.items()}
            if comparison.baselines and format not in DATA:
                named = f"Against {' and '.join(comparison.baselines)}"
                tables["baselines"] = against_table(comparison.against(), title=named)
        put_tables(tables, format, stack=stack_tables)


def _are_files(runs: tuple[str, ...]) -> bool:
    """Return whether some runs are files, which are evaluated, and not names."""
    from harness.formats.members import exists

    return any(exists(run) and not Path(run).is_dir() for run in runs)


def _refuse_several(pair: bool, *others: bool, part: bool) -> None:
    if sum((pair, *others)) > 1:
        raise click.UsageError("give one of RUN RUN, --baseline, --pairs and --matrix")
    if part and not pair:
        raise click.UsageError("--part is for a pair: name RUN RUN")


def _tabulate_pair(
    comparison: Comparison, a: str, b: str, title: str, all_tests: bool
) -> dict[str, Table]:
    """Return the tables of a pair, for each of the measures."""
    from harness.report.comparison import stack_tables
    from harness.report.pair import pair_tables

    names = [own.measure for own in comparison.named_tables]
    if len(names) == 1:
        pair, heading = comparison.pair(a, b, names[0]), f"{title}: {a} against {b}"
        return pair_tables(pair, title=heading, all_tests=all_tests)
    pairs = {name: comparison.pair(a, b, name) for name in names}
    tables = {name: pair_tables(pair, all_tests=all_tests) for name, pair in pairs.items()}
    return {
        part: stack_tables({n: t[part] for n, t in tables.items()}) for part in tables[names[0]]
    }


@command.command("measures", context_settings=HELP)
@part_option("measures", "asl")
@test_options
@target_options(several=True)
@runs_argument
@click.pass_context
def measures(
    context: click.Context, /, part: str | None, format: str, target: str, **given: Any
) -> None:
    """Say how far the measures of TARGET agree, and how many pairs of runs each tells apart.

    The part asl has the curves of achieved significance levels: the p-values of all pairs by each
    measure, the highest first.
    """
    from harness.report.agreement import asl_table, measures_table

    read_in = read(target, every_measure=True, **given)
    with report_absent_runs(context, read_in):
        agreement = read_in.value.measures()
        tables = {"measures": measures_table(agreement, title=read_in.name)}
        if part == "asl":
            tables["asl"] = asl_table(agreement, title=read_in.name)
        put_tables(tables, format, part)


@command.command("leaderboards", context_settings=HELP)
@click.option(
    "--persistence", type=float, default=0.9, help="The parameter p of rank-biased overlap. [0.9]"
)
@target_options()
@click.argument("other", metavar="OTHER")
@click.pass_context
def leaderboards(
    context: click.Context,
    /,
    persistence: float,
    format: str,
    target: str,
    other: str,
    **given: Any,
) -> None:
    """Say how far the leaderboards of TARGET and OTHER agree, for the same runs."""
    from harness.comparison import compare_leaderboards
    from harness.report.agreement import agreement_table

    first, second = read(target, **given), read(other, **given)
    with report_absent_runs(context, first, second):
        agreement = compare_leaderboards(
            first.value.scores_by(), second.value.scores_by(), persistence=persistence
        )
        put_tables({"leaderboards": agreement_table(agreement, target, other)}, format)


@command.command("replicability", context_settings=HELP)
@click.option("--baseline", metavar="NAME", help="The run over which the others improve.")
@target_options()
@click.argument("other", metavar="OTHER")
@click.pass_context
def replicability(
    context: click.Context,
    /,
    baseline: str | None,
    format: str,
    target: str,
    other: str,
    **given: Any,
) -> None:
    """Say how far OTHER repeats the scores and effects of TARGET, for runs of the same names."""
    from harness.comparison.between import measure_replicability
    from harness.report.agreement import replicability_table

    first, second = read(target, **given), read(other, **given)
    with report_absent_runs(context, first, second):
        known = measure_replicability(first.value.scores_by(), second.value.scores_by(), baseline)
        put_tables({"replicability": replicability_table(known, target, other)}, format)


@command.command("unjudged", context_settings=HELP)
@measure_option("The measure. [the task's choice, or its first]", several=True)
@execution_options
@table_options
@target_argument
@click.argument("runs", metavar="RUN RUN", nargs=2)
@click.pass_context
def unjudged(
    context: click.Context,
    /,
    measures: tuple[str, ...],
    workers: Workers,
    format: str,
    target: str,
    runs: tuple[str, str],
) -> None:
    """Say whether judgments of unjudged documents could reverse the order of two RUNs of TARGET.

    TARGET is a task, whose runs are read: results keep no rankings. Each unjudged document that
    either run retrieves is taken for not relevant, or for relevant with the highest grade.
    """
    from harness.inputs.chosen_runs import task_with
    from harness.report.left_open import order_table
    from harness.workflows.pool_analysis import bound_orders

    task, names = (task_with(target, runs), ()) if _are_files(runs) else (target, runs)
    made = bound_orders(task, names, measures, workers=workers)
    with report_absent_runs(context, made):
        put_tables({"unjudged": order_table(made.value, title=made.name)}, format)


@command.command("components", context_settings=HELP)
@click.option(
    "--factor",
    "factors",
    metavar="NAME",
    multiple=True,
    required=True,
    help="An attribute of the runs: a column of the table of participants, or group. Repeatable.",
)
@click.option("--order", type=click.IntRange(1), help="The most factors of an interaction. [all]")
@part_option("effects", "means", "cells")
@test_options
@target_options()
@click.argument("shards", metavar="[SHARD]...", nargs=-1)
@click.pass_context
def components(
    context: click.Context,
    /,
    factors: tuple[str, ...],
    order: int | None,
    part: str | None,
    format: str,
    target: str,
    shards: tuple[str, ...],
    **given: Any,
) -> None:
    """Say what the components of the runs of TARGET contribute: stemmer, model, and others.

    Analysis of variance with topics as blocks; every combination of levels needs the same
    number of runs. Each SHARD is an evaluation of the same runs and topics on another part of the
    collection.
    """
    from harness.comparison.components import estimate_components
    from harness.report.components import components_tables

    targets = [read(name, **given) for name in (target, *shards)]
    with report_absent_runs(context, *targets):
        first = targets[0].value
        known = estimate_components(
            [read_in.value.scores_by() for read_in in targets],
            first.attributes,
            factors,
            first.options,
            order,
        )
        tables = components_tables(known, title=targets[0].name)
        if part not in (None, *tables):
            raise click.UsageError(f"--part {part} is of two factors or more")
        put_tables(tables, format, part)


for _further in (topics, ties, ranks, reliability, power, design, swaps, risk, variants):
    command.add_command(_further)
