"""Documents whose grade is known: shown with an answer in training, or hidden among the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from harness.core.arrays import generator
from harness.core.model import Qrels
from harness.judging.ledger import Ledger, now
from harness.judging.recording import Unit, record_assessor, record_assignment, record_units

_POSITIONS = """
    SELECT a.position FROM assignment a JOIN unit u ON u.id = a.unit
    WHERE a.assessor = ? AND u.topic = ? AND a.reason = 'pool'
"""


@dataclass(frozen=True, slots=True)
class GoldDrift:
    """An assessor against known grades: of ``judged`` hidden documents, ``right`` as known.

    ``early`` and ``late`` are the shares of the first and of the second half, in the order in which
    they were judged: the late one below the early one is drift. ``direction`` is the mean of the
    given less the known grades: below 0 the assessor is too strict.
    """

    assessor: str
    judged: int
    right: int
    early: float | None
    late: float
    direction: float


def gold_drift(ledger: Ledger) -> list[GoldDrift]:
    """A comparison of each assessor with the known grades of the hidden documents so far."""
    query = """
        SELECT s.name, g.value, d.value FROM gold d
        JOIN assignment a ON a.unit = d.unit AND a.reason = 'gold'
        JOIN assessor s ON s.id = a.assessor JOIN standing ON standing.assignment = a.id
        JOIN grade g ON g.event = standing.event AND g.dimension = d.dimension
        ORDER BY s.name, standing.event
    """
    given: dict[str, list[tuple[int, int]]] = {}
    for name, grade, known in ledger.rows(query):
        given.setdefault(name, []).append((grade, known))
    return [_drift(name, pairs) for name, pairs in given.items()]


def _drift(name: str, pairs: Sequence[tuple[int, int]]) -> GoldDrift:
    right = [grade == known for grade, known in pairs]
    half = len(right) // 2
    early = sum(right[:half]) / half if half else None
    late = sum(right[half:]) / (len(right) - half)
    direction = sum(grade - known for grade, known in pairs) / len(pairs)
    return GoldDrift(name, len(right), sum(right), early, late, direction)


def add_known(
    ledger: Ledger, known: Qrels, reason: str, assessors: Sequence[str], *, seed: int
) -> int:
    """Put documents with known grades on the lists of assessors; how many assignments were made.

    For ``training`` every assessor gets all of them, first. For ``gold`` an assessor gets those of
    the topics on his or her list, at random places of each topic, unless the document is there
    already. What is known is the first dimension of the guidelines. Nothing is put twice.
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
