"""Lines as a drawing: two axes, and the names of the lines beside them."""

from __future__ import annotations

from collections.abc import Sequence

from harness.report.figures.drawing import (
    Drawing,
    Group,
    Part,
    Path,
    Point,
    Text,
    heading,
    markers,
    numbers_across,
    text,
    widest,
)
from harness.report.figures.kinds import Line, Lines
from harness.report.figures.scales import COLOURS, DASHES, AxisScale, round_scale

_WIDTH, _HEIGHT = 720.0, 420.0
_LEFT, _TOP, _BOTTOM = 64.0, 44.0, 56.0
#: The room for a name, and for the sample of a line beside it.
_NAME, _SAMPLE = 190.0, 44.0
_SIZE, _STEP = 13.0, 18.0
#: Lines with more points than this have no markers.
_MARKED = 25


def lines_drawing(figure: Lines) -> Drawing:
    """The lines over their axes.

    They are named beside the axes in the order of their mean heights. Many lines make the figure
    taller.
    """
    room = widest([line.name for line in figure.lines], _SIZE, _NAME)
    right = _WIDTH - (_SAMPLE + room + 12 if figure.lines else 24)
    height = max(_HEIGHT, _TOP + _STEP * len(figure.lines) + 24)
    bottom = height - _BOTTOM
    points = [point for line in figure.lines for point in line.points]
    across = round_scale((x for x, _ in points), _LEFT, right, figure.x_range)
    up = round_scale((y for _, y in points), bottom, _TOP, figure.y_range)
    order = sorted(range(len(figure.lines)), key=lambda at: -_height(figure.lines[at]))
    parts: list[Part] = [
        heading(figure.title, _WIDTH),
        *numbers_across(across, _TOP, bottom),
        *_numbers_up(up, right),
        Path([[(_LEFT, _TOP), (_LEFT, bottom), (right, bottom)]]),
        *_labels(figure, right, bottom),
        *(_curve(figure.lines[at], at, across, up) for at in order),
    ]
    for place, at in enumerate(order):
        parts += _entry(figure.lines[at], at, (right + 14, _TOP + 6 + place * _STEP), room)
    return Drawing(_WIDTH, height, figure.title, figure.caption, parts)


def _height(line: Line) -> float:
    return sum(y for _, y in line.points) / len(line.points) if line.points else float("-inf")


def _numbers_up(up: AxisScale, right: float) -> list[Part]:
    places = [(up(tick), f"{tick:g}") for tick in up.ticks]
    return [
        Path([[(_LEFT, y), (right, y)] for y, _ in places], opacity=0.15),
        *(Text((_LEFT - 8, y + 4), label, anchor="end") for y, label in places),
    ]


def _labels(figure: Lines, right: float, bottom: float) -> list[Part]:
    middle, centre = (_LEFT + right) / 2, (_TOP + bottom) / 2
    across, up = right - _LEFT, bottom - _TOP
    return [
        text((middle, bottom + 44), figure.x_label, room=across, size=_SIZE, anchor="middle"),
        text((18, centre), figure.y_label, room=up, size=_SIZE, anchor="middle", upright=True),
    ]


def _pen(points: Sequence[Point], number: int) -> Path:
    """A line in the colour and dashes of its number."""
    colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
    return Path([points], stroke=colour, thickness=1.8, dash=dash)


def _curve(line: Line, number: int, across: AxisScale, up: AxisScale) -> Group:
    points = [(across(x), up(y)) for x, y in line.points]
    marked = markers(points, number) if len(points) <= _MARKED else []
    drawn = [_pen(points, number)] if points else []
    return Group(line.name, [*drawn, *marked])


def _entry(line: Line, number: int, at: Point, room: float) -> list[Part]:
    x, y = at
    marked = markers([(x + 12, y)], number) if len(line.points) <= _MARKED else []
    name = text((x + 30, y + 4), line.name, room=room, size=_SIZE)
    return [_pen([(x, y), (x + 24, y)], number), *marked, name]
