"""From candidates to a pool: the plan, the choice of its strategy, its costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from harness.core.arrays import Bools, Ints
from harness.core.errors import EvaluationError, Problem, find_unknown, refuse, unknown
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.core.numbers import check_whole, count_noun
from harness.core.packages import pl
from harness.pooling.candidates import Candidates
from harness.pooling.pool import SCHEMA, Pool, PoolStart, list_earlier_documents
from harness.pooling.strategies import EarlierDocuments, Strategy, TopicSample, get_strategy
from harness.settings.names import EARLIER
from harness.settings.pool import PoolSettings


@dataclass(frozen=True, slots=True)
class Budget:
    """The most documents of a topic that may be judged: ``topics`` overrides ``default``."""

    default: int | None = None
    topics: Mapping[str, int] | None = None

    def of(self, topic: str) -> int | None:
        """Return the budget of a topic; None without a limit."""
        return (self.topics or {}).get(topic, self.default)

    @property
    def unlimited(self) -> bool:
        """Whether no topic has a limit."""
        return self.default is None and not self.topics


@dataclass(frozen=True, slots=True)
class Plan:
    """The way documents are chosen among the candidates.

    ``strategy`` with its ``parameters``; ``budget`` of documents to be judged per topic; ``batch``,
    how many of them to ask for now (adaptive strategies); ``seed`` of everything random;
    ``relevance_level``, the lowest grade that an adaptive strategy counts as relevant; ``earlier``,
    the treatment of documents judged or pooled before: `EARLIER`.

    An adaptive strategy is asked again after each round, so its budget counts earlier judgments;
    the budget of other strategies counts new documents only.
    """

    strategy: Strategy
    parameters: Mapping[str, Any]
    budget: Budget = Budget()
    batch: int | None = None
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
        batch: int | None = None,
        seed: int = 1,
        relevance_level: int = 1,
        earlier: str = "subtract",
    ) -> Plan:
        """Make a plan from names and plain values; `EvaluationError` with every problem."""
        chosen = get_strategy(strategy)
        prepared: dict[str, Any] = {}
        if not isinstance(budget, Budget):
            budget = Budget(topics=budget) if isinstance(budget, Mapping) else Budget(budget)
        problems = list(_check_numbers(budget, batch, seed, relevance_level))
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


def _check_numbers(
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


def parse_plan(settings: PoolSettings, relevance_level: int = 1) -> Plan:
    """Parse the plan of a pool. Raises `EvaluationError` with every problem.

    ``relevance_level`` is the task's: the lowest grade that adaptive strategies count as relevant.
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


def choose(
    candidates: Candidates, plan: Plan, *, before: PoolStart | Qrels | Pool | None = None
) -> Pool:
    """Choose the pool of a plan, given earlier judgments and pools.

    Documents that ``before`` judges (with a grade of at least 0) or has pooled are not chosen
    again; the budget goes to others. The pool leaves them out (``subtract``) or includes them
    (``keep``). An adaptive strategy learns from these judgments: it is replayed on them, and the
    first documents it asks for that were not given before are the next to be judged. Raises
    `EvaluationError` for a topic without a budget if one is needed, and for a budget of a topic
    that no run answers.

    A budget may be below one document per pooled run. Some runs may then have no document in the
    pool, since an adaptive strategy does not reach each of them. `note_unreached` notes it, and the
    plan of the pool lists these topics under ``below_one_a_run``.
    """
    refuse(check_budgets(candidates, plan), EvaluationError)
    earlier = list_earlier_documents(before)
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
    return Pool(as_pool(frame), as_pool(left_out), describe_pool(candidates, plan, newest))


def _draw(
    candidates: Candidates,
    plan: Plan,
    old: Bools,
    relevant: list[bool | None],
    num_judged: Mapping[str, int],
) -> TopicSample:
    """Draw rows of the union; stratum 0 for documents without a chance."""
    size = candidates.union.height
    if plan.strategy.name == "depth" and plan.budget.unlimited:
        return TopicSample(np.where(old, 0, 1), np.ones(size), ~old)
    drawn = TopicSample.nothing(size)
    for topic, (name, start, stop) in zip(candidates, candidates.bounds, strict=True):
        known = EarlierDocuments(old[start:stop], relevant[start:stop], num_judged.get(name, 0))
        drawn.put(slice(start, stop), plan.strategy.choose(topic, known, plan))
    return drawn


def with_earlier(new: pl.DataFrame, again: pl.DataFrame, earlier: pl.DataFrame) -> pl.DataFrame:
    """Join new and earlier documents; an earlier one has both its old and its new provenance."""
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
    """Select the columns of a pool, in order, and sort its rows."""
    return frame.select(pl.col(name).cast(kind) for name, kind in SCHEMA.items()).sort(
        "topic", "doc"
    )


