"""Blocks of a file of lines: all of it, or whole topics of a large one, some megabytes each."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import BinaryIO, NamedTuple

from harness.core.arrays import num_newlines
from harness.core.errors import InputError
from harness.core.limits import limits
from harness.core.run_faults import has_parts
from harness.formats.compression import recognise_compression
from harness.formats.files import BOM, Stream, open_pieces, raw_bytes
from harness.formats.layouts import Sample, choose_layout
from harness.formats.remote import local, source
from harness.formats.skipped import SkippedLines

#: The approximate size of a block in bytes: large topics make larger ones.
BLOCK = 2**21
#: Files of so many bytes or more are read in blocks; compressed ones from a fifth of that.
LARGE = 2**25
_PACKED = 5
#: The least size of the first block, which is enough for all guesses about a file.
BEGINNING = 2**22
#: Bytes at the end of a block that are searched first for the beginning of a topic.
_END = 2**16


class Span(NamedTuple):
    """Bytes of a plain file, from ``start`` to ``stop``."""

    path: str
    start: int
    stop: int

    def read(self) -> bytes:
        """Return the bytes."""
        with source(self.path) as file:
            file.seek(self.start)
            return file.read(self.stop - self.start)

    def lines_before(self) -> int:
        """Count the lines of the file before it."""
        lines, left = 0, self.start
        with source(self.path) as file:
            while left and (piece := file.read(min(left, BLOCK))):
                lines += num_newlines(piece)
                left -= len(piece)
        return lines


#: The number of lines before a block, or the place of the block, to count them later.
Before = int | Span


class Block(NamedTuple):
    """A file, or some of its topics, none of which is in another block unless it recurs.

    ``where`` and ``format`` name the file and its layout; ``before`` counts the lines before the
    block, or gives its place if they are not counted. ``is_all`` marks a whole file. If ``content``
    is None or a place, the worker reads it.
    """

    where: str
    format: str | None
    content: bytes | Span | None = None
    before: Before = 0
    is_first: bool = True
    is_all: bool = True

    @property
    def lines_before(self) -> int:
        """The number of lines before it, if counted; else 0."""
        return self.before if isinstance(self.before, int) else 0

    def read(self) -> bytes:
        """Return the bytes, decompressed."""
        if self.content is None:
            return raw_bytes(self.where)
        return self.content.read() if isinstance(self.content, Span) else self.content


def topic_blocks(
    path: str | os.PathLike[str], *, format: str | None = None, counted: bool = False
) -> Iterator[Block]:
    """Yield the blocks of a large run file; a layout that is not of lines is one block.

    With ``counted`` blocks have the number of lines before them. Else blocks of a plain file only
    give the place to read.
    """
    where = os.fspath(path)
    with open_pieces(where) as stream:
        first = None if stream.find_fault(where) or b"\n" not in stream.head else _first(stream)
        name = None if first is None else _recognise_layout(first, where, format)
        if first is None or name is None:
            yield Block(where, format)
        elif stream.plain and not counted:
            with source(where) as file:
                for start, stop in _spans(file, os.fstat(file.fileno()).st_size):
                    span = Span(where, start, stop)
                    yield Block(where, name, span, span, is_first=not start, is_all=False)
        else:
            before = 0
            for content in _contents(first, stream):
                yield Block(where, name, content, before, not before, is_all=False)
                before += num_newlines(content)


def join_skipped(blocks: Iterable[tuple[SkippedLines, Before]]) -> SkippedLines:
    """Add up the skipped lines of the blocks of a file.

    Lines before a block are counted only if it has the first line of a kind.
    """
    together = SkippedLines()
    for skipped, before in blocks:
        if skipped.lines.keys() <= together.lines.keys():
            lines = 1
        else:
            lines = before.lines_before() if isinstance(before, Span) else before
        together += skipped.after(lines)
    return together


def is_large(path: str | os.PathLike[str]) -> bool:
    """Return whether a file is large enough to be read in blocks."""
    with local(path) as file_itself, suppress(OSError):  # reading reports what is wrong with it
        known = file_itself.stat()
        if stat.S_ISDIR(known.st_mode) or known.st_size < LARGE // _PACKED:
            return False
    with source(path) as file:
        packed = recognise_compression(file.read(16)) is not None
        size = os.fstat(file.fileno()).st_size
    most = limits().plain
    return size >= (LARGE // _PACKED if packed else LARGE) and (most is None or size <= most)


def _recognise_layout(beginning: bytes, where: str, format: str | None) -> str | None:
    """Recognise the layout of a file by its beginning; None if the whole file is needed.

    It is for a doubtful layout, one that is not of lines, and passages, whose order counts.
    """
    try:
        layout, warnings = choose_layout("runs", format, Sample(beginning, where))
    except InputError:  # reading reports what is wrong
        return None
    if warnings or layout.fields is None or has_parts(layout.fields.keep):
        return None
    return layout.name


def _spans(file: BinaryIO, size: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of an open file's blocks, reading only enough to find their ends."""
    start, end = 0, max(BLOCK, BEGINNING)
    while end < size:
        stop, length = 0, _END
        while not stop and length < 4 * (end - start):
            begin = max(start, end - length)
            file.seek(begin)
            content = file.read(end - begin)
            stop = _new_topic(content) if begin > start else last_topic(content)
            length *= 4
        if stop:
            yield start, begin + stop
            start, end = begin + stop, begin + stop + BLOCK
        else:
            end += BLOCK  # one topic so far
    yield start, size


def _first(stream: Stream) -> bytes:
    """Return the bytes at the top of a file that show its layout."""
    return (BOM + stream.head if stream.marked else stream.head) + stream.rest.read(BEGINNING)


def _contents(first: bytes, stream: Stream) -> Iterator[bytes]:
    """Yield the blocks of a file that begins with ``first``."""
    left, least = first, BEGINNING
    while block := stream.rest.read(BLOCK - len(left) if len(left) < BLOCK else BLOCK):
        end = _new_topic(block)
        if end and len(left) + end >= least:
            yield b"".join((left, memoryview(block)[:end]))  # copied once: it is large
            left, least = block[end:], 0
            continue
        left += block
        end = last_topic(left)
        if end and end >= least:
            yield left[:end]
            left, least = left[end:], 0
    yield left


def _new_topic(block: bytes) -> int:
    """Do as `last_topic` for bytes that may begin within a line or topic; 0 if the topic does."""
    end, first = last_topic(block), block.find(b"\n") + 1
    before = block[first : min(end, first + _END)]  # blank lines belong to no topic
    return end if first and before.strip() else 0


def last_topic(content: bytes) -> int:
    r"""Return the start of the lines of the last topic with a whole line; 0 if at the top.

    >>> last_topic(b"1 Q0 a\n1 Q0 b\n2 Q0 a\n2 Q0 b\n2 Q")
    14
    """
    stop = content.rfind(b"\n") + 1
    blank = content[max(0, stop - _END) : stop]
    last = stop - len(blank) + len(blank.rstrip())  # behind the last line that is not blank
    line = content[content.rfind(b"\n", 0, last) + 1 : last + 1]
    topic = line.split(None, 1)[0] if line.strip() else b""
    # With the blanks around it, as aligned columns have more before it.
    start = line[: line.find(topic) + len(topic) + 1]
    size = _END
    while (begin := stop - size) > 0:
        # The first line searched may be in the middle of the topic.
        second = content.find(b"\n", begin)
        position = content.find(b"\n" + start, second, stop)
        if position > second:
            return position + 1
        size *= 4
    return 0 if content.startswith(start) else content.find(b"\n" + start) + 1
