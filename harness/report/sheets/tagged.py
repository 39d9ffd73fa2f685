"""A PDF page being written: texts, rules and axes, with tags for screen readers.

matplotlib, which draws the page, writes no tags. So texts are marked as they are drawn, and the
tree of parts (headings, tables with rows and cells, figures with descriptions) is added to the
file.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from unicodedata import bidirectional, category

from harness.core.packages import extra

with extra("figures", "sheets on paper need"):
    from matplotlib.artist import Artist
    from matplotlib.backends import _backend_pdf_ps, backend_pdf
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties, get_font
    from matplotlib.path import Path
    from matplotlib.transforms import IdentityTransform

from harness._version import __version__
from harness.report.figures.lettering import drawable, length, wrap_label
from harness.report.figures.plots import describe_figure
from harness.report.figures.styles import INK, FigureStyle

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: A4 in points.
WIDTH, HEIGHT = 595.276, 841.89
GREY = "#666666"
#: The fonts of sheets, and the size of small text.
STYLE = FigureStyle(size=8.0)
SMALL = STYLE.small
#: They have no types.
_PDF: Any = backend_pdf
_FONTS: Any = _backend_pdf_ps
#: matplotlib's function that subsets a font, and font tables needed only for typesetting text.
_CUT, _SETTING = _FONTS.get_glyphs_subset, ["GDEF", "GPOS", "GSUB", "MATH", "FFTM"]

#: Combining marks, which are drawn as one sign, or before the letter that they follow.
_MARKS = ("Mn", "Mc")


@dataclass(eq=False)
class Part:
    """A part of a page by its role in PDF ("H1", "Table"), made of other parts and of drawn marks.

    ``words`` describe a figure; ``turned`` is the content of a text drawn from right to left.
    """

    role: str
    words: str = ""
    turned: str = ""
    content: list[Part | int] = field(default_factory=list)

    def add(self, role: str, words: str = "") -> Part:
        """Return a new part at the end of this one."""
        part = Part(role, words)
        self.content.append(part)
        return part

    def marks(self) -> Iterator[tuple[int, Part]]:
        """Yield all marks, each with the part that it is in."""
        for inner in self.content:
            if isinstance(inner, Part):
                yield from inner.marks()
            else:
                yield inner, self


class _Writing(Artist):
    """Texts and rules of a page, in points from its lower left corner.

    They are drawn without an object for each, because a page would have hundreds.
    """

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[tuple[float, float, str, FontProperties, str, bytes]] = []
        self.rules: list[tuple[float, float, float]] = []

    def draw(self, renderer: Any) -> None:
        """Draw all texts and rules."""
        context = renderer.new_gc()
        context.set_foreground(INK)
        context.set_linewidth(0.4)
        renderer.file.write(b"/Artifact BMC\n")
        for x, y, width in self.rules:
            renderer.draw_path(context, Path([(x, y), (x + width, y)]), IdentityTransform())
        renderer.file.write(b"EMC\n")
        for x, y, text, font, colour, sign in self.texts:
            context.set_foreground(colour)
            renderer.file.write(sign)
            renderer.draw_text(context, x, y, text, font, 0)
            renderer.file.write(b"EMC\n")
        context.restore()


def _begin_span(mark: int, text: str) -> bytes:
    """Return the beginning of a marked text.

    For letters with combining marks, as in Devanagari, it includes the text, so that copying and
    searching find it. For right-to-left scripts it does not, because readers would reverse the text
    twice; there the part of the page has it.
    """
    known = b"/MCID %d" % mark
    marked = text.isprintable() and any(category(letter) in _MARKS for letter in text)
    if marked and not _is_turned(text):
        known += b" /ActualText <%s>" % _to_utf16(text).hex().encode()
    return b"/Span <<%s>> BDC\n" % known


def _is_turned(text: str) -> bool:
    """Return whether a text has letters of scripts written from right to left."""
    return any(bidirectional(letter) in ("R", "AL") for letter in text)


def _to_utf16(text: str) -> bytes:
    """Return a text in PDF's encoding."""
    return b"\xfe\xff" + text.encode("utf-16-be")


