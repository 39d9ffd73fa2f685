"""Measures of binary relevance, at a cutoff or over a ranking: precision, recall, RR, AP."""

from __future__ import annotations

import math

import numpy as np

from harness.core.arrays import Floats, by_element, divide, pick, total
from harness.core.judged_run import JudgedRun
from harness.measures.registry import TrecName, measure
from harness.measures.summaries import Ratio

#: The cutoffs of trec_eval's P, recall and others.
CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
_BOOK = "Manning, Raghavan, Schütze, Introduction to Information Retrieval, 2008, ch. 8"
_TREC = "trec_eval, https://github.com/usnistgov/trec_eval"


@measure(
    "P", trec_eval=TrecName("P", "cutoff", CUTOFFS), rising=True, cite=_BOOK, aliases=("Precision",)
)
def precision(run: JudgedRun, *, rel: int = 1, cutoff: int = 10) -> Ratio:
    """Precision at a cutoff: relevant documents in the first k ranks, divided by k.

    A ranking shorter than k is padded with non-relevant documents. `SetP` is the precision of the
    whole retrieved set.

    >>> precision(JudgedRun.of([1, 0, 1]), cutoff=2).value.tolist()
    [0.5]
    >>> precision(JudgedRun.of([1, 0, 1]), cutoff=10).value.tolist()
    [0.2]
    """
    hits = run.num_rel_ret(rel, cutoff).astype(float)
    return Ratio(hits, np.full(len(hits), float(cutoff)))


