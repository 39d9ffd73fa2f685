"""Opening data files: plain, .gz, .bz2, .xz, .zst or standard input, as bytes or as text."""

from __future__ import annotations

import bz2
import errno
import gzip
import lzma
import os
import re
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from harness.errors import InputError, Problem, nearest

STDIN = "-"
_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_CHUNK = 1 << 20


class _Decompressor(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


def _all_streams(content: bytes, new: Callable[[], _Decompressor]) -> bytes:
    """Every stream of a file, one after the other, as parallel compressors write them.

    ``bz2.decompress`` and ``lzma.decompress`` drop whatever follows the first stream when it is
    damaged, and zstandard's reader returns what it has when a frame breaks off. Here both raise.
    """
    parts: list[bytes] = []
    decompressor = new()
    for start in range(0, len(content), _CHUNK):
        chunk = content[start : start + _CHUNK]
        while chunk:
            if decompressor.eof:
                chunk = chunk.lstrip(b"\0")  # xz allows zero bytes between streams
                if not chunk:
                    break
                decompressor = new()
            parts.append(decompressor.decompress(chunk))
            chunk = decompressor.unused_data if decompressor.eof else b""
    if not decompressor.eof:
        raise EOFError("it ends in the middle of the compressed data")
    return b"".join(parts)


def _unbzip2(content: bytes) -> bytes:
    return _all_streams(content, bz2.BZ2Decompressor)


def _unxz(content: bytes) -> bytes:
    return _all_streams(content, lzma.LZMADecompressor)


def _unzstd(content: bytes) -> bytes:
    import zstandard

    return _all_streams(content, zstandard.ZstdDecompressor().decompressobj)


#: How a compressed file starts, its name, and what opens it. The content decides, not the suffix.
#: bzip2 is known by its block mark too: a line of text may well start with "BZh". pzstd starts a
#: file with a skippable frame, whose first byte is 0x50 to 0x5f.
_COMPRESSIONS: tuple[tuple[re.Pattern[bytes], str, Callable[[bytes], bytes]], ...] = (
    (re.compile(rb"\x1f\x8b"), "gzip", gzip.decompress),
    (
        re.compile(rb"BZh[1-9](?:\x31\x41\x59\x26\x53\x59|\x17\x72\x45\x38\x50\x90)"),
        "bzip2",
        _unbzip2,
    ),
    (re.compile(rb"\xfd7zXZ\x00"), "xz", _unxz),
    (re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18"), "zstd", _unzstd),
)


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """The whole content of a file, decompressed, without a byte-order mark.

    ``-`` reads standard input. Raises `InputError` for a missing file, a directory, a file that
    may not be read, a truncated or damaged archive, an empty file and a binary file.
    """
    name = os.fspath(path)
    content = _raw(name)
    for magic, kind, decompress in _COMPRESSIONS:
        if magic.match(content):
            content = _decompressed(name, content, kind, decompress)
            break
    content = content.removeprefix(_BOM)
    if not content or content.isspace():
        raise InputError(Problem("the file is empty", where=name))
    _refuse_binary(name, content)
    return content


def decode(content: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """The content as text, and a warning when it had to be read as latin-1.

    >>> decode("é".encode("latin-1"), "a.txt")
    ('é', ('a.txt: not UTF-8 (byte 0xe9 at offset 0); read as latin-1',))
    """
    try:
        return content.decode("utf-8"), ()
    except UnicodeDecodeError as error:
        byte = content[error.start]
        warning = f"{name}: not UTF-8 (byte 0x{byte:02x} at offset {error.start}); read as latin-1"
        return content.decode("latin-1"), (warning,)


def _refuse_binary(name: str, content: bytes) -> None:
    if content.startswith(_UTF16):
        raise InputError(Problem("this is UTF-16 text", where=name, hint="save it as UTF-8"))
    if b"\0" in content[:65536]:
        hint = "expected text: plain, .gz, .bz2, .xz or .zst"
        raise InputError(Problem("this is a binary file", where=name, hint=hint))


def _raw(name: str) -> bytes:
    if name == STDIN:
        return _standard_input()
    path = Path(name)
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError(_not_there(path, name)) from None
    except IsADirectoryError:
        raise InputError(Problem("this is a directory, not a file", where=name)) from None
    except OSError as error:
        loop = error.errno == errno.ELOOP
        said = "this is a symbolic link that leads to itself"
        message = said if loop else f"cannot be read: {error.strerror}"
        raise InputError(Problem(message, where=name)) from None
    except ValueError as error:  # a path with a NUL in it
        raise InputError(Problem(f"not a file name: {error}", where=repr(name))) from None


def _standard_input() -> bytes:
    # None when a program without a terminal (a service, pythonw) starts us.
    if sys.stdin is None:
        raise InputError(Problem("there is no standard input", where=STDIN))
    try:
        return sys.stdin.buffer.read()
    except (OSError, ValueError) as error:  # ValueError: it was closed
        raise InputError(Problem(f"cannot be read: {error}", where=STDIN)) from None


def is_broken_link(path: str | os.PathLike[str]) -> bool:
    """Whether this is a symbolic link that leads to nothing."""
    return Path(path).is_symlink() and not Path(path).exists()


def _not_there(path: Path, name: str) -> Problem:
    if is_broken_link(path):
        message = f"this is a broken symbolic link: there is no {path.readlink()}"
        return Problem(message, where=name)
    return Problem("no such file", where=name, hint=_nearest_file(path))


def _nearest_file(path: Path) -> str | None:
    if not path.parent.is_dir():
        return f"there is no directory {path.parent}"
    try:
        names = [entry.name for entry in path.parent.iterdir() if entry.name != path.name]
        return nearest(path.name, names)
    except OSError:  # a directory that may be entered but not listed
        return None


def _decompressed(
    name: str, content: bytes, kind: str, decompress: Callable[[bytes], bytes]
) -> bytes:
    try:
        return decompress(content)
    except ImportError:
        message = "reading .zst needs the package zstandard"
        raise InputError(Problem(message, where=name, hint="pip install zstandard")) from None
    except Exception as error:
        # zstandard raises its own class, known only once it is imported.
        known = isinstance(error, OSError | EOFError | ValueError | zlib.error | lzma.LZMAError)
        if not known and not type(error).__module__.startswith("zstandard"):
            raise
        message = f"damaged or truncated {kind} file: {error}"
        raise InputError(Problem(message, where=name)) from None
