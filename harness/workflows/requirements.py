"""What a task asks of a run, made ready for checking: topics and lists of documents are read."""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import polars as pl

from harness.config import Task
from harness.config.check import CheckSettings, check_problems
from harness.config.parts import TextSource
from harness.config.schema import CollectionSize, TaskKeys
from harness.config.schema_validation import shaped
from harness.config.sources import missing_file
from harness.config.yaml_positions import read_yaml
from harness.core.errors import ConfigError, DatasetError
from harness.evaluation.residual import KnownJudgments
from harness.formats.documents import read_document_ids
from harness.formats.ir_datasets import DATASET_PREFIX, document_finder
from harness.validation import KnownDocuments, Requirements, listed, looked_up, matching
from harness.workflows.inputs import known_of, topics_of
from harness.workflows.measuring import measured_by


def requirements_of(
    task: Task, topics: Collection[str] | None = None, known: KnownJudgments | None = None
) -> Requirements:
    """What the key ``check`` of a task asks for; without one, what is asked for by default.

    ``topics`` and ``known`` judgments are those of the task where they have been read already.
    Raises `HarnessError` for files and datasets that cannot be read.
    """
    settings = task.check or CheckSettings()
    known = known or known_of(task)
    ids = settings.topic_ids() or tuple(topics if topics is not None else topics_of(task))
    return _requirements(settings, ids, _documents(settings, task), known)


def load_requirements(path: str | os.PathLike[str], *, download: bool = False) -> Requirements:
    """What a task file asks for, as far as it can be known where only that file is.

    Participants have the organisers' task file and their own runs. Whatever else it names need not
    be there; ``not_checked`` says what could not be checked without it. The documents of a dataset
    are downloaded only with ``download``; then also those that other keys name. Raises
    `ConfigError` for wrong keys and values, and `InputError` for a file that is there and cannot be
    read.
    """
    document = read_yaml(path)
    file, broken, problems = shaped(document, None)
    if "check" not in broken:
        problems += check_problems(file.check, document)
    if problems:
        raise ConfigError(sorted(problems, key=lambda one: (one.line or 0, one.column or 0)))
    settings = file.check or CheckSettings()
    folder = Path(path).parent
    keys = {key: getattr(file, key) for key in TaskKeys.model_fields}
    task = Task(**keys, name=file.name or "", folder=folder, document=document)
    if download:
        _download(file.documents, file.collection_size)
    said: list[str] = []
    ids = settings.topic_ids() or _topics(task, said)
    documents = _known_documents(settings, task, said, download=download)
    known = _known_judgments(task, said)
    requirements = _requirements(settings, ids, documents, known, tuple(said))
    return replace(requirements, measured=measured_by(path) if file.qrels else None)


def _download(*sources: TextSource | CollectionSize | None) -> None:
    for source in sources:
        if source is not None and source.dataset is not None:
            document_finder(source.dataset, download=True)


def _requirements(
    settings: CheckSettings,
    topics: tuple[str, ...],
    documents: KnownDocuments | None,
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
) -> KnownDocuments | None:
    entry = settings.documents
    if entry is None:
        return None
    if entry.pattern is not None:
        return matching(entry.pattern)
    if entry.dataset is not None:
        return looked_up(
            document_finder(entry.dataset, download=download), f"{DATASET_PREFIX}{entry.dataset}"
        )
    return listed(read_document_ids(task.place(entry.path or "")), entry.path or "")


def _topics(task: Task, said: list[str]) -> tuple[str, ...]:
    """The topics of a task, or why there are none."""
    path = task.topics.path if task.topics else None
    if path is not None and (missing := missing_file(path, task.folder)):
        said.append(f"topics: {missing[0]}")
        return ()
    try:
        return tuple(topics_of(task))
    except DatasetError as error:
        said.append(f"topics: {error.problems[0]}")
        return ()


def _known_documents(
    settings: CheckSettings, task: Task, said: list[str], *, download: bool
) -> KnownDocuments | None:
    """The documents of a task, or why they are not known."""
    path = settings.documents.path if settings.documents else None
    if path is not None and (missing := missing_file(path, task.folder)):
        said.append(f"documents: {missing[0]}")
        return None
    try:
        documents = _documents(settings, task, download=download)
        if documents is not None:
            documents.known(pl.Series(["?"]))  # a store that cannot be opened says so at once
    except DatasetError as error:
        said.append(f"documents: {error.problems[0]}")
        return None
    return documents


def _known_judgments(task: Task, said: list[str]) -> KnownJudgments | None:
    """The judgments of earlier rounds, or why they are not known."""
    for source in task.known_judgments:
        if source.path is not None and (missing := missing_file(source.path, task.folder)):
            said.append(f"known judgments: {missing[0]}")
            return None
    try:
        return known_of(task)
    except DatasetError as error:
        said.append(f"known judgments: {error.problems[0]}")
        return None
