"""Figures for papers, drawn by matplotlib: PDF, SVG and PNG. It is loaded only when it draws."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from harness.core.errors import HarnessError, InputError, Problem, unknown
from harness.report.figures.drawing import Anchor, Dot, Drawing, Group, Path, Text
from harness.report.figures.kinds import Figure
from harness.report.figures.layout import drawing_of
from harness.report.figures.scales import INK
from harness.report.figures.texts import escaped, shortened, visible

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas
    from matplotlib.transforms import Transform

#: Points of a printer to a pixel of a drawing.
_POINT = 0.75
_PIXELS_PER_INCH = 96
#: A PNG larger than this in either direction has fewer than 300 dots to the inch.
_DPI, _MOST_DOTS = 300, 30_000
_INK = "#222222"

#: What makes the bytes the same: no random names in an SVG, fonts whole enough to be searched.
_SETTINGS = {
    "font.family": ["DejaVu Sans"],
    "pdf.fonttype": 42,
    "svg.fonttype": "path",
    "svg.hashsalt": "harness",
    "lines.scale_dashes": False,
}


@dataclass(frozen=True, slots=True)
class _Format:
    """What a format calls the title and the caption, and what it must be told to leave out."""

    title: str
    caption: str
    left_out: tuple[str, ...]


FORMATS: Mapping[str, _Format] = {
    "pdf": _Format("Title", "Subject", ("CreationDate", "Creator", "Producer")),
    "svg": _Format("Title", "Description", ("Date", "Creator")),
    "png": _Format("Title", "Description", ("Software",)),
}


def plotted(figure: Figure, format: str) -> bytes:
    """The file of a figure as matplotlib draws it: "pdf", "svg" or "png".

    PDF and SVG hold shapes and the fonts they need: a PDF as text that can be searched, an SVG as
    outlines. A PNG has 300 dots an inch, fewer where it would be more than 30,000 wide or high. The
    same figure gives the same bytes, whatever the settings of matplotlib, which stay as they are.

    Raises `HarnessError` without matplotlib, `InputError` for another format.
    """
    if format not in FORMATS:
        raise InputError(unknown("format of figures", format, FORMATS))
    matplotlib = _matplotlib(format)
    drawn = drawing_of(figure)
    ours = {name: value for name, value in matplotlib.rcParamsDefault.items() if _is_style(name)}
    with matplotlib.rc_context({**ours, **_SETTINGS}), io.BytesIO() as file:
        canvas = _canvas(drawn)
        longest = max(canvas.get_size_inches())
        canvas.savefig(
            file,
            format=format,
            dpi=min(_DPI, int(_MOST_DOTS / longest)),
            metadata=_metadata(drawn, FORMATS[format]),
        )
        return file.getvalue()


def _matplotlib(format: str) -> Any:
    try:
        import matplotlib as mpl
    except ImportError:
        hint = 'pip install "ir-harness[plots]"'
        raise HarnessError(Problem(f"figures as {format} need matplotlib", hint=hint)) from None
    return mpl


def _is_style(name: str) -> bool:
    """Whether a setting changes how a figure looks, and not on which screen it is shown."""
    return not name.startswith(("backend", "interactive", "toolbar", "webagg", "tk.", "date."))


def _metadata(drawn: Drawing, names: _Format) -> dict[str, str | None]:
    said: dict[str, str | None] = dict.fromkeys(names.left_out)
    said |= {names.title: visible(drawn.title), names.caption: visible(drawn.caption)}
    return {name: value for name, value in said.items() if value != ""}


def _canvas(drawn: Drawing) -> Canvas:
    """The drawing on a page of its size, without pyplot, which would keep it."""
    from matplotlib.figure import Figure as Canvas
    from matplotlib.transforms import Affine2D

    inches = drawn.width / _PIXELS_PER_INCH, drawn.height / _PIXELS_PER_INCH
    canvas = Canvas(figsize=inches, facecolor="white")
    places = Affine2D().scale(1 / drawn.width, -1 / drawn.height).translate(0, 1)
    for part in _flat(drawn.parts):
        canvas.add_artist(_ARTISTS[type(part)](part, places + canvas.transFigure))
    return canvas


def _flat(parts: Any) -> Iterator[Path | Dot | Text]:
    for part in parts:
        if isinstance(part, Group):
            yield from part.parts
        else:
            yield part


def _colour(colour: str, opacity: float = 1.0) -> str | tuple[str, float]:
    named = _INK if colour == INK else colour
    return named if named == "none" or opacity == 1 else (named, opacity)


def _path(path: Path, places: Transform) -> Any:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path as Outline

    vertices, codes = [], []
    for points in path.outlines:
        vertices += [*points, points[0]] if path.closed else list(points)
        codes += [Outline.MOVETO] + [Outline.LINETO] * (len(points) - 1)
        codes += [Outline.CLOSEPOLY] if path.closed else []
    return PathPatch(
        Outline(vertices, codes),
        transform=places,
        facecolor=_colour(path.fill, path.fill_opacity * path.opacity),
        edgecolor=_colour(path.stroke, path.opacity),
        linewidth=path.thickness * _POINT,
        linestyle=(0, [length * _POINT for length in path.dash]) if path.dash else "solid",
        capstyle="butt",
        joinstyle="miter",
    )


def _dot(dot: Dot, places: Transform) -> Any:
    from matplotlib.patches import Circle

    return Circle(
        dot.at,
        dot.radius,
        transform=places,
        facecolor=_colour(dot.fill),
        edgecolor=_colour(dot.stroke),
        linewidth=_POINT,
    )


_ALIGNED: dict[Anchor, Literal["left", "center", "right"]] = {
    "start": "left",
    "middle": "center",
    "end": "right",
}


def _text(text: Text, places: Transform) -> Any:
    """A text as it is: ``$`` begins no formula, and what the font lacks stands as a number."""
    from matplotlib.text import Text as Line

    written = _in_font(text.text)
    if written != text.text:
        written = shortened(_in_font(text.whole or text.text), text.size, text.room)
    return Line(
        *text.at,
        written,
        transform=places,
        color=_INK,
        fontsize=text.size * _POINT,
        fontweight="bold" if text.bold else "normal",
        horizontalalignment=_ALIGNED[text.anchor],
        verticalalignment="baseline",
        rotation=90 if text.upright else 0,
        rotation_mode="anchor",
        parse_math=False,
    )


def _in_font(text: str) -> str:
    from matplotlib.font_manager import findfont, get_font

    font = get_font(findfont("DejaVu Sans"))
    return "".join(char if font.get_char_index(ord(char)) else escaped(char) for char in text)


_ARTISTS: dict[type, Callable[[Any, Transform], Any]] = {Dot: _dot, Path: _path, Text: _text}
