"""Figures drawn by matplotlib, which is loaded when the first one is drawn."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from harness.report.figures.kinds import Bars, Figure, Grid, Lines, Rows
from harness.report.figures.lettering import drawable, families, fit_names, length, wrap_label
from harness.report.figures.shapes import (
    LANE,
    assign_lanes,
    boxes_path,
    close_range,
    draw_cells,
    draw_groups,
    draw_marks,
    list_samples,
)
from harness.report.figures.styles import (
    COLOURS,
    DASHES,
    INK,
    MARKERS,
    PAD,
    POINTS,
    FigureStyle,
    Room,
    arrange,
    matplotlib,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

#: Lines with more points than this have no markers.
_MARKED = 25
#: The height of a line of text, and of a row, by the size of its text.
_LEADING, _ROW = 1.2, 1.35
#: The greatest height of upright bars, in centimetres.
_BARS = 6.0
#: The height of a scale of colours, in points.
_SCALE = 6.0
#: The share of the width that names of rows may take.
_NAMES = 0.36

#: Where a key is placed in the figure, relative to the axes.
_CORNERS = {"below": "lower left", "above": "upper left", "beside": "upper right"}


@contextmanager
def settings(style: FigureStyle, *shown: object) -> Iterator[None]:
    """Use matplotlib's defaults with this style, and restore the user's settings afterwards.

    Fonts are embedded unchanged so that text stays searchable; nothing is random. If the style's
    fonts lack letters of what is ``shown``, installed fonts that have them are added.
    """
    mpl = matplotlib()
    # Only settings that change how a figure looks are reset, not those about the screen.
    ours = {
        name: value
        for name, value in mpl.rcParamsDefault.items()
        if not name.startswith(("backend", "interactive", "toolbar", "webagg", "tk.", "date."))
    }
    ours |= {
        "font.family": list(families(style.fonts, *shown)),
        "font.size": style.size,
        "legend.fontsize": style.small,
        "xtick.labelsize": style.small,
        "ytick.labelsize": style.small,
        "axes.labelsize": style.size,
        **dict.fromkeys(
            ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), INK
        ),
        "axes.linewidth": 0.6,
        "xtick.major.width": 0.6,
        "ytick.major.width": 0.6,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.unicode_minus": True,
        "legend.frameon": False,
        "legend.handlelength": 2.4,
        "legend.columnspacing": 1.2,
        "lines.linewidth": 1.1,
        "lines.markersize": 3.2,
        "text.parse_math": False,
        "pdf.fonttype": 42,
        "svg.fonttype": "path",
        "svg.hashsalt": "harness",
        "pgf.rcfonts": False,
        "pgf.texsystem": "pdflatex",
    }
    with mpl.rc_context(ours):
        yield


# --- canvases --------------------------------------------------------------------------------


class _OneAxes:
    """A user's axes in place of a canvas; anything drawn beside them becomes an inset."""

    def __init__(self, axes: Axes, figure: Figure) -> None:
        self.axes, self._figure, self._given = axes, figure, False

    def add_subplot(self) -> Axes:
        """Return the axes on the first call, then a narrow inset beside them or a low one above."""
        if not self._given:
            self._given = True
            return self.axes
        beside = isinstance(self._figure, Rows)
        return self.axes.inset_axes((1.01, 0, 0.08, 1) if beside else (0, 1.02, 1, 0.03))

    def legend(self, **look: Any) -> None:
        """Draw the key above the axes."""
        look = {**look, "loc": "lower left", "bbox_to_anchor": (0, 1.01), "frameon": False}
        self.axes.legend(**look)

    def colorbar(self, shades: Any, **look: Any) -> Any:
        """Draw the colour scale."""
        drawn: Any = self.axes.get_figure()
        return drawn.colorbar(shades, **look)


def draw_on(axes: Axes, figure: Figure) -> None:
    """Draw a figure on a user's axes with their settings; see `canvas`."""
    mpl = matplotlib()
    drawn: Any = axes.get_figure()
    box = axes.get_window_extent()
    wide, high = (length / drawn.dpi * 2.54 for length in (box.width, box.height))
    size = float(mpl.rcParams["font.size"])
    # Row names are outside the axes, where users leave room for them.
    style = FigureStyle(width=max(wide / (1 - _NAMES), 1.0), height=max(high, 1.0), size=size)
    _DRAWN[type(figure)](figure, style, _OneAxes(axes, figure))  # type: ignore[arg-type]


def canvas(figure: Figure, style: FigureStyle, make: Callable[..., Canvas] | None = None) -> Canvas:
    """Return a matplotlib figure of the style's width, as high as it needs to be.

    It has no title, because in a paper the caption has it. Call this, and save its result, within
    `settings`. ``make`` creates the empty figure, for example pyplot's for notebooks.
    """
    from matplotlib.figure import Figure as Canvas

    drawn = (make or Canvas)(figsize=(style.width / 2.54, style.height / 2.54))
    arrange(drawn, _DRAWN[type(figure)](figure, style, drawn), style)
    return drawn


