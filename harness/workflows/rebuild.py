"""A pool built again from its manifest, and compared with what is there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from harness.config.boundary import keep_inside
from harness.config.loading import task_of
from harness.config.yaml_positions import YamlDocument
from harness.core.errors import InputError, Problem, refuse
from harness.core.file_names import real_path
from harness.core.trust import trust
from harness.results.existing import LOG, MANIFEST, object_in
from harness.results.pools import TASK_FOLDER, read_pool, write_pool
from harness.workflows.pool import Pooling, make_pool


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """A pool built again: files that differ from those there, and inputs that have changed."""

    pooling: Pooling
    different: tuple[str, ...]
    changed: tuple[str, ...]


def rebuild(directory: str | os.PathLike[str], folder: Path | None = None) -> Rebuilt:
    """Build the pool of a directory again, from its manifest, and compare every byte.

    ``folder`` is where the task's relative paths start. Without it that is where the task file was
    when the pool was made, as seen from the pool, if all inputs are there: a pool may move together
    with its task. Else it is the same place as before. An untrusted pool does not
    choose its folder: without ``folder`` it is refused. Raises `InputError` for a directory without
    a pool and for inputs that are not there, and errors as `make_pool`.
    """
    _, manifest = read_pool(directory)
    given = manifest.get("config", {}).get("given")
    where = os.path.join(directory, MANIFEST)  # noqa: PTH118  (shown as it was given)
    if not isinstance(given, dict):
        raise InputError(Problem("the manifest does not hold the task", where))
    start = _start_of(Path(directory), manifest, folder)
    document = YamlDocument(where, given)
    keep_inside(document, start)
    task = task_of(document, start, str(manifest.get("task")), without=("qrels",))
    pooling = make_pool(task)
    with TemporaryDirectory() as scratch:
        made = write_pool(pooling.files(), Path(scratch, "pool"))
        names = sorted({*_files_in(made), *_files_in(Path(directory))} - {LOG})
        different = [name for name in names if not _same(made / name, Path(directory, name))]
    then, now = _hashes(manifest), _hashes(pooling.manifest)
    changed = sorted(path for path in then | now if then.get(path) != now.get(path))
    return Rebuilt(pooling, tuple(different), tuple(changed))


def _start_of(directory: Path, manifest: Mapping[str, Any], folder: Path | None) -> Path:
    """Where the task's relative paths start: the folder in which all inputs of the pool are.

    Unless ``folder`` is given it is looked for as seen from the pool, which may have moved together
    with its task, then where the task file was.
    """
    log = object_in(directory / LOG)
    beside, once = log.get(TASK_FOLDER), log.get("task_file")
    folders = [folder] if folder is not None else []
    follows_task = (
        folder is None and trust().anywhere
    )  # else a stranger's pool would choose its own bounds
    if follows_task and isinstance(beside, str):
        folders.append(Path(os.path.normpath(directory.resolve() / real_path(beside))))
    if follows_task and isinstance(once, str):
        folders.append(Path(real_path(once)).parent)
    hint = "say where the paths of the task start: --inputs FOLDER"
    if not folders:
        where, message = os.fspath(directory / LOG), "it does not say where the task was"
        if not trust().anywhere:
            message = "an untrusted pool does not choose where its paths start"
        raise InputError(Problem(message, where, hint=hint))
    paths = [entry["path"] for entry in _described(manifest) if isinstance(entry.get("path"), str)]
    absent = [
        [path for path in paths if not (start / real_path(path)).exists()] for start in folders
    ]
    # Of folders with nothing the last is named, which is in the log as it stands.
    best = min(reversed(range(len(folders))), key=lambda number: len(absent[number]))
    best = absent.index([]) if [] in absent else best
    refuse(
        Problem("this input of the pool is not there", str(_input(folders[best], path)), hint=hint)
        for path in absent[best]
    )
    return folders[best]


def _input(start: Path, path: str) -> Path:
    return start / real_path(path)


def _files_in(directory: Path) -> set[str]:
    return {p.relative_to(directory).as_posix() for p in directory.rglob("*") if p.is_file()}


def _same(left: Path, right: Path) -> bool:
    return left.is_file() and right.is_file() and left.read_bytes() == right.read_bytes()


def _described(manifest: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """What the manifest says of each input and each run."""
    return (*manifest.get("inputs", {}).values(), *manifest.get("runs", ()))


def _hashes(manifest: Mapping[str, Any]) -> dict[str, str]:
    described = _described(manifest)
    return {
        str(entry.get("path") or entry.get("dataset")): str(entry["sha256"]) for entry in described
    }
