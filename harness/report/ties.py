"""What ties leave open, as a neutral table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.core.coverage import known_notes
from harness.core.notes import Note
from harness.evaluation.ties.expected import Across
from harness.evaluation.ties.tie_report import MeasureTies, TieReport
from harness.report.table import Cell, Column, Table

_DIGITS = 4
_COUNTS = ("topics", "across", "inside")
_VALUES = ("undecided", "lowest", "expected", "highest", "ordered")

#: What becomes of topics that a run does not answer, by what rules say of them.
_MISSING = {
    "drop": "are left out",
    "empty": "are averaged as empty rankings",
    "zero": "are averaged as 0",
}


def ties_table(reports: Sequence[TieReport]) -> Table:
    """One row a run and cutoff (``top 10``), then one a run and measure.

    Averages are over topics, as each measure is summarised. Without any measure the columns of
    values are left out.
    """
    with_values = any(report.measures for report in reports)
    columns = [Column("run"), Column("measure"), Column("tied")]
    columns += [Column(name, minor=True) for name in _COUNTS]
    if with_values:
        columns += [Column(name, None if name == "undecided" else _DIGITS) for name in _VALUES]
    rows = [row[: len(columns)] for report in reports for row in _rows(report)]
    return Table(tuple(columns), rows, notes=tuple(_notes(reports, with_values)))


def _rows(report: TieReport) -> Iterator[tuple[Cell, ...]]:
    for cutoff, across in report.cutoffs.items():
        counts = _counts(report, across)
        yield (report.run, f"top {cutoff}", *counts, *(None for _ in _VALUES))
    for ties in report.measures:
        counts = _counts(report, ties.across)
        yield (report.run, ties.measure.label, *counts, *_values(ties))


def _counts(report: TieReport, across: Across) -> tuple[Cell, ...]:
    return (
        int(report.tied.sum()),
        across.num_topics,
        int(across.documents.sum()),
        int(across.inside.sum()),
    )


def _values(ties: MeasureTies) -> tuple[Cell, ...]:
    bounds = (ties.lowest, ties.expected, ties.highest, ties.ordered)
    return (int(ties.undecided.sum()), *(ties.average(values) for values in bounds))


def _notes(reports: Sequence[TieReport], with_values: bool) -> Iterator[Note | str]:
    for rules in dict.fromkeys(report.rules for report in reports):
        dialect = rules.dialect
        yield f"dialect {dialect.name}: scores are compared as {dialect.score_type}"
        if rules.depth is not None:
            yield f"depth: the first {rules.depth} documents of a topic count"
        if rules.judged_only:
            yield "judged only: unjudged documents are taken out first"
        if any(report.judged and report.rules == rules for report in reports):
            yield f"topics that a run does not answer {_MISSING[rules.missing]}"
    yield from known_notes(len(reports), [report.known for report in reports])
    yield from (note for report in reports for note in report.warnings)
    yield "tied: documents whose score another of their topic has too, at any rank"
    yield "topics: those with a tie across the cutoff; across: documents in these ties"
    yield "inside: how many of the documents across get in"
    if with_values:
        yield "undecided: topics whose value depends on the order of tied documents"
        yield "lowest, expected, highest: least, mean and greatest value over all such orders"
        yield "ordered: tied documents by identifier, descending, as the dialect has it"
