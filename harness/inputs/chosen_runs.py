"""``TASK [RUN…]``: a task with the runs of a command line in the place of its own.

Participants have the organisers' task file, topics and judgments, and their own runs; the task's
other runs are not looked at and need not be there.
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
from harness.config.sources import find_paths, read_task, rebase_path
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
from harness.core.identity import RunFile, as_folders, file_names, names_apart, spellings
from harness.core.listing import Pattern, is_pattern
from harness.core.locations import address_parts, is_read_once
from harness.core.model import Run
from harness.formats.members import exists
from harness.formats.remote import is_url, locate, source
from harness.formats.run_columns import first_tag
from harness.formats.runs import run_files
from harness.measures import numeric_measures

R = TypeVar("R", bound=RunFile | Run)

#: The keys that say of a run who it is; what they say of a chosen run stands in its entry.
_SAID_ELSEWHERE = ("run_pattern", "participants", "output")


def task_with(
    path: str | os.PathLike[str],
    runs: Sequence[str] = (),
    *,
    without: Collection[str] = (),
    **given: Mapping[str, Any],
) -> Task:
    """Return the task of a YAML file with ``runs`` in the place of its own; with its own where none
    is.

    A run is a file, a pattern, a directory of runs, or the name of one of the task's runs. Name and
    group of a run are those that the task gives that file, if it is one of its runs; else what
    ``run_pattern`` and ``participants`` say of it; runs of several files with one tag are called as
    their files. Baselines that are not among the runs are left out. The task is called by the runs,
    too. ``without`` and what is ``given`` are as in `load_task`. Raises `HarnessError` with all
    problems.
    """
    if not runs:
        return load_task(path, without=without, **given)
    document, folder = read_task(path), Path(path).parent
    files = [file for run in runs for file in _files(run, path)]
    for file in files:
        if not (keeps_going() or is_url(file) or exists(file)):
            with source(file):  # which says what is missing
                pass
    entries = list(_name_apart([_entry(file, document.root, folder) for file in files], folder))
    names = [_run_name(entry, folder) for entry in entries]
    root = {key: value for key, value in document.root.items() if key not in _SAID_ELSEWHERE}
    root |= {"runs": entries, "name": f"{root.get('name') or Path(path).stem}: {some(names, 3)}"}
    if isinstance(compare := root.get("compare"), dict) and "baselines" in compare:
        kept = [name for name in _make_list(compare["baselines"]) if name in names]
        root["compare"] = {**compare, "baselines": kept}
    if "pool" not in given:  # what the key asks of groups matters to nothing else
        root.pop("pool", None)
    root.pop("gate", None)  # it names a baseline among all runs
    positions = {key: line for key, line in document.values.items() if key[:1] != ("runs",)}
    chosen = replace(document, root=root, values=positions)
    for key, settings in given.items():
        chosen = chosen.with_settings(key, settings)
    return parse_task(chosen, folder, Path(path).stem, without=without)


def by_measures(task: Task, names: Sequence[str]) -> Task:
    """Return the task with these measures, not necessarily its own; unchanged without names.

    Raises `MeasureError` for what is no measure, or a text.
    """
    if not names:
        return task
    compare = task.compare.model_copy(update={"measures": ()})
    chosen = numeric_measures(names, task.measures)
    return task.model_copy(update={"measures": chosen, "compare": compare})


def find_run_files(run: str) -> list[str]:
    """Return the files of a path, pattern or directory of a command line.

    A directory stands for the files in it, as in a task. Raises `InputError` for one without any,
    and what `run_files` raises.
    """
    if is_url(run) or not Path(run).is_dir():
        return run_files(run)
    files = [real_path(path) for path in find_paths(shown_path(run), Path())]
    if not files:
        raise InputError(Problem("there is no file in this directory", run))
    return files


def _files(run: str, task_file: str | os.PathLike[str]) -> list[str]:
    """Return the files that a run of the command line stands for, relative to where we are."""
    if is_url(run) or exists(run) or is_pattern(run):
        return find_run_files(run)
    folder = Path(task_file).parent
    try:
        known = load_runs(task_file, groups=False)
    except ConfigError:  # a participant has the task file and not its runs
        return run_files(run)
    same = [file for file in known if run in spellings(file.path, file.tag, file.name)]
    if not same:
        if "/" in run or len(file_names(run)) > 1:  # a file, by its looks
            return run_files(run)
        refuse([unknown("run", run, [file.run_name for file in known])], EvaluationError)
    return [os.path.normpath(folder / real_path(file.path)) for file in same[:1]]


def _entry(file: str, root: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return the entry of a run, as the key ``runs`` has it, with all that the task says of it."""
    path = rebase_path(folder, file)
    entry: dict[str, Any] = {"path": path, **_own_entry(file, root.get("runs"), folder)}
    entry = {**_by_pattern(path, root.get("run_pattern")), **entry}
    return {**_by_table(entry, root.get("participants"), folder), **entry}


