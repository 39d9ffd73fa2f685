"""``scripts/bench growth``: how the cost of the commands grows with runs, topics, depth and lines.

Each command is a whole process from a cold start on a synthetic collection. CPU seconds are told,
user and system: they change less than the clock's on a machine that others use. An exponent is the
slope of the logarithms of cost over size from one shape to the next, less what starting costs: 1 is
linear.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from scripts.benchmarks import machine, tables
from scripts.benchmarks.groups import tell
from scripts.benchmarks.measuring import FailedError, launch
from scripts.benchmarks.paths import HARNESS, commands, made

#: What grows, the commands, and the shapes: runs, topics, depth, judged documents a topic.
_GROWTH: dict[str, tuple[tuple[str, ...], list[tuple[int, ...]]]] = {
    "runs": (
        ("eval", "run", "compare", "report"),
        [(10, 50, 100), (100, 50, 100), (1000, 50, 100), (10_000, 50, 100)],
    ),
    "topics": (
        ("eval", "run", "compare", "report"),
        [(2, 1000, 10, 10), (2, 10_000, 10, 10), (2, 100_000, 10, 10)],
    ),
    "depth": (
        ("eval", "run", "check", "pool"),
        [(2, 50, 1000, 500), (2, 50, 10_000, 500), (2, 50, 100_000, 500)],
    ),
    "lines": (
        ("eval",),
        [(1, 100, 1000, 2), (1, 1000, 1000, 2), (1, 10_000, 1000, 2), (1, 100_000, 1000, 2)],
    ),
}


def growth(folder: Path, minutes: float, which: Sequence[str]) -> list[list[str]]:
    """A row for each command and what grows, as far as the time allows."""
    until = time.monotonic() + 60 * minutes
    start = launch([*HARNESS, "eval", "--help"], folder / "out.txt").cpu
    rows = []
    for what in which:
        names, shapes = _GROWTH[what]
        costs: dict[str, list[tuple[int, float]]] = {name: [] for name in names}
        for i, shape in enumerate(shapes):
            if time.monotonic() > until:
                break
            data = made(folder / f"{what}{i}", shape)
            for name in names:
                tell(f"{name}: {what} {shape}")
                left = max(1.0, until - time.monotonic())
                try:
                    cost = launch(commands(data)[name], folder / "out.txt", most=left).cpu
                except FailedError as error:
                    tell(str(error))
                else:
                    costs[name].append((math.prod(shape[:3]), cost))
        rows += [[name, what, *_described(cost, start)] for name, cost in costs.items() if cost]
    return rows


def _described(costs: Sequence[tuple[int, float]], start: float) -> tuple[str, str, str]:
    """Lines of the runs, CPU seconds and exponents."""
    pairs = itertools.pairwise(costs)
    exponents = [
        math.log(max(b - start, 0.01) / max(a - start, 0.01)) / math.log(many / few)
        for (few, a), (many, b) in pairs
    ]
    return (
        " → ".join(f"{lines:,}" for lines, _ in costs),
        " → ".join(f"{cost:.2f}" for _, cost in costs),
        ", ".join(f"{exponent:.2f}" for exponent in exponents),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(prog="scripts/bench growth", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30, help="at most, about [30]")
    parser.add_argument("--what", choices=_GROWTH, action="append", help="what grows [all]")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="harness-bench-") as folder:
        rows = growth(Path(folder), options.minutes, options.what or list(_GROWTH))
    head = ("command", "what grows", "lines of runs", "CPU seconds", "exponents")
    sys.stdout.write(f"{machine.line()}\n\n{tables.table(head, rows)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
