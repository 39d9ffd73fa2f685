"""Estimates from samples of judgments, where the complete judgments are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from harness.core.arrays import Bools, Floats, Ints
from harness.core.sampled_run import JudgedSample, SampledRun, SampleEstimate
from harness.measures import estimates
from harness.measures.sample_evaluators import (
    extended_inferred_ap,
    inferred_ndcg,
    inferred_num_rel_ret,
    inferred_precision,
    statistical_ap,
    statistical_r_precision,
)
from harness.pooling.strategies.samples import ap_prior, simple_sample, systematic_sample

Estimator = Callable[[SampledRun], SampleEstimate]

#: What is estimated, by name; the first ones are totals, which are unbiased whatever is drawn.
TOTALS: dict[str, Estimator] = {
    "estNumRel": estimates.estimated_num_rel,
    "estP@20": lambda run: estimates.estimated_precision(run, cutoff=20),
    "estDCG": estimates.estimated_dcg,
}
#: Ratios, and a total that a few documents decide.
OTHERS: dict[str, Estimator] = {
    "estRBP": estimates.estimated_rbp,
    'estP(estimator="hajek")@20': lambda run: estimates.estimated_precision(
        run, estimator="hajek", cutoff=20
    ),
    "estR@50": lambda run: estimates.estimated_recall(run, cutoff=50),
    "estnDCG": estimates.estimated_ndcg,
    "estnDCG@20": lambda run: estimates.estimated_ndcg(run, cutoff=20),
    "estAP": estimates.estimated_ap,
    'estAP(estimator="hajek")': lambda run: estimates.estimated_ap(run, estimator="hajek"),
    "xinfAP": extended_inferred_ap,
    "infNDCG": inferred_ndcg,
    "infP@20": lambda run: inferred_precision(run, cutoff=20),
    "infNumRelRet": inferred_num_rel_ret,
    "statAP": statistical_ap,
    "statRprec": statistical_r_precision,
}
ESTIMATORS = TOTALS | OTHERS


@dataclass(frozen=True, eq=False)
class JudgedPool:
    """A topic's pool with all its grades [N], and the ranks [R, N] that runs give its documents."""

    grades: Ints
    ranks: Floats

    @classmethod
    def made(cls, random: np.random.Generator, size: int = 240, rate: float = 0.3) -> JudgedPool:
        """An invented one: two runs see, through noise, how good documents are."""
        quality = random.random(size)
        grades = (random.random(size) < 2 * rate * quality**2) * random.integers(1, 3, size)
        ranks = np.full((2, size), np.inf)
        for row in ranks:
            order = np.argsort(random.normal(0, 0.3, size) - quality)[: int(0.9 * size)]
            # Documents that no pool has stand between those of the pool.
            row[order] = np.arange(1, len(order) + 1) + np.cumsum(random.random(len(order)) < 0.1)
        return cls(grades, ranks)


#: A draw: the group of each document, its probability, and which are taken, by a generator.
Draw = tuple[Ints, Floats, Callable[[np.random.Generator], Bools]]


def by_strata(pool: JudgedPool, rates: Sequence[float], ends: Sequence[int] = (20, 80)) -> Draw:
    """Simple random samples from strata of the best ranks that end so."""
    group = np.digitize(pool.ranks.min(axis=0), np.array(ends) + 0.5)
    members = [np.flatnonzero(group == stratum) for stratum in range(len(rates))]
    sizes = [int(np.ceil(rate * len(rows))) for rate, rows in zip(rates, members, strict=True)]
    probability = np.ones(len(group))
    for rows, number in zip(members, sizes, strict=True):
        probability[rows] = number / max(len(rows), 1)

    def taken(random: np.random.Generator) -> Bools:
        chosen = np.zeros(len(group), dtype=bool)
        for rows, number in zip(members, sizes, strict=True):
            chosen[rows] = simple_sample(random, len(rows), number)
        return chosen

    return group, probability, taken