def _own_entry(file: str, entries: Any, folder: Path) -> dict[str, Any]:
    """Return the entry of a file in the key ``runs``, where it is one of its runs."""
    for own in _make_list(entries):
        entry = own if isinstance(own, dict) else {"path": own}
        paths = find_paths(str(entry.get("path")), folder)
        if any(is_same_file(folder, path, file) for path in paths):
            left_out = ("path", "name") if len(paths) > 1 else ("path",)
            return {key: value for key, value in entry.items() if key not in left_out}
    return {}


def is_same_file(folder: Path, path: str, file: str) -> bool:
    """Whether a path, relative to a folder, is a file of the command line."""
    if is_url(path) or is_url(file):
        return path == file
    own, other = folder / real_path(path), Path(file)
    ours, theirs = (address_parts(str(each)) for each in (own, other))
    if ours is not None and theirs is not None:
        return ours[1] == theirs[1] and is_same_file(Path(), shown_path(ours[0]), theirs[0])
    return own.exists() and other.exists() and own.samefile(other)


def _by_pattern(path: str, pattern: Any) -> dict[str, str]:
    """Name and group of a run by ``run_pattern``; it need not fit runs that are not the task's."""
    with suppress(ValueError):  # it does not compile
        groups = (
            None
            if pattern is None
            else Pattern(str(pattern), "run_pattern").groups(as_folders(path))
        )
        return {key: value for key, value in (groups or {}).items() if value}
    return {}


def _by_table(entry: Mapping[str, Any], table: Any, folder: Path) -> dict[str, str]:
    """Group and priority of a run by ``participants``, which need not be there."""
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
    """Return the runs; of files those that share a tag are called as their files, where these
    differ.
    """
    named = [_who(run) for run in runs]
    return [
        replace(run, name=name) if isinstance(run, RunFile) and name != known else run
        for run, (known, _), name in zip(runs, named, names_apart(named), strict=True)
    ]


def _who(run: RunFile | Run) -> tuple[str, str | None]:
    """Return the name of a run, and the file that may name it otherwise."""
    if not isinstance(run, RunFile):
        return run.name, None
    if run.name or is_read_once(run.path) or is_url(run.path):
        return run.run_name, None
    tag = _tag({"path": run.path, "format": run.format}, Path())
    return replace(run, tag=tag).run_name, run.path


def _make_list(value: Any) -> list[Any]:
    given = [] if value is None else [value]
    return value if isinstance(value, list) else given


def _name_apart(entries: Sequence[dict[str, Any]], folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the entries; runs that would share a name are called as their files, where these
    differ.
    """
    named = [(_run_name(entry, folder), entry["path"]) for entry in entries]
    for entry, (name, _), apart in zip(entries, named, names_apart(named), strict=True):
        yield entry if name == apart else {**entry, "name": apart}


def _run_name(entry: Mapping[str, Any], folder: Path) -> str:
    return RunFile(ShownPath(entry["path"]), entry.get("name"), tag=_tag(entry, folder)).run_name


def _tag(entry: Mapping[str, Any], folder: Path) -> str | None:
    with suppress(InputError, UnavailableError):  # whoever reads the run says what is wrong with it
        return first_tag(locate(folder, entry["path"]), format=entry.get("format"))
    return None
