"""Paper tables in Python, and the table for one run or one topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from harness.comparison import Comparison
from harness.comparison.assurances import Circumstances, sentence
from harness.core.coverage import averaged_note
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.faces import HasFrame
from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.report.figures.styles import choose_style
from harness.report.paper import check_further_columns, column_marks, lead_columns, paper_table
from harness.report.report import Report
from harness.report.table import Column, Mark, Screen, Table, render
from harness.report.table.latex import latex_table
from harness.results.manifest import rules_note


@dataclass(frozen=True, eq=False, repr=False)
class ResultsTable(HasFrame):
    """A row per run and a column per measure; the best in bold, superscripts for baselines.

    It prints as text; a notebook shows it as HTML.

    >>> import harness
    >>> first, second = {"d": 2.0, "e": 1.0}, {"d": 1.0, "e": 2.0}
    >>> runs = {"x": {"1": first, "2": second}, "y": {"1": second, "2": second}}
    >>> scores = harness.score({"1": {"d": 1}, "2": {"d": 1}}, runs, ["AP"])
    >>> made = harness.compare(scores).table(baseline="y")
    >>> made.to_frame("polars").rows()
    [('x', 0.75), ('y', 0.5)]
    """

    table: Table

    def __repr__(self) -> str:
        return render(self.table, "table", screen=Screen()).rstrip("\n")

    def _repr_html_(self) -> str:
        from harness.report.page.document import render_table  # loads templates

        return render_table(self.table)

    def to_latex(self, *, label: str = "", venue: str | None = None) -> str:
        """Return the table in LaTeX; with a label it floats, and it fits the column of a venue."""
        width = None if venue is None else choose_style(venue).width
        return latex_table(self.table, floating=bool(label), label=label, width=width)

    def _columns(self) -> tuple[Mapping[str, Any], str]:
        """Return the cells without marks."""
        names = [column.name for column in self.table.columns]
        return {name: self.table.cells(number) for number, name in enumerate(names)}, "run"


def results_table(comparison: Comparison, **content: Any) -> ResultsTable:
    """Return the table of a comparison; for options see `harness.report.paper.paper_table`."""
    return ResultsTable(paper_table(comparison, **content))


#: Columns that such a table can have besides means; errors of samples need a comparison.
COLUMNS = ("rank", "group", "type", "interval")
_CONFIDENCE = 0.95


def means_table(
    report: Report,
    *,
    measures: Sequence[str] = (),
    runs: Sequence[str] = (),
    top: int | None = None,
    columns: Sequence[str] = (),
    digits: int = 4,
) -> Table:
    """Return a row per run, the best first by the first measure, and a column per measure.

    The values are the evaluation's own summaries; ``measures`` defaults to all that are not counts.
    Intervals are Student's, for means over two topics or more. Raises `EvaluationError` for unknown
    runs, measures and ``columns``.
    """
    attributes = {"group": report.groups, "type": report.type_of}
    refuse(check_further_columns(columns, COLUMNS, attributes), EvaluationError)
    numbers = [report.measure(name) for name in measures] or [
        number for number, known in enumerate(report.measures) if known.summary != "sum"
    ]
    if not numbers:
        raise EvaluationError(Problem("no measure has numbers that are averaged"))
    scale, first = report.measures[numbers[0]].scale, report.summary[:, numbers[0]]
    chosen = [report.run(name) for name in runs] or list(range(len(report.runs)))
    order = [row for row in scale.order(first, report.runs) if row in chosen][:top]
    names = [report.runs[row] for row in order]
    made = lead_columns(names, scale.ranks(first)[order].tolist(), columns, attributes)
    marks: dict[tuple[int, int], Mark] = {}
    for number in numbers:
        measure = report.measures[number]
        values, column = report.summary[order, number], Column(measure.label, digits)
        means = dict(zip(names, values.tolist(), strict=True))
        best = column_marks(measure.scale, means, column, {}, bold=len(order) > 1)
        marks |= {(row, len(made)): mark for row, mark in best.items()}
        made.append((column, values.tolist()))
        if "interval" in columns:
            made.append(
                ("interval", [_format_interval(report, row, number, digits) for row in order])
            )
    notes: list[Note | str] = [
        averaged_note(report.coverage),
        rules_note(report.results.manifest),
        *([f"not compared: {report.not_compared}"] if report.not_compared else ()),
    ]
    if "interval" in columns:
        percent = f"{100 * _CONFIDENCE:g} %"
        known = (
            Circumstances.of_values(report.values[order, :, number], report.measures[number].scale)
            for number in numbers
        )
        words = dict.fromkeys(sentence("mean-interval", each, percent=percent) for each in known)
        notes += [f"interval: {interval}" for interval in words]
    over = count_noun(len(report.topics), "topic")
    what = f"Means over {over}" if len(report.topics) > 1 else f"Values of {over}"
    what += "; the best of each column in bold." if len(order) > 1 else "."
    title = " ".join(filter(None, (report.name and f"{report.name}.", what)))
    return Table.of_columns(*made, title=title, notes=notes, marks=marks)


def _format_interval(report: Report, run: int, number: int, digits: int) -> str:
    """Return the interval of a mean over topics; "" for another summary or a single topic."""
    measure, values = report.measures[number], report.values[run, :, number]
    ends = measure.mean_intervals(values[None, np.isfinite(values)], _CONFIDENCE)
    if ends is None:
        return ""
    low, high = float(np.asarray(ends.low)[0]), float(np.asarray(ends.high)[0])
    return f"{low:.{digits}f}–{high:.{digits}f}"
