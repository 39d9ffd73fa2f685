"""Hedge: runs are experts whose weights fall with what their rankings got wrong."""

from __future__ import annotations

import math

import numpy as np

from harness.core.arrays import Floats, divide, running_sum
from harness.pooling.candidates import TopicCandidates
from harness.pooling.strategies.kinds import DocumentRequests, Range
from harness.pooling.strategies.registry import strategy


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
    # Documents are named by their places in this order, so that the first of equal ones is right.
    codes = np.argsort(topic.best_rank, kind="stable")
    absent = _absent(topic)
    difference = 0.5 * np.log(size / topic.rank) - absent[topic.run]
    position = np.argsort(codes)[topic.doc]
    # A document's values are added from the smallest up, so that at first equal ones are equal.
    by_place = np.lexsort((difference, position))
    position, run, difference = position[by_place], topic.run[by_place], difference[by_place]
    bounds = np.searchsorted(position, np.arange(size + 1)).tolist()
    num_left = np.bincount(run, minlength=num_runs)
    loss = np.zeros(num_runs)
    taken = np.zeros(size, dtype=bool)
    for _ in range(size):
        # What all documents have in common, the loss of absent ones, is left out of their values:
        # beside it the differences that decide would be lost to rounding.
        power = np.where(num_left > 0, loss * math.log(beta), -np.inf)
        weight = np.exp(power - power.max())
        values = np.bincount(position, weight[run] * difference, size)
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
    """The mean of ½ ln(D / r) over the ranks that each run leaves open [R]; 0 if there are none.

    >>> one, two = np.array([0, 0]), np.array([0, 1])
    >>> topic = TopicCandidates("1", ("a", "b"), ("x", "y"), one, two, two + 1, -1.0 * two)
    >>> _absent(topic).round(4).tolist()  # x ranks both; y none: the mean of ½ ln 2 and 0
    [0.0, 0.1733]
    """
    size = len(topic.docs)
    number = np.array([len(codes) for codes in topic.lists])
    from_last = 0.5 * np.log(size / np.arange(size, 0, -1))
    beyond = np.append(running_sum(from_last)[::-1], 0.0)
    return divide(beyond[number], size - number)
