"""Writing figures: all of them are drawn before the first is written."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from harness.errors import HarnessError, Problem, nearest, refuse
from harness.report.figures.kinds import Figure
from harness.report.figures.plots import plotted
from harness.report.figures.svg import svg
from harness.report.figures.texts import visible

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
) -> list[Path]:
    """Write figures as files ``STEM.FORMAT`` in a directory, and their captions beside them.

    SVG is drawn without a library, PDF and PNG by matplotlib. ``captions.txt`` has the title and
    the caption of each, for the text of a paper. The directory is made if it is not there. All
    figures are drawn before the first is written, and each file is written in one piece. Returns
    the files in the order of the figures, the captions last; nothing is written without figures.

    Raises `InputError` for an unknown format, for names that files should not have, and, unless
    ``force`` is given, for files that exist; `HarnessError` without matplotlib, and for a directory
    that cannot be written to.
    """
    from harness.formats.writers import atomic_write

    place = Path(directory)
    refuse(_problems(figures, place, format, force))
    files = {place / f"{stem}.{format}": _content(one, format) for stem, one in figures.items()}
    if not files:
        return []
    files[place / CAPTIONS] = captions(figures).encode()
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"the directory cannot be made: {error.strerror}"
        raise HarnessError(Problem(message, os.fspath(directory))) from None
    for path, content in files.items():
        atomic_write(path, content)
    return list(files)


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


def _problems(
    figures: Mapping[str, Figure], place: Path, format: str, force: bool
) -> Iterator[Problem]:
    if format not in FORMATS:
        hint = nearest(format, FORMATS) or f"known: {', '.join(FORMATS)}"
        yield Problem(f"unknown format of figures {format!r}", hint=hint)
        return
    for stem in figures:
        if not _STEM.fullmatch(stem):
            hint = "letters, digits, dots and dashes"
            yield Problem(f"{stem!r} is not a name for the file of a figure", hint=hint)
    if place.exists() and not place.is_dir():
        yield Problem("figures need a directory, this is a file", os.fspath(place))
    elif not force:
        names = [f"{stem}.{format}" for stem in figures] + ([CAPTIONS] if figures else [])
        for name in names:
            if (place / name).exists():
                yield Problem(
                    "the file exists", os.fspath(place / name), hint="--force replaces it"
                )
