"""Tables of standardised values, in which no topic weighs more than another."""

from __future__ import annotations

from dataclasses import replace

from harness.comparison.table import ScoreTable
from harness.core.notes import Note
from harness.evaluation.scales import UNBOUNDED, Scale
from harness.stats.standardisation import standardise


def standardised(table: ScoreTable, by: str) -> ScoreTable:
    """The table with the values of each topic standardised by those of its runs.

    ``by`` is one of `harness.stats.standardisation.STANDARDISATIONS`. What is standardised is what
    is compared, so that more is better. What a sample of judgments adds is not known of them.

    >>> import numpy as np
    >>> table = ScoreTable("FNR", ("x", "y"), ("1", "2"), np.array([[0.5, 0.25], [1.0, 0.0]]))
    >>> found = standardised(table, "empirical")
    >>> found.measure, found.values.tolist()
    ('FNR (empirical)', [[0.5, 1.0], [0.5, 1.0]])
    """
    known = standardise(table.compared, by=by)
    note = Note("standardised", f"values are standardised by topic: {known.how}", table.measure)
    return replace(
        table,
        measure=f"{table.measure} ({by})",
        values=known.values,
        scale=Scale(bounds=UNBOUNDED if by == "z" else (0.0, 1.0)),
        errors=None,  # which are those of the measure's own values
        notes=(*table.notes, note),
    )


def not_standardised(table: ScoreTable, by: str) -> ScoreTable:
    """The table with a note that its values are compared as they are, though ``by`` is wanted."""
    text = f"values are compared as they are, not standardised ({by}) as the task compares them"
    return replace(table, notes=(*table.notes, Note("not-standardised", text, table.measure)))
