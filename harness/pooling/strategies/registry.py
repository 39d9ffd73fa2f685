"""The registry of strategies, and their three kinds.

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
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

import numpy as np

from harness.core.arrays import Bools, Floats, Ints, generator
from harness.core.errors import EvaluationError, Problem, look_up, refuse, suggest
from harness.core.packages import docstring
from harness.pooling.candidates import TopicCandidates

if TYPE_CHECKING:
    from harness.pooling.plan import Plan

F = TypeVar("F", bound=Callable[..., Any])

#: Yields the code of the next document; is sent whether it is relevant, None if unknown.
DocumentRequests = Generator[int, bool | None, None]

#: More than the candidates of any topic: no limit.
_MOST = 2**31


@dataclass(frozen=True, eq=False, slots=True)
class TopicSample:
    """A sample of a topic's candidates [D]: stratum (from 1), probability of being taken, taken.

    Stratum 0 marks documents without a chance.
    """

    stratum: Ints
    probability: Floats
    taken: Bools

    @classmethod
    def nothing(cls, size: int) -> TopicSample:
        """Make an empty sample of ``size`` candidates, to be filled in."""
        return cls(np.zeros(size, np.int64), np.ones(size), np.zeros(size, bool))

    def put(self, rows: slice | Ints, part: TopicSample) -> None:
        """Fill in some rows."""
        self.stratum[rows] = part.stratum
        self.probability[rows] = part.probability
        self.taken[rows] = part.taken


@dataclass(frozen=True, eq=False, slots=True)
class EarlierDocuments:
    """The candidates [D] of a topic that were given before, and the relevant ones.

    ``relevant`` is None without a judgment. ``num_judged`` documents of the topic were given
    before, candidates or not.
    """

    given: Bools
    relevant: Sequence[bool | None]
    num_judged: int = 0


@dataclass(frozen=True, slots=True)
class Range:
    """The allowed values of a parameter; ``open_low`` and ``open_high`` exclude the ends."""

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

    ``defaults`` are its parameters (the keyword-only ones of ``function``) with their defaults,
    None if required; ``limits`` the ranges of the numbers among them. ``needs_budget`` says that
    without a budget the whole union is taken; ``random`` that the seed matters. ``readers``
    normalise parameters that are not numbers for the record; they raise `EvaluationError`.
    ``reach`` returns the depth to which runs must be read, from the parameters.

    A strategy that ``learns`` is told judgments; a strategy that ``draws`` takes all documents at
    once, by chance.
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

    def choose(self, topic: TopicCandidates, known: EarlierDocuments, plan: Plan) -> TopicSample:
        """Choose among the candidates of a topic [D] that were not given before."""
        raise NotImplementedError

    def remaining(self, budget: int | None, num_given: int, num_requested: int) -> int | None:
        """Return the rest of a topic's budget; for a learning strategy earlier judgments count."""
        if budget is None:
            return None
        return max(0, budget - (num_given if self.learns else num_requested))

    @property
    def summary(self) -> str:
        """The first line of the documentation."""
        return docstring(self.function).split("\n", 1)[0].rstrip(".")

    def prepared(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return every parameter with its value; `EvaluationError` with every problem.

        Numbers may be texts, as in task files and on command lines.
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
                hint = f"it must be {self.limits.get(name, Range())}"
                message = f"{name} = {value!r} is not allowed in the strategy {self.name}"
                if value is None:
                    message, hint = f"the strategy {self.name} needs the parameter {name!r}", ""
                problems.append(Problem(message, hint=hint or None))
        refuse(problems, EvaluationError)
        return values

    def _value(self, name: str, value: Any, default: Any) -> Any:
        """Return the value of a parameter; `ValueError` or `TypeError` if missing or wrong."""
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
    """A strategy that takes one document at a time."""

    def requests(self, topic: TopicCandidates, plan: Plan) -> DocumentRequests:
        """Yield the codes of a topic's candidates in the order in which the plan takes them."""
        raise NotImplementedError

    def next_documents(
        self, topic: TopicCandidates, known: EarlierDocuments, plan: Plan
    ) -> Iterator[int]:
        """Yield the documents that the strategy asks for and that were not given before."""
        codes = self.requests(topic, plan)
        answer: bool | None = None
        with contextlib.suppress(StopIteration):
            while True:
                code = codes.send(answer)
                if not known.given[code]:
                    yield code
                answer = known.relevant[code]

    def choose(self, topic: TopicCandidates, known: EarlierDocuments, plan: Plan) -> TopicSample:
        """Choose the first documents of the requests, as many as the budget allows."""
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

    def requests(self, topic: TopicCandidates, plan: Plan) -> DocumentRequests:
        """Yield the highest value first; equal ones by best rank, then by document, bytewise."""
        values = self.function(topic, **plan.parameters)
        for code in np.lexsort((topic.best_rank, -values)).tolist():  # noqa: UP028  (no answers)
            yield code


class AdaptiveStrategy(RequestingStrategy):
    """Learns from judgments: (topic, random, parameters) → `DocumentRequests`."""

    __slots__ = ()
    kind = "adaptive"
    learns = True

    def requests(self, topic: TopicCandidates, plan: Plan) -> DocumentRequests:
        """Yield documents in the order of the strategy, which learns whether each is relevant."""
        random = generator(plan.seed, self.name, topic.topic)
        return cast("DocumentRequests", self.function(topic, random, **plan.parameters))


class SampleStrategy(Strategy):
    """Draws by chance: (topic, random, budget, parameters) → `TopicSample`."""

    __slots__ = ()
    kind = "sample"
    draws = True

    def chance(self, plan: Plan, topic: str, num_judged: int = 0) -> np.random.Generator:
        """Return the generator for sampling a topic after ``num_judged`` earlier documents."""
        # A later draw, from the remaining documents, needs random numbers of its own.
        return generator(plan.seed, self.name, topic, str(num_judged))

    def choose(self, topic: TopicCandidates, known: EarlierDocuments, plan: Plan) -> TopicSample:
        """Draw from the documents that were not given before."""
        drawn = TopicSample.nothing(len(topic.docs))
        new = np.flatnonzero(~known.given)
        if len(new):
            random = self.chance(plan, topic.topic, known.num_judged)
            budget = _limit(topic, plan)
            drawn.put(new, self.function(topic.only(new), random, budget, **plan.parameters))
        return drawn


def _limit(topic: TopicCandidates, plan: Plan) -> int | None:
    budget = plan.budget.of(topic.topic)
    return None if budget is None else min(budget, _MOST)


#: Kinds of strategies, by name.
KINDS: dict[str, type[Strategy]] = {
    kind.kind: kind for kind in (OrderStrategy, AdaptiveStrategy, SampleStrategy)
}

#: Every strategy, by name.
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
    """Declare a strategy; its kind decides how the function is called.

    ``order``: (topic, parameters) → a value for each candidate [D]. ``adaptive``: (topic, random,
    parameters) → `DocumentRequests` with each candidate once. ``sample``: (topic, random, budget,
    parameters) → `TopicSample`. The topic is a `TopicCandidates`, ``random`` a
    `numpy.random.Generator` of its own for each topic.
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
    """Return a strategy by name; `EvaluationError` if there is none."""
    return look_up("strategy", name, STRATEGIES)
