"""Checks of the rank column: where it starts, whether it counts, and whether scores agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.arrays import Ints
from harness.validation.findings import Found
from harness.validation.requirements import Requirements
from harness.validation.sheet import Mask, Sheet


def check_ranks(sheet: Sheet, requirements: Requirements) -> Iterator[Found]:
    """Ranks are whole numbers, count from ``first_rank`` in each topic, and agree with the scores.

    They disagree where a document has a higher score than one of the next lower rank; equal
    scores may stand in any order.
    """
    if not sheet.has("rank"):
        return
    missing = sheet.frame["rank"].is_null().arg_true().to_numpy()
    if len(missing):
        yield sheet.found(
            "rank-not-a-number", missing, "rank", lambda place: _not_a_number(sheet, place)
        )
    ranked = _Ranked.of(sheet, missing)
    if len(ranked.ranks):
        yield from _again(sheet, ranked)
        yield from _order(sheet, ranked)
        # The ranks that seem to be left out may be those of lines that cannot be read.
        if not len(missing) and not sheet.submission.lost:
            yield from _start(sheet, ranked, requirements.first_rank)
            yield from _gaps(sheet, ranked)


@dataclass(frozen=True, slots=True)
class _Ranked:
    """Lines by topic and rank [N], the best score of equal ranks first, and where they stand."""

    places: Ints
    ranks: Ints
    scores: npt.NDArray[np.float64]
    same: Mask
    again: Mask

    @classmethod
    def of(cls, sheet: Sheet, missing: Ints) -> _Ranked:
        """The lines but those whose rank is missing."""
        places, codes, same = np.arange(sheet.frame.height), sheet.codes, sheet.same
        ranks = sheet.frame["rank"].fill_null(0).to_numpy()
        scores = sheet.frame["score"].to_numpy()
        if len(missing):
            places, ranks, scores, codes = (
                np.delete(values, missing) for values in (places, ranks, scores, codes)
            )
            same = codes[1:] == codes[:-1]
        again = same & (ranks[1:] <= ranks[:-1])
        if again.any():
            order = np.lexsort((-scores, ranks, codes))
            places, ranks, scores = places[order], ranks[order], scores[order]
            again = same & (ranks[1:] == ranks[:-1])
        return cls(places, ranks, scores, same, again)


def _start(sheet: Sheet, ranked: _Ranked, first_rank: int) -> Iterator[Found]:
    firsts = np.append(0, np.flatnonzero(~ranked.same) + 1)
    wrong = firsts[ranked.ranks[firsts] != first_rank]
    if len(wrong):
        yield sheet.found(
            "rank-start",
            ranked.places[wrong],
            "rank",
            lambda place: (
                f"the ranks of topic {sheet.value(place, 'topic')!r} start at "
                f"{sheet.value(place, 'rank')}, not at {first_rank}"
            ),
        )


def _again(sheet: Sheet, ranked: _Ranked) -> Iterator[Found]:
    again = ranked.again
    if again.any():
        yield sheet.found(
            "rank-twice",
            ranked.places[1:][again],
            "rank",
            lambda place: (
                f"the rank {sheet.value(place, 'rank')} is there already "
                f"in topic {sheet.value(place, 'topic')!r}"
            ),
        )


def _gaps(sheet: Sheet, ranked: _Ranked) -> Iterator[Found]:
    follows = ranked.ranks[1:] == ranked.ranks[:-1] + 1
    gaps = np.flatnonzero(ranked.same & ~ranked.again & ~follows) + 1
    if len(gaps):
        before = dict(zip(ranked.places[gaps].tolist(), ranked.ranks[gaps - 1], strict=True))
        yield sheet.found(
            "rank-gap",
            ranked.places[gaps],
            "rank",
            lambda place: f"the rank {sheet.value(place, 'rank')} follows {before[place]}",
        )


def _order(sheet: Sheet, ranked: _Ranked) -> Iterator[Found]:
    if not sheet.has("score"):
        return
    rises = ranked.same & ~ranked.again & (ranked.scores[1:] > ranked.scores[:-1])
    wrong = np.flatnonzero(rises) + 1
    if len(wrong):
        above = dict(zip(ranked.places[wrong].tolist(), (wrong - 1).tolist(), strict=True))
        yield sheet.found(
            "rank-order",
            ranked.places[wrong],
            "rank",
            lambda place: _disorder(sheet, ranked, place, above[place]),
        )


def _disorder(sheet: Sheet, ranked: _Ranked, place: int, above: int) -> str:
    rank, score = sheet.value(place, "rank"), sheet.value(place, "score")
    return (
        f"rank {rank} has the score {score!r}, which is higher than "
        f"{float(ranked.scores[above])!r} of rank {ranked.ranks[above]}"
    )


def _not_a_number(sheet: Sheet, place: int) -> str:
    text = sheet.submission.text(int(sheet.rows[place]), "rank")
    return f"the rank {text!r} is not a whole number"
