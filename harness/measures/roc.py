"""The ROC curve of a ranking, and the area under it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from harness.core.arrays import Bools, Floats, divide, total
from harness.core.errors import EvaluationError, Problem
from harness.core.judged_run import UNJUDGED, JudgedRun
from harness.measures.incomplete import NEGATIVE
from harness.measures.ratio import Ratio
from harness.measures.registry import measure

_FAWCETT = "Fawcett, An introduction to ROC analysis, Pattern Recognition Letters, 2006"


@dataclass(frozen=True, slots=True)
class Contest:
    """Which documents are to be told apart: those of each topic that count as (non-)relevant.

    ``negatives`` [T, D] marks the retrieved non-relevant ones, ``num_negatives`` and
    ``num_positives`` [T] count all of either kind, retrieved or not.
    """

    negatives: Bools
    num_negatives: Floats
    num_positives: Floats


def _judged(run: JudgedRun, rel: int) -> Contest:
    negatives = (run.grades >= 0) & (run.grades < rel)
    nonrel, relevant = run.judgments.num_nonrel(rel), run.num_rel(rel)
    return Contest(negatives, nonrel.astype(float), relevant.astype(float))


def _with_negative_grades(run: JudgedRun, rel: int) -> Contest:
    known = _judged(run, rel)
    return Contest(
        known.negatives | (run.grades == UNJUDGED),
        known.num_negatives + run.judgments.num_negative,
        known.num_positives,
    )


def _not_relevant(run: JudgedRun, rel: int) -> Bools:
    inside = np.arange(run.depth) < run.num_ret[:, None]
    return inside & (run.grades < rel)


def _retrieved(run: JudgedRun, rel: int) -> Contest:
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
    "judged": _judged,
    "retrieved": _retrieved,
    "collection": _collection,
}


def roc_points(run: JudgedRun, *, rel: int = 1, over: str = "judged") -> tuple[Floats, Floats]:
    """False and true positive rate after 0, 1, … ranks, both [T, D + 2], for drawing.

    The last point is (1, 1): what was not retrieved stands, tied, below the ranking, so the
    straight line to it is a part of the curve. ``over`` as for ``AUC``. A rate without any
    document to count stays 0 up to the last point.

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
    """Area under the ROC curve: the chance that a relevant document stands above another one.

    The pairs of one relevant and one non-relevant document that the ranking has in this order,
    divided by all such pairs. With ``over="judged"`` the pairs are made of the judged documents,
    and unjudged ones are skipped; with ``"collection"`` of all documents, the unjudged being
    non-relevant (it needs the collection's size). Documents that were not retrieved stand below
    the ranking, tied: a pair of two of them counts 1/2. With ``"retrieved"`` only pairs of
    retrieved documents count, the unjudged being non-relevant (`Accuracy` in ir_measures). With a
    cutoff the ranking ends there.

    Over the judged documents, one with a negative grade was pooled but not judged, as in trec_eval
    (``negative="unjudged"``); with ``negative="judged"`` it was judged and is non-relevant, as -2
    for junk in TREC's web tracks. Over others it is non-relevant anyhow.

    Undefined (0) without a document of either kind. The numerator counts pairs, so that a micro
    average is over the pairs of all topics.

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
    above = hits.look_up(np.cumsum(contest.negatives, axis=1))
    won = np.where(hits.present, contest.num_negatives[:, None] - above, 0.0)
    missed = contest.num_positives - hits.within(None)
    unseen = contest.num_negatives - contest.negatives.sum(axis=1)
    return Ratio(total(won) + missed * unseen / 2, contest.num_positives * contest.num_negatives)
