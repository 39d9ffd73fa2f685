"""Topics as JSON: a list of objects, one object per line, or one object from id to text.

Numbers keep their written digits: ``{"id": 7}`` and ``{"id": "7"}`` are topic ``7``. Each turn of a
conversation (TREC CAsT, iKAT) is a topic: ``31_1`` is the first one of ``31``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from harness.core.errors import InputError, Problem
from harness.core.texts import Subtopic, Topic
from harness.formats.files import PARQUET
from harness.formats.json_reading import NotUsableError, parse_json, unique_members
from harness.formats.layouts import Layout, Sample, has_label
from harness.formats.tablefiles import encode_example
from harness.formats.text_reading import TextReading, collapse, enumerate_lines
from harness.formats.topics import Dropped, needs_title, other_fields, topics_writer
from harness.formats.topics.topic_builder import (
    OWN_KEYS,
    RESERVED,
    UTTERANCES,
    Draft,
    choose_id,
    is_title,
)
from harness.formats.writing import parquet_content
from harness.hypotheses.soundness import number

_BETWEEN = re.compile(r"[ \t\n\r,:]*")
#: Also nested lists and objects: no topics, but no lines either.
_STARTS = re.compile(r'\s*(?:\{\s*["{}]|\[\s*[{\]"\[])')
_LANGUAGES = ("language", "lang")
#: Names of the turns of a conversation, and of their numbers.
_TURNS = ("turn", "turns")
_TURN_NUMBERS = ("number", "turn_id")


def _refuse(constant: str) -> None:
    raise NotUsableError(f"{constant} is no JSON value")


_DECODER = json.JSONDecoder(
    object_pairs_hook=unique_members, parse_int=str, parse_float=str, parse_constant=_refuse
)


def _members(
    text: str, kind: type[list[Any] | dict[str, Any]], reading: TextReading
) -> Iterator[tuple[int, str, Any]]:
    """Yield the members of the one array or object that a text is: line, key ("" in an array),
    value.

    They are parsed one by one, because json does not tell the line of a member.
    """
    parsed = parse_json(text, reading.source, load=partial(json.loads, parse_int=str))
    if not isinstance(parsed, kind):
        wanted = "an object" if kind is dict else "a list"
        raise InputError(Problem(f"this is {parsed!r:.40}, not {wanted}", reading.source, 1))
    counted, line = 0, 1
    position = _skip(text, 0) + 1
    while text[start := _skip(text, position)] not in "]}":
        line, counted = line + text.count("\n", counted, start), start
        key = ""
        if kind is dict:
            key, end = _DECODER.raw_decode(text, start)
            start = _skip(text, end)
        load = partial(_DECODER.raw_decode, idx=start)
        value, position = parse_json(text, reading.source, line, load)
        yield line, key, value


def _skip(text: str, position: int) -> int:
    """Return where something stands behind blanks and what separates members."""
    between = _BETWEEN.match(text, position)
    return between.end() if between else position


def _read_list(text: str, reading: TextReading) -> Iterator[Draft]:
    for line, _key, value in _members(text, list, reading):
        yield from _from_object(value, line, reading)


def _read_map(text: str, reading: TextReading) -> list[Draft]:
    drafts: list[Draft] = []
    members = list(_members(text, dict, reading))
    if len(members) == 1 and _is_list_of_objects(members[0][2]):
        line, _, values = members[0]  # {"topics": [{"id": "1", …}, …]}
        return [draft for value in values for draft in _from_object(value, line, reading)]
    for line, key, value in members:
        drafts += _from_member(key, value, line, reading)
    keys = [key for _, key, _ in members]
    if members and all(_is_ranking(value) for *_, value in members):
        message = "documents with numbers where the texts of topics are expected"
        reading.problem(message, line=1, hint="is this a run, or are these judgments?")
    if choose_id(keys)[1] and any(is_title(key) for key in keys):
        # {"id": "1", "title": "…"} is one topic, not the two topics "id" and "title".
        message = f"the keys ({', '.join(keys[:5])}) are those of one topic, not topic ids"
        reading.problem(message, line=1, hint="is this jsonl?")
    return drafts


def _is_list_of_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(entry, dict) for entry in value)


def _is_ranking(value: Any) -> bool:
    """Return whether a value is ``{document: number}``, as in runs and judgments."""
    return (
        isinstance(value, dict)
        and bool(value)
        and all(isinstance(text, str) and number(text) is not None for text in value.values())
    )


def _from_member(key: str, value: Any, line: int, reading: TextReading) -> list[Draft]:
    if not isinstance(value, str | dict):
        message = f"topic {key!r}: expected a text or an object, found {json.dumps(value)[:40]}"
        reading.problem(message, line=line, hint="a list of topics stands alone: json-list")
        return []
    draft = Draft(line, id=key, id_name="a key")
    _fill(draft, value if isinstance(value, dict) else {"text": value})
    return [draft]


def _read_lines(text: str, reading: TextReading) -> Iterator[Draft]:
    for row, line in enumerate_lines(text):
        try:
            value = parse_json(line, reading.source, row, _DECODER.decode)
        except InputError as error:
            reading.add(error.problems[0])
        else:
            yield from _from_object(value, row, reading)


def _from_object(value: Any, line: int, reading: TextReading) -> list[Draft]:
    """Return the draft of one object, or those of its turns, or none after a problem."""
    if not isinstance(value, dict):
        reading.problem(f"expected an object, found {json.dumps(value)[:40]}", line=line)
        return []
    id_name, possible = choose_id(value)
    if len(possible) > 1:
        listed = " and ".join(map(repr, possible))
        reading.problem(f"{listed} could each be the topic id", line=line, hint="keep one of them")
        return []
    draft = Draft(line, id_name=id_name or "'id'")
    if id_name is not None:
        draft.id = value[id_name] if isinstance(value[id_name], str) else None
    turns = next((value[name] for name in _TURNS if _are_turns(value.get(name))), None)
    if turns is not None and draft.id:
        return [_turn(draft.id, turn, line) for turn in turns]
    _fill(draft, value)
    return [draft]


def _are_turns(value: Any) -> bool:
    """Return whether a value is a list of objects with numbers and utterances."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            isinstance(turn, dict)
            and _find_question(turn, _TURN_NUMBERS)
            and _find_question(turn, UTTERANCES)
            for turn in value
        )
    )


