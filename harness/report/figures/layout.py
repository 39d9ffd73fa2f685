"""The drawing of a figure of any kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from harness.report.figures.curves import lines_drawing
from harness.report.figures.drawing import Drawing
from harness.report.figures.grids import grid_drawing
from harness.report.figures.kinds import Figure, Grid, Lines, Rows
from harness.report.figures.rows import rows_drawing

_LAYOUTS: dict[type[Figure], Callable[[Any], Drawing]] = {
    Lines: lines_drawing,
    Rows: rows_drawing,
    Grid: grid_drawing,
}


def drawing_of(figure: Figure) -> Drawing:
    """The drawing of a figure."""
    return _LAYOUTS[type(figure)](figure)
