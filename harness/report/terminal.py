"""Drawings for a terminal: the leaderboard with whiskers and groups, and the topics."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from harness.comparison import Board
from harness.comparison.statements import SHARED_LETTERS
from harness.core.arrays import Floats, Ints
from harness.core.numbers import count_noun
from harness.report.boards import best_column, board_notes
from harness.report.report import Report
from harness.report.table import Cell, Column, Mark, Screen, Table
from harness.report.table.terminal import fit_table, natural_width
from harness.stats.families import Letters

#: The width of a whisker in characters: minimum, maximum, and without a limit.
_LEAST, _MOST, _USUAL = 15, 41, 31

_DIGITS = 4


def draw_leaderboard(
    board: Board, groups: Mapping[str, str] | None = None, screen: Screen | None = None
) -> Table:
    """Draw the leaderboard of one measure: a row per run, the best first, with notes below.

    A row has the rank, the run, its group (``groups`` by run; no column if empty), the mean, its
    interval as a whisker on a common scale, its set of ranks, a star if the run could be the best,
    and a bar for each letter; its name is bold if the screen allows it. Runs with a bar in the same
    column share a letter of `Board.letters`. The ends of the scale are above the whiskers, rounded
    outwards. Tied runs have the same rank.

    ``screen`` limits the width.
    """
    screen = screen or Screen()
    wanted = _USUAL
    if screen.width is not None:
        least = fit_table(_draw_leaderboard(board, groups or {}, screen, _LEAST), screen)
        wanted = _LEAST + screen.width - natural_width(least, screen)
        wanted = min(max(wanted, _LEAST), _MOST)
    return _draw_leaderboard(board, groups or {}, screen, wanted)


def _format_span(low: int, high: int) -> str:
    return f"{low}–{high}" if low < high else f"{low}"


def _draw_leaderboard(board: Board, groups: Mapping[str, str], screen: Screen, width: int) -> Table:
    """Return the leaderboard as a table with whiskers of a given width."""
    ranks = list(map(str, board.ranks.rank.tolist()))
    low, high = board.ranks.low.tolist(), board.ranks.high.tolist()
    ends, whiskers = _draw_whiskers(board, width)
    columns: list[tuple[Column | str, Sequence[Cell]]] = [
        (Column("rank", fixed=True), [f"{rank:>4}" for rank in ranks]),
        ("run", board.runs),
        *([("group", [groups.get(run, "") for run in board.runs])] if groups else []),
        (Column(board.table.measure, _DIGITS), board.means.estimate.tolist()),
        (Column("".join(ends), fixed=True), whiskers),
        (Column("ranks", fixed=True), list(map(_format_span, low, high))),
        best_column(board),
        *([(Column("groups", fixed=True), _draw_bars(board.letters))] if board.letters else []),
    ]
    text = (
        f"drawn: low, mean and high on a scale from {ends[0]} to {ends[-1]}; ranks: rank low to"
        " rank high"
    )
    if board.letters:
        text += f"; groups: a bar for each letter: {SHARED_LETTERS}"
    best = np.flatnonzero(board.could_be_best).tolist() if screen.colour else []
    marks = {(row, 1): Mark(bold=True) for row in best}
    return Table.of_columns(*columns, notes=(text, *board_notes(board)), marks=marks)


def _draw_whiskers(board: Board, width: int) -> tuple[tuple[str, str, str], list[str]]:
    """Return the ends of the scale with the space between them, and the whisker of each run."""
    means = board.means
    lows, highs = means.drawn_ends
    first, last, digits = _choose_ends(float(lows.min()), float(highs.max()))
    low, high = f"{first:.{digits}f}", f"{last:.{digits}f}"
    width = max(width, len(low) + len(high) + 1)
    values = np.array([lows, means.estimate, highs])
    positions = np.rint((values - first) / (last - first) * (width - 1)).astype(int)
    return (low, " " * (width - len(low) - len(high)), high), list(map(_draw_whisker, positions.T))


def _choose_ends(low: float, high: float) -> tuple[float, float, int]:
    """Return the ends of a scale, rounded outwards to about two digits, and its decimals.

    >>> _choose_ends(0.035, 0.658), _choose_ends(12.1, 487.0), _choose_ends(0.25, 0.25)
    ((0.03, 0.66, 2), (12.0, 487.0, 0), (0.25, 0.26, 2))
    """
    span = high - low
    digits = max(0, 1 - math.floor(math.log10(span))) if span > 0 else 2
    unit = 10.0**-digits
    first, last = math.floor(low / unit + 1e-9), math.ceil(high / unit - 1e-9)
    return first * unit, max(last, first + 1) * unit, digits


def _draw_whisker(positions: Ints) -> str:
    """Return an interval with its mean, from the positions [3] of low, mean and high, counted from
    0.

    >>> _draw_whisker(np.array([2, 5, 8])), _draw_whisker(np.array([1, 1, 1]))
    ('  ├──●──┤', ' ●')
    """
    low, mean, high = positions.tolist()
    line = [" "] * low + ["─"] * (high - low + 1)
    line[low], line[high] = "├", "┤"
    line[mean] = "●"
    return "".join(line)


def _draw_bars(letters: Letters) -> list[str]:
    """Return the bars of each run: one for each of its groups, in the group's column."""
    members = letters.members.tolist()
    return ["".join("│" if inside else " " for inside in row).rstrip() for row in members]


