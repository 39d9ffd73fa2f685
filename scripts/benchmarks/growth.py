"""``scripts/bench growth``: how the cost of the commands grows with runs, topics, depth and lines.

Each command is a whole process from a cold start on a synthetic collection. CPU seconds are told,
user and system: they change less than the clock's on a machine that others use; and the peak of
memory. An exponent is the slope of the logarithms of either over the lines of the runs from one
shape to the next, less what starting costs: 1 is linear.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from scripts.benchmarks import machine, tables
from scripts.benchmarks.groups import tell
from scripts.benchmarks.measuring import FailedError, Measurement, launch
from scripts.benchmarks.paths import HARNESS, commands, made

#: What grows, the commands, and the shapes: runs, topics, depth, judged documents a topic. The
#: first three shapes take minutes together; further ones hold 50 and 100 million lines.
_GROWTH: dict[str, list[tuple[tuple[str, ...], list[tuple[int, ...]]]]] = {
    "runs": [
        (
            ("eval", "run", "compare", "report"),
            [(10, 50, 100), (100, 50, 100), (1000, 50, 100), (10_000, 50, 100)],
        )
    ],
    "topics": [
        (
            ("eval", "run", "compare"),
            [(2, 1000, 10, 10), (2, 10_000, 10, 10), (2, 100_000, 10, 10)],
        ),
        (("report",), [(2, 1000, 10, 10), (2, 4000, 10, 10), (2, 16_000, 10, 10)]),
    ],
    "depth": [
        (
            ("eval", "run", "check", "pool"),
            [(2, 50, 1000, 500), (2, 50, 10_000, 500), (2, 50, 100_000, 500)],
        )
    ],
    "lines": [
        (
            ("eval",),
            [(1, 100, 1000, 2), (1, 1000, 1000, 2), (1, 10_000, 1000, 2), (1, 100_000, 1000, 2)],
        )
    ],
}
_STEPS = 3


def growth(
    folder: Path, minutes: float, which: Sequence[str], steps: int = _STEPS
) -> list[list[str]]:
    """A row for each command and what grows, as far as the time allows."""
    until = time.monotonic() + 60 * minutes
    start = launch([*HARNESS, "eval", "--help"], folder / "out.txt")
    rows = []
    growing = [(name, *each) for name in which for each in _GROWTH[name]]
    for what, names, shapes in growing:
        costs: dict[str, list[tuple[int, Measurement]]] = {name: [] for name in names}
        for i, shape in enumerate(shapes[:steps]):
            if time.monotonic() > until:
                break
            data = made(folder / f"{what}-{names[0]}-{i}", shape)
            for name in names:
                tell(f"{name}: {what} {shape}")
                left = max(1.0, until - time.monotonic())
                try:
                    cost = launch(commands(data)[name], folder / "out.txt", most=left)
                except FailedError as error:
                    tell(str(error))
                else:
                    costs[name].append((math.prod(shape[:3]), cost))
        rows += [[name, what, *described(cost, start)] for name, cost in costs.items() if cost]
    return rows


def described(costs: Sequence[tuple[int, Measurement]], start: Measurement) -> Iterator[str]:
    """Lines of the runs; CPU seconds and megabytes, each with the exponents of its steps."""
    lines = [count for count, _ in costs]
    yield " → ".join(f"{count:,}" for count in lines)
    for form, unit, least in (("cpu", 1.0, 0.01), ("memory", 2**20, 1.0)):
        values = [getattr(cost, form) / unit for _, cost in costs]
        digits = 2 if form == "cpu" else 0
        yield " → ".join(f"{value:,.{digits}f}" for value in values)
        begin = getattr(start, form) / unit
        logs = [math.log(max(value - begin, least)) for value in values]
        steps = itertools.pairwise(zip(map(math.log, lines), logs, strict=True))
        yield ", ".join(f"{(more - less) / (b - a):.2f}" for (a, less), (b, more) in steps)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a Markdown table."""
    parser = argparse.ArgumentParser(prog="scripts/bench growth", description=__doc__)
    parser.add_argument("--minutes", type=float, default=6, help="at most, about [6]")
    parser.add_argument("--steps", type=int, default=_STEPS, help=f"sizes of each [{_STEPS}]")
    parser.add_argument("--what", choices=_GROWTH, action="append", help="what grows [all]")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="harness-bench-") as folder:
        which = options.what or list(_GROWTH)
        rows = growth(Path(folder), options.minutes, which, options.steps)
    head = (
        *("command", "what grows", "lines of runs"),
        *("CPU seconds", "exponents", "peak memory, MB", "exponents"),
    )
    sys.stdout.write(f"{machine.line()}\n\n{tables.table(head, rows)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
