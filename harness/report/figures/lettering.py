"""Texts on paper: made harmless, in fonts that have their letters, fitted, placed along axes."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import numpy as np
from matplotlib import rcParams
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Bbox, IdentityTransform

from harness.core import harmless
from harness.core.errors import some
from harness.core.notes import Note
from harness.report.figures.styles import PAD
from harness.report.names import short_names

#: Characters are measured so large that nothing is rounded.
_EM = 1000
#: Letters from here on (Hebrew is the first) may be joined, stacked or turned where they are drawn.
_SHAPED = 0x0590


def drawable(text: str) -> str:
    r"""The text with what acts, and what no font of the settings has, as escapes.

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
    wide = sum(letters[char][0] for char in text)
    drawn = "".join(letters[char][1] for char in text)
    if any(ord(char) >= _SHAPED for char in drawn):  # letters that join may be wider than alone
        letters.font.set_size(_EM, 72)
        letters.font.set_text(drawn)
        wide = max(wide, letters.font.get_width_height()[0] / 64 / _EM)
    return size * wide


def fitted(text: str, size: float, room: float, weight: str = "normal") -> str:
    """The text if it fits in so many points; otherwise its beginning and its end, and … between."""
    return fitted_names([text], size, room, weight)[0]


def fitted_names(
    names: Sequence[str], size: float, room: float, weight: str = "normal"
) -> list[str]:
    """Names that are shown together, each in so many points: different ones stay different."""
    return short_names(
        [drawable(name) for name in names], room, lambda text: length(text, size, weight)
    )


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


# Fonts beyond those that come with matplotlib


def families(fonts: Sequence[str], *shown: object) -> tuple[str, ...]:
    """The fonts, and those installed ones that have letters of what is shown which these lack.

    Only names in further scripts make a drawing depend on what is installed.
    """
    lacking = _lacking(fonts, shown)
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
    lacking = _lacking(fonts, shown)
    left = lacking.difference(*_installed_letters().values()) if lacking else lacking
    scripts = sorted({_script(char) for char in map(chr, left)})
    for script in scripts:
        texts = sorted(
            {text for text in _texts(shown) if any(_script(char) == script for char in text)}
        )
        named = "Noto Sans CJK" if script == "CJK" else f"Noto Sans {script.title()}"
        message = f"no installed font has the letters of {some(texts)}, drawn as escapes: install"
        yield Note("no-font", f"{message} one such as {named}", numbers={"letters": len(left)})


def _lacking(fonts: Sequence[str], shown: Iterable[object]) -> set[int]:
    letters = _tried(tuple(fonts), "normal")
    chars = {char for text in _texts(shown) for char in harmless.visible(text)}
    return {ord(char) for char in chars if ord(char) > 0x7F and letters[char][1] != char}


