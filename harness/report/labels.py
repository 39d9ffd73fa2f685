"""Tables of a task of labels: leaderboard and confusion matrix."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from harness.core.notes import Note, shortened
from harness.labels.measures import LabelBatch, LabelScores
from harness.report.table import Column, Mark, Table, headed

#: The heading of items without a label.
_NO_LABEL = "(none)"


def label_board(scores: LabelScores, title: str, notes: Sequence[Note]) -> Table:
    """A row a run, a column a measure; the best run first, the best values in bold."""
    order, runs = scores.order, list(scores.runs)
    less = [measure.name for measure in scores.measures if measure.scale.lower_is_better]
    lower = [Note("lower-is-better", f"less is better: {', '.join(less)}")] if less else []
    marks: dict[tuple[int, int], Mark] = {}
    for column, measure in enumerate(scores.measures):
        own = scores.values[order, column]
        best = np.flatnonzero(own == measure.scale.best(own)).tolist()
        marks |= {(row, column + 1): Mark(bold=True) for row in best if len(best) < len(order)}
    rows = [
        (runs[row], *(None if np.isnan(value) else value for value in scores.values[row].tolist()))
        for row in order
    ]
    columns = (Column("run"), *(Column(measure.name, 4) for measure in scores.measures))
    return Table(columns, rows, title, (*lower, *shortened(notes)), marks)


def confusion_table(name: str, batch: LabelBatch) -> Table:
    """The confusion matrix of a run: gold labels in rows, the labels of the run in columns."""
    width = len(batch.classes) + bool(batch.confusion[:, -1].any())
    rows = [
        (label, *cells[:width], sum(cells))
        for label, cells in zip(batch.classes, batch.confusion.tolist(), strict=True)
    ]
    given = (*batch.classes, _NO_LABEL)[:width]
    note = "rows: gold labels; columns: labels of the run"
    return Table(headed("gold", *given, "items"), rows, f"{name}: confusion matrix", (note,))