def _find_question(turn: dict[str, Any], names: Sequence[str]) -> str | None:
    return next((turn[name] for name in names if isinstance(turn.get(name), str)), None)


def _turn(conversation: str, turn: dict[str, Any], line: int) -> Draft:
    """Return the draft of a turn, whose attribute ``conversation`` makes a facet."""
    number = _find_question(turn, _TURN_NUMBERS)
    draft = Draft(line, id=f"{conversation}_{number}", title=_find_question(turn, UTTERANCES))
    _fill(draft, turn)
    draft.attributes["conversation"] = conversation
    return draft


def _fill(draft: Draft, value: dict[str, Any]) -> None:
    rest = dict(value)
    if _is_texts(rest.get("attributes")):
        draft.attributes.update(rest.pop("attributes"))
    subtopics = rest.get("subtopics")
    if isinstance(subtopics, list) and all(
        _is_texts(it) and {"id", "text"} <= set(it) <= {"id", "text", "type"} for it in subtopics
    ):
        draft.subtopics += [
            Subtopic(aspect["id"].strip(), aspect["text"], aspect.get("type"))
            for aspect in rest.pop("subtopics")
        ]
    for name in _LANGUAGES:
        if isinstance(rest.get(name), str):
            draft.language = rest[name].strip() or None
    for name, member in rest.items():
        draft.elements += _flat(name, member)


