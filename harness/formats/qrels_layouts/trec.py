"""TREC's four columns, and those of its tracks that look like them."""

from __future__ import annotations

from functools import partial

from harness.formats.four_fields import has_letters, may_have_documents_second
from harness.formats.layouts import Layout, Sample, has_lines_of
from harness.formats.qrels_fields import (
    layout_beside,
    line_fields,
    many_records,
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


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "judgments",
        "trec",
        f"TREC, trec_eval: `{_FIELDS}`",
        b"701 0 GX000 2\n701 0 GX001 0\n",
        fields=_FIELDS,
        recognises=_recognises,
        doubt=_doubt,
        write=partial(write_fields, layout="trec", fields=_FIELDS),
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
)
