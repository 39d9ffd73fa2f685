"""Labels, numbers and clusters that are in hand → their measures: Python's, without files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.core.labelling import LABEL_KINDS, Labelling
from harness.formats.labels import read_labels
from harness.labels.batch import differences_in_items, paired
from harness.labels.measures import DEFAULT_LABEL_MEASURES, label_measure, missing_needs

if TYPE_CHECKING:
    import pandas as pd

#: Labels by item, or a file of them.
Labels = Mapping[str, Any] | str | os.PathLike[str]


def score_labels(
    gold: Labels,
    runs: Mapping[str, Labels],
    measures: Sequence[str] = (),
    *,
    kind: str = "classification",
    positive: str | None = None,
    scores: Mapping[str, Mapping[str, float]] | None = None,
) -> pd.DataFrame:
    """The measures of runs that give each item a label, a number or a cluster: a row a run.

    ``gold`` and ``runs`` (by name) are labels by item, or files of them. ``kind`` is
    "classification", "regression" or "clustering", whose usual measures are computed unless
    others are named. ``positive`` is the label, of two, that is looked for; ``scores`` are of it,
    by run and item, where the files have none. A value is NaN where it is undefined, or the run
    lacks the scores. Raises `HarnessError` for unknown measures, and with all items that a run
    lacks and all labels that the gold standard does not have. What costs, weights and vectors
    need is a task file: ``harness.make_report``.

    >>> gold = {"m1": "spam", "m2": "ham", "m3": "ham"}
    >>> caught = {"m1": "spam", "m2": "spam", "m3": "ham"}
    >>> runs = {"filter": caught, "never": dict.fromkeys(gold, "ham")}
    >>> score_labels(gold, runs, ["accuracy", "TPR"], positive="spam").round(2)
            accuracy  TPR
    run
    filter      0.67  1.0
    never       0.67  0.0
    """
    import pandas as pd

    refuse([unknown("kind", kind, LABEL_KINDS)] if kind not in LABEL_KINDS else (), EvaluationError)
    known = [label_measure(name, kind) for name in measures or DEFAULT_LABEL_MEASURES[kind]]
    lacking = missing_needs(known, ["positive"] if positive is not None else [])
    refuse((Problem(f"{known[n].name} needs {need!r}") for n, need in lacking), EvaluationError)
    truth = _labelling(gold, kind, ())
    classes = tuple(sorted(set(truth.values), key=str.encode)) if kind == "classification" else ()
    more: dict[str, Any] = {}
    if positive is not None:
        wrong = positive not in classes or len(classes) != 2
        message = f"a positive label is one of two; the labels are {', '.join(classes)}"
        refuse([Problem(message)] if wrong else (), EvaluationError)
        more["positive"] = classes.index(positive)
    rows = []
    for name, labels in runs.items():
        run = _labelling(labels, kind, classes, (scores or {}).get(name))
        differences = differences_in_items(truth, run, classes)
        refuse((_of_run(name, problem) for code, problem in differences if code != "item-extra"))
        batch = paired(truth, run, classes, **more)
        rows.append([np.nan if own.lacks(batch) else own.value(batch) for own in known])
    names = [own.name for own in known]
    return pd.DataFrame(rows, columns=names, index=pd.Index(runs, name="run"), dtype=float)


def _of_run(name: str, problem: Problem) -> Problem:
    return problem if problem.where else Problem(f"{name}: {problem.message}", hint=problem.hint)


def _labelling(
    labels: Labels, kind: str, classes: Sequence[str], scores: Mapping[str, float] | None = None
) -> Labelling:
    numbers = kind == "regression"
    if not isinstance(labels, Mapping):
        return read_labels(labels, numbers=numbers, classes=classes)
    items = tuple(map(str, labels))
    refuse([Problem("there is no item with a label")] if not items else (), EvaluationError)
    given = list(labels.values()) if numbers else list(map(str, labels.values()))
    values = np.array(given, dtype=np.float64 if numbers else object)
    own = None if scores is None else np.array([scores.get(item, np.nan) for item in items])
    message = "scores must be there for each item, and finite"
    bad = own is not None and not np.isfinite(own).all()
    refuse([Problem(message)] if bad else (), EvaluationError)
    return Labelling(items, values, own)
