"""A participant's sheet as one page of HTML: static, without scripts."""

from __future__ import annotations

from harness.report.page.document import rendered
from harness.report.sheets.sheet import Sheet


def render_sheet(sheet: Sheet) -> str:
    """The sheet as text. It loads nothing, runs nothing, and names nobody else."""
    return rendered("sheet.html", sheet=sheet)
