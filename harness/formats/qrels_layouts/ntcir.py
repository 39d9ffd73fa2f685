"""NTCIR: a letter for each document, and a level; the level alone, or by intents of the topic."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from harness.core.errors import Problem, refuse
from harness.core.frames import pl
from harness.core.model import Qrels
from harness.formats.layouts import Layout, Locate, Sample, has_lines_of
from harness.formats.qrels_columns import NTCIR_GRADES, has_letters, line_fields, write_fields

_LETTERS = {grade: letter for letter, grade in NTCIR_GRADES.items()}
_LEVEL = re.compile(r"L(\d+)\Z", re.ASCII)
_FIELDS = replace(line_fields("topic letter doc level", integers=""), like={"level": _LEVEL})
_LEVELS = replace(line_fields("topic doc level", integers=""), like={"level": _LEVEL})
_INTENTS = replace(
    line_fields("topic subtopic doc level", integers=""),
    like={"level": _LEVEL, "subtopic": re.compile(r"\d+\Z", re.ASCII)},
)


def is_ntcir(sample: Sample) -> bool:
    """Whether each line has a letter and a level."""
    records = sample.records
    return (
        bool(records)
        and has_letters(records)
        and all(
            len(record) == len(_FIELDS.fields) and bool(_LEVEL.match(record[3]))
            for record in records
        )
    )


#: Whether each line has an intent and a level.
is_of_intents = partial(has_lines_of, _INTENTS)


def _from_levels(frame: pl.DataFrame, locate: Locate) -> pl.DataFrame:
    grade = pl.col("level").str.extract(r"^L(\d{1,9})$").cast(pl.Int64)
    frame = frame.with_columns(grade.alias("grade"))
    refuse(
        locate(row, "level", f"{frame['level'][row]!r} is not a level", "expected L0, L1, …")
        for row in frame["grade"].is_null().arg_true().to_list()
    )
    return frame


def _with_levels(qrels: Qrels) -> pl.DataFrame:
    refuse(
        Problem(f"NTCIR has no level for the grade {grade}", qrels.source)
        for grade in qrels.frame["grade"].unique().sort().to_list()
        if grade < 0
    )
    return qrels.frame.with_columns(pl.format("L{}", "grade").alias("level"))


def from_letters(
    frame: pl.DataFrame, locate: Locate, grades: Mapping[str, int] = NTCIR_GRADES
) -> pl.DataFrame:
    """Judgments with grades: of the letter, of the level (``L2``) where it is none of the known."""
    letters = frame["letter"].replace_strict(dict(grades), default=None, return_dtype=pl.Int64)
    levels = frame["level"].str.extract(r"^L(\d{1,9})$").cast(pl.Int64)
    frame = frame.with_columns(letters.fill_null(levels).alias("grade"))
    expected = f"expected {', '.join(grades)} here or L0, L1, … at the end"
    refuse(
        locate(row, "letter", f"{frame['letter'][row]!r} is not an NTCIR grade", expected)
        for row in frame["grade"].is_null().arg_true().to_list()
    )
    return frame


def _with_letters(qrels: Qrels) -> pl.DataFrame:
    frame = qrels.frame
    if {"letter", "level"} <= set(frame.columns) and frame.schema["level"] == pl.String:
        return frame
    hint = f"grades with a letter: {', '.join(map(str, sorted(_LETTERS)))}"
    refuse(
        Problem(f"ntcir has no letter for the grade {grade}", qrels.source, hint=hint)
        for grade in frame["grade"].unique().sort().to_list()
        if grade not in _LETTERS
    )
    letter = pl.col("grade").replace_strict(_LETTERS, return_dtype=pl.String)
    return frame.with_columns(letter.alias("letter"), pl.format("L{}", "grade").alias("level"))


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "judgments",
        "ntcir",
        "NTCIR: `topic letter doc level`, a letter S, A, B, C or a level L0, L1, …",
        b"0001 S d1 L3\n0001 C d2 L0\n",
        fields=_FIELDS,
        derive=from_letters,
        recognises=is_ntcir,
        write=partial(write_fields, prepare=_with_letters),
    ),
    Layout(
        "judgments",
        "ntcir-levels",
        "NTCIREVAL, NTCIR WWW: `topic doc level`, a level L0, L1, …",
        b"0001 d1 L3\n0001 d2 L0\n",
        fields=_LEVELS,
        derive=_from_levels,
        recognises=partial(has_lines_of, _LEVELS),
        write=partial(write_fields, prepare=_with_levels),
    ),
    Layout(
        "judgments",
        "ntcir-intents",
        "NTCIR INTENT, IMine: `topic subtopic doc level`, the number of an intent and a level "
        "L0, L1, …",
        b"0001 1 d1 L3\n0001 2 d1 L0\n",
        fields=_INTENTS,
        derive=_from_levels,
        key=("topic", "subtopic", "doc"),
        recognises=is_of_intents,
        write=partial(write_fields, prepare=_with_levels),
    ),
)
