"""Draws the README's picture: the demo runs' precision-recall curves, averaged both ways."""

from __future__ import annotations

import argparse
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt

import harness

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Evaluate the demo task and write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "docs/precision-recall.svg")
    arguments = parser.parse_args()
    evaluation = harness.run(harness.load_task(ROOT / "configs/demo.yaml"))
    mpl.rcParams.update({"svg.hashsalt": "harness", "svg.fonttype": "none", "font.size": 10})
    figure, axes = plt.subplots(1, 2, figsize=(9.5, 3.8), sharey=True, layout="constrained")
    titles = {"recall": "at recall levels (interpolated)", "cutoff": "at document cutoffs"}
    for panel, (by, title) in zip(axes, titles.items(), strict=True):
        for number, (name, curves) in enumerate(
            zip(evaluation.scores.runs, evaluation.curves, strict=True)
        ):
            points = curves.table()
            points = points[points["by"] == by]
            style = {"color": f"C{number}", "marker": "osD^vP*Xh"[number], "markersize": 4}
            panel.plot(points["recall"], points["precision"], label=name, lw=1.3, **style)
        panel.set(title=title, xlabel="recall", xlim=(0, 1), ylim=(0, 1))
        panel.grid(alpha=0.3)
    axes[0].set_ylabel("precision")
    axes[1].legend(fontsize=8, loc="upper right")
    figure.savefig(arguments.out, metadata={"Date": None})


if __name__ == "__main__":
    main()
