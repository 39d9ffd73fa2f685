"""The files that a task names: which there are, and what to say when there are none."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from harness.errors import nearest
from harness.formats.files import is_broken_link
from harness.formats.tablefiles import stem_and_suffix

Said = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class RunFile:
    """A run to be evaluated: ``path`` as the task gives it, relative to the task file.

    Without a ``name`` the run is called by its tag. ``attributes`` is its row in the table of
    participants.
    """

    path: str
    name: str | None = None
    group: str = ""
    format: str | None = None
    priority: int | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)

    @property
    def listed_as(self) -> str:
        """What it is called before it is read: its name, or its file's without suffixes."""
        return self.name or stem_and_suffix(self.path)[0]


def paths_of(pattern: str, folder: Path) -> tuple[str, ...]:
    """The files that a path or pattern names, in bytewise order, relative to ``folder`` if it is.

    A file whose name looks like a pattern (``run[1].txt``) is taken for the file.
    """
    if _is_file(folder / pattern):
        return (pattern,)
    if not glob.has_magic(pattern):
        return ()
    # pathlib's glob refuses absolute patterns.
    names = glob.glob(pattern, root_dir=folder, recursive=True)  # noqa: PTH207
    found = (Path(name).as_posix() for name in names)
    # A broken link is not left out in silence: `missing_file` says what is wrong with it.
    files = (path for path in found if _is_file(folder / path) or is_broken_link(folder / path))
    return tuple(sorted(files, key=os.fsencode))


def missing_file(path: str, folder: Path) -> Said | None:
    """What is wrong with a path or pattern that names no file, and a hint; None if it names one.

    >>> missing_file("qrles.txt", Path("/nowhere"))
    ('there is no file qrles.txt', 'there is no directory /nowhere')
    """
    try:
        return _said_of(path, folder)
    except OSError as error:  # a name that is too long
        return f"{path:.40}… cannot be a file: {error.strerror}", None


def missing_directory(path: str, folder: Path) -> Said | None:
    """What is wrong with a path that names no directory, and a hint; None if it names one."""
    place = folder / path
    if place.is_dir():
        return None
    if place.exists():
        return f"{path} is a file, not a directory", None
    return f"there is no directory {path}", f"it is looked for in {place.parent}"


def _said_of(path: str, folder: Path) -> Said | None:
    place = folder / path
    if place.is_file():
        return None
    if is_broken_link(place):
        return f"{path} is a broken symbolic link", f"there is no {place.readlink()}"
    if place.is_dir():
        every = Path(path, "*").as_posix()
        return f"{path} is a directory, not a file", f"all files in it are {every}"
    if glob.has_magic(path):
        return f"no file matches {path}", _nearest_pattern(path, folder)
    return f"there is no file {path}", _nearest_file(place)


def _is_file(place: Path) -> bool:
    try:
        return place.is_file()
    except OSError:  # a name that is too long
        return False


def _nearest_file(place: Path) -> str:
    try:
        names = [entry.name for entry in place.parent.iterdir() if entry.name != place.name]
    except OSError:
        return f"there is no directory {place.parent}"
    return nearest(place.name, names) or f"it is looked for in {place.parent}"


def _nearest_pattern(pattern: str, folder: Path) -> str:
    """What there is in the directory that the pattern starts from."""
    fixed = Path(re.split(r"[*?\[]", pattern, maxsplit=1)[0] + "x").parent
    if not (folder / fixed).is_dir():
        return f"there is no directory {folder / fixed}"
    found = sum(1 for entry in (folder / fixed).iterdir() if entry.is_file())
    return f"{folder / fixed} has {found} files"
