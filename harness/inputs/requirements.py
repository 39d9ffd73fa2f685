"""Read the requirements of a task for checks: rules, topics and lists of documents."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from harness.config import Task, load_task
from harness.config.loading import select_shaped
from harness.config.problems import check_problems
from harness.config.sources import missing_file, read_task
from harness.core.errors import (
    ConfigError,
    DatasetError,
    EvaluationError,
    InputError,
    MeasureError,
    UnavailableError,
)
from harness.core.model import Run
from harness.core.notes import Note
from harness.evaluation.judgments import KnownJudgments
from harness.evaluation.scoring import summarise_judged
from harness.formats.ir_datasets import DATASET_PREFIX, document_finder
from harness.formats.side_tables import read_document_ids
from harness.hypotheses import KnownIdentifiers
from harness.inputs.prepared import (
    EvaluationSetup,
    Inputs,
    read_known_judgments,
    read_task_qrels,
    read_task_topics,
)
from harness.settings.check import CheckSettings
from harness.settings.sources import TextSource
from harness.settings.task import CollectionSize, TaskFile, TaskKeys
from harness.validation import (
    Requirements,
    find_known,
    find_listed,
    find_matching,
)

T = TypeVar("T")


def read_requirements(
    task: Task, topics: Collection[str] | None = None, known: KnownJudgments | None = None
) -> Requirements:
    """Return the requirements of the key ``check`` of a task, the default ones without it.

    ``topics`` and ``known`` judgments are the task's, if they have been read already.
    Raises `HarnessError` for files and datasets that cannot be read.
    """
    settings = task.check or CheckSettings()
    known = known or read_known_judgments(task)
    ids = settings.topic_ids() or tuple(topics if topics is not None else read_task_topics(task))
    made = _requirements(settings, ids, _documents(settings, task), known)
    return replace(made, ignore_identical=task.ignore_identical)


def load_requirements(path: str | os.PathLike[str], *, download: bool = False) -> Requirements:
    """Load the requirements of a task file, even without the other files that it names.

    Participants have only the organisers' task file and their own runs. ``not_checked`` lists the
    checks that missing files prevent. The documents of a dataset are downloaded only with
    ``download``; then also those of other keys. Raises `ConfigError` for wrong keys and values, and
    `InputError` for an existing file that cannot be read.
    """
    document = read_task(path)
    file, broken, problems = select_shaped(document, None)
    if "check" not in broken:
        problems += check_problems(file.check, document)
    document.refuse(problems)
    settings = file.check or CheckSettings()
    folder = Path(path).parent
    keys = {key: getattr(file, key) for key in TaskKeys.model_fields}
    task = Task(**keys, name=file.name or "", folder=folder, document=document)
    if download:
        _download(file.documents, file.collection_size)

    def opened() -> KnownIdentifiers | None:
        documents = _documents(settings, task, download=download)
        if documents is not None:
            documents.has(["?"])  # fails at once if the store cannot be opened
        return documents

    missing: list[str] = []
    ids = settings.topic_ids()
    notes: tuple[Note, ...] = ()
    if not ids:
        own = [file.topics.path if file.topics else None]
        topics = _if_there("topics", own, folder, missing, lambda: read_task_topics(task))
        if topics is not None:
            ids, notes = tuple(topics), task.input_notes(task.topics, topics)
    universe = [settings.documents.path if settings.documents else None]
    documents = _if_there("documents", universe, folder, missing, opened)
    earlier = [source.path for source in task.known_judgments]
    known = _if_there(
        "known judgments", earlier, folder, missing, lambda: read_known_judgments(task)
    )
    requirements = _requirements(settings, ids, documents, known, tuple(missing))
    return replace(
        requirements,
        ignore_identical=task.ignore_identical,
        notes=notes,
        measured=TaskJudgments(os.fspath(path)) if file.qrels else None,
    )


def _download(*sources: TextSource | CollectionSize | None) -> None:
    for source in sources:
        if source is not None and source.dataset is not None:
            document_finder(source.dataset, download=True)


def _requirements(
    settings: CheckSettings,
    topics: tuple[str, ...],
    documents: KnownIdentifiers | None,
    known_judgments: KnownJudgments | None,
    not_checked: tuple[str, ...] = (),
) -> Requirements:
    return Requirements(
        tag=settings.tag,
        tag_is_file_name=settings.tag_is_file_name,
        layouts=settings.layout,
        depth=settings.depth,
        least_depth=settings.least_depth,
        topics=topics or None,
        all_topics=settings.all_topics,
        documents=documents,
        passages=settings.passages,
        first_rank=settings.first_rank,
        unique_tags=settings.unique_tags,
        runs_per_group=settings.runs_per_group,
        severity=settings.severity,
        repairs=settings.repairs,
        known_judgments=known_judgments,
        not_checked=not_checked,
    )


def _documents(
    settings: CheckSettings, task: Task, *, download: bool = False
) -> KnownIdentifiers | None:
    entry = settings.documents
    if entry is None:
        return None
    if entry.pattern is not None:
        return find_matching(entry.pattern)
    if entry.dataset is not None:
        return find_known(
            document_finder(entry.dataset, download=download), f"{DATASET_PREFIX}{entry.dataset}"
        )
    return find_listed(read_document_ids(task.input(entry.path or "")), entry.path or "")


def _if_there(
    what: str, paths: Iterable[str | None], folder: Path, missing: list[str], read: Callable[[], T]
) -> T | None:
    """Call ``read``; None if its files are missing, with the reason in ``missing``."""
    for path in paths:
        if path is not None and (problem := missing_file(path, folder)):
            missing.append(f"{what}: {problem[0]}")
            return None
    try:
        return read()
    except DatasetError as error:
        missing.append(f"{what}: {error.problems[0]}")
        return None


#: The keys of a task that affect one measure. No module is executed for a check.
_MEASURED = frozenset(
    {
        "name",
        "qrels",
        "known_judgments",
        "measures",
        "dialect",
        "topic_policy",
        "relevance_level",
        "depth",
        "judged_only",
        "ignore_identical",
    }
)


class TaskJudgments:
    """Judgments and first measure of a task file, read on first use, also for other processes.

    They score runs before and after repairs.
    """

    def __init__(self, path: str) -> None:
        self._path = path

    @cached_property
    def task(self) -> Task | None:
        """The task, with the keys for scoring; None if that needs a download.

        None, too, if a named file is missing: participants do not have all.
        """
        with suppress(ConfigError, UnavailableError):
            task = load_task(self._path, without=TaskFile.model_fields.keys() - _MEASURED)
            if all(source and source.path for source in (task.qrels, *task.known_judgments)):
                return task
        return None

    @cached_property
    def prepared(self) -> EvaluationSetup | None:
        """The setup to score a run; None if task or judgments do not allow it."""
        with suppress(InputError, EvaluationError, MeasureError, UnavailableError):
            if (task := self.task) is not None:
                inputs = Inputs.of(read_task_qrels(task), read_known_judgments(task))
                return EvaluationSetup.of(inputs, task.measures[:1], task.rules())
        return None

    @cached_property
    def ignore_identical(self) -> bool:
        """Whether documents that are their topic leave the runs."""
        return self.task is not None and self.task.ignore_identical

    def measure(self) -> str:
        """Return the name of the measure; "" if no judgments can be read."""
        return self.prepared.measures[0].label if self.prepared else ""

    def value(self, run: Run) -> float | None:
        """Return the value of a run, without documents that do not count; None if unknown."""
        if (prepared := self.prepared) is None:
            return None
        # A run that cannot be evaluated (a document twice, no topic in common) has no value.
        with suppress(InputError, EvaluationError):
            run = run.without_identical() if self.ignore_identical else run
            known = prepared.inputs.known
            _, seen = prepared.joined(run if known is None else known.leave(run))
            return next(iter(summarise_judged(seen, prepared.measures, prepared.rules).values()))
        return None

    def documents(self) -> KnownIdentifiers | None:
        """Return the judged documents."""
        return self.prepared.judged.known[1] if self.prepared else None

    def topics(self) -> tuple[str, ...]:
        """Return the judged topics."""
        return self.prepared.judged.topics if self.prepared else ()

    def __getstate__(self) -> dict[str, object]:
        ready = {name: getattr(self, name) for name in ("prepared", "ignore_identical")}
        return {"_path": self._path, **ready}
