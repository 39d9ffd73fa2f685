"""Runs joined with several grades a document: of another dimension, or of groups of assessors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints
from harness.core.batch import SmallBatch
from harness.core.judged_run import JudgedRun


@dataclass(frozen=True, eq=False)
class DimensionRun:
    """One run with two grades a document.

    ``relevance`` is joined with the judgments of relevance; ``grades`` [T, D] are those of the
    other dimension at each rank, below 0 where it was not judged.
    """

    relevance: JudgedRun
    grades: npt.NDArray[np.int32]

    @classmethod
    def of(cls, relevance: Sequence[int], grades: Sequence[int]) -> Self:
        """One ranking from its two grades at each rank, for examples and experiments."""
        return cls(JudgedRun.of(relevance), np.array([grades], dtype=np.int32))

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic identifiers [T]."""
        return self.relevance.topics

    @property
    def name(self) -> str:
        """The name of the run."""
        return self.relevance.name

    @property
    def answered(self) -> Bools | None:
        """Which topics the run answered [T]."""
        return self.relevance.answered

    def batches(self, max_cells: int, /) -> Iterator[Self]:
        """The same run in pieces of at most ``max_cells`` grades (one topic at least), in order."""
        start = 0
        for piece in self.relevance.batches(max_cells):
            stop = start + len(piece.topics)
            yield type(self)(piece, self.grades[start:stop, : piece.depth])
            start = stop


class UnderstandabilityRun(DimensionRun):
    """How easy each document is to understand, beside its relevance."""


class CredibilityRun(DimensionRun):
    """How credible each document is, beside its relevance."""


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
