"""Assessors: their topics, conflicts and capacities, and the return of overdue documents."""

from __future__ import annotations

import json
import secrets
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from sqlite3 import Connection
from typing import Any

from harness.core.errors import Problem, suggester
from harness.core.numbers import check_whole, collect
from harness.judging.ledger import now
from harness.judging.recording import Entry, record_assignment, record_entry
from harness.settings.judge import AssessorEntry

#: Names that Windows reserves for devices, with any suffix.
_DEVICES = {
    "CON",
    "PRN",
    "AUX",
    "NUL",
    *(f"{port}{n}" for port in ("COM", "LPT") for n in "123456789"),
}
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Assessor:
    """An assessor: a person, or a participating group as a whole.

    ``topics`` are the topics that the assessor proposed. Assessors of one ``group`` share one part
    of the topics; without a group each gets a part. ``capacity`` is the most documents to judge
    (None: any number; overlap and repeats come on top), ``conflicts`` are topics that the assessor
    must not judge.
    """

    name: str
    topics: tuple[str, ...] = ()
    group: str | None = None
    capacity: int | None = None
    conflicts: tuple[str, ...] = ()

    @classmethod
    def of(cls, entry: AssessorEntry) -> Assessor:
        """Return the assessor of an entry in a task file."""
        return cls(**dict(entry))

    @property
    def sharing(self) -> tuple[str, str]:
        """The group that gets a part of the topics, or the assessor without a group."""
        return ("assessor", self.name) if self.group is None else ("group", self.group)


def wrong_assignment(
    assessors: Sequence[Assessor], known: Collection[str], overlap: float, repeats: float, seed: int
) -> Iterator[Problem]:
    """Yield every problem that prevents assigning documents to these assessors."""
    if not assessors:
        yield Problem("there are no assessors")
    yield from _wrong_names([assessor.name for assessor in assessors])
    yield from _wrong_topics(assessors, known)
    for name, share in (("overlap", overlap), ("repeats", repeats)):
        if not _is_share(share):
            hint = "it must be a number from 0 to 1"
            yield Problem(f"{name} = {share!r} is not allowed", hint=hint)
    if _is_share(overlap) and overlap and len(assessors) < 2:
        hint = "name at least two, or set overlap to 0"
        yield Problem("overlap needs a second assessor", hint=hint)
    yield from check_whole(seed, 0, f"seed = {seed!r}")


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _wrong_names(names: Sequence[str]) -> Iterator[Problem]:
    """Yield problems of names reserved, or equal in lower case, as file names of any system."""
    for name in names:
        why = _unusable(name)
        if why:
            message = f"the assessor's name {name!r} cannot be the name of a file"
            yield Problem(message, hint=why)
    files = collect((unicodedata.normalize("NFC", name).casefold(), name) for name in names)
    for same in files.values():
        if len(same) > 1 and len(set(same)) == 1:
            yield Problem(f"{len(same)} assessors are called {same[0]!r}")
        elif len(same) > 1:
            message = f"the assessors {', '.join(map(repr, dict.fromkeys(same)))} need other names"
            yield Problem(message, hint="their files would have one name where case is ignored")


def _unusable(name: str) -> str | None:
    """Return the reason why no file can have a name; None if one can."""
    if not name or name != name.strip():
        return "it is empty, or has a blank at an end"
    if name.startswith("."):
        return "it begins with a dot"
    if set(name) & set('<>:"/\\|?*') or not name.isprintable():
        return 'none of < > : " / \\ | ? * and no control characters'
    if name.split(".", maxsplit=1)[0].rstrip().upper() in _DEVICES:
        return "Windows reserves it for a device"
    if len(name.encode()) > _LONGEST_NAME:
        return f"it must have at most {_LONGEST_NAME} bytes"
    return None


def _wrong_topics(assessors: Sequence[Assessor], known: Collection[str]) -> Iterator[Problem]:
    nearest_topic = suggester(sorted(known))
    for assessor in assessors:
        for topic in (*assessor.topics, *assessor.conflicts):
            if topic not in known:
                message = f"the assessor {assessor.name!r} has the unknown topic {topic!r}"
                yield Problem(message, hint=nearest_topic(topic))
        for topic in set(assessor.topics) & set(assessor.conflicts):
            yield Problem(f"the topic {topic!r} is proposed by {assessor.name!r} and in conflict")


_OPEN = """
    SELECT a.id, a.unit, a.assessor, a.reason, a.batch, u.topic FROM assignment a
    JOIN unit u ON u.id = a.unit JOIN assessor s ON s.id = a.assessor
    LEFT JOIN standing ON standing.assignment = a.id
    WHERE standing.event IS NULL AND a.reason IN ('pool', 'overlap') AND s.kind = 'human'
"""
# Open assignments given before a time to people who have recorded nothing since.
_OVERDUE = f"""{_OPEN} AND a.recorded_at < :before
    AND NOT EXISTS (
        SELECT 1 FROM event e JOIN assignment b ON b.id = e.assignment
        WHERE b.assessor = a.assessor AND e.actor = a.assessor AND e.recorded_at >= :before
    ) ORDER BY a.assessor, a.position
"""

