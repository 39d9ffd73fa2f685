"""Pool runs from values or files, at once or with an adaptive strategy."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, Unpack

from harness.core.execution import Execution
from harness.core.notes import Note, asks_for_a_look, shorten_notes, warn_about
from harness.core.ordering import EVALUATION_ORDER, get_order
from harness.inputs.blocks import ByTopic, TaskRun
from harness.inputs.reading import RunReader, all_or_raise
from harness.pooling import Candidates, Live, Plan, Pool, PoolStart, choose
from harness.pooling.candidates import Offer, offer, unite
from harness.workflows.given import (
    QrelsLike,
    RunsLike,
    WorkOptions,
    convert_judgments,
    open_runs,
    read_known,
    refuse_options,
)


class PoolOptions(WorkOptions, total=False):
    """Further options of a pool, with `WorkOptions`.

    order : str
        The order of equal scores: ``docno-desc``, ``docno-asc``, ``file``; or ``rank`` for the
        order of the rank column.
    known_judgments : judgments, or a list of such
        Judgments of earlier rounds: their documents first leave the runs, and ``judged`` and
        ``pooled``.
    ignore_identical : bool
        Whether documents with the identifier of their topic leave the runs, too.
    run_depths : mapping of int
        Another depth for some runs, by name.
    groups : mapping of str
        The group that submitted each run, by name.
    topics : collection of str
        The topics to pool.
    earlier : str
        ``"keep"`` lists documents judged or pooled before, too.
    batch : int
        The documents of each topic that an adaptive strategy chooses at a time.
    relevance_level : int
        The lowest grade that is relevant for an adaptive strategy.
    seed : int
        The seed of all random draws.
    """

    order: Literal["docno-desc", "docno-asc", "file", "rank"]
    known_judgments: QrelsLike | Sequence[QrelsLike] | None
    ignore_identical: bool
    run_depths: Mapping[str, int] | None
    groups: Mapping[str, str] | None
    topics: Collection[str] | None
    earlier: Literal["subtract", "keep"]
    batch: int | None
    relevance_level: int
    seed: int


def pool(
    runs: RunsLike,
    strategy: str = "depth",
    *,
    depth: int = 100,
    budget: int | Mapping[str, int] | None = None,
    parameters: Mapping[str, Any] | None = None,
    judged: QrelsLike | None = None,
    pooled: Pool | None = None,
    **options: Unpack[PoolOptions],
) -> Pool:
    """Pool the documents of runs for assessors.

    The result depends neither on the order of the runs nor on the workers.

    Parameters
    ----------
    runs
        Anything that `harness.score` takes.
    strategy
        The rule that chooses documents (`harness.pooling.STRATEGIES` has all). An adaptive one is
        asked again after each round of judging.
    depth
        The number of first documents of each run and topic that can be chosen.
    budget
        The most documents of a topic: one number, or a number by topic. For an adaptive strategy it
        includes documents judged before.
    parameters
        The strategy's parameters, by name.
    judged
        Existing judgments, as `harness.score` takes them: their documents are not chosen.
    pooled
        An earlier pool, whose documents are not chosen again.
    options
        `PoolOptions`: order, known_judgments, ignore_identical, run_depths, groups, topics,
        earlier, batch, relevance_level, seed; backend, workers, scheduler.

    Returns
    -------
    Pool
        The documents, with their provenance. One `HarnessWarning` has notes on the runs that need a
        look.

    Raises
    ------
    HarnessError
        With every problem.

    Examples
    --------
    >>> runs = {"x": {"1": {"a": 2.0, "b": 1.0}}, "y": {"1": {"c": 2.0, "a": 1.0}}}
    >>> pool(runs, depth=1).to_frame()[["topic", "doc", "runs", "best_rank"]].values.tolist()
    [['1', 'a', ['x'], 1], ['1', 'c', ['y'], 1]]
    """
    refuse_options(pool, options, PoolOptions)
    plan = _plan(strategy, parameters, budget, options)
    candidates, before = _start(runs, depth, judged, pooled, options)
    return choose(candidates, plan, before=before)


def adaptive_pool(
    runs: RunsLike,
    strategy: str = "maxmean",
    *,
    depth: int = 100,
    budget: int | Mapping[str, int] | None = None,
    parameters: Mapping[str, Any] | None = None,
    judged: QrelsLike | None = None,
    pooled: Pool | None = None,
    **options: Unpack[PoolOptions],
) -> Live:
    """Start an adaptive pool, which asks for documents one after the other and takes their grades.

    Parameters
    ----------
    runs, depth, budget, parameters, judged, pooled, options
        As in `harness.pool`.
    strategy
        An adaptive one, or an order.

    Returns
    -------
    Live
        `Live.next` returns the next documents, `Live.judge` takes grades, `Live.pool` has all
        documents asked for and `Live.judged` all judgments.

    Raises
    ------
    HarnessError
        With every problem, such as a strategy that draws a sample.

    Examples
    --------
    >>> live = adaptive_pool({"x": {"1": ["a", "b", "c"]}}, budget=3)
    >>> live.next(2)
    [('1', 'a'), ('1', 'b')]
    >>> live.judge("1", {"a": 1, "b": 0})
    >>> live.next(), live.judged.frame.rows()
    ([('1', 'c')], [('1', 'a', 1), ('1', 'b', 0)])
    """
    refuse_options(adaptive_pool, options, PoolOptions)
    plan = _plan(strategy, parameters, budget, options)
    candidates, before = _start(runs, depth, judged, pooled, options)
    return Live(candidates, plan, before=before)


def _plan(
    strategy: str,
    parameters: Mapping[str, Any] | None,
    budget: int | Mapping[str, int] | None,
    options: PoolOptions,
) -> Plan:
    get_order(options.get("order", EVALUATION_ORDER))
    return Plan.of(
        strategy,
        parameters,
        budget=budget,
        batch=options.get("batch"),
        seed=options.get("seed", 1),
        relevance_level=options.get("relevance_level", 1),
        earlier=options.get("earlier", "subtract"),
    )


def _start(
    runs: RunsLike,
    depth: int,
    judged: QrelsLike | None,
    pooled: Pool | None,
    options: PoolOptions,
) -> tuple[Candidates, PoolStart]:
    """Return the candidates of the runs, and earlier judgments and pools.

    Warnings on odd runs point to the caller's caller. Documents removed from the runs are removed
    from the rest, too.
    """
    known = read_known(options.get("known_judgments"))
    order, groups = options.get("order", EVALUATION_ORDER), options.get("groups")
    topics, run_depths = options.get("topics"), options.get("run_depths") or {}
    wanted = None if topics is None else tuple(topics)

    def offered(read: TaskRun) -> Offer:
        name = read.run.name
        group = None if groups is None else groups.get(name, "")
        deep = run_depths.get(name, depth)
        return offer(read.run, depth=deep, group=group, order=order, topics=wanted)

    def finish(read: TaskRun, offers: Sequence[Offer]) -> tuple[Offer, tuple[Note, ...]]:
        return Offer.join(offers), read.run.warnings

    # A run is cut as soon as it is read, while others are read.
    reading = RunReader(
        known=known,
        ranks=order == "rank",
        ignore_identical=options.get("ignore_identical", False),
    )
    work = Execution.of(options.get("workers"), options.get("backend"), options.get("scheduler"))
    made = all_or_raise(reading.each(open_runs(runs), ByTopic(offered, finish), workers=work))
    looks = shorten_notes(note for _, notes in made for note in filter(asks_for_a_look, notes))
    warn_about((note for note in looks if note.code != "columns-unused"), stacklevel=3)
    candidates = unite([part for part, _ in made], order, depths=run_depths, topics=wanted or ())
    before = PoolStart(None if judged is None else convert_judgments(judged), pooled)
    return candidates, before if known is None else before.without(known.leave_frame)
