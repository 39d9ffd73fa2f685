"""The tables of an evaluation: leaderboard, long form, and the notes that keep it honest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from harness.core.arrays import Floats
from harness.core.coverage import coverage_notes
from harness.core.notes import shortened
from harness.evaluation.scales import Scale, scale_of
from harness.evaluation.scores import Scores
from harness.measures import AnyMeasure, Measure
from harness.report.table import Cell, Column, Table


def is_count(measure: AnyMeasure) -> bool:
    """Whether the measure's values are whole numbers."""
    return isinstance(measure, Measure) and measure.family.integer


def digits_of(measure: AnyMeasure) -> int:
    """Decimals that people expect: none for counts, four for everything else."""
    return 0 if is_count(measure) else 4


def sort_column(scores: Scores) -> int | None:
    """The place of the first measure that is not a count: what a leaderboard is sorted by."""
    return next(
        (column for column, measure in enumerate(scores.measures) if not is_count(measure)), None
    )


def leaderboard(
    scores: Scores, *, groups: Mapping[str, str] | None = None, title: str = ""
) -> Table:
    """One row a run, one column a measure, the best run by the first that is not a count first.

    Equal runs are sorted by name. ``groups`` adds the group of each run.
    """
    values = scores.summarise()
    by = sort_column(scores)
    first = np.zeros(len(scores.runs)) if by is None else values[:, by]
    scale = Scale() if by is None else scale_of(scores.measures[by])
    order = scale.order(first, scores.runs)
    columns = [Column("run"), *([Column("group")] if groups else ())]
    columns += [Column(measure.label, digits_of(measure)) for measure in scores.measures]
    rows: list[tuple[Cell, ...]] = []
    for row in order:
        run = scores.runs[row]
        lead: list[Cell] = [run, *([groups.get(run, "")] if groups else ())]
        rows.append((*lead, *values[row].tolist()))
    return Table(
        tuple(columns), rows, title, shortened(coverage_notes(scores.runs, scores.coverage))
    )


def long_table(scores: Scores, *, topics: bool, summary: bool, digits: int | None = None) -> Table:
    """A row for each run, measure and topic, and for each summary under the topic ``all``.

    ``digits`` rounds the values for people; None shows them in full.
    """
    rows: list[tuple[Cell, ...]] = []
    summaries = scores.summarise()
    for row, run in enumerate(scores.runs):
        for column in np.flatnonzero(scores.evaluated[row]) if topics else ():
            topic = scores.topics[column]
            rows += [
                (run, label, topic, v) for label, v in _named(scores, scores.values[row, column])
            ]
            rows += [(run, m.label, topic, texts[row, column]) for m, texts in scores.texts.items()]
        if summary:
            rows += [(run, label, "all", v) for label, v in _named(scores, summaries[row])]
    columns = (Column("run"), Column("measure"), Column("topic"), Column("value", digits))
    return Table(columns, rows)


def _named(scores: Scores, values: Floats) -> Iterator[tuple[str, Cell]]:
    """Each measure's label and value, counts as whole numbers."""
    for measure, value in zip(scores.measures, values.tolist(), strict=True):
        yield measure.label, int(value) if is_count(measure) else value
