"""Box plots: the numbers that a box, its whiskers and its outliers are drawn from."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from harness.core.errors import EvaluationError
from harness.measures.summaries import mean
from harness.report.figures.kinds import Row

#: Whiskers reach so many times the interquartile range, as Tukey's do.
REACH = 1.5
#: Values that are a rounding error beyond the reach are within it.
_SLACK = 1e-12


def box_row(name: str, values: npt.ArrayLike) -> Row:
    """A row with the box plot of values [N]: quartiles, whiskers, values beyond, and the mean.

    Quartiles are interpolated linearly between the two nearest values: the quartile q is at place
    q (N − 1) of the sorted values, counted from 0. Whiskers reach to the furthest values that are
    at most 1.5 (q3 − q1) from the box; they never end inside it, though the nearest value may.

    Raises `EvaluationError` without values, and for values that are not finite.

    Of five values the quartiles are the second, third and fourth; 1.5 × (4 − 2) reaches to 7:

    >>> row = box_row("a", [2, 1, 3, 4, 9])
    >>> row.box, row.tick, row.whisker, row.outliers, row.point
    ((2.0, 4.0), 3.0, (1.0, 4.0), (9.0,), 3.8)

    Tukey, Exploratory Data Analysis, 1977; Hyndman and Fan, Sample quantiles in statistical
    packages, 1996, definition 7.
    """
    numbers = np.sort(np.asarray(values, dtype=np.float64).ravel())
    if not numbers.size or not np.isfinite(numbers).all():
        raise EvaluationError("a box plot needs one finite value or more")
    q1, median, q3 = np.quantile(numbers, [0.25, 0.5, 0.75]).tolist()
    reach = REACH * (q3 - q1) + _SLACK * float(np.abs(numbers).max())
    within = (numbers >= q1 - reach) & (numbers <= q3 + reach)
    return Row(
        name,
        point=float(mean(numbers)),
        whisker=(min(q1, float(numbers[within][0])), max(q3, float(numbers[within][-1]))),
        box=(q1, q3),
        tick=median,
        outliers=tuple(numbers[~within].tolist()),
    )
