"""Write files whole or not at all: temporary names, locks, and removal of leftovers.

A file is written beside its place first, under a name that ends in ``.partial``, and renamed. While
its writer lives the file is locked. The leftovers of a killed writer are deleted by the next writer
in the same place.
"""

from __future__ import annotations

import contextlib
import glob
import os
import re
import shutil
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path

from harness.core.errors import HarnessError, InputError, Problem

#: The end of the name of a file being written or deleted, or of SQLite's file beside it.
_ENDING = re.compile(r"[0-9a-f]{12}\.partial(-\w+)?")
#: The bytes kept of a longer name: names have at most 255.
_LONGEST = 200


def name_partial(target: Path) -> Path:
    """Return the name of a temporary file in the same directory."""
    return target.with_name(f"{_prefix(target)}{uuid.uuid4().hex[:12]}.partial")


def _prefix(target: Path) -> str:
    return f".{os.fsdecode(os.fsencode(target.name)[:_LONGEST])}."


@contextlib.contextmanager
def lock_directory(parent: Path) -> Iterator[None]:
    """Keep other writers and readers out of a directory inside the block.

    Only for a moment: renaming, checking, reading. If there is no such directory, or the system
    cannot lock it (Windows never does), this does nothing, and writers notice each other by failed
    renames.
    """
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError, ImportError):
            _lock(parent, stack)
        yield


def hold(partial: Path, stack: contextlib.ExitStack) -> None:
    """Lock a file or directory for this writer, until the stack or the process ends."""
    with contextlib.suppress(OSError, ImportError):
        _lock(partial, stack, wait=False)


def _lock(path: Path, stack: contextlib.ExitStack, *, wait: bool = True) -> None:
    import fcntl

    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    stack.callback(os.close, handle)
    fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def sweep(target: Path) -> None:
    """Delete the leftovers of killed writers, and nothing of a living one."""
    beginning = _prefix(target)
    with contextlib.suppress(OSError):  # another process has just deleted it
        for partial in target.parent.glob(f"{glob.escape(beginning)}*.partial*"):
            if _ENDING.fullmatch(partial.name, len(beginning)) and _is_abandoned(partial):
                shutil.rmtree(partial) if partial.is_dir() else partial.unlink()


def _is_abandoned(partial: Path) -> bool:
    """Return whether the writing process has ended; False where unknown."""
    written, ending, _ = partial.name.rpartition(".partial")
    held = partial.with_name(written + ending)
    if not held.exists():  # SQLite's file beside it
        return True
    with contextlib.suppress(OSError, ImportError), contextlib.ExitStack() as stack:
        _lock(held, stack, wait=False)
        return True
    return False


class ExistingFileError(InputError):
    """Existing file where a new one was to be written."""


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str], *, replace: bool = True) -> Iterator[Path]:
    """Yield an empty file to write, which takes its place when the block ends without an error.

    At any moment the old file or the new one is there, whole. A symbolic link stays one; the file's
    permissions stay, a new file has the usual ones. Raises `HarnessError` if the file cannot be
    made or moved, and `ExistingFileError` without ``replace`` if there is one.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with whole_file(Path(folder, "a")) as file:
    ...         _ = file.write_text("whole")
    ...     [path.name for path in Path(folder).iterdir()], Path(folder, "a").read_text()
    (['a'], 'whole')
    """
    target = Path(os.path.realpath(path))
    partial = name_partial(target)
    with contextlib.ExitStack() as stack:
        with explain_unwritten(path):
            _refuse_existing(target, path, replace=replace)
            with lock_directory(target.parent):
                sweep(target)
                partial.touch(exist_ok=False)
                stack.callback(_clear, partial)
                hold(partial, stack)
        yield partial
        with explain_unwritten(path):
            if target.exists():
                partial.chmod(target.stat().st_mode & 0o7777)
            sync(partial)
            with lock_directory(target.parent):
                _refuse_existing(target, path, replace=replace)
                partial.replace(target)
    with contextlib.suppress(OSError):  # makes the rename durable, if directories can be opened
        sync(target.parent)


@contextlib.contextmanager
def explain_unwritten(path: str | os.PathLike[str]) -> Iterator[None]:
    """Turn system errors in this block into the error that a file cannot be written."""
    try:
        yield
    except OSError as error:
        problem = Problem(f"cannot be written: {error.strerror}", os.fspath(path))
        raise HarnessError(problem) from None


def _refuse_existing(target: Path, path: str | os.PathLike[str], *, replace: bool) -> None:
    if not replace and target.exists():
        raise ExistingFileError(Problem("there is a file already", os.fspath(path)))


def _clear(partial: Path) -> None:
    with contextlib.suppress(OSError):
        for rest in partial.parent.glob(f"{glob.escape(partial.name)}*"):
            rest.unlink()


def sync(path: Path) -> None:
    """Flush a file or a directory to disk.

    A file is opened for writing, because Windows does not sync it otherwise.
    """
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def atomic_write(path: str | os.PathLike[str], content: bytes | str) -> None:
    """Write a file in one piece, as `whole_file` does.

    Raises `HarnessError` when the file cannot be written.
    """
    with whole_file(path) as partial, explain_unwritten(path):
        partial.write_bytes(content.encode() if isinstance(content, str) else content)


@contextlib.contextmanager
def folders_for(*files: Path) -> Iterator[None]:
    """Make the folders of files; new ones are removed again if the block fails.

    Raises `HarnessError` for one that cannot be made.
    """
    made = {folder for path in files for folder in path.absolute().parents if not folder.exists()}
    try:
        for path in files:
            with explain_unwritten(path):
                path.parent.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for folder in sorted(made, key=lambda folder: len(folder.parts), reverse=True):
            with contextlib.suppress(OSError):  # it is not empty
                folder.rmdir()
        raise


def write_together(files: Mapping[Path, bytes]) -> None:
    """Write files in one piece each, all of them or none, and make their directories.

    Raises `HarnessError` if one cannot be written. Only if a rename itself fails, files renamed
    before it stay.
    """
    with folders_for(*files), contextlib.ExitStack() as stack:
        for path, content in files.items():
            partial = stack.enter_context(whole_file(path))
            with explain_unwritten(path):
                partial.write_bytes(content)
