"""A run joined with judgments of relevance and of another dimension of the same documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools
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
