"""Topics in TREC's SGML: tags that are rarely closed, and the layouts that grew out of it.

No SGML parser reads these files as intended: there is no DTD, text holds bare ``&`` and ``<``, and
closing tags are missing, doubled or wrong. This small reader takes ``<name>`` for a tag if it knows
the name, or if the tag starts a line or follows another tag; anything else in angle brackets is
text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from harness.core.texts import Topic
from harness.formats.layouts import Layout, Sample, has_label
from harness.formats.text_reading import TextReading, collapse
from harness.formats.topics import (
    Dropped,
    drop,
    needs_title,
    other_fields,
    topics_writer,
)
from harness.formats.topics.topic_builder import RESERVED, Draft, bare, is_subtopic, subtopic

_TAG = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][\w.-]*)(?P<attributes>(?:\s[^<>]*)?)/?>")
_ATTRIBUTE = re.compile(r"""([A-Za-z][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_STARTS = re.compile(r"(?:^|>)[ \t]*<(?:top|doc)[\s>]", re.IGNORECASE | re.MULTILINE)
_PROLOG = re.compile(r"<(?:\?xml|!doctype)\s[^<>]*>", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6}));")
_MARKUP = re.compile(r"<(?=[A-Za-z/!?])")
_PREDEFINED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}

#: The word after a tag that NIST writes and that is not part of the text: as written, and a pattern
#: to find it.
LEAD_WORDS = {
    "num": ("Number", r"number|topic"),
    "title": ("Topic", r"topic|title"),
    "desc": ("Description", r"description"),
    "narr": ("Narrative", r"narrative"),
    "smry": ("Summary", r"summary"),
    "dom": ("Domain", r"domain"),
    "con": ("Concept(s)", r"concepts?|concept\(s\)"),
    "fac": ("Factor(s)", r"factors?|factor\(s\)"),
    "def": ("Definition(s)", r"definitions?|definition\(s\)"),
    "nat": ("Nationality", r"nationality"),
    "time": ("Time", r"time"),
}
_LEAD = {
    name: re.compile(rf"\s*(?:{pattern})\s*:", re.IGNORECASE)
    for name, (_word, pattern) in LEAD_WORDS.items()
}
_KNOWN = frozenset(LEAD_WORDS).union(
    "top doc docno head query querytime querytweettime docid url subtopics sub price".split()
)
#: Tags that TREC-1 to TREC-3 put inside <fac>. They say their name again ("Nationality: U.S."), so
#: their text is kept as part of it and the field "fac" is not empty.
_PARTS = {"fac": frozenset({"nat", "time", "price"})}
_UNICODE_END = 0x110000
_SURROGATES = range(0xD800, 0xE000)


def without_lead(name: str, text: str) -> str:
    """Strip the word that NIST puts after a tag.

    >>> without_lead("num", " Number:  051"), without_lead("title", "Number: three")
    ('  051', 'Number: three')
    """
    lead = _LEAD.get(bare(name))
    start = lead.match(text) if lead else None
    return text[start.end() :] if start else text


def unescape_text(text: str) -> str:
    """Replace the five predefined entities and numeric references, and nothing else.

    >>> unescape_text("AT&T &lt;b&gt; &#233; &copy;")
    'AT&T <b> é &copy;'
    """
    return _REFERENCE.sub(_character, text)


def escape_text(text: str) -> str:
    """Escape as few characters as `unescape_text` and the search for tags need.

    Other programs that read this SGML do not know ``&amp;``, so "AT&T" is left alone.

    >>> escape_text("AT&T < IBM, &lt; is <b>")
    'AT&T < IBM, &amp;lt; is &lt;b>'
    """
    return _MARKUP.sub("&lt;", _REFERENCE.sub(lambda match: f"&amp;{match[0][1:]}", text))


