"""Orders give each candidate a value: by depth, by fusion of the runs, by weights of ranks.

Lipani, Lupu, Palotti, Zuccon, Hanbury, Fixed budget pooling strategies based on fusion methods,
SAC 2017, fuse the runs into one ranking and take its first documents.

Lipani, Palotti, Lupu, Piroi, Zuccon, Hanbury, Fixed-cost pooling strategies based on IR evaluation
measures, ECIR 2017, compare orders that weight each rank as a measure of the runs does.
"""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Floats, discounts, divide
from harness.pooling.candidates import TopicCandidates
from harness.pooling.strategies.registry import Range, strategy

_LARGEST = np.finfo(np.float64).max


def sum_values(topic: TopicCandidates, values: Floats) -> Floats:
    """Sum the values of entries [N] by document [D]; 0 without any.

    Values are added in ascending order, so that documents with the same values have the same sum to
    the last bit, whichever runs the values come from.

    >>> run, doc, rank = np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([1, 2, 1])
    >>> topic = TopicCandidates("1", ("a", "b"), ("x", "y"), run, doc, rank, -1.0 * rank)
    >>> sum_values(topic, 1 / rank).tolist()
    [1.0, 1.5]
    """
    order = np.argsort(values, kind="stable")
    sums = np.zeros(len(topic.docs))
    np.add.at(sums, topic.doc[order], values[order])
    return sums


@strategy("rrf", "order", limits={"k": Range(0)})
def reciprocal_rank_fusion(topic: TopicCandidates, *, k: int = 60) -> Floats:
    """The sum of 1 / (k + rank) over the runs that bring the document.

    Ranks count from 1. A run that does not bring the document adds nothing.

    Cormack, Clarke, Büttcher, Reciprocal rank fusion outperforms Condorcet and individual rank
    learning methods, SIGIR 2009.
    """
    return sum_values(topic, 1 / (k + topic.rank))


@strategy("borda", "order")
def borda(topic: TopicCandidates) -> Floats:
    """The points that the runs give the document, as voters in a Borda count.

    With D candidates in the topic, a run gives its first document D points, the next one D − 1,
    and so on. The points that are left when its documents end are shared equally among the
    candidates it does not bring: after n documents, (D − n + 1) / 2 for each. A run without
    documents for the topic gives all candidates the same.

    Aslam, Montague, Models for metasearch, SIGIR 2001.
    """
    size = len(topic.docs)
    shared = np.array([(size - len(codes) + 1) / 2 for codes in topic.lists])
    # Every document gets the share of every run first, then the differences of runs that bring it.
    return float(shared.sum()) + sum_values(topic, size - topic.rank + 1 - shared[topic.run])


@strategy("combsum", "order")
def comb_sum(topic: TopicCandidates) -> Floats:
    """The sum of the document's scores in the runs, each run's scores scaled to 0 … 1.

    A run's highest score among its candidates of the topic becomes 1, its lowest one 0; when they
    are equal, all become 1. A run that does not bring the document adds nothing. The scores count,
    not the ranks, also when runs are pooled by their rank column, which scores may contradict.

    Fox, Shaw, Combination of multiple searches, TREC-2, 1994. Scaling: Lee, Analyses of multiple
    evidence combination, SIGIR 1997.
    """
    return sum_values(topic, _scale(topic))


@strategy("combmnz", "order")
def comb_mnz(topic: TopicCandidates) -> Floats:
    """The sum of the document's scaled scores, times the number of runs that bring it.

    Scores are scaled as for combsum. A run counts also where it ranks the document last, which
    makes its score 0.

    Fox, Shaw, Combination of multiple searches, TREC-2, 1994. Scaling: Lee, Analyses of multiple
    evidence combination, SIGIR 1997.
    """
    return sum_values(topic, _scale(topic)) * topic.num_runs


def _scale(topic: TopicCandidates) -> Floats:
    """Scale the score of each entry [N] between the lowest (0) and the highest (1) of its run.

    An infinite score counts as the largest or the lowest number.
    """
    scores = np.clip(topic.score, -_LARGEST, _LARGEST)
    low = np.full(len(topic.runs), np.inf)
    high = np.full(len(topic.runs), -np.inf)
    np.minimum.at(low, topic.run, scores)
    np.maximum.at(high, topic.run, scores)
    # Halved, because the distance between two numbers may overflow.
    above = scores / 2 - low[topic.run] / 2
    return divide(above, high[topic.run] / 2 - low[topic.run] / 2, otherwise=1.0)


@strategy("depth", "order", needs_budget=False)
def depth(topic: TopicCandidates) -> Floats:
    """The best rank that any run gave the document.

    Without a budget the whole union of the runs' first documents is pooled: the method of TREC.

    Spärck Jones, van Rijsbergen, Report on the need for and provision of an "ideal" information
    retrieval test collection, 1975.
    """
    return -topic.best_rank.astype(float)


@strategy("rbp", "order", limits={"p": Range(0, 1, open_low=True, open_high=True)})
def rank_biased_weight(topic: TopicCandidates, *, p: float = 0.8) -> Floats:
    """The sum of (1 − p) p^(rank − 1) over the runs that bring the document.

    It is what the document adds to the rank-biased precision of all runs together if it is
    relevant.

    Moffat, Webber, Zobel, Strategic system comparisons via targeted relevance judgments, SIGIR
    2007 (method A).
    """
    weights = np.array([(1 - p) * p**i for i in range(int(topic.rank.max(initial=0)))])
    return sum_values(topic, weights[topic.rank - 1])


@strategy("dcg", "order")
def discounted_gain_weight(topic: TopicCandidates) -> Floats:
    """The sum of 1 / log2(1 + rank) over the runs that bring the document.

    It is what the document adds to the DCG of all runs together if its gain is 1.

    Järvelin, Kekäläinen, Cumulated gain-based evaluation of IR techniques, TOIS 2002.
    """
    return sum_values(topic, 1 / discounts(int(topic.rank.max(initial=0)))[topic.rank - 1])
