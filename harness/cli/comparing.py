"""What the commands of ``harness compare`` share: options, reading a target, printing tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from harness.cli.options import (
    execution_options,
    keep_going_option,
    measure_option,
    only_given,
    options_of,
    table_options,
    target_argument,
    together,
)
from harness.cli.output import progress_bar, say, show
from harness.comparison import Comparison
from harness.report.table import DATA, Table
from harness.settings.compare import CompareSettings
from harness.workflows.compare import compare_target
from harness.workflows.runs import Outcome

F = TypeVar("F", bound=Callable[..., Any])


def target_options(*, several: bool = False) -> Callable[[F], F]:
    """The options of whatever reads a target; ``several`` measures may be named, or one."""
    return together(
        measure_option("The measure. [what the task says, or its first]", several=several),
        options_of(CompareSettings, "topics", "standardise", "seed", "confidence", page="compare"),
        execution_options,
        keep_going_option,
        table_options,
        target_argument,
    )


#: The options of whatever tests.
test_options = options_of(
    CompareSettings,
    *("test", "correction", "over_measures", "simultaneous", "alpha"),
    *("samples", "equivalence"),
    page="compare",
)


def part_option(*parts: str) -> Callable[[F], F]:
    """``--part``: one of several tables."""
    text = f"Print this table only. [all; {parts[0]} for {', '.join(DATA)}]"
    return click.option("--part", type=click.Choice(parts), help=text)


def read(
    target: str, *, measure: str | None = None, measures: Sequence[str] = (), **given: Any
) -> Outcome[Comparison]:
    """A target by the options of the command line."""
    named = [measure] if measure is not None else list(measures)
    with progress_bar(target=target) as progress:
        return compare_target(target, measures=named, progress=progress, **only_given(given))


def put_tables(
    tables: Mapping[str, Table],
    form: str,
    part: str | None = None,
    *,
    stack: Callable[[Mapping[str, Table]], Table] | None = None,
) -> None:
    """Print all tables, or the one called ``part``.

    Programs get one table: the first, or all in one ``stack``; its notes go to standard error.
    """
    if part is not None:
        tables = {part: tables[part]}
    if form not in DATA:
        for index, table in enumerate(tables.values()):
            if index:
                say()
            show(table, form)
        return
    table = stack(tables) if stack and len(tables) > 1 else next(iter(tables.values()))
    show(table, form)
