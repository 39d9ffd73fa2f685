"""Read relevance judgments: TREC's layout and its relatives, and tables with named columns."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from harness.core.columns import Columns
from harness.core.errors import MAX_PROBLEMS, InputError, Problem, refuse
from harness.core.framed import column_names
from harness.core.limits import explain_memory
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.core.packages import pl
from harness.core.run_faults import repeated_rows
from harness.formats.delimited import explain_cause, read_columns
from harness.formats.files import numbered_records
from harness.formats.layouts import (
    KINDS,
    Layout,
    Sample,
    get_layout,
    layouts,
    package_problems,
    recognise_layout,
    unchanged,
)
from harness.formats.qrels_columns import (
    DOCUMENT_SECOND,
    judged_twice,
    may_have_documents_second,
    qrels_columns,
    refuse_too_large,
)
from harness.formats.records import LineFields, Records
from harness.formats.remote import local
from harness.formats.tablefiles import read_raw_content

_NAMING = KINDS["judgments"].naming
#: The hint on a repeated document with another second field: then it is no TREC file.
_OTHER_LAYOUTS = f"the second field differs: diversity or qrels_jg? {_NAMING}"


@explain_memory
def read_qrels(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    grades: Mapping[str, int] | None = None,
) -> Qrels:
    """Read relevance judgments: plain, .gz, .bz2, .xz, .zst or ``-`` (standard input).

    Parameters
    ----------
    path
        The file.
    format
        The name of its layout (`harness.formats.qrels_layouts`); None recognises it, if only one
        fits.
    grades
        The grades of ``ntcir``'s letters, if not S 3, A 2, B 1, C 0.

    Returns
    -------
    Qrels
        Its frame has ``topic``, ``doc`` and ``grade``, and the layout's further columns. Grades
        below 0 mean "not judged".

    Raises
    ------
    InputError
        With file, line and column of up to 25 problems: missing fields, grades that are no whole
        numbers, documents judged twice.
    UnavailableError
        For a file that cannot be had.

    Examples
    --------
    >>> qrels = read_qrels("qrels/demo/qrels.txt")
    >>> qrels.format, qrels.frame.columns, len(qrels.topics)
    ('trec', ['topic', 'doc', 'grade'], 15)
    """
    where = os.fspath(path)
    with local(where):  # fetches it once
        return parse_qrels(read_raw_content(where), where, format, grades=grades)


def parse_qrels(
    content: bytes,
    where: str,
    format: str | None = None,
    *,
    grades: Mapping[str, int] | None = None,
) -> Qrels:
    r"""Parse judgments from the content of a file; ``where`` names it in messages.

    >>> parse_qrels(b"701 0 GX000 2\n701 0 GX001 0\n", "a.qrels").frame.rows()
    [('701', 'GX000', 2), ('701', 'GX001', 0)]
    """
    sample = Sample(content, where)
    if format is None:
        layout, warnings = _recognise(sample)
    else:
        layout, warnings = get_layout("judgments", format, where), ()
    if grades is not None and layout.name == "ntcir":
        from harness.formats.qrels_layouts.lines import from_letters

        layout = replace(layout, derive=partial(from_letters, grades=grades))
    if layout.fields is None:
        frame, more = qrels_columns(layout.call_read(sample.content, where))
        _refuse_empty(frame, where)
        return Qrels(frame, source=where, format=layout.name, warnings=(*warnings, *more))
    return _from_fields(Records(content, where, layout.fields), layout, layout.fields, warnings)


def _recognise(sample: Sample) -> tuple[Layout, tuple[Note, ...]]:
    layout, warnings = recognise_layout("judgments", sample)
    if layout is None:
        with explain_cause("judgments", sample.content):
            raise InputError(_ambiguous(sample))
    return layout, warnings


def _ambiguous(sample: Sample) -> list[Problem]:
    """Return the problem that no layout is certain, with those that fit."""
    records = sample.records
    if not records:
        return [Problem("there is no line with a judgment", sample.where)]
    lines = [(it, it.fields) for it in layouts("judgments") if it.fields]
    fitting = [(it, fields) for it, fields in lines if all(map(fields.fits, records))]
    many = count_noun(len(records[0]), "field")
    message = f"lines with {many} can be read in more than one way"
    readings = [
        f"{it.name} ({fields}): {_read_line_as(fields, records[0])}" for it, fields in fitting
    ]
    if not fitting:
        message = f"no layout of judgments fits lines with {many} like this one"
        readings = [f"{it.name} ({fields})" for it, fields in lines]
    elif may_have_documents_second(records):
        other = LineFields.of(" ".join(DOCUMENT_SECOND))
        reordered = "which no layout has: put the columns in TREC's order"
        readings.append(f"{other}, {reordered}: {_read_line_as(other, records[0])}")
    line, _ = next(numbered_records(sample.content))
    hint = f"{_NAMING}; one of: {'; '.join(readings)}"
    return [Problem(message, sample.where, line, hint=hint), *package_problems()]


def _read_line_as(fields: LineFields, record: Sequence[str]) -> str:
    """Return a line as a layout reads it."""
    names = ((name, fields.fields.index(name)) for name in fields.keep if name != fields.rest)
    return ", ".join(f"{name} {record[index]}" for name, index in names)


def _from_fields(
    records: Records, layout: Layout, fields: LineFields, notes: tuple[Note, ...]
) -> Qrels:
    first = ("topic", "doc", "grade")
    rows: pl.DataFrame | Columns
    with explain_cause("judgments", records):
        rows, warnings = read_columns(records, fields)
        _refuse_empty(rows, records.where)
        if layout.derive is not unchanged:
            with layout.guarded():
                rows = layout.derive(rows.frame(), records.problem)
        refuse_too_large(rows, records.problem)
        rows = rows.select(*first, *(name for name in column_names(rows) if name not in first))
        qrels = Qrels(rows, records.where, layout.name, (*notes, *warnings))
        if layout.key != ("topic", "doc") or qrels.lookup.repeated:
            repeated = repeated_rows(qrels.frame, layout.key)
            refuse(_judged_twice(qrels.frame, records, layout.name, repeated))
    return qrels


def _refuse_empty(rows: pl.DataFrame | Columns, where: str) -> None:
    if not rows.height:
        raise InputError(Problem("there is no line with a judgment", where))


def _judged_twice(
    frame: pl.DataFrame,
    records: Records,
    layout: str,
    repeated: list[tuple[int, int]],
) -> list[Problem]:
    hint = _OTHER_LAYOUTS if layout == "trec" else None
    problems = []
    for first, later in repeated[:MAX_PROBLEMS]:
        message = judged_twice(frame, later, f"line {records.number(first)}")
        other = hint is not None and records.fields(first)[1] != records.fields(later)[1]
        problems.append(records.problem(later, "doc", message, hint if other else None))
        hint = None if other else hint  # one hint is enough
    return problems
