"""The tables of an evaluation: leaderboard, long form, and the notes that keep it honest."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from harness.measures import AnyMeasure, Measure
from harness.report.notes import notes
from harness.report.table import Cell, Column, Table
from harness.scores import Scores


def is_count(measure: AnyMeasure) -> bool:
    """Whether the measure's values are whole numbers."""
    return isinstance(measure, Measure) and measure.family.integer


def digits_of(measure: AnyMeasure) -> int:
    """Decimals that people expect: none for counts, four for everything else."""
    return 0 if is_count(measure) else 4


def leaderboard(
    scores: Scores,
    *,
    groups: Mapping[str, str] | None = None,
    kind: str | None = None,
    title: str = "",
) -> Table:
    """One row a run, one column a measure, sorted by the first measure (equal ones by name).

    ``kind`` is a summary as for `Scores.summarise`. ``groups`` adds the group of each run.
    """
    values = scores.summarise(kind)
    first = (
        [-value for value in values[:, 0].tolist()] if values.shape[1] else [0.0] * len(scores.runs)
    )
    order = sorted(range(len(scores.runs)), key=lambda row: (first[row], scores.runs[row]))
    columns = [Column("run"), *([Column("group")] if groups else ())]
    columns += [Column(measure.label, digits_of(measure)) for measure in scores.measures]
    rows: list[tuple[Cell, ...]] = []
    for row in order:
        run = scores.runs[row]
        lead: list[Cell] = [run, *([groups.get(run, "")] if groups else ())]
        rows.append((*lead, *values[row].tolist()))
    return Table(tuple(columns), rows, title, notes(scores.runs, scores.coverage))


def long_table(scores: Scores, *, topics: bool, summary: bool) -> Table:
    """A row for each run, measure and topic, and for each summary under the topic ``all``."""
    rows: list[tuple[Cell, ...]] = []
    number = [int if is_count(measure) else float for measure in scores.measures]
    named = list(zip(scores.labels, number, strict=True))
    summaries = scores.summarise()
    for row, run in enumerate(scores.runs):
        blocks = [
            (scores.topics[at], scores.values[row, at])
            for at in np.flatnonzero(scores.evaluated[row])
        ]
        shown = (blocks if topics else []) + ([("all", summaries[row])] if summary else [])
        for topic, values in shown:
            rows += [
                (run, label, topic, kind(value))
                for (label, kind), value in zip(named, values.tolist(), strict=True)
            ]
    return Table((Column("run"), Column("measure"), Column("topic"), Column("value")), rows)
