"""Pools: the documents that assessors will see, and where each comes from. No I/O here."""

from __future__ import annotations

from harness.pooling.candidates import Candidates, TopicCandidates, gather
from harness.pooling.choosing import choose
from harness.pooling.earlier import Before
from harness.pooling.order import ORDERS
from harness.pooling.plan import Budget, Plan
from harness.pooling.pool import Pool
from harness.pooling.strategies import STRATEGIES

__all__ = [
    "ORDERS",
    "STRATEGIES",
    "Before",
    "Budget",
    "Candidates",
    "Plan",
    "Pool",
    "TopicCandidates",
    "choose",
    "gather",
]
