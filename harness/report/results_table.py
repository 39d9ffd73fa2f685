"""The table of a comparison as a notebook and a console show it: what a paper prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from harness.comparison import Comparison
from harness.core.faces import Framed
from harness.core.harmless import visible
from harness.core.notes import note_lines
from harness.report.figures.styles import style_of
from harness.report.paper import paper_table
from harness.report.table import Screen, Table, latex_table, render


@dataclass(frozen=True, eq=False, repr=False)
class ResultsTable(Framed):
    """A row a run, a column a measure; the best in bold, superscripts where baselines differ.

    Printed it is text; a notebook shows it as HTML.

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
        columns = range(len(self.table.columns))
        head = "".join(f"<th>{_safe(column.name)}</th>" for column in self.table.columns)
        texts = [self.table.texts(column) for column in columns]
        rows = "".join(
            f"<tr>{''.join(self._cell(texts[column][row], row, column) for column in columns)}</tr>"
            for row in range(len(self.table.rows))
        )
        notes = "".join(f"<p>{_safe(line)}</p>" for line in note_lines(self.table.notes))
        body = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        return f"<p>{_safe(self.table.title)}</p>{body}{notes}"

    def to_latex(self, *, label: str = "", venue: str | None = None) -> str:
        """The table in LaTeX; with a label it floats, and it fits the column of a venue."""
        width = None if venue is None else style_of(venue).width
        return latex_table(self.table, floating=bool(label), label=label, width=width)

    def _columns(self) -> tuple[Mapping[str, Any], str]:
        """Return the cells without marks."""
        names = [column.name for column in self.table.columns]
        return {name: self.table.cells(number) for number, name in enumerate(names)}, "run"

    def _cell(self, text: str, row: int, column: int) -> str:
        mark, shown = self.table.mark(row, column), _safe(text)
        shown = f"<b>{shown}</b>" if mark.bold else shown
        return f"<td>{shown}{f'<sup>{_safe(mark.superscript)}</sup>' * bool(mark.superscript)}</td>"


def results_table(comparison: Comparison, **content: Any) -> ResultsTable:
    """The table of a comparison, of which `harness.report.paper.paper_table` says what is in it."""
    return ResultsTable(paper_table(comparison, **content))


def _safe(text: str) -> str:
    return escape(visible(text))
