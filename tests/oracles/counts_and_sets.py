"""Slow versions of counts, of measures of binary relevance, and of sets."""

from __future__ import annotations

import math

from tests.oracles.topics import Topic, oracle, over


@oracle("NumQ")
def num_q(topic: Topic) -> float:
    return 1


@oracle("NumRet")
def num_ret(topic: Topic, rel: int | None = None) -> float:
    return len(topic.grades) if rel is None else topic.found(rel)


@oracle("NumRel")
def num_rel(topic: Topic, rel: int = 1) -> float:
    return topic.relevant(rel)


@oracle("NumRelRet")
def num_rel_ret(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    return topic.found(rel, cutoff)


@oracle("NumNonRelJudgedRet")
def num_nonrel_judged_ret(topic: Topic, rel: int = 1) -> float:
    return sum(0 <= grade < rel for grade in topic.grades)


@oracle("Utility")
def utility(topic: Topic, rel: int = 1, weights=(1.0, -1.0, 0.0, 0.0)) -> float:
    a, b, c, d = weights
    found, missed = topic.found(rel), topic.relevant(rel) - topic.found(rel)
    wrong = len(topic.grades) - found
    return a * found + b * wrong + c * missed + d * (topic.collection - found - wrong - missed)


@oracle("RelString")
def relstring(topic: Topic, cutoff: int = 10) -> str:
    letters = {-1: "-", -2: "."}
    return "".join(
        letters.get(grade, str(grade) if grade <= 9 else ">") for grade in topic.top(cutoff)
    )


@oracle("P")
def precision(topic: Topic, rel: int = 1, cutoff: int = 10) -> float:
    return topic.found(rel, cutoff) / cutoff


@oracle("R")
def recall(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    return over(topic.found(rel, cutoff), topic.relevant(rel))


@oracle("RelP")
def relative_precision(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    limit = len(topic.grades) if cutoff is None else cutoff
    return over(topic.found(rel, cutoff), min(limit, topic.relevant(rel)))


@oracle("Success")
def success(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    return float(any(grade >= rel for grade in topic.top(cutoff)))


@oracle("Rprec")
def r_precision(topic: Topic, rel: int = 1) -> float:
    relevant = topic.relevant(rel)
    return over(topic.found(rel, relevant), relevant)


@oracle("RprecMult")
def r_precision_multiple(topic: Topic, rel: int = 1, factor: float = 1.0) -> float:
    cutoff = int(factor * topic.relevant(rel) + 0.9)
    return over(topic.found(rel, cutoff), cutoff)


@oracle("RR")
def reciprocal_rank(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    for rank, grade in enumerate(topic.top(cutoff), start=1):
        if grade >= rel:
            return 1 / rank
    return 0


def precisions_at_relevant(grades: list[int], rel: int) -> list[float]:
    precisions, found = [], 0
    for rank, grade in enumerate(grades, start=1):
        if grade >= rel:
            found += 1
            precisions.append(found / rank)
    return precisions


@oracle("AP")
def average_precision(
    topic: Topic, rel: int = 1, divisor: str = "R", cutoff: int | None = None
) -> float:
    relevant = topic.relevant(rel)
    if divisor == "min" and cutoff:
        relevant = min(relevant, cutoff)
    return over(sum(precisions_at_relevant(topic.top(cutoff), rel)), relevant)


@oracle("GMAP")
def geometric_average_precision(topic: Topic, rel: int = 1) -> float:
    return average_precision(topic, rel)


@oracle("YAAP")
def yaap(topic: Topic, rel: int = 1) -> float:
    summed = sum(precisions_at_relevant(topic.grades, rel))
    return math.log((1 + summed) / (1 + topic.relevant(rel) - summed))


@oracle("APRetrieved")
def average_precision_of_retrieved(topic: Topic, rel: int = 1) -> float:
    precisions = precisions_at_relevant(topic.grades, rel)
    return over(sum(precisions), len(precisions))


@oracle("NormAP")
def normalised_average_precision(topic: Topic, rel: int = 1) -> float:
    best = sum(precisions_at_relevant(sorted(topic.grades, reverse=True), rel))
    worst = sum(precisions_at_relevant(sorted(topic.grades), rel))
    return over(sum(precisions_at_relevant(topic.grades, rel)) - worst, best - worst)


@oracle("SetP")
def set_precision(topic: Topic, rel: int = 1, relative: bool = False) -> float:
    best = min(len(topic.grades), topic.relevant(rel)) if relative else len(topic.grades)
    return over(topic.found(rel), best)


@oracle("SetAP")
def set_average_precision(topic: Topic, rel: int = 1) -> float:
    return set_precision(topic, rel) * recall(topic, rel)


@oracle("F")
def f_measure(
    topic: Topic,
    beta: float = 1.0,
    alpha: float | None = None,
    beta2: float | None = None,
    rel: int = 1,
    cutoff: int | None = None,
) -> float:
    p = set_precision(topic, rel) if cutoff is None else precision(topic, rel, cutoff)
    r = recall(topic, rel, cutoff)
    if not p or not r:
        return 0
    if alpha is not None:
        return 1 / (alpha / p + (1 - alpha) / r)
    square = beta * beta if beta2 is None else beta2
    return (square + 1) * p * r / (square * p + r)


def confusion(topic: Topic, rel: int, cutoff: int | None) -> tuple[int, int, int, int]:
    """TP, FP, FN, TN."""
    found, retrieved = topic.found(rel, cutoff), len(topic.top(cutoff))
    missed = topic.relevant(rel) - found
    return found, retrieved - found, missed, topic.collection - retrieved - missed


@oracle("Accuracy")
def accuracy(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    tp, fp, fn, tn = confusion(topic, rel, cutoff)
    return over(tp + tn, tp + fp + fn + tn)


@oracle("ErrorRate")
def error_rate(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    tp, fp, fn, tn = confusion(topic, rel, cutoff)
    return over(fp + fn, tp + fp + fn + tn)


@oracle("BalancedAccuracy")
def balanced_accuracy(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    tp, fp, fn, tn = confusion(topic, rel, cutoff)
    if tp + fn == 0 or fp + tn == 0:
        return 0
    return (tp / (tp + fn) + tn / (fp + tn)) / 2


@oracle("Fallout")
def fallout(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    _, fp, _, tn = confusion(topic, rel, cutoff)
    return over(fp, fp + tn, 1.0)


@oracle("Specificity")
def specificity(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    _, fp, _, tn = confusion(topic, rel, cutoff)
    return over(tn, fp + tn)


@oracle("NPV")
def negative_predictive_value(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    _, _, fn, tn = confusion(topic, rel, cutoff)
    return over(tn, fn + tn)


@oracle("FDR")
def false_discovery_rate(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    tp, fp, _, _ = confusion(topic, rel, cutoff)
    return over(fp, tp + fp, 1.0)


@oracle("FOR")
def false_omission_rate(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    _, _, fn, tn = confusion(topic, rel, cutoff)
    return over(fn, fn + tn, 1.0)


@oracle("FNR")
def false_negative_rate(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    tp, _, fn, _ = confusion(topic, rel, cutoff)
    return over(fn, tp + fn, 1.0)


@oracle("MCC")
def matthews(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    tp, fp, fn, tn = confusion(topic, rel, cutoff)
    return over(tp * tn - fp * fn, math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)))


@oracle("Jaccard")
def jaccard(topic: Topic, rel: int = 1, cutoff: int | None = None) -> float:
    tp, fp, fn, _ = confusion(topic, rel, cutoff)
    return over(tp, tp + fp + fn)


@oracle("Generality")
def generality(topic: Topic, rel: int = 1) -> float:
    return over(topic.relevant(rel), topic.collection)
