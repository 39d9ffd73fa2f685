"""Write a directory of a pool, whole or not at all and never over people's work, and read it.

=======================  ===========================================================================
``pool.parquet``         every document with its provenance, with the columns of a `Pool`
``left_out.parquet``     the same for documents that were in a draw and not drawn, if any
``pool.tsv``             the pool for people
``qrels.txt``            blank judgments of every document
``manifest.json``        task, inputs and their hashes, versions, plan: how the pool was made
``log.json``             time and task file; the only file that differs from time to time
=======================  ===========================================================================

In ``pool.tsv`` single blanks separate runs and groups. In names ``%20`` stands for a blank, ``%25``
for a per cent sign, and ``%09``, ``%0A`` and ``%0D`` for tabs and line breaks.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from harness.config import Task
from harness.core.errors import InputError, Problem
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.core.packages import pl
from harness.evaluation.judgments import KnownJudgments
from harness.formats.layouts import find_layout, get_layout
from harness.formats.qrels_columns import LAYOUTS
from harness.formats.writing import write_qrels
from harness.pooling.pool import SCHEMA, Pool, blank_qrels
from harness.results.atomic import (
    Content,
    open_directory,
    read_parquet,
    write_csv,
    write_directory,
    write_parquet,
)
from harness.results.existing import DirectoryKind
from harness.results.manifest import (
    describe_known,
    describe_source,
    fingerprint,
    list_packages,
    versions,
)

POOL, LEFT_OUT, QRELS = "pool.parquet", "left_out.parquet", "qrels.txt"
#: The log's key of the relative path from the directory to the task's folder.
TASK_FOLDER = "task_folder"

#: Characters that separate names or end lines in ``pool.tsv``, and their escapes.
_ESCAPES = {"%": "%25", " ": "%20", "\t": "%09", "\n": "%0A", "\r": "%0D"}


@dataclass(frozen=True, eq=False)
class PoolFiles:
    """Content of a directory of a pool.

    ``qrels`` is the content of the blank judgments, in the layout ``layout``. ``manifest`` has
    everything but the plan of the pool, which is added to it.
    """

    pool: Pool
    qrels: bytes
    manifest: Mapping[str, Any] = field(default_factory=dict)
    layout: str = "trec"

    @classmethod
    def of(cls, pool: Pool, qrels: Qrels, manifest: Mapping[str, Any]) -> PoolFiles:
        """Write blank judgments; `InputError` for names that have blanks."""
        layout = qrels.format or "trec"
        try:
            return cls(pool, write_qrels(qrels, layout).content, manifest, layout)
        except InputError as error:
            hint = "rename them in topics and runs, for example with _ for blanks"
            message = "blanks divide the fields of a pool's blank judgments; nothing was written"
            raise InputError([*error.problems, Problem(message, hint=hint)]) from None


def _count_typed(name: str, content: bytes, manifest: Mapping[str, Any]) -> int:
    """Count the grades that people have typed into a file of a pool; 0 for other files."""
    if name != QRELS:
        return 0
    layouts, known = manifest.get(LAYOUTS), manifest.get("grades_known")
    layout = layouts.get(QRELS) if isinstance(layouts, dict) else None
    return _count_graded(content, str(layout)) - (known if isinstance(known, int) else 0)


def _count_graded(content: bytes, layout: str) -> int:
    """Count the lines of judgments with a grade of at least 0."""
    fields = (find_layout("judgments", layout) or get_layout("judgments", "trec")).fields
    index = fields.fields.index("grade") if fields else -1
    grades = (line.split()[index : index + 1] for line in content.splitlines())
    return sum(bool(grade) and grade[0].isdigit() for grade in grades)


KIND = DirectoryKind("harness pool 2", "pool files", _count_typed)


def write_pool(
    contents: PoolFiles,
    directory: str | os.PathLike[str],
    *,
    log: Mapping[str, Any] | None = None,
    force: bool = False,
) -> Path:
    """Write a directory of a pool and return its real path; with ``force`` replace an older one.

    Everything is written and synced to disk beside it first; then directories are renamed. After an
    earlier failure an older pool stays unchanged. The same contents give the same bytes except
    ``log``. A pool that people have typed grades or put files into stays even with ``force``.
    Raises `InputError` as `harness.results.atomic.check_target` does, with these files and the
    number of grades in them, and if the disk refuses.
    """
    files, manifest = _files(contents), _manifest(contents)
    return write_directory(files, directory, KIND, manifest=manifest, log=log, replace=force)


def save_pool(pool: Pool, directory: str | os.PathLike[str]) -> None:
    """Write a pool of runs in memory, with blank judgments."""
    qrels = blank_qrels(pool)
    layout = qrels.format or "trec"
    write_pool(PoolFiles(pool, write_qrels(qrels, layout).content, {}, layout), directory)


def read_pool(directory: str | os.PathLike[str]) -> tuple[Pool, Mapping[str, Any]]:
    """Read the pool, and the manifest, in a directory written by `write_pool`.

    Raises `InputError` for any other directory, a later version of the format, and damaged files.
    """
    with open_directory(directory, KIND) as (folder, manifest):
        plan, files = manifest["plan"], manifest["files"]
        frame = _read(folder / POOL)
        left_out = _read(folder / LEFT_OUT) if LEFT_OUT in files else frame.clear()
    return Pool(frame, left_out, plan), manifest


def _read(path: Path) -> pl.DataFrame:
    frame = read_parquet(path)
    if dict(frame.schema) != SCHEMA:
        raise ValueError(f"{path.name} has other columns than a pool")
    return frame


def _files(contents: PoolFiles) -> dict[str, Content]:
    pool = contents.pool
    files: dict[str, Content] = {POOL: partial(write_parquet, pool.frame.select(*SCHEMA))}
    if pool.left_out.height:
        files[LEFT_OUT] = partial(write_parquet, pool.left_out.select(*SCHEMA))
    files["pool.tsv"] = partial(write_csv, _for_people(pool.frame), separator="\t")
    files[QRELS] = contents.qrels
    return files


def _manifest(contents: PoolFiles) -> dict[str, Any]:
    described = dict(contents.manifest) | {"plan": dict(contents.pool.plan)}
    described[LAYOUTS] = {QRELS: contents.layout}
    described["grades_known"] = _count_graded(contents.qrels, contents.layout)
    return described


def _for_people(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the pool with runs and groups as texts; null, an empty field, without any."""
    escaped = pl.element().str.replace_many(list(_ESCAPES), list(_ESCAPES.values()))
    joined = pl.col("runs", "groups").list.eval(escaped).list.join(" ")
    return frame.select(*SCHEMA).with_columns(joined.replace("", None))


