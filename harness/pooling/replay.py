"""Replay plans on existing judgments: how many relevant documents they would have found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice, product
from typing import Any

import numpy as np

from harness.core.arrays import Bools, Floats, FrozenArrays, Ints
from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.core.faces import HasFrame
from harness.core.model import Qrels
from harness.core.numbers import check_whole, find_repeated
from harness.core.packages import pl
from harness.pooling.candidates import Candidates, TopicCandidates
from harness.pooling.plan import Plan, check_budgets
from harness.pooling.pool import list_earlier_documents
from harness.pooling.strategies import EarlierDocuments, RequestingStrategy, SampleStrategy

#: Default numbers of judgments per topic after which found documents are counted.
DEFAULT_BUDGETS = (10, 20, 50, 100, 200, 300, 500)

AVERAGES = ("macro", "micro")


@dataclass(frozen=True, eq=False)
class Replay(HasFrame, FrozenArrays):
    """The relevant documents that plans [P] find in topics [T] after n judgments per topic [A].

    ``budgets`` [A] are the numbers n in ascending order. ``num_rel`` [T] counts the relevant
    documents of the qrels, ``num_rel_offered`` [T] those offered by a run. ``unanswered`` lists
    topics with relevant documents that no run answers; they are counted nowhere. ``num_asked`` [P,
    T] is the number of documents a plan asks for, at most the last n, fewer if its budget or the
    candidates end; the number found then stays the same.

    ``seeds`` are the seeds of each plan, one if nothing is random. For each plan, ``found_after``
    and ``unjudged_after`` [S, T, N + 1] count, by seed and topic, the relevant and the unjudged
    documents after 0 … N judgments; N is the last of ``budgets``.
    """

    plans: tuple[str, ...]
    topics: tuple[str, ...]
    budgets: tuple[int, ...]
    seeds: tuple[tuple[int, ...], ...]
    num_rel: Ints
    num_rel_offered: Ints
    unanswered: tuple[str, ...]
    num_asked: Ints
    found_after: tuple[Ints, ...]
    unjudged_after: tuple[Ints, ...]

    @property
    def asked(self) -> Ints:
        """The number of documents judged after n judgments per topic [P, T, A]."""
        return np.minimum(self.num_asked[..., None], self.budgets)

    @property
    def num_found(self) -> Floats:
        """The number of relevant documents found [P, T, A]; the mean over seeds."""
        return np.stack([counts[..., self.budgets].mean(axis=0) for counts in self.found_after])

    @property
    def unjudged(self) -> Floats:
        """The number of documents that the qrels do not judge [P, T, A]; the mean over seeds."""
        return np.stack([counts[..., self.budgets].mean(axis=0) for counts in self.unjudged_after])

    @property
    def macro(self) -> Floats:
        """The mean over topics of the share of relevant documents found [P, A].

        Topics without relevant documents are left out. It is a mean over seeds.
        """
        return np.stack([shares.mean(axis=0) for shares in self._by_seed("macro")])

    @property
    def micro(self) -> Floats:
        """The share found of all topics' relevant documents [P, A]; the mean over seeds."""
        return np.stack([shares.mean(axis=0) for shares in self._by_seed("micro")])

    @property
    def lowest(self) -> Floats:
        """The macro share with the seed that found the least [P, A]."""
        return np.stack([shares.min(axis=0) for shares in self._by_seed("macro")])

    @property
    def highest(self) -> Floats:
        """The macro share with the seed that found the most [P, A]."""
        return np.stack([shares.max(axis=0) for shares in self._by_seed("macro")])

    def curve(self, plan: str, average: str = "macro") -> Floats:
        """Return the share found after 0 … N judgments per topic [N + 1]; the mean over seeds.

        ``average`` is ``macro`` or ``micro``. Raises `EvaluationError` for an unknown plan or
        average.
        """
        wanted = [("plan", plan, self.plans), ("average", average, AVERAGES)]
        refuse(
            [unknown(what, name, known) for what, name, known in wanted if name not in known],
            EvaluationError,
        )
        num_relevant = self.found_after[self.plans.index(plan)]
        return np.asarray(self._shares(num_relevant, average).mean(axis=0))

    def _columns(self) -> tuple[Mapping[str, Any], None]:
        """Return one row per plan and number of judgments.

        The columns are ``plan``, ``n``, ``macro``, ``lowest``, ``highest``, ``micro``, and the
        totals ``found``, ``asked`` and ``unjudged`` over topics.
        """
        columns = {
            **{name: getattr(self, name) for name in ("macro", "lowest", "highest", "micro")},
            "found": self.num_found.sum(axis=1),
            **{name: getattr(self, name).sum(axis=1) for name in ("asked", "unjudged")},
        }
        plan, num = zip(*product(self.plans, np.asarray(self.budgets).tolist()), strict=True)
        values = {name: column.ravel() for name, column in columns.items()}
        return {"plan": plan, "n": num, **values}, None

    def _by_seed(self, average: str) -> list[Floats]:
        """Return the share found of each plan [S, A]."""
        return [
            self._shares(num_relevant[..., self.budgets], average)
            for num_relevant in self.found_after
        ]

    def _shares(self, num_relevant: Ints, average: str) -> Floats:
        """Return the average share found [S, K], from relevant documents found [S, T, K]."""
        if average == "micro":
            return np.asarray(num_relevant.sum(axis=1) / self.num_rel.sum())
        counted = self.num_rel > 0
        return np.asarray((num_relevant[:, counted] / self.num_rel[counted, None]).mean(axis=1))


