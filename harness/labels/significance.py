"""Intervals of measures over items, and whether two runs differ: paired randomisation of items.

Under the null hypothesis either of two answers to an item could have been the one run's or the
other's. Of measures that are means of items' values the test is exact, of accuracy that is
McNemar's exact test. Of measures of the confusion matrix all outcomes are counted where they are
few: items with the same gold label and the same two answers are alike, so that only the number of
those that change sides matters. What is left is drawn.

Fisher, 1935; McNemar, Psychometrika 1947; Efron and Tibshirani, 1993 (percentile bootstrap).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from harness.core.arrays import Floats
from harness.core.random import generator
from harness.labels.batch import LabelBatch
from harness.labels.measures import LabelMeasure

#: So many outcomes are all counted.
_MOST_OUTCOMES = 1 << 17
#: So many numbers are worked on at once.
_AT_ONCE = 1 << 22
#: Differences within this of the observed one are as far from 0; floats break ties.
_TOLERANCE = 1e-10


@dataclass(frozen=True)
class LabelDifference:
    """Two runs by a measure: ``p`` is None where there is no test; ``how`` says why, or which."""

    first: float
    second: float
    p: float | None
    how: str

    @property
    def difference(self) -> float:
        """The value of the first run above that of the second."""
        return self.first - self.second


def interval_of(
    measure: LabelMeasure, batch: LabelBatch, *, confidence: float, samples: int, seed: int
) -> tuple[float, float]:
    """The percentile bootstrap interval of a value over items; NaN where there is none.

    Draws in which the measure is undefined, or a gold label has no item left, do not count; where
    these are most of them, the labels are too rare for an interval. Clusters as a whole have none:
    items drawn twice would be a cluster of their own.
    """
    if not measure.exchangeable or len(batch.gold) < 2:
        return np.nan, np.nan
    draws = np.concatenate(list(_drawn(measure, batch, samples, seed)))
    defined = draws[np.isfinite(draws)]
    if 2 * defined.size < samples:
        return np.nan, np.nan
    tail = (1 - confidence) / 2
    low, high = np.quantile(defined, [tail, 1 - tail])
    return float(low), float(high)


def _drawn(measure: LabelMeasure, batch: LabelBatch, samples: int, seed: int) -> Iterator[Floats]:
    random, n = generator(seed, "labels", "bootstrap"), len(batch.gold)
    if measure.matrix is not None:
        cells = batch.matrix.ravel()
        filled = np.flatnonzero(cells)
        for size in _sizes(samples, cells.size):
            matrices = np.zeros((size, cells.size))
            matrices[:, filled] = random.multinomial(n, cells[filled] / n, size)
            matrices = matrices.reshape(size, *batch.matrix.shape)
            complete = (matrices.sum(axis=2)[:, batch.matrix.any(axis=1)] > 0).all(axis=1)
            yield np.where(complete, measure.matrix(matrices, batch), np.nan)
        return
    if measure.items is not None:
        columns = measure.items(batch)
        for size in _sizes(samples, columns.size):
            rows = random.integers(0, n, (size, n))
            yield measure.combined(columns[rows].mean(axis=1))
        return
    for _ in range(samples):
        rows = random.integers(0, n, n)
        yield np.array([measure.value(batch.answered(rows))])


def _sizes(samples: int, each: int) -> Iterator[int]:
    size = max(1, _AT_ONCE // each)
    for start in range(0, samples, size):
        yield min(size, samples - start)


def difference_of(
    measure: LabelMeasure, a: LabelBatch, b: LabelBatch, *, samples: int, seed: int
) -> LabelDifference:
    """The difference of two runs by a measure, with the two-sided p of paired randomisation.

    Of 3 items that only the first run has right, 2 of 8 ways to turn them are as far from 0:

    >>> from harness.labels.measures import LABEL_MEASURES
    >>> a, b = (LabelBatch(np.zeros(3, int), np.full(3, run), None, ("x", "y")) for run in (0, 1))
    >>> difference_of(LABEL_MEASURES["accuracy"], a, b, samples=10, seed=1).p
    0.25
    """
    first, second = measure.value(a), measure.value(b)
    if not measure.exchangeable:
        return LabelDifference(first, second, None, "not tested: no measure of single items")
    if not np.isfinite(first - second):
        return LabelDifference(first, second, None, "not tested: undefined")
    if measure.items is not None:
        p, how = _items_p(measure, a, b, samples, seed)
    elif measure.matrix is not None:
        p, how = _matrix_p(measure, a, b, samples, seed)
    else:
        random = generator(seed, "labels", "randomisation")
        swaps = (random.random(len(a.gold)) < 0.5 for _ in range(samples))
        values = [measure.value(a.answered(s, b)) - measure.value(b.answered(s, a)) for s in swaps]
        p, how = _drawn_p(np.array(values), first - second), _how(samples, seed)
    return LabelDifference(first, second, p, how)


def _how(samples: int, seed: int) -> str:
    return f"randomisation of items, {samples:,} draws, seed {seed}"


def _is_as_far(values: Floats, observed: float) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Whether differences are as far from 0 as the observed one; undefined ones count as such."""
    least = abs(observed) - _TOLERANCE * max(1.0, abs(observed))
    return np.asarray(~(np.abs(values) < least))


