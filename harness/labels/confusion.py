"""Measures of confusion matrices: any number of them at once, [..., K, K + 1].

Rows are gold labels, columns the labels of a run, the last one for items without a label. Ratios
without a denominator are 0 inside averages, as in scikit-learn, and NaN by themselves.

Powers, Evaluation: from precision, recall and F-measure to ROC, 2011; Gorodkin, Comparing two
K-category assignments by a K-category correlation coefficient, 2004 (MCC).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from harness.core.arrays import Floats

#: A ratio of a class, from its counts: numerator and denominator.
ClassRatio = Callable[["ClassCounts"], tuple[Any, Any]]


@dataclass(frozen=True, eq=False)
class ClassCounts:
    """Each class against the others [..., K]: true and false, positives and negatives."""

    tp: Floats
    fp: Floats
    fn: Floats
    tn: Floats

    @classmethod
    def of(cls, matrices: Any) -> ClassCounts:
        """The counts of confusion matrices.

        >>> counts = ClassCounts.of([[38, 12, 0, 0], [5, 43, 2, 0], [6, 0, 44, 0]])
        >>> counts.tp.tolist(), counts.fp.tolist(), counts.fn.tolist(), counts.tn.tolist()
        ([38.0, 43.0, 44.0], [11.0, 12.0, 2.0], [12.0, 7.0, 6.0], [89.0, 88.0, 98.0])
        """
        values = np.asarray(matrices, dtype=np.float64)
        tp = np.diagonal(values, axis1=-2, axis2=-1)
        fp = values.sum(axis=-2)[..., :-1] - tp
        fn = values.sum(axis=-1) - tp
        return cls(tp, fp, fn, values.sum(axis=(-2, -1))[..., None] - tp - fp - fn)


def matrices_of(cells: Any, num_classes: int) -> Callable[[Floats], Floats]:
    """What makes confusion matrices [..., K, K + 1] of so many items [..., U] of cells [U, 2].

    >>> matrices_of([[0, 1], [1, 1], [0, 1]], 2)(np.array([3.0, 1, 2])).tolist()
    [[0.0, 5.0, 0.0], [0.0, 1.0, 0.0]]
    """
    gold, run = np.asarray(cells, dtype=np.int64).T
    width = num_classes + 1
    order = np.argsort(gold * width + run, kind="stable")
    filled, starts = np.unique((gold * width + run)[order], return_index=True)

    def matrices(counts: Floats) -> Floats:
        made = np.zeros((*counts.shape[:-1], num_classes * width))
        made[..., filled] = np.add.reduceat(counts[..., order], starts, axis=-1)
        return made.reshape(*counts.shape[:-1], num_classes, width)

    return matrices


def precision(counts: ClassCounts) -> tuple[Any, Any]:
    """Of the items that have the label in the run, those that it is right for (PPV)."""
    return counts.tp, counts.tp + counts.fp


def recall(counts: ClassCounts) -> tuple[Any, Any]:
    """Of the items with the gold label, those that have it in the run (TPR)."""
    return counts.tp, counts.tp + counts.fn


def negative_precision(counts: ClassCounts) -> tuple[Any, Any]:
    """Of the items without the label in the run, those that are rightly without it (NPV)."""
    return counts.tn, counts.tn + counts.fn


def specificity(counts: ClassCounts) -> tuple[Any, Any]:
    """Of the items without the gold label, those without it in the run (TNR)."""
    return counts.tn, counts.tn + counts.fp


def class_accuracy(counts: ClassCounts) -> tuple[Any, Any]:
    """The items that rightly have the label, or rightly have another."""
    right = counts.tp + counts.tn
    return right, right + counts.fp + counts.fn


def jaccard(counts: ClassCounts) -> tuple[Any, Any]:
    """Of the items with the label in the gold standard or the run, those with it in both."""
    return counts.tp, counts.tp + counts.fp + counts.fn


def f_beta(beta: float) -> ClassRatio:
    """The weighted harmonic mean of precision and recall; recall counts β times as much."""

    def ratio_of(counts: ClassCounts) -> tuple[Any, Any]:
        right = (1 + beta**2) * counts.tp
        return right, right + beta**2 * counts.fn + counts.fp

    return ratio_of


def ratio(parts: tuple[Any, Any], undefined: float = 0.0) -> Floats:
    """A ratio, ``undefined`` where its denominator is 0."""
    numerator, denominator = np.broadcast_arrays(*np.asarray(parts, dtype=np.float64))
    values = np.full(numerator.shape, undefined)
    np.divide(numerator, denominator, out=values, where=denominator != 0)
    return values


def averaged(of_class: ClassRatio, how: str, matrices: Any) -> Floats:
    """The macro, micro or weighted average of a ratio over classes [...].

    ``macro`` is the mean over the classes that occur in the gold standard or the run, ``weighted``
    weights them by their items in the gold standard, ``micro`` sums numerators and denominators.

    >>> averaged(recall, "macro", [[1, 1, 0], [0, 2, 0]]).item()
    0.75
    """
    counts = ClassCounts.of(matrices)
    parts = of_class(counts)
    if how == "micro":
        return ratio((parts[0].sum(axis=-1), parts[1].sum(axis=-1)))
    support = counts.tp + counts.fn
    weights = support if how == "weighted" else (support + counts.fp > 0).astype(np.float64)
    return ratio(((weights * ratio(parts)).sum(axis=-1), weights.sum(axis=-1)))


def balanced_accuracy(matrices: Any) -> Floats:
    """The mean recall of the classes that the gold standard has."""
    counts = ClassCounts.of(matrices)
    has_items = counts.tp + counts.fn > 0
    return ratio((ratio(recall(counts)).sum(axis=-1), has_items.sum(axis=-1)))


def correlation(matrices: Any) -> Floats:
    """Matthews' correlation coefficient, of any number of classes; 0 where it is undefined."""
    values = np.asarray(matrices, dtype=np.float64)
    items = values.sum(axis=(-2, -1))
    gold, given = values.sum(axis=-1), values.sum(axis=-2)
    right = np.trace(values, axis1=-2, axis2=-1)
    covariance = right * items - (gold * given[..., :-1]).sum(axis=-1)
    spread = (items**2 - (gold**2).sum(axis=-1)) * (items**2 - (given**2).sum(axis=-1))
    return ratio((covariance, np.sqrt(spread)))
