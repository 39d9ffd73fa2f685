"""The measures of labels, numbers and clusters by name: what each computes, and what it needs.

All but a few are functions of how many items there are of each *cell*: items of one cell, such as
those with one gold label and one label of the run, are alike. So values, bootstrap intervals and
tests come from one function, which takes any number of counts at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from harness.core.arrays import Floats
from harness.core.errors import EvaluationError, MeasureError, Problem, suggest
from harness.evaluation.scales import Scale
from harness.labels import items
from harness.labels.batch import LabelBatch
from harness.labels.confusion import (
    ClassCounts,
    ClassRatio,
    averaged,
    balanced_accuracy,
    correlation,
    f_beta,
    jaccard,
    matrices_of,
    negative_precision,
    precision,
    ratio,
    recall,
    specificity,
)
from harness.labels.scores import OfCounts, one_against_one, one_against_rest, pr_area, roc_area

_F = re.compile(
    r"(?P<lead>B3_)?F(?P<beta>\d+(\.\d+)?)(_(?P<how>macro|micro|weighted))?\Z", re.ASCII
)
_AVERAGES = ("macro", "micro", "weighted")


@dataclass(frozen=True)
class LabelMeasure:
    """A measure of runs of one ``kind`` of task.

    ``cells`` [N, C] tell which items are alike. Of cells [U, C] ``counted`` makes the function that
    has the values [...] of so many items of each [..., U], NaN where undefined; differences of a
    measure ``of_means`` of cells' columns are tested by them. What has no cells is computed
    ``together``, by scikit-learn, and neither has intervals nor is tested: items are not
    exchangeable there. ``needs`` are the keys of the task, and the scores of the run, without
    which there is none.
    """

    name: str
    kind: str
    summary: str
    cells: Callable[[LabelBatch], Floats] | None = None
    counted: Callable[[Floats, LabelBatch], OfCounts] | None = None
    of_means: bool = False
    together: Callable[[LabelBatch], float] | None = None
    needs: tuple[str, ...] = ()
    lower_is_better: bool = False
    bounds: tuple[float, float] = (0, 1)
    cite: str = ""

    @property
    def scale(self) -> Scale:
        """How its values are compared."""
        return Scale(lower_is_better=self.lower_is_better, bounds=self.bounds)

    def value(self, batch: LabelBatch) -> float:
        """The value for a run; NaN where it is undefined."""
        if self.cells is not None and self.counted is not None:
            return float(self.counted(self.cells(batch), batch)(np.ones(len(batch.gold))))
        assert self.together is not None
        return float(self.together(batch))

    def lacks(self, batch: LabelBatch) -> str:
        """Why there is nothing to measure in a run; nothing where there is."""
        if "scores" in self.needs and batch.scores is None:
            return "no scores"
        if "scores of labels" in self.needs and batch.class_scores is None:
            return "no scores of each label"
        has_one = batch.scores is not None and batch.positive is not None
        if "probabilities" in self.needs and batch.class_scores is None and not has_one:
            return "no scores of each label, or of the positive one"
        return ""


def scikit(module: str) -> Any:
    """A module of scikit-learn; `EvaluationError` names the extra where it is not installed."""
    try:
        from importlib import import_module

        return import_module(f"sklearn.{module}")
    except ImportError:
        message = "this measure needs the package scikit-learn, which is not installed"
        hint = "pip install 'ir-harness[labels]'"
        raise EvaluationError(Problem(message, hint=hint)) from None


# --- kinds of measures ------------------------------------------------------------------------


def _first(means: Floats) -> Floats:
    return np.asarray(means[..., 0])


def _of_items(
    columns: Callable[[LabelBatch], Floats], combined: Callable[[Floats], Floats] = _first
) -> dict[str, Any]:
    """A function of the means of items' values."""

    def counted(cells: Floats, _: LabelBatch) -> OfCounts:
        return lambda counts: combined(counts @ cells / counts.sum(axis=-1)[..., None])

    return {"cells": columns, "counted": counted, "of_means": True}


