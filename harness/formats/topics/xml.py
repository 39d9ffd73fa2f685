"""Topics in XML: TREC web and COVID tracks, CLEF, NTCIR and INEX."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from harness.formats.topics.reading import Reading, collapse
from harness.formats.topics.topic_builder import (
    Draft,
    TopicFamily,
    TopicFormat,
    is_subtopic,
    subtopic,
)
from harness.formats.topics.xmltree import Node, parse


@dataclass(frozen=True, slots=True)
class _Layout:
    """How topics stand in a file: in ``elements``, known by an attribute or a child element.

    ``marks`` tells layouts apart that agree in this; it gets the names of a topic's children.
    Names are compared in lower case.
    """

    name: str
    summary: str
    elements: tuple[str, ...]
    id_attribute: str | None = None
    id_element: str | None = None
    marks: Callable[[frozenset[str]], bool] = lambda _children: True

    @property
    def id_place(self) -> str:
        """Where the id stands, in words."""
        if self.id_attribute:
            return f"<{self.elements[0]} {self.id_attribute}=…>"
        return f"<{self.id_element}>"


def _like_web(children: frozenset[str]) -> bool:
    return "query" in children and not children & {"question", "narrative"}


def _like_covid(children: frozenset[str]) -> bool:
    return "query" in children and not children & {"description", "subtopic"}


_LAYOUTS = (
    _Layout(
        "trec-web-xml",
        '<topic number="51"><query>…<description>…<subtopic number="1">',
        ("topic",),
        id_attribute="number",
        marks=_like_web,
    ),
    _Layout(
        "trec-covid-xml",
        '<topic number="1"><query>…<question>…<narrative>',
        ("topic",),
        id_attribute="number",
        marks=_like_covid,
    ),
    _Layout(
        "clef-xml",
        "<topic><identifier>251-AH</identifier><title>…",
        ("topic",),
        id_element="identifier",
    ),
    _Layout(
        "clef-ehealth-xml",
        "<query><id>101001</id><title>…",
        ("query", "topic"),
        id_element="id",
    ),
    _Layout(
        "ntcir-www-xml",
        "<query><qid>0001</qid><content>…",
        ("query",),
        id_element="qid",
    ),
    _Layout(
        "inex-xml-2002",
        '<INEX-Topic topic-id="45"><Title><cw>…',
        ("inex-topic",),
        id_attribute="topic-id",
    ),
    _Layout(
        "inex-xml-2005",
        '<inex_topic topic_id="202" query_type="CO"><title>… (2003 to 2007)',
        ("inex_topic",),
        id_attribute="topic_id",
    ),
    _Layout(
        "inex-xml-2009",
        '<topic id="2009001" ct_no="186"><title>…<castitle>… (2006 to 2010)',
        ("topic",),
        id_attribute="id",
    ),
)


def _read(layout: _Layout, text: str, reading: Reading) -> list[Draft]:
    root = parse(text, reading)
    language = _language(root)
    drafts = [_draft(node, layout, language, reading) for node in _topics(root, layout)]
    if not drafts:
        message = f"no <{layout.elements[0]}> element (read as {layout.name})"
        reading.problem(message, line=root.line, hint=f"expected {layout.summary}")
    return drafts


def _topics(root: Node, layout: _Layout) -> list[Node]:
    """The elements that hold a topic; one may also be the root (INEX gave each its own file)."""
    named = [node for node in root.walk() if node.name.lower() in layout.elements]
    inner = {id(node) for outer in named for node in outer.walk() if node is not outer}
    return [node for node in named if id(node) not in inner]


def _language(node: Node) -> str | None:
    found = (node.attributes.get(name, "").strip() for name in ("lang", "xml:lang"))
    return next((language for language in found if language), None)


def _draft(node: Node, layout: _Layout, language: str | None, reading: Reading) -> Draft:
    draft = Draft(node.line, language=language)
    if layout.id_attribute is None:
        _id_from_element(draft, node, layout, reading)
    else:
        _id_from_attribute(draft, node, layout)
    if node.has_own_text and node.children:
        reading.warn("text beside the elements of a topic is ignored", line=node.line)
    elif node.has_own_text:
        draft.elements.append(("text", node.text))
    for child in node.children:
        _add(draft, child, child.name)
    return draft


def _id_from_element(draft: Draft, node: Node, layout: _Layout, reading: Reading) -> None:
    found = [child for child in node.children if child.name.lower() == layout.id_element]
    if len(found) > 1:
        message = f"a topic with {len(found)} times {layout.id_place}"
        reading.problem(message, line=found[1].line, hint="expected once")
    # The element's own spelling, so that it is not taken for a text of the topic.
    draft.id_name = found[0].name if found else layout.id_place
    draft.id = found[0].text if found else None
    draft.add_attributes(node.attributes)


def _id_from_attribute(draft: Draft, node: Node, layout: _Layout) -> None:
    draft.id_name = layout.id_place
    for name, value in node.attributes.items():
        if name.lower() == layout.id_attribute:
            draft.id = value
        else:
            draft.add_attributes({name: value})


def _add(draft: Draft, node: Node, path: str) -> None:
    """Keep the text of an element; one that holds only elements gives ``outer/inner``."""
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
        draft.elements.append((path, node.text))


def _add_inex_title(draft: Draft, node: Node, path: str) -> None:
    """INEX 2002: content words ``cw``, each with the element ``ce`` it must occur in, or none.

    The lines of ``Title/cw`` and ``Title/ce`` go together: a ``cw`` without a ``ce`` has an empty
    line there. The content words are what a system would search for.
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


def _recognises(text: str) -> bool:
    start = text.lstrip()[:2]
    return start[:1] == "<" and (start[1:].isalpha() or start[1:] in ("?", "!"))


def _candidates(text: str, reading: Reading) -> list[str]:
    root = parse(text, reading)
    return [layout.name for layout in _LAYOUTS if _fits(root, layout)]


def _fits(root: Node, layout: _Layout) -> bool:
    topics = _topics(root, layout)
    children = frozenset(child.name.lower() for topic in topics for child in topic.children)
    # One id is enough: a topic that lacks it is then reported as such, with its line.
    return any(_ids(topics, layout)) and layout.marks(children)


def _ids(topics: list[Node], layout: _Layout) -> Iterator[bool]:
    for topic in topics:
        if layout.id_attribute is not None:
            yield layout.id_attribute in {name.lower() for name in topic.attributes}
        else:
            yield any(child.name.lower() == layout.id_element for child in topic.children)


FAMILY = TopicFamily(
    formats=tuple(
        TopicFormat(layout.name, layout.summary, partial(_read, layout)) for layout in _LAYOUTS
    ),
    recognises=_recognises,
    candidates=_candidates,
)
