"""The figures of an evaluation: curves, leaderboards, box plots, heat maps, two runs by topic."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import numpy as np

from harness.comparison import Board, ScoreTable
from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.evaluation.curves import Curves, RocCurve
from harness.measures.summaries import mean
from harness.report.comparison import table_notes
from harness.report.figures.boxes import KEY, box_row
from harness.report.figures.kinds import Figure, Grid, Line, Lines, Row, Rows
from harness.report.figures.scales import ticks

#: So many curves can be told apart in one figure.
MOST_CURVES = 12

C = TypeVar("C", Curves, RocCurve)


def evaluation_figures(
    curves: Sequence[Curves],
    boards: Mapping[str, Board],
    tables: Sequence[ScoreTable],
    *,
    rocs: Sequence[RocCurve] = (),
    runs: Sequence[str] = (),
    pair: tuple[str, str] | None = None,
) -> dict[str, Figure]:
    """Every figure that there is something for, by a name that a file may have.

    ==================================  ========================================================
    ``precision-recall-at-levels``      precision interpolated at recall levels
    ``precision-recall-at-cutoffs``     precision and recall after so many documents
    ``roc``                             ROC curves over judged documents
    ``leaderboard-MEASURE``             means with intervals, and groups of runs; of each board
    ``runs-MEASURE``                    box plots by run; these and what follows of each table
    ``topics-MEASURE``                  box plots by topic
    ``heat-map-MEASURE``                every run on every topic
    ``difference-MEASURE``              the two runs of ``pair`` by topic
    ==================================  ========================================================

    Curves are of the ``runs``; where none is named, of the 12 best by the first table, which their
    captions say. Raises `EvaluationError` for runs that are not there.
    """
    refuse(_unknown(runs, [one.run for one in curves], "curve"), EvaluationError)
    for table in tables if pair else ():
        refuse(_unknown(pair or (), table.runs, table.measure), EvaluationError)
    found: list[tuple[str, Figure]] = []
    if curves:
        chosen, said = _chosen_curves(curves, tables, runs)
        said += _dialects(tables)
        found.append(("precision-recall-at-levels", level_curves(chosen, notes=said)))
        found.append(("precision-recall-at-cutoffs", cutoff_curves(chosen, notes=said)))
    if rocs:
        drawn, said = _chosen_curves(rocs, tables, runs)
        found.append(("roc", roc_curves(drawn, notes=[*said, *_dialects(tables)])))
    found += [
        (f"leaderboard-{measure}", leaderboard_figure(board)) for measure, board in boards.items()
    ]
    for table in tables:
        found += [
            (f"runs-{table.measure}", run_boxes(table)),
            (f"topics-{table.measure}", topic_boxes(table)),
            (f"heat-map-{table.measure}", heat_map(table)),
        ]
        if pair:
            found.append((f"difference-{table.measure}", difference_figure(table, *pair)))
    return dict(zip(stems([name for name, _ in found]), [one for _, one in found], strict=True))


def stems(names: Sequence[str]) -> list[str]:
    """Names that files may have everywhere, a different one for each, also if case is ignored.

    >>> stems(["runs-nDCG@10", "runs-0.8*AP + 0.2*RR", "runs-ndcg 10"])
    ['runs-nDCG-10', 'runs-0.8-AP-0.2-RR', 'runs-ndcg-10-2']
    """
    taken: set[str] = set()
    found = []
    for name in names:
        plain = re.sub(r"[^A-Za-z0-9.]+", "-", name)[:80].strip("-.") or "figure"
        stem, number = plain, 2
        while stem.lower() in taken:
            stem, number = f"{plain}-{number}", number + 1
        taken.add(stem.lower())
        found.append(stem)
    return found


# --- curves ----------------------------------------------------------------------------------


def level_curves(curves: Sequence[Curves], *, notes: Sequence[str] = ()) -> Lines:
    """The mean interpolated precision of runs at recall levels; a line a run."""
    lines = [
        Line(one.run, _points(one.levels.tolist(), one.precision_at_levels.tolist()))
        for one in curves
    ]
    said = [f"precision interpolated at recall levels, {_topics_of(curves)}", *notes]
    return _precision_recall("Precision at recall levels", lines, said)


def cutoff_curves(curves: Sequence[Curves], *, notes: Sequence[str] = ()) -> Lines:
    """The mean precision and recall of runs after so many documents; a line a run."""
    lines = [
        Line(one.run, _points(one.recall_at_cutoffs.tolist(), one.precision_at_cutoffs.tolist()))
        for one in curves
    ]
    cutoffs = dict.fromkeys(at for one in curves for at in one.cutoffs.tolist())
    after = f"precision and recall after {', '.join(map(str, cutoffs))} documents"
    said = [f"{after}, {_topics_of(curves)}", *notes]
    return _precision_recall("Precision and recall at document cutoffs", lines, said)


def roc_curves(curves: Sequence[RocCurve], *, notes: Sequence[str] = ()) -> Lines:
    """The mean ROC curve of runs over judged documents; a line a run."""
    lines = [Line(one.run, _points(one.false.tolist(), one.true.tolist())) for one in curves]
    over = "true positive rate at each false positive rate, over judged documents"
    said = [f"{over}, {_topics_of(curves)}", *notes]
    labels = ("false positive rate", "true positive rate")
    unit = (0.0, 1.0)
    return Lines("ROC curves", *labels, lines, unit, unit, caption=_caption(said))


def _points(xs: Sequence[float], ys: Sequence[float]) -> list[tuple[float, float]]:
    return list(zip(xs, ys, strict=True))


def _precision_recall(title: str, lines: Sequence[Line], said: Sequence[str]) -> Lines:
    unit = (0.0, 1.0)
    return Lines(title, "recall", "precision", lines, unit, unit, caption=_caption(said))


def _topics_of(curves: Sequence[Curves] | Sequence[RocCurve]) -> str:
    counts = sorted({one.num_topics for one in curves})
    return f"mean over {' to '.join(map(str, dict.fromkeys((counts[0], counts[-1]))))} topics"


def _chosen_curves(
    curves: Sequence[C], tables: Sequence[ScoreTable], runs: Sequence[str]
) -> tuple[list[C], list[str]]:
    """The curves to draw, and a note where they are not all there are."""
    by_run: dict[str, C] = {one.run: one for one in curves}
    if runs:
        chosen = list(dict.fromkeys(runs))
        said = f"{len(chosen)} of {len(curves)} runs, as named"
    elif len(curves) <= MOST_CURVES:
        return list(curves), []
    else:
        ranked: list[str] = (
            [run for run in tables[0].best_first().runs if run in by_run] if tables else []
        )
        chosen = [*ranked, *(run for run in by_run if run not in ranked)][:MOST_CURVES]
        best = f"the best by mean {tables[0].measure}" if tables else "the first"
        said = f"{len(chosen)} of {len(curves)} runs, {best}"
    return [by_run[run] for run in chosen], [said] if len(chosen) < len(curves) else []


def _dialects(tables: Sequence[ScoreTable]) -> list[str]:
    return [f"dialect {name}" for name in dict.fromkeys(one.dialect for one in tables) if name]


# --- leaderboards ----------------------------------------------------------------------------


def leaderboard_figure(board: Board) -> Rows:
    """The mean of each run with its interval, the best first, and bars for runs that do not differ.

    Two runs share a bar if, and only if, they do not differ significantly.
    """
    low, high = board.means.low.tolist(), board.means.high.tolist()
    rows = [
        Row(run, point=value, whisker=ends)
        for run, value, ends in zip(
            board.runs, board.means.estimate.tolist(), zip(low, high, strict=True), strict=True
        )
    ]
    options = board.options
    percent = f"{100 * options.confidence:g} %"
    letters = board.letters.members.T if board.letters else ()
    groups = [np.flatnonzero(members).tolist() for members in letters]
    said = [
        *table_notes(board.table),
        f"whiskers: {percent} interval of each mean by itself ({board.means.how})",
        f"bars: runs that share one cannot be told apart at alpha {options.alpha:g}",
        f"all {board.num_pairs:,} pairs tested: {board.method}",
    ]
    key = {"point": "mean", "whisker": f"{percent} interval", "group": "no significant difference"}
    measure = board.table.measure
    label = f"{'geometric mean' if board.table.scale.geometric else 'mean'} {measure}"
    title = f"{measure}: leaderboard"
    return Rows(title, label, "run", rows, groups=groups, key=key, caption=_caption(said))


# --- runs and topics -------------------------------------------------------------------------


def run_boxes(table: ScoreTable) -> Rows:
    """A box plot of each run's values over the topics, the best mean first."""
    ordered = table.best_first()
    rows = [box_row(run, ordered.of_run(run)) for run in ordered.runs]
    return _boxes(table, "run", rows, "runs: the best mean first")


