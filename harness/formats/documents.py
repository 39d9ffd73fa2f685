"""Reading a list of document identifiers: one a line, or the column of a table with identifiers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace

from harness.core.errors import InputError, Problem, refuse
from harness.core.frames import pl
from harness.core.identity import suffix_of
from harness.formats.files import BLANKS
from harness.formats.line_fields import LineFields
from harness.formats.records import Records
from harness.formats.tablefiles import TABLE_READERS, content_of, table_format
from harness.formats.tables import DOC, InputColumn, checked

#: The column of a table that has the documents' identifiers, as runs and collections call it.
_LINE = LineFields.of("doc")
ID = replace(DOC, aliases=(*DOC.aliases, "id", "_id"))


def read_document_ids(path: str | os.PathLike[str]) -> pl.Series:
    """The document identifiers in a file, each once, in file order; the file may be compressed.

    A text file has one identifier a line; blank lines, and lines of several words that begin with
    ``#``, are skipped.
    CSV, TSV, JSON lines, JSON (an array of objects) and Parquet have a column ``doc``, ``docno``,
    ``doc_id``, … or ``id``. Raises `InputError` for a file that cannot be read or has no
    identifier, for up to 25 lines with more than one word, and for a table without such a column.
    """
    where = os.fspath(path)
    content = content_of(where)
    ids = _of_table(content, where)
    if ids is None:
        ids = _of_lines(content, where)
    if ids.is_empty():
        raise InputError(Problem("there is no document identifier", where))
    return ids.unique(maintain_order=True).alias(DOC.name)


def identifier_table(
    content: bytes, suffix: str, known: Sequence[InputColumn] = (ID,)
) -> str | None:
    r"""The layout of a table that a content can only be, if any; see `table_format`.

    >>> identifier_table(b"docno\ttitle\n", ".tsv"), identifier_table(b"d1\nd2\n", ".txt")
    ('csv', None)
    """
    return table_format(content, ".csv" if suffix == ".tsv" else suffix, known)


def _of_table(content: bytes, where: str) -> pl.Series | None:
    kind = identifier_table(content, suffix_of(where))
    if kind is None:
        return None
    # Further columns (titles, texts) are of no interest, and so is what is said about them.
    frame, _ = checked(TABLE_READERS[kind](content, where, "value"), (ID,))
    return frame[DOC.name]


def _of_lines(content: bytes, where: str) -> pl.Series:
    records = Records(content, where, _LINE)
    text = records.content.decode(records.encoding).removesuffix("\n")
    lines = pl.Series(text.split("\n"), dtype=pl.String).str.strip_chars(BLANKS)
    wrong = lines.str.contains(f"[{BLANKS}]").arg_true()
    hint = "one identifier a line; a table names its columns in the first line"
    refuse(
        records.problem(row, 0, f"{lines[row]!r:.60} is more than one word", hint) for row in wrong
    )
    return lines.filter(lines != "")
