"""The runs of a task together with what a table of participants says about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from harness.config.places import Document
from harness.config.sources import RunFile
from harness.errors import InputError, Problem, nearest
from harness.formats.participants import read_participants


def with_rows(
    runs: list[RunFile], table: str | None, document: Document, folder: Path
) -> tuple[list[RunFile], list[Problem], list[str]]:
    """The runs with group, priority and attributes of their rows; problems; warnings.

    What an entry of ``runs`` says itself comes first. Every run must have a row; rows without a
    run are those of systems that have not been submitted.
    """
    if table is None:
        return runs, [], []
    try:
        rows = read_participants(folder / table)
    except InputError as error:
        return runs, list(error.problems), []
    problems: list[Problem] = []
    described: list[RunFile] = []
    for run in runs:
        row = rows.get(run.listed_as)
        if row is None:
            message = f"{table} has no row for the run {run.listed_as!r}"
            hint = nearest(run.listed_as, rows)
            problems.append(document.problem(("participants",), message, hint=hint))
        elif not _is_priority(said := row.get("priority", "")):
            message = f"{table}: the priority {said!r} of {run.listed_as!r} is not allowed"
            hint = "it must be a whole number of at least 1"
            problems.append(document.problem(("participants",), message, hint=hint))
        else:
            described.append(_described(run, row))
    absent = sorted(rows.keys() - {run.listed_as for run in runs}, key=str.encode)
    return described, problems, _warning(table, absent)


def _described(run: RunFile, row: Mapping[str, str]) -> RunFile:
    priority = int(row["priority"]) if row.get("priority") else None
    group, order = run.group or row.get("group", ""), run.priority or priority
    return replace(run, group=group, priority=order, attributes=row)


def _is_priority(text: str) -> bool:
    return not text or (text.isascii() and text.isdigit() and int(text) > 0)


def _warning(table: str, absent: list[str]) -> list[str]:
    if not absent:
        return []
    listed = ", ".join(absent[:5]) + (", …" if len(absent) > 5 else "")
    rows = "1 row has" if len(absent) == 1 else f"{len(absent)} rows have"
    return [f"{table}: {rows} no run: {listed}"]