def in_proportion(pool: JudgedPool, number: int) -> Draw:
    """A systematic sample with probabilities in proportion to AP weights, none of them certain."""
    prior = ap_prior(int(pool.ranks[np.isfinite(pool.ranks)].max()))
    weight = np.where(np.isfinite(pool.ranks), 1.0, 0.0)
    for row, ranks in zip(weight, pool.ranks, strict=True):
        row[row > 0] = prior[ranks[row > 0].astype(int) - 1]
    whole = np.maximum(np.rint(weight.mean(axis=0) / weight.max() * 2**20), 2**14).astype(np.int64)
    whole = np.minimum(whole, whole.sum() // (2 * number))
    probability = number * whole / whole.sum()
    group = np.zeros(len(whole), dtype=np.int64)
    return group, probability, lambda random: systematic_sample(random, whole, number)


def drawn(pool: JudgedPool, draw: Draw, seeds: int, random: np.random.Generator) -> JudgedSample:
    """So many samples of one topic, as so many topics."""
    group, probability, taken = draw
    grades = [np.where(taken(random), pool.grades, -1) for _ in range(seeds)]
    return _sample(np.array(grades), group, probability)


def _sample(grades: Ints, group: Ints, probability: Floats) -> JudgedSample:
    seeds, size = grades.shape
    topic = np.repeat(np.arange(seeds), size)
    number = int(group.max()) + 1
    groups = topic * number + np.tile(group, seeds)
    names = tuple(map(str, range(seeds)))
    return JudgedSample(names, topic, groups, np.tile(probability, seeds), grades.ravel())


def runs_of(pool: JudgedPool, sample: JudgedSample) -> list[SampledRun]:
    """The runs of a pool, as its samples see them."""
    seeds = len(sample.topics)
    lengths = np.full(seeds, int(pool.ranks[np.isfinite(pool.ranks)].max()))
    return [SampledRun(sample, np.tile(ranks, seeds), lengths) for ranks in pool.ranks]


def complete(pool: JudgedPool) -> JudgedSample:
    """The sample of which nothing was left out."""
    size = len(pool.grades)
    return _sample(pool.grades[None, :], np.zeros(size, dtype=np.int64), np.ones(size))


@dataclass(frozen=True, slots=True)
class Behaviour:
    """How an estimate of a mean over topics behaves over samples.

    ``bias`` of the first run's, in its standard deviations; ``sure`` is the deviation of that
    figure by chance. ``error`` is the mean standard error over the true deviation, ``covered`` the
    share of 95 % intervals that hold the truth; the last two are of the difference of two runs.
    """

    truth: float
    bias: float
    sure: float
    error: float
    covered: float
    error_of_difference: float
    difference_covered: float


def behaviour(
    pools: Sequence[JudgedPool], draws: Sequence[Draw], seeds: int, random: np.random.Generator
) -> dict[str, Behaviour]:
    """How the estimates of means over the topics of pools behave, each drawn so many times."""
    names, two = list(ESTIMATORS), (2, seeds)
    truth = {name: np.zeros(2) for name in names}
    means = {name: np.zeros(two) for name in names}
    variances = {name: np.zeros(two) for name in names}
    number = len(pools)
    for pool, draw in zip(pools, draws, strict=True):
        whole = runs_of(pool, complete(pool))
        for name, estimator in ESTIMATORS.items():
            truth[name] += [float(estimator(run).value[0]) / number for run in whole]
        for start in range(0, seeds, _AT_ONCE):
            part = slice(start, min(start + _AT_ONCE, seeds))
            sample = drawn(pool, draw, part.stop - start, random)
            runs = runs_of(pool, sample)
            for name, estimator in ESTIMATORS.items():
                made = [estimator(run) for run in runs]
                means[name][:, part] += np.stack([each.value for each in made]) / number
                first, second = (sample.deviations(each.influence) / number for each in made)
                squares = [sample.by_topic(first**2), sample.by_topic((first - second) ** 2)]
                variances[name][:, part] += squares
    return {name: _behaviour(truth[name], means[name], variances[name]) for name in names}


def _behaviour(truth: Floats, means: Floats, variances: Floats) -> Behaviour:
    values = np.stack([means[0], means[0] - means[1]])
    wanted = np.array([truth[0], truth[0] - truth[1]])
    apart, errors = values - wanted[:, None], np.sqrt(variances)
    deviation = np.maximum(values.std(axis=1), 1e-12)
    covered = (np.abs(apart) <= 1.959964 * errors).mean(axis=1)
    share = np.sqrt(variances.mean(axis=1)) / deviation
    return Behaviour(
        truth=float(truth[0]),
        bias=float(apart[0].mean() / deviation[0]),
        sure=values.shape[1] ** -0.5,
        error=float(share[0]),
        covered=float(covered[0]),
        error_of_difference=float(share[1]),
        difference_covered=float(covered[1]),
    )


#: So many topics a mean is over.
TOPICS = 8
#: So many samples are looked at together.
_AT_ONCE = 500

#: The designs that are simulated, by what they are called.
DESIGNS: dict[str, Callable[[JudgedPool], Draw]] = {
    "strata: all of ranks 1–20, 40 % of 21–80, 15 % of the rest": lambda pool: by_strata(
        pool, (1, 0.4, 0.15)
    ),
    "uniform: 30 % of the pool": lambda pool: by_strata(pool, (0.3,), ()),
    "in proportion to AP weights: 60 documents": lambda pool: in_proportion(pool, 60),
}


def of_design(name: str, topics: int, seeds: int) -> dict[str, Behaviour]:
    """The behaviour of all estimates under one design."""
    random = np.random.default_rng([len(name), topics])
    pools = [JudgedPool.made(random) for _ in range(topics)]
    return behaviour(pools, [DESIGNS[name](pool) for pool in pools], seeds, random)
