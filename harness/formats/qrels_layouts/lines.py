"""Judgments as lines of fields: TREC's four, its tracks', preferences, SemEval's, and NTCIR's.

NTCIR has a letter and a level for each document; the level alone; or levels by intent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from harness.core.errors import Problem, refuse
from harness.core.model import Qrels
from harness.core.packages import pl
from harness.formats.layouts import Layout, Locate, Sample, has_lines_of
from harness.formats.qrels_columns import (
    NTCIR_GRADES,
    has_letters,
    layout_beside,
    line_fields,
    many_records,
    may_have_documents_second,
    named_layout,
    write_fields,
)
from harness.formats.records import TRUTH, LineFields

_LETTERS = {grade: letter for letter, grade in NTCIR_GRADES.items()}
_LEVEL = re.compile(r"L(\d+)\Z", re.ASCII)
_NTCIR = replace(line_fields("topic letter doc level", integers=""), like={"level": _LEVEL})
_LEVELS = replace(line_fields("topic doc level", integers=""), like={"level": _LEVEL})
_INTENTS = replace(
    line_fields("topic subtopic doc level", integers=""),
    like={"level": _LEVEL, "subtopic": re.compile(r"\d+\Z", re.ASCII)},
)


def is_ntcir(sample: Sample) -> bool:
    """Return whether each line has a letter and a level."""
    records = sample.records
    return (
        bool(records)
        and has_letters(records)
        and all(
            len(record) == len(_NTCIR.fields) and bool(_LEVEL.match(record[3]))
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
    """Convert letters to grades; an unknown letter takes the grade of its level (``L2``)."""
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


_OF_NTCIR: tuple[Layout, ...] = (
    Layout(
        "judgments",
        "ntcir",
        "NTCIR: `topic letter doc level`, a letter S, A, B, C or a level L0, L1, …",
        b"0001 S d1 L3\n0001 C d2 L0\n",
        fields=_NTCIR,
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


_FIELDS = line_fields("topic iter doc grade")
_STRATA = line_fields("topic iter doc stratum grade")
#: The grade of a document that was not drawn from its stratum.
_NOT_DRAWN = "-1"


def _recognises(sample: Sample) -> bool:
    """Return whether the first line has four fields, and no other layout fits the first lines.

    Problems of other lines are reported line by line.
    """
    four = bool(sample.records) and len(sample.records[0]) == len(_FIELDS.fields)
    return four and not (
        is_ntcir(sample) or is_of_intents(sample) or may_have_documents_second(sample.records)
    )


def _has_strata(sample: Sample) -> bool:
    """Return whether documents are marked as not drawn, as in no other layout of five fields."""
    if not has_lines_of(_STRATA, sample) or not all(it[1] == "0" for it in sample.records):
        return False
    records = sample.derive(many_records)
    return all(
        _STRATA.fits(record) and record[1] == "0" and record[3].isdecimal() for record in records
    ) and any(record[4] == _NOT_DRAWN for record in records)


def _doubt_strata(sample: Sample) -> str | None:
    if layout_beside(sample.where) is not None:
        return None
    return "read as strata: the second field is 0, and some grades are -1, the document not drawn"


def _doubt(sample: Sample) -> str | None:
    if not has_letters(sample.records):
        return None
    read = "the second field has NTCIR's letters; the grades are those of the fourth field"
    return f"{read}; ntcir reads the letters"


def _is_relevant() -> pl.Expr:
    # Levels only order: a document below 0 was judged, and is not relevant.
    return pl.col("level") > 0


_LABELLED = LineFields.of(
    "topic doc rank score label", without="rank score", decimals="score", like={"label": TRUTH}
)


def _from_labels(frame: pl.DataFrame, locate: Locate) -> pl.DataFrame:
    """Convert labels to grades: 1 for true and 0 for false."""
    refuse(
        locate(row, "label", f"{frame['label'][row]!r} is neither true nor false", None)
        for row in frame["label"].is_in(["true", "false"]).not_().arg_true().to_list()
    )
    return frame.select("topic", "doc", (pl.col("label") == "true").cast(pl.Int64).alias("grade"))


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "judgments",
        "trec",
        f"TREC, trec_eval: `{_FIELDS}`",
        b"701 0 GX000 2\n701 0 GX001 0\n",
        fields=_FIELDS,
        recognises=_recognises,
        doubt=_doubt,
        write=write_fields,
    ),
    named_layout(
        "diversity",
        "subtopics of the web track, ndeval",
        b"51 1 cw09-1 1\n51 2 cw09-1 0\n",
        line_fields("topic subtopic doc grade"),
        key=("topic", "subtopic", "doc"),
    ),
    named_layout(
        "prels",
        "Million Query track, statAP: grade -999 = not sampled, probability may be NA",
        b"10002 GX000 1 1 0.25\n10002 GX001 -999 0 NA\n",
        line_fields(
            "topic doc grade method probability", integers="grade method", decimals="probability"
        ),
    ),
    named_layout(
        "strata",
        "stratified samples, xinfAP: grade -1 = in the stratum, not sampled",
        b"701 0 GX000 1 2\n701 0 GX001 2 -1\n",
        _STRATA,
        tells=_has_strata,
        doubt=_doubt_strata,
    ),
    named_layout(
        "probs",
        "Legal track: grades -1 and -2 = could not be judged",
        b"51 0 aaa10e00 1 0.5\n51 0 aab20f00 -2 1.0\n",
        line_fields("topic iter doc grade probability", decimals="probability"),
    ),
    named_layout(
        "prefs",
        "preferences, trec_eval -R prefs; the grade is 1 where the level is above 0",
        b"1 g1 s1 d1 5.5\n1 g1 s1 d2 0.0\n",
        line_fields("topic group subgroup doc level", integers="", decimals="level"),
        key=("topic", "group", "subgroup", "doc"),
        grade_read=_is_relevant,
    ),
    named_layout(
        "qrels_prefs",
        "judgments taken as preferences, trec_eval -R qrels_prefs; subgroup 0 throughout",
        b"1 g1 d1 2.0\n1 g1 d2 0.0\n",
        line_fields("topic group doc level", integers="", decimals="level"),
        key=("topic", "group", "doc"),
        grade_read=_is_relevant,
        further=lambda: (pl.lit("0").alias("subgroup"),),
    ),
    named_layout(
        "qrels_jg",
        "judgment groups, trec_eval -R qrels_jg",
        b"1 g1 d1 2\n1 g2 d1 0\n",
        line_fields("topic group doc grade"),
        key=("topic", "group", "doc"),
    ),
    Layout(
        "judgments",
        "semeval",
        f"SemEval, community question answering: `{_LABELLED}`, the label true or false; the grade "
        "is 1 for true",
        b"Q268\tQ268_R4\t1\t1.0\ttrue\nQ268\tQ268_R5\t2\t0.5\tfalse\n",
        fields=_LABELLED,
        derive=_from_labels,
        recognises=partial(has_lines_of, _LABELLED),
        unwritten="trec holds the same",
    ),
    *_OF_NTCIR,
)
