"""Compressed content: how it is recognised and read, and what is said of damage."""

from __future__ import annotations

import bz2
import lzma
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from harness.errors import InputError, Problem


class Decompressor(Protocol):
    """What reads one stream."""

    @property
    def eof(self) -> bool:
        """Whether the stream has ended."""

    @property
    def unused_data(self) -> bytes:
        """What came after its end."""

    def decompress(self, data: bytes, /) -> bytes:
        """The content of further data."""


@dataclass(frozen=True, slots=True)
class Compression:
    """How a compressed file starts, its name, and what opens a stream of it."""

    magic: re.Pattern[bytes]
    name: str
    new: Callable[[], Decompressor]


def _gunzip() -> Decompressor:
    return zlib.decompressobj(zlib.MAX_WBITS | 16)


def _unzstd() -> Decompressor:
    import zstandard

    made: Decompressor = zstandard.ZstdDecompressor().decompressobj()
    return made


#: The content decides, not the suffix. bzip2 is known by its block mark too: a line of text may
#: well start with "BZh". pzstd starts a file with a skippable frame, whose first byte is 0x50 to
#: 0x5f.
_COMPRESSIONS = (
    Compression(re.compile(rb"\x1f\x8b"), "gzip", _gunzip),
    Compression(
        re.compile(rb"BZh[1-9](?:\x31\x41\x59\x26\x53\x59|\x17\x72\x45\x38\x50\x90)"),
        "bzip2",
        bz2.BZ2Decompressor,
    ),
    Compression(re.compile(rb"\xfd7zXZ\x00"), "xz", lzma.LZMADecompressor),
    Compression(re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18"), "zstd", _unzstd),
)


def compression_of(start: bytes) -> Compression | None:
    r"""What a file is compressed with, by its first bytes; None for one that is not.

    >>> compression_of(b"BZh is a word") is None, compression_of(b"\x1f\x8b\x08").name
    (True, 'gzip')
    """
    return next((one for one in _COMPRESSIONS if one.magic.match(start)), None)


def decompressed(pieces: Iterable[bytes], new: Callable[[], Decompressor]) -> Iterator[bytes]:
    """The content of every stream, one after the other, as parallel compressors write them.

    ``bz2.decompress`` and ``lzma.decompress`` drop whatever follows the first stream when it is
    damaged, and zstandard's reader returns what it has when a frame breaks off. Here both raise.
    """
    decompressor = new()
    for whole in pieces:
        piece = whole
        while piece:
            if decompressor.eof:
                piece = piece.lstrip(b"\0")  # streams may be padded with zero bytes
                if not piece:
                    break
                decompressor = new()
            yield decompressor.decompress(piece)
            piece = decompressor.unused_data if decompressor.eof else b""
    if not decompressor.eof:
        raise EOFError("it ends in the middle of the compressed data")


@contextmanager
def damage_explained(where: str, compression: str) -> Iterator[None]:
    """Raise `InputError` for whatever reading compressed content raises."""
    try:
        yield
    except ImportError:
        message = "reading .zst needs the package zstandard"
        raise InputError(Problem(message, where, hint="pip install zstandard")) from None
    except Exception as error:
        # zstandard raises its own class, known only once it is imported.
        known = isinstance(error, OSError | EOFError | ValueError | zlib.error | lzma.LZMAError)
        if not known and not type(error).__module__.startswith("zstandard"):
            raise
        raise InputError(
            Problem(f"damaged or truncated {compression} file: {error}", where)
        ) from None
