"""Measures made for incomplete judgments, and measures of how incomplete they are."""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Floats, divide
from harness.core.judged_run import UNJUDGED, UNPOOLED, JudgedRun
from harness.measures.parameters import NEGATIVE
from harness.measures.registry import TrecName, measure
from harness.measures.summaries import Ratio

_EPSILON = 0.00001
_TREC = "trec_eval, https://github.com/usnistgov/trec_eval"


@measure(
    "Bpref",
    trec_eval=TrecName("bpref"),
    cite="Buckley, Voorhees, Retrieval evaluation with incomplete information, SIGIR 2004",
)
def bpref(run: JudgedRun, *, rel: int = 1) -> Ratio:
    """Binary preference: how rarely judged non-relevant documents are above relevant ones.

    For each relevant document retrieved: 1 without judged non-relevant ones above, otherwise 1 −
    min(number above, R) / min(N, R), with N the judged non-relevant documents; the sum is divided
    by R. Unjudged documents are skipped, whatever their rank.

    >>> bpref(JudgedRun.of([1, 0, -1, 1], judged=[{1: 2, 0: 2}])).value.tolist()
    [0.75]
    """
    hits, relevant = run.hits(rel), run.num_rel(rel)
    worst = np.minimum(run.judgments.num_nonrel(rel), relevant)
    above = np.minimum(run.judged_nonrel_above(rel), relevant[hits.topic])
    return Ratio(hits.sum(1.0 - divide(above, worst[hits.topic])), relevant.astype(float))


@measure(
    "GMBpref", trec_eval=TrecName("gm_bpref", summary_only=True), summary="geometric", cite=_TREC
)
def geometric_bpref(run: JudgedRun, *, rel: int = 1) -> Floats:
    """Binary preference, summarised by the geometric mean over the topics (floor 0.00001).

    >>> geometric_bpref(JudgedRun.of([1, 0], [0, 1])).tolist()
    [1.0, 0.0]
    """
    return bpref(run, rel=rel).value


@measure(
    "infAP",
    trec_eval=TrecName("infAP"),
    cite="Yilmaz, Aslam, Estimating average precision with incomplete judgments, CIKM 2006",
)
def inferred_ap(run: JudgedRun, *, rel: int = 1) -> Ratio:
    """Inferred average precision: AP estimated when only a sample of the pool was judged.

    At a relevant document of 0-based rank i > 0 the expected precision is
    1/(i+1) + i/(i+1) · (pooled above / i) · (rel above + ε)/(rel above + nonrel above + 2ε) with
    ε = 0.00001; "pooled above" counts every document of the qrels, judged or not. At rank 0 it
    is 1. The sum is divided by R. With everything pooled judged it equals AP up to ε.

    >>> inferred_ap(JudgedRun.of([1, 0, 1])).value.round(4).tolist()
    [0.8333]
    """
    hits = run.hits(rel)
    rank = hits.position + 1
    rel_above = hits.number - 1
    nonrel_above = run.judged_nonrel_above(rel)
    pooled_above, unjudged = rel_above + nonrel_above, run.grades == UNJUDGED
    if unjudged.any():
        unjudged_above = np.cumsum(unjudged, axis=1, dtype=np.int32)
        pooled_above += unjudged_above[hits.topic, hits.position]
    chance = (rel_above + _EPSILON) / (rel_above + nonrel_above + 2 * _EPSILON)
    # Nothing is cancelled, as the last bit depends on it. At i = 0 the second term is 0.
    above = np.maximum(hits.position, 1).astype(float)
    expected = 1.0 / rank + hits.position / rank * (pooled_above / above) * chance
    return Ratio(hits.sum(expected), run.num_rel(rel).astype(float))


@measure(
    "Unjudged",
    trec_eval=TrecName("unj", "cutoff", (5, 10, 20)),
    cite=_TREC,
    aliases=("unj",),
    choices=NEGATIVE,
)
def unjudged(run: JudgedRun, *, negative: str = "unjudged", cutoff: int = 10) -> Ratio:
    """Share of the first k ranks with unjudged documents.

    Divided by k; ranks past the end of the ranking do not count as unjudged. A negative grade means
    pooled but not judged, as in trec_eval (``negative="unjudged"``); if such grades are judgments,
    as -2 for junk in TREC's web tracks, ``negative="judged"`` counts only documents that are not in
    the qrels.

    >>> unjudged(JudgedRun.of([1, -1, -2, 0]), cutoff=4).value.tolist()
    [0.5]
    >>> unjudged(JudgedRun.of([1, -1, -2, 0]), negative="judged", cutoff=4).value.tolist()
    [0.25]
    """
    held = run.grades[:, :cutoff] == UNPOOLED
    if negative == "unjudged":
        held |= run.grades[:, :cutoff] == UNJUDGED
    held = held.sum(axis=1)
    return Ratio(held.astype(float), np.full(len(held), float(cutoff)))


@measure(
    "Judged",
    cite="MacAvaney et al., Streamlining evaluation with ir-measures, ECIR 2022 (Judged@k)",
    choices=NEGATIVE,
)
def judged(run: JudgedRun, *, negative: str = "unjudged", cutoff: int | None = None) -> Ratio:
    """Share of the retrieved documents (in the first k ranks) that were judged.

    Divided by the number of documents retrieved there; 0 (undefined) without any. A negative grade
    means pooled but not judged, as in trec_eval (``negative="unjudged"``); ``negative="judged"``
    counts every document of the qrels, as ir_measures does, and as is right if negative grades are
    judgments, such as -2 for junk in TREC's web tracks.

    >>> judged(JudgedRun.of([1, -1, -2, 0]), cutoff=3).value.round(4).tolist()
    [0.3333]
    >>> judged(JudgedRun.of([1, -1, -2, 0]), negative="judged", cutoff=3).value.round(4).tolist()
    [0.6667]
    """
    top = run.grades if cutoff is None else run.grades[:, :cutoff]
    retrieved = run.num_ret if cutoff is None else np.minimum(run.num_ret, cutoff)
    counted = top >= 0
    if negative == "judged":
        counted |= top == UNJUDGED
    return Ratio(counted.sum(axis=1).astype(float), retrieved.astype(float))
