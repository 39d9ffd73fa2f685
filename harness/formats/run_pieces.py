"""Large runs in pieces of whole topics: memory is bounded, and pieces are worked on side by side.

There is one reader: a piece is a content for `harness.formats.runs.parse_run`. What it says of a
piece is not what there is to say of the file, so that a file of which anything is to be said (an
error, a warning, lines that are not UTF-8, several tags) is `Indivisible`: it is read at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial

from harness.core.errors import HarnessError
from harness.core.limits import limits
from harness.core.model import Run
from harness.formats.compression import compression_of
from harness.formats.files import STDIN
from harness.formats.layouts import Sample, layout_for
from harness.formats.remote import local
from harness.formats.runs import parse_run
from harness.formats.streams import Stream, opened

#: The size of a piece in bytes, about: large topics make larger ones.
PIECE = 2**23
#: Files from so many bytes on are read in pieces; compressed ones from a fifth of it on.
LARGE = 2**25
_PACKED = 5
#: So many bytes at the end of a piece are looked at first for the beginning of a topic.
_END = 2**16


class IndivisibleError(HarnessError):
    """A run of which the pieces do not say everything: it has to be read at once."""


def is_large(path: str | os.PathLike[str]) -> bool:
    """Whether the size of a file is that of a run to read in pieces."""
    name = os.fspath(path)
    with local(name) as file:
        # Reading says what is wrong with what cannot be read.
        if name == STDIN or not file.is_file() or not os.access(file, os.R_OK):
            return False
        with file.open("rb") as opened_file:
            packed = compression_of(opened_file.read(16)) is not None
        size = file.stat().st_size
    most = limits().plain
    return size >= (LARGE // _PACKED if packed else LARGE) and (most is None or size <= most)


def pieces_of(
    path: str | os.PathLike[str], *, format: str | None = None
) -> tuple[Callable[[bytes], Run], Iterator[bytes]]:
    """What makes a run of a piece, called by its tag, and the contents of the pieces of a file.

    Each has some topics; none is in two pieces unless it comes back. All of the three, the function
    and the iterator too, raise `HarnessError` where the file is indivisible.
    """
    where = os.fspath(path)
    contents = _contents(where)
    first = next(contents, b"")
    layout, warnings = layout_for("runs", format, Sample(first, where))
    if warnings or layout.fields is None:
        raise IndivisibleError("its layout is in doubt, or not of lines")
    return partial(_parsed, where=where, format=layout.name), _chained(first, contents)


def _parsed(content: bytes, where: str, format: str) -> Run:
    run = parse_run(content, where, format=format)
    scores = run.frame["score"]
    if run.warnings or scores.min() == scores.max():  # of one score only: perhaps throughout
        raise IndivisibleError("there is something to say of it")
    if run.frame.columns != ["topic", "doc", "score"]:
        raise IndivisibleError("it is of passages or elements")
    return run


def _chained(first: bytes, others: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    del first
    yield from others


def _contents(where: str) -> Iterator[bytes]:
    with opened(where) as stream:
        if stream.fault or b"\n" not in stream.head:
            raise IndivisibleError("it is no text of lines")
        yield from _topic_by_topic(stream)


def _topic_by_topic(stream: Stream) -> Iterator[bytes]:
    left = stream.head
    while block := stream.rest.read(PIECE):
        end = last_topic(block)
        # A whole line of another topic before it: the last topic begins in this block.
        if 0 < block.find(b"\n") + 1 < end:
            yield b"".join((left, memoryview(block)[:end]))  # copied once: it is large
            left = block[end:]
            continue
        left += block
        end = last_topic(left)
        if end:
            yield left[:end]
            left = left[end:]
    yield left


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
