"""Relatives of average precision: of what was retrieved, normalised, with graded relevance."""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Floats, divide, running_sum, total
from harness.core.judged_run import Gains, JudgedRun
from harness.measures.ranked import sum_of_precisions
from harness.measures.ratio import Ratio
from harness.measures.registry import measure


@measure(
    "APRetrieved",
    aliases=("APRet",),
    rising=True,
    cite="Baeza-Yates, Ribeiro-Neto, Modern Information Retrieval, 1999, ch. 3",
)
def average_precision_of_retrieved(run: JudgedRun, *, rel: int = 1) -> Ratio:
    """Average precision over the relevant documents retrieved (average precision at seen ones).

    The precisions at their ranks, divided by their number, not by R: it says nothing of recall,
    and a ranking with one relevant document, at the top, is perfect. Undefined (0) when nothing
    relevant was retrieved.

    Relevant at ranks 1 and 4: (1 + 2/4) / 2.

    >>> average_precision_of_retrieved(JudgedRun.of([1, 0, 0, 1], judged=[{1: 9}])).value.tolist()
    [0.75]
    """
    return Ratio(sum_of_precisions(run, rel), run.num_rel_ret(rel).astype(float))


@measure(
    "NormAP",
    aliases=("NormalisedAP", "nAP"),
    rising=True,
    cite="after Rocchio's normalised recall and precision, 1966: van Rijsbergen, 1979, ch. 7",
)
def normalised_average_precision(run: JudgedRun, *, rel: int = 1) -> Ratio:
    """Average precision placed between the worst and the best order of the retrieved documents.

    (AP − worst) / (best − worst): 1 when all relevant documents retrieved come first, 0 when they
    come last. It rates the order alone, not what was retrieved; R cancels. Undefined (0) when no
    order is better than another: nothing or only relevant documents were retrieved, or none.

    2 of 3 retrieved are relevant. AP · R = 1 + 2/3, best 2, worst 1/2 + 2/3: 0.5 / 0.8333.

    >>> normalised_average_precision(JudgedRun.of([1, 0, 1])).value.round(4).tolist()
    [0.6]
    """
    num_hits = run.num_rel_ret(rel)
    present, nth = run.hits(rel).present, run.hits(rel).nth
    last_ranks = (run.num_ret - num_hits)[:, None] + nth
    worst = total(np.where(present, divide(nth, last_ranks), 0.0))
    return Ratio(sum_of_precisions(run, rel) - worst, num_hits - worst)


@measure(
    "Q",
    aliases=("QMeasure",),
    cutoff_free=True,
    cite="Sakai, New performance metrics based on multigrade relevance, NTCIR-4, 2004",
)
def q_measure(
    run: JudgedRun, *, beta: float = 1.0, gains: Gains = None, cutoff: int | None = None
) -> Ratio:
    """Q-measure: average precision in which each precision is blended with the gain so far.

    Over the relevant documents (those with a positive gain) retrieved, the sum of the blended
    ratios (relevant so far + β·cg) / (rank + β·ideal cg), divided by R; cg is the cumulated gain
    at that rank, of the ranking and of the ideal ranking. With β = 0 it is average precision; a
    larger β weighs grades more. A gain is the grade unless ``gains={grade: gain}`` says otherwise.
    Q@k divides by min(k, R), as NTCIREVAL does (AP@k divides by R). Undefined (0) without relevant
    documents.

    Ideal cg 2, 3, 3; relevant at ranks 2 (grade 1) and 3 (grade 2):
    ((1 + 1)/(2 + 3) + (2 + 3)/(3 + 3)) / 2.

    >>> q_measure(JudgedRun.of([0, 1, 2])).value.round(4).tolist()
    [0.6167]
    """
    hits, values = run.gains(gains)
    ideal = run.judgments.ideal_gains(gains)
    relevant = (ideal > 0).sum(axis=1)
    divisor = (relevant if cutoff is None else np.minimum(relevant, cutoff)).astype(float)
    if not values.size or not ideal.size:
        return Ratio(np.zeros(len(run.topics)), divisor)
    useful = (values > 0) & (hits.ranks <= (np.inf if cutoff is None else cutoff))
    reached = np.cumsum(useful, axis=1) + beta * running_sum(np.where(useful, values, 0.0))
    positions = np.minimum(hits.index, ideal.shape[1] - 1)
    best: Floats = np.take_along_axis(running_sum(ideal), positions, axis=1)
    blended = reached / np.where(useful, hits.ranks + beta * best, np.inf)
    return Ratio(total(np.where(useful, blended, 0.0)), divisor)
