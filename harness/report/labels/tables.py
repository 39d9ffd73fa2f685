"""The tables of tasks of labels: leaderboard, confusion matrices, thresholds, pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from harness.core.notes import Note, shortened
from harness.core.numbers import counted
from harness.labels.batch import LabelBatch
from harness.labels.confusion import (
    ClassCounts,
    class_accuracy,
    f_beta,
    jaccard,
    precision,
    ratio,
    recall,
)
from harness.labels.scores import thresholds_of
from harness.report.comparison import P
from harness.report.table import Cell, Column, Mark, Table, headed
from harness.results.labels import LabelEvaluation, LabelPair

#: What is below of each class against the others, and how it is computed.
CLASS_RATIOS = {
    "precision": precision,
    "recall": recall,
    "F1": f_beta(1),
    "Jaccard": jaccard,
    "accuracy": class_accuracy,
}
#: The heading of items without a label.
NO_LABEL = "(none)"
#: What thresholds are worth.
_OPTIMISTIC = "items with this score or more are positive; chosen on these items, thus optimistic"
#: How what is known of a pair is headed.
_OF_PAIRS = {
    "value A": "first", "value B": "second", "A − B": "difference", "low": "low", "high": "high",
}  # fmt: skip
#: So many clusters, and so many mistakes, are listed.
_LARGEST = 10


def _cell(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def label_board(
    evaluation: LabelEvaluation, runs: Sequence[str] = (), *, notes: bool = True
) -> Table:
    """A row a run, a column a measure, the interval of the first beside it; the best run first.

    The best value of each measure is bold. With ``runs`` it is of these alone; without ``notes``
    it says only of what less is better.
    """
    measures = evaluation.task.measures
    chosen = [row for row in evaluation.order() if evaluation.runs[row].name in runs or not runs]
    listed = [evaluation.runs[row] for row in chosen]
    ends = (("low", evaluation.low), ("high", evaluation.high))
    parts = [(measure.name, evaluation.values[:, i]) for i, measure in enumerate(measures)]
    parts[1:1] = [(name, end[:, 0]) for name, end in ends]
    less = [measure.name for measure in measures if measure.lower_is_better]
    lower = Note("lower-is-better", f"less is better: {', '.join(less)}")
    table = Table.of_columns(
        *(("run", [run.name for run in listed]), ("group", [run.file.group for run in listed])),
        *((Column(name, 4), list(map(_cell, values[chosen]))) for name, values in parts),
        title=evaluation.task.name,
        notes=(*([lower] if less else ()), *(shortened(evaluation.notes) if notes else ())),
    ).without_empty("group")
    marks: dict[tuple[int, int], Mark] = {}
    lead = len(table.columns) - len(parts)
    for number, measure in enumerate(measures):
        own = evaluation.values[chosen, number]
        column = lead + (number + 2 if number else 0)
        best = np.flatnonzero(own == measure.scale.best(own)).tolist()
        marks |= {(row, column): Mark(bold=True) for row in best if len(best) < len(chosen)}
    return replace(table, marks=marks)


def confusion_table(name: str, batch: LabelBatch) -> Table:
    """The confusion matrix of a run, gold labels in rows, and what follows for each label."""
    width = len(batch.classes) + bool(batch.matrix[:, -1].any())
    given = headed(*(*batch.classes, NO_LABEL)[:width])
    ratios = class_table(batch)
    rows = [
        (row[0], *cells, *row[1:])
        for row, cells in zip(ratios.rows, batch.matrix[:, :width].tolist(), strict=True)
    ]
    note = f"rows: gold labels; columns: labels of the run; {ratios.notes[0]}"
    columns = (Column("gold"), *given, *ratios.columns[1:])
    return Table(columns, rows, f"{name}: confusion matrix", (note,))


def class_table(batch: LabelBatch) -> Table:
    """Each label against all others: items, precision, recall and so on; no rows without labels."""
    if not batch.classes:
        return Table((), ())
    counts = ClassCounts.of(batch.matrix)
    return Table.of_columns(
        *(("label", batch.classes), ("items", batch.matrix.sum(axis=1))),
        *(
            (Column(name, 4), list(map(_cell, ratio(of_class(counts), np.nan))))
            for name, of_class in CLASS_RATIOS.items()
        ),
        title="Labels",
        notes=("accuracy: each label against all others",),
    )


def cluster_table(batch: LabelBatch) -> Table:
    """The largest clusters of a run, and the gold cluster that most of their items are of."""
    rows: list[tuple[Cell, ...]] = []
    gold, run = batch.clusters
    counts = np.bincount(batch.run) if run else np.empty(0)
    for cluster in np.argsort(-counts, kind="stable")[:_LARGEST].tolist():
        inside = np.bincount(batch.gold[batch.run == cluster])
        main = int(inside.argmax())
        share = float(inside[main] / counts[cluster])
        rows.append((run[cluster], int(counts[cluster]), gold[main], share))
    columns = headed(
        Column("cluster"), Column("items"), Column("main gold cluster"), "share", digits=4
    )
    return Table(columns, rows, "Largest clusters")


def mistakes(evaluation: LabelEvaluation, name: str) -> Table:
    """The first items that a run has wrong, or the numbers furthest off; none of clusters."""
    batch, items = evaluation.batches[name], evaluation.gold.labelling.items
    names = (*batch.classes, NO_LABEL) if batch.classes else ()
    off = (batch.run != batch.gold) if names else np.abs(batch.run - batch.gold)
    order = [] if batch.clusters[1] else np.argsort(-off.astype(float), kind="stable").tolist()
    wrong = [row for row in order if off[row]]

    def shown(value: Any) -> Cell:
        return names[value] if names else float(value)

    rows: list[tuple[Cell, ...]] = [
        (items[row], shown(batch.gold[row]), shown(batch.run[row])) for row in wrong[:_LARGEST]
    ]
    title = f"{name}: {'the first items with wrong labels' if names else 'the items furthest off'}"
    number = counted(len(wrong), "item", "is not as in the gold standard", of=len(items))
    return Table(headed("item", "gold", "run", digits=4), rows, title, (number,))


def best_thresholds(batch: LabelBatch) -> Table:
    """The thresholds of a run with the greatest Youden's J and F1; no rows without scores."""
    columns = headed(Column("best"), "threshold", "value", digits=4)
    rows: list[tuple[Cell, ...]] = []
    if batch.scores is not None and batch.positive is not None:
        best = thresholds_of(batch)
        rows.append(("Youden's J", _cell(best.j_threshold), _cell(best.j)))
        rows.append(("F1", _cell(best.f_threshold), _cell(best.f)))
    return Table(columns, rows, "Best thresholds", (_OPTIMISTIC,))


