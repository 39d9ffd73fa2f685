"""Checks of the rank column: where it starts, whether it counts, and whether scores agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt
import polars as pl

from harness.core.arrays import Ints
from harness.core.errors import some
from harness.validation.findings import FindingSet
from harness.validation.grouped_run import GroupedRun, Mask
from harness.validation.requirements import Requirements


def check_ranks(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """Ranks are whole numbers, count from ``first_rank`` in each topic, and agree with the scores.

    They disagree where a document has a higher score than one of the next lower rank; equal
    scores may stand in any order.
    """
    if not sheet.has("rank"):
        return
    written = sheet.frame["rank"]
    missing = np.zeros(0, dtype=np.int64)
    if written.null_count():
        missing = written.is_null().arg_true().cast(pl.Int64).to_numpy()
        yield sheet.findings(
            "rank-not-a-number", missing, "rank", lambda position: _not_a_number(sheet, position)
        )
    # The ranks that seem to be left out may be those of lines that cannot be read.
    complete = not len(missing) and not sheet.submission.lost
    ranks = (written.fill_null(0) if len(missing) else written).to_numpy()
    if not len(missing) and not (sheet.same & (ranks[1:] - ranks[:-1] != 1)).any():
        ranked = _Ranked(None, ranks, sheet.frame["score"].to_numpy(), sheet.same)
    else:
        ranked = _Ranked.of(sheet, ranks, missing)
        yield from _again(sheet, ranked)
        yield from _gaps(sheet, ranked) if complete else ()
    if len(ranked.ranks):
        yield from _order(sheet, ranked)
        yield from _start(sheet, ranked, requirements.first_rank) if complete else ()


@dataclass(frozen=True, slots=True)
class _Ranked:
    """Lines by topic and rank [N], the best score of equal ranks first.

    ``order`` has their places; None when they are in the order of the sheet.
    """

    order: Ints | None
    ranks: Ints
    scores: npt.NDArray[np.float64]
    same: Mask

    @classmethod
    def of(cls, sheet: GroupedRun, ranks: Ints, missing: Ints) -> _Ranked:
        """The lines but those whose rank is missing."""
        positions = np.delete(np.arange(len(ranks)), missing)
        scores, codes = sheet.frame["score"].to_numpy(), sheet.codes
        chosen, topics = ranks[positions], codes[positions]
        order = np.lexsort((chosen, topics))
        chosen, topics = chosen[order], topics[order]
        same = topics[1:] == topics[:-1]
        if (same & (chosen[1:] == chosen[:-1])).any():
            order = np.lexsort((-scores[positions], ranks[positions], codes[positions]))
        order = positions[order]
        return cls(order, chosen, scores[order], same)

    def positions(self, numbers: Ints) -> Ints:
        """Where lines stand in the sheet."""
        return numbers if self.order is None else self.order[numbers]

    @property
    def again(self) -> Mask:
        """Whether each line but the first has the rank of the one above [N − 1]."""
        return np.asarray(self.same & (self.ranks[1:] == self.ranks[:-1]))


def _start(sheet: GroupedRun, ranked: _Ranked, first_rank: int) -> Iterator[FindingSet]:
    firsts = np.append(0, np.flatnonzero(~ranked.same) + 1)
    wrong = firsts[ranked.ranks[firsts] != first_rank]
    if len(wrong):
        yield sheet.findings(
            "rank-start",
            ranked.positions(wrong),
            "rank",
            lambda position: (
                f"the ranks of topic {sheet.value(position, 'topic')!r} start at "
                f"{sheet.value(position, 'rank')}, not at {first_rank}"
            ),
            partial(_starts, first_rank),
        )


def _starts(first_rank: int, ranks: Counter[int]) -> str:
    return f"ranks start at {some([str(rank) for rank in sorted(ranks)], 3)}, not at {first_rank}"


def _again(sheet: GroupedRun, ranked: _Ranked) -> Iterator[FindingSet]:
    again = np.flatnonzero(ranked.again) + 1
    if len(again):
        yield sheet.findings(
            "rank-twice",
            ranked.positions(again),
            "rank",
            lambda position: (
                f"the rank {sheet.value(position, 'rank')} is there already "
                f"in topic {sheet.value(position, 'topic')!r}"
            ),
        )


def _gaps(sheet: GroupedRun, ranked: _Ranked) -> Iterator[FindingSet]:
    follows = ranked.ranks[1:] == ranked.ranks[:-1] + 1
    gaps = np.flatnonzero(ranked.same & ~ranked.again & ~follows) + 1
    if len(gaps):
        positions = ranked.positions(gaps)
        yield sheet.findings(
            "rank-gap",
            positions,
            "rank",
            lambda position: (
                f"the rank {sheet.value(position, 'rank')} follows "
                f"{ranked.ranks[_above(gaps, positions, position)]}"
            ),
        )


def _order(sheet: GroupedRun, ranked: _Ranked) -> Iterator[FindingSet]:
    if not sheet.has("score"):
        return
    wrong = np.flatnonzero(ranked.same & (ranked.scores[1:] > ranked.scores[:-1])) + 1
    if len(wrong):
        # Of equal ranks the best score comes first: scores rise only from one rank to the next.
        positions = ranked.positions(wrong)
        yield sheet.findings(
            "rank-order",
            positions,
            "rank",
            lambda position: _disorder(sheet, ranked, position, _above(wrong, positions, position)),
        )


def _above(numbers: Ints, positions: Ints, position: int) -> int:
    """The line by rank above that of a place; few of millions are asked for."""
    return int(numbers[positions == position][0]) - 1


def _disorder(sheet: GroupedRun, ranked: _Ranked, position: int, above: int) -> str:
    rank, score = sheet.value(position, "rank"), sheet.value(position, "score")
    return (
        f"rank {rank} has the score {score!r}, which is higher than "
        f"{float(ranked.scores[above])!r} of rank {ranked.ranks[above]}"
    )


def _not_a_number(sheet: GroupedRun, position: int) -> str:
    text = sheet.submission.text(int(sheet.rows[position]), "rank")
    return f"the rank {text!r} is not a whole number"
