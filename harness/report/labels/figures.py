"""The figures of tasks of labels: leaderboards, matrices, curves of scores, errors of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from harness.core.arrays import Floats
from harness.core.errors import EvaluationError, unknown
from harness.labels.batch import LabelBatch
from harness.labels.scores import ThresholdCurves, thresholds_of
from harness.report.figures import Bars, Figure, Grid, Line, Lines, Row, Rows
from harness.report.labels.tables import NO_LABEL
from harness.results.labels import LabelEvaluation

#: A matrix of more labels cannot be read, and one of so many has numbers in its cells.
_MOST_LABELS, _WRITTEN = 40, 12
#: So many curves can be told apart; so many points are drawn of a curve or a cloud.
_MOST_CURVES, _MOST_POINTS = 12, 500
#: The bars of a histogram, and the clusters of a figure.
_BARS, _CLUSTERS = 20, 20


def label_figures(
    evaluation: LabelEvaluation, runs: Sequence[str] = (), top: int | None = None
) -> dict[str, Figure]:
    """Every figure of a task, by a name that a file may have; of some runs, or of the ``top`` best.

    Of each measure the leaderboard, of runs with scores the curves of at most 12; and for each run,
    by its rank, what its labels, numbers or clusters look like beside the gold standard. Raises
    `EvaluationError` for runs that are not there.
    """
    ordered = [evaluation.runs[row].name for row in evaluation.order()]
    if wrong := [unknown("run", name, ordered) for name in runs if name not in ordered]:
        raise EvaluationError(wrong)
    chosen = list(runs) or ordered[:top]
    figures: dict[str, Figure] = {
        f"leaderboard-{measure.name}": leaderboard_rows(evaluation, column, chosen)
        for column, measure in enumerate(evaluation.task.measures)
    }
    figures |= {
        figure.title.lower().replace(" ", "-"): figure
        for figure in score_curves({name: evaluation.batches[name] for name in chosen})
    }
    for name in chosen:
        figures |= {
            f"{stem}-{ordered.index(name) + 1}": figure
            for stem, figure in run_figures(evaluation, name).items()
        }
    return figures


def leaderboard_rows(evaluation: LabelEvaluation, column: int, runs: Sequence[str]) -> Rows:
    """The value of each run by a measure with its interval, the best by the first measure first."""
    measure, keys = evaluation.task.measures[column], evaluation.task.keys
    rows = []
    for row in evaluation.order():
        run = evaluation.runs[row].name
        value, low, high = (
            float(part[row, column])
            for part in (evaluation.values, evaluation.low, evaluation.high)
        )
        if run in runs and np.isfinite(value):
            whisker = (low, high) if np.isfinite(low) else None
            rows.append(Row(run, point=value, whisker=whisker))
    percent = f"{keys.confidence * 100:g} %"
    less = " Less is better." if measure.lower_is_better else ""
    return Rows(
        *(f"{measure.name}: leaderboard", measure.name, "run", rows),
        key={"point": "value", "whisker": f"{percent} interval"},
        caption=f"{measure.name}: {measure.summary}.{less} Whiskers: {percent} bootstrap interval "
        f"over {len(evaluation.gold.labelling.items):,} items.",
    )


def run_figures(evaluation: LabelEvaluation, name: str) -> dict[str, Grid | Lines | Bars]:
    """What a run's labels, numbers or clusters look like, by what each figure is."""
    batch = evaluation.batches[name]
    if batch.classes:
        grid = confusion_grid(name, batch)
        return {} if grid is None else {"confusion": grid}
    if batch.clusters[1]:
        return {"contingency": contingency(name, batch), "sizes": sizes(name, batch)}
    return {"scatter": scatter(name, batch), "residuals": residuals(name, batch)}


# --- classifications --------------------------------------------------------------------------


def confusion_grid(name: str, batch: LabelBatch) -> Grid | None:
    """The confusion matrix as a heat map of the shares of each gold label; None of too many."""
    width = len(batch.classes) + bool(batch.matrix[:, -1].any())
    if width > _MOST_LABELS:
        return None
    matrix = batch.matrix[:, :width]
    shares = matrix / np.maximum(batch.matrix.sum(axis=1, keepdims=True), 1)
    return Grid(
        *(f"{name}: confusion matrix", "label of the run", "gold label", batch.classes),
        (*batch.classes, NO_LABEL)[:width],
        shares.tolist(),
        "share of the gold label",
        texts=_written(matrix),
        what="labels",
        caption="Numbers of items; shades: their share of the items with the gold label.",
    )


