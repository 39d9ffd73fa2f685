"""sample_eval's and statAP's measures of one topic, operation by operation, in plain floats.

What is compared with those of sample_eval is compared for equality. Nothing of `harness` and no
numpy is used.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

MOST = 1000


@dataclass(frozen=True)
class Topic:
    """Stratum and grade (−1: not drawn) of each document of the pool; a ranking."""

    pool: Mapping[str, tuple[int, int]]
    ranking: Sequence[str]

    @property
    def strata(self) -> list[int]:
        return sorted({stratum for stratum, _ in self.pool.values()})

    def count(self, stratum: int, least: int = -1) -> int:
        return sum(own == stratum and grade >= least for own, grade in self.pool.values())

    def num_rel(self) -> float:
        number = 0.0
        for stratum in self.strata:
            if self.count(stratum, 0):
                found, drawn = self.count(stratum, 1), self.count(stratum, 0)
                number += found * self.count(stratum) / drawn
        return number

    def walked(self) -> Walk:
        walk = Walk(self)
        for doc in self.ranking[:MOST]:
            walk.go_on(doc)
        return walk

    def ideal(self, version: str) -> float:
        dcg, start = 0.0, 0.0
        for level in sorted({grade for _, grade in self.pool.values() if grade > 0}, reverse=True):
            number = 0.0
            for stratum in self.strata:
                graded = sum(own == (stratum, level) for own in self.pool.values())
                if graded:
                    number += graded * self.count(stratum) / self.count(stratum, 0)
            number = int(number + 0.5) if version == "nist2011" else number
            rank = start + 1
            while rank <= start + number:
                dcg += level / (math.log(rank + 1) / math.log(2))
                if rank >= MOST:
                    break
                rank += 1
            start += number
        return dcg


class Walk:
    """The counts down a ranking, stratum by stratum."""

    def __init__(self, topic: Topic) -> None:
        self.topic = topic
        self.rank = self.depth = 0
        self.precisions: dict[int, float] = defaultdict(float)
        self.gains: dict[int, float] = defaultdict(float)
        self.drawn: dict[int, int] = defaultdict(int)
        self.relevant: dict[int, int] = defaultdict(int)
        self.docs: dict[int, int] = defaultdict(int)
        self.numbers: list[float] = []

    def go_on(self, doc: str) -> None:
        self.rank += 1
        stratum, grade = self.topic.pool.get(doc, (-1, -1))
        if grade > 0:
            above = 0.0
            for one in self.topic.strata:
                if self.depth and self.docs[one]:
                    share = self.docs[one] / self.depth
                    above += share * (self.relevant[one] + 0.00001) / (self.drawn[one] + 0.00003)
            self.precisions[stratum] += 1 / self.rank + (self.depth / self.rank) * above
            self.relevant[stratum] += 1
            self.gains[stratum] += grade / (math.log(self.rank + 1) / math.log(2))
        if doc in self.topic.pool:
            self.depth += 1
            self.docs[stratum] += 1
            self.drawn[stratum] += grade >= 0
        number = 0.0
        for one in self.topic.strata:
            found, drawn = self.relevant[one] + 0.00001, self.drawn[one] + 0.00003
            number += self.docs[one] * found / drawn
        self.numbers.append(number)

    def ap(self, version: str) -> float:
        topic, num_rel, value = self.topic, self.topic.num_rel(), 0.0
        for one in topic.strata:
            found, drawn = topic.count(one, 1), topic.count(one, 0)
            if drawn and num_rel:
                share = (found * topic.count(one) / drawn) / num_rel
                value += share * (self.precisions[one] / found if found else 0.0)
        if version == "trecvid2016" and num_rel > MOST:
            value = value * num_rel / MOST
        return value

    def ndcg(self, version: str) -> float:
        dcg = 0.0
        for one in self.topic.strata:
            if self.depth and self.drawn[one]:
                dcg += (self.docs[one] / self.depth) * self.gains[one] / self.drawn[one]
        ideal = self.topic.ideal(version)
        return self.depth * dcg / ideal if ideal else 0.0

    def interpolated(self) -> list[float]:
        """By tenths of recall, from 0."""
        levels = [(0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1)[i] for i in range(11)]
        wanted = [level * self.topic.num_rel() for level in levels]
        found, best, current = [0.0] * 11, 0.0, 10
        while current >= 0 and wanted[current] > self.numbers[-1]:
            current -= 1
        for rank in range(len(self.numbers), 0, -1):
            best = max(best, self.numbers[rank - 1] / rank)
            if current >= 0 and wanted[current] > self.numbers[rank - 1]:
                found[current] = best
                current -= 1
        while current >= 0:
            found[current] = best
            current -= 1
        return found

    def columns(self) -> dict[str, float]:
        cut = {k: self.numbers[min(k, len(self.numbers)) - 1] / k for k in (10, 50)}
        return {
            "xinfAP": self.ap("nist2011"),
            'xinfAP(version="trecvid2016")': self.ap("trecvid2016"),
            "infNDCG": self.ndcg("nist2011"),
            'infNDCG(version="trecvid2016")': self.ndcg("trecvid2016"),
            "infNumRelRet": self.numbers[-1],
            **{f"infP@{k}": value for k, value in cut.items()},
            **{f"infIPrec@{i / 10}": value for i, value in enumerate(self.interpolated())},
        }


def statap_variance(
    docs: Mapping[str, tuple[float, int]], ranking: Sequence[str], version: str = "v4"
) -> float:
    """The variance of statAP by version 4 of its evaluator, of (probability, grade)."""
    number = sum(1 / pi for pi, grade in docs.values() if grade > 0)
    above, total, found = 0.0, 0.0, []
    for rank, doc in enumerate(ranking, start=1):
        if docs.get(doc, (0.0, 0))[1] > 0:
            pi = docs[doc][0]
            precision = (1 + above) / rank
            total += precision / pi
            found.append((pi, precision, 1 / rank))
            above += 1 / pi
    ap = total / number
    terms = [(pi, (precision - ap) / pi) for pi, precision, _ in found]
    terms += [
        (pi, -ap / pi) for doc, (pi, grade) in docs.items() if grade > 0 and doc not in ranking
    ]
    own = sum((1 - pi) * y * y for pi, y in terms)
    pairs = sum(2 * y * z for i, (_, y) in enumerate(terms) for _, z in terms[:i])
    third = below = 0.0
    for pi, _, share in reversed(found):
        third += below * below * (1 - pi) / pi / pi
        below += share / pi
    inside = sum(doc in docs for doc in ranking)
    variance = (
        (own - pairs / (len(docs) - 1) + third) / number / number / (inside + 0.1) * len(docs)
    )
    return min(variance, 1.0)


def statap_precision(docs: Mapping[str, tuple[float, int]], ranking: Sequence[str]) -> float:
    """R-precision by the evaluator of statAP: R rounded, unless the ranking is shorter."""
    number = sum(1 / pi for pi, grade in docs.values() if grade > 0)
    first = math.floor(number + 0.5)
    found = [docs[doc] for doc in ranking[:first] if doc in docs]
    divisor = first if len(ranking) >= first else number
    return sum(1 / pi for pi, grade in found if grade > 0) / divisor
