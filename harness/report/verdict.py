"""The outcome of an evaluation in a few sentences: who leads, what is certain, what to mind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from harness.comparison import Board
from harness.comparison.assurances import Circumstances, sentence
from harness.comparison.questions import QUESTIONS
from harness.core.errors import some
from harness.core.numbers import counted
from harness.diagnosis import CUTOFFS
from harness.report.report import Report

#: The attribute of runs that says how they were made, and its value of those without people.
TYPE, AUTOMATIC = "type", "automatic"


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, and the section of the page that has the evidence."""

    text: str
    section: str


def verdict(report: Report) -> list[Statement]:
    """Sum up a report in statements, the most important first; what is not known is left out.

    The leader and the differences are by the measure that comes first, or by the first one that is
    compared; the evidence is that of the leaderboard, see `comparison.leaderboard`.
    """
    label = report.measures[report.measure()].label
    board = report.boards.get(label) or next(iter(report.boards.values()), None)
    return [
        *(_leaders(report, board) if board is not None else ()),
        *_judged(report),
        *_noticed(report),
    ]


def _leaders(report: Report, board: Board) -> Iterator[Statement]:
    """Say who is first, who could be as good, and which is the best automatic run."""
    first = board.ranks.rank == 1
    near = [board.runs[row] for row in np.flatnonzero(board.could_be_best & ~first)]
    named = some([_typed(report, board.runs[row]) for row in np.flatnonzero(first)])
    kind = "geometric mean of " if board.table.scale.geometric else ""
    is_first = "is first" if first.sum() == 1 else "are first, equal,"
    text = f"{named} {is_first} ({kind}{board.table.measure} {board.means.estimate[0]:.4f})"
    known = Circumstances.of(board.table)
    confidence = sentence("could-be-best", known, percent=board.options.percent)
    if near:
        text += f"; {counted(len(near), 'other run')} could be as good ({confidence}): {some(near)}"
    else:
        text += f"; every other run is {QUESTIONS['best'].shown} ({confidence})"
    yield Statement(f"{text}.", "leaderboard")
    automatic = (row for row, run in enumerate(board.runs) if _type(report, run) == AUTOMATIC)
    row = next(automatic, 0)
    if not first[row]:
        value = f"{board.table.measure} {board.means.estimate[row]:.4f}"
        text = f"Best automatic run: {board.runs[row]} ({value}, rank {board.ranks.rank[row]}"
        yield Statement(f"{text}; its true rank is {ranks_text(board, row)}).", "leaderboard")


def ranks_text(board: Board, row: int) -> str:
    """The confidence set of a run's rank, in words."""
    low, high = int(board.ranks.low[row]), int(board.ranks.high[row])
    known = Circumstances.of(board.table)
    confidence = sentence("could-be-best", known, percent=board.options.percent)
    return f"{low} to {high}, {confidence}" if low < high else f"{low}, {confidence}"


def _type(report: Report, run: str) -> str:
    return report.attributes[run].get(TYPE, "")


def _typed(report: Report, run: str) -> str:
    """The name of a run, with its type where that is known."""
    kind = _type(report, run)
    return f"{run} ({kind})" if kind else run


def _judged(report: Report) -> Iterator[Statement]:
    """How far the first documents of runs are judged."""
    if report.rankings is None:
        return
    shares = report.rankings.unjudged()[:, 0]
    partly = int((shares > 0).sum())
    most = float(np.nanmax(shares)) if len(shares) else 0.0
    first = f"the first {CUTOFFS[0]} documents"
    yield Statement(
        f"All of {first} of every run are judged."
        if not partly
        else f"Of {first} some are unjudged in {partly} of {counted(len(shares), 'run')}, "
        f"at most {100 * most:.1f} % of a run.",
        "coverage",
    )


def _noticed(report: Report) -> Iterator[Statement]:
    """Ties, repairs, missing topics and refused runs, where there are any."""
    runs: list[dict[str, Any]] = list(report.results.manifest.get("runs", ()))
    counts = {
        "has documents with equal scores": sum(cover.tied > 0 for cover in report.coverage),
        "does not answer every topic": sum(
            bool(cover.missing or cover.left_out) for cover in report.coverage
        ),
        "was repaired": sum(bool(run.get("repairs")) for run in runs),
    }
    for words, count in counts.items():
        if count:
            yield Statement(f"{counted(count, 'run', words)}.", "repairs")
    refused = len(report.results.manifest.get("refused", ()))
    if refused:
        yield Statement(f"{counted(refused, 'run', 'was refused')}.", "about")
