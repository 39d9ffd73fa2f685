"""The estimates of the field's evaluators of samples: sample_eval (xinfAP) and statAP."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from harness.core.arrays import Floats, divide
from harness.core.judged_topics import Gains
from harness.core.numbers import DECIMALS
from harness.core.sampled_run import SampledRun, SampleEstimate
from harness.measures.estimates import (
    Smoothing,
    gains_of,
    ideal_dcg,
    precisions_by_shares,
    precisions_by_weights,
    sum_above,
    sum_by_shares,
)
from harness.measures.registry import measure

_XINF = (
    "Yilmaz, Kanoulas, Aslam, A simple and efficient sampling method for estimating AP and NDCG, "
    "SIGIR 2008"
)
_STATAP = (
    "Aslam, Pavlu, A practical sampling strategy for efficient retrieval evaluation, technical "
    "report, Northeastern University 2007"
)
_POSITIVE, _ANY = (0.0, float("inf")), (-float("inf"), float("inf"))
#: sample_eval adds this to the relevant and to the sampled documents of a stratum.
_SMOOTHING: Smoothing = (0.00001, 0.00003)
#: Where sample_eval stops.
_MOST = 1000
#: Which judgments statAP counts: all, those made for another reason with the probability 1, or
#: those of documents drawn by chance.
METHODS = {"method": ("all", "sampled")}
#: The public versions of sample_eval, by the tracks they were made for.
VERSIONS = {"version": ("nist2011", "trecvid2016")}


def _until(run: SampledRun, cutoff: int) -> SampledRun:
    return replace(run, rank=np.where(run.rank <= cutoff, run.rank, np.inf), _memo={})


@measure("xinfAP", suffix=None, bounds=_POSITIVE, cite=_XINF, choices=VERSIONS)
def extended_inferred_ap(
    run: SampledRun, *, rel: int = 1, version: str = "nist2011", cutoff: int = _MOST
) -> SampleEstimate:
    """Average precision inferred from a stratified sample, as sample_eval's infAP.

    Precision above a relevant document is, stratum by stratum, the share of relevant ones among
    those sampled above, (relevant + 0.00001) / (sampled + 0.00003), times the documents there; the
    precisions of a stratum count as often as its size over its sample. Ranks after ``cutoff`` are
    left out. ``version="trecvid2016"`` multiplies by R / cutoff where the estimated R is above the
    cutoff, as the TRECVID evaluator does, so that values above 1 occur; the definition, and the
    evaluator of TREC's tracks (``nist2011``), do not.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> extended_inferred_ap(run).value.round(4).tolist()
    [1.0]
    """
    sample, relevant = run.sample, run.relevant(rel)
    precisions = precisions_by_shares(_until(run, cutoff), relevant, _SMOOTHING)
    estimate = sample.ratio(precisions, sample.total(relevant))
    if version == "nist2011" or estimate.denominator is None:
        return estimate
    factor = np.maximum(estimate.denominator / cutoff, 1.0)
    influence = estimate.influence * factor[sample.topic]
    return SampleEstimate(estimate.value * factor, influence, estimate.denominator)


@measure("infNDCG", suffix=None, bounds=_POSITIVE, cite=_XINF, choices=VERSIONS)
def inferred_ndcg(
    run: SampledRun, *, gains: Gains = None, version: str = "nist2011", cutoff: int = _MOST
) -> SampleEstimate:
    """Inferred nDCG from a stratified sample, as sample_eval's infNDCG: log2(rank + 1).

    The mean discounted gain of the sampled documents of a stratum that were retrieved, times the
    documents of it that were; over the DCG of an ideal ranking of the estimated numbers of
    documents with each gain. It may be above 1. The ``version`` ``nist2011`` rounds these numbers;
    ``trecvid2016`` cuts their fractions off, and the next gain begins at a fractional rank.
    ``gains={grade: gain}`` are what sample_eval's -G says, in the order of numbers; ranks after
    ``cutoff`` are left out.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> inferred_ndcg(run).value.round(4).tolist()
    [0.9134]
    """
    cut, gain = _until(run, cutoff), gains_of(run.sample, "log2", gains)
    retrieved = cut.within(None)
    rank = np.where(retrieved > 0, cut.rank, 1)
    reached = sum_by_shares(run.sample, gain / np.log2(rank + 1), retrieved)
    smooth = ideal_dcg(run.sample, gain, ("log", 2.0), cutoff)
    ideal = _ideal_of_sample_eval(run, gain, version, cutoff)
    return run.sample.ratio(reached, SampleEstimate(ideal, smooth.influence))


def _ideal_of_sample_eval(run: SampledRun, gain: Floats, version: str, cutoff: int) -> Floats:
    sample = run.sample
    ideal, start = np.zeros(len(sample.topics)), np.zeros(len(sample.topics))
    for level in np.unique(gain[gain > 0])[::-1].tolist():
        # 1 / π adds up to whole numbers but for the last bit.
        number = np.round(sample.total((gain == level).astype(float)).value, DECIMALS)
        number = np.floor(number + 0.5) if version == "nist2011" else number
        # The first rank of a gain counts even where it is after the last one.
        most = np.maximum(np.ceil(cutoff - start), 1)
        for row in range(len(ideal)):
            ranks = start[row] + np.arange(1, min(np.floor(number[row]), most[row]) + 1)
            ideal[row] += float(np.sum(level / np.log2(ranks + 1)))
        start += number
    return ideal


@measure("infP", bounds=_POSITIVE, cite=_XINF)
def inferred_precision(run: SampledRun, *, rel: int = 1, cutoff: int = 10) -> SampleEstimate:
    """Precision in the first k ranks as sample_eval's iP10: by strata, smoothed.

    (relevant + 0.00001) / (sampled + 0.00003) of each stratum in the first k ranks, times its
    documents there, divided by k: a stratum without a sampled document there counts a third.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> inferred_precision(run, cutoff=2).value.round(4).tolist()
    [1.0]
    """
    number = _relevant_within(run, rel, cutoff)
    return SampleEstimate(number.value / cutoff, number.influence / cutoff)


@measure("infIPrec", suffix="recall", bounds=_POSITIVE, cite=_XINF)
def inferred_interpolated_precision(
    run: SampledRun, *, rel: int = 1, recall: float = 0.5, cutoff: int = _MOST
) -> SampleEstimate:
    """Interpolated precision at a recall level, as sample_eval's iprec@rec: 0, 0.1, 0.2 … or 1.

    The best of infP@k from the last rank up to that at which the estimated number of relevant
    documents is below ``recall`` · R, this rank included; 0 where it is below at the last one. As
    there, a rank ends no more than one level, so that a document which stands for many leads lower
    levels further up. Ranks after ``cutoff`` are left out. A topic without relevant documents has
    what smoothing makes of it.

    Some 1, 2, 2 and 2.5 of 3 relevant documents are in the first 1 … 4 ranks, so that .8 · 3 are
    not in the first three, and 2 / 3 is more than 2.5 / 4.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> inferred_interpolated_precision(run, recall=0.8).value.round(4).tolist()
    [0.6667]
    """
    relevant = run.relevant(rel)
    best = [
        _best_rank(_relevant_to_each_rank(run, relevant, row, cutoff), total, round(10 * recall))
        for row, total in enumerate(run.sample.total(relevant).value.tolist())
    ]
    rank = np.array(best, dtype=np.float64)
    inside = (run.rank <= rank[run.sample.topic]).astype(float)
    number = sum_by_shares(run.sample, relevant, inside, _SMOOTHING)
    above = np.maximum(rank, 1.0)
    return SampleEstimate(number.value / above, number.influence / above[run.sample.topic])


def _relevant_to_each_rank(run: SampledRun, relevant: Floats, row: int, cutoff: int) -> Floats:
    """The estimated number of relevant documents of a topic in its first 1, 2 … ranks [D]."""
    sample, depth = run.sample, min(int(run.num_ret[row]), cutoff)
    docs = np.flatnonzero((sample.topic == row) & (run.rank <= depth))
    groups, column = np.unique(sample.group[docs], return_inverse=True)
    weight = sample.weight[docs]
    counts = np.zeros((3, depth, len(groups)))
    counts[:, run.rank[docs].astype(np.int64) - 1, column] = (
        np.ones(len(docs)),
        weight * relevant[docs],
        weight,
    )
    documents, relevant_drawn, drawn = counts.cumsum(axis=1)
    added, divided = (part * sample.mean_weight[groups] for part in _SMOOTHING)
    return np.asarray((documents * (relevant_drawn + added) / (drawn + divided)).sum(axis=1))


def _best_rank(numbers: Floats, total: float, tenths: int) -> int:
    """The rank of the best precision from a level of recall on; 0 where it is not reached."""
    if not len(numbers) or tenths / 10 * total > numbers[-1]:
        return 0
    start = len(numbers)
    for level in range(10, tenths - 1, -1):
        wanted = level / 10 * total
        if wanted <= numbers[-1]:
            start = int(np.flatnonzero(numbers[:start] < wanted).max(initial=0))
    precision = numbers[start:] / np.arange(start + 1, len(numbers) + 1)
    return start + 1 + int(np.argmax(precision))


@measure(
    "infNumRelRet",
    aliases=("inum_rel_ret",),
    suffix=None,
    summary="sum",
    bounds=_POSITIVE,
    cite=_XINF,
)
def inferred_num_rel_ret(run: SampledRun, *, rel: int = 1, cutoff: int = _MOST) -> SampleEstimate:
    """The estimated number of relevant documents retrieved, as sample_eval's inum_rel_ret.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> inferred_num_rel_ret(run).value.round(4).tolist()
    [2.5]
    """
    return _relevant_within(run, rel, cutoff)


def _relevant_within(run: SampledRun, rel: int, cutoff: int) -> SampleEstimate:
    return sum_by_shares(run.sample, run.relevant(rel), run.within(cutoff), _SMOOTHING)


@measure("statAP", bounds=_POSITIVE, cite=_STATAP, choices=METHODS)
def statistical_ap(run: SampledRun, *, rel: int = 1, method: str = "all") -> SampleEstimate:
    """Average precision from a sample with unequal probabilities, as the statAP evaluator.

    At each relevant document drawn, (1 + Σ 1 / π of those above) / rank counts 1 / π times; over
    the estimated R. It may be above 1. ``method="sampled"`` leaves out documents that were judged
    for another reason than chance (the evaluator's -f), which otherwise have the probability 1.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> statistical_ap(run).value.round(4).tolist()
    [1.0]
    """
    run = _chosen(run, method)
    sample, relevant = run.sample, run.relevant(rel)
    alone = np.ones(len(sample.topics_of_groups))
    precisions = precisions_by_weights(run, relevant, alone)
    return sample.ratio(precisions, sample.total(relevant))


@measure("statAPVar", bounds=_ANY, cite=_STATAP, choices=METHODS, falling=True)
def statistical_ap_variance(run: SampledRun, *, rel: int = 1, method: str = "all") -> Floats:
    """The variance of statAP [T] over the chance of the sample, as its evaluator gives it.

    With y = (precision − AP) / π of the relevant documents drawn (precision 0 of those not
    retrieved) and n of the documents drawn: Σ (1 − π) y² − 2 / (n − 1) Σ y y' over pairs + Σ over
    those retrieved, at rank r, of Σ (1 − π) / π² of it and those above / r², divided by R².
    ``method`` as of statAP. Standard errors of statAP itself are by Taylor linearisation.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> statistical_ap_variance(run).round(4).tolist()
    [0.0556]
    """
    estimate, run = statistical_ap(run, rel=rel, method=method), _chosen(run, method)
    sample, topic, relevant = run.sample, run.sample.topic, run.relevant(rel)
    rows = run.order[relevant[run.order] > 0]
    weight, rank = sample.weight[rows], run.rank[rows]
    precision = np.zeros(len(topic))
    precision[rows] = (1 + sum_above(weight, topic[rows])) / rank
    y = relevant * (precision - estimate.value[topic]) * sample.weight
    pairs = sample.by_topic(y) ** 2 - sample.by_topic(y**2)
    drawn = sample.by_topic(sample.drawn.astype(float))
    spread = (1 - sample.probability[rows]) * weight**2
    through = np.zeros(len(topic))
    through[rows] = (sum_above(spread, topic[rows]) + spread) / rank**2
    own = sample.by_topic(y**2 * (1 - sample.probability) + through)
    number = sample.total(relevant).value
    return divide(own - divide(pairs, drawn - 1), number**2)


@measure("statRprec", bounds=_POSITIVE, cite=_STATAP, choices=METHODS)
def statistical_r_precision(
    run: SampledRun, *, rel: int = 1, method: str = "all"
) -> SampleEstimate:
    """R-precision from a sample with unequal probabilities, as the statAP evaluator.

    Σ 1 / π of the relevant documents drawn among the first R, over R: the estimated R, rounded; not
    rounded where the ranking is shorter. It may be above 1.
    ``method`` as of statAP.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> statistical_r_precision(run).value.round(4).tolist()
    [1.0]
    """
    run = _chosen(run, method)
    number = run.sample.total(run.relevant(rel))
    rounded = np.floor(number.value + 0.5)
    inside = (run.rank <= rounded[run.sample.topic]).astype(float)
    divisor = np.where(run.num_ret >= rounded, rounded, number.value)
    numerator = run.sample.total(run.relevant(rel) * inside)
    return run.sample.ratio(numerator, SampleEstimate(divisor, number.influence))


def _chosen(run: SampledRun, method: str) -> SampledRun:
    """The run with the documents that a method counts."""
    alone = run.sample.by_chance
    return run if method == "all" or alone is None else replace(run, sample=alone, _memo={})
