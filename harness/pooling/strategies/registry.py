"""The strategies by name, and how one is declared."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from harness.core.errors import EvaluationError, unknown
from harness.pooling.strategies.kinds import (
    AdaptiveStrategy,
    OrderStrategy,
    Range,
    SampleStrategy,
    Strategy,
)

F = TypeVar("F", bound=Callable[..., Any])

#: How a strategy may choose, by the name of the kind.
KINDS: dict[str, type[Strategy]] = {
    kind.kind: kind for kind in (OrderStrategy, AdaptiveStrategy, SampleStrategy)
}

#: Every strategy, by the name under which it is asked for.
STRATEGIES: dict[str, Strategy] = {}


def strategy(
    name: str,
    kind: str,
    *,
    limits: Mapping[str, Range] | None = None,
    needs_budget: bool = True,
    random: bool = False,
    readers: Mapping[str, Callable[[Any], Any]] | None = None,
    reach: Callable[[Mapping[str, Any]], int] | None = None,
) -> Callable[[F], F]:
    """Declare a strategy. What its function is called with depends on the kind.

    ``order``: (topic, parameters) → a value for each candidate [D]. ``adaptive``: (topic, random,
    parameters) → `DocumentRequests` with each candidate once.
    ``sample``: (topic, random, budget, parameters) → `Drawn`. The topic is a `TopicCandidates`,
    ``random`` a `numpy.random.Generator` of the topic's own.
    """

    def declare(function: F) -> F:
        parameters = inspect.signature(function).parameters.values()
        defaults = {
            parameter.name: None if parameter.default is parameter.empty else parameter.default
            for parameter in parameters
            if parameter.kind is parameter.KEYWORD_ONLY
        }
        STRATEGIES[name] = KINDS[kind](
            name, function, defaults, limits or {}, needs_budget, random, readers or {}, reach
        )
        return function

    return declare


def get_strategy(name: str) -> Strategy:
    """The strategy of that name; `EvaluationError` when there is none."""
    if name not in STRATEGIES:
        raise EvaluationError(unknown("strategy", name, STRATEGIES))
    return STRATEGIES[name]
