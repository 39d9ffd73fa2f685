"""The scale on which runs are compared by a measure: its direction, and how topics are averaged.

Comparisons compute on *compared* values, for which more is always better and the mean over topics
is the summary, and show results in the measure's own terms.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints, by_element
from harness.core.errors import MeasureError
from harness.core.numbers import DECIMALS
from harness.core.sampled_run import SampledRun
from harness.measures import AnyMeasure, Measure, find_family, parse_measures
from harness.measures.summaries import GEOMETRIC_FLOOR

if TYPE_CHECKING:
    from harness.stats.results import Interval


#: The bounds of unbounded values.
UNBOUNDED = (-math.inf, math.inf)


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale of a measure: direction and summary over topics.

    ``lower_is_better`` is its direction. With the ``summary`` "geometric" natural logarithms are
    compared, of values raised to at least 0.00001, so that means are geometric means and
    differences are ratios. With any other summary means are compared. ``bounds`` limit a topic's
    value, and so a mean. ``estimated`` marks values estimated from a sample of judgments, and
    ``true_bounds`` then limit what is estimated.

    >>> fnr = Scale(lower_is_better=True)
    >>> fnr.ranks([0.5, 0.2, np.nan]).tolist(), fnr.order([0.5, 0.2, np.nan], ["x", "y", "z"])
    ([2, 1, 3], [1, 0, 2])
    >>> geometric = Scale("geometric")
    >>> geometric.shown(geometric.compared(np.array([0.25, 1.0])).mean()).tolist()
    0.5
    """

    summary: str = "mean"
    lower_is_better: bool = False
    bounds: tuple[float, float] = field(default=UNBOUNDED, repr=False, compare=False)
    estimated: bool = field(default=False, repr=False, compare=False)
    true_bounds: tuple[float, float] = field(default=UNBOUNDED, repr=False, compare=False)

    @property
    def geometric(self) -> bool:
        """Whether logarithms are compared."""
        return self.summary == "geometric"

    @property
    def compared_bounds(self) -> tuple[float, float]:
        """The bounds of a topic's compared value.

        >>> Scale(lower_is_better=True, bounds=(0, 1)).compared_bounds
        (-1.0, 0.0)
        """
        low, high = sorted(self.compared(np.array(self.bounds, dtype=np.float64)).tolist())
        return low, high

    @property
    def bounds_of_differences(self) -> tuple[float, float]:
        """The bounds of a topic's compared difference."""
        low, high = self.compared_bounds
        return low - high, high - low

    def transformed(self, values: Floats) -> Floats:
        """Return values ready to be averaged: their logarithms if geometric."""
        if not self.geometric:
            return values
        return by_element(math.log, np.maximum(values, GEOMETRIC_FLOOR))

    def better(self, values: npt.ArrayLike) -> Floats:
        """Return numbers with their sign turned so that more is better."""
        numbers = np.asarray(values, dtype=np.float64)
        return 0.0 - numbers if self.lower_is_better else numbers

    def compared(self, values: Floats) -> Floats:
        """Return values ready to be compared: transformed, and more is better."""
        return self.better(self.transformed(values))

    def shown(self, compared: npt.ArrayLike) -> Floats:
        """Return compared means, or their differences, in the measure's own terms.

        Means of logarithms become geometric means, and their differences ratios.
        """
        numbers = self.better(compared)
        return by_element(math.exp, numbers) if self.geometric else numbers

    def apart(self, difference: float) -> float:
        """Return the distance of two means, from the difference of compared means.

        It has no direction: a difference of at least 0, or a ratio of at least 1.
        """
        return math.exp(difference) if self.geometric else difference

    def mean_intervals(self, compared: Floats, confidence: float = 0.95) -> Interval:
        """Return the t interval of the mean of each row of compared values [R, T], in own terms.

        >>> interval = find_scale("FNR").mean_intervals(np.array([[-0.1, -0.2, -0.9]]))
        >>> interval.estimate.round(4).tolist(), interval.low.tolist(), interval.high.tolist()
        ([0.4], [0.0], [1.0])
        """
        from harness.stats.student import t_interval

        return self.shown_means(
            t_interval(
                np.ascontiguousarray(compared),
                confidence=confidence,
                bounds=self.compared_bounds,
                estimated=self.estimated,
            )
        )

    def shown_means(self, interval: Interval) -> Interval:
        """Return an interval of compared means in the measure's own terms, cut at its bounds.

        The mean cannot lie beyond the bounds, so that cutting changes no interval's coverage.
        Estimates from a sample may lie beyond the bounds of the estimated value, and their mean
        then keeps its whole interval.

        >>> from harness.stats.student import t_interval
        >>> interval = find_scale("AP").shown_means(t_interval([0.1, 0.2, 0.9]))
        >>> float(interval.low), float(interval.high)
        (0.0, 1.0)
        """
        return self._shown_within(interval, *self._limits)

    def shown_differences(self, interval: Interval) -> Interval:
        """Return an interval of differences of compared means, or of their ratios, likewise cut.

        >>> from harness.stats.student import t_interval
        >>> interval = find_scale("AP").shown_differences(t_interval([-0.9, 0.1, 0.9]))
        >>> float(interval.low), float(interval.high)
        (-1.0, 1.0)
        """
        if self.geometric:
            return self._shown_within(interval, 0.0, math.inf)
        low, high = self._limits
        return self._shown_within(interval, low - high, high - low)

    @property
    def _limits(self) -> tuple[float, float]:
        """The bounds of intervals of means."""
        return self.true_bounds if self.estimated else self.bounds

    def _shown_within(self, interval: Interval, least: float, most: float) -> Interval:
        estimate = self.shown(interval.estimate)
        is_beyond = self.estimated & ((estimate < least) | (estimate > most))
        limits = np.where(is_beyond, -math.inf, least), np.where(is_beyond, math.inf, most)
        ends = [self.shown(interval.low), self.shown(interval.high)]
        low, high = (
            np.clip(end, *limits) for end in (ends[::-1] if self.lower_is_better else ends)
        )
        return replace(interval, estimate=estimate, low=low, high=high)

    def order(self, summaries: npt.ArrayLike, names: Sequence[str]) -> list[int]:
        """Return the indices of runs by their summaries, the best first, ties by name.

        Summaries that agree to ten decimals are tied; undefined ones come last.
        """
        keys = _drop_last_bits(self.better(summaries)).tolist()
        return sorted(range(len(keys)), key=lambda i: (-keys[i], names[i].encode()))

    def ranks(self, summaries: npt.ArrayLike) -> Ints:
        """Return the ranks of summaries, from 1; ties share the best, undefined ones come last."""
        from harness.stats.leaderboard import rank_values

        return rank_values(_drop_last_bits(self.better(summaries)))

    def best(self, values: npt.ArrayLike) -> float:
        """Return the best of the defined values; NaN without any."""
        return self._end(values, best=True)

    def worst(self, values: npt.ArrayLike) -> float:
        """Return the worst of the defined values; NaN without any."""
        return self._end(values, best=False)

    def spread(self, values: npt.ArrayLike) -> tuple[float, float, float]:
        """Return the best, the median and the worst of the defined values."""
        numbers = np.asarray(values, dtype=np.float64)
        there = numbers[~np.isnan(numbers)]
        median = float(np.median(there)) if there.size else math.nan
        return self.best(there), median, self.worst(there)

    def _end(self, values: npt.ArrayLike, *, best: bool) -> float:
        numbers = np.asarray(values, dtype=np.float64)
        there = numbers[~np.isnan(numbers)]
        if not there.size:
            return math.nan
        return float(there.min() if best == self.lower_is_better else there.max())


