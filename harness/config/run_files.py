"""The run files of a task, their names, and the table of participants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from harness.config.sources import find_paths, left_out, missing_file
from harness.config.yaml_positions import YamlDocument
from harness.core.errors import InputError, Problem, UnavailableError, keeps_going, some, suggester
from harness.core.execution import Execution
from harness.core.harmless import real_path
from harness.core.identity import NAME_IN_TASK, RunFile, as_folders, find_name_clashes, spellings
from harness.core.listing import Pattern
from harness.core.notes import Note
from harness.core.numbers import collect, count_noun, integer, is_read
from harness.core.parallel import map_ordered
from harness.formats.members import note_left_out
from harness.formats.remote import is_url, keep_copies, locate
from harness.formats.run_columns import first_tag
from harness.settings.check import CheckSettings
from harness.settings.sources import Message
from harness.settings.task import RunEntry, TaskFile

#: Concurrent requests of tags from servers.
_ASKED_AT_ONCE = 16
#: The repair that gives a run another tag, and with it another name.
_RETAG = "tag-from-file-name"


@dataclass(slots=True)
class RunFiles:
    """Run files of a task, in its order, with problems and notes.

    The first of several runs with one name has it, and later ones are set aside
    (`RunFile.set_aside`); so are files that ``run_pattern`` does not match. ``unreadable`` are the
    paths of files whose tag cannot be read: they have no name yet, and reading them reports why.
    ``named`` are the paths with a name in their entry.
    """

    runs: list[RunFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    warnings: list[Note] = field(default_factory=list)
    unreadable: set[str] = field(default_factory=set)
    named: set[str] = field(default_factory=set)

    def find_repeated_names(self, document: YamlDocument) -> Iterator[Problem]:
        """Yield problems of names that the task file itself gives to several files."""
        given = ((run.name, run.path) for run in self.runs if run.name and run.path in self.named)
        for problem in find_name_clashes(given, NAME_IN_TASK):
            yield document.problem(("runs",), problem.message, hint=problem.hint)

    def settle_names(self) -> None:
        """Set aside the runs with the name of an earlier one."""
        first: dict[str, str] = {}
        for index, run in enumerate(self.runs):
            if run.path in self.unreadable or run.set_aside:
                continue
            earlier = first.setdefault(run.run_name, run.path)
            if earlier != run.path:
                fault = f"it is called {run.run_name!r}, as {earlier} is ({NAME_IN_TASK})"
                self.runs[index] = replace(run, set_aside=fault)


@keep_copies()
def find_run_files(
    file: TaskFile, document: YamlDocument, folder: Path, tags: Mapping[str, str | None]
) -> RunFiles:
    """Find every run file, with its tag unless it is known; problems as in `list_run_files`."""
    files = list_run_files(file.runs, file.run_pattern, document, folder)
    # Requesting thousands of tags from a server is mostly waiting.
    asked = _ASKED_AT_ONCE if any(is_url(run.path) for run in files.runs) else 1
    tagged = partial(
        _tag_run, folder=folder, check=file.check, unreadable=files.unreadable, tags=tags
    )
    files.runs = list(map_ordered(tagged, files.runs, Execution("threads", asked)))
    files.settle_names()
    return files


def list_run_files(
    entries: Sequence[RunEntry], run_pattern: str | None, document: YamlDocument, folder: Path
) -> RunFiles:
    """List every run file, without opening any; files of a pattern or directory in bytewise order.

    Problems are missing or repeated files, and an invalid ``run_pattern`` or one without a match.
    """
    files = RunFiles()
    pattern, files.problems = _compile_pattern(run_pattern, document)
    listed: dict[Path, int] = {}
    for index, entry in enumerate(entries):
        paths = find_paths(entry.path, folder)
        key = document.given(("runs", index))
        if entry.name and len(paths) > 1:
            message = f"one name for {len(paths)} runs"
            files.problems.append(document.problem((*key, "name"), message))
            continue
        if ignored := left_out(entry.path, folder):
            files.warnings.append(note_left_out(ignored, entry.path))
        for path in paths:
            run, wrong = _describe_run(path, entry, pattern), list[Message]()
            if not keeps_going() and (broken := missing_file(path, folder)):
                wrong.append(broken)
            file_itself = Path(path) if is_url(path) else (folder / real_path(path)).resolve()
            if file_itself in listed:
                wrong.append((f"{path} is listed already", f"in runs[{listed[file_itself]}]"))
            else:
                listed[file_itself] = index
                files.runs.append(run)
                if entry.name:
                    files.named.add(run.path)
            files.problems += [document.problem(key, message, hint=hint) for message, hint in wrong]
    files.problems += _explain_no_match(files.runs, document)
    return files


def _explain_no_match(runs: Sequence[RunFile], document: YamlDocument) -> Iterator[Problem]:
    """Yield the problem of a ``run_pattern`` that matches no run; else unmatched runs are set
    aside.
    """
    if all(run.set_aside for run in runs):
        hint = "or set name and group"
        for run in runs:
            yield document.problem(("run_pattern",), str(run.set_aside), hint=hint)


def _tag_run(
    run: RunFile,
    folder: Path,
    check: CheckSettings | None,
    unreadable: set[str],
    tags: Mapping[str, str | None],
) -> RunFile:
    """Return the run with its tag, from its file or by the repair of tags."""
    if run.path in tags:
        return replace(run, tag=tags[run.path])
    path = locate(folder, run.path)
    try:
        if check is None or _RETAG not in check.repairs:
            return replace(run, tag=first_tag(path, format=run.format))
        from harness.validation import Requirements, check_run

        asked = Requirements(
            tag=check.tag,
            tag_is_file_name=check.tag_is_file_name,
            severity=check.severity,
            repairs=(_RETAG,),
        )
        return replace(run, tag=check_run(path, asked, format=run.format).name)
    except (InputError, UnavailableError):  # reading the run reports why
        unreadable.add(run.path)
        return run


def _compile_pattern(
    text: str | None, document: YamlDocument
) -> tuple[Pattern | None, list[Problem]]:
    """Compile the regular expression for the groups and names of runs."""
    if text is None:
        return None, []
    key = ("run_pattern",)
    try:
        pattern = Pattern(text, "run_pattern")
    except ValueError as error:
        return None, [document.problem(key, str(error))]
    hint = "write (?P<group>…) or (?P<name>…)"
    unknown = sorted(set(pattern.names) - {"group", "name"})
    if unknown:
        return None, [document.problem(key, f"unknown named group {unknown[0]!r}", hint=hint)]
    if not pattern.names:
        return None, [document.problem(key, "there is no named group in it", hint=hint)]
    return pattern, []


def _describe_run(path: str, entry: RunEntry, pattern: Pattern | None) -> RunFile:
    """Return a run with name and group from its entry, or else from the pattern."""
    run = RunFile(
        path, name=entry.name, group=entry.group or "", format=entry.format, priority=entry.priority
    )
    if pattern is None or (entry.name and entry.group):
        return run
    named = pattern.groups(as_folders(path))
    if named is None:
        return replace(run, set_aside=f"run_pattern does not fit {path}")
    name, group = entry.name or named.get("name"), entry.group or named.get("group")
    return replace(run, name=name or None, group=group or "")


_Rows = Mapping[str, Mapping[str, str]]

#: The hint on runs and rows that match several.
_NAME_THEM = "a run with a name has only the row of that name: runs[].name, or run_pattern"


def add_participants(
    files: RunFiles, table: str | None, document: YamlDocument, folder: Path
) -> tuple[list[RunFile], list[Problem], list[Note]]:
    """Add group, priority and attributes of the participants' rows to the runs.

    A row matches a run by the name in the task, by tag, or by the file's name (with or without
    suffixes). If the name in the task has a row, only that one matches. Every run must have one
    row, and no row two runs; rows without a run are of systems not submitted yet. An entry of
    ``runs`` overrides its row. Runs that are set aside or unreadable need no row. Returns the runs,
    problems and warnings.
    """
    every = files.runs
    if table is None:
        return every, [], []
    runs = [run for run in every if not (run.set_aside or run.path in files.unreadable)]
    from harness.formats.side_tables import read_participants

    try:
        rows = read_participants(locate(folder, table))
    except (InputError, UnavailableError) as error:
        return every, list(error.problems), []
    fitting = [_find_matching_rows(run, rows) for run in runs]
    problems = [
        document.problem(("participants",), f"{table} {problem.message}", hint=problem.hint)
        for problem in (
            *_check_rows(runs, fitting, rows),
            *_find_shared_rows(runs, fitting),
            *_wrong_priorities(rows, {name for names in fitting for name in names}),
        )
    ]
    absent = sorted(rows.keys() - {name for names in fitting for name in names}, key=str.encode)
    if problems:
        return every, problems, []
    described = {
        run.path: _describe_participants(run, rows[name])
        for run, (name, *_) in zip(runs, fitting, strict=True)
    }
    return [described.get(run.path, run) for run in every], [], _warn_unused_rows(table, absent)


def _find_matching_rows(run: RunFile, rows: _Rows) -> dict[str, str]:
    """Return the rows that match a run, each with the kind of name that matches."""
    if run.name in rows:
        return {str(run.name): "name"}
    known = spellings(run.path, run.tag, run.name)
    return {name: what for name, what in known.items() if name in rows}


def _check_rows(
    runs: Sequence[RunFile], fitting: Sequence[Mapping[str, str]], rows: _Rows
) -> Iterator[Problem]:
    """Yield a problem for each run with no row or several."""
    say = suggester(rows, "")
    for run, names in zip(runs, fitting, strict=True):
        if not names:
            known = spellings(run.path, run.tag, run.name)
            hint = next(filter(None, map(say, known)), None)
            if run.group in rows:
                hint = f"{run.group!r} is its group: its row has a name of the run itself"
            tried = ", ".join(f"{what} {name!r}" for name, what in known.items())
            yield Problem(f"has no row for {run.path} ({tried})", hint=hint)
        elif len(names) > 1:
            both = " and ".join(f"{name!r} ({what})" for name, what in names.items())
            yield Problem(f"has {len(names)} rows for {run.path}: {both}", hint=_NAME_THEM)


def _find_shared_rows(
    runs: Sequence[RunFile], fitting: Sequence[Mapping[str, str]]
) -> Iterator[Problem]:
    """Yield a problem for each row that matches several runs."""
    shared = collect(
        (name, f"{run.path} ({what})")
        for run, names in zip(runs, fitting, strict=True)
        for name, what in names.items()
    )
    for name, files in shared.items():
        if len(files) > 1:
            message = f"has one row {name!r} for {len(files)} runs: {some(files)}"
            yield Problem(message, hint=_NAME_THEM)


def _wrong_priorities(rows: _Rows, names: set[str]) -> Iterator[Problem]:
    for name, row in rows.items():
        text = row.get("priority", "")
        is_whole = text.isdigit() and is_read(integer, text)
        if name in names and text and not (is_whole and integer(text)):
            hint = "it must be a whole number of at least 1"
            yield Problem(f"gives {name!r} the priority {text!r}", hint=hint)


def _describe_participants(run: RunFile, row: Mapping[str, str]) -> RunFile:
    priority = integer(row["priority"]) if row.get("priority") else None
    group, order = run.group or row.get("group", ""), run.priority or priority
    return replace(run, group=group, priority=order, attributes=row)


def _warn_unused_rows(table: str, absent: list[str]) -> list[Note]:
    if not absent:
        return []
    text = f"{count_noun(len(absent), 'row', 'has no run')}: {some(absent)}"
    return [Note("rows-unused", text, table, numbers={"rows": len(absent)})]
