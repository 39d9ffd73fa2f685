"""The columns of a run under our names, wherever they come from: lines, tables or frames."""

from __future__ import annotations

from harness.core.errors import InputError, Problem, refuse
from harness.core.frames import pl
from harness.core.notes import Note
from harness.formats.layouts import Locate
from harness.formats.tables import DOC, TOPIC, InputColumn, InputTable, checked

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
