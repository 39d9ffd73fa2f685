"""Topics in XML: tracks of TREC, labs of CLEF, NTCIR and INEX."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from harness.core.texts import Topic
from harness.formats.layouts import Layout, Sample
from harness.formats.text_reading import Node, TextReading, collapse, parse
from harness.formats.topics import Dropped, drop, topics_writer
from harness.formats.topics.topic_builder import Draft, is_subtopic, subtopic


@dataclass(frozen=True, slots=True)
class _Elements:
    """XML layout of topics: their ``elements``, and the attribute or child element of the id.

    ``marks`` distinguishes layouts that agree in this, by the names of a topic's children. Names
    are compared in lower case.
    """

    name: str
    summary: str
    example: str
    elements: tuple[str, ...]
    id_attribute: str | None = None
    id_elements: tuple[str, ...] = ()
    marks: Callable[[frozenset[str]], bool] = lambda _children: True

    @property
    def id_source(self) -> str:
        """The place of the id, in words."""
        if self.id_attribute:
            return f"<{self.elements[0]} {self.id_attribute}=…>"
        return " or ".join(f"<{name}>" for name in self.id_elements)


_LAYOUTS = (
    _Elements(
        "trec-web-xml",
        '<topic number="51"><query>…<description>…<subtopic number="1">',
        '<topics><topic number="51" type="faceted"><query>horse hooves</query>\n'
        '<subtopic number="1" type="nav">Pictures</subtopic></topic></topics>\n',
        ("topic",),
        id_attribute="number",
        marks=lambda children: "query" in children and not children & {"question", "narrative"},
    ),
    _Elements(
        "trec-covid-xml",
        '<topic number="1"><query>…<question>…<narrative>',
        '<topics><topic number="1"><query>virus origin</query>\n'
        "<question>whence?</question><narrative>Any.</narrative></topic></topics>\n",
        ("topic",),
        id_attribute="number",
        marks=lambda children: "query" in children and not children & {"description", "subtopic"},
    ),
    _Elements(
        "trec-clinical-xml",
        '<topic number="1">A patient … or <disease>…<gene>… or <description>…<summary>…',
        '<topics><topic number="1">A 64-year-old man with\nmelanoma</topic></topics>\n',
        ("topic",),
        id_attribute="number",
        marks=lambda children: "query" not in children,
    ),
    _Elements(
        "trec-session-xml",
        '<session num="1"><topic num="7"><title>… and what its user did',
        '<sessiontrack><session num="1"><topic num="7">\n<title>wines</title></topic>'
        "<currentquery><query>red wine</query></currentquery></session></sessiontrack>\n",
        ("session",),
        id_attribute="num",
    ),
    _Elements(
        "trec-topic-xml",
        "<topic><num>1</num><query>… (podcasts; Touché: <number>)",
        "<topics><topic><num>1</num>\n<query>virus</query><type>topical</type></topic></topics>\n",
        ("topic",),
        id_elements=("num", "number"),
    ),
    _Elements(
        "clef-xml",
        "<topic><identifier>251-AH</identifier><title>…",
        '<topics><topic lang="en"><identifier>251-AH</identifier>\n'
        "<title>Medicines</title><description>Which?</description></topic></topics>\n",
        ("topic",),
        id_elements=("identifier",),
    ),
    _Elements(
        "clef-ip-xml",
        "<topic><tid>PSG-1</tid><tfile>… (CLEF-IP)",
        "<topics><topic><tid>PSG-1</tid>\n<tfile>EP-1.xml</tfile>"
        "<tclaims>/patent/claims/claim[1]</tclaims></topic></topics>\n",
        ("topic",),
        id_elements=("tid",),
    ),
    _Elements(
        "clef-ehealth-xml",
        "<query><id>101001</id><title>…",
        "<queries><query><id>101001</id>\n<title>hernia repair</title></query></queries>\n",
        ("query", "topic"),
        id_elements=("id",),
    ),
    _Elements(
        "ntcir-www-xml",
        "<query><qid>0001</qid><content>…",
        "<queries><query><qid>0001</qid>\n<content>calendar</content></query></queries>\n",
        ("query",),
        id_elements=("qid",),
    ),
    _Elements(
        "inex-xml-2002",
        '<INEX-Topic topic-id="45"><Title><cw>…',
        '<INEX-Topic topic-id="45"><Title>\n<cw>reality</cw><ce>abs</ce></Title></INEX-Topic>\n',
        ("inex-topic",),
        id_attribute="topic-id",
    ),
    _Elements(
        "inex-xml-2005",
        '<inex_topic topic_id="202" query_type="CO"><title>… (2003 to 2007)',
        '<inex_topic topic_id="202" query_type="CO">\n<title>ontologies</title></inex_topic>\n',
        ("inex_topic",),
        id_attribute="topic_id",
    ),
    _Elements(
        "inex-xml-2009",
        '<topic id="2009001" ct_no="186"><title>…<castitle>… (2006 to 2010)',
        '<inex-topic-file><topic id="2009001" ct_no="186">\n'
        "<title>Nobel prize</title></topic></inex-topic-file>\n",
        ("topic",),
        id_attribute="id",
    ),
)


_CDATA = re.compile(r"\s*<!\[CDATA\[(.*?)\]{1,2}>\s*", re.DOTALL)


def _read(layout: _Elements, text: str, reading: TextReading) -> list[Draft]:
    root = parse(text, reading)
    language = _language(root) or None
    drafts = [_draft(node, layout, language, reading) for node in _topics(root, layout)]
    if not drafts:
        message = f"no <{layout.elements[0]}> element (read as {layout.name})"
        reading.problem(message, line=root.line, hint=f"expected {layout.summary}")
    return drafts


def _topics(root: Node, layout: _Elements) -> list[Node]:
    """Return the elements of topics; one may be the root (INEX gave each topic its own file)."""
    named = [node for node in root.walk() if node.name.lower() in layout.elements]
    inner = {id(node) for outer in named for node in outer.walk() if node is not outer}
    return [node for node in named if id(node) not in inner]


def _draft(node: Node, layout: _Elements, language: str | None, reading: TextReading) -> Draft:
    draft = Draft(node.line, language=language)
    if layout.id_attribute is None:
        _id_from_element(draft, node, layout, reading)
    else:
        _id_from_attribute(draft, node, layout)
    if node.has_own_text and node.children:
        reading.warn("text outside the elements of a topic is ignored", line=node.line)
    elif node.has_own_text:
        draft.elements.append(("text", node.text))
    for child in node.children:
        # A session has its topic in an element beside its user's actions.
        for part in (child.children if child.name.lower() == "topic" else []) or [child]:
            _add(draft, part, _path(part, node))
    return draft


def _path(part: Node, topic: Node) -> str:
    """Return the name of an element, ``JA-DESCRIPTION`` where others have other languages."""
    language = _language(part)
    others = {_language(other) for other in topic.called(part.name)}
    return f"{language}-{part.name}" if language and len(others) > 1 else part.name


def _language(node: Node) -> str:
    attributes = {name.lower(): value.strip() for name, value in node.attributes.items()}
    return next(filter(None, map(attributes.get, ("lang", "xml:lang"))), "")


def _id_from_element(draft: Draft, node: Node, layout: _Elements, reading: TextReading) -> None:
    ids = [child for child in node.children if child.name.lower() in layout.id_elements]
    if len(ids) > 1:
        message = f"a topic with {len(ids)} times {layout.id_source}"
        reading.problem(message, line=ids[1].line, hint="expected once")
    # The element's own spelling, so that it is not taken for a text of the topic.
    draft.id_name = ids[0].name if ids else layout.id_source
    draft.id = ids[0].text if ids else None
    draft.add_attributes(node.attributes)


def _id_from_attribute(draft: Draft, node: Node, layout: _Elements) -> None:
    draft.id_name = layout.id_source
    for name, value in node.attributes.items():
        if name.lower() == layout.id_attribute:
            draft.id = value
        else:
            draft.add_attributes({name: value})


def _add(draft: Draft, node: Node, path: str) -> None:
    """Keep the text of an element; nested elements give ``outer/inner``."""
    if is_subtopic(node.name, node.attributes):
        draft.subtopics.append(subtopic(node.text, node.attributes))
    else:
        draft.add_attributes(node.attributes, path)
    if any(child.name == "cw" for child in node.children):
        _add_inex_title(draft, node, path)
    elif node.children and not node.has_own_text:
        for child in node.children:
            _add(draft, child, f"{path}/{child.name}")
    else:
        # Topics of NTCIR have CDATA inside of text, with < as &lt;.
        draft.elements.append((path, _CDATA.sub(r"\1", node.text)))


def _add_inex_title(draft: Draft, node: Node, path: str) -> None:
    """Keep a title of INEX 2002: content words ``cw``, each perhaps with an element ``ce``.

    The words must occur in the element. The lines of ``Title/cw`` and ``Title/ce`` correspond: a
    ``cw`` without a ``ce`` has an empty line there. The content words are the title.
    """
    words: list[str] = []
    contexts: list[str] = []
    for child in node.children:
        if child.name == "cw":
            words.append(child.text)
            contexts.append("")
        elif child.name == "ce" and contexts and not contexts[-1]:
            contexts[-1] = child.text
        else:
            draft.elements.append((f"{path}/{child.name}", child.text))
    draft.elements += [(f"{path}/cw", text) for text in words]
    if any(contexts):
        draft.elements += [(f"{path}/ce", text) for text in contexts]
    draft.title = collapse(" ".join(words))


def _tree(sample: Sample) -> Node | None:
    start = sample.text.lstrip()[:2]
    if start[:1] != "<" or not (start[1:].isalpha() or start[1:] in ("?", "!")):
        return None
    return parse(sample.text, TextReading(sample.where))


def _is(layout: _Elements, sample: Sample) -> bool:
    root = sample.derive(_tree)
    return root is not None and _fits(root, layout)


def _fits(root: Node, layout: _Elements) -> bool:
    topics = _topics(root, layout)
    children = frozenset(child.name.lower() for topic in topics for child in topic.children)
    # One id is enough: topics without it are then reported, with their lines.
    return any(_ids(topics, layout)) and layout.marks(children)


def _ids(topics: list[Node], layout: _Elements) -> Iterator[bool]:
    for topic in topics:
        if layout.id_attribute is not None:
            yield layout.id_attribute in {name.lower() for name in topic.attributes}
        else:
            yield any(child.name.lower() in layout.id_elements for child in topic.children)


# --- writing ---------------------------------------------------------------------------------

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _fault(topic: Topic) -> str | None:
    texts = (topic.id, topic.title, topic.description, topic.narrative, topic.language)
    aspects = (part or "" for aspect in topic.subtopics for part in (aspect.id, aspect.text))
    for text in (*texts, *aspects):
        if wrong := _NOT_XML.search(collapse(text or "")):
            return f"XML has no character U+{ord(wrong[0]):04X}"
    return None


@dataclass(frozen=True, slots=True)
class _Shape:
    """The element names of an XML layout; empty for parts that it lacks."""

    root: str
    title: str
    description: str
    narrative: str = ""
    id_attribute: str = ""
    id_element: str = ""
    language: bool = False
    subtopics: bool = False


_XML = {
    "clef-xml": _Shape(
        "topics", "title", "description", "narrative", id_element="identifier", language=True
    ),
    "trec-covid-xml": _Shape("topics", "query", "question", "narrative", id_attribute="number"),
    "trec-web-xml": _Shape("topics", "query", "description", id_attribute="number", subtopics=True),
}


def _xml(shape: _Shape, topics: Sequence[Topic], dropped: Dropped) -> str:
    body = "".join(_xml_topic(shape, topic, dropped) for topic in topics)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{shape.root}>\n{body}</{shape.root}>\n'


def _xml_topic(shape: _Shape, topic: Topic, dropped: Dropped) -> str:
    held = [
        part
        for part in ("description", "narrative", "language", "subtopics")
        if getattr(shape, part)
    ]
    drop(topic, dropped, held=held)
    attributes = {shape.id_attribute: topic.id, "lang": topic.language if shape.language else ""}
    texts = (
        (shape.id_element, topic.id),
        (shape.title, topic.title),
        (shape.description, topic.description),
        (shape.narrative, topic.narrative),
    )
    lines = [f"<topic{_xml_attributes(attributes)}>"]
    # The title is written even if empty: without it, a <question> would be read as the query.
    lines += [
        _xml_element(name, text or "")
        for name, text in texts
        if name and (text or name == shape.title)
    ]
    if shape.subtopics:
        lines += [
            _xml_element("subtopic", aspect.text, {"number": aspect.id, "type": aspect.type})
            for aspect in topic.subtopics
        ]
    return "\n".join((*lines, "</topic>\n"))


def _xml_attributes(attributes: Mapping[str, str | None]) -> str:
    from xml.sax.saxutils import quoteattr  # it loads HTTP, which reading topics does not need

    pairs = ((name, value) for name, value in attributes.items() if name and value)
    return "".join(f" {name}={quoteattr(value)}" for name, value in pairs)


def _xml_element(name: str, text: str, attributes: Mapping[str, str | None] | None = None) -> str:
    from xml.sax.saxutils import escape  # as above

    return f"  <{name}{_xml_attributes(attributes or {})}>{escape(collapse(text))}</{name}>"


LAYOUTS: tuple[Layout, ...] = (
    *(
        Layout(
            "topics",
            layout.name,
            layout.summary,
            layout.example.encode(),
            read=partial(_read, layout),
            recognises=partial(_is, layout),
            write=topics_writer(partial(_xml, _XML[layout.name]), _fault)
            if layout.name in _XML
            else None,
            unwritten="" if layout.name in _XML else "clef-xml and trec-web-xml hold the same",
        )
        for layout in _LAYOUTS
    ),
)
