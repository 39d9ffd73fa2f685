"""Somebody's trec_eval, called on a case: what it prints, or how it ended."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.core.errors import EvaluationError, Problem
from harness.selftest.outputs import Output


@dataclass(frozen=True, slots=True)
class Program:
    """An executable file that is called with options, judgments and a run."""

    path: Path
    seconds: float = 20.0

    def call(self, arguments: Sequence[str], files: Mapping[str, bytes] | None = None) -> Output:
        """Return what it prints when called with these arguments beside these files."""
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
        text, message = _decoded(done.stdout), _decoded(done.stderr).strip()
        if (crash := _signal_of(done.returncode)) is not None:
            return Output(text, "crashed", f"{crash} {message}".strip())
        if done.returncode or (message and not text):  # a script may hide the status
            message = message or f"status {done.returncode}"
            return Output(text, "refused", message)
        return Output(text, message=message)


def write_inputs(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files of a case into a directory."""
    for name, content in files.items():
        (folder / name).write_bytes(content)


def _decoded(content: bytes) -> str:
    return content.decode("utf-8", "backslashreplace")


#: What a shell adds to the number of the signal that ended its program.
_OF_SHELL = 128
#: Signals that a program is ended by through its own fault.
_FAULTS = (signal.SIGILL, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGSEGV)


def _signal_of(status: int) -> str | None:
    """Name the signal that ended a program; of one called by a shell only those of faults."""
    number = -status if status < 0 else status - _OF_SHELL
    if status >= 0 and number not in _FAULTS:
        return None
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"
