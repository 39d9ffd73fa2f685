"""From candidates to a pool: what a strategy chooses, and what is left of it to be judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import polars as pl

from harness.core.arrays import Bools
from harness.core.errors import EvaluationError, Problem, refuse, suggester
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.core.numbers import counted
from harness.pooling.candidates import Candidates
from harness.pooling.earlier import Before, earlier_documents
from harness.pooling.plan import Plan
from harness.pooling.pool import SCHEMA, Pool
from harness.pooling.strategies import Drawn, EarlierDocuments


def choose(
    candidates: Candidates, plan: Plan, *, before: Before | Qrels | Pool | None = None
) -> Pool:
    """The pool that a plan makes of candidates, given what was judged or pooled before.

    Documents that ``before`` judges (with a grade of at least 0) or has pooled are not chosen
    again; the budget goes to others. They are no part of the pool (``subtract``) or are (``keep``).
    An adaptive strategy learns from these judgments: it is replayed on them, and the first
    documents that it asks for and nobody was given yet are the next to be judged. Raises
    `EvaluationError` for a topic without a budget where one is needed, and a budget for a topic
    that no run answers.

    A budget may be below one document a pooled run. Then some runs may have no document in the
    pool: an adaptive strategy does not come to each of them once. `unreached` says so, and the
    plan of the pool lists these topics under ``below_one_a_run``.
    """
    refuse(wrong_budgets(candidates, plan), EvaluationError)
    earlier = earlier_documents(before)
    newest = 1 + max(earlier["batch"].to_list(), default=0)
    marked = candidates.union.join(
        earlier.select("topic", "doc", "grade", pl.lit(value=True).alias("old")),
        on=["topic", "doc"],
        how="left",
        maintain_order="left",
    )
    old = marked["old"].fill_null(value=False).to_numpy()
    relevant: list[bool | None] = (marked["grade"] >= plan.relevance_level).to_list()
    drawn = _draw(candidates, plan, old, relevant, dict(earlier.group_by("topic").len().rows()))
    rows = candidates.union.with_columns(
        pl.Series("stratum", drawn.stratum),
        pl.Series("probability", drawn.probability),
        pl.lit(newest, pl.Int64).alias("batch"),
    )
    frame, left_out = rows.filter(drawn.taken), rows.filter(~drawn.taken & (drawn.stratum > 0))
    if plan.earlier == "keep":
        frame = with_earlier(frame, rows.filter(old), earlier)
    left_out = left_out.with_columns(pl.lit(None, pl.Int64).alias("batch"))
    described = description(candidates, plan, newest)
    return Pool(as_pool(frame), as_pool(left_out), described)


def _draw(
    candidates: Candidates,
    plan: Plan,
    old: Bools,
    relevant: list[bool | None],
    num_judged: Mapping[str, int],
) -> Drawn:
    """Which rows of the union are taken; stratum 0 for those that had no chance."""
    size = candidates.union.height
    if plan.strategy.name == "depth" and plan.budget.unlimited:
        return Drawn(np.where(old, 0, 1), np.ones(size), ~old)
    drawn = Drawn.nothing(size)
    for topic, (name, start, stop) in zip(candidates, candidates.bounds, strict=True):
        judged = num_judged.get(name, 0)
        known = EarlierDocuments(old[start:stop], relevant[start:stop], judged)
        drawn.put(slice(start, stop), plan.strategy.choose(topic, known, plan))
    return drawn


def with_earlier(new: pl.DataFrame, again: pl.DataFrame, earlier: pl.DataFrame) -> pl.DataFrame:
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
    return pl.concat([as_pool(new), as_pool(kept)])


def as_pool(frame: pl.DataFrame) -> pl.DataFrame:
    """The columns of a pool in its order."""
    return frame.select(pl.col(name).cast(kind) for name, kind in SCHEMA.items()).sort(
        "topic", "doc"
    )


def description(candidates: Candidates, plan: Plan, newest: int) -> dict[str, Any]:
    """What the pool says of how it was made."""
    columns = zip(candidates.runs, candidates.groups, candidates.depths, strict=True)
    described: dict[str, Any] = {
        "strategy": plan.strategy.name,
        "parameters": dict(plan.parameters),
        "budget": plan.budget.default,
        "budgets": dict(sorted((plan.budget.topics or {}).items())),
        "order": candidates.order,
        "earlier": plan.earlier,
        "batch": newest,
        "runs": [{"name": name, "group": group, "depth": depth} for name, group, depth in columns],
    }
    if scarce := below_one_a_run(candidates, plan):
        described["below_one_a_run"] = scarce
    if plan.strategy.random:
        described["seed"] = plan.seed
    if plan.strategy.learns:
        described |= {"at_once": plan.batch, "relevance_level": plan.relevance_level}
    return described


def wrong_budgets(candidates: Candidates, plan: Plan) -> Iterator[Problem]:
    """What is wrong with the budgets, and the reach, of a plan for these candidates."""
    reach = plan.strategy.reach(plan.parameters) if plan.strategy.reach else 0
    if reach > (depth := min(candidates.depths)):
        message = f"{plan.strategy.name} asks for documents down to rank {reach}"
        yield Problem(f"{message}, and runs are read to {depth}", hint=f"set the depth to {reach}")
    answered, nearest_topic = frozenset(candidates.topics), suggester(candidates.topics)
    for topic in plan.budget.topics or {}:
        if topic not in answered:
            hint = nearest_topic(topic)
            yield Problem(f"a budget for topic {topic!r}, which no run answers", hint=hint)
    for topic in candidates.topics:
        if plan.budget.of(topic) is None and plan.strategy.needs_budget:
            yield Problem(f"there is no budget for topic {topic!r}")


def below_one_a_run(candidates: Candidates, plan: Plan) -> list[str]:
    """The topics whose budget is below one document a pooled run."""
    least = len(candidates.runs)
    budgets = ((topic, plan.budget.of(topic)) for topic in candidates.topics)
    return [topic for topic, budget in budgets if budget is not None and budget < least]


def unreached(candidates: Candidates, plan: Plan, pool: Pool) -> list[Note]:
    """What to say of runs that have no document in a pool because its budget is small."""
    topics = below_one_a_run(candidates, plan)
    if not topics:
        return []
    of_topics = pl.col("topic").is_in(topics)
    answers = candidates.entries.filter(of_topics).select("topic", "run").n_unique()
    pooled = pool.frame.filter(of_topics).explode("runs").drop_nulls("runs")
    without = answers - pooled.select("topic", "runs").n_unique()
    scarce = f"a budget below one document a run ({len(candidates.runs)} runs)"
    many = f"in {counted(len(topics), 'topic', of=len(candidates.topics))}"
    rest = f"{without} of {answers} times a run that answers such a topic has no document of it"
    adaptive = plan.strategy.learns
    turns = f"; {plan.strategy.name} does not come to each run" if adaptive else ""
    text = f"{scarce} {many}: {rest} in the pool{turns}"
    return [Note("budget-small", text, numbers={"topics": len(topics), "missing": without})]
