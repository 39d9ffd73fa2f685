"""The workflow of pooling: choose documents of a task's runs for assessors, and rebuild a pool."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from harness.config import Task, load_task
from harness.config.loading import parse_task
from harness.config.sources import keep_inside
from harness.config.yaml_positions import YamlDocument
from harness.core.coverage import known_notes
from harness.core.errors import EvaluationError, InputError, Problem, refuse, some
from harness.core.execution import Workers
from harness.core.harmless import real_path
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.core.packages import pl
from harness.core.trust import trust
from harness.evaluation.judgments import KnownJudgments
from harness.formats.members import exists
from harness.formats.remote import keep_copies, watch
from harness.hypotheses import Evidence, KnownIdentifiers, mismatches
from harness.inputs.blocks import ByTopic, TaskRun
from harness.inputs.prepared import read_judgments, read_known_judgments, read_task_topics
from harness.inputs.reading import Progress
from harness.inputs.runs import collect_accepted, map_runs
from harness.pooling import Candidates, Plan, Pool, PoolStart, choose
from harness.pooling.candidates import Offer, offer, unanswered, unite
from harness.pooling.plan import note_unreached, parse_plan
from harness.pooling.pool import blank_qrels, list_earlier_documents
from harness.results.existing import LOG, MANIFEST, object_in
from harness.results.manifest import READER, repaired_note
from harness.results.pools import TASK_FOLDER, PoolFiles, pool_manifest, read_pool, write_pool
from harness.settings.pool import PooledRun, pooled_runs


@dataclass(frozen=True, eq=False)
class PoolInputs:
    """Candidates of a task, the manifest's record of each run, and notes.

    ``topics`` are all known ones: the task's, and those that runs answer.
    """

    candidates: Candidates
    runs: tuple[Mapping[str, Any], ...]
    notes: tuple[Note, ...]
    topics: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Pooling:
    """Pool of a task, with everything derived from it.

    ``qrels`` are the blank judgments; ``notes`` are for the organiser.
    """

    task: Task
    candidates: Candidates
    pool: Pool
    qrels: Qrels
    notes: tuple[Note, ...]
    manifest: Mapping[str, Any]

    def files(self) -> PoolFiles:
        """Return the files of the pool's directory."""
        return PoolFiles.of(self.pool, self.qrels, self.manifest)


@keep_copies()
def make_pool(
    task: Task | str | os.PathLike[str],
    *,
    before: PoolStart | None = None,
    workers: Workers = None,
    progress: Progress | None = None,
) -> Pooling:
    """Pool the documents of a task, or of the task of a file, by its key ``pool``.

    ``before`` has earlier judgments and pools, in place of the task's. The result does not depend
    on ``workers``. Raises `HarnessError` with the problems of all runs.
    """
    if not isinstance(task, Task):
        task = load_task(task, without=("qrels",))
    plan = parse_plan(task.pool, task.relevance_level)
    unchanged = watch(task.inputs())
    known = read_known_judgments(task)
    given = read_pool_start(task) if before is None else before
    before = given if known is None else given.without(known.leave_frame)
    offered = read_candidates(task, known=known, workers=workers, progress=progress)
    pool = choose(offered.candidates, plan, before=before)
    scarce = note_unreached(offered.candidates, plan, pool)
    notes = (
        *offered.notes,
        *_explain_left(given, before),
        *scarce,
        *_explain_unjudged(plan, before),
    )
    qrels = blank_qrels(pool, before.judged)
    manifest = pool_manifest(task, pool, offered.runs, notes, given.judged, known)
    unchanged()
    return Pooling(task, offered.candidates, pool, qrels, notes, manifest)


def read_pool_start(task: Task) -> PoolStart:
    """Read the judgments and the pool that a task starts from."""
    settings = task.pool
    judged = read_judgments(settings.judged, task) if settings.judged else None
    pooled = _earlier_pool(task, settings.pooled) if settings.pooled else None
    if settings.topics:
        wanted = pl.col("topic").is_in(settings.topics)
        if judged is not None:
            judged = replace(judged, frame=judged.frame.filter(wanted))
        if pooled is not None:
            pooled = replace(pooled, frame=pooled.frame.filter(wanted))
    return PoolStart(judged, pooled)


def _explain_left(given: PoolStart, before: PoolStart) -> Iterator[Note]:
    """Yield notes on documents outside the collection: not subtracted, kept or learned from."""
    for key, old, new in (
        ("pool.judged", given.judged, before.judged),
        ("pool.pooled", given.pooled, before.pooled),
    ):
        if old is not None and new is not None and (left := len(old) - len(new)):
            text = count_noun(left, f"document of {key}", "does not count")
            text = f"judged before (known_judgments): {text}"
            yield Note("known-not-counted", text, subject=key, numbers={"documents": left})


