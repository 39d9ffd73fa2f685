"""Runs joined with judgments: the batch of rankings that every measure works on.

A `JudgedRun` holds all topics of one run at once. Values that many measures share are computed on
first use and remembered: by `Judgments` if they depend on the judgments alone (so all runs share
them), else by `JudgedRun`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from harness.core.arrays import (
    Bools,
    Discount,
    Floats,
    Ints,
    discounted,
    discounts,
    running_sum_from_0,
)
from harness.core.batch import Gains, Grades, Hits, Judgments, Remembering, remembered
from harness.core.dialects import DEFAULT_DIALECT, Dialect

#: Pseudo-grades: not in the qrels; in the qrels with a negative grade; past the end.
UNPOOLED, UNJUDGED, PADDING = -1, -2, -3

#: Larger batches are measured in pieces of so many grades, which bounds memory.
MAX_CELLS = 1_000_000

E = TypeVar("E", np.int32, np.float64)


def pad(num_ret: Ints, entries: npt.NDArray[E], otherwise: float = PADDING) -> npt.NDArray[E]:
    """Arrange the entries of all topics, one after the other, in padded rows [T, D]."""
    return _pad(num_ret, entries, otherwise, entries.dtype)


def pad_grades(num_ret: Ints, grades: Grades) -> Grades:
    """Arrange the grades of all topics, one after the other, as `JudgedRun.grades`."""
    small = len(num_ret) * int(num_ret.max(initial=1)) <= MAX_CELLS
    return _pad(num_ret, grades, PADDING, np.dtype(np.int32) if small else grades.dtype)


def _pad(
    num_ret: Ints, entries: npt.NDArray[Any], otherwise: float, dtype: np.dtype[Any]
) -> npt.NDArray[Any]:
    shape = (len(num_ret), int(num_ret.max(initial=1)))
    if len(entries) == shape[0] * shape[1]:  # nothing to pad
        return entries.astype(dtype).reshape(shape)
    table = np.full(shape, otherwise, dtype=dtype)
    table[np.arange(table.shape[1]) < num_ret[:, None]] = entries
    return table


@dataclass(frozen=True, eq=False)
class JudgedRun(Remembering):
    """One run joined with its judgments, all topics at once.

    ``grades`` [T, D] is the grade at each rank, best first: `UNPOOLED` (−1) not in the qrels,
    `UNJUDGED` (−2) in the qrels with a negative grade, `PADDING` (−3) past the end, in 32 bits, or
    of a large run in the smallest type that holds them, until it is in `batches`; ``num_ret`` [T]
    the length of each ranking; ``judgments`` are of the same topics. ``collection_size`` is the
    number of documents in the collection, 0 if unknown; ``answered`` [T] marks the topics that the
    run answered (None: all); ``left_out`` are unanswered judged topics that are not in the batch;
    ``extra_topics`` are topics of the run without judgments; ``num_tied`` counts retrieved
    documents with the score of another one of their topic, ``num_known`` documents that left the
    run because they were judged before, ``num_dropped`` those that left it as unjudged; ``costs``
    [T, D] is the cost of reading each document, a length or a time, NaN where unknown (None: of
    all).
    """

    grades: Grades
    num_ret: Ints
    judgments: Judgments
    dialect: Dialect = DEFAULT_DIALECT
    collection_size: int = 0
    name: str = ""
    answered: Bools | None = None
    left_out: tuple[str, ...] = ()
    extra_topics: tuple[str, ...] = ()
    num_tied: int = 0
    num_known: int = 0
    num_dropped: int = 0
    costs: Floats | None = None

    @classmethod
    def of(
        cls,
        *rankings: Sequence[int],
        judged: Iterable[Mapping[int, int]] | None = None,
        collection_size: int = 0,
        dialect: Dialect = DEFAULT_DIALECT,
    ) -> JudgedRun:
        """Return a batch from plain lists of grades, for examples and experiments.

        ``judged`` gives, for each ranking, the number of judged documents by grade, retrieved or
        not (`UNJUDGED` stands for every negative grade); by default only retrieved documents are
        judged.

        >>> run = JudgedRun.of([1, 0, 1], judged=[{1: 6, 0: 2}])
        >>> run.num_rel(1).tolist(), run.hits(1).ranks.tolist()
        ([6], [[1.0, 3.0]])
        """
        counted: list[Mapping[int, int]]
        if judged is None:
            counted = [{g: list(r).count(g) for g in set(r) if g != UNPOOLED} for r in rankings]
        else:
            counted = list(judged)
        levels = sorted({grade for row in counted for grade in row if grade >= 0})
        negative = np.array([row.get(UNJUDGED, 0) for row in counted], dtype=np.int64)
        counts = np.array(
            [[row.get(grade, 0) for grade in levels] for row in counted], dtype=np.int64
        )
        topics = tuple(str(number + 1) for number in range(len(rankings)))
        counts = counts.reshape(len(topics), len(levels))
        judgments = Judgments(topics, np.array(levels, dtype=np.int64), counts, negative)
        num_ret = np.array([len(ranking) for ranking in rankings], dtype=np.int64)
        grades = np.full((len(topics), int(num_ret.max(initial=0))), PADDING, dtype=np.int32)
        for row, ranking in enumerate(rankings):
            grades[row, : len(ranking)] = ranking
        return cls(grades, num_ret, judgments, dialect, collection_size)

    @classmethod
    def stack(cls, runs: Sequence[JudgedRun]) -> JudgedRun:
        """Return one batch of the topics of runs that share their judgments, run after run.

        Of each topic measures have the same values there, computed for all runs at once. One run is
        its own batch.

        >>> both = JudgedRun.stack([JudgedRun.of([1, 0]), JudgedRun.of([0])])
        >>> both.grades.tolist(), both.num_ret.tolist()
        ([[1, 0], [0, -3]], [2, 1])
        """
        if len(runs) == 1:
            return runs[0]
        first, num_topics = runs[0], len(runs[0].topics)
        shape = (len(runs) * num_topics, max(run.depth for run in runs))
        grades = np.full(shape, PADDING, dtype=np.int32)
        for number, run in enumerate(runs):
            grades[number * num_topics : (number + 1) * num_topics, : run.depth] = run.grades
        answered = [run.answered for run in runs if run.answered is not None]
        return cls(
            grades,
            np.concatenate([run.num_ret for run in runs]),
            first.judgments.repeated(len(runs)),
            first.dialect,
            first.collection_size,
            answered=np.concatenate(answered) if answered else None,
        )

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic identifiers [T], in the order of every array's rows."""
        return self.judgments.topics

    @property
    def depth(self) -> int:
        """D, the longest ranking."""
        return int(self.grades.shape[1])

    @property
    def answers_all(self) -> bool:
        """Whether the run answers every judged topic."""
        answered = self.answered
        return not self.left_out and (
            answered is None or np.count_nonzero(answered) == len(answered)
        )

    @property
    def has_judged(self) -> bool:
        """Whether any retrieved document is judged."""
        return bool(np.count_nonzero(self.grades >= 0))

    def num_rel(self, rel: int = 1) -> Ints:
        """Count the relevant documents in the qrels (R) [T]."""
        return self.judgments.num_rel(rel)

    @remembered
    def hits(self, rel: int = 1) -> Hits:
        """Return the relevant documents retrieved."""
        return Hits.where(self.grades >= rel)

    @remembered
    def num_rel_ret(self, rel: int = 1, cutoff: int | None = None) -> Ints:
        """Count the relevant documents retrieved, in the first ``cutoff`` ranks if given [T]."""
        return self.hits(rel).within(cutoff)

    @remembered
    def precisions(self, rel: int = 1) -> Floats:
        """Return the precision at the rank of each relevant document retrieved [N]."""
        hits = self.hits(rel)
        return np.asarray(hits.number / (hits.position + 1))

    @remembered
    def running_precision(self, rel: int = 1) -> Floats:
        """Return the sums of the precisions at the first 0, 1, … relevant documents [T, 1 + H]."""
        return running_sum_from_0(self.hits(rel).padded(self.precisions(rel)))

    @remembered
    def num_judged_nonrel(self, rel: int = 1) -> npt.NDArray[np.int32]:
        """Count the judged non-relevant documents down to each rank [T, D].

        >>> JudgedRun.of([0, 1, -1, -2, 0]).num_judged_nonrel().tolist()
        [[1, 1, 1, 1, 2]]
        """
        return ((self.grades >= 0) & (self.grades < rel)).cumsum(axis=1, dtype=np.int32)

    @remembered
    def judged_nonrel_above(self, rel: int = 1) -> Ints:
        """Count the judged non-relevant documents above each relevant one retrieved [N].

        >>> JudgedRun.of([0, 1, -1, -2, 0, 1]).judged_nonrel_above().tolist()
        [1, 2]
        """
        hits = self.hits(rel)
        return self.num_judged_nonrel(rel)[hits.topic, hits.position].astype(np.int64)

    @remembered
    def gains(self, gains: Gains = None) -> tuple[Hits, Floats]:
        """Return the retrieved documents with a gain other than 0, and their gains [N]."""
        levels, values = self.judgments.levels, self.judgments.gain_levels(gains)
        if self.judgments.relevant_gain(gains):
            hits = self.hits(1)
        else:
            hits = Hits.where(np.isin(self.grades, levels[values != 0]))
        return hits, values[levels.searchsorted(self.grades[hits.topic, hits.position])]

    @remembered
    def discounted_gains(self, gains: Gains = None, discount: Discount = ("log", 2.0)) -> Floats:
        """Return those gains, discounted by rank [N]."""
        hits, values = self.gains(gains)
        return discounted(values, discounts(self.depth, discount)[hits.position], discount)

    @remembered
    def running_dcg(self, gains: Gains = None, discount: Discount = ("log", 2.0)) -> Floats:
        """Return the DCG after 0, 1, 2, … documents with a gain [T, 1 + H]."""
        discounted_gains = self.discounted_gains(gains, discount)
        return running_sum_from_0(self.gains(gains)[0].padded(discounted_gains))

    @remembered
    def condensed(self) -> JudgedRun:
        """Return the run without unjudged documents; the judged ones move up.

        >>> JudgedRun.of([-1, 1, -2, 0]).condensed().grades.tolist()
        [[1, 0]]
        """
        return self.only(self.grades >= 0)

    def only(self, kept: Bools) -> JudgedRun:
        """Return the run with only the documents that ``kept`` [T, D] marks."""
        num_ret = np.asarray(kept.sum(axis=1))
        grades = pad(num_ret, self.grades[kept])
        costs = None if self.costs is None else pad(num_ret, self.costs[kept], np.nan)
        return replace(self, grades=grades, num_ret=num_ret, costs=costs, _memo={})

    def arranged(self, order: Ints) -> JudgedRun:
        """Reorder the documents: ``order`` [T, D] is the old position of each new rank."""
        grades = np.take_along_axis(self.grades, order, axis=1)
        costs = None if self.costs is None else np.take_along_axis(self.costs, order, axis=1)
        return replace(self, grades=grades, costs=costs, _memo={})

    def batches(self, max_cells: int) -> Iterator[JudgedRun]:
        """Yield the same run in pieces of at most ``max_cells`` grades (one topic at least), in
        order.
        """
        if self.grades.size <= max_cells and self.grades.dtype == np.int32:
            yield self
            return
        start, lengths = 0, self.num_ret.tolist()
        while start < len(lengths):
            stop, depth = start, 0
            while stop < len(lengths):
                depth = max(depth, lengths[stop], 1)
                if stop > start and depth * (stop + 1 - start) > max_cells:
                    break
                stop += 1
            yield self._rows(slice(start, stop))
            start = stop

    def _rows(self, rows: slice) -> JudgedRun:
        known = self.judgments
        num_ret = self.num_ret[rows]
        judgments = known.rows(rows)
        grades = self.grades[rows, : int(num_ret.max(initial=0))].astype(np.int32, copy=False)
        answered = None if self.answered is None else self.answered[rows]
        costs = None if self.costs is None else self.costs[rows, : grades.shape[1]]
        return JudgedRun(
            grades,
            num_ret,
            judgments,
            self.dialect,
            self.collection_size,
            self.name,
            answered,
            costs=costs,
        )


