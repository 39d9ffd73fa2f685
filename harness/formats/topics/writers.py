"""Writing topics, and saying what the chosen layout could not hold.

Titles, descriptions and narratives are written under the names the layout has for them, so their
names in `Topic.fields` may change; the other fields keep theirs where the layout allows any.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from harness.core.errors import InputError, Problem, suggest
from harness.core.model import Topic, Topics
from harness.formats.topics.reading import collapse
from harness.formats.topics.sgml import LEAD_WORDS, escaped, without_lead
from harness.formats.topics.text import is_tsv_header
from harness.formats.topics.topic_builder import IDS, LAST_ID, TITLES, bare, fault_of_id
from harness.formats.writing import Written

_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_OWN_KEYS = ("title", "description", "narrative", "language", "attributes", "subtopics")
_RESERVED = frozenset((*_OWN_KEYS, *IDS, LAST_ID, "lang"))

Dropped = Counter[str]
Writer = Callable[[Sequence[Topic], Dropped], str]


def write_topics(topics: Topics, format: str) -> Written:
    r"""The topics in a layout from `TOPIC_WRITERS`; reading it gives the same ids and titles.

    Raises `InputError` for a layout that cannot be written, and for an id or a text that the
    layout cannot hold (a colon in a Million Query id, a control character in XML).

    >>> topics = Topics([Topic("007", title="pearl farming", narrative="How?")])
    >>> write_topics(topics, "million-query")
    Written(content=b'007:pearl farming\n', lost={'narrative': 1})
    """
    if format not in TOPIC_WRITERS:
        hint = suggest(format, TOPIC_WRITERS)
        raise InputError(Problem(f"topics cannot be written as {format!r}", hint=hint))
    _refuse(topics, format, _fault)
    dropped: Dropped = Counter()
    text = TOPIC_WRITERS[format](tuple(topics.values()), dropped)
    return Written(text.encode(), dict(dropped))


def _refuse(topics: Topics, format: str, fault: Callable[[str, Topic], str | None]) -> None:
    """Raise one `InputError` for all topics that ``fault`` has something to say about."""
    faults = ((topic, fault(format, topic)) for topic in topics.values())
    problems = [
        Problem(f"topic {topic.id!r} cannot be written as {format}: {found}", where=topics.source)
        for topic, found in faults
        if found
    ]
    if problems:
        raise InputError(problems)


def _fault(format: str, topic: Topic) -> str | None:
    """Why a layout cannot hold the id or the texts of a topic, or None."""
    if not topic.id or topic.id != topic.id.strip():
        return "its id is empty or has blanks around it"
    if wrong := fault_of_id(topic.id):
        return f"its id {wrong}"
    if format == "million-query" and ":" in topic.id:
        return "its id has a colon"
    if format == "tsv" and is_tsv_header(topic.id, topic.title or ""):
        return "the line would be taken for a header"
    if format in _XML:
        return _xml_fault(topic)
    return None


def _xml_fault(topic: Topic) -> str | None:
    texts = (topic.id, topic.title, topic.description, topic.narrative, topic.language)
    aspects = (part or "" for aspect in topic.subtopics for part in (aspect.id, aspect.text))
    for text in (*texts, *aspects):
        if wrong := _NOT_XML.search(collapse(text or "")):
            return f"XML has no character U+{ord(wrong[0]):04X}"
    return None


def _others(topic: Topic) -> dict[str, str]:
    """The fields that are not already written as id, title, description, narrative, …."""
    texts = (topic.id, topic.title, topic.description, topic.narrative, topic.language)
    same = {collapse(text or "") for text in texts}
    if topic.subtopics:
        same.add(collapse(topic.fields.get("subtopic", topic.fields.get("sub", ""))))
    return {name: text for name, text in topic.fields.items() if collapse(text) not in same}


def _needs_title(topic: Topic) -> bool:
    """Whether a topic without a title has a text that would be taken for it, were there none."""
    return any(bare(name) in TITLES for name in _others(topic))


def _drop(topic: Topic, dropped: Dropped, *, held: Sequence[str] = ()) -> None:
    """Count every part a topic has that is not among those that the layout holds."""
    for part in ("description", "narrative", "language", "attributes", "subtopics"):
        if part not in held and getattr(topic, part):
            dropped[part] += 1
    if "fields" not in held:
        dropped.update(_others(topic).keys())


def _lines(separator: str, topics: Sequence[Topic], dropped: Dropped) -> str:
    for topic in topics:
        _drop(topic, dropped)
    return "".join(f"{topic.id}{separator}{collapse(topic.title or '')}\n" for topic in topics)


def _sgml(topics: Sequence[Topic], dropped: Dropped) -> str:
    return "\n\n".join(_sgml_topic(topic, dropped) for topic in topics)


def _sgml_topic(topic: Topic, dropped: Dropped) -> str:
    _drop(topic, dropped, held=("description", "narrative", "fields"))
    parts = [f"<top>\n\n<num> Number: {escaped(topic.id)}\n"]
    if topic.title or _needs_title(topic):
        parts.append(f"<title> {_guarded('title', topic.title or '')}\n")
    for name, text in (("desc", topic.description), ("narr", topic.narrative)):
        if text:
            parts.append(f"\n<{name}> {LEAD_WORDS[name][0]}:\n{escaped(collapse(text))}\n")
    for name, text in _others(topic).items():
        if _TAG_NAME.fullmatch(name) is None or name.lower() in ("top", "doc", "num", *_RESERVED):
            dropped[name] += 1
            continue
        parts += [f"\n<{name}> {_guarded(name, line)}\n" for line in text.split("\n")]
    return "".join((*parts, "\n</top>\n"))


def _guarded(name: str, text: str) -> str:
    """The text as it stands after a tag, protected where its start would be taken for a lead."""
    text = collapse(text)
    lead = f"{LEAD_WORDS[bare(name)][0]}: " if without_lead(name, text) != text else ""
    return lead + escaped(text)


def _object(topic: Topic, dropped: Dropped) -> dict[str, Any]:
    """A topic as JSON; the reader of JSON knows these keys."""
    texts = (topic.title, topic.description, topic.narrative)
    named: dict[str, Any] = {"id": topic.id}
    named |= {name: collapse(text or "") for name, text in zip(_OWN_KEYS, texts, strict=False)}
    named["language"] = topic.language
    named["attributes"] = dict(topic.attributes)
    named["subtopics"] = [
        {"id": aspect.id, "text": aspect.text, **({"type": aspect.type} if aspect.type else {})}
        for aspect in topic.subtopics
    ]
    for name, text in _others(topic).items():
        if name.strip().lower().replace("-", "_") in _RESERVED:
            dropped[name] += 1
        else:
            named[name] = text.split("\n") if "\n" in text else text
    empty = {"title"} if _needs_title(topic) else set()
    return {name: value for name, value in named.items() if value or name in empty}


def _json(topics: Sequence[Topic], dropped: Dropped) -> str:
    objects = [_object(topic, dropped) for topic in topics]
    return json.dumps(objects, ensure_ascii=False, indent=2) + "\n"


def _jsonl(topics: Sequence[Topic], dropped: Dropped) -> str:
    objects = (_object(topic, dropped) for topic in topics)
    return "".join(json.dumps(found, ensure_ascii=False) + "\n" for found in objects)


def _csv(topics: Sequence[Topic], dropped: Dropped) -> str:
    rows: list[dict[str, str]] = []
    columns: dict[str, None] = dict.fromkeys(("id", "title"))
    for topic in topics:
        found = _object(topic, dropped)
        for part in ("attributes", "subtopics"):
            dropped.update([part] if found.pop(part, None) else [])
        row = {
            name: value if isinstance(value, str) else "\n".join(value)
            for name, value in found.items()
        }
        columns |= dict.fromkeys(row)
        rows.append(row)
    sheet = io.StringIO()
    writer = csv.DictWriter(sheet, list(columns), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return sheet.getvalue()


@dataclass(frozen=True, slots=True)
class _XmlShape:
    """The element names of an XML layout; an empty name is a part it does not have."""

    root: str
    title: str
    description: str
    narrative: str = ""
    id_attribute: str = ""
    id_element: str = ""
    language: bool = False
    subtopics: bool = False


_XML = {
    "clef-xml": _XmlShape(
        "topics", "title", "description", "narrative", id_element="identifier", language=True
    ),
    "trec-covid-xml": _XmlShape("topics", "query", "question", "narrative", id_attribute="number"),
    "trec-web-xml": _XmlShape(
        "topics", "query", "description", id_attribute="number", subtopics=True
    ),
}


def _xml(shape: _XmlShape, topics: Sequence[Topic], dropped: Dropped) -> str:
    body = "".join(_xml_topic(shape, topic, dropped) for topic in topics)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{shape.root}>\n{body}</{shape.root}>\n'


def _xml_topic(shape: _XmlShape, topic: Topic, dropped: Dropped) -> str:
    held = [
        part
        for part in ("description", "narrative", "language", "subtopics")
        if getattr(shape, part)
    ]
    _drop(topic, dropped, held=held)
    attributes = {shape.id_attribute: topic.id, "lang": topic.language if shape.language else ""}
    texts = (
        (shape.id_element, topic.id),
        (shape.title, topic.title),
        (shape.description, topic.description),
        (shape.narrative, topic.narrative),
    )
    lines = [f"<topic{_xml_attributes(attributes)}>"]
    # The title is there even when empty: without it, a <question> would be read as the query.
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
    pairs = ((name, value) for name, value in attributes.items() if name and value)
    return "".join(f" {name}={quoteattr(value)}" for name, value in pairs)


def _xml_element(name: str, text: str, attributes: Mapping[str, str | None] | None = None) -> str:
    return f"  <{name}{_xml_attributes(attributes or {})}>{escape(collapse(text))}</{name}>"


#: Every layout that can be written, by the name that reads it.
TOPIC_WRITERS: dict[str, Writer] = {
    "trec-sgml": _sgml,
    "tsv": partial(_lines, "\t"),
    "million-query": partial(_lines, ":"),
    "csv": _csv,
    "jsonl": _jsonl,
    "json-list": _json,
    **{name: partial(_xml, shape) for name, shape in _XML.items()},
}
