"""What is drawn for a terminal: the leaderboard with its whiskers and groups, and the topics."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.comparison import Board
from harness.core.arrays import Floats, Ints
from harness.core.errors import EvaluationError, Problem, refuse, unknown
from harness.core.notes import Note
from harness.core.numbers import counted
from harness.evaluation.scales import Scale
from harness.report.boards import board_notes
from harness.report.report import Report
from harness.report.table import Cell, Column, Mark, Screen, Table
from harness.report.table.terminal import fitted, natural_width
from harness.stats.letters import Letters

#: How a topics table may be sorted: by identifier, or the hardest first.
ORDERS = ("topic", "median")

#: A whisker is so many characters wide: at least, at most, and where nothing limits it.
_LEAST, _MOST, _USUAL = 15, 41, 31

_DIGITS = 4


@dataclass(frozen=True, slots=True)
class _Signs:
    """What whiskers and bars are drawn with."""

    low: str
    line: str
    mean: str
    high: str
    bar: str
    to: str


_UNICODE = _Signs("├", "─", "●", "┤", "│", "–")
_ASCII = _Signs("|", "-", "o", "|", "|", "-")


def drawn_leaderboard(
    board: Board, groups: Mapping[str, str] | None = None, screen: Screen | None = None
) -> Table:
    """The leaderboard of one measure, drawn: a row a run, the best first, with the notes below.

    A row has the rank, the run, its group (``groups`` by run; no column without any), the mean,
    its interval as a whisker on a scale that all rows share, the interval of the rank, a star
    where the run does not differ from the best, and a bar for each group of runs that do not differ
    significantly; its name is bold where the screen has that. Runs with a bar in the same column
    share a letter of `Board.letters`. The scale's ends stand above the whiskers, rounded outwards.
    Tied runs have the same rank.

    ``screen`` says how wide it may be, and whether there are more signs than ASCII.
    """
    screen = screen or Screen()
    wanted = _USUAL
    if screen.width is not None:
        least = fitted(_drawn(board, groups or {}, screen, _LEAST), screen)
        wanted = _LEAST + screen.width - natural_width(least, screen)
        wanted = min(max(wanted, _LEAST), _MOST)
    return _drawn(board, groups or {}, screen, wanted)


def _drawn(board: Board, groups: Mapping[str, str], screen: Screen, width: int) -> Table:
    """The leaderboard as a table whose whiskers are so wide."""
    signs = _UNICODE if screen.unicode else _ASCII
    ranks = list(map(str, board.ranks.rank.tolist()))
    low, high = board.ranks.low.tolist(), board.ranks.high.tolist()
    ends, whiskers = _whiskers(board, width, signs)
    columns: list[tuple[Column, Sequence[Cell]]] = [
        (Column("rank", fixed=True), [f"{rank:>4}" for rank in ranks]),
        (Column("run"), board.runs),
        *([(Column("group"), [groups.get(run, "") for run in board.runs])] if groups else []),
        (Column(board.table.measure, _DIGITS), board.means.estimate.tolist()),
        (Column("".join(ends), fixed=True), whiskers),
        (Column("ranks", fixed=True), list(map(f"{{}}{signs.to}{{}}".format, low, high))),
        (Column("best"), ["*" if tied else "" for tied in board.tied.tolist()]),
        *([(Column("groups", fixed=True), _bars(board.letters, signs))] if board.letters else []),
    ]
    text = (
        f"drawn: low, mean and high on a scale from {ends[0]} to {ends[-1]}; ranks: rank low to"
        " rank high"
    )
    if board.letters:
        text += "; groups: a bar for each letter, so that runs that share one do not differ"
    rows = list(zip(*(cells for _, cells in columns), strict=True))
    absent = {"first-of-draws", *(() if board.letters else ("letters",))}
    notes = [
        note for note in board_notes(board) if not (isinstance(note, Note) and note.code in absent)
    ]
    best = np.flatnonzero(board.tied).tolist() if screen.colour else []
    marks = {(row, 1): Mark(bold=True) for row in best}
    return Table(tuple(column for column, _ in columns), rows, notes=(text, *notes), marks=marks)


def _whiskers(board: Board, width: int, signs: _Signs) -> tuple[tuple[str, str, str], list[str]]:
    """The ends of the scale with the space between them, and the whisker of each run."""
    means = board.means
    first, last, digits = _ends(float(means.low.min()), float(means.high.max()))
    low, high = f"{first:.{digits}f}", f"{last:.{digits}f}"
    width = max(width, len(low) + len(high) + 1)
    values = np.array([means.low, means.estimate, means.high])
    positions = np.rint((values - first) / (last - first) * (width - 1)).astype(int)
    space = " " * (width - len(low) - len(high))
    return (low, space, high), [
        _whisker(positions[:, run], signs) for run in range(len(board.runs))
    ]


def _ends(low: float, high: float) -> tuple[float, float, int]:
    """The ends of a scale, rounded outwards to about two digits, and its decimals.

    >>> _ends(0.035, 0.658), _ends(12.1, 487.0), _ends(0.25, 0.25)
    ((0.03, 0.66, 2), (12.0, 487.0, 0), (0.25, 0.26, 2))
    """
    span = high - low
    digits = max(0, 1 - math.floor(math.log10(span))) if span > 0 else 2
    unit = 10.0**-digits
    first, last = math.floor(low / unit + 1e-9), math.ceil(high / unit - 1e-9)
    return first * unit, max(last, first + 1) * unit, digits


def _whisker(positions: Ints, signs: _Signs) -> str:
    """An interval with its mean: the places [3] of low, mean and high, from 0.

    >>> _whisker(np.array([2, 5, 8]), _UNICODE), _whisker(np.array([1, 1, 1]), _ASCII)
    ('  ├──●──┤', ' o')
    """
    low, mean, high = positions.tolist()
    line = [" "] * low + [signs.line] * (high - low + 1)
    line[low], line[high] = signs.low, signs.high
    line[mean] = signs.mean
    return "".join(line)


def _bars(letters: Letters, signs: _Signs) -> list[str]:
    """The bars of each run: one at the place of each group that it is in."""
    return [
        "".join(signs.bar if inside else " " for inside in row).rstrip()
        for row in letters.members.tolist()
    ]


def report_topics_table(
    report: Report, measure: str | None = None, *, runs: Sequence[str] = (), by: str = "topic"
) -> Table:
    """The topics of a report by one measure, the first that is no count without ``measure``.

    Otherwise as `topics_table`.
    """
    column = report.measure(measure)
    texts = {row["topic"]: row for row in report.results.topics.iter_rows(named=True)}
    return topics_table(
        report.topics,
        report.values[:, :, column],
        report.runs,
        titles={topic: row["title"] for topic, row in texts.items() if row["title"]},
        relevant={topic: row["relevant"] for topic, row in texts.items()},
        runs=runs,
        by=by,
        scale=report.measures[column].scale,
        title=report.name,
        notes=(f"{report.measures[column].label}; dialect {report.dialect}",),
    )


def topics_table(
    topics: Sequence[str],
    values: npt.ArrayLike,
    names: Sequence[str],
    *,
    titles: Mapping[str, str] | None = None,
    relevant: Mapping[str, int] | None = None,
    runs: Sequence[str] = (),
    by: str = "topic",
    scale: Scale = Scale(),  # noqa: B008  (frozen)
    title: str = "",
    notes: Sequence[str] = (),
) -> Table:
    """One row a topic: its title, how many are relevant, best run, best, median and worst value.

    ``topics`` are the T identifiers, ``values`` [R, T] those of one measure for the R runs in
    ``names``; NaN is a topic that a run does not have, which counts for nothing here. ``titles``
    and ``relevant`` are by topic. Of the chosen ``runs`` follow the value and its difference to
    the median. ``by`` sorts by "topic", in bytewise order, or by "median", the hardest topic
    first; ``scale`` says which values are better. Where runs share the best value, the first in the
    order of ``names`` is named, with the number of the others.

    Raises `EvaluationError` for shapes that do not fit, no run, runs that are not there or have one
    name, and an unknown order.

    >>> found = topics_table(["1", "2"], [[0.5, 0.1], [0.5, 0.4]], ["x", "y"], by="median")
    >>> [row[:2] for row in found.rows]
    [('2', 'y'), ('1', 'x +1')]
    """
    matrix = np.asarray(values, dtype=np.float64)
    refuse(_of_topics(topics, matrix, names, runs, by), EvaluationError)
    facts = _facts(topics, matrix, names, scale)
    positions = [list(names).index(run) for run in runs]
    rows = [
        (
            topic,
            *([(titles or {}).get(topic, "")] if titles else []),
            *([(relevant or {}).get(topic)] if relevant else []),
            *fact,
            *(number for column in positions for number in _beside(matrix[column, row], fact[2])),
        )
        for row, (topic, fact) in enumerate(zip(topics, facts, strict=True))
    ]
    order = sorted(range(len(rows)), key=lambda row: _key(by, topics[row], facts[row][2], scale))
    columns = (
        *(Column(name) for name in ("topic", *(["title"] if titles else []))),
        *([Column("relevant", minor=True)] if relevant else []),
        Column("best run"),
        *(Column(name, _DIGITS) for name in ("best", "median", "worst")),
        *(Column(name, _DIGITS) for run in runs for name in (run, f"Δ {run}")),
    )
    text = f"best, median, worst: of {counted(len(names), 'run')}"
    text += "; Δ: difference to the median" if runs else ""
    return Table(columns, [rows[row] for row in order], title, (*notes, text))


def _facts(
    topics: Sequence[str], matrix: Floats, names: Sequence[str], scale: Scale
) -> list[tuple[str, float | None, float | None, float | None]]:
    """Of each topic the best run, and the best, the median and the worst value."""
    facts: list[tuple[str, float | None, float | None, float | None]] = []
    for row in range(len(topics)):
        there = ~np.isnan(matrix[:, row])
        values = matrix[there, row]
        if not values.size:
            facts.append(("", None, None, None))
            continue
        best = scale.best(values)
        first, *others = np.flatnonzero(matrix[:, row] == best).tolist()
        named = names[first] + (f" +{len(others)}" if others else "")
        facts.append((named, best, float(np.median(values)), scale.worst(values)))
    return facts


def _beside(value: float, median: float | None) -> tuple[float | None, float | None]:
    """A run's value and its difference to the median, None for a topic that it does not have."""
    if median is None or math.isnan(value):
        return None, None
    return float(value), float(value) - median


def _key(by: str, topic: str, median: float | None, scale: Scale) -> tuple[float, bytes]:
    """What topics are sorted by; those without values come last where medians count."""
    if by == "topic":
        return 0.0, topic.encode()
    return math.inf if median is None else float(scale.better(median)), topic.encode()


def _of_topics(
    topics: Sequence[str], matrix: Floats, names: Sequence[str], runs: Sequence[str], by: str
) -> Iterator[Problem]:
    if by not in ORDERS:
        yield unknown("order of topics", by, ORDERS)
    if not names:
        yield Problem("there is no run to show topics for")
    for name in dict.fromkeys(names):
        if list(names).count(name) > 1:
            yield Problem(f"two runs are called {name!r}")
    for run in runs:
        if run not in names:
            yield unknown("run", run, names)
    if matrix.shape != (len(names), len(topics)):
        shape = " × ".join(map(str, matrix.shape))
        wanted = f"{len(names)} runs and {len(topics)} topics"
        yield Problem(f"values of the shape {shape} for {wanted}", hint="a row a run is needed")
