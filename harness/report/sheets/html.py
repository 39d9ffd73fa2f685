"""Pages of HTML without scripts: a participant's sheet, and whatever is drawn and set alike."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from harness._version import __version__
from harness.report.figures import FigureStyle, inline_svg
from harness.report.page.document import environment, style
from harness.report.sheets.sheet import Sheet
from harness.report.table import shown


def render_sheet(sheet: Sheet) -> str:
    """The sheet as text. It loads nothing, runs nothing, and names nobody else."""
    return static_page("sheet.html", sheet=sheet)


def static_page(template: str, **content: Any) -> str:
    """The text of a template with its content, and with what draws figures and cells."""
    return str(
        environment()
        .get_template(template)
        .render(
            style=style(),
            drawn=lambda figure, width: Markup(inline_svg(figure, FigureStyle(width=width))),
            shown=shown,
            version=__version__,
            **content,
        )
    )
