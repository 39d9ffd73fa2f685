"""Documents in TREC's SGML, one after the other: ``<DOC><DOCNO> FT923-5089 </DOCNO> … </DOC>``."""

from __future__ import annotations

import html
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial

from harness.core.texts import DocumentText, Offsets
from harness.formats.files import Stream
from harness.formats.layouts import Layout, Sample
from harness.formats.text_reading import TextReading, collapse
from harness.formats.texts import Decoder, Offer

#: Elements with the title, best first. <head> is the Associated Press's.
_TITLES = ("title", "headline", "doctitle", "hl", "ttl", "ti", "head")
#: Elements with the text, in reading order; the first two hold a lead paragraph.
_BODIES = ("lp", "leadpara", "text")
#: Elements without text.
_NAMES = ("docno", "docid", "dochdr")

#: Possessive: an endless name is not tried at every length.
_MARK = re.compile(
    r"<(?:(!--)|(script|style)\b[^<>]*+>|/?([a-z][\w:.-]*+)[^<>]*+>|[!?][^<>]*+>)", re.IGNORECASE
)
#: The ends of marks that are removed with their content.
_ENDS = {
    "!--": re.compile("-->"),
    "script": re.compile(r"</script\b[^<>]*>", re.IGNORECASE),
    "style": re.compile(r"</style\b[^<>]*>", re.IGNORECASE),
}
#: Tags that stand inside words; all others separate words.
_INLINE = frozenset(
    (
        "a abbr acronym b bdi bdo big cite code dfn em font i ins kbd mark q s samp small span"
        " strike strong sub sup tt u var wbr"
    ).split()
)
#: References of the Federal Register that HTML does not have.
_OWN_REFERENCES = {"&hyph;": "-", "&blank;": " "}
#: The references that `html.unescape` replaces.
_REFERENCE = re.compile(r"&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")
_HTML = re.compile(r"<!doctype\s+html|<html[\s>]", re.IGNORECASE)
_WEB_ADDRESS = re.compile(r"\s*(https?://\S+)", re.IGNORECASE)


#: A part of a document: its first character and its end.
_Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Element:
    start: int
    end: int
    inside: _Span
    content: str


def title_and_text(markup: str) -> tuple[str | None, str]:
    """Return the title and the text of one document, as plain text with single blanks.

    The title is the first non-empty element of TITLE, HEADLINE, DOCTITLE, HL, TTL, TI and HEAD;
    else the web address in a DOCHDR; else None. The text is in the elements LP, LEADPARA and TEXT.
    A page of the web, which has a DOCHDR, and a document without these elements give all text but
    the title, the header and the identifiers.

    >>> title_and_text("<HEADLINE>FT 1</HEADLINE><TEXT><p>Fish &amp; chips &lt; 5</p></TEXT>")
    ('FT 1', 'Fish & chips < 5')
    """
    header = next(_elements(markup, "dochdr"), None)
    title, heading = _title(markup)
    if title is None and header is not None:
        address = _WEB_ADDRESS.match(header.content)
        title = address[1] if address else None
    bodies = _bodies(markup, header, heading)
    parts = ("\n".join(markup[first:end] for first, end in body) for body in bodies)
    return title, collapse(" ".join(map(without_markup, parts)))


def body_as_written(markup: str) -> tuple[str, Offsets]:
    r"""Return the text of a document with its line breaks, and the offsets of its characters.

    Offsets count from ``<DOC>`` on. A page of HTML keeps its markup.

    >>> text, offsets = body_as_written("<DOCNO>d</DOCNO><TEXT>\n<p>Fish &amp;\n  chips</p></TEXT>")
    >>> text, offsets.in_file(5, 3)
    ('Fish &\n  chips', (31, 7))
    """
    header = next(_elements(markup, "dochdr"), None)
    _, heading = _title(markup)
    parts = [
        _PlacedText.of(markup, part)
        for part in _bodies(markup, header, None if header else heading)
    ]
    joined = _PlacedText.joined(parts)
    if page := _HTML.search(joined.text):
        shown = joined.part(page.start(), len(joined.text))
    else:
        shown = _PlacedText.joined([part.plain().stripped() for part in parts])
    return shown.text, Offsets(shown.starts, shown.ends, len(markup))