def replay(
    candidates: Candidates,
    plans: Mapping[str, Plan],
    qrels: Qrels,
    *,
    budgets: Sequence[int] = DEFAULT_BUDGETS,
    relevance_level: int = 1,
    seeds: Sequence[int] = (1,),
) -> Replay:
    """Replay plans on judgments, counting the relevant documents found after n judgments per topic.

    ``plans`` are given by name. Each is asked for one document at a time, in each topic up to its
    budget, and told the judgment of the qrels; documents without one (or with a grade below 0)
    count as not relevant, and are counted. A plan with ``batch`` is asked for that many at a time,
    and told about them together. Documents with a grade of at least ``relevance_level`` are found;
    the level of an adaptive strategy's answers is the plan's. Random plans are replayed with each
    of the ``seeds``, not with their own.

    The sample ``uniform`` is replayed in the order of its draw, as a baseline. Other samples are
    refused, because they estimate a number of documents and do not count it. Raises
    `EvaluationError` with every problem: no plans, budgets that `choose` refuses, wrong numbers,
    and qrels without relevant documents for the topics of the candidates.

    >>> from harness.core.model import Run
    >>> from harness.pooling import gather
    >>> columns = {"topic": ["1"] * 3, "doc": ["a", "b", "c"], "score": [3.0, 2.0, 1.0]}
    >>> graded = {"topic": ["1"] * 3, "doc": ["a", "c", "x"], "grade": [0, 1, 1]}
    >>> offered = gather([Run("x", pl.DataFrame(columns))])
    >>> qrels = Qrels(pl.DataFrame(graded))  # c is relevant, b not judged, x offered by no run
    >>> result = replay(offered, {"by rank": Plan.of("depth")}, qrels, budgets=[2, 3])
    >>> result.macro.tolist(), result.unjudged.tolist()
    ([[0.0, 0.5]], [[[1.0, 1.0]]])
    """
    refuse(
        chain(_check_numbers(budgets, relevance_level, seeds), _check_plans(candidates, plans)),
        EvaluationError,
    )
    judged = list_earlier_documents(qrels).select("topic", "doc", "grade")
    of_topic = judged.filter(pl.col("grade") >= relevance_level).group_by("topic").len()
    relevant = dict(of_topic.sort("topic").rows())
    topics = candidates.topics
    if not relevant.keys() & set(topics):
        message = "the qrels have no relevant document for any topic of the candidates"
        raise EvaluationError(Problem(message, qrels.source))
    union = candidates.union.join(judged, on=["topic", "doc"], how="left", maintain_order="left")
    grades = union["grade"].fill_null(-1).to_numpy()
    parts = [
        (topic, grades[start:stop])
        for topic, (_, start, stop) in zip(candidates, candidates.bounds, strict=True)
    ]
    depth = max(budgets)
    used = [tuple(seeds) if plan.strategy.random else (plan.seed,) for plan in plans.values()]
    replayed = [
        _replay(parts, plan, of_plan, depth, relevance_level)
        for plan, of_plan in zip(plans.values(), used, strict=True)
    ]
    num_asked, num_relevant, unjudged = zip(*replayed, strict=True)
    return Replay(
        plans=tuple(plans),
        topics=topics,
        budgets=tuple(sorted(set(budgets))),
        seeds=tuple(used),
        num_rel=np.array([relevant.get(topic, 0) for topic in topics]),
        num_rel_offered=np.array([int((known >= relevance_level).sum()) for _, known in parts]),
        unanswered=tuple(topic for topic in relevant if topic not in topics),
        num_asked=np.stack(num_asked),
        found_after=num_relevant,
        unjudged_after=unjudged,
    )