def topic_boxes(table: ScoreTable) -> Rows:
    """A box plot of all runs' values on each topic, the best median first."""
    order = _by_median(table)
    rows = [box_row(table.topics[at], table.values[at]) for at in order]
    return _boxes(table, "topic", rows, f"topics: {_easiest(table)} first")


def _boxes(table: ScoreTable, of: str, rows: Sequence[Row], order: str) -> Rows:
    said = [*table_notes(table), order, "whiskers: Tukey's, up to 1.5 times the box"]
    title = f"{table.measure} by {of}"
    return Rows(title, table.measure, of, rows, key=KEY, caption=_caption(said))


def _by_median(table: ScoreTable) -> list[int]:
    """The places of the topics, the best median first; equal ones in their order."""
    medians = np.round(table.scale.better(np.median(table.values, axis=1)), 10)
    return [int(at) for at in np.argsort(-medians, kind="stable")]


def _easiest(table: ScoreTable) -> str:
    return "the lowest median" if table.scale.lower_is_better else "the highest median"


def heat_map(table: ScoreTable) -> Grid:
    """Every run on every topic: runs by their means, topics by their medians, the best first."""
    ordered, order = table.best_first(), _by_median(table)
    low, high = float(table.values.min()), float(table.values.max())
    inside = low >= 0 and high <= 1
    marks = ticks(low, high)
    return Grid(
        f"{table.measure} of every run on every topic",
        f"topic, {_easiest(table)} first",
        "run, best first",
        ordered.runs,
        [table.topics[at] for at in order],
        ordered.values[order].T.tolist(),
        table.measure,
        (0.0, 1.0) if inside else (marks[0], marks[-1]),
        caption=_caption([*table_notes(table), "runs by their means, topics by their medians"]),
    )


