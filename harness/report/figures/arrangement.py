"""Where axes and the key of a figure are put, and how high that makes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from harness.report.figures.styles import PAD, POINTS, FigureStyle

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Canvas


@dataclass(frozen=True, slots=True)
class Room:
    """How high the axes are in points, and where the key stands.

    Second axes are so wide ``beside`` the first, or so high ``above`` them.
    """

    high: float
    key: str = "below"
    beside: float = 0.0
    above: float = 0.0


def arrange(drawn: Canvas, room: Room, style: FigureStyle) -> None:
    """Put axes where their texts and the key leave room, and end the figure where they end.

    What lies around axes is measured once, as that is most of the work of drawing them; it depends
    little on how wide they are. All numbers are points.
    """
    width, most = style.width * POINTS, style.height * POINTS
    dots = drawn.dpi / 72
    for axes in drawn.axes:
        axes.set_position((0.2, 0.2, 0.7, min(room.high / most, 0.8)))
    left, below, right, above = np.max([_around_axes(axes) for axes in drawn.axes], axis=0) / dots
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


def _around_axes(axes: Axes) -> tuple[float, float, float, float]:
    """How far texts reach beyond axes to the left, below, to the right and above, in dots."""
    box, inner = axes.get_tightbbox(bbox_extra_artists=axes.artists), axes.bbox
    assert box is not None
    return inner.x0 - box.x0, inner.y0 - box.y0, box.x1 - inner.x1, box.y1 - inner.y1
