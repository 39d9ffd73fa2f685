"""Read a run as submitted: every field, and every unusable line.

`read_run` stops at unusable lines and drops fields that no evaluation needs. Here everything is
kept, for `harness.validation` to check.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from harness.core.columns import Columns
from harness.core.errors import MAX_PROBLEMS, InputError, Problem, refuse
from harness.core.notes import Note
from harness.core.packages import pl
from harness.formats.delimited import explain_cause, read_fields, sound_columns
from harness.formats.files import PARQUET, foreign_byte
from harness.formats.layouts import Layout, Sample, choose_layout
from harness.formats.records import LineFields, Records
from harness.formats.run_columns import PASSAGE, RUN_COLUMNS, complete_columns, run_columns
from harness.formats.runs import no_results
from harness.formats.skipped import SkippedLines
from harness.formats.tablefiles import table_or_lines
from harness.formats.tables import match_columns
from harness.hypotheses.evidence import HEADER

#: The code of a line's defect, by the field that is no number.
_DEFECTS = {
    "score": "score-not-a-number",
    "rank": "score-not-a-number",  # without scores; with them it may be missing
    "offset": "passage-not-a-number",
    "length": "passage-not-a-number",
}
#: Scores that are NaN: the rank still gives the document's place.
_NAN = r"(?i)^[+-]?nan$"
#: Numbers that all parsers read alike.
_ORDINARY = r"^-?[0-9]{1,18}(\.[0-9]{1,18})?([eE][+-]?[0-9]{1,3})?$"


@dataclass(slots=True)
class Defects:
    """Lines with one kind of defect: their number, and the first 25."""

    count: int = 0
    first: list[Problem] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Submission:
    """Parsed run file, with everything in it.

    ``frame`` has a row for every usable line, in file order: ``row``, the number of the record
    (from 0), then ``topic``, ``doc``, ``score`` and the other fields of the layout: ``iter``,
    ``rank`` (null if it is no whole number), ``tag``, ``offset``, ``length``. ``fields`` names the
    fields of the file itself, without the score of a ranking without scores.

    The frame is made of ``given`` on first use: for a sound file these are the columns, and
    ``columns`` returns them.

    ``raw`` is the unchanged file, decompressed; ``content`` is its text, and ``records`` its
    records if it is a file of fields. ``defects`` has the defects of lines, by code; ``lost``
    counts the lines that are not in the frame because of them. ``locate(row, field, message)``
    makes the problem of a row, ``text(row, field)`` is the text there. ``reordered`` is set if the
    columns were taken in another order than the layout's; ``before`` counts the lines of the file
    before the content.
    """

    source: str
    layout: Layout
    raw: bytes
    content: bytes
    encoding: str
    given: Columns | pl.DataFrame
    fields: frozenset[str]
    locate: Callable[[int, str, str], Problem]
    text: Callable[[int, str], str]
    defects: Mapping[str, Defects] = field(default_factory=dict)
    lost: int = 0
    warnings: tuple[Note, ...] = ()
    reordered: bool = False
    before: int = 0
    records: Records | None = None

    @cached_property
    def frame(self) -> pl.DataFrame:
        """The usable lines."""
        given = self.given
        return _make_frame(given) if isinstance(given, Columns) else given

    @property
    def columns(self) -> Columns | None:
        """The columns of a file without defects; else None."""
        return self.given if isinstance(self.given, Columns) else None

    @property
    def format(self) -> str:
        """The name of its layout."""
        return self.layout.name

    @property
    def skipped(self) -> SkippedLines:
        """The skipped lines, which are no records."""
        return SkippedLines() if self.records is None else self.records.skipped


def parse_submission(
    raw: bytes, where: str, *, format: str | None = None, before: int = 0
) -> Submission:
    """Parse a run file with all its defects; ``where`` names it in messages.

    The bytes may be a part of it, after ``before`` lines. Formats are those of `read_run`. Raises
    `InputError` for a file that cannot be read at all (empty, binary), for one without a usable
    line, and for a table with wrong columns or values: tables are read whole or not at all.
    """
    content = table_or_lines(raw, where)
    sample = Sample(content, where)
    layout, warnings = choose_layout("runs", format, sample)
    if layout.fields is None:
        return _read_table(raw, sample.content, where, layout, warnings)
    records = Records(content, where, layout.fields, before)
    return _read_lines(raw, sample.content, records, layout, layout.fields, warnings, before)


def in_order(submission: Submission, fields: tuple[str, ...]) -> Submission:
    """Parse a file of fields again, with its columns in their true order."""
    layout = submission.layout
    if layout.fields is None:
        raise ValueError(f"{layout.name} has no fields")
    if submission.records is None:
        raise ValueError(f"{layout.name} has no records")
    read = _read_lines(
        submission.raw,
        submission.content,
        submission.records,
        layout,
        replace(layout.fields, fields=fields),
        submission.warnings,
        submission.before,
    )
    return replace(read, reordered=True)


def _read_lines(
    raw: bytes,
    content: bytes,
    records: Records,
    layout: Layout,
    declared: LineFields,
    warnings: tuple[Note, ...],
    before: int,
) -> Submission:
    names = declared.fields
    integers = declared.integers | ({"rank"} & set(names))
    fields = replace(declared, keep=names, integers=integers, extra=False)
    given, defects, lost = _read_sound_lines(fields, records)
    if not given.height:
        raise InputError(no_results(records.where, layout))
    return Submission(
        source=records.where,
        layout=layout,
        raw=raw,
        content=content,
        records=records,
        encoding=records.encoding,
        given=given,
        fields=frozenset(names),
        locate=lambda row, name, message: records.problem(row, names.index(name), message),
        text=lambda row, name: records.fields(row)[names.index(name)],
        defects=defects,
        lost=lost,
        warnings=warnings,
        before=before,
    )


def _read_sound_lines(
    fields: LineFields, records: Records
) -> tuple[Columns | pl.DataFrame, Mapping[str, Defects], int]:
    """Return the columns of sound lines, or a frame, the defects, and the number of lost lines."""
    columns = sound_columns(records, fields)
    if columns is not None and not _has_negative_passages(columns):
        return (columns if "score" in columns.names else _make_frame(columns)), {}, 0
    frame, defects, lost = _salvage(records, fields)
    if frame.is_empty():
        with explain_cause("run", records.content):
            read_fields(records, fields)  # raises every problem
        refuse(problem for known in defects.values() for problem in known.first)
    return complete_columns(frame), defects, lost


def _make_frame(columns: Columns) -> pl.DataFrame:
    return complete_columns(columns.frame().with_row_index("row"))


def _has_negative_passages(columns: Columns) -> bool:
    if "offset" not in columns.names:
        return False
    return bool((columns.select(*PASSAGE).frame().min_horizontal() < -1).any())


def _read_table(
    raw: bytes, content: bytes, where: str, layout: Layout, warnings: tuple[Note, ...]
) -> Submission:
    table = layout.call_read(content, where)
    frame, more = run_columns(table)
    if frame.is_empty():
        raise InputError(no_results(where, layout))
    binary = raw.startswith(PARQUET)
    return Submission(
        source=where,
        layout=layout,
        raw=b"" if binary else raw,
        content=b"" if binary else content,
        encoding="utf-8" if binary or foreign_byte(content) is None else "latin-1",
        given=frame.with_row_index("row"),
        fields=frozenset(match_columns(list(table.columns), RUN_COLUMNS)),
        locate=lambda row, _, message: table.problem(row, message),
        text=lambda row, name: str(frame[name][row]),
        warnings=(*warnings, *more),
    )


# --- lines that cannot be used ----------------------------------------------------------------


def _salvage(
    records: Records, fields: LineFields
) -> tuple[pl.DataFrame, Mapping[str, Defects], int]:
    """Return the usable lines, read as texts first, so that one bad line does not spoil others."""
    counts, wanted = records.field_counts, len(fields.fields)
    # Fields after a TREC tag are ignored, as in reading; elsewhere they make another layout.
    usable = counts >= wanted if fields.fields[-1] == "tag" else counts == wanted
    defects: dict[str, Defects] = {}
    for code, rows in (
        ("fields", np.flatnonzero(~usable)),
        ("more-fields", np.flatnonzero(usable & (counts > wanted))),
    ):
        _add(defects, code, rows, lambda row: _wrong_count(records, row, fields))
    rows = np.flatnonzero(usable)
    types = {name: fields.find_type(name) for name in fields.fields}
    if not len(rows):
        return pl.DataFrame(schema={"row": pl.UInt32, **types}), defects, len(counts)
    texts = replace(fields, integers=frozenset(), decimals=frozenset(), missing={}, extra=True)
    frame, _ = read_fields(records.without(~usable), texts)
    frame = frame.with_columns(pl.Series("row", rows, pl.UInt32))
    nan = _nan_scores(frame)
    if nan:
        index = fields.fields.index("score")
        wrong_scores = {
            int(rows[row]): f"the score {text!r} is not a number" for row, text in nan.items()
        }
        _add(
            defects,
            "score-nan",
            wrong_scores,
            lambda row: records.problem(row, index, wrong_scores[row]),
        )
        is_nan = pl.col("score").str.contains(_NAN)
        frame = frame.with_columns(
            pl.when(is_nan).then(pl.lit("0")).otherwise("score").alias("score")
        )
    lost = np.zeros(len(frame), dtype=bool)
    for name in (name for name in fields.fields if name in _DEFECTS):
        values, wrong = _numbers(frame[name], name, fields)
        if name != "rank" or "score" not in fields.fields:  # beside scores, ranks may be missing
            lost[list(wrong)] = True
            messages = {int(rows[row]): message for row, message in wrong.items()}
            _add_wrong(defects, records, fields, name, messages)
        frame = frame.with_columns(values)
    if nan:
        frame = frame.with_columns(frame["score"].scatter(list(nan), [math.nan] * len(nan)))
    kept = frame.filter(pl.Series(~lost)).select("row", *fields.fields)
    return kept, defects, len(counts) - len(kept)


def _nan_scores(frame: pl.DataFrame) -> dict[int, str]:
    """Return the scores that are NaN, by row, if there are ranks beside the scores."""
    if not {"rank", "score"} <= set(frame.columns):
        return {}
    rows = frame["score"].str.contains(_NAN).arg_true().to_list()
    return {row: frame["score"][row] for row in rows}


def _numbers(texts: pl.Series, name: str, fields: LineFields) -> tuple[pl.Series, dict[int, str]]:
    """Return the numbers of a column, null for invalid ones, and the problems, by row."""
    values = texts.cast(fields.find_type(name), strict=False)
    # polars' cast accepts some texts that are no numbers; all odd ones are parsed again.
    doubtful = values.is_null() | ~texts.str.contains(_ORDINARY)
    if name in PASSAGE:
        doubtful |= values < 0
    wrong: dict[int, str] = {}
    rows = doubtful.fill_null(value=True).arg_true().to_list()
    known: list[object] = []
    for row in rows:
        try:
            known.append(_number(name, texts[row], fields))
        except ValueError as error:
            known.append(None)
            wrong[row] = f"the {name} {texts[row]!r} {error}"
    return values.scatter(rows, known) if rows else values, wrong


def _number(name: str, text: str, fields: LineFields) -> object:
    value = fields.reader(name)(text)
    if name in PASSAGE and isinstance(value, int) and value < -1:
        raise ValueError("is below 0; X or -1 say that the passage is not known")
    return value


def _add_wrong(
    defects: dict[str, Defects],
    records: Records,
    fields: LineFields,
    name: str,
    wrong: Mapping[int, str],
) -> None:
    index = fields.fields.index(name)
    if 0 in wrong and len(match_columns(records.fields(0), RUN_COLUMNS)) > 1:
        defects["header"] = Defects(1, [records.problem(0, 0, HEADER)])
        wrong = {row: message for row, message in wrong.items() if row}
    _add(defects, _DEFECTS[name], wrong, lambda row: records.problem(row, index, wrong[row]))


def _wrong_count(records: Records, row: int, fields: LineFields) -> Problem:
    message = fields.wrong_count(int(records.field_counts[row]))
    hint = f"layout: {fields}"
    if records.field_counts[row] > len(fields.fields) and fields.fields[-1] == "tag":
        hint += "; a tag with blanks ends at the first"
    return replace(records.problem(row, len(fields.fields), message), hint=hint)


def _add(
    defects: dict[str, Defects], code: str, rows: Iterable[int], say: Callable[[int], Problem]
) -> None:
    listed = [int(row) for row in rows]
    if listed:
        known = defects.setdefault(code, Defects())
        known.count += len(listed)
        known.first += [say(row) for row in listed[: MAX_PROBLEMS - len(known.first)]]
