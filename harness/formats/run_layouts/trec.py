"""TREC's six columns, which trec_eval reads."""

from __future__ import annotations

from functools import partial

from harness.formats.layouts import Layout, Sample
from harness.formats.line_fields import LineFields
from harness.formats.run_writing import write_fields

_FIELDS = LineFields.of(
    "topic iter doc rank score tag", without="iter rank", infinite="score", extra=True
)


def _recognises(sample: Sample) -> bool:
    # Nearly always the first will do.
    return any(
        len(record) >= len(_FIELDS.fields) for count in (1, 100) for record in sample.first(count)
    )


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "runs",
        "trec",
        "TREC, trec_eval: `topic Q0 doc rank score tag`",
        b"701 Q0 GX000 1 2.5 bm25\n701 Q0 GX001 2 1.25 bm25\n",
        fields=_FIELDS,
        recognises=_recognises,
        turn=2,
        write=partial(write_fields, layout="trec", fields=_FIELDS.fields),
    ),
)
