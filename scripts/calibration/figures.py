"""Curves over the number of topics, as small SVG files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure


def line_figure(
    path: Path,
    curves: Mapping[int, Sequence[float]],
    names: Sequence[str],
    *,
    label: str,
    wanted: float,
) -> None:
    """A line for each name over the numbers of topics, with what is wanted dashed."""
    with mpl.rc_context({"svg.hashsalt": "calibration", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(6.5, 3.2), layout="constrained")
        axes = figure.subplots()
        axes.axhline(wanted, color="black", linewidth=0.8, linestyle="--")
        for i, name in enumerate(names):
            axes.plot(list(curves), [row[i] for row in curves.values()], marker=".", label=name)
        axes.set_xscale("log")
        axes.set_xticks(list(curves), [str(n) for n in curves])
        axes.minorticks_off()
        axes.set_xlabel("topics")
        axes.set_ylabel(label)
        axes.legend(fontsize=7, loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
        figure.savefig(path, metadata={"Date": None})
