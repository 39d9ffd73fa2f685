"""Hypotheses about the columns of a run: wrong throughout, or scores that rise with the ranks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
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
