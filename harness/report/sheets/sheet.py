"""The sheet of one participant: their own runs against all others, which have no names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from harness.comparison import every_pair
from harness.core.notes import Note
from harness.report.comparison import against_table
from harness.report.report import Report
from harness.report.sheets.details import detail_tables
from harness.report.sheets.participants import runs_of
from harness.report.sheets.run_page import RunPage, notes_of, run_page
from harness.report.table import Column, Table

#: Of so many runs of a participant all pairs are compared.
_MOST_COMPARED = 12


@dataclass(frozen=True, eq=False)
class Sheet:
    """The sheet of one participant: a group with all its runs, or a run that has no group.

    ``pages`` are those of its runs, the best first, ``side_by_side`` the tables that compare them,
    where there are several, ``details`` what stands behind. None of them names another run or
    group. ``problems`` say why runs of the participant were not evaluated.
    """

    participant: str
    name: str
    pages: tuple[RunPage, ...]
    side_by_side: tuple[Table, ...]
    details: tuple[Table, ...]
    notes: tuple[Note | str, ...]
    problems: tuple[str, ...] = ()

    @property
    def runs(self) -> tuple[str, ...]:
        """The names of the runs."""
        return tuple(page.run for page in self.pages)


def sheet_of(report: Report, participant: str) -> Sheet:
    """The sheet of a group, or of one run.

    Raises `EvaluationError`, with the nearest name, for a participant that is not there, and as
    `participants` does.
    """
    runs, problems = runs_of(report, participant)
    details = detail_tables(report, participant, runs)
    return Sheet(
        participant=participant,
        name=report.name,
        pages=tuple(run_page(report, run) for run in runs),
        side_by_side=tuple(_side_by_side(report, runs)) if len(runs) > 1 else (),
        details=tuple(table for table in details if table.rows),
        notes=tuple(notes_of(report, runs)),
        problems=problems,
    )


def _side_by_side(report: Report, runs: tuple[str, ...]) -> Iterator[Table]:
    """All measures of the participant's runs, and whether the runs differ."""
    rows = [report.run(run) for run in runs]
    columns = [
        (Column(measure.label, measure.digits), report.summary[rows, number])
        for number, measure in enumerate(report.measures)
    ]
    yield Table.of_columns(("run", runs), *columns, title="Your runs")
    table = report.compared(report.measures[report.measure()].label)
    if table is None or report.comparison is None or len(runs) > _MOST_COMPARED:
        return
    own = replace(table.only(runs), notes=())  # which name other runs
    pairs = every_pair(own, report.comparison.options)
    yield against_table(pairs, title="Your runs against each other")
