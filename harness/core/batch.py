"""What measures see of one run and its judgments, whatever kind of judgments these are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, Self

from harness.core.arrays import Bools


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
