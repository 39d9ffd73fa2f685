"""What ``harness report`` does for tasks of labels, numbers and clusters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from harness.cli.labels import only_known
from harness.cli.output import accounted, progress_bar, put_content, show, tell
from harness.report.figures import FigureStyle, write_figures
from harness.report.labels.figures import label_figures
from harness.report.labels.tables import label_board
from harness.report.table import FILES, latex_table, render
from harness.workflows.label_report import label_report_of


def put_label_table(
    context: click.Context, target: str, given: Mapping[str, Any], runs: Sequence[str] = ()
) -> None:
    """The leaderboard of a task of labels for a paper; ``given`` are the options of the command."""
    own = {"format", "label", "output", "force", "runs", "top"}
    only_known(given, {*own, "workers"}, "tables of rankings")
    read_in = label_report_of(target, runs)
    with accounted(context, read_in):
        report = read_in.value
        form, output, force = given["format"], given.get("output"), bool(given.get("force"))
        chosen = given.get("runs") or report.runs[: given.get("top")]
        board = label_board(report.evaluation, chosen)
        if form == "latex":
            label = given.get("label") or ""
            put_content(latex_table(board, floating=bool(label), label=label), output, force=force)
        elif output is None:
            show(board, form)
        else:
            content = FILES[form](board) if form in FILES else render(board, form)
            put_content(content, output, force=force)


def put_label_figures(
    context: click.Context, target: str, style: FigureStyle, given: Mapping[str, Any]
) -> None:
    """The figures of a task of labels; ``given`` are the options of the command."""
    own = {"format", "output", "force", "runs", "top"}
    only_known(given, {*own, "workers"}, "figures of rankings")
    read_in = label_report_of(target)
    with accounted(context, read_in):
        report = read_in.value
        made = label_figures(report.evaluation, given["runs"], given["top"])
        output, form, force = given["output"], given["format"], given["force"]
        with progress_bar("drawing figures") as progress:
            drawn = write_figures(
                *(made, output, form),
                style=style,
                force=force,
                manifest=report.origin,
                progress=progress,
            )
        tell(f"Figures: {len(drawn)} in {output}")
