"""Texts of figures: made harmless, measured in the font they are drawn in, shortened to fit."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby

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


class _Letters(dict[str, tuple[float, str]]):
    """How far each character moves the pen, as a share of the size, and the font that has it.

    One that no font has is as wide as its escape, as which it is drawn.
    """

    def __init__(self, fonts: Sequence[str]) -> None:
        from matplotlib.font_manager import get_font

        self._fonts = [get_font(font) for font in fonts]

    def __missing__(self, char: str) -> tuple[float, str]:
        code = ord(char)
        font = next((font for font in self._fonts if code in font.get_charmap()), None)
        if font is None:
            letters = [self[letter] for letter in _escape(char)]
            self[char] = sum(advance for advance, _ in letters), letters[0][1]
            return self[char]
        font.set_size(_EM, 72)
        self[char] = font.load_char(code).linearHoriAdvance / 65536 / _EM, str(font.fname)
        return self[char]


#: Characters are measured so large that nothing is rounded.
_EM = 1000


@cache
def _tried(families: tuple[str, ...], weight: str) -> _Letters:
    from matplotlib.font_manager import FontProperties, findfont

    return _Letters([findfont(FontProperties(family=[name], weight=weight)) for name in families])


def _letters(weight: str) -> _Letters:
    """Those of the fonts of the settings, which are tried one after the other."""
    from matplotlib import rcParams

    return _tried(tuple(rcParams["font.family"]), weight)


def length(text: str, size: float, weight: str = "normal") -> float:
    """How wide a text is in the font of the settings, in points; kerning would make it less."""
    letters = _letters(weight)
    return size * sum(letters[char][0] for char in text)


def pieces(text: str, weight: str = "normal") -> Iterator[tuple[str, str]]:
    """The parts of a text, as it is drawn, that are of one font, each with the font's file."""
    letters = _letters(weight)
    for file, chars in groupby(drawable(text), lambda char: letters[char][1]):
        yield file, "".join(chars)


def fitted(text: str, size: float, room: float, weight: str = "normal") -> str:
    """The text if it fits in so many points; otherwise its beginning and its end, and … between.

    Names of runs differ at their ends as often as at their beginnings.
    """
    shown = drawable(text)
    if length(shown, size, weight) <= room:
        return shown
    low, high = 0, len(shown) - 1
    while low < high:
        middle = (low + high + 1) // 2
        fits = length(_cut(shown, middle), size, weight) <= room
        low, high = (middle, high) if fits else (low, middle - 1)
    return _cut(shown, low)


def _cut(text: str, count: int) -> str:
    """So many characters of a text, from its beginning and its end.

    >>> _cut("a-very-long-name-of-a-run-2", 8)
    'a-ve…un-2'
    """
    return f"{text[: math.ceil(count / 2)]}…{text[len(text) - count // 2 :]}"


def wrapped(text: str, size: float, room: float) -> str:
    """A label in lines that fit in the room."""
    lines: list[list[str]] = []
    space, left = length(" ", size), 0.0
    for word in map(drawable, text.split()):
        wide = length(word, size)
        if lines and space + wide <= left:
            lines[-1].append(word)
            left -= space + wide
        else:
            lines.append([word])
            left = room - wide
    return "\n".join(fitted(" ".join(line), size, room) for line in lines)
