"""Figures: neutral kinds that say what is shown, and their drawing for papers by matplotlib."""

from __future__ import annotations

from harness.report.figures.boxes import box_row
from harness.report.figures.evaluation import (
    difference_figure,
    evaluation_figures,
    gap_figure,
    heat_map,
    leaderboard_figure,
    run_boxes,
    topic_boxes,
)
from harness.report.figures.files import write_figures
from harness.report.figures.kinds import MARKS, Bars, Figure, Grid, Line, Lines, Row, Rows
from harness.report.figures.plots import inline_svg, plotted
from harness.report.figures.styles import VENUES, FigureStyle, style_of

__all__ = [
    "MARKS",
    "VENUES",
    "Bars",
    "Figure",
    "FigureStyle",
    "Grid",
    "Line",
    "Lines",
    "Row",
    "Rows",
    "box_row",
    "difference_figure",
    "evaluation_figures",
    "gap_figure",
    "heat_map",
    "inline_svg",
    "leaderboard_figure",
    "plotted",
    "run_boxes",
    "style_of",
    "topic_boxes",
    "write_figures",
]
