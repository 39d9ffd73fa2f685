"""The strategies by name, how one is declared, and the three kinds of them.

An *order* gives every candidate a value; documents are taken from the highest value down. An
*adaptive* strategy names one document after the other and is told whether it is relevant. A
*sample* draws documents by chance, with known probabilities.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar, Protocol, TypeVar

import numpy as np

from harness.core.arrays import Bools, Floats, Ints, generator
from harness.core.errors import EvaluationError, Problem, look_up, refuse, suggest
from harness.core.packages import docstring
from harness.pooling.candidates import TopicCandidates

F = TypeVar("F", bound=Callable[..., Any])

#: Yields the code of the next document and is sent whether it is relevant; None: not known yet.
DocumentRequests = Generator[int, bool | None, None]

#: More than the candidates of any topic: no limit.
_MOST = 2**31


class Terms(Protocol):
    """The part of a plan that a strategy must know."""

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The values of its parameters."""

    @property
    def batch(self) -> int | None:
        """The most documents of a topic to ask for now; None for all that the budget leaves."""

    @property
    def seed(self) -> int:
        """The seed of everything random."""

    def find_budget(self, topic: str) -> int | None:
        """Return the most documents of a topic that may be judged; None without a limit."""


@dataclass(frozen=True, slots=True)
class TopicSample:
    """A sample of a topic's candidates [D]: stratum (from 1), probability of being taken, taken.

    Stratum 0 is that of documents that had no chance.
    """

    stratum: Ints
    probability: Floats
    taken: Bools

    @classmethod
    def nothing(cls, size: int) -> TopicSample:
        """Of ``size`` candidates none, to be filled in."""
        return cls(np.zeros(size, np.int64), np.ones(size), np.zeros(size, bool))

    def put(self, rows: slice | Ints, part: TopicSample) -> None:
        """Fill in some rows."""
        self.stratum[rows] = part.stratum
        self.probability[rows] = part.probability
        self.taken[rows] = part.taken


@dataclass(frozen=True, slots=True)
class EarlierDocuments:
    """The state of a topic's candidates [D]: given to assessors before, relevant (None: not
    judged). ``num_judged`` documents of the topic were given before, candidates or not.
    """

    given: Bools
    relevant: Sequence[bool | None]
    num_judged: int = 0


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

    A kind ``learns`` when it is told of judgments, and ``draws`` when it takes all by chance at
    once.
    """

    name: str
    function: Callable[..., Any]
    defaults: Mapping[str, Any]
    limits: Mapping[str, Range]
    needs_budget: bool
    random: bool
    readers: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    reach: Callable[[Mapping[str, Any]], int] | None = None

    kind: ClassVar[str]
    learns: ClassVar[bool] = False
    draws: ClassVar[bool] = False

    def choose(self, topic: TopicCandidates, known: EarlierDocuments, plan: Terms) -> TopicSample:
        """Which candidates of a topic [D] are taken, of those that were not given before."""
        raise NotImplementedError

    def remaining(self, budget: int | None, num_given: int, num_requested: int) -> int | None:
        """Return the rest of a topic's budget; earlier judgments count for a strategy
        that learns.
        """
        if budget is None:
            return None
        return max(0, budget - (num_given if self.learns else num_requested))

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return docstring(self.function).split("\n", 1)[0].rstrip(".")

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
        """Return the value of a parameter; `ValueError` or `TypeError` when it has none or a wrong
        one.
        """
        if value is None:
            raise TypeError
        if name in self.readers:
            return self.readers[name](value)
        if isinstance(value, bool):
            raise TypeError
        if name not in self.limits:
            return value
        integer = isinstance(default, int)
        if isinstance(value, str):
            value = int(value) if integer else float(value)
        if not isinstance(value, int if integer else int | float) or value not in self.limits[name]:
            raise ValueError
        return value if integer else float(value)


@dataclass(frozen=True, slots=True)
class RequestingStrategy(Strategy):
    """A strategy that takes documents one after the other."""

    def requests(self, topic: TopicCandidates, plan: Terms) -> DocumentRequests:
        """Return the codes of a topic's candidates in the order in which the plan takes them."""
        raise NotImplementedError

    def next_documents(
        self, topic: TopicCandidates, known: EarlierDocuments, plan: Terms
    ) -> Iterator[int]:
        """Yield the documents that the strategy asks for and that nobody has been given yet."""
        codes = self.requests(topic, plan)
        answer: bool | None = None
        with contextlib.suppress(StopIteration):
            while True:
                code = codes.send(answer)
                if not known.given[code]:
                    yield code
                answer = known.relevant[code]

    def choose(self, topic: TopicCandidates, known: EarlierDocuments, plan: Terms) -> TopicSample:
        """Return the first documents of the requests, as many as the budget allows."""
        number = self.remaining(_limit(topic, plan), known.num_judged, 0)
        if number is not None and plan.batch is not None:
            number = min(number, plan.batch)
        chosen = np.fromiter(islice(self.next_documents(topic, known, plan), number), np.int64)
        drawn = TopicSample.nothing(len(topic.docs))
        drawn.stratum[chosen] = 1
        drawn.taken[chosen] = True
        return drawn


class OrderStrategy(RequestingStrategy):
    """Gives each candidate a value: (topic, parameters) → [D]."""

    __slots__ = ()
    kind = "order"

    def requests(self, topic: TopicCandidates, plan: Terms) -> DocumentRequests:
        """Yield the highest value first; equal ones by best rank, then by document, bytewise."""
        values = self.function(topic, **plan.parameters)
        for code in np.lexsort((topic.best_rank, -values)).tolist():  # noqa: UP028  (no answers)
            yield code


class AdaptiveStrategy(RequestingStrategy):
    """Learns from judgments: (topic, random, parameters) → `DocumentRequests`."""

    __slots__ = ()
    kind = "adaptive"
    learns = True

    def requests(self, topic: TopicCandidates, plan: Terms) -> DocumentRequests:
        """As the strategy names them, which is told whether each is relevant."""
        random = generator(plan.seed, self.name, topic.topic)
        requests: DocumentRequests = self.function(topic, random, **plan.parameters)
        return requests


class SampleStrategy(Strategy):
    """Draws by chance: (topic, random, budget, parameters) → `TopicSample`."""

    __slots__ = ()
    kind = "sample"
    draws = True

    def chance(self, plan: Terms, topic: str, num_judged: int = 0) -> np.random.Generator:
        """Return the generator for a sample of a topic of which so many documents were given
        before.
        """
        # A later draw from what an earlier one has left needs chance of its own.
        return generator(plan.seed, self.name, topic, str(num_judged))

    def choose(self, topic: TopicCandidates, known: EarlierDocuments, plan: Terms) -> TopicSample:
        """Return a draw from the documents that were not given before."""
        drawn = TopicSample.nothing(len(topic.docs))
        new = np.flatnonzero(~known.given)
        if len(new):
            random = self.chance(plan, topic.topic, known.num_judged)
            budget = _limit(topic, plan)
            drawn.put(new, self.function(topic.only(new), random, budget, **plan.parameters))
        return drawn


def _limit(topic: TopicCandidates, plan: Terms) -> int | None:
    budget = plan.find_budget(topic.topic)
    return None if budget is None else min(budget, _MOST)


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
    parameters) → `DocumentRequests` with each candidate once. ``sample``: (topic, random, budget,
    parameters) → `TopicSample`. The topic is a `TopicCandidates`, ``random`` a
    `numpy.random.Generator` of the topic's own.
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
    """Return the strategy of that name; `EvaluationError` when there is none."""
    return look_up("strategy", name, STRATEGIES)
