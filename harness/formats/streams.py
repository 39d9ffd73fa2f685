"""A file that is read piece by piece, because it may be larger than the memory."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, BinaryIO

from harness.formats.archives import is_archive
from harness.formats.compression import (
    Compression,
    compression_of,
    damage_explained,
    decompressed,
    within,
)
from harness.formats.files import BOM, PARQUET, READ, UTF16, raw_bytes, without_mark
from harness.formats.remote import beginning, is_url, source

_PIECE = 1 << 16


@dataclass(frozen=True, slots=True, eq=False)
class Stream:
    """An open file, decompressed: its ``head`` (some lines, all of a short file) and the ``rest``.

    ``fault`` says why it can be no text, if so. ``plain`` is a file on disk, not compressed;
    ``marked`` tells that a byte-order mark stood before the head.
    """

    name: str
    head: bytes
    rest: BinaryIO
    plain: bool = False
    marked: bool = False

    @property
    def fault(self) -> str | None:
        """Fault of the file that shows before a layout is looked for."""
        if not self.head.strip():
            return "the file is empty"
        if self.head.startswith(UTF16):
            return "this is UTF-16 text, not UTF-8"
        if b"\0" in self.head[:_PIECE] and not self.head.startswith(PARQUET):
            return f"this is a binary file, not text: {READ}"
        return None

    def lines(self) -> Iterator[bytes]:
        """Every line with its line end; lines end with a line feed only."""
        return chain(io.BytesIO(self.head), self.rest)

    def content(self) -> bytes:
        """All of it at once."""
        return self.head + self.rest.read()


@contextmanager
def opened(name: str, *, briefly: bool = False) -> Iterator[Stream]:
    """A file to read piece by piece, compressed or not; ``-`` is standard input.

    Of an archive all is read at once. Of a URL that is read ``briefly`` no more is fetched than is
    read. Raises `UnavailableError` for a file that cannot be had, and, while it is read,
    `InputError` for a damaged or truncated archive.
    """
    with _file(name, briefly) as (file, size):
        kind = compression_of(file.peek(16))
        rest: BinaryIO = file if kind is None else _decompressed(file, name, kind, size)
        head = rest.read(_PIECE) + rest.readline()
        plain = kind is None
        if is_archive(head):
            head, rest, plain = raw_bytes(name), io.BytesIO(), False
        marked = head.startswith(BOM)
        yield Stream(name, without_mark(head), rest, plain=plain, marked=marked)


@contextmanager
def _file(name: str, briefly: bool) -> Iterator[tuple[io.BufferedReader, int]]:
    """An open file and its size, 0 where it is not known."""
    if briefly and is_url(name):
        with beginning(name) as pieces:
            yield io.BufferedReader(_Pieces(pieces)), 0
        return
    with source(name) as file:
        yield file, os.fstat(file.fileno()).st_size


class _Pieces(io.RawIOBase):
    """Pieces of bytes as a file."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._left = memoryview(b"")

    def readable(self) -> bool:
        """It is."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Put what comes next into a buffer; 0 at the end."""
        while not self._left:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._left = memoryview(piece)
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


def _decompressed(file: BinaryIO, name: str, kind: Compression, packed: int) -> BinaryIO:
    return io.BufferedReader(_Pieces(_explained(file, name, kind, packed)))


def _explained(file: BinaryIO, name: str, kind: Compression, packed: int) -> Iterator[bytes]:
    contents = decompressed(iter(partial(file.read, _PIECE), b""), kind.new)
    with damage_explained(name, kind.name):
        yield from within(contents, packed, name, streamed=True)
