"""Writing figures: a directory of them, whole or not at all, each with a file for LaTeX."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from harness.core.errors import Problem, refuse
from harness.core.execution import Execution, Workers
from harness.core.harmless import visible
from harness.core.parallel import map_prepared
from harness.report.figures.canvas import pages
from harness.report.figures.kinds import Figure
from harness.report.figures.plots import drawn_files, wrong_formats
from harness.report.figures.styles import FigureStyle
from harness.report.table.latex import escaped
from harness.results.atomic import Content, check_target, write_directory
from harness.results.existing import DirectoryKind

KIND = DirectoryKind("harness figures 1", "figures")

_STEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
#: From so many figures on, processes that draw are worth their start.
_MANY = 12
#: How LaTeX takes in a file of each format.
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
    """Write figures as files ``STEM.FORMAT`` in a directory of their own, as `plotted` draws them.

    One that is too high for a page of the style becomes ``STEM-1.FORMAT``, ``STEM-2.FORMAT`` ….
    Beside each there is ``STEM.tex``, a figure for LaTeX of the first format, with its caption and
    the label ``fig:STEM``; ``manifest.json`` has the hashes of all files, and what ``manifest``
    says besides. The directory is written whole or not at all; with ``force`` it replaces earlier
    figures, as they were written. ``workers`` draw many figures side by side; ``progress`` is told
    how many are drawn, of how many. Returns the files of figures in their order; nothing is written
    without any.

    Raises `InputError` for an unknown format, for names that files should not have, and where the
    directory holds anything else.
    """
    formats = [formats] if isinstance(formats, str) else list(dict.fromkeys(formats))
    refuse(_problems(figures, formats))
    if not figures:
        return []
    check_target(directory, KIND, replace=force)
    parts = dict(_parts(figures, style))
    files: dict[str, Content] = {}
    drawing = partial(_drawing, formats, style)
    drawn = map_prepared(drawing, list(parts.values()), drawers(len(parts), workers))
    for done, ((stem, figure), made) in enumerate(zip(parts.items(), drawn, strict=True), start=1):
        files |= {f"{stem}.{ending}": content for ending, content in made.items()}
        files[f"{stem}.tex"] = latex_figure(stem, figure, formats[0], style).encode()
        if progress is not None:
            progress(done, len(parts))
    write_directory(files, directory, KIND, manifest=manifest, replace=force)
    return [Path(directory, f"{stem}.{ending}") for stem in parts for ending in formats]


def drawers(count: int, workers: Workers = None) -> Execution:
    """Choose the workers: processes for many figures, as threads would share matplotlib's settings.

    >>> drawers(3).count
    1
    """
    execution = Execution.of(workers)
    if count < _MANY or execution.backend == "threads":
        return Execution("threads", 1)
    return Execution("processes").over(execution)


def _drawing(formats: Sequence[str], style: FigureStyle) -> Callable[[Figure], dict[str, bytes]]:
    return partial(drawn_files, formats=formats, style=style)


def _parts(figures: Mapping[str, Figure], style: FigureStyle) -> Iterator[tuple[str, Figure]]:
    for stem, figure in figures.items():
        parts = pages(figure, style)
        for number, part in enumerate(parts, start=1):
            yield (stem if len(parts) == 1 else f"{stem}-{number}"), part


def latex_figure(stem: str, figure: Figure, format: str, style: FigureStyle) -> str:
    r"""The figure for a paper in LaTeX, at its own size: file, caption and label.

    The caption is the title and what was averaged; whatever else the numbers rest on follows as
    comments. Where the venue asks for one there is a description, for those who do not see it.
    What is ``wide`` goes across both columns (``figure*``).

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
        rf"  \caption{{{escaped(f'{title}. {first}'.strip())}}}",
    ]
    if style.described:
        axes = [label for label in (figure.x_label, figure.y_label) if label]
        seen = f", with {' and '.join(axes)} as its axes" if axes else ""
        text = visible(f"{figure.title}{seen}. {figure.caption}".strip())
        lines.insert(0, r"  \providecommand{\Description}[2][]{}")
        lines.append(rf"  \Description{{{escaped(text)}}}")
    lines.append(rf"  \label{{fig:{stem}}}")
    environment = "figure*" if style.wide else "figure"
    more = [f"% {sentence}" for sentence in rest]
    return "\n".join([rf"\begin{{{environment}}}", *lines, rf"\end{{{environment}}}", *more, ""])


def _problems(figures: Mapping[str, Figure], formats: Sequence[str]) -> Iterator[Problem]:
    yield from wrong_formats(formats)
    for stem in figures:
        if not _STEM.fullmatch(stem):
            hint = "letters, digits, dots and dashes"
            yield Problem(f"{stem!r} is not a name for the file of a figure", hint=hint)
