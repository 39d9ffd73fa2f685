"""Pools: the documents that assessors will see, and where each comes from. No I/O here."""

from __future__ import annotations

from harness.pooling.depth import depth_pool
from harness.pooling.order import ORDERS
from harness.pooling.pool import Pool

__all__ = ["ORDERS", "Pool", "depth_pool"]