def score_curves(batches: Mapping[str, LabelBatch]) -> Iterator[Lines]:
    """ROC and precision–recall curves of the runs that have scores of a positive label."""
    curves = {
        name: thresholds_of(batch)
        for name, batch in batches.items()
        if batch.scores is not None and batch.positive is not None
    }
    drawn = {name: curve for name, curve in curves.items() if curve.fpr.size}
    shown = dict(list(drawn.items())[:_MOST_CURVES])
    if not shown:
        return
    note = f" {len(shown)} of {len(drawn)} runs, the best." if len(shown) < len(drawn) else ""
    unit = (0.0, 1.0)

    def lines(title: str, x: str, y: str, caption: str) -> Lines:
        named = [
            Line(f"{run} ({_area(curve, title):.3f})", _points(curve, title))
            for run, curve in shown.items()
        ]
        chance = [Line("chance", [(0, 0), (1, 1)])] if title == "ROC" else []
        return Lines(title, x, y, [*named, *chance], unit, unit, caption=caption + note)

    area = "In brackets the area under each curve"
    yield lines("ROC", "false positive rate", "true positive rate", f"{area}.")
    area = "In brackets the area under each curve, as average precision"
    yield lines("Precision and recall", "recall", "precision", f"{area}.")


def _area(curve: ThresholdCurves, title: str) -> float:
    if title == "ROC":
        return float(np.trapezoid(np.append(0, curve.tpr), np.append(0, curve.fpr)))
    return float((np.diff(curve.tpr, prepend=0) * curve.precision).sum())


def _points(curve: ThresholdCurves, title: str) -> list[tuple[float, float]]:
    xs, ys = (curve.fpr, curve.tpr) if title == "ROC" else (curve.tpr, curve.precision)
    if title == "ROC":
        xs, ys = np.append(0, xs), np.append(0, ys)
    return _thinned(xs, ys)


def _thinned(xs: Floats, ys: Floats) -> list[tuple[float, float]]:
    """So many points as can be seen, evenly from the first to the last."""
    rows = np.unique(np.linspace(0, len(xs) - 1, _MOST_POINTS).astype(int))
    return [(float(xs[row]), float(ys[row])) for row in rows]


# --- numbers ----------------------------------------------------------------------------------


def scatter(name: str, batch: LabelBatch) -> Lines:
    """The numbers of a run over those of the gold standard, and where they agree."""
    order = np.argsort(batch.gold, kind="stable")
    points = _thinned(batch.gold[order], batch.run[order])
    ends = float(batch.gold.min()), float(batch.gold.max())
    fewer = (
        f"{len(points):,} of {len(order):,} items, evenly by gold."
        if len(points) < len(order)
        else ""
    )
    lines = [Line("items", points, joined=False), Line("gold = run", [(end, end) for end in ends])]
    return Lines(f"{name}: gold and run", "gold", "run", lines, caption=fewer)


def residuals(name: str, batch: LabelBatch) -> Bars:
    """How many items a run is above or below the gold standard by so much."""
    errors = batch.run - batch.gold
    counts, edges = np.histogram(errors, bins=min(_BARS, max(5, len(errors) // 5)))
    middles = (edges[:-1] + edges[1:]) / 2
    digits = max(0, 1 - int(np.floor(np.log10(edges[1] - edges[0] or 1))))
    names = [f"{middle:.{digits}f}".replace("-", "−") for middle in middles]
    caption = f"Mean {errors.mean():.4g}, standard deviation {errors.std():.4g}."
    return Bars(
        *(f"{name}: residuals, run less gold", "run less gold (middle of the bar)", "items", names),
        counts.astype(float).tolist(),
        caption=caption,
    )


# --- clusters ---------------------------------------------------------------------------------


def contingency(name: str, batch: LabelBatch) -> Grid:
    """How many items of the largest gold clusters are in the largest clusters of the run."""
    rows, columns = (_largest(part) for part in (batch.gold, batch.run))
    cells = np.array(
        [
            [((batch.gold == row) & (batch.run == column)).sum() for column in columns]
            for row in rows
        ]
    )
    gold, run = batch.clusters
    fewer = f" The largest of {len(gold):,} gold clusters and {len(run):,} of the run."
    return Grid(
        *(f"{name}: contingency", "cluster of the run", "gold cluster"),
        [gold[row] for row in rows],
        [run[column] for column in columns],
        (cells / np.bincount(batch.gold)[rows, None]).tolist(),
        "share of the gold cluster",
        texts=_written(cells),
        what="clusters",
        caption="Numbers of items; shades: their share of the gold cluster."
        + (fewer if (len(gold), len(run)) != cells.shape else ""),
    )


def sizes(name: str, batch: LabelBatch) -> Bars:
    """How many items the largest clusters of a run have."""
    largest, run = _largest(batch.run), batch.clusters[1]
    counts = np.bincount(batch.run)[largest].astype(float).tolist()
    caption = (
        f"The {len(largest)} largest of {len(run):,} clusters." if len(run) > len(largest) else ""
    )
    names = [run[cluster] for cluster in largest]
    return Bars(f"{name}: items in clusters", "cluster", "items", names, counts, caption=caption)


def _largest(clusters: Any) -> Any:
    """The largest clusters, each a number; the first of equal ones first."""
    return np.argsort(-np.bincount(clusters), kind="stable")[:_CLUSTERS]


def _written(cells: Any) -> list[list[str]]:
    """The numbers of a grid that is small enough to be read."""
    return [[f"{cell:,}" for cell in row] for row in cells] if max(cells.shape) <= _WRITTEN else []
