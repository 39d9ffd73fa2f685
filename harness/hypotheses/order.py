"""Hypotheses about the columns of a run: wrong throughout, or scores that rise with the ranks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from harness.hypotheses.evidence import RIGHT, WRONG, Cause, Evidence, hypothesis
from harness.hypotheses.soundness import Record, number, sound, whole_number

#: Ranks and scores contradict each other all over when so many lines do; at random it is half.
_CONTRADICTED = 0.25
_ORDER = ("rank-order", "score-order")
#: In a file of fewer lines, order is no evidence.
_FEWEST = 10
_TIES = ("score-tied", "score-tied-float32")


@hypothesis("scores-ascending", "order", explains=_ORDER, repairs=("rescore-by-rank",))
def scores_ascending(evidence: Evidence) -> Cause | None:
    """Scores ascend with the ranks: they look like distances."""
    records = evidence.records
    before = evidence.sound
    if len(records) < _FEWEST or before >= WRONG * len(records) or _has_ties_only(records):
        return None
    after = sound(records, sign=-1)
    if after < RIGHT * len(records):
        return None
    order = "with the ranks" if evidence.has_ranks else "from line to line"
    message = f"the scores ascend {order}: are they distances?"
    counted = before, after, len(records), evidence.unit, "with the scores negated"
    remedy = "the highest score is the best: negate them"
    remedy += ", or rescore-by-rank" * evidence.has_ranks
    return Cause("scores-ascending", message, *counted, remedy)


@hypothesis("ranks-contradict-scores", "order", explains=_ORDER)
def ranks_contradict_scores(evidence: Evidence) -> Cause | None:
    """Ranks and scores order the documents differently all over."""
    records = evidence.records
    if len(records) < _FEWEST or evidence.readable < RIGHT * len(records):
        return None
    pairs, rising = _rises(records)
    if pairs < max(_FEWEST, WRONG * len(records)) or rising < _CONTRADICTED * pairs:
        return None
    message = "ranks and scores contradict each other all over"
    counted = pairs - rising, 0, pairs, evidence.unit.replace("lines", "neighbouring ranks"), ""
    remedy = "evaluation goes by the scores; which of the two is meant?"
    return Cause("ranks-contradict-scores", message, *counted, remedy)


@hypothesis("scores-constant", "order", explains=_TIES)
def scores_constant(evidence: Evidence) -> Cause | None:
    """All documents have one score: their order is that of their identifiers."""
    records = evidence.records
    if len(records) < _FEWEST or evidence.readable < len(records) or not _has_ties_only(records):
        return None
    if evidence.columns is not None and not evidence.has_one_score:
        return None
    message = f"all scores are {records[0][4]!r:.40}: documents are ordered by their identifiers"
    by_rank = [
        [*record[:4], str(-(whole_number(record[3]) or 0)), *record[5:]] for record in records
    ]
    after = len(by_rank) if evidence.has_ranks and not _has_ties_only(by_rank) else 0
    counted = 0, after, len(records), evidence.unit, "ordered by the ranks" if after else ""
    remedy = "submit the scores, or rescore-by-rank" if after else "submit the scores"
    return Cause("scores-constant", message, *counted, remedy)


def _has_ties_only(records: Sequence[Record]) -> bool:
    """Whether there is one score, and a topic with several documents."""
    scores = {number(record[4]) for record in records if len(record) > 4}
    topics = {record[0] for record in records if record}
    return len(scores) == 1 and len(topics) < len(records)


def _rises(records: Sequence[Record]) -> tuple[int, int]:
    """How many ranks are the next of another of their topic, and how many have a higher score."""
    topics: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for record in records:
        rank, score = whole_number(record[3]), number(record[4])
        if rank is not None and score is not None:
            topics[record[0]].append((rank, -score))
    pairs = rising = 0
    for ranked in topics.values():
        ranked.sort()
        for (rank, score), (below, other) in pairwise(ranked):
            pairs += below > rank
            rising += below > rank and other < score
    return pairs, rising


#: What stands in the second field, that of Q0 or an iteration.
ITERATION = re.compile(r"[Qq]?\d+", re.ASCII)


@dataclass(frozen=True, slots=True)
class FieldColumn:
    """Kind of value that a column holds throughout.

    >>> ranks = FieldColumn.of(["1", "2", "1"])
    >>> [name for name in ("Q0", "rank", "score", "tag") if ranks.can_be(name)]
    ['rank', 'score']
    """

    is_whole: bool
    is_number: bool
    is_iteration: bool
    is_constant: bool
    distinct: int

    @classmethod
    def of(cls, values: Sequence[str]) -> FieldColumn:
        """That of these values."""
        distinct = set(values)
        return cls(
            all(whole_number(value) is not None for value in distinct),
            all(number(value) is not None for value in distinct),
            all(ITERATION.fullmatch(value) for value in distinct),
            len(distinct) == 1,
            len(distinct),
        )

    def can_be(self, name: str) -> bool:
        """Whether it can be the column of a name."""
        if name in ("rank", "grade"):
            return self.is_whole
        if name == "score":
            return self.is_number
        if name in ("Q0", "iter"):
            return self.is_iteration and self.is_constant
        return self.is_constant if name == "tag" else True
