"""The contents of a large file of lines, piece by piece, each of whole topics."""

from __future__ import annotations

from collections.abc import Iterator

from harness.core.errors import UnusualError
from harness.formats import spans
from harness.formats.files import BOM, without_mark
from harness.formats.remote import local
from harness.formats.spans import Span, last_topic, new_topic, spans_of
from harness.formats.streams import Stream, opened


def contents(where: str, *, counted: bool = False) -> Iterator[bytes | Span]:
    """The pieces of a file, or where they are to be read if their lines are not counted.

    Raises `UnusualError` for what is no text of lines.
    """
    with opened(where) as stream:
        # Line and column are counted without a byte-order mark.
        if stream.fault or (stream.marked and counted) or b"\n" not in stream.head:
            raise UnusualError("it is no text of lines")
        if not stream.plain or counted:
            yield from _topic_by_topic(stream)
            return
    with local(where) as path, path.open("rb") as file:
        begin = len(BOM) if stream.marked else 0
        for start, stop in spans_of(file, begin, path.stat().st_size):
            span = Span(where, start, stop)
            yield without_mark(span.read()) if start == begin else span


def _topic_by_topic(stream: Stream) -> Iterator[bytes]:
    left, least = stream.head, spans.BEGINNING
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
