"""The figures of an evaluation: curves, leaderboards, box plots, heat maps, two runs by topic."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from harness.comparison import Board, ScoreTable
from harness.comparison.assurances import sentence
from harness.comparison.statements import SHARED_LETTERS
from harness.config import ALL_TOPICS
from harness.core.arrays import Floats
from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.core.faces import natural
from harness.core.notes import Note, note_lines
from harness.core.numbers import check_whole, count_noun
from harness.evaluation.curves import Curves, RocCurve
from harness.measures.summaries import mean
from harness.report.comparison import basis_words, pairs_text, table_notes
from harness.report.figures.kinds import (
    DESCRIPTIONS,
    Bars,
    Figure,
    Grid,
    Line,
    Lines,
    Row,
    Rows,
    box_row,
)
from harness.report.figures.styles import MARKERS
from harness.report.names import stems
from harness.settings.names import FIGURE_KINDS

#: The most curves that can be told apart in one figure.
MOST_CURVES = 12
#: The most group bars beside a leaderboard that a reader can follow.
MOST_GROUPS = 8

C = TypeVar("C", Curves, RocCurve)
R = TypeVar("R", Rows, Grid)


def evaluation_figures(
    curves: Sequence[Curves],
    boards: Mapping[str, Board],
    tables: Sequence[ScoreTable],
    *,
    rocs: Sequence[RocCurve] = (),
    runs: Sequence[str] = (),
    top: int | None = None,
    pair: tuple[str, str] | None = None,
    kinds: Collection[str] = FIGURE_KINDS,
    types: Mapping[str, str] | None = None,
) -> dict[str, Figure]:
    """Return the figures of the ``kinds`` that have data, by a name that can be used for a file.

    ==================================  ========================================================
    ``precision-recall-at-levels``      precision interpolated at recall levels
    ``precision-recall-at-cutoffs``     precision and recall after so many documents
    ``roc``                             ROC curves over judged documents
    ``leaderboard-MEASURE``             means with intervals, and groups of runs; for each board
    ``runs-MEASURE``                    box plots by run; this and the following for each table
    ``topics-MEASURE``                  box plots by topic
    ``heat-map-MEASURE``                every run on every topic
    ``difference-MEASURE``              the two runs of ``pair`` by topic
    ==================================  ========================================================

    The figures show the ``runs``. If none is named they show the ``top`` best, else all runs;
    curves are limited to 12, the best by the first table. Captions say which are shown. Intervals,
    groups and quartiles are those of all runs; leaderboards show run ``types``. Raises
    `EvaluationError` for unknown runs.
    """
    refuse(_find_unknown(runs, [curve.run for curve in curves], "curve"), EvaluationError)
    for table in tables if pair else ():
        refuse(_find_unknown(pair or (), table.runs, table.measure), EvaluationError)
    figures: list[tuple[str, Figure]] = []
    if curves and "precision-recall" in kinds:
        chosen, notes = _choose_curves(curves, tables, runs, top)
        notes += _list_dialects(tables)
        figures.append(("precision-recall-at-levels", level_curves(chosen, notes=notes)))
        figures.append(("precision-recall-at-cutoffs", cutoff_curves(chosen, notes=notes)))
    if rocs and "roc" in kinds:
        drawn, notes = _choose_curves(rocs, tables, runs, top)
        figures.append(("roc", roc_curves(drawn, notes=[*notes, *_list_dialects(tables)])))
    figures += [
        (f"leaderboard-{measure}", leaderboard_figure(board, runs=runs, top=top, types=types))
        for measure, board in boards.items()
        if "leaderboard" in kinds
    ]
    for table in tables:
        figures += (
            (f"{kind}-{table.measure}", make())
            for kind, make in _list_table_figures(table, runs, top, pair).items()
            if kind in kinds
        )
    names = stems([name for name, _ in figures])
    return dict(zip(names, [figure for _, figure in figures], strict=True))


def _list_table_figures(
    table: ScoreTable, runs: Sequence[str], top: int | None, pair: tuple[str, str] | None
) -> dict[str, Callable[[], Figure]]:
    """Return the functions that make the figures of a table, by kind."""
    made: dict[str, Callable[[], Figure]] = {
        "runs": lambda: chosen_rows(run_boxes(table), runs, top),
        "topics": lambda: topic_boxes(table),
        "heat-map": lambda: chosen_rows(heat_map(table), runs, top),
    }
    if pair:
        made["difference"] = lambda: difference_figure(table, *pair)
    return made


def chosen_rows(figure: R, runs: Sequence[str], top: int | None) -> R:
    """Return the figure with only the chosen runs, and a caption that says so."""
    refuse(() if top is None else check_whole(top, 1, f"top = {top!r}"), EvaluationError)
    names = [row if isinstance(row, str) else row.name for row in figure.rows]
    kept = [index for index, name in enumerate(names) if name in runs or not runs]
    kept = kept if runs else kept[:top]
    if len(kept) == len(names):
        return figure
    which = "as named" if runs else "the best"
    note = f" Shown are {len(kept)} of {len(names)} runs, {which}."
    return replace(figure.part(kept), caption=figure.caption + note)


# --- curves ----------------------------------------------------------------------------------


def level_curves(curves: Sequence[Curves], *, notes: Sequence[str] = ()) -> Lines:
    """Return the mean interpolated precision of runs at recall levels, a line per run."""
    points = [(curve.levels, curve.precision_at_levels) for curve in curves]
    return _lines("levels", curves, points, "precision interpolated at recall levels", notes)


def cutoff_curves(curves: Sequence[Curves], *, notes: Sequence[str] = ()) -> Lines:
    """Return the mean precision and recall of runs at document cutoffs, a line per run."""
    points = [(curve.recall_at_cutoffs, curve.precision_at_cutoffs) for curve in curves]
    cutoffs = dict.fromkeys(cutoff for curve in curves for cutoff in curve.cutoffs.tolist())
    after = f"precision and recall after {', '.join(map(str, cutoffs))} documents"
    return _lines("cutoffs", curves, points, after, notes)


def roc_curves(curves: Sequence[RocCurve], *, notes: Sequence[str] = ()) -> Lines:
    """Return the mean ROC curve of runs over judged documents, a line per run."""
    points = [(curve.false, curve.true) for curve in curves]
    over = "true positive rate at each false positive rate, over judged documents"
    return _lines("roc", curves, points, over, notes)


def _lines(
    name: str,
    curves: Sequence[C],
    points: Sequence[tuple[Floats, Floats]],
    what: str,
    notes: Sequence[str],
) -> Lines:
    """Return a line per run through its points (x, y), both from 0 to 1."""
    lines = [
        Line(curve.run, list(zip(x.tolist(), y.tolist(), strict=True)))
        for curve, (x, y) in zip(curves, points, strict=True)
    ]
    words, unit = DESCRIPTIONS[name], (0.0, 1.0)
    caption = _write_caption([f"{what}, {_describe_mean(curves)}", *notes])
    return Lines(words.title, words.x, words.y, lines, unit, unit, caption=caption)


def _describe_mean(curves: Sequence[Curves] | Sequence[RocCurve]) -> str:
    counts = sorted({curve.num_topics for curve in curves})
    subset = curves[0].subset
    of = "" if subset == ALL_TOPICS else f" of the subset {subset}"
    fewest = f"{counts[0]} to " if len(counts) > 1 else ""
    return f"mean over {fewest}{count_noun(counts[-1], 'topic')}{of}"


def _choose_curves(
    curves: Sequence[C], tables: Sequence[ScoreTable], runs: Sequence[str], top: int | None
) -> tuple[list[C], list[str]]:
    """Return the curves to draw, and a note if some are left out."""
    by_run: dict[str, C] = {curve.run: curve for curve in curves}
    most = top or MOST_CURVES
    if runs:
        chosen, which = list(dict.fromkeys(runs)), "as named"
    elif len(curves) <= most:
        return list(curves), []
    else:
        ranked: list[str] = (
            [run for run in tables[0].best_first().runs if run in by_run] if tables else []
        )
        chosen = [*ranked, *(run for run in by_run if run not in ranked)][:most]
        which = f"the best by mean {tables[0].measure}" if tables else "the first"
    note = f"{len(chosen)} of {len(curves)} runs, {which}"
    return [by_run[run] for run in chosen], [note] if len(chosen) < len(curves) else []


def _list_dialects(tables: Sequence[ScoreTable]) -> list[str]:
    return [f"dialect {name}" for name in dict.fromkeys(table.dialect for table in tables) if name]


# --- leaderboards ----------------------------------------------------------------------------


def leaderboard_figure(
    board: Board,
    *,
    runs: Sequence[str] = (),
    top: int | None = None,
    types: Mapping[str, str] | None = None,
) -> Rows:
    """Return the mean of each run with its interval, the best first, and bars for letters.

    If runs are of several ``types``, given by run name, each type has its own colour and mark.

    Two runs share a bar if and only if they share a letter. If more than 8 bars were needed, only
    those of the first run shown are drawn; without letters there are no bars.
    """
    means = board.means
    ends = zip(*(end.tolist() for end in means.drawn_ends), strict=True)
    of_run = types or {}
    named = sorted({of_run[run] for run in board.runs if of_run.get(run)})
    kinds = named if 1 < len(named) <= len(MARKERS) else []
    rows = [
        Row(run, point=value, whisker=whisker, kind=of_run.get(run, "") if kinds else "")
        for run, value, whisker in zip(board.runs, means.estimate.tolist(), ends, strict=True)
    ]
    options = board.options
    percent = options.percent
    interval = sentence("mean-interval", board.table, percent=percent)
    letters = board.letters.members.T if board.letters else ()
    groups = [np.flatnonzero(members).tolist() for members in letters]
    notes = [*_list_notes(board.table), f"whiskers: {interval}; {means.how}"]
    if groups:
        notes += [
            f"bars: {SHARED_LETTERS} at alpha {options.alpha:g}",
            f"{pairs_text(board.num_pairs)} tested: {board.method}",
        ]
    words = DESCRIPTIONS["leaderboard"].filled(
        measure=board.table.measure,
        summary="geometric mean" if board.table.scale.geometric else "mean",
        confidence=percent,
    )
    key = {mark: text for mark, text in words.key.items() if groups or mark != "group"}
    heads = (words.title, words.x, words.y)
    figure = Rows(*heads, rows, groups=groups, key=key, kinds=kinds, caption=_write_caption(notes))
    return _reduce_groups(chosen_rows(figure, runs, top))


def _reduce_groups(figure: Rows) -> Rows:
    if len(figure.groups) <= MOST_GROUPS:
        return figure
    first = [group for group in figure.groups if 0 in group][:MOST_GROUPS]
    note = f" Bars are drawn for {figure.rows[0].name} alone: all would be {len(figure.groups)}."
    return replace(figure, groups=first, caption=figure.caption + note)


# --- runs and topics -------------------------------------------------------------------------


def run_boxes(table: ScoreTable) -> Rows:
    """Return a box plot of each run's values over the topics, the best mean first."""
    ordered = table.best_first()
    rows = [box_row(run, ordered.select_run(run)) for run in ordered.runs]
    return _boxes("runs", table, rows, "runs: the best mean first")


