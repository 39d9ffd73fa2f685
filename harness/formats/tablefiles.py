"""Parse files with named columns into an `InputTable`: CSV, JSON, JSON lines and Parquet."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from harness.core.errors import MAX_PROBLEMS, InputError, Problem, refuse
from harness.core.limits import limits, too_large
from harness.core.notes import Note
from harness.core.numbers import find_repeated
from harness.core.packages import pl
from harness.formats.files import (
    LAYOUT_SUFFIXES,
    PARQUET,
    decode,
    lines_bytes,
    raw_bytes,
    without_mark,
)
from harness.formats.json_reading import parse_json
from harness.formats.layouts import FileContent, Layout, Sample, has_label
from harness.formats.skipped import blank_lines
from harness.formats.tables import InputColumn, InputTable, find_headless, match_columns
from harness.formats.writing import (
    count_unheld,
    csv_content,
    jsonl_content,
    nested_json,
    parquet_content,
)

_OBJECT = re.compile(rb'\s*\{\s*["}]')
_ARRAY = re.compile(rb"\s*\[\s*[\{\]]")
_DELIMITERS = ",\t;"
_LONGEST_HEADER = 10_000


def read_content(path: str) -> bytes:
    """Read a file: `text_bytes` of a text, or the bytes of a Parquet file."""
    return without_mark(read_raw_content(path))


def read_raw_content(path: str) -> bytes:
    """Read a file with its byte-order mark, for readers that report skipped lines."""
    return table_or_lines(raw_bytes(path), path)


def table_or_lines(raw: bytes, name: str) -> bytes:
    """Return the raw content of a Parquet file unchanged, else its `lines_bytes`."""
    return raw if raw.startswith(PARQUET) else lines_bytes(raw, name)


def table_format(content: bytes, suffix: str, known: Sequence[InputColumn]) -> str | None:
    """Return the only table format that fits the content, if any.

    The content decides between JSON (one object or array) and JSON lines; the ``suffix`` (such as
    ``.csv``) decides otherwise. A first line that names two of the ``known`` columns makes a CSV
    file.
    """
    if content.startswith(PARQUET):
        return "parquet"
    if _OBJECT.match(content) or _ARRAY.match(content):
        return "jsonl" if _is_lines(content) else "json"
    if suffix in LAYOUT_SUFFIXES:
        return LAYOUT_SUFFIXES[suffix]
    return "csv" if len(match_columns(_header(content)[0], known)) > 1 else None


def _is_lines(content: bytes) -> bool:
    try:
        first = json.loads(content.lstrip().split(b"\n", 1)[0])
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and any(not isinstance(v, dict) for v in first.values())


def _header(content: bytes) -> tuple[list[str], str]:
    end = content.find(b"\n", 0, _LONGEST_HEADER)
    line = content[: _LONGEST_HEADER if end < 0 else end].decode("utf-8", "replace")
    line = line.partition("\r")[0]
    delimiter = max(_DELIMITERS, key=line.count)
    try:
        return next(csv.reader([line], delimiter=delimiter), []), delimiter
    except csv.Error:
        return [], delimiter


def csv_rows(
    lines: Iterable[str], where: str, delimiter: str, problems: Sequence[Problem] = ()
) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of CSV, each with the line at which it starts; `InputError`, with other
    ``problems`` before it, for what is no table.
    """
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    last = 0
    try:
        for row in reader:
            yield last + 1, row
            last = reader.line_num
    except csv.Error as error:
        raise InputError([*problems, Problem(f"not a table: {error}", where, last + 1)]) from None


def read_csv(content: bytes, where: str, value: str) -> InputTable:  # noqa: ARG001
    """Parse a table with a header line, separated by commas, semicolons or tabs."""
    text, warnings = decode(content, where)
    numbered = list(csv_rows(io.StringIO(text, newline=""), where, _header(content)[1]))
    filled = [(line, row) for line, row in numbered if row]
    if not filled:
        raise InputError(Problem("there is no line with the names of the columns", where))
    (start, header), *rows = filled
    refuse_twice(header, where, start)
    _refuse_ragged(rows, header, where)
    columns = list(zip(*(row for _, row in rows), strict=True)) if rows else [()] * len(header)
    named = {
        name: [cell or None for cell in cells] for name, cells in zip(header, columns, strict=True)
    }
    blank = [line for line, row in numbered if not row]
    lines = [line for line, _ in rows]
    notes = (*blank_lines(blank).notes(where), *warnings)
    return InputTable(named, where, line=lines.__getitem__, warnings=notes, written=True)


