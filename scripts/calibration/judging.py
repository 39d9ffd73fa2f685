"""Simulations of what is said of judging: the recall so far, agreement, a model's favour.

Topics, documents and assessors are invented: of each topic a share of the documents is relevant,
and two assessors are right about shares of them that differ by topic. Outcomes are 1 where an
interval held, and where a test of recall said to stop too early.
"""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Floats, Ints
from harness.judging.stopping import TARGET, missed_p, relevant_interval
from scripts.calibration.samples import Outcomes, Sampling

#: Documents of a topic that both assessors judge, and those of the draw whose recall is estimated.
DOCUMENTS, IN_DRAW = 20, 300

#: Draws of topics for an interval; the page of judging makes 1,000.
DRAWS = 500

#: Topics that stand for all there are.
_ALL = 20_000


def recalls(given: Sampling) -> Outcomes:
    """Return whether the interval of the recall holds it, after so many judgments (``topics``)."""
    judged, held = given.topics, []
    relevant = given.random.integers(1, IN_DRAW // 2, given.samples)
    found = given.random.hypergeometric(relevant, IN_DRAW - relevant, judged)
    for total, known in zip(relevant.tolist(), found.tolist(), strict=True):
        least, most = relevant_interval(IN_DRAW, judged, known)
        held.append(least <= total <= most)
    return {"recall-interval": held}


def stops(given: Sampling) -> Outcomes:
    """Return whether any look at so many documents (``topics``) in an order by chance says to stop
    before enough is found.

    p is least just before a relevant document, so that no other moment has to be tried.
    """
    wrong = []
    for _ in range(given.samples):
        relevant = int(given.random.integers(1, given.topics // 5 + 1))
        places = np.sort(given.random.choice(given.topics, relevant, replace=False))
        answers = np.isin(np.arange(given.topics), places).tolist()
        early = [place for found, place in enumerate(places) if found < TARGET * relevant]
        wrong.append(any(missed_p(answers[:place], given.topics) < 0.05 for place in early))
    return {"stopping": wrong}


def over_topics(given: Sampling) -> Outcomes:
    """Return whether percentiles over topics hold the agreement, and a model's favour, of all."""
    everything = _votes(_ALL, np.random.default_rng(1))
    true = [float(of(everything.sum(axis=0))) for of in (krippendorff, favour)]
    held: dict[str, list[bool]] = {"topics-interval:agreement": [], "topics-interval:favour": []}
    for _ in range(given.samples):
        votes = everything[given.random.integers(0, _ALL, given.topics)]
        drawn = votes[given.random.integers(0, given.topics, (DRAWS, given.topics))].sum(axis=1)
        for name, of, truth in zip(held, (krippendorff, favour), true, strict=True):
            values = of(drawn)
            low, high = np.nanquantile(values, [0.025, 0.975])
            held[name].append(bool(low <= truth <= high))
    return held


def krippendorff(votes: Ints) -> Floats:
    """Krippendorff's α of two assessors' yes and no, by counts [..., 2, 2, 2] of `_votes`."""
    counts = votes.sum(axis=-3)
    number = counts.sum(axis=(-1, -2))
    same = (counts[..., 0, 0] + counts[..., 1, 1]) / number
    yes = (counts[..., 1, :].sum(axis=-1) + counts[..., :, 1].sum(axis=-1)) / (2 * number)
    by_chance = 2 * yes * (1 - yes) * 2 * number / (2 * number - 1)
    with np.errstate(invalid="ignore"):
        return np.asarray(1 - (1 - same) / by_chance)


def favour(votes: Ints) -> Floats:
    """How much kinder the second is than the first to documents inside than to those outside."""
    apart = votes[..., 0, 1] - votes[..., 1, 0]
    with np.errstate(invalid="ignore"):
        means = apart / votes.sum(axis=(-1, -2))
        return np.asarray(means[..., 0] - means[..., 1])


def _votes(topics: int, random: np.random.Generator) -> Ints:
    """Documents by topic, inside or outside, the first's no or yes, the second's [T, 2, 2, 2]."""
    relevant = random.random((topics, DOCUMENTS)) < random.beta(1.5, 3, (topics, 1))
    inside = random.random((topics, DOCUMENTS)) < random.uniform(0.2, 0.6, (topics, 1))
    known = [
        relevant ^ (random.random((topics, DOCUMENTS)) > random.beta(a, b, (topics, 1)))
        for a, b in ((9, 1), (6, 2))
    ]
    code = 4 * ~inside + 2 * known[0] + known[1]
    counts = np.stack([(code == each).sum(axis=1) for each in range(8)], axis=1)
    return np.asarray(counts.reshape(topics, 2, 2, 2))
