"""An evaluator as a record, and calls of its program: the output, or how it ended."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from harness.core.dialects import Dialect
from harness.core.errors import EvaluationError, Problem
from harness.selftest.cases import Case

#: The value of each measure and topic, as text.
Lines = Mapping[tuple[str, str], str]


@dataclass(frozen=True, slots=True)
class Fault:
    """A known fault of another program: the signal, the input that provokes it, and the reason.

    ``pattern`` is searched in the signal and the message; ``needs`` tells whether a case can
    provoke the fault.
    """

    code: str
    pattern: str
    says: str
    needs: Callable[[Case], bool] = lambda _: True


@dataclass(frozen=True, slots=True)
class Tool:
    """An evaluator, as far as a self-test uses it.

    ``dialects`` are the ones it may follow, the first by default (`choose_dialect` finds out);
    ``usage`` matches its output without arguments. ``theirs`` and ``ours`` are the arguments of the
    program and of ``harness eval`` for a case; ``lines`` and ``our_lines`` parse both outputs,
    which must be equal if ``same_text``. ``tolerance`` is the relative difference allowed for tools
    that add in random order. ``plain`` draws cases for a user's measures and files; None if a case
    is more than these.
    """

    name: str
    dialects: tuple[Dialect, ...]
    usage: str
    draw: Callable[[Random, Dialect], Case]
    theirs: Callable[[Case], Sequence[str]]
    ours: Callable[[Case, Dialect], Sequence[str]]
    lines: Callable[[str, Case], Lines]
    our_lines: Callable[[str, Case], Lines]
    same_text: bool = True
    tolerance: float = 0.0
    faults: tuple[Fault, ...] = ()
    plain: Callable[[Random, Dialect], Case] | None = None

    def fault(self, case: Case, message: str) -> Fault | None:
        """Return the known fault that explains a crash, or None."""
        return next(
            (
                fault
                for fault in self.faults
                if re.search(fault.pattern, message) and fault.needs(case)
            ),
            None,
        )


# --- trec_eval ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Output:
    """The output of an evaluator for a case, or the reason why there is none.

    ``ended`` is ``printed``, ``refused`` (by status), ``crashed`` (by signal) or ``timed out``;
    ``message`` is the error output.
    """

    text: str = ""
    ended: str = "printed"
    message: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """Another evaluator: an executable that takes options, judgments and a run."""

    path: Path
    seconds: float = 20.0

    def call(self, arguments: Sequence[str], files: Mapping[str, bytes] | None = None) -> Output:
        """Return its output for these arguments, in a directory with these files."""
        with TemporaryDirectory(prefix="harness-selftest-") as folder:
            write_inputs(files or {}, Path(folder))
            try:
                done = subprocess.run(
                    [str(self.path), *arguments],
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    timeout=self.seconds,
                    check=False,
                )
            except subprocess.TimeoutExpired:
                return Output(ended="timed out", message=f"after {self.seconds:g} s")
            except OSError as error:
                raise EvaluationError(
                    Problem(f"cannot be run: {error.strerror or error}", str(self.path))
                ) from None
        text, message = _decode(done.stdout), _decode(done.stderr).strip()
        if (crash := _name_signal(done.returncode)) is not None:
            return Output(text, "crashed", f"{crash} {message}".strip())
        if done.returncode or (message and not text):  # a script may hide the status
            message = message or f"status {done.returncode}"
            return Output(text, "refused", message)
        return Output(text, message=message)


def write_inputs(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files of a case into a directory."""
    for name, content in files.items():
        (folder / name).write_bytes(content)


def _decode(content: bytes) -> str:
    return content.decode("utf-8", "backslashreplace")


#: Added by a shell to the number of the signal that ended its program.
_OF_SHELL = 128
#: Signals by which a program ends through its own fault.
_FAULTS = (signal.SIGILL, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGSEGV)


def _name_signal(status: int) -> str | None:
    """Return the signal that ended a program; within a shell, only signals of its own faults."""
    number = -status if status < 0 else status - _OF_SHELL
    if status >= 0 and number not in _FAULTS:
        return None
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"