def pool_manifest(
    task: Task,
    pool: Pool,
    runs: Sequence[Mapping[str, Any]],
    notes: Sequence[Note],
    judged: Qrels | None,
    known: KnownJudgments | None = None,
) -> dict[str, Any]:
    """Return the manifest of a pool, from which it can be rebuilt; ``runs`` records each run."""
    inputs: dict[str, Any] = describe_known(task, known)
    settings = task.pool
    if settings.judged is not None and judged is not None:
        inputs["judged"] = describe_source(task, settings.judged, judged)
    if settings.pooled is not None:
        path = f"{settings.pooled}/pool.parquet"
        inputs["pooled"] = fingerprint(task.resolve_path(path), path)
    documents = task.check.documents if task.check else None
    named = {
        "participants": task.participants,
        "documents": documents.path if documents else None,
        "topics": task.topics.path if task.topics else None,
    }
    inputs |= {name: fingerprint(task.input(path), path) for name, path in named.items() if path}
    return {
        "task": task.name,
        "versions": versions(list_packages(task)),
        "inputs": inputs,
        **({} if known is None else {"residual": known.facts(judged)}),
        "runs": list(runs),
        "notes": [note.record() for note in notes],
        "plan": dict(pool.plan),
        "config": {"given": task.document.root if task.document else None},
    }
