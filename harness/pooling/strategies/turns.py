"""What each run of a topic still offers, and whose turn it is: for strategies that choose runs."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from harness.core.arrays import Bools, Floats, Ints
from harness.pooling.candidates import TopicCandidates


class Turns:
    """The runs of a topic [R] in an order drawn by chance, each with what is left of its documents.

    A run is named by its place in that order. It is drawn anew for each topic, so that no run is
    favoured by its name: a batch smaller than the number of runs starts with other runs in each
    topic. Among equal runs the next one after that whose turn it was last has its turn, around and
    around, so that a batch without any answers is spread over the runs.

    ``runs_of`` has, for each document code, the runs that bring the document.
    """

    def __init__(self, topic: TopicCandidates, random: np.random.Generator) -> None:
        order = random.permutation(len(topic.runs))
        position = np.argsort(order)
        by_doc = np.argsort(topic.doc, kind="stable")
        brought = position[topic.run[by_doc]]
        bounds = np.searchsorted(topic.doc[by_doc], np.arange(len(topic.docs) + 1)).tolist()
        self.runs_of: list[Ints] = [brought[a:b] for a, b in pairwise(bounds)]
        # The best document of each run is at the end of its list.
        self._left = [topic.lists[run][::-1].tolist() for run in order.tolist()]
        self._open: Bools = np.array([bool(codes) for codes in self._left])
        self._taken = bytearray(len(topic.docs))
        self._last = -1

    def take(self, values: Floats) -> tuple[int, int]:
        """The run whose turn it is, of those with the highest value, and its best document left.

        Runs without documents left are passed over, whatever their ``values`` [R] are. There must
        be a document left.
        """
        while True:
            among = np.where(self._open, values, -np.inf)
            best = np.flatnonzero(among == among.max())
            run = int(best[best.searchsorted(self._last, side="right") % len(best)])
            left = self._left[run]
            while left and self._taken[left[-1]]:
                left.pop()
            if left:
                self._last = run
                code: int = left.pop()
                self._taken[code] = True
                return run, code
            self._open[run] = False
