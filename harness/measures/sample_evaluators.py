"""The estimates of the field's evaluators of samples: sample_eval (xinfAP) and statAP.

For strata, the operations are sample_eval's in its order. The statAP evaluator adds in an order
that Perl randomises: its last bits are not reproducible.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from harness.core.arrays import Floats, discounts, divide, total
from harness.core.batch import Gains
from harness.core.numbers import DECIMALS
from harness.core.sampled_run import SampledRun, SampleEstimate
from harness.measures.estimates import (
    Smoothing,
    compute_gains,
    ideal_dcg,
    precisions_by_weights,
    shares_above,
    sum_above,
    sum_below,
    sum_by_shares,
    summed_precisions,
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
#: Added by sample_eval to the relevant and to the sampled documents of a stratum.
_SMOOTHING: Smoothing = (0.00001, 0.00003)
#: The last rank of sample_eval.
_MOST = 1000
#: The judgments that statAP counts: all, with probability 1 if made for another reason, or only
#: those of randomly drawn documents.
METHODS = {"method": ("all", "sampled")}
#: The public versions of the statAP evaluator, which differ in the variance.
STATAP_VERSIONS = {"version": ("v3", "v4")}
#: The public versions of sample_eval, by the tracks they were made for.
VERSIONS = {"version": ("nist2011", "trecvid2016")}


def _until(run: SampledRun, cutoff: int) -> SampledRun:
    return replace(run, rank=np.where(run.rank <= cutoff, run.rank, np.inf), _memo={})


@measure("xinfAP", suffix=None, bounds=_POSITIVE, cite=_XINF, choices=VERSIONS)
def extended_inferred_ap(
    run: SampledRun, *, rel: int = 1, version: str = "nist2011", cutoff: int = _MOST
) -> SampleEstimate:
    """Average precision inferred from a stratified sample, as sample_eval's infAP.

    Precision above a relevant document is, stratum by stratum, the share of relevant documents
    among those sampled above, (relevant + 0.00001) / (sampled + 0.00003), times the documents
    there; the precisions of a stratum count as often as its size over its sample. Ranks after
    ``cutoff`` are left out. ``version="trecvid2016"`` multiplies by R / cutoff if the estimated R
    is above the cutoff, as the TRECVID evaluator does, so that values above 1 occur; the
    definition, and the evaluator of TREC's tracks (``nist2011``), do not.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> extended_inferred_ap(run).value.round(4).tolist()
    [1.0]
    """
    sample, relevant = run.sample, run.relevant(rel)
    rows, precision, below = shares_above(_until(run, cutoff), relevant, _SMOOTHING)
    summed = summed_precisions(run, rows, precision, below)
    estimate = sample.ratio(summed, sample.total(relevant))
    units = sample.by_group(sample.units * relevant)
    sums = np.bincount(sample.group[rows], sample.units[rows] * precision, minlength=len(units))
    number = _num_rel(run, relevant)
    shares = divide(sample.stand_for(units), number[sample.topics_of_groups])
    value = sample.over_groups(shares * divide(sums, units))
    influence = estimate.influence
    if version == "trecvid2016":
        value = np.where(number > cutoff, value * number / cutoff, value)
        influence = np.where((number > cutoff)[sample.topic], summed.influence / cutoff, influence)
    return SampleEstimate(value, influence, estimate.denominator)


def _num_rel(run: SampledRun, relevant: Floats) -> Floats:
    """Return the estimated number of relevant documents of each topic [T], stratum by stratum."""
    sample = run.sample
    return sample.over_groups(sample.stand_for(sample.by_group(sample.units * relevant)))


@measure("infNDCG", suffix=None, bounds=_POSITIVE, cite=_XINF, choices=VERSIONS)
def inferred_ndcg(
    run: SampledRun, *, gains: Gains = None, version: str = "nist2011", cutoff: int = _MOST
) -> SampleEstimate:
    """Inferred nDCG from a stratified sample, as sample_eval's infNDCG: log2(rank + 1).

    The mean discounted gain of the retrieved sampled documents of a stratum, times its retrieved
    documents; over the DCG of an ideal ranking of the estimated numbers of documents with each
    gain. It may be above 1. The ``version`` ``nist2011`` rounds these numbers; ``trecvid2016``
    truncates them, and the next gain begins at a fractional rank. ``gains={grade: gain}`` are as in
    sample_eval's -G, in numerical order; ranks after ``cutoff`` are left out.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> inferred_ndcg(run).value.round(4).tolist()
    [0.9134]
    """
    sample, cut, gain = (
        run.sample,
        _until(run, cutoff),
        compute_gains(run.sample.grade, "log2", gains),
    )
    retrieved = cut.within(None)
    position = np.where(retrieved > 0, cut.rank, 1).astype(np.int64) - 1
    discounted = gain / discounts(int(position.max(initial=0)) + 1, ("ln", 2.0))[position]
    ideal = _compute_ideal(run, gain, version, cutoff)
    smooth = ideal_dcg(sample, gain, ("log", 2.0), cutoff)
    estimate = sample.ratio(
        sum_by_shares(sample, discounted, retrieved), SampleEstimate(ideal, smooth.influence)
    )
    rows, depth = cut.order, sample.by_topic(retrieved)
    units = sample.by_group(retrieved * sample.units)
    sums = np.bincount(sample.group[rows], (sample.units * discounted)[rows], minlength=len(units))
    shares = divide(sample.by_group(retrieved), depth[sample.topics_of_groups])
    reached = sample.over_groups(divide(shares * sums, units))
    return estimate._replace(value=divide(depth * reached, ideal))


def _compute_ideal(run: SampledRun, gain: Floats, version: str, cutoff: int) -> Floats:
    sample = run.sample
    ideal, start = np.zeros(len(sample.topics)), np.zeros(len(sample.topics))
    for level in np.unique(gain[gain > 0])[::-1].tolist():
        number = _num_rel(run, (gain == level).astype(float))
        if not sample.even.all():
            # 1 / π adds up to whole numbers but for the last bit.
            number = np.round(number, DECIMALS)
        number = np.floor(number + 0.5) if version == "nist2011" else number
        for row in np.flatnonzero(number).tolist():
            ideal[row] = _add_level(ideal[row], level, start[row], number[row], cutoff)
        start += number
    return ideal


def _add_level(ideal: float, level: float, start: float, number: float, cutoff: int) -> float:
    """Add ``number`` documents of a gain after rank ``start``, which may be fractional, to an ideal
    DCG.

    The first rank of a gain counts even after the last one.
    """
    rank = start + 1
    while rank <= start + number:
        ideal += level / (math.log(rank + 1) / math.log(2))
        if rank >= cutoff:
            break
        rank += 1
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
) -> Floats:
    """Interpolated precision at a recall level, as sample_eval's iprec@rec: 0, 0.1, 0.2 … or 1.

    The best infP@k from the last rank up to the one at which the estimated number of relevant
    documents is below ``recall`` · R, this rank included; 0 if it is below at the last one. As
    there, a rank ends no more than one level, so that a document which represents many leads lower
    levels further up. Ranks after ``cutoff`` are left out. A topic without relevant documents has
    the value that smoothing gives it. The best of several estimates is too high on average, and has
    no standard error.

    Some 1, 2, 2 and 2.5 of 3 relevant documents are in the first 1 … 4 ranks, so that .8 · 3 are
    not in the first three, and 2 / 3 is more than 2.5 / 4.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> inferred_interpolated_precision(run, recall=0.8).round(4).tolist()
    [0.6667]
    """
    relevant = run.relevant(rel)
    return np.array(
        [
            _best_precision(
                _relevant_to_each_rank(run, relevant, row, cutoff), number, round(10 * recall)
            )
            for row, number in enumerate(_num_rel(run, relevant).tolist())
        ],
        dtype=np.float64,
    )


def _relevant_to_each_rank(run: SampledRun, relevant: Floats, row: int, cutoff: int) -> Floats:
    """Estimate the number of relevant documents of a topic in its first 1, 2 … ranks [D]."""
    sample, depth = run.sample, min(int(run.num_ret[row]), cutoff)
    docs = np.flatnonzero((sample.topic == row) & (run.rank <= depth))
    groups, column = np.unique(sample.group[docs], return_inverse=True)
    units = sample.units[docs]
    counts = np.zeros((3, depth, len(groups)))
    counts[:, run.rank[docs].astype(np.int64) - 1, column] = (
        np.ones(len(docs)),
        units * relevant[docs],
        units,
    )
    documents, relevant, drawn = counts.cumsum(axis=1)
    return total(documents * (relevant + _SMOOTHING[0]) / (drawn + _SMOOTHING[1]))


def _best_precision(numbers: Floats, num_rel: float, tenths: int) -> float:
    """Return the best precision from a level of recall on; 0 if it is not reached."""
    if not len(numbers) or tenths / 10 * num_rel > numbers[-1]:
        return 0.0
    start = len(numbers)
    for level in range(10, tenths - 1, -1):
        wanted = level / 10 * num_rel
        if wanted <= numbers[-1]:
            start = int(np.flatnonzero(numbers[:start] < wanted).max(initial=0))
    return float((numbers[start:] / np.arange(start + 1, len(numbers) + 1)).max())


@measure(
    "infNumRelRet",
    aliases=("inum_rel_ret",),
    suffix=None,
    summary="sum",
    bounds=_POSITIVE,
    cite=_XINF,
)
def inferred_num_rel_ret(run: SampledRun, *, rel: int = 1, cutoff: int = _MOST) -> SampleEstimate:
    """Estimated number of relevant documents retrieved, as sample_eval's inum_rel_ret.

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

    At each drawn relevant document, (1 + Σ 1 / π of those above) / rank counts 1 / π times; over
    the estimated R. It may be above 1. ``method="sampled"`` leaves out documents that were judged
    for other reasons (the evaluator's -f), which otherwise have probability 1.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> statistical_ap(run).value.round(4).tolist()
    [1.0]
    """
    run = _select_counted(run, method)
    sample, relevant = run.sample, run.relevant(rel)
    precisions = precisions_by_weights(run, relevant, np.ones(len(sample.topics_of_groups)))
    return sample.ratio(precisions, sample.total(relevant))


@measure("statAPVar", bounds=_ANY, cite=_STATAP, choices=METHODS | STATAP_VERSIONS, falling=True)
def statistical_ap_variance(
    run: SampledRun, *, rel: int = 1, method: str = "all", version: str = "v3"
) -> Floats:
    """Variance of statAP [T] over samples, as its evaluator gives it.

    With y = (precision − AP) / π of the relevant documents drawn (precision 0 if not retrieved) and
    n documents drawn: Σ (1 − π) y² − 2 / (n − 1) Σ y y' over pairs + a third term over retrieved
    ones, divided by R². In ``version="v3"`` of the evaluator (statAP_MQ_eval_v3.pl) the third term
    is, for each at rank r, Σ (1 − π) / π² of it and those above / r². In ``"v4"`` it is Σ (1 − π) /
    π² · s², s being Σ 1 / (r π) of those below; v4 also multiplies all by n / (n retrieved + 0.1),
    and gives at most 1. ``method`` as in statAP. Standard errors of statAP itself are by Taylor
    linearisation.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> statistical_ap_variance(run).round(4).tolist()
    [0.0556]
    >>> run = SampledRun.of((1, 0.5, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> statistical_ap_variance(run, version="v4").round(4).tolist()
    [0.1512]
    """
    estimate, run = statistical_ap(run, rel=rel, method=method), _select_counted(run, method)
    sample, topic, relevant = run.sample, run.sample.topic, run.relevant(rel)
    rows = run.order[relevant[run.order] > 0]
    weight, rank = sample.weight[rows], run.rank[rows]
    precision = np.zeros(len(topic))
    precision[rows] = (1 + sum_above(weight, topic[rows])) / rank
    y = relevant * (precision - estimate.value[topic]) * sample.weight
    drawn = sample.by_topic(sample.drawn.astype(float))
    spread = (1 - sample.probability[rows]) * weight**2
    through = np.zeros(len(topic))
    if version == "v3":
        through[rows] = (sum_above(spread, topic[rows]) + spread) / rank**2
    else:
        through[rows] = spread * sum_below(weight / rank, topic[rows]) ** 2
    own = sample.by_topic(y**2 * (1 - sample.probability) + through)
    number = sample.total(relevant).value
    # The products of all pairs are half of (Σ y)² − Σ y², and y adds up to 0.
    variance = divide(own + divide(sample.by_topic(y**2), drawn - 1), number**2)
    if version == "v3":
        return variance
    drawn_here = sample.by_topic(sample.drawn * run.within(None))
    return np.minimum(variance / (drawn_here + 0.1) * drawn, 1.0)


@measure("statRprec", bounds=_POSITIVE, cite=_STATAP, choices=METHODS)
def statistical_r_precision(
    run: SampledRun, *, rel: int = 1, method: str = "all"
) -> SampleEstimate:
    """R-precision from a sample with unequal probabilities, as the statAP evaluator.

    Σ 1 / π of the relevant documents drawn among the first R, over R: the estimated R, rounded
    unless the ranking is shorter. It may be above 1. ``method`` as in statAP.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> statistical_r_precision(run).value.round(4).tolist()
    [1.0]
    """
    run = _select_counted(run, method)
    number = run.sample.total(run.relevant(rel))
    rounded = np.floor(number.value + 0.5)
    inside = (run.rank <= rounded[run.sample.topic]).astype(float)
    divisor = np.where(run.num_ret >= rounded, rounded, number.value)
    numerator = run.sample.total(run.relevant(rel) * inside)
    return run.sample.ratio(numerator, SampleEstimate(divisor, number.influence))


def _select_counted(run: SampledRun, method: str) -> SampledRun:
    """Return the run with the documents that a method counts."""
    alone = run.sample.by_chance
    return run if method == "all" or alone is None else replace(run, sample=alone, _memo={})
