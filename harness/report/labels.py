"""The tables of tasks of labels: leaderboard, confusion matrices, thresholds, pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from harness.core.errors import some
from harness.core.notes import Note, shortened
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
from harness.labels.thresholds import thresholds_of
from harness.report.findings import Listing
from harness.report.table import Cell, Column, Table, headed
from harness.results.labels import LabelEvaluation, LabelPair, LabelRun
from harness.validation import Finding

#: What is said of each class against the others, and how it is computed.
CLASS_RATIOS = {
    "precision": precision,
    "recall": recall,
    "F1": f_beta(1),
    "Jaccard": jaccard,
    "accuracy": class_accuracy,
}
#: The heading of items without a label.
NO_LABEL = "(none)"


def _cell(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def label_board(evaluation: LabelEvaluation) -> Table:
    """A row a run, a column a measure, the interval of the first beside it; the best run first."""
    measures = [measure.name for measure in evaluation.task.measures]
    groups = any(run.file.group for run in evaluation.runs)
    columns = headed(
        Column("run"), *(["group"] if groups else []), measures[0], "low", "high", *measures[1:],
        digits=4,
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for row in evaluation.order():
        run, values = evaluation.runs[row], list(map(_cell, evaluation.values[row]))
        ends = (_cell(evaluation.low[row, 0]), _cell(evaluation.high[row, 0]))
        lead = (run.name, run.file.group) if groups else (run.name,)
        rows.append((*lead, values[0], *ends, *values[1:]))
    less = [measure.name for measure in evaluation.task.measures if measure.lower_is_better]
    lower = Note("lower-is-better", f"less is better: {', '.join(less)}")
    notes = (*([lower] if less else ()), *shortened(evaluation.notes))
    return Table(columns, rows, evaluation.task.name, notes)


def confusion_table(name: str, batch: LabelBatch) -> Table:
    """The confusion matrix of a run, gold labels in rows, and what follows for each label."""
    counts = ClassCounts.of(batch.matrix)
    ratios = [ratio(of_class(counts), np.nan) for of_class in CLASS_RATIOS.values()]
    width = len(batch.classes) + bool(batch.matrix[:, -1].any())
    given = (*batch.classes, NO_LABEL)[:width]
    columns = headed("gold", *given, "items", *CLASS_RATIOS, digits=4)
    rows: list[tuple[Cell, ...]] = [
        (
            label,
            *batch.matrix[row, :width].tolist(),
            int(batch.matrix[row].sum()),
            *(_cell(values[row]) for values in ratios),
        )
        for row, label in enumerate(batch.classes)
    ]
    note = "rows: gold labels; columns: labels of the run; accuracy: each label against all others"
    return Table(columns, rows, f"{name}: confusion matrix", (note,))


def threshold_table(evaluation: LabelEvaluation) -> Table:
    """For the runs with scores the thresholds with the greatest Youden's J and the greatest F1."""
    rows: list[tuple[Cell, ...]] = []
    for row in evaluation.order():
        run = evaluation.runs[row]
        if run.batch is not None and run.batch.scores is not None:
            best = thresholds_of(run.batch)
            rows.append(
                (run.name, *map(_cell, (best.j_threshold, best.j, best.f_threshold, best.f)))
            )
    columns = headed("run", "threshold of J", "Youden's J", "threshold of F1", "best F1", digits=4)
    note = "items with this score or more are positive; chosen on these items, thus optimistic"
    return Table(columns, rows, "Best thresholds", (note,))


def pairs_table(pairs: Sequence[LabelPair], title: str) -> Table:
    """A row a measure and pair of runs: values, difference, p, p corrected by Holm's procedure."""
    test = "p: two-sided, paired randomisation over items"
    holm = "corrected: Holm's procedure, over the pairs of each measure"
    return Table.of_records(
        pairs,
        ("measure", lambda pair: pair.measure),
        ("A", lambda pair: pair.a),
        ("B", lambda pair: pair.b),
        (Column("value A", 4), lambda pair: _cell(pair.outcome.first)),
        (Column("value B", 4), lambda pair: _cell(pair.outcome.second)),
        (Column("A − B", 4), lambda pair: _cell(pair.outcome.difference)),
        (Column("p", 4, small=True), lambda pair: pair.outcome.p),
        (Column("corrected", 4, small=True), lambda pair: pair.corrected),
        ("how", lambda pair: pair.outcome.how),
        title=title,
        notes=(Note("test", test), Note("correction", holm)),
    )


#: So many findings of one code and run have a line of their own.
_LISTED = 5


def finding_lines(runs: Sequence[LabelRun], listing: Listing) -> Iterator[str]:
    """What was found in runs, a line a finding, and the verdict.

    Of a code and run the first few are listed, or every one; quiet has errors alone.
    """
    for run in runs:
        findings = [f for f in run.findings if not listing.quiet or f.severity == "error"]
        for code in dict.fromkeys(finding.code for finding in findings):
            same = [finding for finding in findings if finding.code == code]
            listed = same if listing.every else same[:_LISTED]
            yield from map(str, listed)
            if len(same) > len(listed):
                yield f"{run.file.path}: {len(same) - len(listed):,} more [{code}] (--all)"
    bad = [run.name for run in runs if run.batch is None]
    odd = [run.name for run in runs if run.batch is not None and run.findings]
    number = "1 run" if len(runs) == 1 else f"{len(runs)} runs"
    verdict = f"{number} checked: {len(bad)} with errors, {len(odd)} with warnings"
    yield verdict + (f"; not to be evaluated: {some(bad)}" if bad else "")


def finding_records(runs: Sequence[LabelRun]) -> list[dict[str, object]]:
    """What was found in runs, as JSON has it."""
    return [
        {"run": run.name, "path": run.file.path, "passes": not run.findings, "findings": [
            _record(finding) for finding in run.findings
        ]}
        for run in runs
    ]  # fmt: skip


def _record(finding: Finding) -> dict[str, object]:
    names = ("code", "severity", "message", "file", "line", "column")
    return {name: getattr(finding, name) for name in names}
