"""Texts of figures: made harmless, measured in the font they are drawn in, shortened to fit."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

from harness.core import harmless


def drawable(text: str) -> str:
    r"""The text with what acts, and what no font here has, as escapes.

    >>> print(drawable("a\u202eb\uffff 世"))
    a\u202eb\uffff \u4e16
    """
    known = _characters()
    shown = (char if ord(char) in known else _escape(char) for char in harmless.visible(text))
    return "".join(shown)


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode()


@cache
def _characters() -> frozenset[int]:
    from matplotlib.font_manager import findfont, get_font

    return frozenset(get_font(findfont("DejaVu Sans")).get_charmap())


@cache
def _renderer() -> Any:
    from matplotlib.backends import backend_agg

    make: Callable[..., Any] = backend_agg.RendererAgg
    return make(8, 8, 72)


def length(text: str, size: float) -> float:
    """How wide a text is, in points."""
    from matplotlib.font_manager import FontProperties

    measure: Callable[..., tuple[float, float, float]] = _renderer().get_text_width_height_descent
    return measure(text, FontProperties(size=size), False)[0]


def fitted(text: str, size: float, room: float) -> str:
    """The text if it fits in so many points; otherwise its beginning and its end, and … between.

    Names of runs differ at their ends as often as at their beginnings.
    """
    shown = drawable(text)
    if length(shown, size) <= room:
        return shown
    low, high = 0, len(shown) - 1
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (
            (middle, high) if length(_cut(shown, middle), size) <= room else (low, middle - 1)
        )
    return _cut(shown, low)


def _cut(text: str, count: int) -> str:
    """So many characters of a text, from its beginning and its end.

    >>> _cut("a-very-long-name-of-a-run-2", 8)
    'a-ve…un-2'
    """
    return f"{text[: math.ceil(count / 2)]}…{text[len(text) - count // 2 :]}"


def wrapped(text: str, size: float, room: float) -> str:
    """A label in lines that fit in the room."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else ""
        if longer and length(drawable(longer), size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(fitted(line, size, room) for line in lines)