def join_run(
    num_ret: Ints,
    grades: Grades,
    answered: Bools,
    judgments: Judgments,
    *,
    missing: str = "drop",
    **facts: Any,
) -> JudgedRun:
    """Join the grades [N] of a run's rankings, ``num_ret`` [T] long each, with its judgments.

    ``answered`` [T] marks the topics with documents; ``missing`` is the treatment of the others.

    >>> known = Judgments(("1", "2"), np.array([1]), np.array([[1], [4]]), np.zeros(2, np.int64))
    >>> grades, answered = np.int32([-1, 1]), np.array([False, True])
    >>> run = join_run(np.array([0, 2]), grades, answered, known)
    >>> run.topics, run.grades.tolist(), run.left_out
    (('2',), [[-1, 1]], ('1',))
    """
    left_out: tuple[str, ...] = ()
    if missing == "drop" and np.count_nonzero(answered) < len(answered):
        batch = np.flatnonzero(answered)
        left_out = tuple(compress(judgments.topics, (~answered).tolist()))
        num_ret, judgments, answered = num_ret[batch], judgments.batch(batch), answered[batch]
    return JudgedRun(
        grades=pad_grades(num_ret, grades),
        num_ret=num_ret,
        judgments=judgments,
        answered=answered,
        left_out=left_out,
        **facts,
    )
