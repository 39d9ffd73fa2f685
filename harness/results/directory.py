"""A directory of results: written whole or not at all, and read again.

=======================  ===========================================================================
``scores.*``             run, group, topic, measure, value
``summary.*``            run, group, measure, subset, summary, own, value, and the topics behind it
``curves.*``             run, group, by, at, precision, recall, topics
``manifest.json``        task, inputs and their hashes, versions, rules, what was noticed
``log.json``             when, where and how long; the only file that differs from run to run
=======================  ===========================================================================

Tables are CSV and JSON, scores and summary Parquet too. Values are written in full.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from harness.errors import EvaluationError, InputError, Problem, nearest

if TYPE_CHECKING:
    import pandas as pd

#: What a manifest of ours says under ``format``.
FORMAT = "harness results 1"
MANIFEST, LOG = "manifest.json", "log.json"
#: What renaming ends with when somebody else has just renamed the same directory.
_RACED = (errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST)
#: The tables, and the suffixes each is written with.
TABLES = {
    "scores": (".csv", ".json", ".parquet"),
    "summary": (".csv", ".json", ".parquet"),
    "curves": (".csv", ".json"),
}

#: The columns of the curves, which Parquet does not keep.
CURVES = {
    "run": pl.String,
    "group": pl.String,
    "by": pl.String,
    "at": pl.Float64,
    "precision": pl.Float64,
    "recall": pl.Float64,
    "topics": pl.Int64,
}


@dataclass(frozen=True, eq=False)
class Results:
    """What a directory of results holds; the module says which columns the tables have."""

    scores: pl.DataFrame
    summary: pl.DataFrame
    curves: pl.DataFrame
    manifest: Mapping[str, Any] = field(default_factory=dict)

    @property
    def runs(self) -> tuple[str, ...]:
        """The runs, in the order of the task."""
        return tuple(self.scores["run"].unique(maintain_order=True).to_list())

    @property
    def measures(self) -> tuple[str, ...]:
        """The labels of the measures, in the order of the task."""
        return tuple(self.scores["measure"].unique(maintain_order=True).to_list())

    def per_topic(self, measure: str) -> pd.DataFrame:
        """The values of one measure: a row a topic, a column a run; NaN where not evaluated."""
        import pandas as pd

        if measure not in self.measures:
            hint = nearest(measure, self.measures) or f"there are {', '.join(self.measures)}"
            raise EvaluationError(Problem(f"the measure {measure!r} was not computed", hint=hint))
        rows = self.scores.filter(pl.col("measure") == measure)
        wide = rows.pivot(on="run", index="topic", values="value").sort("topic")
        index = pd.Index(wide["topic"].to_list(), name="topic")
        return pd.DataFrame({run: wide[run].to_numpy() for run in self.runs}, index=index)


def file_names() -> tuple[str, ...]:
    """Every file of a directory of results."""
    tables = [f"{name}{suffix}" for name, suffixes in TABLES.items() for suffix in suffixes]
    return (*tables, MANIFEST, LOG)


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose results a directory holds: the name of a task, and its file."""

    task: str
    file: str


def check_target(directory: str | os.PathLike[str], *, owner: Owner | None = None) -> Path:
    """The real place of a directory that results can be written to.

    That is one that does not exist yet, is empty, or holds older results and nothing else: those
    of ``owner``, or anybody's when that is None. Raises `InputError` otherwise, and when the
    working directory is in it: whoever stands there would be left in a deleted directory.
    """
    target = Path(os.path.realpath(directory))
    shown = os.fspath(directory)
    _refuse_working_directory(target, shown)
    with _locked(target.parent):
        _restore(target)
        if not target.exists():
            _refuse_parent(target, shown)
        else:
            _refuse_others(target, shown, owner)
    return target


def write_results(
    results: Results,
    directory: str | os.PathLike[str],
    *,
    log: Mapping[str, Any] | None = None,
    owner: Owner | None = None,
) -> Path:
    """Write a directory of results, in place of older ones, and return its real place.

    Everything is written and synced to disk beside it first; then directories are renamed. When
    anything fails before, older results stay as they are. Of several writers at once the last one
    wins. Raises `InputError` as `check_target` does and when the disk refuses.
    """
    target = check_target(directory, owner=owner)
    try:
        with _beside(target) as partial:
            _write_files(results, partial, log or {})
            with _locked(target.parent):
                _swap(partial, target)
    except OSError as error:
        said = "another process is writing there" if error.errno in _RACED else error.strerror
        message = f"the results cannot be written: {said or error}"
        raise InputError(Problem(message, os.fspath(directory))) from error
    return target


def read_results(directory: str | os.PathLike[str]) -> Results:
    """The results in a directory that `write_results` wrote.

    Raises `InputError` for anything else, and for results of a later version of the format.
    """
    place = Path(os.path.realpath(directory))
    with _locked(place.parent):
        _restore(place)
        if not _is_ours(place):
            raise InputError(Problem("there are no results here", where=os.fspath(directory)))
        try:
            manifest = _json(place / MANIFEST)
            scores = pl.read_parquet(place / "scores.parquet")
            summary = pl.read_parquet(place / "summary.parquet")
            curves = pl.read_csv(place / "curves.csv", schema=CURVES)
        except (OSError, pl.exceptions.PolarsError) as error:
            problem = Problem(f"damaged results: {error}", where=os.fspath(directory))
            raise InputError(problem) from None
    return Results(scores, summary, curves, manifest)


