"""Reading relevance judgments: every layout that is in use, one declaration each.

Layouts that look alike are never guessed between: four fields a line are TREC's, unless another
layout is asked for by name; five fields must be named. See `QRELS_FORMATS`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import polars as pl

from harness.errors import MAX_PROBLEMS, InputError, Problem, nearest
from harness.formats.fields import (
    Layout,
    Lines,
    decimal,
    first_records,
    integer,
    read_fields,
)
from harness.formats.tablefiles import TABLE_READERS, content_of, recognised, stem_and_suffix
from harness.formats.tables import (
    DOC,
    PASSAGES,
    TOPIC,
    Column,
    checked,
    parse_passages,
    repeated_rows,
)
from harness.model import Qrels

#: What NTCIR's letters mean as grades; levels ``L0``, ``L1`` … mean their number.
NTCIR_GRADES: Mapping[str, int] = {"S": 3, "A": 2, "B": 1, "C": 0}

_NTCIR_LEVEL = re.compile(r"L(\d+)\Z", re.ASCII)
_INEX_REST = re.compile(r"(?:\d+(?: \d+:\d+)+)?\Z", re.ASCII)
#: Grades are computed with as 32-bit integers.
_LARGEST_GRADE = 2**31 - 1

#: Makes a row's problem: (row, column name, message, hint).
Locate = Callable[[int, str, str, str | None], Problem]
Finish = Callable[[pl.DataFrame, Locate, Mapping[str, int]], pl.DataFrame]


def _as_it_is(frame: pl.DataFrame, _locate: Locate, _grades: Mapping[str, int]) -> pl.DataFrame:
    return frame


@dataclass(frozen=True, slots=True)
class QrelsFormat:
    """A layout of blank-separated fields.

    ``key`` are the columns that identify a judgment; ``finish`` derives what is not written as it
    is needed (a grade from a letter).
    """

    name: str
    summary: str
    layout: Layout
    key: tuple[str, ...] = ("topic", "doc")
    finish: Finish = _as_it_is


def _layout(
    fields: str, *, integers: str = "grade", decimals: str = "", rest: str | None = None
) -> Layout:
    names = tuple(fields.split())
    numbers = frozenset(decimals.split())
    return Layout(
        fields=names,
        keep=(*(name for name in names if name != "iter"), *([rest] if rest else [])),
        integers=frozenset(integers.split()),
        decimals=numbers,
        extra=rest is not None,
        rest=rest,
        missing=dict.fromkeys(numbers & {"probability"}, frozenset({"NA"})),
    )


def _from_level(frame: pl.DataFrame, _locate: Locate, _grades: Mapping[str, int]) -> pl.DataFrame:
    """Preferences: the grade says whether a document is preferred to anything at all."""
    return frame.with_columns(pl.col("level").sign().cast(pl.Int64).alias("grade"))


def _one_subgroup(
    frame: pl.DataFrame, locate: Locate, grades: Mapping[str, int]
) -> pl.DataFrame:
    return _from_level(frame.with_columns(pl.lit("0").alias("subgroup")), locate, grades)


def _from_letter(frame: pl.DataFrame, locate: Locate, grades: Mapping[str, int]) -> pl.DataFrame:
    """NTCIR: the letter decides; where it is none of the known ones, the level (``L2``) does."""
    letters = frame["letter"].replace_strict(dict(grades), default=None, return_dtype=pl.Int64)
    levels = frame["level"].str.extract(r"^L(\d{1,9})$").cast(pl.Int64)
    frame = frame.with_columns(letters.fill_null(levels).alias("grade"))
    expected = f"expected {', '.join(grades)} here or L0, L1, … at the end"
    _raise(
        locate(row, "letter", f"{frame['letter'][row]!r} is not an NTCIR grade", expected)
        for row in frame["grade"].is_null().arg_true().to_list()
    )
    return frame


def _from_passages(
    frame: pl.DataFrame, locate: Locate, _grades: Mapping[str, int]
) -> pl.DataFrame:
    """INEX: an article is relevant (grade 1) when some of its text is."""
    rests = frame["rest"].to_list()
    hint = "expected best_entry offset:length offset:length …, or nothing"
    _raise(
        locate(row, "rest", f"{rest!r} are not passages", hint)
        for row, rest in enumerate(rests)
        if not _INEX_REST.match(rest)
    )
    heads = [rest.partition(" ") for rest in rests]
    frame = frame.drop("rest").with_columns(
        (pl.col("relevant_chars") > 0).cast(pl.Int64).alias("grade"),
        pl.Series("best_entry", [int(head[0]) if head[0] else None for head in heads], pl.Int64),
        pl.Series("passages", [parse_passages(head[2]) for head in heads], PASSAGES),
    )
    empty = (frame["grade"] == 1) & (frame["passages"].list.len() == 0)
    _raise(
        locate(row, "relevant_chars", "the article is relevant but no passage is given", hint)
        for row in empty.arg_true().to_list()
    )
    return frame


#: Every layout of fields, by the name it has in configurations and on the command line.
QRELS_FORMATS: dict[str, QrelsFormat] = {
    declared.name: declared
    for declared in (
        QrelsFormat("trec", "TREC, trec_eval", _layout("topic iter doc grade")),
        QrelsFormat(
            "diversity",
            "subtopics of the web track, ndeval",
            _layout("topic subtopic doc grade"),
            key=("topic", "subtopic", "doc"),
        ),
        QrelsFormat(
            "prels",
            "Million Query track, statAP: grade -999 = not sampled, probability may be NA",
            _layout(
                "topic doc grade method probability",
                integers="grade method",
                decimals="probability",
            ),
        ),
        QrelsFormat(
            "strata",
            "stratified samples, xinfAP: grade -1 = in the stratum, not sampled",
            _layout("topic iter doc stratum grade"),
        ),
        QrelsFormat(
            "probs",
            "Legal track: grades -1 and -2 = could not be judged",
            _layout("topic iter doc grade probability", decimals="probability"),
        ),
        QrelsFormat(
            "prefs",
            "preferences, trec_eval -R prefs; the grade is the sign of the level",
            _layout("topic group subgroup doc level", integers="", decimals="level"),
            key=("topic", "group", "subgroup", "doc"),
            finish=_from_level,
        ),
        QrelsFormat(
            "qrels_prefs",
            "judgments taken as preferences, trec_eval -R qrels_prefs; subgroup 0 throughout",
            _layout("topic group doc level", integers="", decimals="level"),
            key=("topic", "group", "doc"),
            finish=_one_subgroup,
        ),
        QrelsFormat(
            "qrels_jg",
            "several assessors side by side, trec_eval -R qrels_jg",
            _layout("topic group doc grade"),
            key=("topic", "group", "doc"),
        ),
        QrelsFormat(
            "ntcir",
            "NTCIR: a letter S, A, B, C, or a level L0, L1, …",
            _layout("topic letter doc level", integers=""),
            finish=_from_letter,
        ),
        QrelsFormat(
            "inex",
            "INEX 2007-2010; the grade is 1 when relevant_chars is above 0",
            _layout(
                "topic iter doc relevant_chars doc_chars",
                integers="relevant_chars doc_chars",
                rest="rest",
            ),
            finish=_from_passages,
        ),
    )
}

#: The columns that tables of judgments may have. Those in `_KEY` tell judgments of a document apart.
QRELS_COLUMNS = (
    TOPIC,
    DOC,
    Column(
        "grade",
        ("relevance", "rel", "label", "relevancy", "judgment", "score"),
        "integer",
        required=True,
    ),
    Column("subtopic", ("subtopic_id",)),
    Column("group"),
    Column("subgroup"),
    Column("level", kind="decimal", nullable=True),
    Column("stratum"),
    Column("method", kind="integer"),
    Column("probability", ("prob", "iprob"), "decimal", nullable=True),
    Column("relevant_chars", kind="integer"),
    Column("doc_chars", kind="integer"),
    Column("best_entry", kind="integer", nullable=True),
    Column("passages", kind="passages", nullable=True),
)
_KEY = ("topic", "subtopic", "group", "subgroup", "doc")


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


def _names() -> tuple[str, ...]:
    return (*QRELS_FORMATS, *TABLE_READERS)


def _from_fields(
    content: bytes, where: str, declared: QrelsFormat, grades: Mapping[str, int]
) -> tuple[pl.DataFrame, tuple[str, ...]]:
    layout = declared.layout
    frame, warnings = read_fields(content, where, layout)
    lines: list[Lines] = []  # built when the first problem asks for it

    def locate(row: int, column: str, message: str, hint: str | None = None) -> Problem:
        if not lines:
            lines.append(Lines(content, where))
        place = layout.fields.index(column) if column in layout.fields else len(layout.fields)
        return lines[0].problem(row, place, message, hint)

    _refuse_empty(frame, where)
    frame = declared.finish(frame, locate, grades)
    _refuse_too_large(frame, locate)
    repeated = repeated_rows(frame, declared.key)
    if repeated:
        hint = _other_layouts(Lines(content, where), repeated) if declared.name == "trec" else None
        firsts = Lines(content, where)
        _raise(
            locate(later, "doc", _twice(frame, later, f"line {firsts.number(first)}"), hint)
            for first, later in repeated
        )
    first = ("topic", "doc", "grade")
    return frame.select(*first, *(name for name in frame.columns if name not in first)), warnings


def _from_table(content: bytes, where: str, name: str) -> tuple[pl.DataFrame, tuple[str, ...]]:
    table = TABLE_READERS[name](content, where, "grade")
    frame, warnings = checked(table, QRELS_COLUMNS)
    _refuse_empty(frame, where)
    _refuse_too_large(frame, lambda row, _column, message, _hint: table.problem(row, message))
    key = [column for column in _KEY if column in frame.columns]
    _raise(
        table.problem(later, _twice(frame, later, table.place(first)))
        for first, later in repeated_rows(frame, key)
    )
    return frame, warnings


def _refuse_empty(frame: pl.DataFrame, where: str) -> None:
    if frame.is_empty():
        raise InputError(Problem("there is no line with a judgment", where))


def _refuse_too_large(frame: pl.DataFrame, locate: Locate) -> None:
    grades = frame["grade"]
    wrong = (grades > _LARGEST_GRADE) | (grades < -_LARGEST_GRADE)
    _raise(
        locate(row, "grade", f"the grade {grades[row]} is too large", None)
        for row in wrong.arg_true().to_list()
    )


def _twice(frame: pl.DataFrame, row: int, first: str) -> str:
    judged = frame.row(row, named=True)
    parts = (f"{name} {judged[name]!r}" for name in _KEY[1:-1] if name in judged)
    scope = ", ".join((f"topic {judged['topic']!r}", *parts))
    return f"document {judged['doc']!r} is judged twice in {scope} (first at {first})"


def _other_layouts(lines: Lines, repeated: list[tuple[int, int]]) -> str | None:
    """A hint when a repeated document stands beside another second field: no TREC file then."""
    first, later = repeated[0]
    if lines.fields(first)[1] == lines.fields(later)[1]:
        return None
    return "the second field differs: if it matters, set qrels.format to diversity or qrels_jg"


def _raise(problems: Iterable[Problem]) -> None:
    found = [problem for problem, _ in zip(problems, range(MAX_PROBLEMS), strict=False)]
    if found:
        raise InputError(found)


# --- recognising a layout --------------------------------------------------------------------


def _recognise(content: bytes, where: str) -> tuple[str, tuple[str, ...]]:
    """The one format that a content can have, and what to say about the choice."""
    table = recognised(content, stem_and_suffix(where)[1], QRELS_COLUMNS)
    if table:
        return table, ()
    records = first_records(content)
    if not records:
        raise InputError(Problem("there is no line with a judgment", where))
    count = len(records[0])
    if count == len(QRELS_FORMATS["trec"].layout.fields):
        return _recognise_four(records, where)
    if all(map(_is_inex, records)) and any(len(record) > count for record in records):
        return "inex", ()
    if count > 5 and all(map(_is_inex, records)):
        return "inex", ()
    raise InputError(_ambiguous(records, where))


def _recognise_four(records: list[list[str]], where: str) -> tuple[str, tuple[str, ...]]:
    if not all(record[1:2] and record[1] in NTCIR_GRADES for record in records):
        return "trec", ()
    if all(len(record) == 4 and _NTCIR_LEVEL.match(record[3]) for record in records):
        return "ntcir", ()
    warning = "the second field has NTCIR's letters; the grades are those of the fourth field"
    return "trec", (f"{where}: {warning} (set qrels.format to ntcir for the letters)",)


def _is_inex(record: list[str]) -> bool:
    return _fits(record, QRELS_FORMATS["inex"]) and bool(_INEX_REST.match(" ".join(record[5:])))


def _fits(record: list[str], declared: QrelsFormat) -> bool:
    layout = declared.layout
    if len(record) != len(layout.fields) and not (layout.rest and len(record) > len(layout.fields)):
        return False
    if declared.name == "inex" and not _INEX_REST.match(" ".join(record[5:])):
        return False
    try:
        for name, text in zip(layout.fields, record, strict=False):
            if name in layout.integers:
                integer(text)
            elif name in layout.decimals and text not in layout.missing.get(name, ()):
                decimal(text)
    except ValueError:
        return False
    return True


def _ambiguous(records: list[list[str]], where: str) -> Problem:
    fitting = [
        declared
        for declared in QRELS_FORMATS.values()
        if all(_fits(record, declared) for record in records)
    ]
    count = len(records[0])
    message = f"the layout cannot be told from {count} fields a line"
    if not fitting:
        message = f"no layout of judgments fits {count} field{'s' * (count != 1)} a line"
    listed = "; ".join(f"{it.name}: {it.layout}" for it in fitting or QRELS_FORMATS.values())
    return Problem(message, where, 1, key="qrels.format", hint=f"set it to one of {listed}")