def difference_figure(table: ScoreTable, a: str, b: str) -> Rows:
    """The difference of two runs on each topic, the best for ``a`` first."""
    differences = table.of_run(a) - table.of_run(b)
    rounded = np.round(table.scale.better(differences), 10)
    order = np.argsort(-rounded, kind="stable").tolist()
    rows = [Row(table.topics[at], bar=float(differences[at])) for at in order]
    above, below = int((rounded > 0).sum()), int((rounded < 0).sum())
    same = len(rows) - above - below
    said = [
        *table_notes(table, runs=f"{a} against {b}"),
        _mean_difference(table, a, b),
        f"{a} is better on {above} topics, equal on {same}, worse on {below}",
    ]
    title = f"{table.measure}: {a} against {b}"
    label = f"{table.measure} of {a} minus that of {b}"
    return Rows(title, label, "topic", rows, caption=_caption(said))


def _mean_difference(table: ScoreTable, a: str, b: str) -> str:
    """How the means of two runs differ, in words."""
    found = float(table.scale.shown(mean(table.compared_differences(a, b))))
    if table.scale.geometric:
        return f"ratio of the geometric means {found:.4f}"
    return f"mean difference {found:+.4f}"


def standing_figure(table: ScoreTable, run: str) -> Rows:
    """One run on each topic, against the worst, the median and the best of all runs there.

    Topics are in the order of the table. The other runs are not named.
    """
    values, own = table.values, table.of_run(run).tolist()
    columns = (values.min(axis=1), values.max(axis=1), np.median(values, axis=1))
    rows = [
        Row(topic, point=point, box=(low, high), tick=median)
        for topic, point, low, high, median in zip(
            table.topics, own, *(column.tolist() for column in columns), strict=True
        )
    ]
    key = {"point": run, "tick": "median of runs", "box": "worst to best run"}
    caption = _caption(table_notes(table))
    title = f"{table.measure}: {run} among {len(table.runs)} runs"
    return Rows(title, table.measure, "topic", rows, key=key, caption=caption)


# --- texts -----------------------------------------------------------------------------------


def _caption(said: Sequence[str]) -> str:
    """Notes as one line of sentences."""
    return ". ".join(said) + "."


def _unknown(named: Sequence[str], there: Sequence[str], what: str) -> Iterator[Problem]:
    for name in named:
        if name not in there:
            yield unknown("run", name, there, key=what)
