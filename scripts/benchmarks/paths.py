"""``scripts/bench paths`` and ``growth``: what the commands cost, and how it grows.

Each command is a whole process from a cold start on a synthetic collection of the shape of TREC-8.
CPU seconds are told, user and system: they change less than the clock's on a machine that others
use. The exponent of a growth is the slope of the logarithms of cost over size, less what starting
costs: 1 is linear.
"""

from __future__ import annotations

import argparse
import math
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from scripts.benchmarks import machine, synthetic, tables
from scripts.benchmarks.groups import tell
from scripts.benchmarks.measuring import launch

_HARNESS = (sys.executable, "-m", "harness")
_FORMATS = ("trec_eval", "table", "tsv", "csv", "json", "jsonl", "markdown", "parquet", "arrow")
#: Runs, topics and depth of the collection of ``paths``.
_SHAPE = (129, 50, 1000)
#: What grows, and the shapes: runs, topics and depth.
_GROWTH = {
    "runs": [(10, 50, 100), (40, 50, 100), (160, 50, 100)],
    "topics": [(2, 1000, 10), (2, 4000, 10), (2, 16_000, 10)],
    "depth": [(2, 50, 500), (2, 50, 2000), (2, 50, 8000)],
}
_GROWING = ("eval", "run", "compare", "report")


def commands(folder: Path) -> dict[str, list[str]]:
    """The commands of a collection in a folder, by what they are called."""
    qrels, runs = folder / "qrels.txt", sorted((folder / "runs").iterdir())
    task = folder / "task.yaml"
    task.write_text("name: t\nqrels: qrels.txt\nruns: runs/*\nmeasures: [AP, nDCG@10, RR]\n")
    every = [*map(str, (qrels, *runs))]
    measured = {"eval, one run": ["eval", "--quiet", *every[:2]], "eval": ["eval", *every]}
    for form in _FORMATS:
        asked = ["eval", "--quiet", "-q", "-m", "all_trec", "--format", form]
        measured[f"eval -q -m all_trec --format {form}"] = [*asked, *every]
    page = ["--quiet", "--output", str(folder / "page.html"), "--force"]
    return {
        "--help": ["--help"],
        **measured,
        "run": ["run", str(task), "--output", str(folder / "results"), "--force"],
        "compare": ["compare", "--quiet", str(task)],
        "report": ["report", str(task), *page],
    }


def cost(arguments: Sequence[str], folder: Path, rounds: int) -> tuple[float, float, float]:
    """The medians of CPU seconds and seconds, and the largest memory in MB."""
    turns = [launch([*_HARNESS, *arguments], folder / "out.txt") for _ in range(rounds)]
    cpu, seconds = ([getattr(turn, name) for turn in turns] for name in ("cpu", "seconds"))
    memory = max(turn.memory for turn in turns) / 1e6
    return statistics.median(cpu), statistics.median(seconds), memory


def made(folder: Path, shape: tuple[int, int, int]) -> dict[str, list[str]]:
    """A collection of so many runs, topics and documents a topic, and its commands."""
    folder.mkdir()
    sizes = map(str, (*shape, 1))
    subprocess.run([sys.executable, synthetic.__file__, str(folder), *sizes], check=True)
    return commands(folder)


def paths(folder: Path, rounds: int) -> list[list[str]]:
    """A row a command."""
    rows = []
    for name, arguments in made(folder / "c", _SHAPE).items():
        tell(name)
        cpu, seconds, memory = cost(arguments, folder, rounds)
        rows.append([name, f"{cpu:.2f}", f"{seconds:.2f}", f"{memory:.0f}"])
    return rows


def growth(folder: Path, rounds: int) -> list[list[str]]:
    """A row for each command and what grows: the costs and the exponent of the last step."""
    start, _, _ = cost(["eval", "--help"], folder, rounds)
    rows = []
    for what, shapes in _GROWTH.items():
        collections = [made(folder / f"{what}{i}", shape) for i, shape in enumerate(shapes)]
        for name in _GROWING:
            tell(f"{name}: {what}")
            cpu = [cost(asked[name], folder, rounds)[0] for asked in collections]
            few, many = (math.prod(shape) for shape in shapes[-2:])
            exponent = math.log((cpu[-1] - start) / (cpu[-2] - start)) / math.log(many / few)
            rows.append([name, what, " → ".join(f"{x:.2f}" for x in cpu), f"{exponent:.2f}"])
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__)
    parser.add_argument("what", choices=("paths", "growth"))
    parser.add_argument("--rounds", type=int, default=3, help="times each [3]")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="harness-bench-") as place:
        found = machine.describe()
        if options.what == "paths":
            rows = paths(Path(place), options.rounds)
            head = ("command", "CPU seconds", "seconds", "peak memory, MB")
        else:
            rows = growth(Path(place), options.rounds)
            head = ("command", "what grows", "CPU seconds", "exponent of the last step")
    sys.stdout.write(
        f"{found['cpu']}, {found['cpus_usable']} CPUs, load {found['load']:.1f} at the start. "
        f"{found['date'][:10]}, commit {found['commit']}.\n\n{tables.table(head, rows)}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
