"""Rows as a drawing: names, marks on one axis, and bars for groups of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.report.figures.drawing import (
    Dot,
    Drawing,
    Group,
    Part,
    Path,
    heading,
    numbers_across,
    rectangle,
    text,
    widest,
)
from harness.report.figures.kinds import MARKS, Row, Rows
from harness.report.figures.scales import COLOURS, INK, AxisScale, close_scale
from harness.report.figures.texts import width

_WIDTH, _PLOT = 720.0, 320.0
_NAME = 180.0
#: Up to so many rows stand apart, more close together.
_FEW = 30
#: With more rows the numbers of the axis stand above too.
_TALL = 25
#: The room of a group's bar.
_GROUP = 6.0
_KEY_SIZE, _KEY_STEP = 12.0, 18.0


@dataclass(frozen=True, slots=True)
class _Pen:
    """Where a row is drawn: its middle, half its height, and the axis."""

    y: float
    half: float
    across: AxisScale


def rows_drawing(figure: Rows) -> Drawing:
    """The rows from the top to the bottom; many of them make the figure taller."""
    columns = packed(figure.groups)
    page = _page(figure, max(columns, default=-1) + 1)
    across = close_scale(_values(figure), page.left, page.right, figure.x_range)
    middles = [page.top + page.step * (place + 0.5) for place in range(len(figure.rows))]
    guides = [[(page.left, y), (page.right, y)] for y in middles]
    parts: list[Part] = [
        heading(figure.title, page.width),
        *_key(figure.key, page.width)[0],
        *([Path(guides, opacity=0.12)] if guides else []),
        *numbers_across(across, page.top, page.bottom, above=page.above),
        *_axes(figure, page, across),
    ]
    for row, y in zip(figure.rows, middles, strict=True):
        at = (page.left - 10, y + 4)
        parts.append(text(at, row.name, room=page.name_room, size=page.size, anchor="end"))
        pen = _Pen(y, page.step / 2 - 3, across)
        parts.append(Group(_said(row, figure.key), list(_drawn(row, pen))))
    parts += _bars(figure.groups, columns, page.right + 14, middles, page.step / 2 - 1.5)
    return Drawing(page.width, page.bottom + 54, figure.title, figure.caption, parts)


@dataclass(frozen=True, slots=True)
class _Page:
    """Where everything of a figure is: its size, its names, the field of the marks."""

    width: float
    left: float
    right: float
    top: float
    bottom: float
    step: float
    size: float
    name_room: float
    above: bool


def _page(figure: Rows, num_bars: int) -> _Page:
    """The page for rows, with room for bars beside them."""
    step, size = (20.0, 12.0) if len(figure.rows) <= _FEW else (14.0, 11.0)
    name_room = widest([*(row.name for row in figure.rows), figure.y_label], size, _NAME)
    left, bars = 12 + name_room + 10, _GROUP * num_bars
    full = max(_WIDTH, left + _PLOT + bars + 24)
    above = len(figure.rows) > _TALL
    top = 56 + _key(figure.key, full)[1] + (16 if above else 0)
    bottom = top + step * max(len(figure.rows), 1)
    right = full - bars - 24
    return _Page(full, left, right, top, bottom, step, size, name_room, above)


def _axes(figure: Rows, page: _Page, across: AxisScale) -> list[Part]:
    """The lines around the field, the one at 0 for bars, and what the axes are called."""
    corners = [(page.left, page.top), (page.left, page.bottom), (page.right, page.bottom)]
    lines = [Path([corners])]
    if _has_bars(figure):
        lines.append(Path([[(across(0.0), page.top), (across(0.0), page.bottom)]]))
    below = ((page.left + page.right) / 2, page.bottom + 40)
    above = (page.left - 10, page.top - (22 if page.above else 8))
    room = page.right - page.left
    return [
        *lines,
        text(below, figure.x_label, room=room, size=13, anchor="middle"),
        text(above, figure.y_label, room=page.name_room, size=page.size, anchor="end"),
    ]


def _values(figure: Rows) -> list[float]:
    """What the axis must show: every mark, and 0 where there are bars."""
    values = [value for row in figure.rows for value in row.values()]
    return [*values, 0.0] if _has_bars(figure) else values


def _has_bars(figure: Rows) -> bool:
    return any(row.bar is not None for row in figure.rows)


# --- marks -----------------------------------------------------------------------------------


def _bar(row: Row, pen: _Pen) -> Iterator[Path | Dot]:
    if row.bar is not None:
        start, stop = pen.across(0.0), pen.across(row.bar)
        corners = rectangle(start, pen.y - pen.half, stop, pen.y + pen.half)
        colour = COLOURS[0] if row.bar > 0 else COLOURS[1]
        yield Path([corners], stroke="none", fill=colour, closed=True)


def _box(row: Row, pen: _Pen) -> Iterator[Path | Dot]:
    if row.box is not None:
        low, high = map(pen.across, row.box)
        corners = rectangle(low, pen.y - pen.half, high, pen.y + pen.half)
        yield Path([corners], COLOURS[0], COLOURS[5], fill_opacity=0.45, closed=True)


def _whisker(row: Row, pen: _Pen) -> Iterator[Path | Dot]:
    """Two lines out of the box, or one where there is none, and their ends."""
    if row.whisker is not None:
        low, high = map(pen.across, row.whisker)
        left, right = map(pen.across, row.box) if row.box else (high, high)
        lines = [((low, pen.y), (left, pen.y)), ((right, pen.y), (high, pen.y))]
        cap = pen.half * 0.6
        caps = [((x, pen.y - cap), (x, pen.y + cap)) for x in (low, high)]
        outlines = [line for line in (*lines, *caps) if line[0] != line[1]]
        yield Path(outlines, thickness=1.2)


def _tick(row: Row, pen: _Pen) -> Iterator[Path | Dot]:
    if row.tick is not None:
        x = pen.across(row.tick)
        yield Path([[(x, pen.y - pen.half), (x, pen.y + pen.half)]], thickness=2)


def _outliers(row: Row, pen: _Pen) -> Iterator[Path | Dot]:
    for value in row.outliers:
        yield Dot((pen.across(value), pen.y), 2.2, "none", INK)


def _point(row: Row, pen: _Pen) -> Iterator[Path | Dot]:
    if row.point is not None:
        yield Dot((pen.across(row.point), pen.y), 3.2, COLOURS[1])


#: How each mark is drawn, by its name; later ones are drawn over earlier ones.
_DRAWN: dict[str, Callable[[Row, _Pen], Iterator[Path | Dot]]] = {
    "bar": _bar,
    "box": _box,
    "whisker": _whisker,
    "tick": _tick,
    "outliers": _outliers,
    "point": _point,
}


def _drawn(row: Row, pen: _Pen) -> Iterator[Path | Dot]:
    for draw in _DRAWN.values():
        yield from draw(row, pen)


def _said(row: Row, key: Mapping[str, str]) -> str:
    """The name of a row and its values in words."""
    said = []
    for mark in reversed(_DRAWN):
        value = getattr(row, mark)
        if value is None or value == ():
            continue
        numbers = (value,) if isinstance(value, float | int) else value
        joint = ", " if mark == "outliers" else " to "
        label = key.get(mark, "")
        said.append(f"{label} {joint.join(f'{one:.4f}' for one in numbers)}".strip())
    return ": ".join([row.name, "; ".join(said)]) if said else row.name


# --- the key ---------------------------------------------------------------------------------

_SAMPLES: dict[str, Row] = {
    "bar": Row("", bar=1.0),
    "box": Row("", box=(0.0, 1.0)),
    "whisker": Row("", whisker=(0.0, 1.0)),
    "tick": Row("", tick=0.5),
    "outliers": Row("", outliers=(0.5,)),
    "point": Row("", point=0.5),
}


def _key(key: Mapping[str, str], full: float) -> tuple[list[Part], float]:
    """Samples of the marks with what they mean, in lines below the title, and their height."""
    parts: list[Part] = []
    x, y, wide = 12.0, 46.0, 22.0
    for mark in sorted(key, key=MARKS.index):
        needed = wide + 6 + width(key[mark], _KEY_SIZE) + 14
        if x > 12 and x + needed > full:
            x, y = 12.0, y + _KEY_STEP
        parts += _sample(mark, x, y, wide)
        parts.append(text((x + wide + 6, y + 4), key[mark], room=full - x - 40, size=_KEY_SIZE))
        x += needed
    return parts, y - 46 + _KEY_STEP if key else 0.0


def _sample(mark: str, x: float, y: float, wide: float) -> list[Path | Dot]:
    if mark == "group":
        return [_stretch(x + wide / 2, y - 7, y + 7)]
    return list(_drawn(_SAMPLES[mark], _Pen(y, 6, AxisScale(0, 1, x, x + wide))))


# --- groups ----------------------------------------------------------------------------------


def packed(groups: Sequence[Sequence[int]]) -> list[int]:
    """The column of each group's bar, such that bars in one column do not meet.

    >>> packed([[0, 1], [1, 2], [2, 3]])
    [0, 1, 0]
    """
    ends: list[int] = []
    columns = []
    for group in groups:
        free = (at for at, end in enumerate(ends) if end < min(group))
        column = next(free, len(ends))
        ends[column : column + 1] = [max(group)]
        columns.append(column)
    return columns


def _bars(
    groups: Sequence[Sequence[int]],
    columns: Sequence[int],
    left: float,
    middles: Sequence[float],
    half: float,
) -> list[Part]:
    """A bar beside the rows of each group; a thin line leads past rows that are not in it."""
    parts: list[Part] = []
    for group, column in zip(groups, columns, strict=True):
        x, places = left + column * _GROUP, sorted(set(group))
        first, last = middles[places[0]], middles[places[-1]]
        if len(places) <= places[-1] - places[0]:
            parts.append(Path([[(x, first), (x, last)]], opacity=0.5))
        starts = [at for at in places if at - 1 not in group]
        stops = [at for at in places if at + 1 not in group]
        parts += [
            _stretch(x, middles[start] - half, middles[stop] + half)
            for start, stop in zip(starts, stops, strict=True)
        ]
    return parts


def _stretch(x: float, top: float, bottom: float) -> Path:
    return Path([[(x, top), (x, bottom)]], stroke=INK, thickness=3, opacity=0.75)