def _pair(batch: LabelBatch) -> Floats:
    return np.column_stack([batch.gold, batch.run]).astype(np.float64)


def _of_matrix(value: Callable[[Floats, LabelBatch], Floats]) -> dict[str, Any]:
    """A function of the confusion matrix; undefined where a gold label has no item left."""

    def counted(cells: Floats, batch: LabelBatch) -> OfCounts:
        matrices_of_counts = matrices_of(cells, len(batch.classes))
        there = np.unique(cells[:, 0]).astype(np.int64)

        def values(counts: Floats) -> Floats:
            matrices = matrices_of_counts(counts)
            complete = (matrices.sum(axis=-1)[..., there] > 0).all(axis=-1)
            return np.where(complete, value(matrices, batch), np.nan)

        return values

    return {"cells": _pair, "counted": counted}


def _average(of_class: ClassRatio, how: str) -> dict[str, Any]:
    return _of_matrix(lambda matrices, _: averaged(of_class, how, matrices))


def _positive(of_class: ClassRatio) -> dict[str, Any]:
    def value(matrices: Floats, batch: LabelBatch) -> Floats:
        return np.asarray(ratio(of_class(ClassCounts.of(matrices)), np.nan)[..., batch.positive])

    return _of_matrix(value)


def _of_scores(area: Callable[[Floats, Any], OfCounts]) -> dict[str, Any]:
    def cells(batch: LabelBatch) -> Floats:
        assert batch.scores is not None
        return np.column_stack([batch.scores, batch.gold == batch.positive])

    return {"cells": cells, "counted": lambda cells, _: area(cells[:, 0], cells[:, 1] > 0)}


def _of_class_scores(area: Callable[[Floats, Any, str], OfCounts], how: str) -> dict[str, Any]:
    def cells(batch: LabelBatch) -> Floats:
        assert batch.class_scores is not None
        return np.column_stack([batch.class_scores, batch.gold])

    def counted(cells: Floats, _: LabelBatch) -> OfCounts:
        return area(cells[:, :-1], cells[:, -1].astype(np.int64), how)

    return {"cells": cells, "counted": counted}


def _of_clusters(function: str) -> Callable[[LabelBatch], float]:
    return lambda batch: getattr(scikit("metrics"), function)(batch.gold, batch.run)


def _of_vectors(function: str) -> Callable[[LabelBatch], float]:
    def value(batch: LabelBatch) -> float:
        if not 1 < len(np.unique(batch.run)) < len(batch.run):
            return np.nan
        return float(getattr(scikit("metrics"), function)(batch.vectors, batch.run))

    return value


def _share_explained(means: Floats) -> Floats:
    spread = means[..., 2] - means[..., 1] ** 2
    return 1 - ratio((means[..., 0], spread), np.nan)


def _harmonic(beta: float, means: Floats) -> Floats:
    p, r = means[..., 0], means[..., 1]
    return ratio(((1 + beta**2) * p * r, beta**2 * p + r))


# --- declarations -----------------------------------------------------------------------------

_POWERS = "Powers, Evaluation: from precision, recall and F-measure to ROC, 2011"
_GORODKIN = "Gorodkin, Comparing two K-category assignments by a K-category correlation, 2004"
_FAWCETT = "Fawcett, An introduction to ROC analysis, Pattern Recognition Letters 2006"
_HAND = "Hand and Till, A generalisation of the area under the ROC curve, Machine Learning 2001"
_AMIGO = "Amigó et al., A comparison of extrinsic clustering evaluation metrics, 2009"
_ROSENBERG = "Rosenberg and Hirschberg, V-measure, EMNLP-CoNLL 2007"
_VIJVER = "van Rijsbergen, Information Retrieval, 1979"
_INFINITE = (0, np.inf)


