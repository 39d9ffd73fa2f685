"""Open a local file, with errors that name it."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from harness.core.errors import InputError, Problem, UnavailableError, suggest
from harness.core.trust import refuse_links

_BUFFER = 1 << 16


class _NamedFile(io.FileIO):
    """A file whose errors name it."""

    def __init__(self, file: Path, name: str) -> None:
        self._name = name
        super().__init__(file)

    def readinto(self, buffer: Any) -> int | None:
        """Do as usual, with errors that name the file."""
        with explain_errors(self._name):
            return super().readinto(buffer)

    def readall(self) -> bytes:
        """Do as usual, with errors that name the file."""
        with explain_errors(self._name):
            return super().readall()


@contextmanager
def explain_errors(name: str) -> Iterator[None]:
    """Turn system errors while reading into `UnavailableError`."""
    try:
        yield
    except OSError as error:
        message = f"cannot be read: {error.strerror or error}"
        if error.errno == errno.ELOOP:
            message = "this is a symbolic link that leads to itself"
        raise UnavailableError(Problem(message, name)) from None


def open_file(file: Path, name: str) -> io.BufferedReader:
    """Open a local file; its errors name it.

    Raises `UnavailableError` if it cannot be opened, `InputError` for a directory and, without
    trust, for a link out of its own directory.
    """
    refuse_links(file, name)
    try:
        with explain_errors(name):
            try:
                return io.BufferedReader(_NamedFile(file, name), _BUFFER)
            except FileNotFoundError:
                raise UnavailableError(_not_there(file, name)) from None
            except IsADirectoryError:
                raise InputError(Problem("this is a directory, not a file", name)) from None
    except ValueError as error:  # a path with a NUL in it
        raise InputError(Problem(f"not a file name: {error}", repr(name))) from None


def is_broken_link(path: str | os.PathLike[str]) -> bool:
    """Return whether a path is a symbolic link to nothing."""
    return Path(path).is_symlink() and not Path(path).exists()


def _not_there(path: Path, name: str) -> Problem:
    if is_broken_link(path):
        return Problem(f"this is a broken symbolic link: there is no {path.readlink()}", where=name)
    return Problem("no such file", where=name, hint=nearest_file(path))


def nearest_file(path: Path, otherwise: str = "") -> str | None:
    """Return the hint on a missing file: the nearest name in its directory.

    Or that there is no such directory, or ``otherwise``.
    """
    if not path.parent.is_dir():
        return f"there is no directory {path.parent}"
    try:
        names = [entry.name for entry in path.parent.iterdir() if entry.name != path.name]
    except OSError:  # a directory that can be entered but not listed
        names = []
    return suggest(path.name, names, otherwise)
