"""What a task file may touch on the machine of whoever runs it: paths, URLs, code.

A task comes from others, and so do the tables and directories that it names. By default it is
trusted as a script would be. Who does not trust it says so, by an option or the environment, and
it then reaches nothing beyond its own folder. A task itself cannot say by what right it is read;
what the command line names belongs to the caller and is not asked about here.

A key that names something has a mark in its type, one of `READS`, `DATASET`, `WRITES` and `CODE`.
``docs/security.md`` has the table of these keys, and ``harness.config.sources`` asks for each.
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from harness.core import set_meanwhile
from harness.core.errors import InputError, Problem
from harness.core.locations import is_open_here

#: What the environment says where no option does.
UNTRUSTED_VARIABLE = "HARNESS_UNTRUSTED"
NO_MODULES_VARIABLE = "HARNESS_NO_MODULES"
NO_URLS_VARIABLE = "HARNESS_NO_URLS"
_NO = ("", "0", "false", "no", "off")

#: What is said of whatever an untrusted task may not have done.
UNTRUSTED_HINT = f"--untrusted or {UNTRUSTED_VARIABLE} forbids it"


@dataclass(frozen=True, slots=True)
class Trust:
    """Permissions of a task.

    ``urls`` may be read and datasets downloaded; ``modules`` are executed; paths may lead
    ``anywhere``, or else nowhere out of the task's folder. A pattern or a directory looks at so
    many ``entries``, so many ``levels`` deep.
    """

    urls: bool = True
    modules: bool = True
    anywhere: bool = True
    entries: int = 1_000_000
    levels: int = 64

    def narrowed(
        self, *, untrusted: bool = False, no_modules: bool = False, no_urls: bool = False
    ) -> Trust:
        """Return the trust with further prohibitions; none is lifted.

        >>> Trust().narrowed(no_urls=True).urls, UNTRUSTED.narrowed() == UNTRUSTED
        (False, True)
        """
        if untrusted:
            return UNTRUSTED
        urls, modules = self.urls and not no_urls, self.modules and not no_modules
        return replace(self, urls=urls, modules=modules)

    def why(self, switch: str, variable: str) -> str:
        """Return the hint that names the option and variable behind a refusal."""
        return f"{switch} or {variable} forbids it" if self.anywhere else UNTRUSTED_HINT


#: The trust in a task of a stranger.
UNTRUSTED = Trust(urls=False, modules=False, anywhere=False, entries=10_000, levels=16)

_SET: ContextVar[Trust | None] = ContextVar("trust", default=None)


def trust() -> Trust:
    """Return the trust that holds here: as set by `set_trust`, else as the environment says."""
    return _SET.get() or _read_environment(
        _is_set(UNTRUSTED_VARIABLE), _is_set(NO_MODULES_VARIABLE), _is_set(NO_URLS_VARIABLE)
    )


@cache
def _read_environment(untrusted: bool, no_modules: bool, no_urls: bool) -> Trust:
    return Trust().narrowed(untrusted=untrusted, no_modules=no_modules, no_urls=no_urls)


def _is_set(variable: str) -> bool:
    return os.environ.get(variable, "").strip().lower() not in _NO


def set_trust(chosen: Trust) -> AbstractContextManager[None]:
    """Return the trust in whatever is read meanwhile."""
    return set_meanwhile(_SET, chosen)


@dataclass(frozen=True, slots=True)
class Reach:
    """Kind of thing that a key can name: the mark of its type.

    ``what`` it is, what becomes of it in a ``trusted`` task and in an ``untrusted`` one.
    """

    what: str
    trusted: str
    untrusted: str


_INSIDE = "in the task's folder only"
READS = Reach("file to read", "read from anywhere", _INSIDE)
READS_BELOW = Reach("file or directory to read", "read from anywhere", _INSIDE)
WRITES = Reach(
    "file or directory to write",
    "written anywhere, over nothing but what harness wrote there",
    _INSIDE,
)
DATASET = Reach("dataset of ir_datasets", "downloaded, and read", "refused")
CODE = Reach("Python module", "executed", "refused")


def leads_out(path: str | os.PathLike[str], folder: Path) -> bool:
    """Whether a path is beyond a folder once links and ``..`` are followed.

    >>> leads_out("../a", Path("/tasks")), leads_out("b/../c", Path("/tasks"))
    (True, False)
    """
    try:
        return not Path(folder, path).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a link that leads to itself; a NUL in a name
        return True


def refuse_links(path: Path, name: str) -> None:
    """Refuse an untrusted file, called by its name, that is a link out of its own directory.

    The caller may have chosen the directory, but who put a link into it chose where that leads.
    Raises `InputError`.
    """
    if trust().anywhere or is_open_here(name):
        return
    if path.is_symlink() and leads_out(path.name, path.parent):
        message = "this is a symbolic link that leads out of its directory"
        raise InputError(Problem(message, name, hint=UNTRUSTED_HINT))
