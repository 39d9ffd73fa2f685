"""Unexpected exceptions: one line that says whether the package or foreign code is at fault."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from harness._version import __version__
from harness.core.errors import HarnessError
from harness.core.limits import explain_memory_error

_PACKAGE = Path(__file__).resolve().parent.parent
_DEBUG = "--debug shows the traceback"
_REPORT = (
    "this is a fault of the program, not of its input: please report it with the command and the "
    "output of --debug"
)


#: Foreign modules that declare measures.
_FOREIGN: set[str] = set()


def add_measure_module(name: str) -> None:
    """Record a foreign module that declares a measure: its faults are its own."""
    if not name.startswith("harness."):
        _FOREIGN.add(name)


class WorkerError(Exception):
    """Error raised in a worker process, in place of one that cannot be pickled."""


def fault_line(error: BaseException) -> str:
    """Return one line: what happened and where, whose fault it is, and what to do.

    >>> try:
    ...     {}["bm25"]
    ... except KeyError as error:
    ...     print(fault_line(error).partition(" (")[0])
    KeyError: 'bm25'
    """
    own = getattr(error, "fault", None)
    if isinstance(own, str):  # set by the worker process that failed
        return own
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    frames = list(_frames(error))
    # Foreign modules with measures, by file.
    modules = {str(getattr(sys.modules.get(name), "__file__", name)): name for name in _FOREIGN}
    for file, line in reversed(frames):
        if (module := modules.get(file)) is not None:
            name = "" if module.startswith("harness_measures_") else f" {module}"
            text = f"{file}:{line}: the module with measures{name} failed: {what}"
            return f"{text} ({_DEBUG})"
    ours = [(file, line) for file, line in frames if Path(file).is_relative_to(_PACKAGE)]
    position = ""
    if ours:
        file, line = ours[-1]
        position = f"{Path(file).relative_to(_PACKAGE.parent)}:{line}, "
    return f"{what} ({position}harness {__version__}); {_REPORT}"


def _frames(error: BaseException) -> Iterator[tuple[str, int]]:
    """Yield file and line of each call, the outermost first."""
    from traceback import walk_tb

    for frame, line in walk_tb(error.__traceback__):
        yield frame.f_code.co_filename, line


def make_portable(error: BaseException) -> BaseException:
    """Return the exception in a form that a worker process can send, with its traceback as a note.

    One that cannot be pickled becomes a `WorkerError`; lack of memory is explained.
    """
    if isinstance(error, MemoryError):
        return HarnessError(explain_memory_error(error))
    from traceback import format_exception

    details = "".join(format_exception(error))
    line = fault_line(error)
    sent = error if _survives(error) else WorkerError(line)
    sent.add_note(details)
    if not isinstance(sent, HarnessError):
        sent.fault = line  # type: ignore[attr-defined]
    return sent


def _survives(error: BaseException) -> bool:
    if not isinstance(error, Exception):  # SystemExit or a panic would end the parent, too
        return False
    import pickle

    try:
        return type(pickle.loads(pickle.dumps(error))) is type(error)
    except Exception:  # its class may raise anything
        return False
