"""Requests of an assessor: the list, a document, and entries."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Any

from harness.core.errors import HarnessError, InputError, UnavailableError
from harness.judging.access import Person
from harness.judging.assessors import return_overdue
from harness.judging.entries import is_words, parse_entry, parse_words, refuse_others
from harness.judging.ledger import Ledger, now
from harness.judging.recording import (
    OvertakenError,
    record_entry,
    record_words,
    standing_content,
)
from harness.judging.server.site import Content, Site


def work_list(site: Site, person: Person, most: int | None = None) -> dict[str, Any]:
    """Return an assessor's list with its current judgments, the guidelines and the topics.

    With ``most`` only so many items around the first open one: ``first`` is the position of the
    first item, ``total`` the number of all, and ``done`` of all judged or skipped. Items are
    arrays, as there may be a hundred thousand: assignment, topic, document, whether it is for
    training, state, grades, standing event, title. If there are repeats, document and title are
    empty: they would show which grade was given first. ``words`` are the words to highlight, by
    topic, ``last`` the assignments judged or skipped last. ``asked`` is the number of the newest
    document that a live strategy chose (None without one), ``event`` the newest event in the list.
    """
    if site.lease is not None and site.lease.is_due():
        with site.transaction() as writing:
            return_overdue(writing, now(-timedelta(days=site.lease.days)), site.rules)
    hand_out(site, person)
    ledger = site.reading
    newest = ledger.position  # read before the list, so that no event is missed
    version, guidelines = ledger.guidelines
    order = ledger.rows(_ORDER, (person.number,))
    first, last = 0, len(order)
    if most is not None:
        open_first = next((i for i, (_, state) in enumerate(order) if state is None), 0)
        first = max(0, min(open_first - most // 4, last - most))
        last = first + most
    items = _items(site, person, [number for number, _ in order[first:last]])
    words = "SELECT topic, text FROM words WHERE assessor = ? ORDER BY id"
    return {
        "person": {"name": person.name, "role": person.role},
        "guidelines": {"version": version, **guidelines.model_dump(mode="json")},
        "topics": _topics(site, items),
        "words": dict(ledger.rows(words, (person.number,))),
        "last": [number for (number,) in ledger.rows(_LAST, (person.number,))],
        "total": len(order),
        "done": sum(state is not None for _, state in order),
        "first": first,
        "items": items,
        "event": newest,
        "asked": None if site.live is None else ledger.value(_NEWEST, (person.number,)),
    }


def newly_given(site: Site, person: Person, after: int) -> dict[str, Any]:
    """Return the documents handed out to an assessor after the last number sent.

    They come last in their topics.
    """
    ledger = site.reading
    hand_out(site, person)
    query = """
        SELECT q.id, q.assignment FROM asked q JOIN assignment a ON a.id = q.assignment
        WHERE a.assessor = ? AND q.id > ? ORDER BY q.id
    """
    asked = ledger.rows(query, (person.number, after))
    items = _items(site, person, [assignment for _, assignment in asked])
    newest = max((number for number, _ in asked), default=after)
    return {"asked": newest, "topics": _topics(site, items), "items": items}


def hand_out(site: Site, person: Person) -> None:
    """Ask the strategy of a live pool for the assessor's next document.

    Nothing is handed out if the ledger cannot be written; the next judgment asks again.
    """
    if site.live is None or person.role != "assessor":
        return
    with suppress(UnavailableError), site.transaction():
        site.live.hand_out(site.reading, person.number)


def _items(site: Site, person: Person, assignments: Sequence[int]) -> list[list[Any]]:
    """Return items of a list, in this order."""
    rows = site.reading.rows(_ITEMS, (json.dumps(assignments),))
    named = not _comes_twice(site.reading, person)
    return [
        [
            number,
            topic,
            name if named else "",
            training,
            state,
            json.loads(grades) if state == "judged" else None,
            event or 0,
            _short_title(site, doc) if named else "",
        ]
        for number, topic, name, training, state, grades, event, doc in rows
    ]


def _comes_twice(ledger: Ledger, person: Person) -> bool:
    """Return whether an assessor has repeats, which only their texts may reveal."""
    query = "SELECT 1 FROM assignment WHERE assessor = ? AND reason = 'repeat' LIMIT 1"
    return ledger.value(query, (person.number,)) is not None


def _topics(site: Site, items: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    return [show_topic(site, topic) for topic in dict.fromkeys(item[1] for item in items)]


_NEWEST = """
    SELECT coalesce(max(q.id), 0) FROM asked q JOIN assignment a ON a.id = q.assignment
    WHERE a.assessor = ?