def topic_boxes(table: ScoreTable) -> Rows:
    """Return a box plot of all runs' values on each topic, the hardest first, as on the page."""
    rows = [box_row(table.topics[index], table.values[index]) for index in _sort_by_median(table)]
    return _boxes("topics", table, rows, f"topics: {_describe_hardest(table)} first")


def _boxes(name: str, table: ScoreTable, rows: Sequence[Row], order: str) -> Rows:
    notes = [*_list_notes(table), order, "whiskers: Tukey's, up to 1.5 times the box"]
    words = DESCRIPTIONS[name].filled(measure=table.measure)
    return Rows(words.title, words.x, words.y, rows, key=words.key, caption=_write_caption(notes))


def _sort_by_median(table: ScoreTable) -> list[int]:
    """Return the topics' indices, the hardest by its median first; ties keep their order."""
    medians = np.round(table.scale.better(np.median(table.values, axis=1)), 10)
    return [int(index) for index in np.argsort(medians, kind="stable")]


def _describe_hardest(table: ScoreTable) -> str:
    return "the highest median" if table.scale.lower_is_better else "the lowest median"


def heat_map(table: ScoreTable) -> Grid:
    """Return every run on every topic, with the best run by mean and the hardest topic first."""
    ordered, order = table.best_first(), _sort_by_median(table)
    low, high = float(table.values.min()), float(table.values.max())
    inside = low >= 0 and high <= 1
    words = DESCRIPTIONS["heat-map"].filled(
        measure=table.measure, topics=f"{_describe_hardest(table)} first", runs="best first"
    )
    return Grid(
        *(words.title, words.x, words.y),
        ordered.runs,
        [table.topics[index] for index in order],
        ordered.values[order].T.tolist(),
        table.measure,
        (0.0, 1.0) if inside else _round_ends(low, high),
        caption=_write_caption(
            [*_list_notes(table), "runs by their means, topics by their medians"]
        ),
    )


