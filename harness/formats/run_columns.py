"""The columns of a run under our names, wherever they come from, and its lines as written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import repeat
from typing import Any

from harness.core.errors import InputError, Problem, refuse
from harness.core.frames import pl
from harness.core.model import Run
from harness.core.notes import Note
from harness.core.ordering import ranked
from harness.core.run_faults import has_parts
from harness.formats.layouts import Layout, Locate
from harness.formats.tables import DOC, TOPIC, InputColumn, InputTable, checked
from harness.formats.writing import BREAKS, Written, lines_of, refuse_breaks, unheld

#: What comments at the top of a run have, and where they begin and end.
_HEADER, HEADER_START, HEADER_END = "ir_metadata", "ir_metadata.start", "ir_metadata.end"
#: The columns that tables with runs may have. Without scores the ranks order the documents.
RUN_COLUMNS = (
    TOPIC,
    DOC,
    InputColumn("score", kind="score"),
    InputColumn("rank", kind="integer"),
    InputColumn("tag", ("run", "run_id", "runid", "run_name", "system", "name"), nullable=True),
    InputColumn("offset", kind="integer", nullable=True),
    InputColumn("length", kind="integer", nullable=True),
    InputColumn("path", ("xpath",)),
)
PASSAGE = ("offset", "length")


def completed(frame: pl.DataFrame) -> pl.DataFrame:
    """Negative ranks as scores where there are none; null for the -1 of an unknown passage.

    >>> completed(pl.DataFrame({"rank": [1, 2], "offset": [-1, 7], "length": [-1, 9]})).rows()
    [(1, None, None, -1.0), (2, 7, 9, -2.0)]
    """
    if "score" not in frame.columns:
        frame = frame.with_columns((-pl.col("rank")).cast(pl.Float64).alias("score"))
    if set(PASSAGE) <= set(frame.columns):
        frame = frame.with_columns(pl.when(pl.col(name) >= 0).then(name) for name in PASSAGE)
    return frame


def refuse_negative_passages(frame: pl.DataFrame, locate: Locate) -> None:
    """Raise `InputError` for offsets and lengths below the -1 of an unknown passage."""
    refuse(
        locate(row, name, f"the {name} of a passage is below 0", "X or -1: not known")
        for name in PASSAGE
        if name in frame.columns
        for row in (frame[name] < -1).arg_true().to_list()
    )


def run_columns(table: InputTable) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    """The columns of a run in a table, and warnings about those that are not used."""
    frame, warnings = checked(table, RUN_COLUMNS)
    if not {"score", "rank"} & set(frame.columns):
        hint = f"the columns are {', '.join(map(repr, table.columns)) or 'none'}"
        raise InputError(Problem("there is neither a score nor a rank", table.where, hint=hint))
    refuse_negative_passages(frame, lambda row, _name, message, _hint: table.problem(row, message))
    further = [name for name in ("tag", *PASSAGE, "path", "rank") if name in frame.columns]
    return completed(frame).select("topic", "doc", "score", *further), warnings


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


def write_fields(run: Run, layout: Layout, *, separator: str = " ", header: bool = True) -> Written:
    """A run as lines of fields; scores are written so that reading gives the same float64.

    Fields are among topic, iter (always Q0), doc, rank, score, tag, offset, length, path. With
    ``header`` the comments of ``ir_metadata`` come first.
    """
    assert layout.fields is not None
    fields = layout.fields.fields
    frame = in_evaluation_order(run)
    refuse_breaks(frame, ("topic", "doc"), layout.name)
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


def header_lines(details: Mapping[str, Any]) -> list[str]:
    """The comments that hold the ``ir_metadata`` of a run, if it has any."""
    if _HEADER not in details:
        return []
    import yaml

    header = details[_HEADER]
    text = header
    if not isinstance(header, str):
        text = yaml.safe_dump(header, sort_keys=False, allow_unicode=True)
    body = [f"# {line}".rstrip() for line in text.rstrip("\n").split("\n")]
    return [f"# {HEADER_START}", *body, f"# {HEADER_END}"]


def without_header(details: Mapping[str, Any]) -> dict[str, int]:
    """Return the note on metadata lost where a layout has no comments."""
    return {_HEADER: 1} if _HEADER in details else {}
