"""The order of a ranking: by score, the highest first, with a rule for ties.

The field's rule is `EVALUATION_ORDER`: among equal scores, in the dialect's precision, the last
identifier (bytewise) comes first. There are two engines: for arrays, which are evaluated or pooled,
and for frames, which are written. A test holds them equal.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints
from harness.core.columns import TextColumn
from harness.core.dialects import Dialect
from harness.core.errors import InputError, Problem, look_up
from harness.core.kernel import engine
from harness.core.notes import Note
from harness.core.numbers import count_noun

if TYPE_CHECKING:
    import polars as pl

    from harness.core.model import Run

Scores = npt.NDArray[np.floating[Any]]
#: Rankings are sorted as rows of a table with at most so many cells per document.
_SPARSE = 3


class Order(NamedTuple):
    """Sort key of documents, and the key of ties (None: order of the file)."""

    summary: str
    by: str = "score"
    then: str | None = None
    descending: bool = False


#: Every order, by its recorded name: pools have been made with different ones.
ORDERS: dict[str, Order] = {
    "docno-desc": Order("score; ties by document, last one first", then="doc", descending=True),
    "docno-asc": Order("score; ties by document, first one first", then="doc"),
    "file": Order("score; ties as in the file"),
    "rank": Order("the rank column, whatever the scores say", by="rank"),
}

#: The order in which runs are evaluated.
EVALUATION_ORDER = "docno-desc"


def get_order(name: str) -> Order:
    """Return the order with a name; raises `EvaluationError` for an unknown one."""
    return look_up("order", name, ORDERS)


def rank_rows(
    frame: pl.DataFrame,
    order: str = EVALUATION_ORDER,
    *,
    topic: str = "topic",
    keep_topics: bool = False,
    depth: int | None = None,
    score_type: str = "float64",
) -> pl.DataFrame:
    """Sort the rows of a run's frame, best first, and add the column ``rank``, from 1.

    Topics are in bytewise order, or with ``keep_topics`` in file order. ``depth`` keeps the first
    rows of each topic; ``score_type`` is the precision in which scores are compared. The caller
    refuses missing values and NaN.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"topic": ["1"] * 3, "doc": ["a", "b", "c"], "score": [1.0, 2.0, 2.0]})
    >>> rank_rows(frame)["doc"].to_list(), rank_rows(frame, "docno-asc", depth=2)["doc"].to_list()
    (['c', 'b', 'a'], ['b', 'c'])
    """
    from harness.core.packages import pl

    score = pl.col("score").cast({"float64": pl.Float64, "float32": pl.Float32}[score_type])
    keys = [_first_seen(frame[topic]) if keep_topics else pl.col(topic), score, pl.col("doc")]
    descending = [False, True, get_order(order).descending]
    rank = pl.int_range(1, pl.len() + 1).over(topic).alias("rank")
    frame = frame.sort(keys, descending=descending, maintain_order=True).with_columns(rank)
    return frame if depth is None else frame.filter(pl.col("rank") <= depth)


def order_rows(docs: TextColumn, values: Floats, sizes: Ints, order: Order) -> Ints:
    """Return the rows of documents in an order, topic by topic, best first [N].

    ``values`` [N] are the sort key, without NaN; ``sizes`` [B] the number of rows of each topic.

    >>> docs, scores, sizes = TextColumn.made("abc"), np.array([1.0, 2.0, 2.0]), np.array([3])
    >>> [order_rows(docs, scores, sizes, ORDERS[name]).tolist() for name in list(ORDERS)[:3]]
    [[2, 1, 0], [1, 2, 0], [1, 2, 0]]
    """
    if order.then is None:
        codes = np.repeat(np.arange(len(sizes)), sizes)
        rows = by_score(codes, -values if order.by == "rank" else values)
    elif order.descending:
        rows, _ = engine().best_first(docs, values, sizes, None)
    else:  # ascending identifiers: from the end on, the lowest score first
        rows, _ = engine().best_first(docs[::-1], -values[::-1], sizes[::-1], None)
        rows = np.arange(len(docs)) if rows is None else len(docs) - 1 - rows[::-1]
    return np.arange(len(docs)) if rows is None else rows


def _first_seen(topics: pl.Series) -> pl.Expr:
    """Return the number of each row's topic, in order of first occurrence."""
    from harness.core.packages import pl

    names = topics.unique(maintain_order=True)
    return pl.col(topics.name).replace_strict(names, pl.Series(range(len(names)), dtype=pl.Int64))


