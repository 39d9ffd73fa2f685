"""Text in figures: made safe, given fonts that have its letters, measured, and shortened to fit."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from harness.core import harmless
from harness.core.errors import some
from harness.core.notes import Note
from harness.report.figures.styles import matplotlib
from harness.report.names import short_names

#: The size at which characters are measured, large enough that nothing is rounded.
_EM = 1000
#: The first letter (Hebrew) from which letters may be joined, stacked or turned when drawn.
_SHAPED = 0x0590


def drawable(text: str) -> str:
    r"""Return the text with escapes for control characters and for letters that no font has.

    >>> print(drawable("a\u202eb\uffff 世"))
    a\u202eb\uffff \u4e16
    """
    letters = _get_letters("normal")
    return "".join(letters[char][1] for char in harmless.visible(text))


class _Letters(dict[str, tuple[float, str]]):
    """The width of each character as a share of the size, and the character as it is drawn.

    A character that no font has is drawn as its escape, and is as wide as that.
    """

    def __init__(self, files: Sequence[str]) -> None:
        from matplotlib.font_manager import get_font

        self.font = get_font(list(files))
        self._fonts = [get_font(file) for file in files]

    def __missing__(self, char: str) -> tuple[float, str]:
        code = ord(char)
        font = next((font for font in self._fonts if code in font.get_charmap()), None)
        if font is None:
            escape = char.encode("unicode_escape").decode()
            self[char] = math.fsum(self[letter][0] for letter in escape), escape
            return self[char]
        font.set_size(_EM, 72)
        self[char] = font.load_char(code).linearHoriAdvance / 65536 / _EM, char
        return self[char]


@cache
def _load_letters(families: tuple[str, ...], weight: str) -> _Letters:
    matplotlib()
    from matplotlib.font_manager import FontProperties, findfont

    return _Letters([findfont(FontProperties(family=[name], weight=weight)) for name in families])


def _get_letters(weight: str) -> _Letters:
    """Return the letters of the fonts in the settings, tried in order."""
    return _load_letters(tuple(matplotlib().rcParams["font.family"]), weight)


def length(text: str, size: float, weight: str = "normal") -> float:
    """Return the width of a text in points, in the font of the settings, ignoring kerning."""
    letters = _get_letters(weight)
    wide = math.fsum(letters[char][0] for char in text)
    drawn = "".join(letters[char][1] for char in text)
    if any(ord(char) >= _SHAPED for char in drawn):  # letters that join may be wider than alone
        letters.font.set_size(_EM, 72)
        letters.font.set_text(drawn)
        wide = max(wide, letters.font.get_width_height()[0] / 64 / _EM)
    return size * wide


def fit_text(text: str, size: float, room: float, weight: str = "normal") -> str:
    """Return the text if it fits in the room; otherwise its beginning and end with … between."""
    return fit_names([text], size, room, weight)[0]


def fit_names(names: Sequence[str], size: float, room: float, weight: str = "normal") -> list[str]:
    """Shorten names to fit the room; different names stay different."""
    return short_names(
        [drawable(name) for name in names], room, lambda text: length(text, size, weight)
    )


def wrap_label(text: str, size: float, room: float) -> str:
    """Break a label into lines that fit in the room."""
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
    return "\n".join(fit_text(" ".join(line), size, room) for line in lines)


# Fonts beyond those that come with matplotlib.


def families(fonts: Sequence[str], *shown: object) -> tuple[str, ...]:
    """Return the fonts, and the installed fonts with letters of what is shown that these lack.

    A drawing depends on what is installed only for names in such scripts.
    """
    lacking = _find_lacking(fonts, shown)
    chosen: list[str] = []
    while lacking:
        known = _list_installed_letters()
        counts = Counter({family: len(lacking & known[family]) for family in known})
        if not any(counts.values()):
            break
        best = max(counts, key=lambda family: (counts[family], "Sans" in family, family))
        chosen.append(best)
        lacking -= known[best]
    return (*fonts, *chosen)


#: The fonts that are not called after a script.
_FONTS = {"CJK": "Noto Sans CJK", "EMOJI": "Noto Emoji"}


def font_notes(fonts: Sequence[str], *shown: object) -> Iterator[Note]:
    """Yield a note for each script with letters drawn as escapes, and name a font that has them."""
    lacking = _find_lacking(fonts, shown)
    left = lacking.difference(*_list_installed_letters().values()) if lacking else lacking
    for script in sorted({_name_script(char) for char in map(chr, left)}):
        letters = [char for char in map(chr, sorted(left)) if _name_script(char) == script]
        named = _FONTS.get(script, f"Noto Sans {script.title()}")
        message = f"no installed font has {some(letters)}, drawn as escapes: install one such as"
        yield Note("no-font", f"{message} {named}", numbers={"letters": len(letters)})


def _find_lacking(fonts: Sequence[str], shown: Iterable[object]) -> set[int]:
    letters = _load_letters(tuple(fonts), "normal")
    chars = {char for text in _find_texts(shown) for char in harmless.visible(text)}
    return {ord(char) for char in chars if ord(char) > 0x7F and letters[char][1] != char}


def _name_script(char: str) -> str:
    """Return the script of a letter, in the naming of fonts; other signs are symbols or emoji.

    >>> _name_script("ラ"), _name_script("ग"), _name_script("⏚"), _name_script("🥬")
    ('CJK', 'DEVANAGARI', 'SYMBOLS', 'EMOJI')
    """
    if unicodedata.category(char)[0] not in "LM":
        return "EMOJI" if ord(char) >= 0x1F000 else "SYMBOLS"
    first = unicodedata.name(char, "SYMBOLS").split()[0]
    return "CJK" if first in ("HIRAGANA", "KATAKANA", "HANGUL", "IDEOGRAPHIC") else first


def _find_texts(shown: object) -> Iterator[str]:
    """Yield every text in a value of any structure."""
    if isinstance(shown, str):
        if not shown.isascii():
            yield shown
    elif isinstance(shown, Mapping):
        yield from _find_texts((*shown.keys(), *shown.values()))
    elif is_dataclass(shown):
        yield from _find_texts([getattr(shown, field.name) for field in fields(shown)])
    elif isinstance(shown, Iterable) and not hasattr(shown, "dtype"):
        for part in shown:
            if not isinstance(part, (int, float)):
                yield from _find_texts(part)


@cache
def _list_installed_letters() -> dict[str, frozenset[int]]:
    """Return the characters of each installed upright family of letters, without pictures."""
    matplotlib()
    from matplotlib.font_manager import fontManager, get_font

    known: dict[str, Any] = {}
    for font in fontManager.ttflist:
        drawn = not any(word in font.name for word in ("Emoji", "Last Resort"))
        if drawn and font.style == "normal" and font.weight in (400, "normal", "regular", "book"):
            known.setdefault(font.name, font.fname)
    return {name: frozenset(get_font(file).get_charmap()) for name, file in sorted(known.items())}
