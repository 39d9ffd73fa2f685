"""The columns of judgments under our names, wherever they come from: lines, tables or frames."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice

import numpy as np

from harness.core.columns import Columns
from harness.core.errors import InputError, refuse
from harness.core.frames import pl
from harness.core.notes import Note
from harness.core.soundness import number
from harness.formats.layouts import Locate
from harness.formats.tables import (
    DOC,
    TOPIC,
    InputColumn,
    InputTable,
    checked,
    matched,
    repeated_rows,
)
from harness.hypotheses.layout import SWAPPED

#: Grades are computed with as 32-bit integers.
_LARGEST_GRADE = 2**31 - 1
#: So many values are looked at to tell scores from grades.
_FIRST = 20

#: What the column of grades is called where it cannot be one of scores.
GRADE_NAMES = ("grade", "relevance", "rel", "label", "relevancy", "judgment")

#: The column of letters of Amazon's shopping queries: exact, substitute, complement, irrelevant.
_ESCI = "esci_label"
_ESCI_GRADES = {"E": 3, "S": 2, "C": 1, "I": 0}

#: The columns that tables of judgments may have; those in `KEY` tell judgments apart.
QRELS_COLUMNS = (
    TOPIC,
    DOC,
    InputColumn("grade", (*GRADE_NAMES[1:], "score", _ESCI), "integer", required=True),
    InputColumn("subtopic", ("subtopic_id",)),
    InputColumn("group"),
    InputColumn("subgroup"),
    InputColumn("level", kind="decimal", nullable=True),
    InputColumn("stratum"),
    InputColumn("method", kind="integer"),
    InputColumn("probability", ("prob", "iprob"), "decimal", nullable=True),
    InputColumn("model", ("model_grade",), "integer", nullable=True),
    InputColumn("understandability", ("readability",), "integer", nullable=True),
    InputColumn("credibility", ("trustworthiness", "trust"), "integer", nullable=True),
    InputColumn("relevant_chars", kind="integer"),
    InputColumn("doc_chars", kind="integer"),
    InputColumn("best_entry", kind="integer", nullable=True),
    InputColumn("passages", kind="passages", nullable=True),
    InputColumn("path", ("xpath",)),
    InputColumn("exhaustivity", kind="integer", nullable=True),
    InputColumn("specificity", kind="decimal"),
)
KEY = ("topic", "subtopic", "group", "subgroup", "path", "doc")


def qrels_columns(table: InputTable) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    """The columns of judgments in a table, none judged twice; warnings about unused columns."""
    with _expecting_grades(table):
        frame, warnings = checked(_without_letters(table), QRELS_COLUMNS)
    refuse_too_large(frame, lambda row, _column, message, _hint: table.problem(row, message))
    key = [column for column in KEY if column in frame.columns]
    refuse(
        table.problem(later, judged_twice(frame, later, table.row_name(first)))
        for first, later in repeated_rows(frame, key)
    )
    return frame, warnings


def _without_letters(table: InputTable) -> InputTable:
    """The table with grades for the letters of ESCI, which is noted."""
    if _ESCI not in table.columns:
        return table
    typed = str if table.written else int
    known = {letter: typed(grade) for letter, grade in _ESCI_GRADES.items()}
    grades = [known.get(letter, letter) for letter in table.columns[_ESCI]]
    text = "read as grades: " + ", ".join(f"{a} {grade}" for a, grade in _ESCI_GRADES.items())
    note = Note("layout", text, table.where or None, _ESCI)
    columns = {**table.columns, _ESCI: grades}
    return replace(table, columns=columns, warnings=(*table.warnings, note))


@contextmanager
def _expecting_grades(table: InputTable) -> Iterator[None]:
    """Let an `InputError` pass; one problem instead of all when the grades look like scores."""
    try:
        yield
    except InputError as error:
        own = matched([str(name) for name in table.columns], QRELS_COLUMNS).get("grade")
        if own is None or not _has_fractions(table.columns[own]):
            raise
        hint = f"these look like scores: {SWAPPED}"
        raise InputError(replace(error.problems[0], hint=hint)) from None


def _has_fractions(values: Iterable[object]) -> bool:
    """Whether most of the first values are fractional numbers rather than grades."""
    first = list(islice(values, _FIRST))
    numbers = [number(str(value)) for value in first]
    return (
        sum(it is not None and math.isfinite(it) and not it.is_integer() for it in numbers)
        > len(first) / 2
    )


def refuse_too_large(rows: pl.DataFrame | Columns, locate: Locate) -> None:
    """Raise `InputError` for grades that nothing can be computed with."""
    grades = rows.numbers("grade") if isinstance(rows, Columns) else rows["grade"].to_numpy()
    wrong = (grades > _LARGEST_GRADE) | (grades < -_LARGEST_GRADE)
    refuse(
        locate(row, "grade", f"the grade {grades[row]} is too large", None)
        for row in np.flatnonzero(wrong).tolist()
    )


def judged_twice(frame: pl.DataFrame, row: int, first: str) -> str:
    """Return the problem of a row whose document is judged already; ``first`` says where."""
    judged = frame.row(row, named=True)
    parts = (f"{name} {judged[name]!r}" for name in KEY[1:-1] if name in judged)
    scope = ", ".join((f"topic {judged['topic']!r}", *parts))
    return f"document {judged['doc']!r} is judged twice in {scope} (first at {first})"
