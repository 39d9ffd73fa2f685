"""Functions of users that are taken as measures, without being declared."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import numpy as np

from harness.core.arrays import Floats
from harness.core.errors import MeasureError, Problem
from harness.core.judged_run import JudgedRun
from harness.measures.bound import Measure, bind
from harness.measures.registry import FAMILIES, Family

#: What such a function may take.
FORMS = "f(batch) -> one number a topic, or f(ranking, judged) -> the number of one topic"


def function_measure(function: Callable[..., Any]) -> Measure:
    """The measure that a function computes; that of a declared one is the declared measure.

    A function of one argument is given the batch of all topics, a `JudgedRun`, and returns a number
    for each. One of two arguments is called for each topic: with the grades of the ranking, best
    first (None: nobody judged the document), and the grades of all that is judged, best first.
    `MeasureError` for any other.

    >>> def first_is_relevant(ranking, judged):
    ...     return float(bool(ranking) and (ranking[0] or 0) > 0)
    >>> measure = function_measure(first_is_relevant)
    >>> measure, measure.evaluate(JudgedRun.of([2, -1], [-1, 1], [])).tolist()
    (<Measure first_is_relevant>, [1.0, 0.0, 0.0])
    """
    declared = next((f for f in FAMILIES.values() if f.function is function), None)
    if declared is not None:
        return bind(declared, {})
    name = getattr(function, "__name__", type(function).__name__)
    try:
        inspect.signature(function).bind(None)
        of_batch = True
    except TypeError:
        of_batch = False
    if not of_batch:
        try:
            inspect.signature(function).bind(None, None)
        except TypeError:
            raise MeasureError(Problem(f"{name} is no measure", hint=FORMS)) from None
    family = Family(
        name=name,
        function=function if of_batch else _by_topic(function),
        defaults=MappingProxyType({}),
        suffix=None,
        aliases=(),
        trec_names=(),
        summary="mean",
        bounds=(-np.inf, np.inf),
        cite="",
        integer=False,
        rising=False,
        cutoff_free=False,
        needs_collection_size=False,
    )
    return Measure(family, MappingProxyType({}), name)


def _by_topic(function: Callable[..., Any]) -> Callable[[JudgedRun], Floats]:
    def values(run: JudgedRun) -> Floats:
        levels = run.judgments.levels[::-1]
        counts = run.judgments.counts[:, ::-1]
        return np.array(
            [
                function(
                    [grade if grade >= 0 else None for grade in grades[:length].tolist()],
                    np.repeat(levels, judged).tolist(),
                )
                for grades, length, judged in zip(run.grades, run.num_ret, counts, strict=True)
            ],
            dtype=np.float64,
        )

    values.__module__ = function.__module__
    return values
