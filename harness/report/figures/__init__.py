"""Figures: neutral kinds, their drawing as SVG without a library, and as PDF or PNG for papers."""

from __future__ import annotations

from harness.report.figures.boxes import Box, box_of, box_row
from harness.report.figures.evaluation import (
    cutoff_curves,
    difference_figure,
    evaluation_figures,
    heat_map,
    leaderboard_figure,
    level_curves,
    roc_curves,
    run_boxes,
    standing_figure,
    topic_boxes,
)
from harness.report.figures.files import write_figures
from harness.report.figures.kinds import MARKS, Figure, Grid, Line, Lines, Row, Rows
from harness.report.figures.plots import plotted
from harness.report.figures.svg import svg

__all__ = [
    "MARKS",
    "Box",
    "Figure",
    "Grid",
    "Line",
    "Lines",
    "Row",
    "Rows",
    "box_of",
    "box_row",
    "cutoff_curves",
    "difference_figure",
    "evaluation_figures",
    "heat_map",
    "leaderboard_figure",
    "level_curves",
    "plotted",
    "roc_curves",
    "run_boxes",
    "standing_figure",
    "svg",
    "topic_boxes",
    "write_figures",
]