def _round_ends(low: float, high: float) -> tuple[float, float]:
    """Return round numbers that enclose a range.

    >>> _round_ends(0, 487), _round_ends(-0.2, 1.3)
    ((0.0, 500.0), (-0.5, 1.5))
    """
    rough = (high - low or abs(high) or 1.0) / 6
    unit = 10.0 ** math.floor(math.log10(rough))
    step = next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough)
    return math.floor(low / step) * step, math.ceil(high / step) * step


def difference_figure(table: ScoreTable, a: str, b: str) -> Rows:
    """Return the difference of two runs on each topic, the best for ``a`` first."""
    differences = table.select_run(a) - table.select_run(b)
    rounded = np.round(table.scale.better(differences), 10)
    order = np.argsort(-rounded, kind="stable").tolist()
    rows = [Row(table.topics[index], bar=float(differences[index])) for index in order]
    above, below = int((rounded > 0).sum()), int((rounded < 0).sum())
    same = len(rows) - above - below
    notes = [
        *_list_notes(table, runs=f"{a} against {b}"),
        _describe_mean_difference(table, a, b),
        f"topics on which {a} is better: {above}, equal: {same}, worse: {below}",
    ]
    words = DESCRIPTIONS["difference"].filled(measure=table.measure, run=a, other=b)
    return Rows(words.title, words.x, words.y, rows, caption=_write_caption(notes))