def _is_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def _flat(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield the texts in a value: members are ``name/member``, entries of a list repeat
    the name.
    """
    if isinstance(value, dict):
        for key, member in value.items():
            yield from _flat(f"{name}/{key}", member)
    elif isinstance(value, list):
        for entry in value:
            yield from _flat(name, entry)
    elif isinstance(value, bool):
        yield name, "true" if value else "false"
    elif value is not None:
        yield name, value


def _label(sample: Sample) -> str | None:
    text = sample.text
    if not _STARTS.match(text):
        return None
    if text.lstrip().startswith("["):
        return "json-list"
    first = next(line for _, line in enumerate_lines(text))
    several = sum(1 for _ in enumerate_lines(text)) > 1
    try:
        value = parse_json(first, "", 1, _DECODER.decode)
    except InputError:
        # The first line is no complete object: one object over several lines, or damaged lines.
        return "jsonl" if first.rstrip().endswith("}") else "json-map"
    return "jsonl" if several or choose_id(value)[1] else "json-map"


# --- writing ---------------------------------------------------------------------------------


def topic_object(topic: Topic, dropped: Dropped) -> dict[str, Any]:
    """Return a topic as a JSON object with keys that the reader knows."""
    texts = (topic.title, topic.description, topic.narrative)
    named: dict[str, Any] = {"id": topic.id}
    named |= {name: collapse(text or "") for name, text in zip(OWN_KEYS, texts, strict=False)}
    named["language"] = topic.language
    named["attributes"] = dict(topic.attributes)
    named["subtopics"] = [
        {"id": aspect.id, "text": aspect.text, **({"type": aspect.type} if aspect.type else {})}
        for aspect in topic.subtopics
    ]
    for name, text in other_fields(topic).items():
        if name.strip().lower().replace("-", "_") in RESERVED:
            dropped[name] += 1
        else:
            named[name] = text.split("\n") if "\n" in text else text
    empty = {"title"} if needs_title(topic) else set()
    return {name: value for name, value in named.items() if value or name in empty}


def _json(topics: Sequence[Topic], dropped: Dropped) -> str:
    objects = [topic_object(topic, dropped) for topic in topics]
    return json.dumps(objects, ensure_ascii=False, indent=2) + "\n"


def _jsonl(topics: Sequence[Topic], dropped: Dropped) -> str:
    objects = (topic_object(topic, dropped) for topic in topics)
    return "".join(json.dumps(members, ensure_ascii=False) + "\n" for members in objects)


_EXAMPLE = {"_id": ["1", "2"], "text": ["pearl farming", "oysters"]}

LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "topics",
        "json-list",
        '[{"id": "1", "title": "…"}, …]',
        b'[{"id": "1", "title": "pearl farming", "narr": "Real ones."},\n {"id": "2"}]\n',
        read=_read_list,
        recognises=partial(has_label, _label, "json-list"),
        turn=2,
        write=topics_writer(_json),
    ),
    Layout(
        "topics",
        "json-map",
        '{"1": "text", …} or {"1": {"title": "…"}, …}',
        b'{"1": "pearl farming",\n "2": {"title": "oysters"}}\n',
        read=_read_map,
        recognises=partial(has_label, _label, "json-map"),
        turn=2,
        unwritten="json-list holds the same",
    ),
    Layout(
        "topics",
        "jsonl",
        '{"id": "1", "title": "…"}, one object per line',
        b'{"id": "1", "title": "pearl farming"}\n{"id": "2", "title": "oysters"}\n',
        read=_read_lines,
        recognises=partial(has_label, _label, "jsonl"),
        turn=2,
        suffixes=(".jsonl",),
        write=topics_writer(_jsonl),
    ),
    Layout(
        "topics",
        "parquet",
        "a Parquet file with named columns, as Hugging Face keeps queries",
        partial(encode_example, parquet_content, _EXAMPLE),
        read=_read_lines,
        recognises=lambda sample: sample.content.startswith(PARQUET),
        turn=0,
        unwritten="jsonl holds the same",
    ),
)
