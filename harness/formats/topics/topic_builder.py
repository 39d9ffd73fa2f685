"""Build checked `Topics` from the named texts that a reader found.

The readers of all layouts fill `Draft` rows; common rules (the element of the title, valid
identifiers, duplicates) are here, once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from harness.core.numbers import collect, count_noun
from harness.core.texts import Subtopic, Topic, Topics
from harness.formats.layouts import KINDS
from harness.formats.text_reading import TextReading, collapse

#: Elements that can be the title, best first, in lower case.
TITLES = ("title", "query", "content", "text", "question", "topic", "body")
#: The same for a turn of a conversation (TREC CAsT, iKAT): first the turn rewritten to stand alone.
UTTERANCES = (
    "manual_rewritten_utterance",
    "resolved_utterance",
    "automatic_rewritten_utterance",
    "raw_utterance",
    "utterance",
)
#: Elements with the description; ``question`` only beside a title.
DESCRIPTIONS = ("desc", "description", "question")
NARRATIVES = ("narr", "narrative")
#: Columns and keys that identify a topic in CSV and JSON. "topic" is an identifier only without any
#: other of them, because some files give this name to the text.
IDS = (
    "id",
    "_id",
    "qid",
    "query_id",
    "queryid",
    "topic_id",
    "topicid",
    "question_id",
    "identifier",
    "num",
    "number",
)
LAST_ID = "topic"
#: The parts of a topic in JSON that are not among its fields.
OWN_KEYS = ("title", "description", "narrative", "language", "attributes", "subtopics")
#: Names that no further field can have, since they mean something else to the reader.
RESERVED = frozenset((*OWN_KEYS, *IDS, LAST_ID, "lang"))

_LANGUAGE_PREFIX = re.compile(
    r"([A-Za-z]{2,3})-(title|desc(?:ription)?|narr(?:ative)?)", re.IGNORECASE
)
_LANGUAGE_ATTRIBUTES = ("lang", "xml:lang", "language")


@dataclass(slots=True)
class Draft:
    """Unchecked topic as a layout's reader found it, with texts not yet collapsed."""

    line: int | None = None
    id: str | None = None
    id_name: str | None = None
    title: str | None = None
    language: str | None = None
    elements: list[tuple[str, str]] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)
    subtopics: list[Subtopic] = field(default_factory=list)

    def add_attributes(self, attributes: Mapping[str, str], element: str | None = None) -> None:
        """Keep attributes of the topic, or of one of its elements as ``element@name``."""
        for name, value in attributes.items():
            key = name if element is None else f"{element}@{name}"
            if element is None and name.lower() in _LANGUAGE_ATTRIBUTES:
                self.language = value.strip()
            elif key in self.attributes:
                self.attributes[key] = f"{self.attributes[key]}\n{collapse(value)}"
            else:
                self.attributes[key] = collapse(value)


def is_subtopic(name: str, attributes: Mapping[str, str]) -> bool:
    """Return whether an element is a subtopic: ``<subtopic number=>`` or ``<sub num=>``."""
    return name.lower() in ("subtopic", "sub") and bool({"number", "num"} & set(attributes))


def subtopic(text: str, attributes: Mapping[str, str]) -> Subtopic:
    """Return the subtopic of an element for which `is_subtopic` holds."""
    number = attributes.get("number", attributes.get("num", ""))
    return Subtopic(number.strip(), collapse(text), attributes.get("type"))


def choose_id(names: Iterable[str]) -> tuple[str | None, list[str]]:
    """Return the column name that identifies a topic, and all that could.

    >>> choose_id(["qid", "query"])
    ('qid', ['qid'])
    >>> choose_id(["id", "num", "title"])
    (None, ['id', 'num'])
    """
    known = {name: name.strip().lower().replace("-", "_") for name in names}
    ids = [name for name, key in known.items() if key in IDS]
    if not ids:
        ids = [name for name, key in known.items() if key == LAST_ID]
    return (ids[0] if len(ids) == 1 else None), ids


def is_title(name: str) -> bool:
    """Return whether a column or key of this name can be the title."""
    return name.strip().lower() in TITLES


def build(drafts: list[Draft], reading: TextReading, format: str) -> Topics:
    """Build the topics of a file; raises `InputError` with every problem."""
    first_lines: dict[str, int | None] = {}
    topics: dict[str, Topic] = {}
    again: list[str] = []
    for draft in drafts:
        topic = _topic(draft, reading)
        if topic is None:
            continue
        # Paths through a conversation share turns.
        if "conversation" in topic.attributes and topic == topics.get(topic.id):
            again.append(topic.id)
        elif topic.id in topics:
            _report_duplicate(topic.id, first_lines[topic.id], draft.line, reading)
        else:
            first_lines[topic.id] = draft.line
            topics[topic.id] = topic
    if not drafts and not reading.problems:
        reading.problem(f"no topic found (tried {format})", hint=KINDS["topics"].naming)
    reading.check()
    if again:
        reading.warn(f"{count_noun(len(again), 'turn')} repeated word for word, first {again[0]!r}")
    known = list(topics.values())
    _warn_without_title(known, reading)
    return Topics(known, source=reading.source, format=format, warnings=tuple(reading.warnings))


def _report_duplicate(
    topic_id: str, first: int | None, line: int | None, reading: TextReading
) -> None:
    before = "" if first is None else f" at line {first}"
    message = f"topic id {topic_id!r} is already used{before}"
    reading.problem(message, line=line, hint="expected every topic once")


