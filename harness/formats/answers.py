"""Documents that stand in answers to questions, as BioASQ and iKAT have them in JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from harness.core.errors import InputError, Problem
from harness.formats.files import decode
from harness.formats.json_text import parse_json
from harness.formats.layouts import Sample
from harness.formats.tables import InputTable

_HEAD = 4096
_BIOASQ = re.compile(rb'\s*\{\s*"questions"\s*:\s*\[\s*\{')
_IKAT = re.compile(rb'\s*\{.*?"turns"\s*:\s*\[\s*\{[^{}]*?"(?:turn_id|responses)"\s*:', re.DOTALL)

#: A topic, one of its documents, and the number that belongs to it.
_Row = tuple[object, object, object]


def is_bioasq(sample: Sample) -> bool:
    """Whether an object begins with a list of questions."""
    return _BIOASQ.match(sample.content[:_HEAD]) is not None


def is_ikat(sample: Sample) -> bool:
    """Whether an object has a list of turns with their responses."""
    return _IKAT.match(sample.content[:_HEAD]) is not None


def bioasq_run(content: bytes, where: str) -> InputTable:
    """The documents of each question, the best first; identifiers as they are written (URLs)."""
    return _table(content, where, "rank", _ranked)


def bioasq_judgments(content: bytes, where: str) -> InputTable:
    """The documents of each question, all of them relevant."""
    return _table(
        content, where, "grade", lambda *given: ((*row[:2], 1) for row in _ranked(*given))
    )


def ikat_run(content: bytes, where: str) -> InputTable:
    """The passages of each turn with their scores; the tag is the name of the run.

    A turn can have several responses, each with passages of its own; which of them would be its
    ranking nobody says, so that these are an error.
    """
    return _table(content, where, "score", _passages)


def _ranked(document: Mapping[str, Any], where: str) -> Iterator[_Row]:
    for question in _objects(document, "questions", "the file", where):
        name = f"question {question.get('id')!r}"
        for rank, doc in enumerate(_listed(question, "documents", name, where), start=1):
            yield question.get("id"), doc, rank


def _passages(document: Mapping[str, Any], where: str) -> Iterator[_Row]:
    for turn in _objects(document, "turns", "the file", where):
        name = f"turn {turn.get('turn_id')!r}"
        answers = _objects(turn, "responses", name, where)
        lists = [_objects(answer, "passage_provenance", name, where) for answer in answers]
        if sum(map(bool, lists)) > 1:
            hint = "keep the passages of one of them, by which the turn is to be evaluated"
            raise InputError(
                Problem(f"{name} has several responses with passages", where, hint=hint)
            )
        for passage in (passage for passages in lists for passage in passages):
            yield turn.get("turn_id"), passage.get("id"), passage.get("score")


def _table(content: bytes, where: str, value: str, rows_of: Any) -> InputTable:
    text, warnings = decode(content, where)
    document = parse_json(text, where)
    if not isinstance(document, dict):
        raise InputError(Problem(f"this is {document!r:.40}, not an object", where))
    rows = list(rows_of(document, where))
    topics, docs, values = ([row[part] for row in rows] for part in range(3))
    columns = {"topic": topics, "doc": docs, value: values}
    if isinstance(name := document.get("run_name"), str) and name:
        columns["tag"] = [name] * len(topics)
    label = lambda row: f"topic {topics[row]!r}, document {docs[row]!r}"  # noqa: E731
    return InputTable(columns, where, label=label, warnings=warnings)


def _listed(parent: Mapping[str, Any], key: str, name: str, where: str) -> list[Any]:
    """A list of an object; one that is not there is empty."""
    value = parent.get(key) or []
    if not isinstance(value, list):
        message = f"{name}: {key!r} is {value!r:.40}, not a list"
        raise InputError(Problem(message, where))
    return value


def _objects(parent: Mapping[str, Any], key: str, name: str, where: str) -> list[Mapping[str, Any]]:
    """A list of objects."""
    values = _listed(parent, key, name, where)
    for value in values:
        if not isinstance(value, Mapping):
            raise InputError(Problem(f"{name}: in {key!r} is {value!r:.40}, not an object", where))
    return values
