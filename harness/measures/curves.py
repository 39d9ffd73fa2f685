"""Measures read off curves of a ranking: precision over recall, and ROC."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from harness.core.arrays import Bools, Floats, Ints, divide, total
from harness.core.batch import remembered
from harness.core.errors import EvaluationError, Problem
from harness.core.judged_run import UNJUDGED, JudgedRun
from harness.measures.parameters import NEGATIVE
from harness.measures.ranked import sum_precisions
from harness.measures.registry import TrecName, measure
from harness.measures.summaries import Ratio

#: The standard recall levels of the 11-point curve.
LEVELS = tuple(step / 10 for step in range(11))
_BOOK = "Manning, Raghavan, Schütze, Introduction to Information Retrieval, 2008, ch. 8"
_TREC = "trec_eval, https://github.com/usnistgov/trec_eval"


def precision_at_recall(run: JudgedRun, rel: int, level: float | Floats) -> Floats:
    """Return interpolated precision [T]: the best at any rank from the one that reaches a recall
    level.

    For several levels [L, 1] it is [L, T].
    """
    return _best_precision_after(run, rel, run.dialect.recall_count(level, run.num_rel(rel)))


def _best_precision_after(run: JudgedRun, rel: int, needed: Ints) -> Floats:
    """Return the best precision at any rank with ``needed`` relevant documents [..., T], or 0."""
    best = best_precision_from(run, rel)
    reached = (needed <= run.num_rel_ret(rel)) & (run.num_rel_ret(rel) > 0)
    if not best.shape[1]:
        return np.zeros(needed.shape)
    column = np.minimum(np.maximum(needed, 1), best.shape[1]) - 1
    return np.where(reached, best[np.arange(len(best)), column], 0.0)


@remembered
def best_precision_from(run: JudgedRun, rel: int) -> Floats:
    """Return the best precision at or after the rank of each relevant document retrieved [T, H]."""
    reversed_precisions = run.hits(rel).padded(run.precisions(rel))[:, ::-1]
    return np.asarray(np.maximum.accumulate(reversed_precisions, axis=1)[:, ::-1])


@measure(
    "IPrec",
    suffix="recall",
    trec_eval=TrecName("iprec_at_recall", "recall", LEVELS, style="{:3.2f}"),
    aliases=("InterpolatedPrecision",),
    rising=True,
    cite=_BOOK,
)
def interpolated_precision(run: JudgedRun, *, rel: int = 1, recall: float = 0.0) -> Floats:
    """Interpolated precision at a recall level: the best at any rank where that recall is reached.

    The dialect decides how the number of relevant documents that a level requires is rounded; 0 if
    the ranking never reaches it. ``PrecisionAtRecall`` does not round.

    >>> interpolated_precision(JudgedRun.of([0, 1, 0, 1, 1], judged=[{1: 4}]), recall=0.5).tolist()
    [0.6]
    """
    return precision_at_recall(run, rel, recall)


def _levels(text: str) -> Mapping[str, Any]:
    return {"levels": tuple(sorted(float(part) for part in text.split(",")))}


@measure(
    "IPrecAvg",
    trec_eval=TrecName("11pt_avg", parse=_levels),
    aliases=("ElevenPoint",),
    exclusive=("levels", "points"),
    rising=True,
    cite=_TREC,
)
def interpolated_average(
    run: JudgedRun, *, rel: int = 1, levels: tuple[float, ...] = LEVELS, points: int | None = None
) -> Floats:
    """Mean of the interpolated precision over recall levels: 0, .1, …, 1 (11-point average).

    ``levels`` may name any others, as [0.2, 0.5, 0.8]; ``points=n`` takes n of them in equal steps
    from 0 to 1.

    R = 2: the levels up to .7 ask for at most one relevant document, the three others for two, so
    the mean is (8 · 1 + 3 · 2/3) / 11.

    >>> interpolated_average(JudgedRun.of([1, 0, 1])).round(4).tolist()
    [0.9091]
    >>> interpolated_average(JudgedRun.of([1, 0, 1]), points=2).round(4).tolist()
    [0.8333]
    """
    if points is not None:
        levels = tuple(step / (points - 1) for step in range(points))
    # From the highest level down, as trec_eval adds them: the last bit depends on it.
    downwards = sorted(levels, reverse=True)
    values = np.stack([precision_at_recall(run, rel, level) for level in downwards], axis=1)
    return total(values) / len(levels)


@measure("PrecisionAtRecall", suffix="recall", aliases=("PAtR",), rising=True, cite=_BOOK)
def precision_at_least_recall(run: JudgedRun, *, rel: int = 1, recall: float = 0.5) -> Floats:
    """Precision at a recall threshold: the best at any rank whose recall is at least that.

    The threshold is exact: (relevant so far) / R ≥ recall, without the rounding that differs
    between the evaluators' dialects. 0 if the ranking never reaches it.

    R = 5, relevant at ranks 1, 2, 4, 6: recall .5 asks for three of them, found at rank 4.

    >>> precision_at_least_recall(JudgedRun.of([1, 1, 0, 1, 0, 1], judged=[{1: 5}])).tolist()
    [0.75]
    """
    relevant = run.num_rel(rel)
    needed = np.ceil(recall * relevant)
    # The product may be off by one bit; the quotient decides, as a reader would compute it.
    needed -= divide(needed - 1, relevant) >= recall
    needed += divide(needed, relevant) < recall
    return _best_precision_after(run, rel, np.maximum(needed, 0).astype(np.int64))


@measure("BreakEven", aliases=("BEP",), rising=True, cite=_BOOK)
def break_even(run: JudgedRun, *, rel: int = 1) -> Ratio:
    """Break-even point: the value at which precision equals recall.

    They are found/k and found/R at rank k, so they are equal after R documents, and the value is
    R-precision. A ranking that ends before has no such rank: its precision stays above its recall
    (or both are 0). It is then undefined (0), as without relevant documents; R-precision pads such
    a ranking instead.

    >>> run = JudgedRun.of([1, 0, 1, 1], [1, 0], judged=[{1: 3}, {1: 3}])
    >>> break_even(run).value.round(4).tolist()
    [0.6667, 0.0]
    """
    relevant = run.num_rel(rel)
    reached = run.num_ret >= relevant
    hits = run.hits(rel).within(relevant)
    return Ratio(
        np.where(reached, hits, 0).astype(float), np.where(reached, relevant, 0).astype(float)
    )


def _trapezoids(run: JudgedRun, rel: int) -> Floats:
    """Sum over relevant documents the mean of the precision there and at the rank above."""
    hits = run.hits(rel)
    before = divide(hits.number - 1, hits.position, otherwise=1.0)
    return hits.sum((before + run.precisions(rel)) / 2)


#: The area under the curve times R, by the way of joining the points.
_AREAS: dict[str, Callable[[JudgedRun, int], Floats]] = {
    "trapezoid": _trapezoids,
    "step": sum_precisions,
    "interpolated": lambda run, rel: total(best_precision_from(run, rel)),
}


@measure(
    "AUPRC",
    aliases=("PRAUC",),
    choices={"curve": tuple(_AREAS)},
    rising=True,
    cite="Davis, Goadrich, The relationship between precision-recall and ROC curves, ICML 2006",
)
def area_under_precision_recall(run: JudgedRun, *, rel: int = 1, curve: str = "trapezoid") -> Ratio:
    """Area under the precision–recall curve of the ranking, from recall 0 to the last one reached.

    ``curve="trapezoid"`` joins the points of neighbouring ranks by straight lines, beginning with
    precision 1 at recall 0; ``"step"`` takes each relevant document's precision over the width 1/R,
    which is average precision; ``"interpolated"`` does so with the interpolated precision, the best
    at that recall or beyond. Relevant documents that are not retrieved add nothing. Undefined (0)
    without relevant documents.

    R = 2, relevant at ranks 1 and 3, precisions 1 and 2/3, 1/2 above the latter:
    (1 + (1/2 + 2/3) / 2) / 2 and (1 + 2/3) / 2.

    >>> area_under_precision_recall(JudgedRun.of([1, 0, 1])).value.round(4).tolist()
    [0.7917]
    >>> area_under_precision_recall(JudgedRun.of([1, 0, 1]), curve="step").value.round(4).tolist()
    [0.8333]
    """
    return Ratio(_AREAS[curve](run, rel), run.num_rel(rel).astype(float))


@measure(
    "Efficiency",
    aliases=("SystemEfficiency",),
    rising=True,
    cite="least distance to full precision and recall; compare van Rijsbergen, 1979, ch. 7",
)
def system_efficiency(run: JudgedRun, *, rel: int = 1) -> Floats:
    """System efficiency E: how near the precision–recall curve comes to the ideal point (1, 1).

    E = 1 − d/√2, with d the least distance of the point of any rank from (1, 1). It is 1 for a
    ranking with all relevant documents first, and 0 if nothing relevant is retrieved.

    R = 2, relevant at ranks 1 and 3: the points (1/2, 1), (1/2, 1/2), (1, 2/3), so d = 1/3.

    >>> system_efficiency(JudgedRun.of([1, 0, 1])).round(4).tolist()
    [0.7643]
    """
    hits = run.hits(rel)
    # Between two relevant documents recall stays and precision falls: only their ranks matter.
    recalls = divide(hits.number, run.num_rel(rel)[hits.topic])
    squared = (1 - run.precisions(rel)) ** 2 + (1 - recalls) ** 2
    nearest: Floats = np.where(hits.present, hits.padded(squared), 2.0).min(axis=1, initial=2.0)
    return np.asarray(1 - np.sqrt(nearest / 2))


_FAWCETT = "Fawcett, An introduction to ROC analysis, Pattern Recognition Letters, 2006"


class Contest(NamedTuple):
    """The positive and negative documents of each topic, for ROC curves.

    ``negatives`` [T, D] marks the retrieved negative documents, ``num_negatives`` and
    ``num_positives`` [T] count all of either kind, retrieved or not.
    """

    negatives: Bools
    num_negatives: Floats
    num_positives: Floats


def _contest_judged(run: JudgedRun, rel: int) -> Contest:
    negatives = (run.grades >= 0) & (run.grades < rel)
    nonrel, relevant = run.judgments.num_nonrel(rel), run.num_rel(rel)
    return Contest(negatives, nonrel.astype(float), relevant.astype(float))


def _with_negative_grades(run: JudgedRun, rel: int) -> Contest:
    known = _contest_judged(run, rel)
    return Contest(
        known.negatives | (run.grades == UNJUDGED),
        known.num_negatives + run.judgments.num_negative,
        known.num_positives,
    )


def _not_relevant(run: JudgedRun, rel: int) -> Bools:
    return (np.arange(run.depth) < run.num_ret[:, None]) & (run.grades < rel)


def _contest_retrieved(run: JudgedRun, rel: int) -> Contest:
    hits = run.num_rel_ret(rel).astype(float)
    return Contest(_not_relevant(run, rel), run.num_ret - hits, hits)


def _collection(run: JudgedRun, rel: int) -> Contest:
    if not run.collection_size:
        hint = 'set collection_size, or take over="judged"'
        raise EvaluationError(
            Problem("the area over the collection needs its number of documents", hint=hint)
        )
    relevant = run.num_rel(rel).astype(float)
    negatives = _not_relevant(run, rel)
    if (run.collection_size - relevant < negatives.sum(axis=1)).any():
        raise EvaluationError(
            Problem(f"the collection_size {run.collection_size} is less than what was retrieved")
        )
    return Contest(negatives, run.collection_size - relevant, relevant)


_OVER: dict[str, Callable[[JudgedRun, int], Contest]] = {
    "judged": _contest_judged,
    "retrieved": _contest_retrieved,
    "collection": _collection,
}


def roc_points(run: JudgedRun, *, rel: int = 1, over: str = "judged") -> tuple[Floats, Floats]:
    """Return false and true positive rates after 0, 1, … ranks, both [T, D + 2], for drawing.

    The last point is (1, 1): documents that are not retrieved are tied below the ranking, so the
    straight line to it is part of the curve. ``over`` is as in ``AUC``. A rate without any document
    to count stays 0 up to the last point.

    >>> false, true = roc_points(JudgedRun.of([1, 0, 1], judged=[{1: 2, 0: 2}]))
    >>> false.tolist(), true.tolist()
    ([[0.0, 0.0, 0.5, 0.5, 1.0]], [[0.0, 0.5, 0.5, 1.0, 1.0]])
    """
    contest = _OVER[over](run, rel)
    rates = []
    for marked, count in (
        (contest.negatives, contest.num_negatives),
        (run.grades >= rel, contest.num_positives),
    ):
        along = divide(np.cumsum(marked, axis=1), count[:, None])
        ends = np.ones((len(run.topics), 1))
        rates.append(np.concatenate([np.zeros_like(ends), along, ends], axis=1))
    return rates[0], rates[1]


@measure(
    "AUC", aliases=("ROCAUC", "AUROC"), choices={"over": tuple(_OVER), **NEGATIVE}, cite=_FAWCETT
)
def area_under_roc(
    run: JudgedRun,
    *,
    rel: int = 1,
    over: str = "judged",
    negative: str = "unjudged",
    cutoff: int | None = None,
) -> Ratio:
    """Area under the ROC curve: the probability that a relevant document is above another one.

    The pairs of a relevant and a non-relevant document ranked in this order, divided by all such
    pairs. With ``over="judged"`` the pairs consist of judged documents, and unjudged ones are
    skipped; with ``"collection"`` of all documents, unjudged ones being non-relevant (it needs the
    collection's size). Documents that are not retrieved are tied below the ranking: a pair of two
    of them counts 1/2. With ``"retrieved"`` only pairs of retrieved documents count, unjudged ones
    being non-relevant (`Accuracy` in ir_measures). With a cutoff the ranking ends there.

    Over the judged documents, a negative grade means pooled but not judged, as in trec_eval
    (``negative="unjudged"``); with ``negative="judged"`` it means judged non-relevant, as -2 for
    junk in TREC's web tracks. Over others it is non-relevant anyhow.

    Undefined (0) if either kind is missing. The numerator counts pairs, so that a micro average is
    over the pairs of all topics.

    Relevant at ranks 1 and 3, non-relevant at rank 2 and not retrieved: 3 pairs of 4.

    >>> area_under_roc(JudgedRun.of([1, 0, 1], judged=[{1: 2, 0: 2}])).value.tolist()
    [0.75]
    >>> area_under_roc(JudgedRun.of([1, 0, 1]), over="retrieved").value.tolist()
    [0.5]
    >>> area_under_roc(JudgedRun.of([1, 0, 1]), over="retrieved", cutoff=2).value.tolist()
    [1.0]
    >>> area_under_roc(JudgedRun.of([-2, 1, 0]), negative="judged").value.tolist()
    [0.5]
    """
    if cutoff is not None:
        run = run.only(np.arange(run.depth) < np.minimum(run.num_ret, cutoff)[:, None])
    judge = _with_negative_grades if negative == "judged" and over == "judged" else _OVER[over]
    contest, hits = judge(run, rel), run.hits(rel)
    above = np.cumsum(contest.negatives, axis=1)[hits.topic, hits.position]
    won = hits.sum(contest.num_negatives[hits.topic] - above)
    missed = contest.num_positives - hits.within(None)
    unseen = contest.num_negatives - contest.negatives.sum(axis=1)
    return Ratio(won + missed * unseen / 2, contest.num_positives * contest.num_negatives)