def _warn_without_title(topics: list[Topic], reading: TextReading) -> None:
    # Some tracks have no titles at all (background linking); some missing ones are a likely
    # mistake.
    missing = [topic.id for topic in topics if topic.title is None]
    if 0 < len(missing) < len(topics):
        lack = count_noun(len(missing), "topic", "has no title", of=len(topics))
        reading.warn(f"{lack}, first {missing[0]!r}")


def _topic(draft: Draft, reading: TextReading) -> Topic | None:
    topic_id = (draft.id or "").strip()
    if not topic_id:
        wanted = f"expected {draft.id_name}" if draft.id_name else None
        reading.problem("a topic without an id", line=draft.line, hint=wanted)
        return None
    if fault := find_id_fault(topic_id):
        reading.problem(f"topic id {topic_id!r} {fault}", line=draft.line)
        return None
    _check_subtopics(draft, topic_id, reading)
    texts = collect((name, collapse(text)) for name, text in draft.elements)
    roles = _Roles(draft, texts, reading, topic_id)
    title = draft.title if draft.title is not None else roles.single(TITLES)
    return Topic(
        topic_id,
        title=collapse(title or "") or None,
        description=roles.joined(DESCRIPTIONS),
        narrative=roles.joined(NARRATIVES),
        language=_language(draft, texts, reading),
        fields={name: "\n".join(parts) for name, parts in texts.items()},
        attributes=draft.attributes,
        subtopics=tuple(draft.subtopics),
    )


def find_id_fault(topic_id: str) -> str | None:
    r"""Return the fault of a topic id, or None; a blank inside is odd but not a fault.

    >>> find_id_fault("401\nforeign minorities")
    'runs over more than one line'
    >>> find_id_fault("401\u200a")
    'holds the invisible character U+200A'
    """
    if "\n" in topic_id or "\r" in topic_id:
        return "runs over more than one line"
    for char in topic_id:
        # Such an id could not be told from another one, or found in a run.
        spacing = char.isspace() and char != " "
        if spacing or char == "\ufeff" or unicodedata.category(char) in ("Cc", "Cs"):
            return f"holds the invisible character U+{ord(char):04X}"
    return None


def _check_subtopics(draft: Draft, topic_id: str, reading: TextReading) -> None:
    seen: set[str] = set()
    for aspect in draft.subtopics:
        if not aspect.id:
            reading.problem(f"a subtopic of topic {topic_id!r} has no number", line=draft.line)
        elif aspect.id in seen:
            reading.problem(f"topic {topic_id!r} has two subtopics {aspect.id!r}", line=draft.line)
        seen.add(aspect.id)


class _Roles:
    """Finder of the elements of one topic by role (title, description, narrative)."""

    __slots__ = ("_names", "_reading", "_texts", "_title", "_where")

    def __init__(
        self, draft: Draft, texts: dict[str, list[str]], reading: TextReading, topic_id: str
    ) -> None:
        self._texts = texts
        self._names: dict[str, str] = {}
        for name in texts:
            if name != draft.id_name:
                self._names.setdefault(bare(name), name)
        self._reading = reading
        self._where = (topic_id, draft.line)
        self._title: str | None = None

    def single(self, wanted: tuple[str, ...]) -> str | None:
        name = self._find(wanted)
        if name is None:
            return None
        self._title = name
        parts = self._texts[name]
        if len(parts) > 1:
            topic_id, line = self._where
            message = f"topic {topic_id!r} has {len(parts)} times {name!r}"
            self._reading.problem(message, line=line, hint="expected once")
        return parts[0]

    def joined(self, wanted: tuple[str, ...]) -> str | None:
        name = self._find(wanted)
        if name is None or name == self._title:
            return None
        return collapse(" ".join(self._texts[name])) or None

    def _find(self, wanted: tuple[str, ...]) -> str | None:
        return next((self._names[role] for role in wanted if role in self._names), None)


def bare(name: str) -> str:
    """Return the element name in lower case and without a language: ``FR-title`` is ``title``."""
    prefixed = _LANGUAGE_PREFIX.fullmatch(name)
    return (prefixed[2] if prefixed else name).strip().lower()


def in_language(topic: Topic, language: str) -> Topic:
    """Return a topic with those of its texts that it has in a language, such as ``JA-title``."""
    texts = {
        prefixed[2].lower(): text
        for name, text in topic.fields.items()
        if (prefixed := _LANGUAGE_PREFIX.fullmatch(name)) and prefixed[1].lower() == language
    }

    def text_of(roles: tuple[str, ...], other: str | None) -> str | None:
        return next((texts[role] for role in roles if role in texts), other)

    return replace(
        topic,
        title=text_of(TITLES, topic.title),
        description=text_of(DESCRIPTIONS, topic.description),
        narrative=text_of(NARRATIVES, topic.narrative),
        language=language if texts else topic.language,
    )


def _language(draft: Draft, texts: dict[str, list[str]], reading: TextReading) -> str | None:
    if draft.language:
        return draft.language
    for name, parts in texts.items():
        if name.lower() in ("lang", "language"):
            return parts[0] or None
    prefixed = filter(None, map(_LANGUAGE_PREFIX.fullmatch, texts))
    languages = list(dict.fromkeys(match[1].lower() for match in prefixed))
    if len(languages) > 1:
        listed = ", ".join(languages)
        reading.warn(f"topics in several languages ({listed}): the first is used", line=draft.line)
    return languages[0] if languages else None
