"""From candidates to a pool: what a strategy chooses, and what is left of it to be judged."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import polars as pl

from harness.arrays import Bools
from harness.errors import EvaluationError, Problem, nearest, refuse
from harness.model import Qrels
from harness.pooling.candidates import Candidates, TopicCandidates
from harness.pooling.pool import SCHEMA, Pool
from harness.pooling.strategies import Asking, Drawn, Strategy, get_strategy
from harness.randomness import generator

#: What becomes of documents that were judged or pooled before.
EARLIER = ("subtract", "keep")


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

    ``strategy`` and its ``parameters``; ``budget`` of documents to be judged a topic; ``at_once``
    (adaptive strategies) how many of them to ask for now; ``seed`` of everything random;
    ``relevance_level`` the lowest grade that an adaptive strategy takes for relevant; ``earlier``
    what becomes of documents judged or pooled before: `EARLIER`.

    An adaptive strategy is asked again after each round, so its budget counts what was judged
    before; that of the others counts new documents only.
    """

    strategy: Strategy
    parameters: Mapping[str, Any]
    budget: Budget = Budget()
    at_once: int | None = None
    seed: int = 1
    relevance_level: int = 1
    earlier: str = "subtract"

    @classmethod
    def of(
        cls,
        strategy: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        budget: int | Mapping[str, int] | Budget | None = None,
        at_once: int | None = None,
        seed: int = 1,
        relevance_level: int = 1,
        earlier: str = "subtract",
    ) -> Plan:
        """A plan from names and plain values; `EvaluationError` with all that is wrong."""
        chosen = get_strategy(strategy)
        if not isinstance(budget, Budget):
            budget = Budget(topics=budget) if isinstance(budget, Mapping) else Budget(budget)
        problems = list(_wrong_numbers(budget, at_once, seed, relevance_level))
        if earlier not in EARLIER:
            hint = nearest(earlier, EARLIER) or f"known: {', '.join(EARLIER)}"
            problems.append(
                Problem(f"unknown treatment of earlier documents {earlier!r}", hint=hint)
            )
        if chosen.needs_budget and budget.default is None and not budget.topics:
            hint = "how many documents of a topic can be judged?"
            problems.append(Problem(f"the strategy {chosen.name} needs a budget", hint=hint))
        if at_once is not None and chosen.kind != "adaptive":
            hint = "only adaptive strategies are asked several times"
            message = f"the strategy {chosen.name} chooses everything at once"
            problems.append(Problem(message, hint=hint))
        refuse(problems, EvaluationError)
        prepared = chosen.prepared(parameters or {})
        return cls(chosen, prepared, budget, at_once, seed, relevance_level, earlier)


def choose(candidates: Candidates, plan: Plan, *, before: Qrels | Pool | None = None) -> Pool:
    """The pool that a plan makes of candidates, given what was judged or pooled before.

    Documents that ``before`` judges (with a grade of at least 0) or has pooled are not chosen
    again; the budget goes to others. They are no part of the pool (``subtract``) or are (``keep``).
    An adaptive strategy learns from these judgments: it is replayed on them, and the first
    documents that it asks for and nobody was given yet are the next to be judged. Raises
    `EvaluationError` for a topic without a budget where one is needed, a budget below one document
    a pooled run, and a budget for a topic that no run answers.
    """
    refuse(_wrong_budgets(candidates, plan), EvaluationError)
    earlier = earlier_documents(before)
    newest = 1 + max(earlier["batch"].to_list(), default=0)
    marked = candidates.union.join(
        earlier.select("topic", "doc", "grade", pl.lit(value=True).alias("old")),
        on=["topic", "doc"],
        how="left",
        maintain_order="left",
    )
    old = marked["old"].fill_null(value=False).to_numpy()
    known = _known(marked["grade"], plan.relevance_level)
    drawn = _draw(candidates, plan, old, known, dict(earlier.group_by("topic").len().rows()))
    rows = candidates.union.with_columns(
        pl.Series("stratum", drawn.stratum),
        pl.Series("probability", drawn.probability),
        pl.lit(newest, pl.Int64).alias("batch"),
    )
    frame, left_out = rows.filter(drawn.taken), rows.filter(~drawn.taken & (drawn.stratum > 0))
    if plan.earlier == "keep":
        frame = _with_earlier(frame, rows.filter(old), earlier)
    left_out = left_out.with_columns(pl.lit(None, pl.Int64).alias("batch"))
    said = _description(candidates, plan, newest)
    return Pool(_as_pool(frame), _as_pool(left_out), said)


def earlier_documents(before: Qrels | Pool | None) -> pl.DataFrame:
    """What was judged or pooled before, with the columns of a pool and ``grade``.

    The grade is null where it is not known: in a pool. Documents of qrels that are not judged yet
    (a grade below 0) are not among them.
    """
    if isinstance(before, Pool):
        return before.frame.with_columns(pl.lit(None, pl.Int64).alias("grade"))
    frame = pl.DataFrame(schema={**SCHEMA, "grade": pl.Int64})
    if before is None:
        return frame
    judged = before.frame.filter(pl.col("grade") >= 0).group_by("topic", "doc")
    return pl.concat(
        [frame, judged.agg(pl.col("grade").max()).sort("topic", "doc")], how="diagonal"
    ).with_columns(
        pl.col("runs", "groups").fill_null([]),
        pl.lit(0, pl.Int64).alias("stratum"),
        pl.lit(1.0).alias("probability"),
        pl.lit(0, pl.Int64).alias("batch"),
    )


def _known(grade: pl.Series, relevance_level: int) -> list[bool | None]:
    """Whether each candidate is relevant; None where nobody has judged it."""
    return (grade >= relevance_level).to_list()


