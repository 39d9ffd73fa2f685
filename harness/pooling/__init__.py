"""Pools: the documents to be judged, with their provenance."""

from __future__ import annotations

from harness.core.ordering import ORDERS
from harness.pooling.candidates import Candidates, TopicCandidates, gather
from harness.pooling.live import Live
from harness.pooling.plan import Budget, Plan, choose
from harness.pooling.pool import Pool, PoolStart, blank_qrels
from harness.pooling.replay import Replay, replay
from harness.pooling.strategies import STRATEGIES

__all__ = [
    "ORDERS",
    "STRATEGIES",
    "Budget",
    "Candidates",
    "Live",
    "Plan",
    "Pool",
    "PoolStart",
    "Replay",
    "TopicCandidates",
    "blank_qrels",
    "choose",
    "gather",
    "replay",
]
