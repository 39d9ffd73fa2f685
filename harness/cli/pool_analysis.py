"""``harness pool replay`` and ``harness pool bias``: what strategies find, and whom they favour."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.options import (
    HELP,
    execution_options,
    measure_option,
    numbers_option,
    table_options,
    task_argument,
)
from harness.cli.output import put_file, show, show_all
from harness.core.errors import InputError, Problem
from harness.core.execution import Workers
from harness.settings.names import UNCONTRIBUTED

if TYPE_CHECKING:
    from harness.config import Task
    from harness.pooling import Plan


#: The unlimited budget of a replay, which ends with the candidates.
_NO_LIMIT = 2**62
#: The format of a curve, by the suffix of its file.
_CURVES = {".svg": "", ".tsv": "tsv", ".csv": "csv", ".json": "json"}


@click.command("replay", context_settings=HELP)
@click.option(
    "--strategies",
    metavar="NAME,…",
    help="The strategies to replay. [all orders and adaptive ones]",
)
@numbers_option("--at", int, "Documents judged.", (50, 100, 200, 300, 500), "counts")
@click.option("--seeds", metavar="N", type=click.IntRange(1), default=5, help="Seeds to try. [5]")
@click.option("--curve", metavar="FILE", help="Write the whole curve: .svg, .tsv, .csv or .json.")
@click.option("--force", is_flag=True, help="Replace an existing file.")
@click.option("--micro", is_flag=True, help="Shares over all topics together. [mean of topics]")
@execution_options
@table_options
@task_argument
def replayed(
    strategies: str | None,
    counts: list[int],
    seeds: int,
    curve: str | None,
    force: bool,
    micro: bool,
    workers: Workers,
    format: str,
    task_file: str,
) -> None:
    """Say which share of the relevant documents strategies find, by the judgments of TASK.

    Each strategy asks for one document after the other, and the judgments answer. Strategies that
    draw by chance are replayed with several seeds.
    """
    from harness.config import load_task
    from harness.report.figures import plot_file
    from harness.report.pools import curve_figure, curve_table, replay_table
    from harness.report.table import render
    from harness.results.manifest import task_notes
    from harness.workflows.pool_analysis import replay_plans

    suffix = Path(curve or "x.svg").suffix
    if suffix not in _CURVES:
        raise click.UsageError(f"--curve {curve}: the file must end in {', '.join(_CURVES)}")
    if curve is not None and Path(curve).exists() and not force:
        raise InputError(Problem("the file exists", curve, hint="--force replaces it"))
    if curve is not None and not _CURVES[suffix]:
        from harness.report.figures.styles import matplotlib

        matplotlib()  # before the runs are read
    task = load_task(task_file)
    average = "micro" if micro else "macro"
    replays = replay_plans(
        task,
        lambda task: _plans(task, strategies),
        budgets=counts,
        seeds=range(1, seeds + 1),
        workers=workers,
    )
    table = replay_table(replays, average=average, title=task.name)
    show(table.noted(*task_notes(task)), format)
    if curve is not None:
        kind = _CURVES[suffix]
        drawn = curve_figure(replays, average=average, title=task.name)
        table = curve_table(replays, average=average)
        put_file(render(table, kind) if kind else plot_file(drawn, "svg"), curve, force=force)


def _plans(task: Task, names: str | None) -> dict[str, Plan]:
    """Return the strategies to replay; the task's own keeps its parameters."""
    from harness.pooling import STRATEGIES, Plan

    known = [name for name, strategy in STRATEGIES.items() if not strategy.draws]
    wanted = [name.strip() for name in names.split(",")] if names else known
    own = task.pool
    return {
        name: Plan.of(
            name,
            own.parameters if name == own.strategy else {},
            budget=_NO_LIMIT,
            relevance_level=task.relevance_level,
        )
        for name in wanted
    }


@click.command("bias", context_settings=HELP)
@click.option("--by", type=click.Choice(["group", "run"]), default="group", help="Who is left out.")
@measure_option("The measure. [the task's first]", several=False)
@click.option("--against", metavar="QRELS", help="Other judgments, to compare leaderboards with.")
@click.option(
    "--judged-only", is_flag=True, help="With --against: score only documents judged there."
)
@click.option(
    "--uncontributed",
    type=click.Choice(UNCONTRIBUTED),
    default="keep",
    help="What becomes of judged documents that no contributor has. [keep]",
)
@numbers_option("--cutoffs", int, "Ranks for judged@k.", (10, 20, 50, 100))
@execution_options
@table_options
@task_argument
def biased(
    by: str,
    measure: str | None,
    against: str | None,
    judged_only: bool,
    uncontributed: str,
    cutoffs: list[int],
    workers: Workers,
    format: str,
    task_file: str,
) -> None:
    """Say how much the judgments of TASK depend on single groups or runs.

    The runs that the key `pool` chooses are the contributors; all runs are scored. Shows what
    only one of them contributed, every run's score and rank without it, and the share of judged
    documents among the first of each run.
    """
    from harness.config import Source, load_task
    from harness.formats.ir_datasets import DATASET_PREFIX
    from harness.report.pools import comparison_table, judged_table, leave_out_table, uniques_table
    from harness.results.manifest import task_notes
    from harness.workflows.pool_analysis import estimate_bias

    if judged_only and against is None:
        raise click.UsageError("--judged-only belongs to --against")
    task = load_task(task_file)
    other = None
    if against is not None:
        is_dataset = against.startswith(DATASET_PREFIX)
        path = Path(against).resolve()
        if not is_dataset and not path.is_file():
            raise click.UsageError(f"--against {against}: there is no such file")
        dataset = against.removeprefix(DATASET_PREFIX)
        other = Source(dataset=dataset) if is_dataset else Source(path=str(path))
    bias = estimate_bias(
        task,
        measure,
        by=by,
        cutoffs=cutoffs,
        uncontributed=uncontributed,
        against=other,
        judged_only=judged_only,
        workers=workers,
    )
    tables = [
        uniques_table(bias.uniques, by).noted(*task_notes(task)),
        leave_out_table(bias.left_out),
        judged_table(bias.judged, bias.rules),
    ]
    if bias.compared is not None:
        tables.append(comparison_table(bias.compared, "the task", against or ""))
    show_all(tables, format)
