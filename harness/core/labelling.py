"""What a file says of items: a label, a number or a cluster for each, with a score where it has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy.typing as npt

from harness.core.arrays import Floats
from harness.core.errors import Problem
from harness.core.notes import Note


@dataclass(frozen=True, eq=False)
class Labelling:
    """The items of a file, each once, and their ``values`` [N]: texts, or numbers of a regression.

    ``scores`` [N], or ``class_scores`` [N, K] of each label, are None where the file has none.
    ``problem`` says what is wrong with a row.

    >>> import numpy as np
    >>> Labelling(("a", "b"), np.array([0.5, 2.0])).position
    {'a': 0, 'b': 1}
    """

    items: tuple[str, ...]
    values: npt.NDArray[Any]
    scores: Floats | None = None
    class_scores: Floats | None = None
    source: str = ""
    problem: Callable[[int, str], Problem] = lambda _, message: Problem(message)
    warnings: tuple[Note, ...] = ()

    @cached_property
    def position(self) -> dict[str, int]:
        """The row of each item."""
        return {item: row for row, item in enumerate(self.items)}
