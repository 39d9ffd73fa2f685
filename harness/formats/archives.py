"""Members of zip and tar archives, as TIRA provides runs and people mail them.

Nothing is unpacked to the paths in an archive, so that paths, links and devices in it do no harm.
"""

from __future__ import annotations

import io
import re
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePosixPath
from typing import IO, BinaryIO

from harness.core.errors import InputError, Problem, some
from harness.core.limits import limits, too_large
from harness.core.listing import NO_DATA
from harness.formats.compression import ZIP, within

#: Files that operating systems put beside people's files.
OF_SYSTEMS = re.compile(r"(?i)\.ds_store|\._.*|thumbs\.db|desktop\.ini")
#: TIRA's name for the description of a run.
METADATA = re.compile(r"ir-metadata\.ya?ml")
#: An archive with more members is no submission.
MOST_MEMBERS = 10_000
_PIECE = 1 << 20
#: Parts of a path that lead out of the archive, or are redundant.
_NOT_PLAIN = re.compile(r"\A[A-Za-z]:|(?:\A|/)\.{0,2}(?:/|\Z)")
_AS_CSV = "save its sheet as CSV"
_AS_TEXT = "save it as plain text, or its table as CSV"
#: Members of every document of an office program.
_OF_OFFICE = frozenset({"[Content_Types].xml", "content.xml"})
_OPAQUE = "unpack it, and name the file that it holds"


@dataclass(frozen=True, slots=True)
class Member:
    """File in an archive: its path, its size and the function that opens it.

    ``fault`` is the reason why it is not read, whatever its content.
    """

    path: str
    size: int
    opens: Callable[[], IO[bytes] | None]
    fault: str | None = None

    @property
    def of_systems(self) -> bool:
        """Whether an operating system added it: ``__MACOSX``, ``.DS_Store``, ``Thumbs.db``."""
        parts = PurePosixPath(self.path).parts
        return "__MACOSX" in parts or OF_SYSTEMS.fullmatch(parts[-1]) is not None

    @property
    def is_data(self) -> bool:
        """Whether it can be data."""
        name = PurePosixPath(self.path).name
        return not (self.fault or self.of_systems or NO_DATA.fullmatch(name))

    def pieces(self, packed: int, name: str) -> Iterator[bytes]:
        """Yield the content piece by piece; ``packed`` bytes bound its size."""
        with self.opens() or io.BytesIO() as file:
            yield from within(iter(partial(file.read, _PIECE), b""), packed, name)


def only_member(content: bytes, packed: int, name: str) -> bytes:
    """Return the content of the only data file in an archive; ``packed`` bytes bound its size.

    Raises `InputError` for a damaged or encrypted archive, and for none or several data files.
    """
    with refuse_damaged_archive(name):
        members = list_members(io.BytesIO(content), packed, name)
        data = [member for member in members if member.is_data]
        if len(data) != 1:
            raise InputError(_not_one(data, members, name))
        return b"".join(data[0].pieces(packed, name))


def _not_one(data: list[Member], members: list[Member], name: str) -> Problem:
    paths = [member.path for member in data]
    if any(path.startswith("xl/") for path in paths):
        return Problem("this is a workbook (XLSX)", name, hint=_AS_CSV)
    if _OF_OFFICE.intersection(paths):
        return Problem("this is a document of an office program", name, hint=_AS_TEXT)
    message = f"an archive with {len(paths) or 'no'} files of data where 1 is expected"
    if paths:
        return Problem(message, name, hint=f"{some(paths)}; name one: {name}!/{paths[0]}")
    faults = [f"{member.path}: {member.fault}" for member in members if member.fault]
    return Problem(message, name, hint=some(faults) or None)


def metadata_in(content: bytes) -> bytes | None:
    """Return the start of TIRA's ``ir-metadata.yml`` in an archive; None without one."""
    try:
        with refuse_damaged_archive(""):
            for member in list_members(io.BytesIO(content), len(content), ""):
                if METADATA.fullmatch(PurePosixPath(member.path).name) and not member.fault:
                    with member.opens() or io.BytesIO() as file:
                        return file.read(_PIECE)
    except InputError:
        return None  # reading the run reports it
    return None


@contextmanager
def refuse_damaged_archive(name: str) -> Iterator[None]:
    """Turn any exception from reading a damaged or encrypted archive into `InputError`."""
    from tarfile import TarError
    from zipfile import BadZipFile

    try:
        yield
    except (BadZipFile, TarError, zlib.error, EOFError, OSError, UnicodeError) as error:
        message, hint = f"damaged or truncated archive: {error}", None
        if name.lower().endswith(".xlsx"):
            message, hint = f"damaged workbook (XLSX): {error}", _AS_CSV
        raise InputError(Problem(message, name, hint=hint)) from None
    except (RuntimeError, NotImplementedError) as error:  # a password; a rare compression
        raise InputError(Problem(f"cannot be unpacked: {error}", name, hint=_OPAQUE)) from None


def list_members(file: BinaryIO, packed: int, name: str) -> list[Member]:
    """Return the files in an open archive of ``packed`` bytes, in its order.

    Raises `InputError` for more than `MOST_MEMBERS`, and for a total size beyond the limits.
    """
    start = file.read(512)
    file.seek(0)
    members: list[Member] = []
    seen: dict[str, int] = {}
    total, most = 0, limits().allowed(packed)
    for member in _in_zip(file) if start.startswith(ZIP) else _in_tar(file):
        if len(members) >= MOST_MEMBERS:
            message = f"an archive with more than {MOST_MEMBERS:,} files"
            raise InputError(Problem(message, name, hint="send the runs of one group in one"))
        total += member.size
        if most is not None and total > most:
            raise too_large(name, most, packed)
        if member.path in seen:
            twice = "it is there twice"
            members[seen[member.path]] = replace(members[seen[member.path]], fault=twice)
            member = replace(member, fault=twice)  # noqa: PLW2901
        seen.setdefault(member.path, len(members))
        members.append(member)
    return members


def _in_zip(file: BinaryIO) -> Iterator[Member]:
    from zipfile import ZipFile

    archive = ZipFile(file)
    for info in archive.infolist():
        # Programs on Windows may write backslashes.
        path = info.filename.replace("\\", "/")
        if not (info.is_dir() or path.endswith("/")):
            fault = "a link" if stat.S_ISLNK(info.external_attr >> 16) else None
            yield _member(path, info.file_size, partial(archive.open, info), fault)


def _in_tar(file: BinaryIO) -> Iterator[Member]:
    import tarfile

    tar = tarfile.open(fileobj=file, mode="r:")  # noqa: SIM115 - of an open file
    for info in tar:
        if not info.isdir():
            other = "a link" if info.islnk() or info.issym() else "no file"
            size, fault = (info.size, None) if info.isreg() else (0, other)
            yield _member(info.name, size, partial(tar.extractfile, info), fault)


def _member(
    path: str, size: int, opens: Callable[[], IO[bytes] | None], fault: str | None
) -> Member:
    """Return a member by its path without ``.``; a path out of the archive is a fault."""
    if not _NOT_PLAIN.search(path):
        return Member(path, size, opens, fault)
    known = PurePosixPath(path)
    if fault is None and (known.is_absolute() or re.match(r"[A-Za-z]:", path)):
        fault = "an absolute path"
    if fault is None and ".." in known.parts:
        fault = "a path with .. in it"
    return Member(str(known), size, opens, fault)
