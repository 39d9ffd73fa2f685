"""Additions to a ledger: guidelines, assessors, units, assignments and events."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.judging.ledger import current_guidelines, known_assessor, now
from harness.settings.judge import Guidelines


@dataclass(frozen=True, slots=True)
class Unit:
    """Something to judge: a document of a topic, or a part of one."""

    topic: str
    doc: str
    kind: str = "document"
    part: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """Marked text: characters of the document's text from ``start``; length 0 is an entry point."""

    start: int
    length: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """An assessor's entry for an assignment, before it is recorded.

    ``kind`` is ``judged`` (with ``grades`` of every dimension), ``skipped`` (with a reason in
    ``text``), ``noted`` (a note in ``text``), ``undone`` (takes back the standing event), or
    ``closed`` (an organiser takes it off the list, with the reason in ``text``). ``key`` identifies
    the entry: recorded again it changes nothing. ``source`` is its origin: ``page``, ``offline``,
    ``import``, ``simulation``. Times are by the assessor's clock. ``before`` is the event that
    stood when it was made: its number, or the key of an entry of the same page (0: none; None:
    unknown, and not checked). ``guideline`` is the version of the guidelines that were shown; None
    for the newest.
    """

    kind: str
    key: str
    grades: Mapping[str, int] = field(default_factory=dict)
    passages: tuple[Passage, ...] = ()
    text: str | None = None
    source: str = "page"
    content_sha256: str | None = None
    shown_at: str | None = None
    judged_at: str | None = None
    active_ms: int | None = None
    before: int | str | None = None
    guideline: int | None = None


class OvertakenError(EvaluationError):
    """Entry based on an outdated state: somebody must choose between two changes.

    ``stands`` is the standing event: its number (0: none), kind, text and grades.
    """

    def __init__(self, assignment: int, stands: Mapping[str, Any]) -> None:
        self.stands = stands
        grades = ", ".join(f"{name} {grade}" for name, grade in stands["grades"].items())
        standing = grades or stands["kind"] or "taken back"
        message = f"assignment {assignment} was judged elsewhere meanwhile: {standing}"
        super().__init__(Problem(message))


@dataclass(frozen=True, slots=True)
class ListedUnit:
    """A unit on an assessor's list, and its standing event: ``state`` (kind) and content."""

    number: int
    position: int
    unit: Unit
    standing: int | None = None
    state: str | None = None
    text: str | None = None
    grades: Mapping[str, int] = field(default_factory=dict)
    passages: tuple[Passage, ...] = ()


def list_units(
    execute: Callable[[str, tuple[int]], Iterable[Any]], person: int
) -> dict[int, ListedUnit]:
    """Return the assignments of an assessor by number, in the order of the list.

    ``execute`` runs a query: `Ledger.rows`, or a connection's method.
    """
    query = """
        SELECT a.id, a.position, u.topic, u.doc, u.kind, u.part, e.id, e.kind, e.text,
               (SELECT json_group_object(dimension, value) FROM grade WHERE event = e.id),
               (SELECT json_group_array(json_array(start, length)) FROM
                 (SELECT start, length FROM passage WHERE event = e.id ORDER BY number))
        FROM assignment a JOIN unit u ON u.id = a.unit
        LEFT JOIN standing ON standing.assignment = a.id LEFT JOIN event e ON e.id = standing.event
        WHERE a.assessor = ? ORDER BY a.position, a.id
    """
    listed = {}
    for number, position, *unit, event, state, text, grades, passages in execute(query, (person,)):
        marked = tuple(Passage(*passage) for passage in json.loads(passages))
        stands = (event, state, text, json.loads(grades), marked)
        listed[number] = ListedUnit(number, position, Unit(*unit), *stands)
    return listed


def record_guidelines(writing: sqlite3.Connection, guidelines: Guidelines) -> int:
    """Return the number of these guidelines: a new version, unless the newest one is equal.

    An older version used again becomes a new version, too, because the newest counts.
    """
    content = json.dumps(guidelines.model_dump(mode="json"), ensure_ascii=False, sort_keys=True)
    digest = hashlib.sha256(content.encode()).hexdigest()
    row = writing.execute("SELECT id, sha256 FROM guideline ORDER BY id DESC LIMIT 1").fetchone()
    if row is not None and row[1] == digest:
        return int(row[0])
    insert = "INSERT INTO guideline (content, sha256, recorded_at) VALUES (?, ?, ?)"
    return int(writing.execute(insert, (content, digest, now())).lastrowid or 0)


