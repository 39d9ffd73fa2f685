"""Slow versions of measures of graded relevance."""

from __future__ import annotations

import math

from tests.oracles.topics import Gains, Topic, oracle, over


def gain_of(grade: int, gain: str, gains: Gains) -> float:
    if grade < 0:
        return 0
    if gains and grade in gains:
        return gains[grade]
    return 2**grade - 1 if gain == "exp" else grade


def ideal_gains(topic: Topic, gain: str, gains: Gains) -> list[float]:
    values = [gain_of(grade, gain, gains) for grade in topic.judged_grades]
    return sorted((value for value in values if value > 0), reverse=True)


def discount(rank: int, form: str, base: float) -> float:
    if form == "jk":
        return 1 if rank < base else math.log(rank) / math.log(base)
    return math.log(rank + 1) / math.log(base)


def dcg_of(values: list[float], form: str = "log2", base: float = 2.0) -> float:
    return sum(v / discount(rank, form, base) for rank, v in enumerate(values, start=1))


FORMS = {"log2": ("linear", "log2"), "exp-log2": ("exp", "log2"), "jk": ("linear", "jk")}


@oracle("CG")
def cumulated_gain(
    topic: Topic, gain: str = "linear", gains: Gains = None, cutoff: int | None = None
) -> float:
    return sum(gain_of(grade, gain, gains) for grade in topic.top(cutoff))


@oracle("DCG")
def dcg(
    topic: Topic,
    dcg: str = "log2",
    gains: Gains = None,
    base: float = 2.0,
    cutoff: int | None = None,
) -> float:
    gain, form = FORMS[dcg]
    return dcg_of([gain_of(grade, gain, gains) for grade in topic.top(cutoff)], form, base)


@oracle("IDCG")
def ideal_dcg(
    topic: Topic,
    dcg: str = "log2",
    gains: Gains = None,
    base: float = 2.0,
    cutoff: int | None = None,
) -> float:
    gain, form = FORMS[dcg]
    return dcg_of(ideal_gains(topic, gain, gains)[:cutoff], form, base)


@oracle("nDCG")
def ndcg(topic: Topic, **parameters: object) -> float:
    return over(dcg(topic, **parameters), ideal_dcg(topic, **parameters))  # type: ignore[arg-type]


@oracle("nDCGRel")
def ndcg_at_relevant(topic: Topic, gains: Gains = None) -> float:
    """The ideal ranking stays at its end when the rank is beyond it."""
    ideal = ideal_gains(topic, "linear", gains)
    values = [
        ndcg(topic, gains=gains, cutoff=rank)
        for rank, grade in enumerate(topic.grades, start=1)
        if gain_of(grade, "linear", gains) > 0
    ]
    values += [ndcg(topic, gains=gains)] * (len(ideal) - len(values))
    return over(sum(values), len(ideal))


@oracle("Rndcg")
def r_ndcg(topic: Topic, gains: Gains = None, rel: int = 1) -> float:
    if not topic.relevant(rel):
        return 0
    ideal = [*ideal_gains(topic, "linear", gains), 0]
    values = [
        ndcg(topic, gains=gains, cutoff=rank)
        for rank in range(1, len(ideal))
        if ideal[rank] < ideal[rank - 1]
    ]
    if values and len(topic.grades) > len(ideal):
        values.append(ndcg(topic, gains=gains))
    return over(sum(values), len(values))


@oracle("binG")
def binary_g(topic: Topic, rel: int = 1) -> float:
    summed = 0.0
    for i, grade in enumerate(topic.grades):
        if grade >= rel:
            summed += 1 / math.log2(2 + i - topic.found(rel, i))
    return over(summed, topic.relevant(rel))


@oracle("G")
def graded_g(topic: Topic, gains: Gains = None) -> float:
    ideal = ideal_gains(topic, "linear", gains)
    cost = gained = summed = 0.0
    for i, grade in enumerate(topic.grades):
        value = gain_of(grade, "linear", gains)
        cost += max(ideal[i] if i < len(ideal) else 0, 1)
        gained += value
        if value:
            summed += value / math.log2(2 + cost - gained)
    return over(summed, sum(ideal))


def blended_ratios(topic: Topic, beta: float, gains: Gains) -> list[tuple[int, int, float, float]]:
    """Rank, grade, gain and blended ratio of each relevant document retrieved."""
    ideal = ideal_gains(topic, "linear", gains)
    found, gained, ratios = 0, 0.0, []
    for rank, grade in enumerate(topic.grades, start=1):
        value = gain_of(grade, "linear", gains)
        if value > 0:
            found += 1
            gained += value
            ratio = (found + beta * gained) / (rank + beta * sum(ideal[:rank]))
            ratios.append((rank, grade, value, ratio))
    return ratios


@oracle("Q")
def q_measure(
    topic: Topic, beta: float = 1.0, gains: Gains = None, cutoff: int | None = None
) -> float:
    relevant = len(ideal_gains(topic, "linear", gains))
    limit = cutoff or max(len(topic.grades), relevant)
    summed = sum(ratio for rank, _, _, ratio in blended_ratios(topic, beta, gains) if rank <= limit)
    return over(summed, min(relevant, limit))


@oracle("O")
def o_measure(topic: Topic, beta: float = 1.0, gains: Gains = None) -> float:
    return next((ratio for _, _, _, ratio in blended_ratios(topic, beta, gains)), 0.0)


def to_preferred(topic: Topic, beta: float, gains: Gains) -> list[float]:
    ratios = blended_ratios(topic, beta, gains)
    best = max((value for _, _, value, _ in ratios), default=0)
    last = next((i for i, (_, _, value, _) in enumerate(ratios) if value == best), -1)
    return [ratio for _, _, _, ratio in ratios[: last + 1]]


@oracle("PMeasure")
def p_measure(topic: Topic, beta: float = 1.0, gains: Gains = None) -> float:
    return [0.0, *to_preferred(topic, beta, gains)][-1]


@oracle("PPlus")
def p_plus(topic: Topic, beta: float = 1.0, gains: Gains = None) -> float:
    ratios = to_preferred(topic, beta, gains)
    return over(sum(ratios), len(ratios))


@oracle("NCU")
def ncu(
    topic: Topic,
    stop: str = "gu",
    utility: str = "BR",
    beta: float = 1.0,
    gamma: float = 0.95,
    gains: Gains = None,
    stops: Gains = None,
) -> float:
    judged = [grade for grade in topic.judged_grades if gain_of(grade, "linear", gains) > 0]
    ratios = blended_ratios(topic, beta if utility == "BR" else 0.0, gains)
    if stop == "gu":
        weights = [gain_of(grade, "linear", stops or gains) for _, grade, _, _ in ratios]
        of_all = sum(gain_of(grade, "linear", stops or gains) for grade in judged)
    else:
        weights = [gamma**i for i in range(len(ratios))]
        of_all = sum(gamma**i for i in range(len(judged)))
    summed = sum(w * ratio for w, (_, _, _, ratio) in zip(weights, ratios, strict=True))
    return over(summed, of_all)
