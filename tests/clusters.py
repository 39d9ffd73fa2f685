"""A Dask cluster of two worker processes, and a task that is large enough to lose one of them."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from harness.config import load_task
from harness.results.directory import write_results
from harness.workflows.evaluate import run

if TYPE_CHECKING:
    from distributed import Client

#: What must be the same bytes wherever it is computed.
FILES = ("scores.csv", "scores.parquet", "summary.csv", "curves.csv", "manifest.json")

#: So many runs has the large task: enough to lose workers in the middle of.
RUNS = 24


@contextmanager
def started() -> Iterator[Client]:
    """A client of two worker processes; a task at which three ended is not tried again.

    When both are killed at once, the tasks of the first may be given to the second before the
    scheduler knows of it.
    """
    from distributed import Client, LocalCluster

    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": "127.0.0.1:0"}
    with (
        LocalCluster(**options, silence_logs=50, scheduler_kwargs={"allowed_failures": 2}) as local,
        Client(local, set_as_default=False) as client,
    ):
        yield client


def large_task(folder: Path, runs: int = RUNS) -> Path:
    """A task of many runs, with ties, unjudged documents and topics that are not answered."""
    chance = random.Random(1)
    topics = [f"T{number}" for number in range(12)]
    docs = [f"D{number}" for number in range(300)]
    lines = [f"{t} 0 {d} {chance.randint(0, 3)}\n" for t in topics for d in docs[::3]]
    (folder / "qrels.txt").write_text("".join(lines))
    (folder / "runs").mkdir()
    for number in range(runs):
        tag = f"run{number:02}"
        ranked = [
            f"{topic} Q0 {doc} {rank} {round(9 - rank / 20, chance.randint(0, 2))} {tag}\n"
            for topic in topics[number % 3 :]
            for rank, doc in enumerate(chance.sample(docs, 100), start=1)
        ]
        path = folder / "runs" / f"{tag}.gz"
        path.write_bytes(gzip.compress("".join(ranked).encode(), mtime=0))
    task = folder / "task.yaml"
    task.write_text("qrels: qrels.txt\nruns: runs\nmeasures: [AP, nDCG@10, P@10, RR, official]\n")
    return task


def written(task: Path, directory: Path, **options) -> dict[str, bytes]:
    """The files of an evaluation."""
    write_results(run(load_task(task), **options).results(), directory)
    return {name: (directory / name).read_bytes() for name in FILES}
