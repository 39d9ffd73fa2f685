"""The evaluation of a task of labels, and its directory of results.

===================  ===============================================================================
``scores.csv``       run, group, measure, value, low, high, lower_is_better
``items.csv``        run, item, gold, label, score; no label where the run has none
``confusion.csv``    run, gold, label, items; of classifications, every pair that occurs
``curves.csv``       run, threshold, fpr, tpr, precision; where the task asks for areas under them
``manifest.json``    task, inputs and their hashes, versions, settings, what was noticed
===================  ===============================================================================
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import starmap
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from harness.config.labels import LabelTask, LabelTaskFile
from harness.core.arrays import Floats
from harness.core.identity import RunFile
from harness.core.labelling import Labelling
from harness.core.notes import Note
from harness.formats.remote import located
from harness.formats.writing import csv_content
from harness.labels.batch import LabelBatch
from harness.labels.scores import thresholds_of
from harness.labels.significance import LabelDifference
from harness.results.atomic import write_directory
from harness.results.existing import DirectoryKind, Owner
from harness.results.manifest import fingerprint, versions
from harness.validation import Finding

LABEL_RESULTS = DirectoryKind("harness labels 1", "results")
_PACKAGES = ("numpy", "polars", "scipy")


@dataclass(frozen=True, eq=False)
class GoldStandard:
    """The gold standard of a task, its ``classes``, and the further fields of batches."""

    labelling: Labelling
    classes: tuple[str, ...]
    more: Mapping[str, Any]


def gold_fields(keys: LabelTaskFile, classes: Sequence[str]) -> dict[str, Any]:
    """What batches of a classification have of the keys of its task.

    No label costs what the worst one does.
    """
    fields: dict[str, Any] = {}
    if keys.positive is not None:
        fields["positive"] = classes.index(keys.positive)
    if keys.costs:
        given = [
            [keys.costs.get(gold, {}).get(label, 0.0) for label in classes] for gold in classes
        ]
        costs = np.array(given)
        fields["costs"] = np.column_stack([costs, costs.max(axis=1)])
    if keys.weights:
        fields["weights"] = np.array([keys.weights.get(label, 1.0) for label in classes])
    return fields


@dataclass(frozen=True, eq=False)
class LabelRun:
    """A run beside the gold standard, with what was found in it; no batch where it is refused."""

    file: RunFile
    findings: tuple[Finding, ...]
    batch: LabelBatch | None = None
    warnings: tuple[Note, ...] = ()

    @property
    def name(self) -> str:
        """What the run is called."""
        return self.file.run_name

    @property
    def problems(self) -> list[str]:
        """Why the run is refused, a text each."""
        return [str(finding) for finding in self.findings if finding.severity == "error"]

    def count(self, code: str) -> int:
        """How many findings have the code."""
        return sum(finding.code == code for finding in self.findings)


@dataclass(frozen=True, eq=False)
class LabelEvaluation:
    """A task of labels evaluated: ``values`` [R, M], intervals ``low`` and ``high``; NaN: none."""

    task: LabelTask
    gold: GoldStandard
    runs: tuple[LabelRun, ...]
    refused: tuple[LabelRun, ...]
    values: Floats
    low: Floats
    high: Floats
    notes: tuple[Note, ...]

    def order(self) -> list[int]:
        """The rows of the runs, the best by the first measure first; undefined ones last."""
        return self.task.measures[0].scale.order(self.values[:, 0], self._names)

    @property
    def wants_curves(self) -> bool:
        """Whether the task asks for areas under the curves of scores."""
        return any("scores" in measure.needs for measure in self.task.measures)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(run.name for run in self.runs)

    def row(self, name: str) -> int:
        """The row of a run."""
        return self._names.index(name)

    @cached_property
    def batches(self) -> Mapping[str, LabelBatch]:
        """The runs beside the gold standard, by name."""
        return {run.name: run.batch for run in self.runs if run.batch is not None}


@dataclass(frozen=True)
class LabelPair:
    """Two runs compared by a measure; ``corrected`` is Holm's p among all pairs of the measure."""

    measure: str
    a: str
    b: str
    outcome: LabelDifference
    corrected: float | None


def write_label_results(
    evaluation: LabelEvaluation,
    directory: str | os.PathLike[str],
    *,
    log: Mapping[str, Any],
    owner: Owner | None,
) -> Path:
    """Write a directory of results, in place of older ones, whole or not at all."""
    frames = {"scores": _scores(evaluation), "items": _items(evaluation)}
    if evaluation.gold.classes:
        frames["confusion"] = _confusion(evaluation)
    if evaluation.wants_curves:
        frames["curves"] = _curves(evaluation)
    files = {f"{name}.csv": csv_content(frame) for name, frame in frames.items()}
    manifest = label_manifest(evaluation)
    return write_directory(files, directory, LABEL_RESULTS, manifest=manifest, log=log, owner=owner)


