"""The contents of a large file of lines, piece by piece, each of whole topics."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from harness.core.arrays import num_newlines
from harness.core.errors import UnusualError
from harness.formats import spans
from harness.formats.files import BOM
from harness.formats.remote import source
from harness.formats.skipped import Skipped
from harness.formats.spans import Span, last_topic, new_topic, spans_of
from harness.formats.streams import Stream, opened

#: How many lines of a file stand before a piece: their number, or where the piece is.
Before = int | Span


def contents(where: str, *, counted: bool = False) -> Iterator[tuple[bytes | Span, Before]]:
    """The pieces of a file, and what stands before each.

    Of a plain file whose lines are not ``counted`` it is said where they are to be read. Raises
    `UnusualError` for what is no text of lines.
    """
    with opened(where) as stream:
        if stream.fault or b"\n" not in stream.head:
            raise UnusualError("it is no text of lines")
        if not stream.plain or counted:
            before = 0
            for piece in _topic_by_topic(stream):
                yield piece, before
                before += num_newlines(piece)
            return
    with source(where) as file:
        for start, stop in spans_of(file, 0, os.fstat(file.fileno()).st_size):
            span = Span(where, start, stop)
            yield span if start else span.read(), span


def skipped_together(pieces: Iterable[tuple[Skipped, Before]]) -> Skipped:
    """Add up the skipped lines of a file of which each piece knows only itself.

    Lines before a piece are counted only where it has the first line of a kind.
    """
    together = Skipped()
    for skipped, before in pieces:
        if skipped.lines.keys() <= together.lines.keys():
            lines = 1
        else:
            lines = before.lines_before() if isinstance(before, Span) else before
        together += skipped.after(lines)
    return together


def _topic_by_topic(stream: Stream) -> Iterator[bytes]:
    left, least = stream.head, spans.BEGINNING
    if stream.marked:
        left = BOM + left
    while block := stream.rest.read(spans.PIECE):
        end = new_topic(block)
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
