"""A participant's sheet as one page of HTML: static, without scripts."""

from __future__ import annotations

from markupsafe import Markup

from harness._version import __version__
from harness.report.figures import FigureStyle, inline_svg
from harness.report.page.document import environment, style
from harness.report.sheets.sheet import Sheet
from harness.report.table import shown


def render_sheet(sheet: Sheet) -> str:
    """The sheet as text. It loads nothing, runs nothing, and names nobody else."""
    return str(
        environment()
        .get_template("sheet.html")
        .render(
            sheet=sheet,
            style=style(),
            drawn=lambda figure, width: Markup(inline_svg(figure, FigureStyle(width=width))),
            shown=shown,
            version=__version__,
        )
    )