def describe_pool(candidates: Candidates, plan: Plan, newest: int) -> dict[str, Any]:
    """Return the record of how a pool was made."""
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
    if scarce := find_scarce_topics(candidates, plan):
        described["below_one_a_run"] = scarce
    if plan.strategy.random:
        described["seed"] = plan.seed
    if plan.strategy.learns:
        described |= {"at_once": plan.batch, "relevance_level": plan.relevance_level}
    return described


def check_budgets(candidates: Candidates, plan: Plan) -> Iterator[Problem]:
    """Yield the problems of the budgets, and the reach, of a plan for these candidates."""
    reach = plan.strategy.reach(plan.parameters) if plan.strategy.reach else 0
    if reach > (depth := min(candidates.depths)):
        message = f"{plan.strategy.name} asks for documents down to rank {reach}"
        yield Problem(f"{message}, and runs are read to {depth}", hint=f"set the depth to {reach}")
    for _, topic, hint in find_unknown(plan.budget.topics or {}, candidates.topics):
        yield Problem(f"a budget for topic {topic!r}, which no run answers", hint=hint)
    for topic in candidates.topics:
        if plan.budget.of(topic) is None and plan.strategy.needs_budget:
            yield Problem(f"there is no budget for topic {topic!r}")


def find_scarce_topics(candidates: Candidates, plan: Plan) -> list[str]:
    """Return the topics whose budget is below one document per pooled run."""
    least = len(candidates.runs)
    budgets = ((topic, plan.budget.of(topic)) for topic in candidates.topics)
    return [topic for topic, budget in budgets if budget is not None and budget < least]


def note_unreached(candidates: Candidates, plan: Plan, pool: Pool) -> list[Note]:
    """Return a note on runs without a document in a pool because its budget is small."""
    topics = find_scarce_topics(candidates, plan)
    if not topics:
        return []
    of_topics = pl.col("topic").is_in(topics)
    answers = candidates.entries.filter(of_topics).select("topic", "run").n_unique()
    pooled = pool.frame.filter(of_topics).explode("runs").drop_nulls("runs")
    without = answers - pooled.select("topic", "runs").n_unique()
    scarce = f"a budget below one document a run ({len(candidates.runs)} runs)"
    many = f"in {count_noun(len(topics), 'topic', of=len(candidates.topics))}"
    rest = f"{without} of {answers} times a run that answers such a topic has no document of it"
    turns = f"; {plan.strategy.name} does not come to each run" if plan.strategy.learns else ""
    text = f"{scarce} {many}: {rest} in the pool{turns}"
    return [Note("budget-small", text, numbers={"topics": len(topics), "missing": without})]


@dataclass(frozen=True, eq=False)
class Costs:
    """Documents to be judged: ``counts`` [T, A] per topic and alternative."""

    topics: tuple[str, ...]
    alternatives: tuple[str, ...]
    counts: Ints

    @property
    def totals(self) -> Ints:
        """The documents to be judged over all topics [A]."""
        return np.asarray(self.counts.sum(axis=0))


def costs(
    candidates: Candidates,
    depths: Sequence[int] = (),
    plans: Mapping[str, Plan] | None = None,
    *,
    before: PoolStart | Qrels | Pool | None = None,
) -> Costs:
    """Count the documents of each topic to be judged, at several depths and by several plans.

    A depth counts the candidates within that rank in any run; a run that offers fewer is not read
    deeper. Documents judged or pooled before cost nothing. Raises `EvaluationError` for depths
    below 1 or deeper than the candidates reach.

    >>> from harness.core.model import Run
    >>> from harness.pooling.candidates import gather
    >>> frame = pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "b"], "score": [2.0, 1.0]})
    >>> other = frame.with_columns(doc=pl.Series(["c", "a"]))
    >>> found = costs(gather([Run("x", frame), Run("y", other)], depth=2), [1, 2])
    >>> found.alternatives, found.counts.tolist()
    (('depth 1', 'depth 2'), [[2, 3]])
    """
    deepest = max(candidates.depths)
    refuse(
        (
            Problem(
                f"the depth {depth!r} is not allowed", hint=f"whole numbers from 1 to {deepest}"
            )
            for depth in depths
            if type(depth) is not int or not 1 <= depth <= deepest
        ),
        EvaluationError,
    )
    earlier = list_earlier_documents(before).select("topic", "doc")
    new = candidates.union.join(earlier, on=["topic", "doc"], how="anti", maintain_order="left")
    by_depth = new.group_by("topic").agg(
        (pl.col("best_rank") <= depth).sum().alias(str(depth)) for depth in dict.fromkeys(depths)
    )
    counted = [dict(by_depth.select("topic", str(depth)).rows()) for depth in depths]
    made = (choose(candidates, plan, before=before) for plan in (plans or {}).values())
    counted += [pool.sizes() for pool in made]
    topics = candidates.topics
    table = np.array([[of.get(topic, 0) for of in counted] for topic in topics], dtype=np.int64)
    names = (*(f"depth {depth}" for depth in depths), *(plans or {}))
    return Costs(topics, names, table.reshape(len(topics), len(names)))
