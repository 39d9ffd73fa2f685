"""Matplotlib's artists on a page that reportlab writes: their paths, and their texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matplotlib.backend_bases import RendererBase
from matplotlib.path import Path


class Renderer(RendererBase):
    """Draws what matplotlib asks for on a canvas of reportlab."""

    def __init__(
        self, canvas: Any, size: tuple[float, float], write_text: Callable[..., None]
    ) -> None:
        super().__init__()
        self.canvas = canvas
        self._size = size
        self._write_text = write_text

    def get_canvas_width_height(self) -> tuple[float, float]:
        """The size of the page in points."""
        return self._size

    def flipy(self) -> bool:
        """Positions are counted from below."""
        return False

    def draw_path(self, gc: Any, path: Any, transform: Any, rgbFace: Any = None) -> None:  # noqa: N803
        """A path, filled where there is a colour of its face, within the clip of its axes."""
        outline = self.canvas.beginPath()
        draw = {
            Path.MOVETO: outline.moveTo,
            Path.LINETO: outline.lineTo,
            Path.CURVE4: outline.curveTo,
            Path.CLOSEPOLY: lambda *_: outline.close(),
        }
        for points, code in path.iter_segments(transform):
            draw[code](*points)
        self.canvas.saveState()
        if (box := gc.get_clip_rectangle()) is not None:
            inside = self.canvas.beginPath()
            inside.rect(*box.bounds)
            self.canvas.clipPath(inside, stroke=0, fill=0)
        self._set_look(gc, rgbFace)
        stroke = gc.get_linewidth() > 0
        self.canvas.drawPath(outline, stroke=stroke, fill=rgbFace is not None)
        self.canvas.restoreState()

    def _set_look(self, gc: Any, face: Any) -> None:
        alpha = gc.get_alpha() if gc.get_forced_alpha() else None
        for colour, set_colour in (
            (gc.get_rgb(), self.canvas.setStrokeColorRGB),
            (face, self.canvas.setFillColorRGB),
        ):
            if colour is not None:
                *rgb, own = (*colour, 1.0)[:4]
                set_colour(*rgb, alpha=own if alpha is None else alpha)
        self.canvas.setLineWidth(gc.get_linewidth())
        offset, dashes = gc.get_dashes()
        self.canvas.setDash([] if dashes is None else list(dashes), offset or 0)

    def draw_text(
        self, gc: Any, x: float, y: float, s: str, prop: Any, angle: float, *_: Any, **__: Any
    ) -> None:
        """A text that begins there, turned by an angle in degrees."""
        self.canvas.saveState()
        self.canvas.setFillColorRGB(*gc.get_rgb()[:3])
        self.canvas.translate(x, y)
        self.canvas.rotate(angle)
        self._write_text(self.canvas, 0, 0, s, prop.get_size_in_points(), str(prop.get_weight()))
        self.canvas.restoreState()
