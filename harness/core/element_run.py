"""Runs of elements joined with their judgments: exhaustivity, specificity, a weak order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints
from harness.core.batch import SmallBatch
from harness.core.remembered import remembered

#: The highest exhaustivity and specificity.
HIGHEST = 3
#: How relevant an element is, by exhaustivity (rows) and specificity (columns), from 0 to 3.
QUANTISATIONS: Mapping[str, Sequence[Sequence[float]]] = {
    "strict": ((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 1)),
    "generalised": ((0, 0, 0, 0), (0, 0.25, 0.25, 0.5), (0, 0.5, 0.5, 0.75), (0, 0.75, 0.75, 1)),
}


@dataclass(frozen=True, slots=True, eq=False)
class Ties:
    """Groups of elements that a run retrieves at one score, best first, topic by topic.

    For each of G groups of equal scores: ``topic`` [G], its row; the relevance ``above`` [G] it in
    its topic and ``within`` [G] it; what is not relevant above and within it.
    """

    topic: Ints
    above: Floats
    within: Floats
    nonrel_above: Floats
    nonrel_within: Floats


@dataclass(frozen=True, eq=False)
class ElementRun(SmallBatch):
    """One run of elements beside the judged ones, all topics at once.

    The run's N elements stand topic by topic, by score: ``topic`` [N] is the row, ``tie`` [N]
    numbers the groups of equal scores from 0 on, ``exhaustivity`` [N] and ``specificity`` [N] go
    from 0 (also: not judged) to 3. ``judged`` [T, 4, 4] counts the judged elements by both.
    ``collection_size`` is the number of elements in the collection, 0 when it is not known.
    """

    topics: tuple[str, ...]
    topic: Ints
    tie: Ints
    exhaustivity: Ints
    specificity: Ints
    judged: Ints
    collection_size: int = 0

    @classmethod
    def of(
        cls,
        *ties: Sequence[tuple[int, int]],
        missed: Sequence[tuple[int, int]] = (),
        collection_size: int = 0,
    ) -> ElementRun:
        """One topic from plain values, for examples and experiments.

        Each of ``ties`` lists the (exhaustivity, specificity) of the elements of one score, best
        first; ``missed`` are those of judged elements that are not retrieved.

        >>> ElementRun.of([(3, 3)], [(2, 3), (0, 0)], missed=[(3, 3)]).relevance("strict")
        array([1., 0., 0.])
        """
        flat = [pair for tie in ties for pair in tie]
        judged = np.zeros((1, HIGHEST + 1, HIGHEST + 1), dtype=np.int64)
        for exhaustivity, specificity in (*flat, *missed):
            judged[0, exhaustivity, specificity] += 1
        pairs = np.array(flat, dtype=np.int64).reshape(-1, 2)
        tie = np.repeat(np.arange(len(ties)), [len(tie) for tie in ties])
        topic = np.zeros(len(flat), dtype=np.int64)
        return cls(("1",), topic, tie, pairs[:, 0], pairs[:, 1], judged, collection_size)

    def relevance(self, quantisation: str) -> Floats:
        """How relevant each element is [N], of `QUANTISATIONS`."""
        return _table(quantisation)[self.exhaustivity, self.specificity]

    @remembered
    def total(self, quantisation: str) -> Floats:
        """The relevance of all judged elements [T]."""
        return np.asarray((self.judged * _table(quantisation)).sum(axis=(1, 2)), dtype=np.float64)

    @remembered
    def ties(self, quantisation: str) -> Ties:
        """Return the elements retrieved at each score."""
        relevance = self.relevance(quantisation)
        first = np.flatnonzero(np.diff(self.tie, prepend=-1))
        topic = self.topic[first]
        starts = np.searchsorted(topic, np.arange(len(self.topics)))

        def parts(values: Floats) -> tuple[Floats, Floats]:
            within = np.bincount(self.tie, values, len(first)).astype(np.float64)
            before = np.concatenate([[0.0], np.cumsum(within)])
            return before[:-1] - before[starts][topic], within

        return Ties(topic, *parts(relevance), *parts(1 - relevance))


def _table(quantisation: str) -> npt.NDArray[np.float64]:
    return np.array(QUANTISATIONS[quantisation], dtype=np.float64)