class _Sign(Artist):
    """The beginning or end of a mark, written to the file at its place in the drawing."""

    def __init__(self, sign: bytes, zorder: float) -> None:
        super().__init__()
        self.sign = sign
        self.set_zorder(zorder)

    def draw(self, renderer: Any) -> None:
        """Write the sign."""
        renderer.file.write(self.sign)


@dataclass(eq=False)
class _Letters:
    """A subset of a font's letters, and their new numbers by their numbers in the font."""

    content: bytes
    glyph_index_map: dict[int, int]

    @property
    def font(self) -> _Letters:
        """This object, which is saved like a font."""
        return self

    def save(self, file: io.BytesIO, **_: object) -> None:
        """Write the letters to a file."""
        file.write(self.content)


@lru_cache(maxsize=64)
def _subset_font(path: str, glyphs: frozenset[int]) -> _Letters:
    """Cut letters out of a font; this takes longer than drawing a page."""
    from fontTools import subset  # type: ignore[import-untyped]

    options = subset.Options(glyph_names=True, recommended_glyphs=True)
    options.drop_tables += _SETTING
    options.font_number = path.face_index  # type: ignore[attr-defined]  # a path of matplotlib's
    cutter = subset.Subsetter(options)
    cutter.populate(gids=glyphs)
    with subset.load_font(path, options) as font, io.BytesIO() as file:
        cutter.subset(font)
        font.save(file, reorderTables=False)
        return _Letters(file.getvalue(), dict(cutter.glyph_index_map))


@contextmanager
def _subset_font_once(path: str, glyphs: Iterable[int]) -> Iterator[_Letters]:
    """Yield letters like `_CUT`; if any is ASCII, all of ASCII is included so that pages share
    them.
    """
    letters, known = frozenset(glyphs), get_font(path).get_charmap()
    common = frozenset(known[code] for code in range(0x20, 0x7F) if code in known)
    yield _subset_font(path, letters if letters.isdisjoint(common) else letters | common)


class _TaggedFile(backend_pdf.PdfFile):
    """A PDF file of one page that has a tree of parts."""

    def __init__(self, file: io.BytesIO, known: dict[str, Any], document: Part) -> None:
        self._document = document
        self._page: Any = None
        self._root: Any = None
        self._made: Any = super()
        super().__init__(file, metadata=known)  # type: ignore[no-untyped-call]

    def writeObject(self, object: Any, contents: Any) -> None:  # noqa: N802
        """Write an object, with links from the page and the root to the tree."""
        kind = contents.get("Type") if isinstance(contents, dict) else None
        if kind == _PDF.Name("Catalog"):
            self._root = self._made.reserveObject("tree of parts")
            tagged = {"StructTreeRoot": self._root, "MarkInfo": {"Marked": True}, "Lang": b"en"}
            contents = {**contents, **tagged, "ViewerPreferences": {"DisplayDocTitle": True}}
        elif kind == _PDF.Name("Page"):
            self._page = object
            contents = {**contents, "StructParents": 0, "Tabs": _PDF.Name("S")}
        self._made.writeObject(object, contents)

    def finalize(self) -> None:
        """Write the tree, and the rest of the end of a file."""
        self._made.endStream()
        of_part: dict[Part, Any] = {}
        document = self._write_part(self._document, self._root, of_part)
        marks = [
            of_part[part] for _, part in sorted(self._document.marks(), key=lambda mark: mark[0])
        ]
        tree = {
            "Type": _PDF.Name("StructTreeRoot"),
            "K": document,
            "ParentTree": {"Nums": [0, marks]},
        }
        self.writeObject(self._root, tree)
        _FONTS.get_glyphs_subset = _subset_font_once
        try:
            self._made.finalize()
        finally:
            _FONTS.get_glyphs_subset = _CUT

    def _write_part(self, part: Part, above: Any, of_part: dict[Part, Any]) -> Any:
        written = of_part[part] = self._made.reserveObject("part")
        content = [
            self._write_part(inner, written, of_part) if isinstance(inner, Part) else inner
            for inner in part.content
        ]
        known: dict[str, Any] = {"Type": _PDF.Name("StructElem"), "S": _PDF.Name(part.role)}
        known |= {"P": above, "Pg": self._page}
        if part.words:
            known["Alt"] = part.words
        if part.turned:
            known["ActualText"] = _to_utf16(part.turned)
        if part.role == "TH":
            known["A"] = {"O": _PDF.Name("Table"), "Scope": _PDF.Name("Column")}
        self.writeObject(written, {**known, "K": content})
        return written


