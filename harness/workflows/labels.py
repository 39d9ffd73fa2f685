"""Evaluate a task of labels: read, check, pair and measure judgments and runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.config.labels import LabelTask
from harness.core.arrays import Ints
from harness.core.errors import (
    ConfigError,
    EvaluationError,
    InputError,
    Problem,
    find_unknown,
    refuse,
    some,
)
from harness.core.notes import Note
from harness.core.numbers import collect, count_noun
from harness.core.texts import Labelling
from harness.formats.labels import read_labels, read_vectors
from harness.formats.remote import locate
from harness.labels.measures import LabelBatch, LabelScores
from harness.settings.task import LabelTaskFile

#: A task with more labels is refused: it should be a regression or a clustering.
_MOST_LABELS = 1000
#: The largest deviation from 1 of sums of probabilities, which may be written with few decimals.
_MOST_OFF = 0.01


@dataclass(frozen=True, eq=False)
class LabelEvaluation:
    """Scores of the runs of a task; ``problems`` are of refused runs."""

    scores: LabelScores
    problems: tuple[Problem, ...]
    notes: tuple[Note, ...]


@dataclass(frozen=True, eq=False)
class _Judgments:
    """Judgments of a task, its ``classes``, and further fields of batches."""

    gold: Labelling
    classes: tuple[str, ...]
    fields: Mapping[str, Any]


def evaluate_labels(task: LabelTask) -> LabelEvaluation:
    """Evaluate the runs of a task without errors; raises `EvaluationError` if none is left."""
    judgments = _read_judgments(task)
    runs: dict[str, LabelBatch] = {}
    problems: list[Problem] = []
    notes: list[Note] = []
    for file in task.runs:
        numbers = task.keys.kind == "regression"
        path = locate(task.folder, file.path)
        try:
            run = read_labels(path, numbers=numbers, format=file.format, classes=judgments.classes)
        except InputError as error:
            problems += error.problems
            continue
        own = list(_problems(task, judgments, run))
        if own:
            problems += own
            continue
        runs[file.run_name] = _pair(judgments, run)
        notes += [note.about(note.where, file.path) for note in run.warnings]
        notes += _item_notes(file.run_name, judgments.gold, run)
    if not runs:
        raise EvaluationError(problems)
    scores = LabelScores.of(runs, task.measures)
    notes = [*_majority_notes(scores), *notes, *_undefined_notes(scores)]
    return LabelEvaluation(scores, tuple(problems), tuple(notes))


def _read_judgments(task: LabelTask) -> _Judgments:
    """Read the judgments; raises `HarnessError` for conflicts with the keys of the task."""
    keys = task.keys
    gold = read_labels(locate(task.folder, keys.qrels), numbers=keys.kind == "regression")
    fields: dict[str, Any] = {}
    if keys.vectors is not None:
        fields["vectors"] = read_vectors(locate(task.folder, keys.vectors), gold.items)
    if keys.kind != "classification":
        return _Judgments(gold, (), fields)
    classes = tuple(keys.labels) or tuple(sorted(set(gold.values), key=str.encode))
    if len(classes) > _MOST_LABELS:
        message = f"{len(classes):,} different labels; a classification has at most {_MOST_LABELS}"
        raise InputError(Problem(message, gold.source, hint="is it a regression, or a clustering?"))
    allowed = set(classes)
    refuse(
        gold.problem(row, f"the label {label!r} is none of the key 'labels'")
        for row, label in enumerate(gold.values)
        if label not in allowed
    )
    if wrong := list(_wrong_labels(task, classes)):
        raise ConfigError(wrong)
    return _Judgments(gold, classes, {**fields, **_make_fields(keys, classes)})


def _make_fields(keys: LabelTaskFile, classes: Sequence[str]) -> dict[str, Any]:
    """Return the fields of batches that come from the keys of a classification.

    A missing label costs as much as the worst one.
    """
    fields: dict[str, Any] = {}
    if keys.positive is not None:
        fields["positive"] = classes.index(keys.positive)
    if keys.costs:
        costs = np.array([[keys.costs.get(a, {}).get(b, 0.0) for b in classes] for a in classes])
        fields["costs"] = np.column_stack([costs, costs.max(axis=1)])
    if keys.weights:
        fields["weights"] = np.array([keys.weights.get(label, 1.0) for label in classes])
    return fields


def _wrong_labels(task: LabelTask, classes: Sequence[str]) -> Iterator[Problem]:
    """Yield problems of labels in the task file that the judgments lack."""
    keys, problem = task.keys, task.document.problem
    known = f"the labels are {', '.join(classes)}"
    if keys.positive is not None and keys.positive not in classes:
        yield problem(("positive",), f"unknown label {keys.positive!r}", hint=known)
    if keys.positive is not None and len(classes) != 2:
        message = f"a positive label is one of two; there are {len(classes)}"
        yield problem(("positive",), message, hint=known)
    paths = [("weights", label) for label in keys.weights]
    paths += [("costs", label) for label in keys.costs]
    nested = [("costs", gold, label) for gold, own in keys.costs.items() for label in own]
    for path in (*paths, *nested):
        if path[-1] not in classes:
            yield problem(path, f"unknown label {path[-1]!r}", hint=known)
    for gold in classes if keys.costs else ():
        own = keys.costs.get(gold, {})
        if absent := [label for label in classes if label not in (gold, *own)]:
            message = f"no cost is given for the gold label {gold!r} and {', '.join(absent)}"
            yield problem(("costs",), message)


def _problems(task: LabelTask, judgments: _Judgments, run: Labelling) -> Iterator[Problem]:
    """Yield the problems for which a run is refused, with lines."""
    if task.keys.missing != "wrong" and (missing := _missing(judgments.gold, run)):
        message = count_noun(len(missing), "item", "has no label", of=len(judgments.gold.items))
        yield Problem(f"{message}: {some(missing)}", run.source)
    labels = run.values if judgments.classes else ()
    for row, label, hint in find_unknown(labels, judgments.classes):
        yield replace(run.problem(row, f"unknown label {label!r}"), hint=hint)
    if any(measure.name == "log_loss" for measure in task.measures):
        yield from _wrong_probabilities(run)


def _wrong_probabilities(run: Labelling) -> Iterator[Problem]:
    scores = run.scores if run.class_scores is None else run.class_scores
    if scores is None:
        return
    scores = scores.reshape(len(run.items), -1)
    wrong = (scores < 0) | (scores > 1)
    for row in np.flatnonzero(wrong.any(axis=1)).tolist():
        score = scores[row, int(wrong[row].argmax())]
        yield run.problem(row, f"the score {score:g} is no probability, which log_loss needs")
    sums = scores.sum(axis=1)
    odd = (np.abs(sums - 1) > _MOST_OFF) & ~wrong.any(axis=1) & (run.class_scores is not None)
    for row in np.flatnonzero(odd).tolist():
        message = f"the scores add up to {sums[row]:g}, not to 1: log_loss needs probabilities"
        yield run.problem(row, message)


def _missing(gold: Labelling, run: Labelling) -> list[str]:
    return [item for item in gold.items if item not in run.position]


def _pair(judgments: _Judgments, run: Labelling) -> LabelBatch:
    """Pair a run with the judgments, item by item, without unjudged items."""
    gold, classes, fields = judgments.gold, judgments.classes, dict(judgments.fields)
    rows = np.array([run.position.get(item, -1) for item in gold.items])
    if run.scores is not None:
        fields["scores"] = np.where(rows < 0, 0.0, run.scores[rows])
    if run.class_scores is not None:
        scores = np.where(rows[:, None] < 0, 0.0, run.class_scores[rows])
        fields["class_scores"] = scores
        if "positive" in fields:
            fields["scores"] = scores[:, fields["positive"]]
    if classes:
        codes = {label: code for code, label in enumerate(classes)}
        given = np.where(rows < 0, len(classes), _coded(run.values, codes)[rows])
        return LabelBatch(_coded(gold.values, codes), given, classes, **fields)
    if gold.values.dtype == object:
        return LabelBatch(_clusters(gold.values), _clusters(run.values[rows]), **fields)
    return LabelBatch(gold.values, run.values[rows], **fields)


def _clusters(values: npt.NDArray[Any]) -> Ints:
    """Return the cluster of each item as a number."""
    return _coded(values, {name: code for code, name in enumerate(dict.fromkeys(values))})


def _coded(values: npt.NDArray[Any], codes: Mapping[Any, int]) -> Ints:
    return np.array([codes[value] for value in values], dtype=np.int64)


def _item_notes(name: str, gold: Labelling, run: Labelling) -> Iterator[Note]:
    """Yield notes on items missing in a run, and on unjudged items in it."""
    extra = [item for item in run.items if item not in gold.position]
    for code, items, verb, result in (
        ("item-missing", _missing(gold, run), "has no label", "counted as wrong"),
        ("item-extra", extra, "is not judged", "ignored"),
    ):
        if items:
            message = f"{name}: {count_noun(len(items), 'item', verb)}, {result}: {some(items)}"
            yield Note(code, message, None, name, {"items": len(items)})


def _majority_notes(scores: LabelScores) -> Iterator[Note]:
    """Yield notes on the accuracy of always the most frequent label, and on runs no better."""
    first = next(iter(scores.runs.values()))
    if not first.classes:
        return
    support = first.confusion.sum(axis=1)
    label = first.classes[int(support.argmax())]
    share = float(support.max() / support.sum())
    text = f"always {label!r}, the most frequent label, has accuracy {share:.4f}"
    if share >= 0.8:
        text += ": accuracy says little here, look at balanced accuracy, MCC and the rare labels"
    yield Note("label-majority", text, subject=label, numbers={"accuracy": share})
    for name, batch in scores.runs.items():
        accuracy = float((batch.gold == batch.run).mean())
        if accuracy <= share:
            text = f"{name} has accuracy {accuracy:.4f}, no more than always {label!r}"
            numbers = {"accuracy": accuracy, "majority": share}
            yield Note("label-below-majority", text, None, name, numbers)


def _undefined_notes(scores: LabelScores) -> Iterator[Note]:
    for measure, column in zip(scores.measures, scores.values.T, strict=True):
        names_by_reason = collect(
            (measure.lacks(batch) or "nothing to divide by", name)
            for (name, batch), value in zip(scores.runs.items(), column, strict=True)
            if np.isnan(value)
        )
        for reason, names in names_by_reason.items():
            text = f"{measure.name} is undefined ({reason}): {', '.join(names)}"
            yield Note("label-undefined", text, None, measure.name, {"runs": len(names)})
