"""ROC and precision–recall curves: areas, of two classes and of more, and the best thresholds.

Of the scores and classes that items have [U] each makes a function of how many items there are of
each, which takes any number of such counts at once [..., U]: those of a run, of bootstrap draws,
of exchanges between two runs. Equal scores are one threshold. Tested to be scikit-learn's.

Fawcett, An introduction to ROC analysis, Pattern Recognition Letters 2006; Hand and Till, A simple
generalisation of the area under the ROC curve for multiple class classification problems, Machine
Learning 2001 (one against one); Provost and Domingos, 2000 (one against all others).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats
from harness.labels.batch import LabelBatch
from harness.labels.confusion import ratio

_Mask = npt.NDArray[np.bool_]
#: What makes values [...] of so many items of each score and class [..., U].
OfCounts = Callable[[Floats], Floats]


def _steps(scores: Floats, positive: _Mask) -> Callable[[Floats], tuple[Floats, Floats]]:
    """What counts the positive and negative items at each distinct score, falling [..., T]."""
    order = np.argsort(-scores, kind="stable")
    falling, wanted = scores[order], positive[order].astype(np.float64)
    starts = np.flatnonzero(np.append(True, falling[1:] != falling[:-1]))

    def steps(counts: Floats) -> tuple[Floats, Floats]:
        ordered = counts[..., order]
        tp = ordered * wanted
        if len(starts) < len(order):
            ordered, tp = (np.add.reduceat(part, starts, axis=-1) for part in (ordered, tp))
        return tp, ordered - tp

    return steps


def roc_area(scores: Floats, positive: _Mask) -> OfCounts:
    """The area under the ROC curve: how often a positive item has a higher score.

    Of equal scores half count. NaN where one of the classes has no item.

    >>> scores, positive = np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True])
    >>> roc_area(scores, positive)(np.ones(4)).item()
    0.75
    """
    steps = _steps(scores, positive)

    def area(counts: Floats) -> Floats:
        tp, fp = steps(counts)
        above = np.cumsum(tp, axis=-1) - tp / 2
        pairs = tp.sum(axis=-1) * fp.sum(axis=-1)
        return ratio(((above * fp).sum(axis=-1), pairs), np.nan)

    return area


def pr_area(scores: Floats, positive: _Mask) -> OfCounts:
    """Average precision: the precision at each threshold, weighted by the recall it adds.

    NaN where one of the classes has no item.

    >>> scores, positive = np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True])
    >>> round(pr_area(scores, positive)(np.ones(4)).item(), 4)
    0.8333
    """
    steps = _steps(scores, positive)

    def area(counts: Floats) -> Floats:
        tp, fp = steps(counts)
        right, wrong = np.cumsum(tp, axis=-1), np.cumsum(fp, axis=-1)
        precision = ratio((right, right + wrong))
        value = ratio(((precision * tp).sum(axis=-1), right[..., -1]), np.nan)
        return np.where(wrong[..., -1] > 0, value, np.nan)

    return area


@dataclass(frozen=True, eq=False)
class ThresholdCurves:
    """The curves of a run, by falling threshold: items with this score or more are positive.

    ``fpr`` and ``tpr`` [N] are points of the ROC curve, ``precision`` is that at the same
    thresholds. ``j`` is the greatest TPR − FPR (Youden, Cancer 1950), ``f`` the greatest F1, each
    with its threshold; NaN where one of the classes has no item.
    """

    thresholds: Floats
    fpr: Floats
    tpr: Floats
    precision: Floats
    j: float = np.nan
    j_threshold: float = np.nan
    f: float = np.nan
    f_threshold: float = np.nan


def thresholds_of(batch: LabelBatch) -> ThresholdCurves:
    """The curves of a run with scores.

    >>> gold, scores = np.array([0, 0, 1, 1]), np.array([0.1, 0.4, 0.35, 0.8])
    >>> best = thresholds_of(LabelBatch(gold, gold, scores, ("n", "y"), 1))
    >>> best.j, best.j_threshold, round(best.f, 4), best.f_threshold
    (0.5, 0.8, 0.8, 0.35)
    """
    assert batch.scores is not None
    positive = batch.gold == batch.positive
    if positive.all() or not positive.any():
        return ThresholdCurves(*np.empty((4, 0)))
    parts = _steps(batch.scores, positive)(np.ones(len(positive)))
    thresholds = np.unique(batch.scores)[::-1]
    right, wrong = (np.cumsum(part) for part in parts)
    tpr, fpr = right / right[-1], wrong / wrong[-1]
    f = 2 * right / (right + wrong + right[-1])
    best_j, best_f = int((tpr - fpr).argmax()), int(f.argmax())
    return ThresholdCurves(
        *(thresholds, fpr, tpr, right / (right + wrong)),
        *(float(tpr[best_j] - fpr[best_j]), float(thresholds[best_j])),
        *(float(f[best_f]), float(thresholds[best_f])),
    )


def one_against_rest(scores: Floats, gold: Any, how: str) -> OfCounts:
    """The mean ROC area of each class against all others, of scores [U, K].

    ``macro`` counts the classes that the gold standard has alike, ``weighted`` by their items.

    >>> scores = np.array([[0.6, 0.3, 0.1], [0.5, 0.4, 0.1], [0.1, 0.7, 0.2], [0.2, 0.2, 0.6]])
    >>> one_against_rest(scores, np.array([0, 1, 1, 2]), "macro")(np.ones(4)).round(4).item()
    1.0
    """
    inside = [gold == label for label in np.unique(gold)]
    areas = [roc_area(scores[:, k], gold == k) for k in np.unique(gold)]

    def mean(counts: Floats) -> Floats:
        items = [counts[..., own].sum(axis=-1) for own in inside]
        return _mean([area(counts) for area in areas], items, how)

    return mean


def one_against_one(scores: Floats, gold: Any, how: str) -> OfCounts:
    """The mean of both ROC areas of each pair of classes among their items.

    ``macro`` counts pairs alike (Hand and Till's M), ``weighted`` by their items.

    >>> scores = np.array([[0.6, 0.3, 0.1], [0.5, 0.4, 0.1], [0.1, 0.7, 0.2], [0.2, 0.2, 0.6]])
    >>> one_against_one(scores, np.array([0, 1, 1, 2]), "macro")(np.ones(4)).item()
    1.0
    """
    pairs = list(combinations(np.unique(gold).tolist(), 2))
    inside = [np.flatnonzero((gold == a) | (gold == b)) for a, b in pairs]
    both = [
        [roc_area(scores[own, k], gold[own] == k) for k in pair]
        for own, pair in zip(inside, pairs, strict=True)
    ]

    def mean(counts: Floats) -> Floats:
        parts = [counts[..., own] for own in inside]
        areas = [(a(part) + b(part)) / 2 for (a, b), part in zip(both, parts, strict=True)]
        return _mean(areas, [part.sum(axis=-1) for part in parts], how)

    return mean


def _mean(areas: Sequence[Floats], items: Sequence[Floats], how: str) -> Floats:
    weights = np.stack(items) if how == "weighted" else np.ones((len(areas), *items[0].shape))
    return np.asarray((np.stack(areas) * weights).sum(axis=0) / weights.sum(axis=0))
