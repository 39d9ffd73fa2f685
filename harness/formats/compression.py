"""Packed content: recognise it, decompress it, and explain damage."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from harness.core.errors import HarnessError, InputError, Problem
from harness.core.limits import LIFT, check_size, format_size, limits

#: The approximate size of the pieces from a decompressor, so that limits take effect early.
_PIECE = 1 << 20
#: The most memory for xz's dictionary; the strongest preset takes 65 MB, custom ones up to 1.5 GB.
_DICTIONARY = 1 << 29
#: The magic bytes of zip archives, and their place in tar archives.
ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_USTAR = slice(257, 262)


class Compression(NamedTuple):
    """Compression: its magic bytes, its name, and how a stream of it is read.

    ``new`` opens a stream: an object with ``decompress``, ``eof`` and ``unused_data``. ``read``
    yields the content of further data, of ``most`` bytes at once, in pieces that are not large.
    """

    magic: re.Pattern[bytes]
    name: str
    new: Callable[[], Any]
    read: Callable[[Any, bytes], Iterator[bytes]]
    most: int = _PIECE


def _read_gzip(stream: Any, data: bytes) -> Iterator[bytes]:
    yield stream.decompress(data, _PIECE)
    while stream.unconsumed_tail:
        yield stream.decompress(stream.unconsumed_tail, _PIECE)


def _read_bounded(stream: Any, data: bytes) -> Iterator[bytes]:
    """Read bzip2 or xz, whose decompressors say whether they need input."""
    yield stream.decompress(data, _PIECE)
    while not stream.eof and not stream.needs_input:
        yield stream.decompress(b"", _PIECE)


def _new_gzip() -> Any:
    library: Any = zlib
    with suppress(ImportError):
        from zlib_ng import zlib_ng as library  # the same content in half the time
    return library.decompressobj(zlib.MAX_WBITS | 16)


def _new_xz() -> Any:
    import lzma

    return lzma.LZMADecompressor(memlimit=_DICTIONARY if limits().ratio is not None else None)


def _new_bzip2() -> Any:
    import bz2

    return bz2.BZ2Decompressor()


def _new_zstd() -> Any:
    import zstandard

    return zstandard.ZstdDecompressor().decompressobj()


#: The content decides, not the suffix. bzip2 needs its block mark too: a line of text may start
#: with "BZh". pzstd starts a file with a skippable frame, whose first byte is 0x50 to
#: 0x5f. zstandard gives everything at once, so it gets little at once: four bytes can be a block of
#: 128 kB of one value, so that 512 bytes give 16 MB at most.
_COMPRESSIONS = (
    Compression(re.compile(rb"\x1f\x8b"), "gzip", _new_gzip, _read_gzip),
    Compression(
        re.compile(rb"BZh[1-9](?:\x31\x41\x59\x26\x53\x59|\x17\x72\x45\x38\x50\x90)"),
        "bzip2",
        _new_bzip2,
        _read_bounded,
    ),
    Compression(re.compile(rb"\xfd7zXZ\x00"), "xz", _new_xz, _read_bounded),
    Compression(
        re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18"),
        "zstd",
        _new_zstd,
        lambda stream, data: iter([stream.decompress(data)]),
        most=512,
    ),
)


def recognise_compression(start: bytes) -> Compression | None:
    r"""Recognise the compression of a file by its first bytes; None if there is none.

    >>> recognise_compression(b"BZh is a word") is None, recognise_compression(b"\x1f\x8b\x08").name
    (True, 'gzip')
    """
    return next((kind for kind in _COMPRESSIONS if kind.magic.match(start)), None)


def is_archive(start: bytes) -> bool:
    r"""Return whether content with this start is a zip or tar archive.

    >>> is_archive(b"PK\x03\x04..."), is_archive(b"1 Q0 d1 1 2.5 me\n")
    (True, False)
    """
    return start.startswith(ZIP) or start[_USTAR] == b"ustar"


def decompress(pieces: Iterable[bytes], kind: Compression) -> Iterator[bytes]:
    """Yield the content of every stream, one after the other, as parallel compressors write them.

    ``bz2.decompress`` and ``lzma.decompress`` drop damaged data after the first stream, and
    zstandard's reader returns a truncated frame. Here both raise.
    """
    stream = kind.new()
    for packed in pieces:
        for start in range(0, len(packed), kind.most):
            piece = packed[start : start + kind.most]
            while piece:
                if stream.eof:
                    piece = piece.lstrip(b"\0")  # streams may be padded with zero bytes
                    if not piece:
                        break
                    stream = kind.new()
                yield from kind.read(stream, piece)
                piece = stream.unused_data if stream.eof else b""
    if not stream.eof:
        raise EOFError("it ends in the middle of the compressed data")


def within(
    contents: Iterable[bytes], packed: int, where: str, *, streamed: bool = False
) -> Iterator[bytes]:
    """Yield the pieces of a content, within the limits for so many ``packed`` bytes.

    Raises `InputError` at the first piece beyond. ``streamed`` content is not kept.
    """
    return check_size(contents, limits().allowed(packed, streamed=streamed), where, packed)


@contextmanager
def explain_damage(where: str, compression: str) -> Iterator[None]:
    """Turn any exception from reading compressed content into `InputError`."""
    try:
        yield
    except (HarnessError, MemoryError):
        raise
    except Exception as error:
        # These raise classes of their own, which exist only once they are imported.
        known = isinstance(error, OSError | EOFError | ValueError | zlib.error)
        if not known and not type(error).__module__.startswith(("zstandard", "_lzma", "zlib_ng")):
            raise
        raise InputError(_damage(compression, str(error), where)) from None


def _damage(compression: str, message: str, where: str) -> Problem:
    if message == "Memory usage limit exceeded":  # from liblzma; the file itself may be sound
        message = f"unpacking it takes more than {format_size(_DICTIONARY)} of memory"
        return Problem(message, where, hint=LIFT)
    return Problem(f"damaged or truncated {compression} file: {message}", where)
