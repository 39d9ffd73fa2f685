"""Measures of labels, numbers and clusters of items, by name.

Most are computed by scikit-learn; costs, B-cubed and purity are written from their definitions.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, FrozenArrays, Ints
from harness.core.errors import MeasureError, Problem, suggest
from harness.core.packages import extra
from harness.evaluation.scales import Scale

_F = re.compile(
    r"(?P<lead>B3_)?F(?P<beta>\d+(\.\d+)?)(_(?P<how>macro|micro|weighted))?\Z", re.ASCII
)
_AVERAGES = ("macro", "micro", "weighted")
_INFINITE = (0.0, np.inf)


@dataclass(frozen=True, eq=False)
class LabelBatch:
    """One run and the judgments, item by item.

    ``gold`` [N] and ``run`` [N] are numbers, or codes of labels and clusters. Codes of labels are
    indices into ``classes`` [K]; an item without a label has the code K. ``scores`` [N] are the
    scores of the positive label, ``class_scores`` [N, K] of each label. ``costs`` [K, K + 1] has a
    cost per gold and given label, ``weights`` [K] a weight per gold label, ``vectors`` [N, D] a
    vector per item.
    """

    gold: npt.NDArray[Any]
    run: npt.NDArray[Any]
    classes: tuple[str, ...] = ()
    scores: Floats | None = None
    class_scores: Floats | None = None
    positive: int | None = None
    costs: Floats | None = None
    weights: Floats | None = None
    vectors: Floats | None = None

    @cached_property
    def confusion(self) -> Ints:
        """The confusion matrix [K, K + 1]: gold labels in rows; the last column has no label.

        >>> LabelBatch(np.array([0, 0, 1]), np.array([0, 1, 2]), ("no", "yes")).confusion.tolist()
        [[1, 1, 0], [0, 0, 1]]
        """
        height = len(self.classes)
        cells = np.bincount(self.gold * (height + 1) + self.run, minlength=height * (height + 1))
        return cells.reshape(height, height + 1)

    @cached_property
    def used(self) -> Ints:
        """The labels that occur in the judgments or in the run."""
        labels = np.union1d(self.gold, self.run)
        return labels[labels < len(self.classes)]


@dataclass(frozen=True, slots=True)
class LabelMeasure:
    """A measure of one ``kind`` of task.

    ``compute`` returns the value of a batch, NaN if undefined. ``needs`` names the keys of the
    task, and the scores of the run, that it requires.
    """

    name: str
    compute: Callable[[LabelBatch], float]
    kind: str
    needs: tuple[str, ...] = ()
    scale: Scale = field(default_factory=Scale)

    def lacks(self, batch: LabelBatch) -> str:
        """Return what a run lacks to be measured; empty if nothing."""
        if "scores" in self.needs and batch.scores is None:
            return "no scores"
        if "scores of labels" in self.needs and batch.class_scores is None:
            return "no scores of each label"
        if "probabilities" in self.needs and batch.class_scores is None and batch.scores is None:
            return "no scores of each label, or of the positive one"
        return ""

    def value(self, batch: LabelBatch) -> float:
        """Return the value for a run; NaN where it is undefined."""
        if self.lacks(batch):
            return np.nan
        with warnings.catch_warnings():
            # scikit-learn warns of cases that are defined here: labels that only the run has,
            # probabilities with few decimals.
            warnings.simplefilter("ignore")
            return float(self.compute(batch))


@dataclass(frozen=True, eq=False)
class LabelScores(FrozenArrays):
    """The ``values`` [R, M] of runs by measures, NaN where undefined."""

    measures: Sequence[LabelMeasure]
    runs: Mapping[str, LabelBatch]
    values: Floats

    @classmethod
    def of(cls, runs: Mapping[str, LabelBatch], measures: Sequence[LabelMeasure]) -> LabelScores:
        """Compute the values of runs."""
        values = [[measure.value(batch) for measure in measures] for batch in runs.values()]
        return cls(measures, runs, np.array(values))

    @property
    def order(self) -> list[int]:
        """The rows of the runs, best by the first measure first; undefined ones last."""
        return self.measures[0].scale.order(self.values[:, 0], list(self.runs))


def _sklearn() -> Any:
    """Import ``sklearn.metrics``; `MissingPackageError` if it is not installed."""
    with extra("labels", "measures of labels need"):
        from sklearn import metrics
    return metrics


# --- labels ---------------------------------------------------------------------------------------


def _score_codes(function: str, batch: LabelBatch) -> float:
    """Apply a function to gold and given numbers, or codes of labels and clusters, unchanged."""
    return float(getattr(_sklearn(), function)(batch.gold, batch.run))


def _average(function: str, how: str, batch: LabelBatch, **more: Any) -> float:
    """Average a ratio over the labels that occur; 0 for a label without a denominator."""
    compute = getattr(_sklearn(), function)
    options = {"labels": batch.used, "average": how, "zero_division": 0, **more}
    return float(compute(batch.gold, batch.run, **options))


def _score_positive(function: str, batch: LabelBatch, *, swap: bool = False, **more: Any) -> float:
    """Return a ratio of the positive label, with ``swap`` of the other; NaN without a
    denominator.
    """
    gold, run = batch.gold == batch.positive, batch.run == batch.positive
    compute = getattr(_sklearn(), function)
    return float(compute(gold ^ swap, run ^ swap, zero_division=np.nan, **more))


def _balanced_accuracy(batch: LabelBatch) -> float:
    """Return the mean recall over the labels of the judgments."""
    return _average("recall_score", "macro", batch, labels=np.unique(batch.gold))


def _weighted_accuracy(batch: LabelBatch) -> float:
    """Return the share of right labels, weighting items by their gold labels."""
    assert batch.weights is not None
    weights = batch.weights[batch.gold]
    if not weights.any():
        return np.nan
    return float(_sklearn().accuracy_score(batch.gold, batch.run, sample_weight=weights))


def _cost(batch: LabelBatch) -> float:
    """Return the mean cost over pairs of gold and given label."""
    assert batch.costs is not None
    return float(batch.costs[batch.gold, batch.run].mean())


def _log_loss(batch: LabelBatch) -> float:
    """Return the mean −ln of the probability given to the gold label."""
    scores = batch.class_scores
    if scores is None:
        assert batch.scores is not None
        gold = batch.gold == batch.positive
        return float(_sklearn().log_loss(gold, batch.scores, labels=[False, True]))
    return float(_sklearn().log_loss(batch.gold, scores, labels=np.arange(len(batch.classes))))


def _area(function: str, batch: LabelBatch) -> float:
    """Return the area under a curve of the positive label; NaN if only one label occurs."""
    gold = batch.gold == batch.positive
    if gold.all() or not gold.any():
        return np.nan
    return float(getattr(_sklearn(), function)(gold, batch.scores))


def _one_against_others(how: str, pairs: bool, batch: LabelBatch) -> float:
    """Return the mean ROC area of each gold label against the rest.

    With ``pairs`` it is the mean over pairs of gold labels, by the scores of both (Hand and Till).
    """
    scores = batch.class_scores
    assert scores is not None
    labels, counts = np.unique(batch.gold, return_counts=True)
    if len(labels) < 2:
        return np.nan
    area, areas, sizes = _sklearn().roc_auc_score, [], []
    items = dict(zip(labels.tolist(), counts.tolist(), strict=True))
    for group in combinations(items, 2 if pairs else 1):
        rows = np.isin(batch.gold, group if pairs else labels)
        gold, own = batch.gold[rows], scores[rows]
        areas.append(np.mean([area(gold == label, own[:, label]) for label in group]))
        sizes.append(sum(items[label] for label in group))
    return float(np.average(areas, weights=sizes if how == "weighted" else None))


# --- numbers and clusters ------------------------------------------------------------------------


def _r2(batch: LabelBatch) -> float:
    """Return the share of the judgments' variance that is explained; NaN if it is 0."""
    return np.nan if np.ptp(batch.gold) == 0 else _score_codes("r2_score", batch)


