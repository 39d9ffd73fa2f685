"""Writing figures: a directory of them, whole or not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from harness.core.errors import Problem, refuse, unknown
from harness.report.figures.kinds import Figure
from harness.report.figures.plots import plotted
from harness.report.figures.svg import svg
from harness.report.figures.texts import visible
from harness.results.atomic import Content, check_target, write_directory
from harness.results.existing import Kind

KIND = Kind("harness figures 1", "figures")
#: What figures are written as.
FORMATS = ("svg", "pdf", "png")
#: The file with the titles and captions.
CAPTIONS = "captions.txt"

_STEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def write_figures(
    figures: Mapping[str, Figure],
    directory: str | os.PathLike[str],
    format: str = "svg",
    *,
    force: bool = False,
    manifest: Mapping[str, Any] | None = None,
) -> list[Path]:
    """Write figures as files ``STEM.FORMAT`` in a directory of their own, and their captions.

    SVG is drawn without a library, PDF and PNG by matplotlib. ``captions.txt`` has the title and
    the caption of each, for the text of a paper; ``manifest.json`` the hashes of all files, and
    what ``manifest`` says besides. The directory is written whole or not at all; with ``force`` it
    replaces earlier figures, as they were written. Returns the figures' files in their order, the
    captions last; nothing is written without figures.

    Raises `InputError` for an unknown format, for names that files should not have, for a directory
    that holds anything else, or something that people changed, and, unless ``force`` is given, for
    earlier figures; `HarnessError` without matplotlib.
    """
    refuse(_problems(figures, format))
    if not figures:
        return []
    check_target(directory, KIND, replace=force)
    files: dict[str, Content] = {
        f"{stem}.{format}": _content(one, format) for stem, one in figures.items()
    }
    files[CAPTIONS] = captions(figures).encode()
    write_directory(files, directory, KIND, manifest=manifest, replace=force)
    return [Path(directory, name) for name in files]


def captions(figures: Mapping[str, Figure]) -> str:
    r"""The title and the caption of each figure as text.

    >>> print(captions({"runs-AP": Figure("AP by run", "AP", "run", caption="50 topics.")}), end="")
    runs-AP
      AP by run. 50 topics.
    """
    return "\n".join(
        f"{stem}\n  {visible(f'{one.title}. {one.caption}'.rstrip())}\n"
        for stem, one in figures.items()
    )


def _content(figure: Figure, format: str) -> bytes:
    return svg(figure).encode() if format == "svg" else plotted(figure, format)


def _problems(figures: Mapping[str, Figure], format: str) -> Iterator[Problem]:
    if format not in FORMATS:
        yield unknown("format of figures", format, FORMATS)
        return
    for stem in figures:
        if not _STEM.fullmatch(stem):
            hint = "letters, digits, dots and dashes"
            yield Problem(f"{stem!r} is not a name for the file of a figure", hint=hint)
