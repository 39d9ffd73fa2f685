"""State of a ledger, now or at an earlier position: judgments, drift, progress."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from harness.core.arrays import Floats
from harness.core.faces import natural
from harness.core.numbers import collect
from harness.core.packages import pl
from harness.judging.ledger import Ledger

#: The columns that identify a unit.
UNIT = ("topic", "doc", "kind", "part")

#: Reasons of assignments that are never released: training, and units with known grades.
NOT_RELEASED = ("training", "gold")

_JUDGMENTS: dict[str, Any] = {
    "event": pl.Int64,
    "assignment": pl.Int64,
    "topic": pl.String,
    "doc": pl.String,
    "kind": pl.String,
    "part": pl.String,
    "assessor": pl.String,
    "assessor_kind": pl.String,
    "role": pl.String,
    "reason": pl.String,
    "position": pl.Int64,
    "guideline": pl.Int64,
    "dimension": pl.String,
    "grade": pl.Int64,
    "shown_at": pl.String,
    "judged_at": pl.String,
    "active_ms": pl.Int64,
}

# The standing event of each assignment, among the events up to a position.
_STANDING = """
    SELECT assignment, max(id) AS event FROM event
    WHERE id <= :position AND kind IN ('judged', 'skipped', 'closed')
    AND id NOT IN (SELECT undoes FROM event WHERE undoes IS NOT NULL AND id <= :position)
    GROUP BY assignment
"""


# The same for one topic, found by the index.
_OF_TOPIC = """AND assignment IN
    (SELECT a.id FROM assignment a JOIN unit u ON u.id = a.unit WHERE u.topic = :topic)
    GROUP BY assignment"""


def standing_judgments(
    ledger: Ledger, position: int | None = None, topic: str | None = None
) -> pl.DataFrame:
    """Return all standing judgments, one row per dimension, in the order of recording.

    It leaves out judgments that were taken back, replaced by the same assessor in the same
    assignment, skipped or closed. Judgments simulated on a person's list are of the kind
    ``simulated``. ``position`` (the number of an event) leaves out later events, ``topic`` other
    topics.
    """
    standing = _STANDING
    if topic is not None:
        standing = standing.replace("GROUP BY assignment", _OF_TOPIC)
    query = f"""
        WITH standing AS ({standing})
        SELECT e.id, a.id, u.topic, u.doc, u.kind, u.part, s.name,
               CASE e.source WHEN 'simulation' THEN 'simulated' ELSE s.kind END, s.role, a.reason,
               a.position, e.guideline, g.dimension, g.value, e.shown_at, e.judged_at, e.active_ms
        FROM standing
        JOIN event e ON e.id = standing.event AND e.kind = 'judged'
        JOIN grade g ON g.event = e.id
        JOIN assignment a ON a.id = e.assignment
        JOIN unit u ON u.id = a.unit
        JOIN assessor s ON s.id = a.assessor
        ORDER BY e.id, g.dimension
    """
    position = ledger.position if position is None else position
    rows = ledger.rows(query, {"position": position, "topic": topic})
    return pl.DataFrame(rows, schema=_JUDGMENTS, orient="row")


def document_judgments(
    ledger: Ledger,
    dimension: str | None = None,
    position: int | None = None,
    topic: str | None = None,
) -> pl.DataFrame:
    """Return the `standing_judgments` of documents in one dimension, by default the first.

    Raises `EvaluationError` for an unknown dimension.
    """
    scale = ledger.guidelines[1].dimension(dimension)
    wanted = (pl.col("dimension") == scale.name) & (pl.col("kind") == "document")
    return standing_judgments(ledger, position, topic).filter(wanted)


def newest_votes(judgments: pl.DataFrame, left_out: Collection[str] = NOT_RELEASED) -> pl.DataFrame:
    """Return the newest judgment of each unit by each assessor, without reasons ``left_out``."""
    counted = judgments.filter(~pl.col("reason").is_in(left_out)).sort("event")
    return counted.unique([*UNIT, "assessor"], keep="last", maintain_order=True)


def model_grades(judgments: pl.DataFrame, name: str) -> pl.DataFrame:
    """Return a model's newest grades: topic, doc, model."""
    own = (pl.col("assessor") == name) & (pl.col("assessor_kind") == "model")
    return newest_votes(judgments.filter(own)).select("topic", "doc", model="grade")


def ratings(given: pl.DataFrame) -> tuple[pl.DataFrame, list[str], Floats]:
    """Arrange votes as units [U], assessors [A] and grades [U, A], NaN without a vote."""
    units = given.select(UNIT).unique().sort(UNIT).with_row_index("unit")
    names = sorted(given["assessor"].unique())
    columns = {name: column for column, name in enumerate(names)}
    numbered = given.join(units, on=UNIT)
    grades = np.full((units.height, len(names)), np.nan)
    rows = numbered["unit"].to_numpy()
    grades[rows, [columns[name] for name in numbered["assessor"]]] = numbered["grade"].to_numpy()
    return units, names, grades


