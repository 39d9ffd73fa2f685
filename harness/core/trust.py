"""Trust: what a task file may touch on the machine that runs it: paths, URLs, code.

A task may come from others, and so do the tables and directories that it names. By default it is
trusted like a script. An option or the environment withdraws the trust, and the task then reaches
nothing outside its own folder. A task cannot grant itself trust; inputs named on the command line
belong to the caller and are not restricted here.

A key that names a path, dataset or module is marked in its type, by one of `READS`, `DATASET`,
`WRITES` and `CODE`. ``docs/security.md`` has the table of these keys, and
``harness.config.sources`` checks each.
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import NamedTuple

from harness.core import set_meanwhile
from harness.core.errors import InputError, Problem
from harness.core.locations import is_open_here

#: The environment variable that withdraws trust, if no option does.
UNTRUSTED_VARIABLE = "HARNESS_UNTRUSTED"
NO_MODULES_VARIABLE = "HARNESS_NO_MODULES"
NO_URLS_VARIABLE = "HARNESS_NO_URLS"
_NO = ("", "0", "false", "no", "off")

#: The hint on anything forbidden to an untrusted task.
UNTRUSTED_HINT = f"--untrusted or {UNTRUSTED_VARIABLE} forbids it"


class Trust(NamedTuple):
    """Permissions of a task.

    ``urls`` may be read and datasets downloaded; ``modules`` are executed; paths may lead
    ``anywhere``, or else only inside the task's folder. The search for a pattern or in a directory
    ends at so many ``entries`` and ``levels``.
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
        return self._replace(urls=urls, modules=modules)

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
    """Set the trust for reading inside the block."""
    return set_meanwhile(_SET, chosen)


class Reach(NamedTuple):
    """Kind of thing that a key can name, as a mark of its type.

    ``what`` describes it; ``trusted`` and ``untrusted`` say what each kind of task may do with it.
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
    """Return whether a path leaves a folder once links and ``..`` are resolved.

    >>> leads_out("../a", Path("/tasks")), leads_out("b/../c", Path("/tasks"))
    (True, False)
    """
    try:
        return not Path(folder, path).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a link that leads to itself; a NUL in a name
        return True


def refuse_links(path: Path, name: str) -> None:
    """Raise `InputError` for an untrusted file that is a link out of its own directory.

    The caller may have chosen the directory, but not the target of a link in it.
    """
    if trust().anywhere or is_open_here(name):
        return
    if path.is_symlink() and leads_out(path.name, path.parent):
        message = "this is a symbolic link that leads out of its directory"
        raise InputError(Problem(message, name, hint=UNTRUSTED_HINT))
