"""What rounds of the judging fuzzer need: the faulty server as a process, and acts of an assessor."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from scripts.benchmarks.judging import TASK

ROOT = Path(__file__).parents[2]


class Server:
    """The faulty server as a process, always on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.start()

    def start(self) -> None:
        """Start it, again after it was killed."""
        words = ["-m", "tests.fuzzers.faulty_server", str(self.folder / TASK), str(self.port)]
        self.process = subprocess.Popen(
            [sys.executable, *words], cwd=ROOT, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.host, self.port = "127.0.0.1", int(self.process.stdout.readline())

    def arm(self, fault: str, number: int = 0) -> None:
        """Say what fails next."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(f"{fault} {number}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            self.process.wait()

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(BrokenPipeError):
                pipe.close()

    def revive(self) -> None:
        """Start it if it is dead, and let nothing fail any more."""
        try:
            self.process.wait(timeout=0.3 if self.process.poll() is None else None)
        except subprocess.TimeoutExpired:
            self.arm("none")
        else:
            self.end()
            self.start()


class Act(tuple[int, str, str]):
    """What the assessor did: assignment, kind of entry, grade or text."""


def words(act: Act) -> str:
    """How the page names an act that is not recorded."""
    assignment, kind, said = act
    what = f"assignment {assignment}, {kind}"
    if kind == "judged":
        return f"{what}, relevance {said}"
    return f"{what}, {said[:80]}" if said else what


def is_in_order(some: Sequence[Act], acts: Iterable[Act]) -> bool:
    """Whether some of the acts come in their order; two of them may be the same."""
    following = iter(acts)
    return all(act in following for act in some)
