"""``scripts/bench scale``: what an archive costs on 1 and 2 workers of a Dask cluster, and on more.

Workers run on this machine; their CPU seconds and the coordinator's (client and scheduler) are
measured apart, so that a busy machine changes them less than the wall clock. Deep runs tell what a
million lines cost, runs of two documents a topic what a run costs beside its lines. What more
workers take is computed from these.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from harness.config import load_task
from harness.core.cluster import Cluster
from harness.core.execution import Execution, clusters_kept, kept_clusters
from harness.results.directory import write_results
from harness.workflows.evaluate import run
from scripts.benchmarks import machine, synthetic

#: A full archive: runs, topics, documents of a topic.
ARCHIVE = (10_000, 250, 1_000)
_MEASURES = "[AP, nDCG@10, P@10, RR, Rprec, R@1000, bpref, Judged@10, GMAP, infAP]"
_WARM = 2
#: The load of a machine on which nobody else is at work.
_QUIET = 0.5


@dataclass(frozen=True, slots=True)
class Cost:
    """An evaluation: seconds on the clock, and CPU seconds of the coordinator and its workers."""

    seconds: float
    coordinator: float
    workers: float

    def slope(self, smaller: Cost, units: float) -> Cost:
        """The cost of a unit, where this one has so many more than a smaller one."""
        both = zip(self, smaller, strict=True)
        return Cost(*((more - less) / units for more, less in both))

    def __iter__(self):
        return iter((self.seconds, self.coordinator, self.workers))


def task_of(folder: Path, runs: int, topics: int, depth: int) -> Path:
    """A task over a made collection."""
    folder.mkdir()
    synthetic.main(folder, runs, topics, depth, seed=1)
    (folder / "task.yaml").write_text(f"qrels: qrels.txt\nruns: runs\nmeasures: {_MEASURES}\n")
    return folder / "task.yaml"


def cost(task: Path, runs: int, cluster: Cluster, execution: Execution) -> Cost:
    """What the first runs of a task cost on the workers of a cluster, with writing results."""
    chosen = load_task(task)
    chosen = chosen.model_copy(update={"runs": chosen.runs[:runs]})
    before = sum(cluster.client.run(time.process_time).values())
    clock, own = time.perf_counter(), time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        write_results(run(chosen, workers=execution).results(), Path(folder, "results"))
    taken = time.perf_counter() - clock, time.process_time() - own
    return Cost(*taken, sum(cluster.client.run(time.process_time).values()) - before)


def measured(
    deep: Path, flat: Path, sizes: tuple[int, int, int], workers: int
) -> tuple[Cost, Cost]:
    """The cost of a million lines, and that of a run beside its lines."""
    runs, topics, depth = sizes
    fewest = max(1, runs // 4)
    execution = Execution("dask", workers)
    with clusters_kept():
        cluster = kept_clusters().setdefault(execution, Cluster(execution))
        measure = partial(cost, cluster=cluster, execution=execution)
        measure(deep, _WARM)  # libraries are loaded
        few, many = (measure(deep, number) for number in (fewest, runs))
        lines = many.slope(few, (runs - fewest) * topics * depth / 1e6)
        few, many = (measure(flat, number) for number in (runs, 8 * runs))
        return lines, many.slope(few, 7 * runs)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print Markdown."""
    parser = argparse.ArgumentParser(prog="scripts/bench scale", description=__doc__)
    parser.add_argument("--runs", type=int, default=16, help="deep runs [16]")
    parser.add_argument("--topics", type=int, default=250)
    parser.add_argument("--depth", type=int, default=1_000)
    options = parser.parse_args(arguments)
    if options.runs < _WARM:
        parser.error(f"--runs: at least {_WARM}, or there is no slope")
    sizes, here = (options.runs, options.topics, options.depth), machine.describe()
    with tempfile.TemporaryDirectory(prefix="harness-scale-") as folder:
        deep = task_of(Path(folder, "deep"), *sizes)
        flat = task_of(Path(folder, "flat"), 8 * options.runs, options.topics, 2)
        costs = {workers: measured(deep, flat, sizes, workers) for workers in (1, 2)}
    print("\n".join(table(costs, here)))
    return 0


def table(costs: dict[int, tuple[Cost, Cost]], here: dict[str, Any]) -> list[str]:
    """What was measured ``here``, before which others may have been at work, and what follows."""
    busy = here["load"] > _QUIET
    rows = [
        f"{here['cpu']}, {here['cpus']} processors, load before {here['load']:.1f}, {here['date']}",
        "",
        "| measured | seconds | CPU of the coordinator | CPU of the workers |",
        "| --- | --: | --: | --: |",
    ]
    for workers, parts in costs.items():
        for what, each in zip(("a million lines", "a run beside them"), parts, strict=True):
            shown = ["–" if busy else f"{each.seconds:.3f}"]
            shown += [f"{cpu:.3f}" for cpu in (each.coordinator, each.workers)]
            rows.append(f"| {what}, workers: {workers} | " + " | ".join(shown) + " |")
    lines, runs = costs[1]
    by_clock = f"{lines.seconds / (2 * costs[2][0].seconds):.2f}"
    by_clock = "not measured, others were at work" if busy else by_clock
    by_cpu = lines.workers / costs[2][0].workers
    num_runs, topics, depth = ARCHIVE
    millions = num_runs * topics * depth / 1e6
    shared = millions * lines.workers + num_runs * runs.workers
    # Lines do not pass through the coordinator, which looks after its connections meanwhile.
    own = num_runs * runs.coordinator
    rows += [
        "",
        f"Efficiency from 1 to 2 workers: by the clock {by_clock}, by CPU {by_cpu:.2f}.",
        "",
        f"{num_runs:,} runs × {topics} topics × {depth:,} documents, computed:",
        "",
        "| workers | minutes |",
        "| --: | --: |",
        *(f"| {n:,} | {(own + shared / n) / 60:,.0f} |" for n in (1, 10, 100)),
    ]
    return rows


if __name__ == "__main__":
    sys.exit(main())
