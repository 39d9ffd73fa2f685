"""Packets as files: write sheets for assessors to fill in, and read them back.

A sheet has a row per document: ``assignment``, ``position``, ``topic``, ``topic_title``, ``doc``,
``doc_title``, ``doc_text``, a column for each dimension (``grade`` if there is only one), ``skip``,
``note``, and ``event``, the number of the event that stood when the packet was made (0: none). Only
topic and document are required; a row without a grade is not judged yet.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

from harness.core.errors import InputError, Problem, refuse, suggest
from harness.core.harmless import drawing, guard, unguard
from harness.core.identity import find_suffix
from harness.core.numbers import collect, integer, is_read
from harness.core.packages import pl
from harness.core.texts import Topic
from harness.formats import tablefiles
from harness.formats.qrels import read_qrels
from harness.formats.tables import DOC, TOPIC, InputTable, match_columns, plain
from harness.judging.incoming import FilledSheet, SheetRow
from harness.judging.ledger import Ledger
from harness.judging.recording import Passage, Unit, list_units, wrong_grades
from harness.judging.server.site import Content
from harness.judging.workbooks import read_workbook
from harness.settings.judge import Guidelines

#: The column of the only dimension.
GRADE = "grade"

#: The columns other than dimensions.
_COLUMNS = (
    "assignment",
    "event",
    "position",
    "topic",
    "doc",
    "kind",
    "part",
    "skip",
    "note",
    "assessor",
    "shown_at",
    "judged_at",
    "active_ms",
)


#: A cell of a spreadsheet holds 32,767 characters.
_LONGEST_TEXT = 32_000


def sheet_rows(
    ledger: Ledger,
    assessor: str,
    topics: Mapping[str, Topic] = MappingProxyType({}),
    content_of: Callable[[str], Content | None] = lambda _: None,
) -> pl.DataFrame:
    """Return an assessor's packet: the documents on the list that are not closed, with judgments.

    ``topics`` gives titles, ``content_of`` documents, whose first 32,000 characters are included.
    """
    _, guidelines = ledger.guidelines
    person = ledger.value("SELECT id FROM assessor WHERE name = ?", (assessor,))
    names = grade_columns(guidelines)
    rows = [
        (
            listed.number,
            listed.position,
            *_describe_unit(listed.unit, topics, content_of),
            *map(listed.grades.get, names),
            listed.text if listed.state == "skipped" else None,
            None,
            listed.standing or 0,
        )
        for listed in list_units(ledger.rows, person).values()
        if listed.state != "closed"
    ]
    schema: dict[str, Any] = {
        "assignment": pl.Int64,
        "position": pl.Int64,
        **dict.fromkeys(("topic", "topic_title", "doc", "doc_title", "doc_text"), pl.String),
        **dict.fromkeys(names.values(), pl.Int64),
        "skip": pl.String,
        "note": pl.String,
        "event": pl.Int64,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def _describe_unit(
    unit: Unit, topics: Mapping[str, Topic], content_of: Callable[[str], Content | None]
) -> tuple[str | None, ...]:
    """Return topic and document of a unit, each with its title, and the text."""
    topic, content = topics.get(unit.topic), content_of(unit.doc)
    text = content.text if content else ""
    cut = text if len(text) <= _LONGEST_TEXT else f"{text[:_LONGEST_TEXT]} …"
    title = (topic.title or topic.description or topic.narrative) if topic else None
    shown = (title, content.title if content else None, cut)
    topic_title, *document = (drawing(it).replace("\x1b", r"\x1b") if it else None for it in shown)
    return unit.topic, topic_title, unit.doc, *document


def grade_columns(guidelines: Guidelines) -> dict[str, str]:
    """Return the column of each dimension: ``grade`` for a single one, else its name."""
    names = [dimension.name for dimension in guidelines.dimensions]
    return {names[0]: GRADE} if len(names) == 1 else {name: name for name in names}


def csv_sheet(rows: pl.DataFrame) -> bytes:
    """Return a packet as CSV, for a spreadsheet or a script: texts never become formulas."""
    texts = pl.col(pl.String).map_elements(guard, return_dtype=pl.String)
    return rows.with_columns(texts).write_csv(None).encode()


def _read_csv(where: str) -> InputTable:
    """Read a sheet written by `csv_sheet`."""
    table = tablefiles.read_csv(tablefiles.read_content(where), where, GRADE)
    columns = {
        name: [unguard(cell) if isinstance(cell, str) else cell for cell in cells]
        for name, cells in table.columns.items()
    }
    return table._replace(columns=columns)


def read_sheets(
    path: str | os.PathLike[str],
    ledger: Ledger,
    *,
    assessor: str | None = None,
    layout: str | None = None,
) -> list[FilledSheet]:
    """Read the sheets in a file: CSV, TSV, XLSX, JSON, JSON lines, Parquet, or judgments (qrels).

    The assessor of a row is in a column ``assessor``, else is ``assessor``, else the file's name
    without suffix if it is a known assessor's. Judgments in a layout of qrels (``layout`` if it is
    not recognised) belong to an assessor of the kind ``import``. Raises `InputError` with every
    problem of the file, with lines.
    """
    where = os.fspath(path)
    _, guidelines = ledger.guidelines
    known = {name for (name,) in ledger.rows("SELECT name FROM assessor")}
    reader = _READERS.get(find_suffix(where))
    if reader is None or layout is not None:
        return _fill_from_qrels(where, ledger, assessor or Path(where).name, layout)
    table = reader(where)
    rows = list(_rows(table, guidelines))
    sheet = FilledSheet("", tuple(row for _, row in rows), where, warnings=table.warnings)
    if any(name for name, _ in rows):
        refuse(
            table.problem(i, "the assessor is missing") for i, row in enumerate(rows) if not row[0]
        )
        own = collect((str(whose), row) for whose, row in rows)
        return [replace(sheet, assessor=name, rows=tuple(its)) for name, its in own.items()]
    stem = Path(where).name.removesuffix("".join(Path(where).suffixes))
    name = assessor or (stem if stem in known else None)
    if name is None:
        hint = "add a column assessor, or say --assessor NAME"
        if close := suggest(stem, known, ""):
            hint = f"{close} {hint}"
        raise InputError(
            Problem("the file does not say whose judgments these are", where, hint=hint)
        )
    return [replace(sheet, assessor=name)]


def _fill_from_qrels(
    where: str, ledger: Ledger, assessor: str, layout: str | None = None
) -> list[FilledSheet]:
    """Read judgments from a file of qrels; grades below 0 are left out.

    Judgment groups are assessors, of a known kind or ``import``; subtopics are dimensions, by
    number or name; everything else is of the first dimension.
    """
    _, guidelines = ledger.guidelines
    names = [dimension.name for dimension in guidelines.dimensions]
    qrels = read_qrels(where, format=layout)
    frame = qrels.frame.filter(pl.col("grade") >= 0)
    if "subtopic" not in frame.columns and len(names) > 1:
        hint = "send a table with a column for each dimension"
        message = "qrels hold one dimension, and several are judged"
        raise InputError(Problem(message, where, hint=hint))
    numbered = {str(number): name for number, name in enumerate(names, start=1)}
    kinds = dict(ledger.rows("SELECT name, kind FROM assessor"))
    sheets: dict[str, dict[tuple[str, str], SheetRow]] = {}
    for row in frame.iter_rows(named=True):
        who = str(row["group"]) if "group" in row else assessor
        scale = str(row.get("subtopic", names[0]))
        grade = {numbered.get(scale, scale) if "subtopic" in row else names[0]: row["grade"]}
        rows = sheets.setdefault(who, {})
        unit = row["topic"], row["doc"]
        if unit in rows and "subtopic" in row:
            rows[unit] = replace(rows[unit], grades={**rows[unit].grades, **grade})
        else:
            rows[unit] = SheetRow(Unit(*unit), grade, passages=_passages(row))
    return [
        FilledSheet(
            who,
            tuple(rows.values()),
            where,
            kind=kinds.get(who, "import") if "group" in frame.columns else "import",
            warnings=qrels.warnings,
        )
        for who, rows in sheets.items()
    ]


def _passages(row: Mapping[str, Any]) -> tuple[Passage, ...]:
    """Return the relevant passages, and the best entry point unless it is their beginning."""
    marked = [Passage(part["offset"], part["length"]) for part in row.get("passages") or ()]
    entry = row.get("best_entry")
    if marked and entry is not None and entry != marked[0].start:
        marked.append(Passage(entry))
    return tuple(marked)


def _rows(table: InputTable, guidelines: Guidelines) -> Iterator[tuple[str | None, SheetRow]]:
    """Yield the rows of a table, each with its assessor; raises `InputError` with every problem."""
    names = list(table.columns)
    columns = match_columns(names, (TOPIC, DOC))
    plain_names = {plain(name): name for name in names}
    columns |= {
        name: plain_names[name] for name in _COLUMNS if name in plain_names and name not in columns
    }
    grades = {
        dimension: plain_names[plain(column)]
        for dimension, column in grade_columns(guidelines).items()
        if plain(column) in plain_names
    }
    refuse(_wrong_columns(table, columns, grades, guidelines))
    values = {name: list(table.columns[column]) for name, column in (columns | grades).items()}
    problems: list[Problem] = []
    height = len(values["topic"])
    called = {
        scale.name: {plain(grade.name): grade.value for grade in scale.grades}
        for scale in guidelines.dimensions
    }
    rows = [_row(table, i, values, grades, called, problems) for i in range(height)]
    if problems:  # report every problem at once
        lines = {problem.line for problem in problems}
        problems += [
            replace(problem, where=table.where, line=row.line)
            for _, row in rows
            if row.grades and row.line not in lines
            for problem in wrong_grades(row.grades, guidelines)
        ]
    refuse(sorted(problems, key=lambda problem: problem.line or 0))
    yield from rows


def _wrong_columns(
    table: InputTable, columns: Mapping[str, str], grades: Mapping[str, str], guidelines: Guidelines
) -> Iterator[Problem]:
    listed = ", ".join(map(str, table.columns))
    for name in ("topic", "doc"):
        if name not in columns:
            yield Problem(f"there is no column {name!r}", table.where, hint=f"there are {listed}")
    if not grades:
        wanted = " or ".join(grade_columns(guidelines).values())
        yield Problem(f"there is no column {wanted}", table.where, hint=f"there are {listed}")


def _row(
    table: InputTable,
    i: int,
    values: Mapping[str, Sequence[Any]],
    grades: Mapping[str, str],
    called: Mapping[str, Mapping[str, int]],
    problems: list[Problem],
) -> tuple[str | None, SheetRow]:
    def text(name: str) -> str | None:
        value = values[name][i] if name in values else None
        return None if value is None or not str(value).strip() else str(value).strip()

    def number(name: str) -> int | None:
        value = text(name)
        if value is None:
            return None
        by_name = called.get(name, {}).get(plain(value))
        if by_name is not None:  # a grade may be written by its name
            return by_name
        try:
            return integer(value.removesuffix(".0"))
        except ValueError as error:
            problem = table.problem(i, f"the {grades.get(name, name)} {value!r} {error}")
            if name in called:
                known = ", ".join(f"{grade} = {word}" for word, grade in called[name].items())
                problem = replace(problem, hint=f"its grades are {known.replace('_', ' ')}")
            problems.append(problem)
            return None

    times, active = {name: text(name) for name in ("shown_at", "judged_at")}, number("active_ms")
    hint = "as 2026-03-01T09:30:00 (ISO 8601)"
    problems += [
        replace(table.problem(i, f"the {name} {value!r} is no time"), hint=hint)
        for name, value in times.items()
        if value and not is_read(datetime.fromisoformat, value)
    ]
    if (active or 0) < 0:
        problems.append(table.problem(i, f"the active_ms {active} is below 0"))
    problems += [
        table.problem(i, f"the {name} is missing") for name in ("topic", "doc") if not text(name)
    ]
    given = {name: number(name) for name in grades}
    row = SheetRow(
        Unit(
            text("topic") or "",
            text("doc") or "",
            text("kind") or "document",
            text("part") or "",
        ),
        {name: value for name, value in given.items() if value is not None},
        assignment=number("assignment"),
        event=number("event"),
        skip=text("skip"),
        note=text("note"),
        shown_at=times["shown_at"],
        judged_at=times["judged_at"],
        active_ms=active,
        line=table.line(i) if table.line else i + 1,
    )
    return text("assessor"), row


def _reader(read: Callable[[bytes, str, str], InputTable]) -> Callable[[str], InputTable]:
    return lambda where: read(tablefiles.read_content(where), where, GRADE)


_READERS: dict[str, Callable[[str], InputTable]] = {
    ".csv": _read_csv,
    ".tsv": _reader(tablefiles.read_csv),
    **dict.fromkeys((".jsonl", ".ndjson"), _reader(tablefiles.read_jsonl)),
    ".json": _reader(tablefiles.read_json),
    ".parquet": _reader(tablefiles.read_parquet),
    ".xlsx": read_workbook,
}