# People with lists, or only named by the task: whether they can sign in, were active since, and
# their open and taken documents.
_PEOPLE = """
    SELECT s.id, s.name, s.details, s.affiliation,
           (SELECT c.kind <> 'revoked' AND (c.kind <> 'link' OR length(c.hash) = 64
                   OR CAST(substr(c.hash, 66) AS INTEGER) > CAST(strftime('%s', 'now') AS INTEGER))
            FROM credential c WHERE c.assessor = s.id ORDER BY c.id DESC LIMIT 1),
           EXISTS (SELECT 1 FROM event e JOIN assignment b ON b.id = e.assignment
                   WHERE b.assessor = s.id AND e.actor = s.id AND e.recorded_at >= :before),
           (SELECT count(*) FROM assignment a LEFT JOIN standing ON standing.assignment = a.id
            WHERE a.assessor = s.id AND standing.event IS NULL),
           (SELECT count(*) FROM assignment a LEFT JOIN standing ON standing.assignment = a.id
            LEFT JOIN event e ON e.id = standing.event
            WHERE a.assessor = s.id AND a.reason = 'pool' AND coalesce(e.kind, '') <> 'closed')
    FROM person s WHERE s.kind = 'human' AND s.role = 'assessor'
    AND (EXISTS (SELECT 1 FROM assignment a WHERE a.assessor = s.id AND a.reason = 'pool')
         OR NOT EXISTS (SELECT 1 FROM assignment a WHERE a.assessor = s.id AND a.reason = 'import'))
"""


@dataclass
class Holder:
    """An assessor with a list, and the rules of the documents on it.

    ``signs_in`` is set if a link or password is valid (None: there never was one, as of people who
    judge in packets), ``at_work`` after recent activity. ``open`` counts open documents on the
    list; ``room`` is the number of further ones (None: any number).
    """

    number: int
    name: str
    conflicts: frozenset[str]
    groups: frozenset[str]
    signs_in: bool | None
    at_work: bool
    open: int
    room: int | None = None

    def may_hold(self, topic: str, held_by: Collection[int], brought_by: Collection[str]) -> bool:
        """Return whether a document of a topic can go to this list.

        ``held_by`` are the assessors who have it already, ``brought_by`` the groups barred from it.
        """
        return (
            self.number not in held_by
            and topic not in self.conflicts
            and not self.groups & set(brought_by)
        )

    def take(self) -> None:
        """Count one more document on the list."""
        self.open += 1
        self.room = None if self.room is None else self.room - 1


@dataclass(frozen=True, slots=True)
class HoldingRules:
    """Limits of assessors' lists: documents of the own group, and capacities."""

    own_documents: str = "all"
    capacities: Mapping[str, int] = field(default_factory=dict)


def holders(reading: Connection, before: str, rules: HoldingRules) -> list[Holder]:
    """Return all people with lists; activity counts since ``before``."""
    made = []
    for number, name, details, group, signs_in, at_work, left, taken in reading.execute(
        _PEOPLE, {"before": before}
    ):
        conflicts = frozenset(json.loads(details).get("conflicts", ()))
        groups = frozenset({name, group or name})
        most = rules.capacities.get(name)
        room = None if most is None else most - taken
        made.append(Holder(number, name, conflicts, groups, signs_in, bool(at_work), left, room))
    return made


def return_overdue(writing: Connection, before: str, rules: HoldingRules = HoldingRules()) -> int:
    """Move overdue documents to other lists; return their number.

    A document is overdue if it was assigned ``before`` a recorded time to somebody without activity
    since. It goes to the assessor with the fewest open documents who can sign in, was active since,
    has room and may hold it (`Holder.may_hold`); without one it stays.
    """
    overdue = writing.execute(_OVERDUE, {"before": before}).fetchall()
    late = {row[2] for row in overdue}
    takers = [
        holder
        for holder in holders(writing, before, rules)
        if holder.number not in late and holder.signs_in and holder.at_work
    ]
    return _move(writing, overdue, takers, rules, f"nothing was judged since {before}")


def hand_over(writing: Connection, person: int, rules: HoldingRules) -> tuple[int, int]:
    """Move the open documents of a leaving assessor; return how many moved and how many stay.

    Each goes to the assessor with the fewest open ones who has room, may hold it and was not signed
    out.
    """
    left = writing.execute(f"{_OPEN} AND a.assessor = ?", (person,)).fetchall()
    takers = [
        holder
        for holder in holders(writing, now(), rules)
        if holder.number != person and holder.signs_in in (None, True)
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
    """Move open documents to lists that may take them; return their number."""
    moved = 0
    for number, unit, _, reason, batch, topic in rows:
        having, groups = find_holders(writing, unit), exclude_groups(writing, unit, rules)
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


def find_holders(reading: Connection, unit: int) -> set[int]:
    """Return the assessors with a unit on their lists, now or earlier."""
    rows = reading.execute("SELECT assessor FROM assignment WHERE unit = ?", (unit,))
    return {number for (number,) in rows}


def exclude_groups(reading: Connection, unit: int, rules: HoldingRules) -> set[str]:
    """Return the groups barred from a unit because their runs retrieved it."""
    if rules.own_documents == "all":
        return set()
    rows = reading.execute("SELECT groups FROM pooled WHERE unit = ?", (unit,))
    return {str(group) for (groups,) in rows for group in json.loads(groups)}
