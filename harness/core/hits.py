"""The relevant documents that a run retrieved, as a matrix and as a list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """The relevant documents a run retrieved, as a compact matrix and as a list.

    ``ranks`` [T, H] is the rank (from 1) of each topic's 1st, 2nd, … relevant document; it ends
    with ``inf``, so that everything divided by a rank is 0 past the end. ``nth`` [H] is 1, 2, …;
    ``index`` [T, H] is rank − 1 as an integer, 0 past the end, for looking other arrays up;
    ``present`` [T, H] tells the two apart, and ``matrix[present]`` makes a list of a matrix.

    The list has the N documents of all topics, topic by topic: ``topic`` [N] is the row,
    ``position`` [N] the rank − 1, ``number`` [N] 1 for a topic's first relevant document, 2 for its
    second, ….
    """

    ranks: Floats
    index: Ints
    present: Bools
    nth: Floats
    topic: Ints
    position: Ints
    number: Ints

    def within(self, cutoff: npt.ArrayLike | None) -> Ints:
        """How many relevant documents each topic has within the first ``cutoff`` ranks [T].

        ``cutoff`` is one number, one a topic, or None for the whole ranking.
        """
        if cutoff is None:
            return np.asarray(self.present.sum(axis=1))
        limit = np.asarray(cutoff)
        return np.asarray((self.ranks <= (limit[:, None] if limit.ndim else limit)).sum(axis=1))

    def sum(self, values: npt.NDArray[Any]) -> Floats:
        """The sum of each topic's entries of a list [N], added left to right [T]."""
        sums = np.bincount(self.topic, weights=values, minlength=len(self.ranks))
        return np.asarray(sums, dtype=np.float64)

    def look_up(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Each hit's entry of ``values`` [T, D]; 0 past the end."""
        if not self.index.shape[1]:
            return np.zeros(self.index.shape, dtype=values.dtype)
        picked = np.take_along_axis(values, self.index, axis=1)
        return np.where(self.present, picked, picked.dtype.type(0))
