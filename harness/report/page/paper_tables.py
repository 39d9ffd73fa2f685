"""Tables for papers that the page can copy, in the format of `harness report table`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from harness.comparison import Comparison
from harness.report.figures.styles import VENUES
from harness.report.paper import paper_table
from harness.report.report import Report
from harness.report.results_table import means_table
from harness.report.table import Table
from harness.report.table.latex import choose_letter_size, fit_table, latex_table
from harness.report.verdict import group_by_type

#: The venues whose columns the tables fit: one column, or both if one is too narrow.
_VENUE = VENUES["acm"]

#: The most means in all tables of a page; beyond that it shows only the command.
_MOST_MEANS = 10_000

_TABULAR = re.compile(r"\\begin\{(tabular|longtable)\}.*\\end\{\1\}\n", re.DOTALL)


def paper_tables(report: Report) -> list[dict[str, Any]]:
    """Return the tables of all runs and of each type of runs, over all topics and over each subset.

    ``body`` is the tabular with the measures in the report's order. When another measure is the
    first column, the table's rows are in another order, ``rows`` [M], and the lines ``around`` [M]
    it, before and after, name the measures in their order. ``wide`` tables span both columns of a
    page. Tables that do not fit are omitted, and so are all tables if runs are not compared.
    """
    types = {"": report.runs, **group_by_type(report)}
    reports = [("", report), *((name, report.of_subset(name)) for name in report.subset_boards)]
    means = len(report.measures) * len(reports) * sum(map(len, types.values()))
    return [
        {"subset": subset, "type": kind, **made}
        for subset, shown in reports
        if shown.comparison and means <= _MOST_MEANS
        for kind, runs in types.items()
        if (made := _build_table(shown, shown.comparison.standardised(), kind, runs))
    ]


def _build_table(
    report: Report, comparison: Comparison, kind: str, runs: tuple[str, ...]
) -> dict[str, Any]:
    """Return the table of some runs by each measure; nothing where it has no room."""
    labels = [measure.label for measure in report.measures]
    make: Callable[..., Table] = partial(
        paper_table,
        comparison,
        runs=runs,
        columns=("type",) if report.type_of and not kind else (),
        types=report.type_of,
        title=report.name,
    )
    if len(runs) == 1:
        make = partial(means_table, report, runs=runs)

    def made_by(label: str, width: float) -> Table:
        measures = [label, *(other for other in labels if other != label)]
        return fit_table(partial(make, measures=measures), width)

    widths = (_VENUE.width, _VENUE.across)
    room = (
        width
        for width in widths
        if choose_letter_size(made_by(labels[0], width), width) is not None
    )
    width = next(room, 0.0)
    if not width:
        return {}
    tables, wide = [made_by(label, width) for label in labels], width == _VENUE.across
    texts = [latex_table(made, floating=wide, width=width, across=wide) for made in tables]
    rows = {run: row for row, run in enumerate(tables[0].cells(0))}
    return {
        "wide": wide,
        "body": "".join(match[0] for match in _TABULAR.finditer(texts[0])),
        "rows": [[rows[run] for run in made.cells(0)] for made in tables],
        "around": [_TABULAR.split(text)[::2] for text in texts],
    }
