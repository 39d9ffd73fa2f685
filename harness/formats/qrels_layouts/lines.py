"""Judgments as lines of fields: TREC's four, its tracks', trec_eval's preferences, SemEval's."""

from __future__ import annotations

from functools import partial

from harness.core.errors import refuse
from harness.core.frames import pl
from harness.formats.layouts import Layout, Locate, Sample, has_lines_of
from harness.formats.line_fields import TRUTH, LineFields
from harness.formats.qrels_columns import (
    has_letters,
    layout_beside,
    line_fields,
    many_records,
    may_have_documents_second,
    named_layout,
    write_fields,
)
from harness.formats.qrels_layouts.ntcir import is_ntcir, is_of_intents

_FIELDS = line_fields("topic iter doc grade")
_STRATA = line_fields("topic iter doc stratum grade")
#: The grade of a document of a stratum that was not drawn.
_NOT_DRAWN = "-1"


def _recognises(sample: Sample) -> bool:
    """By the number of fields of the first line, where no other reading of the first ones fits.

    What is wrong with other lines is said line by line.
    """
    four = bool(sample.records) and len(sample.records[0]) == len(_FIELDS.fields)
    return four and not (
        is_ntcir(sample) or is_of_intents(sample) or may_have_documents_second(sample.records)
    )


def _has_strata(sample: Sample) -> bool:
    """Whether documents are not drawn: what no other layout of five fields can say so."""
    if not has_lines_of(_STRATA, sample) or not all(it[1] == "0" for it in sample.records):
        return False
    records = sample.once(many_records)
    return all(_is_of_strata(record) for record in records) and any(
        record[4] == _NOT_DRAWN for record in records
    )


def _is_of_strata(record: list[str]) -> bool:
    return _STRATA.fits(record) and record[1] == "0" and record[3].isdecimal()


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
    # Levels only order: what is below 0 was judged, and is not relevant.
    return pl.col("level") > 0


def _one_subgroup() -> tuple[pl.Expr, ...]:
    return (pl.lit("0").alias("subgroup"),)


_LABELLED = LineFields.of(
    "topic doc rank score label", without="rank score", decimals="score", like={"label": TRUTH}
)


def _from_labels(frame: pl.DataFrame, locate: Locate) -> pl.DataFrame:
    """A grade of 1 for true and 0 for false."""
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
        further=_one_subgroup,
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
)