def _of_labels() -> Iterator[LabelMeasure]:
    own = partial(LabelMeasure, kind="classification", cite=_POWERS)
    yield own(
        "accuracy", summary="the share of items with the right label", **_of_items(items.right)
    )
    yield own(
        "balanced_accuracy",
        summary="the mean recall of the labels that the gold standard has",
        **_of_matrix(lambda matrices, _: balanced_accuracy(matrices)),
    )
    yield own(
        "MCC",
        summary="Matthews' correlation coefficient, of any number of labels; 0 where undefined",
        bounds=(-1, 1),
        **{**_of_matrix(lambda matrices, _: correlation(matrices)), "cite": _GORODKIN},
    )
    for name, of_class in (("precision", precision), ("recall", recall), ("jaccard", jaccard)):
        for how in _AVERAGES:
            text = f"{how} average of {name} over labels"
            yield own(f"{name}_{how}", summary=text, **_average(of_class, how))
    for name, of_class, text in (
        ("PPV", precision, "precision of the positive label"),
        ("NPV", negative_precision, "precision of the other label"),
        ("TPR", recall, "recall of the positive label (sensitivity)"),
        ("TNR", specificity, "recall of the other label (specificity)"),
    ):
        yield own(name, summary=text, needs=("positive",), **_positive(of_class))
    less = partial(own, lower_is_better=True, bounds=_INFINITE)
    yield less(
        "cost", summary="the mean cost by `costs`", needs=("costs",), **_of_items(items.cost)
    )
    yield own(
        "weighted_accuracy",
        summary="the share of right labels, items weighted by the `weights` of their labels",
        needs=("weights",),
        **_of_items(items.weighted_right, lambda means: ratio((means[..., 0], means[..., 1]))),
    )
    text = "the mean of −ln of the probability that a run gives the gold label"
    yield less("log_loss", summary=text, needs=("probabilities",), **_of_items(items.log_loss))


def _of_scored_labels() -> Iterator[LabelMeasure]:
    own = partial(LabelMeasure, kind="classification", cite=_FAWCETT)
    scored = ("positive", "scores")
    text = "the area under the ROC curve: how often a positive item has the higher score"
    yield own("ROC_AUC", summary=text, needs=scored, **_of_scores(roc_area))
    text = "the area under the precision–recall curve, as average precision"
    yield own("PR_AUC", summary=text, needs=scored, **_of_scores(pr_area))
    for how in ("macro", "weighted"):
        for name, area, text, cite in (
            ("ovr", one_against_rest, "mean ROC area of each label against the rest", _FAWCETT),
            ("ovo", one_against_one, "mean ROC area of each pair of labels", _HAND),
        ):
            yield own(
                f"ROC_AUC_{name}_{how}",
                summary=f"the {how} {text}",
                needs=("scores of labels",),
                **{**_of_class_scores(area, how), "cite": cite},
            )


def _of_numbers() -> Iterator[LabelMeasure]:
    own = partial(LabelMeasure, kind="regression", lower_is_better=True, bounds=_INFINITE)
    yield own("MSE", summary="the mean squared error", **_of_items(items.squares))
    text = "the square root of the mean squared error"
    yield own("RMSE", summary=text, **_of_items(items.squares, lambda m: np.sqrt(_first(m))))
    yield own("MAE", summary="the mean absolute error", **_of_items(items.absolute))
    yield own(
        "R2",
        summary="the share of the variance of the gold standard that is explained",
        **{
            **_of_items(items.explained, _share_explained),
            "lower_is_better": False,
            "bounds": (-np.inf, 1),
        },
    )


def _column(number: int) -> Callable[[LabelBatch], Floats]:
    return lambda batch: items.bcubed(batch)[:, [number]]


