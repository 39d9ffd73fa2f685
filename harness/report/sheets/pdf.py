"""A page of A4 as PDF, which reportlab writes: its hundreds of words, and matplotlib's axes."""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING, Any

from harness._version import __version__
from harness.report.figures.lettering import length, pieces, wrapped
from harness.report.figures.plots import described
from harness.report.figures.styles import INK, FigureStyle

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: A4 in points.
WIDTH, HEIGHT = 595.276, 841.89
GREY = "#666666"
#: The letters of sheets, and the size of the smaller ones.
STYLE = FigureStyle(size=8.0)
SMALL = STYLE.small


class Page:
    """A page under way, within the `settings` of ``STYLE``.

    Positions are points from its upper left corner.
    """

    def __init__(self) -> None:
        from matplotlib.figure import Figure
        from reportlab import rl_config
        from reportlab.pdfgen.canvas import Canvas

        rl_config.useA85 = 0  # bytes as they are
        self._content = io.BytesIO()
        self._canvas = Canvas(
            self._content,
            pagesize=(WIDTH, HEIGHT),
            pageCompression=1,
            invariant=1,
            initialFontName=_font(next(pieces(" "))[0]),  # else one that is not embedded
        )
        # Without a ground, which would cover the texts.
        self._axes = Figure(figsize=(WIDTH / 72, HEIGHT / 72), dpi=72, frameon=False)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = SMALL,
        *,
        weight: str = "normal",
        color: str = INK,
        right: bool = False,
    ) -> None:
        """A line of text that stands on y, and begins, or ends on the ``right``, at x."""
        self._canvas.setFillColor(color)
        x -= length(text, size, weight) if right else 0.0
        write_text(self._canvas, x, HEIGHT - y, text, size, weight)

    def lines(self, x: float, y: float, text: str, room: float, size: float = SMALL) -> float:
        """A text in lines that fit the room, in grey; where the next line goes."""
        for line in wrapped(text, size, room).split("\n") if text else ():
            self.text(x, y, line, size, color=GREY)
            y += size * 1.25
        return y

    def rule(self, y: float, x: float, width: float) -> None:
        """A thin line across."""
        self._canvas.setStrokeColor(INK)
        self._canvas.setLineWidth(0.4)
        self._canvas.line(x, HEIGHT - y, x + width, HEIGHT - y)

    def axes(self, x: float, y: float, width: float, height: float) -> Axes:
        """Axes whose upper left corner is there."""
        lower = 1 - (y + height) / HEIGHT
        made = self._axes.add_axes((x / WIDTH, lower, width / WIDTH, height / HEIGHT))
        made.patch.set_visible(False)
        return made

    def pdf(self, title: str) -> bytes:
        """The file; the same page gives the same bytes."""
        from harness.report.sheets.artists import Renderer

        self._axes.draw(Renderer(self._canvas, (WIDTH, HEIGHT), write_text))
        self._canvas.setTitle(described(title))
        for set_text in (self._canvas.setCreator, self._canvas.setProducer):
            set_text(f"harness {__version__}")
        for set_text in (self._canvas.setAuthor, self._canvas.setSubject):
            set_text("")
        self._canvas.save()
        return self._content.getvalue()


def write_text(canvas: Any, x: float, y: float, text: str, size: float, weight: str) -> None:
    """Write a text from there on, each piece in the font that has its characters."""
    for file, piece in pieces(text, weight):
        canvas.setFont(_font(file), size)
        canvas.drawString(x, y, piece)
        x += length(piece, size, weight)


@cache
def _font(file: str) -> str:
    """The name by which reportlab knows a font; it embeds the characters that are drawn."""
    from reportlab.pdfbase import pdfmetrics, ttfonts

    pdfmetrics.registerFont(ttfonts.TTFont(file, file))
    return file
