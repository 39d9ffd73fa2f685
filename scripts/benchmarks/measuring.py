"""Starting a process, its time and memory; rounds in which every tool has one turn."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from signal import SIGKILL

_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024
#: Numpy's libraries start no threads of their own in any tool: they would count as CPU seconds.
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
#: What starts a command and measures it: see there why nothing else does.
_LAUNCHER = (sys.executable, "-I", "-S", str(Path(__file__).with_name("workers") / "launcher.py"))


@dataclass(frozen=True, slots=True)
class Measurement:
    """One process from its start to its end: seconds, CPU seconds, peak memory in bytes.

    All three are those of the process and its children together.
    """

    seconds: float
    cpu: float
    memory: int
    said: str = ""


class FailedError(Exception):
    """A process that did not end well; the message is the last line it wrote."""


def launch(
    command: Sequence[str],
    output: Path,
    environment: Mapping[str, str] | None = None,
    *,
    most: float | None = None,
    statuses: Sequence[int] = (0,),
) -> Measurement:
    """Run a command once, standard output into a file, and measure it.

    It is ended, with all that it started, after ``most`` seconds. Raises `FailedError` when it
    cannot be started or its exit status is none of those that are expected.
    """
    errors, usage = output.with_suffix(".stderr"), output.with_suffix(".usage")
    usage.unlink(missing_ok=True)
    with output.open("wb") as out, errors.open("wb") as err:
        process = subprocess.Popen(
            [*_LAUNCHER, str(usage), *map(str, command)],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            env={**_shared(), **(environment or {})},
            start_new_session=most is not None,
        )
        timer = threading.Timer(most or 0, os.killpg, (process.pid, SIGKILL))
        timer.daemon = True
        if most is not None:
            timer.start()
        watch = _Watch(process.pid)
        process.wait()
        together = watch.stop()
        timer.cancel()
    said = errors.read_text(errors="replace").strip()
    took = usage.read_text().split() if usage.exists() else []
    status = int(took[0]) if took else process.returncode
    if status not in statuses or not took:
        last = said.splitlines()[-1:] or ["no message"]
        raise FailedError(f"exit status {status}: {last[0]}")
    seconds, cpu, peak = map(float, took[1:])
    return Measurement(seconds, cpu, max(int(peak) * _MAXRSS_UNIT, together), said)


def _shared() -> dict[str, str]:
    """The environment of every tool.

    Python keeps compiled modules as those of installed packages are: without them every process
    compiles all that it loads, which takes longer than to load it.
    """
    return {**os.environ, **_ONE_THREAD, "PYTHONDONTWRITEBYTECODE": ""}


class _Watch:
    """Looks 30 times a second how much memory what a launcher started holds, with its children.

    The system's own peak is that of the largest process only. Pages that they share count in each
    of them, so the sum is an upper bound. 0 where there is no /proc.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._peak = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def stop(self) -> int:
        """End the watch; the largest sum seen, in bytes."""
        self._ended.set()
        self._thread.join()
        return self._peak

    def _look(self) -> None:
        while not self._ended.wait(0.03):
            started = _children(str(self._pid))
            pids = [*started, *(child for pid in started for child in _children(pid))]
            self._peak = max(self._peak, sum(map(_resident, pids)))


def _children(pid: str) -> list[str]:
    try:
        return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []


def _resident(pid: str) -> int:
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    except (OSError, IndexError):
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


#: One round: the measurements by the name of the tool, in the order in which they were made.
Round = dict[str, Measurement]


def interleaved(
    turns: Mapping[str, Callable[[], Measurement]],
    rounds: int,
    failures: dict[str, str],
    tell: Callable[[str], None] = lambda _: None,
) -> list[Round]:
    """Every tool once a round; each round starts with the next tool.

    A tool that fails is noted in ``failures``, has no further turn, and is taken out of the rounds.
    """
    done: list[Round] = []
    for number in range(rounds):
        current: Round = {}
        for name in rotated(list(turns), number):
            if name in failures:
                continue
            try:
                current[name] = turns[name]()
            except (FailedError, OSError) as error:
                failures[name] = str(error)
                continue
            tell(f"round {number + 1} of {rounds}: {name} {current[name].seconds:.2f} s")
        done.append(current)
    return [{name: m for name, m in each.items() if name not in failures} for each in done]


def rotated(names: Sequence[str], by: int) -> list[str]:
    """The names in their order, starting with another one: rotated("abc", 1) is b, c, a."""
    start = by % len(names) if names else 0
    return [*names[start:], *names[:start]]


@dataclass(frozen=True, slots=True)
class Spread:
    """The smallest, the middle and the largest of some values."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        return cls(min(values), statistics.median(values), max(values))


def ratios(rounds: Sequence[Round], tool: str, base: str) -> Spread:
    """The time of a tool over that of another in the same round."""
    return Spread.of([each[tool].seconds / each[base].seconds for each in rounds])
