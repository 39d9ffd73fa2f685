"""Relatives of average precision: of what was retrieved, normalised, with graded relevance."""

from __future__ import annotations

import numpy as np

from harness.core.arrays import divide, total
from harness.core.judged_run import JudgedRun
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
