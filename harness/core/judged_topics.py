"""What the judgments say about the topics of a run, whatever the run retrieved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Discount, Floats, Ints, discounted, discounts, running_sum
from harness.core.batch import remembered
from harness.core.parallel import pieces

#: Runs that answer different topics need judgments of their own; so many are kept at a time.
_MOST_BATCHES = 32
#: So many judgments are counted at a time.
_BLOCK = 2**18
#: Grades [N], in numbers as small as hold them.
Grades = npt.NDArray[np.signedinteger[Any]]
#: Gains by grade: None is "the grade itself"; pairs are listed so that the value can be a key.
Gains = tuple[tuple[int, float], ...] | None


@dataclass(frozen=True, eq=False)
class Judgments:
    """Judgments of T topics, whatever any run retrieved.

    ``levels`` [G] lists the distinct grades >= 0 in ascending order, ``counts`` [T, G] the number
    of documents of each topic with each of them, ``num_negative`` [T] that of documents with a
    negative grade.
    """

    topics: tuple[str, ...]
    levels: Ints
    counts: Ints
    num_negative: Ints
    _memo: dict[Any, Any] = field(default_factory=dict, repr=False)
    _batches: dict[bytes, Judgments] = field(default_factory=dict, repr=False)

    def rows(self, chosen: Ints | slice, topics: tuple[str, ...] | None = None) -> Judgments:
        """Return the judgments of chosen topics; ``topics`` are their names, if known already."""
        if topics is None:
            topics = tuple(np.array(self.topics, dtype=object)[chosen])
        return Judgments(topics, self.levels, self.counts[chosen], self.num_negative[chosen])

    def batch(self, codes: Ints) -> Judgments:
        """Return the judgments of the topics with these codes, which ascend.

        It is one object for the same topics: what is remembered of them serves all runs.
        """
        if len(codes) == len(self.topics):
            return self
        key = codes.tobytes()
        if key not in self._batches:
            if len(self._batches) >= _MOST_BATCHES:
                self._batches.clear()
            self._batches[key] = self.rows(codes)
        return self._batches[key]

    @remembered
    def num_rel(self, rel: int = 1) -> Ints:
        """R [T]: documents with a grade of at least ``rel``."""
        return np.asarray(self.counts[:, self.levels >= rel].sum(axis=1))

    @remembered
    def num_nonrel(self, rel: int = 1) -> Ints:
        """N [T]: judged documents (grade >= 0) below ``rel``."""
        return np.asarray(self.counts[:, self.levels < rel].sum(axis=1))

    @remembered
    def gain_levels(self, gains: Gains = None) -> Floats:
        """The gain of each grade of ``levels`` [G]; what ``gains`` leaves out keeps its own."""
        table = dict(gains or ())
        return np.array([float(table.get(int(level), level)) for level in self.levels])

    @remembered
    def ideal_gains(self, gains: Gains = None) -> Floats:
        """The positive gains of each topic's judged documents, best first [T, K], then 0."""
        values = self.gain_levels(gains)
        order = np.argsort(-values, kind="stable")
        order = order[values[order] > 0]
        counts = self.counts[:, order]
        ends = counts.cumsum(axis=1)
        width = int(ends[:, -1].max(initial=0)) if ends.shape[1] else 0
        ideal = np.zeros((len(self.topics), width))
        positions = np.arange(width)
        for column, level in enumerate(order):
            start = ends[:, column] - counts[:, column]
            inside = (positions >= start[:, None]) & (positions < ends[:, column][:, None])
            ideal[inside] = values[level]
        return ideal

    @remembered
    def num_gains(self, gains: Gains = None) -> Ints:
        """The number of documents with a positive gain [T]."""
        return np.asarray((self.ideal_gains(gains) > 0).sum(axis=1))

    @remembered
    def ideal_dcg(self, gains: Gains = None, discount: Discount = ("log", 2.0)) -> Floats:
        """Running DCG of the ideal ranking [T, 1 + K], from 0 documents on."""
        ideal = self.ideal_gains(gains)
        dcg = running_sum(discounted(ideal, discounts(ideal.shape[1], discount), discount))
        return np.concatenate([np.zeros((len(self.topics), 1)), dcg], axis=1)


def count_grades(codes: Ints, grades: Grades, levels: Ints, topics: tuple[str, ...]) -> Judgments:
    """Count N grades by topic: ``codes`` [N] are their topics, ``levels`` all grades from 0 on.

    >>> count_grades(np.array([0, 0, 1]), np.int32([2, -2, 0]), np.array([0, 2]), ("x", "y")).counts
    array([[0, 1],
           [1, 0]])
    """
    counts = np.zeros((len(topics), len(levels) + 1), dtype=np.int64)
    for rows in pieces(len(codes), _BLOCK):  # what is computed stays in the cache
        level = np.searchsorted(levels, grades[rows], side="right")  # 0: below all
        cells = codes[rows].astype(np.int64) * (len(levels) + 1) + level
        counts += np.bincount(cells, minlength=counts.size).reshape(counts.shape)
    return Judgments(topics, levels, counts[:, 1:], counts[:, 0])
