"""The strategies: what each is called, what it takes, and how it is declared.

Three kinds choose documents in three ways. An *order* gives every candidate a value; documents are
taken from the highest value down. An *adaptive* one names one document after the other and is told
whether it is relevant. A *sample* draws documents by chance, with known probabilities.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

import numpy as np

from harness.core.arrays import Bools, Floats, Ints
from harness.core.errors import EvaluationError, Problem, refuse, suggest, unknown

Kind = Literal["order", "adaptive", "sample"]

#: Yields the code of the next document and is sent whether it is relevant; None: not known yet.
Asking = Generator[int, bool | None, None]

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Drawn:
    """A sample of a topic's candidates [D]: stratum (from 1), probability of being taken, taken."""

    stratum: Ints
    probability: Floats
    taken: Bools


@dataclass(frozen=True, slots=True)
class Range:
    """The values that a parameter may have; ``open_low`` and ``open_high`` exclude the ends."""

    low: float = -np.inf
    high: float = np.inf
    open_low: bool = False
    open_high: bool = False

    def __contains__(self, value: float) -> bool:
        above = value > self.low if self.open_low else value >= self.low
        return above and (value < self.high if self.open_high else value <= self.high)

    def __str__(self) -> str:
        parts = []
        if self.low > -np.inf:
            parts.append(f"{'above' if self.open_low else 'at least'} {self.low:g}")
        if self.high < np.inf:
            parts.append(f"{'below' if self.open_high else 'at most'} {self.high:g}")
        return "a number " + " and ".join(parts) if parts else "a number"


@dataclass(frozen=True, slots=True)
class Strategy:
    """A declared strategy; its docstring is its documentation.

    ``defaults`` are its parameters (the keyword-only ones of ``function``; None: it must be given),
    ``limits`` the values that the numbers among them may have. ``needs_budget`` says that without a
    budget there is no end but the whole union; ``random`` that the seed matters. ``readers`` make
    of a parameter that is no number what is recorded of it; they raise `EvaluationError`.
    ``reach`` tells from the parameters how deep runs must be read for the strategy.
    """

    name: str
    kind: Kind
    function: Callable[..., Any]
    defaults: Mapping[str, Any]
    limits: Mapping[str, Range]
    needs_budget: bool
    random: bool
    readers: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    reach: Callable[[Mapping[str, Any]], int] | None = None

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return (inspect.getdoc(self.function) or "").split("\n", 1)[0].rstrip(".")

    def prepared(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every parameter with its value; `EvaluationError` with all that cannot be.

        Numbers may be given as texts, as configurations and command lines have them.
        """
        problems = [
            Problem(
                f"the strategy {self.name} has no parameter {name!r}",
                hint=suggest(name, self.defaults) or "it takes none",
            )
            for name in given
            if name not in self.defaults
        ]
        values: dict[str, Any] = {}
        for name, default in self.defaults.items():
            value = given.get(name, default)
            try:
                values[name] = self._value(name, value, default)
            except EvaluationError as error:
                problems += error.problems
            except (TypeError, ValueError):
                limit = self.limits.get(name, Range())
                hint = f"it must be {limit}"
                message = f"{name} = {value!r} is not allowed in the strategy {self.name}"
                if value is None:
                    message, hint = f"the strategy {self.name} needs the parameter {name!r}", ""
                problems.append(Problem(message, hint=hint or None))
        refuse(problems, EvaluationError)
        return values

    def _value(self, name: str, value: Any, default: Any) -> Any:
        """The value of a parameter; `ValueError` or `TypeError` when it has none or a wrong one."""
        if value is None:
            raise TypeError
        if name in self.readers:
            return self.readers[name](value)
        if isinstance(value, bool):
            raise TypeError
        if name not in self.limits:
            return value
        whole = isinstance(default, int)
        if isinstance(value, str):
            value = int(value) if whole else float(value)
        if not isinstance(value, int if whole else int | float) or value not in self.limits[name]:
            raise ValueError
        return value if whole else float(value)


#: Every strategy, by the name under which it is asked for.
STRATEGIES: dict[str, Strategy] = {}


def strategy(
    name: str,
    kind: Kind,
    *,
    limits: Mapping[str, Range] | None = None,
    needs_budget: bool = True,
    random: bool = False,
    readers: Mapping[str, Callable[[Any], Any]] | None = None,
    reach: Callable[[Mapping[str, Any]], int] | None = None,
) -> Callable[[F], F]:
    """Declare a strategy. What its function is called with depends on the kind.

    ``order``: (topic, parameters) → a value for each candidate [D]. ``adaptive``: (topic, random,
    parameters) → a generator that yields document codes (`Asking`), each candidate once.
    ``sample``: (topic, random, budget, parameters) → `Drawn`. The topic is a `TopicCandidates`,
    ``random`` a `numpy.random.Generator` of the topic's own.
    """

    def declare(function: F) -> F:
        parameters = inspect.signature(function).parameters.values()
        defaults = {
            one.name: None if one.default is one.empty else one.default
            for one in parameters
            if one.kind is one.KEYWORD_ONLY
        }
        STRATEGIES[name] = Strategy(
            name, kind, function, defaults, limits or {}, needs_budget, random, readers or {}, reach
        )
        return function

    return declare


def get_strategy(name: str) -> Strategy:
    """The strategy of that name; `EvaluationError` when there is none."""
    if name not in STRATEGIES:
        raise EvaluationError(unknown("strategy", name, STRATEGIES))
    return STRATEGIES[name]
