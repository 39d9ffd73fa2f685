"""The page of a task of labels, and the sheets of its participants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from harness.core.notes import Note, shortened
from harness.report.figures import Bars, Figure, Grid
from harness.report.labels.figures import leaderboard_rows, run_figures, score_curves
from harness.report.labels.report import LabelReport
from harness.report.labels.tables import (
    best_thresholds,
    class_table,
    cluster_table,
    label_board,
    mistakes,
    pairs_table,
    threshold_table,
)
from harness.report.page.document import ABOUT, rendered, static_scripts
from harness.report.page.modules import Section
from harness.report.sheets.participants import owner_of, runs_of
from harness.report.sheets.run_page import RunPage, Standing, measures_table
from harness.report.sheets.sheet import Sheet
from harness.report.table import Cell, Column, Table

#: So many runs have a part of their own on the page.
_MOST_RUNS = 20


@dataclass(frozen=True, eq=False)
class Chapter:
    """A part of a page without scripts: figures beside each other, and tables below them."""

    id: str
    title: str
    figures: Sequence[Figure]
    tables: Sequence[Table]


def render_label_page(report: LabelReport) -> str:
    """The whole page as text. It loads nothing; its scripts sort and copy tables."""
    chapters = list(_chapters(report))
    pages = [label_run_page(report, run) for run in report.runs[:_MOST_RUNS]]
    numbered = (Section(f"run-{row}", page.run, row) for row, page in enumerate(pages, start=1))
    return rendered(
        "labels.html",
        static_scripts(),
        report=report,
        description="",
        facts=report.facts,
        verdict=list(report.verdict()),
        chapters=chapters,
        pages=pages,
        sections=[*chapters, *numbered, ABOUT],
        about=shortened(report.evaluation.notes),
        tables=[_measures_explained(report)],
    )


def _chapters(report: LabelReport) -> Iterator[Chapter]:
    """Leaderboard, differences and curves, as far as there are any."""
    evaluation = report.evaluation
    board = label_board(evaluation, notes=False)
    rows = leaderboard_rows(evaluation, 0, report.runs)
    yield Chapter("leaderboard", "Leaderboard", [rows] if rows.rows else [], [board])
    if report.pairs:
        title = f"{report.runs[0]} against each other run"
        yield Chapter("differences", "Differences", [], [pairs_table(report.pairs, title)])
    figures = list(score_curves({run: evaluation.batches[run] for run in report.runs}))
    if figures:
        yield Chapter("curves", "Curves of scores", figures, [threshold_table(evaluation)])


def _measures_explained(report: LabelReport) -> Table:
    return Table.of_records(
        report.evaluation.task.measures,
        *(("measure", "name"), ("what it is", "summary")),
        ("better", lambda measure: "lower" if measure.lower_is_better else "higher"),
        title="Measures",
    )


# --- runs -------------------------------------------------------------------------------------


def label_run_page(report: LabelReport, run: str) -> RunPage:
    """The page of one run: its matrix, errors or clusters, its curves, and all its measures."""
    evaluation = report.evaluation
    batch, owner = evaluation.batches[run], owner_of(report, run)
    first, *more = run_figures(evaluation, run).values() or (None,)
    across = [*score_curves({run: batch}), *more]
    return RunPage(
        run=run,
        group="" if owner == run else owner,
        verdict=_verdict(report, run),
        attributes=tuple(report.attributes.get(run, {}).items()),
        left=(_counts(report, run),),
        right=(best_thresholds(batch),),
        lower=(_measures(report, run), class_table(batch), cluster_table(batch)),
        notes=_notes(report, (run,)),
        figure=None if isinstance(first, Bars) else first,
        across=tuple(figure for figure in across if not isinstance(figure, Grid)),
    )


def _measures(report: LabelReport, run: str) -> Table:
    """Every measure of a run with its interval and rank, and the best, median and worst of all."""
    evaluation = report.evaluation
    row = evaluation.row(run)
    ends = np.stack([evaluation.low[row], evaluation.high[row]], axis=1).tolist()
    rows = [_standing(report, run, column).cells(interval) for column, interval in enumerate(ends)]
    percent = f"{evaluation.task.keys.confidence * 100:g} %"
    note = f"low, high: {percent} bootstrap interval over items"
    return measures_table(rows, len(evaluation.runs), [note])


def _standing(report: LabelReport, run: str, column: int) -> Standing:
    evaluation = report.evaluation
    measure = evaluation.task.measures[column]
    values = evaluation.values[:, column]
    return Standing(measure.name, values, evaluation.row(run), measure.scale)


def _counts(report: LabelReport, run: str) -> Table:
    batch = report.evaluation.batches[run]
    known: list[tuple[Cell, ...]] = [("all", len(batch.gold))]
    if batch.classes:
        right = int(np.trace(batch.matrix))
        known += [("right", right), ("wrong", len(batch.gold) - right)]
        known += [("of these without a label", int(batch.matrix[:, -1].sum()))]
    elif batch.clusters[1]:
        known += [("gold clusters", len(batch.clusters[0])), ("clusters", len(batch.clusters[1]))]
    else:
        errors = batch.run - batch.gold
        known += [("too high", int((errors > 0).sum())), ("too low", int((errors < 0).sum()))]
    return Table((Column(""), Column("items")), [row for row in known if row[1]], "Counts")


def _verdict(report: LabelReport, run: str) -> str:
    pair = next((pair for pair in report.pairs if run == pair.b), None)
    corrected = None if pair is None else pair.corrected
    alpha = 1 - report.evaluation.task.keys.confidence
    near = None if corrected is None else corrected >= alpha
    return _standing(report, run, 0).sentence(near=near)


def _notes(report: LabelReport, runs: Sequence[str]) -> tuple[Note, ...]:
    """What the numbers rest on, as far as it concerns these runs and the gold standard."""
    own = {run.file.path for run in report.evaluation.runs if run.name in runs}
    kept = []
    for note in report.evaluation.notes:
        if note.code in ("refused", "label-undefined"):
            continue
        if (
            note.code in ("intervals", "label-majority")
            or note.subject in runs
            or note.where in own
        ):
            kept.append(note)
    return shortened(kept)


# --- sheets -----------------------------------------------------------------------------------


def label_sheet(report: LabelReport, participant: str) -> Sheet:
    """The sheet of a group, or of one run; `EvaluationError` as `runs_of` has it."""
    runs, problems = runs_of(report, participant)
    return Sheet(
        participant=participant,
        name=report.name,
        pages=tuple(label_run_page(report, run) for run in runs),
        side_by_side=(label_board(report.evaluation, runs, notes=False),) if len(runs) > 1 else (),
        details=tuple(table for run in runs if (table := mistakes(report.evaluation, run)).rows),
        notes=_notes(report, runs),
        problems=problems,
    )
