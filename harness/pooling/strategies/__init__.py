"""The strategies: which of the candidates are judged, one module each. Importing declares them."""

from __future__ import annotations

from harness.pooling.strategies import depth as depth
from harness.pooling.strategies.registry import STRATEGIES, Asking, Drawn, Strategy, get_strategy

__all__ = ["STRATEGIES", "Asking", "Drawn", "Strategy", "get_strategy"]
