"""Multi-armed bandits: a run is an arm, a document a pull, a relevant document the reward.

A judgment is an observation of every run that brings the document, not only of the one that it was
taken from. Documents that were taken before are passed over. Equal runs take turns, in an order
drawn for each topic. A document that nobody has judged yet changes nothing.

Losada, Parapar, Barreiro, Multi-armed bandits for adjudicating documents in pooling-based
evaluation of information retrieval systems, Information Processing & Management 53, 2017.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from harness.core.arrays import Floats
from harness.pooling.candidates import TopicCandidates
from harness.pooling.strategies.kinds import DocumentRequests, Range
from harness.pooling.strategies.registry import strategy
from harness.pooling.strategies.turns import Turns

#: From the relevant and the other documents observed of each run [R] to what it promises [R].
Promise = Callable[[Floats, Floats], Floats]

_RATES = {"rate": Range(0, 1)}


@strategy("maxmean", "adaptive", random=True)
def maxmean(topic: TopicCandidates, random: np.random.Generator) -> DocumentRequests:
    """Takes from the run with the highest share of relevant documents among its judged ones.

    The share is (1 + relevant) / (2 + judged), over all judged documents that the run brings: the
    mean of Beta(1 + relevant, 1 + not relevant). Equal runs take turns.

    Losada, Parapar, Barreiro, Multi-armed bandits for adjudicating documents in pooling-based
    evaluation of information retrieval systems, Information Processing & Management 2017.
    """
    return _played(topic, random, _mean)


@strategy("maxmean-ns", "adaptive", random=True, limits=_RATES)
def maxmean_non_stationary(
    topic: TopicCandidates, random: np.random.Generator, *, rate: float = 0.0
) -> DocumentRequests:
    """As maxmean, with old judgments counting less than new ones.

    With each new judgment of a document that a run brings, what was observed of the run before is
    multiplied by ``rate``: with 0 only the last one counts, with 1 all do, as in maxmean.

    Losada, Parapar, Barreiro, Multi-armed bandits for adjudicating documents in pooling-based
    evaluation of information retrieval systems, Information Processing & Management 2017.
    """
    return _played(topic, random, _mean, rate)


@strategy("thompson", "adaptive", random=True)
def thompson(topic: TopicCandidates, random: np.random.Generator) -> DocumentRequests:
    """Thompson sampling: each run draws a share of relevant documents, and the highest one wins.

    A run draws from Beta(1 + relevant, 1 + not relevant), over all judged documents that it
    brings. Every run draws anew for each document.

    Losada, Parapar, Barreiro, Multi-armed bandits for adjudicating documents in pooling-based
    evaluation of information retrieval systems, Information Processing & Management 2017.
    """
    return _played(topic, random, _draws(random))


@strategy("thompson-ns", "adaptive", random=True, limits=_RATES)
def thompson_non_stationary(
    topic: TopicCandidates, random: np.random.Generator, *, rate: float = 0.0
) -> DocumentRequests:
    """As thompson, with old judgments counting less than new ones.

    With each new judgment of a document that a run brings, what was observed of the run before is
    multiplied by ``rate``: with 0 only the last one counts, with 1 all do, as in thompson.

    Losada, Parapar, Barreiro, Multi-armed bandits for adjudicating documents in pooling-based
    evaluation of information retrieval systems, Information Processing & Management 2017.
    """
    return _played(topic, random, _draws(random), rate)


def _mean(relevant: Floats, other: Floats) -> Floats:
    return (1 + relevant) / (2 + relevant + other)


def _draws(random: np.random.Generator) -> Promise:
    return lambda relevant, other: random.beta(1 + relevant, 1 + other)


def _played(
    topic: TopicCandidates, random: np.random.Generator, promise: Promise, rate: float = 1.0
) -> DocumentRequests:
    turns = Turns(topic, random)
    relevant = np.zeros(len(topic.runs))
    other = np.zeros(len(topic.runs))
    for _ in topic.docs:
        _, code = turns.take(promise(relevant, other))
        answer = yield code
        if answer is None:
            continue
        runs = turns.runs_of[code]
        relevant[runs] = rate * relevant[runs] + answer
        other[runs] = rate * other[runs] + (not answer)
