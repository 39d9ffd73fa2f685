"""Reading a run as it was submitted: every field, and every line that cannot be used.

`read_run` stops at what it cannot use and drops what no evaluation needs. Here all of it is kept,
for `harness.validation` to judge.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl

from harness.errors import MAX_PROBLEMS, InputError, Problem, nearest
from harness.formats.explained import explained
from harness.formats.fields import Layout, decimal, integer, read_fields, regular, unix_lines
from harness.formats.marks import has_mark
from harness.formats.records import Records
from harness.formats.runs import (
    RUN_COLUMNS,
    RUN_FORMATS,
    recognise,
    run_columns,
)
from harness.formats.tablefiles import TABLE_READERS, content_of
from harness.formats.tables import matched
from harness.hypotheses.layout import HEADER

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


@dataclass(frozen=True, eq=False)
class Submission:
    """A run file taken apart.

    ``frame`` has a row for every line that can be used, in file order: ``row``, the number of the
    record (from 0), then ``topic``, ``doc``, ``score`` and whatever else the format has: ``iter``,
    ``rank`` (null where it is no whole number), ``tag``, ``offset``, ``length``. ``fields`` names
    those that the file itself has; the score of a ranking without scores is not among them.
    ``defects`` has what is wrong with lines, by its code; ``lost`` lines are therefore not in the
    frame. ``locate(row, field, message)`` makes a problem of a row, ``text(row, field)`` is what
    the file has there. ``reordered`` says that its columns were taken in another order than that of
    its format.
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
    reordered: bool = False


def read_submission(path: str | os.PathLike[str], *, format: str | None = None) -> Submission:
    """The content of a run file, whatever is wrong with it.

    Formats are those of `read_run`. Raises `InputError` for a file that cannot be read at all
    (missing, empty, binary, damaged), that has no line that could be used, and for a table with
    wrong columns or values: tables are taken whole or not at all.
    """
    where = os.fspath(path)
    content = content_of(where)
    marked = has_mark(where)
    name, warnings = (format, ()) if format else recognise(content, where)
    if name in TABLE_READERS:
        return _of_table(content, where, name, marked=marked, warnings=warnings)
    if name in RUN_FORMATS:
        return _of_fields(content, where, name, marked=marked, warnings=warnings)
    known = (*RUN_FORMATS, *TABLE_READERS)
    hint = nearest(name, known) or f"known are {', '.join(known)}"
    raise InputError(Problem(f"unknown run format {name!r}", where, hint=hint))


def in_order(submission: Submission, fields: tuple[str, ...]) -> Submission:
    """The same file of fields, read with its columns in the order in which they really stand."""
    read = _of_fields(
        submission.content,
        submission.source,
        submission.format,
        marked=submission.marked,
        warnings=submission.warnings,
        fields=fields,
    )
    return replace(read, reordered=True)


def _of_fields(
    content: bytes,
    where: str,
    name: str,
    *,
    marked: bool,
    warnings: tuple[str, ...],
    fields: tuple[str, ...] | None = None,
) -> Submission:
    declared = RUN_FORMATS[name].layout
    fields = fields or declared.fields
    integers = declared.integers | {"rank"}
    layout = replace(declared, fields=fields, keep=fields, integers=integers, extra=False)
    records = Records(content, where)
    frame, defects, lost = _lines_of(content, where, layout, records)
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


def _lines_of(content: bytes, where: str, layout: Layout, records: Records) -> _Read:
    """The frame, what is wrong with lines, and how many are lost."""
    frame = regular(unix_lines(content), layout)
    if frame is not None and not _has_negative_passages(frame):
        return frame.with_row_index("row"), {}, 0
    read = _salvaged(records, layout)
    if read[0].is_empty():
        with explained("run", content):
            read_fields(content, where, layout)  # says what is wrong with all of it
    return read


def _has_negative_passages(frame: pl.DataFrame) -> bool:
    return "offset" in frame.columns and bool((frame.select(_PASSAGE).min_horizontal() < -1).any())


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


# --- lines that cannot be used ----------------------------------------------------------------


