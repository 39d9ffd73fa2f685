"""The runs of a task together with what a table of participants says about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from harness.config.yaml_positions import YamlDocument
from harness.core.errors import InputError, Problem, UnavailableError, some, suggester
from harness.core.identity import RunFile, spellings
from harness.core.notes import Note
from harness.core.numbers import counted, integer
from harness.formats.participants import read_participants
from harness.formats.remote import located

_Rows = Mapping[str, Mapping[str, str]]

#: How a row is made to fit one run, and a run to fit one row.
_NAME_THEM = "a run with a name has only the row of that name: runs[].name, or run_pattern"


def with_rows(
    runs: Sequence[RunFile], table: str | None, document: YamlDocument, folder: Path
) -> tuple[list[RunFile], list[Problem], list[Note]]:
    """The runs with group, priority and attributes of their rows; problems; warnings.

    A row is that of the run whose name in the task, tag, or file's name (with and without
    suffixes) it has. A run whose name in the task has a row has no other. Every run must have one
    row, and no row two runs; rows without a run are those of systems that have not been submitted.
    What an entry of ``runs`` says itself comes first.
    """
    if table is None:
        return list(runs), [], []
    try:
        rows = read_participants(located(folder, table))
    except (InputError, UnavailableError) as error:
        return list(runs), list(error.problems), []
    fitting = [_fitting(run, rows) for run in runs]
    problems = [
        document.problem(("participants",), f"{table} {problem.message}", hint=problem.hint)
        for problem in (
            *_of_runs(runs, fitting, rows),
            *_shared(runs, fitting),
            *_wrong_priorities(rows, {name for names in fitting for name in names}),
        )
    ]
    absent = sorted(rows.keys() - {name for names in fitting for name in names}, key=str.encode)
    if problems:
        return list(runs), problems, []
    described = [_described(run, rows[name]) for run, (name, *_) in zip(runs, fitting, strict=True)]
    return described, [], _warning(table, absent)


def _fitting(run: RunFile, rows: _Rows) -> dict[str, str]:
    """The rows that fit a run, each with the name of the run that it has."""
    if run.name in rows:
        return {str(run.name): "name"}
    known = spellings(run.path, run.tag, run.name)
    return {name: what for name, what in known.items() if name in rows}


def _of_runs(
    runs: Sequence[RunFile], fitting: Sequence[Mapping[str, str]], rows: _Rows
) -> Iterator[Problem]:
    """Runs without a row, and with several."""
    say = suggester(rows, "")
    for run, names in zip(runs, fitting, strict=True):
        if not names:
            known = spellings(run.path, run.tag, run.name)
            hint = next(filter(None, map(say, known)), None)
            tried = ", ".join(f"{what} {name!r}" for name, what in known.items())
            yield Problem(f"has no row for {run.path} ({tried})", hint=hint)
        elif len(names) > 1:
            both = " and ".join(f"{name!r} ({what})" for name, what in names.items())
            yield Problem(f"has {len(names)} rows for {run.path}: {both}", hint=_NAME_THEM)


def _shared(runs: Sequence[RunFile], fitting: Sequence[Mapping[str, str]]) -> Iterator[Problem]:
    """Rows that fit several runs."""
    shared: dict[str, list[str]] = {}
    for run, names in zip(runs, fitting, strict=True):
        for name, what in names.items():
            shared.setdefault(name, []).append(f"{run.path} ({what})")
    for name, files in shared.items():
        if len(files) > 1:
            message = f"has one row {name!r} for {len(files)} runs: {some(files)}"
            yield Problem(message, hint=_NAME_THEM)


def _wrong_priorities(rows: _Rows, names: set[str]) -> Iterator[Problem]:
    for name, row in rows.items():
        text = row.get("priority", "")
        if name in names and text and not _is_priority(text):
            hint = "it must be a whole number of at least 1"
            yield Problem(f"gives {name!r} the priority {text!r}", hint=hint)


def _is_priority(text: str) -> bool:
    try:
        return text.isdigit() and integer(text) > 0
    except ValueError:
        return False


def _described(run: RunFile, row: Mapping[str, str]) -> RunFile:
    priority = integer(row["priority"]) if row.get("priority") else None
    group, order = run.group or row.get("group", ""), run.priority or priority
    return replace(run, group=group, priority=order, attributes=row)


def _warning(table: str, absent: list[str]) -> list[Note]:
    if not absent:
        return []
    text = f"{counted(len(absent), 'row', 'has no run')}: {some(absent)}"
    return [Note("rows-unused", text, table, numbers={"rows": len(absent)})]