def refuse_twice(header: list[str], where: str, line: int) -> None:
    """Raise `InputError` for names of several columns."""
    if twice := find_repeated(header):
        refuse(find_headless(twice, where))
        names = ", ".join(repr(name) for name in twice)
        raise InputError(Problem(f"more than one column is called {names}", where, line))


def _refuse_ragged(rows: list[tuple[int, list[str]]], header: list[str], where: str) -> None:
    hint = f"header: {', '.join(header)}"
    refuse(
        Problem(
            f"{len(row)} cells where the header has {len(header)}: {_odd_cell(row, header)}",
            where,
            line,
            hint=hint,
        )
        for line, row in rows
        if len(row) != len(header)
    )


def _odd_cell(row: list[str], header: list[str]) -> str:
    if len(row) < len(header):
        return f"none for {header[len(row)]!r}"
    return f"{row[len(header)]!r:.40} is beyond the last column"


def read_json(content: bytes, where: str, value: str) -> InputTable:
    """Parse ``{topic: {document: value}}``, or an array of objects with named columns."""
    text, warnings = decode(content, where)
    document = parse_json(text, where)
    if isinstance(document, list):
        return _records(document, where, warnings)
    if not isinstance(document, dict):
        hint = f"expected {{topic: {{document: {value}}}}} or a list of objects"
        raise InputError(Problem(f"this is {document!r:.40}, not an object", where, hint=hint))
    return nested(document, where, value, warnings=warnings)


def nested(
    mapping: Mapping[Any, Any], where: str | None, value: str, *, warnings: tuple[Note, ...] = ()
) -> InputTable:
    """Return the table of ``{topic: {document: value}}``; ``value`` names its third column."""
    topics: list[Any] = []
    docs: list[Any] = []
    values: list[Any] = []
    for topic, of_topic in mapping.items():
        if not isinstance(of_topic, Mapping):
            message = f"topic {topic!r}: {type(of_topic).__name__} where documents are expected"
            hint = f"expected {{topic: {{document: {value}}}}}"
            raise InputError(Problem(message, where, hint=hint))
        topics += [topic] * len(of_topic)
        docs += of_topic.keys()
        values += of_topic.values()
    columns = {"topic": topics, "doc": docs, value: values}
    label = lambda row: f"topic {topics[row]!r}, document {docs[row]!r}"  # noqa: E731
    return InputTable(columns, where, label=label, warnings=warnings)


def _records(
    records: Sequence[Any],
    where: str,
    warnings: tuple[Note, ...],
    line: Callable[[int], int] | None = None,
) -> InputTable:
    table = InputTable({}, where, line=line)
    refuse(
        table.problem(row, "this is not an object with named values")
        for row, record in enumerate(records)
        if not isinstance(record, dict)
    )
    return InputTable(record_columns(records, where), where, line=line, warnings=warnings)


def record_columns(records: Sequence[Mapping[Any, Any]], where: str | None) -> dict[str, list[Any]]:
    """Return the columns of records whose names may differ; None where a record lacks one.

    Raises `InputError` if nearly all values would be missing: names that are different in every
    record, such as identifiers, would make a table of quadratic size.

    >>> record_columns([{"a": 1}, {"b": 2}], "f.json")
    {'a': [1, None], 'b': [None, 2]}
    """
    names = dict.fromkeys(name for record in records for name in record)
    if len(names) * len(records) > max(_FREE_CELLS, _SPARSE * sum(map(len, records))):
        message = f"{len(records):,} records have {len(names):,} different names of values"
        raise InputError(Problem(message, where, hint="expected the same few names in all of them"))
    return {str(name): [record.get(name) for record in records] for name in names}


#: The cells of a table that is always made.
_FREE_CELLS = 10**7
#: Larger ones must have a value in at least one cell of so many.
_SPARSE = 100


def read_jsonl(content: bytes, where: str, value: str) -> InputTable:  # noqa: ARG001
    """Parse one object with named values per line."""
    text, warnings = decode(content, where)
    records: list[Any] = []
    lines: list[int] = []
    problems: list[Problem] = []
    blank: list[int] = []
    for number, line in enumerate(text.removesuffix("\n").split("\n"), start=1):
        if not line.strip():
            blank.append(number)
            continue
        try:
            records.append(parse_json(line, where, number))
            lines.append(number)
        except InputError as error:
            problems += error.problems
        if len(problems) >= MAX_PROBLEMS:
            break
    refuse(problems)
    notes = (*blank_lines(blank).notes(where), *warnings)
    return _records(records, where, notes, line=lines.__getitem__)


