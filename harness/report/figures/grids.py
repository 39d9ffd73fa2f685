"""Heat maps as a drawing: cells in shades, the names of both axes, and the scale of colours."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

from harness.report.figures.drawing import (
    Drawing,
    Part,
    Path,
    Point,
    Text,
    heading,
    rectangle,
    text,
    widest,
)
from harness.report.figures.kinds import Grid
from harness.report.figures.scales import SHADES, shade

_WIDTH, _NAME, _COLUMN_NAME = 720.0, 180.0, 110.0
_SIZE = 11.0
#: The least and the greatest width of a cell, and the height of one.
_LEAST, _GREATEST, _HIGH = 5, 26, 14
#: The scale of colours.
_STRIP, _STRIP_HEIGHT = 200.0, 12.0


def grid_drawing(figure: Grid) -> Drawing:
    """The heat map: a cell a value, rows from the top, columns from the left.

    Where cells are narrower than the names of columns, every second, third, … is named, and the
    axis says so.
    """
    room = widest([*figure.rows, figure.y_label], _SIZE, _NAME)
    high = widest(figure.columns, _SIZE, _COLUMN_NAME)
    left, top = int(20 + room), int(98 + high)
    fitting = (_WIDTH - left - 16) // max(len(figure.columns), 1)
    across = int(min(max(fitting, _LEAST), _GREATEST))
    right, bottom = left + across * len(figure.columns), top + _HIGH * len(figure.rows)
    full = max(_WIDTH, right + 16.0)
    named = max(1, math.ceil((_SIZE + 1) / across))
    label = figure.x_label + (f" (every {_ordinal(named)} is named)" if named > 1 else "")
    parts: list[Part] = [
        heading(figure.title, full),
        *_strip(figure, full),
        text((left, top - high - 16), label, room=full - left - 16),
        text((left - 8, top - 6), figure.y_label, room=room, size=_SIZE, anchor="end"),
    ]
    for number in range(0, len(figure.columns), named):
        at = (left + across * (number + 0.5) + 4, top - 5.0)
        parts.append(text(at, figure.columns[number], room=high, size=_SIZE, upright=True))
    for number, name in enumerate(figure.rows):
        y = top + _HIGH * (number + 0.5) + 4
        parts.append(text((left - 8, y), name, room=room, size=_SIZE, anchor="end"))
    parts += _cells(figure, left, top, across)
    parts.append(Path([rectangle(left, top, right, bottom)], opacity=0.5, closed=True))
    return Drawing(full, bottom + 16, figure.title, figure.caption, parts)


def _ordinal(number: int) -> str:
    """The ordinal of a small number.

    >>> _ordinal(2), _ordinal(4)
    ('2nd', '4th')
    """
    return f"{number}{ {2: 'nd', 3: 'rd'}.get(number, 'th') }"


def _share(value: float, ends: tuple[float, float]) -> float:
    low, high = ends
    return (value - low) / (high - low) if high != low else 0.0


def _strip(figure: Grid, full: float) -> Iterator[Part]:
    """The scale of colours in its steps, with numbers at its ends and between, and its name."""
    low, high = figure.value_range
    x0, y0 = full - _STRIP - 28, 40.0
    step = _STRIP / SHADES
    for number in range(SHADES):
        start, stop = x0 + step * number, x0 + step * (number + 1)
        corners = rectangle(start, y0, stop, y0 + _STRIP_HEIGHT)
        colour = shade(number / (SHADES - 1))
        yield Path([corners], stroke="none", fill=colour, closed=True)
    yield Path([rectangle(x0, y0, x0 + _STRIP, y0 + _STRIP_HEIGHT)], opacity=0.5, closed=True)
    for number in range(5):
        value = low + (high - low) * number / 4
        at = (x0 + _STRIP * number / 4, y0 + _STRIP_HEIGHT + 14)
        yield Text(at, f"{value:g}", _SIZE, "middle")
    yield text((x0 - 10, y0 + 10), figure.value_label, room=x0 - 24, anchor="end")


def _cells(figure: Grid, left: float, top: float, across: float) -> Iterator[Path]:
    """The cells as thick strokes, all of one shade as one shape, neighbours in a row as one.

    That is a third of what rectangles would take.
    """
    shapes: dict[str, list[Sequence[Point]]] = defaultdict(list)
    for number, row in enumerate(figure.values):
        y = top + _HIGH * (number + 0.5)
        colours = [
            None if value is None else shade(_share(value, figure.value_range)) for value in row
        ]
        for colour, start, stop in _runs_of(colours):
            shapes[colour].append([(left + across * start, y), (left + across * stop, y)])
    for colour in sorted(shapes, reverse=True):
        yield Path(shapes[colour], stroke=colour, thickness=_HIGH)


def _runs_of(colours: Sequence[str | None]) -> Iterator[tuple[str, int, int]]:
    """Neighbours of one colour: the colour, the first, and the one after the last.

    >>> list(_runs_of(["a", "a", None, "b"]))
    [('a', 0, 2), ('b', 3, 4)]
    """
    start = 0
    for at in range(1, len(colours) + 1):
        colour = colours[start]
        if at == len(colours) or colours[at] != colour:
            if colour is not None:
                yield colour, start, at
            start = at