@dataclass(frozen=True, slots=True)
class _PlacedText:
    """A text, with the start and the end of each character in the document."""

    text: str
    starts: list[int]
    ends: list[int]

    @classmethod
    def of(cls, markup: str, part: list[_Span]) -> _PlacedText:
        """Join spans of a document, a line each."""
        return cls.joined(
            [
                cls(markup[first:end], [*range(first, end)], [*range(first + 1, end + 1)])
                for first, end in part
            ]
        )

    @classmethod
    def joined(cls, parts: list[_PlacedText]) -> _PlacedText:
        """Join parts by line ends, which have no offsets of their own."""
        starts: list[int] = []
        ends: list[int] = []
        for number, part in enumerate(parts):
            if number:
                last = ends[-1] if ends else 0
                starts, ends = [*starts, last], [*ends, last]
            starts += part.starts
            ends += part.ends
        return cls("\n".join(part.text for part in parts), starts, ends)

    def part(self, first: int, end: int) -> _PlacedText:
        """Return the characters from ``first`` to ``end``."""
        return _PlacedText(self.text[first:end], self.starts[first:end], self.ends[first:end])

    def stripped(self) -> _PlacedText:
        """Return the text without white space at both ends."""
        left = len(self.text) - len(self.text.lstrip())
        return self.part(left, left + len(self.text.strip()))

    def plain(self) -> _PlacedText:
        """Return the text without markup, as `_plain` does."""
        bare = self.changed(_marks(self.text))
        matches = _REFERENCE.finditer(bare.text)
        return bare.changed([(it.start(), it.end(), _character(it)) for it in matches])

    def changed(self, cuts: Iterable[tuple[int, int, str]]) -> _PlacedText:
        """Replace cuts by other characters, each with the offsets of its whole cut."""
        parts: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        position = 0
        for first, end, new in cuts:
            if new == self.text[first:end]:
                continue
            parts += [self.text[position:first], new]
            starts += self.starts[position:first] + [self.starts[first]] * len(new)
            ends += self.ends[position:first] + [self.ends[end - 1]] * len(new)
            position = end
        parts.append(self.text[position:])
        starts += self.starts[position:]
        ends += self.ends[position:]
        return _PlacedText("".join(parts), starts, ends)


class _RawField(Mapping[str, str]):
    """The written field of a document in SGML, made on first use."""

    def __init__(self, markup: str) -> None:
        self.markup = markup

    def __getitem__(self, name: str) -> str:
        if name != "text":
            raise KeyError(name)
        return body_as_written(self.markup)[0]

    def __iter__(self) -> Iterator[str]:
        return iter(("text",))

    def __len__(self) -> int:
        return 1

    def offsets(self) -> Offsets:
        """Return the offsets of its characters."""
        return body_as_written(self.markup)[1]


def _bodies(markup: str, header: _Element | None, heading: _Element | None) -> list[list[_Span]]:
    """Return the parts of a document with its text: named elements, else all but title and ids."""
    bodies = [] if header else [element for name in _BODIES for element in _elements(markup, name)]
    if bodies:
        return [[element.inside] for element in bodies]
    left_out = [element for name in _NAMES for element in _elements(markup, name)]
    return [_without(markup, [*left_out, *([heading] if heading else [])])]


def _title(markup: str) -> tuple[str | None, _Element | None]:
    for name in _TITLES:
        for element in _elements(markup, name):
            if title := without_markup(element.content):
                return title, element
    return None, None


def _without(markup: str, elements: list[_Element]) -> list[_Span]:
    parts: list[_Span] = []
    position = 0
    for element in sorted(elements, key=lambda element: element.start):
        # An element inside another one is left out with it.
        parts.append((position, max(position, element.start)))
        position = max(position, element.end)
    return [*parts, (position, len(markup))]


