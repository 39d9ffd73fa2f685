"""The pooling strategies, which choose among candidates. Each module registers its own."""

from __future__ import annotations

import importlib
import pkgutil

from harness.pooling.strategies.registry import (
    STRATEGIES,
    DocumentRequests,
    EarlierDocuments,
    RequestingStrategy,
    SampleStrategy,
    Strategy,
    TopicSample,
    get_strategy,
)

__all__ = [
    "STRATEGIES",
    "DocumentRequests",
    "EarlierDocuments",
    "RequestingStrategy",
    "SampleStrategy",
    "Strategy",
    "TopicSample",
    "get_strategy",
]

for _module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
    importlib.import_module(f"{__name__}.{_module.name}")
