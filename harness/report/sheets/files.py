"""The files of all sheets, by their names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from harness.report.report import Report
from harness.report.sheets.html import render_sheet
from harness.report.sheets.paper import sheet_pdfs
from harness.report.sheets.participants import participants, sheet_stem
from harness.report.sheets.sheet import sheet_of

#: What sheets are written as.
FORMATS = ("html", "pdf")


def sheet_files(
    report: Report, format: str = "html", progress: Callable[[int, int], None] | None = None
) -> dict[str, tuple[str, bytes]]:
    """Whose each file is and what it holds, by its name.

    As HTML there is a file for each participant; as PDF one page a run, and one more for each
    participant with several runs, on which they are compared. Raises `EvaluationError` as
    `participants` does.
    """
    everybody = participants(report)
    stem = partial(sheet_stem, everybody=(*everybody, *report.runs))
    files: dict[str, tuple[str, bytes]] = {}
    for done, participant in enumerate(everybody, start=1):
        sheet = sheet_of(report, participant)
        if format == "pdf":
            made = sheet_pdfs(sheet, stem)
        else:
            made = iter([(f"{stem(participant)}.html", render_sheet(sheet).encode())])
        files |= {name: (participant, content) for name, content in made}
        if progress is not None:
            progress(done, len(everybody))
    return files
