"""Measures of scores: areas under ROC and precision–recall curves, of two classes and of more.

They are functions of how many items there are of each score and class, for any number of such
counts at once [..., U]: those of a run, of bootstrap draws, of exchanges between two runs. Equal
scores are one threshold. Tested to be scikit-learn's.

Fawcett, An introduction to ROC analysis, Pattern Recognition Letters 2006; Hand and Till, A simple
generalisation of the area under the ROC curve for multiple class classification problems, Machine
Learning 2001 (one against one); Provost and Domingos, 2000 (one against all others).
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats
from harness.labels.confusion import ratio

_Mask = npt.NDArray[np.bool_]


def _steps(counts: Floats, scores: Floats, positive: _Mask) -> tuple[Floats, Floats]:
    """The positive and negative items at each distinct score, falling [..., T]."""
    order = np.argsort(-scores, kind="stable")
    falling = scores[order]
    starts = np.flatnonzero(np.append(True, falling[1:] != falling[:-1]))
    ordered, wanted = counts[..., order], positive[order]
    all_items = np.add.reduceat(ordered, starts, axis=-1)
    tp = np.add.reduceat(ordered * wanted, starts, axis=-1)
    return tp, all_items - tp


def roc_area(counts: Floats, scores: Floats, positive: _Mask) -> Floats:
    """The area under the ROC curve [...]: how often a positive item has a higher score.

    Of equal scores half count. NaN where one of the classes has no item.

    >>> scores, positive = np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True])
    >>> roc_area(np.ones(4), scores, positive).item()
    0.75
    """
    tp, fp = _steps(counts, scores, positive)
    above = np.cumsum(tp, axis=-1) - tp / 2
    return ratio(((above * fp).sum(axis=-1), tp.sum(axis=-1) * fp.sum(axis=-1)), np.nan)


def pr_area(counts: Floats, scores: Floats, positive: _Mask) -> Floats:
    """Average precision [...]: the precision at each threshold, weighted by the recall it adds.

    >>> scores, positive = np.array([0.1, 0.4, 0.35, 0.8]), np.array([False, False, True, True])
    >>> round(pr_area(np.ones(4), scores, positive).item(), 4)
    0.8333
    """
    tp, fp = _steps(counts, scores, positive)
    right = np.cumsum(tp, axis=-1)
    precision = ratio((right, right + np.cumsum(fp, axis=-1)))
    value = ratio(((precision * tp).sum(axis=-1), tp.sum(axis=-1)), np.nan)
    return np.where(fp.sum(axis=-1) > 0, value, np.nan)


def one_against_rest(counts: Floats, scores: Floats, gold: Any, how: str) -> Floats:
    """The mean ROC area of each class against all others [...], of scores [U, K].

    ``macro`` counts the classes that the gold standard has alike, ``weighted`` by their items.

    >>> scores = np.array([[0.6, 0.3, 0.1], [0.5, 0.4, 0.1], [0.1, 0.7, 0.2], [0.2, 0.2, 0.6]])
    >>> one_against_rest(np.ones(4), scores, np.array([0, 1, 1, 2]), "macro").round(4).item()
    0.9722
    """
    there = np.unique(gold)
    areas = np.stack([roc_area(counts, scores[:, label], gold == label) for label in there])
    items = np.stack([counts[..., gold == label].sum(axis=-1) for label in there])
    weights = items if how == "weighted" else np.ones_like(items)
    return np.asarray((areas * weights).sum(axis=0) / weights.sum(axis=0))


def one_against_one(counts: Floats, scores: Floats, gold: Any, how: str) -> Floats:
    """The mean of both ROC areas of each pair of classes among their items [...].

    ``macro`` counts pairs alike (Hand and Till's M), ``weighted`` by their items.

    >>> scores = np.array([[0.6, 0.3, 0.1], [0.5, 0.4, 0.1], [0.1, 0.7, 0.2], [0.2, 0.2, 0.6]])
    >>> one_against_one(np.ones(4), scores, np.array([0, 1, 1, 2]), "macro").item()
    1.0
    """
    areas, items = [], []
    for a, b in combinations(np.unique(gold).tolist(), 2):
        inside = (gold == a) | (gold == b)
        own, parts = counts[..., inside], [(scores[inside, k], gold[inside] == k) for k in (a, b)]
        areas.append(sum(roc_area(own, *part) for part in parts) / 2)
        items.append(own.sum(axis=-1))
    weights = np.stack(items) if how == "weighted" else np.ones_like(np.stack(items))
    return np.asarray((np.stack(areas) * weights).sum(axis=0) / weights.sum(axis=0))
