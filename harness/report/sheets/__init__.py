"""Sheets for participants: a page for each run that names no other participant."""

from harness.report.sheets.details import Sheet, make_sheet, participants, sheet_stem
from harness.report.sheets.files import render_sheet, sheet_files

__all__ = [
    "Sheet",
    "make_sheet",
    "participants",
    "render_sheet",
    "sheet_files",
    "sheet_stem",
]