def record_assessor(
    writing: sqlite3.Connection,
    name: str,
    *,
    kind: str = "human",
    role: str | None = None,
    affiliation: str | None = None,
    details: Mapping[str, Any] | None = None,
) -> int:
    """Return the number of an assessor, adding a new one with the role ``assessor``.

    Raises `EvaluationError` for a name of another kind of assessor (judgments of people, models and
    files are never mixed), or for another ``role``.
    """
    row = writing.execute("SELECT id, kind, role FROM person WHERE name = ?", (name,)).fetchone()
    if row is not None and row[1] != kind:
        message = f"{name!r} is the name of an assessor of the kind {row[1]}, not {kind}"
        raise EvaluationError(Problem(message, hint="give the other one another name"))
    if row is not None and role not in (None, row[2]):
        message = f"{name!r} is in the ledger as {row[2]}, not as {role}"
        hint = "choose another name, or end that role: harness judge link TASK NAME --end-role"
        raise EvaluationError(Problem(message, hint=hint))
    if row is not None:
        return int(row[0])
    insert = (
        "INSERT INTO assessor (name, kind, role, affiliation, details, recorded_at) "
        "VALUES (?, ?, ?, ?, ?, ?)"
    )
    content = json.dumps(dict(details or {}), ensure_ascii=False, sort_keys=True)
    given = (name, kind, role or "assessor", affiliation, content, now())
    return int(writing.execute(insert, given).lastrowid or 0)


def end_role(writing: sqlite3.Connection, name: str) -> int:
    """Revoke a person's role, leaving an assessor who cannot sign in; return the number."""
    person, role = known_assessor(writing, name)
    if role != "assessor":
        insert = "INSERT INTO role (assessor, role, recorded_at) VALUES (?, 'assessor', ?)"
        writing.execute(insert, (person, now()))
    insert = "INSERT INTO credential (assessor, kind, recorded_at) VALUES (?, 'revoked', ?)"
    writing.execute(insert, (person, now()))
    return person


def record_units(writing: sqlite3.Connection, units: Iterable[Unit]) -> dict[Unit, int]:
    """Return the numbers of units, adding new ones."""
    numbers: dict[Unit, int] = {}
    for unit in units:
        row = (unit.topic, unit.doc, unit.kind, unit.part)
        writing.execute(
            "INSERT INTO unit (topic, doc, kind, part) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            row,
        )
        query = "SELECT id FROM unit WHERE topic = ? AND doc = ? AND kind = ? AND part = ?"
        numbers[unit] = writing.execute(query, row).fetchone()[0]
    return numbers


def record_assignment(
    writing: sqlite3.Connection,
    unit: int,
    assessor: int,
    reason: str,
    *,
    position: int | None = None,
    batch: int | None = None,
) -> int:
    """Put a unit on an assessor's list, at ``position`` or at the end; return the assignment."""
    if position is None:
        query = "SELECT coalesce(max(position), 0) + 1 FROM assignment WHERE assessor = ?"
        position = writing.execute(query, (assessor,)).fetchone()[0]
    insert = (
        "INSERT INTO assignment (id, unit, assessor, reason, batch, position, recorded_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)"
    )
    number = _unused_number(writing, unit, assessor)
    writing.execute(insert, (number, unit, assessor, reason, batch, position, now()))
    return number


def _unused_number(reading: sqlite3.Connection, unit: int, assessor: int) -> int:
    """Return the number of a new assignment, which does not reveal when and why it was made.

    Assessors see it: consecutive numbers would reveal the hidden known documents.
    """
    taken = "SELECT 1 FROM assignment WHERE id = ?"
    query = "SELECT count(*) FROM assignment WHERE unit = ? AND assessor = ?"
    times = reading.execute(query, (unit, assessor)).fetchone()[0]
    topic, doc, kind, part = reading.execute(
        "SELECT topic, doc, kind, part FROM unit WHERE id = ?", (unit,)
    ).fetchone()
    (name,) = reading.execute("SELECT name FROM assessor WHERE id = ?", (assessor,)).fetchone()
    number = None
    while number is None or reading.execute(taken, (number,)).fetchone():
        text = json.dumps([name, topic, doc, kind, part, times, number])
        number = 1 + int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) % 999_999_999
    return number


