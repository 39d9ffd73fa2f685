"""Members of archives as inputs: ``teamC.zip!/runs/a.txt`` is the file ``runs/a.txt`` in it.

An archive with one data file is that file; one with several stands for all of them, like a
directory. Archives in an archive are opened, but not archives in those.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import translate
from functools import lru_cache

from harness.core.errors import InputError, UnavailableError, some
from harness.core.limits import Limits, limits
from harness.core.listing import is_pattern
from harness.core.locations import ARCHIVE, MEMBER, address_parts, anchor_path, find_archive
from harness.core.notes import Note
from harness.formats.remote import is_url, keep_copies, open_members

#: The depth of nested archives that are opened.
_NESTED = 2


@dataclass(slots=True)
class Contents:
    """Addresses of an archive's data files, and of the others with the reason why they are left
    out.

    Files of operating systems are in neither.
    """

    files: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)


def is_archive_name(path: str) -> bool:
    """Return whether a file has the suffix of an archive.

    >>> is_archive_name("teamC.tar.gz"), is_archive_name("run.gz")
    (True, False)
    """
    return ARCHIVE.search(path) is not None


def exists(path: str | os.PathLike[str]) -> bool:
    """Return whether a path exists, on this machine or in an archive."""
    name = os.fspath(path)
    if address_parts(name) is None:
        return anchor_path(name).exists()
    try:
        return bool(members_at(name))
    except (InputError, UnavailableError):
        return anchor_path(find_archive(name)).exists()  # reading reports what is wrong


def files_in(path: str) -> list[str]:
    """Return the files of a path or an address: members of an archive, or the path itself.

    A path that cannot be opened stands for itself: reading reports the problem. An address may have
    a pattern after the archive: ``teamC.zip!/runs/*.txt``.
    """
    try:
        if address_parts(path) is not None:
            return members_at(path) or [path]
        if is_url(path) or not is_archive_name(path) or not anchor_path(path).is_file():
            return [path]
        files = contents(path).files
    except (InputError, UnavailableError):
        return [path]
    return files if len(files) > 1 else [path]


def members_at(address: str) -> list[str]:
    """Return the members at an address: one, or all of a pattern or folder."""
    start, _, inside = address.partition(MEMBER)
    known = contents(start).files
    if address in known:
        return [address]
    if is_pattern(inside):
        fits = re.compile(_translate(inside)).match
        return [name for name in known if fits(name[len(start) + len(MEMBER) :])]
    folder = address.rstrip("/")
    return [name for name in known if name.startswith((f"{folder}/", f"{folder}{MEMBER}"))]


def _translate(pattern: str) -> str:
    """Translate a pattern to a regular expression; ``**/`` matches any folders, ``*`` no slash."""
    parts = []
    for part in pattern.split("/"):
        if part == "**":
            parts.append("(?:.*/)?")
        else:
            inner = translate(part).removeprefix("(?s:").removesuffix(r")\Z")
            parts.append(inner.replace(".*", "[^/]*") + "/")
    return "".join(parts).removesuffix("/") + r"\Z"


def list_left_out(path: str) -> dict[str, str]:
    """Return the members of an archive that are not data, each with the reason."""
    if is_url(path) or not (is_archive_name(path) and anchor_path(path).is_file()):
        return {}
    try:
        return contents(path).left_out
    except (InputError, UnavailableError):
        return {}


def archive_notes(paths: Iterable[str]) -> Iterator[Note]:
    """Yield a note on each archive with files that are no runs; ``paths`` may be in archives."""
    for archive in dict.fromkeys(map(find_archive, paths)):
        if left_out := list_left_out(archive):
            start = len(archive) + len(MEMBER)
            names = [f"{address[start:]} ({why})" for address, why in left_out.items()]
            yield note_left_out(names, archive)


def note_left_out(ignored: Sequence[str], path: str) -> Note:
    """Return the note on files of a path that are no runs."""
    numbers = {"files": len(ignored)}
    return Note("files-left-out", f"left out, no runs: {some(ignored)}", path, numbers=numbers)


def contents(path: str) -> Contents:
    """Return the data files in an archive and in archives in it, in bytewise order.

    Raises `InputError` for a damaged or encrypted archive, or another file.
    """
    file = anchor_path(find_archive(path))
    if is_url(path) or not file.is_file():
        return _contents(path)
    state = file.stat()
    known = _list_once(path, str(file.absolute()), (state.st_mtime_ns, state.st_size), limits())
    return Contents(list(known.files), dict(known.left_out))


@lru_cache(maxsize=64)
def _list_once(path: str, _file: str, _state: tuple[int, int], _limits: Limits) -> Contents:
    """Return the contents of an archive, listed once unless it changes."""
    return _contents(path)


@keep_copies()
def _contents(path: str) -> Contents:
    listing = Contents()
    _list_archive(path, listing, _NESTED)
    listing.files.sort(key=os.fsencode)
    return listing


def _list_archive(path: str, listing: Contents, deep: int) -> None:
    with open_members(path) as (members, _):
        listed = [(member, f"{path}{MEMBER}{member.path}") for member in members]
    for member, address in listed:
        if member.of_systems:
            continue
        if not member.is_data:
            listing.left_out[address] = member.fault or "no file of data, by its name"
        elif not is_archive_name(member.path):
            listing.files.append(address)
        elif deep <= 1:
            listing.left_out[address] = "an archive in an archive in an archive"
        else:
            inner = Contents()
            with suppress(InputError):  # reading it as a run reports why
                _list_archive(address, inner, deep - 1)
            listing.files += inner.files if len(inner.files) > 1 else [address]
            listing.left_out |= inner.left_out
