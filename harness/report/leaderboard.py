"""The tables of an evaluation: leaderboard, long form, labels, and the notes beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from harness.core.arrays import Floats, Ints
from harness.core.coverage import coverage_notes
from harness.core.notes import Note, shorten_notes
from harness.evaluation.scales import sort_runs
from harness.evaluation.scores import Scores
from harness.report.table import Column, Mark, Table, complete_headings
from harness.report.table.array_cells import Numbers, Repeated
from harness.report.trec_eval import choose_measure_decimals, error_label, is_count

if TYPE_CHECKING:
    from harness.labels.measures import LabelBatch, LabelScores


def leaderboard(
    scores: Scores, *, groups: Mapping[str, str] | None = None, title: str = ""
) -> Table:
    """Return a row per run and a column per measure, the best run first by the first non-count
    measure.

    Equal runs are sorted by name. ``groups`` adds the group of each run. After an estimate comes
    the standard error due to the sample of judgments.
    """
    values = scores.summarise()
    order = sort_runs(scores.runs, scores.measures, values)
    runs = [scores.runs[row] for row in order]
    columns: list[tuple[Column | str, Any]] = [("run", runs)]
    columns += [("group", [groups.get(run, "") for run in runs])] if groups else []
    for measure, own, errors in zip(
        scores.measures, values[order].T, scores.sampling_errors()[order].T, strict=True
    ):
        columns.append((Column(measure.label, choose_measure_decimals(measure)), own))
        if not np.isnan(errors).all():
            heading = Column(error_label(measure), choose_measure_decimals(measure), minor=True)
            columns.append((heading, errors))
    notes = shorten_notes(coverage_notes(scores.runs, scores.coverage))
    return Table.of_columns(*columns, title=title, notes=notes)


def long_table(scores: Scores, *, topics: bool, summary: bool, digits: int | None = None) -> Table:
    """Return a row for each run, measure and topic, and for each summary under the topic ``all``.

    Summaries of estimates also have a row for the standard error due to a sample of judgments.

    ``digits`` rounds the values for people; None shows them in full.
    """
    labels, count = [*scores.labels, *scores.texts], len(scores.measures)
    names = [*labels, *map(error_label, scores.measures)]
    summaries, errors = scores.summarise(), scores.sampling_errors()
    none = np.zeros(0, np.int64)
    # Run, measure, topic and value of consecutive rows.
    columns: list[tuple[Ints, Ints, Ints, Floats]] = [(none, none, none, np.zeros(0))]
    for run in range(len(scores.runs)):
        if topics:
            evaluated = np.flatnonzero(scores.evaluated[run])
            values = np.full((len(evaluated), len(labels)), np.nan)
            values[:, :count] = scores.values[run, evaluated]
            of_topics = np.tile(np.arange(len(labels)), len(evaluated))
            under = np.repeat(evaluated, len(labels))
            columns.append((np.full(len(under), run), of_topics, under, values.ravel()))
        if summary:
            estimated = np.flatnonzero(~np.isnan(errors[run]))
            of_all = np.concatenate([np.arange(count), len(labels) + estimated])
            values = np.concatenate([summaries[run], errors[run, estimated]])
            size = np.full(len(of_all), 1)
            columns.append((size * run, of_all, size * len(scores.topics), values))
    runs, measures, under, values = map(np.concatenate, zip(*columns, strict=True))
    integral = np.array([*map(is_count, scores.measures), *[False] * (len(names) - count)])
    of_texts = np.flatnonzero((measures >= count) & (measures < len(labels)))
    cells = zip(runs[of_texts], under[of_texts], measures[of_texts], strict=True)
    texts = [scores.texts[labels[measure]][run, topic] for run, topic, measure in cells]
    return Table.of_columns(
        ("run", Repeated(scores.runs, runs)),
        ("measure", Repeated(names, measures)),
        ("topic", Repeated([*scores.topics, "all"], under)),
        (Column("value", digits), Numbers(values, integral[measures], of_texts, texts)),
    )


#: The heading for items without a label.
_NO_LABEL = "(none)"


def label_board(scores: LabelScores, title: str, notes: Sequence[Note]) -> Table:
    """Return a row per run and a column per measure, the best run first, best values in bold."""
    order, runs = scores.order, list(scores.runs)
    less = [measure.name for measure in scores.measures if measure.scale.lower_is_better]
    lower = [Note("lower-is-better", f"less is better: {', '.join(less)}")] if less else []
    marks: dict[tuple[int, int], Mark] = {}
    for column, measure in enumerate(scores.measures):
        own = scores.values[order, column]
        best = np.flatnonzero(own == measure.scale.best(own)).tolist()
        marks |= {(row, column + 1): Mark(bold=True) for row in best if len(best) < len(order)}
    return Table.of_columns(
        ("run", [runs[row] for row in order]),
        *zip(
            complete_headings(*(measure.name for measure in scores.measures), digits=4),
            scores.values[order].T,
            strict=True,
        ),
        title=title,
        notes=(*lower, *shorten_notes(notes)),
        marks=marks,
    )


def confusion_table(name: str, batch: LabelBatch) -> Table:
    """Return the confusion matrix of a run: gold labels in rows, the run's labels in columns."""
    width = len(batch.classes) + bool(batch.confusion[:, -1].any())
    rows = [
        (label, *cells[:width], sum(cells))
        for label, cells in zip(batch.classes, batch.confusion.tolist(), strict=True)
    ]
    given = (*batch.classes, _NO_LABEL)[:width]
    note = "rows: gold labels; columns: labels of the run"
    return Table(
        complete_headings("gold", *given, "items"), rows, f"{name}: confusion matrix", (note,)
    )
