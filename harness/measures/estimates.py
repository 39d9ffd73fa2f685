"""Estimates from a sample of judgments, with influences that give their variance.

Each drawn document represents 1 / (its inclusion probability) documents. If everything was drawn,
every estimate is the measure itself.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from harness.core.arrays import Floats, Ints, discounts, divide, powers, running_sum, total
from harness.core.batch import Gains
from harness.core.sampled_run import JudgedSample, SampledRun, SampleEstimate
from harness.measures.gain import FORMS
from harness.measures.registry import measure

_HT = (
    "Horvitz, Thompson, A generalization of sampling without replacement from a finite universe, "
    "JASA 1952; Särndal, Swensson, Wretman, Model Assisted Survey Sampling, 1992"
)
_POSITIVE = (0.0, float("inf"))
#: Ratios that are also corrected for bias.
_ANY = (-float("inf"), float("inf"))

#: The estimates of a measure from a sample, by the family of the measure.
ESTIMATES: dict[str, tuple[str, ...]] = {
    "AP": ("estAP", "xinfAP", "statAP"),
    "nDCG": ("estnDCG@k", "infNDCG"),
    "P": ("estP@k", "ppiP@k"),
    "R": ("estR@k",),
    "Rprec": ("statRprec",),
    "IPrec": ("infIPrec@r",),
    "DCG": ("estDCG@k", "ppiDCG@k"),
    "RBP": ("estRBP", "ppiRBP"),
    "NumRel": ("estNumRel",),
    "NumRelRet": ("infNumRelRet",),
    "infAP": ("xinfAP",),
}


def find_estimated(family: str) -> str | None:
    """Return the family of the measure that another one estimates.

    >>> find_estimated("estnDCG"), find_estimated("P")
    ('nDCG', None)
    """
    names = ((name, known) for name, estimates in ESTIMATES.items() for known in estimates)
    return next((name for name, known in names if known.partition("@")[0] == family), None)


#: Horvitz–Thompson adds what each document represents; Hájek multiplies the share among drawn
#: documents by the known number of documents.
ESTIMATORS = {"estimator": ("ht", "hajek")}


@cache
def _normal_nodes() -> list[tuple[float, float]]:
    """Return nodes and weights of a mean over normal errors."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(9)
    return list(zip(nodes.tolist(), (weights / weights.sum()).tolist(), strict=True))


#: Added to relevant and to drawn documents before dividing one by the other.
Smoothing = tuple[float, float]
NO_SMOOTHING: Smoothing = (0.0, 0.0)


@measure("estNumRel", summary="sum", bounds=_POSITIVE, cite=_HT)
def estimated_num_rel(run: SampledRun, *, rel: int = 1) -> SampleEstimate:
    """R, the number of relevant documents: each drawn one counts as 1 / π.

    The mean over all possible samples is the true number.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> estimated_num_rel(run).value.tolist()
    [3.0]
    """
    return run.sample.total(run.relevant(rel))


@measure("estP", bounds=_POSITIVE, cite=_HT, choices=ESTIMATORS)
def estimated_precision(
    run: SampledRun, *, rel: int = 1, estimator: str = "ht", cutoff: int = 10
) -> SampleEstimate:
    """Precision in the first k ranks, estimated from the documents drawn there.

    The ``estimator`` ``ht`` (Horvitz–Thompson) sums 1 / π of the relevant ones, divided by k; it is
    unbiased, and may be above 1. ``hajek`` takes for each stratum the share of relevant documents
    among those drawn in the first k ranks, times the documents of the stratum there: never above 1,
    and mostly closer if much is drawn. A stratum without drawn documents there counts as not
    relevant.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> estimated_precision(run, cutoff=2).value.tolist()
    [1.5]
    """
    return _sum_estimates(run, run.relevant(rel) / cutoff, run.within(cutoff), estimator)


@measure("estR", bounds=_ANY, cite=_HT, choices=ESTIMATORS)
def estimated_recall(
    run: SampledRun, *, rel: int = 1, estimator: str = "ht", cutoff: int | None = None
) -> SampleEstimate:
    """Recall in the first k ranks: estimated relevant documents there over the estimated R.

    The ``estimator`` is the numerator's, as in estP; most of the bias of ratios is removed (Tin's
    correction).

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> estimated_recall(run, cutoff=1).value.round(4).tolist()
    [0.2593]
    """
    numerator = _sum_estimates(run, run.relevant(rel), run.within(cutoff), estimator)
    return run.sample.ratio(numerator, estimated_num_rel(run, rel=rel), corrected=True)


