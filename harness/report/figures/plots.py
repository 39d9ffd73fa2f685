"""Drawing figures: for the page, as files, and as a directory with LaTeX for a paper."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from shutil import which
from typing import Any

from harness.core.errors import HarnessError, InputError, Problem, refuse, unknown
from harness.core.execution import Execution, Workers
from harness.core.harmless import visible
from harness.core.parallel import map_prepared
from harness.report.figures.canvas import canvas, pages, settings
from harness.report.figures.kinds import Figure
from harness.report.figures.styles import INK, FigureStyle, matplotlib
from harness.report.table.latex import escape_tex
from harness.results.atomic import Content, check_target, write_directory
from harness.results.existing import DirectoryKind

#: Dots per inch of a PNG.
_DPI = 300

#: Metadata names of a format for title, caption and fonts, and the fields it must leave out.
_METADATA: Mapping[str, tuple[tuple[str, str, str] | None, tuple[str, ...]]] = {
    "svg": (("Title", "Description", "Keywords"), ("Date", "Creator")),
    "pdf": (("Title", "Subject", "Keywords"), ("CreationDate", "Creator", "Producer")),
    "png": (("Title", "Description", "Fonts"), ("Software",)),
    "pgf": (None, ()),
}
#: The formats of figures.
FORMATS = tuple(_METADATA)


def plot_file(figure: Figure, format: str, style: FigureStyle = FigureStyle()) -> bytes:  # noqa: B008
    """Return the file of a figure in one format; see `draw_files`."""
    return draw_files(figure, [format], style)[format]


def draw_files(figure: Figure, formats: Sequence[str], style: FigureStyle) -> dict[str, bytes]:
    """Return the files of a figure: "svg", "pdf", "png" or "pgf" (for TeX, which uses its own
    fonts).

    PDF and SVG contain shapes and the fonts they need: a PDF as searchable text, an SVG as
    outlines. Both, and a PNG, name the fonts. A PNG has 300 dots per inch. The same figure gives
    the same bytes whatever fonts are installed and whatever matplotlib's settings, which are not
    changed; it is drawn once for all formats.

    Raises `InputError` for an unknown format, `HarnessError` for PGF without TeX, which measures
    it.
    """
    refuse(check_formats(formats), InputError)
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
                drawn.savefig(
                    file, format=ending, dpi=_DPI, **_choose_metadata(figure, ending, style)
                )
                files[ending] = file.getvalue()
    return files


def check_formats(formats: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for each unknown format."""
    return (unknown("format of figures", name, FORMATS) for name in formats if name not in FORMATS)


def _choose_metadata(figure: Figure, format: str, style: FigureStyle) -> dict[str, Any]:
    names, left_out = _METADATA[format]
    if names is None:
        return {}
    texts = (describe_figure(figure.title), describe_figure(figure.caption), ", ".join(style.fonts))
    there = {name: text for name, text in zip(names, texts, strict=True) if text}
    return {"metadata": {**dict.fromkeys(left_out), **there}}


def _escape_for_tex(drawn: Any) -> None:
    """Escape names and labels for TeX; letters that it may lack become escapes."""
    from matplotlib.ticker import FixedLocator

    def typeset(text: str) -> str:
        plain = re.sub(r"[^\x00-\x7f…–−]", lambda char: rf"\u{ord(char[0]):x}", text)
        return "\n".join(map(escape_tex, plain.split("\n")))

    for axis in (axis for axes in drawn.axes for axis in (axes.xaxis, axes.yaxis)):
        axis.label.set_text(typeset(axis.label.get_text()))
        if isinstance(axis.get_major_locator(), FixedLocator):  # names, not numbers
            axis.set_ticklabels([typeset(name.get_text()) for name in axis.get_ticklabels()])
    for text in (text for legend in drawn.legends for text in legend.get_texts()):
        text.set_text(typeset(text.get_text()))


def inline_svg(figure: Figure, style: FigureStyle = FigureStyle()) -> str:  # noqa: B008
    """Return the figure as an element of a page, in the page's text colour, transparent."""
    with (
        settings(style, figure),
        matplotlib().rc_context({"svg.fonttype": "none"}),
        io.StringIO() as file,
    ):
        drawn = canvas(figure, style)
        empty = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        drawn.savefig(file, format="svg", transparent=True, metadata=empty)
        text = file.getvalue()
    element = text[text.index("<svg ") + len("<svg ") :].replace(INK, "currentColor")
    referred = set(re.findall(r"#([\w-]+)", element))
    element = re.sub(r' id="([^"]*)"', lambda i: i[0] if i[1] in referred else "", element)
    label = escape(describe_figure(figure.title))
    return f'<svg class="figure" role="img" aria-label="{label}" direction="ltr" {element}'


def describe_figure(text: str) -> str:
    r"""Return a description for readers who cannot see the figure, with escapes for characters that
    XML forbids.

    >>> print(describe_figure("a\u202eb\uffff"))
    a\u202eb\uffff
    """
    return re.sub("[\ufffe\uffff]", lambda char: f"\\u{ord(char[0]):x}", visible(text))


KIND = DirectoryKind("harness figures 1", "figures")

_STEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
#: The number of figures from which starting processes for drawing is worth it.
_MANY = 12
#: LaTeX commands that include a file of each format.
_INCLUDED = {"pgf": "input", "svg": "includesvg"}


