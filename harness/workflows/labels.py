"""The way of a task of labels: files → runs beside the gold standard → values, intervals, tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from harness.config.labels import LabelTask
from harness.core.arrays import Floats
from harness.core.errors import ConfigError, EvaluationError, InputError, Problem, refuse
from harness.core.identity import RunFile
from harness.core.labelling import Labelling
from harness.core.notes import Note
from harness.formats.labels import read_labels, read_vectors
from harness.formats.remote import located
from harness.labels.batch import differences_in_items, paired
from harness.labels.significance import difference_of, interval_of
from harness.report.findings import Checks
from harness.results.labels import GoldStandard, LabelEvaluation, LabelPair, LabelRun, gold_fields
from harness.stats.corrections import adjusted
from harness.validation import Check, Checked, Finding
from harness.validation.findings import worded

#: More labels have confusion matrices that nobody reads, and that take all memory.
_MOST_LABELS = 1000
#: Probabilities that are written with few decimals add up to 1 but for so much.
_MOST_OFF = 0.01
#: What may be found in runs of labels.
LABEL_CHECKS = {
    check.code: check
    for check in (
        Check("unreadable", "error", "A file, or a line, that cannot be read."),
        Check("item-missing", "error", "Items of the gold standard without a label."),
        Check("item-extra", "warning", "An item that the gold standard lacks, which is ignored."),
        Check("label-unknown", "error", "A label that is none of the task's."),
        Check(
            "score-range", "error", "Scores that are no probabilities, where a measure needs these."
        ),
    )
}


def gold_of(task: LabelTask) -> GoldStandard:
    """The gold standard of a task; `HarnessError` with all that does not fit the task's keys."""
    keys = task.keys
    gold = read_labels(located(task.folder, keys.gold), numbers=keys.kind == "regression")
    more: dict[str, Any] = {}
    if keys.vectors is not None:
        more["vectors"] = read_vectors(located(task.folder, keys.vectors), gold.items)
    if keys.kind != "classification":
        return GoldStandard(gold, (), more)
    classes = tuple(keys.labels) or tuple(sorted(set(gold.values), key=str.encode))
    allowed = set(classes)
    refuse(
        gold.problem(row, f"the label {label!r} is none of the key 'labels'")
        for row, label in enumerate(gold.values)
        if label not in allowed
    )
    if len(classes) > _MOST_LABELS:
        message = (
            f"{len(classes):,} different labels; a classification has {_MOST_LABELS:,} at most"
        )
        raise InputError(Problem(message, gold.source, hint="is it a regression, or a clustering?"))
    if wrong := list(_wrong_labels(task, classes)):
        raise ConfigError(wrong)
    return GoldStandard(gold, classes, {**more, **gold_fields(keys, classes)})


def _wrong_labels(task: LabelTask, classes: Sequence[str]) -> Iterator[Problem]:
    keys, problem = task.keys, task.document.problem
    known = f"the labels are {', '.join(classes)}"
    if keys.positive is not None and keys.positive not in classes:
        yield problem(("positive",), f"unknown label {keys.positive!r}", hint=known)
    if keys.positive is not None and len(classes) != 2:
        message = f"a positive label is one of two; there are {len(classes)}"
        yield problem(("positive",), message, hint=known)
    named: list[tuple[tuple[str, ...], str]] = []
    named += [(("weights", label), label) for label in keys.weights]
    named += [(("costs", label), label) for label in keys.costs]
    named += [(("costs", gold, label), label) for gold, own in keys.costs.items() for label in own]
    for path, label in named:
        if label not in classes:
            yield problem(path, f"unknown label {label!r}", hint=known)
    if keys.costs:
        for gold in classes:
            own = keys.costs.get(gold, {})
            if absent := [label for label in classes if label not in (gold, *own)]:
                message = f"no cost is given for the gold label {gold!r} and {', '.join(absent)}"
                yield problem(("costs",), message)


def check_label_runs(task: LabelTask, gold: GoldStandard) -> list[LabelRun]:
    """Every run of a task, read and paired with the gold standard, with what is wrong with it."""
    return [_checked(file, task, gold) for file in task.runs]


