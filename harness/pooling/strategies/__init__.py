"""The strategies: which of the candidates are judged. Each has a module, found by being here."""

from __future__ import annotations

import importlib
import pkgutil

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

for _module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
    importlib.import_module(f"{__name__}.{_module.name}")