def write_figures(
    figures: Mapping[str, Figure],
    directory: str | os.PathLike[str],
    formats: str | Sequence[str] = "svg",
    *,
    style: FigureStyle = FigureStyle(),  # noqa: B008  (frozen)
    force: bool = False,
    workers: Workers = None,
    manifest: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Path]:
    """Write figures as files ``STEM.FORMAT`` in a directory of their own; see `plot_file`.

    A figure too high for a page of the style becomes ``STEM-1.FORMAT``, ``STEM-2.FORMAT`` …. With
    each comes ``STEM.tex``, a LaTeX figure that includes the first format, with its caption and the
    label ``fig:STEM``. ``manifest.json`` has the hashes of all files and the entries of
    ``manifest``. The directory is written completely or not at all; ``force`` replaces earlier
    figures if they are unchanged. ``workers`` draw many figures in parallel; ``progress`` is told
    how many are drawn, of how many. Returns the files of figures in order; without figures nothing
    is written.

    Raises `InputError` for an unknown format, for unsafe file names, and if the directory contains
    anything else.
    """
    formats = [formats] if isinstance(formats, str) else list(dict.fromkeys(formats))
    refuse(_check_figures(figures, formats))
    if not figures:
        return []
    check_target(directory, KIND, replace=force)
    parts = dict(_split_figures(figures, style))
    files: dict[str, Content] = {}
    drawing = partial(_bind_drawing, formats, style)
    drawn = map_prepared(drawing, list(parts.values()), choose_drawers(len(parts), workers))
    for done, ((stem, figure), made) in enumerate(zip(parts.items(), drawn, strict=True), start=1):
        files |= {f"{stem}.{ending}": content for ending, content in made.items()}
        files[f"{stem}.tex"] = latex_figure(stem, figure, formats[0], style).encode()
        if progress is not None:
            progress(done, len(parts))
    write_directory(files, directory, KIND, manifest=manifest, replace=force)
    return [Path(directory, f"{stem}.{ending}") for stem in parts for ending in formats]


def choose_drawers(count: int, workers: Workers = None) -> Execution:
    """Choose the workers: processes for many figures, as threads would share matplotlib's settings.

    >>> choose_drawers(3).count
    1
    """
    execution = Execution.of(workers)
    if count < _MANY or execution.backend == "threads":
        return Execution("threads", 1)
    return Execution("processes").over(execution)


def _bind_drawing(
    formats: Sequence[str], style: FigureStyle
) -> Callable[[Figure], dict[str, bytes]]:
    return partial(draw_files, formats=formats, style=style)


def _split_figures(
    figures: Mapping[str, Figure], style: FigureStyle
) -> Iterator[tuple[str, Figure]]:
    for stem, figure in figures.items():
        parts = pages(figure, style)
        for number, part in enumerate(parts, start=1):
            yield (stem if len(parts) == 1 else f"{stem}-{number}"), part


def latex_figure(stem: str, figure: Figure, format: str, style: FigureStyle) -> str:
    r"""Return the LaTeX of the figure for a paper, at its own size: file, caption and label.

    The caption has the title and what was averaged; all other notes follow as comments. If the
    venue requires it, a description for readers who cannot see the figure is added. A ``wide``
    figure spans both columns (``figure*``).

    >>> style = FigureStyle(described=True)
    >>> figure = Figure("AP_2", "AP", "run", caption="Mean over 50 topics. Bars: t.")
    >>> print(latex_figure("a", figure, "pdf", style), end="")
    \begin{figure}
      \providecommand{\Description}[2][]{}
      \centering
      \includegraphics{a.pdf}
      \caption{AP\_2. Mean over 50 topics.}
      \Description{AP\_2, with AP and run as its axes. Mean over 50 topics. Bars: t.}
      \label{fig:a}
    \end{figure}
    % Bars: t.
    """
    first, *rest = re.split(r"(?<=\.) (?=\S)", visible(figure.caption.strip()))
    title = visible(figure.title)
    include = _INCLUDED.get(format, "includegraphics")
    lines = [
        r"  \centering",
        rf"  \{include}{{{stem}.{format}}}",
        rf"  \caption{{{escape_tex(f'{title}. {first}'.strip())}}}",
    ]
    if style.described:
        axes = [label for label in (figure.x_label, figure.y_label) if label]
        seen = f", with {' and '.join(axes)} as its axes" if axes else ""
        text = visible(f"{figure.title}{seen}. {figure.caption}".strip())
        lines.insert(0, r"  \providecommand{\Description}[2][]{}")
        lines.append(rf"  \Description{{{escape_tex(text)}}}")
    lines.append(rf"  \label{{fig:{stem}}}")
    environment = "figure*" if style.wide else "figure"
    more = [f"% {sentence}" for sentence in rest]
    return "\n".join([rf"\begin{{{environment}}}", *lines, rf"\end{{{environment}}}", *more, ""])


def _check_figures(figures: Mapping[str, Figure], formats: Sequence[str]) -> Iterator[Problem]:
    yield from check_formats(formats)
    for stem in figures:
        if not _STEM.fullmatch(stem):
            hint = "letters, digits, dots and dashes"
            yield Problem(f"{stem!r} is not a name for the file of a figure", hint=hint)
