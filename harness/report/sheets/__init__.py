"""Sheets for participants: a page for each run, which names nobody else."""

from harness.report.sheets.details import Sheet, make_sheet
from harness.report.sheets.files import render_sheet, sheet_files
from harness.report.sheets.participants import participants, sheet_stem

__all__ = [
    "Sheet",
    "make_sheet",
    "participants",
    "render_sheet",
    "sheet_files",
    "sheet_stem",
]
