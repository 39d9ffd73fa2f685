"""Writing runs: documents in ranked order, a line of fields each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import repeat

from harness.core.frames import pl
from harness.core.model import Run
from harness.core.ordering import ranked
from harness.core.run_faults import has_parts
from harness.formats.ir_metadata import header_lines, without_header
from harness.formats.run_columns import PASSAGE
from harness.formats.writing import BREAKS, Written, lines_of, refuse_breaks, unheld


def in_evaluation_order(run: Run) -> pl.DataFrame:
    """The run's frame in evaluation order, topics as they come, with the column ``rank``, from 1.

    Passages and elements stay as they are: their file order counts.
    """
    if not has_parts(run.names):
        return ranked(run.frame, keep_topics=True)
    return run.frame.with_columns(pl.int_range(1, pl.len() + 1).over("topic").alias("rank"))


def _column(frame: pl.DataFrame, name: str, tag: str) -> Iterable[str]:
    """A field of all lines as it is written."""
    if name in ("iter", "tag"):
        return repeat("Q0" if name == "iter" else tag, frame.height)
    values = frame[name].to_list()
    if name in PASSAGE:
        return ("X" if value is None else str(value) for value in values)
    return values if frame.schema[name] == pl.String else map(repr, values)


def write_fields(
    run: Run, *, layout: str, fields: Sequence[str], separator: str = " ", header: bool = True
) -> Written:
    """A run as lines of fields; scores are written so that reading gives the same float64.

    ``fields`` are among topic, iter (always Q0), doc, rank, score, tag, offset, length, path. With
    ``header`` the comments of ``ir_metadata`` come first.
    """
    frame = in_evaluation_order(run)
    refuse_breaks(frame, ("topic", "doc"), layout)
    lost = unheld(frame, {*fields, "rank", "score"})
    tag, changed = re.subn(f"{BREAKS}+", "_", run.name or "run")
    if "tag" not in fields:
        lost["run name"] = 1
    elif changed:
        lost["blanks in the run name"] = changed
    if "score" not in fields:
        lost["scores"] = frame.height
    columns = (_column(frame, name, tag) for name in fields)
    lines = (separator.join(row) for row in zip(*columns, strict=True))
    if not header:
        return Written(lines_of(lines), lost | without_header(run.details))
    return Written(lines_of((*header_lines(run.details), *lines)), lost)