def _script(char: str) -> str:
    """The script of a letter, as fonts are named.

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
    """The characters of each installed family of upright letters that are not pictures."""
    from matplotlib.font_manager import fontManager, get_font

    known: dict[str, Any] = {}
    for font in fontManager.ttflist:
        drawn = not any(word in font.name for word in ("Emoji", "Last Resort"))
        if drawn and font.style == "normal" and font.weight in (400, "normal", "regular", "book"):
            known.setdefault(font.name, font.fname)
    return {name: frozenset(get_font(file).get_charmap()) for name, file in sorted(known.items())}


#: The length of a mark at a number, in points.
_MARK = 3.5
#: How far letters reach above and below the line that they stand on, by their size.
_ABOVE, _BELOW = 0.76, 0.22


class AxisTexts(Artist):
    """Texts along the "x" or the "y" axis of axes by where they stand, beside the axes.

    They are level along y, and turned along x, unless they are ``numbers``, which are level and
    have marks. Lines go across the axes at all of them with so much ``alpha``.
    """

    def __init__(
        self, axis: str, texts: Mapping[float, str], size: float, *, numbers: bool, alpha: float
    ) -> None:
        super().__init__()
        self.axis, self.texts, self.size = axis, dict(texts), size
        self._numbers, self._alpha, self._ink = numbers, alpha, rcParams["text.color"]
        self._turned = axis == "x" and not numbers
        self._away = PAD + _MARK if numbers else PAD
        self._lengths = [length(text, size) for text in texts.values()]
        self._font = FontProperties(family=rcParams["font.family"], size=size)
        self.set(clip_on=False, zorder=0.9)

    @property
    def room(self) -> float:
        """How far the texts reach from the axes, in points."""
        level = self.axis == "x" and not self._turned
        high = self.size * (_ABOVE + _BELOW)
        return self._away + (high if level else max(self._lengths, default=0.0))

    def _across(self) -> Any:
        """The transformation of positions along the axis, and shares of the axes across it."""
        axes = self.axes
        assert axes is not None
        return axes.get_xaxis_transform() if self.axis == "x" else axes.get_yaxis_transform()

    def _point(self, position: float, share: float) -> tuple[float, float]:
        return (position, share) if self.axis == "x" else (share, position)

    def boxes(self, dot: float) -> Iterator[tuple[float, str, float, float, float, float]]:
        """Each text in view: its position, where its line starts, and how far it goes, in dots."""
        across, axes = self._across(), self.axes
        assert axes is not None
        low, high = sorted(axes.get_xlim() if self.axis == "x" else axes.get_ylim())
        tall, slack = self.size * (_ABOVE - _BELOW) * dot, 1e-9 * (high - low)
        for (position, text), points in zip(self.texts.items(), self._lengths, strict=True):
            if not low - slack <= position <= high + slack:
                continue
            x, y = across.transform(self._point(position, 0))
            wide = points * dot
            if self.axis == "y":
                yield position, text, x - self._away * dot - wide, y - tall / 2, wide, tall
            elif self._turned:
                yield position, text, x + tall / 2, y - self._away * dot - wide, -tall, wide
            else:
                down = (self._away + self.size * _ABOVE) * dot
                yield position, text, x - wide / 2, y - down, wide, tall

    def get_window_extent(self, renderer: Any = None) -> Bbox:  # noqa: ARG002  (matplotlib's)
        """Extent of all texts, in dots."""
        figure = self.get_figure(root=True)
        assert figure is not None
        boxes = [
            Bbox(((x, y), (x + right, y + up)))
            for *_, x, y, right, up in self.boxes(figure.dpi / 72)
        ]
        return Bbox.union(boxes) if boxes else Bbox.null()

    def draw(self, renderer: Any) -> None:
        """Write each text, anchored at its end at the axes, and draw what stands at it."""
        dot = renderer.points_to_pixels(1.0)
        boxes = list(self.boxes(dot))
        if not self.get_visible() or not boxes:
            return
        renderer.open_group("along")
        context = renderer.new_gc()
        context.set_foreground(self._ink)
        centred = self._numbers and self.axis == "x"
        pen = Text(rotation_mode="anchor", transform=IdentityTransform())
        pen.set_horizontalalignment("center" if centred else "right")
        height = renderer.get_canvas_width_height()[1] if renderer.flipy() else None
        for _, text, x, y, right, up in boxes:
            pen.set_position(
                (
                    x + (right / 2 if centred else 0 if self._turned else right),
                    y + (up if self._turned else 0),
                )
            )
            down, angle = y if height is None else height - y, 90 if self._turned else 0
            renderer.draw_text(context, x, down, text, self._font, angle, ismath=False, mtext=pen)
        across, mark = self._across(), np.array((0, -_MARK) if self.axis == "x" else (-_MARK, 0))
        lines = [
            across.transform([self._point(box[0], share) for share in (0, 1)]) for box in boxes
        ]
        codes = [Path.MOVETO, Path.LINETO] * len(lines)
        if self._numbers:
            context.set_linewidth(rcParams["xtick.major.width"] * dot)
            marks = [(line[0], line[0] + mark * dot) for line in lines]
            renderer.draw_path(context, Path(np.concatenate(marks), codes), IdentityTransform())
        if self._alpha:
            context.set_linewidth(0.5 * dot)
            context.set_alpha(self._alpha)
            renderer.draw_path(context, Path(np.concatenate(lines), codes), IdentityTransform())
        context.restore()
        renderer.close_group("along")
        self.stale = False


def write_names(
    axes: Axes, axis: str, names: Mapping[float, str], size: float, *, alpha: float = 0.0
) -> None:
    """Names along the "x" or the "y" axis, by where they stand, instead of its ticks."""
    _write(axes, AxisTexts(axis, names, size, numbers=False, alpha=alpha))


def fix_ticks(axes: Axes) -> None:
    """Numbers and lines at the ticks as they are now; labels elsewhere stay matplotlib's."""
    axes.set(xlim=axes.get_xlim(), ylim=axes.get_ylim())
    for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
        low, high = sorted(axis.get_view_interval())
        slack = 1e-9 * (high - low)
        ticks = [tick for tick in axis.get_majorticklocs() if low - slack <= tick <= high + slack]
        texts = axis.get_major_formatter().format_ticks(ticks)
        looks = axis.get_tick_params()
        if ticks and not looks.get("labeltop") and not axis.get_major_formatter().get_offset():
            numbers = dict(zip(ticks, texts, strict=True))
            alpha = looks["grid_alpha"] if looks["gridOn"] else 0.0
            size = rcParams["xtick.labelsize"]
            _write(axes, AxisTexts(name, numbers, size, numbers=True, alpha=alpha))


def _write(axes: Axes, texts: AxisTexts) -> None:
    axis = axes.xaxis if texts.axis == "x" else axes.yaxis
    axis.set_ticks([])
    axes.add_artist(texts)
    texts.set_clip_path(None)
    axis.labelpad = texts.room + PAD
