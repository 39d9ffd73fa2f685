"""Write directories whole or not at all, in place of older ones of their kind.

`write_directory` writes the files beside their place, flushes them to disk, and renames. After a
failure older files stay unchanged; the next writer or reader cleans up after a killed writer. Files
that people have changed stay (`existing`).
"""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from harness.core.errors import InputError, Problem, UnavailableError
from harness.core.locations import STDIN
from harness.core.packages import pl
from harness.core.trust import refuse_links, trust
from harness.formats.opening import nearest_file
from harness.formats.unfinished import hold, lock_directory, name_partial, sweep
from harness.formats.unfinished import sync as sync_one
from harness.results.existing import (
    LOG,
    MANIFEST,
    DirectoryKind,
    Owner,
    describe_other_version,
    hash_file,
    is_changed,
    is_of,
    is_ours,
    object_in,
    refuse_changed,
    refuse_older,
    refuse_others,
)
from harness.results.facts import ManifestFacts

#: Errors of renaming a directory that another process has just renamed.
_RACED = (errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST)
_ANEW = "run the command that wrote them again"
#: A file's content, or the function that writes it to a path.
Content = bytes | Callable[[Path], None]


def write_directory(
    files: Mapping[str, Content],
    directory: str | os.PathLike[str],
    kind: DirectoryKind,
    *,
    manifest: Mapping[str, Any] | None = None,
    log: Mapping[str, Any] | None = None,
    owner: Owner | None = None,
    replace: bool = True,
) -> Path:
    """Write a directory of a kind in one piece, and return its real path.

    ``files`` are named relative to it, with ``/`` between folder and name. Older files of the kind
    are replaced by the rules of `check_target`, which is called before anything is written and
    again before directories are renamed. The last of several concurrent writers wins. Raises
    `InputError` as `check_target` does, and if the disk refuses.
    """
    target = check_target(directory, kind, owner=owner, replace=replace)
    with beside(target, kind, directory) as partial:
        write_files(files, partial, kind, manifest or {}, log or {})
        sync(partial)
        swap(partial, target, kind, os.fspath(directory), owner=owner, replace=replace)
    return target


def check_target(
    directory: str | os.PathLike[str],
    kind: DirectoryKind,
    *,
    owner: Owner | None = None,
    replace: bool = True,
) -> Path:
    """Return the real path of a directory that files of a kind can be written to.

    It does not exist yet, is empty, or holds only older files of the kind: those of ``owner``, or
    of anybody if that is None; without ``replace`` nobody's. The older manifest lists these files,
    and its hashes show that nobody has changed them. Raises `InputError` otherwise, with all files
    that were changed or added, and if the working directory is in it, which would be deleted.
    """
    target = Path(os.path.realpath(directory))
    shown = os.fspath(directory)
    if shown == STDIN:
        message = f"{kind.name} are files in a directory: standard output cannot hold them"
        raise InputError(Problem(message, shown, hint="./- is a directory of that name"))
    _refuse_working_directory(target, shown)
    with lock_directory(target.parent):
        _settle(target)
        if not target.exists():
            _refuse_parent(target, shown)
        else:
            refuse_others(target, shown, kind)
            if is_of(kind, target):
                refuse_older(target, shown, kind, owner, replace=replace)
    return target


