"""How measures see judgments: a module for each kind; importing this package declares them all."""

from __future__ import annotations

import importlib
import pkgutil

from harness.evaluation.views.registry import (
    VIEWS,
    Seen,
    View,
    main_measure,
    main_of_documents,
    notes_of,
    require,
    require_documents,
    see,
    see_documents,
    see_judgments,
    view_of,
    views_of,
)

__all__ = [
    "VIEWS",
    "Seen",
    "View",
    "main_measure",
    "main_of_documents",
    "notes_of",
    "require",
    "require_documents",
    "see",
    "see_documents",
    "see_judgments",
    "view_of",
    "views_of",
]

for _module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
    importlib.import_module(f"{__name__}.{_module.name}")
