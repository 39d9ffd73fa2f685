"""INEX: retrieved passages, as an offset and a length behind TREC's columns."""

from __future__ import annotations

from harness.core.errors import InputError, Problem
from harness.core.model import Run
from harness.formats.layouts import Layout, Sample, layout_names, register
from harness.formats.line_fields import LineFields
from harness.formats.run_writing import write_fields
from harness.formats.writing import Written

#: "X" or -1 as the offset is a passage that is not known.
_UNKNOWN = frozenset({"X"})
_FIELDS = LineFields(
    fields=("topic", "iter", "doc", "rank", "score", "tag", "offset", "length"),
    keep=("topic", "doc", "score", "tag", "offset", "length"),
    decimals=frozenset({"score"}),
    infinite=frozenset({"score"}),
    integers=frozenset({"offset", "length"}),
    missing={"offset": _UNKNOWN, "length": _UNKNOWN},
)
#: So many lines are looked at to recognise the layout.
_FIRST = 20


def _recognises(sample: Sample) -> bool:
    records = sample.records[:_FIRST]
    return bool(records) and all(
        len(record) == len(_FIELDS.fields)
        and all(text == "X" or text.lstrip("-").isdigit() for text in record[-2:])
        for record in records
    )


def _write(run: Run) -> Written:
    if not {"offset", "length"} <= set(run.frame.columns):
        others = [name for name in layout_names("runs", written=True) if name != "inex"]
        hint = f"the layouts for documents are {', '.join(others)}"
        message = "inex holds passages, and this run has none"
        raise InputError(Problem(message, run.source, hint=hint))
    return write_fields(run, layout="inex", fields=_FIELDS.fields)


register(
    Layout(
        "runs",
        "inex",
        "INEX: retrieved passages, `topic Q0 doc rank score tag offset length`",
        b"9 Q0 d1 1 2.5 focused 5 60\n9 Q0 d1 2 1.5 focused 80 20\n9 Q0 d2 3 1.0 focused X X\n",
        fields=_FIELDS,
        recognises=_recognises,
        doubt=lambda _: "read as inex: the last two of eight fields are an offset and a length",
        write=_write,
    )
)
