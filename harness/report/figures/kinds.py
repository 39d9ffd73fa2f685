"""Neutral descriptions of figures: their kinds, box plots, and their words in print and on the
page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

import numpy as np
import numpy.typing as npt

from harness.comparison.statements import NEITHER_WORSE
from harness.core.errors import EvaluationError, Problem, refuse

#: The marks of a row in drawing order, and ``group``.
MARKS = ("bar", "box", "whisker", "tick", "outliers", "point", "group")


@dataclass(frozen=True, slots=True)
class Figure:
    """Figure with a title, the names of its axes, and a caption.

    The ``caption`` gives the context: the measure, the topics, the dialect, the test and the seed.
    Title and caption are not drawn: files have them as metadata, and papers beside the figure.
    Raises `EvaluationError` for values that are not finite.
    """

    title: str
    x_label: str
    y_label: str
    caption: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        wrong = (
            Problem(f"the value {value} of {name!r} cannot be drawn", key=self.title)
            for name, values in self.named_values()
            for value in values
            if value is not None and not math.isfinite(value)
        )
        refuse(wrong, EvaluationError)

    def named_values(self) -> Iterable[tuple[str, Iterable[float | None]]]:
        """Return all numbers of the figure by name."""
        return ()


@dataclass(frozen=True, slots=True)
class Line:
    """A named line through points ``(x, y)``."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Lines(Figure):
    """Lines over common axes; an axis fits the points unless a range fixes it."""

    lines: Sequence[Line]
    y_range: tuple[float, float] | None = None
    x_range: tuple[float, float] | None = None

    def named_values(self) -> Iterable[tuple[str, Iterable[float | None]]]:
        """Return the points, by the names of the lines."""
        return ((line.name, chain.from_iterable(line.points)) for line in self.lines)


@dataclass(frozen=True, slots=True)
class Row:
    """A name, with any of these marks beside it.

    ==============  ============================================================================
    ``bar``         a solid bar from 0 to the value
    ``box``         a box between two values: quartiles, the worst and the best run
    ``whisker``     a line between two values: an interval, the reach of a box plot
    ``tick``        a stroke across the row: the median
    ``outliers``    small circles
    ``point``       a dot: a mean, one run among all
    ==============  ============================================================================

    Dots of one ``kind`` look alike.
    """

    name: str
    point: float | None = None
    whisker: tuple[float, float] | None = None
    box: tuple[float, float] | None = None
    tick: float | None = None
    bar: float | None = None
    outliers: Sequence[float] = ()
    kind: str = ""

    def values(self) -> list[float]:
        """Return every number of the row.

        >>> Row("a", point=0.5, whisker=(0.25, 1.0)).values()
        [0.5, 0.25, 1.0]
        """
        single = [value for value in (self.point, self.tick, self.bar) if value is not None]
        pairs = [end for pair in (self.whisker, self.box) if pair is not None for end in pair]
        return [*single, *pairs, *self.outliers]


@dataclass(frozen=True, slots=True)
class Rows(Figure):
    """Rows from the top to the bottom, with marks on one horizontal axis.

    ``y_label`` names what the rows are. The axis fits the marks unless ``x_range`` fixes it; with
    bars it has a line at 0. ``groups`` are sets of row numbers from 0, each drawn as a bar beside
    its rows. ``key`` explains marks, by their names (`MARKS`), and ``kinds`` are the kinds of rows
    with a look of their own.
    """

    rows: Sequence[Row]
    x_range: tuple[float, float] | None = None
    groups: Sequence[Sequence[int]] = ()
    key: Mapping[str, str] = field(default_factory=dict)
    kinds: Sequence[str] = ()

    def named_values(self) -> Iterable[tuple[str, Iterable[float | None]]]:
        """Return the marks, by the names of the rows."""
        return ((row.name, row.values()) for row in self.rows)

    @property
    def what(self) -> str:
        """Plural name of the rows."""
        return f"{self.y_label}s"

    def part(self, kept: Sequence[int]) -> Rows:
        """Return the figure with these rows only, without groups within another group."""
        number = {row: index for index, row in enumerate(kept)}
        groups = [[number[row] for row in group if row in number] for group in self.groups]
        sets = [set(group) for group in groups]
        apart = [
            group
            for index, group in enumerate(groups)
            if group
            and not any(sets[index] < other for other in sets)
            and sets[index] not in sets[:index]
        ]
        key = {mark: label for mark, label in self.key.items() if mark != "group" or apart}
        return replace(self, rows=[self.rows[row] for row in kept], groups=apart, key=key)


