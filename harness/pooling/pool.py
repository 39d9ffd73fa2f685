"""What a pool records: each document with its provenance."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import polars as pl

from harness.core.faces import Face, Plotted, natural

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

#: The columns of a pool, with their types.
SCHEMA: dict[str, pl.DataType] = {
    "topic": pl.String(),
    "doc": pl.String(),
    "runs": pl.List(pl.String()),
    "groups": pl.List(pl.String()),
    "best_rank": pl.Int64(),
    "stratum": pl.Int64(),
    "probability": pl.Float64(),
    "batch": pl.Int64(),
}


@dataclass(frozen=True, eq=False, repr=False)
class Pool(Plotted):
    """The documents to judge, each once a topic.

    ``frame`` has these columns, sorted by topic and document, bytewise:

    ===============  ===========================================================================
    ``topic, doc``   the document
    ``runs``         the pooled runs that brought it, in bytewise order; empty if none of them did
    ``groups``       the groups of these runs, each once, in bytewise order
    ``best_rank``    the best rank, from 1, that any of these runs gave it
    ``stratum``      the stratum it was drawn from, from 1; 1 where strategies draw nothing; 0 for
                     what was judged before
    ``probability``  the probability with which it came into the pool; 1 where nothing is drawn
    ``batch``        the round of judging: 0 for what was judged before, then from 1
    ===============  ===========================================================================

    ``left_out`` has the same columns for the documents that were in the draw and were not drawn
    (``batch`` is null); it is empty for strategies that draw nothing. ``plan`` says how the pool
    was made: strategy, parameters, budget, seed, order, runs with group and depth.
    """

    frame: pl.DataFrame
    left_out: pl.DataFrame
    plan: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return self.frame.height

    def __repr__(self) -> str:
        strategy = self.plan.get("strategy")
        return f"Pool({len(self)} documents, {len(self.topics)} topics, strategy={strategy!r})"

    def face(self) -> Face:
        """How many documents each topic has to judge."""
        sizes = sorted(self.sizes().items(), key=lambda item: natural(item[0]))
        return Face(repr(self), ("topic", "documents to judge"), sizes, len(sizes))

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics that have documents in the pool, in bytewise order."""
        return tuple(self.frame["topic"].unique().sort().to_list())

    @property
    def to_judge(self) -> pl.DataFrame:
        """The rows of the newest batch: what assessors have not been given before."""
        newest = self.plan.get("batch", 1)
        return self.frame.filter(pl.col("batch") == newest)

    def sizes(self) -> dict[str, int]:
        """How many documents each topic has to be judged now."""
        counted = self.to_judge.group_by("topic").len().sort("topic")
        return dict.fromkeys(self.topics, 0) | dict(counted.rows())

    def to_frame(self) -> pd.DataFrame:
        """The pool as a pandas frame; ``runs`` and ``groups`` are lists."""
        import pandas as pd

        return pd.DataFrame({name: self.frame[name].to_list() for name in self.frame.columns})
