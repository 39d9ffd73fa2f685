"""Several assessors side by side: what measures that average over judgment groups see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from harness.core.arrays import Floats, Ints
from harness.core.batch import SmallBatch
from harness.core.judged_run import JudgedRun


@dataclass(frozen=True, eq=False)
class GroupJudgedRun(SmallBatch):
    """One run joined with the judgments of each group alone.

    ``parts`` are the batches of the groups that judged a topic of the run, each with the rows [N]
    that its topics have here. ``num_groups`` [T] counts the groups that judged each topic.
    """

    topics: tuple[str, ...]
    parts: tuple[tuple[Ints, JudgedRun], ...]
    num_groups: Ints

    @classmethod
    def of(cls, *groups: JudgedRun) -> GroupJudgedRun:
        """The groups' judgments of the same topics, for examples and experiments."""
        rows = np.arange(len(groups[0].topics))
        num_groups = np.full(len(rows), len(groups))
        return cls(groups[0].topics, tuple((rows, group) for group in groups), num_groups)

    def mean(self, value_of: Callable[[JudgedRun], Floats]) -> Floats:
        """The mean [T] of a measure over the groups that judged a topic.

        A topic that the run does not answer is 0 in each group.
        """
        sums = np.nansum(self.each(value_of), axis=0)
        return np.asarray(sums / np.maximum(self.num_groups, 1))

    def each(self, value_of: Callable[[JudgedRun], Floats]) -> Floats:
        """A measure by the judgments of each group alone [groups, T]; NaN where one has none."""
        values = np.full((len(self.parts), len(self.topics)), np.nan)
        for row, (topics, part) in zip(values, self.parts, strict=True):
            row[topics] = value_of(part)
        return values
