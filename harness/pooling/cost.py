"""What a pool would cost: documents to judge, by depth and by plan, before anyone commits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from harness.core.arrays import Ints
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.model import Qrels
from harness.pooling.candidates import Candidates
from harness.pooling.choosing import choose
from harness.pooling.earlier import Before, earlier_documents
from harness.pooling.plan import Plan
from harness.pooling.pool import Pool


@dataclass(frozen=True, eq=False)
class Costs:
    """Documents to be judged: ``counts`` [T, A], a row a topic, a column an alternative."""

    topics: tuple[str, ...]
    alternatives: tuple[str, ...]
    counts: Ints

    @property
    def totals(self) -> Ints:
        """Documents to be judged in all topics together [A]."""
        return np.asarray(self.counts.sum(axis=0))


def costs(
    candidates: Candidates,
    depths: Sequence[int] = (),
    plans: Mapping[str, Plan] | None = None,
    *,
    before: Before | Qrels | Pool | None = None,
) -> Costs:
    """How many documents each topic would have to be judged, at several depths and by plans.

    A depth counts the candidates that any run has among its first so many documents; a run that
    offers fewer is not read deeper. Documents judged or pooled before cost nothing. Raises
    `EvaluationError` for depths below 1 or deeper than the candidates reach.

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
    earlier = earlier_documents(before).select("topic", "doc")
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
