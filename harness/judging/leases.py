"""Leases: what nobody gets to comes back from a list, and goes to somebody who may take it."""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from sqlite3 import Connection
from typing import Any

from harness.judging.ledger import now
from harness.judging.recording import Entry, record_assignment, record_entry

_OPEN = """
    SELECT a.id, a.unit, a.assessor, a.reason, a.batch, u.topic FROM assignment a
    JOIN unit u ON u.id = a.unit JOIN assessor s ON s.id = a.assessor
    LEFT JOIN standing ON standing.assignment = a.id
    WHERE standing.event IS NULL AND a.reason IN ('pool', 'overlap') AND s.kind = 'human'
"""
# What is open on lists of people who have not done anything since, and were given it before.
_OVERDUE = f"""{_OPEN} AND a.recorded_at < :before
    AND NOT EXISTS (
        SELECT 1 FROM event e JOIN assignment b ON b.id = e.assignment
        WHERE b.assessor = a.assessor AND e.actor = a.assessor AND e.recorded_at >= :before
    ) ORDER BY a.assessor, a.position
"""

# Who has a list; whether he or she can sign in, and did anything since; how much is open and taken.
_PEOPLE = """
    SELECT s.id, s.name, s.details, s.affiliation,
           coalesce((SELECT c.kind <> 'revoked' FROM credential c WHERE c.assessor = s.id
                     ORDER BY c.id DESC LIMIT 1), 0),
           EXISTS (SELECT 1 FROM event e JOIN assignment b ON b.id = e.assignment
                   WHERE b.assessor = s.id AND e.actor = s.id AND e.recorded_at >= :before),
           (SELECT count(*) FROM assignment a LEFT JOIN standing ON standing.assignment = a.id
            WHERE a.assessor = s.id AND standing.event IS NULL),
           (SELECT count(*) FROM assignment a LEFT JOIN standing ON standing.assignment = a.id
            LEFT JOIN event e ON e.id = standing.event
            WHERE a.assessor = s.id AND a.reason = 'pool' AND coalesce(e.kind, '') <> 'closed')
    FROM person s WHERE s.kind = 'human' AND s.role = 'assessor'
    AND EXISTS (SELECT 1 FROM assignment a WHERE a.assessor = s.id AND a.reason = 'pool')
"""


@dataclass
class Holder:
    """Somebody who has a list, and what he or she may hold.

    ``signs_in`` says that a link or password is live, ``at_work`` that something was done lately.
    ``open`` documents are on the list; ``room`` is for how many more (None: any number).
    """

    number: int
    name: str
    conflicts: frozenset[str]
    groups: frozenset[str]
    signs_in: bool
    at_work: bool
    open: int
    room: int | None = None

    def may_hold(self, topic: str, held_by: Collection[int], brought_by: Collection[str]) -> bool:
        """Whether a document of a topic can go to this list.

        ``held_by`` are those who have it already, ``brought_by`` the groups whose assessors do not
        judge it.
        """
        return (
            self.number not in held_by
            and topic not in self.conflicts
            and not self.groups & set(brought_by)
        )

    def take(self) -> None:
        """One more document is on the list."""
        self.open += 1
        self.room = None if self.room is None else self.room - 1


@dataclass(frozen=True)
class HoldingRules:
    """Limits of who holds what: documents of the own group, and how many at most."""

    own_documents: str = "all"
    capacities: Mapping[str, int] = field(default_factory=dict)


def holders(reading: Connection, before: str, rules: HoldingRules) -> list[Holder]:
    """All people with lists; lately is since ``before``."""
    made = []
    for number, name, details, group, signs_in, at_work, left, taken in reading.execute(
        _PEOPLE, {"before": before}
    ):
        conflicts = frozenset(json.loads(details).get("conflicts", ()))
        groups = frozenset({name, group or name})
        most = rules.capacities.get(name)
        room = None if most is None else most - taken
        made.append(
            Holder(number, name, conflicts, groups, bool(signs_in), bool(at_work), left, room)
        )
    return made


def return_overdue(writing: Connection, before: str, rules: HoldingRules = HoldingRules()) -> int:
    """Move what is overdue to other lists; how many documents were moved.

    Overdue is what was given out ``before`` (a time as it is recorded) to somebody who has not done
    anything since. It goes to whoever has the least open of those who can sign in, have judged
    since, have room and may hold it (`Holder.may_hold`); where there is nobody it stays.
    """
    overdue = writing.execute(_OVERDUE, {"before": before}).fetchall()
    late = {row[2] for row in overdue}
    takers = [
        holder
        for holder in holders(writing, before, rules)
        if holder.number not in late and holder.signs_in and holder.at_work
    ]
    why = f"nothing was judged since {before}"
    return _move(writing, overdue, takers, rules, why)


def hand_over(writing: Connection, person: int, rules: HoldingRules) -> tuple[int, int]:
    """Move all that is open on the list of somebody who leaves; how much was moved, and stays.

    It goes to whoever has the least open of those who can sign in, have room and may hold it.
    """
    left = writing.execute(f"{_OPEN} AND a.assessor = ?", (person,)).fetchall()
    takers = [
        holder
        for holder in holders(writing, now(), rules)
        if holder.number != person and holder.signs_in
    ]
    moved = _move(writing, left, takers, rules, "the role of the assessor ended")
    return moved, len(left) - moved


def _move(
    writing: Connection,
    rows: Iterable[Sequence[Any]],
    takers: Sequence[Holder],
    rules: HoldingRules,
    why: str,
) -> int:
    """Move open documents to the lists of those who may take them; how many were moved."""
    moved = 0
    for number, unit, _, reason, batch, topic in rows:
        having, groups = having_unit(writing, unit), groups_of(writing, unit, rules)
        free = [
            taker
            for taker in takers
            if (taker.room is None or taker.room > 0) and taker.may_hold(topic, having, groups)
        ]
        if not free:
            continue
        taker = min(free, key=lambda it: it.open)
        text = f"{why}: given to {taker.name}"
        closed = Entry("closed", f"lease-{secrets.token_hex(12)}", text=text, source="lease")
        record_entry(writing, number, closed)
        record_assignment(writing, unit, taker.number, reason, batch=batch)
        taker.take()
        moved += 1
    return moved


def having_unit(reading: Connection, unit: int) -> set[int]:
    """The assessors who have a unit on their lists, or had."""
    rows = reading.execute("SELECT assessor FROM assignment WHERE unit = ?", (unit,))
    return {number for (number,) in rows}


def groups_of(reading: Connection, unit: int, rules: HoldingRules) -> set[str]:
    """The groups whose assessors do not judge a unit, for their runs brought it."""
    if rules.own_documents == "all":
        return set()
    rows = reading.execute("SELECT groups FROM pooled WHERE unit = ?", (unit,))
    return {str(group) for (groups,) in rows for group in json.loads(groups)}
