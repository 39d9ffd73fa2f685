"""Assessors of known error rates, to try out a plan of judging before people's time is spent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from harness.core.arrays import Floats, generator
from harness.core.errors import EvaluationError, refuse, unknown
from harness.judging.ledger import Ledger
from harness.judging.recording import Entry, record_entry


@dataclass(frozen=True, eq=False)
class Simulated:
    """Judgments that were simulated: how many, and the confusion [K, K] of each assessor."""

    recorded: int
    confusions: Mapping[str, Floats]


def simulate(
    ledger: Ledger,
    truth: Mapping[tuple[str, str], int],
    error_rates: Mapping[str, float],
    *,
    default_error: float = 0.0,
    default_grade: int = 0,
    seed: int = 1,
) -> Simulated:
    """Judge everything on all lists that is not judged yet, as simulated assessors would.

    ``truth`` has the true grade of (topic, document); what is not in it is of ``default_grade``. An
    assessor gives the true grade, or with his or her error rate one of the others, each with the
    same probability. The draws depend on ``seed``, assessor, topic and document alone, so that
    the order of lists changes nothing. Recorded with the source ``simulation``, which makes
    them judgments of the kind ``simulated``. Raises
    `EvaluationError` for the rate of an assessor whom the ledger does not know.
    """
    _, guidelines = ledger.guidelines
    known = [name for (name,) in ledger.rows("SELECT name FROM assessor ORDER BY id")]
    refuse(
        (unknown("assessor", it, known) for it in error_rates if it not in known), EvaluationError
    )
    query = """
        SELECT a.id, s.name, u.topic, u.doc, a.reason FROM assignment a
        JOIN assessor s ON s.id = a.assessor JOIN unit u ON u.id = a.unit
        LEFT JOIN standing ON standing.assignment = a.id
        WHERE standing.event IS NULL ORDER BY a.assessor, a.position
    """
    rows = ledger.rows(query)
    entries = []
    for assignment, name, topic, doc, reason in rows:
        true = truth.get((topic, doc), default_grade)
        rate = error_rates.get(name, default_error)
        grades = {}
        for dimension in guidelines.dimensions:
            random = generator(seed, "simulation", name, topic, doc, reason, dimension.name)
            others = [value for value in dimension.values if value != true]
            wrong = random.random() < rate
            grades[dimension.name] = others[random.integers(len(others))] if wrong else true
        key = f"simulation-{seed}-{assignment}"
        entries.append((assignment, Entry("judged", key, grades, source="simulation")))
    with ledger.transaction() as writing:
        for assignment, entry in entries:
            record_entry(writing, assignment, entry)
    size = len(guidelines.dimensions[0].values)
    names = sorted({row[1] for row in rows})
    confusions = {name: _confusion(error_rates.get(name, default_error), size) for name in names}
    return Simulated(len(rows), confusions)


def people_judged(ledger: Ledger) -> bool:
    """Whether anything in a ledger was said by somebody, and not by a simulated assessor."""
    query = "SELECT EXISTS (SELECT 1 FROM event WHERE source <> 'simulation')"
    return bool(ledger.value(query))


def _confusion(rate: float, size: int) -> Floats:
    confusion = np.full((size, size), rate / (size - 1))
    np.fill_diagonal(confusion, 1 - rate)
    return confusion
