"""Uniform sampling: every candidate has the same chance."""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Bools
from harness.pooling.candidates import TopicCandidates
from harness.pooling.strategies.kinds import Drawn
from harness.pooling.strategies.registry import strategy


def simple_sample(random: np.random.Generator, size: int, number: int) -> Bools:
    """Which of ``size`` documents are taken [D]: every set of ``number`` has the same chance.

    >>> int(simple_sample(np.random.default_rng(1), 5, 2).sum())
    2
    """
    taken = np.zeros(size, dtype=bool)
    taken[random.permutation(size)[:number]] = True
    return taken


@strategy("uniform", "sample", random=True)
def uniform(topic: TopicCandidates, random: np.random.Generator, budget: int) -> Drawn:
    """A simple random sample without replacement: n of the D candidates, each with n / D.

    The budget is n; all are taken when there are no more. All are in stratum 1.

    Cochran, Sampling Techniques, 3rd edition 1977, chapter 2; for judgments: Yilmaz, Aslam,
    Estimating average precision with incomplete and imperfect judgments, CIKM 2006.
    """
    size = len(topic.docs)
    number = min(budget, size)
    taken = simple_sample(random, size, number)
    return Drawn(np.ones(size, dtype=np.int64), np.full(size, number / size), taken)
