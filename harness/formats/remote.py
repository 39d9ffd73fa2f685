"""Local copies of inputs that are not local files, or can be read only once.

Readers ask `local` for a file, and always get a regular one. A member of an archive is unpacked,
and a compressed archive is unpacked once for all its members. A URL that fsspec supports (object
stores, web servers, HDFS) is fetched once within the innermost `keep_copies`, so that the hashed
bytes are the bytes read; the copy is removed at its end. Standard input, a pipe or another device
is copied once within the outermost `keep_pipes`. Credentials come from the environment, never from
a URL, which appears in messages and manifests.
"""

from __future__ import annotations

import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, BinaryIO

from harness.core import set_meanwhile
from harness.core.errors import InputError, Problem, UnavailableError, refuse, suggest
from harness.core.harmless import real_path
from harness.core.limits import check_size, limits
from harness.core.locations import MEMBER, STDIN, WEB, address_parts, anchor_path, is_read_once
from harness.formats.opening import explain_errors, open_file

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

    from harness.formats.archives import Member

#: Two letters at least: one is a drive of Windows.
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+]+://")
_CHUNK = 1 << 16


def is_url(path: str | os.PathLike[str]) -> bool:
    r"""Return whether a path is a URL.

    >>> is_url("s3://bucket/a.run"), is_url(r"C:\\runs\\a.run"), is_url("runs/a.run")
    (True, False, False)
    """
    return _SCHEME.match(os.fspath(path)) is not None


def locate(folder: Path, path: str) -> str:
    """Return the path of an input, relative ones from a folder; URLs are unchanged.

    >>> locate(Path("/tasks"), "a.run"), locate(Path("/tasks"), "https://host/a.run")
    ('/tasks/a.run', 'https://host/a.run')
    """
    return path if is_url(path) else str(folder / real_path(path))


def is_url_pattern(path: str) -> bool:
    """Return whether a URL names objects of a store: with a ``*``, or ending in a slash.

    Web servers list nothing, and a question mark is no pattern in a URL.
    """
    return is_url(path) and not path.startswith(WEB) and ("*" in path or path.endswith("/"))


def expand_urls(path: str) -> list[str]:
    """Return the URLs that match a URL or pattern, in bytewise order.

    Raises `UnavailableError` if there are none.
    """
    if not is_url_pattern(path):
        return [path]
    from harness.formats.downloads import open_store, unavailable

    try:
        store, inside = open_store(path)
        names = store.glob(f"{inside}/*" if path.endswith("/") else inside)
        kept = [name for name in names if not (_is_hidden(name) or store.isdir(name))]
        urls = sorted(map(store.unstrip_protocol, kept), key=str.encode)
    except Exception as error:  # stores raise exceptions of all kinds
        raise unavailable(error, path) from None
    if not urls:
        raise UnavailableError(Problem("no object matches this", path))
    return urls


def _is_hidden(name: str) -> bool:
    """Return whether a name is no run, by the rule for directories."""
    last = name.rsplit("/", 1)[-1]
    return last.startswith(".") or last.upper().startswith("README")


class _Copies:
    """Copies in their own directory, which is made for the first one."""

    def __init__(self) -> None:
        self._paths: dict[str, Path] = {}
        self._directory: TemporaryDirectory[str] | None = None
        self._locks: dict[str, Lock] = {}

    def copy(self, name: str, pieces: Callable[[], Iterator[bytes]]) -> Path:
        """Return the copy of an input; the first caller makes it, others wait."""
        with _LOCK:
            lock = self._locks.setdefault(name, Lock())
        with lock:
            if name not in self._paths:
                path = self._new(name)
                with closing(pieces()) as content:  # type: ignore[type-var]  # a generator
                    _write_copy(path, content, name)
                self._paths[name] = path
        return self._paths[name]

    def get(self, name: str) -> Path | None:
        """Return the copy of an input, if there is one."""
        return self._paths.get(name)

    def _new(self, name: str) -> Path:
        with _LOCK, _room_for(name):
            if self._directory is None:
                from tempfile import TemporaryDirectory

                self._directory = TemporaryDirectory(prefix="harness-")
            # The suffix may show the layout.
            last = re.split("[?#]", name, maxsplit=1)[0].rsplit("/", 1)[-1]
            return Path(self._directory.name, f"{len(self._locks)}-{last[-100:]}")

    def close(self) -> None:
        """Remove the copies."""
        if self._directory is not None:
            self._directory.cleanup()


def _write_copy(path: Path, content: Iterator[bytes], name: str) -> None:
    with _room_for(name), path.open("wb") as copy:
        for piece in content:
            copy.write(piece)


@contextmanager
def _room_for(name: str) -> Iterator[None]:
    """Attribute refusals by the disk of temporary files to the copy, not to the input."""
    try:
        yield
    except OSError as error:
        hint = "copies are with other temporary files: TMPDIR says where"
        problem = Problem(f"a copy of it cannot be written: {error.strerror}", name, hint=hint)
        raise UnavailableError(problem) from None


#: Copies of URLs, the innermost block last; copies of inputs that can be read only once.
_KEPT: ContextVar[tuple[_Copies, ...]] = ContextVar("copies", default=())
_ONCE: ContextVar[_Copies | None] = ContextVar("copies of pipes", default=None)
_LOCK = Lock()


@contextmanager
def keep_copies() -> Iterator[None]:
    """Fetch every input at most once inside the block."""
    with closing(_Copies()) as copies, set_meanwhile(_KEPT, (*_KEPT.get(), copies)), keep_pipes():
        yield


