"""Hand out documents while people judge: a strategy chooses after each judgment."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from sqlite3 import Connection
from typing import Any

from harness.core.errors import EvaluationError, Problem
from harness.core.faces import natural
from harness.judging.assessors import Assessor
from harness.judging.judgments import document_judgments
from harness.judging.ledger import Ledger
from harness.judging.policies import Policy, decide
from harness.judging.recording import Unit, record_assignment, record_units
from harness.pooling.candidates import Candidates, TopicCandidates
from harness.pooling.live import choose_wanted
from harness.pooling.plan import Plan

# For each topic of a person: the number of documents given, open, and taken off the list. The view
# `standing` would cover all events anew for each judgment.
_TOPICS = """
    SELECT u.topic, count(*), sum(e.kind IS NULL), coalesce(sum(e.kind = 'closed'), 0)
    FROM assignment a JOIN unit u ON u.id = a.unit LEFT JOIN event e ON e.id = (
        SELECT max(id) FROM event
        WHERE assignment = a.id AND kind IN ('judged', 'skipped', 'closed')
        AND id NOT IN (SELECT undoes FROM event WHERE assignment = a.id AND undoes IS NOT NULL))
    WHERE a.assessor = ? AND a.reason = 'pool' GROUP BY u.topic
"""
# Topics that an organiser closed: no more documents of them are judged.
_ENDED = """
    SELECT DISTINCT u.topic FROM event e JOIN assignment a ON a.id = e.assignment
    JOIN unit u ON u.id = a.unit WHERE e.kind = 'closed' AND e.source = 'page'
"""
_GIVEN = """
    SELECT u.doc FROM pooled p JOIN unit u ON u.id = p.unit
    WHERE u.topic = ? AND u.kind = 'document' AND p.drawn AND p.batch < ?
"""
_HAS = """
    SELECT u.doc FROM assignment a JOIN unit u ON u.id = a.unit
    WHERE u.topic = ? AND u.kind = 'document' AND a.assessor = ? AND a.id <> ?