def find_scale(measure: str | AnyMeasure) -> Scale:
    """Return the scale of a measure; an unknown name is taken for a mean where more is better.

    A combination is lower-is-better if each of its terms is (with a negative weight, if it is not).

    >>> find_scale("FNR"), find_scale("GMAP").geometric
    (Scale(summary='mean', lower_is_better=True), True)
    """
    if isinstance(measure, str):
        with suppress(MeasureError):
            measures = parse_measures(measure)
            if len(measures) == 1:
                return find_scale(measures[0])
        return Scale()
    estimated = any(family.sees == SampledRun.__name__ for family in measure.requirements())
    if isinstance(measure, Measure):
        true = _true_bounds(measure) if estimated else UNBOUNDED
        return Scale(measure.summary, measure.family.falling, measure.bounds, estimated, true)
    lower = all(term.family.falling == (weight > 0) for weight, term in measure.terms)
    return Scale(measure.summary, lower, estimated=estimated)


def _true_bounds(measure: Measure) -> tuple[float, float]:
    """Return the bounds of the value that a measure estimates."""
    from harness.measures.estimates import find_estimated

    name = find_estimated(measure.family.name)
    if name is None:
        return measure.bounds
    low, high = find_family(name).bounds
    below = any(gain < 0 for _, gain in measure.parameters.get("gains") or ())
    return (-math.inf if below else low), high


def _drop_last_bits(values: Floats) -> Floats:
    """Drop the last bits, in which equal means differ; undefined values become the lowest."""
    return np.where(np.isnan(values), -np.inf, np.round(values, DECIMALS))


def sort_column(measures: Sequence[AnyMeasure]) -> int | None:
    """Return the index of the first measure that is not a count: leaderboards are sorted by it."""
    return next((i for i, measure in enumerate(measures) if measure.summary != "sum"), None)


def sort_runs(runs: Sequence[str], measures: Sequence[AnyMeasure], summaries: Floats) -> list[int]:
    """Return the indices of runs in leaderboard order: by `sort_column`, then by name."""
    if (column := sort_column(measures)) is None:
        return Scale().order(np.zeros(len(runs)), runs)
    return find_scale(measures[column]).order(summaries[:, column], runs)
