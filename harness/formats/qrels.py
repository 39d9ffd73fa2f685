"""Reading relevance judgments: TREC's layout and its relatives, and tables with named columns."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

import polars as pl

from harness.core.errors import MAX_PROBLEMS, InputError, Problem, nearest, refuse
from harness.core.limits import memory_explained
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.formats.delimited import read_fields
from harness.formats.explained import explained
from harness.formats.naming import NAME_QRELS_LAYOUT
from harness.formats.qrels_layouts import (
    NTCIR_GRADES,
    QRELS_FORMATS,
    Locate,
    QrelsFormat,
    recognise_layout,
)
from harness.formats.records import Records
from harness.formats.role_numbers import has_fractions
from harness.formats.tablefiles import TABLE_READERS, content_of, recognised, suffix_of
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
#: A repeated document beside another second field: no TREC file then.
_OTHER_LAYOUTS = f"the second field differs: diversity or qrels_jg? {NAME_QRELS_LAYOUT}"

#: What the column of grades is called where it cannot be one of scores.
GRADE_NAMES = ("grade", "relevance", "rel", "label", "relevancy", "judgment")

#: The columns that tables of judgments may have; those in `_KEY` tell judgments apart.
QRELS_COLUMNS = (
    TOPIC,
    DOC,
    InputColumn(
        "grade",
        (*GRADE_NAMES[1:], "score"),
        "integer",
        required=True,
    ),
    InputColumn("subtopic", ("subtopic_id",)),
    InputColumn("group"),
    InputColumn("subgroup"),
    InputColumn("level", kind="decimal", nullable=True),
    InputColumn("stratum"),
    InputColumn("method", kind="integer"),
    InputColumn("probability", ("prob", "iprob"), "decimal", nullable=True),
    InputColumn("relevant_chars", kind="integer"),
    InputColumn("doc_chars", kind="integer"),
    InputColumn("best_entry", kind="integer", nullable=True),
    InputColumn("passages", kind="passages", nullable=True),
)
_KEY = ("topic", "subtopic", "group", "subgroup", "doc")


@memory_explained
def read_qrels(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    grades: Mapping[str, int] = NTCIR_GRADES,
) -> Qrels:
    """Relevance judgments of a file: plain, .gz, .bz2, .xz, .zst or ``-`` (standard input).

    ``format`` names the layout (`QRELS_FORMATS`, or csv, json, jsonl, parquet); without it the
    layout is recognised when it can only be one. ``grades`` is what the letters of ``ntcir`` mean.
    The frame has ``topic``, ``doc`` and ``grade``, and the layout's further columns. Grades below
    0 mean "not judged". Raises `InputError` with file, line and column of up to 25 problems:
    fields missing, grades that are no whole numbers, documents judged twice.
    """
    where = os.fspath(path)
    return parse_qrels(content_of(where), where, format, grades=grades)


def parse_qrels(
    content: bytes,
    where: str,
    format: str | None = None,
    *,
    grades: Mapping[str, int] = NTCIR_GRADES,
) -> Qrels:
    r"""Judgments from the content of a file; ``where`` names it in messages.

    >>> parse_qrels(b"701 0 GX000 2\n701 0 GX001 0\n", "a.qrels").frame.rows()
    [('701', 'GX000', 2), ('701', 'GX001', 0)]
    """
    name, warnings = (format, ()) if format else _recognise(content, where)
    if name in TABLE_READERS:
        frame, more = _from_table(content, where, name)
    elif name in QRELS_FORMATS:
        frame, more = _from_fields(content, where, QRELS_FORMATS[name], grades)
    else:
        hint = nearest(name, _names()) or f"known are {', '.join(_names())}"
        raise InputError(Problem(f"unknown qrels format {name!r}", where, hint=hint))
    return Qrels(frame, source=where, format=name, warnings=(*warnings, *more))


def _recognise(content: bytes, where: str) -> tuple[str, tuple[Note, ...]]:
    table = recognised(content, suffix_of(where), QRELS_COLUMNS)
    if table:
        return table, ()
    with explained("judgments", content):
        return recognise_layout(content, where)


def _names() -> tuple[str, ...]:
    return (*QRELS_FORMATS, *TABLE_READERS)


def _from_fields(
    content: bytes, where: str, declared: QrelsFormat, grades: Mapping[str, int]
) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    layout = declared.layout
    records = Records(content, where)

    def locate(row: int, column: str | int, message: str, hint: str | None = None) -> Problem:
        place = layout.fields.index(column) if isinstance(column, str) else column
        return records.problem(row, place, message, hint)

    with explained("judgments", content):
        frame, warnings = read_fields(content, where, layout)
        _refuse_empty(frame, where)
        frame = declared.finish(frame, locate, grades)
        _refuse_too_large(frame, locate)
        repeated = repeated_rows(frame, declared.key)
        if repeated:
            raise InputError(_judged_twice(frame, records, declared, repeated))
    first = ("topic", "doc", "grade")
    return frame.select(*first, *(name for name in frame.columns if name not in first)), warnings


def _from_table(content: bytes, where: str, name: str) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    frame, warnings = qrels_columns(TABLE_READERS[name](content, where, "grade"))
    _refuse_empty(frame, where)
    return frame, warnings


def qrels_columns(table: InputTable) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    """The columns of judgments in a table, none judged twice; warnings about unused columns."""
    with _expecting_grades(table):
        frame, warnings = checked(table, QRELS_COLUMNS)
    _refuse_too_large(frame, lambda row, _column, message, _hint: table.problem(row, message))
    key = [column for column in _KEY if column in frame.columns]
    refuse(
        table.problem(later, _twice(frame, later, table.place(first)))
        for first, later in repeated_rows(frame, key)
    )
    return frame, warnings


@contextmanager
def _expecting_grades(table: InputTable) -> Iterator[None]:
    """Let an `InputError` pass; one problem instead of all when the grades look like scores."""
    try:
        yield
    except InputError as error:
        own = matched([str(name) for name in table.columns], QRELS_COLUMNS).get("grade")
        if own is None or not has_fractions(table.columns[own]):
            raise
        hint = f"these look like scores: {SWAPPED}"
        raise InputError(replace(error.problems[0], hint=hint)) from None


def _refuse_empty(frame: pl.DataFrame, where: str) -> None:
    if frame.is_empty():
        raise InputError(Problem("there is no line with a judgment", where))


def _refuse_too_large(frame: pl.DataFrame, locate: Locate) -> None:
    grades = frame["grade"]
    wrong = (grades > _LARGEST_GRADE) | (grades < -_LARGEST_GRADE)
    refuse(
        locate(row, "grade", f"the grade {grades[row]} is too large", None)
        for row in wrong.arg_true().to_list()
    )


def _twice(frame: pl.DataFrame, row: int, first: str) -> str:
    judged = frame.row(row, named=True)
    parts = (f"{name} {judged[name]!r}" for name in _KEY[1:-1] if name in judged)
    scope = ", ".join((f"topic {judged['topic']!r}", *parts))
    return f"document {judged['doc']!r} is judged twice in {scope} (first at {first})"


def _judged_twice(
    frame: pl.DataFrame, records: Records, declared: QrelsFormat, repeated: list[tuple[int, int]]
) -> list[Problem]:
    place = declared.layout.fields.index("doc")
    hint = _OTHER_LAYOUTS if declared.name == "trec" else None
    problems = []
    for first, later in repeated[:MAX_PROBLEMS]:
        message = _twice(frame, later, f"line {records.number(first)}")
        other = hint is not None and records.fields(first)[1] != records.fields(later)[1]
        problems.append(records.problem(later, place, message, hint if other else None))
        hint = None if other else hint  # said once
    return problems