"""
#: Provenance of a document: runs, groups and best rank.
Provenance = tuple[Any, ...]


@dataclass(frozen=True, eq=False)
class LiveStrategy:
    """A strategy with its candidates, asked again after each judgment.

    ``before`` has the grades of documents judged elsewhere, by topic; None for only pooled ones.
    ``policy`` decides the grade of a document that several judged. ``people`` are the assessors of
    the task; with ``every_topic`` each of them judges documents of every topic.
    """

    topics: Mapping[str, TopicCandidates]
    provenance: Mapping[tuple[str, str], Provenance]
    plan: Plan
    policy: Policy
    people: Mapping[str, Assessor]
    every_topic: bool = False
    before: Mapping[str, Mapping[str, int | None]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        candidates: Candidates,
        plan: Plan,
        policy: Policy,
        people: Collection[Assessor],
        *,
        every_topic: bool = False,
        before: Mapping[str, Mapping[str, int | None]] | None = None,
    ) -> LiveStrategy:
        """Return the strategy of a plan for the candidates of runs."""
        columns = candidates.union.select("topic", "doc", "runs", "groups", "best_rank")
        return cls(
            {topic.topic: topic for topic in candidates},
            {(topic, doc): tuple(brought) for topic, doc, *brought in columns.rows()},
            plan,
            policy,
            {person.name: person for person in people},
            every_topic,
            before or {},
        )

    def hand_out(self, ledger: Ledger, person: int) -> int:
        """Put further documents on a person's list, and return their number.

        Afterwards each topic on it has the plan's ``batch`` of open documents, or the rest of the
        budget. With ``every_topic`` a person without open documents begins the next topic. Closed
        topics, and topics of another assessor, give nothing. It is one transaction, so that no two
        people get the same document.
        """
        with ledger.transaction() as writing:
            rows = writing.execute(_TOPICS, (person,)).fetchall()
            ended = {topic for (topic,) in writing.execute(_ENDED)}
            name = str(ledger.value("SELECT name FROM assessor WHERE id = ?", (person,)))
            assessor = self.people.get(name, Assessor(name))
            room = self._room(assessor, sum(row[1] - row[3] for row in rows))
            given = 0
            for topic, _, left, closed in rows:
                if topic not in ended and not closed:
                    most = min(self.at_once - left, room - given)
                    given += self._hand_out(ledger, writing, person, topic, most)
            if self.every_topic and not given and not any(row[2] for row in rows):
                begun = {row[0] for row in rows} | ended | {*assessor.conflicts}
                given = self._begin(ledger, writing, person, begun, min(self.at_once, room))
        return given

    @property
    def at_once(self) -> int:
        """The number of a topic's documents that are open on a list at a time."""
        return self.plan.batch or 1

    @staticmethod
    def _room(assessor: Assessor, taken: int) -> int:
        return 2**31 if assessor.capacity is None else assessor.capacity - taken

    def _begin(
        self, ledger: Ledger, writing: Connection, person: int, begun: set[str], most: int
    ) -> int:
        """Hand out documents of the first new topic that has any."""
        for topic in sorted(self.topics.keys() - begun, key=lambda it: (natural(it), it)):
            given = self._hand_out(ledger, writing, person, topic, most)
            if given:
                return given
        return 0

    def _hand_out(
        self, ledger: Ledger, writing: Connection, person: int, topic: str, most: int
    ) -> int:
        """Put at most ``most`` documents of a topic on a person's list; return their number."""
        if most < 1 or topic not in self.topics:
            return 0
        position = ledger.position
        batch = ledger.value("SELECT 1 + coalesce(max(batch), 0) FROM pooled")
        docs = list(islice(self._choose_wanted(ledger, topic, position, batch, person), most))
        for number, doc in enumerate(docs, start=batch):
            self._record(writing, Unit(topic, doc), person, number, position)
        return len(docs)

    def _choose_wanted(
        self, ledger: Ledger, topic: str, position: int, batch: int, person: int, own: int = 0
    ) -> Iterator[str]:
        """Yield the documents of a topic that the strategy chooses, within the budget.

        It learns the grades of events up to ``position``; documents of earlier batches count as
        given. Documents that the person has for another reason, except the assignment ``own``, are
        left for others.
        """
        judged = document_judgments(ledger, None, position, topic)
        before = self.before.get(topic, {})
        grades = {doc: grade for doc, grade in before.items() if grade is not None}
        grades |= dict(decide(judged, self.policy).grades.select("doc", "grade").rows())
        given = (
            {doc for (doc,) in ledger.rows(_GIVEN, (topic, batch))} | before.keys() | grades.keys()
        )
        has = {doc for (doc,) in ledger.rows(_HAS, (topic, person, own))}
        left = self.plan.strategy.remaining(self.plan.budget.of(topic), len(given), len(given))
        asked = choose_wanted(self.topics[topic], self.plan, given, grades)
        return islice((doc for doc in asked if doc not in has), left)

    def _record(
        self, writing: Connection, unit: Unit, person: int, batch: int, position: int
    ) -> None:
        number = record_units(writing, [unit])[unit]
        runs, groups, best_rank = self.provenance[unit.topic, unit.doc]
        brought = (json.dumps(runs, ensure_ascii=False), json.dumps(groups, ensure_ascii=False))
        writing.execute(
            "INSERT INTO pooled (pool, unit, runs, groups, best_rank, stratum, probability, batch, "
            "drawn) VALUES ((SELECT max(id) FROM pool), ?, ?, ?, ?, '1', 1.0, ?, 1)",
            (number, *brought, best_rank, batch),
        )
        assignment = record_assignment(writing, number, person, "pool", batch=batch)
        candidates = len(self.topics[unit.topic].docs)
        writing.execute(
            "INSERT INTO asked (assignment, position, candidates) VALUES (?, ?, ?)",
            (assignment, position, candidates),
        )

    def repeat(self, ledger: Ledger) -> int:
        """Repeat all choices of the strategy since the newest pool; return their number.

        Each time it learns only the judgments made by then. Raises `EvaluationError` for the first
        document that it does not choose again.
        """
        query = """
            SELECT q.assignment, q.position, a.assessor, a.batch, u.topic, u.doc FROM asked q
            JOIN assignment a ON a.id = q.assignment JOIN unit u ON u.id = a.unit
            JOIN pooled p ON p.unit = u.id AND p.batch = a.batch
            WHERE p.pool = (SELECT max(id) FROM pool) ORDER BY q.id
        """
        rows = ledger.rows(query)
        for number, (assignment, position, person, batch, topic, doc) in enumerate(rows, start=1):
            again = next(
                self._choose_wanted(ledger, topic, position, batch, person, assignment), None
            )
            if again != doc:
                message = f"document {number} of {len(rows)}: the strategy asks for {again!r} now"
                hint = f"{doc!r} of the topic {topic!r} was handed out: have runs changed since?"
                raise EvaluationError(Problem(message, ledger.path.name, hint=hint))
        return len(rows)
