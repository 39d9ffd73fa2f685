"""Documents as the rows of a table: JSON lines, JSON, CSV, TSV and Parquet."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Any

from harness.core.errors import InputError, Problem
from harness.core.harmless import readable
from harness.core.numbers import count_noun
from harness.core.packages import pl
from harness.core.texts import ABSTRACT, TEXT_FIELDS, TITLE_FIELDS, DocumentText
from harness.formats.files import Stream
from harness.formats.json_reading import parse_json
from harness.formats.layouts import Layout, Sample, has_label
from harness.formats.side_tables import ID, identifier_table
from harness.formats.tablefiles import (
    csv_rows,
    encode_example,
    explain_parquet,
    record_columns,
    refuse_twice,
)
from harness.formats.tables import InputColumn, InputTable, check_columns, plain
from harness.formats.text_reading import TextReading
from harness.formats.texts import Decoder, Offer
from harness.formats.writing import parquet_content

FIELDS = (*TITLE_FIELDS, ABSTRACT, *TEXT_FIELDS)
#: The columns by which a table of documents is recognised.
KNOWN = (ID, *(InputColumn(name) for name in FIELDS))
#: The columns of lines without a header, as in MS MARCO's passages and documents.
BARE = {2: ("doc", "text"), 4: ("doc", "url", "title", "body")}
_DELIMITERS = ",\t;"
#: Lines, or rows of a Parquet file, processed at a time.
_LINES = 1000
_ROWS = 20_000

#: A row's line, and its values by column.
_Row = tuple[int, Mapping[str, Any]]


def _read_jsonl(stream: Stream, reading: TextReading) -> Iterator[Offer]:
    """Read one object with named values per line."""
    return _offers(_by_line(_json_rows(_lines(stream, reading), reading), reading.source))


def _read_json(stream: Stream, reading: TextReading) -> Iterator[Offer]:
    """Read a list of objects with named values, or ``{document: {name: value}}``, as a whole."""
    document = parse_json(Decoder("texts").text(stream.content(), 1), reading.source)
    rows = document
    if isinstance(document, dict):
        rows = [
            {**fields, ID.name: doc_id} if isinstance(fields, dict) else fields
            for doc_id, fields in document.items()
        ]
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        hint = "expected a list of objects, or {document: {name: value}}"
        raise InputError(Problem(f"this is {document!r:.40}", reading.source, hint=hint))
    return _offers(
        iter([InputTable(record_columns(rows, reading.source), reading.source)] if rows else [])
    )


def _read_csv(stream: Stream, reading: TextReading) -> Iterator[Offer]:
    """Read a header and rows, separated by commas, semicolons or tabs."""
    return _offers(_by_line(_csv_rows(_lines(stream, reading), reading), reading.source, True))


def _read_tsv(stream: Stream, reading: TextReading) -> Iterator[Offer]:
    """Read ``id<TAB>text`` or ``id<TAB>url<TAB>title<TAB>body``; quotes are part of the text."""
    return _offers(_by_line(_tsv_rows(_lines(stream, reading), reading), reading.source, True))


def _read_parquet(stream: Stream, reading: TextReading) -> Iterator[Offer]:
    """Read a Parquet file, some rows at a time."""
    by_name = stream.plain and readable(stream.name) == stream.name  # polars opens no other names
    source = stream.name if by_name else io.BytesIO(stream.content())
    return _offers(_parquet_tables(source, reading.source))


def _is_bare(head: bytes) -> bool:
    """Return whether the first line has two or four cells of a TSV, and names no known column."""
    cells = head.partition(b"\n")[0].decode("utf-8", "replace").split("\t")
    names = {alias for column in KNOWN for alias in (column.name, *column.aliases)}
    return len(cells) in BARE and names.isdisjoint(map(plain, cells))


def _label(sample: Sample) -> str | None:
    name = identifier_table(sample.content, sample.suffix, KNOWN)
    bare = name == "csv" and sample.suffix == ".tsv" and _is_bare(sample.content)
    return "tsv" if bare else name


# --- tables, some rows at a time -------------------------------------------------------------


def _offers(tables: Iterable[InputTable]) -> Iterator[Offer]:
    for table in tables:
        names = {name: plain(name) for name in table.columns}
        ids, _ = check_columns(table, (ID,))
        if not set(names.values()) & set(FIELDS):
            there = ", ".join(repr(name) for name in islice(table.columns, 20))
            hint = f"expected one of {', '.join(FIELDS)}; the columns are {there}"
            raise InputError(Problem("there is no column with a text", table.where, hint=hint))
        for row, doc_id in enumerate(ids[ID.name].to_list()):
            yield doc_id, partial(_text, table, names, row, doc_id)


def _text(table: InputTable, names: Mapping[str, str], row: int, doc_id: str) -> DocumentText:
    fields: dict[str, Any] = {}
    for own, name in names.items():
        value = table.columns[own][row]
        # The first of columns that differ only in case or hyphens counts.
        fields.setdefault(name, value.to_list() if isinstance(value, pl.Series) else value)
    return DocumentText.of(doc_id, fields)


def _by_line(rows: Iterator[_Row], where: str, written: bool = False) -> Iterator[InputTable]:
    while some := list(islice(rows, _LINES)):
        lines = [line for line, _ in some]
        columns = record_columns([row for _, row in some], where)
        yield InputTable(columns, where, line=lines.__getitem__, written=written)


def _parquet_tables(source: str | io.BytesIO, where: str) -> Iterator[InputTable]:
    with explain_parquet(where):
        # polars expands patterns in a path, and a ~ at its start.
        file = os.path.abspath(source) if isinstance(source, str) else source  # noqa: PTH100
        scan = pl.scan_parquet(file, glob=False)
        start = 0
        while not (frame := scan.slice(start, _ROWS).collect()).is_empty():
            yield InputTable({column.name: column for column in frame}, where)
            start += _ROWS


# --- rows ------------------------------------------------------------------------------------


def _lines(stream: Stream, reading: TextReading) -> Iterator[tuple[int, str]]:
    """Yield every line with its number."""
    decoder = Decoder("lines")
    try:
        for number, line in enumerate(stream.lines(), start=1):
            yield number, decoder.text(line, number)
    finally:
        decoder.report(reading)


def _json_rows(lines: Iterator[tuple[int, str]], reading: TextReading) -> Iterator[_Row]:
    for number, line in lines:
        if not line.strip():
            continue
        try:
            record = parse_json(line.rstrip("\r\n"), reading.source, number)
        except InputError as error:
            reading.add(error.problems[0])
            continue
        if isinstance(record, dict):
            yield number, record
        else:
            reading.problem("this is not an object with named values", line=number)


def _csv_rows(lines: Iterator[tuple[int, str]], reading: TextReading) -> Iterator[_Row]:
    first = next(lines)[1]
    texts = (line for part in ([first], (line for _, line in lines)) for line in part)
    delimiter = max(_DELIMITERS, key=first.count)
    header: list[str] = []
    for line, cells in csv_rows(texts, reading.source, delimiter, reading.problems):
        if not header:
            refuse_twice(cells, reading.source, line)
            header = cells
        elif len(cells) == len(header):
            yield line, dict(zip(header, cells, strict=True))
        elif cells:
            message = f"{count_noun(len(cells), 'cell')} where the header has {len(header)}"
            reading.problem(message, line=line, hint=f"header: {', '.join(header)}")


def _tsv_rows(lines: Iterator[tuple[int, str]], reading: TextReading) -> Iterator[_Row]:
    names: tuple[str, ...] = ()
    for number, line in lines:
        cells = line.rstrip("\r\n").split("\t")
        names = names or BARE.get(len(cells), ())
        if len(cells) == len(names):
            yield number, dict(zip(names, cells, strict=True))
        elif line.strip():
            wanted = len(names) or " or ".join(map(str, BARE))
            reading.problem(
                f"{count_noun(len(cells), 'cell')} where {wanted} are expected", line=number
            )


_EXAMPLE = {"doc": ["d1", "d2"], "title": ["Pearls", "Farms"], "text": ["Oysters.", "On land."]}


LAYOUTS: tuple[Layout, ...] = (
    *(
        Layout(
            "documents",
            name,
            summary,
            example,
            read=read,
            recognises=partial(has_label, _label, name),
            turn=0,
            suffixes=(".tsv",) if name == "tsv" else (),
            unwritten="collections are not written",
        )
        for name, summary, example, read in (
            (
                "csv",
                "a header and rows: doc, title, text; commas, semicolons or tabs",
                b"doc,title,text\nd1,Pearls,Oysters.\nd2,Farms,On land.\n",
                _read_csv,
            ),
            (
                "json",
                "a list of objects with named values, or {document: {name: value}}",
                b'[{"doc": "d1", "text": "Oysters."}, {"doc": "d2", "text": "On land."}]\n',
                _read_json,
            ),
            (
                "jsonl",
                "one object with named values a line",
                b'{"doc": "d1", "text": "Oysters."}\n{"doc": "d2", "text": "On land."}\n',
                _read_jsonl,
            ),
            (
                "parquet",
                "a Parquet file with named columns",
                partial(encode_example, parquet_content, _EXAMPLE),
                _read_parquet,
            ),
            (
                "tsv",
                "no header: id<TAB>text or id<TAB>url<TAB>title<TAB>body",
                b"d1\tOysters.\nd2\tOn land.\n",
                _read_tsv,
            ),
        )
    ),
)
