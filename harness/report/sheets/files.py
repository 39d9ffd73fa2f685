"""Participants' sheets as HTML or PDF files, and files for platforms."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from harness.core.errors import EvaluationError, Problem
from harness.core.execution import Workers
from harness.core.harmless import visible
from harness.core.parallel import map_prepared
from harness.report.figures.plots import choose_drawers
from harness.report.findings import dump_json
from harness.report.page.document import render_template
from harness.report.report import Report
from harness.report.sheets.details import Sheet, find_owner, make_sheet, sheet_stem


def render_sheet(sheet: Sheet) -> str:
    """Return the sheet as HTML. It loads nothing, runs nothing, and names no other participant."""
    return render_template("sheet.html", sheet=sheet)


def sheet_files(
    sheets: Sequence[Sheet],
    format: str = "html",
    *,
    workers: Workers = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, tuple[str, bytes]]:
    """Return participant and content of each file, by its name.

    HTML has a file per participant. PDF has a page per run, and one more for each participant with
    several runs, which compares them.
    """
    runs = sum(len(sheet.runs) for sheet in sheets)
    everybody = [sheet.participant for sheet in sheets]
    names = (*everybody, *(run for sheet in sheets for run in sheet.runs))
    files: dict[str, tuple[str, bytes]] = {}
    drawn = map_prepared(
        partial(_bind_drawing, format, names), sheets, choose_drawers(runs, workers)
    )
    for done, (participant, made) in enumerate(zip(everybody, drawn, strict=True), start=1):
        files |= {name: (participant, content) for name, content in made}
        if progress is not None:
            progress(done, len(everybody))
    return files


def _bind_drawing(format: str, names: Sequence[str]) -> Callable[[Sheet], list[tuple[str, bytes]]]:
    """Return a function that makes the files of a sheet; ``names`` are all names in use."""
    return partial(_draw_sheet, format=format, stem=partial(sheet_stem, everybody=names))


def _draw_sheet(sheet: Sheet, format: str, stem: Callable[[str], str]) -> list[tuple[str, bytes]]:
    if format == "pdf":
        from harness.report.sheets.paper import sheet_pdfs  # loads matplotlib

        return list(sheet_pdfs(sheet, stem))
    return [(f"{stem(sheet.participant)}.html", render_sheet(sheet).encode())]


def tira_scores(values: Mapping[str, float]) -> str:
    """Return the scores in TIRA's format: one colon per line, and quotation marks around texts.

    >>> print(tira_scores({"AP": 0.5}))
    measure {
      key: "AP"
      value: "0.5"
    }
    <BLANKLINE>
    """
    plain = str.maketrans({'"': "'", ":": " "})
    return "".join(
        f'measure {{\n  key: "{visible(name).translate(plain)}"\n  value: "{value}"\n}}\n'
        for name, value in values.items()
    )


#: The file of the scores for each platform, the function that writes it, and the page of details.
PLATFORMS: Mapping[str, tuple[str, Callable[[Mapping[str, float]], str], str]] = {
    "codabench": ("scores.json", dump_json, "detailed_results.html"),
    "tira": ("evaluation.prototext", tira_scores, "detailed_results.html"),
}


def platform_files(report: Report, platform: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the files of a platform by name, and the measures without a value.

    Raises `EvaluationError` for several runs, and if no measure has a value.
    """
    if len(report.runs) != 1:
        message = f"{platform} takes one run, and these are {len(report.runs)}"
        raise EvaluationError(Problem(message, hint="harness run TASK RUN names it"))
    [run], [values] = report.runs, report.summary.tolist()
    labels = [measure.label for measure in report.measures]
    known = {
        name: value
        for name, value in zip(labels, values, strict=True)
        if value is not None and math.isfinite(value)
    }
    if not known:
        raise EvaluationError(Problem("no measure has a value", run))
    name, make, details = PLATFORMS[platform]
    sheet = render_sheet(make_sheet(report, find_owner(report, run)))
    return {name: make(known), details: sheet}, tuple(n for n in labels if n not in known)
