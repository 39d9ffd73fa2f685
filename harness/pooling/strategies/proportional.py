"""Sampling with probabilities in proportion to what a document may matter for average precision."""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Bools, Floats, Ints, running_sum
from harness.pooling.candidates import TopicCandidates
from harness.pooling.strategies.fusion import summed
from harness.pooling.strategies.kinds import Drawn
from harness.pooling.strategies.registry import strategy

#: Weights are whole numbers up to this, so that the draw is exact.
_LARGEST = 2**30


def ap_prior(length: int) -> Floats:
    """How much each rank of a list of that length weighs in average precision [length]; sum 1.

    W(r) = (1 + 1/r + 1/(r+1) + … + 1/s) / (2s) for rank r of s. Average precision sums, over pairs
    of ranks, 1 / (the larger rank) where both documents are relevant; W is the share of the pairs
    that a rank is part of.

    Aslam, Pavlu, Yilmaz, A statistical method for system evaluation using incomplete judgments,
    SIGIR 2006.

    >>> [round(float(weight), 4) for weight in ap_prior(2)]  # (1 + 1 + 1/2) / 4, (1 + 1/2) / 4
    [0.625, 0.375]
    """
    reciprocals = 1 / np.arange(length, 0, -1)
    return (1 + running_sum(reciprocals)[::-1]) / (2 * length)


def systematic_sample(random: np.random.Generator, weights: Ints, number: int) -> Bools:
    """Which documents are taken [D]: ``number`` of them, in proportion to their whole weights.

    The documents are laid end to end in random order, each as long as its weight, and points are
    put at equal distances with a random start; a document with a point on it is taken. The
    probability is exactly ``number`` times the weight over the sum of weights, which must not be
    above 1. Computed in whole numbers.

    Madow, On the theory of systematic sampling, II, Annals of Mathematical Statistics 1949.

    >>> weights = np.array([1, 2, 3])
    >>> int(systematic_sample(np.random.default_rng(1), weights, 2).sum())
    2
    """
    order = random.permutation(len(weights))
    ends = np.cumsum(weights[order])
    total = int(ends[-1])
    start = int(random.integers(total))
    # The points are at (start + i · total) / number; an end at or before one is an end before
    # or at its whole part.
    points = [(start + i * total) // number for i in range(number)]
    taken = np.zeros(len(weights), dtype=bool)
    taken[order[np.searchsorted(ends, points, side="right")]] = True
    return taken


@strategy("proportional", "sample", random=True)
def proportional(topic: TopicCandidates, random: np.random.Generator, budget: int) -> Drawn:
    """A sample of fixed size with probabilities in proportion to AP weights, as for statAP.

    A document's weight is the mean over the runs of the AP prior of its rank (`ap_prior`), 0 in
    runs that do not bring it; a list is as long as the last rank of the run's candidates. The
    probabilities of the candidates are in proportion to the weights and sum to the budget.
    Documents for which that would give more than 1 are taken for certain, and the others share the
    rest, until none is above 1. Stratum 1 holds what is taken for certain, stratum 2 what is drawn;
    probabilities differ inside of it. Drawn systematically in random order (`systematic_sample`).

    Aslam, Pavlu, Yilmaz, A statistical method for system evaluation using incomplete judgments,
    SIGIR 2006; Aslam, Pavlu, A practical sampling strategy for efficient retrieval evaluation,
    technical report, Northeastern University 2007.
    """
    weights = _integers(_mean_prior(topic))
    certain = _certain(weights, budget)
    probability, taken = np.ones(len(weights)), certain.copy()
    others = np.flatnonzero(~certain)
    if len(others):
        number = budget - int(certain.sum())
        probability[others] = number * weights[others] / weights[others].sum()
        taken[others] = systematic_sample(random, weights[others], number)
    return Drawn(np.where(certain, 1, 2), probability, taken)


def _mean_prior(topic: TopicCandidates) -> Floats:
    """The mean over the runs of the AP prior of each document's rank [D]."""
    last = np.zeros(len(topic.runs), dtype=np.int64)
    np.maximum.at(last, topic.run, topic.rank)
    priors = {int(length): ap_prior(int(length)) for length in np.unique(last[last > 0])}
    ranks = zip(last[topic.run].tolist(), (topic.rank - 1).tolist(), strict=True)
    return summed(topic, np.array([priors[s][r] for s, r in ranks])) / len(topic.runs)


def _integers(weights: Floats) -> Ints:
    """Weights as whole numbers of at least 1; only their proportions count."""
    integers: Ints = np.rint(weights / weights.max() * _LARGEST).astype(np.int64)
    return np.maximum(1, integers)


def _certain(weights: Ints, number: int) -> Bools:
    """Which documents are taken for certain when ``number`` are drawn in proportion [D]."""
    certain = np.zeros(len(weights), dtype=bool)
    while True:
        left = number - int(certain.sum())
        above = ~certain & (left * weights >= weights[~certain].sum())
        if not above.any():
            return certain
        certain |= above
