"""What single items are worth: columns of values, of whose means measures are functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from harness.core.arrays import Floats
from harness.labels.batch import LabelBatch

#: Probabilities in logarithms are no nearer to 0 and 1 than this, as in scikit-learn.
_EPSILON = float(np.finfo(np.float64).eps)


def _single(values: Any) -> Floats:
    """The only column of values [N, 1]."""
    return np.asarray(values, dtype=np.float64)[:, None]


def right(batch: LabelBatch) -> Floats:
    """Whether each item has the right label [N, 1]."""
    return _single(batch.gold == batch.run)


def weighted_right(batch: LabelBatch) -> Floats:
    """The weight of each item where its label is right, and its weight [N, 2]."""
    assert batch.weights is not None
    weights = batch.weights[batch.gold]
    return np.column_stack([weights * right(batch)[:, 0], weights])


def cost(batch: LabelBatch) -> Floats:
    """What the label of each item costs [N, 1]."""
    assert batch.costs is not None
    return _single(batch.costs[batch.gold, batch.run])


def log_loss(batch: LabelBatch) -> Floats:
    """−ln of the probability that a run gives the gold label of each item [N, 1]."""
    if batch.class_scores is not None:
        p = batch.class_scores[np.arange(len(batch.gold)), batch.gold]
    else:
        assert batch.scores is not None
        p = np.where(batch.gold == batch.positive, batch.scores, 1 - batch.scores)
    return _single(-np.log(np.clip(p, _EPSILON, 1 - _EPSILON)))


def squares(batch: LabelBatch) -> Floats:
    """The squared error of each item [N, 1]."""
    return _single((batch.gold - batch.run) ** 2)


def absolute(batch: LabelBatch) -> Floats:
    """The absolute error of each item [N, 1]."""
    return _single(np.abs(batch.gold - batch.run))


def explained(batch: LabelBatch) -> Floats:
    """The squared error of each item, its distance from the mean, and the square of that [N, 3]."""
    centred = batch.gold - batch.gold.mean()
    return np.column_stack([squares(batch), centred, centred**2])


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


def in_majority(batch: LabelBatch) -> Floats:
    """Whether each item is of the gold cluster that most items of its cluster are of [N, 1]."""
    main = np.zeros(int(batch.run.max()) + 1, dtype=np.int64)
    order = np.argsort(batch.shared, kind="stable")
    main[batch.run[order]] = batch.gold[order]  # of a cluster the most shared pair comes last
    return _single(main[batch.run] == batch.gold)