def read_parquet(content: bytes, where: str, value: str) -> InputTable:  # noqa: ARG001
    """Parse a Parquet file with named columns."""
    with explain_parquet(where):
        _refuse_large(pl.scan_parquet(io.BytesIO(content)), len(content), where)
        frame = pl.read_parquet(io.BytesIO(content))
    return InputTable({series.name: series for series in frame}, where)


def parquet_as_lines(content: bytes, where: str) -> str:
    """Return the rows of a Parquet file as JSON, one per line."""
    frame = pl.DataFrame(read_parquet(content, where, "").columns)
    for name, kind in frame.schema.items():
        if "Binary" in str(kind):  # also inside of lists and records; polars would panic
            message = f"the column {name!r} holds bytes, not texts"
            raise InputError(Problem(message, where, hint="write it as text"))
    with explain_parquet(where):
        return frame.write_ndjson()


@contextmanager
def explain_parquet(where: str) -> Iterator[None]:
    """Turn errors and panics of polars on damaged Parquet into `InputError`."""
    try:
        yield
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        message = next(iter(str(error).splitlines()), type(error).__name__)
        raise InputError(Problem(f"damaged Parquet file: {message}", where)) from None


#: The least bytes of memory of a cell.
_CELL = 8


def _refuse_large(frame: pl.LazyFrame, packed: int, where: str) -> None:
    """Refuse too many rows before they are made: a few bytes may encode many equal ones."""
    most = limits().allowed(packed)
    size = frame.select(pl.len()).collect().item() * len(frame.collect_schema()) * _CELL
    if most is not None and size > most:
        raise too_large(where, most, packed)


TableReader = Callable[[bytes, str, str], InputTable]

#: The parser of each layout: (content, where, name of the value column) → table.
TABLE_READERS: dict[str, TableReader] = {
    "csv": read_csv,
    "json": read_json,
    "jsonl": read_jsonl,
    "parquet": read_parquet,
}


def table_layouts(
    kind: str,
    columns: Sequence[InputColumn],
    example: Mapping[str, Sequence[object]],
    frame_of: Callable[[Any], pl.DataFrame],
    lost_of: Callable[[Any], dict[str, int]],
) -> Iterator[Layout]:
    """Yield the layouts of tables with these columns; ``example`` has one called score or grade.

    ``frame_of`` makes the table of a run or of judgments, and ``lost_of`` counts its losses.
    """
    value = "score" if "score" in example else "grade"
    in_json = {"topic", "doc", "rank", "tag", value}

    def recognise(sample: Sample) -> str | None:
        return table_format(sample.content, sample.suffix, columns)

    def as_json(frame: pl.DataFrame, source: str | None = None) -> bytes:
        return nested_json(frame, value, "json", source)

    def write_json(content: Any, _layout: Layout) -> FileContent:
        frame = frame_of(content)
        lost = lost_of(content) | count_unheld(frame, in_json)
        lost |= {"run name": 1} if "tag" in frame.columns else {}
        return FileContent(as_json(frame, content.source), lost)

    def table_writer(make: Callable[[pl.DataFrame], bytes]) -> Callable[[Any, Layout], FileContent]:
        return lambda content, _: FileContent(make(frame_of(content)), lost_of(content))

    listed = ", ".join(example)
    for name, summary, make in (
        ("csv", f"a header and rows: {listed}; commas, semicolons or tabs", csv_content),
        (
            "json",
            f"`{{topic: {{document: {value}}}}}`, or a list of objects with named values",
            as_json,
        ),
        ("jsonl", "one object with named values a line", jsonl_content),
        ("parquet", "a Parquet file with named columns", parquet_content),
    ):
        yield Layout(
            kind,
            name,
            summary,
            partial(encode_example, make, example),
            read=partial(_read, TABLE_READERS[name], value),
            recognises=partial(has_label, recognise, name),
            turn=0,
            suffixes=tuple(suffix for suffix, layout in LAYOUT_SUFFIXES.items() if layout == name),
            write=write_json if name == "json" else table_writer(make),
        )


def encode_example(
    make: Callable[[pl.DataFrame], bytes], columns: Mapping[str, Sequence[object]]
) -> bytes:
    """Return the example of a layout of tables."""
    return make(pl.DataFrame(columns))


def _read(read: TableReader, value: str, content: bytes, where: str) -> InputTable:
    return read(content, where, value)
