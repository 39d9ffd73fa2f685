"""``harness pool``: choose the documents that assessors will see, and look at what that means."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from os.path import relpath
from pathlib import Path
from typing import Any, TypeVar

import click

from harness.cli.options import HELP, WithDefault, style_option, task_argument
from harness.cli.output import progress_bar, say, show, tell, whole_numbers
from harness.cli.pool_analysis import biased, replayed
from harness.config import load_task
from harness.config.pool_selection import plan_of
from harness.core.errors import InputError, Problem
from harness.core.notes import shortened
from harness.pooling import ORDERS, Plan
from harness.pooling.cost import costs
from harness.report.pools import (
    cost_table,
    packets_table,
    pool_by_topic,
    pool_table,
    strategies_table,
)
from harness.results.caveats import RESIDUAL
from harness.workflows.inputs import known_of
from harness.workflows.pool import earlier_of, make_pool, read_candidates, rebuild

F = TypeVar("F", bound=Callable[..., Any])


@click.group("pool", cls=WithDefault, default="build", context_settings=HELP)
def command() -> None:
    """Pool documents for assessors: harness pool TASK (the same as harness pool build TASK).

    TASK is a YAML file; its key `pool` says which runs are pooled and how documents are chosen
    (docs/pooling.md).
    """


def _choices(function: F) -> F:
    """The options that replace keys of ``pool`` in the task."""
    options = (
        click.option("--strategy", metavar="NAME", help="How documents are chosen."),
        click.option(
            "--set", "parameters", metavar="NAME=VALUE", multiple=True, help="A parameter of it."
        ),
        click.option("--depth", metavar="N", help="How deep runs are read."),
        click.option("--budget", metavar="N", help="Documents of a topic to judge."),
        click.option("--batch", metavar="N", help="Adaptive: documents of a topic to ask for now."),
        click.option("--order", type=click.Choice(list(ORDERS)), help="The order of ties."),
        click.option("--seed", metavar="N", help="The seed of what is drawn by chance."),
        click.option("--judged", metavar="FILE", help="Earlier judgments."),
        click.option("--judged-format", metavar="NAME", help="Their layout. [recognised]"),
        click.option("--pooled", metavar="DIRECTORY", help="An earlier pool, to which this adds."),
        click.option("--keep", is_flag=True, help="List earlier documents too."),
    )
    for option in reversed(options):
        function = option(function)
    return function


def _replaced(task_file: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """What the options say, as the key ``pool`` of a task says it."""
    keys = ("strategy", "depth", "budget", "batch", "order", "seed")
    said: dict[str, Any] = {key: given[key] for key in keys if given[key] is not None}
    parameters = _parameters(given["parameters"])
    if parameters or "strategy" in said:  # parameters belong to the strategy they are given with
        said["parameters"] = parameters
    for key in ("judged", "pooled"):
        if (path := given[key]) is not None:
            outside = path.startswith("irds:")
            start = Path(task_file).parent.resolve()
            said[key] = path if outside else relpath(Path(path).resolve(), start)
    if given["judged_format"] is not None:
        if "judged" not in said:
            raise click.UsageError("--judged-format belongs to --judged")
        said["judged"] = {"path": said["judged"], "format": given["judged_format"]}
    if given["keep"]:
        said["earlier"] = "keep"
    return said


def _parameters(texts: Sequence[str]) -> dict[str, Any]:
    """The parameters of ``--set``; one that is given several times is a list."""
    found: dict[str, list[str]] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise click.UsageError(f"--set {text}: write NAME=VALUE")
        found.setdefault(name, []).extend(value.split(","))
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


@command.command("build", context_settings=HELP)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Directory for the pool. [what the task says, or pools/TASK]",
)
@click.option("--force", is_flag=True, help="Replace an earlier pool in which nobody worked.")
@click.option("--threads", type=click.IntRange(1), help="Threads to use. [one a processor]")
@click.option("--by-topic", is_flag=True, help="List the topics.")
@click.option("--dry-run", is_flag=True, help="Write nothing.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
@_choices
@style_option
@task_argument
def build(
    output: Path | None,
    force: bool,
    threads: int | None,
    by_topic: bool,
    dry_run: bool,
    quiet: bool,
    style: str,
    task_file: str,
    **given: Any,
) -> None:
    """Choose the documents of TASK that assessors will see, and write them.

    The directory holds the pool with the provenance of every document, blank judgments, a packet
    for each assessor, and a manifest from which it can be built again. An earlier pool stays as it
    is unless you say --force: assessors may be at work on it. Where somebody typed a grade or put
    a file into it, it stays in any case.
    """
    from harness.results.pools import TASK_FOLDER, check_pool_target, write_pool

    task = load_task(task_file, without=("qrels",), pool=_replaced(task_file, given))
    own = task.place(task.pool.output) if task.pool.output else None
    directory = output or own or Path("pools", Path(task_file).stem)
    if not dry_run:
        earlier = task.pool.pooled
        if earlier is not None and directory.resolve() == task.place(earlier).resolve():
            hint = "choose another directory"
            raise InputError(
                Problem("the pool that this one adds to is here", str(directory), hint=hint)
            )
        check_pool_target(directory, force=force)
    with progress_bar(shown=not quiet) as progress:
        pooling = make_pool(task, threads=threads, progress=progress)
    if not dry_run:
        place = Path(task_file).resolve()
        log = {
            "made": datetime.now(UTC).isoformat(timespec="seconds"),
            "task_file": str(place),
            TASK_FOLDER: _way(directory.resolve(), place.parent),
        }
        write_pool(pooling.files(), directory, log=log, force=force)
    if quiet:
        return
    show(pool_table(pooling.pool, shortened(pooling.notes), title=task.name), style)
    if by_topic:
        say()
        show(pool_by_topic(pooling.pool), style)
    if pooling.packets is not None:
        say()
        show(packets_table(pooling.packets), style)
    tell("Nothing is written." if dry_run else f"Pool: {directory}")


@command.command("cost", context_settings=HELP)
@click.option("--depths", metavar="N,N,…", help="Depths to compare. [some up to the task's]")
@click.option(
    "--strategies", metavar="NAME,…", default="", help="Strategies to compare, with the budget."
)
@click.option("--by-topic", is_flag=True, help="A row a topic.")
@_choices
@style_option
@task_argument
def cost(
    depths: str | None, strategies: str, by_topic: bool, style: str, task_file: str, **given: Any
) -> None:
    """Say how many documents would have to be judged, by depth and by strategy, before you commit.

    The last line is what the key `pool` of TASK says.
    """
    task = load_task(task_file, without=("qrels",), pool=_replaced(task_file, given))
    plan = plan_of(task.pool, task.relevance_level)
    known = known_of(task)
    before = earlier_of(task)
    candidates = read_candidates(task, known=known).candidates
    named = {
        name: Plan.of(name, budget=plan.budget, relevance_level=task.relevance_level)
        for name in strategies.split(",")
        if name
    }
    found = costs(
        candidates,
        _depths(depths, max(candidates.depths)),
        {**named, f"the task: {plan.strategy.name}": plan},
        before=before if known is None else before.without(known.leave_frame),
    )
    table = cost_table(found, by_topic=by_topic, title=task.name)
    show(table if known is None else replace(table, notes=(*table.notes, RESIDUAL)), style)


def _way(start: Path, end: Path) -> str | None:
    """How one comes from one folder to another; None where there is no way, to another drive."""
    try:
        return Path(relpath(end, start)).as_posix()
    except ValueError:
        return None


def _depths(text: str | None, deepest: int) -> list[int]:
    if text is None:
        return [depth for depth in (1, 5, 10, 20, 50, 100, 200, 500, 1000) if depth <= deepest]
    return whole_numbers("--depths", text)


@command.command("strategies", context_settings=HELP)
@style_option
def strategies(style: str) -> None:
    """List the strategies, with their parameters."""
    show(strategies_table(), style)


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
    rebuilt = rebuild(directory, inputs)
    for path in rebuilt.changed:
        say(f"changed since: {path}")
    for name in rebuilt.different:
        say(f"different: {name}")
    if rebuilt.different:
        context.exit(1)
    say(f"{len(rebuilt.pooling.pool)} documents, every file the same: {directory}")


command.add_command(replayed)
command.add_command(biased)
