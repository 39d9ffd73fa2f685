"""Figures: neutral kinds that say what is shown, and their drawing for papers by matplotlib."""

from __future__ import annotations

from harness.report.figures.evaluation import evaluation_figures, gap_figure
from harness.report.figures.kinds import Bars, Figure, Grid, Line, Lines, Row, Rows
from harness.report.figures.plots import inline_svg, plot_file, write_figures
from harness.report.figures.styles import VENUES, FigureStyle, choose_style

__all__ = [
    "VENUES",
    "Bars",
    "Figure",
    "FigureStyle",
    "Grid",
    "Line",
    "Lines",
    "Row",
    "Rows",
    "choose_style",
    "evaluation_figures",
    "gap_figure",
    "inline_svg",
    "plot_file",
    "write_figures",
]
