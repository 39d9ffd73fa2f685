"""Inputs that are URLs, as far as fsspec knows them: object stores, web servers, HDFS.

Whoever reads a file asks `local` for it. A URL is fetched once for all that is done in the
innermost `copies_kept`, so that what is hashed is what was read; the copy goes with it. Credentials
are those of the environment, never of a URL, which stands in messages and manifests.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, BinaryIO

from harness.core.errors import InputError, Problem, unknown
from harness.core.limits import limits, too_large

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

#: Two letters at least: one is a drive of Windows.
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+]+://")
_USER = re.compile(r"://[^/?#]*@")
_WEB = ("http://", "https://")
_CHUNK = 1 << 20
#: HTTP's statuses for what one may not see, and for what is not there.
_REFUSED, _ABSENT = (401, 403), 404


def is_url(path: str | os.PathLike[str]) -> bool:
    r"""Whether this is a URL and no path.

    >>> is_url("s3://bucket/a.run"), is_url(r"C:\\runs\\a.run"), is_url("runs/a.run")
    (True, False, False)
    """
    return _SCHEME.match(os.fspath(path)) is not None


def located(folder: Path, path: str) -> str:
    """Where an input is that starts at a folder, unless it says itself where.

    >>> located(Path("/tasks"), "a.run"), located(Path("/tasks"), "https://host/a.run")
    ('/tasks/a.run', 'https://host/a.run')
    """
    return path if is_url(path) else str(folder / path)


def is_url_pattern(path: str) -> bool:
    """Whether this names the objects of a store: with a ``*``, or ending in a slash.

    Web servers list nothing, and a question mark is no pattern in a URL.
    """
    return is_url(path) and not path.startswith(_WEB) and ("*" in path or path.endswith("/"))


def urls_of(path: str) -> list[str]:
    """The URLs that a URL or pattern stands for, in bytewise order; `InputError` for none."""
    if not is_url_pattern(path):
        return [path]
    with _explained(path):
        store, inside = _store(path)
        names = store.glob(f"{inside}/*" if path.endswith("/") else inside)
        kept = [name for name in names if not (_is_hidden(name) or store.isdir(name))]
        if kept:
            return sorted(map(store.unstrip_protocol, kept), key=str.encode)
    raise InputError(Problem("no object matches this", path))


def _is_hidden(name: str) -> bool:
    """Whether this is no run, as in directories."""
    last = name.rsplit("/", 1)[-1]
    return last.startswith(".") or last.upper().startswith("README")


class _Copies:
    """The copies of URLs in a directory of their own, which is made for the first one."""

    def __init__(self) -> None:
        self.paths: dict[str, Path] = {}
        self.directory: TemporaryDirectory[str] | None = None

    def fetch(self, url: str) -> Path:
        if self.directory is None:
            from tempfile import TemporaryDirectory

            self.directory = TemporaryDirectory(prefix="harness-")
        # The end of its name may tell the layout.
        name = re.split("[?#]", url, maxsplit=1)[0].rsplit("/", 1)[-1]
        path = Path(self.directory.name, f"{len(self.paths)}-{name[-100:]}")
        with _explained(url), path.open("wb") as copy:
            for piece in _pieces(url):
                copy.write(piece)
        self.paths[url] = path
        return path


_KEPT: ContextVar[tuple[_Copies, ...]] = ContextVar("copies", default=())
_LOCK = Lock()


@contextmanager
def copies_kept() -> Iterator[None]:
    """What is fetched meanwhile is fetched once."""
    copies = _Copies()
    token = _KEPT.set((*_KEPT.get(), copies))
    try:
        yield
    finally:
        _KEPT.reset(token)
        if copies.directory is not None:
            copies.directory.cleanup()


@contextmanager
def local(name: str | os.PathLike[str]) -> Iterator[Path]:
    """The file itself: of a URL a copy, which is there until the block is left at least.

    Raises `InputError` for what cannot be fetched.
    """
    url = os.fspath(name)
    if not is_url(url):
        yield Path(url)
    elif kept := _KEPT.get():
        with _LOCK:
            copy = next((c.paths[url] for c in kept if url in c.paths), None)
        yield copy or kept[-1].fetch(url)
    else:
        with copies_kept():
            yield _KEPT.get()[-1].fetch(url)


@contextmanager
def beginning(url: str) -> Iterator[Iterator[bytes]]:
    """The content of a URL piece by piece, for who may not want all of it."""
    pieces = _pieces(url)
    try:
        with _explained(url):
            yield pieces
    finally:
        with suppress(AttributeError):
            pieces.close()  # type: ignore[attr-defined]


def _pieces(url: str) -> Iterator[bytes]:
    """What comes from a URL, as far as the limits allow."""
    store, inside = _store(url)
    most, size = limits().plain, 0
    # Without blocks a web server need not know about ranges of bytes.
    options = {"block_size": 0} if url.startswith(_WEB) else {}
    source: BinaryIO
    with store.open(inside, "rb", **options) as source:
        for piece in iter(partial(source.read, _CHUNK), b""):
            size += len(piece)
            if most is not None and size > most:
                raise too_large(url, most)
            yield piece


def _store(url: str) -> tuple[Any, str]:
    """What fsspec has for a URL, and the path in it."""
    if not limits().urls:
        hint = "--no-urls or HARNESS_NO_URLS forbids it"
        raise InputError(Problem("this URL is not read", url, hint=hint))
    if _USER.search(url):
        hint = "it would stand in messages and manifests: docs/scale.md says how others are given"
        raise InputError(Problem("no password in a URL", _USER.sub("://…@", url), hint=hint))
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        hint = "pip install 'ir-harness[cluster]'"
        raise InputError(Problem("URLs need the package fsspec", url, hint=hint)) from None
    store, inside = url_to_fs(url)
    return store, str(inside)


@contextmanager
def _explained(url: str) -> Iterator[None]:
    """What goes wrong with a URL, as an `InputError`; stores have exceptions of all kinds."""
    try:
        yield
    except InputError:
        raise
    except Exception as error:
        raise InputError(_problem(error, url)) from None


def _problem(error: Exception, url: str) -> Problem:
    scheme = url.partition("://")[0]
    if isinstance(error, ImportError):
        return Problem(f"{scheme}:// needs another package", url, hint=str(error))
    if isinstance(error, ValueError) and "rotocol not known" in str(error):
        from fsspec import available_protocols

        return Problem(unknown("protocol", scheme, available_protocols()).message, url)
    cause: BaseException = error
    while isinstance(error, FileNotFoundError) and cause.__cause__ is not None:
        cause = cause.__cause__  # fsspec finds nothing wherever it gets no answer
    status = getattr(cause, "status", None)
    if isinstance(cause, PermissionError) or status in _REFUSED:
        hint = "credentials are those of the environment of whoever reads"
        return Problem("access is refused", url, hint=hint)
    if isinstance(cause, FileNotFoundError) or status == _ABSENT:
        return Problem("there is nothing at this URL", url)
    if isinstance(cause, IsADirectoryError):
        return Problem("this is a directory, not a file", url, hint=f"all in it: {url}/*")
    what = f"HTTP status {status}" if status else f"{type(cause).__name__}: {cause}"
    return Problem(f"cannot be read: {what}", url)
