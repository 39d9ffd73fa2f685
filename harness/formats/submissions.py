"""Reading a run as it was submitted: every field, and every line that cannot be used.

`read_run` stops at what it cannot use and drops what no evaluation needs. Here all of it is kept,
for `harness.validation` to judge.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import polars as pl

from harness.errors import MAX_PROBLEMS, InputError, Problem, nearest
from harness.formats.fields import Layout, decimal, integer, read_fields
from harness.formats.marks import has_mark
from harness.formats.records import Records
from harness.formats.runs import (
    RUN_COLUMNS,
    RUN_FORMATS,
    _recognise,
    run_columns,
)
from harness.formats.swapped import expecting_run
from harness.formats.tablefiles import TABLE_READERS, content_of
from harness.formats.tables import matched

#: What is wrong with a line, by the field that is no number.
_DEFECTS = {
    "score": "score-not-a-number",
    "rank": "score-not-a-number",  # where there are no scores: else it may be missing
    "offset": "passage-not-a-number",
    "length": "passage-not-a-number",
}
_PASSAGE = ("offset", "length")


@dataclass(slots=True)
class Defects:
    """The lines with one kind of defect: how many there are, and the first 25 of them."""

    count: int = 0
    first: list[Problem] = field(default_factory=list)

    def add(self, problem: Problem) -> None:
        """One more."""
        self.count += 1
        if len(self.first) < MAX_PROBLEMS:
            self.first.append(problem)


@dataclass(frozen=True, eq=False)
class Submission:
    """A run file taken apart.

    ``frame`` has a row for every line that can be used, in file order: ``row``, the number of the
    record (from 0), then ``topic``, ``doc``, ``score`` and whatever else the format has: ``iter``,
    ``rank`` (null where it is no whole number), ``tag``, ``offset``, ``length``. ``fields`` names
    those that the file itself has; the score of a ranking without scores is not among them.
    ``defects`` has what is wrong with lines, by its code; ``lost`` lines are therefore not in the
    frame. ``locate(row, field, message)`` makes a problem of a row, ``text(row, field)`` is what
    the file has there.
    """

    source: str
    format: str
    content: bytes
    marked: bool
    encoding: str
    frame: pl.DataFrame
    fields: frozenset[str]
    locate: Callable[[int, str, str], Problem]
    text: Callable[[int, str], str]
    defects: Mapping[str, Defects] = field(default_factory=dict)
    lost: int = 0
    warnings: tuple[str, ...] = ()


def read_submission(path: str | os.PathLike[str], *, format: str | None = None) -> Submission:
    """The content of a run file, whatever is wrong with it.

    Formats are those of `read_run`. Raises `InputError` for a file that cannot be read at all
    (missing, empty, binary, damaged), that has no line that could be used, and for a table with
    wrong columns or values: tables are taken whole or not at all.
    """
    where = os.fspath(path)
    content = content_of(where)
    marked = has_mark(where)
    name, warnings = (format, ()) if format else _recognise(content, where)
    if name in TABLE_READERS:
        return _of_table(content, where, name, marked=marked, warnings=warnings)
    if name in RUN_FORMATS:
        return _of_fields(content, where, name, marked=marked, warnings=warnings)
    known = (*RUN_FORMATS, *TABLE_READERS)
    hint = nearest(name, known) or f"known are {', '.join(known)}"
    raise InputError(Problem(f"unknown run format {name!r}", where, hint=hint))


def _of_fields(
    content: bytes, where: str, name: str, *, marked: bool, warnings: tuple[str, ...]
) -> Submission:
    declared = RUN_FORMATS[name].layout
    layout = replace(
        declared, keep=declared.fields, integers=declared.integers | {"rank"}, extra=False
    )
    records = Records(content, where)
    frame, defects, lost = _strictly(content, where, layout, records)
    if frame.is_empty():
        raise InputError(Problem("there is no line with results", where, hint=f"layout: {layout}"))
    if "score" not in layout.fields:
        frame = frame.with_columns((-pl.col("rank")).cast(pl.Float64).alias("score"))
    if "offset" in layout.fields:
        frame = frame.with_columns(pl.when(pl.col(own) >= 0).then(own) for own in _PASSAGE)
    place = layout.fields.index
    return Submission(
        source=where,
        format=name,
        content=content,
        marked=marked,
        encoding=records.encoding,
        frame=frame,
        fields=frozenset(layout.fields),
        locate=lambda row, own, message: records.problem(row, place(own), message),
        text=lambda row, own: records.fields(row)[place(own)],
        defects=defects,
        lost=lost,
        warnings=warnings,
    )


_Read = tuple[pl.DataFrame, Mapping[str, Defects], int]


def _strictly(content: bytes, where: str, layout: Layout, records: Records) -> _Read:
    """All lines at once when none is wrong, else one by one."""
    try:
        with expecting_run(content):
            frame, _ = read_fields(content, where, layout)
    except InputError:
        read = _one_by_one(records, layout)
        if read[0].is_empty():
            raise
        return read
    if "offset" in layout.fields and (frame.select(_PASSAGE).min_horizontal() < -1).any():
        return _one_by_one(records, layout)
    return frame.with_row_index("row"), {}, 0


def _of_table(
    content: bytes, where: str, name: str, *, marked: bool, warnings: tuple[str, ...]
) -> Submission:
    table = TABLE_READERS[name](content, where, "score")
    frame, more = run_columns(table)
    if frame.is_empty():
        raise InputError(Problem("there is no line with results", where))
    return Submission(
        source=where,
        format=name,
        content=b"" if name == "parquet" else content,
        marked=marked,
        encoding="utf-8" if name == "parquet" else Records(content, where).encoding,
        frame=frame.with_row_index("row"),
        fields=frozenset(matched(list(table.columns), RUN_COLUMNS)),
        locate=lambda row, _, message: table.problem(row, message),
        text=lambda row, own: str(frame[own][row]),
        warnings=(*warnings, *more),
    )


# --- line by line ----------------------------------------------------------------------------


def _one_by_one(records: Records, layout: Layout) -> _Read:
    taken = _Taken(records, layout)
    for record in range(len(records)):
        taken.take(record)
    return taken.frame(), taken.defects, taken.lost


class _Taken:
    """The lines of a file that can be used, as columns, and what is wrong with the others."""

    def __init__(self, records: Records, layout: Layout) -> None:
        self.records, self.layout = records, layout
        self.defects: dict[str, Defects] = {}
        self.lost = 0
        self.rows: list[int] = []
        self.columns: dict[str, list[object]] = {name: [] for name in layout.fields}
        self.numbers = [name for name in layout.fields if name in _DEFECTS]

    def take(self, record: int) -> None:
        fields, wanted = self.records.fields(record), len(self.layout.fields)
        # What follows a TREC tag is ignored, as reading does; elsewhere it makes another layout.
        if len(fields) < wanted or (len(fields) > wanted and self.layout.fields[-1] != "tag"):
            self.lost += 1
            self._add_count("fields", record, len(fields))
            return
        values: dict[str, object] = dict(zip(self.layout.fields, fields, strict=False))
        wrong = self._numbers(values)
        if wrong:
            self.lost += 1
            self._add_wrong(record, fields, wrong)
            return
        if len(fields) > wanted:
            self._add_count("more-fields", record, len(fields))
        self.rows.append(record)
        for name, value in values.items():
            self.columns[name].append(value)

    def _numbers(self, values: dict[str, object]) -> dict[str, str]:
        """Make numbers of texts; what is wrong, by field. Ranks beside scores may be missing."""
        wrong = {}
        for name in self.numbers:
            text = str(values[name])
            try:
                values[name] = _number(name, text, self.layout)
            except ValueError as error:
                if name == "rank" and "score" in values:
                    values[name] = None
                else:
                    wrong[name] = f"the {name} {text!r} {error}"
        return wrong

    def _add_wrong(self, record: int, fields: list[str], wrong: Mapping[str, str]) -> None:
        if record == 0 and len(matched(fields, RUN_COLUMNS)) > 1:
            self._add("header", self.records.problem(0, 0, "this line names the columns"))
            return
        for name, message in wrong.items():
            place = self.layout.fields.index(name)
            self._add(_DEFECTS[name], self.records.problem(record, place, message))

    def _add_count(self, code: str, record: int, count: int) -> None:
        wanted = len(self.layout.fields)
        found = "1 field" if count == 1 else f"{count} fields"
        message = f"{found} where {wanted} are expected: {self.layout}"
        self._add(code, self.records.problem(record, wanted, message))

    def _add(self, code: str, problem: Problem) -> None:
        self.defects.setdefault(code, Defects()).add(problem)

    def frame(self) -> pl.DataFrame:
        columns = {"row": self.rows, **self.columns}
        types = {name: self.layout.type_of(name) for name in self.layout.fields}
        return pl.DataFrame(columns, schema={"row": pl.UInt32, **types})


def _number(name: str, text: str, layout: Layout) -> object:
    if text in layout.missing.get(name, ()):
        return None
    if name == "score":
        return decimal(text)
    value = integer(text)
    if name in _PASSAGE and value < -1:
        raise ValueError("is below 0; X or -1 say that the passage is not known")
    return value
