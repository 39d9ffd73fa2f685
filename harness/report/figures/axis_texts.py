"""What stands along an axis, in one artist of matplotlib: names or numbers, marks, lines across.

Each of matplotlib's own ticks has five artists, which are most of the work of drawing a figure.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from matplotlib import rcParams
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Bbox, IdentityTransform

from harness.report.figures.lettering import length
from harness.report.figures.styles import PAD

#: The length of a mark at a number, in points.
_MARK = 3.5
#: How far letters reach above and below the line that they stand on, by their size.
_ABOVE, _BELOW = 0.76, 0.22


class AxisTexts(Artist):
    """Texts along the "x" or the "y" axis of axes by where they stand, beside the axes.

    They are level along y, and turned along x, unless they are ``numbers``, which are level and
    have marks. Lines go across the axes at all of them with so much ``alpha``.
    """

    def __init__(
        self, axis: str, texts: Mapping[float, str], size: float, *, numbers: bool, alpha: float
    ) -> None:
        super().__init__()
        self.axis, self.texts, self.size = axis, dict(texts), size
        self._numbers, self._alpha, self._ink = numbers, alpha, rcParams["text.color"]
        self._turned = axis == "x" and not numbers
        self._away = PAD + _MARK if numbers else PAD
        self._lengths = [length(text, size) for text in texts.values()]
        self._font = FontProperties(family=rcParams["font.family"], size=size)
        self.set(clip_on=False, zorder=0.9)

    @property
    def room(self) -> float:
        """How far the texts reach from the axes, in points."""
        level = self.axis == "x" and not self._turned
        high = self.size * (_ABOVE + _BELOW)
        return self._away + (high if level else max(self._lengths, default=0.0))

    def _across(self) -> Any:
        """The transformation of positions along the axis, and shares of the axes across it."""
        axes = self.axes
        assert axes is not None
        return axes.get_xaxis_transform() if self.axis == "x" else axes.get_yaxis_transform()

    def _point(self, position: float, share: float) -> tuple[float, float]:
        return (position, share) if self.axis == "x" else (share, position)

    def boxes(self, dot: float) -> Iterator[tuple[float, str, float, float, float, float]]:
        """Each text in view: its position, where its line starts, and how far it goes, in dots."""
        across, axes = self._across(), self.axes
        assert axes is not None
        low, high = sorted(axes.get_xlim() if self.axis == "x" else axes.get_ylim())
        tall, slack = self.size * (_ABOVE - _BELOW) * dot, 1e-9 * (high - low)
        for (position, text), points in zip(self.texts.items(), self._lengths, strict=True):
            if not low - slack <= position <= high + slack:
                continue
            x, y = across.transform(self._point(position, 0))
            wide = points * dot
            if self.axis == "y":
                yield position, text, x - self._away * dot - wide, y - tall / 2, wide, tall
            elif self._turned:
                yield position, text, x + tall / 2, y - self._away * dot - wide, -tall, wide
            else:
                down = (self._away + self.size * _ABOVE) * dot
                yield position, text, x - wide / 2, y - down, wide, tall

    def get_window_extent(self, renderer: Any = None) -> Bbox:  # noqa: ARG002  (matplotlib's)
        """Extent of all texts, in dots."""
        figure = self.get_figure(root=True)
        assert figure is not None
        boxes = [
            Bbox(((x, y), (x + right, y + up)))
            for *_, x, y, right, up in self.boxes(figure.dpi / 72)
        ]
        return Bbox.union(boxes) if boxes else Bbox.null()

    def draw(self, renderer: Any) -> None:
        """Write each text, anchored at its end at the axes, and draw what stands at it."""
        dot = renderer.points_to_pixels(1.0)
        boxes = list(self.boxes(dot))
        if not self.get_visible() or not boxes:
            return
        renderer.open_group("along")
        context = renderer.new_gc()
        context.set_foreground(self._ink)
        centred = self._numbers and self.axis == "x"
        pen = Text(rotation_mode="anchor", transform=IdentityTransform())
        pen.set_horizontalalignment("center" if centred else "right")
        height = renderer.get_canvas_width_height()[1] if renderer.flipy() else None
        for _, text, x, y, right, up in boxes:
            pen.set_position(
                (
                    x + (right / 2 if centred else 0 if self._turned else right),
                    y + (up if self._turned else 0),
                )
            )
            down, angle = y if height is None else height - y, 90 if self._turned else 0
            renderer.draw_text(context, x, down, text, self._font, angle, ismath=False, mtext=pen)
        across, mark = self._across(), np.array((0, -_MARK) if self.axis == "x" else (-_MARK, 0))
        lines = [
            across.transform([self._point(box[0], share) for share in (0, 1)]) for box in boxes
        ]
        codes = [Path.MOVETO, Path.LINETO] * len(lines)
        if self._numbers:
            context.set_linewidth(rcParams["xtick.major.width"] * dot)
            marks = [(line[0], line[0] + mark * dot) for line in lines]
            renderer.draw_path(context, Path(np.concatenate(marks), codes), IdentityTransform())
        if self._alpha:
            context.set_linewidth(0.5 * dot)
            context.set_alpha(self._alpha)
            renderer.draw_path(context, Path(np.concatenate(lines), codes), IdentityTransform())
        context.restore()
        renderer.close_group("along")
        self.stale = False


def write_names(
    axes: Axes, axis: str, names: Mapping[float, str], size: float, *, alpha: float = 0.0
) -> None:
    """Names along the "x" or the "y" axis, by where they stand, instead of its ticks."""
    _write(axes, AxisTexts(axis, names, size, numbers=False, alpha=alpha))


def fix_ticks(axes: Axes) -> None:
    """Numbers and lines at the ticks as they are now; labels elsewhere stay matplotlib's."""
    axes.set(xlim=axes.get_xlim(), ylim=axes.get_ylim())
    for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
        low, high = sorted(axis.get_view_interval())
        slack = 1e-9 * (high - low)
        ticks = [tick for tick in axis.get_majorticklocs() if low - slack <= tick <= high + slack]
        texts = axis.get_major_formatter().format_ticks(ticks)
        looks = axis.get_tick_params()
        if ticks and not looks.get("labeltop") and not axis.get_major_formatter().get_offset():
            numbers = dict(zip(ticks, texts, strict=True))
            alpha = looks["grid_alpha"] if looks["gridOn"] else 0.0
            size = rcParams["xtick.labelsize"]
            _write(axes, AxisTexts(name, numbers, size, numbers=True, alpha=alpha))


def _write(axes: Axes, texts: AxisTexts) -> None:
    axis = axes.xaxis if texts.axis == "x" else axes.yaxis
    axis.set_ticks([])
    axes.add_artist(texts)
    texts.set_clip_path(None)
    axis.labelpad = texts.room + PAD