def _describe_mean_difference(table: ScoreTable, a: str, b: str) -> str:
    """Put the difference of two runs' means into words."""
    difference = float(table.scale.shown(mean(table.compared_differences(a, b))))
    if table.scale.geometric:
        return f"ratio of the geometric means {difference:.4f}"
    return f"mean difference {difference:+.4f}"


def gap_figure(table: ScoreTable, run: str) -> Bars:
    """Show how far a run is above or below the median of all runs on each topic.

    Thin lines reach from the worst to the best run, without names. Topics are in natural order, 2
    before 10.
    """
    order = sorted(range(len(table.topics)), key=lambda topic: natural(table.topics[topic]))
    values = table.values[order]
    medians = np.median(values, axis=1)
    low, high = values.min(axis=1) - medians, values.max(axis=1) - medians
    gaps = (table.select_run(run)[order] - medians).tolist()
    ranges = list(zip(low.tolist(), high.tolist(), strict=True))
    title = f"{run} by topic, among {len(table.runs)} runs"
    label = f"{table.measure} minus the median of runs"
    caption = _write_caption(["lines: from the worst to the best run", *_list_notes(table)])
    topics = [table.topics[topic] for topic in order]
    return Bars(title, "topic", label, topics, gaps, ranges, caption=caption)


# --- texts -----------------------------------------------------------------------------------


def _list_notes(table: ScoreTable, *, runs: str | None = None) -> list[Note | str]:
    """Return the notes for a caption, then for comments; the title already names the measure."""
    averaged, shown, *others = basis_words(table, runs=runs)
    more = ["; ".join(others)] if others else []
    return [f"{averaged}; {shown}", *more, *table_notes(table)[1:]]


def _write_caption(notes: Sequence[Note | str]) -> str:
    """Return notes as sentences on one line; a name at the start of a note keeps its case.

    >>> _write_caption(["nDCG@10: mean over 50 topics", "bars: the same", "bm25-a is best"])
    'nDCG@10: mean over 50 topics. Bars: the same. bm25-a is best.'
    """
    return (
        ". ".join(
            re.sub(r"^[a-z]+(?=[ :])", lambda word: word[0].capitalize(), note)
            for note in note_lines(notes)
        )
        + "."
    )


def _find_unknown(named: Sequence[str], there: Sequence[str], what: str) -> Iterator[Problem]:
    return (unknown("run", name, there, key=what) for name in named if name not in there)