def pages(figure: Figure, style: FigureStyle) -> list[Figure]:
    """Split the figure into parts that each fit on a page of the style, with the same axis."""
    if not isinstance(figure, Rows | Grid):
        return [figure]
    count = len(figure.rows)
    most = max(
        5, int((style.height * POINTS - _estimate_margins(figure, style)) / (style.small * _ROW))
    )
    parts = math.ceil(count / most)
    if parts <= 1:
        return [figure]
    if isinstance(figure, Rows):
        figure = replace(figure, x_range=figure.x_range or close_range(figure))
    ends = [round(count * part / parts) for part in range(parts + 1)]
    return [
        replace(
            figure.part(range(start, stop)),
            caption=f"{figure.caption} Part {part} of {parts}: {figure.what} "
            f"{start + 1} to {stop} of {count}.",
        )
        for part, (start, stop) in enumerate(pairwise(ends), start=1)
    ]


def _estimate_margins(figure: Rows | Grid, style: FigureStyle) -> float:
    """Estimate the height in points that is not rows: axis, labels, key, column names."""
    lines = 5.0
    if isinstance(figure, Rows):
        return style.size * _LEADING * (lines + len(list_samples(figure)))
    longest = max((length(drawable(name), style.small) for name in figure.columns), default=0)
    return style.size * _LEADING * (lines + 2) + min(longest, style.width * POINTS / 4)


def _names(names: Sequence[str], style: FigureStyle) -> list[str]:
    return fit_names(names, style.small, style.width * POINTS * _NAMES)


def _inner_width(names: Iterable[str], style: FigureStyle) -> float:
    """Estimate how wide the axes are beside these names, in points."""
    taken = max((length(name, style.small) for name in names), default=0.0)
    return style.width * POINTS - taken - 4 * style.size


def _key(drawn: Canvas, style: FigureStyle, handles: Sequence[Any], where: str) -> None:
    """Draw the key of lines or marks in as many columns as fit, or in one beside the axes."""
    if not handles:
        return
    sample = 3.8 * style.small
    room = style.width * POINTS - 2 * style.size
    room = room * _NAMES if where == "beside" else room
    labels = [handle.get_label() for handle in handles]
    for handle, label in zip(handles, fit_names(labels, style.small, room - sample), strict=True):
        handle.set_label(label)
    wide = [length(handle.get_label(), style.small) + sample for handle in handles]
    columns = (
        count
        for count in range(len(wide), 1, -1)
        if sum(map(max, np.array_split(wide, count))) + (count - 1) * 1.2 * style.small <= room
    )
    look: dict[str, Any] = {"loc": _CORNERS[where], "ncols": next(columns, 1), "borderaxespad": 0.2}
    drawn.legend(handles=list(handles), **look)


def write_names(axes: Axes, axis: str, names: Mapping[float, str], size: float) -> None:
    """Label the "x" or "y" axis with names at their positions, instead of numbers."""
    ticks = axes.xaxis if axis == "x" else axes.yaxis
    ticks.set_ticks(list(names), list(names.values()))
    ticks.set_tick_params(length=0, pad=PAD, labelsize=size, labelrotation=90 * (axis == "x"))


# --- lines -----------------------------------------------------------------------------------


def _lines(figure: Lines, style: FigureStyle, drawn: Canvas) -> Room:
    """Draw curves over two axes, coloured in their order."""
    axes = drawn.add_subplot()
    draw_lines(axes, figure)
    room = _inner_width(["0.00"], style)
    axes.set_xlabel(wrap_label(figure.x_label, style.size, room))
    axes.set_ylabel(wrap_label(figure.y_label, style.size, room * 0.6))
    flat = style.width > 1.5 * style.height  # a slide has no room below
    where = "beside" if flat else "below"
    _key(drawn, style, axes.lines, where)
    beside = 1.4 * style.small * len(figure.lines) if flat else 0.0
    return Room(max(min(0.62 * style.width, style.height / 2) * POINTS, beside), where)


def draw_lines(axes: Axes, figure: Lines) -> None:
    """Draw the curves of a figure on axes, in its order, without labels and key."""
    for number, line in enumerate(figure.lines):
        xs, ys = [point[0] for point in line.points], [point[1] for point in line.points]
        axes.plot(
            xs,
            ys,
            color=COLOURS[number % len(COLOURS)],
            linestyle=(0, DASHES[number % len(DASHES)] or None),
            marker=MARKERS[number % len(MARKERS)] if len(line.points) <= _MARKED else "",
            label=line.name,
        )
    axes.set(xlim=figure.x_range, ylim=figure.y_range)
    axes.grid(color=INK, alpha=0.15, linewidth=0.5)


# --- rows ------------------------------------------------------------------------------------


