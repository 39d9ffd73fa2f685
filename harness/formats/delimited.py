"""The reader of files of blank-separated fields, one record per line, as columns.

`harness.core.kernel` parses the lines and returns the numbers of records that it cannot use. Only
those are parsed again, field by field, to explain the problem.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core import engines
from harness.core.columns import Blocks, Column, Columns, Optional, TextColumn
from harness.core.engines import ParsedLines
from harness.core.errors import MAX_PROBLEMS, InputError, Problem
from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.core.packages import pl
from harness.formats.files import BLANKS
from harness.formats.records import FIELD, LineFields, Records
from harness.hypotheses import Evidence, causes
from harness.hypotheses.soundness import FEW, Record, is_likely

#: Columns in which consecutive rows mostly have the same text.
_IN_BLOCKS = frozenset(("topic", "iter", "tag"))
#: With more blocks than this, equal names share one string.
_MANY = 2**14


def read_columns(records: Records, declared: LineFields) -> tuple[Columns, tuple[Note, ...]]:
    r"""Read the kept columns of every record, in file order, and the notes of reading.

    Raises `InputError` with up to 25 problems: wrong numbers of fields, invalid or infinite
    numbers.

    >>> fields = LineFields(("topic", "doc", "grade"), ("doc", "grade"), frozenset({"grade"}))
    >>> columns, notes = read_columns(Records(b"1 d1 2\n\n1 d2 +1\n", "a.txt", fields), fields)
    >>> columns.texts("doc").texts(), columns.numbers("grade").tolist()
    (['d1', 'd2'], [2, 1])
    >>> print(*notes)
    a.txt: 1 blank line was skipped (line 2)
    """
    columns, longer = read_lines(records, declared)
    return columns, (*records.notes, *longer_notes(longer, records.where, declared))


def read_lines(records: Records, declared: LineFields) -> tuple[Columns, int]:
    """Do as `read_columns`, and count the lines with more fields than declared."""
    columns, lines, wrong = _read(records, declared)
    if wrong:
        raise InputError(islice(_problems(records, declared, wrong), MAX_PROBLEMS))
    return columns, lines.longer


def read_fields(records: Records, declared: LineFields) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    """Do as `read_columns`, as a frame."""
    columns, notes = read_columns(records, declared)
    return columns.frame(), notes


def sound_columns(records: Records, declared: LineFields) -> Columns | None:
    """Return the kept columns of records in UTF-8; None if one has a problem."""
    columns, _, wrong = _read(records, declared)
    return None if wrong or records.encoding != "utf-8" else columns


def _read(records: Records, declared: LineFields) -> tuple[Columns, ParsedLines, Sequence[int]]:
    """Return the columns, the parsed lines, and the numbers of records with problems."""
    lines, content = records.parse(_kinds(declared), extra=declared.extra or bool(declared.rest))
    positions = {name: position for position, name in enumerate(declared.fields)}
    numbers, wrong = _read_left(lines, content, declared)
    columns: dict[str, Column] = {}
    for name in declared.keep:
        arrays = lines.columns[positions.get(name, len(declared.fields))]
        if name == declared.rest:
            rest = TextColumn(content, *arrays).texts()  # is kept with single blanks
            columns[name] = TextColumn.made(" ".join(FIELD.findall(text)) for text in rest)
        elif name in declared.integers or name in declared.decimals:
            columns[name] = _numbers(arrays[0], numbers.get(positions[name], {}))
        elif name in _IN_BLOCKS:
            columns[name] = _blocks(content, arrays, lines.height)
        else:
            columns[name] = TextColumn(content, *arrays)
    return Columns(columns), lines, _record_numbers(lines.faults, wrong)


def _kinds(declared: LineFields) -> list[int]:
    kinds = [engines.SKIP] * len(declared.fields)
    for position, name in enumerate(declared.fields):
        if name not in declared.keep:
            continue
        if name in declared.integers:
            kinds[position] = engines.INTEGER
        elif name in declared.decimals:
            kinds[position] = engines.DECIMAL
        else:
            kinds[position] = engines.BLOCKS if name in _IN_BLOCKS else engines.TEXT
    return [*kinds, engines.REST] if declared.rest else kinds


def _read_left(
    lines: ParsedLines, content: bytes, declared: LineFields
) -> tuple[dict[int, dict[int, object]], list[int]]:
    """Parse the numbers that the kernel left, by field and row; with the rows that have none."""
    numbers: dict[int, dict[int, object]] = {}
    readers = [declared.reader(name) for name in declared.fields]
    wrong = []
    for row, field, start, length in lines.left.tolist():
        try:
            value = readers[field](content[start : start + length].decode())
        except ValueError:
            wrong.append(row)
        else:
            numbers.setdefault(field, {})[row] = value
    return numbers, wrong


def _numbers(values: npt.NDArray[Any], left: dict[int, object]) -> Column:
    """Return the numbers of a column, including those parsed here; None is no number."""
    known: list[Any] = list(left.values())
    values[list(left)] = [0 if value is None else value for value in known]
    if None not in known:
        return values
    unknown = np.zeros(len(values), dtype=bool)
    unknown[[row for row, value in left.items() if value is None]] = True
    return Optional(values, unknown)


def _blocks(content: bytes, arrays: tuple[npt.NDArray[Any], ...], height: int) -> Blocks:
    starts, lengths, rows = arrays
    names = TextColumn(content, starts, lengths).texts()
    if len(names) > _MANY:  # a run that is not grouped by topic has a block per line
        once: dict[str, str] = {}
        names = [once.setdefault(name, name) for name in names]
    return Blocks(names, np.diff(rows, append=height))


def _record_numbers(faults: npt.NDArray[np.int64], rows: Sequence[int]) -> list[int]:
    """Return the numbers of faulty records: ``faults``, which are no rows, and some rows."""
    before = faults - np.arange(len(faults))
    of_rows = (row + int(np.searchsorted(before, row, side="right")) for row in rows)
    return sorted({*faults.tolist(), *of_rows})


def _problems(records: Records, declared: LineFields, numbers: Sequence[int]) -> Iterator[Problem]:
    """Return the problems of some records, field by field."""
    wanted = len(declared.fields)
    readers = [
        (name, declared.fields.index(name), declared.reader(name))
        for name in declared.keep
        if name != declared.rest
    ]
    for number in numbers:
        line, fields = records.line(number), records.fields(number)
        surplus = len(fields) - wanted
        if surplus < 0 or (surplus > 0 and not (declared.extra or declared.rest)):
            starts = [field.start() for field in FIELD.finditer(line)]
            column = len(line.rstrip(BLANKS)) if surplus < 0 else starts[wanted]
            yield Problem(
                declared.wrong_count(len(fields)),
                records.where,
                records.number(number),
                column + 1,
                hint=f"layout: {declared}",
            )
            continue
        for name, index, read in readers:
            try:
                read(fields[index])
            except ValueError as error:
                yield records.problem(number, index, f"the {name} {fields[index]!r} {error}")


def longer_notes(longer: int, where: str, declared: LineFields) -> tuple[Note, ...]:
    """Return the note on lines with more fields than declared, if any."""
    if declared.rest or not longer:
        return ()
    lines = count_noun(longer, "line", "has")
    ignored = f"what follows the {declared.fields[-1]} is ignored"
    text = f"{lines} more than {len(declared.fields)} fields; {ignored}"
    return (Note("odd-content", text, where, numbers={"lines": longer}),)


@contextmanager
def explain_cause(kind: str, read: bytes | Records) -> Iterator[None]:
    """Replace the problems of an `InputError` by their common cause, if there is one.

    ``kind`` is the kind of file expected: ``run`` or ``judgments``.
    """
    try:
        yield
    except InputError as error:
        raise merge_causes(error, kind, read if isinstance(read, bytes) else read.content) from None


def merge_causes(error: InputError, kind: str, content: bytes) -> InputError:
    """Merge the problems of lines that are wrong for one reason.

    A problem of the first line alone stays beside those of the others.
    """
    for cause in causes(Evidence(kind, content), "layout"):
        others = () if cause.is_of_most else error.problems[1:]
        return InputError((cause.problem(error.problems), *others))
    return error


def is_unlikely(records: Sequence[Record], run: pl.DataFrame | Columns) -> bool:
    """Return whether a run has equal scores only, or a suspicious beginning.

    ``records`` are its first ones; empty for a table.
    """
    evidence = Evidence("run", frame=run)
    return evidence.has_one_score or not is_likely(records[:FEW] or evidence.first(FEW))
