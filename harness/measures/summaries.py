"""The results of measures, one number or ratio per topic, and their summaries over topics.

The topics are the last axis of every array. Sums go strictly left to right in float64, so that a
mean has the same last bit as in the field's evaluators.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from harness.core.arrays import Bools, Floats, by_element, divide, total
from harness.core.batch import Batch
from harness.core.errors import MeasureError, Problem
from harness.core.sampled_run import SampleEstimate

#: Lower values are raised to this in a geometric mean.
GEOMETRIC_FLOOR = 0.00001


def mean(values: Floats) -> Floats:
    """Return the arithmetic mean over the topics (macro average); NaN over none, like all averages
    here.

    >>> mean(np.array([0.5, 1.0])).tolist()
    0.75
    """
    count = values.shape[-1]
    return np.asarray(total(values) / count) if count else np.full(values.shape[:-1], np.nan)


def geometric(values: Floats) -> Floats:
    """Return the geometric mean over the topics; values below 0.00001 count as 0.00001.

    Robertson, On GMAP and other transformations, CIKM 2006.

    >>> geometric(np.array([0.25, 1.0])).tolist()
    0.5
    """
    if not values.shape[-1]:
        return np.full(values.shape[:-1], np.nan)
    return by_element(math.exp, total(logarithms(values)) / values.shape[-1])


def logarithms(values: Floats) -> Floats:
    """Return the natural logarithms that a geometric mean averages, of values of at least 0.00001.

    >>> logarithms(np.array([1.0, 0.0])).round(4).tolist()
    [0.0, -11.5129]
    """
    return by_element(math.log, np.maximum(values, GEOMETRIC_FLOOR))


def median(values: Floats) -> Floats:
    """Return the median over the topics; NaN over none."""
    if not values.shape[-1]:
        return np.full(values.shape[:-1], np.nan)
    return np.asarray(np.median(values, axis=-1))


def standard_deviation(values: Floats) -> Floats:
    """Return the sample standard deviation over the topics (divisor n − 1); NaN for fewer than two.

    >>> standard_deviation(np.array([1.0, 3.0])).round(4).tolist()
    1.4142
    """
    if values.shape[-1] < 2:
        return np.full(values.shape[:-1], np.nan)
    return np.asarray(np.std(values, axis=-1, ddof=1))


def micro(numerators: Floats, denominators: Floats) -> Floats:
    """Return the micro average: summed numerators over summed denominators.

    NaN for measures without them (not a ratio, or not additive), and if undefined for every topic:
    0/0.

    Each topic weighs as much as its denominator; in the mean all weigh the same.

    >>> float(micro(np.array([1.0, 1.0]), np.array([1.0, 9.0])))
    0.2
    """
    if not numerators.shape[-1]:
        return np.full(numerators.shape[:-1], np.nan)
    return divide(total(numerators), total(denominators), otherwise=np.nan)


#: Every summary of one column of values, by name.
SUMMARIES: dict[str, Callable[[Floats], Floats]] = {
    "mean": mean,
    "sum": total,
    "geometric": geometric,
    "median": median,
    "sd": standard_deviation,
}


# --- what measures return -----------------------------------------------------------------------


class Ratio(NamedTuple):
    """Numerator and denominator of a ratio measure for each topic [T].

    Micro averages add both over the topics before dividing. With denominator 0 the measure is
    undefined; its value is then ``undefined``: 0, as in trec_eval, or 1 for a measure with good low
    values, so that nobody gains by it. The topic is counted as undefined. A ratio that is
    not ``additive`` (a correlation, a mean of two ratios) has no micro average.

    ``rounded`` is the quotient by another order of operations, for a measure whose last bit must be
    that of an evaluator.
    """

    numerator: Floats
    denominator: Floats
    additive: bool = True
    rounded: Floats | None = None
    undefined: float = 0.0

    @classmethod
    def of_pieces(cls, parts: Sequence[Ratio]) -> Ratio:
        """Join the results of the pieces of a batch, in order."""
        joined: dict[str, Any] = {
            name: np.concatenate([getattr(part, name) for part in parts])
            for name in ("numerator", "denominator", "rounded")
            if getattr(parts[0], name) is not None
        }
        return parts[0]._replace(**joined)

    @property
    def value(self) -> Floats:
        """The quotient [T], or ``undefined``."""
        if self.rounded is not None:
            return self.rounded
        return divide(self.numerator, self.denominator, otherwise=self.undefined)

    def zero_unless(self, kept: Bools) -> Ratio:
        """Return the ratio with numerator and value 0 where ``kept`` [T] is False."""
        return self._replace(
            numerator=np.where(kept, self.numerator, 0.0),
            rounded=np.where(kept, self.value, 0.0),
        )


def check_result(result: Any, run: Batch, label: str, bounds: tuple[float, float] | None) -> None:
    """Raise `MeasureError` unless a result is one number per topic, finite and within bounds.

    Without ``bounds`` it is a text per topic.
    """
    if isinstance(result, SampleEstimate):
        result = result.value
    parts = (result.numerator, result.denominator) if isinstance(result, Ratio) else (result,)
    hint = f"one number per topic is expected: ({len(run.topics)},)"
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
