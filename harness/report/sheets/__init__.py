"""Sheets for participants: a page for each run, which names nobody else."""

from harness.report.sheets.participants import participants, sheet_stem
from harness.report.sheets.sheet import FORMATS, Sheet, render_sheet, sheet_files, sheet_of

__all__ = [
    "FORMATS",
    "Sheet",
    "participants",
    "render_sheet",
    "sheet_files",
    "sheet_of",
    "sheet_stem",
]