@contextlib.contextmanager
def beside(target: Path, kind: DirectoryKind, directory: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a new directory on the same disk, deleted afterwards unless it was renamed.

    Parents made for it are deleted, too, if empty. Raises `InputError` for the requested
    ``directory`` if the disk refuses anything.
    """
    partial = name_partial(target)
    made = [parent for parent in target.parents if not parent.exists()]
    is_there = False
    with contextlib.ExitStack() as stack:
        try:
            partial.parent.mkdir(parents=True, exist_ok=True)
            with lock_directory(target.parent):
                partial.mkdir()
                hold(partial, stack)
            is_there = True
            yield partial
        except OSError as error:
            is_raced = is_there and error.errno in _RACED
            reason = "another process is writing there" if is_raced else error.strerror
            message = f"the {kind.name} cannot be written: {reason or error}"
            raise InputError(Problem(message, os.fspath(directory))) from error
        finally:
            shutil.rmtree(partial, ignore_errors=True)
            with contextlib.suppress(OSError):
                for parent in made:
                    parent.rmdir()


def write_files(
    files: Mapping[str, Content],
    folder: Path,
    kind: DirectoryKind,
    manifest: Mapping[str, Any],
    log: Mapping[str, Any],
) -> None:
    """Write files, a manifest with their hashes, and the log with the manifest's hash."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            content(path)
    ours = {"format": kind.format, "files": {name: hash_file(folder / name) for name in files}}
    _write_object({"format": kind.format} | {**manifest, **ours}, folder / MANIFEST)
    _write_object({**log, MANIFEST: hash_file(folder / MANIFEST)}, folder / LOG)


def write_csv(frame: pl.DataFrame, path: Path, separator: str = ",") -> None:
    """Write a table of texts; its line ends are line feeds on every system."""
    path.write_text(frame.write_csv(separator=separator), encoding="utf-8", newline="")


def write_parquet(frame: pl.DataFrame, path: Path) -> None:
    """Write a Parquet file: the same rows give the same bytes, whatever their memory layout."""
    content = io.BytesIO()  # polars opens no name that is not UTF-8
    frame.rechunk().write_parquet(content, compression="zstd", statistics=True)
    path.write_bytes(content.getbuffer())


def read_parquet(path: Path) -> pl.DataFrame:
    """Read the table in a Parquet file, whatever its name."""
    return pl.read_parquet(path.read_bytes())


def sync(folder: Path) -> None:
    """Flush a folder and everything in it to disk."""
    for path in (*folder.rglob("*"), folder):
        if path.is_dir():
            _sync_directory(path)
        else:
            sync_one(path)


def swap(
    partial: Path,
    target: Path,
    kind: DirectoryKind,
    shown: str,
    *,
    owner: Owner | None = None,
    replace: bool = True,
) -> None:
    """Put ``partial`` in the place of ``target``, where older files of the kind may be.

    They may be there as for `check_target`, even if they appeared or changed after it. A directory
    with files cannot be replaced by one rename. Between the two renames the older files are at
    `_backup`, from where `_settle` restores them after an interruption. There, where nobody edits
    them, they are compared with their hashes for the last time.
    """
    with lock_directory(target.parent):
        _settle(target)
        backup = _backup(target)
        try:
            if is_of(kind, target):
                refuse_older(target, shown, kind, owner, replace=replace)
                _refuse_backup(backup)
                target.rename(backup)
                refuse_changed(backup, target, shown, kind)
            partial.rename(target)
        except BaseException:  # an interrupt, too
            if not target.exists() and backup.exists():
                backup.rename(target)
            raise
        _sync_directory(target.parent)
        _settle(target)


@contextlib.contextmanager
def open_directory(
    directory: str | os.PathLike[str], kind: DirectoryKind
) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Yield the real path of a directory of a kind and its manifest, locked against writers.

    Raises `InputError` for anything else there, also for a later version of the format, and if
    files read inside the block are missing or damaged: `KeyError`, `ValueError` and the errors of
    polars; `UnavailableError` if they cannot be read.
    """
    target = Path(os.path.realpath(directory))
    with lock_directory(target.parent):
        _settle(target)
        if not is_of(kind, target):
            message = describe_other_version(kind, target)
            hint = f"{_ANEW} elsewhere" if message else None
            if not target.exists():
                message, hint = "no such directory", nearest_file(target)
            message = message or f"no {kind.name} here"
            raise InputError(Problem(message, os.fspath(directory), hint=hint))
        _refuse_links(target)
        manifest = object_in(target / MANIFEST)
        ManifestFacts.of(manifest, os.path.join(directory, MANIFEST), kind.name)  # noqa: PTH118
        try:
            yield target, manifest
        except OSError as error:
            if isinstance(error, FileNotFoundError):
                message = f"damaged {kind.name}: there is no {Path(error.filename or '').name}"
                raise InputError(Problem(message, os.fspath(directory), hint=_ANEW)) from None
            where = error.filename or os.fspath(directory)
            raise UnavailableError(Problem(f"cannot be read: {error.strerror}", where)) from None
        except (KeyError, ValueError, pl.exceptions.PolarsError) as error:
            what = f"{error} is missing" if isinstance(error, KeyError) else error
            problem = Problem(f"damaged {kind.name}: {what}", os.fspath(directory), hint=_ANEW)
            raise InputError(problem) from None


def _refuse_links(directory: Path) -> None:
    """Raise `InputError` for a link out of an untrusted directory."""
    for path in () if trust().anywhere else directory.iterdir():
        refuse_links(path, os.fspath(path))


def _write_object(content: Mapping[str, Any], path: Path) -> None:
    text = json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8", newline="\n")


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


def _refuse_backup(backup: Path) -> None:
    """Raise `InputError` if the place for older files is taken by changed ones."""
    if backup.exists():
        message = "this is in the way, and not as it was written"
        raise InputError(Problem(message, str(backup), hint="move it away"))


def _refuse_parent(target: Path, shown: str) -> None:
    """Raise `InputError` before the work if nothing can be created there."""
    parent = next(i for i in target.parents if i.exists())
    if not parent.is_dir():
        raise InputError(Problem(f"{parent} is a file, not a directory", shown))
    if not os.access(parent, os.W_OK | os.X_OK):
        raise InputError(Problem(f"nothing can be written in {parent}", shown))


def _backup(target: Path) -> Path:
    return target.with_name(f".{target.name}.old")


def _settle(target: Path) -> None:
    """Recover from interrupted writers without losing the files in place.

    Files moved aside are restored, or deleted if newer ones are in their place; unfinished files
    are deleted. Files of living writers, and those that people changed, are not touched.
    """
    backup = _backup(target)
    with contextlib.suppress(OSError):  # another process has just done it
        if is_ours(backup):
            if not target.exists():
                backup.rename(target)
            elif is_ours(target) and not is_changed(backup):
                # Under this name it is deleted even after an interruption.
                backup.rename(name_partial(target))
    sweep(target)


def _sync_directory(path: Path) -> None:
    with contextlib.suppress(OSError):  # Windows cannot open a directory
        sync_one(path)