def _replay(
    parts: list[tuple[TopicCandidates, Ints]],
    plan: Plan,
    seeds: tuple[int, ...],
    depth: int,
    relevance_level: int,
) -> tuple[Ints, Ints, Ints]:
    """Count documents asked for [T], and relevant and unjudged ones found [S, T, N + 1]."""
    num_asked = np.zeros(len(parts), dtype=np.int64)
    num_relevant = np.zeros((len(seeds), len(parts), depth + 1), dtype=np.int64)
    unjudged = np.zeros_like(num_relevant)
    for number, seed in enumerate(seeds):
        seeded = replace(plan, seed=seed)
        for row, (topic, grades) in enumerate(parts):
            budget = plan.budget.of(topic.topic)
            limit = depth if budget is None else min(budget, depth)
            codes = _choose_documents(topic, grades, seeded, limit)
            num_asked[row] = len(codes)
            num_relevant[number, row] = _count_marked(grades[codes] >= relevance_level, depth)
            unjudged[number, row] = _count_marked(grades[codes] < 0, depth)
    return num_asked, num_relevant, unjudged


def _choose_documents(topic: TopicCandidates, grades: Ints, plan: Plan, limit: int) -> Ints:
    """Return the first documents that a plan asks for, at most ``limit``."""
    size, strategy = len(topic.docs), plan.strategy
    if isinstance(strategy, SampleStrategy):
        return strategy.chance(plan, topic.topic).permutation(size)[:limit]
    assert isinstance(strategy, RequestingStrategy)
    answers: list[bool | None] = (grades >= plan.relevance_level).tolist()
    number_at_once = plan.batch or 1
    if number_at_once == 1:
        known = EarlierDocuments(np.zeros(size, dtype=bool), answers)
        codes = list(islice(strategy.next_documents(topic, known, plan), limit))
        return np.array(codes, dtype=np.int64)
    codes = []
    old = np.zeros(size, dtype=bool)
    relevant: list[bool | None] = [None] * size
    known = EarlierDocuments(old, relevant)
    while len(codes) < min(limit, size):
        number = min(number_at_once, limit - len(codes))
        batch = list(islice(strategy.next_documents(topic, known, plan), number))
        old[batch] = True
        for code in batch:
            relevant[code] = answers[code]
        codes += batch
    return np.array(codes, dtype=np.int64)


def _count_marked(marked: Bools, depth: int) -> Ints:
    """Count the marked documents among the first 0 … N [N + 1]."""
    counts = np.zeros(depth + 1, dtype=np.int64)
    counts[1 : len(marked) + 1] = marked
    return np.cumsum(counts)


def _check_plans(candidates: Candidates, plans: Mapping[str, Plan]) -> Iterator[Problem]:
    if not plans:
        yield Problem("no plans to replay")
    for name, plan in plans.items():
        if plan.strategy.draws and plan.strategy.name != "uniform":
            hint = "orders, adaptive strategies and uniform can be replayed"
            message = f"the strategy {plan.strategy.name} draws a sample with unequal chances"
            yield Problem(message, f"plan {name!r}", hint=hint)
        for problem in check_budgets(candidates, plan):
            yield replace(problem, where=f"plan {name!r}")


def _check_numbers(
    budgets: Sequence[int], relevance_level: int, seeds: Sequence[int]
) -> Iterator[Problem]:
    for name, values, least in [
        ("budgets", budgets, 1),
        ("relevance_level", [relevance_level], 1),
        ("seeds", seeds, 0),
    ]:
        if not values:
            yield Problem(f"{name} is empty")
        for value in values:
            yield from check_whole(value, least, f"{name}: {value!r}")
    for seed in sorted(find_repeated(seeds)):
        yield Problem(f"seeds: {seed} is there twice")
