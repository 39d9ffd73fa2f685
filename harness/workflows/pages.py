"""Pages of reports on disk: one of ours is replaced, somebody's work never."""

from __future__ import annotations

import hashlib
from pathlib import Path

from harness.core.errors import InputError, Problem
from harness.formats.writers import atomic_write

#: What every page of ours has near its beginning.
_MADE_HERE = b'<meta name="generator" content="harness '


def check_page(place: Path, *, force: bool) -> None:
    """Raise `InputError` when a file stands there that is not a page of ours, as it was written.

    By force any file is replaced, but nothing else: a directory or a pipe stays.
    """
    message, hint = "", None
    try:
        if place.exists() and not place.is_file():  # which is not opened: a pipe would wait forever
            message = "this is not a regular file"
        elif place.exists() and not force:
            message, hint = _not_ours(place.read_bytes()), "--force replaces it"
    except OSError as error:
        message = f"cannot be written: {error.strerror}"
    if message:
        raise InputError(Problem(message, str(place), hint=hint))


def _not_ours(content: bytes) -> str:
    """Why a file is not a page that can be made again; nothing for one that can."""
    if _MADE_HERE not in content[:4096]:
        return "the file exists, and is not a page of this kind"
    page, _, last = content.removesuffix(b"\n").rpartition(b"\n")
    if last != _seal(page + b"\n"):
        return "the page was changed since it was written"
    return ""


def _seal(page: bytes) -> bytes:
    """The last line of a page: a comment by which it is known to be as it was written."""
    return f"<!-- sha256 {hashlib.sha256(page).hexdigest()} -->".encode()


def put_page(text: str, place: Path) -> None:
    """Write a page in one piece, in a directory that is made if it is not there."""
    page = text.encode() if text.endswith("\n") else text.encode() + b"\n"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"the directory cannot be made: {error.strerror}"
        raise InputError(Problem(message, str(place.parent))) from None
    atomic_write(str(place), page + _seal(page) + b"\n")
