"""Pools in a ledger: provenance of units, their assignments, and units with known grades."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from harness.core.arrays import generator
from harness.core.errors import EvaluationError, Problem
from harness.core.model import Qrels
from harness.core.packages import pl
from harness.judging.assessors import Assessor
from harness.judging.assignments import Assignments, assign
from harness.judging.ledger import Ledger, now
from harness.judging.recording import Unit, record_assessor, record_assignment, record_units
from harness.pooling.pool import SCHEMA, Pool


@dataclass(frozen=True, slots=True)
class PoolAddition:
    """Counts of an added pool: documents new to the ledger, known ones, and assignments (if any).

    ``already`` is set if this very pool was there, so that nothing was added.
    """

    new: int
    known: int
    assigned: Assignments | None
    already: bool = False


def add_pool(
    ledger: Ledger,
    pool: Pool,
    assessors: Sequence[Assessor] = (),
    *,
    name: str,
    sha256: str,
    manifest: Mapping[str, Any],
    overlap: float = 0.0,
    repeats: float = 0.0,
    seed: int = 1,
    share_by: str = "topics",
    own_documents: str = "all",
    topics: Iterable[str] = (),
) -> PoolAddition:
    """Put a pool into a ledger, and its documents on assessors' lists.

    ``sha256`` is the hash of the pool's manifest, which identifies the pool. Everything in the pool
    is recorded: runs, groups, strata, probabilities, batches. Documents known to the ledger keep
    their assignments and judgments; only new ones are assigned. A topic stays with its assessor.
    The same pool again adds only assessors. ``topics`` are further known topics, which may have no
    document.

    Raises `EvaluationError` as `harness.judging.assignments.assign` does.
    """
    with ledger.transaction() as writing:
        recorded = _record_people(writing, assessors)
        if writing.execute("SELECT 1 FROM pool WHERE sha256 = ?", (sha256,)).fetchone():
            return PoolAddition(0, len(pool), None, already=True)
        before = writing.execute("SELECT count(*) FROM unit").fetchone()[0]
        numbers = _record_pool(writing, name, sha256, pool, manifest)
        after = writing.execute("SELECT count(*) FROM unit").fetchone()[0]
        given = _list_given(writing)
        fresh = replace(pool, frame=pool.frame.filter(_is_new(pool.frame, numbers, given)))
        people = [
            _as_before(writing, person, fresh.topics, by_topic=share_by == "topics")
            for person in assessors
        ]
        given_topics = [topic for (topic,) in writing.execute("SELECT DISTINCT topic FROM unit")]
        assigned = None
        if people and fresh.to_judge.height:
            assigned = assign(
                fresh,
                people,
                overlap=overlap,
                repeats=repeats,
                seed=seed,
                topics={*topics, *given_topics},
                share_by=share_by,
                own_documents=own_documents,
            )
            _record_assignments(writing, assigned, recorded, numbers, pool.plan.get("batch", 1))
    return PoolAddition(
        after - before, len(pool) + pool.left_out.height - (after - before), assigned
    )


def unite_pools(ledger: Ledger) -> Pool:
    """Return the union of all pools of a ledger, with the plan of the newest.

    Each document has the provenance of the newest pool with it. Documents left out of the newest
    draw are left out here, too.

    Raises `EvaluationError` for a ledger without a pool.
    """
    newest = ledger.rows("SELECT id, manifest FROM pool ORDER BY id DESC LIMIT 1")
    if not newest:
        raise EvaluationError(Problem("the ledger has no pool", hint="harness judge add POOL"))
    number, manifest = newest[0]
    query = """
        SELECT u.topic, u.doc, p.runs, p.groups, p.best_rank, p.stratum, p.probability, p.batch,
               p.drawn, p.pool
        FROM (SELECT unit, drawn, max(pool) AS pool FROM pooled GROUP BY unit, drawn) newest
        JOIN pooled p USING (pool, unit) JOIN unit u ON u.id = p.unit WHERE u.kind = 'document'
    """
    kept: dict[bool, list[tuple[Any, ...]]] = {True: [], False: []}
    for row in ledger.rows(query):
        if row[8] or row[9] == number:
            kept[bool(row[8])].append((*row[:2], json.loads(row[2]), json.loads(row[3]), *row[4:8]))
    frames = {
        drawn: pl.DataFrame(rows, schema=SCHEMA, orient="row").sort("topic", "doc")
        for drawn, rows in kept.items()
    }
    return Pool(frames[True], frames[False], json.loads(manifest)["plan"])


def drawable(ledger: Ledger) -> pl.DataFrame:
    """Return every document of every pool, drawn or not: topic, doc, stratum.

    The stratum is that of the newest pool with the document.
    """
    query = """
        SELECT u.topic, u.doc, p.stratum
        FROM (SELECT unit, max(pool) AS pool FROM pooled GROUP BY unit) newest
        JOIN pooled p USING (pool, unit) JOIN unit u ON u.id = p.unit WHERE u.kind = 'document'
        ORDER BY p.pool, p.unit
    """
    schema = dict.fromkeys(("topic", "doc", "stratum"), pl.String)
    return pl.DataFrame(ledger.rows(query), schema=schema, orient="row")


def _record_pool(
    writing: sqlite3.Connection, name: str, digest: str, pool: Pool, manifest: Mapping[str, Any]
) -> dict[Unit, int]:
    insert = "INSERT INTO pool (name, sha256, layout, manifest, recorded_at) VALUES (?, ?, ?, ?, ?)"
    content = json.dumps(manifest, ensure_ascii=False, sort_keys=True)
    strategy = str(pool.plan.get("strategy"))
    number = writing.execute(insert, (name, digest, strategy, content, now())).lastrowid
    numbers: dict[Unit, int] = {}
    for drawn, frame in ((1, pool.frame), (0, pool.left_out)):
        rows = frame.select(tuple(SCHEMA)).rows()
        numbers |= record_units(writing, (Unit(row[0], row[1]) for row in rows))
        writing.executemany(
            "INSERT INTO pooled (pool, unit, runs, groups, best_rank, stratum, probability, "
            "batch, drawn) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    number,
                    numbers[Unit(row[0], row[1])],
                    json.dumps(row[2], ensure_ascii=False),
                    json.dumps(row[3], ensure_ascii=False),
                    row[4],
                    row[5],
                    row[6],
                    row[7],
                    drawn,
                )
                for row in rows
            ],
        )
    return numbers


def _list_given(reading: sqlite3.Connection) -> set[int]:
    """Return the units assigned to, or judged by, assessors other than models."""
    query = (
        "SELECT DISTINCT a.unit FROM assignment a JOIN assessor s ON s.id = a.assessor"
        " WHERE s.kind <> 'model'"
    )
    return {row[0] for row in reading.execute(query)}


def _is_new(frame: pl.DataFrame, numbers: Mapping[Unit, int], given: set[int]) -> pl.Series:
    units = zip(frame["topic"], frame["doc"], strict=True)
    return pl.Series([numbers[Unit(*unit)] not in given for unit in units], dtype=pl.Boolean)


def _as_before(
    reading: sqlite3.Connection, person: Assessor, topics: Iterable[str], *, by_topic: bool
) -> Assessor:
    """Return the assessor with the topics already on the list, and the capacity left."""
    query = """
        SELECT u.topic, count(*) FROM assignment a JOIN unit u ON u.id = a.unit
        JOIN assessor s ON s.id = a.assessor WHERE s.name = ? AND a.reason = 'pool'
        GROUP BY u.topic
    """
    given = dict(reading.execute(query, (person.name,)).fetchall())
    owned = given.keys() & set(topics) - set(person.conflicts) if by_topic else set()
    capacity = person.capacity
    if capacity is not None:
        capacity = max(0, capacity - sum(given.values()))
    return replace(person, topics=tuple(sorted({*person.topics, *owned})), capacity=capacity)


def _record_people(writing: sqlite3.Connection, assessors: Sequence[Assessor]) -> dict[str, int]:
    return {
        person.name: record_assessor(
            writing,
            person.name,
            role="assessor",
            affiliation=person.group,
            details={"conflicts": list(person.conflicts)} if person.conflicts else None,
        )
        for person in assessors
    }


def _record_assignments(
    writing: sqlite3.Connection,
    assigned: Assignments,
    people: Mapping[str, int],
    numbers: Mapping[Unit, int],
    batch: int,
) -> None:
    for name, _, topic, doc, reason in assigned.table.iter_rows():
        record_assignment(writing, numbers[Unit(topic, doc)], people[name], reason, batch=batch)


_POSITIONS = """
    SELECT a.position FROM assignment a JOIN unit u ON u.id = a.unit
    WHERE a.assessor = ? AND u.topic = ? AND a.reason = 'pool'
