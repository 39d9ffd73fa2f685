"""Texts that come from files, such as run tags, made safe to look at."""

from __future__ import annotations

import re
from unicodedata import bidirectional

#: Characters that move a cursor, end a line or turn the direction of writing, and halves of pairs.
_ACTING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def visible(text: str) -> str:
    r"""A text whose control characters, line ends and marks of direction are shown as escapes.

    >>> print(visible("\x1b[2J \u202eabc\n"))
    \x1b[2J \u202eabc\n
    """
    return _ACTING.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def isolated(text: str) -> str:
    r"""A text that, written from right to left, does not take the text beside it along.

    Letters such as Hebrew ones turn the numbers that follow them on a line, so that the columns of
    a table change places. Marks of direction, which have no width, keep them apart.

    >>> isolated("abc"), isolated("אבג").encode("unicode_escape")
    ('abc', b'\\u200e\\u05d0\\u05d1\\u05d2\\u200e')
    """
    if text.isascii():
        return text
    turned = any(bidirectional(character) in ("R", "AL", "AN") for character in text)
    return f"\u200e{text}\u200e" if turned else text