def threshold_table(evaluation: LabelEvaluation) -> Table:
    """For the runs with scores the thresholds with the greatest Youden's J and the greatest F1."""
    rows: list[tuple[Cell, ...]] = []
    for row in evaluation.order():
        name = evaluation.runs[row].name
        if (best := best_thresholds(evaluation.batches[name])).rows:
            rows.append((name, *(cell for line in best.rows for cell in line[1:])))
    columns = headed("run", "threshold of J", "Youden's J", "threshold of F1", "best F1", digits=4)
    return Table(columns, rows, "Best thresholds", (_OPTIMISTIC,))


def pairs_table(pairs: Sequence[LabelPair], title: str) -> Table:
    """A row a measure and pair of runs: values, difference, p, p corrected by Holm's procedure."""
    ends = "low, high: bootstrap interval of the difference, items drawn for both runs together"
    test = "p: two-sided, paired randomisation over items"
    holm = "corrected: Holm's procedure, over the pairs of each measure"
    return Table.of_records(
        pairs,
        *("measure", ("A", "a"), ("B", "b")),
        *(
            (Column(heading, 4), lambda pair, name=name: _cell(getattr(pair.outcome, name)))
            for heading, name in _OF_PAIRS.items()
        ),
        *((P, "outcome.p"), (replace(P, name="corrected"), "corrected"), ("how", "outcome.how")),
        title=title,
        notes=(Note("intervals", ends), Note("test", test), Note("correction", holm)),
    )
