"""Leases: what nobody gets to comes back from a list, and goes to somebody else."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from sqlite3 import Connection
from typing import Any

from harness.judging.recording import Entry, record_assignment, record_entry

# What is open on lists of people who have not done anything since, and were given it before.
_OVERDUE = """
    SELECT a.id, a.unit, a.assessor, a.reason, a.batch, u.topic, s.name FROM assignment a
    JOIN unit u ON u.id = a.unit JOIN assessor s ON s.id = a.assessor
    LEFT JOIN standing ON standing.assignment = a.id
    WHERE standing.event IS NULL AND a.reason IN ('pool', 'overlap') AND a.recorded_at < :before
    AND s.kind = 'human' AND NOT EXISTS (
        SELECT 1 FROM event e JOIN assignment b ON b.id = e.assignment
        WHERE b.assessor = a.assessor AND e.actor = a.assessor AND e.recorded_at >= :before
    ) ORDER BY a.assessor, a.position
"""

# Who may take it: people with lists who are at work, the least that is open first.
_TAKERS = """
    SELECT s.id, s.name, s.details, s.affiliation,
           (SELECT count(*) FROM assignment a LEFT JOIN standing ON standing.assignment = a.id
            WHERE a.assessor = s.id AND standing.event IS NULL) AS open
    FROM assessor s WHERE s.kind = 'human' AND s.role = 'assessor'
    AND EXISTS (SELECT 1 FROM assignment a WHERE a.assessor = s.id AND a.reason = 'pool')
"""


@dataclass
class _Taker:
    number: int
    name: str
    conflicts: frozenset[str]
    groups: frozenset[str]
    open: int


def return_overdue(writing: Connection, before: str, *, own_documents: str = "all") -> int:
    """Move what is overdue to other lists; how many documents were moved.

    Overdue is what was given out ``before`` (a time as it is recorded) to somebody who has not done
    anything since. It goes to whoever has the least open, is not overdue as well, has no conflict
    with the topic, and has not got the document yet; where there is nobody it stays. With
    ``own_documents`` other than ``all`` nobody takes what runs of the own group brought.
    """
    overdue = writing.execute(_OVERDUE, {"before": before}).fetchall()
    late = {row[2] for row in overdue}
    takers = [_taker(*row) for row in writing.execute(_TAKERS) if row[0] not in late]
    moved = 0
    for number, unit, _, reason, batch, topic, _ in overdue:
        busy = {row[0] for row in writing.execute(_HOLDERS, (unit,))}
        groups = _groups(writing, unit) if own_documents != "all" else set()
        free = [
            taker
            for taker in takers
            if taker.number not in busy
            and topic not in taker.conflicts
            and not taker.groups & groups
        ]
        if not free:
            continue
        taker = min(free, key=lambda it: it.open)
        text = f"nothing was judged since {before}: given to {taker.name}"
        closed = Entry("closed", f"lease-{secrets.token_hex(12)}", text=text, source="lease")
        record_entry(writing, number, closed)
        record_assignment(writing, unit, taker.number, reason, batch=batch)
        taker.open += 1
        moved += 1
    return moved


_HOLDERS = "SELECT assessor FROM assignment WHERE unit = ?"


def _taker(number: int, name: str, details: str, group: str | None, left: int) -> _Taker:
    conflicts = frozenset(json.loads(details).get("conflicts", ()))
    return _Taker(number, name, conflicts, frozenset({name, group or name}), left)


def _groups(reading: Connection, unit: int) -> set[Any]:
    rows = reading.execute("SELECT groups FROM pooled WHERE unit = ?", (unit,))
    return {group for (groups,) in rows for group in json.loads(groups)}
