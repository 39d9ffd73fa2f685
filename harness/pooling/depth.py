"""Depth-k pooling: the first k documents of each run, together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import polars as pl

from harness.errors import EvaluationError, Problem, nearest, refuse
from harness.model import Run
from harness.pooling.order import DEFAULT_ORDER, ranked
from harness.pooling.pool import Pool


def depth_pool(
    runs: Sequence[Run],
    *,
    depth: int = 100,
    depths: Mapping[str, int] | None = None,
    groups: Mapping[str, str] | None = None,
    order: str = DEFAULT_ORDER,
) -> Pool:
    """The union of the first documents of each run, topic by topic.

    ``depths`` gives some runs another depth than ``depth``, by name; ``groups`` the group that
    submitted each run (without it a run is its own group). Among equal scores ``order`` decides.
    The order of the runs does not matter. Raises `EvaluationError` with every depth below 1, run
    without a group, name of no run or of two, and document that a run retrieves twice.

    Spärck Jones, van Rijsbergen, Report on the need for and provision of an "ideal" information
    retrieval test collection, 1975.

    >>> frame = pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "b"], "score": [2.0, 1.0]})
    >>> other = pl.DataFrame({"topic": ["1", "1"], "doc": ["c", "a"], "score": [2.0, 1.0]})
    >>> pool = depth_pool([Run("x", frame), Run("y", other)], depth=2)
    >>> pool.frame.select("doc", "runs", "best_rank").rows()
    [('a', ['x', 'y'], 1), ('b', ['x'], 2), ('c', ['y'], 1)]
    """
    wanted = {run.name: (depths or {}).get(run.name, depth) for run in runs}
    refuse(_problems(runs, wanted, depths or {}, groups), EvaluationError)
    parts = []
    for run in runs:
        documents = ranked(run, order)
        refuse(_repeated(run, documents), EvaluationError)
        group = groups[run.name] if groups else run.name
        kept = documents.filter(pl.col("rank") <= wanted[run.name])
        parts.append(kept.with_columns(run=pl.lit(run.name), group=pl.lit(group)))
    pooled = (
        pl.concat(parts)
        .group_by("topic", "doc")
        .agg(
            pl.col("run").unique().sort().alias("runs"),
            pl.col("group").unique().sort().alias("groups"),
            pl.col("rank").min().alias("best_rank"),
        )
        .sort("topic", "doc")
    )
    return Pool(pooled, order, dict(sorted(wanted.items())))


def _problems(
    runs: Sequence[Run],
    wanted: Mapping[str, int],
    depths: Mapping[str, int],
    groups: Mapping[str, str] | None,
) -> Iterable[Problem]:
    if not runs:
        yield Problem("no runs to pool")
    names = [run.name for run in runs]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Problem(f"several runs are called {name!r}", hint="give each its own name")
    for name in depths:
        if name not in wanted:
            yield Problem(f"a depth for {name!r}, which is no run", hint=nearest(name, wanted))
    for name, depth in wanted.items():
        if type(depth) is not int or depth < 1:
            hint = "it must be a whole number of at least 1"
            yield Problem(f"the depth {depth!r} of the run {name!r} is not allowed", hint=hint)
        if groups is not None and name not in groups:
            yield Problem(f"the run {name!r} is in no group", hint=nearest(name, groups))


def _repeated(run: Run, documents: pl.DataFrame) -> Iterable[Problem]:
    pairs = documents.select("topic", "doc")
    for topic, doc in pairs.filter(pairs.is_duplicated()).unique(maintain_order=True).rows():
        where = run.source or run.name
        yield Problem(f"document {doc!r} is retrieved twice in topic {topic!r}", where)
