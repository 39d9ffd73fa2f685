"""Marks of rows and cells of heat maps, drawn with matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from harness.core.arrays import Floats, Ints
from harness.report.figures.kinds import MARKS, Grid, Row, Rows
from harness.report.figures.styles import COLOURS, INK, MARKERS, SHADES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.cm import ScalarMappable
    from matplotlib.path import Path

#: The distance in points between bars for groups of rows.
LANE = 4.0


def draw_marks(axes: Axes, figure: Rows) -> None:
    """Draw all marks of all rows, row 0 at 0, and set the range of the axis."""
    for mark, (look, draw) in _MARKS.items():
        if any(_has(row, mark) for row in figure.rows):
            for rows, own in _group_by_kind(figure, mark, look):
                draw(axes, rows, own)
    if any(row.bar is not None for row in figure.rows):
        axes.axvline(0, color=INK, linewidth=0.6)
    axes.set_xlim(figure.x_range or close_range(figure))


def _group_by_kind(
    figure: Rows, mark: str, look: _Look
) -> Iterator[tuple[list[tuple[int, Row]], _Look]]:
    """Yield the numbered rows that have a mark, by kind, with the look of each kind."""
    rows = [(number, row) for number, row in enumerate(figure.rows) if _has(row, mark)]
    kinds = figure.kinds if mark == "point" else ()
    plain = [(number, row) for number, row in rows if row.kind not in kinds]
    if plain:
        yield plain, look
    for index, kind in enumerate(kinds):
        if those := [(number, row) for number, row in rows if row.kind == kind]:
            yield those, look | _choose_look(index)


def _choose_look(kind: int) -> _Look:
    return {"color": COLOURS[kind], "marker": MARKERS[kind]}


def _has(row: Row, mark: str) -> bool:
    return bool(row.outliers) if mark == "outliers" else getattr(row, mark) is not None


def close_range(figure: Rows) -> tuple[float, float]:
    """Return the ends of an axis, slightly beyond the marks."""
    values = [value for row in figure.rows for value in row.values()] or [0.0, 1.0]
    values += [0.0] if any(row.bar is not None for row in figure.rows) else []
    low, high = min(values), max(values)
    margin = 0.02 * (high - low) or 0.05 * abs(high) or 0.5
    return low - margin, high + margin


def _draw_bars(axes: Axes, rows: _Numbered, _: _Look) -> None:
    bars = [row.bar or 0.0 for _, row in rows]
    colours = [COLOURS[0] if bar > 0 else COLOURS[1] for bar in bars]
    axes.barh([number for number, _ in rows], bars, 0.7, color=colours)


def _draw_boxes(axes: Axes, rows: _Numbered, look: _Look) -> None:
    numbers, low, high = np.array([(number, *row.box) for number, row in rows if row.box]).T
    axes.barh(numbers, high - low, 0.66, left=low, **look)


def _draw_whiskers(axes: Axes, rows: _Numbered, look: _Look) -> None:
    """Draw two lines out of the box, or one if there is no box, and their ends."""
    lines: list[tuple[int, float, float]] = []
    for number, row in rows:
        if row.whisker:
            low, high = row.whisker
            left, right = row.box or (high, high)
            lines += [(number, low, left), (number, right, high)]
    numbers, starts, stops = np.array(lines).T
    axes.hlines(numbers, starts, stops, **look)
    ends = np.where(np.arange(len(lines)) % 2, stops, starts)
    axes.plot(ends, numbers, "|", color=INK, markersize=3, markeredgewidth=look["linewidth"])


def _draw_points(axes: Axes, rows: _Numbered, look: _Look, mark: str) -> None:
    pairs = []
    for number, row in rows:
        values = getattr(row, mark)
        listed = values if isinstance(values, Sequence) else [values]
        pairs += [(value, number) for value in listed if value is not None]
    xs, ys = np.array(pairs).T
    axes.plot(xs, ys, **look)


_Look = dict[str, Any]
_Numbered = list[tuple[int, Row]]
_POINTS: _Look = {"linestyle": "none", "marker": "o"}
_BOX: _Look = {"facecolor": (COLOURS[5], 0.45), "edgecolor": COLOURS[0], "linewidth": 0.6}
#: The look and drawing function of each mark by name; later marks are drawn over earlier ones.
_MARKS: Mapping[str, tuple[_Look, Callable[[Axes, _Numbered, _Look], None]]] = {
    "bar": ({"facecolor": COLOURS[0]}, _draw_bars),
    "box": (_BOX, _draw_boxes),
    "whisker": ({"color": INK, "linewidth": 0.8}, _draw_whiskers),
    "tick": (
        {**_POINTS, "marker": "|", "color": INK, "markersize": 6.5, "markeredgewidth": 1.4},
        partial(_draw_points, mark="tick"),
    ),
    "outliers": (
        {**_POINTS, "markersize": 2.4, "mfc": "none", "mec": INK, "markeredgewidth": 0.5},
        partial(_draw_points, mark="outliers"),
    ),
    "point": (
        {**_POINTS, "color": COLOURS[1], "markersize": 3.4},
        partial(_draw_points, mark="point"),
    ),
}
_GROUP: _Look = {"linestyle": "none", "marker": "|", "color": INK, "ms": 7, "mew": 2.4}


def list_samples(figure: Rows) -> list[Any]:
    """Return the samples of the key: one per mark, and one per kind of points."""
    label = figure.key.get("point", "")
    kinds = [
        _sample("point", f"{label}: {kind}", _choose_look(n)) for n, kind in enumerate(figure.kinds)
    ]
    marks = [mark for mark in MARKS if mark in figure.key and not (mark == "point" and kinds)]
    return [*kinds, *(_sample(mark, figure.key[mark], {}) for mark in marks)]


def _sample(mark: str, label: str, own: _Look) -> Any:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    look = (_MARKS[mark][0] if mark in _MARKS else _GROUP) | own
    return (
        Patch(**look, label=label) if "facecolor" in look else Line2D([], [], **look, label=label)
    )


def assign_lanes(groups: Sequence[Sequence[int]]) -> list[int]:
    """Return the lane of each group's bar so that bars in one lane never meet.

    >>> assign_lanes([[0, 1], [1, 2], [2, 3]])
    [0, 1, 0]
    """
    ends: list[int] = []
    lanes = []
    for group in groups:
        lane = next((lane for lane, end in enumerate(ends) if end < min(group)), len(ends))
        ends[lane : lane + 1] = [max(group)]
        lanes.append(lane)
    return lanes


def draw_groups(
    axes: Axes, groups: Sequence[Sequence[int]], lanes: Sequence[int], num_rows: int
) -> None:
    """Draw a bar beside the rows of each group; a thin line passes rows outside the group."""
    axes.set_axis_off()
    axes.set(xlim=(-0.5, max(lanes) + 0.5), ylim=(num_rows - 0.5, -0.5))
    for group, lane in zip(groups, lanes, strict=True):
        members = set(group)
        starts = sorted(row for row in members if row - 1 not in members)
        stops = sorted(row for row in members if row + 1 not in members)
        axes.vlines(lane, starts[0], stops[-1], INK, linewidth=0.6)
        for start, stop in zip(starts, stops, strict=True):
            axes.vlines(lane, start - 0.35, stop + 0.35, INK, linewidth=2.4)


#: The number of shades that can be told apart.
_NUM_SHADES = 50


def draw_cells(axes: Axes, figure: Grid) -> ScalarMappable:
    """Draw the cells; those of one shade are one path, which all formats write much faster."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.collections import PathCollection
    from matplotlib.colors import LinearSegmentedColormap, Normalize

    low, high = figure.value_range
    scale = LinearSegmentedColormap.from_list("harness", SHADES, _NUM_SHADES)
    shades = ScalarMappable(Normalize(low, high if high > low else low + 1), scale)
    cells = np.array(figure.values, dtype=np.float64).reshape(len(figure.rows), len(figure.columns))
    cells = np.clip(shades.norm(cells), 0, 1)
    numbers = np.where(np.isnan(cells), -1, np.minimum(cells * _NUM_SHADES, _NUM_SHADES - 1) // 1)
    used = [number for number in np.unique(numbers) if number >= 0]
    corners = (np.argwhere(numbers == number)[:, ::-1] for number in used)
    paths = [boxes_path(np.concatenate([corner, corner + 1], axis=1)) for corner in corners]
    colours = scale(np.array(used, dtype=int))
    axes.add_collection(
        PathCollection(paths, facecolors=colours, edgecolors="face", linewidths=0.2)
    )
    axes.set(xlim=(0, max(cells.shape[1], 1)), ylim=(0, max(len(cells), 1)))
    axes.invert_yaxis()
    return shades


def boxes_path(boxes: Floats | Ints) -> Path:
    """Return one path of boxes [N, 4], each given by its left, lower, right and upper end."""
    from matplotlib.path import Path

    codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY]
    return Path(boxes[:, [0, 1, 2, 1, 2, 3, 0, 3, 0, 1]].reshape(-1, 2), codes * len(boxes))
