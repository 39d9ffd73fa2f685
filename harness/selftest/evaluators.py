"""Calling an evaluator on a case: its lines, or how it ended without any."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from harness.core.dialects import VERSIONS, Dialect
from harness.core.errors import EvaluationError, Problem
from harness.selftest.cases import Case, CaseOptions

QRELS, RUN = "qrels", "run"


@dataclass(frozen=True, slots=True)
class Output:
    """What an evaluator made of a case: what it printed, or why it did not.

    ``ended`` is how: ``printed``, ``refused`` (with a status), ``crashed`` (by a signal) or
    ``timed out``; ``message`` what it said of it.
    """

    text: str = ""
    ended: str = "printed"
    message: str = ""


Evaluate = Callable[[Case], Output]


@dataclass(frozen=True, slots=True)
class Program:
    """Somebody's trec_eval: an executable file that is called with options, judgments and a run."""

    path: Path
    seconds: float = 20.0

    def __call__(self, case: Case) -> Output:
        """Evaluate a case; the files are in a directory of their own meanwhile."""
        with TemporaryDirectory(prefix="harness-selftest-") as folder:
            write_inputs(case, Path(folder))
            return self.call(*case.options.arguments(), QRELS, RUN, folder=folder)

    def call(self, *arguments: str, folder: str | None = None) -> Output:
        """What it prints when called with these arguments."""
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
        if done.returncode < 0:
            return Output(text, "crashed", f"{_signal(-done.returncode)} {message}".strip())
        if done.returncode or (message and not text):  # a script may hide the status
            message = message or f"status {done.returncode}"
            return Output(text, "refused", message)
        return Output(text, message=message)


def write_inputs(case: Case, folder: Path) -> None:
    """The files of a case in a directory."""
    (folder / QRELS).write_bytes(case.qrels)
    (folder / RUN).write_bytes(case.run)


def _decoded(content: bytes) -> str:
    return content.decode("utf-8", "backslashreplace")


def _signal(number: int) -> str:
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"


#: Two scores that are one in single precision: there the document named last comes first.
_TIE = Case(b"1 0 a 1\n", b"1 Q0 a 1 1.00000001 t\n1 Q0 b 2 1 t\n", CaseOptions(("map",)))
_BY_AVERAGE = {"1.0000": "trec_eval-10", "0.5000": "trec_eval-9"}


def dialect_of(program: Evaluate, where: str) -> Dialect:
    """The dialect that a program follows, by what it makes of scores tied in single precision.

    Raises `EvaluationError` when it makes neither of it.
    """
    outcome = program(_TIE)
    fields = outcome.text.split()
    name = _BY_AVERAGE.get(fields[-1]) if fields[:2] == ["map", "all"] else None
    if name is None:
        printed = outcome.text.strip() or outcome.message or "nothing"
        raise EvaluationError(
            Problem(
                f"does not evaluate as trec_eval does: for one relevant document it {outcome.ended}"
                f" {printed!r}",
                where,
                hint="--version tells the version where this cannot be found out",
            )
        )
    return VERSIONS[name]
