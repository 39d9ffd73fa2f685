"""``harness diff``: changes between two evaluations, and the values that differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from harness.cli.options import HELP, measure_option, part_option, table_options
from harness.cli.output import put_tables, say, warn
from harness.core.numbers import count_noun
from harness.report.differences import PARTS
from harness.settings.names import DATA

if TYPE_CHECKING:
    from harness.diff.differences import Differences


#: The changes of inputs listed if all values are equal.
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

    Each difference is attributed to the changes that can explain it: the run's file, the judgments
    of its topic, a rule, the measure, versions; if none can, there is a bug or a damaged directory.
    Tables for people show the changed runs and topics, largest change first, by the first measure
    that changed.

    The exit status is 0 if runs, measures and values are the same, 1 if not, and 2 for an error.
    """
    from harness.report.differences import DifferenceView, difference_tables
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
        changed = f"{count_noun(values, 'value')} and {count_noun(summaries, 'summary')}"
        warn(f"no change explains {changed} of {count_noun(runs, 'run')}: {what}")
    if not compared.equal:
        context.exit(1)


def _shown(
    compared: Differences, named: tuple[str, ...], form: str, everything: bool
) -> tuple[str, ...]:
    """Return the measures of the tables by run and topic; for people the first that differs."""
    every = tuple(compared.measures["measure"].to_list())
    if named or everything or form in DATA:
        return every
    changed = tuple(name for name in every if name in set(compared.values["measure"].to_list()))
    return (changed or every)[:1]


def _say_equal(compared: Differences) -> None:
    from harness.report.differences import change_lines

    runs, measures = len(compared.runs), compared.measures.height
    parts = (count_noun(runs, "run"), count_noun(compared.num_topics, "topic"))
    of = f"{', '.join(parts)} and {count_noun(measures, 'measure')}"
    say(f"All {count_noun(compared.num_values, 'value')} of {of} are equal.")
    lines = list(change_lines(compared.inputs))
    say("These inputs are not:" if lines else "So are all inputs, rules and versions.")
    for line in lines[:_MOST]:
        say(f"  {line}")
    if len(lines) > _MOST:
        say(f"  {len(lines) - _MOST} more: --part inputs --all")
