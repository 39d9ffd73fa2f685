"""Reading relevance judgments: TREC's layout and its relatives, and tables with named columns."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

import polars as pl

from harness.core.errors import MAX_PROBLEMS, HarnessError, InputError, Problem, UnusualError
from harness.core.limits import memory_explained
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.core.numbers import counted
from harness.formats.delimited import read_fields
from harness.formats.explained import explained
from harness.formats.layouts import (
    KINDS,
    Layout,
    Locate,
    Sample,
    layout_named,
    layouts,
    package_problems,
    recognised,
)
from harness.formats.line_fields import LineFields
from harness.formats.pieces import contents
from harness.formats.qrels_columns import judged_twice, qrels_columns, refuse_too_large
from harness.formats.records import Records
from harness.formats.remote import local
from harness.formats.spans import Span, is_large
from harness.formats.tablefiles import content_of
from harness.formats.tables import repeated_rows

_NAMING = KINDS["judgments"].naming
#: A repeated document beside another second field: no TREC file then.
_OTHER_LAYOUTS = f"the second field differs: diversity or qrels_jg? {_NAMING}"


@memory_explained
def read_qrels(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    grades: Mapping[str, int] | None = None,
) -> Qrels:
    """Relevance judgments of a file: plain, .gz, .bz2, .xz, .zst or ``-`` (standard input).

    ``format`` names the layout (`harness.formats.qrels_layouts`); without it the layout is
    recognised when it can only be one. ``grades`` is what the letters of ``ntcir`` mean, if not
    S 3, A 2, B 1, C 0. The frame has ``topic``, ``doc`` and ``grade``, and the layout's further
    columns. Grades below 0 mean "not judged". Raises `InputError` with file, line and column of up
    to 25 problems: fields missing, grades that are no whole numbers, documents judged twice.

    >>> qrels = read_qrels("qrels/demo/qrels.txt")
    >>> qrels.format, qrels.frame.columns, len(qrels.topics)
    ('trec', ['topic', 'doc', 'grade'], 15)
    """
    where = os.fspath(path)
    with local(where):  # which fetches it once
        if grades is None and is_large(where):
            with suppress(HarnessError):  # what is to be said is said of the whole file
                return _in_pieces(where, format)
        return parse_qrels(content_of(where), where, format, grades=grades)


def _in_pieces(where: str, format: str | None) -> Qrels:
    """The judgments of a large file; `HarnessError` where its pieces do not tell all of it.

    They stay chunks of the frame: put together they would be in memory twice.
    """
    qrels, layout, topics = [], format, 0
    for source in contents(where):
        content = source.read() if isinstance(source, Span) else source
        piece = parse_qrels(content, where, layout)
        if piece.warnings:
            raise UnusualError("there is something to say of it")
        qrels.append(piece)
        layout = piece.format
        topics += len(piece.topics)
    together = replace(qrels[0], frame=pl.concat((piece.frame for piece in qrels), rechunk=False))
    if len(together.topics) < topics:
        raise UnusualError("a topic comes back")
    return together


def parse_qrels(
    content: bytes,
    where: str,
    format: str | None = None,
    *,
    grades: Mapping[str, int] | None = None,
) -> Qrels:
    r"""Judgments from the content of a file; ``where`` names it in messages.

    >>> parse_qrels(b"701 0 GX000 2\n701 0 GX001 0\n", "a.qrels").frame.rows()
    [('701', 'GX000', 2), ('701', 'GX001', 0)]
    """
    if format is None:
        layout, warnings = _recognised(content, where)
    else:
        layout, warnings = layout_named("judgments", format, where), ()
    if grades is not None and layout.name == "ntcir":
        from harness.formats.qrels_layouts.ntcir import from_letters

        layout = replace(layout, derive=partial(from_letters, grades=grades))
    if layout.fields is None:
        frame, more = qrels_columns(layout.call_read(content, where))
        _refuse_empty(frame, where)
    else:
        frame, more = _from_fields(content, where, layout, layout.fields)
    return Qrels(frame, source=where, format=layout.name, warnings=(*warnings, *more))


def _recognised(content: bytes, where: str) -> tuple[Layout, tuple[Note, ...]]:
    sample = Sample(content, where)
    layout, warnings = recognised("judgments", sample)
    if layout is None:
        with explained("judgments", content):
            raise InputError(_ambiguous(sample))
    return layout, warnings


def _ambiguous(sample: Sample) -> list[Problem]:
    """That no layout is certain, and which fit."""
    records = sample.records
    if not records:
        return [Problem("there is no line with a judgment", sample.where)]
    lines = [(it, it.fields) for it in layouts("judgments") if it.fields]
    fitting = [(it, fields) for it, fields in lines if all(map(fields.fits, records))]
    fields = counted(len(records[0]), "field")
    message = f"which layout lines with {fields} have must be said"
    if not fitting:
        message = f"no layout of judgments fits lines with {fields} like this one"
    listed = "; ".join(f"{it.name} ({fields})" for it, fields in fitting or lines)
    line = Records(sample.content, sample.where).number(0)
    hint = f"{_NAMING}; one of: {listed}"
    return [Problem(message, sample.where, line, hint=hint), *package_problems()]


def _from_fields(
    content: bytes, where: str, layout: Layout, fields: LineFields
) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    records = Records(content, where)

    def locate(row: int, column: str | int, message: str, hint: str | None) -> Problem:
        index = fields.fields.index(column) if isinstance(column, str) else column
        return records.problem(row, index, message, hint)

    with explained("judgments", content):
        frame, warnings = read_fields(content, where, fields)
        _refuse_empty(frame, where)
        with layout.guarded():
            frame = layout.derive(frame, locate)
        refuse_too_large(frame, locate)
        repeated = repeated_rows(frame, layout.key)
        if repeated:
            raise InputError(_judged_twice(frame, records, layout.name, locate, repeated))
    first = ("topic", "doc", "grade")
    return frame.select(*first, *(name for name in frame.columns if name not in first)), warnings


def _refuse_empty(frame: pl.DataFrame, where: str) -> None:
    if frame.is_empty():
        raise InputError(Problem("there is no line with a judgment", where))


def _judged_twice(
    frame: pl.DataFrame,
    records: Records,
    layout: str,
    locate: Locate,
    repeated: list[tuple[int, int]],
) -> list[Problem]:
    hint = _OTHER_LAYOUTS if layout == "trec" else None
    problems = []
    for first, later in repeated[:MAX_PROBLEMS]:
        message = judged_twice(frame, later, f"line {records.number(first)}")
        other = hint is not None and records.fields(first)[1] != records.fields(later)[1]
        problems.append(locate(later, "doc", message, hint if other else None))
        hint = None if other else hint  # once is enough
    return problems