"""


def add_known(
    ledger: Ledger, known: Qrels, reason: str, assessors: Sequence[str], *, seed: int
) -> int:
    """Put documents with known grades on the lists of assessors; return the number of assignments.

    For ``training`` every assessor gets all of them, first. For ``gold`` an assessor gets the
    documents of the topics on the list, at random positions in each topic, unless they are there
    already. The grades are of the first dimension of the guidelines. Nothing is added twice.
    """
    dimension = ledger.guidelines[1].dimensions[0].name
    grades = known.frame.select("topic", "doc", "grade").sort("topic", "doc").rows()
    made = 0
    with ledger.transaction() as writing:
        units = record_units(writing, (Unit(topic, doc) for topic, doc, _ in grades))
        writing.executemany(
            "INSERT INTO gold (unit, dimension, value, recorded_at) VALUES (?, ?, ?, ?) "
            "ON CONFLICT DO NOTHING",
            [(units[Unit(topic, doc)], dimension, grade, now()) for topic, doc, grade in grades],
        )
        for name in assessors:
            person = record_assessor(writing, name)
            query = "SELECT unit FROM assignment WHERE assessor = ?"
            listed = {unit for (unit,) in writing.execute(query, (person,))}
            for topic, doc, _ in grades:
                unit = units[Unit(topic, doc)]
                positions = [row[0] for row in writing.execute(_POSITIONS, (person, topic))]
                if unit in listed or (reason == "gold" and not positions):
                    continue
                random = generator(seed, reason, name, topic, doc)
                position = int(random.choice(positions)) if reason == "gold" else 0
                record_assignment(writing, unit, person, reason, position=position)
                made += 1
    return made
