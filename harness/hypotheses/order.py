"""Hypotheses about the columns of a run: in another order, or scores that rise with the ranks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, permutations
from operator import contains, itemgetter
from typing import cast

from harness.hypotheses.evidence import (
    RIGHT,
    WRONG,
    Cause,
    Evidence,
    expected_fields,
    hypothesis,
)
from harness.hypotheses.soundness import (
    OF_COLUMNS,
    QRELS_FIELDS,
    RUN_FIELDS,
    FieldColumn,
    Record,
    count_judgment_lines,
    count_run_lines,
    number,
    whole_number,
)

#: Lines on which orders of columns are tested before all lines.
_FEW = 200
#: The fewest lines that tell columns apart, and that tell a missing one.
_FEWEST_WHOLE, _FEWEST_WITHOUT = 10, 3
_OPTIONAL = ("Q0", "rank", "tag")
#: The share of lines with which ranks and scores contradict each other throughout; random is half.
_CONTRADICTED = 0.25
_ORDER = ("rank-order", "score-order")
#: The fewest lines whose order is evidence.
_FEWEST = 10
_TIES = ("score-tied", "score-tied-float32")


@hypothesis("scores-ascending", "order", explains=_ORDER, repairs=("rescore-by-rank",))
def scores_ascending(evidence: Evidence) -> Cause | None:
    """Scores ascend with the ranks: they look like distances."""
    records = evidence.records
    before = evidence.sound
    if len(records) < _FEWEST or before >= WRONG * len(records) or _has_ties_only(records):
        return None
    after = count_run_lines(records, sign=-1)
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
    message = "ranks and scores contradict each other throughout"
    counted = pairs - rising, 0, pairs, evidence.unit.replace("lines", "neighbouring ranks"), ""
    remedy = "evaluation uses the scores; which of the two is right?"
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
    """Return whether there is one score, and a topic with several documents."""
    scores = {number(record[4]) for record in records if len(record) > 4}
    return len(scores) == 1 and len({record[0] for record in records if record}) < len(records)


def _rises(records: Sequence[Record]) -> tuple[int, int]:
    """Count neighbouring ranks of topics, and those whose lower one has the higher score."""
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


# --- columns in another order ---------------------------------------------------------------------


@hypothesis("rank-score-swapped", "layout", explains=OF_COLUMNS, repairs=("reorder-columns",))
def rank_score_swapped(evidence: Evidence) -> Cause | None:
    """The rank stands in the column of the score, and the score in that of the rank."""
    order = ("topic", "Q0", "doc", "score", "rank", "tag")
    arranged = _arrange_columns(evidence)
    if arranged is None or arranged[0] != order:
        return None
    rank, score = evidence.records[0][3:5]
    first = f"the first rank is {rank!r:.40}, its score {score!r:.40}"
    message = f"rank and score look swapped: {first}"
    return _blame_columns("rank-score-swapped", message, evidence, arranged)


@hypothesis("columns-missing", "layout", explains=OF_COLUMNS)
def columns_missing(evidence: Evidence) -> Cause | None:
    """A column is left out: the tag, the Q0, the rank, or several of them."""
    arranged = _arrange_columns(evidence)
    expected = expected_fields(evidence)
    if arranged is None or len(arranged[0]) == len(expected):
        return None
    order = arranged[0]
    missing = [name for name in expected if name not in order]
    look = "the column looks" if len(missing) == 1 else "columns look"
    message = f"{look} left out: {', '.join(missing)}; lines are {' '.join(order)}"
    return _blame_columns("columns-missing", message, evidence, arranged)


@hypothesis("columns-permuted", "layout", explains=OF_COLUMNS, repairs=("reorder-columns",))
def columns_permuted(evidence: Evidence) -> Cause | None:
    """The columns stand in another order."""
    arranged = _arrange_columns(evidence)
    if arranged is None or len(arranged[0]) < len(expected_fields(evidence)):
        return None
    message = f"the columns look like {' '.join(arranged[0])}"
    return _blame_columns("columns-permuted", message, evidence, arranged)


#: The order of columns, and the numbers of lines right as they are, and in that order.
_Arranged = tuple[tuple[str, ...], int, int]


def _blame_columns(name: str, message: str, evidence: Evidence, arranged: _Arranged) -> Cause:
    order, before, after = arranged
    counted = before, after, len(evidence.records), evidence.unit, "read so"
    remedy = f"write {' '.join(expected_fields(evidence))}"
    return Cause(name, message, *counted, remedy, columns=order)


def _arrange_columns(evidence: Evidence) -> _Arranged | None:
    """Return the order of the columns, found once for all hypotheses about columns."""
    if "arranged" not in evidence.memo:
        evidence.memo["arranged"] = _arrangement(evidence)
    return cast("_Arranged | None", evidence.memo["arranged"])


def _arrangement(evidence: Evidence) -> _Arranged | None:
    records = evidence.records
    before = evidence.sound if evidence.kind == "run" else evidence.right
    if not records or before >= WRONG * len(records):
        return None
    # Ascending scores are another hypothesis. With ranks as scores, and topics that are counted,
    # topic and rank could be exchanged, too.
    if evidence.kind == "run" and count_run_lines(records, sign=-1) >= RIGHT * len(records):
        return None
    order = find_column_order(evidence, records)
    return None if order is None else (order, before, right_in_order(evidence, records, order))


def find_column_order(evidence: Evidence, records: Sequence[Record]) -> tuple[str, ...] | None:
    """Return the order of columns in which nearly all lines are right; None without one."""
    count = Counter(len(record) for record in records).most_common(1)[0][0] if records else 0
    whole_ones = [record for record in records if len(record) == count]
    few = whole_ones[:_FEW]
    fewest = _FEWEST_WHOLE if count == len(expected_fields(evidence)) else _FEWEST_WITHOUT
    if count > len(expected_fields(evidence)) or len(whole_ones) < max(
        RIGHT * len(records), fewest
    ):
        return None
    columns = [FieldColumn.of(values) for values in zip(*whole_ones, strict=True)]
    names = expected_fields(evidence)
    possible = [{name for name in names if column.can_be(name)} for column in columns]
    for order in _orders(names, count):
        if (
            all(map(contains, possible, order))
            and columns[order.index("topic")].distinct <= columns[order.index("doc")].distinct
            and right_in_order(evidence, few, order) >= RIGHT * len(few)
            and right_in_order(evidence, records, order) >= RIGHT * len(records)
        ):
            return order
    return None


@cache
def _orders(names: tuple[str, ...], count: int) -> tuple[tuple[str, ...], ...]:
    """Return every order of ``count`` columns, those with the fewest moved columns first."""
    optional = [name for name in names if name in (*_OPTIONAL, "iter")]
    every: list[tuple[str, ...]] = []
    for dropped in combinations(optional[::-1], len(names) - count):
        kept = [name for name in names if name not in dropped]
        orders = permutations(kept)
        every += sorted(orders, key=lambda it: sum(a != b for a, b in zip(it, kept, strict=True)))
    return tuple(every)


def right_in_order(evidence: Evidence, records: Sequence[Record], order: tuple[str, ...]) -> int:
    """Count the lines that are right with their columns in this order."""
    if evidence.kind == "run":
        return count_run_lines(_in_order(records, order))
    named = (dict(zip(order, item, strict=False)) for item in records if len(item) == len(order))
    return count_judgment_lines([[item.get(name, "0") for name in QRELS_FIELDS] for item in named])


def _in_order(records: Sequence[Record], order: tuple[str, ...]) -> Iterator[Record]:
    """Yield the fields in the order of a run; a missing rank is counted."""
    pick, topic = itemgetter(*map((*order, *_OPTIONAL).index, RUN_FIELDS)), order.index("topic")
    ranks: Counter[str] = Counter()
    for record in records:
        if len(record) == len(order):
            ranks[record[topic]] += 1
            yield pick((*record, "Q0", str(ranks[record[topic]]), "run"))
