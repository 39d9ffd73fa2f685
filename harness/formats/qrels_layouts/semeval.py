"""SemEval's community question answering: gold labels, true or false, behind ranks and scores."""

from __future__ import annotations

import re
from functools import partial

from harness.core.errors import refuse
from harness.core.frames import pl
from harness.formats.layouts import Layout, Locate, has_lines_of
from harness.formats.line_fields import LineFields

#: What a label is.
LABEL = re.compile(r"(?:true|false)\Z")

_FIELDS = LineFields.of(
    "topic doc rank score label", without="rank score", decimals="score", like={"label": LABEL}
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
        "semeval",
        f"SemEval, community question answering: `{_FIELDS}`, the label true or false; the grade "
        "is 1 for true",
        b"Q268\tQ268_R4\t1\t1.0\ttrue\nQ268\tQ268_R5\t2\t0.5\tfalse\n",
        fields=_FIELDS,
        derive=_from_labels,
        recognises=partial(has_lines_of, _FIELDS),
        unwritten="trec holds the same",
    ),
)
