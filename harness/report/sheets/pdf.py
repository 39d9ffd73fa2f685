"""A page of A4 as PDF: texts and rules at their places, and axes, all written by matplotlib."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from matplotlib.artist import Artist
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.transforms import IdentityTransform

from harness._version import __version__
from harness.report.figures.lettering import drawable, length, wrapped
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


class _Writing(Artist):
    """Texts and rules, in points from the lower left corner of a page.

    They are drawn without an object for each, of which a page would have hundreds.
    """

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[tuple[float, float, str, FontProperties, str]] = []
        self.rules: list[tuple[float, float, float]] = []

    def draw(self, renderer: Any) -> None:
        """Draw them all."""
        context = renderer.new_gc()
        context.set_foreground(INK)
        context.set_linewidth(0.4)
        for x, y, width in self.rules:
            line = Path([(x, y), (x + width, y)])
            renderer.draw_path(context, line, IdentityTransform())
        for x, y, text, font, colour in self.texts:
            context.set_foreground(colour)
            renderer.draw_text(context, x, y, text, font, 0)
        context.restore()


class Page:
    """A page under way, within the `settings` of ``STYLE``.

    Positions are points from its upper left corner.
    """

    def __init__(self) -> None:
        from matplotlib.figure import Figure

        # Without a ground, which would cover the texts.
        self._figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72), dpi=72, frameon=False)
        self._writing = _Writing()
        self._figure.add_artist(self._writing)
        self._fonts: dict[tuple[float, str], FontProperties] = {}

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
        if not text:
            return
        shown = drawable(text)
        x -= length(shown, size, weight) if right else 0.0
        if (font := self._fonts.get((size, weight))) is None:
            font = self._fonts[size, weight] = FontProperties(size=size, weight=weight)
        self._writing.texts.append((x, HEIGHT - y, shown, font, color))

    def lines(self, x: float, y: float, text: str, room: float, size: float = SMALL) -> float:
        """A text in lines that fit the room, in grey; where the next line goes."""
        for line in wrapped(text, size, room).split("\n") if text else ():
            self.text(x, y, line, size, color=GREY)
            y += size * 1.25
        return y

    def rule(self, y: float, x: float, width: float) -> None:
        """A thin line across."""
        self._writing.rules.append((x, HEIGHT - y, width))

    def axes(self, x: float, y: float, width: float, height: float) -> Axes:
        """Axes whose upper left corner is there."""
        lower = 1 - (y + height) / HEIGHT
        made = self._figure.add_axes((x / WIDTH, lower, width / WIDTH, height / HEIGHT))
        made.patch.set_visible(False)
        return made

    def pdf(self, title: str) -> bytes:
        """The file; the same page gives the same bytes."""
        made_by = f"harness {__version__}"
        known = {"Title": described(title), "Creator": made_by, "Producer": made_by}
        with io.BytesIO() as file:
            self._figure.savefig(file, format="pdf", metadata={**known, "CreationDate": None})
            return file.getvalue()
