"""The task file of a classification, a regression or a clustering, and how it becomes a task."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field, ValidationError

from harness.config.loading import wrong_values
from harness.config.participants import with_rows
from harness.config.parts import ExistingFile, path_alone
from harness.config.run_files import list_run_files
from harness.config.schema import RunEntry
from harness.config.sources import seen_from
from harness.config.yaml_positions import YamlDocument, read_yaml
from harness.core.errors import MeasureError, Problem, suggest
from harness.core.identity import RunFile
from harness.core.labelling import LABEL_KINDS
from harness.core.notes import Note
from harness.core.settings import (
    Count,
    Names,
    Natural,
    OneOf,
    SettingsModel,
    Text,
    Texts,
    Within,
    listed_entry,
)
from harness.formats.labels import LABEL_LAYOUTS
from harness.formats.tablefiles import TABLE_SUFFIXES
from harness.labels.measures import (
    DEFAULT_LABEL_MEASURES,
    LabelMeasure,
    label_measure,
    missing_needs,
)

_Weight = Annotated[float, Within(0, closed=True)]


class LabelTaskFile(SettingsModel):
    """One evaluation of labels, numbers or clusters: which runs, against which gold standard."""

    kind: Annotated[Text, OneOf("kind", LABEL_KINDS)] = Field(description="What runs are.")
    name: Text | None = Field(default=None, description="The task's name. Default: the file's.")
    gold: ExistingFile = Field(
        description="The gold standard: lines `item<TAB>label`, or a table (CSV, JSON, JSON lines, "
        "Parquet) with the columns `item` and `label`."
    )
    runs: Annotated[
        tuple[Annotated[RunEntry, BeforeValidator(path_alone)], ...], BeforeValidator(listed_entry)
    ] = Field(
        description="The runs, as of all tasks: files like the gold standard, perhaps with a third "
        "field or column `score`."
    )
    participants: ExistingFile | None = Field(
        default=None,
        description="A table of the runs: a column `run`, perhaps `group`, and any attributes.",
    )
    run_pattern: Text | None = Field(
        default=None, description="A regular expression that tells group and name of runs."
    )
    measures: Names = Field(
        default=(),
        description="The measures; the first sorts the leaderboard. Default: those of the kind.",
    )
    labels: Texts = Field(
        default=(), description="The labels there are. Default: those of the gold standard."
    )
    positive: Text | None = Field(
        default=None,
        description="Of two labels the one that is looked for. Scores are of it: the higher, the "
        "more likely.",
    )
    missing: Annotated[Text, OneOf("policy", ("refuse", "wrong"))] = Field(
        default="refuse",
        description="Runs without a label for some items: `refuse` them, or of a classification "
        "count these items as `wrong`.",
    )
    costs: dict[Text, dict[Text, _Weight]] = Field(
        default_factory=dict,
        description="What labels cost, by gold label and label: `{spam: {ham: 1}, ham: {spam: "
        "10}}`. Right ones cost nothing unless given; no label costs what the worst one does.",
    )
    weights: dict[Text, _Weight] = Field(
        default_factory=dict,
        description="How much items of a gold label count in `weighted_accuracy`. Default: 1.",
    )
    vectors: ExistingFile | None = Field(
        default=None,
        description="The vectors of the items that were clustered: `item number number …` a line.",
    )
    confidence: Annotated[float, Within(0, 1)] = Field(
        default=0.95, description="The confidence of intervals."
    )
    samples: Count = Field(
        default=2000, description="How many draws of items intervals and tests take."
    )
    seed: Natural = Field(default=1, description="The seed of all that is random.")
    output: Text | None = Field(
        default=None, description="The directory for the results, relative to the task file."
    )


@dataclass(frozen=True, eq=False)
class LabelTask:
    """A task of labels, checked: its ``keys``, run files and measures, and where paths start."""

    name: str
    keys: LabelTaskFile
    runs: tuple[RunFile, ...]
    measures: tuple[LabelMeasure, ...]
    folder: Path
    document: YamlDocument
    warnings: tuple[Note, ...] = ()

    @property
    def output(self) -> Path | None:
        """The directory that the task names for its results."""
        return self.folder / self.keys.output if self.keys.output else None


def label_document(path: str | os.PathLike[str]) -> YamlDocument | None:
    """The file of a task whose runs are no rankings; None for whatever else.

    What is wrong with other files is said by those who read them.
    """
    try:
        if b"kind" not in Path(path).read_bytes():
            return None
    except OSError:
        return None
    document = read_yaml(path)
    return document if document.root.get("kind") in LABEL_KINDS else None


def load_label_task(document: YamlDocument, runs: Sequence[str] = ()) -> LabelTask:
    """The task of a file; with ``runs``, files or names of its runs, in the place of its own.

    Raises `ConfigError` with every problem, each with line, column and key.
    """
    folder = Path(document.source).parent
    if files := [run for run in runs if Path(run).exists()]:
        own = document.root.get("runs") or []
        known = {Path(folder, str(_path(run))).resolve(): run for run in listed_entry(own)}
        entries = [known.get(Path(file).resolve(), seen_from(folder, file)) for file in files]
        entries += [run for run in runs if run not in files]  # which are refused as no files
        document = replace(
            document,
            root={**document.root, "runs": entries},
            replaced=document.replaced | {("runs",)},
        )
    try:
        keys = LabelTaskFile.model_validate(document.root, context={"folder": folder})
    except ValidationError as error:
        document.refuse(wrong_values(error, document, LabelTaskFile))
        raise
    files_there = list_run_files(keys.runs, keys.run_pattern, document, folder)
    chosen = [replace(run, name=run.name or _stem(run)) for run in files_there.runs]
    chosen, wrong_rows, absent = with_rows(chosen, keys.participants, document, folder)
    files_there.runs = chosen
    measures, wrong = _measures(keys, document)
    problems = [*files_there.problems, *files_there.clashes(document), *wrong]
    problems += [*wrong_rows, *_wrong_keys(keys, document)]
    if runs and not files:
        names = [run.run_name for run in chosen]
        problems += [
            Problem(f"unknown run {run!r}", hint=suggest(run, names))
            for run in runs
            if run not in names
        ]
        chosen = [run for run in chosen if run.run_name in runs]
    document.refuse(problems)
    name = keys.name or Path(document.source).stem
    return LabelTask(name, keys, tuple(chosen), tuple(measures), folder, document, tuple(absent))


def _path(entry: object) -> object:
    return entry.get("path") if isinstance(entry, dict) else entry


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
    given = [key for key in ("positive", "costs", "weights", "vectors") if getattr(keys, key)]
    for index, need in missing_needs(measures, given):
        message = f"{measures[index].name} needs the key {need!r}"
        problems.append(document.problem(document.given(("measures", index)), message))
    return measures, problems


def _wrong_keys(keys: LabelTaskFile, document: YamlDocument) -> Iterator[Problem]:
    """Keys that mean nothing to a kind, and formats and priorities that do not exist."""
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
