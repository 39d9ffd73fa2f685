"""SemEval's community question answering: a label behind each score, which no ranking needs."""

from __future__ import annotations

from functools import partial

from harness.formats.layouts import Layout, has_lines_of
from harness.formats.line_fields import LineFields
from harness.formats.qrels_layouts.semeval import LABEL

_FIELDS = LineFields.of(
    "topic doc rank score label", without="rank label", infinite="score", like={"label": LABEL}
)


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "runs",
        "semeval",
        f"SemEval, community question answering: `{_FIELDS}`, the label true or false; neither "
        "rank nor label counts",
        b"Q268\tQ268_R4\t0\t0.75\ttrue\nQ268\tQ268_R5\t0\t0.25\tfalse\n",
        fields=_FIELDS,
        recognises=partial(has_lines_of, _FIELDS),
        unwritten="trec holds the same",
    ),
)
