"""Download a URL with fsspec, again if the server is busy or breaks off."""

from __future__ import annotations

import errno
import hashlib
import re
from collections.abc import Iterator
from functools import partial
from time import sleep
from typing import Any, BinaryIO

from harness.core.errors import HarnessError, InputError, Problem, UnavailableError, unknown
from harness.core.limits import check_size, limits
from harness.core.locations import WEB
from harness.core.numbers import count_noun
from harness.core.packages import extra
from harness.core.trust import NO_URLS_VARIABLE, trust

_USER = re.compile(r"://[^/?#]*@")
_CHUNK = 1 << 20
#: Seconds before each new attempt.
PAUSES = (0.5, 1.0, 2.0)
#: The most seconds that a server may ask us to wait.
LONGEST = 30.0
#: HTTP statuses: access refused, not found, server busy.
_REFUSED, _ABSENT = (401, 403), 404
_BUSY = (408, 425, 429, 500, 502, 503, 504)
#: Exceptions of HTTP clients, without a common base, for broken connections.
_CUT_OFF = frozenset({"ClientPayloadError", "ServerDisconnectedError", "IncompleteRead"})
_BROKEN = (errno.ECONNRESET, errno.EPIPE, errno.ETIMEDOUT)


def read_url(url: str) -> Iterator[bytes]:
    """Yield the content of a URL piece by piece, within the limits.

    If the server is busy (HTTP status 429, 5xx) or breaks off, the URL is requested again a few
    times, after the pause that the server asks for, if short. Bytes received before are skipped
    then, and must be the same. Raises `UnavailableError` if it cannot be had.
    """
    came, size = hashlib.blake2b(), 0
    for tried, pause in enumerate((*PAUSES, None), start=1):
        try:
            for piece in _after(size, came.digest(), _pieces(url), url):
                came.update(piece)
                size += len(piece)
                yield piece
        except HarnessError:
            raise
        except Exception as error:  # stores raise exceptions of all kinds
            wait = _wait(error, pause)
            if wait is None:
                raise UnavailableError(_problem(error, url, tried)) from None
            sleep(wait)
        else:
            return


def _after(size: int, digest: bytes, pieces: Iterator[bytes], url: str) -> Iterator[bytes]:
    """Skip the first ``size`` bytes, which must have the hash ``digest``."""
    passed, left = hashlib.blake2b(), size
    for piece in pieces:
        before, new = piece[:left], piece[left:]
        passed.update(before)
        left -= len(before)
        if before and not left and passed.digest() != digest:
            raise UnavailableError(_explain_change(url))
        if new:
            yield new
    if left:
        raise UnavailableError(_explain_change(url))


def _explain_change(url: str) -> Problem:
    return Problem("it broke off, and the file had changed at the next attempt", url)


def _pieces(url: str) -> Iterator[bytes]:
    """Yield the content of a URL, requested once."""
    store, inside = open_store(url)
    # Without blocks a web server need not support byte ranges.
    options = {"block_size": 0} if url.startswith(WEB) else {}
    source: BinaryIO
    with store.open(inside, "rb", **options) as source:
        yield from check_size(iter(partial(source.read, _CHUNK), b""), limits().plain, url)


def open_store(url: str) -> tuple[Any, str]:
    """Return fsspec's file system for a URL, and the path in it."""
    if not trust().urls:
        hint = trust().why("--no-urls", NO_URLS_VARIABLE)
        raise UnavailableError(Problem("this URL is not read", url, hint=hint))
    if _USER.search(url):
        hint = "it would appear in messages and manifests; docs/scale.md has other ways"
        raise InputError(Problem("no password in a URL", _USER.sub("://…@", url), hint=hint))
    with extra("cluster", "URLs need", url):
        from fsspec.core import url_to_fs
    store, inside = url_to_fs(url)
    return store, str(inside)


def unavailable(error: Exception, url: str) -> HarnessError:
    """Return the error of a failed request to a store."""
    return error if isinstance(error, HarnessError) else UnavailableError(_problem(error, url))


def _cause(error: BaseException) -> BaseException:
    """Return the cause of a failure; fsspec reports "not found" whenever it gets no answer."""
    cause = error
    if isinstance(error, FileNotFoundError):
        while cause.__cause__ is not None and not (_is_busy(cause) or _is_cut_off(cause)):
            cause = cause.__cause__
    return cause


def _wait(error: Exception, pause: float | None) -> float | None:
    """Return the seconds to wait before the next attempt; None if one is useless."""
    cause = _cause(error)
    if pause is None or not (_is_busy(cause) or _is_cut_off(cause)):
        return None
    asked = _retry_delay(cause)
    if asked is None:
        return pause
    return asked if asked <= LONGEST else None


def _is_busy(cause: BaseException) -> bool:
    return getattr(cause, "status", None) in _BUSY


def _is_cut_off(cause: BaseException) -> bool:
    kinds = {kind.__name__ for kind in type(cause).__mro__}
    return (isinstance(cause, OSError) and cause.errno in _BROKEN) or not kinds.isdisjoint(_CUT_OFF)


def _retry_delay(cause: BaseException) -> float | None:
    """Return the seconds that a server asks to wait, if it gives a number."""
    text = str((getattr(cause, "headers", None) or {}).get("Retry-After", ""))
    return float(text) if text.isascii() and text.isdigit() else None


def _problem(error: Exception, url: str, tried: int = 1) -> Problem:
    """Return the problem of a URL after so many attempts."""
    scheme = url.partition("://")[0]
    if isinstance(error, ImportError):
        return Problem(f"{scheme}:// needs another package", url, hint=str(error))
    if isinstance(error, ValueError) and "rotocol not known" in str(error):
        with extra("cluster", "URLs need", url):
            from fsspec import available_protocols

        return Problem(unknown("protocol", scheme, available_protocols()).message, url)
    cause = _cause(error)
    if _is_busy(cause) or _is_cut_off(cause):
        return _tried_again(cause, url, tried)
    return _explain_refusal(cause, url)


def _tried_again(cause: BaseException, url: str, tried: int) -> Problem:
    asked, hint = _retry_delay(cause), f"asked {count_noun(tried, 'time')}"
    if asked is not None and asked > LONGEST:
        hint = f"the server asks to wait for {asked:,.0f} seconds"
    if _is_busy(cause):
        status = getattr(cause, "status", None)
        return Problem(f"cannot be read: HTTP status {status}", url, hint=hint)
    return Problem("the download broke off", url, hint=hint)


def _explain_refusal(cause: BaseException, url: str) -> Problem:
    status = getattr(cause, "status", None)
    if isinstance(cause, PermissionError) or status in _REFUSED:
        hint = "credentials come from the environment of the reading process"
        return Problem("access is refused", url, hint=hint)
    if isinstance(cause, FileNotFoundError) or status == _ABSENT:
        return Problem("there is nothing at this URL", url)
    if isinstance(cause, IsADirectoryError):
        return Problem("this is a directory, not a file", url, hint=f"all in it: {url}/*")
    if isinstance(cause, TimeoutError):
        return Problem("the server does not answer in time", url)
    what = f"HTTP status {status}" if status else f"{type(cause).__name__}: {cause}"
    return Problem(f"cannot be read: {what}", url)
