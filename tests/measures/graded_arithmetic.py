"""gdeval's and pyNTCIREVAL's measures of one topic, operation by operation, in plain floats.

What is compared with these is compared for equality. Nothing of `harness` and no numpy is used.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Topic:
    """The grades of a ranking (below 0: not judged), and those of all judged documents."""

    ranking: Sequence[int]
    judged: Sequence[int]

    @property
    def ideal(self) -> list[int]:
        return sorted((grade for grade in self.judged if grade > 0), reverse=True)


# --- gdeval ------------------------------------------------------------------------------------


def gdeval_dcg(grades: Sequence[int], cutoff: int) -> float:
    score = 0.0
    for place, grade in enumerate(grades[:cutoff]):
        score += (2 ** max(grade, 0) - 1) / (math.log(place + 2) / math.log(2.0))
    return score


def gdeval_ndcg(topic: Topic, cutoff: int) -> float:
    return gdeval_dcg(topic.ranking, cutoff) / gdeval_dcg(topic.ideal, cutoff)


def gdeval_err(topic: Topic, cutoff: int) -> float:
    score, decay = 0.0, 1.0
    for place, grade in enumerate(topic.ranking[:cutoff]):
        r = (2 ** max(grade, 0) - 1) / 2**4
        score += r * decay / (place + 1)
        decay *= 1 - r
    return score


# --- pyNTCIREVAL: Σ gain · discount ------------------------------------------------------------


@dataclass(frozen=True)
class NTCIR:
    """A topic with the gain of each grade from 1 on, as ``-g`` lists them."""

    topic: Topic
    gains: Sequence[int]

    def gain(self, grade: int) -> float:
        return self.gains[grade - 1] if grade > 0 else 0.0

    def ideal_gains(self) -> list[float]:
        return sorted((self.gain(grade) for grade in self.topic.ideal), reverse=True)

    def relevant_to(self, rank: int) -> int:
        return sum(grade > 0 for grade in self.topic.ranking[:rank])

    def blended(self, rank: int, beta: float) -> float:
        reached = sum([self.gain(grade) for grade in self.topic.ranking[:rank]])
        ideal = sum(self.ideal_gains()[:rank])
        return (self.relevant_to(rank) + beta * reached) / (rank + beta * ideal)

    def summed(self, gain: Callable[[int], float], chance: Callable[[int, int], float]) -> float:
        """Of each rank and its grade."""
        result = 0.0
        for rank, grade in enumerate(self.topic.ranking, start=1):
            result += gain(rank) * chance(rank, grade)
        return result

    @property
    def num_rel(self) -> int:
        return len(self.topic.ideal)

    def q(self, beta: float, cutoff: int | None = None) -> float:
        most = self.num_rel if cutoff is None else min(self.num_rel, cutoff)
        within = math.inf if cutoff is None else cutoff
        return self.summed(
            lambda rank: self.blended(rank, beta),
            lambda rank, grade: 1.0 / most if grade > 0 and rank <= within else 0.0,
        )

    def first(self, found: Callable[[int], bool]) -> int:
        return next((r for r, grade in enumerate(self.topic.ranking, 1) if found(grade)), 0)

    @property
    def first_relevant(self) -> int:
        return self.first(lambda grade: grade > 0)

    @property
    def first_best(self) -> int:
        best = max(self.topic.ranking, default=0)
        return self.first(lambda grade: grade == best > 0)

    def o(self, beta: float) -> float:
        rank = self.first_relevant
        if not rank:
            return 0.0
        gain = self.gain(self.topic.ranking[rank - 1])
        return (1 + beta * gain) / (rank + beta * sum(self.ideal_gains()[:rank]))

    def p(self, beta: float) -> float:
        return self.blended(self.first_best, beta) if self.first_best else 0.0

    def p_plus(self, beta: float) -> float:
        best = self.first_best
        return self.summed(
            lambda rank: self.blended(rank, beta),
            lambda rank, grade: 1.0 / self.relevant_to(best) if grade > 0 and rank <= best else 0.0,
        )

    def ncu_gu(self, beta: float, stops: Sequence[int]) -> float:
        levels = range(1, len(stops) + 1)
        weight = sum([self.topic.judged.count(level) * stops[level - 1] for level in levels])
        return self.summed(
            lambda rank: self.blended(rank, beta),
            lambda _, grade: stops[grade - 1] / weight if grade > 0 else 0.0,
        )

    def ncu_rb(self, beta: float, gamma: float) -> float:
        of_all = sum([gamma**i for i in range(self.num_rel)])
        return self.summed(
            lambda rank: self.blended(rank, beta),
            lambda rank, grade: (
                gamma ** (self.relevant_to(rank) - 1) / of_all if grade > 0 else 0.0
            ),
        )

    def rbp(self, p: float) -> float:
        highest = self.gains[-1]
        return self.summed(
            lambda rank: self.gain(self.topic.ranking[rank - 1]) / highest,
            lambda rank, _: (1 - p) * p ** (rank - 1),
        )

    def err(self, gains: Sequence[float]) -> float:
        result, passed = 0.0, 1.0
        for rank, gain in enumerate(gains, start=1):
            r = gain / (self.gains[-1] + 1.0)
            result += r * (1.0 / rank * passed)
            passed *= 1.0 - r
        return result

    def dcg(self, gains: Sequence[float], base: float, cutoff: int) -> float:
        result = 0.0
        for rank, gain in enumerate(gains[:cutoff], start=1):
            result += gain * (1.0 / (1.0 if rank == 1 or rank < base else math.log(rank, base)))
        return result

    def columns(self) -> dict[str, float]:
        """Values by the notation of the measure, without ``gains``, which all of them take."""
        found = [self.gain(grade) for grade in self.topic.ranking]
        ideal = self.ideal_gains()
        stops = list(range(1, len(self.gains) + 1))
        return {
            "Q(G)": self.q(1.0),
            "Q(beta=0.3, G)": self.q(0.3),
            "Q(beta=10, G)@10": self.q(10.0, 10),
            "O(beta=0.3, G)": self.o(0.3),
            "PMeasure(G)": self.p(1.0),
            "PPlus(beta=0.3, G)": self.p_plus(0.3),
            'NCU(stop="gu", utility="P", G)': self.ncu_gu(0.0, self.gains),
            'NCU(stop="gu", utility="BR", S, G)': self.ncu_gu(1.0, stops),
            'NCU(stop="rb", utility="P", G)': self.ncu_rb(0.0, 0.95),
            'NCU(stop="rb", utility="BR", gamma=0.8, G)': self.ncu_rb(1.0, 0.8),
            "RBP(p=0.95, G)": self.rbp(0.95),
            "ERR(G)": self.err(found),
            "nERR(G)@20": self.err(found[:20]) / self.err(ideal[:20]),
            'nDCG(dcg="jk", G)@10': self.dcg(found, 2.0, 10) / self.dcg(ideal, 2.0, 10),
            'nDCG(dcg="jk", base=10, G)@20': self.dcg(found, 10.0, 20) / self.dcg(ideal, 10.0, 20),
        }
