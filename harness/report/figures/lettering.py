"""Texts on paper: made harmless, in fonts that have their letters, measured, shortened to fit."""

from __future__ import annotations

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

#: Characters are measured so large that nothing is rounded.
_EM = 1000
#: Letters from here on (Hebrew is the first) may be joined, stacked or turned where they are drawn.
_SHAPED = 0x0590


def drawable(text: str) -> str:
    r"""Return the text with escapes for control characters and for letters that no font has.

    >>> print(drawable("a\u202eb\uffff 世"))
    a\u202eb\uffff \u4e16
    """
    letters = _letters("normal")
    return "".join(letters[char][1] for char in harmless.visible(text))


class _Letters(dict[str, tuple[float, str]]):
    """How far each character moves the pen, as a share of the size, and how it is drawn.

    One that no font has is drawn as its escape, and is as wide as that.
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
            self[char] = sum(self[letter][0] for letter in escape), escape
            return self[char]
        font.set_size(_EM, 72)
        self[char] = font.load_char(code).linearHoriAdvance / 65536 / _EM, char
        return self[char]


@cache
def _load_letters(families: tuple[str, ...], weight: str) -> _Letters:
    matplotlib()
    from matplotlib.font_manager import FontProperties, findfont

    return _Letters([findfont(FontProperties(family=[name], weight=weight)) for name in families])


def _letters(weight: str) -> _Letters:
    """Return the letters of the fonts of the settings, which are tried one after the other."""
    return _load_letters(tuple(matplotlib().rcParams["font.family"]), weight)


def length(text: str, size: float, weight: str = "normal") -> float:
    """How wide a text is in the font of the settings, in points; kerning would make it less."""
    letters = _letters(weight)
    wide = sum(letters[char][0] for char in text)
    drawn = "".join(letters[char][1] for char in text)
    if any(ord(char) >= _SHAPED for char in drawn):  # letters that join may be wider than alone
        letters.font.set_size(_EM, 72)
        letters.font.set_text(drawn)
        wide = max(wide, letters.font.get_width_height()[0] / 64 / _EM)
    return size * wide


def fit_text(text: str, size: float, room: float, weight: str = "normal") -> str:
    """Return the text if it fits in so many points; otherwise its beginning and its end, and …
    between.
    """
    return fit_names([text], size, room, weight)[0]


def fit_names(names: Sequence[str], size: float, room: float, weight: str = "normal") -> list[str]:
    """Names that are shown together, each in so many points: different ones stay different."""
    return short_names(
        [drawable(name) for name in names], room, lambda text: length(text, size, weight)
    )


def wrap_label(text: str, size: float, room: float) -> str:
    """Return a label in lines that fit in the room."""
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


# Fonts beyond those that come with matplotlib


def families(fonts: Sequence[str], *shown: object) -> tuple[str, ...]:
    """Return the fonts, and those installed ones that have letters of what is shown which these
    lack.

    Only names in further scripts make a drawing depend on what is installed.
    """
    lacking = _find_lacking(fonts, shown)
    chosen: list[str] = []
    while lacking:
        known = _installed_letters()
        counts = Counter({family: len(lacking & known[family]) for family in known})
        if not any(counts.values()):
            break
        best = max(counts, key=lambda family: (counts[family], "Sans" in family, family))
        chosen.append(best)
        lacking -= known[best]
    return (*fonts, *chosen)


def font_notes(fonts: Sequence[str], *shown: object) -> Iterator[Note]:
    """Letters of what is shown that are drawn as escapes, and a font that has them."""
    lacking = _find_lacking(fonts, shown)
    left = lacking.difference(*_installed_letters().values()) if lacking else lacking
    scripts = sorted({_script(char) for char in map(chr, left)})
    for script in scripts:
        letters = [char for char in map(chr, sorted(left)) if _script(char) == script]
        named = "Noto Sans CJK" if script == "CJK" else f"Noto Sans {script.title()}"
        message = f"no installed font has {some(letters)}, drawn as escapes: install one such as"
        yield Note("no-font", f"{message} {named}", numbers={"letters": len(letters)})


def _find_lacking(fonts: Sequence[str], shown: Iterable[object]) -> set[int]:
    letters = _load_letters(tuple(fonts), "normal")
    chars = {char for text in _texts(shown) for char in harmless.visible(text)}
    return {ord(char) for char in chars if ord(char) > 0x7F and letters[char][1] != char}


def _script(char: str) -> str:
    """Return the script of a letter, as fonts are named.

    >>> _script("ラ"), _script("ग")
    ('CJK', 'DEVANAGARI')
    """
    first = unicodedata.name(char, "SYMBOLS").split()[0]
    return "CJK" if first in ("HIRAGANA", "KATAKANA", "HANGUL", "IDEOGRAPHIC") else first


def _texts(shown: object) -> Iterator[str]:
    """Every text in values, whatever they are made of."""
    if isinstance(shown, str):
        if not shown.isascii():
            yield shown
    elif isinstance(shown, Mapping):
        yield from _texts((*shown.keys(), *shown.values()))
    elif is_dataclass(shown):
        yield from _texts([getattr(shown, field.name) for field in fields(shown)])
    elif isinstance(shown, Iterable) and not hasattr(shown, "dtype"):
        for part in shown:
            if not isinstance(part, (int, float)):
                yield from _texts(part)


@cache
def _installed_letters() -> dict[str, frozenset[int]]:
    """Return the characters of each installed family of upright letters that are not pictures."""
    matplotlib()
    from matplotlib.font_manager import fontManager, get_font

    known: dict[str, Any] = {}
    for font in fontManager.ttflist:
        drawn = not any(word in font.name for word in ("Emoji", "Last Resort"))
        if drawn and font.style == "normal" and font.weight in (400, "normal", "regular", "book"):
            known.setdefault(font.name, font.fname)
    return {name: frozenset(get_font(file).get_charmap()) for name, file in sorted(known.items())}