@measure(
    "R",
    trec_eval=(TrecName("recall", "cutoff", CUTOFFS), TrecName("set_recall")),
    aliases=("SetR", "Recall", "TPR", "Sensitivity"),
    rising=True,
    cite=_BOOK,
)
def recall(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Ratio:
    """Recall: relevant documents retrieved (in the first k ranks), divided by all relevant ones.

    A topic without relevant documents has recall 0 (undefined).

    >>> recall(JudgedRun.of([1, 0, 1], judged=[{1: 4}]), cutoff=2).value.tolist()
    [0.25]
    """
    return Ratio(run.num_rel_ret(rel, cutoff).astype(float), run.num_rel(rel).astype(float))


@measure(
    "RelP",
    trec_eval=(TrecName("relative_P", "cutoff", CUTOFFS), TrecName("set_relative_P")),
    aliases=("SetRelP",),
    rising=True,
    cite=_TREC,
)
def relative_precision(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Ratio:
    """Precision relative to the best possible at the cutoff: divided by min(k, R).

    Without a cutoff, k is the number of documents retrieved.

    >>> relative_precision(JudgedRun.of([1, 0, 1], judged=[{1: 2}]), cutoff=10).value.tolist()
    [1.0]
    """
    best = np.minimum(run.num_ret if cutoff is None else cutoff, run.num_rel(rel)).astype(float)
    return Ratio(run.num_rel_ret(rel, cutoff).astype(float), best)


@measure(
    "Success",
    trec_eval=TrecName("success", "cutoff", (1, 5, 10)),
    aliases=("HitRate", "TopKAccuracy", "hit_rate", "Hit"),
    rising=True,
    cite="Craswell, Hawking, Overview of the TREC-2004 Web track (S@k)",
)
def success(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Floats:
    """Success (top-k accuracy, hit rate): 1 if a relevant document is in the first k ranks, else 0.

    >>> success(JudgedRun.of([0, 0, 1], [0, 1, 0]), cutoff=2).tolist()
    [0.0, 1.0]
    """
    return (run.num_rel_ret(rel, cutoff) > 0).astype(float)


@measure(
    "Rprec",
    trec_eval=TrecName("Rprec"),
    aliases=("RPrec", "RPrecision", "r_precision"),
    rising=True,
    cite=_BOOK,
)
def r_precision(run: JudgedRun, *, rel: int = 1) -> Ratio:
    """R-precision: precision after R documents, R being the number of relevant ones.

    A ranking shorter than R is padded with non-relevant documents; 0 without relevant ones.

    >>> r_precision(JudgedRun.of([1, 0, 1, 1], judged=[{1: 3}])).value.round(4).tolist()
    [0.6667]
    """
    relevant = run.num_rel(rel)
    return Ratio(run.hits(rel).within(relevant).astype(float), relevant.astype(float))


@measure(
    "RprecMult",
    suffix="factor",
    trec_eval=TrecName(
        "Rprec_mult", "factor", (0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0), style="{:3.2f}"
    ),
    rising=True,
    cite=_TREC,
)
def r_precision_multiple(run: JudgedRun, *, rel: int = 1, factor: float = 1.0) -> Ratio:
    """Precision after x·R documents: the cutoff is the whole part of x·R + 0.9.

    >>> r_precision_multiple(JudgedRun.of([1, 0, 1, 1], judged=[{1: 2}]), factor=0.5).value.tolist()
    [1.0]
    """
    cutoff = (factor * run.num_rel(rel) + 0.9).astype(np.int64)
    return Ratio(run.hits(rel).within(cutoff).astype(float), cutoff.astype(float))


@measure(
    "RR",
    trec_eval=TrecName("recip_rank"),
    aliases=("MRR",),
    rising=True,
    cite="Voorhees, The TREC-8 question answering track report, 1999",
)
def reciprocal_rank(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Floats:
    """Reciprocal rank: 1 divided by the rank of the first relevant document; 0 without one.

    With a cutoff, only the first k ranks count.

    >>> reciprocal_rank(JudgedRun.of([0, 1, 1])).tolist()
    [0.5]
    """
    ranks = run.hits(rel).ranks
    if not ranks.shape[1]:
        return np.zeros(len(ranks))
    first = ranks[:, 0]
    return np.where(first <= (np.inf if cutoff is None else cutoff), 1.0 / first, 0.0)


def sum_precisions(run: JudgedRun, rel: int, cutoff: int | None = None) -> Floats:
    """Return the sum [T] of the precisions at the ranks of the relevant documents retrieved."""
    return pick(run.running_precision(rel), run.num_rel_ret(rel, cutoff))


@measure(
    "AP",
    trec_eval=(TrecName("map"), TrecName("map_cut", "cutoff", CUTOFFS)),
    aliases=("MAP", "AveragePrecision"),
    rising=True,
    choices={"divisor": ("R", "min")},
    cite="Buckley, Voorhees, Evaluating evaluation measure stability, SIGIR 2000",
)
def average_precision(
    run: JudgedRun, *, rel: int = 1, divisor: str = "R", cutoff: int | None = None
) -> Ratio:
    """Average precision: the precisions at the ranks of the relevant documents, over all R of them.

    A relevant document that was not retrieved (within the cutoff) contributes 0. The ``divisor`` is
    R at any cutoff, as in trec_eval; with ``divisor="min"`` it is min(k, R), as in NTCIREVAL and
    many libraries, so that the best ranking has 1 at any cutoff. The mean over topics is MAP.

    R = 6, relevant at ranks 1, 4, 5, 6, 7, 8: (1 + 2/4 + 3/5 + 4/6 + 5/7 + 6/8) / 6.

    >>> average_precision(JudgedRun.of([1, 0, 0, 1, 1, 1, 1, 1])).value.round(3).tolist()
    [0.705]
    """
    relevant = run.num_rel(rel)
    if divisor == "min" and cutoff is not None:
        relevant = np.minimum(relevant, cutoff)
    return Ratio(sum_precisions(run, rel, cutoff), relevant.astype(float))


@measure(
    "GMAP",
    trec_eval=TrecName("gm_map", summary_only=True),
    summary="geometric",
    rising=True,
    cite="Robertson, On GMAP and other transformations, CIKM 2006",
)
def geometric_average_precision(run: JudgedRun, *, rel: int = 1) -> Floats:
    """Average precision, summarised by the geometric mean over the topics.

    Values below 0.00001 count as 0.00001 in the mean, so that one failed topic does not make it 0.

    >>> geometric_average_precision(JudgedRun.of([0, 1], [1, 0])).tolist()
    [0.5, 1.0]
    """
    return average_precision(run, rel=rel).value


@measure("SetP", trec_eval=TrecName("set_P"), aliases=("PPV",), rising=True, cite=_BOOK)
def set_precision(run: JudgedRun, *, rel: int = 1, relative: bool = False) -> Ratio:
    """Precision of the retrieved set: relevant documents retrieved, divided by all retrieved.

    0 (undefined) for a topic without any retrieved document. With ``relative=True`` it is `RelP`.

    >>> set_precision(JudgedRun.of([1, 0, 1, 0])).value.tolist()
    [0.5]
    """
    if relative:
        return relative_precision(run, rel=rel)
    return Ratio(run.num_rel_ret(rel).astype(float), run.num_ret.astype(float))


@measure("SetAP", trec_eval=TrecName("set_map"), rising=True, cite=_TREC)
def set_average_precision(run: JudgedRun, *, rel: int = 1) -> Ratio:
    """Set-based average precision: precision times recall of the retrieved set.

    >>> set_average_precision(JudgedRun.of([1, 0], judged=[{1: 2}])).value.tolist()
    [0.25]
    """
    hits = run.num_rel_ret(rel).astype(float)
    return Ratio(hits * hits, run.num_ret.astype(float) * run.num_rel(rel))


@measure(
    "YAAP",
    trec_eval=TrecName("yaap"),
    bounds=(float("-inf"), float("inf")),
    rising=True,
    cite="Robertson, in trec_eval (yet another average precision)",
)
def yet_another_average_precision(run: JudgedRun, *, rel: int = 1) -> Floats:
    """log((1 + S) / (1 + R − S)), S being the sum of the precisions at the relevant documents.

    A transformation of average precision whose values spread more evenly.

    >>> yet_another_average_precision(JudgedRun.of([1, 0, 1])).round(4).tolist()
    [0.6931]
    """
    precisions = sum_precisions(run, rel)
    return by_element(math.log, (1.0 + precisions) / (1.0 + run.num_rel(rel) - precisions))


@measure(
    "APRetrieved",
    aliases=("APRet",),
    rising=True,
    cite="Baeza-Yates, Ribeiro-Neto, Modern Information Retrieval, 1999, ch. 3",
)
def average_precision_of_retrieved(run: JudgedRun, *, rel: int = 1) -> Ratio:
    """Average precision over the relevant documents retrieved (average precision at seen ones).

    The precisions at their ranks, divided by their number, not by R: it ignores recall, and a
    ranking with one relevant document, at the top, is perfect. Undefined (0) if nothing relevant is
    retrieved.

    Relevant at ranks 1 and 4: (1 + 2/4) / 2.

    >>> average_precision_of_retrieved(JudgedRun.of([1, 0, 0, 1], judged=[{1: 9}])).value.tolist()
    [0.75]
    """
    return Ratio(sum_precisions(run, rel), run.num_rel_ret(rel).astype(float))


@measure(
    "NormAP",
    aliases=("NormalisedAP", "nAP"),
    rising=True,
    cite="after Rocchio's normalised recall and precision, 1966: van Rijsbergen, 1979, ch. 7",
)
def normalised_average_precision(run: JudgedRun, *, rel: int = 1) -> Ratio:
    """Average precision placed between the worst and the best order of the retrieved documents.

    (AP − worst) / (best − worst): 1 if all relevant documents retrieved come first, 0 if they come
    last. It rates the order only, not what was retrieved; R cancels. Undefined (0) if no order is
    better than another: only relevant documents are retrieved, or none.

    2 of 3 retrieved are relevant. AP · R = 1 + 2/3, best 2, worst 1/2 + 2/3: 0.5 / 0.8333.

    >>> normalised_average_precision(JudgedRun.of([1, 0, 1])).value.round(4).tolist()
    [0.6]
    """
    num_hits = run.num_rel_ret(rel)
    present, nth = run.hits(rel).present, run.hits(rel).nth
    last_ranks = (run.num_ret - num_hits)[:, None] + nth
    worst = total(np.where(present, divide(nth, last_ranks), 0.0))
    return Ratio(sum_precisions(run, rel) - worst, num_hits - worst)
