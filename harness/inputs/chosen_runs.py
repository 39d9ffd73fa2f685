"""``TASK [RUN…]``: a task with the runs of a command line in place of its own.

Participants have the organisers' task file, topics and judgments, and their own runs; the task's
other runs are not read and need not exist.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from harness.config import Task, load_task
from harness.config.loading import load_runs, parse_task
from harness.config.sources import explain_no_runs, find_paths, read_task, rebase_path
from harness.core.errors import (
    ConfigError,
    EvaluationError,
    InputError,
    Problem,
    UnavailableError,
    keeps_going,
    refuse,
    some,
    unknown,
)
from harness.core.harmless import ShownPath, real_path, shown_path
from harness.core.identity import RunFile, as_folders, distinguish_names, file_names, spellings
from harness.core.listing import Pattern, is_pattern
from harness.core.locations import address_parts, is_read_once
from harness.core.model import Run
from harness.formats.members import archive_notes, exists
from harness.formats.remote import is_url, locate, source
from harness.formats.run_columns import first_tag
from harness.formats.runs import run_files
from harness.measures import numeric_measures

R = TypeVar("R", bound=RunFile | Run)

#: Keys dropped for chosen runs: names and groups are in their entries.
_SAID_ELSEWHERE = ("run_pattern", "participants", "output")


def task_with(
    path: str | os.PathLike[str],
    runs: Sequence[str] = (),
    *,
    without: Collection[str] = (),
    **given: Mapping[str, Any],
) -> Task:
    """Load the task of a YAML file with ``runs``, if any, in place of its own.

    A run is a file, a pattern, a directory of runs, or the name of one of the task's runs. A file
    that is a run of the task keeps its name and group there; others get them from ``run_pattern``
    and ``participants``; files with equal tags are named by file. Baselines that are not among the
    runs are left out. The task's name includes the runs. ``without`` and ``given`` are as in
    `load_task`. Raises `HarnessError` with every problem.
    """
    if not runs:
        return load_task(path, without=without, **given)
    document, folder = read_task(path), Path(path).parent
    files = [file for run in runs for file in _files(run, path)]
    for file in files:
        if not (keeps_going() or is_url(file) or exists(file)):
            with source(file):  # raises the error for a missing file
                pass
    entries = list(_name_apart([_entry(file, document.root, folder) for file in files], folder))
    names = [_run_name(entry, folder) for entry in entries]
    root = {key: value for key, value in document.root.items() if key not in _SAID_ELSEWHERE}
    root |= {"runs": entries, "name": f"{root.get('name') or Path(path).stem}: {some(names, 3)}"}
    if isinstance(compare := root.get("compare"), dict) and "baselines" in compare:
        kept = [name for name in _make_list(compare["baselines"]) if name in names]
        root["compare"] = {**compare, "baselines": kept}
    if "pool" not in given:  # its requirements on groups matter only to pooling
        root.pop("pool", None)
    root.pop("gate", None)  # it names a baseline among all runs
    positions = {key: line for key, line in document.values.items() if key[:1] != ("runs",)}
    chosen = replace(document, root=root, values=positions)
    for key, settings in given.items():
        chosen = chosen.with_settings(key, settings)
    task = parse_task(chosen, folder, Path(path).stem, without=without)
    warnings = (*task.warnings, *archive_notes(map(os.fspath, runs)))
    return task.model_copy(update={"warnings": warnings})


def with_measures(task: Task, names: Sequence[str]) -> Task:
    """Return the task with these measures, not necessarily its own; unchanged without names.

    Raises `MeasureError` for an unknown measure, or one that is a text.
    """
    if not names:
        return task
    compare = task.compare.model_copy(update={"measures": ()})
    chosen = numeric_measures(names, task.measures)
    return task.model_copy(update={"measures": chosen, "compare": compare})


def find_run_files(run: str) -> list[str]:
    """Return the files of a path, pattern or directory of a command line.

    A directory stands for the files in it, as in a task. Raises `InputError` for an empty one, and
    errors as `run_files`.
    """
    if is_url(run) or not Path(run).is_dir():
        return run_files(run)
    files = [real_path(path) for path in find_paths(shown_path(run), Path())]
    if not files:
        hint = explain_no_runs(Path(run))
        raise InputError(Problem("there is no run in this directory", run, hint=hint))
    return files


def _files(run: str, task_file: str | os.PathLike[str]) -> list[str]:
    """Return the files of a run on the command line, relative to the working directory."""
    if is_url(run) or exists(run) or is_pattern(run):
        return find_run_files(run)
    folder = Path(task_file).parent
    try:
        known = load_runs(task_file, groups=False)
    except ConfigError:  # a participant has the task file, but not its runs
        return run_files(run)
    same = [file for file in known if run in spellings(file.path, file.tag, file.name)]
    if not same:
        if "/" in run or len(file_names(run)) > 1:  # looks like a file
            return run_files(run)
        refuse([unknown("run", run, [file.run_name for file in known])], EvaluationError)
    return [os.path.normpath(folder / real_path(file.path)) for file in same[:1]]


def _entry(file: str, root: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return the entry of a run for the key ``runs``, with name and group from the task."""
    path = rebase_path(folder, file)
    entry: dict[str, Any] = {"path": path, **_own_entry(file, root.get("runs"), folder)}
    entry = {**_by_pattern(path, root.get("run_pattern")), **entry}
    return {**_by_table(entry, root.get("participants"), folder), **entry}