def _checked(file: RunFile, task: LabelTask, gold: GoldStandard) -> LabelRun:
    path, numbers = located(task.folder, file.path), task.keys.kind == "regression"
    try:
        run = read_labels(path, numbers=numbers, format=file.format, classes=gold.classes)
    except InputError as error:
        return LabelRun(file, tuple(_finding("unreadable", p, "error") for p in error.problems))
    pairs = [*differences_in_items(gold.labelling, run, gold.classes), *_wrong_scores(task, run)]
    severities = {code: check.severity for code, check in LABEL_CHECKS.items()}
    if task.keys.missing == "wrong":
        severities["item-missing"] = "warning"
    findings = tuple(_finding(code, problem, severities[code]) for code, problem in pairs)
    if any(finding.severity == "error" for finding in findings):
        return LabelRun(file, findings, warnings=run.warnings)
    batch = paired(gold.labelling, run, gold.classes, **gold.more)
    return LabelRun(file, findings, batch, run.warnings)


def _wrong_scores(task: LabelTask, run: Labelling) -> Iterator[tuple[str, Problem]]:
    scores = run.scores if run.class_scores is None else run.class_scores
    if scores is None or all(measure.name != "log_loss" for measure in task.measures):
        return
    scores = scores.reshape(len(run.items), -1)
    wrong = (scores < 0) | (scores > 1)
    for row in np.flatnonzero(wrong.any(axis=1)).tolist():
        score = scores[row, int(wrong[row].argmax())]
        message = f"the score {score:g} is no probability, which log_loss needs"
        yield "score-range", run.problem(row, message)
    sums = scores.sum(axis=1)
    odd = (np.abs(sums - 1) > _MOST_OFF) & ~wrong.any(axis=1) & (run.class_scores is not None)
    for row in np.flatnonzero(odd).tolist():
        message = f"the scores add up to {sums[row]:g}, not to 1: log_loss needs probabilities"
        yield "score-range", run.problem(row, message)


def _finding(code: str, problem: Problem, severity: str) -> Finding:
    where = problem.where or ""
    return Finding(code, severity, worded(problem), where, problem.line, problem.column)


def checks_of_labels(runs: Iterable[LabelRun]) -> Checks:
    """What was found in runs of labels, as reports of checks have it."""
    files = [
        Checked.of_findings(run.file.path, run.findings, name=run.name, format=run.file.format)
        for run in runs
    ]
    return Checks(files, rules=LABEL_CHECKS)


def evaluate_labels(task: LabelTask, *, intervals: bool = True) -> LabelEvaluation:
    """Evaluate all runs of a task that have no errors; `EvaluationError` where none is left."""
    gold = gold_of(task)
    checked = check_label_runs(task, gold)
    runs = tuple(run for run in checked if run.batch is not None)
    refused = tuple(run for run in checked if run.batch is None)
    if not runs:
        raise EvaluationError(problems_of(refused))
    keys = task.keys
    cells = np.full((3, len(runs), len(task.measures)), np.nan)
    for row, batch in enumerate(run.batch for run in runs if run.batch is not None):
        for column, measure in enumerate(task.measures):
            if measure.lacks(batch):
                continue
            cells[0, row, column] = measure.value(batch)
            if intervals:
                cells[1:, row, column] = interval_of(
                    measure, batch, confidence=keys.confidence, samples=keys.samples, seed=keys.seed
                )
    notes = tuple(_notes(task, gold, runs, refused, cells[0]))
    value, low, high = cells
    return LabelEvaluation(task, gold, runs, refused, value, low, high, notes)


def problems_of(refused: Iterable[LabelRun]) -> list[Problem]:
    """Why runs are refused: a problem for each error."""
    return [
        Problem(finding.message, finding.file, finding.line, finding.column)
        for run in refused
        for finding in run.findings
        if finding.severity == "error"
    ]


