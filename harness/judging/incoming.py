"""Record judgments from filled sheets, packets and qrels as entries."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, field, replace

from harness.core.errors import EvaluationError, Problem, refuse, suggester, unknown
from harness.core.notes import Note
from harness.core.numbers import collect
from harness.judging.ledger import current_guidelines
from harness.judging.recording import (
    Entry,
    ListedUnit,
    Passage,
    Unit,
    list_units,
    record_assessor,
    record_assignment,
    record_entry,
    record_units,
    wrong_grades,
)
from harness.settings.judge import Guidelines


@dataclass(frozen=True, slots=True)
class SheetRow:
    """Row of a filled sheet.

    ``grades`` is empty without a judgment; then ``skip`` may give the reason. ``assignment`` and
    ``event`` are numbers in the ledger's own packets, None elsewhere: of the assignment, and of the
    event standing when the packet was made (0: none). ``line`` is the row in its file.
    """

    unit: Unit
    grades: Mapping[str, int] = field(default_factory=dict)
    assignment: int | None = None
    event: int | None = None
    skip: str | None = None
    note: str | None = None
    passages: tuple[Passage, ...] = ()
    shown_at: str | None = None
    judged_at: str | None = None
    active_ms: int | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class FilledSheet:
    """The rows of one assessor in one file; ``warnings`` are notes of reading it."""

    assessor: str
    rows: tuple[SheetRow, ...]
    source: str
    kind: str = "human"
    warnings: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """Counts of an import, known before anything is recorded.

    ``judgments`` are new, ``changed`` replace one of the same assessor, ``skips`` and ``notes`` are
    recorded, ``same`` are in the ledger already, ``blank`` rows have neither grade nor reason.
    ``untouched`` rows are unchanged since the packet was made, while the ledger has changed: the
    ledger stands. ``closed`` counts judgments of documents that an organiser closed or gave to
    others: they are not recorded. ``outside`` counts judgments of documents that were not on the
    assessor's list, ``new_units`` those of documents new to the ledger. ``remarks`` are notes of
    reading the file, and on an assessor new to the ledger.
    """

    assessor: str
    source: str
    judgments: int = 0
    changed: int = 0
    skips: int = 0
    notes: int = 0
    same: int = 0
    untouched: int = 0
    blank: int = 0
    closed: int = 0
    outside: int = 0
    new_units: int = 0
    remarks: tuple[Note | str, ...] = ()

    @property
    def adds(self) -> int:
        """The number of entries that would be recorded."""
        return self.judgments + self.changed + self.skips + self.notes


def record_sheets(
    writing: sqlite3.Connection, sheets: Iterable[FilledSheet], conflicts: str = "refuse"
) -> list[Preview]:
    """Record the sheets of a file, except entries recorded before.

    A partly filled sheet adds its filled rows. Another grade of the same assessor for the same
    assignment is a new judgment that replaces the old one, which stays in the ledger. Judgments of
    several assessors are kept side by side.

    A row of a packet has the event standing when the packet was made. If another one stands now, an
    untouched row changes nothing, and a changed one is a conflict. ``conflicts`` decides which
    stands then: `harness.settings.names.CONFLICTS`.

    Raises `EvaluationError` with every row that cannot be recorded: conflicts, grades unknown to
    the guidelines, repeated rows, grades beside a skip, another assessor's assignments.
    """
    known = [name for (name,) in writing.execute("SELECT name FROM assessor ORDER BY name")]
    nearest_name = suggester(known, "")
    return [_record_sheet(writing, sheet, nearest_name, conflicts) for sheet in sheets]


def _record_sheet(
    writing: sqlite3.Connection,
    sheet: FilledSheet,
    nearest_name: Callable[[object], str | None],
    conflicts: str,
) -> Preview:
    _, guidelines = current_guidelines(writing)
    newcomer = _remark_newcomer(writing, sheet, nearest_name)
    remarks: tuple[Note | str, ...] = (*sheet.warnings, *newcomer)
    person = record_assessor(writing, sheet.assessor, kind=sheet.kind)
    listed = list_units(writing.execute, person)
    overtaken = _find_overtaken(writing, sheet, listed)
    both = dict(_conflicts(sheet, listed, overtaken))
    undecided = both.values() if conflicts == "refuse" else ()
    refuse((*_wrong(sheet, guidelines, listed), *undecided), EvaluationError)
    counts: Counter[str] = Counter()
    for row, matched in _match_assignments(sheet.rows, listed):
        target = matched
        as_made = row.assignment in overtaken and _content(row) == overtaken[row.assignment]
        if as_made or (conflicts == "ledger" and row.assignment in both):
            counts["untouched"] += 1
            continue
        if not row.grades and not row.skip:
            counts["blank"] += 1
            if not row.note:
                continue
        if target is not None and target.state == "closed":
            counts["closed"] += 1
            continue
        if target is None:
            counts["outside"] += 1
            counts["new_units"] += not _is_known(writing, row.unit)
            numbers = record_units(writing, [row.unit])
            number = record_assignment(writing, numbers[row.unit], person, "import")
            target = ListedUnit(number, 0, row.unit)
        _record(writing, target, row, sheet, counts)
    return Preview(sheet.assessor, sheet.source, **counts, remarks=remarks)


#: Judgment of a document: grades, and the reason of a skip.
Content = tuple[dict[str, int], str | None]


def _content(row: SheetRow) -> Content:
    return dict(row.grades), None if row.grades else row.skip


def _find_overtaken(
    reading: sqlite3.Connection, sheet: FilledSheet, listed: Mapping[int, ListedUnit]
) -> dict[int | None, Content]:
    """Return the assignments changed after their packet was made, with their state at that time."""
    query = """
        SELECT kind, text, source,
               (SELECT json_group_object(dimension, value) FROM grade WHERE event = e.id)
        FROM event e WHERE id = ? AND assignment = ?
    """
    stood: dict[int | None, Content] = {}
    for row in sheet.rows:
        target = None if row.assignment is None else listed.get(row.assignment)
        if row.event is None or target is None or (target.standing or 0) == row.event:
            continue
        now = reading.execute(query, (target.standing, row.assignment)).fetchone()
        if now is not None and now[2] == sheet.source:
            continue  # the same file, with more filled in since
        before = reading.execute(query, (row.event, row.assignment)).fetchone()
        kind, text, _, grades = before or (None, None, None, "{}")
        stood[row.assignment] = json.loads(grades), text if kind == "skipped" else None
    return stood


def _conflicts(
    sheet: FilledSheet, listed: Mapping[int, ListedUnit], overtaken: Mapping[int | None, Content]
) -> Iterator[tuple[int, Problem]]:
    """Yield assignments changed both in the sheet and, meanwhile, in the ledger."""
    for row in sheet.rows:
        if row.assignment is None or row.assignment not in overtaken:
            continue
        target = listed[row.assignment]
        standing = (dict(target.grades), target.text if target.state == "skipped" else None)
        if _content(row) in (overtaken[row.assignment], standing) or target.state == "closed":
            continue
        message = (
            f"document {row.unit.doc!r} of topic {row.unit.topic!r}: {_words(_content(row))} here,"
            f" and {_words(standing)} in the ledger since this packet was made"
        )
        hint = (
            f"write what stands into the row, or {target.standing or 0} into its column event;"
            " --conflicts file or ledger decides all"
        )
        yield row.assignment, Problem(message, sheet.source, line=row.line, hint=hint)


def _words(content: Content) -> str:
    grades, skip = content
    if not grades:
        return "nothing" if skip is None else f"skipped ({skip})"
    return ", ".join(f"{name} {grade}" for name, grade in grades.items())


def _remark_newcomer(
    reading: sqlite3.Connection, sheet: FilledSheet, nearest_name: Callable[[object], str | None]
) -> Iterator[str]:
    """Yield remarks on an assessor unknown to the ledger.

    Raises `EvaluationError` if the sheet has numbers of assignments, which nobody gave to that
    name.
    """
    query = "SELECT 1 FROM assessor WHERE name = ?"
    if reading.execute(query, (sheet.assessor,)).fetchone() is not None:
        return
    if any(row.assignment is not None for row in sheet.rows):
        known = [name for (name,) in reading.execute("SELECT name FROM assessor ORDER BY name")]
        raise EvaluationError(unknown("assessor", sheet.assessor, known, where=sheet.source))
    close = nearest_name(sheet.assessor)
    yield f"{sheet.assessor}: a new assessor" + (f" ({close})" if close else "")


def _record(
    writing: sqlite3.Connection,
    target: ListedUnit,
    row: SheetRow,
    sheet: FilledSheet,
    counts: Counter[str],
) -> None:
    """Record the changes of a row."""
    entry = Entry("noted", "", source=sheet.source, shown_at=row.shown_at, judged_at=row.judged_at)
    entries: list[tuple[str, Entry]] = []
    if row.grades:
        same = target.state == "judged" and dict(target.grades) == dict(row.grades)
        same &= row.passages in ((), target.passages)  # most sheets cannot hold passages
        counter = "changed" if target.state == "judged" else "judgments"
        content = json.dumps(dict(row.grades), sort_keys=True)
        key = _key(target, "judged", f"{content}{row.passages or ''}")
        judged = replace(entry, kind="judged", key=key, grades=row.grades, passages=row.passages)
        entries.append(("same" if same else counter, replace(judged, active_ms=row.active_ms)))
    elif row.skip:
        same = target.state == "skipped" and target.text == row.skip
        skipped = replace(entry, kind="skipped", key=_key(target, "skipped", row.skip))
        entries.append(("same" if same else "skips", replace(skipped, text=row.skip)))
    if row.note and not _has_note(writing, target.number, row.note):
        noted = replace(entry, key=_key(target, "noted", row.note), text=row.note)
        entries.append(("notes", noted))
    for counter, given in entries:
        counts[counter] += 1
        if counter != "same":
            record_entry(writing, target.number, given)


def _key(target: ListedUnit, kind: str, content: str) -> str:
    """Return the key of an entry: the same content after the same event has the same key."""
    text = f"{target.number}\n{target.standing}\n{kind}\n{content}"
    return f"import-{hashlib.sha256(text.encode()).hexdigest()[:32]}"


def _has_note(reading: sqlite3.Connection, assignment: int, note: str) -> bool:
    query = "SELECT 1 FROM event WHERE assignment = ? AND kind = 'noted' AND text = ?"
    return reading.execute(query, (assignment, note)).fetchone() is not None


def _is_known(reading: sqlite3.Connection, unit: Unit) -> bool:
    query = "SELECT 1 FROM unit WHERE topic = ? AND doc = ? AND kind = ? AND part = ?"
    return reading.execute(query, astuple(unit)).fetchone() is not None


def _match_assignments(
    rows: Iterable[SheetRow], listed: Mapping[int, ListedUnit]
) -> Iterator[tuple[SheetRow, ListedUnit | None]]:
    """Yield each row with its assignment: by number, else the next one of its document."""
    left = collect((target.unit, target) for target in listed.values())
    for row in rows:
        if row.assignment is not None:
            yield row, listed[row.assignment]
        else:
            of_unit = left.get(row.unit, [])
            yield row, of_unit.pop(0) if of_unit else None


def _wrong(
    sheet: FilledSheet, guidelines: Guidelines, listed: Mapping[int, ListedUnit]
) -> Iterator[Problem]:
    """Yield the problem of every row that cannot be recorded, with its line."""
    of_unit = Counter(target.unit for target in listed.values())
    seen: Counter[object] = Counter()
    for row in sheet.rows:
        unit = row.unit
        key = unit if row.assignment is None else row.assignment
        seen[key] += 1
        if seen[key] > (max(1, of_unit[unit]) if row.assignment is None else 1):
            message = f"document {unit.doc!r} is judged twice in topic {unit.topic!r}"
            yield Problem(message, sheet.source, line=row.line)
        target = None if row.assignment is None else listed.get(row.assignment)
        if row.assignment is not None and (target is None or target.unit != unit):
            message = f"the assignment {row.assignment} is not this document of {sheet.assessor!r}"
            yield Problem(message, sheet.source, line=row.line)
        problems = wrong_grades(row.grades, guidelines) if row.grades else iter(())
        for problem in (*problems, *_judged_and_skipped(row, listed)):
            yield replace(problem, where=sheet.source, line=row.line)


def _judged_and_skipped(row: SheetRow, listed: Mapping[int, ListedUnit]) -> Iterator[Problem]:
    """Yield a problem for rows with grades and a new skip."""
    if (
        row.grades
        and row.skip
        and (row.unit, row.skip)
        not in {
            (target.unit, target.text) for target in listed.values() if target.state == "skipped"
        }
    ):
        message = f"document {row.unit.doc!r} has a grade and a reason why it is skipped"
        yield Problem(message, hint="keep one of the two")
