"""``harness diff`` and ``harness gate``: what changed between two evaluations, and is it worse?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from harness.cli.options import (
    HELP,
    add_options,
    execution_options,
    format_option,
    measure_option,
    only_given,
    part_option,
    quiet_option,
    table_options,
)
from harness.cli.output import progress_bar, put_tables, say, warn, write
from harness.core.numbers import counted
from harness.report.differences import PARTS
from harness.settings.compare import CompareSettings, GateSettings
from harness.settings.names import TABLE_FORMS

if TYPE_CHECKING:
    from harness.diff.differences import Differences


#: So many changes of inputs are listed where all values are equal.
_MOST = 10


@click.command("diff", context_settings=HELP)
@measure_option("Compare this measure. [all]", several=True)
@click.option("--all", "everything", is_flag=True, help="Show all runs, topics and measures.")
@part_option(*PARTS)
@table_options
@click.argument("before", metavar="BEFORE")
@click.argument("after", metavar="AFTER")
@click.pass_context
def command(
    context: click.Context,
    /,
    measures: tuple[str, ...],
    everything: bool,
    part: str | None,
    format: str,
    before: str,
    after: str,
) -> None:
    """Say what changed from BEFORE to AFTER, two directories of results, and why numbers differ.

    Each value that differs is put down to the changes that can explain it: the run's file, the
    judgments of its topic, a rule, the measure, versions; or to nothing, which is a bug or a
    damaged directory. People see the runs and topics that changed, the most changed first, by the
    first measure that did.

    The exit status is 0 when both have the same runs and measures with the same values, 1 when
    anything of that differs, and 2 for an error.
    """
    from harness.report.differences import DifferenceView, difference_tables
    from harness.settings.names import DATA
    from harness.workflows.compare import find_differences

    compared = find_differences(before, after, measures or None)
    if compared.equal and part is None and format not in DATA:
        _say_equal(compared)
        return
    tables = difference_tables(
        {name: getattr(compared, name) for name in PARTS},
        DifferenceView(
            before,
            after,
            _shown(compared, measures, format, everything),
            everything,
            format in DATA,
        ),
    )
    put_tables(tables, format, part)
    for _, what, runs, values, _, summaries in compared.unexplained.iter_rows():
        changed = f"{counted(values, 'value')} and {counted(summaries, 'summary')}"
        warn(f"no change explains {changed} of {counted(runs, 'run')}: {what}")
    if not compared.equal:
        context.exit(1)


def _shown(
    compared: Differences, named: tuple[str, ...], form: str, everything: bool
) -> tuple[str, ...]:
    """Return the measures of the tables by run and topic: for people the first that differs."""
    from harness.settings.names import DATA

    every = tuple(compared.measures["measure"].to_list())
    if named or everything or form in DATA:
        return every
    changed = tuple(name for name in every if name in set(compared.values["measure"].to_list()))
    return (changed or every)[:1]


def _say_equal(compared: Differences) -> None:
    from harness.report.differences import change_lines

    runs, measures = len(compared.runs), compared.measures.height
    parts = (counted(runs, "run"), counted(compared.num_topics, "topic"))
    of = f"{', '.join(parts)} and {counted(measures, 'measure')}"
    say(f"All {counted(compared.num_values, 'value')} of {of} are equal.")
    lines = list(change_lines(compared.inputs))
    say("These inputs are not:" if lines else "So are all inputs, rules and versions.")
    for line in lines[:_MOST]:
        say(f"  {line}")
    if len(lines) > _MOST:
        say(f"  {len(lines) - _MOST} more: --part inputs --all")


@click.command("gate", context_settings=HELP)
@add_options(GateSettings)
@click.option(
    "--run",
    "runs",
    metavar="NAME",
    multiple=True,
    help="Compare this run of two evaluations. Repeatable.",
)
@measure_option("Only the budget of this measure. [all]", several=True)
@add_options(CompareSettings, "alpha", "samples", "seed", "topics", page="compare")
@execution_options
@part_option("budgets", "topics")
@format_option((*TABLE_FORMS, "junit"))
@quiet_option
@click.argument("target", metavar="TASK|BASELINE")
@click.argument("candidate", metavar="CANDIDATE")
@click.pass_context
def gate_command(
    context: click.Context,
    /,
    budgets: tuple[str, ...],
    target: str,
    candidate: str,
    format: str,
    part: str | None,
    **given: Any,
) -> None:
    """Say whether CANDIDATE is worse than a baseline beyond a budget; status 1 if the gate fails.

    harness gate TASK RUN compares a run, a file or a name, with the baseline of the task;
    harness gate BEFORE AFTER the runs of two evaluations, directories of results or task files,
    each with that of its name. Topics, judgments and rules must be the same.

    A verdict is "within the budget" or "worse beyond the budget" where these topics show it, and
    "cannot be told" where they do not.
    """
    from harness.gate.tables import gate_tables, junit
    from harness.gate.targets import gate_target
    from harness.settings.names import DATA

    with progress_bar(target=target) as progress:
        outcome = gate_target(target, candidate, budgets, progress=progress, **only_given(given))
    if format == "junit":
        write(junit(outcome))
    else:
        tables = gate_tables(outcome, all_topics=format in DATA)
        if not tables["topics"].rows and part is None:
            del tables["topics"]
        put_tables(tables, format, part)
    if not outcome.passed:
        context.exit(1)