def _draw(
    candidates: Candidates,
    plan: Plan,
    old: Bools,
    known: list[bool | None],
    num_judged: Mapping[str, int],
) -> Drawn:
    """Which rows of the union are taken; stratum 0 for those that had no chance."""
    size = candidates.union.height
    if plan.strategy.name == "depth" and plan.budget.unlimited:
        return Drawn(np.where(old, 0, 1), np.ones(size), ~old)
    drawn = Drawn(np.zeros(size, np.int64), np.ones(size), np.zeros(size, bool))
    for topic, (name, start, stop) in zip(candidates, candidates.bounds, strict=True):
        rows = slice(start, stop)
        budget = plan.budget.of(name)
        if plan.strategy.kind == "sample":
            new = np.flatnonzero(~old[rows])
            if not len(new):
                continue
            random = generator(plan.seed, plan.strategy.name, name)
            part = plan.strategy.function(topic.only(new), random, budget, **plan.parameters)
            drawn.stratum[start + new] = part.stratum
            drawn.probability[start + new] = part.probability
            drawn.taken[start + new] = part.taken
            continue
        if plan.strategy.kind == "adaptive" and budget is not None:
            budget = max(0, budget - num_judged.get(name, 0))
            budget = budget if plan.at_once is None else min(budget, plan.at_once)
        codes = _asked(asking(plan, topic), old[rows], known[start:stop])
        chosen = np.array(list(islice(codes, budget)), dtype=np.int64)
        drawn.stratum[start + chosen] = 1
        drawn.taken[start + chosen] = True
    return drawn


def asking(plan: Plan, topic: TopicCandidates) -> Asking:
    """The codes of a topic's candidates in the order in which the plan takes them.

    An order takes the highest value first; equal ones by best rank, then by document, bytewise.
    """
    chosen = plan.strategy
    if chosen.kind == "adaptive":
        random = generator(plan.seed, chosen.name, topic.topic)
        return chosen.function(topic, random, **plan.parameters)  # type: ignore[no-any-return]
    values = chosen.function(topic, **plan.parameters)
    return _in_turn(np.lexsort((topic.best_rank, -values)).tolist())


def _in_turn(codes: list[int]) -> Asking:
    """Whatever is answered, one after the other."""
    for code in codes:  # noqa: UP028  (a list takes no answers)
        yield code


def _asked(codes: Asking, old: Bools, known: list[bool | None]) -> Iterator[int]:
    """The documents that a strategy asks for and that nobody has been given yet."""
    answer: bool | None = None
    with contextlib.suppress(StopIteration):
        while True:
            code = codes.send(answer)
            if not old[code]:
                yield code
            answer = known[code]


def _with_earlier(new: pl.DataFrame, again: pl.DataFrame, earlier: pl.DataFrame) -> pl.DataFrame:
    """New documents and earlier ones, whose provenance is that of then and of now."""
    brought = again.select("topic", "doc", "runs", "groups", "best_rank")
    kept = earlier.drop("grade").join(brought, on=["topic", "doc"], how="left", suffix="_now")
    kept = kept.with_columns(
        *(
            pl.col(name).list.set_union(pl.col(f"{name}_now").fill_null([])).list.sort()
            for name in ("runs", "groups")
        ),
        pl.min_horizontal("best_rank", "best_rank_now").alias("best_rank"),
    )
    return pl.concat([_as_pool(new), _as_pool(kept)])


def _as_pool(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.select(pl.col(name).cast(kind) for name, kind in SCHEMA.items()).sort(
        "topic", "doc"
    )


def _description(candidates: Candidates, plan: Plan, newest: int) -> dict[str, Any]:
    """What the pool says of how it was made."""
    columns = zip(candidates.runs, candidates.groups, candidates.depths, strict=True)
    said: dict[str, Any] = {
        "strategy": plan.strategy.name,
        "parameters": dict(plan.parameters),
        "budget": plan.budget.default,
        "budgets": dict(sorted((plan.budget.topics or {}).items())),
        "order": candidates.order,
        "earlier": plan.earlier,
        "batch": newest,
        "runs": [{"name": name, "group": group, "depth": depth} for name, group, depth in columns],
    }
    if plan.strategy.random:
        said["seed"] = plan.seed
    if plan.strategy.kind == "adaptive":
        said |= {"at_once": plan.at_once, "relevance_level": plan.relevance_level}
    return said


def _wrong_numbers(
    budget: Budget, at_once: int | None, seed: int, relevance_level: int
) -> Iterator[Problem]:
    limits = [
        ("budget", budget.default, 1),
        ("at_once", at_once, 1),
        ("seed", seed, 0),
        ("relevance_level", relevance_level, 1),
        *(
            (f"budget of topic {topic!r}", number, 1)
            for topic, number in (budget.topics or {}).items()
        ),
    ]
    for name, value, least in limits:
        if value is not None and (type(value) is not int or value < least):
            hint = f"it must be a whole number of at least {least}"
            yield Problem(f"{name} = {value!r} is not allowed", hint=hint)


def _wrong_budgets(candidates: Candidates, plan: Plan) -> Iterator[Problem]:
    for topic in plan.budget.topics or {}:
        if topic not in candidates.topics:
            hint = nearest(topic, candidates.topics)
            yield Problem(f"a budget for topic {topic!r}, which no run answers", hint=hint)
    least = len(candidates.runs)
    for topic in candidates.topics:
        budget = plan.budget.of(topic)
        if budget is None and plan.strategy.needs_budget:
            yield Problem(f"there is no budget for topic {topic!r}")
        elif budget is not None and budget < least:
            hint = f"{least} runs are pooled: allow at least {least}, or pool fewer runs"
            yield Problem(
                f"a budget of {budget} for topic {topic!r} is below one document a run", hint=hint
            )
