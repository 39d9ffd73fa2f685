"""Task files of classifications, regressions and clusterings."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import ValidationError

from harness.config.run_files import RunFiles, list_run_files
from harness.config.sources import TaskFolder, read_task, rebase_path
from harness.config.yaml_positions import YamlDocument
from harness.core.errors import MeasureError, Problem, suggest, unknown
from harness.core.harmless import real_path, shown_path
from harness.core.identity import NAME_IN_TASK, RunFile, find_name_clashes
from harness.formats.files import TABLE_SUFFIXES
from harness.formats.labels import LABEL_LAYOUTS
from harness.labels.measures import DEFAULT_LABEL_MEASURES, LabelMeasure, label_measure
from harness.settings.model import make_entry_list
from harness.settings.task import LabelTaskFile


@dataclass(frozen=True, eq=False)
class LabelTask:
    """Checked task of labels: its ``keys``, run files and measures; paths start at ``folder``."""

    name: str
    keys: LabelTaskFile
    runs: tuple[RunFile, ...]
    measures: tuple[LabelMeasure, ...]
    folder: Path
    document: YamlDocument


def load_label_task(path: str | os.PathLike[str], runs: Sequence[str] = ()) -> LabelTask:
    """Read a task of labels; ``runs`` are files, or names of its runs, that replace all.

    Raises `ConfigError` with every problem, each with line, column and key.
    """
    document = read_task(path, LabelTaskFile)
    folder = Path(document.source).parent
    if files := [run for run in runs if Path(run).exists()]:
        own = document.root.get("runs") or []
        known = {
            Path(folder, real_path(str(path))).resolve(): run
            for run in make_entry_list(own)
            for path in [run.get("path") if isinstance(run, dict) else run]
        }
        entries = [known.get(Path(file).resolve(), rebase_path(folder, file)) for file in files]
        entries += [run for run in runs if run not in files]  # refused as missing files
        document = replace(
            document,
            root={**document.root, "runs": entries},
            replaced=document.replaced | {("runs",)},
        )
    try:
        keys = LabelTaskFile.model_validate(document.root, context={"files": TaskFolder(folder)})
    except ValidationError as error:
        document.refuse(document.wrong_values(error, LabelTaskFile))
        raise
    files_there = list_run_files(keys.runs, None, document, folder)
    chosen = [replace(run, name=run.name or _stem(run)) for run in files_there.runs]
    files_there.runs = chosen
    measures, wrong = _measures(keys, document)
    problems = [*files_there.problems, *_clashes(files_there, document), *wrong]
    problems += _wrong_keys(keys, document)
    if runs and not files:
        names = dict.fromkeys(run.run_name for run in chosen)
        problems += [unknown("run", run, names) for run in runs if run not in names]
        chosen = [run for run in chosen if run.run_name in runs]
    document.refuse(problems)
    name = keys.name or shown_path(Path(document.source).stem)
    return LabelTask(name, keys, tuple(chosen), tuple(measures), folder, document)


def _stem(run: RunFile) -> str:
    path = Path(run.run_name)
    return path.stem if path.suffix.lower() in TABLE_SUFFIXES else run.run_name


def _measures(
    keys: LabelTaskFile, document: YamlDocument
) -> tuple[list[LabelMeasure], list[Problem]]:
    measures: list[LabelMeasure] = []
    problems: list[Problem] = []
    for index, name in enumerate(keys.measures or DEFAULT_LABEL_MEASURES[keys.kind]):
        try:
            measures.append(label_measure(name, keys.kind))
        except MeasureError as error:
            path = document.given(("measures", index))
            problems += [document.problem(path, p.message, hint=p.hint) for p in error.problems]
    for index, measure in enumerate(measures):
        for need in ("positive", "costs", "weights", "vectors"):
            if need in measure.needs and not getattr(keys, need):
                path = document.given(("measures", index))
                problems.append(document.problem(path, f"{measure.name} needs the key {need!r}"))
    return measures, problems


def _wrong_keys(keys: LabelTaskFile, document: YamlDocument) -> Iterator[Problem]:
    """Yield problems of keys that a kind does not have, of unknown formats, and of priorities."""
    unfit = {"clustering": ("missing", "labels"), "regression": ("missing", "labels", "vectors")}
    own = ("positive", "costs", "weights")
    for key in (*unfit.get(keys.kind, ("vectors",)), *(own if keys.kind in unfit else ())):
        if key in document.root:
            yield document.problem((key,), f"a {keys.kind} has no such key")
    for index, entry in enumerate(keys.runs):
        path = document.given(("runs", index, "format"))
        if entry.format is not None and entry.format not in LABEL_LAYOUTS:
            hint = suggest(entry.format, LABEL_LAYOUTS)
            yield document.problem(path, f"unknown format {entry.format!r}", hint=hint)
        if entry.priority is not None:
            path = document.given(("runs", index, "priority"))
            yield document.problem(path, "nothing is pooled: runs of labels have no priority")


def _clashes(files: RunFiles, document: YamlDocument) -> Iterator[Problem]:
    for clash in find_name_clashes(((run.run_name, run.path) for run in files.runs), NAME_IN_TASK):
        yield document.problem(("runs",), clash.message, hint=clash.hint)
