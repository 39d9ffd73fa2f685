"""Orders that weight each rank as a measure of the runs does.

Lipani, Palotti, Lupu, Piroi, Zuccon, Hanbury, Fixed-cost pooling strategies based on IR evaluation
measures, ECIR 2017, compare them.
"""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Floats, discounts
from harness.pooling.candidates import TopicCandidates
from harness.pooling.strategies.fusion import summed
from harness.pooling.strategies.kinds import Range
from harness.pooling.strategies.registry import strategy


@strategy("rbp", "order", limits={"p": Range(0, 1, open_low=True, open_high=True)})
def rank_biased_weight(topic: TopicCandidates, *, p: float = 0.8) -> Floats:
    """The sum of (1 − p) p^(rank − 1) over the runs that bring the document.

    It is what the document adds to the rank-biased precision of all runs together if it is
    relevant.

    Moffat, Webber, Zobel, Strategic system comparisons via targeted relevance judgments, SIGIR
    2007 (method A).
    """
    deepest = int(topic.rank.max(initial=0))
    weights = np.array([(1 - p) * p**i for i in range(deepest)])
    return summed(topic, weights[topic.rank - 1])


@strategy("dcg", "order")
def discounted_gain_weight(topic: TopicCandidates) -> Floats:
    """The sum of 1 / log2(1 + rank) over the runs that bring the document.

    It is what the document adds to the DCG of all runs together if its gain is 1.

    Järvelin, Kekäläinen, Cumulated gain-based evaluation of IR techniques, TOIS 2002.
    """
    deepest = int(topic.rank.max(initial=0))
    return summed(topic, 1 / discounts(deepest)[topic.rank - 1])
