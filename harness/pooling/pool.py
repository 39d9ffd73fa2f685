"""What a pool records: each document with its provenance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Pool:
    """The documents to judge, each once a topic.

    ``frame`` has the columns ``topic``, ``doc``, ``runs`` and ``groups`` (who brought the document,
    each name once, in bytewise order) and ``best_rank`` (the best rank, from 1, that any of these
    runs gave it), sorted by topic and document, bytewise. ``order`` names the order in which the
    runs were read, ``depths`` how deep each run was.
    """

    frame: pl.DataFrame
    order: str
    depths: dict[str, int]

    def __len__(self) -> int:
        return self.frame.height

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics that have documents in the pool, in bytewise order."""
        return tuple(self.frame["topic"].unique().sort().to_list())

    def sizes(self) -> dict[str, int]:
        """How many documents each topic has."""
        return dict(self.frame.group_by("topic").len().sort("topic").rows())

    def to_frame(self) -> pd.DataFrame:
        """The pool as a pandas frame; ``runs`` and ``groups`` are lists."""
        import pandas as pd

        return pd.DataFrame({name: self.frame[name].to_list() for name in self.frame.columns})