def topics_table(
    report: Report, measure: str | None = None, *, runs: Sequence[str] = (), by: str = "topic"
) -> Table:
    """Return a row per topic: title, relevant documents, best run, best, median and worst value.

    Values are by one measure, by default the first that is not a count; missing values are ignored.
    Each of the chosen ``runs`` adds its value and its difference to the median. ``by`` sorts by
    "topic", in bytewise order, or by "median", the hardest topic first. If runs share the best
    value, the first of the report is named, with the number of others.

    Raises `EvaluationError` for an unknown measure or run.
    """
    number = report.measure(measure)
    values, scale = report.values[:, :, number], report.measures[number].scale
    spread = np.array([scale.spread(column) for column in values.T]).reshape(-1, 3)
    every = np.arange(len(report.topics))
    order = every if by == "topic" else np.argsort(scale.better(spread[:, 1]), kind="stable")
    topics = [report.topics[row] for row in order]
    relevant = dict(report.results.topics.select("topic", "relevant").rows())
    own = {run: values[report.run(run), order] for run in runs}
    best, median, worst = spread[order].T
    text = f"best, median, worst: of {count_noun(len(report.runs), 'run')}"
    return Table.of_columns(
        ("topic", topics),
        ("title", list(map(report.topic_titles.get, topics))),
        (Column("relevant", minor=True), list(map(relevant.get, topics))),
        ("best run", [_name_best(report.runs, values[:, row], spread[row, 0]) for row in order]),
        (Column("best", _DIGITS), best),
        (Column("median", _DIGITS), median),
        (Column("worst", _DIGITS), worst),
        *(
            (Column(heading, _DIGITS), numbers)
            for run, of_run in own.items()
            for heading, numbers in ((run, of_run), (f"Δ {run}", of_run - median))
        ),
        title=report.name,
        notes=(
            f"{report.measures[number].label}; dialect {report.dialect}",
            f"{text}; Δ: difference to the median" if runs else text,
        ),
    ).without_empty("title")


def _name_best(runs: Sequence[str], values: Floats, best: float) -> str:
    """Return the first run with the best of the values [R], and the number of others that share it.

    >>> _name_best(("x", "y", "z"), np.array([0.1, 0.5, 0.5]), 0.5)
    'y +1'
    """
    first, *others = [*np.flatnonzero(values == best).tolist(), None]
    return "" if first is None else runs[first] + (f" +{len(others) - 1}" if others[1:] else "")
