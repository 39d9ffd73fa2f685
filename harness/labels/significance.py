"""Intervals of measures over items, and whether two runs differ: paired randomisation of items.

Items that are alike are counted together, for each run the items of a cell, for two runs those of
a pair of cells. A bootstrap draw is a draw of such counts; which of two answers of exchanged items
is whose is a binomial count. Under the null hypothesis either of two answers to an item could have
been the one run's or the other's. Of measures that are means of items' values the test is exact,
of accuracy that is McNemar's exact test; otherwise all outcomes are counted where they are few, and
drawn where they are not.

Fisher, 1935; McNemar, Psychometrika 1947; Efron and Tibshirani, 1993 (percentile bootstrap).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints
from harness.core.random import generator
from harness.labels.batch import LabelBatch
from harness.labels.measures import LabelMeasure

#: So many outcomes are all counted.
_MOST_OUTCOMES = 1 << 17
#: So many numbers are worked on at once.
_AT_ONCE = 1 << 19
#: Rounding may move an exact p by so much; beyond, exchanges are drawn.
_MOST_ROUNDED = 1e-4
#: Differences within this of the observed one are as far from 0; floats break ties.
_TOLERANCE = 1e-10
#: With this many items to a cell, drawing counts is faster than drawing items.
_ITEMS_TO_A_CELL = 8


@dataclass(frozen=True)
class LabelDifference:
    """Two runs by a measure: ``p`` is None where there is no test; ``how`` says why, or which.

    ``low`` and ``high`` are the ends of the interval of the difference; NaN where there is none.
    """

    first: float
    second: float
    p: float | None
    how: str
    low: float = np.nan
    high: float = np.nan

    @property
    def difference(self) -> float:
        """The value of the first run above that of the second."""
        return self.first - self.second


@dataclass(frozen=True, eq=False)
class _Alike:
    """Items that are alike for some runs: how many [U], and the cells of each run [U, C]."""

    counts: Ints
    cells: tuple[Floats, ...]

    @classmethod
    def of(cls, measure: LabelMeasure, batches: tuple[LabelBatch, ...]) -> _Alike:
        assert measure.cells is not None
        parts = [measure.cells(batch) for batch in batches]
        rows, counts = np.unique(np.hstack(parts), axis=0, return_counts=True)
        return cls(counts, tuple(np.split(rows, len(parts), axis=1)))

    def drawn(self, samples: int, random: np.random.Generator) -> Iterator[Floats]:
        """Bootstrap samples: how many items of each kind [S, U], in parts of bounded memory."""
        kinds, n = len(self.counts), int(self.counts.sum())
        of_item = np.repeat(np.arange(kinds), self.counts)
        for size in _sizes(samples, kinds):
            if kinds * _ITEMS_TO_A_CELL <= n:
                yield random.multinomial(n, self.counts / n, size).astype(np.float64)
                continue
            part = np.empty((size, kinds))
            for row in part:
                row[:] = np.bincount(of_item[random.integers(0, n, n)], minlength=kinds)
            yield part


def interval_of(
    measure: LabelMeasure, batch: LabelBatch, *, confidence: float, samples: int, seed: int
) -> tuple[float, float]:
    """The percentile bootstrap interval of a value over items; NaN where there is none.

    Draws in which the measure is undefined, or of the confusion matrix a gold label has no item
    left, do not count; where these are most of them, the labels are too rare for an interval.
    Clusters as a whole have none: items drawn twice would be a cluster of their own.
    """
    return _interval(measure, (batch,), confidence, samples, seed)


def _interval(
    measure: LabelMeasure,
    batches: tuple[LabelBatch, ...],
    confidence: float,
    samples: int,
    seed: int,
) -> tuple[float, float]:
    if measure.counted is None or len(batches[0].gold) < 2:
        return np.nan, np.nan
    draws = bootstrap(measure, batches, samples, seed)
    defined = draws[np.isfinite(draws)]
    if 2 * defined.size < samples:
        return np.nan, np.nan
    tail = (1 - confidence) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return float(low), float(high)


def bootstrap(
    measure: LabelMeasure, batches: tuple[LabelBatch, ...], samples: int, seed: int
) -> Floats:
    """The values of a run on so many bootstrap samples of items, NaN where undefined [S].

    Of two runs, whose items are drawn together, those of the first less those of the second.
    """
    assert measure.counted is not None
    alike, parts = _Alike.of(measure, batches), []
    values_of = [measure.counted(cells, batches[0]) for cells in alike.cells]
    for counts in alike.drawn(samples, generator(seed, "labels", "bootstrap")):
        values = [value_of(counts) for value_of in values_of]
        parts.append(values[0] - values[1] if len(values) > 1 else values[0])
    return np.concatenate(parts)


def _sizes(samples: int, each: int) -> Iterator[int]:
    size = max(1, _AT_ONCE // each)
    for start in range(0, samples, size):
        yield min(size, samples - start)


def difference_of(
    measure: LabelMeasure,
    a: LabelBatch,
    b: LabelBatch,
    *,
    samples: int,
    seed: int,
    confidence: float | None = None,
) -> LabelDifference:
    """The difference of two runs by a measure, with the two-sided p of paired randomisation.

    With a ``confidence`` it has its bootstrap interval. Of 3 items that only the first run has
    right, 2 of 8 ways to turn them are as far from 0:

    >>> from harness.labels.measures import LABEL_MEASURES
    >>> a, b = (LabelBatch(np.zeros(3, int), np.full(3, run), None, ("x", "y")) for run in (0, 1))
    >>> difference_of(LABEL_MEASURES["accuracy"], a, b, samples=10, seed=1).p
    0.25
    """
    if why := measure.lacks(a) or measure.lacks(b):
        return LabelDifference(np.nan, np.nan, None, f"not tested: {why}")
    first, second = measure.value(a), measure.value(b)
    if measure.counted is None:
        return LabelDifference(first, second, None, "not tested: no measure of single items")
    if not np.isfinite(first - second):
        return LabelDifference(first, second, None, "not tested: undefined")
    p, how = _mean_p(measure, a, b) or _exchanged_p(measure, a, b, samples, seed)
    ends = () if confidence is None else _interval(measure, (a, b), confidence, samples, seed)
    return LabelDifference(first, second, p, how, *ends)


def _mean_p(measure: LabelMeasure, a: LabelBatch, b: LabelBatch) -> tuple[float, str] | None:
    """The exact p of a function that rises with one mean of items' values; None of others."""
    from harness.stats import randomisation, sign_test

    assert measure.cells is not None
    first, second = measure.cells(a), measure.cells(b)
    if not measure.of_means or first.shape[1] > 1 or len(first) < 2:
        return None
    differences = first[:, 0] - second[:, 0]
    if measure.name == "accuracy":
        return float(sign_test(differences).p), "McNemar's test, exact"
    tested = randomisation(differences)
    rounded = tested.bound is not None and float(tested.bound) > _MOST_ROUNDED
    return None if rounded else (float(tested.p), tested.how)


