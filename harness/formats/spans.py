"""Where the pieces of a large file of lines begin and end, so that each topic is in one of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from harness.core.limits import limits
from harness.formats.compression import compression_of
from harness.formats.remote import is_url, local, source

#: The size of a piece in bytes, about: large topics make larger ones.
PIECE = 2**23
#: Files from so many bytes on are read in pieces; compressed ones from a fifth of it on.
LARGE = 2**25
_PACKED = 5
#: The least size of the first piece: guesses at a file look at no more of its beginning.
BEGINNING = 2**22
#: So many bytes at the end of a piece are looked at first for the beginning of a topic.
_END = 2**16


def is_large(path: str | os.PathLike[str]) -> bool:
    """Whether the size of a file is that of a run to read in pieces."""
    with local(path) as file_itself:
        if file_itself.is_dir():  # reading says what is wrong with it
            return False
    with source(path) as file:
        packed = compression_of(file.read(16)) is not None
        size = os.fstat(file.fileno()).st_size
    most = limits().plain
    return size >= (LARGE // _PACKED if packed else LARGE) and (most is None or size <= most)


def plain_spans(path: str) -> list[Span]:
    """The pieces of a large file that is not packed; of any other file none."""
    if is_url(path) or not is_large(path):
        return []
    with source(path) as file:
        if compression_of(file.read(16)) is not None:
            return []
        size = os.fstat(file.fileno()).st_size
        return [Span(path, *ends) for ends in spans_of(file, 0, size)]


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes of a plain file, from ``start`` to ``stop``."""

    path: str
    start: int
    stop: int

    def read(self) -> bytes:
        """The bytes."""
        with source(self.path) as file:
            file.seek(self.start)
            return file.read(self.stop - self.start)

    def lines_before(self) -> int:
        """How many lines of the file stand before it."""
        # Most that ask for pieces do without numpy.
        from harness.core.arrays import num_newlines

        lines, left = 0, self.start
        with source(self.path) as file:
            while left and (piece := file.read(min(left, PIECE))):
                lines += num_newlines(piece)
                left -= len(piece)
        return lines


def spans_of(file: BinaryIO, start: int, size: int) -> Iterator[tuple[int, int]]:
    """The pieces of an open file from a byte on, of which no more is read than finds their ends."""
    end = start + max(PIECE, BEGINNING)
    while end < size:
        stop, length = 0, _END
        while not stop and length < 4 * (end - start):
            begin = max(start, end - length)
            file.seek(begin)
            content = file.read(end - begin)
            stop = new_topic(content) if begin > start else last_topic(content)
            length *= 4
        if stop:
            yield start, begin + stop
            start, end = begin + stop, begin + stop + PIECE
        else:
            end += PIECE  # one topic so far
    yield start, size


def new_topic(block: bytes) -> int:
    """As `last_topic`, of bytes that may begin in a line or topic; 0 if it began before them."""
    end = last_topic(block)
    return end if 0 < block.find(b"\n") + 1 < end else 0


def last_topic(content: bytes) -> int:
    r"""Where the lines of the last topic begin of which a whole line is there; 0 if at the top.

    >>> last_topic(b"1 Q0 a\n1 Q0 b\n2 Q0 a\n2 Q0 b\n2 Q")
    14
    """
    stop = content.rfind(b"\n") + 1
    line = content[content.rfind(b"\n", 0, stop - 1) + 1 : stop]
    topic = line.split(None, 1)[0] if line.strip() else b""
    # With what stands before it, for columns that are aligned, and the blank behind it.
    start = line[: line.find(topic) + len(topic) + 1]
    size = _END
    while (begin := stop - size) > 0:
        # The first line of what is looked at may stand in the middle of the topic.
        second = content.find(b"\n", begin)
        position = content.find(b"\n" + start, second, stop)
        if position > second:
            return position + 1
        size *= 4
    return 0 if content.startswith(start) else content.find(b"\n" + start) + 1
