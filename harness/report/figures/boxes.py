"""Box plots: the numbers that a box, its whiskers and its outliers are drawn from."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from harness.core.errors import EvaluationError
from harness.report.figures.kinds import Row

#: Whiskers reach so many times the interquartile range, as Tukey's do; values that are a rounding
#: error beyond that are within it.
_REACH = 1.5 * (1 + 1e-12)


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
    from matplotlib.cbook import boxplot_stats

    numbers = np.sort(np.asarray(values, dtype=np.float64).ravel())
    if not numbers.size or not np.isfinite(numbers).all():
        raise EvaluationError("a box plot needs one finite value or more")
    (box,) = boxplot_stats(numbers, whis=_REACH)
    return Row(
        name,
        point=float(box["mean"]),
        whisker=(float(box["whislo"]), float(box["whishi"])),
        box=(float(box["q1"]), float(box["q3"])),
        tick=float(box["med"]),
        outliers=tuple(box["fliers"].tolist()),
    )
