"""A drawing: shapes and texts at places, from which every file format is made.

Places are in pixels of 1/96 inch, from the top left corner. Colours are ``#rrggbb``, "none", or
`INK`, the text colour of whatever the drawing stands in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from harness.report.figures.scales import COLOURS, INK, AxisScale
from harness.report.figures.texts import shortened, visible, width

Point = tuple[float, float]
#: Where the place of a text is.
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Path:
    """Open or ``closed`` outlines, one at least, drawn with one pen.

    ``opacity`` is that of all of it, ``fill_opacity`` that of what is inside.
    """

    outlines: Sequence[Sequence[Point]]
    stroke: str = INK
    fill: str = "none"
    thickness: float = 1.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    fill_opacity: float = 1.0
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    """A circle."""

    at: Point
    radius: float
    fill: str = INK
    stroke: str = "none"


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text; ``whole`` is what it was before it was shortened to fit in the ``room``.

    ``upright`` texts are read from the bottom to the top.
    """

    at: Point
    text: str
    size: float = 12.0
    anchor: Anchor = "start"
    bold: bool = False
    upright: bool = False
    whole: str = ""
    room: float = float("inf")


@dataclass(frozen=True, slots=True)
class Group:
    """Parts that belong together, with a name that is shown when one points at them."""

    name: str
    parts: Sequence[Path | Dot | Text]


Part = Path | Dot | Text | Group


@dataclass(frozen=True, slots=True)
class Drawing:
    """All parts of a figure, in the order in which they are drawn, and its size."""

    width: float
    height: float
    title: str
    caption: str
    parts: Sequence[Part]


def text(
    at: Point,
    written: str,
    *,
    room: float,
    size: float = 12.0,
    anchor: Anchor = "start",
    bold: bool = False,
    upright: bool = False,
) -> Text:
    """A text that is harmless and fits in the ``room``."""
    whole = visible(written)
    short = shortened(whole, size, room / 1.08 if bold else room)
    return Text(at, short, size, anchor, bold, upright, whole if short != whole else "", room)


def widest(names: Sequence[str], size: float, most: float) -> float:
    """The room that names need, at most ``most``."""
    return min(max((width(visible(name), size) for name in names), default=0.0), most)


def rectangle(x0: float, y0: float, x1: float, y1: float) -> list[Point]:
    """The corners of a rectangle."""
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def heading(title: str, figure_width: float) -> Text:
    """The title at the top of a figure."""
    return text((12, 24), title, room=figure_width - 24, size=15, bold=True)


def numbers_across(
    scale: AxisScale, top: float, bottom: float, *, above: bool = False, grid: bool = True
) -> list[Part]:
    """A horizontal axis: its numbers below the bottom, or ``above`` too, and its grid."""
    places = [(scale(tick), f"{tick:g}") for tick in scale.ticks]
    parts: list[Part] = []
    if grid:
        parts.append(Path([[(x, top), (x, bottom)] for x, _ in places], opacity=0.15))
    parts.append(Path([[(x, bottom), (x, bottom + 5)] for x, _ in places]))
    parts += [Text((x, bottom + 19), label, anchor="middle") for x, label in places]
    if above:
        parts += [Text((x, top - 6), label, anchor="middle") for x, label in places]
    return parts


#: Shapes of markers, by their corners on a circle of radius 1; the first is the circle itself.
_MARKERS: tuple[tuple[Point, ...], ...] = (
    (),
    ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
    ((0, -1.2), (1.1, 0.8), (-1.1, 0.8)),
    ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
    ((0, 1.2), (1.1, -0.8), (-1.1, -0.8)),
)


def markers(points: Sequence[Point], number: int, *, radius: float = 3.0) -> list[Path | Dot]:
    """Markers at points, in the shape and colour of the line with this number."""
    colour = COLOURS[number % len(COLOURS)]
    corners = _MARKERS[number % len(_MARKERS)]
    if not corners:
        return [Dot(point, radius, colour) for point in points]
    outlines = [[(x + radius * dx, y + radius * dy) for dx, dy in corners] for x, y in points]
    return [Path(outlines, stroke="none", fill=colour, closed=True)]
