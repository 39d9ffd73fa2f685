"""``harness pool``: choose the documents that assessors will see, and estimate the cost."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.cli.options import (
    HELP,
    Itself,
    SharedOption,
    WithDefault,
    add_options,
    combine_options,
    execution_options,
    format_option,
    numbers_option,
    runs_argument,
    table_options,
    task_argument,
)
from harness.cli.output import progress_bar, say, show, show_all, tell
from harness.cli.pool_analysis import biased, replayed
from harness.core.errors import InputError, Problem
from harness.core.execution import Workers
from harness.core.harmless import shown_path
from harness.core.notes import shorten_notes
from harness.core.numbers import count_noun
from harness.settings.pool import PoolSettings

if TYPE_CHECKING:
    from harness.config import Task


#: Depths whose cost is shown, up to the task's.
_DEPTHS = (1, 5, 10, 20, 50, 100, 200, 500, 1000)


@click.group("pool", cls=WithDefault, context_settings=HELP)
def command() -> None:
    """Group of commands, and a command itself."""


_option = partial(click.option, cls=SharedOption, page="pool")

#: The options that replace keys of ``pool`` in the task.
_settings = combine_options(
    add_options(PoolSettings, "strategy", page="pool"),
    _option("--set", "parameters", metavar="NAME=VALUE", multiple=True, help="A parameter of it."),
    add_options(PoolSettings, "depth", "budget", "batch", "order", "seed", page="pool"),
    _option("--judged", metavar="FILE|irds:ID", help="Earlier judgments."),
    _option("--judged-from", metavar="LAYOUT", help="Their layout. [recognised]"),
    _option("--pooled", metavar="DIRECTORY", help="An earlier pool, to which this adds."),
    add_options(PoolSettings, "earlier", page="pool"),
)


def _load(
    task_file: str,
    runs: Sequence[str] = (),
    *,
    parameters: Sequence[str],
    judged: str | None,
    judged_from: str | None,
    pooled: str | None,
    **settings: Any,
) -> Task:
    """Load the task, with options in place of its key ``pool``."""
    from harness.config.sources import rebase_path
    from harness.inputs.chosen_runs import task_with

    if judged_from is not None and judged is None:
        raise click.UsageError("--judged-from belongs to --judged")
    given = _parameters(parameters)
    if given or settings["strategy"]:  # parameters belong to the strategy given with them
        settings["parameters"] = given
    folder = Path(task_file).parent
    known, settings["pooled"] = (path and rebase_path(folder, path) for path in (judged, pooled))
    settings["judged"] = {"path": known, "format": judged_from} if judged_from else known
    return task_with(task_file, runs, without=("qrels",), pool=settings)


def _parameters(texts: Sequence[str]) -> dict[str, Any]:
    """Return the parameters of ``--set``; a repeated one is a list."""
    given: dict[str, list[str]] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise click.UsageError(f"--set {text}: write NAME=VALUE")
        given.setdefault(name, []).extend(value.split(","))
    return {name: values if len(values) > 1 else values[0] for name, values in given.items()}


@command.itself
@click.command("pool", cls=Itself, context_settings=HELP)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Directory for the pool. [what the task says, or pools/TASK beside it]",
)
@click.option(
    "--force", is_flag=True, help="Replace an earlier pool, unless somebody has worked in it."
)
@execution_options
@click.option("--by-topic", is_flag=True, help="List the topics.")
@click.option("--dry-run", is_flag=True, help="Write nothing.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
@_settings
@format_option()
@task_argument
@runs_argument
def build(
    output: Path | None,
    force: bool,
    workers: Workers,
    by_topic: bool,
    dry_run: bool,
    quiet: bool,
    format: str,
    task_file: str,
    runs: tuple[str, ...],
    **settings: Any,
) -> None:
    """Choose the documents of TASK that assessors will see, and write them.

    TASK is a YAML file; its key `pool` says which runs are pooled and how documents are chosen
    (docs/pooling.md). With RUNs (files, or names of the task's runs) only these are pooled.

    The directory holds the pool with the provenance of every document, blank judgments, and a
    manifest from which it can be built again; harness judge add hands it out. An earlier pool is
    replaced only with --force, and never if somebody typed a grade or put a file into it.
    """
    from harness.config.task import choose_directory
    from harness.report.pools import pool_by_topic, pool_table
    from harness.results.atomic import check_target
    from harness.results.pools import KIND, TASK_FOLDER, write_pool
    from harness.workflows.pool import make_pool

    task = _load(task_file, runs, **settings)
    own = task.resolve_path(task.pool.output) if task.pool.output and not runs else None
    directory = output or own or choose_directory("pools", task_file, runs)
    if not dry_run:
        earlier = task.pool.pooled
        if earlier is not None and directory.resolve() == task.resolve_path(earlier).resolve():
            hint = "choose another directory"
            raise InputError(
                Problem("the pool that this one adds to is here", str(directory), hint=hint)
            )
        check_target(directory, KIND, replace=force)
    with progress_bar("reading runs", shown=not quiet) as progress:
        pooling = make_pool(task, workers=workers, progress=progress)
    if not dry_run:
        start = Path(task_file).resolve()
        log = {
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "task_file": shown_path(start),
            TASK_FOLDER: _way(directory.resolve(), start.parent),
        }
        write_pool(pooling.files(), directory, log=log, force=force)
    if quiet:
        return
    tables = [pool_table(pooling.pool, shorten_notes(pooling.notes), title=task.name)]
    if by_topic:
        tables.append(pool_by_topic(pooling.pool))
    show_all(tables, format)
    tell("Nothing is written." if dry_run else f"Pool: {directory}")


@command.command("cost", context_settings=HELP)
@numbers_option("--depths", int, "Depths to compare. [some up to the task's]")
@click.option(
    "--strategies", metavar="NAME,…", default="", help="Strategies to compare, with the budget."
)
@click.option("--by-topic", is_flag=True, help="One row per topic.")
@_settings
@execution_options
@table_options
@task_argument
def cost(
    depths: list[int] | None,
    strategies: str,
    by_topic: bool,
    workers: Workers,
    format: str,
    task_file: str,
    **settings: Any,
) -> None:
    """Say how many documents would have to be judged, by depth and by strategy, before you commit.

    The last row is the plan of TASK, by its key `pool`.
    """
    from harness.inputs.prepared import read_known_judgments
    from harness.pooling import Plan
    from harness.pooling.plan import costs, parse_plan
    from harness.report.pools import cost_table
    from harness.results.manifest import task_notes
    from harness.workflows.pool import read_candidates, read_pool_start

    task = _load(task_file, **settings)
    plan = parse_plan(task.pool, task.relevance_level)
    known = read_known_judgments(task)
    before = read_pool_start(task)
    candidates = read_candidates(task, known=known, workers=workers).candidates
    named = {
        name: Plan.of(name, budget=plan.budget, relevance_level=task.relevance_level)
        for name in strategies.split(",")
        if name
    }
    budgets = costs(
        candidates,
        depths or [depth for depth in _DEPTHS if depth <= max(candidates.depths)],
        {**named, f"the task: {plan.strategy.name}": plan},
        before=before if known is None else before.without(known.leave_frame),
    )
    table = cost_table(budgets, by_topic=by_topic, title=task.name)
    show(table.noted(*task_notes(task)), format)


def _way(start: Path, end: Path) -> str | None:
    """Return the relative path from one folder to another; None for another drive."""
    try:
        return shown_path(Path(relpath(end, start)).as_posix())
    except ValueError:
        return None


@command.command("strategies", context_settings=HELP)
@table_options
def strategies(format: str) -> None:
    """List the strategies, with their parameters."""
    from harness.report.pools import strategies_table

    show(strategies_table(), format)


@command.command("rebuild", context_settings=HELP)
@click.option(
    "--inputs",
    type=click.Path(path_type=Path),
    help="Where relative paths of the task start. [where the task file was, seen from the pool]",
)
@click.argument("directory", type=click.Path())
@click.pass_context
def again(context: click.Context, /, inputs: Path | None, directory: str) -> None:
    """Build the pool in DIRECTORY again, from its manifest, and compare every byte.

    Nothing is changed. Exit status 1 when files differ.
    """
    from harness.workflows.pool import rebuild

    rebuilt = rebuild(directory, inputs)
    for path in rebuilt.changed:
        say(f"changed since: {path}")
    for name in rebuilt.different:
        say(f"different: {name}")
    if rebuilt.different:
        context.exit(1)
    say(f"{count_noun(len(rebuilt.pooling.pool), 'document')}, every file the same: {directory}")


command.add_command(replayed)
command.add_command(biased)