def _count_shared(batch: LabelBatch) -> Any:
    """Return the sparse matrix of the items shared by each gold cluster and each run cluster."""
    matrix = _sklearn().cluster.contingency_matrix
    return matrix(batch.gold, batch.run, sparse=True, dtype=np.float64)


def _bcubed(batch: LabelBatch) -> tuple[float, float]:
    """Return B-cubed precision and recall.

    Precision is the mean over items of the share of its cluster that is in its gold cluster, recall
    of the share of its gold cluster that is in its cluster; the item itself counts in both.

    >>> _bcubed(LabelBatch(np.array([0, 0, 1]), np.array([0, 1, 1])))
    (0.6666666666666666, 0.6666666666666666)
    """
    shared = _count_shared(batch)
    squares = shared.power(2)
    precision = (np.ravel(squares.sum(axis=0)) / np.ravel(shared.sum(axis=0))).sum()
    recall = (np.ravel(squares.sum(axis=1)) / np.ravel(shared.sum(axis=1))).sum()
    return float(precision / len(batch.gold)), float(recall / len(batch.gold))


def _bcubed_f(beta: float, batch: LabelBatch) -> float:
    precision, recall = _bcubed(batch)
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def _purity(batch: LabelBatch) -> float:
    """Return the share of items in the main gold cluster of their cluster."""
    return float(_count_shared(batch).max(axis=0).sum() / len(batch.gold))


