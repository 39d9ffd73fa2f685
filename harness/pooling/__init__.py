"""Pools: the documents that assessors will see, and where each comes from."""

from __future__ import annotations

from harness.core.ordering import ORDERS
from harness.pooling.blank import blank_qrels
from harness.pooling.candidates import Candidates, TopicCandidates, gather
from harness.pooling.choosing import choose
from harness.pooling.earlier import Before
from harness.pooling.live import Live
from harness.pooling.plan import Budget, Plan
from harness.pooling.pool import Pool
from harness.pooling.replay import Replay, replay
from harness.pooling.strategies import STRATEGIES

__all__ = [
    "ORDERS",
    "STRATEGIES",
    "Before",
    "Budget",
    "Candidates",
    "Live",
    "Plan",
    "Pool",
    "Replay",
    "TopicCandidates",
    "blank_qrels",
    "choose",
    "gather",
    "replay",
]
