"""SemEval's community question answering: a label behind each score, which no ranking needs."""

from __future__ import annotations

import re

from harness.formats.layouts import Layout, Sample
from harness.formats.line_fields import LineFields

_FIELDS = LineFields(
    fields=("topic", "doc", "rank", "score", "label"),
    keep=("topic", "doc", "score"),
    decimals=frozenset({"score"}),
    infinite=frozenset({"score"}),
    like={"label": re.compile(r"(?:true|false)\Z")},
)


def _recognises(sample: Sample) -> bool:
    return bool(sample.records) and all(map(_FIELDS.fits, sample.records))


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "runs",
        "semeval",
        f"SemEval, community question answering: `{_FIELDS}`, the label true or false; neither "
        "rank nor label counts",
        b"Q268\tQ268_R4\t0\t0.75\ttrue\nQ268\tQ268_R5\t0\t0.25\tfalse\n",
        fields=_FIELDS,
        recognises=_recognises,
        unwritten="trec holds the same",
    ),
)
