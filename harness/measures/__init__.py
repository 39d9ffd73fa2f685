"""Every measure: importing this package declares them all. A new module here is a new family.

Each is an object under its name, with ``@`` for what notation has after it and a call for other
parameters:

>>> from harness.measures import AP, nDCG
>>> AP, nDCG @ 10, nDCG(dcg="exp-log2") @ 20
(<Measure AP>, <Measure nDCG@10>, <Measure nDCG(dcg="exp-log2")@20>)
"""

from __future__ import annotations

import importlib
import pkgutil

from harness.core.errors import suggest
from harness.measures.bound import AnyMeasure, Combination, Measure, bind
from harness.measures.notation import (
    find_measure,
    index_of_measure,
    level_of,
    numeric_measures,
    parse_measure,
    parse_measures,
    single_measure,
)
from harness.measures.registry import FAMILIES, Family, TrecName, find_family, measure
from harness.measures.summaries import Ratio

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


def __getattr__(name: str) -> Measure:
    """The measure of that name, its parameters at their defaults."""
    family = None if name.startswith("_") else FAMILIES.get(name)
    if family is None:
        known = suggest(name, FAMILIES)
        raise AttributeError(f"module {__name__!r} has no measure {name!r} ({known})")
    return bind(family, {})


def __dir__() -> list[str]:
    return [*__all__, *(name for name in FAMILIES if name.isidentifier())]
