"""Adaptive strategies: multi-armed bandits, Hedge, move-to-front.

To a bandit a run is an arm, a document a pull, a relevant document the reward. A judgment is an
observation of every run that brings the document, not only of the one that it was taken from.
Documents taken before are passed over. Runs with equal values take turns, in an order drawn per
topic. A document without a judgment changes nothing.

Losada, Parapar, Barreiro, Multi-armed bandits for adjudicating documents in pooling-based
evaluation of information retrieval systems, Information Processing & Management 53, 2017.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from harness.core.arrays import Bools, Floats, Ints, divide, running_sum
from harness.pooling.candidates import TopicCandidates
from harness.pooling.strategies.registry import DocumentRequests, Range, strategy

#: Maps the numbers of relevant and other documents seen of each run [R] to its promise [R].
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
    return _play_turns(topic, random, _mean)


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
    return _play_turns(topic, random, _mean, rate)


@strategy("thompson", "adaptive", random=True)
def thompson(topic: TopicCandidates, random: np.random.Generator) -> DocumentRequests:
    """Thompson sampling: each run draws a share of relevant documents, and the highest one wins.

    A run draws from Beta(1 + relevant, 1 + not relevant), over all judged documents that it
    brings. Every run draws anew for each document.

    Losada, Parapar, Barreiro, Multi-armed bandits for adjudicating documents in pooling-based
    evaluation of information retrieval systems, Information Processing & Management 2017.
    """
    return _play_turns(topic, random, _draws(random))


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
    return _play_turns(topic, random, _draws(random), rate)


def _mean(relevant: Floats, other: Floats) -> Floats:
    return (1 + relevant) / (2 + relevant + other)


def _draws(random: np.random.Generator) -> Promise:
    return lambda relevant, other: random.beta(1 + relevant, 1 + other)


def _play_turns(
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


class Turns:
    """The runs of a topic [R] in random order, each with its remaining documents.

    A run is given by its index in that order. The order is drawn per topic, so that no name is
    favoured: a batch smaller than the number of runs starts with other runs in each topic. Among
    runs with equal values the next one in the circle has its turn, so that a batch without answers
    is spread over the runs.

    ``runs_of`` has the runs with each document, by its code.
    """

    def __init__(self, topic: TopicCandidates, random: np.random.Generator) -> None:
        order = random.permutation(len(topic.runs))
        position = np.argsort(order)
        by_doc = np.argsort(topic.doc, kind="stable")
        brought = position[topic.run[by_doc]]
        bounds = np.searchsorted(topic.doc[by_doc], np.arange(len(topic.docs) + 1)).tolist()
        self.runs_of: list[Ints] = [brought[a:b] for a, b in pairwise(bounds)]
        # The best document of each run is at the end of its list.
        self._left = [topic.lists[run][::-1].tolist() for run in order.tolist()]
        self._open: Bools = np.array([bool(codes) for codes in self._left])
        self._taken = bytearray(len(topic.docs))
        self._last = -1

    def take(self, values: Floats) -> tuple[int, int]:
        """Take a turn of the runs with the highest value; return the run and its best remaining
        document.

        Runs without remaining documents are passed over, whatever their ``values`` [R]. At least
        one document must remain.
        """
        while True:
            among = np.where(self._open, values, -np.inf)
            best = np.flatnonzero(among == among.max())
            run = int(best[best.searchsorted(self._last, side="right") % len(best)])
            left = self._left[run]
            while left and self._taken[left[-1]]:
                left.pop()
            if left:
                self._last = run
                code: int = left.pop()
                self._taken[code] = True
                return run, code
            self._open[run] = False


@strategy("hedge", "adaptive", limits={"beta": Range(0, 1, open_low=True, open_high=True)})
def hedge(
    topic: TopicCandidates,
    random: np.random.Generator,  # noqa: ARG001  (nothing is drawn)
    *,
    beta: float = 0.1,
) -> DocumentRequests:
    """Takes the document of the highest ranks, in runs weighted by how right they were so far.

    With D candidates, a run that gives a judged document the rank r has the loss ½ ln(D / r) if
    the document is not relevant and −½ ln(D / r) if it is. For a document that it does not bring,
    its loss is the mean over the ranks that its n documents leave open, n + 1 … D. Its weight is
    ``beta`` to the power of the sum of its losses. The next document is the one whose loss, if it
    were not relevant, would be the highest in the weighted mean over the runs; of equal ones the
    one with the best rank, then the first, bytewise. A document that nobody has judged yet changes
    no weight.

    Aslam, Pavlu, Savell, A unified model for metasearch, pooling, and system evaluation, CIKM 2003.
    """
    size, num_runs = len(topic.docs), len(topic.runs)
    # Documents are given by their position in this order, so that argmax takes the first of ties.
    codes = np.argsort(topic.best_rank, kind="stable")
    absent = _absent(topic)
    difference = 0.5 * np.log(size / topic.rank) - absent[topic.run]
    position = np.argsort(codes)[topic.doc]
    # Values of a document are added in ascending order, so that sums equal at first stay equal.
    by_place = np.lexsort((difference, position))
    position, run, difference = position[by_place], topic.run[by_place], difference[by_place]
    bounds = np.searchsorted(position, np.arange(size + 1)).tolist()
    num_left = np.bincount(run, minlength=num_runs)
    loss = np.zeros(num_runs)
    taken = np.zeros(size, dtype=bool)
    for _ in range(size):
        # The loss of absent documents is common to all, and left out of their values: beside it,
        # the differences that decide would be lost to rounding.
        power = np.where(num_left > 0, loss * math.log(beta), -np.inf)
        values = np.bincount(position, np.exp(power - power.max())[run] * difference, size)
        values[taken] = -1
        best = int(values.argmax())
        taken[best] = True
        here = slice(bounds[best], bounds[best + 1])
        num_left[run[here]] -= 1
        answer = yield int(codes[best])
        if answer is not None:
            of_document = absent.copy()
            of_document[run[here]] += difference[here]
            loss += -of_document if answer else of_document


def _absent(topic: TopicCandidates) -> Floats:
    """Return the mean of ½ ln(D / r) over the ranks that each run leaves open [R]; 0 without any.

    >>> one, two = np.array([0, 0]), np.array([0, 1])
    >>> topic = TopicCandidates("1", ("a", "b"), ("x", "y"), one, two, two + 1, -1.0 * two)
    >>> _absent(topic).round(4).tolist()  # x ranks both; y none: the mean of ½ ln 2 and 0
    [0.0, 0.1733]
    """
    size = len(topic.docs)
    number = np.array([len(codes) for codes in topic.lists])
    beyond = np.append(running_sum(0.5 * np.log(size / np.arange(size, 0, -1)))[::-1], 0.0)
    return divide(beyond[number], size - number)


@strategy("move-to-front", "adaptive", random=True)
def move_to_front(topic: TopicCandidates, random: np.random.Generator) -> DocumentRequests:
    """Stays with a run while its next document is relevant; else the run with the fewest failures.

    A run's failures are the documents taken from it that were not relevant. Documents taken from
    another run before are passed over and change nothing. Equal runs take turns, in an order drawn
    for each topic. A document that nobody has judged yet ends the stay and is no failure. The
    failures are counted topic by topic: what the paper calls local priorities.

    Cormack, Palmer, Clarke, Efficient construction of large test collections, SIGIR 1998.
    """
    turns = Turns(topic, random)
    failures = np.zeros(len(topic.runs))
    values = np.zeros(len(topic.runs))
    for _ in topic.docs:
        run, code = turns.take(values)
        answer = yield code
        failures[run] += answer is False
        values[run] = np.inf if answer else -failures[run]