def label_manifest(evaluation: LabelEvaluation) -> dict[str, Any]:
    """What the numbers rest on: inputs with their hashes, settings, versions, notes."""
    task = evaluation.task
    keys = task.keys
    inputs = {"gold": keys.gold, **({"vectors": keys.vectors} if keys.vectors else {})}
    scikit = {"scikit-learn"} if any(measure.together for measure in task.measures) else set()
    packages = sorted({*_PACKAGES, *scikit})
    return {
        "task": task.name,
        "kind": keys.kind,
        "versions": versions(packages),
        "inputs": {
            name: fingerprint(located(task.folder, path), path) for name, path in inputs.items()
        },
        "items": len(evaluation.gold.labelling.items),
        "labels": list(evaluation.gold.classes),
        "measures": [
            {"name": own.name, "summary": own.summary, "lower_is_better": own.lower_is_better}
            for own in task.measures
        ],
        "runs": [_described(run, task) for run in evaluation.runs],
        "refused": [_described(run, task) for run in evaluation.refused],
        "config": keys.model_dump(mode="json", exclude_none=True),
        "notes": [note.record() for note in evaluation.notes],
    }


def _described(run: LabelRun, task: LabelTask) -> dict[str, Any]:
    file = run.file
    findings = {finding.code: run.count(finding.code) for finding in run.findings}
    origin = fingerprint(located(task.folder, file.path), file.path)
    attributes = {name: value for name, value in file.attributes.items() if value}
    described = {"name": run.name, "group": file.group, "attributes": attributes, **origin}
    return {**described, "findings": findings, "problems": run.problems}


def _scores(evaluation: LabelEvaluation) -> pl.DataFrame:
    measures = evaluation.task.measures
    rows, columns = np.indices(evaluation.values.shape)
    runs, own = [evaluation.runs[i] for i in rows.flat], [measures[i] for i in columns.flat]
    ends = {"value": evaluation.values, "low": evaluation.low, "high": evaluation.high}
    return pl.DataFrame(
        {
            "run": [run.name for run in runs],
            "group": [run.file.group or None for run in runs],
            "measure": [measure.name for measure in own],
            **{name: pl.Series(cells.ravel(), nan_to_null=True) for name, cells in ends.items()},
            "lower_is_better": [str(measure.lower_is_better).lower() for measure in own],
        },
        schema_overrides={"group": pl.String},
    )


def _items(evaluation: LabelEvaluation) -> pl.DataFrame:
    gold, classes = evaluation.gold.labelling, evaluation.gold.classes

    any_class_scores = any(own.class_scores is not None for own in evaluation.batches.values())

    def of_run(name: str, batch: LabelBatch) -> pl.DataFrame:
        known = (*classes, None) if classes else batch.clusters[1]
        names = np.array(known, dtype=object)
        labels = (names[batch.run] if known else batch.run).tolist()
        scores = [None] * len(labels) if batch.scores is None else batch.scores.tolist()
        truth = gold.values.tolist()
        columns = {"run": [name] * len(labels), "item": gold.items, "gold": truth}
        several = {}
        if any_class_scores:
            own = (
                np.full((len(labels), len(classes)), np.nan)
                if batch.class_scores is None
                else batch.class_scores
            )
            several = {
                f"score:{name}": pl.Series(part, nan_to_null=True)
                for name, part in zip(classes, own.T, strict=True)
            }
        kind = {"label": pl.String} if known else {}
        return pl.DataFrame(
            {**columns, "label": labels, "score": scores, **several},
            schema_overrides={**kind, "score": pl.Float64},
        )

    return pl.concat(starmap(of_run, evaluation.batches.items()))


def _confusion(evaluation: LabelEvaluation) -> pl.DataFrame:
    classes = (*evaluation.gold.classes, None)
    rows = [
        (run, classes[gold], classes[label], int(batch.matrix[gold, label]))
        for run, batch in evaluation.batches.items()
        for gold, label in np.argwhere(batch.matrix).tolist()
    ]
    schema = {"run": pl.String, "gold": pl.String, "label": pl.String, "items": pl.Int64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _curves(evaluation: LabelEvaluation) -> pl.DataFrame:
    names = ("threshold", "fpr", "tpr", "precision")
    frames = [pl.DataFrame(schema={"run": pl.String, **dict.fromkeys(names, pl.Float64)})]
    for run, batch in evaluation.batches.items():
        if batch.scores is None:
            continue
        curves = thresholds_of(batch)
        columns = (curves.thresholds, curves.fpr, curves.tpr, curves.precision)
        named = dict(zip(names, columns, strict=True))
        frames.append(pl.DataFrame({"run": [run] * len(curves.fpr), **named}))
    return pl.concat(frames, how="vertical_relaxed")