def record_entry(
    writing: sqlite3.Connection, assignment: int, entry: Entry, *, actor: int | None = None
) -> int:
    """Record an event of an assignment; return its number.

    ``actor`` is the person who did it, by default the assessor of the assignment. The same entry
    again returns the same event. Raises `EvaluationError` for an unknown assignment, wrong or
    missing grades, a skip without a reason, nothing to take back, a closed assignment, and for a
    ``key`` of another entry; `OvertakenError` if another event stands than the one the entry was
    based on, unless both say the same.
    """
    row = writing.execute("SELECT assessor FROM assignment WHERE id = ?", (assignment,)).fetchone()
    if row is None:
        raise EvaluationError(Problem(f"there is no assignment {assignment}"))
    repeated = _find_recorded(writing, assignment, entry)
    if repeated is not None:
        return repeated
    version, guidelines = current_guidelines(writing)
    standing = _find_standing(writing, assignment)
    refuse(_wrong(entry, guidelines, standing), EvaluationError)
    same = _same_elsewhere(writing, assignment, entry, standing)
    if same is not None:
        return same
    undoes = standing[0] if standing and entry.kind == "undone" else None
    insert = (
        "INSERT INTO event (assignment, actor, kind, text, guideline, content_sha256, undoes, "
        "source, key, shown_at, judged_at, active_ms, recorded_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    )
    given = (
        assignment,
        row[0] if actor is None else actor,
        entry.kind,
        entry.text,
        (version if entry.guideline is None else entry.guideline) or None,
        entry.content_sha256,
        undoes,
        entry.source,
        entry.key,
        entry.shown_at,
        entry.judged_at,
        entry.active_ms if guidelines.active_time else None,
        now(),
    )
    event = int(writing.execute(insert, given).lastrowid or 0)
    writing.executemany(
        "INSERT INTO grade (event, dimension, value) VALUES (?, ?, ?)",
        [(event, dimension, value) for dimension, value in entry.grades.items()],
    )
    writing.executemany(
        "INSERT INTO passage (event, number, start, length) VALUES (?, ?, ?, ?)",
        [(event, i, part.start, part.length) for i, part in enumerate(entry.passages)],
    )
    return event


def record_words(writing: sqlite3.Connection, person: int, topic: str, text: str, key: str) -> int:
    """Record words to highlight for an assessor in documents of a topic; return their number.

    The newest words of a topic count. The same ``key`` again changes nothing. Raises
    `EvaluationError` for a topic that is not on the list.
    """
    row = writing.execute("SELECT id FROM words WHERE key = ?", (key,)).fetchone()
    if row is not None:
        return int(row[0])
    listed = (
        "SELECT 1 FROM assignment a JOIN unit u ON u.id = a.unit"
        " WHERE a.assessor = ? AND u.topic = ? LIMIT 1"
    )
    if writing.execute(listed, (person, topic)).fetchone() is None:
        raise EvaluationError(Problem(f"there is nothing of topic {topic!r} on your list"))
    insert = "INSERT INTO words (assessor, topic, text, key, recorded_at) VALUES (?, ?, ?, ?, ?)"
    return int(writing.execute(insert, (person, topic, text, key, now())).lastrowid or 0)


def is_closed(reading: sqlite3.Connection, assignment: int, key: str) -> bool:
    """Return whether an assignment is closed, for an entry that is not recorded yet."""
    known = reading.execute("SELECT 1 FROM event WHERE key = ?", (key,)).fetchone()
    return known is None and (_find_standing(reading, assignment) or (0, ""))[1] == "closed"


def _find_recorded(writing: sqlite3.Connection, assignment: int, entry: Entry) -> int | None:
    """Return the event of an entry recorded already; raises `EvaluationError` for another's key."""
    query = "SELECT id, assignment, kind, text FROM event WHERE key = ?"
    row = writing.execute(query, (entry.key,)).fetchone()
    if row is None:
        return None
    recorded = (*row[1:], _content(writing, row[0])[2], _passages(writing, row[0]))
    if recorded != (assignment, entry.kind, entry.text, dict(entry.grades), entry.passages):
        raise EvaluationError(Problem(f"the key {entry.key!r} stands for another entry"))
    return int(row[0])


def _find_standing(reading: sqlite3.Connection, assignment: int) -> tuple[int, str] | None:
    """Return the standing event of an assignment, with its kind."""
    query = (
        "SELECT id, kind FROM event WHERE assignment = ? AND kind IN ('judged', 'skipped', "
        "'closed') AND id NOT IN (SELECT undoes FROM event WHERE assignment = ? AND undoes IS NOT "
        "NULL) ORDER BY id DESC LIMIT 1"
    )
    return reading.execute(query, (assignment, assignment)).fetchone()  # type: ignore[no-any-return]


def _same_elsewhere(
    reading: sqlite3.Connection, assignment: int, entry: Entry, standing: tuple[int, str] | None
) -> int | None:
    """Return the standing event if it equals an entry that was not based on it; else None.

    Raises `OvertakenError` if it differs.
    """
    if entry.before is None or entry.kind == "noted":
        return None
    event, kind = standing or (0, None)
    key, text, grades = _content(reading, event)
    if entry.before in (event, key):
        return None
    content = entry.kind, entry.text, dict(entry.grades), entry.passages
    if content == (kind, text, grades, _passages(reading, event)):
        return event
    raise OvertakenError(assignment, {"event": event, "kind": kind, "text": text, "grades": grades})


def standing_content(reading: sqlite3.Connection, assignment: int) -> dict[str, Any]:
    """Return the standing event of an assignment: number (0: none), kind, text and grades."""
    event, kind = _find_standing(reading, assignment) or (0, None)
    _, text, grades = _content(reading, event)
    return {"event": event, "kind": kind, "text": text, "grades": grades}


def _content(reading: sqlite3.Connection, event: int) -> tuple[str, str | None, dict[str, int]]:
    """Return the key, the text and the grades of an event; empty for none."""
    query = """
        SELECT key, text, (SELECT json_group_object(dimension, value) FROM grade WHERE event = e.id)
        FROM event e WHERE id = ?
    """
    key, text, grades = reading.execute(query, (event,)).fetchone() or ("", None, "{}")
    return key, text, json.loads(grades)


def _passages(reading: sqlite3.Connection, event: int) -> tuple[Passage, ...]:
    """Return the marked passages of an event, in their order."""
    query = "SELECT start, length FROM passage WHERE event = ? ORDER BY number"
    return tuple(Passage(*part) for part in reading.execute(query, (event,)))


def _wrong(
    entry: Entry, guidelines: Guidelines, standing: tuple[int, str] | None
) -> Iterator[Problem]:
    if standing is not None and standing[1] == "closed" and entry.kind in ("judged", "skipped"):
        yield Problem("the assignment was closed", hint="ask the organiser")
    if entry.kind == "undone" and standing is None:
        yield Problem("there is nothing to take back")
    if entry.kind in ("skipped", "noted", "closed") and not (entry.text or "").strip():
        yield Problem(f"a text is needed: why it was {entry.kind}")
    if entry.kind == "judged":
        yield from wrong_grades(entry.grades, guidelines)
    elif entry.grades:
        yield Problem(f"grades are given, but the document was {entry.kind}")


def wrong_grades(grades: Mapping[str, int], guidelines: Guidelines) -> Iterator[Problem]:
    """Yield problems of grades: each dimension of the guidelines needs a valid grade."""
    names = [dimension.name for dimension in guidelines.dimensions]
    for name in grades:
        if name not in names:
            yield unknown("dimension", name, names)
    for dimension in guidelines.dimensions:
        value = grades.get(dimension.name)
        if value is None:
            yield Problem(f"there is no grade of {dimension.name!r}")
        elif value not in dimension.values:
            hint = f"its grades are {', '.join(map(str, dimension.values))}"
            yield Problem(f"{value!r} is no grade of {dimension.name!r}", hint=hint)
