"""What measures see of one run and its judgments, whatever kind of judgments these are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

import numpy as np

from harness.core.arrays import Bools, Floats, Ints


class Batch(Protocol):
    """All topics of one run at once, joined with what was judged of them.

    ``topics`` [T] are the identifiers, in the order of every array's rows; ``answered`` [T] tells
    which of them the run really answered (None: all of them).
    """

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic identifiers [T]."""

    @property
    def name(self) -> str:
        """The name of the run."""

    @property
    def answered(self) -> Bools | None:
        """Which topics the run answered [T]."""

    def batches(self, max_cells: int, /) -> Iterator[Self]:
        """The same in pieces of about so many cells, in order; what is small is one piece."""


@dataclass(frozen=True, eq=False, kw_only=True)
class SmallBatch:
    """Attributes that every small batch has, whatever kind of judgments it is of.

    ``_memo`` keeps what its methods have remembered.
    """

    name: str = ""
    answered: Bools | None = None
    _memo: dict[Any, Any] = field(default_factory=dict, repr=False)

    def batches(self, _: int, /) -> Iterator[Self]:
        """Everything at once."""
        yield self


@dataclass(frozen=True, eq=False)
class ChosenTopics(SmallBatch):
    """A batch of some of the topics of its judgments.

    ``chosen`` [T] are its topics among ``judged_topics``.
    """

    chosen: Ints

    @property
    def judged_topics(self) -> tuple[str, ...]:
        """All topics of the judgments."""
        raise NotImplementedError

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic identifiers [T]."""
        judged = self.judged_topics
        return tuple(judged[code] for code in self.chosen.tolist())

    def sums(self, of_topic: Ints, values: Floats | Bools) -> Floats:
        """The sum [T] of values [N] over each topic; ``of_topic`` [N] are theirs among all."""
        sums = np.bincount(of_topic, values, minlength=len(self.judged_topics))
        return sums[self.chosen].astype(np.float64)
