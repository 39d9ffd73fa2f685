"""What the chance of a sample of judgments leaves in comparisons, beside that of the topics.

Values that are estimated from a sample vary with the topics and with the sample. The variance of
such values over topics holds both, since each topic has a sample of its own (two-stage sampling
with few of many topics; Cochran, Sampling Techniques, 3rd edition 1977, chapter 11): intervals and
tests over topics need no correction. The part of the sample alone is estimated from its design,
and says what other judgments of the same topics could change; the rest is that of the topics.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri

from harness.comparison.table import ScoreTable
from harness.core.arrays import Floats
from harness.stats.results import Interval
from harness.stats.student import mean_and_sd


@dataclass(frozen=True, eq=False)
class ErrorParts:
    """Standard errors of means or of their differences: of the ``sample`` alone, of the ``topics``.

    The squares of both sum to that of the values over topics; where that is smaller than the part
    of the sample, which happens with few topics, that of the topics is 0.
    """

    sample: Floats
    topics: Floats


def errors_of_means(table: ScoreTable) -> ErrorParts | None:
    """The errors of each run's mean [R]; None where values are no estimates from a sample."""
    if table.errors is None:
        return None
    return _parts(table.compared.T, table.errors.of_means(table.topics))


def errors_of_difference(table: ScoreTable, a: str, b: str) -> ErrorParts | None:
    """The errors of the difference of two runs' means; None where values are no estimates.

    Runs share the sample, and most of its error: what is the same in both does not count.
    """
    if table.errors is None:
        return None
    first, second = (np.array([table.column(run)]) for run in (a, b))
    sample = table.errors.of_differences(table.topics, first, second)
    parts = _parts(table.compared_differences(a, b)[None, :], sample)
    return ErrorParts(parts.sample[0], parts.topics[0])


def sample_interval(table: ScoreTable, a: str, b: str, confidence: float) -> Interval | None:
    """The difference of two means on these topics, as other samples of judgments would give it."""
    errors = errors_of_difference(table, a, b)
    if errors is None:
        return None
    difference = np.asarray(table.compared_differences(a, b).mean())
    reach = ndtri((1 + confidence) / 2) * errors.sample
    low, high, how = difference - reach, difference + reach, "normal, from the design of the sample"
    return table.scale.shown_differences(
        Interval(difference, low, high, confidence, len(table.topics), how)
    )


def _parts(values: Floats, sample: Floats) -> ErrorParts:
    """The parts of the error of the means of values [K, T]."""
    _, deviation = mean_and_sd(values)
    squares = deviation**2 / values.shape[1]
    return ErrorParts(sample, np.sqrt(np.maximum(squares - sample**2, 0.0)))
