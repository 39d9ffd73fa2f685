"""What a column of a file can be, by its values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from harness.core.soundness import number, whole_number

#: What stands in the second field, that of Q0 or an iteration.
ITERATION = re.compile(r"[Qq]?\d+", re.ASCII)


@dataclass(frozen=True, slots=True)
class FieldColumn:
    """Kind of value that a column holds throughout.

    >>> ranks = FieldColumn.of(["1", "2", "1"])
    >>> [name for name in ("Q0", "rank", "score", "tag") if ranks.can_be(name)]
    ['rank', 'score']
    """

    is_whole: bool
    is_number: bool
    is_iteration: bool
    is_constant: bool
    distinct: int

    @classmethod
    def of(cls, values: Sequence[str]) -> FieldColumn:
        """That of these values."""
        distinct = set(values)
        return cls(
            all(whole_number(value) is not None for value in distinct),
            all(number(value) is not None for value in distinct),
            all(ITERATION.fullmatch(value) for value in distinct),
            len(distinct) == 1,
            len(distinct),
        )

    def can_be(self, name: str) -> bool:
        """Whether it can be the column of a name."""
        if name in ("rank", "grade"):
            return self.is_whole
        if name == "score":
            return self.is_number
        if name in ("Q0", "iter"):
            return self.is_iteration and self.is_constant
        return self.is_constant if name == "tag" else True
