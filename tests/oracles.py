"""Every measure once more: slow, obvious, straight from its definition, with nothing shared.

No numpy and nothing of `harness` is used here. A `Topic` is one ranking as a list of grades, best
first (−1 not in the qrels, −2 in them with a negative grade), and the number of judged documents
by grade, with that of negative grades in ``negative``. An oracle returns one number (0 where the measure is undefined, 1 where
low values are good), or a text.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

Gains = dict[int, float] | None


@dataclass(frozen=True)
class Topic:
    grades: list[int]
    judged: dict[int, int]
    collection: int = 0
    dialect: str = "trec_eval-10"
    negative: int = 0

    @property
    def judged_grades(self) -> list[int]:
        """The grade of every judged document, best first."""
        grades = [grade for grade, number in self.judged.items() for _ in range(number)]
        return sorted(grades, reverse=True)

    def relevant(self, rel: int = 1) -> int:
        return sum(grade >= rel for grade in self.judged_grades)

    def nonrelevant(self, rel: int = 1) -> int:
        return sum(grade < rel for grade in self.judged_grades)

    def top(self, cutoff: int | None) -> list[int]:
        return self.grades if cutoff is None else self.grades[:cutoff]

    def found(self, rel: int = 1, cutoff: int | None = None) -> int:
        return sum(grade >= rel for grade in self.top(cutoff))


Oracle = Callable[..., "float | str"]
ORACLES: dict[str, Oracle] = {}


def oracle(name: str) -> Callable[[Oracle], Oracle]:
    def declare(function: Oracle) -> Oracle:
        if name in ORACLES:
            raise ValueError(f"two oracles for {name}")
        ORACLES[name] = function
        return function

    return declare


def over(top: float, bottom: float, undefined: float = 0.0) -> float:
    return top / bottom if bottom else undefined


# --- counts ---------------------------------------------------------------------------------


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


# --- binary relevance -----------------------------------------------------------------------


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


# --- sets -----------------------------------------------------------------------------------


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


# --- curves ---------------------------------------------------------------------------------


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
    topic: Topic, rel: int = 1, over: str = "judged", negative: str = "unjudged"
) -> float:
    end = len(topic.grades)
    relevant = [rank for rank, grade in enumerate(topic.grades) if grade >= rel]
    if over == "judged":
        junk = negative == "judged"
        known = [grade >= 0 or (junk and grade == -2) for grade in topic.grades]
        others = [rank for rank in range(end) if known[rank] and topic.grades[rank] < rel]
        others += [end] * (topic.nonrelevant(rel) + junk * topic.negative - len(others))
    else:
        others = [rank for rank, grade in enumerate(topic.grades) if grade < rel]
        if over == "collection":
            others += [end] * (topic.collection - topic.relevant(rel) - len(others))
    if over != "retrieved":
        relevant += [end] * (topic.relevant(rel) - len(relevant))
    pairs = [(r, n) for r in relevant for n in others]
    won = sum(1.0 if r < n else 0.5 if r == n else 0.0 for r, n in pairs)
    return won / len(pairs) if pairs else 0


# --- incomplete judgments -------------------------------------------------------------------


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


# --- graded relevance -----------------------------------------------------------------------


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


# --- user models ----------------------------------------------------------------------------


@oracle("RBP")
def rank_biased_precision(
    topic: Topic,
    p: float = 0.8,
    rel: int | None = None,
    gains: Gains = None,
    cutoff: int | None = None,
) -> float:
    highest = max([grade for grade, number in topic.judged.items() if number] + [1])
    summed = 0.0
    for i, grade in enumerate(topic.top(cutoff)):
        gain = max(grade, 0) / highest if rel is None else grade >= rel
        if gains:
            gain = gains.get(grade, 0) / (max(gains.values()) or 1)
        summed += gain * p**i
    return (1 - p) * summed


@oracle("RBPResidual")
def rank_biased_residual(topic: Topic, p: float = 0.8) -> float:
    unknown = [i for i, grade in enumerate(topic.grades) if grade < 0]
    if not unknown:  # both dialects of trec_eval print 0 then
        return 0
    return p ** len(topic.grades) + (1 - p) * sum(p**i for i in unknown)


def expected_rank(grades: list[int], max_grade: int, gains: Gains) -> float:
    goes_on, summed = 1.0, 0.0
    for rank, grade in enumerate(grades, start=1):
        stops = (2 ** max(grade, 0) - 1) / 2**max_grade
        if gains:
            stops = gains.get(grade, 0) / ((max(gains.values()) or 1) + 1)
        summed += goes_on * stops / rank
        goes_on *= 1 - stops
    return summed


@oracle("ERR")
def expected_reciprocal_rank(
    topic: Topic, gains: Gains = None, max_grade: int = 4, cutoff: int | None = None
) -> float:
    return expected_rank(topic.top(cutoff), max_grade, gains)


@oracle("nERR")
def normalised_err(
    topic: Topic, gains: Gains = None, max_grade: int = 4, cutoff: int | None = None
) -> float:
    ideal = sorted(topic.judged_grades, key=lambda grade: -(gains or {}).get(grade, grade))
    best = expected_rank(ideal[:cutoff], max_grade, gains)
    return over(expected_rank(topic.top(cutoff), max_grade, gains), best)


# --- users of C/W/L --------------------------------------------------------------------------


def chances(
    user: str,
    gains: list[float],
    *,
    T: float = 1.0,
    A: float = 0.2,
    b1: float = 0.9,
    b2: float = 0.9,
    R1: float = 1.0,
    R2: float = 1.0,
    by: str = "both",
    hb: float = 0.0,
    hc: float = 0.0,
    gain_med: float = 0.5,
    p: float = 0.9,
    dcg: str = "log2",
    cutoff: int = 10,
) -> list[float]:
    """The chance of a user to go on from each rank; every document costs 1."""
    going, want, bear, cg, values = 1.0, T, float(cutoff), 0.0, []
    ahead = [sum(g / (j + 1) for j, g in enumerate(gains) if j >= i) for i in range(len(gains) + 1)]
    for i, gain in enumerate(gains, start=1):
        cg += gain
        insq = ((i + 2 * T - 1) / (i + 2 * T)) ** 2
        within = i < cutoff
        if user == "BPM":
            going *= cg < want and i < bear
            want += hb * (gain - gain_med)
            bear += hc * (gain - gain_med)
        elif user == "INST":
            going = ((i + 2 * T - cg - 1) / (i + 2 * T - cg)) ** 2
        elif user == "IFT":
            goal = 1 - 1 / (1 + b1 * math.exp((T - cg) * R1))
            rate = 1 / (1 + b2 * math.exp((A - cg / i) * R2))
            going = {"both": goal * rate, "goal": goal, "rate": rate}[by]
        else:
            going = {
                "INSQ": insq,
                "SDCG": within * math.log(i + 1) / math.log(i + 2),
                "NERR8": within * (1 - gain),
                "NERR9": within * (1 - gain) * i / (i + 1),
                "NERR10": p * (1 - gain),
                "NERR11": insq * (1 - gain),
                "P": float(within),
                "RBP": p,
                "RR": float(cg == 0),
                "AP": over(ahead[i], ahead[i - 1]),
                "TBG": 2 ** (-1 / 22) if i < len(gains) else 0.0,
                "U": over(max(0, 50 - i), max(0, 51 - i)) if i + 1 < len(gains) else 0.0,
            }[user]
        values.append(going)
    return values


def cwl(
    topic: Topic,
    user: str,
    of: str = "EU",
    unknown: float = 0.0,
    min_grade: int = 0,
    max_grade: int = 1,
    depth: int = 1000,
    **parameters,
) -> float:
    gains = [
        unknown if grade < 0 else max(0.0, (grade - min_grade) / (max_grade - min_grade))
        for grade in [*topic.grades, *[-1] * depth][:depth]
    ]
    arrives, looked_at, useful, gained, left, spent = 1.0, 0.0, 0.0, 0.0, 0.0, 0.0
    goes_on = chances(user, gains, **parameters)
    for rank, (gain, chance) in enumerate(zip(gains, goes_on, strict=True), start=1):
        looked_at += arrives
        useful += arrives * gain
        gained += gain
        left += arrives * (1 - chance) * gained
        spent += arrives * (1 - chance) * rank
        arrives *= chance
    return {"EU": useful / looked_at, "ETU": left, "EC": 1.0, "ETC": spent, "ED": looked_at}[of]


#: The users of the tests by their notation.
USERS = {
    "INST": ("INST", {}),
    "INST(T=2)": ("INST", {"T": 2.0}),
    "RBP(p=0.5)": ("RBP", {"p": 0.5}),
    "P@3": ("P", {"cutoff": 3}),
    "SDCG@5": ("SDCG", {"cutoff": 5}),
    "BPM(T=0.13)@4": ("BPM", {"T": 0.13, "cutoff": 4}),
    "TBG(halflife=22)": ("TBG", {}),
    "U(L=50)": ("U", {}),
    "IFT": ("IFT", {"T": 2.0}),
    "NERR9@4": ("NERR9", {"cutoff": 4}),
}


def of_user(topic: Topic, of: str, user: str = "INST", unknown: float = 0.0, **scale) -> float:
    name, parameters = USERS.get(user, (user, {}))
    return cwl(topic, name, of, unknown, **scale, **parameters)


for _user in (
    "INST",
    "INSQ",
    "SDCG",
    "BPM",
    "IFT",
    *(f"NERR{number}" for number in (8, 9, 10, 11)),
):
    _default = {"T": 2.0} if _user == "IFT" else {}
    oracle(_user)(
        lambda topic, _user=_user, _default=_default, **parameters: cwl(
            topic, _user, **{**_default, **parameters}
        )
    )
for _of in ("EU", "ETU", "EC", "ETC", "ED"):
    oracle(_of)(lambda topic, _of=_of, **parameters: of_user(topic, _of, **parameters))


@oracle("Residual")
def residual(topic: Topic, of: str = "EU", **parameters) -> float:
    best, worst = (of_user(topic, of, unknown=gain, **parameters) for gain in (1.0, 0.0))
    return best - worst


@oracle("TBG")
def time_biased_gain(
    topic: Topic, rel: int = 1, halflife: float = 224.0, length: float = 500.0
) -> float:
    seconds = saved = 0.0
    for grade in topic.grades:
        if grade >= rel:
            saved += 0.4928 * math.exp(-seconds * math.log(2) / halflife)
        seconds += 4.4 + (0.64 if grade >= rel else 0.39) * (0.018 * length + 7.8)
    return saved


@oracle("U")
def u_measure(
    topic: Topic,
    max_grade: int = 4,
    L: float = 132000.0,
    snippet: float = 200.0,
    length: float = 3000.0,
) -> float:
    read = summed = 0.0
    for grade in topic.grades:
        read += snippet + (0.2 * length if grade > 0 else 0)
        if grade > 0:
            summed += (2**grade - 1) / 2**max_grade * max(0, 1 - read / L)
    return summed


@oracle("Compat")
def compatibility(topic: Topic, p: float = 0.95, normalize: bool = True) -> float:
    retrieved = [(grade, f"d{rank}") for rank, grade in enumerate(topic.grades)]
    missed = list(topic.judged_grades)
    for grade, _ in retrieved:
        if grade >= 0:
            missed.remove(grade)
    ideal = sorted(
        [(grade, 0, rank, f"d{rank}") for rank, (grade, _) in enumerate(retrieved)]
        + [(grade, 1, i, f"m{i}") for i, grade in enumerate(missed)],
        key=lambda entry: (-entry[0], *entry[1:3]),
    )
    best = [entry[3] for entry in ideal if entry[0] > 0]
    ranking = [name for _, name in retrieved]
    depth = max(len(ranking), len(best))

    def overlap(left: list[str]) -> float:
        shared = (len({*left[:d]} & {*best[:d]}) / d for d in range(1, depth + 1))
        return sum(p**d * share for d, share in enumerate(shared))

    bottom = overlap(best) if normalize else sum(p**d for d in range(depth))
    return over(overlap(ranking), bottom if best else 0.0)


# --- reading reference data -----------------------------------------------------------------


def read_topics(qrels: Path, run: Path) -> dict[str, Topic]:
    """The topics that are in both files, ranked by score, ties by docno descending bytewise."""
    judgments: dict[str, dict[str, int]] = defaultdict(dict)
    for line in qrels.read_text().splitlines():
        topic, _, docno, grade = line.split()
        judgments[topic][docno] = int(grade)
    rankings: dict[str, list[tuple[float, bytes, str]]] = defaultdict(list)
    for line in run.read_text().splitlines():
        topic, _, docno, _, score, _ = line.split()
        rankings[topic].append((float(score), docno.encode(), docno))
    topics = {}
    for topic in sorted(judgments.keys() & rankings.keys(), key=str.encode):
        known = judgments[topic]
        ranked = [docno for _, _, docno in sorted(rankings[topic], reverse=True)]
        # Any negative grade means "pooled, not judged".
        grades = [known.get(docno, -1) for docno in ranked]
        grades = [
            -2 if docno in known and grade < 0 else grade
            for docno, grade in zip(ranked, grades, strict=True)
        ]
        judged: dict[int, int] = defaultdict(int)
        for grade in known.values():
            if grade >= 0:
                judged[grade] += 1
        topics[topic] = Topic(grades, dict(judged))
    return topics