def _salvaged(records: Records, layout: Layout) -> _Read:
    """The lines that can be used, read as texts first, so that no line spoils the others."""
    counts, wanted = records.field_counts, len(layout.fields)
    # What follows a TREC tag is ignored, as reading does; elsewhere it makes another layout.
    usable = counts >= wanted if layout.fields[-1] == "tag" else counts == wanted
    defects: dict[str, Defects] = {}
    for code, rows in (
        ("fields", np.flatnonzero(~usable)),
        ("more-fields", np.flatnonzero(usable & (counts > wanted))),
    ):
        _add(defects, code, rows, lambda row: _wrong_count(records, row, layout))
    rows = np.flatnonzero(usable)
    types = {name: layout.type_of(name) for name in layout.fields}
    if not len(rows):
        return pl.DataFrame(schema={"row": pl.UInt32, **types}), defects, len(counts)
    texts = replace(layout, integers=frozenset(), decimals=frozenset(), missing={}, extra=True)
    frame, _ = read_fields(records.without(~usable), records.where, texts)
    frame = frame.with_columns(pl.Series("row", rows, pl.UInt32))
    lost = np.zeros(len(frame), dtype=bool)
    for name in (name for name in layout.fields if name in _DEFECTS):
        values, wrong = _numbers(frame[name], name, layout)
        if name != "rank" or "score" not in layout.fields:  # beside scores, ranks may be missing
            lost[list(wrong)] = True
            _add_wrong(defects, records, layout, name, {int(rows[at]): wrong[at] for at in wrong})
        frame = frame.with_columns(values)
    kept = frame.filter(pl.Series(~lost)).select("row", *layout.fields)
    return kept, defects, len(counts) - len(kept)


def _numbers(texts: pl.Series, name: str, layout: Layout) -> tuple[pl.Series, dict[int, str]]:
    """The numbers of a column, null where there is none, and what is wrong, by place."""
    values = texts.cast(layout.type_of(name), strict=False)
    doubtful = values.is_null()
    if values.dtype.is_float():
        doubtful |= values.is_finite().not_()
    elif name in _PASSAGE:
        doubtful |= values < 0
    wrong: dict[int, str] = {}
    places = doubtful.fill_null(value=True).arg_true().to_list()
    known: list[object] = []
    for place in places:
        try:
            known.append(_number(name, texts[place], layout))
        except ValueError as error:
            known.append(None)
            wrong[place] = f"the {name} {texts[place]!r} {error}"
    return values.scatter(places, known) if places else values, wrong


def _number(name: str, text: str, layout: Layout) -> object:
    if text in layout.missing.get(name, ()):
        return None
    if name == "score":
        return decimal(text)
    value = integer(text)
    if name in _PASSAGE and value < -1:
        raise ValueError("is below 0; X or -1 say that the passage is not known")
    return value


def _add_wrong(
    defects: dict[str, Defects],
    records: Records,
    layout: Layout,
    name: str,
    wrong: Mapping[int, str],
) -> None:
    place = layout.fields.index(name)
    if 0 in wrong and len(matched(records.fields(0), RUN_COLUMNS)) > 1:
        header = records.problem(0, 0, HEADER)
        defects["header"] = Defects(1, [header])
        wrong = {row: said for row, said in wrong.items() if row}
    _add(defects, _DEFECTS[name], wrong, lambda row: records.problem(row, place, wrong[row]))


def _wrong_count(records: Records, row: int, layout: Layout) -> Problem:
    count, wanted = int(records.field_counts[row]), len(layout.fields)
    found = "1 field" if count == 1 else f"{count} fields"
    message = f"{found} where {wanted} are expected: {layout}"
    return records.problem(row, wanted, message)


def _add(
    defects: dict[str, Defects], code: str, rows: Iterable[int], say: Callable[[int], Problem]
) -> None:
    listed = [int(row) for row in rows]
    if listed:
        known = defects.setdefault(code, Defects())
        known.count += len(listed)
        known.first += [say(row) for row in listed[: MAX_PROBLEMS - len(known.first)]]
