"""Slow versions of measures of model users."""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import accumulate
from pathlib import Path

from tests.oracles.topics import Gains, Topic, oracle, over


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
    shares = [gain / rank for rank, gain in enumerate(gains, start=1)]
    ahead = [*accumulate(reversed(shares), initial=0.0)][::-1]
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
