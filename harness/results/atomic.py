"""Directories that are written whole or not at all, and in place of older ones of their kind.

Every kind has a ``manifest.json``, which says what it is and which files belong to it, and a
``log.json``, which alone may differ from one writing to the next. They are written so::

    target = check_target(directory, kind, owner=owner)
    with beside(target, kind, directory) as partial:
        write_files(files, partial, kind, manifest, log)
        sync(partial)
        swap(partial, target, kind)

Whatever fails before `swap`, or in it, older files stay as they are.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from harness.errors import InputError, Problem

MANIFEST, LOG = "manifest.json", "log.json"
#: What the format of every kind begins with.
_FAMILY = "harness "
#: What renaming ends with when somebody else has just renamed the same directory.
_RACED = (errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST)

#: What a file holds, or what writes it to the path it is given.
Content = bytes | Callable[[Path], None]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of directory: the ``format`` in its manifest, and what messages call its files.

    ``name`` is a plural: "there are no *results* here".
    """

    format: str
    name: str


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose files a directory holds: the name of a task, and its file."""

    task: str
    file: str


def check_target(
    directory: str | os.PathLike[str],
    kind: Kind,
    *,
    owner: Owner | None = None,
    replace: bool = True,
) -> Path:
    """The real place of a directory that files of a kind can be written to.

    That is one that does not exist yet, is empty, or holds older files of the kind and nothing
    else: those of ``owner``, or anybody's when that is None; without ``replace`` nobody's. The
    older manifest says which files these are. Raises `InputError` otherwise, and when the working
    directory is in it: whoever stands there would be left in a deleted directory.
    """
    target = Path(os.path.realpath(directory))
    shown = os.fspath(directory)
    _refuse_working_directory(target, shown)
    with _locked(target.parent):
        _restore(target)
        if not target.exists():
            _refuse_parent(target, shown)
        else:
            _refuse_others(target, shown, kind)
            if _is_of(kind, target):
                _refuse_older(target, shown, kind, owner, replace)
    return target


@contextlib.contextmanager
def beside(target: Path, kind: Kind, directory: str | os.PathLike[str]) -> Iterator[Path]:
    """A new directory on the same disk, gone afterwards unless it was renamed.

    So are directories above it that were made for it, unless there is something in them. Raises
    `InputError`, with the ``directory`` that was asked for, when the disk refuses anything.
    """
    partial = target.with_name(f".{target.name}.{uuid.uuid4().hex[:12]}.partial")
    made = [parent for parent in target.parents if not parent.exists()]
    try:
        partial.mkdir(parents=True)
        yield partial
    except OSError as error:
        said = "another process is writing there" if error.errno in _RACED else error.strerror
        message = f"the {kind.name} cannot be written: {said or error}"
        raise InputError(Problem(message, os.fspath(directory))) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)
        with contextlib.suppress(OSError):
            for parent in made:
                parent.rmdir()


def write_files(
    files: Mapping[str, Content],
    folder: Path,
    kind: Kind,
    manifest: Mapping[str, Any],
    log: Mapping[str, Any],
) -> None:
    """Write files, a manifest that lists them, and the log.

    ``files`` are named relative to the folder, with ``/`` before those in a folder of their own.
    """
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            content(path)
    ours = {"format": kind.format, "files": [*files, MANIFEST, LOG]}
    _write_object({"format": kind.format} | {**manifest, **ours}, folder / MANIFEST)
    _write_object(log, folder / LOG)


def write_parquet(frame: pl.DataFrame, path: Path) -> None:
    """A table as a Parquet file: the same rows give the same bytes, however they lie in memory."""
    frame.rechunk().write_parquet(path, compression="zstd", statistics=True)


def sync(folder: Path) -> None:
    """Have everything in a folder, and the folder, on disk before going on."""
    for path in (*folder.rglob("*"), folder):
        _sync_one(path)


def swap(partial: Path, target: Path, kind: Kind, *, replace: bool = True) -> None:
    """Put ``partial`` in the place of ``target``, where older files of the kind may be.

    Without ``replace`` they may not, even if they came after `check_target`.

    A directory with files in it cannot be replaced by one rename. Between the two renames the
    older files lie at `_backup`, from where `_restore` fetches them if we were stopped there. Of
    several writers at once the last one wins.
    """
    with _locked(target.parent):
        backup = _backup(target)
        if replace and _is_of(kind, target):
            if _is_ours(backup):
                shutil.rmtree(backup)
            target.rename(backup)
        try:
            partial.rename(target)
        except OSError:
            _restore(target)
            raise
        _sync_one(target.parent)
        if _is_ours(backup):
            shutil.rmtree(backup, ignore_errors=True)


@contextlib.contextmanager
def opened(
    directory: str | os.PathLike[str], kind: Kind
) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """The real place of a directory of a kind and its manifest; no writer disturbs the reading.

    Raises `InputError` for anything else there, also for a later version of the format, and when
    what is read inside cannot be: `OSError`, `ValueError` and the errors of polars.
    """
    place = Path(os.path.realpath(directory))
    with _locked(place.parent):
        _restore(place)
        if not _is_of(kind, place):
            raise InputError(Problem(f"there are no {kind.name} here", os.fspath(directory)))
        try:
            yield place, _object(place / MANIFEST)
        except (OSError, ValueError, pl.exceptions.PolarsError) as error:
            problem = Problem(f"damaged {kind.name}: {error}", os.fspath(directory))
            raise InputError(problem) from None


def _write_object(content: Mapping[str, Any], path: Path) -> None:
    text = json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8", newline="\n")


def _object(path: Path) -> dict[str, Any]:
    """The object in a JSON file; nothing when it cannot be read or is no object."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _is_of(kind: Kind, directory: Path) -> bool:
    return _object(directory / MANIFEST).get("format") == kind.format


