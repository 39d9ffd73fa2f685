"""Move-to-front pooling: stay with a run as long as it brings relevant documents."""

from __future__ import annotations

import numpy as np

from harness.pooling.candidates import TopicCandidates
from harness.pooling.strategies.kinds import DocumentRequests
from harness.pooling.strategies.registry import strategy
from harness.pooling.strategies.turns import Turns


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