def standing_skips(ledger: Ledger, position: int | None = None) -> pl.DataFrame:
    """Return the units that people skipped or closed: topic, doc, assessor, kind, reason."""
    query = f"""
        WITH standing AS ({_STANDING})
        SELECT u.topic, u.doc, u.kind, u.part, s.name, e.kind, e.text
        FROM standing
        JOIN event e ON e.id = standing.event AND e.kind IN ('skipped', 'closed')
        JOIN assignment a ON a.id = e.assignment
        JOIN unit u ON u.id = a.unit
        JOIN assessor s ON s.id = a.assessor AND s.kind <> 'model'
        ORDER BY e.id
    """
    rows = ledger.rows(query, {"position": ledger.position if position is None else position})
    names = ("topic", "doc", "kind", "part", "assessor", "state", "text")
    return pl.DataFrame(rows, schema=dict.fromkeys(names, pl.String), orient="row")


def notes(ledger: Ledger) -> list[dict[str, Any]]:
    """Return each assessor's newest note on each document, with its answer, newest first."""
    query = """
        SELECT a.id AS assignment, u.topic, u.doc, s.name, n.text, n.recorded_at,
               (SELECT e.text FROM event e WHERE e.assignment = a.id AND e.kind = 'noted'
                AND e.actor <> a.assessor AND e.id > n.id ORDER BY e.id DESC LIMIT 1)
        FROM (SELECT e.assignment, max(e.id) AS event FROM event e
              JOIN assignment b ON b.id = e.assignment
              WHERE e.kind = 'noted' AND e.actor = b.assessor GROUP BY e.assignment) newest
        JOIN event n ON n.id = newest.event JOIN assignment a ON a.id = newest.assignment
        JOIN unit u ON u.id = a.unit JOIN assessor s ON s.id = a.assessor ORDER BY n.id DESC
    """
    names = ("assignment", "topic", "doc", "assessor", "text", "recorded_at", "answer")
    return [dict(zip(names, row, strict=True)) for row in ledger.rows(query)]


def progress(ledger: Ledger) -> pl.DataFrame:
    """Count each assessor's documents of each topic: assigned, judged, skipped, closed, left."""
    query = """
        SELECT s.name, s.kind, u.topic, count(*),
               coalesce(sum(e.kind = 'judged'), 0), coalesce(sum(e.kind = 'skipped'), 0),
               coalesce(sum(e.kind = 'closed'), 0), sum(e.kind IS NULL)
        FROM assignment a
        JOIN unit u ON u.id = a.unit
        JOIN assessor s ON s.id = a.assessor
        LEFT JOIN standing ON standing.assignment = a.id
        LEFT JOIN event e ON e.id = standing.event
        GROUP BY s.id, u.topic ORDER BY s.id
    """
    counts = dict.fromkeys(("assigned", "judged", "skipped", "closed", "left"), pl.Int64)
    texts = dict.fromkeys(("assessor", "kind", "topic"), pl.String)
    rows = ledger.rows(query)
    order = {name: number for number, name in enumerate(dict.fromkeys(row[0] for row in rows))}
    rows.sort(key=lambda row: (order[row[0]], natural(row[2]), row[2]))
    return pl.DataFrame(rows, schema={**texts, **counts}, orient="row")


@dataclass(frozen=True, slots=True)
class GoldDrift:
    """Comparison of an assessor with known grades of hidden documents.

    ``right`` of the ``judged`` documents have the known grade. ``early`` and ``late`` are the
    shares in the first and in the second half, in the order of judging: a lower late share is
    drift. ``direction`` is the mean of given minus known grades: below 0 the assessor is too
    strict.
    """

    assessor: str
    judged: int
    right: int
    early: float | None
    late: float
    direction: float


def gold_drift(ledger: Ledger) -> list[GoldDrift]:
    """Compare each assessor with the known grades of the hidden documents judged so far."""
    query = """
        SELECT s.name, g.value, d.value FROM gold d
        JOIN assignment a ON a.unit = d.unit AND a.reason = 'gold'
        JOIN assessor s ON s.id = a.assessor JOIN standing ON standing.assignment = a.id
        JOIN grade g ON g.event = standing.event AND g.dimension = d.dimension
        ORDER BY s.name, standing.event
    """
    given = collect((name, (grade, known)) for name, grade, known in ledger.rows(query))
    return [_drift(name, pairs) for name, pairs in given.items()]


def _drift(name: str, pairs: Sequence[tuple[int, int]]) -> GoldDrift:
    right = [grade == known for grade, known in pairs]
    half = len(right) // 2
    early = sum(right[:half]) / half if half else None
    late = sum(right[half:]) / (len(right) - half)
    direction = sum(grade - known for grade, known in pairs) / len(pairs)
    return GoldDrift(name, len(right), sum(right), early, late, direction)
