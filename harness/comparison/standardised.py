"""Tables of standardised values, in which no topic weighs more than another."""

from __future__ import annotations

from dataclasses import replace

from harness.comparison.table import ScoreTable
from harness.core.notes import Note
from harness.evaluation.scales import UNBOUNDED, Scale
from harness.stats.standardisation import standardise


def standardised(table: ScoreTable, by: str) -> ScoreTable:
    """The table with the values of each topic standardised by those of its runs.

    ``by`` is one of `harness.stats.standardisation.STANDARDISATIONS`, or "none". What is
    standardised is what is compared, so that more is better. A table that is standardised stays.

    >>> import numpy as np
    >>> table = ScoreTable("FNR", ("x", "y"), ("1", "2"), np.array([[0.5, 0.25], [1.0, 0.0]]))
    >>> found = standardised(table, "empirical")
    >>> found.measure, found.values.tolist()
    ('FNR (empirical)', [[0.5, 1.0], [0.5, 1.0]])
    """
    if by == "none" or any(_code(note) == "standardised" for note in table.notes):
        return table
    known = standardise(table.compared, by=by)
    note = Note("standardised", f"values are standardised by topic: {known.how}", table.measure)
    return replace(
        table,
        measure=f"{table.measure} ({by})",
        values=known.values,
        scale=Scale(bounds=UNBOUNDED if by == "z" else (0.0, 1.0)),
        notes=(*(other for other in table.notes if _code(other) != "not-standardised"), note),
    )


def not_standardised(table: ScoreTable, by: str) -> ScoreTable:
    """The table with a note that its values are compared as they are, though ``by`` is wanted."""
    if by == "none":
        return table
    text = f"values are compared as they are, not standardised ({by}) as the task compares them"
    return replace(table, notes=(*table.notes, Note("not-standardised", text, table.measure)))


def _code(note: Note | str) -> str:
    return note.code if isinstance(note, Note) else ""