@dataclass(frozen=True, slots=True)
class Bars(Figure):
    """Upright bars from 0, one per name; None is a name without a bar.

    ``ranges`` are thin lines behind the bars, from a low to a high end.
    """

    names: Sequence[str]
    values: Sequence[float | None]
    ranges: Sequence[tuple[float, float]] = ()

    def named_values(self) -> Iterable[tuple[str, Iterable[float | None]]]:
        """Return the values and the ends of the lines, by name."""
        ends: Sequence[tuple[float, ...]] = self.ranges or [()] * len(self.names)
        return (
            (name, (value, *end))
            for name, value, end in zip(self.names, self.values, ends, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Grid(Figure):
    """A heat map, for example a row per run and a column per topic; ``values[row][column]``.

    None is an empty cell. ``value_range`` are the ends of the colour scale, which ``value_label``
    names; values beyond get the colour of the end. ``what`` names the rows.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Sequence[float | None]]
    value_label: str = ""
    value_range: tuple[float, float] = (0.0, 1.0)
    what: str = "runs"

    def part(self, kept: Sequence[int]) -> Grid:
        """Return the figure with these rows only."""
        rows = [self.rows[row] for row in kept]
        return replace(self, rows=rows, values=[self.values[row] for row in kept])

    def named_values(self) -> Iterable[tuple[str, Iterable[float | None]]]:
        """Return the values, by the names of the rows."""
        return zip(self.rows, self.values, strict=True)


@dataclass(frozen=True, slots=True)
class Description:
    """The title of a figure, its axis names, and what its marks mean.

    Fields in braces are filled in when the figure is drawn.
    """

    title: str
    x: str
    y: str
    key: Mapping[str, str] = field(default_factory=dict)

    def filled(self, **names: str) -> Description:
        """Fill in the fields in braces.

        >>> Description("{measure} by run", "{measure}", "run").filled(measure="AP").title
        'AP by run'
        """
        title, x, y = (text.format(**names) for text in (self.title, self.x, self.y))
        key = {mark: words.format(**names) for mark, words in self.key.items()}
        return Description(title, x, y, key)


_BOX = {
    "box": "quartiles",
    "tick": "median",
    "point": "mean",
    "whisker": "reach, within 1.5 box lengths",
    "outliers": "values beyond",
}
#: The words of each kind of figure that `evaluation_figures` names.
DESCRIPTIONS = {
    "levels": Description(
        "Interpolated precision at recall levels", "recall", "interpolated precision"
    ),
    "cutoffs": Description("Precision and recall at document cutoffs", "recall", "precision"),
    "roc": Description("ROC curves", "false positive rate", "true positive rate"),
    "leaderboard": Description(
        "{measure}: leaderboard",
        "{summary} {measure}",
        "run",
        {
            "point": "{summary}",
            "whisker": "{confidence} interval of each mean by itself",
            "group": NEITHER_WORSE,
        },
    ),
    "runs": Description("{measure} by run", "{measure}", "run", _BOX),
    "topics": Description("{measure} by topic", "{measure}", "topic", _BOX),
    "heat-map": Description(
        "{measure} of every run on every topic", "topic, {topics}", "run, {runs}"
    ),
    "difference": Description(
        "{measure}: {run} against {other}", "{measure} of {run} minus that of {other}", "topic"
    ),
}

#: How far whiskers reach, in interquartile ranges, as in Tukey's box plots; values beyond that by a
#: rounding error are within it.
_REACH = 1.5 * (1 + 1e-12)


def box_row(name: str, values: npt.ArrayLike) -> Row:
    """Return a row with the box plot of values [N]: quartiles, whiskers, outliers and mean.

    Quartiles are interpolated linearly between the two nearest values: quartile q is at position q
    (N − 1) of the sorted values, counted from 0. Whiskers reach to the furthest values that are at
    most 1.5 (q3 − q1) from the box; they never end inside it, though the nearest value may.

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
