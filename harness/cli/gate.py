"""``harness gate``: is a run worse than a baseline beyond a budget?"""

from __future__ import annotations

from typing import Any

import click

from harness.cli.options import (
    HELP,
    add_options,
    drop_absent,
    execution_options,
    extent_options,
    format_option,
    measure_option,
    part_option,
    quiet_option,
)
from harness.cli.output import progress_bar, put_tables, write
from harness.settings.compare import CompareSettings
from harness.settings.gate import GateSettings
from harness.settings.names import DATA, TABLE_FORMS


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
@extent_options
@quiet_option
@click.argument("target", metavar="TASK|BASELINE")
@click.argument("candidate", metavar="CANDIDATE")
@click.pass_context
def command(
    context: click.Context,
    /,
    budgets: tuple[str, ...],
    target: str,
    candidate: str,
    format: str,
    part: str | None,
    **given: Any,
) -> None:
    """Test whether CANDIDATE is worse than a baseline by more than a budget; status 1 on failure.

    harness gate TASK RUN compares a run, a file or a name, with the baseline of the task; harness
    gate BEFORE AFTER the runs with the same names in two evaluations (directories of results or
    task files). Topics, judgments and rules must be the same.

    A verdict is "within the budget" or "worse beyond the budget" if these topics show it, otherwise
    "inconclusive".
    """
    from harness.gate.tables import gate_tables, junit
    from harness.gate.targets import gate_target

    with progress_bar(target=target) as progress:
        outcome = gate_target(target, candidate, budgets, progress=progress, **drop_absent(given))
    if format == "junit":
        write(junit(outcome))
    else:
        tables = gate_tables(outcome, all_topics=format in DATA)
        if not tables["topics"].rows and part is None:
            del tables["topics"]
        put_tables(tables, format, part)
    if not outcome.passed:
        context.exit(1)
