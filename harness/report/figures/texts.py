"""Texts in figures: made harmless, measured without a font, and shortened to fit."""

from __future__ import annotations

import unicodedata

from harness.core import harmless

#: What is no character, which no XML may hold.
_FORBIDDEN = "\ufffe\uffff"

#: Widths of characters as shares of the font size, on the safe side.
_NARROW, _USUAL, _LARGE, _BROAD, _FULL = 0.36, 0.62, 0.69, 0.95, 1.05


def visible(text: str) -> str:
    r"""The text with characters that are not seen, that move others, or that are none, as escapes.

    >>> print(visible("a\u202eb\x1b[2J\uffff"))
    a\u202eb\x1b[2J\uffff
    """
    shown = harmless.visible(text)
    for char in _FORBIDDEN:
        shown = shown.replace(char, escaped(char))
    return shown


def escaped(char: str) -> str:
    r"""A character by its number, as Python writes it.

    >>> print(escaped("é"), escaped("世"), escaped("😀"))
    \xe9 \u4e16 \U0001f600
    """
    return char.encode("unicode_escape").decode()


def width(text: str, size: float) -> float:
    """About how wide a text is in a sans-serif font, rather too much than too little.

    >>> width("lm", 10) < width("mm", 10) < width("世界", 10)
    True
    """
    return size * sum(map(_share, text))


def _share(char: str) -> float:
    if unicodedata.combining(char):
        return 0.0
    if unicodedata.east_asian_width(char) in "WF":
        return _FULL
    if char in "iljtf.,:;'|!()[] ":
        return _NARROW
    if char in "mwMW@%—…=+<>~":
        return _BROAD
    return _LARGE if char.isupper() or char.isdigit() else _USUAL


def shortened(text: str, size: float, room: float) -> str:
    """The text if it fits in the room; otherwise its beginning and its end, and … between them.

    Names of runs differ at their ends as often as at their beginnings.

    >>> shortened("bm25", 10, 100), shortened("a-very-long-name-of-a-run-2", 10, 60)
    ('bm25', 'a-ve…un-2')
    """
    if width(text, size) <= room:
        return text
    left = room - width("…", size)
    head, tail = 0, len(text)
    used = 0.0
    while head < tail:
        at_head = head <= len(text) - tail
        used += width(text[head] if at_head else text[tail - 1], size)
        if used > left:
            break
        head, tail = (head + 1, tail) if at_head else (head, tail - 1)
    return f"{text[:head]}…{text[tail:]}"
