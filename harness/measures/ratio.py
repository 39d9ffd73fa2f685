"""What measures return: a number a topic, or a ratio, from which averages follow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from harness.core.arrays import Bools, Floats, divide
from harness.core.batch import Batch
from harness.core.errors import MeasureError, Problem
from harness.core.sampled_run import SampleEstimate


@dataclass(frozen=True, slots=True, eq=False)
class Ratio:
    """Numerator and denominator of a ratio measure for each topic [T].

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


def check_result(result: Any, run: Batch, label: str, bounds: tuple[float, float] | None) -> None:
    """Raise `MeasureError` unless a result is one number a topic, finite and within bounds.

    Without ``bounds`` it is a text a topic.
    """
    if isinstance(result, SampleEstimate):
        result = result.value
    parts = (result.numerator, result.denominator) if isinstance(result, Ratio) else (result,)
    hint = f"one number a topic is expected: ({len(run.topics)},)"
    for part in parts:
        if np.shape(part) != (len(run.topics),):
            what = f"{label} returned an array of shape {np.shape(part)}"
            raise MeasureError(Problem(what, run.name or None, hint=hint))
    if bounds is None:
        return
    values = np.asarray(result.value if isinstance(result, Ratio) else result, dtype=float)
    low, high = bounds
    wrong = np.flatnonzero(~(np.isfinite(values) & (values >= low) & (values <= high)))
    if len(wrong):
        topic, value = run.topics[int(wrong[0])], values[wrong[0]]
        what = f"{label} returned {value:g} for topic {topic!r}"
        hint = f"its declared bounds are {low:g} to {high:g}"
        raise MeasureError(Problem(what, run.name or None, hint=hint))
