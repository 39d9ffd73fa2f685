"""What the commands of ``harness compare`` share: options, reading a target, printing tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from harness.cli.options import style_option, threads_option
from harness.cli.output import progress_bar, say, say_refused, show
from harness.comparison import ALL_CORRECTIONS, TESTS, TOPICS
from harness.core.parallel import default_threads
from harness.report.table import DATA, Table
from harness.workflows.compare import Target, read_target

F = TypeVar("F", bound=Callable[..., Any])


def target_options(*, several: bool) -> Callable[[F], F]:
    """The options of whatever reads a target; ``several`` measures may be named, or one."""
    repeatable = " Repeatable." if several else ""
    options = (
        click.option(
            "--measure",
            "measures",
            metavar="NAME",
            multiple=several,
            help=f"The measure. [what the task says, or its first]{repeatable}",
        ),
        click.option(
            "--topics",
            type=click.Choice(TOPICS),
            help="Refuse topics that not all runs have, or leave them out. [all]",
        ),
        click.option("--seed", type=click.IntRange(0), help="The seed of all chance. [1]"),
        click.option("--confidence", type=float, help="That of intervals. [0.95]"),
        threads_option,
        style_option,
    )
    return _with(options)


def _with(options: Sequence[Callable[[F], F]]) -> Callable[[F], F]:
    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


def test_options(function: F) -> F:
    """The options of whatever tests."""
    options = (
        click.option("--test", type=click.Choice(list(TESTS)), help="The test. [randomisation]"),
        click.option(
            "--correction",
            type=click.Choice(ALL_CORRECTIONS),
            help="What is done about many comparisons. [holm]",
        ),
        click.option("--alpha", type=float, help="The level of significance. [0.05]"),
        click.option(
            "--samples", type=click.IntRange(1), help="Random samples. [10000, tests 100000]"
        ),
        click.option("--minimum", type=float, help="Least difference of sign-minimum. [0.01]"),
        click.option("--equivalence", type=float, help="None in practice, up to this. [0.01]"),
    )
    decorate: Callable[[F], F] = _with(options)
    return decorate(function)


def read(
    target: str,
    *,
    measures: str | Sequence[str] | None = None,
    threads: int | None = None,
    every_measure: bool = False,
    **given: Any,
) -> Target:
    """A target by the options of the command line."""
    named = [measures] if isinstance(measures, str) else list(measures or ())
    count = threads or default_threads()
    with progress_bar(shown=True) as progress:
        return read_target(
            target,
            measures=named,
            every_measure=every_measure,
            threads=count,
            progress=progress,
            **given,
        )


def put_tables(
    tables: Mapping[str, Table],
    style: str,
    part: str | None = None,
    *,
    together: Callable[[Mapping[str, Table]], Table] | None = None,
) -> None:
    """Print all tables, or the one called ``part``.

    Programs get one table: the first, or all ``together``; its notes go to standard error.
    """
    if part is not None:
        tables = {part: tables[part]}
    if style not in DATA:
        for place, table in enumerate(tables.values()):
            if place:
                say()
            show(table, style)
        return
    merge = together is not None and len(tables) > 1
    table = together(tables) if together and merge else next(iter(tables.values()))
    show(table, style)


def finish(context: click.Context, *targets: Target) -> None:
    """Say which runs of the targets are not there because of errors."""
    say_refused(context, [problem for target in targets for problem in target.problems])