def comparable_scores(run: Run, dialect: Dialect) -> Scores:
    """Return the scores [N] of a run's rows in the dialect's precision; raises `InputError` for
    NaN.

    float32 turns large scores into infinities, which keep their order. A dialect that orders by
    rank takes negative ranks for scores; raises `InputError` for a run without ranks.
    """
    if dialect.by_rank:
        if "rank" not in run.names:
            hint = f"the dialect {dialect.name} orders documents by rank; another one by score"
            raise InputError(Problem("there are no ranks", run.source or run.name, hint=hint))
        return -run.rows.numbers("rank").astype(np.float64)
    scores = run.rows.numbers("score")
    if scores.dtype != dialect.score_type:
        with np.errstate(over="ignore"):
            scores = scores.astype(dialect.score_type)
    if np.count_nonzero(np.isnan(scores)):
        raise InputError(Problem("a score is NaN", run.source or run.name))
    return scores


def infinite_scores(scores: Scores, where: str) -> tuple[Note, ...]:
    """Return the note that counts infinite scores, if any.

    >>> print(*infinite_scores(np.array([1.0, -np.inf]), "a.run"))
    a.run: 1 score is infinite (-inf: 1); such documents come first or last, as in trec_eval
    """
    return infinite_notes(count_infinite(scores), where)


def count_infinite(scores: Scores) -> tuple[int, int]:
    """Count infinite scores, positive and negative.

    >>> count_infinite(np.array([1.0, -np.inf]))
    (0, 1)
    """
    infinite = scores[np.isinf(scores)]
    return int((infinite > 0).sum()), int((infinite < 0).sum())


def infinite_notes(infinite: tuple[int, int], where: str) -> tuple[Note, ...]:
    """Return the note on the counts of `count_infinite`, if any."""
    total = sum(infinite)
    if not total:
        return ()
    counts = dict(zip(("inf", "-inf"), infinite, strict=True))
    listed = ", ".join(f"{name}: {count}" for name, count in counts.items() if count)
    text = f"{count_noun(total, 'score', 'is infinite')} ({listed})"
    text += "; such documents come first or last, as in trec_eval"
    return (Note("infinite-scores", text, where, numbers=counts),)


def by_score(codes: Ints, scores: Scores) -> Ints | None:
    """Return the stable order by topic and score, highest first; None if already in order."""
    later, same = codes[1:] > codes[:-1], codes[1:] == codes[:-1]
    if bool((later | (same & (scores[1:] <= scores[:-1]))).all()):
        return None
    starts = block_starts(codes)
    lengths = np.diff(np.append(starts, len(codes)))
    depth = int(lengths.max())
    if len(starts) * depth > _SPARSE * len(codes) or not bool((later | same).all()):
        return np.lexsort((-scores, codes))
    # Sorting rows of a table of similar lengths is several times as fast as sorting by two keys.
    inside = np.arange(depth) < lengths[:, None]
    table = np.full(inside.shape, np.inf, dtype=scores.dtype)
    table[inside] = -scores
    return np.asarray((np.argsort(table, axis=1, kind="stable") + starts[:, None])[inside])


def block_starts(codes: Ints) -> Ints:
    """Return the rows at which blocks of equal topics start.

    >>> block_starts(np.array([4, 4, 7])).tolist()
    [0, 2]
    >>> block_starts(np.array([])).tolist()
    []
    """
    return np.flatnonzero(np.concatenate([[len(codes) > 0], codes[1:] != codes[:-1]]))


def whole_topics(topics: Sequence[Hashable], lengths: Ints, size: int) -> list[slice]:
    """Slice the rows of blocks into parts of about ``size`` that share no topic.

    ``topics`` and ``lengths`` are of the blocks; if a topic has several blocks, there is one part.

    >>> whole_topics(["1", "2", "3"], np.array([3, 1, 5]), 4)
    [slice(0, 4, None), slice(4, 9, None)]
    >>> whole_topics(["1", "2", "1"], np.array([3, 1, 5]), 2)
    [slice(0, 9, None)]
    """
    starts = np.cumsum(lengths) - lengths
    if len(set(topics)) < len(topics):
        starts = starts[:1]
    # The first block that starts in each stretch of ``size`` rows.
    first = starts[np.flatnonzero(np.diff(starts // size, prepend=-1))]
    return [slice(*bounds) for bounds in pairwise([*first.tolist(), int(lengths.sum())])]


def positions_in_topic(codes: Ints) -> Ints:
    """Return the position of each row, from 0, within its block of equal topics.

    >>> positions_in_topic(np.array([4, 4, 7])).tolist()
    [0, 1, 0]
    """
    starts = block_starts(codes)
    return np.arange(len(codes)) - np.repeat(starts, np.diff(np.append(starts, len(codes))))
