"""Convert columns of files and data frames, under any usual name, to ours.

`check_columns` returns a frame with our names and types, or the problems of all values. Nothing
here depends on the source of the columns.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial
from numbers import Integral, Real
from typing import Any, NamedTuple, TypeAlias, TypeVar

from harness.core.errors import MAX_PROBLEMS, Problem, refuse
from harness.core.notes import Note
from harness.core.numbers import LARGEST, decimal, decimal_comma, integer, is_read, score
from harness.core.packages import pl

T = TypeVar("T")
Values: TypeAlias = "pl.Series | Sequence[Any]"
Wrong = list[tuple[int, str]]

#: Columns of PyTerrier's result frames besides the ranking.
_OF_PYTERRIER = frozenset({"query", "query_0", "docid"})


def passages_type() -> pl.DataType:
    """Return the type of a column of passages."""
    return pl.List(pl.Struct({"offset": pl.Int64, "length": pl.Int64}))


_PASSAGE = re.compile(r"(\d+):(\d+)\Z", re.ASCII)


class InputColumn(NamedTuple):
    """Known column: our name, other tools' names (the first one found counts), and its kind.

    ``kind`` is ``id``, ``integer``, ``decimal``, ``score`` (which may be infinite) or
    ``passages``. Names are compared in lower case with ``_`` for ``-`` and blanks. Only a
    ``nullable`` column may lack values.
    """

    name: str
    aliases: tuple[str, ...] = ()
    kind: str = "id"
    required: bool = False
    nullable: bool = False


_TOPIC_NAMES = ("qid", "query_id", "q_id", "topic_id", "queryid", "query")
TOPIC = InputColumn("topic", _TOPIC_NAMES, required=True)
DOC = InputColumn(
    "doc",
    (
        "docno",
        "doc_id",
        "document_id",
        "corpus_id",
        "docid",
        "document",
        "pid",
        "passage_id",
        "product_id",
    ),
    required=True,
)


class InputTable(NamedTuple):
    """Columns as found, with names of rows for messages.

    ``line`` gives a row's line in the file; otherwise ``label`` names the row. In a ``written``
    table every value is text, numbers too.
    """

    columns: Mapping[str, Values]
    where: str | None
    line: Callable[[int], int] | None = None
    label: Callable[[int], str] = lambda row: f"row {row} (counted from 0)"
    warnings: tuple[Note, ...] = ()
    written: bool = False

    def row_name(self, row: int) -> str:
        """Return the name of a row: its line, or its label."""
        return self.label(row) if self.line is None else f"line {self.line(row)}"

    def problem(self, row: int, message: str) -> Problem:
        """Return the problem of a row."""
        if self.line is not None:
            return Problem(message, self.where, self.line(row))
        return Problem(f"{self.label(row)}: {message}", self.where)


def plain(name: object) -> str:
    """Normalise a column's name for comparison.

    >>> plain(" Query-ID ")
    'query_id'
    """
    return str(name).strip().lower().replace("-", "_").replace(" ", "_")


def match_columns(names: Sequence[str], known: Sequence[InputColumn]) -> dict[str, str]:
    """Map our name to the column's own name, for every known column.

    >>> match_columns(["q_id", "docid", "docno"], [TOPIC, DOC])
    {'topic': 'q_id', 'doc': 'docno'}
    """
    by_plain = {plain(name): name for name in reversed(names)}
    own: dict[str, str] = {}
    for column in known:
        for alias in (column.name, *column.aliases):
            if alias in by_plain:
                own[column.name] = by_plain[alias]
                break
    return own


def check_columns(
    table: InputTable, known: Sequence[InputColumn]
) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    """Return the known columns under our names, with our types, and warnings about others.

    Raises `InputError` for a missing required column (listing those that are there) and for up to
    25 values that are missing, no numbers or not finite.
    """
    names = [str(name) for name in table.columns]
    theirs = match_columns(names, known)
    if not theirs and table.written:
        refuse(find_headless(names, table.where))
    refuse(
        _absent(table, column, names)
        for column in known
        if column.required and column.name not in theirs
    )
    problems: list[Problem] = []
    series: list[pl.Series] = []
    for column in known:
        if column.name in theirs:
            own = theirs[column.name]
            readers = _WRITTEN if table.written else _READERS
            values, wrong = readers[column.kind](table.columns[own])
            keep = [(row, why) for row, why in wrong if not (column.nullable and why in _NULLS)]
            problems += _check_column(table, own, keep)
            series.append(_fill_passages(values).alias(column.name))
    refuse(problems)
    ignored = sorted(set(names) - set(theirs.values()) - _OF_PYTERRIER)
    return pl.DataFrame(series), (*table.warnings, *_note_ignored(table, ignored))


def _check_column(table: InputTable, own: str, wrong: Wrong) -> Iterator[Problem]:
    """Yield the problems of a column: one per value, or one with the count if there are many."""
    many = len(wrong) > MAX_PROBLEMS
    for row, why in wrong[:1] if many else wrong:
        problem = table.problem(row, f"column {own!r}: {why}")
        if many:
            values = table.columns[own]
            rows = ", ".join(table.row_name(row) for row, _ in wrong[1:3])
            hint = f"{len(wrong):,} of {len(values):,} values are wrong, also {rows}, …"
            problem = replace(problem, hint=hint)
        yield problem


def _fill_passages(values: pl.Series) -> pl.Series:
    """Fill an empty list for no passages: CSV has no other way to write it."""
    if values.dtype != passages_type() or not values.null_count():
        return values
    listed = [[] if passages is None else passages for passages in values.to_list()]
    return pl.Series(listed, dtype=passages_type())


def _note_ignored(table: InputTable, names: list[str]) -> tuple[Note, ...]:
    if not names:
        return ()
    listed = ", ".join(str(name) or "one without a name" for name in names)
    text = f"columns that are not used: {listed}"
    return (Note("columns-unused", text, table.where or None, numbers={"columns": len(names)}),)


def find_headless(names: Sequence[str], where: str | None) -> Iterator[Problem]:
    """Yield the problem of names of columns that are values: one of them is a number."""
    if any(is_read(decimal, name) for name in names):
        hint = "a line before it has to name the columns, as topic,doc,grade or topic,doc,score"
        yield Problem("the first line has values in place of names of columns", where, 1, hint=hint)


def _absent(table: InputTable, column: InputColumn, names: Sequence[str]) -> Problem:
    expected = ", ".join(filter(None, (column.name, *column.aliases)))
    there = ", ".join(repr(name) for name in names[:20]) or "none"
    hint = f"expected one of {expected}; the columns are {there}"
    return Problem(f"there is no column for the {column.name}", table.where, hint=hint)


# --- one value, one column -------------------------------------------------------------------

_MISSING = "the value is missing"
_NAN = "nan is not a finite number"
#: The messages on the values by which frames mark missing ones.
_NULLS = (_MISSING, _NAN)


def _is_missing(value: Any) -> bool:
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float) and math.isnan(value)


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)  # numpy's bool is no number for Python anyway


def _id(value: Any) -> str:
    if isinstance(value, str):
        value.encode()  # a lone surrogate is no text: UnicodeEncodeError is a ValueError
        if not value:
            raise ValueError("the identifier is empty")
        return str(value)
    if _is_bool(value) or not isinstance(value, Integral):
        raise ValueError(f"{value!r:.40} is not text or a whole number")
    return str(int(value))


def _integer(value: Any) -> int:
    number = value if isinstance(value, int) and not _is_bool(value) else _decimal(value)
    if number != math.floor(number):
        raise ValueError(f"{value!r:.40} is not a whole number")
    if abs(number) >= LARGEST:
        # Python does not print whole numbers of 4,300 digits.
        shown = repr(value) if abs(value) < 10**30 else "the value"
        raise ValueError(f"{shown} is too large for a whole number")
    return int(value)


def _decimal(value: Any) -> float:
    number = _score(value)
    if not math.isfinite(number):
        raise ValueError(f"{number} is not a finite number")
    return number


def _score(value: Any) -> float:
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        value = value.item()  # a number as an array or tensor without dimensions
    if _is_bool(value) or not isinstance(value, Real | Decimal):
        raise ValueError(f"{value!r:.40} is not a number{decimal_comma(value)}")
    try:
        number = float(value)
    except OverflowError:
        raise ValueError("the value is too large for a number") from None
    if math.isnan(number):
        raise ValueError(_NAN)
    return number


def _read_cell(read: Callable[[str], T], text: str) -> T:
    try:
        return read(text)
    except ValueError as error:
        raise ValueError(f"{text!r} {error}") from None


def _passages(value: Any) -> list[dict[str, int]]:
    if isinstance(value, str):
        return [parse_passage(part) for part in value.split()]
    try:
        return [{name: _integer(part[name]) for name in ("offset", "length")} for part in value]
    except (TypeError, KeyError):
        raise ValueError(f"{value!r:.40} is not a list of passages offset:length") from None


def parse_passage(text: str) -> dict[str, int]:
    """Parse a passage ``offset:length``; raises `ValueError`.

    >>> parse_passage("126:28761")
    {'offset': 126, 'length': 28761}
    """
    numbers = _PASSAGE.match(text)
    if not numbers:
        raise ValueError(f"{text!r} is not a passage offset:length")
    try:
        return {"offset": integer(numbers[1]), "length": integer(numbers[2])}
    except ValueError as error:
        raise ValueError(f"a number of the passage {text!r} {error}") from None


def _column(
    type_of: Callable[[], Any],
    read: Callable[[Any], object],
    fast: frozenset[type],
    *,
    infinite: bool = False,
) -> Callable[[Values], tuple[pl.Series, Wrong]]:
    """Return a parser of a column, from its type, a parser of values, and types to cast at once."""

    def of(values: Values, dtype: Any) -> tuple[pl.Series, Wrong]:
        listed = values.to_list() if isinstance(values, pl.Series) else values
        result: list[object] = []
        wrong: Wrong = []
        for row, value in enumerate(listed):
            try:
                missing = not isinstance(value, list) and _is_missing(value)
                result.append(None if missing else read(value))
                if missing:
                    number = dtype.is_numeric() and isinstance(value, float)
                    wrong.append((row, _NAN if number else _MISSING))
            except ValueError as error:
                result.append(None)
                is_unicode = isinstance(error, UnicodeError)
                wrong.append((row, "the text is not valid Unicode" if is_unicode else str(error)))
        return pl.Series(result, dtype=dtype), wrong

    def column(values: Values) -> tuple[pl.Series, Wrong]:
        dtype = type_of()
        if isinstance(values, pl.Series):
            ready = _cast(values, dtype)
        elif set(map(type, values)) <= fast:
            ready = _built(values, dtype)
        else:
            ready = None
        return (
            (ready, []) if ready is not None and _is_sound(ready, infinite) else of(values, dtype)
        )

    return column


def _built(values: Sequence[Any], dtype: Any) -> pl.Series | None:
    try:
        return pl.Series(values, dtype=dtype, strict=True)
    except (TypeError, ValueError, OverflowError, pl.exceptions.PolarsError):
        return None


def _cast(values: pl.Series, dtype: Any) -> pl.Series | None:
    real = values.dtype.is_float() or values.dtype.is_decimal()
    truths = dtype == pl.Int64 and values.dtype == pl.Boolean  # True is grade 1
    numeric = values.dtype.is_integer() or truths or (dtype == pl.Float64 and real)
    text = dtype == pl.String and values.dtype in (pl.String, pl.Categorical, pl.Enum)
    if not (numeric or text or values.dtype == dtype):
        return None
    try:
        return values.cast(dtype)
    except pl.exceptions.PolarsError:
        return None


def _is_sound(series: pl.Series, infinite: bool) -> bool:
    """Return whether all values are valid; ``infinite`` allows infinities."""
    if series.null_count():
        return False
    if series.dtype == pl.Float64:
        return bool((series.is_not_nan() if infinite else series.is_finite()).all())
    if series.dtype == pl.Int64:
        return bool((series > -LARGEST).all())
    return series.dtype != pl.String or not bool((series == "").any())


_READERS: dict[str, Callable[[Values], tuple[pl.Series, Wrong]]] = {
    "id": _column(lambda: pl.String, _id, frozenset({str})),
    "integer": _column(lambda: pl.Int64, _integer, frozenset({int})),
    "decimal": _column(lambda: pl.Float64, _decimal, frozenset({int, float})),
    "score": _column(lambda: pl.Float64, _score, frozenset({int, float}), infinite=True),
    "passages": _column(passages_type, _passages, frozenset()),
}
_WRITTEN = {
    **_READERS,
    "integer": _column(lambda: pl.Int64, partial(_read_cell, integer), frozenset()),
    "decimal": _column(lambda: pl.Float64, partial(_read_cell, decimal), frozenset()),
    "score": _column(lambda: pl.Float64, partial(_read_cell, score), frozenset(), infinite=True),
}