def _character(reference: re.Match[str]) -> str:
    name, decimal, hexadecimal = reference.groups()
    if name:
        return _PREDEFINED[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(code) if 0 < code < _UNICODE_END and code not in _SURROGATES else reference[0]


@dataclass(frozen=True, slots=True)
class _Tag:
    name: str
    closes: bool
    attributes: dict[str, str]
    start: int
    end: int


@dataclass(slots=True)
class _Field:
    name: str
    attributes: dict[str, str]
    text: str = ""


@dataclass(slots=True)
class _Scanner:
    """Scanner that goes through a text tag by tag and fills drafts.

    ``outer`` is the element of a topic, ``id_name`` the element of its id, and ``body`` the name
    for text outside elements (None: there should be none).
    """

    text: str
    reading: TextReading
    outer: str
    id_name: str
    body: str | None = None
    drafts: list[Draft] = field(default_factory=list)
    unclosed: list[Draft] = field(default_factory=list)
    closed: int = 0
    stray: list[int] = field(default_factory=list)
    _draft: Draft | None = None
    _field: _Field | None = None
    _newlines: list[int] = field(default_factory=list)

    def scan(self) -> list[Draft]:
        self._newlines = [match.start() for match in re.finditer("\n", self.text)]
        position = 0
        for tag in self._tags():
            self._take_text(self.text[position : tag.start], position)
            self._take_tag(tag)
            position = tag.end
        self._take_text(self.text[position:], position)
        self._end_topic(closed=False)
        self._report()
        return self.drafts

    def _tags(self) -> Iterator[_Tag]:
        end = 0
        for match in _TAG.finditer(self.text):
            name = match["name"]
            if self._is_tag(match, end):
                end = match.end()
                pairs = _ATTRIBUTE.findall(match["attributes"])
                attributes = {key: unescape_text("".join(values)) for key, *values in pairs}
                yield _Tag(name, bool(match["close"]), attributes, match.start(), end)

    def _is_tag(self, match: re.Match[str], previous_end: int) -> bool:
        name = match["name"].lower()
        if bare(name) in _KNOWN:
            return True
        if match["close"]:
            return self._field is None or self._field.name.lower() == name
        before = match.start()
        while before > previous_end and self.text[before - 1] in " \t":
            before -= 1
        return before == previous_end or self.text[before - 1] == "\n"

    def _take_text(self, text: str, start: int) -> None:
        if self._field is not None:
            self._field.text += text
        elif text.strip():
            if self._draft is not None and self.body is not None:
                self._field = _Field(self.body, {}, text)
            else:
                self.stray.append(self._line(start + (len(text) - len(text.lstrip()))))

    def _take_tag(self, tag: _Tag) -> None:
        if tag.name.lower() == self.outer:
            self._end_topic(closed=tag.closes)
            if not tag.closes:
                self._draft = Draft(self._line(tag.start), id_name=self.id_name)
                self._draft.add_attributes(tag.attributes)
        elif self._draft is not None and not self._is_part(tag):
            if tag.closes or self._closes_by_opening(tag):
                self._end_field()
            else:
                self._end_field()
                self._field = _Field(tag.name, tag.attributes)

    def _is_part(self, tag: _Tag) -> bool:
        field = self._field.name.lower() if self._field is not None else ""
        return tag.name.lower() in _PARTS.get(field, ())

    def _closes_by_opening(self, tag: _Tag) -> bool:
        """Return whether ``<url>`` is a mistake for ``</url>``: the same element, then nothing."""
        if self._field is None or self._field.name != tag.name or not self._field.text.strip():
            return False
        rest = self.text[tag.end : tag.end + 200].lstrip()
        return rest.startswith("<") and _TAG.match(rest) is not None

    def _end_field(self) -> None:
        if self._field is None or self._draft is None:
            return
        name = self._field.name
        text = unescape_text(without_lead(name, self._field.text))
        self._draft.elements.append((name, text))
        if is_subtopic(name, self._field.attributes):
            self._draft.subtopics.append(subtopic(text, self._field.attributes))
        else:
            self._draft.add_attributes(self._field.attributes, name)
        self._field = None

    def _end_topic(self, *, closed: bool) -> None:
        self._end_field()
        if self._draft is None:
            return
        self.closed += closed
        if not closed:
            self.unclosed.append(self._draft)
        self._set_id(self._draft)
        self.drafts.append(self._draft)
        self._draft = None

    def _set_id(self, draft: Draft) -> None:
        ids = [(name, text) for name, text in draft.elements if name.lower() == self.id_name]
        if len(ids) > 1:
            message = f"a topic with {len(ids)} times <{self.id_name}>"
            self.reading.problem(message, line=draft.line, hint="expected once")
        if ids:
            draft.id_name, draft.id = ids[0]

    def _line(self, offset: int) -> int:
        return bisect_left(self._newlines, offset) + 1

    def _report(self) -> None:
        # A file without any </top> is consistent; one that lacks a single one is damaged.
        if self.closed:
            for draft in self.unclosed:
                message = f"the topic that starts here has no </{self.outer}>"
                self.reading.problem(message, line=draft.line, hint="is the file truncated?")
        if self.stray:
            message = f"{len(self.stray)} pieces of text outside any element are ignored"
            self.reading.warn(message, line=self.stray[0])


def _blank_comments(text: str) -> str:
    """Replace comments and declarations by their line ends, which keeps line numbers."""
    parts: list[str] = []
    position = 0
    while (start := text.find("<!--", position)) >= 0:
        end = text.find("-->", start)
        if end < 0:
            break
        parts += [text[position:start], "\n" * text.count("\n", start, end)]
        position = end + 3
    parts.append(text[position:])
    return _PROLOG.sub(lambda match: "\n" * match[0].count("\n"), "".join(parts))


def _read_top(text: str, reading: TextReading) -> list[Draft]:
    return _Scanner(_blank_comments(text), reading, "top", "num").scan()


def _read_smart(text: str, reading: TextReading) -> list[Draft]:
    return _Scanner(_blank_comments(text), reading, "doc", "docno", body="text").scan()


def _label(sample: Sample) -> str | None:
    """Return the name of the most specific ``<top>`` layout that fits.

    One reader reads all of them, so that the name does not change the result.
    """
    text = _blank_comments(sample.text)
    if not _STARTS.search(text):
        return None
    tags = list(_TAG.finditer(text))
    opened = {tag["name"].lower() for tag in tags if not tag["close"]}
    closed = {tag["name"].lower() for tag in tags if tag["close"]}
    if "top" not in opened:
        return "smart-doc" if "docno" in opened else None
    with_language = any(
        tag["name"].lower() == "top" and "lang" in tag["attributes"] for tag in tags
    )
    shapes = {
        "clef-sgml": any(bare(name) != name for name in opened),
        "trec-background-linking": "docid" in opened,
        "fire": with_language and "title" in closed,
        "clef-ehealth-2015-xml": opened == {"topics", "top", "num", "query"},
        "trec-sgml-closed": bool(closed & {"title", "query", "desc"}),
    }
    return next((name for name, applies in shapes.items() if applies), "trec-sgml")


# --- writing ---------------------------------------------------------------------------------

_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_NO_FIELDS = frozenset({"top", "doc", "num", *RESERVED})


def _sgml_topic(topic: Topic, dropped: Dropped) -> str:
    drop(topic, dropped, held=("description", "narrative", "fields"))
    parts = [f"<top>\n\n<num> Number: {escape_text(topic.id)}\n"]
    if topic.title or needs_title(topic):
        parts.append(f"<title> {_guard('title', topic.title or '')}\n")
    for name, text in (("desc", topic.description), ("narr", topic.narrative)):
        if text:
            parts.append(f"\n<{name}> {LEAD_WORDS[name][0]}:\n{escape_text(collapse(text))}\n")
    for name, text in other_fields(topic).items():
        if _TAG_NAME.fullmatch(name) is None or name.lower() in _NO_FIELDS:
            dropped[name] += 1
            continue
        parts += [f"\n<{name}> {_guard(name, line)}\n" for line in text.split("\n")]
    return "".join((*parts, "\n</top>\n"))


def _guard(name: str, text: str) -> str:
    """Return the text to write after a tag, guarded if it starts like a lead word."""
    text = collapse(text)
    lead = f"{LEAD_WORDS[bare(name)][0]}: " if without_lead(name, text) != text else ""
    return lead + escape_text(text)


# --- the layouts -----------------------------------------------------------------------------

_AS_SGML = "trec-sgml holds the same"
_LAYOUTS = (
    (
        "trec-sgml",
        "<top> <num> Number: 401 <title> …, tags not closed",
        "<top>\n<num> Number: 401\n<title> pearl farming\n\n<desc> Description:\nHow?\n</top>\n",
    ),
    (
        "trec-sgml-closed",
        "<top> <num> Number: MB001 </num> <title> …",
        "<top>\n<num> Number: MB001 </num>\n<title> staff cuts </title>\n</top>\n",
    ),
    (
        "trec-background-linking",
        "<top> <num> <docid> <url>, no title",
        "<top>\n<num> Number: 321 </num>\n<docid>9171</docid>\n<url>https://a/b</url>\n</top>\n",
    ),
    (
        "fire",
        "<top lang='en'><num>176</num><title>…</title>",
        "<top lang='en'>\n<num>176</num>\n<title>pearl farming</title>\n</top>\n",
    ),
    (
        "clef-sgml",
        "<top><num>C041</num><FR-title>…</FR-title>",
        "<top>\n<num>C041</num>\n<FR-title>Des perles</FR-title>\n</top>\n",
    ),
    (
        "clef-ehealth-2015-xml",
        "<topics><top><num>…<query>…",
        "<topics>\n<top><num>clef2015.test.1</num><query>red rash</query></top>\n</topics>\n",
    ),
    ("smart-doc", "<DOC><DOCNO> 1 </DOCNO> and the text", "<DOC>\n<DOCNO>1</DOCNO>\nTSS\n</DOC>\n"),
)

LAYOUTS: tuple[Layout, ...] = (
    *(
        Layout(
            "topics",
            name,
            summary,
            example.encode(),
            read=_read_smart if name == "smart-doc" else _read_top,
            recognises=partial(has_label, _label, name),
            turn=0,
            write=topics_writer(
                lambda topics, dropped: "\n\n".join(_sgml_topic(topic, dropped) for topic in topics)
            )
            if name == "trec-sgml"
            else None,
            unwritten="" if name == "trec-sgml" else _AS_SGML,
        )
        for name, summary, example in _LAYOUTS
    ),
)
