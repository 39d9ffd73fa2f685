"""The kinds of figures, neutral: what is to be shown, and nothing of how it is drawn.

There are three. `Lines` are curves over two axes. `Rows` are names with marks on one common axis:
intervals, box plots, bars, one run among all. A `Grid` is a heat map.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from harness.core.errors import EvaluationError, Problem, refuse, unknown

#: The marks that a row may have, in the order in which they are drawn, and ``group``.
MARKS = ("bar", "box", "whisker", "tick", "outliers", "point", "group")


@dataclass(frozen=True, slots=True)
class Figure:
    """What every figure has: a title, the names of its axes, and a caption.

    The ``caption`` says what a reader must know: what is measured, over which topics, by which
    dialect, test and seed. It is not drawn. It is the description of an SVG, and stands in the
    metadata of other files.
    """

    title: str
    x_label: str
    y_label: str
    caption: str = field(default="", kw_only=True)


@dataclass(frozen=True, slots=True)
class Line:
    """A named line through points ``(x, y)``."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Lines(Figure):
    """Lines over common axes; a range fixes an axis, which else fits the points.

    Raises `EvaluationError` for points that are not finite.
    """

    lines: Sequence[Line]
    y_range: tuple[float, float] | None = None
    x_range: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        named = ((line.name, [at for point in line.points for at in point]) for line in self.lines)
        refuse(_not_finite(self.title, named), EvaluationError)


@dataclass(frozen=True, slots=True)
class Row:
    """A name, and any of these marks beside it.

    ==============  ============================================================================
    ``bar``         a solid bar from 0 to the value
    ``box``         a box between two values: quartiles, the worst and the best run
    ``whisker``     a line between two values: an interval, the reach of a box plot
    ``tick``        a stroke across the row: the median
    ``outliers``    small circles
    ``point``       a dot: a mean, one run among all
    ==============  ============================================================================
    """

    name: str
    point: float | None = None
    whisker: tuple[float, float] | None = None
    box: tuple[float, float] | None = None
    tick: float | None = None
    bar: float | None = None
    outliers: Sequence[float] = ()

    def values(self) -> list[float]:
        """Every number of the row.

        >>> Row("a", point=0.5, whisker=(0.25, 1.0)).values()
        [0.5, 0.25, 1.0]
        """
        single = [one for one in (self.point, self.tick, self.bar) if one is not None]
        pairs = [end for pair in (self.whisker, self.box) if pair is not None for end in pair]
        return [*single, *pairs, *self.outliers]


@dataclass(frozen=True, slots=True)
class Rows(Figure):
    """Rows from the top to the bottom, with marks on one horizontal axis.

    ``y_label`` says what the rows are. The axis fits the marks unless ``x_range`` fixes it; with
    bars it has a line at 0. ``groups`` are sets of rows, by their places, each drawn as a bar
    beside the rows that are in it. ``key`` says what marks mean, by their names (`MARKS`).

    Raises `EvaluationError` for values that are not finite, places without a row, and unknown
    marks.
    """

    rows: Sequence[Row]
    x_range: tuple[float, float] | None = None
    groups: Sequence[Sequence[int]] = ()
    key: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        refuse(self._problems(), EvaluationError)

    def _problems(self) -> Iterator[Problem]:
        yield from _not_finite(self.title, ((row.name, row.values()) for row in self.rows))
        for place in sorted({place for group in self.groups for place in group}):
            if not 0 <= place < len(self.rows):
                yield Problem(f"a group has the row {place} of {len(self.rows)}", key=self.title)
        for mark in self.key:
            if mark not in MARKS:
                yield unknown("mark", mark, MARKS, key=self.title)


@dataclass(frozen=True, slots=True)
class Grid(Figure):
    """A heat map: a row a run, say, and a column a topic; ``values[row][column]``.

    None is a cell without a value, which stays empty. ``value_range`` are the ends of the colour
    scale, which is named by ``value_label``; what lies beyond has the colour of the end.

    Raises `EvaluationError` for values that are not finite, or not as many as rows and columns.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Sequence[float | None]]
    value_label: str = ""
    value_range: tuple[float, float] = (0.0, 1.0)

    def __post_init__(self) -> None:
        wanted = [len(self.columns)] * len(self.rows)
        if [len(row) for row in self.values] != wanted:
            message = f"values that do not fit {len(self.rows)} rows × {len(self.columns)} columns"
            raise EvaluationError(Problem(message, key=self.title))
        named = zip(self.rows, self.values, strict=True)
        known = ((name, [one for one in row if one is not None]) for name, row in named)
        refuse(_not_finite(self.title, known), EvaluationError)


def _not_finite(title: str, named: Iterable[tuple[str, Iterable[float]]]) -> Iterator[Problem]:
    for name, values in named:
        for value in values:
            if not math.isfinite(value):
                yield Problem(f"the value {value} of {name!r} cannot be drawn", key=title)
