"""Depth-k pooling: the first documents of each run, together."""

from __future__ import annotations

from harness.core.arrays import Floats
from harness.pooling.candidates import TopicCandidates
from harness.pooling.strategies.registry import strategy


@strategy("depth", "order", needs_budget=False)
def depth(topic: TopicCandidates) -> Floats:
    """The best rank that any run gave the document.

    Without a budget the whole union of the runs' first documents is pooled: the method of TREC.

    Spärck Jones, van Rijsbergen, Report on the need for and provision of an "ideal" information
    retrieval test collection, 1975.
    """
    return -topic.best_rank.astype(float)
