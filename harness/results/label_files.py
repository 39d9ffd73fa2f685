"""A directory of results of labels, read back."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from harness.config.labels import LabelTask, LabelTaskFile
from harness.config.yaml_positions import YamlDocument
from harness.core.arrays import Floats
from harness.core.identity import RunFile
from harness.core.labelling import Labelling
from harness.core.notes import Note
from harness.labels.batch import LabelBatch, paired
from harness.labels.measures import label_measure
from harness.results.atomic import opened
from harness.results.labels import (
    LABEL_RESULTS,
    GoldStandard,
    LabelEvaluation,
    LabelRun,
    gold_fields,
)
from harness.validation import Finding


def read_label_results(directory: str | os.PathLike[str]) -> LabelEvaluation:
    """The evaluation that a directory of results is of, as far as it was written.

    Vectors of items are not kept, so that nothing can be computed anew from them. Raises
    `InputError` for files that are not there or were changed.
    """
    with opened(directory, LABEL_RESULTS) as (folder, manifest):
        return _evaluation(folder, manifest)


def _evaluation(folder: Path, manifest: Mapping[str, Any]) -> LabelEvaluation:
    keys = LabelTaskFile.model_construct(**manifest["config"])
    measures = tuple(label_measure(own["name"], keys.kind) for own in manifest["measures"])
    files = [_file(run) for run in manifest["runs"]]
    task = LabelTask(
        manifest["task"],
        keys,
        tuple(files),
        measures,
        folder,
        YamlDocument(str(folder), {}, {}, {}),
    )
    numbers = keys.kind == "regression"
    kinds = dict.fromkeys(("gold", "label"), pl.Float64 if numbers else pl.String)
    types = {"run": pl.String, "item": pl.String, **kinds}
    items = pl.read_csv(folder / "items.csv", schema_overrides=types)
    parts = {str(name): part for (name,), part in items.group_by("run", maintain_order=True)}
    first = next(iter(parts.values()))
    labelling = _labelling(first, "gold", numbers)
    classes = tuple(manifest["labels"])
    gold = GoldStandard(labelling, classes, gold_fields(keys, classes))
    runs = tuple(LabelRun(file, (), _batch(gold, parts[file.run_name], numbers)) for file in files)
    refused = tuple(
        LabelRun(
            _file(run), tuple(Finding("unreadable", "error", text, "") for text in run["problems"])
        )
        for run in manifest["refused"]
    )
    notes = tuple(Note.of(note) for note in manifest["notes"])
    cells = _scores(folder, task)
    return LabelEvaluation(task, gold, runs, refused, *cells, notes)


def _file(run: dict[str, Any]) -> RunFile:
    return RunFile(run["path"], run["name"], run["group"], attributes=run["attributes"])


def _labelling(part: pl.DataFrame, column: str, numbers: bool) -> Labelling:
    part = part.filter(pl.col(column).is_not_null())
    values = np.array(part[column].to_list(), dtype=np.float64 if numbers else object)
    scores = part["score"].cast(pl.Float64).to_numpy() if column == "label" else None
    there = scores is not None and len(scores) and not np.isnan(scores).all()
    return Labelling(
        tuple(part["item"]),
        values,
        scores if there else None,
        None if column == "gold" else _class_scores(part),
    )


def _class_scores(part: pl.DataFrame) -> Floats | None:
    columns = [name for name in part.columns if name.startswith("score:")]
    scores = part.select(columns).cast(pl.Float64).to_numpy() if columns else np.empty((0, 0))
    return scores if scores.size and not np.isnan(scores).any() else None


def _batch(gold: GoldStandard, part: pl.DataFrame, numbers: bool) -> LabelBatch:
    run = _labelling(part, "label", numbers)
    return paired(gold.labelling, run, gold.classes, **gold.more)


def _scores(folder: Path, task: LabelTask) -> tuple[Floats, Floats, Floats]:
    frame = pl.read_csv(folder / "scores.csv", schema_overrides={"run": pl.String})
    shape = (len(task.runs), len(task.measures))
    value, low, high = (
        frame[name].cast(pl.Float64).fill_null(float("nan")).to_numpy().reshape(shape)
        for name in ("value", "low", "high")
    )
    return value, low, high
