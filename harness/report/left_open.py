"""The effects of ties and of unjudged documents, as neutral tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.core.coverage import known_notes
from harness.core.notes import Note
from harness.core.numbers import DECIMALS, count_noun
from harness.evaluation.ties.expected import Across
from harness.evaluation.ties.tie_report import MeasureTies, TieReport
from harness.evaluation.unjudged import PairOrder
from harness.report.table import Cell, Column, Table

_DIGITS = 4
_COUNTS = ("topics", "across", "inside")
_VALUES = ("undecided", "lowest", "expected", "highest", "ordered")

#: The words for how the rules treat topics that a run does not answer.
_MISSING = {
    "drop": "are left out",
    "empty": "are averaged as empty rankings",
    "zero": "are averaged as 0",
}


def ties_table(reports: Sequence[TieReport]) -> Table:
    """Return a row per run and cutoff (``top 10``), then a row per run and measure.

    Averages are over topics, summarised as each measure requires. Without measures the value
    columns are omitted.
    """
    with_values = any(report.measures for report in reports)
    columns = [Column("run"), Column("measure"), Column("tied")]
    columns += [Column(name, minor=True) for name in _COUNTS]
    if with_values:
        columns += [Column(name, None if name == "undecided" else _DIGITS) for name in _VALUES]
    rows = [row[: len(columns)] for report in reports for row in _list_rows(report)]
    return Table(tuple(columns), rows, notes=tuple(_note_ties(reports, with_values)))


def _list_rows(report: TieReport) -> Iterator[tuple[Cell, ...]]:
    for cutoff, across in report.cutoffs.items():
        counts = _list_counts(report, across)
        yield (report.run, f"top {cutoff}", *counts, *(None for _ in _VALUES))
    for ties in report.measures:
        counts = _list_counts(report, ties.across)
        yield (report.run, ties.measure.label, *counts, *_list_values(ties))


def _list_counts(report: TieReport, across: Across) -> tuple[Cell, ...]:
    return (
        int(report.tied.sum()),
        across.num_topics,
        int(across.documents.sum()),
        int(across.inside.sum()),
    )


def _list_values(ties: MeasureTies) -> tuple[Cell, ...]:
    bounds = (ties.lowest, ties.expected, ties.highest, ties.ordered)
    return (int(ties.undecided.sum()), *(ties.average(values) for values in bounds))


def _note_ties(reports: Sequence[TieReport], with_values: bool) -> Iterator[Note | str]:
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
    yield "tied: documents that share their score with another of their topic, at any rank"
    yield "topics: those with a tie across the cutoff; across: documents in these ties"
    yield "inside: how many of the documents across get in"
    if with_values:
        yield "undecided: topics whose value depends on the order of tied documents"
        yield "lowest, expected, highest: least, mean and greatest value over all such orders"
        yield "ordered: tied documents by identifier, descending, as the dialect has it"


def order_table(orders: Sequence[PairOrder], *, title: str = "") -> Table:
    """Return a row per run and measure: the mean as judged, and the least and greatest possible
    mean.
    """
    rows = [(order.measure.label, values) for order in orders for values in order.runs]
    return Table.of_records(
        rows,
        ("measure", lambda row: row[0]),
        ("run", lambda row: row[1].run),
        (Column("mean", 4), lambda row: float(row[1].values.mean())),
        (Column("least", 4), lambda row: float(row[1].least.mean())),
        (Column("greatest", 4), lambda row: float(row[1].greatest.mean())),
        ("unjudged", lambda row: int(row[1].unjudged.sum())),
        title=title,
        notes=tuple(_order_notes(orders)),
    )


def _order_notes(orders: Sequence[PairOrder]) -> Iterator[Note | str]:
    for order in orders:
        text = f"{order.measure.label}: {verdict(order)}"
        yield Note("unjudged-order", text, None, order.measure.label)
    first = orders[0]
    yield (
        f"least, greatest: each unjudged document that either run retrieves is not relevant, or "
        f"has the grade {first.grade}; means over {count_noun(len(first.topics), 'judged topic')}"
    )
    yield "unjudged: documents that the run retrieves and nobody judged"


def verdict(order: PairOrder) -> str:
    """Return a sentence on whether the order of two runs could reverse."""
    better, worse = (values.run for values in order.runs)
    first, second = (round(float(values.values.mean()), DECIMALS) for values in order.runs)
    kept = f"{better} stays before {worse}"
    kept = f"{better} and {worse} have the same mean" if first == second else kept
    if not order.unjudged:
        return f"{kept}: all that they retrieve is judged"
    if order.cannot_turn:
        return f"{kept}, whatever the unjudged documents are"
    if order.could_turn:
        means = " against ".join(f"{value:.4f}" for value in order.turned.mean(axis=1)[::-1])
        return (
            f"the order of {better} and {worse} could turn: were {order.documents} of the "
            f"{order.unjudged} unjudged documents relevant, {worse} could be before {better} "
            f"({means})"
        )
    return (
        f"{kept} even if those unjudged documents are relevant that {worse} "
        f"ranks higher; other judgments, at the bounds of both, are not ruled out"
    )
