"""Locations of inputs: the start of relative paths, and whether an input can be read again.

Nothing is opened here.
"""

from __future__ import annotations

import os
import re
import stat
from contextlib import AbstractContextManager
from contextvars import ContextVar
from pathlib import Path

from harness.core import set_meanwhile

#: The path that stands for standard input.
STDIN = "-"
#: The prefix of names of ir_datasets.
DATASET_PREFIX = "irds:"
#: The beginnings of addresses on the web.
WEB = ("http://", "https://")
#: The separator between an archive and the path of a member in it.
MEMBER = "!/"
#: Suffixes of archives.
ARCHIVE = re.compile(r"(?i)\.(zip|tar|tgz|tbz2?|txz|tar\.\w+)$")
#: Paths of open files, which differ in every process.
_OWN = re.compile(r"/dev/(?:stdin\b|fd/)|/proc/self/")
#: Where relative paths start; None for the working directory of this process.
_START: ContextVar[str | None] = ContextVar("start", default=None)


def is_path(given: object) -> bool:
    """Return whether a value is a path."""
    return isinstance(given, str | os.PathLike)


def address_parts(path: str) -> tuple[str, str] | None:
    """Split the address of an archive's member into archive and path; None for a plain file.

    >>> address_parts("teamC.zip!/runs/a.txt"), address_parts("a.zip!/b.tar!/c.run")
    (('teamC.zip', 'runs/a.txt'), ('a.zip!/b.tar', 'c.run'))
    >>> address_parts("what!/a.run") is None
    True
    """
    archive, mark, inside = path.rpartition(MEMBER)
    if not mark or anchor_path(path).is_file():
        return None
    is_one = ARCHIVE.search(archive) is not None or anchor_path(archive).is_file()
    return (archive, inside) if is_one else None


def find_archive(path: str) -> str:
    """Return the archive of a member's address; else the path itself.

    >>> find_archive("a.zip!/b.tar!/c.run"), find_archive("a.run")
    ('a.zip', 'a.run')
    """
    while (parts := address_parts(path)) is not None:
        path = parts[0]
    return path


def is_read_once(path: str | os.PathLike[str]) -> bool:
    """Return whether a path can be read only once: standard input, a pipe, a socket or a device.

    >>> is_read_once("-"), is_read_once("qrels/demo/qrels.txt"), is_read_once("nothing")
    (True, False, False)
    """
    if os.fspath(path) == STDIN:
        return True
    try:
        mode = anchor_path(path).stat().st_mode
    except (OSError, ValueError):  # ValueError: a NUL in the name
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def is_here_only(path: str | os.PathLike[str]) -> bool:
    """Return whether only this process can read a path: it is read once, or open here.

    >>> is_here_only("/dev/fd/0"), is_here_only("qrels/demo/qrels.txt")
    (True, False)
    """
    return is_open_here(path) or is_read_once(path)


def is_open_here(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is of a file open in this process, such as the shell's ``<(…)``.

    >>> is_open_here("/dev/fd/63"), is_open_here("/dev/zero")
    (True, False)
    """
    return _OWN.match(os.fspath(path)) is not None


def anchor_path(path: str | os.PathLike[str]) -> Path:
    """Return a path as this process finds it: relative ones start where the caller's do.

    >>> with use_folder("/data"):
    ...     print(anchor_path("a.run"), anchor_path("/tmp/a.run"))
    /data/a.run /tmp/a.run
    """
    start = _START.get()
    return Path(path) if start is None else Path(start, path)


def start() -> str | None:
    """Return the start of relative paths for workers; None if the working directory is gone."""
    try:
        return _START.get() or os.getcwd()  # noqa: PTH109
    except OSError:  # the working directory was removed
        return None


def use_folder(folder: str | None) -> AbstractContextManager[None]:
    """Let relative paths start at a folder inside the block, such as the calling process's."""
    return set_meanwhile(_START, folder)
