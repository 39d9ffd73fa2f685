"""The changes that repairs would make to a file, as a unified diff."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

import polars as pl

from harness.formats.files import raw_bytes
from harness.formats.submissions import Submission, parse_submission
from harness.validation.grouped_run import GroupedRun
from harness.validation.requirements import Requirements
from harness.validation.verdicts import Examination

#: So many lines that stay are shown around changes.
_CONTEXT = 3
#: A line of the repaired file: the index of the one that it is made of, and its text.
_New = tuple[int, str]


def repair_diff(
    path: str,
    requirements: Requirements,
    repairs: Sequence[str] = (),
    *,
    format: str | None = None,
) -> Iterator[str]:
    r"""Yield the lines of a unified diff from a run file to what repairs would make of it.

    The repairs are those of ``requirements`` and ``repairs``. Nothing is yielded where they change
    nothing. Compressed files are compared unpacked, with Windows line ends as others; of a table
    the rows are, their fields with tabs between. Raises `InputError` as `parse_submission`.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "my.run")
    ...     _ = file.write_text("1 Q0 a 1 2.5 me\n1 Q0 a 2 1.5 me\n1 Q0 b 3 1.0 me\n")
    ...     for line in list(repair_diff(str(file), Requirements(), ["drop-lower-duplicates"]))[2:]:
    ...         print(line)
    @@ -1,3 +1,2 @@
     1 Q0 a 1 2.5 me
    -1 Q0 a 2 1.5 me
     1 Q0 b 3 1.0 me
    """
    submission = parse_submission(raw_bytes(path), path, format=format)
    asked = replace(requirements, repairs=(*requirements.repairs, *repairs))
    examination = Examination.of(submission, asked, named=format is not None)
    outcome = examination.after(asked)
    if outcome.changed:
        yield f"--- {path}"
        yield f"+++ {path}\trepaired by {', '.join(outcome.changed)}"
        old = _lines(submission)
        yield from _hunks(old, _repaired(outcome.sheet, submission, old))


def _lines(submission: Submission) -> list[str]:
    """The lines of a file with their ends, or the rows of a table as lines."""
    records = submission.records
    if records is None:
        names = _names(submission)
        return ["\t".join(map(str, row)) + "\n" for row in submission.frame.select(names).rows()]
    content = submission.content.decode(records.encoding)
    lines = content.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + lines[-1:] * bool(lines[-1])


def _names(submission: Submission) -> list[str]:
    """The fields that a file itself has, in its order."""
    declared = submission.layout.fields
    if declared is not None:
        return list(declared.fields)
    return [name for name in submission.frame.columns if name in submission.fields]


def _repaired(sheet: GroupedRun, given: Submission, old: Sequence[str]) -> list[_New]:
    """The lines of the repaired file; comments stand before the record that they stood before."""
    frame = sheet.frame.sort("row") if sheet.by_file else sheet.frame
    rows = frame["row"].to_list()
    kept = set(rows)
    comments: list[_New] = []
    of_row: dict[int, list[_New]] = {}
    for index, row in enumerate(_positions(given, len(old))):
        if row is None:
            comments.append((index, old[index]))
        elif row in kept:
            of_row[row], comments = [*comments, (index, old[index])], []
    new: list[_New] = []
    for row, text in zip(rows, _texts(sheet, frame, _names(given)), strict=True):
        *ahead, (index, was) = of_row[row]
        new += [*ahead, (index, was if text is None else text)]
    new += comments
    whole = [(index, text if text.endswith("\n") else f"{text}\n") for index, text in new[:-1]]
    return whole + new[-1:]


def _texts(sheet: GroupedRun, frame: pl.DataFrame, names: Sequence[str]) -> Iterator[str | None]:
    """The line of each row as repairs leave it; None where it is as it was."""
    submission = sheet.submission
    values = {name: frame[name].to_list() for name in names if name in frame.columns}
    given = frame.select("row").join(submission.frame, on="row", maintain_order="left")
    before = {name: given[name].to_list() for name in values}
    separator = "\t" if b"\t" in submission.content[:1000] else " "
    for place, row in enumerate(frame["row"].to_list()):
        now = {name: column[place] for name, column in values.items()}
        changed = {name for name, value in now.items() if value != before[name][place]}
        if not (changed or submission.reordered):
            yield None
            continue
        texts = (
            str(now[name]) if name in changed else submission.text(row, name) for name in names
        )
        yield separator.join(texts) + "\n"


def _positions(given: Submission, count: int) -> list[int | None]:
    """The record that each line of a file is; None for comments and blank lines."""
    if given.records is None:
        return list(range(count))
    rows: list[int | None] = [None] * count
    for row in range(len(given.records)):
        rows[given.records.number(row) - 1] = row
    return rows


def _hunks(old: Sequence[str], new: Sequence[_New]) -> Iterator[str]:
    """The hunks of a unified diff; lines that stay are a longest ascending part of the new ones."""
    operations = list(_operations(old, new))
    changes = [place for place, (sign, _) in enumerate(operations) if sign != " "]
    before = after = place = 0
    while changes:
        start = max(changes[0] - _CONTEXT, place)
        last = 0
        while last + 1 < len(changes) and changes[last + 1] - changes[last] <= 2 * _CONTEXT:
            last += 1
        stop = min(changes[last] + _CONTEXT + 1, len(operations))
        before, after = before + start - place, after + start - place
        hunk = operations[start:stop]
        numbers = [sum(sign != other for sign, _ in hunk) for other in "+-"]
        spans = [
            f"{first + (number > 0)},{number}"
            for first, number in zip((before, after), numbers, strict=True)
        ]
        yield f"@@ -{spans[0]} +{spans[1]} @@"
        for sign, line in hunk:
            yield sign + line.removesuffix("\n")
            if not line.endswith("\n"):
                yield "\\ No newline at end of file"
        before, after, place = before + numbers[0], after + numbers[1], stop
        changes = changes[last + 1 :]


def _operations(old: Sequence[str], new: Sequence[_New]) -> Iterator[tuple[str, str]]:
    """Each line that stays (" "), goes ("-") or comes ("+")."""
    stays = [place for place, (index, text) in enumerate(new) if text == old[index]]
    anchors = {stays[place] for place in _ascending([new[place][0] for place in stays])}
    done, coming = 0, list[str]()
    for place, (index, text) in enumerate(new):
        if place not in anchors:
            coming.append(text)
            continue
        yield from (("-", line) for line in old[done:index])
        yield from (("+", line) for line in coming)
        yield " ", text
        done, coming = index + 1, []
    yield from (("-", line) for line in old[done:])
    yield from (("+", line) for line in coming)


def _ascending(values: Sequence[int]) -> list[int]:
    """The places of a longest ascending part of distinct values (patience sorting).

    >>> _ascending([3, 0, 1, 4, 2])
    [1, 2, 4]
    """
    tops: list[int] = []
    places: list[int] = []
    below: list[int | None] = []
    for place, value in enumerate(values):
        pile = bisect_left(tops, value)
        below.append(places[pile - 1] if pile else None)
        tops[pile : pile + 1] = [value]
        places[pile : pile + 1] = [place]
    found: list[int] = []
    at = places[-1] if places else None
    while at is not None:
        found.append(at)
        at = below[at]
    return found[::-1]