def _of_clusterings() -> Iterator[LabelMeasure]:
    own = partial(LabelMeasure, kind="clustering")
    text = "B-cubed precision: of each item's cluster the share that is in its gold cluster"
    yield own("B3_P", summary=text, cite=_AMIGO, **_of_items(_column(0)))
    text = "B-cubed recall: of each item's gold cluster the share that is in its cluster"
    yield own("B3_R", summary=text, cite=_AMIGO, **_of_items(_column(1)))
    text = "the share of items that are of the main gold cluster of their cluster"
    yield own("purity", summary=text, cite=_AMIGO, **_of_items(items.in_majority))
    for name, function, text in (
        ("V_measure", "v_measure_score", "the harmonic mean of homogeneity and completeness"),
        ("homogeneity", "homogeneity_score", "1 − H(gold | run) / H(gold)"),
        ("completeness", "completeness_score", "1 − H(run | gold) / H(run)"),
    ):
        yield own(name, summary=text, together=_of_clusters(function), cite=_ROSENBERG)
    for name, text, lower, bounds, cite in (
        ("silhouette", "mean silhouette", False, (-1, 1), "Rousseeuw, 1987"),
        ("davies_bouldin", "Davies–Bouldin index", True, _INFINITE, "Davies and Bouldin, 1979"),
        ("calinski_harabasz", "Caliński–Harabasz index", False, _INFINITE, "Caliński, 1974"),
    ):
        yield own(
            name,
            summary=f"{text} of the vectors",
            together=_of_vectors(f"{name}_score"),
            needs=("vectors",),
            lower_is_better=lower,
            bounds=bounds,
            cite=cite,
        )


#: Every measure without a parameter, by name. F_β is made by `label_measure`.
LABEL_MEASURES: dict[str, LabelMeasure] = {
    measure.name: measure
    for declared in (_of_labels, _of_scored_labels, _of_numbers, _of_clusterings)
    for measure in declared()
}

#: What is computed unless a task says otherwise; the first sorts the leaderboard.
DEFAULT_LABEL_MEASURES = {
    "classification": ("F1_macro", "balanced_accuracy", "MCC", "accuracy"),
    "regression": ("RMSE", "MAE", "R2"),
    "clustering": ("B3_F1", "B3_P", "B3_R", "purity"),
}


def label_measure(name: str, kind: str) -> LabelMeasure:
    """The measure of that name for a kind of task; `MeasureError` with the nearest name.

    ``F1``, ``F0.5`` … are of the positive label, ``F1_macro`` (``_micro``, ``_weighted``) averages
    over labels, ``B3_F1`` combines B-cubed precision and recall.

    >>> label_measure("F2_macro", "classification").name, label_measure("MAE", "regression").name
    ('F2_macro', 'MAE')
    """
    own = {known: measure for known, measure in LABEL_MEASURES.items() if measure.kind == kind}
    if name in own:
        return own[name]
    if (spelled := _F.match(name)) and (measure := _f_measure(name, kind, spelled)):
        return measure
    if name in LABEL_MEASURES:
        message = f"{name} is a measure of a {LABEL_MEASURES[name].kind}, not of a {kind}"
        raise MeasureError(Problem(message))
    families = {"classification": ("F1", "F1_macro"), "clustering": ("B3_F1",)}.get(kind, ())
    hint = suggest(name, (*own, *families))
    raise MeasureError(Problem(f"unknown measure {name!r}", hint=hint))


def _f_measure(name: str, kind: str, spelled: re.Match[str]) -> LabelMeasure | None:
    beta, how = float(spelled["beta"]), spelled["how"]
    if not 0 < beta < np.inf:
        raise MeasureError(Problem(f"{name}: β must be above 0"))
    of_clusters = bool(spelled["lead"])
    if kind == "clustering" and of_clusters and not how:
        text = "the harmonic mean of B-cubed precision and recall, which counts β times as much"
        parts = _of_items(items.bcubed, partial(_harmonic, beta))
        return LabelMeasure(name, kind, text, cite=_AMIGO, **parts)
    if kind != "classification" or of_clusters:
        return None
    text = "the harmonic mean of precision and recall, which counts β times as much"
    text += f": {how} average over labels" if how else ", of the positive label"
    measure = LabelMeasure(name, kind, text, needs=() if how else ("positive",), cite=_VIJVER)
    return replace(measure, **(_average(f_beta(beta), how) if how else _positive(f_beta(beta))))


def missing_needs(
    measures: Sequence[LabelMeasure], given: Sequence[str]
) -> Iterator[tuple[int, str]]:
    """The measures (by position) that need a key that the task does not have, and which."""
    keys = ("positive", "costs", "weights", "vectors")
    for index, measure in enumerate(measures):
        for need in measure.needs:
            if need in keys and need not in given:
                yield index, need
