"""A neutral line figure, and its drawing as SVG: no library, no network, readable in print."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

#: Okabe and Ito's colours, which colour-blind people can tell apart; without the faint yellow.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
#: Lines that share a colour differ by their dashes.
DASHES = ("", "7 3", "2 3", "8 3 2 3")

_WIDTH, _HEIGHT = 720, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 190, 44, 56
_LINE = 18


@dataclass(frozen=True, slots=True)
class Line:
    """A named line through points ``(x, y)``."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Figure:
    """Lines over common axes; ``y_range`` fixes the vertical axis, which else fits the data."""

    title: str
    x_label: str
    y_label: str
    lines: Sequence[Line]
    y_range: tuple[float, float] | None = None


def svg(figure: Figure) -> str:
    """The figure as an SVG document; every text in it is escaped.

    The lines are named beside the drawing in the order of their last values, so that the names
    stand about where the lines end.
    """
    xs = [x for line in figure.lines for x, _ in line.points]
    ys = [y for line in figure.lines for _, y in line.points]
    x_ticks = ticks(min(xs, default=0.0), max(xs, default=1.0))
    low, high = figure.y_range or (min(ys, default=0.0), max(ys, default=1.0))
    y_ticks = ticks(low, high)
    across = _scale(x_ticks[0], x_ticks[-1], _LEFT, _WIDTH - _RIGHT)
    up = _scale(y_ticks[0], y_ticks[-1], _HEIGHT - _BOTTOM, _TOP)
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
            f'width="{_WIDTH}" height="{_HEIGHT}" role="img" font-family="sans-serif" '
            'font-size="13">'
        ),
        f"<title>{escape(figure.title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>',
        _text(_LEFT, 24, figure.title, 'font-size="15" font-weight="bold"'),
        *_axes(figure, x_ticks, y_ticks, across, up),
        *_drawn(figure.lines, across, up),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def ticks(low: float, high: float, most: int = 7) -> list[float]:
    """Round numbers that cover a range, at most about ``most`` of them.

    >>> ticks(0, 487)
    [0.0, 100.0, 200.0, 300.0, 400.0, 500.0]
    >>> ticks(0.2, 0.2)
    [0.2, 0.25]
    """
    span = high - low
    if span <= 1e-9 * abs(high) or span < 1e-300:
        span = abs(high) if abs(high) > 1e-300 else 1.0
    rough = span / (most - 1)
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    digits = max(0, -math.floor(math.log10(step)))
    return [round(number * step, digits) for number in range(first, max(last, first + 1) + 1)]


def _scale(low: float, high: float, start: float, stop: float) -> tuple[float, float]:
    """Factor and offset that take values to places."""
    factor = (stop - start) / (high - low)
    return factor, start - low * factor


def _at(scale: tuple[float, float], value: float) -> str:
    return f"{scale[0] * value + scale[1]:.1f}"


def _text(x: float | str, y: float | str, text: str, further: str = "") -> str:
    return f'<text x="{x}" y="{y}" fill="#222" {further}>{escape(text)}</text>'


def _axes(
    figure: Figure,
    x_ticks: list[float],
    y_ticks: list[float],
    across: tuple[float, float],
    up: tuple[float, float],
) -> list[str]:
    right, bottom = _WIDTH - _RIGHT, _HEIGHT - _BOTTOM
    parts = []
    for tick in y_ticks:
        y = _at(up, tick)
        parts.append(f'<path d="M{_LEFT} {y}H{right}" stroke="#ddd"/>')
        parts.append(_text(_LEFT - 8, y, f"{tick:g}", 'text-anchor="end" dy="4"'))
    for tick in x_ticks:
        x = _at(across, tick)
        parts.append(f'<path d="M{x} {bottom}v5" stroke="#222"/>')
        parts.append(_text(x, bottom + 20, f"{tick:g}", 'text-anchor="middle"'))
    middle = (_LEFT + right) / 2
    parts += [
        f'<path d="M{_LEFT} {_TOP}V{bottom}H{right}" fill="none" stroke="#222"/>',
        _text(middle, _HEIGHT - 12, figure.x_label, 'text-anchor="middle"'),
        _text(
            18,
            (_TOP + bottom) / 2,
            figure.y_label,
            f'text-anchor="middle" transform="rotate(-90 18 {(_TOP + bottom) / 2})"',
        ),
    ]
    return parts


def _drawn(
    lines: Sequence[Line], across: tuple[float, float], up: tuple[float, float]
) -> list[str]:
    ends = sorted(range(len(lines)), key=lambda at: -lines[at].points[-1][1])
    right, parts = _WIDTH - _RIGHT, []
    for place, at in enumerate(ends):
        line = lines[at]
        colour = COLOURS[at % len(COLOURS)]
        dash = DASHES[at // len(COLOURS) % len(DASHES)]
        style = f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
        path = "L".join(f"{_at(across, x)} {_at(up, y)}" for x, y in line.points)
        y = _TOP + 6 + place * _LINE
        parts.append(f'<path d="M{path}" {style}><title>{escape(line.name)}</title></path>')
        parts.append(f'<path d="M{right + 14} {y}h24" {style}/>')
        parts.append(_text(right + 44, y + 4, line.name))
    return parts
