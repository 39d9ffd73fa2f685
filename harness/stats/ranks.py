"""Ranks of values of which some are equal."""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Floats, Ints


def groups_of_ties(ordered: Floats) -> tuple[Ints, Ints]:
    """Where the group of ties of each of the ordered values [B, R] begins and ends, from 0.

    >>> [ranks.tolist() for ranks in groups_of_ties(np.array([[3.0, 2.0, 2.0, 1.0]]))]
    [[[0, 1, 1, 3]], [[0, 2, 2, 3]]]
    """
    ranks = np.broadcast_to(np.arange(ordered.shape[1]), ordered.shape)
    steps = ordered[:, 1:] != ordered[:, :-1]
    if steps.all():
        return ranks, ranks
    edge = np.ones((len(ordered), 1), dtype=bool)
    starts, stops = np.hstack([edge, steps]), np.hstack([steps, edge])
    first = np.maximum.accumulate(np.where(starts, ranks, 0), axis=1)
    last_from_end = np.where(stops, ranks, ordered.shape[1] - 1)[:, ::-1]
    return first, np.minimum.accumulate(last_from_end, axis=1)[:, ::-1]


def mid_ranks(values: Floats) -> Floats:
    """The ranks of values [..., R] among those of the last axis, 1 for the least.

    Equal values share the middle of the ranks that they take up.

    >>> mid_ranks(np.array([0.5, 0.1, 0.5, 0.9])).tolist()
    [2.5, 1.0, 2.5, 4.0]
    """
    rows = values.reshape(-1, values.shape[-1])
    order = np.argsort(rows, axis=1)
    first, last = groups_of_ties(np.take_along_axis(rows, order, axis=1))
    ranks = np.empty(rows.shape)
    np.put_along_axis(ranks, order, 1 + (first + last) / 2, axis=1)
    return ranks.reshape(values.shape)
