"""Leaderboards as neutral tables: means, ranks, and the runs that could be the best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from harness.comparison import Board
from harness.comparison.assurances import Circumstances, rate_notes, sentence
from harness.comparison.board import MeanRanks, estimate_mean_errors
from harness.comparison.statements import (
    QUESTIONS,
    SHARED_LETTERS,
    Assurance,
    family_assurance,
)
from harness.core.notes import Note
from harness.core.numbers import DECIMALS, count_noun
from harness.report.comparison import BOTH_PARTS, choose_mean_decimals, pairs_text, table_notes
from harness.report.table import Column, Table, render_cell


def leaderboard_table(board: Board, *, title: str = "") -> Table:
    """Return a row per run, the best first: mean, rank and letters, with the intervals of both."""
    means, ranks, digits = board.means, board.ranks, choose_mean_decimals(board.table)
    return Table.of_columns(
        ("run", board.runs),
        (Column(board.table.measure, digits), means.estimate),
        (Column("low", digits), means.low),
        (Column("high", digits), means.high),
        *_error_columns(board, digits),
        ("rank", ranks.rank),
        ("rank low", ranks.low),
        ("rank high", ranks.high),
        *([("letters", board.run_letters())] if board.letters else []),
        best_column(board),
        title=title,
        notes=tuple(board_notes(board)),
    )


def best_column(board: Board) -> tuple[str, list[str]]:
    """Return a star for each run that could be the best."""
    return "best", ["*" if could_be else "" for could_be in board.could_be_best.tolist()]


def _error_columns(board: Board, digits: int) -> list[tuple[Column, list[float]]]:
    """Return the standard errors of topics and of the sample, for estimates from one."""
    errors = estimate_mean_errors(board.table)
    if errors is None:
        return []
    parts = (("se topics", errors.topics), ("se sample", errors.sample))
    return [(Column(name, digits), values.tolist()) for name, values in parts]


def mean_ranks_table(ranked: MeanRanks, *, title: str = "") -> Table:
    """Return a row per run, the best mean rank first, with the letters of Nemenyi's test."""
    table, alpha = ranked.table, ranked.options.alpha
    hopeless = ranked.critical_difference >= len(table.runs) - 1
    few = ", as all are with so few topics" if hopeless else ""
    return Table.of_columns(
        ("run", table.runs),
        (Column("mean rank", 4), ranked.ranks),
        (Column(table.measure, choose_mean_decimals(table)), table.means),
        ("letters", ranked.letters.label_runs()),
        title=title,
        notes=(
            *table_notes(table),
            "mean rank: over topics, 1 the best; runs that tie share the mean of their ranks",
            (
                f"letters: {SHARED_LETTERS} at alpha {alpha:g} (Nemenyi,"
                f" mean ranks are at most {ranked.critical_difference:.4f} apart"
                f"{few})"
            ),
            "a test of ranks, not of the mean",
            *rate_notes([family_assurance("nemenyi", "t")], table),
        ),
    )


@dataclass(frozen=True, slots=True)
class Headings:
    """Column names that notes use for a leaderboard; an empty name means no note."""

    interval: str = "low, high"
    ranks: str = "rank low, rank high"
    best: str = "best: *"
    letters: str = "letters"


#: The headings of `leaderboard_table`.
HEADINGS = Headings()


def board_notes(board: Board, headings: Headings = HEADINGS) -> Iterator[Note | str]:
    """Yield the notes on a leaderboard's numbers, except on columns with an empty heading."""
    options, measure, pairs = board.options, board.table.measure, board.num_pairs
    known = Circumstances.of(board.table)
    yield from table_notes(board.table)
    interval = sentence("mean-interval", known, percent=options.percent)
    yield Note("intervals", f"{headings.interval}: {interval}; {board.means.how}")
    if board.table.errors is not None:
        yield Note("sample-errors", f"se topics, se sample: standard errors of means; {BOTH_PARTS}")
    yield rank_note(board, headings.ranks)
    if headings.best:
        confidence = sentence("could-be-best", known, percent=options.percent)
        yield f"{headings.best} {QUESTIONS['best'].not_shown}, {confidence}: its ranks begin with 1"
    if headings.letters and (board.letters or board.letters_missing):
        yield letters_note(board)
    method = "" if headings.letters and board.letters else f" ({board.method})"
    yield Note(
        "significant-pairs",
        pairs_that_differ(board) + method,
        subject=measure,
        numbers={"pairs": board.num_significant, "of": pairs, "needed": board.needed},
    )
    yield from board.family.limits(options)
    yield from board_rates(board)


def board_rates(board: Board) -> Iterator[Note]:
    """Return the rates of a leaderboard's assurances in the nearest simulations."""
    ranks = "rank-sets-at-once" if board.options.simultaneous else "rank-set"
    family = [board.family.assurance] if board.family.assurance else []
    assured: list[Assurance | str] = ["mean-interval", ranks, "could-be-best", *family]
    yield from rate_notes(assured, board.table)


def rank_note(board: Board, ranks: str = HEADINGS.ranks) -> Note:
    """Describe confidence sets of ranks and their computation."""
    name = "rank-sets-at-once" if board.options.simultaneous else "rank-set"
    words = sentence(name, Circumstances.of(board.table), percent=board.options.percent)
    text = f"{ranks}: {words}: {board.ranks.how}"
    return Note("rank-intervals", text, numbers={"confidence": board.options.confidence})


def letters_note(board: Board) -> Note:
    """Describe what letters do not show, and the test."""
    alpha, pairs = board.options.alpha, board.num_pairs
    if board.letters_missing:
        return Note("letters", f"no letters: {board.letters_missing}", numbers={"pairs": pairs})
    text = f"letters: {SHARED_LETTERS} at alpha {alpha:g}, {pairs_text(pairs)} tested"
    text += f": {board.method}"
    return Note("letters", text, numbers={"alpha": alpha, "pairs": pairs})


def pairs_that_differ(board: Board) -> str:
    """Return how many pairs differ significantly, and the gap of means above which all pairs do."""
    pairs = board.num_pairs
    text = count_noun(board.num_significant, "pair", "differs significantly", of=pairs)
    if board.num_significant in (0, pairs):
        return text
    geometric = board.table.scale.geometric
    needed = render_cell(board.needed, Column("", choose_mean_decimals(board.table), small=True))
    if not board.is_largest_significant:
        distance = f"ratio {needed}" if geometric else needed
        return f"{text}, but the pair whose means are the farthest apart ({distance}) does not"
    which = "all" if board.is_distance_all else "among them all"
    if round(board.needed, DECIMALS) == board.table.scale.apart(0.0):
        return f"{text}: {which} whose {'geometric ' if geometric else ''}means differ"
    if geometric:
        return f"{text}: {which} whose geometric means have a ratio of more than {needed}"
    return f"{text}: {which} whose means are more than {needed} apart"
