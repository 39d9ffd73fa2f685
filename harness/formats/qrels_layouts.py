"""The layouts that files of judgments have, one declaration each, and how they are told apart.

Layouts that look alike are never guessed between: four fields a line are TREC's, unless another
layout is asked for by name; five fields must be named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import polars as pl

from harness.core.errors import InputError, Problem, refuse
from harness.core.notes import Note
from harness.core.numbers import integer
from harness.formats.beside import layout_beside
from harness.formats.delimited import first_records
from harness.formats.layout import Layout
from harness.formats.naming import NAME_QRELS_LAYOUT
from harness.formats.records import Records
from harness.formats.tables import PASSAGES, parse_passage

#: What NTCIR's letters mean as grades; levels ``L0``, ``L1`` … mean their number.
NTCIR_GRADES: Mapping[str, int] = {"S": 3, "A": 2, "B": 1, "C": 0}

#: So many records are looked at when the first hundred do not tell the layout.
_MANY = 100_000
_NTCIR_LEVEL = re.compile(r"L(\d+)\Z", re.ASCII)
_INEX_REST = re.compile(r"(?:\d+(?: \d+:\d+)+)?\Z", re.ASCII)

#: Makes a row's problem: (row, column name or place in the line, message, hint).
Locate = Callable[[int, str | int, str, str | None], Problem]
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


def _one_subgroup(frame: pl.DataFrame, locate: Locate, grades: Mapping[str, int]) -> pl.DataFrame:
    return _from_level(frame.with_columns(pl.lit("0").alias("subgroup")), locate, grades)


def _from_letter(frame: pl.DataFrame, locate: Locate, grades: Mapping[str, int]) -> pl.DataFrame:
    """NTCIR: the letter decides; where it is none of the known ones, the level (``L2``) does."""
    letters = frame["letter"].replace_strict(dict(grades), default=None, return_dtype=pl.Int64)
    levels = frame["level"].str.extract(r"^L(\d{1,9})$").cast(pl.Int64)
    frame = frame.with_columns(letters.fill_null(levels).alias("grade"))
    expected = f"expected {', '.join(grades)} here or L0, L1, … at the end"
    refuse(
        locate(row, "letter", f"{frame['letter'][row]!r} is not an NTCIR grade", expected)
        for row in frame["grade"].is_null().arg_true().to_list()
    )
    return frame


_Passages = list[dict[str, int]]


def _from_passages(frame: pl.DataFrame, locate: Locate, _grades: Mapping[str, int]) -> pl.DataFrame:
    """INEX: an article is relevant (grade 1) when some of its text is."""
    hint = "expected best_entry offset:length offset:length …, or nothing"
    problems: list[Problem] = []
    entries: list[int | None] = []
    passages: list[_Passages] = []
    for row, rest in enumerate(frame["rest"]):
        entry, listed, wrong = _best_entry_and_passages(rest.split(" ") if rest else [])
        entries.append(entry)
        passages.append(listed)
        first = len(INEX_FIELDS)
        problems += [locate(row, first + place, message, hint) for place, message in wrong]
    refuse(problems)
    frame = frame.drop("rest").with_columns(
        (pl.col("relevant_chars") > 0).cast(pl.Int64).alias("grade"),
        pl.Series("best_entry", entries, pl.Int64),
        pl.Series("passages", passages, PASSAGES),
    )
    empty = (frame["grade"] == 1) & (frame["passages"].list.len() == 0)
    refuse(
        locate(row, "relevant_chars", "the article is relevant but no passage is given", hint)
        for row in empty.arg_true().to_list()
    )
    return frame


def _best_entry_and_passages(
    rest: list[str],
) -> tuple[int | None, _Passages, list[tuple[int, str]]]:
    """What follows the lengths of a line, and what is wrong with it, by place in the rest."""
    if not rest:
        return None, [], []
    wrong: list[tuple[int, str]] = []
    passages: _Passages = []
    entry = None
    try:
        entry = integer(rest[0])
    except ValueError as error:
        wrong.append((0, f"the best_entry {rest[0]!r} {error}"))
    if entry is not None and not rest[0].isdigit():
        wrong.append((0, f"the best_entry {rest[0]!r} has a sign"))
    for place, text in enumerate(rest[1:], start=1):
        try:
            passages.append(parse_passage(text))
        except ValueError as error:
            wrong.append((place, str(error)))
    if len(rest) == 1 and not wrong:
        wrong.append((1, "no passage follows the best_entry"))
    return entry, passages, wrong


#: The fields of a line of INEX before the best entry and the passages.
INEX_FIELDS = ("topic", "iter", "doc", "relevant_chars", "doc_chars")

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
                " ".join(INEX_FIELDS),
                integers="relevant_chars doc_chars",
                rest="rest",
            ),
            finish=_from_passages,
        ),
    )
}


def recognise_layout(content: bytes, where: str) -> tuple[str, tuple[Note, ...]]:
    """The name of the one layout that a content can have, and what to say about the choice.

    Raises `InputError` listing the candidates when there are several.
    """
    records = first_records(content)
    if not records:
        raise InputError(Problem("there is no line with a judgment", where))
    if len(records[0]) == len(QRELS_FORMATS["trec"].layout.fields):
        return _recognise_four(records, where)
    # Articles with passages may come late, after many that are not relevant.
    records = first_records(content, _MANY)
    inex = QRELS_FORMATS["inex"]
    if max(map(len, records)) > len(inex.layout.fields) and all(_fits(it, inex) for it in records):
        return "inex", ()
    named = QRELS_FORMATS.get(layout_beside(where) or "")
    if named is not None and all(_fits(it, named) for it in records):
        return named.name, ()
    raise InputError(_ambiguous(records, Records(content, where)))


def _recognise_four(records: list[list[str]], where: str) -> tuple[str, tuple[Note, ...]]:
    if not all(record[1:2] and record[1] in NTCIR_GRADES for record in records):
        return "trec", ()
    if all(len(record) == 4 and _NTCIR_LEVEL.match(record[3]) for record in records):
        return "ntcir", ()
    warning = "the second field has NTCIR's letters; the grades are those of the fourth field"
    text = f"{warning} (ntcir reads the letters; {NAME_QRELS_LAYOUT})"
    return "trec", (Note("layout", text, where, "trec"),)


def _fits(record: list[str], declared: QrelsFormat) -> bool:
    layout = declared.layout
    rest = record[len(layout.fields) :]
    if len(record) < len(layout.fields) or (rest and not layout.rest):
        return False
    if layout.rest and not _INEX_REST.match(" ".join(rest)):
        return False
    return all(
        _reads(layout, name, text) for name, text in zip(layout.fields, record, strict=False)
    )


def _reads(layout: Layout, name: str, text: str) -> bool:
    try:
        layout.reader(name)(text)
    except ValueError:
        return False
    return True


def _ambiguous(records: list[list[str]], lines: Records) -> Problem:
    fitting = [it for it in QRELS_FORMATS.values() if all(_fits(record, it) for record in records)]
    count = len(records[0])
    fields = "1 field" if count == 1 else f"{count} fields"
    message = f"which layout lines with {fields} have must be said"
    if not fitting:
        message = f"no layout of judgments fits lines with {fields} like this one"
    listed = "; ".join(f"{it.name} ({it.layout})" for it in fitting or QRELS_FORMATS.values())
    hint = f"{NAME_QRELS_LAYOUT}; one of: {listed}"
    return Problem(message, lines.where, lines.number(0), hint=hint)