def _rows(figure: Rows, style: FigureStyle, drawn: Canvas) -> Room:
    """Draw names with marks on one axis, from top to bottom."""
    lanes = assign_lanes(figure.groups)
    axes = drawn.add_subplot()
    names = _names([row.name for row in figure.rows], style)
    write_names(axes, "y", dict(enumerate(names)), style.small)
    axes.grid(axis="y", color=INK, alpha=0.1, linewidth=0.5)
    axes.set_ylim(max(len(names), 1) - 0.5, -0.5)
    axes.grid(axis="x", color=INK, alpha=0.15, linewidth=0.5)
    room = _inner_width(names, style)
    axes.locator_params(axis="x", nbins=max(2, min(7, int(room / (4.5 * style.small)))))
    draw_marks(axes, figure)
    axes.set_xlabel(wrap_label(figure.x_label, style.size, room))
    if lanes:
        draw_groups(drawn.add_subplot(), figure.groups, lanes, len(names))
    _key(drawn, style, list_samples(figure), "above")
    beside = LANE * (max(lanes, default=-1) + 1)
    return Room(max(len(names), 1) * style.small * _ROW, "above", beside)


# --- bars ------------------------------------------------------------------------------------


def _bars(figure: Bars, style: FigureStyle, drawn: Canvas) -> Room:
    """Draw upright bars over names."""
    axes = drawn.add_subplot()
    draw_bars(axes, figure, style.small, _inner_width(["−0.00"], style))
    axes.set_xlabel(wrap_label(figure.x_label, style.size, _inner_width(["−0.00"], style)))
    axes.set_ylabel(wrap_label(figure.y_label, style.size, 0.3 * style.width * POINTS))
    return Room(min(0.3 * style.width, _BARS) * POINTS)


def draw_bars(axes: Axes, figure: Bars, size: float, room: float) -> None:
    """Draw the bars of a figure on axes ``room`` points wide, their names in a ``size``."""
    from matplotlib.patches import PathPatch

    numbers = np.arange(len(figure.names))
    values = np.array([np.nan if value is None else value for value in figure.values], dtype=float)
    if figure.ranges:
        low, high = np.array(figure.ranges, dtype=float).T
        ends = np.stack([low, high, np.full(len(low), np.nan)], axis=1)
        look: dict[str, Any] = {
            "alpha": 0.25,
            "linewidth": 1,
            "solid_capstyle": "butt",
            "zorder": 0.95,
        }
        axes.plot(np.repeat(numbers, 3), ends.ravel(), color=INK, **look)
    for sign, colour in ((1, COLOURS[0]), (-1, COLOURS[1])):
        bars = np.flatnonzero(values * sign > 0)
        boxes = np.stack([bars - 0.35, np.zeros(len(bars)), bars + 0.35, values[bars]], axis=1)
        axes.add_patch(PathPatch(boxes_path(boxes), facecolor=colour, linewidth=0))
    axes.axhline(0, color=INK, linewidth=0.6)
    step = max(1, math.ceil(1.15 * size * len(numbers) / room))
    names = fit_names(figure.names[::step], size, 8 * size)
    write_names(axes, "x", dict(zip(numbers[::step].tolist(), names, strict=True)), size)
    axes.set_xlim(-0.6, max(len(numbers), 1) - 0.4)
    axes.grid(axis="y", color=INK, alpha=0.15, linewidth=0.5)


# --- grids -----------------------------------------------------------------------------------


def _grid(figure: Grid, style: FigureStyle, drawn: Canvas) -> Room:
    """Draw a heat map: a cell per value, rows from the top, columns from the left."""
    axes = drawn.add_subplot()
    names = _names(figure.rows, style)
    shades = draw_cells(axes, figure)
    write_names(axes, "y", {row + 0.5: name for row, name in enumerate(names)}, style.small)
    room = _inner_width(names, style)
    step = max(1, math.ceil(1.15 * style.small * len(figure.columns) / room))
    high_names = style.width * POINTS / 4
    shown = range(0, len(figure.columns), step)
    labels = fit_names([figure.columns[i] for i in shown], style.small, high_names)
    write_names(axes, "x", dict(zip([i + 0.5 for i in shown], labels, strict=True)), style.small)
    every = f" (every {_ordinal(step)} is named)" if step > 1 else ""
    axes.set_xlabel(wrap_label(figure.x_label + every, style.size, room))
    scale = drawn.colorbar(shades, cax=drawn.add_subplot(), orientation="horizontal")
    scale.ax.xaxis.set_ticks_position("top")
    scale.ax.xaxis.set_label_position("top")
    scale.set_label(wrap_label(figure.value_label, style.size, room))
    for shades in scale.ax.collections:
        shades.set(rasterized=False, edgecolor="face")
    scale.outline.set_linewidth(0.5)
    return Room(max(len(names), 1) * style.small * _ROW, above=_SCALE)


def _ordinal(number: int) -> str:
    """Return the ordinal of a small number.

    >>> _ordinal(2), _ordinal(4)
    ('2nd', '4th')
    """
    return f"{number}{ {2: 'nd', 3: 'rd'}.get(number, 'th') }"


_DRAWN: Mapping[type[Figure], Callable[[Any, FigureStyle, Canvas], Room]] = {
    Lines: _lines,
    Bars: _bars,
    Rows: _rows,
    Grid: _grid,
}
