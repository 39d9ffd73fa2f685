"""Files of blank-separated fields, one record a line, as columns: one reader for all of them.

`harness.core.kernel` takes the lines apart, whatever their blanks, and says by its number which
record it cannot use. Such records alone are looked at again, field by field, to say what is wrong.
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

#: Columns of which mostly many rows have the same text, one after the other.
_IN_BLOCKS = frozenset(("topic", "iter", "tag"))
#: So many names of blocks may be the same few.
_MANY = 2**14


def read_columns(records: Records, declared: LineFields) -> tuple[Columns, tuple[Note, ...]]:
    r"""Read the kept columns of every record, in file order; with notes on how that was done.

    Raises `InputError` with up to 25 problems: wrong number of fields, numbers that are none or
    not finite.

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
    """As `read_columns`, with the number of lines that have more fields than are declared."""
    columns, lines, wrong = _read(records, declared)
    if wrong:
        raise InputError(islice(_problems(records, declared, wrong), MAX_PROBLEMS))
    return columns, lines.longer


def read_fields(records: Records, declared: LineFields) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    """As `read_columns`, as a frame."""
    columns, notes = read_columns(records, declared)
    return columns.frame(), notes


def sound_columns(records: Records, declared: LineFields) -> Columns | None:
    """Return the kept columns of records in UTF-8; None where anything is wrong with one."""
    columns, _, wrong = _read(records, declared)
    return None if wrong or records.encoding != "utf-8" else columns


def _read(records: Records, declared: LineFields) -> tuple[Columns, ParsedLines, Sequence[int]]:
    """Return the columns, the lines that they are made of, and the numbers of records with
    problems.
    """
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
    """Return the numbers that the kernel left to be read here, by field and row, and rows without
    one.
    """
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
    """Return the numbers of a column, with those that were left to be read; None is no number."""
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
    if len(names) > _MANY:  # of a run that is not laid out by topics each line has one
        once: dict[str, str] = {}
        names = [once.setdefault(name, name) for name in names]
    return Blocks(names, np.diff(rows, append=height))


def _record_numbers(faults: npt.NDArray[np.int64], rows: Sequence[int]) -> list[int]:
    """Return the numbers of the records that are wrong: those that are no rows, and of
    some rows.
    """
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
                message = f"the {name} {fields[index]!r} {error}"
                yield records.problem(number, index, message)


def longer_notes(longer: int, where: str, declared: LineFields) -> tuple[Note, ...]:
    """Return the note on so many lines with more fields than are declared, if there are any."""
    if declared.rest or not longer:
        return ()
    lines = count_noun(longer, "line", "has")
    ignored = f"what follows the {declared.fields[-1]} is ignored"
    text = f"{lines} more than {len(declared.fields)} fields; {ignored}"
    return (Note("odd-content", text, where, numbers={"lines": longer}),)


@contextmanager
def explain_cause(kind: str, read: bytes | Records) -> Iterator[None]:
    """Let an `InputError` pass; with the cause in place of its problems where there is one.

    ``kind`` is what the content, or the records, are read as: ``run`` or ``judgments``.
    """
    try:
        yield
    except InputError as error:
        content = read if isinstance(read, bytes) else read.content
        raise with_cause(error, kind, content) from None


def with_cause(error: InputError, kind: str, content: bytes) -> InputError:
    """Return the error with one problem for all the lines that are wrong for one reason.

    What is wrong with the first line only is said beside what is wrong with others.
    """
    for cause in causes(Evidence(kind, content), "layout"):
        others = () if cause.is_of_most else error.problems[1:]
        return InputError((cause.problem(error.problems), *others))
    return error


def is_unlikely(records: Sequence[Record], run: pl.DataFrame | Columns) -> bool:
    """Whether a run has one score only, or a beginning that is worth a closer look.

    ``records`` are its first ones; there are none of a table.
    """
    evidence = Evidence("run", frame=run)
    return evidence.has_one_score or not is_likely(records[:FEW] or evidence.first(FEW))
