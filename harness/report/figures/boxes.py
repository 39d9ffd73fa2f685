"""Box plots: the numbers that a box, its whiskers and its outliers are drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.errors import EvaluationError
from harness.measures.summaries import mean
from harness.report.figures.kinds import Row

#: Whiskers reach so many times the interquartile range, as Tukey's do.
REACH = 1.5
#: Values that are a rounding error beyond the reach are within it.
_SLACK = 1e-12

#: What the marks of a box plot mean.
KEY = {
    "box": "quartiles",
    "tick": "median",
    "point": "mean",
    "whisker": "reach, within 1.5 box lengths",
    "outliers": "values beyond",
}


@dataclass(frozen=True, slots=True)
class Box:
    """The quartiles, the ends of the whiskers, the values beyond them in order, and the mean."""

    low: float
    q1: float
    median: float
    q3: float
    high: float
    outliers: tuple[float, ...]
    mean: float


def box_of(values: npt.ArrayLike) -> Box:
    """The box plot of values [N].

    Quartiles are interpolated linearly between the two nearest values: the quartile q is at place
    q (N − 1) of the sorted values, counted from 0. Whiskers reach to the furthest values that are
    at most 1.5 (q3 − q1) from the box; they never end inside it, though the nearest value may.

    Raises `EvaluationError` without values, and for values that are not finite.

    Of five values the quartiles are the second, third and fourth; 1.5 × (4 − 2) reaches to 7:

    >>> box_of([2, 1, 3, 4, 9])
    Box(low=1.0, q1=2.0, median=3.0, q3=4.0, high=4.0, outliers=(9.0,), mean=3.8)

    Tukey, Exploratory Data Analysis, 1977; Hyndman and Fan, Sample quantiles in statistical
    packages, 1996, definition 7.
    """
    numbers = np.sort(np.asarray(values, dtype=np.float64).ravel())
    if not numbers.size or not np.isfinite(numbers).all():
        raise EvaluationError("a box plot needs one finite value or more")
    q1, median, q3 = np.quantile(numbers, [0.25, 0.5, 0.75]).tolist()
    reach = REACH * (q3 - q1) + _SLACK * float(np.abs(numbers).max())
    within = (numbers >= q1 - reach) & (numbers <= q3 + reach)
    return Box(
        low=min(q1, float(numbers[within][0])),
        q1=q1,
        median=median,
        q3=q3,
        high=max(q3, float(numbers[within][-1])),
        outliers=tuple(numbers[~within].tolist()),
        mean=float(mean(numbers)),
    )


def box_row(name: str, values: Sequence[float] | npt.ArrayLike) -> Row:
    """A row with the box plot of values [N], as `box_of` has it.

    >>> box_row("a", [2, 1, 3, 4, 9]).whisker
    (1.0, 4.0)
    """
    box = box_of(values)
    return Row(
        name,
        point=box.mean,
        whisker=(box.low, box.high),
        box=(box.q1, box.q3),
        tick=box.median,
        outliers=box.outliers,
    )