def _score_vectors(function: str, batch: LabelBatch) -> float:
    """Return an index of clusters from the vectors of their items; NaN if undefined."""
    if not 1 < len(np.unique(batch.run)) < len(batch.run):
        return np.nan
    return float(getattr(_sklearn(), function)(batch.vectors, batch.run))


# --- declarations --------------------------------------------------------------------------------

_of_labels = partial(LabelMeasure, kind="classification")
_of_numbers = partial(LabelMeasure, kind="regression")
_of_clusters = partial(LabelMeasure, kind="clustering")

_CORRELATION, _COST = Scale(bounds=(-1, 1)), Scale(lower_is_better=True, bounds=_INFINITE)

_MEASURES = (
    _of_labels("accuracy", partial(_score_codes, "accuracy_score")),
    _of_labels("balanced_accuracy", _balanced_accuracy),
    # Matthews' correlation coefficient, of any number of labels; 0 where it is undefined.
    _of_labels("MCC", partial(_score_codes, "matthews_corrcoef"), scale=_CORRELATION),
    *(
        _of_labels(f"{name}_{how}", partial(_average, f"{name}_score", how))
        for name in ("precision", "recall", "jaccard")
        for how in _AVERAGES
    ),
    # Precision and recall of the positive label (recall: sensitivity), and of the other one.
    *(
        _of_labels(name, partial(_score_positive, function, swap=swap), needs=("positive",))
        for name, function, swap in (
            ("PPV", "precision_score", False),
            ("NPV", "precision_score", True),
            ("TPR", "recall_score", False),
            ("TNR", "recall_score", True),
        )
    ),
    _of_labels("cost", _cost, needs=("costs",), scale=_COST),
    _of_labels("weighted_accuracy", _weighted_accuracy, needs=("weights",)),
    _of_labels("log_loss", _log_loss, needs=("probabilities",), scale=_COST),
    *(
        _of_labels(name, partial(_area, function), needs=("positive", "scores"))
        for name, function in (
            ("ROC_AUC", "roc_auc_score"),
            ("PR_AUC", "average_precision_score"),
        )
    ),
    *(
        _of_labels(
            f"ROC_AUC_{name}_{how}",
            partial(_one_against_others, how, pairs),
            needs=("scores of labels",),
        )
        for how in ("macro", "weighted")
        for name, pairs in (("ovr", False), ("ovo", True))
    ),
    *(
        _of_numbers(name, partial(_score_codes, function), scale=_COST)
        for name, function in (
            ("MSE", "mean_squared_error"),
            ("RMSE", "root_mean_squared_error"),
            ("MAE", "mean_absolute_error"),
        )
    ),
    _of_numbers("R2", _r2, scale=Scale(bounds=(-np.inf, 1))),
    _of_clusters("B3_P", lambda batch: _bcubed(batch)[0]),
    _of_clusters("B3_R", lambda batch: _bcubed(batch)[1]),
    _of_clusters("purity", _purity),
    # Homogeneity is 1 − H(gold | run) / H(gold), completeness 1 − H(run | gold) / H(run), V_measure
    # their harmonic mean.
    *(
        _of_clusters(name, partial(_score_codes, function))
        for name, function in (
            ("V_measure", "v_measure_score"),
            ("homogeneity", "homogeneity_score"),
            ("completeness", "completeness_score"),
        )
    ),
    # Indices from vectors.
    *(
        _of_clusters(
            name, partial(_score_vectors, f"{name}_score"), needs=("vectors",), scale=scale
        )
        for name, scale in (
            ("silhouette", _CORRELATION),
            ("davies_bouldin", _COST),
            ("calinski_harabasz", Scale(bounds=_INFINITE)),
        )
    ),
)

