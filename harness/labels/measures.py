"""The measures of labels, numbers and clusters by name: what each computes, and what it needs.

A measure is one of three: a function of the means of items' values (``items``), of the confusion
matrix (``matrix``), or of all items together (``together``, by scikit-learn). Intervals and tests
follow from which.
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
from harness.labels.batch import LabelBatch
from harness.labels.confusion import (
    ClassCounts,
    ClassRatio,
    averaged,
    balanced_accuracy,
    correlation,
    f_beta,
    jaccard,
    negative_precision,
    precision,
    ratio,
    recall,
    specificity,
)

#: Probabilities in logarithms are no nearer to 0 and 1 than this, as in scikit-learn.
_EPSILON = float(np.finfo(np.float64).eps)
_F = re.compile(
    r"(?P<lead>B3_)?F(?P<beta>\d+(\.\d+)?)(_(?P<how>macro|micro|weighted))?\Z", re.ASCII
)
_AVERAGES = ("macro", "micro", "weighted")


def _first(means: Floats) -> Floats:
    return np.asarray(means[..., 0])


@dataclass(frozen=True)
class LabelMeasure:
    """A measure of runs of one ``kind`` of task.

    ``items`` gives columns of values [N, C], of whose means [..., C] ``combined`` makes the value;
    ``matrix`` makes it of confusion matrices [..., K, K + 1]; ``together`` of the whole batch.
    ``needs`` are the keys of the task, or ``scores``, without which there is none. Where labels
    are ``exchangeable`` between runs, differences are tested.
    """

    name: str
    kind: str
    summary: str
    items: Callable[[LabelBatch], Floats] | None = None
    combined: Callable[[Floats], Floats] = _first
    matrix: Callable[[Any, LabelBatch], Floats] | None = None
    together: Callable[[LabelBatch], float] | None = None
    needs: tuple[str, ...] = ()
    lower_is_better: bool = False
    exchangeable: bool = True

    def value(self, batch: LabelBatch) -> float:
        """The value for a run; NaN where it is undefined."""
        if self.items is not None:
            return float(self.combined(self.items(batch).mean(axis=0)))
        if self.matrix is not None:
            return float(self.matrix(batch.matrix, batch))
        assert self.together is not None
        return float(self.together(batch))


def scikit(module: str) -> Any:
    """A module of scikit-learn; `EvaluationError` names the extra where it is not installed."""
    try:
        from importlib import import_module

        return import_module(f"sklearn.{module}")
    except ImportError:
        message = "this measure needs the package scikit-learn, which is not installed"
        hint = "pip install 'ir-harness[labels]'"
        raise EvaluationError(Problem(message, hint=hint)) from None


# --- items ------------------------------------------------------------------------------------


def _single(values: Any) -> Floats:
    """The only column of values [N, 1]."""
    return np.asarray(values, dtype=np.float64)[:, None]


def _right(batch: LabelBatch) -> Floats:
    return _single(batch.gold == batch.run)


def _weighted_right(batch: LabelBatch) -> Floats:
    assert batch.weights is not None
    weights = batch.weights[batch.gold]
    return np.column_stack([weights * _right(batch)[:, 0], weights])


def _cost(batch: LabelBatch) -> Floats:
    assert batch.costs is not None
    return _single(batch.costs[batch.gold, batch.run])


def _log_loss(batch: LabelBatch) -> Floats:
    assert batch.scores is not None
    p = np.where(batch.gold == batch.positive, batch.scores, 1 - batch.scores)
    return _single(-np.log(np.clip(p, _EPSILON, 1 - _EPSILON)))


def _squares(batch: LabelBatch) -> Floats:
    return _single((batch.gold - batch.run) ** 2)


def _root(means: Floats) -> Floats:
    return np.sqrt(_first(means))


def _absolute(batch: LabelBatch) -> Floats:
    return _single(np.abs(batch.gold - batch.run))


def _explained(batch: LabelBatch) -> Floats:
    centred = batch.gold - batch.gold.mean()
    return np.column_stack([_squares(batch), centred, centred**2])


def _share_explained(means: Floats) -> Floats:
    spread = means[..., 2] - means[..., 1] ** 2
    return 1 - ratio((means[..., 0], spread), np.nan)


def bcubed(batch: LabelBatch) -> Floats:
    """The B-cubed precision and recall of each item [N, 2].

    Precision is the share of an item's cluster that is in its gold cluster, recall the share of its
    gold cluster that is in its cluster; the item itself counts in both. Amigó, Gonzalo, Artiles and
    Verdejo, A comparison of extrinsic clustering evaluation metrics based on formal constraints,
    Information Retrieval 2009.

    >>> bcubed(LabelBatch(np.array([0, 0, 1]), np.array([0, 1, 1]))).tolist()
    [[1.0, 0.5], [0.5, 0.5], [0.5, 1.0]]
    """
    clusters, gold = np.bincount(batch.run)[batch.run], np.bincount(batch.gold)[batch.gold]
    return np.column_stack([batch.shared / clusters, batch.shared / gold])


def _harmonic(beta: float, means: Floats) -> Floats:
    p, r = means[..., 0], means[..., 1]
    return ratio(((1 + beta**2) * p * r, beta**2 * p + r))


def _in_majority(batch: LabelBatch) -> Floats:
    main = np.zeros(int(batch.run.max()) + 1, dtype=np.int64)
    order = np.argsort(batch.shared, kind="stable")
    main[batch.run[order]] = batch.gold[order]  # of a cluster the most shared pair comes last
    return _single(main[batch.run] == batch.gold)


def _column(number: int) -> Callable[[LabelBatch], Floats]:
    return lambda batch: bcubed(batch)[:, [number]]


# --- matrices ---------------------------------------------------------------------------------


def _average(of_class: ClassRatio, how: str) -> Callable[[Any, LabelBatch], Floats]:
    return lambda matrices, _: averaged(of_class, how, matrices)


def _positive(of_class: ClassRatio) -> Callable[[Any, LabelBatch], Floats]:
    def value(matrices: Any, batch: LabelBatch) -> Floats:
        return np.asarray(ratio(of_class(ClassCounts.of(matrices)), np.nan)[..., batch.positive])

    return value


# --- all items together -----------------------------------------------------------------------


def _of_scores(function: str) -> Callable[[LabelBatch], float]:
    def value(batch: LabelBatch) -> float:
        positive = batch.gold == batch.positive
        if positive.all() or not positive.any():
            return np.nan
        return float(getattr(scikit("metrics"), function)(positive, batch.scores))

    return value


def _of_clusters(function: str) -> Callable[[LabelBatch], float]:
    return lambda batch: getattr(scikit("metrics"), function)(batch.gold, batch.run)


def _of_vectors(function: str) -> Callable[[LabelBatch], float]:
    def value(batch: LabelBatch) -> float:
        if not 1 < len(np.unique(batch.run)) < len(batch.run):
            return np.nan
        return float(getattr(scikit("metrics"), function)(batch.vectors, batch.run))

    return value


def _declared() -> Iterator[LabelMeasure]:
    two = ("positive",)
    items, matrix, together = (partial(LabelMeasure, kind="classification") for _ in range(3))
    yield items("accuracy", summary="the share of items with the right label", items=_right)
    yield matrix(
        "balanced_accuracy",
        summary="the mean recall of classes",
        matrix=lambda matrices, _: balanced_accuracy(matrices),
    )
    yield matrix(
        "MCC",
        summary="Matthews' correlation coefficient",
        matrix=lambda matrices, _: correlation(matrices),
    )
    for name, of_class in (("precision", precision), ("recall", recall), ("jaccard", jaccard)):
        for how in _AVERAGES:
            text = f"{how} average of {name} over classes"
            yield matrix(f"{name}_{how}", summary=text, matrix=_average(of_class, how))
    for name, of_class, text in (
        ("PPV", precision, "precision of the positive class"),
        ("NPV", negative_precision, "precision of the other class"),
        ("TPR", recall, "recall of the positive class (sensitivity)"),
        ("TNR", specificity, "recall of the other class (specificity)"),
    ):
        yield matrix(name, summary=text, matrix=_positive(of_class), needs=two)
    scored = (*two, "scores")
    for name, function, text in (
        ("ROC_AUC", "roc_auc_score", "the area under the ROC curve"),
        ("PR_AUC", "average_precision_score", "the area under the precision–recall curve, as AP"),
    ):
        yield together(name, summary=text, together=_of_scores(function), needs=scored)
    less = partial(items, lower_is_better=True)
    yield less("log_loss", summary="the mean of −ln p(gold)", items=_log_loss, needs=scored)
    yield less("cost", summary="the mean cost by `costs`", items=_cost, needs=("costs",))
    yield items(
        "weighted_accuracy",
        summary="the share of right labels, items weighted by the `weights` of their classes",
        items=_weighted_right,
        combined=lambda means: ratio((means[..., 0], means[..., 1])),
        needs=("weights",),
    )
    number = partial(LabelMeasure, kind="regression", lower_is_better=True)
    yield number("MSE", summary="the mean squared error", items=_squares)
    yield number(
        "RMSE", summary="the square root of the mean squared error", items=_squares, combined=_root
    )
    yield number("MAE", summary="the mean absolute error", items=_absolute)
    yield number(
        "R2",
        summary="the share of the variance that is explained",
        items=_explained,
        combined=_share_explained,
        lower_is_better=False,
    )
    cluster = partial(LabelMeasure, kind="clustering")
    yield cluster("B3_P", summary="B-cubed precision", items=_column(0))
    yield cluster("B3_R", summary="B-cubed recall", items=_column(1))
    yield cluster("purity", summary="the share of items in the main class", items=_in_majority)
    alone = partial(cluster, exchangeable=False)
    for name, function in (
        ("V_measure", "v_measure_score"),
        ("homogeneity", "homogeneity_score"),
        ("completeness", "completeness_score"),
    ):
        text = f"{name.replace('_', '-')} of the clusters"
        yield alone(name, summary=text, together=_of_clusters(function))
    for name, function, lower in (
        ("silhouette", "silhouette_score", False),
        ("davies_bouldin", "davies_bouldin_score", True),
        ("calinski_harabasz", "calinski_harabasz_score", False),
    ):
        text = f"{name.replace('_', '–').title()} index of the vectors"
        compute = _of_vectors(function)
        needs = ("vectors",)
        yield alone(name, summary=text, together=compute, needs=needs, lower_is_better=lower)


#: Every measure without a parameter, by name. F_β is made by `label_measure`.
LABEL_MEASURES: dict[str, LabelMeasure] = {measure.name: measure for measure in _declared()}

#: What is computed unless a task says otherwise; the first sorts the leaderboard.
DEFAULT_LABEL_MEASURES = {
    "classification": ("F1_macro", "balanced_accuracy", "MCC", "accuracy"),
    "regression": ("RMSE", "MAE", "R2"),
    "clustering": ("B3_F1", "B3_P", "B3_R", "purity"),
}


def label_measure(name: str, kind: str) -> LabelMeasure:
    """The measure of that name for a kind of task; `MeasureError` with the nearest name.

    ``F1``, ``F0.5`` … are of the positive class, ``F1_macro`` (``_micro``, ``_weighted``) averages
    over classes, ``B3_F1`` combines B-cubed precision and recall.

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
        text = "the harmonic mean of B-cubed precision and recall"
        return LabelMeasure(name, kind, text, items=bcubed, combined=partial(_harmonic, beta))
    if kind != "classification" or of_clusters:
        return None
    text = "the harmonic mean of precision and recall"
    measure = LabelMeasure(name, kind, text, matrix=_positive(f_beta(beta)), needs=("positive",))
    average = _average(f_beta(beta), how)
    return measure if how is None else replace(measure, matrix=average, needs=())


def missing_needs(
    measures: Sequence[LabelMeasure], given: Sequence[str]
) -> Iterator[tuple[int, str]]:
    """The measures (by position) that need a key that the task does not have, and which."""
    for index, measure in enumerate(measures):
        for need in measure.needs:
            if need not in given and need != "scores":
                yield index, need
