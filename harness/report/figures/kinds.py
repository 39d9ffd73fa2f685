"""The kinds of figures, neutral: what is to be shown, and nothing of how it is drawn.

There are four. `Lines` are curves over two axes. `Rows` are names with marks on one common axis:
intervals, box plots, bars. `Bars` stand upright over names. A `Grid` is a heat map.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from harness.core.errors import EvaluationError, Problem, refuse

#: The marks that a row may have, in the order in which they are drawn, and ``group``.
MARKS = ("bar", "box", "whisker", "tick", "outliers", "point", "group")


@dataclass(frozen=True, slots=True)
class Figure:
    """Figure with a title, the names of its axes, and a caption.

    The ``caption`` says what a reader must know: what is measured, over which topics, by which
    dialect, test and seed. Title and caption are not drawn: they stand in the metadata of files,
    and beside a figure in a paper. Raises `EvaluationError` for values that are not finite.
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
        """Every number of the figure, by the name beside it."""
        return ()


@dataclass(frozen=True, slots=True)
class Line:
    """A named line through points ``(x, y)``; one that is not ``joined`` is the points alone."""

    name: str
    points: Sequence[tuple[float, float]]
    joined: bool = True


@dataclass(frozen=True, slots=True)
class Lines(Figure):
    """Lines over common axes; a range fixes an axis, which else fits the points."""

    lines: Sequence[Line]
    y_range: tuple[float, float] | None = None
    x_range: tuple[float, float] | None = None

    def named_values(self) -> Iterable[tuple[str, Iterable[float | None]]]:
        """The points, by the names of the lines."""
        return ((line.name, chain.from_iterable(line.points)) for line in self.lines)


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
        single = [value for value in (self.point, self.tick, self.bar) if value is not None]
        pairs = [end for pair in (self.whisker, self.box) if pair is not None for end in pair]
        return [*single, *pairs, *self.outliers]


@dataclass(frozen=True, slots=True)
class Rows(Figure):
    """Rows from the top to the bottom, with marks on one horizontal axis.

    ``y_label`` says what the rows are. The axis fits the marks unless ``x_range`` fixes it; with
    bars it has a line at 0. ``groups`` are sets of rows, by their numbers from 0, each drawn as a
    bar beside the rows that are in it. ``key`` says what marks mean, by their names (`MARKS`).
    """

    rows: Sequence[Row]
    x_range: tuple[float, float] | None = None
    groups: Sequence[Sequence[int]] = ()
    key: Mapping[str, str] = field(default_factory=dict)

    def named_values(self) -> Iterable[tuple[str, Iterable[float | None]]]:
        """The marks, by the names of the rows."""
        return ((row.name, row.values()) for row in self.rows)

    @property
    def what(self) -> str:
        """Name of the rows, in the plural."""
        return f"{self.y_label}s"

    def part(self, kept: Sequence[int]) -> Rows:
        """The figure with these rows alone, and of its groups what is not within another there."""
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
    """Upright bars from 0, one over each name; None is a name without a bar.

    ``ranges`` are thin lines behind the bars from a low to a high end.
    """

    names: Sequence[str]
    values: Sequence[float | None]
    ranges: Sequence[tuple[float, float]] = ()

    def named_values(self) -> Iterable[tuple[str, Iterable[float | None]]]:
        """The values and the ends of the lines, by name."""
        ends: Sequence[tuple[float, ...]] = self.ranges or [()] * len(self.names)
        return (
            (name, (value, *end))
            for name, value, end in zip(self.names, self.values, ends, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Grid(Figure):
    """A heat map: a row a run, say, and a column a topic; ``values[row][column]``.

    None is a cell without a value, which stays empty. ``value_range`` are the ends of the colour
    scale, which is named by ``value_label``; what lies beyond has the colour of the end. ``texts``
    stand in the cells of a small grid; ``what`` are the rows.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Sequence[float | None]]
    value_label: str = ""
    value_range: tuple[float, float] = (0.0, 1.0)
    texts: Sequence[Sequence[str]] = ()
    what: str = "runs"

    def part(self, kept: Sequence[int]) -> Grid:
        """The figure with these rows alone."""
        rows, texts = (
            [self.rows[row] for row in kept],
            [self.texts[row] for row in kept if self.texts],
        )
        return replace(self, rows=rows, values=[self.values[row] for row in kept], texts=texts)

    def named_values(self) -> Iterable[tuple[str, Iterable[float | None]]]:
        """The values, by the names of the rows."""
        return zip(self.rows, self.values, strict=True)