def _explain_unjudged(plan: Plan, before: PoolStart) -> list[Note]:
    """Return notes on unjudged documents, from which an adaptive strategy cannot learn."""
    if not plan.strategy.learns:
        return []
    if before.pooled is None:
        text = (
            f"nothing is judged: {plan.strategy.name} asks for all that the budget allows at once, "
        )
        text += "and learns nothing (with the key batch it asks in turns)"
        asks_once = before.judged is None and plan.batch is None
        return [Note("not-judged-yet", text, numbers={"documents": 0, "of": 0})] * asks_once
    grades = list_earlier_documents(before)["grade"]
    unjudged = grades.null_count()
    if not unjudged:
        return []
    documents = count_noun(unjudged, "document", of=len(grades))
    text = f"not judged: {documents} given before; {plan.strategy.name} learns nothing from them"
    return [Note("not-judged-yet", text, numbers={"documents": unjudged, "of": len(grades)})]


def _earlier_pool(task: Task, path: str) -> Pool:
    pool, _ = read_pool(task.resolve_path(path))
    if pool.plan.get("batch", 1) > 1 and pool.plan.get("earlier") != "keep":
        hint = "make it with --earlier keep, so that every batch is in it"
        message = "this pool leaves out what was pooled before it, which would be asked for again"
        raise InputError(Problem(message, path, hint=hint))
    return pool


def read_candidates(
    task: Task,
    *,
    known: KnownJudgments | None = None,
    workers: Workers = None,
    progress: Progress | None = None,
) -> PoolInputs:
    """Read the candidates of the pooled runs; raises `EvaluationError` with all their problems.

    Pooled are the topics in ``pool.topics``, which must all be answered; else the task's topics,
    else all. ``known`` are the task's known judgments if they have been read already.
    """
    settings = task.pool
    given = read_task_topics(task)
    own = tuple(given)
    topics = settings.topics or own or None
    chosen = pooled_runs(settings, task.runs)
    depths = {pooled.file.path: pooled.depth for pooled in chosen}

    def offered(read: TaskRun) -> Offer:
        depth, group = depths[read.file.path], read.file.group or None
        return offer(read.run, depth=depth, group=group, order=settings.order, topics=topics)

    def finish(read: TaskRun, offers: Sequence[Offer]) -> tuple[Offer, Mapping[str, Any]]:
        offered_docs = Offer.join(offers)
        return offered_docs, _facts(read, offered_docs, topics)

    read = collect_accepted(
        map_runs(
            task,
            ByTopic(offered, finish),
            files=[pooled.file for pooled in chosen],
            topics=own,
            known=known,
            ranks=settings.order == "rank",
            workers=workers,
            progress=progress,
        ),
        task,
    )
    if not read:
        raise EvaluationError("no runs to pool")
    candidates = unite([offered for offered, _ in read], settings.order)
    described = tuple(facts for _, facts in read)
    missing = [
        Note("topic-unanswered", problem.message)
        for problem in unanswered(topics or (), candidates)
    ]
    if settings.topics:
        refuse(unanswered(settings.topics, candidates), EvaluationError)
    if not candidates.topics:
        problem = Problem("no run answers any of the topics", hint=some(list(topics or ())))
        doubts = [Note.of(note) for run in described for note in run["warnings"]]
        causes_of = [Problem(note.text, note.where) for note in doubts if note.code == "doubt"]
        raise EvaluationError([problem, *causes_of])
    notes = (
        *task.warnings,
        *task.input_notes(task.topics, given),
        *missing,
        *_remarks(task, chosen, described),
    )
    every = tuple(dict.fromkeys((*own, *candidates.topics)))
    return PoolInputs(candidates, described, notes, every)


def _facts(read: TaskRun, offered: Offer, topics: Collection[str] | None) -> Mapping[str, Any]:
    """Return the record of a run and its file."""
    file = read.file
    answered = set(offered.documents["topic"].unique())
    doubts = () if answered or not topics else _doubts(read, topics)
    return {
        "name": read.run.name,
        **read.facts,
        "warnings": [*read.facts["warnings"], *(note.record() for note in doubts)],
        "priority": file.priority,
        "depth": offered.depth,
        "topics": {
            "pooled": len(answered),
            "missing": [topic for topic in topics or () if topic not in answered],
            "extra": sorted(set(read.topics) - set(topics or read.topics), key=str.encode),
        },
    }


def _doubts(read: TaskRun, topics: Collection[str]) -> tuple[Note, ...]:
    """Return the likely reason why a run answers no topic, usually another spelling."""
    known = KnownIdentifiers.of("those of the task", tuple(topics))
    return mismatches(Evidence("run", given=read.topics, topics=known), ("topics",), read.file.path)


