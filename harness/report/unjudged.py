"""What judgments of unjudged documents could do to the order of two runs, as neutral tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.core.notes import Note
from harness.evaluation.unjudged import PairOrder
from harness.report.table import Column, Table


def order_table(orders: Sequence[PairOrder], *, title: str = "") -> Table:
    """A row a run and measure: the mean as judged, and the least and greatest it could be."""
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
        notes=tuple(_notes(orders)),
    )


def _notes(orders: Sequence[PairOrder]) -> Iterator[Note | str]:
    for order in orders:
        text = f"{order.measure.label}: {verdict(order)}"
        yield Note("unjudged-order", text, None, order.measure.label)
    first = orders[0]
    yield (
        f"least, greatest: each unjudged document that either run retrieves is not relevant, or "
        f"has the grade {first.grade}; means over {len(first.topics)} judged topics"
    )
    yield "unjudged: documents that the run retrieves and nobody judged"


def verdict(order: PairOrder) -> str:
    """Whether the order of two runs could turn, in words."""
    better, worse = (values.run for values in order.runs)
    if not order.unjudged:
        return f"{better} stays before {worse}: all that they retrieve is judged"
    if order.cannot_turn:
        return f"{better} stays before {worse}, whatever the unjudged documents are"
    if order.could_turn:
        means = " against ".join(f"{value:.4f}" for value in order.turned.mean(axis=1)[::-1])
        return (
            f"the order of {better} and {worse} could turn: were {order.documents} of the "
            f"{order.unjudged} unjudged documents relevant, {worse} could be before {better} "
            f"({means})"
        )
    return (
        f"{better} stays before {worse} even if those unjudged documents are relevant that {worse} "
        f"ranks higher; other judgments, at the bounds of both, are not ruled out"
    )