def _notes(
    task: LabelTask,
    gold: GoldStandard,
    runs: Sequence[LabelRun],
    refused: Sequence[LabelRun],
    values: Floats,
) -> Iterator[Note]:
    keys = task.keys
    yield Note(
        "intervals",
        f"intervals: {keys.confidence * 100:g} %, bootstrap of {len(gold.labelling.items):,} items "
        f"(percentile), {keys.samples:,} draws, seed {keys.seed}",
        numbers={"samples": keys.samples, "seed": keys.seed, "confidence": keys.confidence},
    )
    if keys.kind == "classification":
        yield from _majority_notes(gold, runs)
    yield from task.warnings
    for run in refused:
        yield Note("refused", f"not evaluated: {run.name}", subject=run.name)
    for run in runs:
        for code, text in (
            ("item-missing", "has no label for some items, which count as wrong"),
            ("item-extra", "has labels of items that the gold standard lacks, which are ignored"),
        ):
            if number := run.count(code):
                numbers = {"findings": number}
                yield Note(code, f"{run.name} {text}", None, run.name, numbers)
        yield from (note.about(note.where, run.file.path) for note in run.warnings)
    yield from _undefined(task, runs, values)


def _undefined(task: LabelTask, runs: Sequence[LabelRun], values: Floats) -> Iterator[Note]:
    for measure, column in zip(task.measures, np.isnan(values).T, strict=True):
        why: dict[str, list[str]] = {}
        for run, missing in zip(runs, column, strict=True):
            if missing and run.batch is not None:
                reason = measure.lacks(run.batch) or "nothing to divide by"
                why.setdefault(reason, []).append(run.name)
        for reason, names in why.items():
            text = f"{measure.name} is undefined ({reason}): {', '.join(names)}"
            yield Note("label-undefined", text, None, measure.name, {"runs": len(names)})


def _majority_notes(gold: GoldStandard, runs: Sequence[LabelRun]) -> Iterator[Note]:
    """What accuracy hides: what the most frequent label reaches alone, and who is no better."""
    matrices = [run.batch.matrix for run in runs if run.batch is not None]
    support = matrices[0].sum(axis=1)
    most = int(support.argmax())
    label, share = gold.classes[most], float(support[most] / support.sum())
    rare = ": accuracy says little here, look at balanced accuracy, MCC and the rare labels"
    text = f"always {label!r}, the most frequent label, has accuracy {share:.4f}"
    yield Note(
        "label-majority",
        text + (rare if share >= 0.8 else ""),
        subject=label,
        numbers={"accuracy": share},
    )
    for run, matrix in zip(runs, matrices, strict=True):
        given = matrix.sum(axis=0)
        if np.count_nonzero(given) == 1 and len(gold.classes) > 1:
            only = (*gold.classes, "none")[int(given.argmax())]
            yield Note(
                "label-constant", f"{run.name} gives every item the label {only!r}", None, run.name
            )
        elif (accuracy := float(np.trace(matrix) / matrix.sum())) <= share:
            text = f"{run.name} has accuracy {accuracy:.4f}, no more than always {label!r}"
            numbers = {"accuracy": accuracy, "majority": share}
            yield Note("label-below-majority", text, None, run.name, numbers)


def compare_labels(
    evaluation: LabelEvaluation, pairs: Sequence[tuple[str, str]] = (), *, first: bool = False
) -> list[LabelPair]:
    """Pairs of runs, else all, by each measure of the task, or by the ``first`` alone."""
    keys, measures = evaluation.task.keys, evaluation.task.measures
    ordered = [evaluation.runs[row].name for row in evaluation.order()]
    compared: list[LabelPair] = []
    for measure in measures[: 1 if first else None]:
        listed = []
        for a, b in pairs or combinations(ordered, 2):
            outcome = difference_of(
                *(measure, evaluation.batches[a], evaluation.batches[b]),
                samples=keys.samples,
                seed=keys.seed,
                confidence=keys.confidence,
            )
            listed.append((a, b, outcome))
        tested = [outcome.p for _, _, outcome in listed if outcome.p is not None]
        corrected = iter(adjusted(tested).p.tolist() if tested else ())
        compared += [
            LabelPair(measure.name, a, b, test, None if test.p is None else next(corrected))
            for a, b, test in listed
        ]
    return compared
