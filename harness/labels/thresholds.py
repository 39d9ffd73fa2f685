"""ROC and precision–recall curves of scores of two classes, and the best thresholds on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from harness.core.arrays import Floats
from harness.labels.batch import LabelBatch


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
    order = np.argsort(-batch.scores, kind="stable")
    falling = batch.scores[order]
    last = np.flatnonzero(np.append(falling[1:] != falling[:-1], True))  # of equal scores
    right, wrong = (np.cumsum(part[order])[last] for part in (positive, ~positive))
    thresholds, tpr, fpr = falling[last], right / positive.sum(), wrong / (~positive).sum()
    precision = right / (right + wrong)
    f = 2 * right / (right + wrong + positive.sum())
    best_j, best_f = int((tpr - fpr).argmax()), int(f.argmax())
    return ThresholdCurves(
        thresholds,
        fpr,
        tpr,
        precision,
        float(tpr[best_j] - fpr[best_j]),
        float(thresholds[best_j]),
        float(f[best_f]),
        float(thresholds[best_f]),
    )
