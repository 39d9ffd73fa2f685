"""Precision–recall and ROC curves of a run, averaged over topics.

At fixed recall levels precision is interpolated, so that topics with different numbers of relevant
documents can be averaged; at fixed cutoffs precision and recall are of the documents that a reader
would see.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from harness.core.arrays import Floats, FrozenArrays, Ints, divide
from harness.core.judged_run import MAX_CELLS, JudgedRun
from harness.measures.curves import precision_at_recall, roc_points
from harness.measures.summaries import mean

#: The false positive rates at which ROC curves are averaged.
FALSE_RATES = tuple(step / 50 for step in range(51))


@dataclass(frozen=True, slots=True, eq=False)
class Curves(FrozenArrays):
    """The averaged precision–recall curves of one run.

    ``precision_at_levels`` [L] is the mean interpolated precision at the recall ``levels`` [L];
    ``precision_at_cutoffs`` and ``recall_at_cutoffs`` [K] are the means at the ``cutoffs`` [K].
    ``num_topics`` counts the topics averaged, all of the ``subset``.
    """

    run: str
    num_topics: int
    levels: Floats
    precision_at_levels: Floats
    cutoffs: Ints
    precision_at_cutoffs: Floats
    recall_at_cutoffs: Floats
    subset: str = "all"


#: Interpolated precision of each topic at recall levels [L, T], precision and recall at cutoffs
#: [K, T].
CurveRows = tuple[Floats, Floats, Floats]


def curve_rows(
    run: JudgedRun, rel: int, levels: Sequence[float], cutoffs: Sequence[int]
) -> CurveRows:
    """Return the curves of each topic.

    Interpolated precision at a recall level is the highest precision at any rank from the one that
    reaches the level (the measure ``IPrec``; the dialect decides how many relevant documents a
    level requires). Precision after k documents counts a shorter ranking as if non-relevant
    documents followed; recall of a topic without relevant documents is 0.

    Two topics with 2 and 1 relevant documents, found at ranks 1 and 3, and at rank 2:

    >>> run = JudgedRun.of([1, 0, 1], [0, 1])
    >>> [table.round(2).tolist() for table in curve_rows(run, 1, [0.0, 1.0], [2])]
    [[[1.0, 0.5], [0.67, 0.5]], [[0.5, 0.5]], [[0.5, 1.0]]]

    Salton and McGill, Introduction to Modern Information Retrieval, 1983, ch. 5; Manning, Raghavan
    and Schütze, Introduction to Information Retrieval, 2008, ch. 8.4.
    """
    every_level = np.array(levels, dtype=np.float64)[:, None]
    at_levels: list[Floats] = []
    precisions: list[Floats] = []
    recalls: list[Floats] = []
    for batch in run.batches(MAX_CELLS):
        at_levels.append(precision_at_recall(batch, rel, every_level))
        within = [batch.hits(rel).within(cutoff) for cutoff in cutoffs]
        retrieved = np.array(within, dtype=np.float64).reshape(len(cutoffs), len(batch.topics))
        precisions.append(retrieved / np.array(cutoffs, dtype=np.float64)[:, None])
        recalls.append(divide(retrieved, batch.num_rel(rel)))
    return tuple(np.concatenate(parts, axis=1) for parts in (at_levels, precisions, recalls))  # type: ignore[return-value]


def curves_by_subset(
    name: str,
    topics: Sequence[str],
    rows: CurveRows,
    levels: Sequence[float],
    cutoffs: Sequence[int],
    subsets: Mapping[str, Collection[str]],
) -> Iterator[Curves]:
    """Yield the curves of a run over each subset with some of its topics."""
    for subset, members in subsets.items():
        chosen = np.array([*map(frozenset(members).__contains__, topics)], dtype=bool)
        if chosen.any():
            some: CurveRows = tuple(table[:, chosen] for table in rows)  # type: ignore[assignment]
            means = [mean(table) for table in some]
            yield Curves(
                run=name,
                num_topics=some[0].shape[1],
                levels=np.array(levels, dtype=np.float64),
                precision_at_levels=means[0],
                cutoffs=np.array(cutoffs, dtype=np.int64),
                precision_at_cutoffs=means[1],
                recall_at_cutoffs=means[2],
                subset=subset,
            )


@dataclass(frozen=True, eq=False)
class RocCurve(FrozenArrays):
    """The ROC curve of a run, averaged over the ``topics`` that have one.

    ``by_topic`` [T, L] are the true positive rates of each topic at the ``false`` positive rates
    [L], NaN for topics without relevant or without judged non-relevant documents.
    """

    run: str
    topics: tuple[str, ...]
    false: Floats
    by_topic: Floats
    subset: str = "all"

    @cached_property
    def _counted(self) -> Floats:
        return self.by_topic[~np.isnan(self.by_topic).any(axis=1)]

    @property
    def num_topics(self) -> int:
        """The number of topics averaged."""
        return len(self._counted)

    @cached_property
    def true(self) -> Floats:
        """The mean true positive rate [L] at each false positive rate; NaN without topics."""
        return mean(self._counted.T.copy())

    def of_subset(self, name: str, topics: Collection[str]) -> RocCurve:
        """Return the curve over its topics in a subset."""
        rows = np.flatnonzero(np.isin(self.topics, list(topics)))
        kept = tuple(self.topics[row] for row in rows)
        return replace(self, topics=kept, by_topic=self.by_topic[rows], subset=name)


def roc_curve(run: JudgedRun, *, rel: int = 1, rates: Sequence[float] = FALSE_RATES) -> RocCurve:
    """Return the ROC curve of a run's judged documents, averaged vertically over topics.

    The true positive rate of a topic at a false positive rate is the highest that the ranking
    reaches before more judged non-relevant documents than that. Documents that are not retrieved
    are tied below: a straight line from the end of the ranking to (1, 1). Topics without relevant
    or without judged non-relevant documents are left out; without other topics the curve is NaN.

    >>> run = JudgedRun.of([1, 0, 1], judged=[{1: 2, 0: 2}])
    >>> roc_curve(run, rates=[0, 0.25, 0.5, 0.75, 1]).true.tolist()
    [0.5, 0.5, 1.0, 1.0, 1.0]

    Fawcett, An introduction to ROC analysis, Pattern Recognition Letters, 2006, algorithm 3.
    """
    false_rates = np.array(rates, dtype=np.float64)
    by_topic = np.full((len(run.topics), len(false_rates)), np.nan)
    start = 0
    for batch in run.batches(MAX_CELLS):
        usable = (batch.num_rel(rel) > 0) & (batch.judgments.num_nonrel(rel) > 0)
        false, true = roc_points(batch, rel=rel)
        for row in np.flatnonzero(usable):
            by_topic[start + row] = _step_curve(false[row], true[row], false_rates)
        start += len(batch.topics)
    return RocCurve(run.name, run.topics, false_rates, by_topic)


def _step_curve(false: Floats, true: Floats, rates: Floats) -> Floats:
    """Return a topic's curve at some rates: steps, then a straight line after the end of the
    ranking.
    """
    steps = true[np.searchsorted(false, rates + 1e-12, side="right") - 1]
    last = len(false) - 2
    end_false, end_true = false[last], true[last]
    along = divide(rates - end_false, np.full(len(rates), 1 - end_false))
    return np.where(rates > end_false, end_true + (1 - end_true) * along, steps)
