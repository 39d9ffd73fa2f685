"""Documents in TREC's SGML, one after the other: ``<DOC><DOCNO> FT923-5089 </DOCNO> … </DOC>``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from harness.core.model import DocumentText
from harness.formats.layouts import Layout, Sample
from harness.formats.streams import Stream
from harness.formats.texts.decoding import Decoder, Offer
from harness.formats.texts.markup import body_as_written, title_and_text
from harness.formats.topics.reading import TextReading

#: Where a document starts in a file that does not start with it: after a declaration, say.
_START = re.compile(rb"\s*<(?:[^<]*<){0,20}?doc(?:\s[^<>]*)?>", re.IGNORECASE)
_EDGE = re.compile(rb"<(/?)doc(?:\s[^<>]*)?>", re.IGNORECASE)
_DOCNO = re.compile(rb"<docno(?:\s[^<>]*)?>([^<]*)", re.IGNORECASE)
#: AQUAINT and Gigaword have ``<DOC id="APW19980601.0001" type="story">`` instead.
_ATTRIBUTE = re.compile(rb"""<doc\s[^<>]*?\bid\s*=\s*["']?([^<>"']+)""", re.IGNORECASE)


def _recognises(sample: Sample) -> bool:
    """Whether a file starts with a tag, and a document with one of the first."""
    return _START.match(sample.content) is not None


def _read(stream: Stream, reading: TextReading) -> Iterator[Offer]:
    """The documents of a file; only one of them is in memory at a time."""
    decoder = Decoder("documents")
    try:
        for line, content in documents(stream.lines(), reading):
            if doc_id := _identifier(content, line, reading):
                yield doc_id, partial(_text, doc_id, content, line, decoder)
    finally:
        decoder.report(reading)


def documents(lines: Iterable[bytes], reading: TextReading) -> Iterator[tuple[int, bytes]]:
    r"""Each document from ``<DOC>`` to ``</DOC>``, without the latter, and where it starts.

    A ``<DOC>`` inside a document is text, and what stands between documents is skipped. A
    document that is not closed is a problem.

    >>> lines = [b"<?xml?>\n", b"<doc>a</doc> <doc>\n", b"b\n", b"</doc>"]
    >>> list(documents(lines, TextReading("f")))
    [(2, b'<doc>a'), (2, b'<doc>\nb\n')]
    """
    parts: list[bytes] | None = None
    start = stray = 0
    for number, line in enumerate(lines, start=1):
        position = 0
        for edge in _EDGE.finditer(line) if b"<" in line else ():
            closes = bool(edge[1])
            if parts is None and not closes:
                parts, start, position = [], number, edge.start()
            elif parts is not None and closes:
                yield start, b"".join((*parts, line[position : edge.start()]))
                parts = None
            elif closes:
                stray = stray or number
        if parts is not None:
            parts.append(line[position:])
    _check_end(start if parts is not None else 0, stray, reading)


def _check_end(unclosed: int, stray: int, reading: TextReading) -> None:
    if stray:
        reading.warn("a </DOC> closes nothing; what stands before it is skipped", line=stray)
    if unclosed:
        message = "the document that starts here has no </DOC>"
        reading.problem(message, line=unclosed, hint="is the file cut off?")


def _identifier(content: bytes, line: int, reading: TextReading) -> str | None:
    docnos = _DOCNO.findall(content)
    if len(docnos) > 1:
        message = f"a document with {len(docnos)} times <DOCNO>"
        reading.problem(message, line=line, hint="is a </DOC> missing?")
        return None
    attribute = _ATTRIBUTE.match(content)
    doc_id: bytes = docnos[0] if docnos else attribute[1] if attribute else b""
    doc_id = doc_id.strip()
    if not doc_id:
        reading.problem("a document without <DOCNO>", line=line)
        return None
    return Decoder("").text(doc_id, line)


def _text(doc_id: str, content: bytes, line: int, decoder: Decoder) -> DocumentText:
    markup = decoder.text(content, line)
    title, text = title_and_text(markup)
    return DocumentText(doc_id, title, text, {"text": body_as_written(markup)})


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "documents",
        "sgml",
        "TREC: <DOC><DOCNO> FT923-5089 </DOCNO> … </DOC>",
        b"<DOC>\n<DOCNO> d1 </DOCNO>\n<HEADLINE>Pearls</HEADLINE>\n<TEXT>Oysters.</TEXT>\n</DOC>\n",
        read=_read,
        recognises=_recognises,
        turn=0,
        unwritten="collections are not written",
    ),
)
