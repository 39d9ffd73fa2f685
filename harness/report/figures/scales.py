"""Scales of figures: round numbers along an axis, places of values, and shades for them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

#: The text colour of whatever a figure stands in.
INK = "ink"
#: Okabe and Ito's colours, which colour-blind people can tell apart; without the faint yellow.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", INK)
#: Neighbouring lines differ by their dashes too, for those who print in grey.
DASHES: tuple[tuple[float, ...], ...] = ((), (7, 3), (2, 3), (8, 3, 2, 3))

#: The colour scale from its low to its high end: pale yellow, grey, dark blue. Evenly darker, so
#: that it reads the same in grey, and without the red and green that some cannot tell apart.
_ANCHORS = ("#fff6cf", "#e6d28e", "#b7aa7e", "#7f8084", "#46577a", "#0c2a57")
#: The share of an axis that is left free at either end.
_MARGIN = 0.02
#: So many different shades are drawn.
SHADES = 50


@dataclass(frozen=True, slots=True)
class AxisScale:
    """An axis: the values at its ends, the places of these, and the round numbers between."""

    low: float
    high: float
    start: float
    stop: float
    ticks: Sequence[float] = ()

    def __call__(self, value: float) -> float:
        """The place of a value.

        >>> AxisScale(0, 1, 100, 300)(0.25)
        150.0
        """
        return self.start + (value - self.low) / (self.high - self.low) * (self.stop - self.start)


def round_scale(
    values: Iterable[float], start: float, stop: float, fixed: tuple[float, float] | None = None
) -> AxisScale:
    """A scale that begins and ends with round numbers, around the values or a ``fixed`` range.

    From 0 to 1 where there is neither.
    """
    found = fixed or tuple(values) or (0.0, 1.0)
    numbers = ticks(min(found), max(found))
    return AxisScale(numbers[0], numbers[-1], start, stop, numbers)


def close_scale(
    values: Iterable[float], start: float, stop: float, fixed: tuple[float, float] | None = None
) -> AxisScale:
    """A scale that ends a little beyond the values, or with a ``fixed`` range.

    >>> close_scale([0.0, 0.9], 100, 200).ticks
    [0.0, 0.2, 0.4, 0.6, 0.8]
    """
    found = fixed or tuple(values) or (0.0, 1.0)
    low, high = min(found), max(found)
    numbers = ticks(low, high)
    if high - low < (numbers[-1] - numbers[0]) / 1000:
        return AxisScale(numbers[0], numbers[-1], start, stop, numbers)
    margin = 0.0 if fixed else _MARGIN * (high - low)
    low, high = low - margin, high + margin
    return AxisScale(low, high, start, stop, [tick for tick in numbers if low <= tick <= high])


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


def shade(place: float) -> str:
    """The colour at a place between 0 and 1, in one of 50 steps; beyond, that of the end.

    >>> shade(0), shade(0.5), shade(7)
    ('#fff6cf', '#9e9781', '#0c2a57')
    """
    step = round(min(max(place, 0.0), 1.0) * (SHADES - 1)) / (SHADES - 1)
    at = step * (len(_ANCHORS) - 1)
    below = min(int(at), len(_ANCHORS) - 2)
    low, high = (_channels(_ANCHORS[number]) for number in (below, below + 1))
    mixed = (a + (b - a) * (at - below) for a, b in zip(low, high, strict=True))
    return "#" + "".join(f"{round(channel):02x}" for channel in mixed)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
