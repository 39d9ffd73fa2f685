"""Read tables beside runs and judgments: lists of documents, participants, costs, standards.

Files may be compressed or ``-`` (standard input). Lines of numbers have fields separated by blanks
or tabs; blank lines and comments are skipped (`harness.formats.skipped`). `InputError` has file,
line and column of up to 25 problems: missing fields, invalid numbers, a key with two lines, or no
line at all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from harness.core.errors import InputError, Problem, refuse
from harness.core.identity import find_suffix
from harness.core.locations import is_path
from harness.core.packages import pl
from harness.core.run_faults import repeated_rows
from harness.formats.delimited import read_fields
from harness.formats.files import BLANKS, read_bytes
from harness.formats.records import LineFields, Records
from harness.formats.tablefiles import TABLE_READERS, read_content, table_format
from harness.formats.tables import DOC, InputColumn, check_columns, match_columns

_LINE = LineFields.of("doc")
#: The column of document identifiers in a table, under the names of runs and collections, or
#: without a name, as pandas writes an index.
ID = DOC._replace(aliases=(*DOC.aliases, "id", "_id", ""))


def read_document_ids(path: str | os.PathLike[str]) -> pl.Series:
    """Read the document identifiers in a file, perhaps compressed, each once, in file order.

    A text file has one identifier per line; blank lines, and lines of several words that begin with
    ``#``, are skipped. CSV, TSV, JSON lines, JSON (an array of objects) and Parquet have a column
    ``doc``, ``docno``, ``doc_id``, … or ``id``. Raises `InputError` for a file that cannot be read
    or has no identifier, for up to 25 lines with more than one word, and for a table without such a
    column.
    """
    where = os.fspath(path)
    content = read_content(where)
    ids = _read_table(content, where)
    if ids is None:
        ids = _read_lines(content, where)
    if ids.is_empty():
        raise InputError(Problem("there is no document identifier", where))
    return ids.unique(maintain_order=True).alias(DOC.name)


def identifier_table(
    content: bytes, suffix: str, known: Sequence[InputColumn] = (ID,)
) -> str | None:
    r"""Return the only table layout that fits the content, if any; see `table_format`.

    >>> identifier_table(b"docno\ttitle\n", ".tsv"), identifier_table(b"d1\nd2\n", ".txt")
    ('csv', None)
    """
    return table_format(content, ".csv" if suffix == ".tsv" else suffix, known)


def _read_table(content: bytes, where: str) -> pl.Series | None:
    kind = identifier_table(content, find_suffix(where))
    if kind is None:
        return None
    # Further columns (titles, texts) do not matter, nor do notes on them.
    frame, _ = check_columns(TABLE_READERS[kind](content, where, "value"), (ID,))
    return frame[DOC.name]


def _read_lines(content: bytes, where: str) -> pl.Series:
    records = Records(content, where, _LINE)
    text = records.content.decode(records.encoding).removesuffix("\n")
    lines = pl.Series(text.split("\n"), dtype=pl.String).str.strip_chars(BLANKS)
    wrong = lines.str.contains(f"[{BLANKS}]").arg_true()
    hint = "one identifier per line; a table names its columns in the first line"
    refuse(
        records.problem(row, 0, f"{lines[row]!r:.60} is more than one word", hint) for row in wrong
    )
    return lines.filter(lines != "")


_RUN = InputColumn("run", ("tag", "run_id", "runid", "run_name", "name"))
_GROUP = InputColumn("group", ("team", "participant", "organisation", "organization"))
_PRIORITY = InputColumn("priority")


def read_participants(path: str | os.PathLike[str]) -> dict[str, Mapping[str, str]]:
    """Read each run's row, as ``{column: text}``, from CSV, TSV, JSON, JSON lines or Parquet.

    The column with the run's name is called ``run`` (or ``tag``, ``run_id``, ``name``); ``group``
    (``team``, ``participant``) and ``priority`` get these names, all other columns keep their own.
    Empty cells are left out. Raises `InputError` without a column of runs, and for every row
    without a run and every run with two rows.
    """
    where = os.fspath(path)
    content = read_content(where)
    known = (_RUN, _GROUP, _PRIORITY)
    kind = table_format(content, find_suffix(where), known) or "csv"
    table = TABLE_READERS[kind](content, where, "priority")
    names = [str(name) for name in table.columns]
    own = match_columns(names, known)
    if "run" not in own:
        hint = f"expected {', '.join((_RUN.name, *_RUN.aliases))}; there are {', '.join(names)}"
        raise InputError(Problem("there is no column for the run", where, hint=hint))
    called = {theirs: ours for ours, theirs in own.items()}
    columns = {called.get(name, name): list(table.columns[name]) for name in names}
    rows: dict[str, Mapping[str, str]] = {}
    problems: list[Problem] = []
    for row, name in enumerate(columns["run"]):
        if name is None or str(name) in rows:
            message = "the row names no run" if name is None else f"the run {name!r} has two rows"
            problems.append(table.problem(row, message))
            continue
        cells = ((column, values[row]) for column, values in columns.items())
        rows[str(name)] = {column: str(cell) for column, cell in cells if cell is not None}
    refuse(problems)
    return rows


_COSTS = LineFields.of("doc cost", decimals="cost")
ZSCORES = LineFields.of("topic measure mean deviation", decimals="mean deviation")

#: Mean and standard deviation by topic and measure, the latter named as trec_eval prints it.
Standards = dict[tuple[str, str], tuple[float, float]]


def read_costs(path: str | os.PathLike[str]) -> dict[str, float]:
    """Read the cost of each document, a length or a time above 0, from lines ``document cost``."""
    where = os.fspath(path)
    frame = _parse(
        read_bytes(where), where, _COSTS, "a cost", lambda costs: costs <= 0, "not above 0"
    )
    return dict(frame.rows())


def load_costs(given: Any) -> Mapping[str, float] | None:
    """Return costs from a file, or from a mapping of documents to costs."""
    if given is None or not is_path(given):
        return None if given is None else {str(doc): float(cost) for doc, cost in given.items()}
    return read_costs(given)


def read_zscores(path: str | os.PathLike[str]) -> Standards:
    """Read a file of trec_eval's option ``-Z``: ``topic measure mean standard-deviation``."""
    where = os.fspath(path)
    return parse_zscores(read_bytes(where), where)