@measure("estDCG", bounds=_POSITIVE, cite=_HT, choices=ESTIMATORS | {"dcg": tuple(FORMS)})
def estimated_dcg(
    run: SampledRun,
    *,
    dcg: str = "log2",
    gains: Gains = None,
    base: float = 2.0,
    estimator: str = "ht",
    cutoff: int | None = None,
) -> SampleEstimate:
    """DCG in the first k ranks: the discounted gains of the drawn documents, each times 1 / π.

    The form ``dcg``, ``gains`` and ``base`` are as in DCG, the ``estimator`` as in estP.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> estimated_dcg(run, cutoff=1).value.tolist()
    [1.0]
    """
    gain, inside = compute_gains(run.sample.grade, dcg, gains), run.within(cutoff)
    return _sum_estimates(
        run, gain / discount_ranks(run, (FORMS[dcg][1], base), inside), inside, estimator
    )


@measure("estRBP", bounds=_POSITIVE, cite=_HT)
def estimated_rbp(
    run: SampledRun, *, p: float = 0.8, rel: int = 1, cutoff: int | None = None
) -> SampleEstimate:
    """RBP of binary relevance, (1 − p) Σ p^(rank − 1): each relevant document drawn counts 1 / π.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> estimated_rbp(run, p=0.5).value.tolist()
    [1.0]
    """
    return run.sample.total(run.relevant(rel) * rbp_weights(run, p, cutoff))


def rbp_weights(run: SampledRun, p: float, cutoff: int | None) -> Floats:
    """Return the weight (1 − p) p^(rank − 1) in the first ``cutoff`` ranks [N], else 0."""
    inside = run.within(cutoff)
    position = np.where(inside > 0, run.rank, 1).astype(np.int64) - 1
    return np.asarray((1 - p) * powers(p, int(position.max(initial=0)))[position] * inside)


@measure("estnDCG", bounds=_ANY, cite=_HT, choices=ESTIMATORS | {"dcg": tuple(FORMS)})
def estimated_ndcg(
    run: SampledRun,
    *,
    dcg: str = "log2",
    gains: Gains = None,
    base: float = 2.0,
    estimator: str = "ht",
    cutoff: int | None = None,
) -> SampleEstimate:
    """Estimated nDCG in the first k ranks: estimated DCG over that of an estimated ideal ranking.

    The ideal ranking has the estimated number of documents of each grade; a part of a document has
    that part of the gain. The form ``dcg``, ``gains`` and ``base`` are as in nDCG, the
    ``estimator`` as in estP; most of the bias of ratios is removed.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> estimated_ndcg(run).value.round(4).tolist()
    [1.0564]
    """
    form, gain = FORMS[dcg][1], compute_gains(run.sample.grade, dcg, gains)
    ideal = ideal_dcg(run.sample, gain, (form, base), cutoff)
    reached = estimated_dcg(
        run, dcg=dcg, gains=gains, base=base, estimator=estimator, cutoff=cutoff
    )
    return run.sample.ratio(reached, ideal, corrected=True)


@measure("estAP", bounds=_ANY, cite=_HT, choices=ESTIMATORS)
def estimated_ap(run: SampledRun, *, rel: int = 1, estimator: str = "ht") -> SampleEstimate:
    """Average precision: the estimated sum of precisions at relevant documents over R.

    At each drawn relevant document, precision is 1 for itself plus the estimate for the documents
    above, divided by the rank; it counts 1 / π times. The ``estimator`` ``ht`` divides by the
    probability that the ones above were drawn too, given that this one was (exact for strata with
    equal probabilities, so that the sum is unbiased); ``hajek`` takes, stratum by stratum, the
    share of relevant documents among those drawn above times the documents there.

    >>> run = SampledRun.of((1, 1, 1), (1, 0.5, 2), (0, 0.5, 3), (-1, 0.5, 4), length=4)
    >>> estimated_ap(run).value.round(4).tolist()
    [1.0]
    """
    sample, relevant = run.sample, run.relevant(rel)
    if estimator == "hajek":
        precisions = precisions_by_shares(run, relevant)
    else:
        precisions = precisions_by_weights(run, relevant, sample.pair_factor)
    return sample.ratio(precisions, sample.total(relevant), corrected=True)


