"""Load a task file into a `Task`; every problem of it is found before any is raised."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from harness.config.problems import check_problems, compare_problems, gate_problems, pool_problems
from harness.config.run_files import add_participants, find_run_files
from harness.config.sources import TaskFolder, read_task
from harness.config.task import ALL_TOPICS, Task
from harness.config.yaml_positions import Path as KeyPath
from harness.config.yaml_positions import YamlDocument
from harness.core.dialects import DEFAULT_DIALECT, DIALECTS, get_dialect
from harness.core.errors import MeasureError, Problem, suggest
from harness.core.harmless import real_path, shown_path
from harness.core.identity import RunFile
from harness.core.notes import Note
from harness.evaluation.rules import Rules
from harness.evaluation.scoring import prepare_measures
from harness.formats.layouts import find_layout, layout_names
from harness.measures import AnyMeasure, parse_measures
from harness.measures.trec_names import NICKNAMES, expand_nickname, note_other_versions
from harness.settings.names import LABEL_KINDS, TOPIC_CHOICES
from harness.settings.task import TaskFile, TaskKeys

#: The end of the note on measures that a task cannot average.
_PRINTED = "harness eval prints it"


def load_task(
    path: str | os.PathLike[str], *, without: Collection[str] = (), **given: Mapping[str, Any]
) -> Task:
    """Load the task of a YAML file.

    Parameters
    ----------
    path
        The YAML file.
    without
        Keys to ignore.
    given
        Settings that override the file's, by the name of their key (``pool={"depth": 50}``); None
        leaves a key unchanged.

    Returns
    -------
    Task
        The checked task. Problems inside data files appear when they are read.

    Raises
    ------
    ConfigError
        With every problem, each with line, column and key: refusals of `read_task`; unknown keys;
        values of the wrong kind; missing files and patterns without a match; modules
        that cannot be loaded; unknown measures, dialects, summaries; measures that need a
        collection size; runs listed twice or with one name; subsets by attribute without topics.

    Examples
    --------
    >>> task = load_task("configs/demo.yaml", pool={"depth": 5})
    >>> task.name, len(task.runs), task.pool.depth
    ('demo', 9, 5)
    """
    document = read_task(path)
    for key, settings in given.items():
        document = document.with_settings(key, settings)
    return parse_task(document, Path(path).parent, Path(path).stem, without=without)


def load_runs(path: str | os.PathLike[str], *, groups: bool) -> list[RunFile]:
    """Load the runs of a task file for checks, even with equal names.

    Other keys are ignored, except ``participants`` with ``groups``. Raises `ConfigError` as
    `load_task`.
    """
    document, folder = read_task(path), Path(path).parent
    wanted = ("runs", "run_pattern", "check", *(("participants",) if groups else ()))
    root = {key: value for key, value in document.root.items() if key in wanted}
    document = replace(document, root=root)
    file, broken, problems = select_shaped(document, folder)
    files = find_run_files(file, document, folder, {})
    runs, wrong_rows, _ = add_participants(files, file.participants, document, folder)
    problems += [*_missing_keys(file, document, broken, ("runs",)), *files.problems, *wrong_rows]
    document.refuse(problems)
    return runs


def parse_task(
    document: YamlDocument,
    folder: Path,
    name: str,
    *,
    without: Collection[str] = (),
    tags: Mapping[str, str | None] = MappingProxyType({}),
) -> Task:
    """Build the task of a document whose paths start at ``folder``; errors as for `load_task`.

    ``name`` is the default name of the task; ``tags`` are known tags of runs.
    """
    document = replace(
        document, root={key: value for key, value in document.root.items() if key not in without}
    )
    file, broken, problems = select_shaped(document, folder)
    required = [key for key in ("qrels", "runs") if key not in without]
    problems += _missing_keys(file, document, broken, required)
    modules = list(_load_modules(file, document, folder))
    measures, wrong_measures = (
        (_Measures(), modules) if modules else _ready_measures(file, document, broken)
    )
    files = find_run_files(file, document, folder, tags)
    problems += [*wrong_measures, *files.problems, *_wrong_formats(file, document)]
    problems += _wrong_subsets(file, document, broken)
    problems += check_problems(file.check, document)
    runs, wrong_rows, absent = add_participants(files, file.participants, document, folder)
    problems += [*files.find_repeated_names(document), *wrong_rows]
    if not {"pool", "runs", "participants"} & broken and not wrong_rows:
        problems += pool_problems(file.pool, runs, document)
    if not {"compare", "measures", "measure_modules", "runs", "participants"} & broken:
        problems += compare_problems(file.compare, measures.ready, runs, document)
    if not {"gate", "runs", "participants"} & broken:
        problems += gate_problems(file.gate, runs, document)
    document.refuse(problems)
    keys = {key: getattr(file, key) for key in TaskKeys.model_fields}
    return Task(
        **keys,
        name=file.name or shown_path(name),
        runs=tuple(runs),
        measures=parse_measures(measures.ready),
        dialect=get_dialect(file.dialect),
        output=folder / real_path(file.output) if file.output else None,
        folder=folder,
        document=document,
        warnings=(*measures.warnings, *files.warnings, *absent),
    )


def select_shaped(
    document: YamlDocument, folder: Path | None
) -> tuple[TaskFile, set[str], list[Problem]]:
    """Return the valid keys, the names of invalid ones, and their problems.

    Without a ``folder`` files need not exist. A task of labels is refused: it has other keys.
    """
    if (kind := document.root.get("kind")) in LABEL_KINDS:
        hint = "harness labels TASK evaluates it"
        document.refuse(
            [document.problem(("kind",), f"a {kind} has no rankings, which this needs", hint=hint)]
        )
    context = None if folder is None else {"files": TaskFolder(folder)}
    try:
        return TaskFile.model_validate(document.root, context=context), set(), []
    except ValidationError as error:
        details = error.errors(include_url=False)
        problems = list(document.wrong_values(error, TaskFile))
    broken = {str(detail["loc"][0]) for detail in details}
    rest = {key: value for key, value in document.root.items() if key not in broken}
    return TaskFile.model_validate(rest, context=context), broken, problems


def _missing_keys(
    file: TaskFile, document: YamlDocument, broken: set[str], required: Iterable[str]
) -> Iterator[Problem]:
    for key in required:
        if key not in document.root:
            hint = "or name files of runs after the task" if key == "runs" else None
            yield document.problem((), f"the key {key!r} is missing", hint=hint)
        elif key not in broken and not getattr(file, key):
            yield document.problem((key,), "nothing is given")


def _wrong_formats(file: TaskFile, document: YamlDocument) -> Iterator[Problem]:
    asked: list[tuple[KeyPath, str | None, str]] = [
        (("topics", "format"), file.topics.format if file.topics else None, "topics"),
        (("qrels", "format"), file.qrels.format if file.qrels else None, "judgments"),
        (("documents", "format"), file.documents.format if file.documents else None, "documents"),
    ]
    asked += [
        (("known_judgments", index, "format"), source.format, "judgments")
        for index, source in enumerate(file.known_judgments)
    ]
    asked += [
        (("dimensions", name, "format"), source.format, "judgments")
        for name, source in file.dimensions.items()
    ]
    asked += [
        (("runs", index, "format"), entry.format, "runs") for index, entry in enumerate(file.runs)
    ]
    for key, name, kind in asked:
        if name is not None and find_layout(kind, name) is None:
            hint = suggest(name, layout_names(kind))
            yield document.problem(document.given(key), f"unknown format {name!r}", hint=hint)


def _load_modules(file: TaskFile, document: YamlDocument, folder: Path) -> Iterator[Problem]:
    """Load the modules of measures; files are relative to the task file."""
    for index, name in enumerate(file.measure_modules):
        from harness.measures.plugins import load_module

        is_file = name.endswith(".py") or "/" in name
        try:
            load_module(str(folder / name) if is_file else name)
        except MeasureError as error:
            for problem in error.problems:
                yield document.problem(("measure_modules", index), str(problem))


@dataclass(slots=True)
class _Measures:
    """Measures with the rules applied, and notes on them."""

    ready: list[AnyMeasure] = field(default_factory=list)
    warnings: dict[Note, None] = field(default_factory=dict)


def _ready_measures(
    file: TaskFile, document: YamlDocument, broken: set[str]
) -> tuple[_Measures, list[Problem]]:
    """Return the measures with rules applied, without text measures of a nickname."""
    rules = Rules(
        DIALECTS.get(file.dialect, DEFAULT_DIALECT),
        relevance_level=file.relevance_level,
        collection_size=1 if file.collection_size else 0,
    )
    measures = _Measures()
    problems: list[Problem] = []
    for index, name in enumerate(file.measures):
        path = document.given(("measures", index))
        try:
            asked = parse_measures(expand_nickname(name, rules.dialect) or name)
            texts = [measure.label for measure in asked if measure.summary == "text"]
            averaged = [measure for measure in asked if measure.summary != "text"]
            measures.ready += prepare_measures(averaged, rules) if averaged else ()
        except MeasureError as error:
            torn = "put quotes around a name with a comma" if name.isdecimal() else None
            problems += [
                document.problem(path, problem.message, hint=torn or problem.hint)
                for problem in error.problems
            ]
            continue
        messages = [f"{label} is a text, which has no average" for label in texts]
        if name in NICKNAMES:
            measures.warnings |= {
                Note("measure-left-out", f"{message}: left out; {_PRINTED}", subject=name): None
                for message in messages
            }
        else:
            problems += [document.problem(path, message, hint=_PRINTED) for message in messages]
    measures.warnings |= dict.fromkeys(note_other_versions(rules.dialect, measures.ready))
    if not measures.ready and not problems and "measures" not in broken:
        hint = "harness measures lists them"
        problems.append(document.problem(("measures",), "there is no measure", hint=hint))
    return measures, problems


def _wrong_subsets(file: TaskFile, document: YamlDocument, broken: set[str]) -> Iterator[Problem]:
    no_topics = file.topics is None and "topics" not in broken
    for name, entry in file.subsets.items():
        key = ("subsets", name)
        if name == ALL_TOPICS:
            yield document.problem(key, f"{ALL_TOPICS!r} is the name of the whole")
        if not entry.topics and not entry.where:
            yield document.problem(key, "the subset names no topic")
        if entry.where and no_topics:
            yield document.problem(key, "a subset by attribute needs the key 'topics'")
    if file.facets and no_topics:
        yield document.problem(("facets",), "facets need the key 'topics'")
    chosen, known = file.compare.topics, [*TOPIC_CHOICES, *file.subsets]
    if chosen not in known and not file.facets:  # values of facets are in the topics
        message, hint = f"unknown choice of topics {chosen!r}", suggest(chosen, known)
        yield document.problem(("compare", "topics"), message, hint=hint)
