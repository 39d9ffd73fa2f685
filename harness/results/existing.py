"""Check the files in a directory: their owner, and whether people have changed them.

A directory written by the package has a ``manifest.json`` with its kind and the SHA-256 of every
other file, and a ``log.json`` with the SHA-256 of the manifest. Any difference is somebody's work,
and is never replaced.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from harness.core.errors import InputError, Problem

MANIFEST, LOG = "manifest.json", "log.json"
#: The beginning of the format of every kind.
_FAMILY = "harness "


@dataclass(frozen=True, slots=True)
class DirectoryKind:
    """Kind of directory: the ``format`` in its manifest, and its ``name`` in messages.

    ``name`` is a plural: "there are no *results* here". ``typed`` counts grades typed into a file,
    from its name, its content and the manifest; it must not fail on any content.
    """

    format: str
    name: str
    typed: Callable[[str, bytes, Mapping[str, Any]], int] | None = None


@dataclass(frozen=True, slots=True)
class Owner:
    """Owner of the files in a directory: the name of a task, and its file."""

    task: str
    file: str


def hash_file(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def object_in(path: Path) -> dict[str, Any]:
    """Read the object in a JSON file; empty if it cannot be read or is no object."""
    try:
        content = from_json(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def is_of(kind: DirectoryKind, directory: Path) -> bool:
    """Return whether a directory holds files of the kind."""
    return object_in(directory / MANIFEST).get("format") == kind.format


def describe_other_version(kind: DirectoryKind, directory: Path) -> str | None:
    """Return the message on files of the kind in another version; None without any."""
    form = str(object_in(directory / MANIFEST).get("format"))
    if form == kind.format or form.rpartition(" ")[0] != kind.format.rpartition(" ")[0]:
        return None
    return f"these are {kind.name} of another version of harness ({form!r}, not {kind.format!r})"


def is_ours(directory: Path) -> bool:
    """Return whether a directory is of any kind, as moved aside by an interrupted writer."""
    return str(object_in(directory / MANIFEST).get("format")).startswith(_FAMILY)


def refuse_others(target: Path, shown: str, kind: DirectoryKind) -> None:
    """Raise `InputError` for anything but unchanged files of the kind."""
    if not target.is_dir():
        raise InputError(Problem(f"the {kind.name} need a directory, this is a file", shown))
    try:
        empty = not any(target.iterdir())
    except OSError as error:
        raise InputError(Problem(f"cannot be read: {error.strerror}", shown)) from None
    if empty:
        return
    if not is_of(kind, target):
        message = describe_other_version(kind, target)
        message = message or f"the directory holds other files than {kind.name}"
        raise InputError(Problem(message, shown, hint="choose another directory"))
    refuse_changed(target, target, shown, kind)


def refuse_older(
    target: Path, shown: str, kind: DirectoryKind, owner: Owner | None, *, replace: bool
) -> None:
    """Raise `InputError` if older files of the kind must not be replaced."""
    task, file = object_in(target / MANIFEST).get("task"), object_in(target / LOG).get("task_file")
    if owner is not None and (task != owner.task or file not in (None, owner.file)):
        whose = f"the task {task!r}" if task else "another task"
        where = f" ({file})" if file else ""
        message = f"these are the {kind.name} of {whose}{where}"
    elif not replace:
        message = f"there are {kind.name} here already"
    else:
        return
    raise InputError(Problem(message, shown, hint="--force replaces them"))


def refuse_changed(directory: Path, target: Path, shown: str, kind: DirectoryKind) -> None:
    """Raise `InputError` that names every file that was changed or added.

    ``directory`` is the current place of the files, ``target`` their proper one.
    """
    problems = [
        Problem(message, f"{shown.rstrip('/')}/{name}")
        for name, message in _changes(directory, kind)
    ]
    if not problems:
        return
    free = next(n for n in count(1) if not target.with_name(f"{target.name}.{n}").exists())
    old = shown.rstrip("/")
    move = f"mv {shlex.quote(old)} {shlex.quote(f'{old}.{free}')}"
    message = f"{kind.name} that somebody has changed or added to are not replaced, forced or not"
    hint = f"write to another directory, or move this one: {move}"
    raise InputError([Problem(message, shown, hint=hint), *problems])


def is_changed(directory: Path) -> bool:
    """Return whether a directory was changed after it was written."""
    return any(_changes(directory))


def _changes(directory: Path, kind: DirectoryKind | None = None) -> Iterator[tuple[str, str]]:
    """Yield each changed or added file, with a description."""
    manifest = object_in(directory / MANIFEST)
    hashes = _hashes(directory, manifest)
    folders = {directory} | {(directory / name).parent for name in hashes}
    for path in sorted(directory.rglob("*")):
        name = path.relative_to(directory).as_posix()
        if path in folders and not path.is_symlink():
            continue
        if name not in hashes:
            yield name, "this file was added" if path.is_file() else "this was added"
            continue
        try:
            if path.is_file() and hashes[name] in (None, hash_file(path)):
                continue
            typed = 0
            if path.is_file() and kind is not None and kind.typed is not None:
                typed = kind.typed(name, path.read_bytes(), manifest)
        except OSError as error:
            yield name, f"whether it was changed cannot be seen: {error.strerror}"
            continue
        grades = f": {typed} grade{'s' * (typed != 1)} typed in" if typed > 0 else ""
        yield name, f"changed since it was written{grades}"


def _hashes(directory: Path, manifest: Mapping[str, Any]) -> dict[str, str | None]:
    """Return the hash of each file as written; None for the log, whose hash is unknown."""
    listed = manifest.get("files")
    hashes: dict[str, str | None] = {}
    if isinstance(listed, dict):
        hashes = {name: digest for name, digest in listed.items() if isinstance(digest, str)}
    digest = object_in(directory / LOG).get(MANIFEST)
    return hashes | {MANIFEST: digest if isinstance(digest, str) else None, LOG: None}