def _json(path: Path) -> dict[str, Any]:
    """The object in a JSON file; nothing when it cannot be read or is no object."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _is_ours(directory: Path) -> bool:
    return _json(directory / MANIFEST).get("format") == FORMAT


def _refuse_working_directory(target: Path, shown: str) -> None:
    try:
        here = Path.cwd().resolve()
    except OSError:  # it does not exist any more
        return
    if target == here:
        message, hint = "the working directory is this one", "name a directory in it"
    elif target in here.parents:
        message, hint = "the working directory is inside it", "choose another directory"
    else:
        return
    raise InputError(Problem(f"{message}, which would be replaced", shown, hint=hint))


def _refuse_others(target: Path, shown: str, owner: Owner | None) -> None:
    """Raise `InputError` when anything is there but results of the owner."""
    if not target.is_dir():
        raise InputError(Problem("the results need a directory, this is a file", shown))
    try:
        names = sorted(entry.name for entry in target.iterdir())
    except OSError as error:
        raise InputError(Problem(f"cannot be read: {error.strerror}", shown)) from None
    if names and not _is_ours(target):
        hint = "choose another directory"
        raise InputError(Problem("the directory holds other files than results", shown, hint=hint))
    foreign = sorted(set(names) - set(file_names()))
    if foreign:
        hint = f"move {', '.join(foreign[:3])} away, or choose another directory"
        raise InputError(Problem("not all files in the directory are results", shown, hint=hint))
    if names and owner is not None:
        _refuse_another_owner(target, shown, owner)


def _refuse_another_owner(target: Path, shown: str, owner: Owner) -> None:
    task, file = _json(target / MANIFEST).get("task"), _json(target / LOG).get("task_file")
    if task != owner.task or file not in (None, owner.file):
        whose = f"the task {task!r}" if task else "another task"
        place = f" ({file})" if file else ""
        message = f"these are the results of {whose}{place}"
        raise InputError(Problem(message, shown, hint="--force replaces them"))


def _refuse_parent(target: Path, shown: str) -> None:
    """An error now rather than after the evaluation, when nothing can be created there."""
    parent = next(place for place in target.parents if place.exists())
    if not parent.is_dir():
        raise InputError(Problem(f"{parent} is a file, not a directory", shown))
    if not os.access(parent, os.W_OK | os.X_OK):
        raise InputError(Problem(f"nothing can be written in {parent}", shown))


def _write_files(results: Results, folder: Path, log: Mapping[str, Any]) -> None:
    for name, suffixes in TABLES.items():
        for suffix in suffixes:
            _WRITERS[suffix](getattr(results, name), folder / f"{name}{suffix}")
    manifest = {"format": FORMAT, **results.manifest, "files": list(file_names())}
    for name, content in ((MANIFEST, manifest), (LOG, log)):
        text = json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False)
        (folder / name).write_text(text + "\n", encoding="utf-8")
    for name in (*file_names(), "."):
        _sync(folder / name)


def _write_json(frame: pl.DataFrame, path: Path) -> None:
    """A list of objects, one a line."""
    lines = frame.write_ndjson().rstrip("\n").replace("\n", ",\n")
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def _write_csv(frame: pl.DataFrame, path: Path) -> None:
    frame.write_csv(path)


def _write_parquet(frame: pl.DataFrame, path: Path) -> None:
    frame.write_parquet(path, compression="zstd", statistics=True)


_WRITERS = {".csv": _write_csv, ".json": _write_json, ".parquet": _write_parquet}


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[Path]:
    """A new directory on the same disk, gone afterwards unless it was renamed.

    So are directories above it that were made for it, unless there is something in them.
    """
    partial = target.with_name(f".{target.name}.{uuid.uuid4().hex[:12]}.partial")
    made = [parent for parent in target.parents if not parent.exists()]
    try:
        partial.mkdir(parents=True)
        yield partial
    finally:
        shutil.rmtree(partial, ignore_errors=True)
        with contextlib.suppress(OSError):
            for parent in made:
                parent.rmdir()


@contextlib.contextmanager
def _locked(parent: Path) -> Iterator[None]:
    """Alone among the writers and readers of results in a directory.

    Only for a moment: renaming, looking, reading. Where there is no such directory, or its file
    system cannot lock it, this does nothing, and writers notice each other by renames that fail.
    """
    import fcntl

    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            handle = os.open(parent, os.O_RDONLY)
            stack.callback(os.close, handle)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _swap(partial: Path, target: Path) -> None:
    """Put ``partial`` in the place of ``target``.

    A directory with files in it cannot be replaced by one rename. Between the two renames the
    older results lie at `_backup`, from where `_restore` fetches them if we were stopped there.
    """
    backup = _backup(target)
    if _is_ours(target):
        if _is_ours(backup):
            shutil.rmtree(backup)
        target.rename(backup)
    try:
        partial.rename(target)
    except OSError:
        _restore(target)
        raise
    _sync(target.parent)
    if _is_ours(backup):
        shutil.rmtree(backup, ignore_errors=True)


def _backup(target: Path) -> Path:
    return target.with_name(f".{target.name}.old")


def _restore(target: Path) -> None:
    """Bring back the results that a writer moved aside before it was stopped."""
    if not target.exists() and _is_ours(_backup(target)):
        with contextlib.suppress(OSError):  # another process has just done so
            _backup(target).rename(target)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
