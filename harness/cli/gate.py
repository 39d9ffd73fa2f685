"""``harness gate``: is a candidate worse than a baseline beyond a budget? For pipelines."""

from __future__ import annotations

from typing import Any

import click

from harness.cli.options import (
    HELP,
    execution_options,
    format_option,
    measure_option,
    only_given,
    options_of,
    part_option,
    quiet_option,
)
from harness.cli.output import progress_bar, put_tables, write
from harness.report.gate import gate_tables, junit
from harness.report.table import DATA, RENDERERS
from harness.settings.compare import CompareSettings, GateSettings
from harness.workflows.gate import gate_target


@click.command("gate", context_settings=HELP)
@options_of(GateSettings)
@click.option(
    "--run", "runs", metavar="NAME", multiple=True, help="Of two evaluations, this run. Repeatable."
)
@measure_option("Only the budget of this measure. [all]", several=True)
@options_of(CompareSettings, "test", "alpha", "samples", "seed", "topics", page="compare")
@execution_options
@part_option("budgets", "topics")
@format_option((*RENDERERS, "junit"))
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
    """Say whether CANDIDATE is worse than a baseline beyond a budget; status 1 if the gate fails.

    harness gate TASK RUN compares a run, a file or a name, with the baseline of the task;
    harness gate BEFORE AFTER the runs of two evaluations, directories of results or task files,
    each with that of its name. Topics, judgments and rules must be the same.

    A verdict is "within the budget" or "worse beyond the budget" where these topics show it, and
    "cannot be told" where they do not.
    """
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
