"""TREC's four columns, and those of its tracks that look like them."""

from __future__ import annotations

from functools import partial

from harness.formats.layouts import Layout, Sample
from harness.formats.qrels_fields import line_fields, named_layout, write_fields
from harness.formats.qrels_layouts.ntcir import NTCIR_GRADES, is_ntcir, is_of_intents

_FIELDS = line_fields("topic iter doc grade")


def _recognises(sample: Sample) -> bool:
    """By the first line alone: what is wrong with others is said line by line."""
    four = bool(sample.records) and len(sample.records[0]) == len(_FIELDS.fields)
    return four and not (is_ntcir(sample) or is_of_intents(sample))


def _doubt(sample: Sample) -> str | None:
    if not all(record[1:2] and record[1] in NTCIR_GRADES for record in sample.records):
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
        line_fields("topic iter doc stratum grade"),
    ),
    named_layout(
        "probs",
        "Legal track: grades -1 and -2 = could not be judged",
        b"51 0 aaa10e00 1 0.5\n51 0 aab20f00 -2 1.0\n",
        line_fields("topic iter doc grade probability", decimals="probability"),
    ),
)
