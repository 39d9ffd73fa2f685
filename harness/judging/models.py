"""Assessors other than people: models, whose answers are events, and simulated assessors.

A model is declared in the task. Its name always stands for one prompt and one set of parameters:
both are recorded when it first judges, and a changed model needs another name.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from harness.core.arrays import generator
from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.judging.incoming import FilledSheet
from harness.judging.ledger import Ledger
from harness.judging.recording import Entry, record_assessor, record_assignment, record_entry
from harness.settings.judge import Dimension


@dataclass(frozen=True, slots=True)
class ModelGuidelines:
    """Guidelines that a model's function gets with topic and document.

    ``text`` and ``dimensions`` are the same as for people; ``prompt`` is the text of the model's
    file, or empty; ``parameters`` come from the task.
    """

    text: str
    dimensions: tuple[Dimension, ...]
    prompt: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def details(self) -> dict[str, Any]:
        """Record of the model: prompt, its SHA-256 and the parameters."""
        digest = hashlib.sha256(self.prompt.encode()).hexdigest()
        return {"prompt": self.prompt, "prompt_sha256": digest, "parameters": dict(self.parameters)}


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """Answer of a model about a document: grades by dimension, its own words, its cost.

    >>> ModelAnswer.of(2, "relevance")
    ModelAnswer(grades={'relevance': 2}, answer='', cost=0.0)
    >>> ModelAnswer.of({"grades": 1, "answer": "Yes.", "cost": 0.01}, "relevance")
    ModelAnswer(grades={'relevance': 1}, answer='Yes.', cost=0.01)
    """

    grades: Mapping[str, int]
    answer: str = ""
    cost: float = 0.0

    @classmethod
    def of(cls, given: Any, dimension: str) -> ModelAnswer:
        """Convert the value that a model's function returned.

        The value is a grade, grades by dimension, or a mapping with ``grades`` (either of these, or
        None without grades), ``answer`` and ``cost``. Raises `EvaluationError` for anything else.
        """
        known = given if isinstance(given, Mapping) and "grades" in given else {"grades": given}
        unknown_keys = sorted(map(str, known.keys() - {"grades", "answer", "cost"}))
        grades, cost = known["grades"], known.get("cost", 0.0)
        if grades is None:
            grades = {}
        elif not isinstance(grades, Mapping):
            grades = {dimension: grades}
        are_grades = all(isinstance(it, int) and not isinstance(it, bool) for it in grades.values())
        if (
            unknown_keys
            or not are_grades
            or isinstance(cost, bool)
            or not isinstance(cost, int | float)
        ):
            message = f"judge() returned {given!r:.200}"
            hint = "a grade, grades by dimension, or {'grades': …, 'answer': text, 'cost': number}"
            raise EvaluationError(Problem(message, hint=hint))
        return cls(dict(grades), str(known.get("answer", "")), float(cost))


def record_model(writing: sqlite3.Connection, name: str, guidelines: ModelGuidelines) -> int:
    """Return the number of a model by name, adding a new one.

    Raises `EvaluationError` if the ledger has it with another prompt or other parameters, or if a
    person has the name.
    """
    details = json.loads(json.dumps(guidelines.details(), default=str))
    query = "SELECT details FROM assessor WHERE name = ? AND kind = 'model'"
    row = writing.execute(query, (name,)).fetchone()
    known = details if row is None else json.loads(row[0])
    changed = [key for key in ("prompt", "parameters") if known.get(key) != details[key]]
    if changed:
        message = f"the model {name!r} is in the ledger with other {' and '.join(changed)}"
        hint = "its answers stay what they are: give the changed model another name"
        raise EvaluationError(Problem(message, hint=hint))
    return record_assessor(writing, name, kind="model", details=details)


def list_left_to_model(ledger: Ledger, name: str) -> list[tuple[int, str, str]]:
    """Return the documents of all pools, drawn or not, without an answer of a model.

    Each has the number of its unit, its topic and its identifier.
    """
    query = """
        SELECT DISTINCT u.id, u.topic, u.doc FROM pooled p JOIN unit u ON u.id = p.unit
        WHERE u.kind = 'document' AND u.id NOT IN (
            SELECT a.unit FROM assignment a JOIN assessor s ON s.id = a.assessor
            JOIN standing ON standing.assignment = a.id WHERE s.name = ? AND s.kind = 'model'
        ) ORDER BY u.topic, u.doc
    """
    return ledger.rows(query, (name,))


def record_answer(
    ledger: Ledger, person: int, unit: int, answer: ModelAnswer, asked: Mapping[str, Any]
) -> bool:
    """Record a model's answer in one transaction; return whether it is a judgment.

    The event has the grades, and as its text, in JSON, the raw answer, the cost and the record
    ``asked`` of the prompt. An answer without valid grades is recorded as a skip with the reason.
    """
    text = {"answer": answer.answer, "cost": answer.cost, **asked}
    key = hashlib.sha256(f"{person}\n{unit}".encode()).hexdigest()[:32]
    with ledger.transaction() as writing:
        number = record_assignment(writing, unit, person, "import")
        entry = Entry("judged", f"model-{key}", answer.grades, text=_json(text), source="model")
        try:
            record_entry(writing, number, entry)
        except EvaluationError as error:
            reason = "; ".join(problem.message for problem in error.problems)
            skip = {"reason": reason, "grades": dict(answer.grades), **text}
            record_entry(
                writing, number, Entry("skipped", f"model-{key}", text=_json(skip), source="model")
            )
            return False
    return True


def _json(content: Mapping[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, sort_keys=True)


def mark_as_model(sheet: FilledSheet, name: str) -> FilledSheet:
    """Mark a sheet as answers of a model; raises `EvaluationError` if it names another assessor."""
    if sheet.assessor != name:
        message = f"the file has judgments of {sheet.assessor!r}, not of the model {name!r}"
        raise EvaluationError(Problem(message, sheet.source))
    return replace(sheet, kind="model")


def sum_model_cost(ledger: Ledger, name: str) -> tuple[int, float]:
    """Return the number of recorded answers of a model, and their cost."""
    query = """
        SELECT count(*), coalesce(sum(json_extract(e.text, '$.cost')), 0)
        FROM event e JOIN assignment a ON a.id = e.assignment JOIN assessor s ON s.id = a.assessor
        WHERE s.name = ? AND s.kind = 'model' AND e.source = 'model'
    """
    number, cost = ledger.rows(query, (name,))[0]
    return int(number), float(cost)


def simulate(
    ledger: Ledger,
    truth: Mapping[tuple[str, str], int],
    error_rates: Mapping[str, float],
    *,
    default_error: float = 0.0,
    seed: int = 1,
) -> int:
    """Judge all open documents on all lists by simulated assessors; return their number.

    ``truth`` has the true grade of (topic, document), by default 0. An assessor gives the true
    grade, or with an error rate one of the others, each with the same probability. The draws depend
    only on ``seed``, assessor, topic and document, not on the order of lists. They are recorded
    with the source ``simulation``, as judgments of the kind ``simulated``. Raises `EvaluationError`
    for an error rate of an unknown assessor.
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
        true = truth.get((topic, doc), 0)
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
    return len(rows)


def people_judged(ledger: Ledger) -> bool:
    """Return whether a ledger has entries of other than simulated assessors."""
    return bool(ledger.value("SELECT EXISTS (SELECT 1 FROM event WHERE source <> 'simulation')"))
