"""What commands cost on inputs of a hostile shape, of one size and of four times that size.

A shape is a folder of files in which one thing grows: an identifier, a line, the topics, what is
wrong. Time is that of the processor, in this process and its children, less what the same command
takes for the shape at size 1. Sizes grow by four until there is something to measure. What grows
with the size by more than its logarithm is a guess or a message without a budget.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import resource
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.fuzzers.shapes import SHAPES, Inputs, Shape

#: What four times the input may take, in times of the time.
MOST = 6.0
#: So many seconds more than for nothing are too few to be measured.
LEAST = 0.1
#: The largest size, in times of the first one; one that is refused at once takes nothing at any.
_LARGEST = 16


_JUDGED = ("pool t.yaml -o pool", "judge add t.yaml pool --anyway")
_RELEASE = (*_JUDGED, "judge import t.yaml qrels --assessor ann")

#: Commands, and what is to be done before each.
COMMANDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "init": ("init . -o new.yaml", ()),
    "run": ("run t.yaml -o out", ()),
    "check": ("check a.run", ()),
    "check TASK": ("check c.yaml", ()),
    "pool": ("pool t.yaml -o pool", ()),
    "judge add": ("judge add t.yaml pool --anyway", _JUDGED[:1]),
    "judge import": ("judge import t.yaml qrels --assessor ann", _JUDGED),
    "judge import, sheet": ("judge import t.yaml filled.csv", _JUDGED),
    "judge status": ("judge status t.yaml", _RELEASE),
    "judge release": ("judge release t.yaml -o new.qrels", _RELEASE),
    "compare": ("compare t.yaml", ()),
    "gate": ("gate t.yaml b.run --baseline a --budget AP=2%", ()),
    "diff": ("diff out out2", ("run t.yaml -o out", "run t.yaml -o out2")),
    "diagnose": ("diagnose t.yaml", ()),
    "report": ("report t.yaml -o page.html", ()),
    "report sheets": ("report sheets t.yaml -o sheets", ()),
    "report leaderboard": ("report leaderboard t.yaml", ()),
    "labels": ("labels l.yaml", ()),
    "eval": ("eval -q -m all_trec qrels a.run", ()),
    "eval, threads": ("eval -q -m all_trec --backend threads qrels a.run", ()),
    "info, topics": ("info topics.tsv", ()),
    "info, topics in CSV": ("info topics.csv --kind topics", ()),
    "convert, topics": ("convert topics.tsv --to jsonl -o new.jsonl", ()),
    "info, judgments": ("info qrels", ()),
    "convert, judgments": ("convert qrels --to csv -o new.csv", ()),
    "info": ("info a.run", ()),
    "compare ties": ("compare ties --qrels qrels a.run -m AP", ()),
    "convert": ("convert a.run --to msmarco -o new.run", ()),
}
#: Commands that read nothing whose size others decide, and why.
WITHOUT = {
    "selftest": "it makes its inputs itself, or hands files to eval and another evaluator",
    "measures": "it reads names of measures from the command line",
    "completion": "it prints a script",
    "schema": "it prints a file of the package",
    "demo": "it reads the files that it wrote itself",
    "explain": "it reads names from the command line",
    "receive": "it checks files as `check` does, and copies them",
}


def call(words: str) -> int:
    """The status of ``harness WORDS``, which prints to nowhere."""
    from harness.cli.main import main

    with (
        Path(os.devnull).open("w", encoding="utf-8") as nowhere,
        contextlib.redirect_stdout(nowhere),
        contextlib.redirect_stderr(nowhere),
    ):
        try:
            main(words.split())
        except SystemExit as stop:
            return int(stop.code or 0)
    return 0


def spent() -> float:
    """The seconds of processor that this process and its children took so far."""
    uses = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


@contextlib.contextmanager
def _folder(inputs: Inputs) -> Iterator[None]:
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        inputs.write(Path(name))
        os.chdir(name)
        try:
            yield
        finally:
            os.chdir(before)


def seconds(command: str, shape: Shape, size: int, tries: int = 1) -> float:
    """The least that a command took of some tries at a size."""
    words, first = COMMANDS[command]
    best = float("inf")
    for _ in range(tries):
        with _folder(shape.make(size)):
            for step in first:
                call(step)
            gc.collect()
            start = spent()
            status = call(words)
            best = min(best, spent() - start)
        assert status in (0, 1, 2), f"{command}: {shape.name}: status {status}"
    return best


@dataclass(frozen=True)
class Ratio:
    """How many times what a size takes four times that size does; None where that is next to nothing.

    ``most`` are the seconds of the larger size, which is ``size``.
    """

    times: float | None
    size: int
    most: float

    @property
    def passes(self) -> bool:
        """It is less than `MOST`, or nothing grows that could be measured."""
        return self.times is None or self.times < MOST


def ratio(command: str, shape: Shape) -> Ratio:
    """The ratio at the first size that can be measured.

    What looks too much is measured again, three times: others use the machine, too. What still does
    is measured at the next size: a step, such as the start of processes, is taken only once.
    """
    found = _ratio(command, shape, shape.size, 1)
    if not found.passes:
        found = _ratio(command, shape, found.size // 4, 3)
    return found if found.passes else _ratio(command, shape, found.size, 1)


def _ratio(command: str, shape: Shape, size: int, tries: int) -> Ratio:
    nothing = seconds(command, shape, 1, tries)
    small = seconds(command, shape, size, tries) - nothing
    while True:
        large = seconds(command, shape, 4 * size, tries) - nothing
        if large >= LEAST:
            return Ratio(large / max(small, LEAST / 20), 4 * size, large)
        if 16 * size > _LARGEST * shape.size:
            return Ratio(None, 4 * size, large)
        size, small = 4 * size, large


def main(arguments: Sequence[str]) -> int:
    """Print a row for each command, and each cell while it is measured; 1 where one does not pass."""
    parser = argparse.ArgumentParser(prog="scripts/fuzz complexity", description=__doc__)
    parser.add_argument("--command", choices=COMMANDS, action="append", help="Repeatable. [all]")
    parser.add_argument("--shape", choices=[shape.name for shape in SHAPES], action="append")
    options = parser.parse_args(arguments)
    shapes = [shape for shape in SHAPES if not options.shape or shape.name in options.shape]
    rows, failed = [], 0
    for command in options.command or COMMANDS:
        seconds(command, SHAPES[0], 1)  # what is loaded once is not measured
        cells = {}
        for shape in shapes:
            found = cells[shape.name] = ratio(command, shape)
            failed += not found.passes
            said = "too little" if found.times is None else f"{found.times:.1f}"
            told = f"{command}: {shape.name}: {said} (n = {found.size:,}: {found.most:.2f} s)"
            print(told, "" if found.passes else "!", file=sys.stderr, flush=True)
        rows.append(_row(command, cells))
    print("| command | measured | too little | worst shape | ratio | at 4n | CPU seconds |")
    print("|---|--:|--:|---|--:|--:|--:|", *rows, sep="\n")
    return bool(failed)


def _row(command: str, cells: dict[str, Ratio]) -> str:
    """How many shapes were measured, and the one with the largest ratio."""
    measured = {name: found.times for name, found in cells.items() if found.times is not None}
    begin = f"| `{command}` | {len(measured)} | {len(cells) - len(measured)} |"
    if not measured:
        return f"{begin} | | | |"
    worst = max(measured, key=lambda name: measured[name])
    found = cells[worst]
    return f"{begin} {worst} | {measured[worst]:.1f} | {found.size:,} | {found.most:.2f} |"
