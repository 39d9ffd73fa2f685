"""ndeval's measures of one topic, operation by operation, in plain Python floats.

What is compared with these is compared for equality. Nothing of `harness` and no numpy is used.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

#: The depth of the measures that have a cutoff.
DEPTH = 20


@dataclass(frozen=True)
class Topic:
    """The subtopics, by number, of each relevant document; a ranking; ndeval's two parameters."""

    covers: Mapping[str, frozenset[int]]
    ranking: Sequence[str]
    alpha: float = 0.5
    beta: float = 0.5

    @property
    def subtopics(self) -> list[int]:
        return sorted({number for numbers in self.covers.values() for number in numbers})

    def scores(self, ranking: Sequence[str]) -> list[float]:
        """The gain of each document of a ranking, before any discount."""
        gains = dict.fromkeys(self.subtopics, 1.0)
        found = []
        for doc in ranking:
            score = 0.0
            for number in sorted(self.covers.get(doc, ())):
                score += gains[number]
                gains[number] *= 1.0 - self.alpha
            found.append(score)
        return found

    def greedy(self) -> list[str]:
        gains = dict.fromkeys(self.subtopics, 1.0)
        left, order = sorted(self.covers), []
        while left:
            best, highest = "", -1.0
            for doc in left:
                score = 0.0
                for number in sorted(self.covers[doc]):
                    score += gains[number]
                if score >= highest:  # of equal ones the last
                    best, highest = doc, score
            left.remove(best)
            order.append(best)
            for number in self.covers[best]:
                gains[number] *= 1.0 - self.alpha
        return order


Discounted = Callable[[float, int], float]


def by_rank(score: float, place: int) -> float:
    return score / float(place + 1)


def by_log(score: float, place: int) -> float:
    return score * (math.log(2.0) / math.log(place + 2.0))


def gain_at(topic: Topic, ranking: Sequence[str], discounted: Discounted, cutoff: int) -> float:
    """What a ranking gains down to a cutoff, over what everything at once would gain."""
    gained, best, everything = 0.0, 0.0, float(len(topic.subtopics))
    scores = topic.scores(ranking)
    for place in range(cutoff):
        if place < len(scores):
            gained += discounted(scores[place], place)
        best += discounted(everything, place)
        everything *= 1.0 - topic.alpha
    return gained / best


def over_ideal(topic: Topic, discounted: Discounted, cutoff: int) -> float:
    reached = gain_at(topic, topic.ranking, discounted, cutoff)
    return reached / gain_at(topic, topic.greedy(), discounted, cutoff) if reached else 0.0


def nrbp(topic: Topic, ranking: Sequence[str]) -> float:
    total, decay = 0.0, 1.0
    for score in topic.scores(ranking):
        total += score * decay
        decay *= topic.beta
    return total * ((1 - (1 - topic.alpha) * topic.beta) / len(topic.subtopics))


def map_ia(topic: Topic) -> float:
    total = 0.0
    for number in topic.subtopics:
        relevant = {doc for doc, numbers in topic.covers.items() if number in numbers}
        found, precisions = 0, 0.0
        for place, doc in enumerate(topic.ranking):
            if doc in relevant:
                found += 1
                precisions += found / float(place + 1)
        total += precisions / len(relevant)
    return total / len(topic.subtopics)


def p_ia(topic: Topic, cutoff: int) -> float:
    count = sum(len(topic.covers.get(doc, ())) for doc in topic.ranking[:cutoff])
    return float(count) / (cutoff * len(topic.subtopics))


def strec(topic: Topic, cutoff: int) -> float:
    seen = {number for doc in topic.ranking[:cutoff] for number in topic.covers.get(doc, ())}
    return float(len(seen)) / float(len(topic.subtopics))


def columns(topic: Topic) -> dict[str, float]:
    """Every column of ndeval, by the notation of its measure."""
    alpha = f"alpha={topic.alpha}"
    both = f"({alpha}, beta={topic.beta})"
    values = {
        f"NRBP{both}": nrbp(topic, topic.ranking),
        f"nNRBP{both}": nrbp(topic, topic.ranking) / nrbp(topic, topic.greedy()),
        "AP_IA": map_ia(topic),
    }
    for cutoff in (5, 10, DEPTH):
        values |= {
            f"ERR_IA({alpha})@{cutoff}": gain_at(topic, topic.ranking, by_rank, cutoff),
            f"nERR_IA({alpha})@{cutoff}": over_ideal(topic, by_rank, cutoff),
            f"alpha_DCG({alpha})@{cutoff}": gain_at(topic, topic.ranking, by_log, cutoff),
            f"alpha_nDCG({alpha})@{cutoff}": over_ideal(topic, by_log, cutoff),
            f"P_IA@{cutoff}": p_ia(topic, cutoff),
            f"STREC@{cutoff}": strec(topic, cutoff),
        }
    return values