def parse_zscores(content: bytes, where: str) -> Standards:
    r"""Parse means and deviations from the content of a file; ``where`` names it in messages.

    >>> parse_zscores(b"301 map 0.25 0.1\n", "z.txt")
    {('301', 'map'): (0.25, 0.1)}
    """
    what = "a mean and a deviation"
    frame = _parse(content, where, ZSCORES, what, lambda deviations: deviations < 0, "negative")
    return {(topic, name): (mean, deviation) for topic, name, mean, deviation in frame.rows()}


def _parse(
    content: bytes,
    where: str,
    fields: LineFields,
    what: str,
    is_wrong: Callable[[pl.Series], pl.Series],
    why: str,
) -> pl.DataFrame:
    """Parse lines with a valid last field, and no key twice."""
    records = Records(content, where, fields)
    frame, _ = read_fields(records, fields)
    if frame.is_empty():
        raise InputError(Problem(f"there is no line with {what}", where, hint=f"layout: {fields}"))
    *_, last = fields.fields
    values, keys = frame[last], [name for name in fields.fields if name not in fields.decimals]
    repeated: list[Problem] = []
    refuse(
        records.problem(row, len(fields.fields) - 1, f"the {last} {values[row]:g} is {why}")
        for row in is_wrong(values).arg_true().to_list()
    )
    *scopes, key = keys
    for first, later in repeated_rows(frame, keys):
        of = "".join(f" for {scope} {frame[scope][later]}" for scope in scopes)
        message = (
            f"{frame[key][later]} has a second line{of} (first at line {records.number(first)})"
        )
        repeated.append(records.problem(later, len(scopes), message))
    refuse(repeated)
    return frame
