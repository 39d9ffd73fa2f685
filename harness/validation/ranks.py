"""Checks of ranks: consecutive from the first rank, and in agreement with the scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Ints
from harness.core.columns import Columns
from harness.core.errors import some
from harness.core.kernel import engine
from harness.core.model import Run
from harness.core.run_faults import has_parts
from harness.validation.findings import FindingSet, Fold
from harness.validation.grouped_run import GroupedRun
from harness.validation.requirements import LazyJudgments, Requirements


def check_ranks(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """Check that ranks are whole numbers, consecutive from ``first_rank``, and agree with the
    scores.

    They disagree if a document has a higher score than the one at the next lower rank; equal scores
    may come in any order.
    """
    if not sheet.has("rank"):
        return
    missing = np.zeros(0, dtype=np.int64)
    if sheet.unknown("rank"):
        written = sheet.frame["rank"]
        missing = written.is_null().to_numpy().nonzero()[0]
        ranks = written.fill_null(0).to_numpy()
        yield from sheet.findings(
            "rank-not-a-number",
            missing,
            "rank",
            lambda position: _describe_not_a_number(sheet, position),
        )
    else:
        ranks = sheet.numbers("rank")
    # Ranks that seem to be missing may be those of unreadable lines.
    complete = not len(missing) and not sheet.submission.lost
    ranked = None if len(missing) else _RankedLines.without_gaps(sheet, ranks)
    if ranked is None:
        ranked = _RankedLines.of(sheet, ranks, missing)
        yield from _find_repeats(sheet, ranked)
        yield from _find_gaps(sheet, ranked) if complete else ()
    if len(ranked.ranks):
        yield from _order(sheet, ranked)
        yield from _start(sheet, ranked, requirements.first_rank) if complete else ()


@dataclass(frozen=True, eq=False, slots=True)
class _RankedLines:
    """Lines by topic and rank [N], equal ranks by score, best first.

    ``order`` has their positions; None if in the order of the sheet.
    """

    order: Ints | None
    ranks: Ints
    scores: npt.NDArray[np.float64]
    same: Bools

    @classmethod
    def without_gaps(cls, sheet: GroupedRun, ranks: Ints) -> _RankedLines | None:
        """Return the lines if each topic has consecutive ranks, each once; otherwise None."""
        scores, same = sheet.numbers("score"), sheet.same
        if not (same & (ranks[1:] - ranks[:-1] != 1)).any():
            return cls(None, ranks, scores, same)
        behind = ranks - np.repeat(np.minimum.reduceat(ranks, sheet.starts), sheet.sizes)
        if (behind.view(np.uint64) >= np.repeat(sheet.sizes, sheet.sizes).view(np.uint64)).any():
            return None
        order = np.full(len(ranks), -1, dtype=np.int64)
        order[behind + np.repeat(sheet.starts, sheet.sizes)] = np.arange(len(ranks))
        if (order < 0).any():
            return None
        return cls(order, ranks[order], scores[order], same)

    @classmethod
    def of(cls, sheet: GroupedRun, ranks: Ints, missing: Ints) -> _RankedLines:
        """Return the lines with a rank."""
        positions = np.delete(np.arange(len(ranks)), missing)
        scores, codes = sheet.numbers("score"), sheet.codes
        chosen, topics = ranks[positions], codes[positions]
        order = np.lexsort((chosen, topics))
        chosen, topics = chosen[order], topics[order]
        same = topics[1:] == topics[:-1]
        if (same & (chosen[1:] == chosen[:-1])).any():
            order = np.lexsort((-scores[positions], ranks[positions], codes[positions]))
        order = positions[order]
        return cls(order, chosen, scores[order], same)

    def positions(self, numbers: Ints) -> Ints:
        """Return the positions of lines in the sheet."""
        return numbers if self.order is None else self.order[numbers]

    @property
    def again(self) -> Bools:
        """Whether each line but the first has the same rank as the line above [N − 1]."""
        return np.asarray(self.same & (self.ranks[1:] == self.ranks[:-1]))


def _start(sheet: GroupedRun, ranked: _RankedLines, first_rank: int) -> Iterator[FindingSet]:
    firsts = np.append(0, np.flatnonzero(~ranked.same) + 1)
    wrong = firsts[ranked.ranks[firsts] != first_rank]
    yield from sheet.findings(
        "rank-start",
        ranked.positions(wrong),
        "rank",
        lambda position: (
            f"the ranks of topic {sheet.value(position, 'topic')!r} start at "
            f"{sheet.value(position, 'rank')}, not at {first_rank}"
        ),
        partial(_describe_start, first_rank),
    )


def _describe_start(first_rank: int, ranks: Counter[int]) -> str:
    return f"ranks start at {some([str(rank) for rank in sorted(ranks)], 3)}, not at {first_rank}"


def _find_repeats(sheet: GroupedRun, ranked: _RankedLines) -> Iterator[FindingSet]:
    again = np.flatnonzero(ranked.again) + 1
    yield from sheet.findings(
        "rank-twice",
        ranked.positions(again),
        "rank",
        lambda position: (
            f"the rank {sheet.value(position, 'rank')} already occurs "
            f"in topic {sheet.value(position, 'topic')!r}"
        ),
    )


def _find_gaps(sheet: GroupedRun, ranked: _RankedLines) -> Iterator[FindingSet]:
    follows = ranked.ranks[1:] == ranked.ranks[:-1] + 1
    gaps = np.flatnonzero(ranked.same & ~ranked.again & ~follows) + 1
    positions = ranked.positions(gaps)
    yield from sheet.findings(
        "rank-gap",
        positions,
        "rank",
        lambda position: (
            f"the rank {sheet.value(position, 'rank')} follows "
            f"{ranked.ranks[_find_above(gaps, positions, position)]}"
        ),
    )


def _order(sheet: GroupedRun, ranked: _RankedLines) -> Iterator[FindingSet]:
    if not sheet.has("score"):
        return
    wrong = np.flatnonzero(ranked.same & (ranked.scores[1:] > ranked.scores[:-1])) + 1
    # Equal ranks are sorted best score first: scores rise only from one rank to the next.
    positions = ranked.positions(wrong)
    yield from sheet.findings(
        "rank-order",
        positions,
        "rank",
        lambda position: _describe_disorder(
            sheet, ranked, position, _find_above(wrong, positions, position)
        ),
    )


def _find_above(numbers: Ints, positions: Ints, position: int) -> int:
    """Return the line ranked directly above a position."""
    return int(numbers[positions == position][0]) - 1


def _describe_disorder(sheet: GroupedRun, ranked: _RankedLines, position: int, above: int) -> str:
    rank, score = sheet.value(position, "rank"), sheet.value(position, "score")
    return (
        f"rank {rank} has the score {score!r}, which is higher than "
        f"{float(ranked.scores[above])!r} of rank {ranked.ranks[above]}"
    )


def _describe_not_a_number(sheet: GroupedRun, position: int) -> str:
    text = sheet.submission.text(int(sheet.rows[position]), "rank")
    return f"the rank {text!r} is not a whole number"


#: The code of a difference in the first documents.
DIFFER = "first-ten-differ"
_DEPTH = 10


def check_first_ten(sheet: GroupedRun, _requirements: Requirements) -> Iterator[FindingSet]:
    """Find topics with other documents in the first ten by rank than by score."""
    if not (sheet.has("rank") and sheet.has("score")) or has_parts(sheet.names):
        return
    if sheet.unknown("rank") or np.isnan(sheet.numbers("score")).any():
        return
    differ = _find_other_documents(sheet, np.flatnonzero(~_agree(sheet)))
    yield from sheet.report_topics(
        DIFFER,
        differ,
        "rank",
        lambda position: (
            f"the first ten of topic {sheet.value(position, 'topic')!r} by rank are not those "
            "by score"
        ),
        "the first ten by rank are not those by score, equal scores by identifier",
    )


def _find_other_documents(sheet: GroupedRun, topics: Ints) -> Ints:
    """Return the given topics with other documents in the first ten by rank than by score.

    If all documents of a topic have one score, its ranks are clearly meant, and it is left out.
    """
    if not len(topics):
        return topics
    lines, sizes = _find_candidates(sheet, topics)
    scores, ranks = (sheet.numbers(name)[lines] for name in ("score", "rank"))
    docs = sheet.columns.texts("doc")[lines]
    first = ((np.cumsum(sizes) - sizes)[:, None] + np.arange(_DEPTH)).ravel()
    codes = np.repeat(topics, sizes)
    ascend = not ((ranks[1:] < ranks[:-1]) & (codes[1:] == codes[:-1])).any()
    by_rank = (first if ascend else np.lexsort((ranks, codes))[first]).reshape(-1, _DEPTH)
    order, _ = engine().best_first(docs, scores, sizes, None)
    by_score = (first if order is None else order[first]).reshape(-1, _DEPTH)
    differ: Bools = (np.sort(by_rank, axis=1) != np.sort(by_score, axis=1)).any(axis=1)
    every, begins = sheet.numbers("score"), sheet.starts
    differ &= (np.maximum.reduceat(every, begins) > np.minimum.reduceat(every, begins))[topics]
    for number in np.flatnonzero(differ):  # a document may occur twice
        own, meant = (docs[ten[number]].texts() for ten in (by_score, by_rank))
        differ[number] = sorted(own) != sorted(meant)
    return topics[differ]


def _find_candidates(sheet: GroupedRun, topics: Ints) -> tuple[Ints, Ints]:
    """Return the lines of some topics that can be among the first ten, and their numbers [T].

    Ten lines of a topic are at least as good as the worst of them: a line that is worse than that
    by score and by rank is not one of the first ten.
    """
    first = sheet.starts[topics][:, None] + np.arange(_DEPTH)
    lowest = np.zeros(len(sheet.sizes))
    last = np.zeros(len(sheet.sizes), dtype=np.int64)
    scores, ranks = sheet.numbers("score"), sheet.numbers("rank")
    chosen = np.zeros(len(sheet.sizes), dtype=bool)
    chosen[topics] = True
    lowest[topics], last[topics] = scores[first].min(axis=1), ranks[first].max(axis=1)
    candidates = np.repeat(chosen, sheet.sizes)
    candidates &= (scores >= np.repeat(lowest, sheet.sizes)) | (
        ranks <= np.repeat(last, sheet.sizes)
    )
    lines = np.flatnonzero(candidates)
    return lines, np.add.reduceat(candidates, sheet.starts, dtype=np.int64)[topics]


def _agree(sheet: GroupedRun) -> Bools:
    """Return whether the first ten of each topic are certainly the same by rank and by score [T].

    They are if there are no others; and if ranks ascend with the lines, and each of the first ten
    has a higher score than all that follow. Few topics then remain to be sorted.
    """
    scores, ranks = sheet.numbers("score"), sheet.numbers("rank")
    more = sheet.sizes > _DEPTH
    starts = sheet.starts[more]
    lowest = scores[starts[:, None] + np.arange(_DEPTH)].min(axis=1)
    others = np.stack([starts + _DEPTH, starts + sheet.sizes[more]], axis=1).ravel()
    highest = np.maximum.reduceat(np.append(scores, -np.inf), others)[::2]
    falling = np.append(False, sheet.same & (ranks[1:] < ranks[:-1]))
    agree = ~more
    agree[more] = (lowest > highest) & ~np.logical_or.reduceat(falling, sheet.starts)[more]
    return agree


def effect(sheet: GroupedRun, measured: LazyJudgments) -> str:
    """Return the values of a run in the order of its ranks and of its scores, in words."""
    columns = sheet.columns.select("topic", "doc", "score")
    by_rank = Columns({**columns.columns, "score": -sheet.columns.numbers("rank").astype(float)})
    ranks, scores = (measured.value(Run("run", each)) for each in (by_rank, columns))
    if ranks is None or scores is None:
        return ""
    return f"; {measured.measure()} {ranks:.4f} by rank, {scores:.4f} by score"


def with_effect(folds: tuple[Fold, ...], words: str) -> tuple[Fold, ...]:
    """Add the effect on the measure to ``first-ten-differ``."""
    return tuple(
        replace(fold, message=fold.message + words) if fold.code == DIFFER else fold
        for fold in folds
    )
