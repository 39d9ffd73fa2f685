"""MS MARCO: no scores, so that the ranks order the documents."""

from __future__ import annotations

from functools import partial

from harness.formats.layouts import Layout, Sample
from harness.formats.line_fields import LineFields
from harness.formats.run_writing import write_fields

_FIELDS = LineFields(
    fields=("topic", "doc", "rank"),
    keep=("topic", "doc", "rank"),
    integers=frozenset({"rank"}),
)
#: So many lines are looked at to recognise the layout.
_FIRST = 20


def _recognises(sample: Sample) -> bool:
    return {len(record) for record in sample.records[:_FIRST]} == {len(_FIELDS.fields)}


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "runs",
        "msmarco",
        "MS MARCO: `topic doc rank`; the score is the negative rank",
        b"1048585\t7187158\t1\n1048585\t7187157\t2\n",
        fields=_FIELDS,
        recognises=_recognises,
        write=partial(
            write_fields, layout="msmarco", fields=_FIELDS.fields, separator="\t", header=False
        ),
    ),
)