def _exchanged_p(
    measure: LabelMeasure, a: LabelBatch, b: LabelBatch, samples: int, seed: int
) -> tuple[float, str]:
    """The p of exchanges of the answers to items: all of them counted, or some drawn."""
    assert measure.counted is not None
    alike = _Alike.of(measure, (a, b))
    differ = (alike.cells[0] != alike.cells[1]).any(axis=1)
    if not differ.any():
        return 1.0, "the runs have the same answers"
    moving = alike.counts[differ]
    # Each kind of items with the answers of the one run, and with those of the other.
    value_of = measure.counted(np.vstack(alike.cells), a)
    observed = measure.value(a) - measure.value(b)
    least = abs(observed) - _TOLERANCE * max(1.0, abs(observed))
    outcomes = prod(int(count) + 1 for count in moving)
    exact, p = outcomes <= _MOST_OUTCOMES, 0.0
    draws = outcomes if exact else samples
    for changed, chances in _exchanges(moving, exact, draws, seed, 2 * len(differ)):
        given = np.zeros((len(changed), len(alike.counts)))
        given[:, differ] = changed
        kept = alike.counts - given
        first, second = (value_of(np.hstack(parts)) for parts in ((kept, given), (given, kept)))
        as_far = ~(np.abs(first - second) < least)  # undefined differences count as such
        p += float(chances[as_far].sum())
    if exact:
        return min(p, 1.0), "exact over all exchanges of items"
    return (p + 1) / (samples + 1), f"randomisation of items, {samples:,} draws, seed {seed}"


def _exchanges(
    moving: Ints, exact: bool, outcomes: int, seed: int, width: int
) -> Iterator[tuple[npt.NDArray[Any], Floats]]:
    """How many items of each kind are exchanged [S, V], and the chance of each, 1 of draws."""
    from scipy.stats import binom

    random, start = generator(seed, "labels", "randomisation"), 0
    for size in _sizes(outcomes, width):
        if exact:
            numbers = np.unravel_index(np.arange(start, start + size), tuple(moving + 1))
            changed, start = np.stack(numbers, axis=1), start + size
            yield changed, np.asarray(binom.pmf(changed, moving, 0.5).prod(axis=1))
        elif moving.max() == 1:
            yield random.integers(0, 2, (size, len(moving)), dtype=np.int8), np.ones(size)
        else:
            yield random.binomial(moving, 0.5, (size, len(moving))), np.ones(size)
