"""Checks of the rank column: where it starts, whether it counts, and whether scores agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Ints
from harness.core.errors import some
from harness.validation.findings import Found
from harness.validation.grouped_run import GroupedRun, Mask
from harness.validation.requirements import Requirements


def check_ranks(sheet: GroupedRun, requirements: Requirements) -> Iterator[Found]:
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
    # The ranks that seem to be left out may be those of lines that cannot be read.
    whole = not len(missing) and not sheet.submission.lost
    ranks = sheet.frame["rank"].fill_null(0).to_numpy()
    if not len(missing) and not (sheet.same & (ranks[1:] - ranks[:-1] != 1)).any():
        ranked = _Ranked(None, ranks, sheet.frame["score"].to_numpy(), sheet.same)
    else:
        ranked = _Ranked.of(sheet, ranks, missing)
        yield from _again(sheet, ranked)
        yield from _gaps(sheet, ranked) if whole else ()
    if len(ranked.ranks):
        yield from _order(sheet, ranked)
        yield from _start(sheet, ranked, requirements.first_rank) if whole else ()


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
        places = np.delete(np.arange(len(ranks)), missing)
        scores, codes = sheet.frame["score"].to_numpy(), sheet.codes
        order = places[np.lexsort((-scores[places], ranks[places], codes[places]))]
        codes = codes[order]
        return cls(order, ranks[order], scores[order], codes[1:] == codes[:-1])

    def places(self, numbers: Ints) -> Ints:
        """Where lines stand in the sheet."""
        return numbers if self.order is None else self.order[numbers]

    @property
    def again(self) -> Mask:
        """Whether each line but the first has the rank of the one above [N − 1]."""
        return np.asarray(self.same & (self.ranks[1:] == self.ranks[:-1]))


def _start(sheet: GroupedRun, ranked: _Ranked, first_rank: int) -> Iterator[Found]:
    firsts = np.append(0, np.flatnonzero(~ranked.same) + 1)
    wrong = firsts[ranked.ranks[firsts] != first_rank]
    if len(wrong):
        yield sheet.found(
            "rank-start",
            ranked.places(wrong),
            "rank",
            lambda place: (
                f"the ranks of topic {sheet.value(place, 'topic')!r} start at "
                f"{sheet.value(place, 'rank')}, not at {first_rank}"
            ),
            lambda places: f"ranks start at {_values(sheet, places)}, not at {first_rank}",
        )


def _values(sheet: GroupedRun, places: Ints) -> str:
    """The ranks at some places, each once."""
    return some([str(rank) for rank in np.unique(sheet.frame["rank"].to_numpy()[places])], 3)


def _again(sheet: GroupedRun, ranked: _Ranked) -> Iterator[Found]:
    again = np.flatnonzero(ranked.again) + 1
    if len(again):
        yield sheet.found(
            "rank-twice",
            ranked.places(again),
            "rank",
            lambda place: (
                f"the rank {sheet.value(place, 'rank')} is there already "
                f"in topic {sheet.value(place, 'topic')!r}"
            ),
        )


def _gaps(sheet: GroupedRun, ranked: _Ranked) -> Iterator[Found]:
    follows = ranked.ranks[1:] == ranked.ranks[:-1] + 1
    gaps = np.flatnonzero(ranked.same & ~ranked.again & ~follows) + 1
    if len(gaps):
        places = ranked.places(gaps)
        before = dict(zip(places.tolist(), ranked.ranks[gaps - 1], strict=True))
        yield sheet.found(
            "rank-gap",
            places,
            "rank",
            lambda place: f"the rank {sheet.value(place, 'rank')} follows {before[place]}",
        )


def _order(sheet: GroupedRun, ranked: _Ranked) -> Iterator[Found]:
    if not sheet.has("score"):
        return
    wrong = np.flatnonzero(ranked.same & (ranked.scores[1:] > ranked.scores[:-1])) + 1
    if len(wrong):
        # Of equal ranks the best score comes first: scores rise only from one rank to the next.
        places = ranked.places(wrong)
        above = dict(zip(places.tolist(), (wrong - 1).tolist(), strict=True))
        yield sheet.found(
            "rank-order",
            places,
            "rank",
            lambda place: _disorder(sheet, ranked, place, above[place]),
        )


def _disorder(sheet: GroupedRun, ranked: _Ranked, place: int, above: int) -> str:
    rank, score = sheet.value(place, "rank"), sheet.value(place, "score")
    return (
        f"rank {rank} has the score {score!r}, which is higher than "
        f"{float(ranked.scores[above])!r} of rank {ranked.ranks[above]}"
    )


def _not_a_number(sheet: GroupedRun, place: int) -> str:
    text = sheet.submission.text(int(sheet.rows[place]), "rank")
    return f"the rank {text!r} is not a whole number"
