"""How documents are chosen: strategy, parameters, budget, seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from harness.core.errors import EvaluationError, Problem, check_whole, refuse, unknown
from harness.pooling.strategies import Strategy, get_strategy
from harness.settings.names import EARLIER
from harness.settings.pool import PoolSettings


@dataclass(frozen=True, slots=True)
class Budget:
    """How many documents of a topic may be judged: ``default``, or what ``topics`` says of it."""

    default: int | None = None
    topics: Mapping[str, int] | None = None

    def of(self, topic: str) -> int | None:
        """The budget of a topic; None without a limit."""
        return (self.topics or {}).get(topic, self.default)

    @property
    def unlimited(self) -> bool:
        """Whether no topic has a limit."""
        return self.default is None and not self.topics


@dataclass(frozen=True, slots=True)
class Plan:
    """How documents are chosen among the candidates.

    ``strategy`` and its ``parameters``; ``budget`` of documents to be judged a topic; ``batch``
    (adaptive strategies) how many of them to ask for now; ``seed`` of everything random;
    ``relevance_level`` the lowest grade that an adaptive strategy takes for relevant; ``earlier``
    what becomes of documents judged or pooled before: `EARLIER`.

    An adaptive strategy is asked again after each round, so its budget counts what was judged
    before; that of the others counts new documents only.
    """

    strategy: Strategy
    parameters: Mapping[str, Any]
    budget: Budget = Budget()
    batch: int | None = None
    seed: int = 1
    relevance_level: int = 1
    earlier: str = "subtract"

    def budget_of(self, topic: str) -> int | None:
        """The budget of a topic; None without a limit."""
        return self.budget.of(topic)

    @classmethod
    def of(
        cls,
        strategy: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        budget: int | Mapping[str, int] | Budget | None = None,
        batch: int | None = None,
        seed: int = 1,
        relevance_level: int = 1,
        earlier: str = "subtract",
    ) -> Plan:
        """A plan from names and plain values; `EvaluationError` with all that is wrong."""
        chosen = get_strategy(strategy)
        prepared: dict[str, Any] = {}
        if not isinstance(budget, Budget):
            budget = Budget(topics=budget) if isinstance(budget, Mapping) else Budget(budget)
        problems = list(_wrong_numbers(budget, batch, seed, relevance_level))
        if earlier not in EARLIER:
            problems.append(unknown("treatment of earlier documents", earlier, EARLIER))
        if chosen.needs_budget and budget.default is None and not budget.topics:
            hint = "how many documents of a topic can be judged?"
            problems.append(Problem(f"the strategy {chosen.name} needs a budget", hint=hint))
        if batch is not None and not chosen.learns:
            hint = "only adaptive strategies are asked several times"
            message = f"the strategy {chosen.name} chooses everything at once"
            problems.append(Problem(message, hint=hint))
        try:
            prepared = chosen.prepared(parameters or {})
        except EvaluationError as error:
            problems += error.problems
        refuse(problems, EvaluationError)
        return cls(chosen, prepared, budget, batch, seed, relevance_level, earlier)


def _wrong_numbers(
    budget: Budget, batch: int | None, seed: int, relevance_level: int
) -> Iterator[Problem]:
    limits = [
        ("budget", budget.default, 1),
        ("batch", batch, 1),
        ("seed", seed, 0),
        ("relevance_level", relevance_level, 1),
        *(
            (f"budget of topic {topic!r}", number, 1)
            for topic, number in (budget.topics or {}).items()
        ),
    ]
    for name, value, least in limits:
        if value is not None:
            yield from check_whole(value, least, f"{name} = {value!r}")


def plan_of(settings: PoolSettings, relevance_level: int = 1) -> Plan:
    """How documents are chosen; `EvaluationError` with all that is wrong.

    ``relevance_level`` is the task's: the lowest grade that adaptive strategies take for relevant.
    """
    return Plan.of(
        settings.strategy,
        settings.parameters,
        budget=Budget(settings.budget, settings.budgets),
        batch=settings.batch,
        seed=settings.seed,
        relevance_level=relevance_level,
        earlier=settings.earlier,
    )