def _is_ours(directory: Path) -> bool:
    """Whether a directory is of any kind, whichever it is that a stopped writer moved aside."""
    return str(_object(directory / MANIFEST).get("format")).startswith(_FAMILY)


def _refuse_working_directory(target: Path, shown: str) -> None:
    try:
        here = Path.cwd().resolve()
    except OSError:  # it does not exist any more
        return
    if target == here:
        message, hint = "the working directory is this one", "name a directory in it"
    elif target in here.parents:
        message, hint = "the working directory is inside it", "choose another directory"
    else:
        return
    raise InputError(Problem(f"{message}, which would be replaced", shown, hint=hint))


def _refuse_others(target: Path, shown: str, kind: Kind) -> None:
    """Raise `InputError` when anything is there but files of the kind."""
    if not target.is_dir():
        raise InputError(Problem(f"the {kind.name} need a directory, this is a file", shown))
    try:
        empty = not any(target.iterdir())
    except OSError as error:
        raise InputError(Problem(f"cannot be read: {error.strerror}", shown)) from None
    if not empty and not _is_of(kind, target):
        message = f"the directory holds other files than {kind.name}"
        raise InputError(Problem(message, shown, hint="choose another directory"))
    foreign = _foreign(target)
    if foreign:
        message = f"not all files in the directory are {kind.name}"
        hint = f"move {', '.join(foreign[:3])} away, or choose another directory"
        raise InputError(Problem(message, shown, hint=hint))


def _refuse_older(target: Path, shown: str, kind: Kind, owner: Owner | None, replace: bool) -> None:
    """Raise `InputError` when older files of the kind may not be replaced."""
    task, file = _object(target / MANIFEST).get("task"), _object(target / LOG).get("task_file")
    if owner is not None and (task != owner.task or file not in (None, owner.file)):
        whose = f"the task {task!r}" if task else "another task"
        place = f" ({file})" if file else ""
        message = f"these are the {kind.name} of {whose}{place}"
    elif not replace:
        message = f"there are {kind.name} here already"
    else:
        return
    raise InputError(Problem(message, shown, hint="--force replaces them"))


def _foreign(target: Path) -> list[str]:
    """What is in a directory and not in its manifest."""
    listed = _object(target / MANIFEST).get("files")
    names = [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []
    ours = {target / name for name in (*names, MANIFEST, LOG)}
    ours |= {path.parent for path in ours}
    others = (path for path in target.rglob("*") if path not in ours)
    return sorted(path.relative_to(target).as_posix() for path in others)


def _refuse_parent(target: Path, shown: str) -> None:
    """An error now rather than after the work, when nothing can be created there."""
    parent = next(place for place in target.parents if place.exists())
    if not parent.is_dir():
        raise InputError(Problem(f"{parent} is a file, not a directory", shown))
    if not os.access(parent, os.W_OK | os.X_OK):
        raise InputError(Problem(f"nothing can be written in {parent}", shown))


@contextlib.contextmanager
def _locked(parent: Path) -> Iterator[None]:
    """Alone among the writers and readers of what is in a directory.

    Only for a moment: renaming, looking, reading. Where there is no such directory, or the system
    cannot lock it (Windows never does), this does nothing, and writers notice each other by renames
    that fail.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError, ImportError):
            import fcntl

            handle = os.open(parent, os.O_RDONLY)
            stack.callback(os.close, handle)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _backup(target: Path) -> Path:
    return target.with_name(f".{target.name}.old")


def _restore(target: Path) -> None:
    """Bring back what a writer moved aside before it was stopped."""
    if not target.exists() and _is_ours(_backup(target)):
        with contextlib.suppress(OSError):  # another process has just done so
            _backup(target).rename(target)


def _sync_one(path: Path) -> None:
    """A file or a folder; folders where the system can (Windows cannot open them).

    A file is opened for writing, without which Windows does not sync it.
    """
    folder = path.is_dir()
    with contextlib.ExitStack() as stack:
        if folder:
            stack.enter_context(contextlib.suppress(OSError))
        handle = os.open(path, os.O_RDONLY if folder else os.O_RDWR)
        stack.callback(os.close, handle)
        os.fsync(handle)