def _drawn_p(values: Floats, observed: float) -> float:
    return float((_is_as_far(values, observed).sum() + 1) / (len(values) + 1))


def _items_p(
    measure: LabelMeasure, a: LabelBatch, b: LabelBatch, samples: int, seed: int
) -> tuple[float, str]:
    from harness.stats import randomisation

    assert measure.items is not None
    first, second = measure.items(a), measure.items(b)
    if first.shape[1] == 1 and len(first) > 1:  # a function that rises with one mean
        tested = randomisation(first[:, 0] - second[:, 0])
        how = "McNemar's test, exact" if measure.name == "accuracy" else tested.how
        return float(tested.p), how
    half, middle = (first - second) / 2, (first + second).mean(axis=0) / 2
    differ = half[(half != 0).any(axis=1)]
    random, n = generator(seed, "labels", "randomisation"), len(first)
    observed = measure.value(a) - measure.value(b)
    exact = 1 << len(differ) <= _MOST_OUTCOMES
    values = []
    for signs in _signs(len(differ), random, None if exact else samples):
        moved = signs @ differ / n
        values.append(measure.combined(middle + moved) - measure.combined(middle - moved))
    drawn = np.concatenate(values)
    if exact:
        return float(_is_as_far(drawn, observed).mean()), "exact over all exchanges"
    return _drawn_p(drawn, observed), _how(samples, seed)


def _signs(count: int, random: np.random.Generator, samples: int | None) -> Iterator[Floats]:
    """All vectors of signs [2^count, count], or drawn ones, in parts of bounded memory."""
    start = 0
    for size in _sizes(samples or 1 << count, max(1, count)):
        if samples is None:
            bits = np.arange(start, start + size)[:, None] >> np.arange(count) & 1
            start += size
        else:
            bits = random.integers(0, 2, (size, count), dtype=np.int8)
        yield np.asarray(bits * 2 - 1, dtype=np.float64)


def _matrix_p(
    measure: LabelMeasure, a: LabelBatch, b: LabelBatch, samples: int, seed: int
) -> tuple[float, str]:
    assert measure.matrix is not None
    differ = a.run != b.run
    if not differ.any():
        return 1.0, "the runs have the same labels"
    triples = np.stack([a.gold, a.run, b.run], axis=1)[differ]
    alike, counts = np.unique(triples, axis=0, return_counts=True)
    first, second = a.matrix.astype(np.float64), b.matrix.astype(np.float64)
    moves = np.zeros((len(alike), *first.shape))
    rows = np.arange(len(alike))
    moves[rows, alike[:, 0], alike[:, 2]] += 1
    moves[rows, alike[:, 0], alike[:, 1]] -= 1
    observed = float(measure.matrix(first, a) - measure.matrix(second, b))
    outcomes = prod(int(count) + 1 for count in counts)
    exact = outcomes <= _MOST_OUTCOMES
    random = generator(seed, "labels", "randomisation")
    p, start = 0.0, 0
    for size in _sizes(outcomes if exact else samples, first.size):
        if exact:
            grid = np.unravel_index(np.arange(start, start + size), tuple(counts + 1))
            changed = np.stack(grid, axis=1)
            weights, start = _chances(changed, counts), start + size
        else:
            changed, weights = random.binomial(counts, 0.5, (size, len(counts))), np.ones(size)
        shift = np.tensordot(changed.astype(np.float64), moves, axes=1)
        values = measure.matrix(first + shift, a) - measure.matrix(second - shift, b)
        p += float(weights[_is_as_far(values, observed)].sum())
    if exact:
        return min(p, 1.0), "exact over all exchanges of items"
    return (p + 1) / (samples + 1), _how(samples, seed)


def _chances(changed: Any, counts: Any) -> Floats:
    from scipy.stats import binom

    return np.asarray(binom.pmf(changed, counts, 0.5).prod(axis=1))
