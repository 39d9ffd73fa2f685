"""The outcome of an evaluation in a few sentences: who leads, what is certain, what to mind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from harness.comparison import Board
from harness.core.errors import some
from harness.core.numbers import counted
from harness.diagnosis import CUTOFFS
from harness.report.report import Report


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence, and the section of the page that has the evidence."""

    text: str
    section: str


def verdict(report: Report) -> list[Statement]:
    """What there is to say, the most important first; what is not known is left out.

    The leader and the differences are by the measure that comes first, or by the first one that is
    compared; the evidence is that of the leaderboard, see `comparison.leaderboard`.
    """
    label = report.measures[report.measure()].label
    board = report.boards.get(label) or next(iter(report.boards.values()), None)
    return [*(_leaders(board) if board is not None else ()), *_judged(report), *_noticed(report)]


def _leaders(board: Board) -> Iterator[Statement]:
    values = board.means.estimate
    kind = "geometric mean" if board.table.scale.geometric else "mean"
    measure, best = board.table.measure, board.runs[0]
    equal = [
        run for run, rank in zip(board.runs[1:], board.ranks.rank[1:], strict=True) if rank == 1
    ]
    if equal:
        count = len(equal) + 1
        yield Statement(
            f"{count} runs lead with the same {kind} {measure} {values[0]:.4f}: "
            f"{some([best, *equal])}.",
            "leaderboard",
        )
    else:
        yield Statement(
            f"{best} leads with {kind} {measure} {values[0]:.4f}, "
            f"{_lead(abs(values[0] - values[1]))} ahead of {board.runs[1]}.",
            "leaderboard",
        )
    near = [run for run, tied in zip(board.runs[1:], board.tied[1:], strict=True) if tied]
    yield alike(best, near, "significance")
    pairs = board.num_pairs
    text = counted(board.num_significant, "pair of runs", "differs significantly", of=pairs)
    yield Statement(
        f"{text} ({100 * board.num_significant / pairs:.0f} %, alpha {board.options.alpha:g}).",
        "significance",
    )


def alike(best: str, near: Sequence[str], section: str) -> Statement:
    """Which runs cannot be told from the best one."""
    if not near:
        return Statement(f"{best} differs significantly from every other run.", section)
    text = f"{counted(len(near), 'other run')} cannot be told from {best}: {some(near)}."
    return Statement(text, section)


def _lead(difference: float) -> str:
    """A difference of means, which is not 0.

    >>> _lead(0.05126), _lead(0.00002)
    ('0.0513', 'less than 0.0001')
    """
    return f"{difference:.4f}" if difference >= 0.0001 else "less than 0.0001"


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
