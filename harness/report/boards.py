"""Leaderboards as neutral tables: means, ranks, and the runs that cannot be told apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harness.comparison import Board, ScoreTable
from harness.comparison.board import stretches
from harness.comparison.judgments import errors_of_means
from harness.comparison.mean_ranks import MeanRanks
from harness.core.notes import Note
from harness.core.numbers import DECIMALS, counted
from harness.report.comparison import BOTH_PARTS, digits_of, p_text, pairs_text, table_notes
from harness.report.table import Column, Table, shown

#: Below so many topics, intervals of ranks and P(best) say too much (docs/calibration.md).
MIN_TOPICS_RANKS = 10


def leaderboard_table(board: Board, *, title: str = "") -> Table:
    """One row a run, the best first: mean, rank and letters, with the intervals of both."""
    means, ranks, digits = board.means, board.ranks, digits_of(board.table)
    return Table.of_columns(
        ("run", board.runs),
        (Column(board.table.measure, digits), means.estimate),
        (Column("low", digits), means.low),
        (Column("high", digits), means.high),
        *_error_columns(board, digits),
        ("rank", ranks.rank),
        ("rank low", ranks.low),
        ("rank high", ranks.high),
        (Column("expected", 1, minor=True), ranks.expected),
        (Column("P(best)", 3, minor=True), ranks.best),
        ("letters", board.run_letters())
        if board.letters
        else (Column("alike", minor=True), alike_runs(board)),
        ("best", ["*" if tied else "" for tied in board.tied.tolist()]),
        title=title,
        notes=tuple(board_notes(board)),
    )


def _error_columns(board: Board, digits: int) -> list[tuple[Column, list[float]]]:
    """Of estimates from a sample, the standard errors of topics and sample."""
    errors = errors_of_means(board.table)
    if errors is None:
        return []
    parts = (("se topics", errors.topics), ("se sample", errors.sample))
    return [(Column(name, digits), values.tolist()) for name, values in parts]


def mean_ranks_table(ranked: MeanRanks, *, title: str = "") -> Table:
    """One row a run, the best mean rank first, with the letters of Nemenyi's test."""
    table, alpha = ranked.table, ranked.options.alpha
    tests = [
        f"{test.test}: {test.how}, {float(test.statistic):.4f}, {p_text(test.p)}"
        for test in (ranked.friedman, ranked.iman_davenport)
    ]
    return Table.of_columns(
        ("run", table.runs),
        (Column("mean rank", 4), ranked.ranks),
        (Column(table.measure, digits_of(table)), table.means),
        ("letters", ranked.letters.of_runs()),
        title=title,
        notes=(
            *table_notes(table),
            "mean rank: over topics, 1 the best; runs that tie share the mean of their ranks",
            f"all runs alike? {'; '.join(tests)}",
            (
                f"letters: runs that share one cannot be told apart at alpha {alpha:g} (Nemenyi,"
                f" mean ranks are at most {ranked.critical_difference:.4f} apart"
            ),
            "a test of ranks, not of the mean",
        ),
    )


def alike_runs(board: Board) -> list[str]:
    """The rows of the runs that each run cannot be told from, as stretches; 1 is the first row."""
    return [stretches(board.alike(index) + 1) or "–" for index in range(len(board.runs))]


@dataclass(frozen=True, slots=True)
class Headings:
    """What notes call the columns of a leaderboard; ``alike`` and ``best`` say what they mean."""

    interval: str = "low, high"
    ranks: str = "rank low, rank high"
    alike: str = "alike: the rows of the runs that a run cannot be told from, 1 being the first"
    best: str = "best: * cannot be told from the best run, by the same test"


#: Those of `leaderboard_table`.
HEADINGS = Headings()


def board_notes(board: Board, headings: Headings = HEADINGS) -> Iterator[Note | str]:
    """What the numbers of a leaderboard rest on; without what a heading is empty of."""
    options, measure, pairs = board.options, board.table.measure, board.num_pairs
    percent = f"{100 * options.confidence:g} %"
    yield from table_notes(board.table)
    text = f"{headings.interval}: {percent} interval of each mean by itself ({board.means.how})"
    yield Note("intervals", text)
    if board.table.errors is not None:
        yield Note("sample-errors", f"se topics, se sample: standard errors of means; {BOTH_PARTS}")
    which = "all at once" if options.simultaneous else "each by itself"
    yield Note(
        "rank-intervals", f"{headings.ranks} ({percent}, {which}), expected rank: {board.ranks.how}"
    )
    yield Note(
        "first-of-draws",
        "P(best): the share of those draws of topics in which the run is first; it describes these"
        " topics and is no test",
    )
    yield from _few_topics(board.table)
    yield letters_note(board, headings.alike)
    yield from filter(None, [headings.best])
    yield Note(
        "significant-pairs",
        pairs_that_differ(board),
        subject=measure,
        numbers={"pairs": board.num_significant, "of": pairs, "needed": board.needed},
    )
    yield from board.family.limits(options)


def _few_topics(table: ScoreTable) -> Iterator[Note]:
    """What bootstraps of few topics are not worth."""
    topics = len(table.topics)
    if topics < MIN_TOPICS_RANKS:
        text = f"with {topics} topics, intervals of ranks are too narrow and P(best) is too"
        text += f" sure of itself: below {MIN_TOPICS_RANKS} they are no more than a description"
        yield Note("few-topics", text, numbers={"topics": topics, "least": MIN_TOPICS_RANKS})


def letters_note(board: Board, alike: str = HEADINGS.alike) -> Note:
    """Which runs letters, or what is shown where there are none, cannot tell apart; the test."""
    alpha, pairs = board.options.alpha, board.num_pairs
    text = "letters: runs that share one cannot be told apart" if board.letters else alike
    text += f" at alpha {alpha:g}, {pairs_text(pairs)} tested: {board.method}"
    return Note("letters", text, numbers={"alpha": alpha, "pairs": pairs})


def pairs_that_differ(board: Board) -> str:
    """How many pairs differ significantly, and how far apart means must be that all of them do."""
    pairs = board.num_pairs
    text = counted(board.num_significant, "pair", "differs significantly", of=pairs)
    if board.num_significant in (0, pairs):
        return text
    geometric = board.table.scale.geometric
    needed = shown(board.needed, Column("", digits_of(board.table), small=True))
    if not board.is_largest_significant:
        distance = f"ratio {needed}" if geometric else needed
        return f"{text}, but the pair whose means are the farthest apart ({distance}) does not"
    which = "all" if board.is_distance_all else "among them all"
    if round(board.needed, DECIMALS) == board.table.scale.apart(0.0):
        return f"{text}: {which} whose {'geometric ' if geometric else ''}means differ"
    if geometric:
        return f"{text}: {which} geometric means whose ratio is more than {needed}"
    return f"{text}: {which} means that are more than {needed} apart"
