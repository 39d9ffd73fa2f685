"""The files of sheets, as HTML or PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from harness.core.execution import Workers
from harness.core.parallel import map_prepared
from harness.report.figures.plots import drawers
from harness.report.page.document import rendered
from harness.report.sheets.participants import sheet_stem
from harness.report.sheets.sheet import Sheet

#: What sheets are written as.
FORMATS = ("html", "pdf")


def render_sheet(sheet: Sheet) -> str:
    """The sheet as HTML. It loads nothing, runs nothing, and names nobody else."""
    return rendered("sheet.html", sheet=sheet)


def sheet_files(
    sheets: Sequence[Sheet],
    format: str = "html",
    *,
    workers: Workers = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, tuple[str, bytes]]:
    """Whose each file is and what it holds, by its name.

    As HTML there is a file for each participant; as PDF one page a run, and one more for each
    participant with several runs, on which they are compared.
    """
    runs = sum(len(sheet.runs) for sheet in sheets)
    everybody = [sheet.participant for sheet in sheets]
    names = (*everybody, *(run for sheet in sheets for run in sheet.runs))
    files: dict[str, tuple[str, bytes]] = {}
    drawn = map_prepared(partial(_drawing, format, names), sheets, drawers(runs, workers))
    for done, (participant, made) in enumerate(zip(everybody, drawn, strict=True), start=1):
        files |= {name: (participant, content) for name, content in made}
        if progress is not None:
            progress(done, len(everybody))
    return files


def _drawing(format: str, names: Sequence[str]) -> Callable[[Sheet], list[tuple[str, bytes]]]:
    """Return a function that makes the files of a sheet; ``names`` are all possible names."""
    return partial(_drawn, format=format, stem=partial(sheet_stem, everybody=names))


def _drawn(sheet: Sheet, format: str, stem: Callable[[str], str]) -> list[tuple[str, bytes]]:
    if format == "pdf":
        from harness.report.sheets.paper import sheet_pdfs  # loads matplotlib

        return list(sheet_pdfs(sheet, stem))
    return [(f"{stem(sheet.participant)}.html", render_sheet(sheet).encode())]
