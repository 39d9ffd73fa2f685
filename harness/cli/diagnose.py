"""``harness diagnose``: the losses of runs, and the documents that explain them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from harness.cli.options import (
    HELP,
    execution_options,
    keep_going_option,
    measure_option,
    runs_argument,
    table_options,
    task_argument,
)
from harness.cli.output import progress_bar, put_tables, report_absent_runs
from harness.core.errors import EvaluationError, Problem, all_or_errors, attempt

if TYPE_CHECKING:
    from harness.inputs.runs import Outcome
    from harness.report.report import Report
    from harness.report.table import Table


#: The tables of each mode.
TABLES = {
    "all runs": ("runs",),
    "--run": ("summary", "below", "lowest", "missed", "nonrelevant"),
    "--against": ("summary", "worse", "worse-documents", "better", "better-documents"),
    "--topic": ("topic", "values", "ranking", "relevant"),
}


def _choices() -> str:
    """Return the names of the tables, for the help."""
    several = {mode: names for mode, names in TABLES.items() if len(names) > 1}
    return "; ".join(f"{', '.join(names)} ({mode})" for mode, names in several.items())


@click.command("diagnose", context_settings=HELP, short_help="Say where runs lose, and why.")
@click.option("--run", metavar="RUN", help="The run to diagnose, or a group with only one run.")
@click.option("--against", metavar="RUN", help="The run to compare --run with.")
@click.option("--topic", metavar="TOPIC", help="What --run (and --against) retrieved for a topic.")
@measure_option("The measure. [the task's first]", several=False)
@click.option(
    "--depth",
    type=click.IntRange(1),
    help="Documents to list. [10; with --against 3 of a topic and run]",
)
@click.option("--topics", type=click.IntRange(1), default=5, help="Topics to list. [5]")
@click.option(
    "--part",
    metavar="TABLE",
    help=f"Print this table only: {_choices()}. [all; the first for tsv, csv, json, jsonl]",
)
@execution_options
@keep_going_option
@table_options
@task_argument
@runs_argument
@click.pass_context
def command(
    context: click.Context,
    /,
    run: str | None,
    against: str | None,
    topic: str | None,
    depth: int | None,
    topics: int,
    part: str | None,
    format: str,
    task_file: str,
    runs: tuple[str, ...],
    **evaluation: Any,
) -> None:
    """Say how much the runs of TASK lose against a perfect ranking, and why.

    RUNs (files, or names of the task's runs) replace the task's own. A loss has three parts:
    relevant documents missed, relevant documents ranked low, and unjudged documents on top. --run
    shows the topics and documents on which a run loses, --against where it loses to another run,
    --topic the rankings themselves. Everything is evaluated in memory, and nothing is written.
    """
    from harness.report.diagnosis import show_alone
    from harness.report.diagnosis_pairs import drop_empty
    from harness.workflows.diagnose import diagnose_task

    names = tuple(name for name in (run, against) if name is not None)
    mode = _mode(run, against, topic)
    if part is not None and part not in TABLES[mode]:
        raise click.UsageError(f"--part {part}: the tables are {', '.join(TABLES[mode])}")
    with progress_bar() as progress:
        observed = diagnose_task(task_file, runs, depth=depth or 1, progress=progress, **evaluation)
    with report_absent_runs(context, observed):
        tables = _tables(observed, names, topic, topics=topics, depth=depth)
        if part is not None:
            tables = {part: show_alone(tables, part)}
        elif mode == "--against":
            tables = drop_empty(tables)
        put_tables(tables, format)


def _mode(run: str | None, against: str | None, topic: str | None) -> str:
    """Return the mode of the options. Raises `UsageError` for a contradiction."""
    if run is None and (against, topic) != (None, None):
        raise click.UsageError("--against and --topic need --run")
    if topic is not None:
        return "--topic"
    if against is not None:
        return "--against"
    return "all runs" if run is None else "--run"


def _tables(
    observed: Outcome[Report],
    names: tuple[str, ...],
    topic: str | None,
    *,
    topics: int,
    depth: int | None,
) -> dict[str, Table]:
    from harness.report.diagnosis import overview_tables, run_tables
    from harness.report.diagnosis_pairs import pair_tables, topic_tables
    from harness.workflows.diagnose import add_texts

    runs = _runs(observed, names, topic)
    report = add_texts(observed, runs) if runs else observed.value
    if topic is not None:
        return topic_tables(report, topic, runs, depth=depth or 10)
    if len(runs) == 2:
        return pair_tables(report, *runs, topics=topics, depth=depth or 3)
    if runs:
        return run_tables(report, *runs, topics=topics, depth=depth or 10)
    return overview_tables(report)


def _runs(observed: Outcome[Report], names: tuple[str, ...], topic: str | None) -> tuple[str, ...]:
    """Return runs by name; refuse all unknown names together."""
    from harness.report.diagnosis import find_run

    outcomes: list[Any] = [attempt(partial(find_run, observed.value), name) for name in names]
    if topic is not None and observed.value.rankings is not None:
        outcomes.append(attempt(observed.value.rankings.code, topic))
    if len(names) == 2 and outcomes[0] == outcomes[1]:
        outcomes.append(EvaluationError(Problem(f"--run and --against are both {outcomes[0]}")))
    return tuple(all_or_errors(outcomes)[: len(names)])