"""
# Later documents join the earlier ones of their topic.
_ORDER = """
    SELECT a.id, e.kind FROM assignment a JOIN unit u ON u.id = a.unit
    LEFT JOIN standing ON standing.assignment = a.id LEFT JOIN event e ON e.id = standing.event
    WHERE a.assessor = ? AND coalesce(e.kind, '') <> 'closed'
    ORDER BY a.reason <> 'training',
             min(a.position) OVER (PARTITION BY a.reason <> 'training', u.topic), a.position, a.id
"""
_ITEMS = """
    SELECT a.id, u.topic, trim(u.doc || ' ' || u.part), a.reason = 'training', e.kind,
           (SELECT json_group_object(dimension, value) FROM grade WHERE event = e.id), e.id, u.doc
    FROM json_each(?) wanted JOIN assignment a ON a.id = wanted.value JOIN unit u ON u.id = a.unit
    LEFT JOIN standing ON standing.assignment = a.id LEFT JOIN event e ON e.id = standing.event
    ORDER BY wanted.key
"""


_ELSEWHERE = """
    SELECT DISTINCT a.id FROM event e JOIN assignment a ON a.id = e.assignment
    WHERE e.id > ? AND e.id <= ? AND e.kind <> 'noted' AND a.assessor = ?
    AND e.id NOT IN (SELECT value FROM json_each(?) WHERE value IS NOT NULL)
"""
_LAST = """
    SELECT s.assignment FROM standing s JOIN event e ON e.id = s.event AND e.kind <> 'closed'
    JOIN assignment a ON a.id = s.assignment
    WHERE a.assessor = ? AND e.actor = a.assessor ORDER BY s.event DESC LIMIT 20
"""
#: Characters of a title in a list.
_SHORT = 80


def _short_title(site: Site, doc: str) -> str:
    text = site.collection.text_of(doc)
    return (text.title or text.text[:_SHORT] if text else "")[:_SHORT]


def item(site: Site, person: Person, assignment: int) -> dict[str, Any] | None:
    """Return a document of the assessor's list with its judgment; None for others.

    ``part`` is the judged part: the offset and length of a passage in characters, ``120 80``, the
    other document of a pair, which is shown too (``other``), the text of an answer or a nugget.
    ``doc`` is empty for assessors with repeats.
    """
    ledger = site.reading
    query = """
        SELECT u.topic, u.doc, u.kind, u.part, a.reason, e.id, e.kind, e.text, u.id
        FROM assignment a
        JOIN unit u ON u.id = a.unit LEFT JOIN standing ON standing.assignment = a.id
        LEFT JOIN event e ON e.id = standing.event WHERE a.id = ? AND a.assessor = ?
    """
    rows = ledger.rows(query, (assignment, person.number))
    if not rows:
        return None
    topic, doc, kind, part, reason, event, state, text, unit = rows[0]
    note, answer = _note(ledger, assignment, person.number)
    passages = "SELECT start, length FROM passage WHERE event = ? ORDER BY number"
    grades = "SELECT dimension, value FROM grade WHERE event = ?"
    content = site.collection.content(doc)
    other = site.collection.content(part) if kind == "pair" else None
    return {
        "assignment": assignment,
        "topic": topic,
        "doc": "" if _comes_twice(ledger, person) else doc,
        "kind": kind,
        "part": part,
        "other": {"title": other.title, "text": other.text} if other else None,
        **asdict(content or Content("", "", "", is_there=False)),
        "sha256": content.sha256 if content else None,
        "pdf": f"/api/items/{assignment}/pdf" if site.collection.pdf(doc) else None,
        "state": state,
        "event": event or 0,
        "grades": dict(ledger.rows(grades, (event,))) if state == "judged" else None,
        "skip": text if state == "skipped" else None,
        "note": note,
        "answer": answer,
        "passages": ledger.rows(passages, (event,)),
        # Training is answered only after judging, or the answer would be known in advance.
        "feedback": _feedback(ledger, unit) if reason == "training" and event else None,
    }


def answer_entries(
    site: Site, person: Person, sent: Any, since: int | None = None, asked: int | None = None
) -> dict[str, Any]:
    """Record entries; return the answers, and news for the page that sent them.

    ``since`` is the newest event sent to it, ``asked`` the newest document. ``guidelines`` is the
    current version.
    """
    answer: dict[str, Any] = {"answers": record(site, person, sent)}
    answer["guidelines"] = site.reading.value("SELECT coalesce(max(id), 0) FROM guideline")
    if since is not None:
        answer["elsewhere"] = _list_changed_elsewhere(site, person, since, answer["answers"])
    if site.live is not None and asked is not None:
        answer["given"] = newly_given(site, person, asked)
    return answer


def _list_changed_elsewhere(
    site: Site, person: Person, since: int, answers: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Return the state of documents judged on other pages since an event."""
    ledger = site.reading
    newest = ledger.position
    own = json.dumps([answer.get("event") for answer in answers])
    rows = ledger.rows(_ELSEWHERE, (since, newest, person.number, own))
    if not rows:
        return {"event": newest, "changed": []}
    with site.transaction() as reading:
        changed = [{"assignment": it, **standing_content(reading, it)} for (it,) in rows]
    return {"event": newest, "changed": changed}