@cache
def _tags(name: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    opens = re.compile(rf"<{name}(?:\s[^<>]*)?>", re.IGNORECASE)
    return opens, re.compile(rf"</{name}\s*>", re.IGNORECASE)


def _elements(markup: str, name: str) -> Iterator[_Element]:
    """Yield the closed elements of a name, one after the other, without nested ones."""
    opens, closes = _tags(name)
    position = 0
    while (first := opens.search(markup, position)) and (
        last := closes.search(markup, first.end())
    ):
        position = last.end()
        inside = first.end(), last.start()
        yield _Element(first.start(), position, inside, markup[slice(*inside)])


def without_markup(markup: str) -> str:
    """Remove tags, comments, scripts and style sheets, and replace references.

    A ``<`` without a letter after it is text. A removed part separates words, unless it is a tag
    such as ``<b>``.

    >>> without_markup("H<sub>2</sub>O<br>is <!-- not --> 5 < 6 &copy; AT&T")
    'H2O is 5 < 6 © AT&T'
    """
    return collapse(_plain(markup))


def _plain(markup: str) -> str:
    parts: list[str] = []
    position = 0
    for start, end, blank in _marks(markup):
        parts += [markup[position:start], blank]
        position = end
    parts.append(markup[position:])
    return _REFERENCE.sub(_character, "".join(parts))


def _marks(markup: str) -> Iterator[tuple[int, int, str]]:
    """Yield tags, comments, scripts and style sheets: start, end and replacement."""
    ends = {kind: [match.end() for match in end.finditer(markup)] for kind, end in _ENDS.items()}
    position = 0
    while mark := _MARK.search(markup, position):
        comment, script, name = mark.groups()
        kind = (comment or script or "").lower()
        position = _end(ends[kind], mark.end()) if kind else mark.end()
        yield mark.start(), position, "" if name and name.lower() in _INLINE else " "


def _end(ends: list[int], start: int) -> int:
    """Return the first end after ``start``; ``start`` itself if there is none."""
    index = bisect_left(ends, start)
    return ends[index] if index < len(ends) else start


def _character(reference: re.Match[str]) -> str:
    return _OWN_REFERENCES.get(reference[0]) or html.unescape(reference[0])


#: The start of a document, perhaps after other tags such as a declaration.
_START = re.compile(rb"\s*<(?:[^<]*<){0,20}?doc(?:\s[^<>]*)?>", re.IGNORECASE)
_EDGE = re.compile(rb"<(/?)doc(?:\s[^<>]*)?>", re.IGNORECASE)
_DOCNO = re.compile(rb"<docno(?:\s[^<>]*)?>([^<]*)", re.IGNORECASE)
#: AQUAINT and Gigaword have ``<DOC id="APW19980601.0001" type="story">`` instead.
_ATTRIBUTE = re.compile(rb"""<doc\s[^<>]*?\bid\s*=\s*["']?([^<>"']+)""", re.IGNORECASE)


def _recognises(sample: Sample) -> bool:
    """Return whether a file starts with a tag, and one of the first starts a document."""
    return _START.match(sample.content) is not None


def _read(stream: Stream, reading: TextReading) -> Iterator[Offer]:
    """Yield the documents of a file; only one of them is in memory at a time."""
    decoder = Decoder("documents")
    try:
        for line, content in documents(stream.lines(), reading):
            if doc_id := _identifier(content, line, reading):
                yield doc_id, partial(_text, doc_id, content, line, decoder)
    finally:
        decoder.report(reading)


def documents(lines: Iterable[bytes], reading: TextReading) -> Iterator[tuple[int, bytes]]:
    r"""Yield the line and content of each document from ``<DOC>`` to before ``</DOC>``.

    A ``<DOC>`` inside a document is text, and text between documents is skipped. A document that is
    not closed is a problem.

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
        reading.warn("a </DOC> closes nothing; what precedes it is skipped", line=stray)
    if unclosed:
        message = "the document that starts here has no </DOC>"
        reading.problem(message, line=unclosed, hint="is the file truncated?")


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
    written = _RawField(markup)
    return DocumentText(doc_id, title, text, written, written.offsets)


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
