"""Every measure. A new module here is a new family; it is loaded when an unknown name is looked up.

Each is an object under its name; ``@`` sets the parameter after ``@`` in notation, a call other
parameters:

>>> from harness.measures import AP, nDCG
>>> AP, nDCG @ 10, nDCG(dcg="exp-log2") @ 20
(<Measure AP>, <Measure nDCG@10>, <Measure nDCG(dcg="exp-log2")@20>)
"""

from __future__ import annotations

from typing import Any

from harness.core.errors import suggest
from harness.measures.bound import AnyMeasure, Combination, Measure, bind
from harness.measures.notation import (
    find_level,
    find_measure,
    find_measure_index,
    numeric_measures,
    parse_measure,
    parse_measures,
    single_measure,
)
from harness.measures.registry import (
    Family,
    TrecName,
    all_families,
    find_family,
    load_common,
    measure,
)
from harness.measures.summaries import Ratio

__all__ = [
    "FAMILIES",
    "AnyMeasure",
    "Combination",
    "Family",
    "Measure",
    "Ratio",
    "TrecName",
    "all_families",
    "find_family",
    "find_level",
    "find_measure",
    "find_measure_index",
    "measure",
    "numeric_measures",
    "parse_measure",
    "parse_measures",
    "single_measure",
]

load_common()


def __getattr__(name: str) -> Any:
    """Return the measure of a name with default parameters; ``FAMILIES`` are all of them."""
    families = {} if name.startswith("_") else all_families()
    if name == "FAMILIES":
        return families
    if name not in families:
        known = suggest(name, families)
        raise AttributeError(f"module {__name__!r} has no measure {name!r} ({known})")
    return bind(families[name], {})


def __dir__() -> list[str]:
    return [*__all__, *(name for name in all_families() if name.isidentifier())]
