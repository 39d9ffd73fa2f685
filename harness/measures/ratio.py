"""What a ratio measure returns: numerator and denominator, from which averages follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from harness.core.arrays import Bools, Floats, divide


@dataclass(frozen=True, slots=True, eq=False)
class Ratio:
    """What a ratio measure returns: numerator and denominator of each topic [T].

    Micro averages add both over the topics before dividing. A denominator of 0 leaves the measure
    undefined; its value is then ``undefined``: 0, as in trec_eval, or 1 for a measure of which low
    values are good, so that nobody gains by it. The topic is counted as undefined. A ratio that is
    not ``additive`` (a correlation, a mean of two ratios) has no micro average.

    ``rounded`` is the quotient as another order of operations gives it, for a measure whose last
    bit must be that of an evaluator.
    """

    numerator: Floats
    denominator: Floats
    additive: bool = True
    rounded: Floats | None = None
    undefined: float = 0.0

    @classmethod
    def of_pieces(cls, parts: Sequence[Ratio]) -> Ratio:
        """The results of the pieces of a batch, in order, as one."""
        joined: dict[str, Any] = {
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in ("numerator", "denominator", "rounded")
            if getattr(parts[0], name) is not None
        }
        return replace(parts[0], **joined)

    @property
    def value(self) -> Floats:
        """The quotient [T], or what stands for it where it is undefined."""
        if self.rounded is not None:
            return self.rounded
        return divide(self.numerator, self.denominator, otherwise=self.undefined)

    def zero_unless(self, kept: Bools) -> Ratio:
        """The same with numerator and value 0 where ``kept`` [T] is False."""
        return replace(
            self,
            numerator=np.where(kept, self.numerator, 0.0),
            rounded=np.where(kept, self.value, 0.0),
        )
