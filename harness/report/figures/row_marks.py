"""The marks of rows: how each is drawn beside the names, and its sample in the key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from harness.report.figures.kinds import Row, Rows
from harness.report.figures.styles import COLOURS, INK

if TYPE_CHECKING:
    from matplotlib.axes import Axes


#: Bars for groups of rows: points from one to the next.
LANE = 4.0


def draw_marks(axes: Axes, figure: Rows) -> None:
    """All marks of all rows, row 0 at 0, and the axis that they need."""
    for mark, (look, draw) in _MARKS.items():
        if any(_has(row, mark) for row in figure.rows):
            draw(axes, figure.rows, look)
    if any(row.bar is not None for row in figure.rows):
        axes.axvline(0, color=INK, linewidth=0.6)
    axes.set_xlim(figure.x_range or close_range(figure))


def _has(row: Row, mark: str) -> bool:
    return bool(row.outliers) if mark == "outliers" else getattr(row, mark) is not None


def close_range(figure: Rows) -> tuple[float, float]:
    """The ends of an axis a little beyond the marks."""
    values = [value for row in figure.rows for value in row.values()] or [0.0, 1.0]
    values += [0.0] if any(row.bar is not None for row in figure.rows) else []
    low, high = min(values), max(values)
    margin = 0.02 * (high - low) or 0.05 * abs(high) or 0.5
    return low - margin, high + margin


def _bars(axes: Axes, rows: Sequence[Row], _: _Look) -> None:
    bars = [row.bar or 0.0 for row in rows]
    colours = [COLOURS[0] if bar > 0 else COLOURS[1] for bar in bars]
    axes.barh(range(len(rows)), bars, 0.7, color=colours)


def _boxes(axes: Axes, rows: Sequence[Row], look: _Look) -> None:
    boxes = [(number, *row.box) for number, row in enumerate(rows) if row.box]
    numbers, low, high = np.array(boxes).T
    axes.barh(numbers, high - low, 0.66, left=low, **look)


def _whiskers(axes: Axes, rows: Sequence[Row], look: _Look) -> None:
    """Two lines out of the box, or one where there is none, and their ends."""
    lines: list[tuple[int, float, float]] = []
    for number, row in enumerate(rows):
        if row.whisker:
            low, high = row.whisker
            left, right = row.box or (high, high)
            lines += [(number, low, left), (number, right, high)]
    numbers, starts, stops = np.array(lines).T
    axes.hlines(numbers, starts, stops, **look)
    ends = np.where(np.arange(len(lines)) % 2, stops, starts)
    axes.plot(ends, numbers, "|", color=INK, markersize=3, markeredgewidth=look["linewidth"])


def _points(axes: Axes, rows: Sequence[Row], look: _Look, mark: str) -> None:
    pairs = []
    for number, row in enumerate(rows):
        values = getattr(row, mark)
        listed = values if isinstance(values, Sequence) else [values]
        pairs += [(value, number) for value in listed if value is not None]
    xs, ys = np.array(pairs).T
    axes.plot(xs, ys, **look)


_Look = dict[str, Any]
_POINTS: _Look = {"linestyle": "none", "marker": "o"}
_BOX: _Look = {"facecolor": (COLOURS[5], 0.45), "edgecolor": COLOURS[0], "linewidth": 0.6}
#: How each mark looks and is drawn, by its name; later ones are drawn over earlier ones.
_MARKS: Mapping[str, tuple[_Look, Callable[[Axes, Sequence[Row], _Look], None]]] = {
    "bar": ({"facecolor": COLOURS[0]}, _bars),
    "box": (_BOX, _boxes),
    "whisker": ({"color": INK, "linewidth": 0.8}, _whiskers),
    "tick": (
        {**_POINTS, "marker": "|", "color": INK, "markersize": 6.5, "markeredgewidth": 1.4},
        partial(_points, mark="tick"),
    ),
    "outliers": (
        {**_POINTS, "markersize": 2.4, "mfc": "none", "mec": INK, "markeredgewidth": 0.5},
        partial(_points, mark="outliers"),
    ),
    "point": ({**_POINTS, "color": COLOURS[1], "markersize": 3.4}, partial(_points, mark="point")),
}
_GROUP: _Look = {"linestyle": "none", "marker": "|", "color": INK, "ms": 7, "mew": 2.4}


def sample(mark: str, label: str) -> Any:
    """The sample of a mark in the key."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    look = _MARKS[mark][0] if mark in _MARKS else _GROUP
    return (
        Patch(**look, label=label) if "facecolor" in look else Line2D([], [], **look, label=label)
    )


def packed(groups: Sequence[Sequence[int]]) -> list[int]:
    """The lane of each group's bar, such that bars in one lane do not meet.

    >>> packed([[0, 1], [1, 2], [2, 3]])
    [0, 1, 0]
    """
    ends: list[int] = []
    lanes = []
    for group in groups:
        free = (lane for lane, end in enumerate(ends) if end < min(group))
        lane = next(free, len(ends))
        ends[lane : lane + 1] = [max(group)]
        lanes.append(lane)
    return lanes


def draw_groups(
    axes: Axes, groups: Sequence[Sequence[int]], lanes: Sequence[int], num_rows: int
) -> None:
    """A bar beside the rows of each group; a thin line leads past rows that are not in it."""
    axes.set_axis_off()
    axes.set(xlim=(-0.5, max(lanes) + 0.5), ylim=(num_rows - 0.5, -0.5))
    for group, lane in zip(groups, lanes, strict=True):
        members = set(group)
        starts = sorted(row for row in members if row - 1 not in members)
        stops = sorted(row for row in members if row + 1 not in members)
        axes.vlines(lane, starts[0], stops[-1], INK, linewidth=0.6)
        for start, stop in zip(starts, stops, strict=True):
            axes.vlines(lane, start - 0.35, stop + 0.35, INK, linewidth=2.4)
