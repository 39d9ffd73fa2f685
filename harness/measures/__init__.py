"""Every measure: importing this package declares them all. A new module here is a new family."""

from __future__ import annotations

import importlib
import pkgutil

from harness.measures.bound import Measure
from harness.measures.combination import AnyMeasure, Combination
from harness.measures.notation import (
    find_measure,
    index_of_measure,
    level_of,
    numeric_measures,
    parse_measure,
    parse_measures,
    single_measure,
)
from harness.measures.ratio import Ratio
from harness.measures.registry import FAMILIES, Family, TrecName, find_family, measure

__all__ = [
    "FAMILIES",
    "AnyMeasure",
    "Combination",
    "Family",
    "Measure",
    "Ratio",
    "TrecName",
    "find_family",
    "find_measure",
    "index_of_measure",
    "level_of",
    "measure",
    "numeric_measures",
    "parse_measure",
    "parse_measures",
    "single_measure",
]

for _module in sorted(pkgutil.iter_modules(__path__), key=lambda module: module.name):
    importlib.import_module(f"{__name__}.{_module.name}")
