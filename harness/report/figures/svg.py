"""Figures as SVG: no library, no network, no identifiers that could meet those of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import Any

from harness.report.figures.drawing import Dot, Drawing, Group, Part, Path, Point, Text
from harness.report.figures.kinds import Figure
from harness.report.figures.layout import drawing_of
from harness.report.figures.scales import INK
from harness.report.figures.texts import visible

_FONT = 'font-family="system-ui, sans-serif" font-size="12"'


def svg(figure: Figure, *, inline: bool = False) -> str:
    """The figure as an SVG document; every text in it is escaped.

    As a document of its own it is dark on a white ground. ``inline``, for a page in which it is
    embedded, it has no ground and takes the page's text colour (CSS ``color``), so that it can be
    read on a dark page and in print. The class of the picture is ``figure``. The title and the
    caption are its name and description for those who do not see it; names that are shortened
    stand whole in a title of their own.
    """
    drawn = drawing_of(figure)
    wide, high = _number(drawn.width), _number(drawn.height)
    ground = "" if inline else ' color="#222"'
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="figure" role="img" direction="ltr" '
            f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" fill="currentColor" '
            f"{_FONT}{ground}>"
        ),
        *_described(drawn),
        *([] if inline else [f'<rect width="{wide}" height="{high}" fill="#fff"/>']),
        *_written(drawn.parts),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _described(drawn: Drawing) -> list[str]:
    described = [f"<title>{_escaped(drawn.title)}</title>"]
    if drawn.caption:
        described.append(f"<desc>{_escaped(drawn.caption)}</desc>")
    return described


def _written(parts: Iterable[Part]) -> Iterable[str]:
    for part in parts:
        yield _WRITERS[type(part)](part)


def _escaped(text: str) -> str:
    return escape(visible(text))


def _number(value: float) -> str:
    """A number with one decimal at most.

    >>> _number(12.0), _number(0.04), _number(-3.25)
    ('12', '0', '-3.2')
    """
    written = f"{value:.1f}".removesuffix(".0")
    return "0" if written == "-0" else written


def _colour(colour: str) -> str:
    return "currentColor" if colour == INK else colour


def _group(group: Group) -> str:
    inner = "".join(_written(group.parts))
    return f"<g><title>{_escaped(group.name)}</title>{inner}</g>"


def _path(path: Path) -> str:
    outlines = "".join(_outline(outline, path.closed) for outline in path.outlines)
    further = ""
    if path.stroke != "none":
        further += f' stroke="{_colour(path.stroke)}"'
        further += f' stroke-width="{_number(path.thickness)}"' if path.thickness != 1 else ""
    if path.dash:
        further += f' stroke-dasharray="{" ".join(map(_number, path.dash))}"'
    if path.fill_opacity != 1:
        further += f' fill-opacity="{path.fill_opacity:g}"'
    if path.opacity != 1:
        further += f' opacity="{path.opacity:g}"'
    return f'<path d="{outlines}" fill="{_colour(path.fill)}"{further}/>'


def _outline(points: Sequence[Point], closed: bool) -> str:
    """An outline, horizontal and vertical stretches in short.

    >>> _outline([(0, 0), (2.5, 0), (2.5, 1)], True), _outline([(0, 0), (1, 1)], False)
    ('M0 0H2.5V1z', 'M0 0L1 1')
    """
    places = [(_number(x), _number(y)) for x, y in points]
    steps = [f"M{places[0][0]} {places[0][1]}"]
    for (x0, y0), (x1, y1) in pairwise(places):
        steps.append(f"H{x1}" if y0 == y1 else f"V{y1}" if x0 == x1 else f"L{x1} {y1}")
    return "".join(steps) + ("z" if closed else "")


def _dot(dot: Dot) -> str:
    x, y = map(_number, dot.at)
    stroke = f' stroke="{_colour(dot.stroke)}"' if dot.stroke != "none" else ""
    radius = _number(dot.radius)
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{_colour(dot.fill)}"{stroke}/>'


def _text(text: Text) -> str:
    x, y = map(_number, text.at)
    further = f' font-size="{_number(text.size)}"' if text.size != 12 else ""
    further += f' text-anchor="{text.anchor}"' if text.anchor != "start" else ""
    further += ' font-weight="bold"' if text.bold else ""
    further += f' transform="rotate(-90 {x} {y})"' if text.upright else ""
    whole = f"<title>{_escaped(text.whole)}</title>" if text.whole else ""
    return f'<text x="{x}" y="{y}"{further}>{_escaped(text.text)}{whole}</text>'


_WRITERS: dict[type, Callable[[Any], str]] = {
    Dot: _dot,
    Group: _group,
    Path: _path,
    Text: _text,
}