def record(site: Site, person: Person, sent: Any) -> list[dict[str, Any]]:
    """Record entries one by one; return the event of each, or why it is refused for good.

    An answer with an event is on disk. An entry sent again gets the same answer. If the ledger
    cannot be written, neither that entry nor later ones are answered: they must be sent again.
    Raises `InputError` if it is no list of entries, and `UnavailableError` if not even the first is
    answered.
    """
    if not isinstance(sent, list):
        raise InputError("a list of entries is expected")
    answers: list[dict[str, Any]] = []
    for given in sent:
        key = given.get("key") if isinstance(given, dict) else None
        try:
            answers.append({"key": key, **_record_one(site, person, given)})
        except OvertakenError as error:
            answers.append({"key": key, "error": str(error), "stands": error.stands})
        except Exception as error:
            if isinstance(error, _NOT_NOW) and not isinstance(error, RecursionError):
                if answers:
                    return answers
                raise UnavailableError("nothing can be recorded at the moment") from error
            # A lone surrogate, too large a number, …: this entry is at fault, and later ones must
            # not wait for it.
            known = isinstance(error, HarnessError)
            message = str(error) if known else f"it cannot be recorded: {error}"
            answers.append(
                {"key": key, "error": message, **_describe_standing(site, person, given)}
            )
    return answers


#: Errors that are no entry's fault: no room, no memory, no thread.
_NOT_NOW = (UnavailableError, OSError, MemoryError, RuntimeError, sqlite3.OperationalError)


def _describe_standing(site: Site, person: Person, given: Any) -> dict[str, Any]:
    """Return the state of a refused entry's document, which is all that the page shows."""
    assignment = given.get("assignment") if isinstance(given, dict) else None
    if type(assignment) is not int:
        return {}
    with suppress(InputError, OverflowError, *_NOT_NOW), site.transaction() as reading:
        refuse_others(reading, person.number, assignment)
        return {"now": standing_content(reading, assignment)}
    return {}


def _record_one(site: Site, person: Person, given: Any) -> dict[str, Any]:
    """Record an entry; return its event, and the current state of the document."""
    if (
        isinstance(given, dict)
        and given.get("ledger", site.sessions.ledger) != site.sessions.ledger
    ):
        raise InputError("it was made for another ledger than this server has now")
    with site.transaction() as writing:
        if is_words(given):
            return {"words": record_words(writing, person.number, **parse_words(given))}
        assignment, entry = parse_entry(given)
        refuse_others(writing, person.number, assignment)
        event = record_entry(writing, assignment, entry)
        return {"event": event, "now": standing_content(writing, assignment)}


def find_pdf(
    site: Site, person: Person, assignment: int | None = None, unit: int | None = None
) -> Path | None:
    """Return the PDF of a document on the assessor's list, or, by ``unit``, of any one."""
    query = """
        SELECT doc FROM unit WHERE id = ?
        OR id = (SELECT unit FROM assignment WHERE id = ? AND assessor = ?)
    """
    doc = site.reading.value(query, (unit, assignment, person.number))
    return None if doc is None else site.collection.pdf(doc)


def show_topic(site: Site, number: str) -> dict[str, Any]:
    """Return a topic as shown to assessors and adjudicators."""
    topic = site.topics.get(number)
    names = ("title", "description", "narrative", "language")
    return {"id": number, **{name: getattr(topic, name, None) for name in names}}


def _note(ledger: Ledger, assignment: int, person: int) -> tuple[str | None, str | None]:
    """Return an assessor's newest note on a document, and the organiser's answer."""
    query = """
        SELECT text, id FROM event WHERE assignment = ? AND kind = 'noted' AND (actor = ?) = ?
        AND id > ? ORDER BY id DESC LIMIT 1
    """
    note = ledger.rows(query, (assignment, person, True, 0))
    if not note:
        return None, None
    answer = ledger.rows(query, (assignment, person, False, note[0][1]))
    return note[0][0], answer[0][0] if answer else None


def _feedback(ledger: Ledger, unit: int) -> list[dict[str, Any]]:
    """Return the right grades of a training document, with reasons."""
    query = "SELECT dimension, value, feedback FROM gold WHERE unit = ?"
    names = ("dimension", "grade", "text")
    return [dict(zip(names, row, strict=True)) for row in ledger.rows(query, (unit,))]