def precisions_by_weights(run: SampledRun, relevant: Floats, pair_factor: Floats) -> SampleEstimate:
    """Return the sum of precisions at relevant documents, counting documents above 1 / π times.

    Those of the same group also count over their group's factor [G].
    """
    sample = run.sample
    rows = run.order[(relevant * sample.drawn)[run.order] > 0]
    topic, group, rank = sample.topic[rows], sample.group[rows], run.rank[rows]
    weight = sample.weight[rows]
    # Two documents of one group are both drawn more rarely than independent ones.
    rarer = 1 / pair_factor[group] - 1
    above = sum_above(weight, topic) + rarer * sum_above(weight, group)
    share = weight / rank
    below = sum_below(share, topic) + rarer * sum_below(share, group)
    return summed_precisions(run, rows, (1 + above) / rank, below)


def summed_precisions(
    run: SampledRun, rows: Ints, precision: Floats, below: Floats
) -> SampleEstimate:
    """Sum the precisions at some documents, each of which adds ``below`` to those under it."""
    sample = run.sample
    direct, indirect = np.zeros(len(sample.topic)), np.zeros(len(sample.topic))
    direct[rows] = precision
    indirect[rows] = below
    return SampleEstimate(sample.by_topic(direct * sample.weight), direct + indirect)


def precisions_by_shares(run: SampledRun, relevant: Floats) -> SampleEstimate:
    """Sum precisions at relevant documents, by the shares drawn above, stratum by stratum."""
    rows, precision, below = shares_above(run, relevant)
    return summed_precisions(run, rows, precision, below)


def shares_above(
    run: SampledRun, relevant: Floats, smoothing: Smoothing = NO_SMOOTHING
) -> tuple[Ints, Floats, Floats]:
    """Return the retrieved documents, best first, their precision, and what each adds below it.

    At a relevant document precision is 1 for itself, and for the sample above it, stratum by
    stratum, the share of relevant documents among drawn ones. The operations are sample_eval's, in
    its order.
    """
    sample, rows = run.sample, run.order
    topic, rank, units, relevant_here = (
        sample.topic[rows],
        run.rank[rows],
        sample.units[rows],
        relevant[rows],
    )
    first = np.searchsorted(sample.topics_of_groups, np.arange(len(sample.topics)))
    stratum = sample.group[rows] - first[topic]
    strata = np.arange(int(stratum.max(initial=0)) + 1)
    member = (stratum[:, None] == strata).astype(float)
    documents = sum_above(member, topic)
    drawn = sum_above(member * units[:, None], topic) + smoothing[1]
    relevant = sum_above(member * (units * relevant_here)[:, None], topic) + smoothing[0]
    depth = documents.sum(axis=1)
    above = total(divide(divide(documents, depth[:, None]) * relevant, drawn))
    precision = 1 / rank + (depth / rank) * above
    weight = sample.weight[rows]
    slope = divide(documents, drawn * _average_strata(sample, topic, first, strata))
    slope = slope * (weight * relevant_here / rank)[:, None]
    own = np.arange(len(rows)), stratum
    below = relevant_here * sum_below(slope, topic)[own]
    below = below - sum_below(slope * divide(relevant, drawn), topic)[own]
    return rows, relevant_here * precision, np.where(weight > 0, below, 0.0)


def _average_strata(sample: JudgedSample, topic: Ints, first: Ints, strata: Ints) -> Floats:
    """Return the mean weight of each stratum of each document's topic [M, H]."""
    group = np.minimum(first[topic][:, None] + strata, len(sample.mean_weight) - 1)
    return np.asarray(sample.mean_weight[group])


def _sum_estimates(
    run: SampledRun, values: Floats, inside: Floats, estimator: str
) -> SampleEstimate:
    """Estimate the sum over the documents of each topic that are ``inside`` [N: 0 or 1]."""
    if estimator == "hajek":
        return sum_by_shares(run.sample, values, inside)
    return run.sample.total(values * inside)


def sum_by_shares(
    sample: JudgedSample, values: Floats, inside: Floats, smoothing: Smoothing = NO_SMOOTHING
) -> SampleEstimate:
    """Sum values over the documents inside: the mean of the drawn ones, times their number."""
    documents = sample.by_group(inside)
    drawn = sample.by_group(inside * sample.units) + smoothing[1]
    relevant = sample.by_group(inside * sample.units * values) + smoothing[0]
    sums = sample.over_groups(divide(documents * relevant, drawn))
    slope = divide(documents, drawn * sample.mean_weight)[sample.group]
    mean = divide(relevant, drawn)[sample.group]
    return SampleEstimate(sums, inside * sample.drawn * (values - mean) * slope)