@contextmanager
def keep_pipes() -> Iterator[None]:
    """Copy inputs that can be read only once; nested blocks add nothing."""
    if _ONCE.get() is not None:
        yield
        return
    with closing(_Copies()) as copies, set_meanwhile(_ONCE, copies):
        yield


@contextmanager
def local(name: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a regular file: the input itself, or a copy that lasts at least for the block.

    Raises `UnavailableError` if it cannot be had.
    """
    path = os.fspath(name)
    inside = address_parts(path) is not None
    if inside or is_url(path):
        with cached_copy(path, partial(_read_member if inside else _download, path)) as copy:
            yield copy
    elif is_read_once(path):
        with keep_pipes():
            copies = _ONCE.get()
            assert copies is not None
            yield copies.copy(path, partial(_read_once, path))
    else:
        yield anchor_path(path)


@contextmanager
def cached_copy(
    name: str, pieces: Callable[[], Iterator[bytes]], *, outermost: bool = False
) -> Iterator[Path]:
    """Yield the copy of an input, made from ``pieces`` unless a `keep_copies` has one.

    It lasts as long as the innermost such block, or the ``outermost`` one.
    """
    with ExitStack() as stack:
        if not _KEPT.get():
            stack.enter_context(keep_copies())
        kept = _KEPT.get()
        copy = next((own for copies in kept if (own := copies.get(name))), None)
        yield copy or kept[0 if outermost else -1].copy(name, pieces)


def _download(url: str) -> Iterator[bytes]:
    from harness.formats.downloads import read_url

    return read_url(url)


@contextmanager
def beginning(url: str) -> Iterator[Iterator[bytes]]:
    """Yield the content of a URL piece by piece, for callers that may stop early."""
    with closing(_download(url)) as pieces:  # type: ignore[type-var]  # a generator
        yield pieces


def _read_once(name: str) -> Iterator[bytes]:
    """Read standard input, a pipe or a device, within the limits."""
    with _standard_input() if name == STDIN else open_file(anchor_path(name), name) as file:
        yield from check_size(iter(partial(file.read, _CHUNK), b""), limits().plain, name)


@contextmanager
def _standard_input() -> Iterator[BinaryIO]:
    # None if started by a program without a terminal (a service, pythonw).
    if sys.stdin is None or sys.stdin.closed:
        raise UnavailableError(Problem("there is no standard input", STDIN))
    with explain_errors(STDIN):
        yield sys.stdin.buffer


@contextmanager
def source(name: str | os.PathLike[str]) -> Iterator[io.BufferedReader]:
    """Open an input: a file, or the copy of anything else. Errors are those of `open_file`."""
    with local(name) as path, open_file(path, os.fspath(name)) as file:
        yield file


def watch(names: Iterable[str]) -> Callable[[], None]:
    """Return a check that raises `UnavailableError` for inputs written or replaced since now."""
    return partial(_refuse_changed, {name: _version(name) for name in names})


def _refuse_changed(before: Mapping[str, tuple[int, int, int] | None]) -> None:
    changed = (name for name, known in before.items() if _version(name) != known)
    refuse((Problem("it changed while it was read", name) for name in changed), UnavailableError)


def _version(name: str) -> tuple[int, int, int] | None:
    try:
        known = anchor_path(name).stat()
    except OSError:
        return None
    if not stat.S_ISREG(known.st_mode):  # pipes change as they are read
        return None
    return known.st_ino, known.st_size, known.st_mtime_ns


def _read_member(address: str) -> Iterator[bytes]:
    """Yield the content of a member, piece by piece.

    Raises `InputError` if it is no archive, `UnavailableError` for a missing member.
    """
    from harness.formats.archives import refuse_damaged_archive

    parts = address_parts(address)
    assert parts is not None
    archive, path = parts
    with open_members(archive) as (members, packed):
        member = next((known for known in members if known.path == path), None)
        if member is None:
            names = [known.path for known in members if known.is_data]
            hint = suggest(path, names, "")
            if any(name.startswith(path.rstrip("/") + "/") for name in names):
                hint = f"this is a folder: {address.rstrip('/')}/* has the files in it"
            raise UnavailableError(
                Problem("there is no such file in the archive", address, hint=hint)
            )
        if member.fault:
            raise InputError(Problem(f"it is not read: {member.fault}", address))
        with refuse_damaged_archive(address):
            yield from member.pieces(packed, address)


@contextmanager
def open_members(name: str) -> Iterator[tuple[list[Member], int]]:
    """Yield the members of an archive, which stays open, and its packed size."""
    from harness.formats.archives import list_members, refuse_damaged_archive
    from harness.formats.compression import is_archive

    with _archive_at_hand(name) as (file, packed):
        start = file.read(512)
        file.seek(0)
        if not is_archive(start):
            raise InputError(Problem("not an archive (zip, tar)", name))
        with refuse_damaged_archive(name):
            members = list_members(file, packed, name)
        yield members, packed


@contextmanager
def _archive_at_hand(name: str) -> Iterator[tuple[BinaryIO, int]]:
    """Yield a seekable archive, decompressed once for all its members, and its packed size."""
    from harness.formats.compression import (
        decompress,
        explain_damage,
        recognise_compression,
        within,
    )

    with source(name) as file:
        packed = os.fstat(file.fileno()).st_size
        kind = recognise_compression(file.peek(16))
        if kind is None:
            yield file, packed
            return

    def unpacked() -> Iterator[bytes]:
        with source(name) as file, explain_damage(name, kind.name):
            yield from within(decompress(iter(lambda: file.read(_CHUNK), b""), kind), packed, name)

    with cached_copy(f"{name}{MEMBER}", unpacked, outermost=True) as path, path.open("rb") as copy:
        yield copy, packed
