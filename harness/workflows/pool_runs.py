"""Runs, given as values or files → `Pool`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from harness.core.execution import Execution, Workers
from harness.core.ordering import EVALUATION_ORDER, get_order
from harness.pooling import Before, Plan, Pool, choose
from harness.pooling.candidates import Offer, offer, united
from harness.workflows.given import QrelsLike, RunsLike, opened_runs
from harness.workflows.prepared import judgments_given, known_given
from harness.workflows.read_blocks import ByTopic, TaskRun
from harness.workflows.reading import Reading, all_or_raise


def pool(
    runs: RunsLike,
    strategy: str = "depth",
    *,
    depth: int = 100,
    budget: int | Mapping[str, int] | None = None,
    order: str = EVALUATION_ORDER,
    known_judgments: QrelsLike | Sequence[QrelsLike] | None = None,
    ignore_identical: bool = False,
    run_depths: Mapping[str, int] | None = None,
    groups: Mapping[str, str] | None = None,
    topics: Collection[str] | None = None,
    judged: QrelsLike | None = None,
    pooled: Pool | None = None,
    earlier: str = "subtract",
    batch: int | None = None,
    relevance_level: int = 1,
    seed: int = 1,
    backend: str | None = None,
    workers: Workers = None,
    scheduler: str | None = None,
    **parameters: Any,
) -> Pool:
    """Pool the documents of runs for assessors.

    ``runs`` is anything that `score` takes. Of each run the first ``depth`` documents of a topic
    can be chosen (``run_depths`` says otherwise for some runs, by name); among equal scores
    ``order`` decides: ``docno-desc``, ``docno-asc``, ``file``, or ``rank`` for that of the column.
    Documents that ``known_judgments`` (as in `score`) judge leave the runs first, and whatever
    was judged or pooled with them: they are no part of the collection any more. So do, with
    ``ignore_identical``, documents that have the identifier of their topic.
    ``groups`` is the group that submitted each run, by name; ``topics`` are the topics to pool.

    ``strategy`` chooses among these documents (`harness.pooling.STRATEGIES` has them all, with
    their ``parameters``), at most ``budget`` a topic: one number, or a number by topic. What
    ``judged`` (a path, `Qrels`, a dictionary or frame) holds judgments of, and what an earlier
    pool ``pooled`` holds, is not chosen again, and is left out or, with ``earlier="keep"``, listed
    too. An adaptive strategy is asked again after each round of judging, for ``batch`` documents
    of each topic; ``relevance_level`` is the lowest grade that it takes for relevant, and its
    budget counts what was judged before. The result depends neither on the order of the runs nor
    on ``workers``. Raises `HarnessError` with all that is wrong.

    >>> runs = {"x": {"1": {"a": 2.0, "b": 1.0}}, "y": {"1": {"c": 2.0, "a": 1.0}}}
    >>> pool(runs, depth=1).to_frame()[["topic", "doc", "runs", "best_rank"]].values.tolist()
    [['1', 'a', ['x'], 1], ['1', 'c', ['y'], 1]]
    """
    workers = Execution.of(workers, backend, scheduler)
    plan = Plan.of(
        strategy,
        parameters,
        budget=budget,
        batch=batch,
        seed=seed,
        relevance_level=relevance_level,
        earlier=earlier,
    )
    get_order(order)

    wanted = None if topics is None else tuple(topics)
    known = known_given(known_judgments)

    def offered(read: TaskRun) -> Offer:
        name = read.run.name
        deep = (run_depths or {}).get(name, depth)
        group = None if groups is None else groups.get(name, "")
        return offer(read.run, depth=deep, group=group, order=order, topics=wanted)

    # A run is cut as soon as it is read, while others are read.
    reading = Reading(known=known, ranks=order == "rank", ignore_identical=ignore_identical)
    work = ByTopic(offered, lambda _, offers: Offer.together(offers))
    offers = all_or_raise(reading.each(opened_runs(runs), work, workers=workers))
    candidates = united(offers, order, depths=run_depths or (), topics=wanted or ())
    before = Before(None if judged is None else judgments_given(judged), pooled)
    if known is not None:
        before = before.without(known.leave_frame)
    return choose(candidates, plan, before=before)