def discount_ranks(run: SampledRun, discount: tuple[str, float], inside: Floats) -> Floats:
    """Return the divisor of DCG at the rank of each document ``inside`` [N]; else of rank 1."""
    position = np.where(inside > 0, run.rank, 1).astype(np.int64) - 1
    return np.asarray(discounts(int(position.max(initial=0)) + 1, discount)[position])


def compute_gains(grades: Ints, dcg: str, gains: Gains) -> Floats:
    """Return the gain of each grade [N], by one of the forms of DCG; negative grades like 0."""
    levels, code = np.unique(np.maximum(grades, 0), return_inverse=True)
    table, exponential = dict(gains or ()), FORMS[dcg][0] == "exp"
    values = [
        table.get(int(grade), 2.0 ** int(grade) - 1 if exponential else float(grade))
        for grade in levels
    ]
    return np.array(values, dtype=np.float64)[code]


def ideal_dcg(
    sample: JudgedSample, gain: Floats, discount: tuple[str, float], cutoff: int | None
) -> SampleEstimate:
    """Return the DCG of the ideal ranking of the estimated numbers of documents with each gain.

    DCG grows linearly between whole numbers of documents. As it grows ever more slowly, and not at
    all beyond the cutoff, its value at an estimated number is too small on average: twice it, minus
    its mean over normal errors of the number's own variance, removes most of this bias.
    """
    value, influence = np.zeros(len(sample.topics)), np.zeros(len(gain))
    before, changed = np.zeros(len(sample.topics)), np.zeros(len(gain))
    for level in np.unique(gain[gain > 0])[::-1].tolist():
        counted = sample.total(gain >= level)
        reached, slope = _sum_discounts(counted.value, discount, cutoff)
        error = np.sqrt(sample.by_topic(sample.deviations(counted.influence) ** 2))
        for node, weight in _normal_nodes():
            numbers = np.maximum(counted.value + error * node, 0.0)
            around = _sum_discounts(numbers, discount, cutoff)
            reached, slope = reached - weight * around[0], slope - weight * around[1]
        exact, steep = _sum_discounts(counted.value, discount, cutoff)
        reached, change = reached + exact, (slope + steep)[sample.topic] * counted.influence
        value += level * (reached - before)
        influence += level * (change - changed)
        before, changed = reached, change
    return SampleEstimate(value, influence)


def _sum_discounts(
    numbers: Floats, discount: tuple[str, float], cutoff: int | None
) -> tuple[Floats, Floats]:
    """Return the sum of 1 / discount over the first ``numbers`` ranks [T], and its slope."""
    ended = numbers if cutoff is None else np.minimum(numbers, cutoff)
    depth = int(np.ceil(ended.max(initial=0.0))) + 1
    terms = 1 / discounts(depth, discount)
    sums = np.concatenate([[0.0], running_sum(terms)])
    complete = np.minimum(np.floor(ended).astype(np.int64), depth - 1)
    reached = sums[complete] + (ended - complete) * terms[complete]
    slope = terms[complete]
    if cutoff is not None:
        slope = np.where(numbers < cutoff, slope, 0.0)
    return reached, slope


def sum_above(values: Floats, block: Ints) -> Floats:
    """Sum the entries before each one in its block [M, …]; blocks need not be contiguous."""
    order = np.argsort(block, kind="stable")
    number = np.cumsum(np.diff(block[order], prepend=block[order][:1]) != 0)
    nth = np.arange(len(order)) - np.searchsorted(number, number)
    # Each block is a row of its own, so that its sums do not depend on the others.
    shape = (int(number.max(initial=-1)) + 1, int(nth.max(initial=-1)) + 1, *values.shape[1:])
    rows = np.zeros(shape)
    rows[number, nth] = values[order]
    sums = np.empty_like(values)
    sums[order] = (np.cumsum(rows, axis=1) - rows)[number, nth]
    return sums


def sum_below(values: Floats, block: Ints) -> Floats:
    """Sum the entries after each one in its block [M, …]."""
    return sum_above(values[::-1], block[::-1])[::-1]
