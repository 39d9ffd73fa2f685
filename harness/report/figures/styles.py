"""The look of figures: colours, sizes, venues, and the placement of axes and key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from harness.core.errors import InputError, Problem, refuse, unknown
from harness.core.packages import extra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas

#: Printer's points in a centimetre.
POINTS = 72 / 2.54
#: The gap between neighbouring elements, in points.
PAD = 3.0
INK = "#222222"
#: The hues of Okabe and Ito, which colour-blind people can tell apart, without the faint yellow and
#: as dark as text must be on white, for paper and the page; the page has others for dark mode.
COLOURS = ("#0072b2", "#d55e00", "#007a58", "#b0578f", "#b37400", "#2f8fc4", "#333333")
COLOURS_ON_DARK = ("#5cb3ec", "#ff8a3d", "#2fc79a", "#e39ac8", "#f0b429", "#8fd0f5", "#d9d9d9")
#: Dashes and gaps in line widths. On paper neighbouring lines differ by these and by their markers,
#: for grey prints; on the page lines of the same colour differ by them.
DASHES: tuple[tuple[float, ...], ...] = ((), (5, 2), (1.5, 1.5), (5, 1.5, 1.5, 1.5))
MARKERS = ("o", "s", "^", "D", "v")
#: The colour scale of heat maps: pale yellow, grey, dark blue. It darkens evenly so that it reads
#: the same in grey, and avoids red and green, which some people cannot tell apart.
SHADES = ("#fff6cf", "#e6d28e", "#b7aa7e", "#7f8084", "#46577a", "#0c2a57")

#: The smallest text size in points that publishers accept.
LEAST_SIZE = 7.0
#: The narrowest figure in centimetres with room for names and an axis.
LEAST_WIDTH = 4.0

#: The fonts of figures and sheets. They come with matplotlib and have Latin, Greek and Cyrillic, so
#: a figure has the same bytes whatever is installed. The second draws what the first lacks.
SERIF, SANS = ("STIXGeneral", "DejaVu Sans"), ("DejaVu Sans",)


def matplotlib() -> Any:
    """Load and return the library; `MissingPackageError` if it is not installed."""
    with extra("figures", "figures and sheets need"):
        import matplotlib as mpl
    return mpl


@dataclass(frozen=True, slots=True)
class FigureStyle:
    """Width and maximum height in centimetres, text size in points, font families.

    ``across`` is the width of a page with several columns; ``wide`` figures span them. Each
    character is drawn in the first of the fonts that has it. Figures are ``described``, for readers
    who cannot see them, if the venue asks for that.
    """

    width: float = 15.0
    height: float = 22.0
    size: float = 9.0
    fonts: tuple[str, ...] = SANS
    across: float = 15.0
    wide: bool = False
    described: bool = False

    @property
    def small(self) -> float:
        """The size of names and of numbers along an axis.

        >>> FigureStyle(size=9.0).small, FigureStyle(size=7.5).small
        (8.0, 7.0)
        """
        return max(self.size - 1, LEAST_SIZE)


#: One column of a venue's page, or a slide; the height leaves room for a caption of three lines.
VENUES = {
    "acm": FigureStyle(8.47, 21.0, 8.0, SERIF, 17.78, described=True),
    "ieee": FigureStyle(8.85, 21.5, 8.0, SERIF, 18.1),
    "lncs": FigureStyle(12.2, 17.0, 8.0, SERIF, 12.2),
    "springer": FigureStyle(8.4, 21.0, 8.0, SANS, 17.4),
    "beamer": FigureStyle(14.0, 7.2, 9.0, SANS, 14.0),
}


def choose_style(
    venue: str | None = None,
    *,
    width: float | None = None,
    font_size: float | None = None,
    wide: bool = False,
) -> FigureStyle:
    """Return the style of a venue, or the default one, with a different width or size if given.

    ``wide`` takes the width of the page, across its columns. Raises `InputError` for an unknown
    venue, and for a width or size that text or axis cannot fit in.

    >>> choose_style("acm", font_size=7).size, choose_style("acm", wide=True).width
    (7, 17.78)
    """
    if venue is not None and venue not in VENUES:
        raise InputError(unknown("venue", venue, VENUES))
    style = FigureStyle() if venue is None else VENUES[venue]
    across = wide and style.width < style.across
    style = replace(
        style,
        width=width or (style.across if across else style.width),
        size=font_size or style.size,
        wide=across,
    )
    refuse(_check_style(style), InputError)
    return style


def _check_style(style: FigureStyle) -> Iterator[Problem]:
    if not LEAST_SIZE <= style.size <= 24:
        message = f"texts of {style.size:g} points: allowed are {LEAST_SIZE:g} to 24"
        yield Problem(message, key="font size")
    if not LEAST_WIDTH <= style.width <= 100:
        message = f"a figure of {style.width:g} cm: allowed are {LEAST_WIDTH:g} to 100"
        yield Problem(message, key="width")


def centimetres(text: str) -> float:
    """Return a width in centimetres from text: "8.5cm", "85 mm", "3.33in", "241pt" or a number.

    A point is TeX's: 72.27 are an inch. Raises `ValueError` for anything else.

    >>> centimetres("85 mm"), round(centimetres("241.15pt"), 2)
    (8.5, 8.48)
    """
    units = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72.27}
    unit = text.strip()[-2:].lower()
    return round(float(text.strip()[:-2] if unit in units else text) * units.get(unit, 1.0), 6)


@dataclass(frozen=True, slots=True)
class Room:
    """The height of the axes in points, and the place of the key.

    Second axes are either ``beside`` the first, with that width, or ``above`` them, that high.
    """

    high: float
    key: str = "below"
    beside: float = 0.0
    above: float = 0.0


def arrange(drawn: Canvas, room: Room, style: FigureStyle) -> None:
    """Place axes so that their texts and the key have room, and end the figure below them.

    The margins around axes are measured only once, because this is most of the work of drawing;
    they hardly depend on the width. All numbers are points.
    """
    width, most = style.width * POINTS, style.height * POINTS
    dots = drawn.dpi / 72
    for axes in drawn.axes:
        axes.set_position((0.2, 0.2, 0.7, min(room.high / most, 0.8)))
    left, below, right, above = (
        np.max([_measure_around(axes) for axes in drawn.axes], axis=0) / dots
    )
    key = {"below": 0.0, "above": 0.0, "beside": 0.0}
    for legend in drawn.legends:
        box = legend.get_window_extent()
        key[room.key] = (box.width if room.key == "beside" else box.height) / dots + PAD
    left, below = left + PAD, below + PAD + key["below"]
    right += PAD + key["beside"] + (room.beside and room.beside + PAD)
    above += PAD + key["above"] + (room.above and room.above + PAD)
    high = min(room.high, most - below - above)
    total, inner = below + high + above, width - left - right
    drawn.set_figheight(total / 72)
    boxes = [(left, below, inner, high)]
    if room.beside:
        boxes.append((left + inner + PAD, below, room.beside, high))
    if room.above:
        boxes.append((left, below + high + PAD, inner, room.above))
    for axes, (x, y, wide, tall) in zip(drawn.axes, boxes, strict=True):
        axes.set_position((x / width, y / total, wide / width, tall / total))


def _measure_around(axes: Axes) -> tuple[float, float, float, float]:
    """Return how far texts reach beyond axes, to the left, below, right and above, in dots."""
    box, inner = axes.get_tightbbox(bbox_extra_artists=[]), axes.bbox
    assert box is not None
    return inner.x0 - box.x0, inner.y0 - box.y0, box.x1 - inner.x1, box.y1 - inner.y1
