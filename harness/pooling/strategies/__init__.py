"""The strategies: which of the candidates are judged, one module each. Importing declares them."""

from __future__ import annotations

from harness.pooling.strategies import bandits as bandits
from harness.pooling.strategies import depth as depth
from harness.pooling.strategies import fusion as fusion
from harness.pooling.strategies import hedge as hedge
from harness.pooling.strategies import move_to_front as move_to_front
from harness.pooling.strategies import proportional as proportional
from harness.pooling.strategies import stratified as stratified
from harness.pooling.strategies import uniform as uniform
from harness.pooling.strategies import weights as weights
from harness.pooling.strategies.kinds import (
    DocumentRequests,
    Drawn,
    EarlierDocuments,
    RequestingStrategy,
    SampleStrategy,
    Strategy,
)
from harness.pooling.strategies.registry import STRATEGIES, get_strategy

__all__ = [
    "STRATEGIES",
    "DocumentRequests",
    "Drawn",
    "EarlierDocuments",
    "RequestingStrategy",
    "SampleStrategy",
    "Strategy",
    "get_strategy",
]
