"""trec_eval's measures of one topic, operation by operation, in plain Python floats.

What is compared with these is compared for equality: a formula that is equal in algebra, but not in
its operations and their order, differs in the last bit, and now and then in the fourth decimal.
Nothing of `harness` and no numpy is used here. `math.log` and `math.log2` are the C library's.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

EPSILON = 0.00001


@dataclass(frozen=True)
class Ranking:
    """A topic: the grades retrieved (−1 not in the qrels, −2 pooled only), those in the qrels."""

    grades: list[int]
    judged: Mapping[int, int]
    level: int = 1
    version: int = 10

    @property
    def num_ret(self) -> int:
        return len(self.grades)

    @property
    def num_rel(self) -> int:
        return sum(number for grade, number in self.judged.items() if grade >= self.level)

    @property
    def num_nonrel(self) -> int:
        return sum(number for grade, number in self.judged.items() if grade < self.level)

    def found(self, cutoff: int | None = None) -> int:
        return sum(grade >= self.level for grade in self.grades[:cutoff])

    def recall_count(self, level: float) -> int:
        wanted = level * self.num_rel
        return int(wanted + 0.9) if self.version == 9 else math.floor(wanted + 0.5)


def summed_precisions(topic: Ranking, cutoff: int | None = None) -> float:
    total, so_far = 0.0, 0
    for place, grade in enumerate(topic.grades[:cutoff]):
        if grade >= topic.level:
            so_far += 1
            total += float(so_far) / float(place + 1)
    return total


def average_precision(topic: Ranking, cutoff: int | None = None) -> float:
    total = summed_precisions(topic, cutoff)
    return total / float(topic.num_rel) if topic.num_rel else 0.0


def quotient(top: float, bottom: float) -> float:
    return top / bottom if bottom else 0.0


def set_f(topic: Ranking, x: float = 1.0) -> float:
    if not (topic.num_ret and topic.num_rel and topic.found()):
        return 0.0
    p = float(topic.found()) / float(topic.num_ret)
    r = float(topic.found()) / float(topic.num_rel)
    return (x + 1.0) * p * r / (x * p + r)


def bpref(topic: Ranking) -> float:
    total, above = 0.0, 0
    for grade in topic.grades:
        if 0 <= grade < topic.level:
            above += 1
        elif grade >= topic.level and above:
            worst = float(min(topic.num_nonrel, topic.num_rel))
            total += 1.0 - float(min(above, topic.num_rel)) / worst
        elif grade >= topic.level:
            total += 1.0
    return total / topic.num_rel if topic.num_rel else total


def inferred_ap(topic: Ranking) -> float:
    total, rel, nonrel, pooled = 0.0, 0, 0, 0
    for place, grade in enumerate(topic.grades):
        if grade == -2:
            pooled += 1
        elif 0 <= grade < topic.level:
            nonrel += 1
        elif grade >= topic.level:
            i = float(place)
            if place == 0:
                total += 1.0
            else:
                chance = (rel + EPSILON) / (rel + nonrel + 2 * EPSILON)
                total += 1.0 / (i + 1.0) + (i / (i + 1.0)) * ((rel + nonrel + pooled) / i) * chance
            rel += 1
    return total / topic.num_rel if topic.num_rel else total


def interpolated(topic: Ranking, level: float) -> float:
    needed = topic.recall_count(level)
    if not topic.found() or needed > topic.found():
        return 0.0
    best, so_far = 0.0, topic.found()
    for rank in range(topic.num_ret, 0, -1):
        if so_far < needed or not so_far:
            break
        best = max(best, float(so_far) / float(rank))
        so_far -= topic.grades[rank - 1] >= topic.level
    return best


def interpolated_average(topic: Ranking, levels: tuple[float, ...]) -> float:
    total = 0.0
    for level in sorted(levels, reverse=True):
        total += interpolated(topic, level)
    return total / float(len(levels))


def r_precision_multiple(topic: Ranking, factor: float) -> float:
    cutoff = int(factor * topic.num_rel + 0.9)
    return quotient(float(topic.found(cutoff)), float(cutoff))


def utility(topic: Ranking, a: float, b: float, c: float, d: float, size: int = 0) -> float:
    found = topic.found()
    rest = size + found - topic.num_ret - topic.num_rel
    return a * found + b * (topic.num_ret - found) + c * (topic.num_rel - found) + d * rest


def yaap(topic: Ranking) -> float:
    total = summed_precisions(topic)
    return math.log((1.0 + total) / (1.0 + float(topic.num_rel) - total))


def binary_g(topic: Ranking) -> float:
    total, so_far = 0.0, 0
    for place, grade in enumerate(topic.grades):
        if grade >= topic.level:
            so_far += 1
            total += 1.0 / math.log2(float(3 + place - so_far))
    return total / float(topic.num_rel) if so_far else 0.0


# --- gains ----------------------------------------------------------------------------------


def gain_of(grade: int, gains: Mapping[int, float]) -> float:
    return gains.get(grade, float(grade)) if grade >= 0 else 0.0


def ideal_gains(topic: Ranking, gains: Mapping[int, float]) -> list[float]:
    best = [gain_of(grade, gains) for grade, number in topic.judged.items() for _ in range(number)]
    return sorted((gain for gain in best if gain > 0), reverse=True)


def discounted(gains: list[float]) -> list[float]:
    """DCG after 0, 1, 2 … documents."""
    sums = [0.0]
    for place, gain in enumerate(gains):
        sums.append(sums[-1] + gain / math.log2(float(place + 2)) if gain else sums[-1])
    return sums


def dcg(topic: Ranking, gains: Mapping[int, float] | None = None, cutoff: int | None = None):
    return discounted([gain_of(grade, gains or {}) for grade in topic.grades[:cutoff]])[-1]


def ideal_dcg(topic: Ranking, gains: Mapping[int, float] | None = None, cutoff: int | None = None):
    return discounted(ideal_gains(topic, gains or {})[:cutoff])[-1]


def ndcg(topic: Ranking, gains: Mapping[int, float] | None = None, cutoff: int | None = None):
    return quotient(dcg(topic, gains, cutoff), ideal_dcg(topic, gains, cutoff))


def ndcg_rel(topic: Ranking, gains: Mapping[int, float] | None = None) -> float:
    values = [gain_of(grade, gains or {}) for grade in topic.grades]
    ideal = discounted(ideal_gains(topic, gains or {}))
    if len(ideal) == 1:
        return 0.0
    reached, total, found = discounted(values), 0.0, 0
    for place, gain in enumerate(values):
        if gain > 0:
            total += reached[place + 1] / ideal[min(place + 1, len(ideal) - 1)]
            found += 1
    total += float(len(ideal) - 1 - found) * reached[-1] / ideal[-1]
    return total / (len(ideal) - 1) if total > 0 else 0.0


def r_ndcg(topic: Ranking, gains: Mapping[int, float] | None = None) -> float:
    best = ideal_gains(topic, gains or {})
    if not topic.num_rel or not best:
        return 0.0
    reached = discounted([gain_of(grade, gains or {}) for grade in topic.grades])
    ideal, total, points = discounted(best), 0.0, 0
    for rank in range(1, len(best) + 1):
        if rank == len(best) or best[rank] != best[rank - 1]:
            total += reached[min(rank, topic.num_ret)] / ideal[rank]
            points += 1
    if topic.num_ret > len(best) + 1:
        total += reached[-1] / ideal[-1]
        points += 1
    return total / points


def graded_g(topic: Ranking, gains: Mapping[int, float] | None = None) -> float:
    best, total, spent, so_far = ideal_gains(topic, gains or {}), 0.0, 0.0, 0.0
    for place, grade in enumerate(topic.grades):
        gain = gain_of(grade, gains or {})
        so_far += gain
        ideal = best[place] if place < len(best) else 0.0
        spent += max(ideal, 1.0)
        if gain:
            total += gain / math.log2(2 + spent - so_far)
    whole = 0.0
    for gain in best:
        whole += gain
    return total / whole if whole else 0.0


# --- version 10 -----------------------------------------------------------------------------


def rbp(topic: Ranking, p: float = 0.9) -> float:
    highest = max((grade for grade, number in topic.judged.items() if number), default=0)
    total, power = 0.0, 1.0
    for grade in topic.grades:
        gain = float(max(grade, 0))
        if highest > 1:
            gain = (gain - 0.0) / (highest - 0.0)
        if gain:
            total += gain * power
        power = power * p
    return (1.0 - p) * total


def rbp_residual(topic: Ranking, p: float = 0.9) -> float:
    total, power, unjudged = 0.0, 1.0, 0
    for grade in topic.grades:
        if grade < 0:
            unjudged += 1
            total += power
        power = power * p
    return power + (1 - p) * total if unjudged else 0.0


CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
LEVELS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
MULTIPLES = (0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0)
SIZE = 500
GAINS = {1: 3.0, 2: 9.0, 0: 1.0}

Value = Callable[[Ranking], float]


def _at(name: str, values: tuple, compute: Callable[[Ranking, float], float], style="{}"):
    return {
        f"{name}_{style.format(value)}": (lambda topic, value=value: compute(topic, value))
        for value in values
    }


#: Every measure that trec_eval prints topic by topic as a number, by its printed name.
EXACT: dict[str, Value] = {
    "num_ret": lambda t: float(t.num_ret),
    "num_rel": lambda t: float(t.num_rel),
    "num_rel_ret": lambda t: float(t.found()),
    "num_nonrel_judged_ret": lambda t: float(sum(0 <= g < t.level for g in t.grades)),
    "map": average_precision,
    "Rprec": lambda t: quotient(float(t.found(t.num_rel)), float(t.num_rel)),
    "bpref": bpref,
    "recip_rank": lambda t: next(
        (1.0 / float(i + 1) for i, g in enumerate(t.grades) if g >= t.level), 0.0
    ),
    **_at("iprec_at_recall", LEVELS, interpolated, "{:3.2f}"),
    **_at("P", CUTOFFS, lambda t, k: float(t.found(k)) / float(k)),
    **_at("recall", CUTOFFS, lambda t, k: quotient(float(t.found(k)), float(t.num_rel))),
    "infAP": inferred_ap,
    **_at("Rprec_mult", MULTIPLES, r_precision_multiple, "{:3.2f}"),
    "utility": lambda t: utility(t, 1.0, -1.0, 0.0, 0.0),
    "utility_0.3,-0.1,0.7,0.01": lambda t: utility(t, 0.3, -0.1, 0.7, 0.01, SIZE),
    "11pt_avg": lambda t: interpolated_average(t, LEVELS),
    "11pt_avg_0.2,0.2,0.5": lambda t: interpolated_average(t, (0.2, 0.2, 0.5)),
    "binG": binary_g,
    "G": graded_g,
    "G_1=3,2=9,0=1": lambda t: graded_g(t, GAINS),
    "dcg": dcg,
    "ideal_dcg": ideal_dcg,
    "ndcg": ndcg,
    "ndcg_1=3,2=9,0=1": lambda t: ndcg(t, GAINS),
    "ndcg_rel": ndcg_rel,
    "ndcg_rel_1=3,2=9,0=1": lambda t: ndcg_rel(t, GAINS),
    "Rndcg": r_ndcg,
    "Rndcg_1=3,2=9,0=1": lambda t: r_ndcg(t, GAINS),
    **_at("ndcg_cut", CUTOFFS, lambda t, k: ndcg(t, None, int(k))),
    **_at("map_cut", CUTOFFS, lambda t, k: average_precision(t, int(k))),
    **_at("relative_P", CUTOFFS, lambda t, k: quotient(float(t.found(k)), min(k, t.num_rel))),
    **_at("success", (1, 5, 10), lambda t, k: float(t.found(k) > 0)),
    "set_P": lambda t: quotient(float(t.found()), float(t.num_ret)),
    "set_relative_P": lambda t: quotient(float(t.found()), float(min(t.num_ret, t.num_rel))),
    "set_recall": lambda t: quotient(float(t.found()), float(t.num_rel)),
    "set_map": lambda t: quotient(
        float(t.found()) * float(t.found()), float(t.num_ret) * float(t.num_rel)
    ),
    "set_F": set_f,
    **_at("set_F", (0.25, 0.5, 2.0, 0.1), set_f),
    "yaap": yaap,
    "rbp": rbp,
    "rbp_p=0.8": lambda t: rbp(t, 0.8),
    "rbp_p=0.95": lambda t: rbp(t, 0.95),
    "rbp_resid": rbp_residual,
    "rbp_resid_p=0.8": lambda t: rbp_residual(t, 0.8),
    **_at("unj", (5, 10, 20), lambda t, k: float(sum(g < 0 for g in t.grades[:k])) / float(k)),
}
#: Those that depend on how many documents were retrieved, are relevant, and are both.
OF_SETS = ("set_P", "set_relative_P", "set_recall", "set_map", "set_F", "utility")


def left_to_right(values: list[float]) -> float:
    """The mean as trec_eval takes it: topics in bytewise order, added one by one."""
    total = 0.0
    for value in values:
        total += value
    return total / len(values)
