"""Archives with one file of data, as TIRA gives runs and mail programs send them: zip and tar.

Nothing is unpacked to disk, so that paths in an archive, links and devices do nothing.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePosixPath
from typing import IO

from harness.core.errors import InputError, Problem, some
from harness.formats.compression import within

#: What is no data, by suffix or name: texts for people, metadata, hidden files.
NO_DATA = re.compile(
    r"(?i)readme.*|license.*|\..*|.*\.(md|ya?ml|py|sh|html?|pdf|png|svg|tex|toml|ipynb|log)"
)
#: What TIRA calls the description of a run.
METADATA = re.compile(r"ir-metadata\.ya?ml")
_PIECE = 1 << 20
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_USTAR = slice(257, 262)

#: A member's path, and what opens it.
_Member = tuple[str, Callable[[], IO[bytes] | None]]


def is_archive(start: bytes) -> bool:
    r"""Whether a content that starts so is a zip or tar archive.

    >>> is_archive(b"PK\x03\x04..."), is_archive(b"1 Q0 d1 1 2.5 me\n")
    (True, False)
    """
    return start.startswith(_ZIP) or start[_USTAR] == b"ustar"


def only_member(content: bytes, packed: int, name: str) -> bytes:
    """The one file of data in an archive, as it is there; ``packed`` bytes bound its size.

    Raises `InputError` for a damaged or encrypted archive, and for one with no such file or more.
    """
    from tarfile import TarError
    from zipfile import BadZipFile

    try:
        members = [(path, opens) for path, opens in _members(content) if _is_data(path)]
        if len(members) != 1:
            paths = [path for path, _ in members]
            if any(path.startswith("xl/") for path in paths):
                sheet = Problem("this is a workbook (XLSX)", name, hint="save the sheet as CSV")
                raise InputError(sheet)
            message = f"an archive with {len(paths) or 'no'} files of data where 1 is expected"
            hint = f"{some(paths)}; unpack it, and name the files" if paths else None
            raise InputError(Problem(message, name, hint=hint))
        with members[0][1]() or io.BytesIO() as file:
            return b"".join(within(iter(partial(file.read, _PIECE), b""), packed, name))
    except (BadZipFile, TarError, zlib.error, EOFError, OSError) as error:
        raise InputError(Problem(f"damaged or truncated archive: {error}", name)) from None
    except (RuntimeError, NotImplementedError) as error:  # a password; a rare compression
        hint = "unpack it, and name the file that it holds"
        raise InputError(Problem(f"cannot be unpacked: {error}", name, hint=hint)) from None


def metadata_in(content: bytes) -> bytes | None:
    """The start of TIRA's ``ir-metadata.yml`` in an archive; None where there is none."""
    from tarfile import TarError
    from zipfile import BadZipFile

    try:
        for path, opens in _members(content):
            if METADATA.fullmatch(PurePosixPath(path).name):
                with opens() or io.BytesIO() as file:
                    return file.read(_PIECE)
    except (BadZipFile, TarError, zlib.error, EOFError, OSError, RuntimeError):
        return None  # whoever reads the run says so
    return None


def _members(content: bytes) -> Iterator[_Member]:
    """The regular files of an archive."""
    file = io.BytesIO(content)
    if content.startswith(_ZIP):
        from zipfile import ZipFile

        archive = ZipFile(file)
        for info in archive.infolist():
            if not info.is_dir():
                yield info.filename, partial(archive.open, info)
        return
    import tarfile

    tar = tarfile.open(fileobj=file, mode="r:")  # noqa: SIM115 - of bytes
    for member in tar:
        if member.isreg():
            yield member.name, partial(tar.extractfile, member)


def _is_data(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return "__MACOSX" not in parts and bool(parts) and not NO_DATA.fullmatch(parts[-1])