class Page:
    """A page being written, within the `settings` of ``STYLE``.

    Positions are in points from the upper left corner.
    """

    def __init__(self) -> None:
        # No background, because it would cover the texts.
        self._figure = Figure(figsize=(WIDTH / 72, HEIGHT / 72), dpi=72, frameon=False)
        self._writing = _Writing()
        self._figure.add_artist(self._writing)
        self._fonts: dict[tuple[float, str], FontProperties] = {}
        self._document = Part("Document")
        self._open = [self._document]
        self._marks = 0

    @contextmanager
    def part(self, role: str) -> Iterator[Part]:
        """Make everything that is added inside the block a part of the page."""
        made = self._open[-1].add(role)
        self._open.append(made)
        try:
            yield made
        finally:
            self._open.pop()

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
        role: str = "P",
        part: Part | None = None,
    ) -> None:
        """Write a line of text with baseline y that begins at x, or ends there if on the ``right``.

        It becomes a part with its ``role``, or belongs to an existing ``part``.
        """
        if not text:
            return
        shown = drawable(text)
        x -= length(shown, size, weight) if right else 0.0
        if (font := self._fonts.get((size, weight))) is None:
            font = self._fonts[size, weight] = FontProperties(size=size, weight=weight)
        part = part or self._open[-1].add(role)
        if part.turned or _is_turned(text):
            part.turned = f"{part.turned} {text}".strip()
        sign = _begin_span(self._mark(part), text)
        self._writing.texts.append((x, HEIGHT - y, shown, font, color, sign))

    def lines(
        self, x: float, y: float, text: str, room: float, size: float = SMALL, color: str = GREY
    ) -> float:
        """Write a text in lines that fit the room; return the position of the next line."""
        made = self._open[-1].add("P") if text else None
        for line in wrap_label(text, size, room).split("\n") if text else ():
            self.text(x, y, line, size, color=color, part=made)
            y += size * 1.25
        return y

    def rule(self, y: float, x: float, width: float) -> None:
        """Draw a thin line across."""
        self._writing.rules.append((x, HEIGHT - y, width))

    def axes(self, x: float, y: float, width: float, height: float, words: str) -> Axes:
        """Add axes with their upper left corner at (x, y); ``words`` describe the figure."""
        lower = 1 - (y + height) / HEIGHT
        made = self._figure.add_axes((x / WIDTH, lower, width / WIDTH, height / HEIGHT))
        made.patch.set_visible(False)
        mark = self._mark(self._open[-1].add("Figure", words))
        made.set_zorder(mark + 1)
        begins = _Sign(b"/Figure <</MCID %d>> BDC\n" % mark, mark + 0.9)
        for sign in (begins, _Sign(b"EMC\n", mark + 1.1)):
            self._figure.add_artist(sign)
        return made

    def pdf(self, title: str) -> bytes:
        """Return the file; the same page gives the same bytes."""
        made_by = f"harness {__version__}"
        known = {"Title": describe_figure(title), "Creator": made_by, "Producer": made_by}
        with io.BytesIO() as buffer:
            file: Any = _TaggedFile(buffer, {**known, "CreationDate": None}, self._document)
            file.newPage(*self._figure.get_size_inches())
            renderer = _PDF.RendererPdf(file, 72, HEIGHT, WIDTH)
            self._figure.draw(renderer)
            renderer.finalize()
            file.finalize()
            file.close()
            return buffer.getvalue()

    def _mark(self, part: Part) -> int:
        """Add a mark to a part and return its number."""
        part.content.append(self._marks)
        self._marks += 1
        return self._marks - 1