def _own_entry(file: str, entries: Any, folder: Path) -> dict[str, Any]:
    """Return the task's own entry of a file in the key ``runs``, if it has one."""
    for own in _make_list(entries):
        entry = own if isinstance(own, dict) else {"path": own}
        paths = find_paths(str(entry.get("path")), folder)
        if any(is_same_file(folder, path, file) for path in paths):
            left_out = ("path", "name") if len(paths) > 1 else ("path",)
            return {key: value for key, value in entry.items() if key not in left_out}
    return {}


def is_same_file(folder: Path, path: str, file: str) -> bool:
    """Return whether a path, relative to a folder, is a file of the command line."""
    if is_url(path) or is_url(file):
        return path == file
    own, other = folder / real_path(path), Path(file)
    ours, theirs = (address_parts(str(each)) for each in (own, other))
    if ours is not None and theirs is not None:
        return ours[1] == theirs[1] and is_same_file(Path(), shown_path(ours[0]), theirs[0])
    return own.exists() and other.exists() and own.samefile(other)


def _by_pattern(path: str, pattern: Any) -> dict[str, str]:
    """Return name and group of a run by ``run_pattern``, which need not match other runs."""
    with suppress(ValueError):  # it does not compile
        groups = (
            None
            if pattern is None
            else Pattern(str(pattern), "run_pattern").groups(as_folders(path))
        )
        return {key: value for key, value in (groups or {}).items() if value}
    return {}


def _by_table(entry: Mapping[str, Any], table: Any, folder: Path) -> dict[str, str]:
    """Return group and priority of a run by ``participants``, which need not exist."""
    if table is None:
        return {}
    from harness.formats.side_tables import read_participants

    with suppress(UnavailableError):
        rows = read_participants(locate(folder, str(table)))
        known = spellings(entry["path"], _tag(entry, folder), entry.get("name"))
        for row in (rows[name] for name in known if name in rows):
            return {key: row[key] for key in ("group", "priority") if row.get(key)}
    return {}


def name_apart(runs: Sequence[R]) -> list[R]:
    """Return the runs; files with equal tags get the names of their files, if these differ."""
    named = [_who(run) for run in runs]
    return [
        replace(run, name=name) if isinstance(run, RunFile) and name != known else run
        for run, (known, _), name in zip(runs, named, distinguish_names(named), strict=True)
    ]


def _who(run: RunFile | Run) -> tuple[str, str | None]:
    """Return the name of a run, and the file that can give another name."""
    if not isinstance(run, RunFile):
        return run.name, None
    if run.name or is_read_once(run.path) or is_url(run.path):
        return run.run_name, None
    tag = _tag({"path": run.path, "format": run.format}, Path())
    return replace(run, tag=tag).run_name, run.path


def _make_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _name_apart(entries: Sequence[dict[str, Any]], folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the entries; runs with equal names get the names of their files, if these differ."""
    named = [(_run_name(entry, folder), entry["path"]) for entry in entries]
    for entry, (name, _), apart in zip(entries, named, distinguish_names(named), strict=True):
        yield entry if name == apart else {**entry, "name": apart}


def _run_name(entry: Mapping[str, Any], folder: Path) -> str:
    return RunFile(ShownPath(entry["path"]), entry.get("name"), tag=_tag(entry, folder)).run_name


def _tag(entry: Mapping[str, Any], folder: Path) -> str | None:
    with suppress(InputError, UnavailableError):  # reading the run reports what is wrong
        return first_tag(locate(folder, entry["path"]), format=entry.get("format"))
    return None
