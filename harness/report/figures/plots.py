"""The bytes of a figure as a file, the same each time: SVG, PDF, PNG or PGF."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from shutil import which
from typing import Any

from harness.core.errors import HarnessError, InputError, Problem, refuse, unknown
from harness.core.harmless import visible
from harness.report.figures.canvas import canvas, settings
from harness.report.figures.kinds import Figure
from harness.report.figures.styles import INK, FigureStyle
from harness.report.table.latex import escaped

#: Dots of a PNG to the inch.
_DPI = 300

#: What a format calls the title, the caption and the fonts, and what it must be told to leave out.
_METADATA: Mapping[str, tuple[tuple[str, str, str] | None, tuple[str, ...]]] = {
    "svg": (("Title", "Description", "Keywords"), ("Date", "Creator")),
    "pdf": (("Title", "Subject", "Keywords"), ("CreationDate", "Creator", "Producer")),
    "png": (("Title", "Description", "Fonts"), ("Software",)),
    "pgf": (None, ()),
}
#: What figures are written as.
FORMATS = tuple(_METADATA)


def plotted(figure: Figure, format: str, style: FigureStyle = FigureStyle()) -> bytes:  # noqa: B008
    """The file of a figure in one format; see `drawn_files`."""
    return drawn_files(figure, [format], style)[format]


def drawn_files(figure: Figure, formats: Sequence[str], style: FigureStyle) -> dict[str, bytes]:
    """The files of a figure: "svg", "pdf", "png" or "pgf" (for TeX, whose fonts it takes).

    PDF and SVG hold shapes and the fonts they need: a PDF as text that can be searched, an SVG as
    outlines; both, and a PNG, name the fonts. A PNG has 300 dots an inch. The same figure gives the
    same bytes, whatever fonts are installed and whatever the settings of matplotlib, which stay as
    they are; it is drawn once for all formats.

    Raises `InputError` for another format, `HarnessError` for PGF without TeX, which measures it.
    """
    refuse(wrong_formats(formats), InputError)
    if "pgf" in formats and which("pdflatex") is None:
        hint = "install TeX, or choose pdf"
        raise HarnessError(Problem("figures as pgf need pdflatex, which measures them", hint=hint))
    files: dict[str, bytes] = {}
    with settings(style, figure):
        drawn = canvas(figure, style)
        for ending in sorted(formats, key="pgf".__eq__):  # that comes last: texts are escaped
            if ending == "pgf":
                _escape_for_tex(drawn)
            with io.BytesIO() as file:
                drawn.savefig(file, format=ending, dpi=_DPI, **_metadata(figure, ending, style))
                files[ending] = file.getvalue()
    return files


def wrong_formats(formats: Sequence[str]) -> Iterator[Problem]:
    """Yield the problems of names of formats."""
    return (unknown("format of figures", name, FORMATS) for name in formats if name not in FORMATS)


def _metadata(figure: Figure, format: str, style: FigureStyle) -> dict[str, Any]:
    names, left_out = _METADATA[format]
    if names is None:
        return {}
    texts = (described(figure.title), described(figure.caption), ", ".join(style.fonts))
    there = {name: text for name, text in zip(names, texts, strict=True) if text}
    return {"metadata": {**dict.fromkeys(left_out), **there}}


def _escape_for_tex(drawn: Any) -> None:
    """Names and labels as TeX must have them; letters that it may lack stand as escapes."""

    def typeset(text: str) -> str:
        plain = re.sub(r"[^\x00-\x7f…–−]", lambda char: rf"\u{ord(char[0]):x}", text)
        return "\n".join(map(escaped, plain.split("\n")))

    for axis in (axis for axes in drawn.axes for axis in (axes.xaxis, axes.yaxis)):
        axis.label.set_text(typeset(axis.label.get_text()))
    for along in (texts for axes in drawn.axes for texts in axes.artists):
        along.texts = {position: typeset(text) for position, text in along.texts.items()}
    names = [text for axes in drawn.axes for text in axes.texts]
    for text in [*names, *(text for legend in drawn.legends for text in legend.get_texts())]:
        text.set_text(typeset(text.get_text()))


def inline_svg(figure: Figure, style: FigureStyle = FigureStyle()) -> str:  # noqa: B008
    """The figure as an element of a page, in the page's text colour, without a ground."""
    import matplotlib as mpl

    with settings(style, figure), mpl.rc_context({"svg.fonttype": "none"}), io.StringIO() as file:
        drawn = canvas(figure, style)
        empty = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        drawn.savefig(file, format="svg", transparent=True, metadata=empty)
        text = file.getvalue()
    element = text[text.index("<svg ") + len("<svg ") :].replace(INK, "currentColor")
    referred = set(re.findall(r"#([\w-]+)", element))
    element = re.sub(r' id="([^"]*)"', lambda i: i[0] if i[1] in referred else "", element)
    label = escape(described(figure.title))
    return f'<svg class="figure" role="img" aria-label="{label}" direction="ltr" {element}'


def described(text: str) -> str:
    r"""A text for those who do not see the figure; what XML may not hold stands as an escape.

    >>> print(described("a\u202eb\uffff"))
    a\u202eb\uffff
    """
    return re.sub("[\ufffe\uffff]", lambda char: f"\\u{ord(char[0]):x}", visible(text))
