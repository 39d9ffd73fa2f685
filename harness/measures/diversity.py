"""Measures of novelty and diversity: how many subtopics a ranking covers, and how early.

Subtopics without a relevant document do not count; S is the number of the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from harness.core.arrays import Floats, by_element, divide, powers, total
from harness.core.subtopic_run import SubtopicCoverage, SubtopicRun
from harness.measures.registry import measure
from harness.measures.summaries import Ratio

_NDEVAL = "as computed by ndeval"
_ALPHA = (
    "Clarke et al., Novelty and diversity in information retrieval evaluation, SIGIR 2008;"
    f" {_NDEVAL}"
)
_ERR = f"Chapelle et al., Intent-based diversification of web search results, IR 2011; {_NDEVAL}"
_RBP = (
    "Clarke, Kolla, Vechtomova, An effectiveness measure for ambiguous and underspecified queries,"
    f" ICTIR 2009; {_NDEVAL}"
)
_INTENT = f"Agrawal et al., Diversifying search results, WSDM 2009; {_NDEVAL}"
_RECALL = f"Zhai, Cohen, Lafferty, Beyond independent relevance, SIGIR 2003; {_NDEVAL}"

#: A greedy ranking has at least 1 − 1/e of the gain of the best one.
_GREEDY = (0.0, math.e / (math.e - 1))

#: Discounts scores at ranks.
_Discounted = Callable[[Floats, Floats], Floats]


def _reciprocal(scores: Floats, ranks: Floats) -> Floats:
    return np.asarray(scores / ranks)


def _logarithmic(scores: Floats, ranks: Floats) -> Floats:
    return np.asarray(scores * by_element(lambda rank: math.log(2) / math.log(rank + 1), ranks))


def _gain(
    run: SubtopicRun,
    covered: SubtopicCoverage,
    alpha: float,
    discounted: _Discounted,
    cutoff: int | None,
) -> Floats:
    """Sum (1 − α)^n · discount over each topic [T], n documents above covering the same subtopic.

    As in ndeval, the subtopics of a document are summed in their order and then discounted.
    """
    novelty = powers(1 - alpha, int(covered.before.max(initial=0)))[covered.before]
    order = np.lexsort((covered.rank, covered.topic))
    topic, rank = covered.topic[order], covered.rank[order]
    starts = np.append(True, (np.diff(topic) != 0) | (np.diff(rank) != 0))[: len(order)]
    scores = np.bincount(np.cumsum(starts) - 1, novelty[order])
    topic, rank = topic[starts], rank[starts]
    within = rank <= (cutoff or np.inf)
    return run.sums(topic[within], discounted(scores[within], rank[within]))


def _best(run: SubtopicRun, rel: int, alpha: float, discounted: _Discounted, cutoff: int) -> Floats:
    """Return the gain of documents that are all relevant to all subtopics of each topic [T]."""
    factors = np.full((len(run.chosen), cutoff), 1 - alpha)
    factors[:, 0] = run.num_subtopics(rel)
    return total(discounted(np.cumprod(factors, axis=1), np.arange(1.0, cutoff + 1)))


def _normalise_by_all(
    run: SubtopicRun, rel: int, alpha: float, discounted: _Discounted, cutoff: int
) -> Ratio:
    """Divide the gain by that of documents that are all relevant to all subtopics."""
    gain = _gain(run, run.coverage(rel), alpha, discounted, cutoff)
    return Ratio(gain, _best(run, rel, alpha, discounted, cutoff))


def _normalise_by_ideal(
    run: SubtopicRun, rel: int, alpha: float, discounted: _Discounted, cutoff: int
) -> Ratio:
    """Divide the gain by that of the greedy ranking of the judged documents.

    ndeval divides both by the gain of documents that are relevant to everything.
    """
    gain = _gain(run, run.coverage(rel), alpha, discounted, cutoff)
    ideal = _gain(run, run.judgments.ideal(rel, alpha), alpha, discounted, cutoff)
    best = _best(run, rel, alpha, discounted, cutoff)
    return Ratio(gain, ideal, rounded=divide(divide(gain, best), divide(ideal, best)))


@measure("alpha_DCG", cite=_ALPHA)
def alpha_dcg(run: SubtopicRun, *, rel: int = 1, alpha: float = 0.5, cutoff: int = 20) -> Ratio:
    """α-DCG: gain that falls with each repetition of a subtopic, discounted by log2(rank + 1).

    A document gains (1 − α)^n for each of its subtopics, n being the number of documents above it
    that cover that subtopic. The sum within the first k ranks is divided by that of k documents
    that are all relevant to all subtopics, as in ndeval. Undefined (0) without a relevant document.

    a covers both subtopics at rank 1, of which b covers one again at rank 2: 2 + ½ · 0.6309, of
    the 2 + 2 · ½ · 0.6309 that two documents can have.

    >>> run = SubtopicRun.of(["a", "b"], {"a": ["1", "2"], "b": ["1"]})
    >>> alpha_dcg(run, cutoff=2).value.round(4).tolist()
    [0.8801]
    """
    return _normalise_by_all(run, rel, alpha, _logarithmic, cutoff)


@measure("alpha_nDCG", aliases=("alphanDCG",), bounds=_GREEDY, cite=_ALPHA)
def alpha_ndcg(run: SubtopicRun, *, rel: int = 1, alpha: float = 0.5, cutoff: int = 20) -> Ratio:
    """α-nDCG: α-DCG, divided by that of the greedy ranking of all judged documents.

    The greedy ranking has at each rank the document of the highest gain (of ties the last
    identifier); the best ranking can have more, so that values above 1 are possible. The gain of a
    subtopic that n documents above cover is (1 − ``alpha``)^n. Undefined (0) without a relevant
    document.

    b before a has 1 + (½ + 1) · 0.6309; a before b would have 2 + ½ · 0.6309.

    >>> run = SubtopicRun.of(["b", "a"], {"a": ["1", "2"], "b": ["1"]})
    >>> alpha_ndcg(run, cutoff=2).value.round(4).tolist()
    [0.8406]
    """
    return _normalise_by_ideal(run, rel, alpha, _logarithmic, cutoff)


@measure("ERR_IA", cite=_ERR)
def err_ia(run: SubtopicRun, *, rel: int = 1, alpha: float = 0.5, cutoff: int = 20) -> Ratio:
    """Intent-aware expected reciprocal rank: gain that falls with repetition, divided by the rank.

    A document gains (1 − ``alpha``)^n for each of its subtopics, n being the number of documents
    above it that cover that subtopic. The sum of gain / rank within the first k ranks is divided by
    that of k documents that are all relevant to all subtopics, as in ndeval. Undefined (0) without
    a relevant document.

    (2 + ½ · ½) / (2 + 2 · ½ · ½).

    >>> run = SubtopicRun.of(["a", "b"], {"a": ["1", "2"], "b": ["1"]})
    >>> err_ia(run, cutoff=2).value.tolist()
    [0.9]
    """
    return _normalise_by_all(run, rel, alpha, _reciprocal, cutoff)


@measure("nERR_IA", bounds=_GREEDY, cite=_ERR)
def nerr_ia(run: SubtopicRun, *, rel: int = 1, alpha: float = 0.5, cutoff: int = 20) -> Ratio:
    """ERR-IA, divided by that of the greedy ranking of all judged documents.

    Parameters as for ERR_IA, the greedy ranking as for alpha_nDCG. Undefined (0) without a relevant
    document.

    b before a has 1 + (½ + 1) / 2; a before b would have 2 + ½ / 2.

    >>> run = SubtopicRun.of(["b", "a"], {"a": ["1", "2"], "b": ["1"]})
    >>> nerr_ia(run, cutoff=2).value.round(4).tolist()
    [0.7778]
    """
    return _normalise_by_ideal(run, rel, alpha, _reciprocal, cutoff)


def _rank_biased(
    run: SubtopicRun, covered: SubtopicCoverage, rel: int, alpha: float, beta: float
) -> tuple[Floats, Floats]:
    """Return Σ β^(rank − 1) · (1 − α)^n of each topic [T], and NRBP, which divides last."""
    decay = powers(beta, int(covered.rank.max(initial=1)))
    gain = _gain(
        run, covered, alpha, lambda scores, ranks: scores * decay[ranks.astype(np.int64) - 1], None
    )
    return gain, gain * divide(1 - (1 - alpha) * beta, run.num_subtopics(rel))


@measure("NRBP", cite=_RBP)
def nrbp(run: SubtopicRun, *, rel: int = 1, alpha: float = 0.5, beta: float = 0.5) -> Ratio:
    """Novelty- and rank-biased precision of the whole ranking.

    (1 − (1 − α)·β) / S · Σ β^(rank − 1) · (1 − α)^n over the subtopics of each document, n being
    the number of documents above that cover the subtopic: the user continues with probability β,
    and each document satisfies those who want a subtopic with probability ``alpha``. Undefined (0)
    without a relevant document.

    (1 − ¼) / 2 · (2 + ½ · ½).

    >>> nrbp(SubtopicRun.of(["a", "b"], {"a": ["1", "2"], "b": ["1"]})).value.tolist()
    [0.84375]
    """
    gain, value = _rank_biased(run, run.coverage(rel), rel, alpha, beta)
    return Ratio((1 - (1 - alpha) * beta) * gain, run.num_subtopics(rel), rounded=value)


@measure("nNRBP", bounds=_GREEDY, cite=_RBP)
def nnrbp(run: SubtopicRun, *, rel: int = 1, alpha: float = 0.5, beta: float = 0.5) -> Ratio:
    """NRBP, divided by that of the greedy ranking of all judged documents.

    Parameters as for NRBP, the greedy ranking as for alpha_nDCG. Undefined (0) without a relevant
    document.

    b before a has 1 + (½ + 1) / 2; a before b would have 2 + ½ / 2.

    >>> nnrbp(SubtopicRun.of(["b", "a"], {"a": ["1", "2"], "b": ["1"]})).value.round(4).tolist()
    [0.7778]
    """
    gain, value = _rank_biased(run, run.coverage(rel), rel, alpha, beta)
    ideal, highest = _rank_biased(run, run.judgments.ideal(rel, alpha), rel, alpha, beta)
    return Ratio(gain, ideal, rounded=divide(value, highest))


@measure("AP_IA", aliases=("MAP_IA",), cite=_INTENT)
def average_precision_ia(run: SubtopicRun, *, rel: int = 1) -> Ratio:
    """Intent-aware average precision: the mean of average precision over the subtopics.

    Each subtopic has the documents that are relevant to it alone. Undefined (0) without a relevant
    document.

    The first subtopic has 1 and 2/2 of 2 relevant documents, the second 1/1 of 1.

    >>> run = SubtopicRun.of(["a", "b"], {"a": ["1", "2"], "b": ["1"]})
    >>> average_precision_ia(run).value.tolist()
    [1.0]
    """
    covered = run.coverage(rel)
    known = run.judgments
    precisions = np.bincount(
        covered.subtopic, (covered.before + 1) / covered.rank, len(known.subtopic_topic)
    )
    of_subtopics = divide(precisions, known.num_rel(rel))
    return Ratio(run.sums(known.subtopic_topic, of_subtopics), run.num_subtopics(rel))


@measure("P_IA", cite=_INTENT)
def precision_ia(run: SubtopicRun, *, rel: int = 1, cutoff: int = 10) -> Ratio:
    """Intent-aware precision at a cutoff: the mean of precision over the subtopics.

    A ranking shorter than k is padded with non-relevant documents. Undefined (0) without a relevant
    document.

    (2/4 + 1/4) / 2.

    >>> run = SubtopicRun.of(["a", "b"], {"a": ["1", "2"], "b": ["1"]})
    >>> precision_ia(run, cutoff=4).value.tolist()
    [0.375]
    """
    covered = run.coverage(rel)
    return Ratio(run.sums(covered.topic, covered.rank <= cutoff), cutoff * run.num_subtopics(rel))


@measure("STREC", aliases=("SubtopicRecall",), cite=_RECALL)
def subtopic_recall(run: SubtopicRun, *, rel: int = 1, cutoff: int = 10) -> Ratio:
    """Subtopic recall: the share of the subtopics that the first k documents cover.

    Undefined (0) without a relevant document.

    >>> run = SubtopicRun.of(["b", "a"], {"a": ["1", "2"], "b": ["1"]})
    >>> subtopic_recall(run, cutoff=1).value.tolist()
    [0.5]
    """
    covered = run.coverage(rel)
    new = (covered.before == 0) & (covered.rank <= cutoff)
    return Ratio(run.sums(covered.topic, new), run.num_subtopics(rel))
