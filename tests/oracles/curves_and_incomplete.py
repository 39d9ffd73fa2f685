"""Slow versions of curves, and of measures of incomplete judgments."""

from __future__ import annotations

import math
from fractions import Fraction

from tests.oracles.topics import Topic, oracle, over


def points(topic: Topic, rel: int) -> list[tuple[Fraction, Fraction]]:
    """Recall and precision at each rank, exactly; none without relevant documents."""
    relevant = topic.relevant(rel)
    if not relevant:
        return []
    found = [topic.found(rel, rank) for rank in range(len(topic.grades) + 1)]
    return [
        (Fraction(found[rank], relevant), Fraction(found[rank], rank))
        for rank in range(1, len(topic.grades) + 1)
    ]


@oracle("IPrec")
def interpolated_precision(topic: Topic, rel: int = 1, recall: float = 0.0) -> float:
    wanted = recall * topic.relevant(rel)
    needed = int(wanted + 0.9) if topic.dialect == "trec_eval-9" else math.floor(wanted + 0.5)
    best, found = 0.0, 0
    for rank, grade in enumerate(topic.grades, start=1):
        found += grade >= rel
        if found >= needed:
            best = max(best, found / rank)
    return best


@oracle("IPrecAvg")
def interpolated_average(
    topic: Topic, rel: int = 1, levels=tuple(i / 10 for i in range(11)), points: int | None = None
) -> float:
    if points is not None:
        levels = [i / (points - 1) for i in range(points)]
    return sum(interpolated_precision(topic, rel, level) for level in levels) / len(levels)


@oracle("PrecisionAtRecall")
def precision_at_recall(topic: Topic, rel: int = 1, recall: float = 0.5) -> float:
    fitting = [p for r, p in points(topic, rel) if float(r) >= recall]
    return float(max(fitting, default=0))


@oracle("BreakEven")
def break_even(topic: Topic, rel: int = 1) -> float:
    """The greatest value at which both are equal; 0 also where they are 0 or never equal."""
    return float(max((p for r, p in points(topic, rel) if r == p), default=0))


@oracle("AUPRC")
def area_under_precision_recall(topic: Topic, rel: int = 1, curve: str = "trapezoid") -> float:
    area, before = Fraction(0), (Fraction(0), Fraction(1))
    path = points(topic, rel)
    for place, (r, p) in enumerate(path):
        height = {
            "trapezoid": (p + before[1]) / 2,
            "step": p,
            "interpolated": max(q for _, q in path[place:]),
        }[curve]
        area += (r - before[0]) * height
        before = r, p
    return float(area)


@oracle("Efficiency")
def system_efficiency(topic: Topic, rel: int = 1) -> float:
    distances = [math.dist((1, 1), (r, p)) for r, p in points(topic, rel)]
    return 1 - min(distances) / math.sqrt(2) if distances else 0


@oracle("AUC")
def area_under_roc(
    topic: Topic,
    rel: int = 1,
    over: str = "judged",
    negative: str = "unjudged",
    cutoff: int | None = None,
) -> float:
    grades = topic.grades[:cutoff]
    end = len(grades)
    relevant = [rank for rank, grade in enumerate(grades) if grade >= rel]
    if over == "judged":
        junk = negative == "judged"
        known = [grade >= 0 or (junk and grade == -2) for grade in grades]
        others = [rank for rank in range(end) if known[rank] and grades[rank] < rel]
        others += [end] * (topic.nonrelevant(rel) + junk * topic.negative - len(others))
    else:
        others = [rank for rank, grade in enumerate(grades) if grade < rel]
        if over == "collection":
            others += [end] * (topic.collection - topic.relevant(rel) - len(others))
    if over != "retrieved":
        relevant += [end] * (topic.relevant(rel) - len(relevant))
    pairs = [(r, n) for r in relevant for n in others]
    won = sum(1.0 if r < n else 0.5 if r == n else 0.0 for r, n in pairs)
    return won / len(pairs) if pairs else 0


@oracle("Bpref")
def bpref(topic: Topic, rel: int = 1) -> float:
    relevant, nonrelevant = topic.relevant(rel), topic.nonrelevant(rel)
    summed, above = 0.0, 0
    for grade in topic.grades:
        if grade >= rel:
            summed += 1 - min(above, relevant) / min(nonrelevant, relevant) if above else 1
        elif grade >= 0:
            above += 1
    return over(summed, relevant)


@oracle("GMBpref")
def geometric_bpref(topic: Topic, rel: int = 1) -> float:
    return bpref(topic, rel)


@oracle("infAP")
def inferred_ap(topic: Topic, rel: int = 1) -> float:
    epsilon, summed = 0.00001, 0.0
    for i, grade in enumerate(topic.grades):
        if grade < rel:
            continue
        above = topic.grades[:i]
        if i == 0:
            summed += 1
            continue
        rel_above = sum(g >= rel for g in above)
        nonrel_above = sum(0 <= g < rel for g in above)
        pooled = sum(g != -1 for g in above)
        chance = (rel_above + epsilon) / (rel_above + nonrel_above + 2 * epsilon)
        summed += 1 / (i + 1) + i / (i + 1) * (pooled / i) * chance
    return over(summed, topic.relevant(rel))


@oracle("Unjudged")
def unjudged(topic: Topic, negative: str = "unjudged", cutoff: int = 10) -> float:
    nobody = {-1} if negative == "judged" else {-1, -2}
    return sum(grade in nobody for grade in topic.top(cutoff)) / cutoff


@oracle("Judged")
def judged(topic: Topic, negative: str = "unjudged", cutoff: int | None = None) -> float:
    top = topic.top(cutoff)
    nobody = {-1} if negative == "judged" else {-1, -2}
    return over(sum(grade not in nobody for grade in top), len(top))