def _remarks(
    task: Task, chosen: list[PooledRun], described: tuple[Mapping[str, Any], ...]
) -> Iterator[Note]:
    """Yield notes on the runs for organisers."""
    if left := len(task.runs) - len(chosen):
        text = f"not pooled: {count_noun(left, 'run', of=len(task.runs))}"
        yield Note("runs-not-pooled", text, numbers={"runs": left, "of": len(task.runs)})
    for key, words in (("missing", "not all topics"), ("extra", "other topics too")):
        names = [run["name"] for run in described if run["topics"][key]]
        if names:
            text = f"runs that answer {words}: {len(names)} ({some(names)})"
            yield Note(f"pool-topics-{key}", text, numbers={"runs": len(names)})
    yield from known_notes(len(described), [run.get("known", 0) for run in described])
    for run in described:
        if run.get("repairs"):
            yield repaired_note(run["name"], run["repairs"])
        yield from map(Note.of, run["warnings"])


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """Rebuilt pool: its files that differ, and its inputs that have changed."""

    pooling: Pooling
    different: tuple[str, ...]
    changed: tuple[str, ...]


def rebuild(directory: str | os.PathLike[str], folder: Path | None = None) -> Rebuilt:
    """Build the pool of a directory again, from its manifest, and compare every byte.

    ``folder`` is the start of the task's relative paths. By default it is the folder of the task
    file, relative to the pool, if all inputs are there: a pool may move together with its task.
    Else it is the original folder. An untrusted pool must not choose its folder: without ``folder``
    it is refused. Raises `InputError` for a directory without a pool and for missing inputs, and
    errors as `make_pool`.
    """
    _, manifest = read_pool(directory)
    given = manifest.get("config", {}).get("given")
    where = os.path.join(directory, MANIFEST)  # noqa: PTH118  (shown as it was given)
    if not isinstance(given, dict):
        raise InputError(Problem("the manifest does not hold the task", where))
    start = _find_start(Path(directory), manifest, folder)
    document = YamlDocument(where, given)
    keep_inside(document, start)
    pooling = make_pool(parse_task(document, start, str(manifest.get("task")), without=("qrels",)))
    with TemporaryDirectory() as scratch:
        made = write_pool(pooling.files(), Path(scratch, "pool"))
        names = sorted({*_files_in(made), *_files_in(Path(directory))} - {LOG})
        different = [name for name in names if not _same(made / name, Path(directory, name))]
    then, now = _hashes(manifest), _hashes(pooling.manifest)
    changed = sorted(path for path in then | now if then.get(path) != now.get(path))
    return Rebuilt(pooling, tuple(different), tuple(changed))


def _find_start(directory: Path, manifest: Mapping[str, Any], folder: Path | None) -> Path:
    """Return the start of the task's relative paths: the folder with all inputs of the pool.

    By default the task file's folder relative to the pool, which may have moved with its task, is
    tried first, then the original folder.
    """
    log = object_in(directory / LOG)
    beside, once = log.get(TASK_FOLDER), log.get("task_file")
    folders = [folder] if folder is not None else []
    follows_task = (
        folder is None and trust().anywhere
    )  # else a foreign pool would choose its own bounds
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
    paths = [
        entry["path"] for entry in _list_records(manifest) if isinstance(entry.get("path"), str)
    ]
    absent = [[path for path in paths if not exists(start / real_path(path))] for start in folders]
    # Among folders without any input the last one, as written in the log, is named.
    best = min(reversed(range(len(folders))), key=lambda number: len(absent[number]))
    best = absent.index([]) if [] in absent else best
    refuse(
        Problem("this input of the pool is not there", str(folders[best] / path), hint=hint)
        for path in map(real_path, absent[best])
    )
    return folders[best]


def _files_in(directory: Path) -> set[str]:
    return {p.relative_to(directory).as_posix() for p in directory.rglob("*") if p.is_file()}


def _same(left: Path, right: Path) -> bool:
    """Return whether files are equal, ignoring whether kernel or twin read the lines."""
    if not left.is_file() or not right.is_file():
        return False
    if left.name == MANIFEST:
        return _without_reader(left) == _without_reader(right)
    return left.read_bytes() == right.read_bytes()


def _without_reader(path: Path) -> dict[str, Any]:
    manifest = object_in(path)
    used = {name: used for name, used in manifest.get("versions", {}).items() if name != READER}
    return {**manifest, "versions": used}


def _list_records(manifest: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """Return the records of all inputs and runs in the manifest."""
    return (*manifest.get("inputs", {}).values(), *manifest.get("runs", ()))


def _hashes(manifest: Mapping[str, Any]) -> dict[str, str]:
    described = _list_records(manifest)
    return {
        str(entry.get("path") or entry.get("dataset")): str(entry.get("sha256"))
        for entry in described
    }