#: Every measure without a parameter, by kind of task and name; `label_measure` makes F_β.
LABEL_MEASURES: Mapping[str, Mapping[str, LabelMeasure]] = {
    kind: {measure.name: measure for measure in _MEASURES if measure.kind == kind}
    for kind in ("classification", "regression", "clustering")
}

#: The default measures of a task; the first sorts the leaderboard.
DEFAULT_LABEL_MEASURES = {
    "classification": ("F1_macro", "balanced_accuracy", "MCC", "accuracy"),
    "regression": ("RMSE", "MAE", "R2"),
    "clustering": ("B3_F1", "B3_P", "B3_R", "purity"),
}


def label_measure(name: str, kind: str) -> LabelMeasure:
    """Look up a measure of a kind of task; `MeasureError` with the nearest name if unknown.

    ``F1``, ``F0.5`` … are for the positive label, ``F1_macro`` (``_micro``, ``_weighted``) averages
    over labels, ``B3_F1`` combines B-cubed precision and recall.

    >>> label_measure("F2_macro", "classification").name, label_measure("MAE", "regression").name
    ('F2_macro', 'MAE')
    """
    own = LABEL_MEASURES[kind]
    if name in own:
        return own[name]
    if (spelled := _F.match(name)) and (measure := _f_measure(name, kind, spelled)):
        return measure
    for other, measures in LABEL_MEASURES.items():
        if name in measures:
            raise MeasureError(Problem(f"{name} is a measure of a {other}, not of a {kind}"))
    families = {"classification": ("F1", "F1_macro"), "clustering": ("B3_F1",)}.get(kind, ())
    raise MeasureError(Problem(f"unknown measure {name!r}", hint=suggest(name, (*own, *families))))


def _f_measure(name: str, kind: str, spelled: re.Match[str]) -> LabelMeasure | None:
    """Return F_β of a kind of task; None if the name does not fit it."""
    beta, how = float(spelled["beta"]), spelled["how"]
    if not 0 < beta < np.inf:
        raise MeasureError(Problem(f"{name}: β must be above 0"))
    if kind == "clustering" and spelled["lead"] and not how:
        return LabelMeasure(name, partial(_bcubed_f, beta), kind)
    if kind != "classification" or spelled["lead"]:
        return None
    if how:
        return LabelMeasure(name, partial(_average, "fbeta_score", how, beta=beta), kind)
    compute = partial(_score_positive, "fbeta_score", beta=beta)
    return LabelMeasure(name, compute, kind, ("positive",))
