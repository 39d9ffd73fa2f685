"""Samples: uniform, proportional to a size, stratified."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from harness.core.arrays import Bools, Floats, Ints, running_sum
from harness.core.errors import EvaluationError, Problem, refuse
from harness.pooling.candidates import TopicCandidates
from harness.pooling.strategies.orders import sum_values
from harness.pooling.strategies.registry import TopicSample, strategy

#: The strata of a plan: ``("1:20:1", "21:100:0.1")``, or one text with commas between them.
Strata = str | Sequence[str]

_STRATUM = re.compile(
    r"\s*(\d{1,9})\s*:\s*(\d{1,9})\s*:\s*(-?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18}))\s*", re.ASCII
)
_FORM = "expected from:to:rate, two ranks and a share, such as 21:100:0.1"


@dataclass(frozen=True, slots=True)
class Stratum:
    """The documents with a best rank from ``low`` to ``high``: judge the share ``rate``."""

    low: int
    high: int
    rate: Fraction
    text: str


def read_strata(strata: object) -> tuple[Stratum, ...]:
    """Parse the strata of a plan, best ranks first.

    Each of the `Strata` is a text ``from:to:rate``: the first rank, the last one, and the share of
    its documents to be judged, above 0 and at most 1. Ranks between strata may be left out. Raises
    `EvaluationError` with every problem.

    >>> [(one.low, one.high, str(one.rate)) for one in read_strata("21:100:0.1, 1:20:1")]
    [(1, 20, '1'), (21, 100, '1/10')]
    """
    if isinstance(strata, str):
        strata = strata.split(",") if strata.strip() else ()
    read = [_read(part) for part in (strata if isinstance(strata, Iterable) else [strata])]
    plan = [stratum for stratum in read if isinstance(stratum, Stratum)]
    problems = [stratum for stratum in read if isinstance(stratum, Problem)]
    for stratum in plan:
        problems += _check_stratum(stratum)
    plan.sort(key=lambda stratum: (stratum.low, stratum.high))
    problems += [
        Problem(f"the strata {before.text} and {after.text} overlap")
        for before, after in combinations(
            (stratum for stratum in plan if stratum.low <= stratum.high), 2
        )
        if before.low <= after.high and after.low <= before.high
    ]
    if not read:
        problems.append(Problem("there are no strata", hint=_FORM))
    refuse(problems, EvaluationError)
    return tuple(plan)


def deepest_rank(strata: Strata) -> int:
    """Return the last rank of the strata: the depth to which runs must be read.

    >>> deepest_rank(("1:20:1", "21:100:0.1"))
    100
    """
    return max(stratum.high for stratum in read_strata(strata))


def sample_sizes(rates: Sequence[Fraction], sizes: Sequence[int], budget: int | None) -> list[int]:
    """Return the number of documents drawn from each stratum [S] with these ``rates`` and
    ``sizes``.

    It is the rate times the size, rounded up, computed exactly. If the sum is above the budget,
    strata with a rate of 1 keep their numbers, and the others share the rest in proportion to
    theirs: at least 1 each if they have documents, the largest remainders rounded up, ties going to
    the first strata. Raises `EvaluationError` if the budget is too small for this.

    >>> rates = [Fraction(1), Fraction(1, 2), Fraction(1, 10)]
    >>> sample_sizes(rates, [20, 80, 201], None)
    [20, 40, 21]
    >>> sample_sizes(rates, [20, 80, 201], 50)  # 30 left for 40 and 21: 19.67 and 10.33
    [20, 20, 10]
    """
    wanted = [math.ceil(rate * size) for rate, size in zip(rates, sizes, strict=True)]
    if budget is None or sum(wanted) <= budget:
        return wanted
    sampled = [i for i, rate in enumerate(rates) if rate < 1 and wanted[i]]
    certain = sum(wanted) - sum(wanted[i] for i in sampled)
    if budget < certain + len(sampled):
        message = (
            f"the budget of {budget} does not hold the {certain} documents of strata with rate 1 "
            f"and one of each of the {len(sampled)} others"
        )
        hint = f"allow at least {certain + len(sampled)}, or change the strata"
        raise EvaluationError(Problem(message, hint=hint))
    reduced = _share_in_proportion([wanted[i] for i in sampled], budget - certain)
    for index, number in zip(sampled, reduced, strict=True):
        wanted[index] = number
    return wanted


@strategy(
    "stratified",
    "sample",
    needs_budget=False,
    random=True,
    readers={"strata": lambda given: tuple(stratum.text for stratum in read_strata(given))},
    reach=lambda given: deepest_rank(given["strata"]),
)
def stratified(
    topic: TopicCandidates, random: np.random.Generator, budget: int | None, *, strata: Strata
) -> TopicSample:
    """Simple random samples from strata of best ranks, each with its own rate.

    ``strata`` are texts ``from:to:rate``, such as 1:20:1 and 21:100:0.1: all documents that some
    run ranks among its first 20, and of the others a tenth of those among the first 100, rounded
    up. Strata are numbered from 1, the best ranks first. In a stratum of N documents of which n
    are drawn, each has the probability n / N. Documents with ranks of no stratum have no chance
    and are in stratum 0. A budget reduces the strata with a rate below 1, in proportion.

    Yilmaz, Kanoulas, Aslam, A simple and efficient sampling method for estimating AP and NDCG,
    SIGIR 2008.
    """
    plan = read_strata(strata)
    size = len(topic.docs)
    drawn = TopicSample(np.zeros(size, dtype=np.int64), np.ones(size), np.zeros(size, dtype=bool))
    for number, stratum in enumerate(plan, start=1):
        drawn.stratum[(topic.best_rank >= stratum.low) & (topic.best_rank <= stratum.high)] = number
    codes = [np.flatnonzero(drawn.stratum == number) for number in range(1, len(plan) + 1)]
    try:
        numbers = sample_sizes(
            [stratum.rate for stratum in plan], [len(those) for those in codes], budget
        )
    except EvaluationError as error:
        raise EvaluationError(
            Problem(problem.message, f"topic {topic.topic!r}", hint=problem.hint)
            for problem in error.problems
        ) from None
    for those, number in zip(codes, numbers, strict=True):
        if len(those):
            drawn.probability[those] = number / len(those)
            drawn.taken[those] = simple_sample(random, len(those), number)
    return drawn


def _read(part: object) -> Stratum | Problem:
    if not isinstance(part, str):
        # YAML reads 1:20:1 as a number to the base of 60.
        return Problem(f"the stratum {part!r} is not a text", hint=f"{_FORM}, in quotes")
    match = _STRATUM.fullmatch(part)
    if match is None:
        return Problem(f"{part.strip()!r} is not a stratum", hint=_FORM)
    low, high, rate = match.groups()
    return Stratum(int(low), int(high), Fraction(rate), f"{low}:{high}:{rate}")


def _check_stratum(stratum: Stratum) -> Iterator[Problem]:
    if stratum.low < 1:
        yield Problem(f"the stratum {stratum.text} starts at rank 0", hint="ranks count from 1")
    if stratum.low > stratum.high:
        yield Problem(f"the stratum {stratum.text} ends before it starts", hint=_FORM)
    if not 0 < stratum.rate <= 1:
        hint = "the share must be above 0 and at most 1"
        yield Problem(f"the rate of the stratum {stratum.text} is not allowed", hint=hint)


def _share_in_proportion(wanted: list[int], number: int) -> list[int]:
    """Share ``number`` documents in proportion to what is wanted, at least 1 each."""
    shares = [Fraction(1)] * len(wanted)
    rest = set(range(len(wanted)))
    while True:
        # Strata with a share below 1 get 1; the others then have less to share.
        ratio = Fraction(number - len(wanted) + len(rest), sum(wanted[i] for i in rest))
        few = {i for i in rest if wanted[i] * ratio < 1}
        if not few:
            break
        rest -= few
    for index in rest:
        shares[index] = wanted[index] * ratio
    numbers = [math.floor(share) for share in shares]
    by_remainder = sorted(range(len(shares)), key=lambda i: numbers[i] - shares[i])
    for index in by_remainder[: number - sum(numbers)]:
        numbers[index] += 1
    return numbers


def simple_sample(random: np.random.Generator, size: int, number: int) -> Bools:
    """Draw ``number`` of ``size`` documents [D]; every set has the same chance.

    >>> int(simple_sample(np.random.default_rng(1), 5, 2).sum())
    2
    """
    taken = np.zeros(size, dtype=bool)
    taken[random.permutation(size)[:number]] = True
    return taken


@strategy("uniform", "sample", random=True)
def uniform(topic: TopicCandidates, random: np.random.Generator, budget: int) -> TopicSample:
    """A simple random sample without replacement: n of the D candidates, each with n / D.

    The budget is n; all are taken when there are no more. All are in stratum 1.

    Cochran, Sampling Techniques, 3rd edition 1977, chapter 2; for judgments: Yilmaz, Aslam,
    Estimating average precision with incomplete and imperfect judgments, CIKM 2006.
    """
    size = len(topic.docs)
    number = min(budget, size)
    taken = simple_sample(random, size, number)
    return TopicSample(np.ones(size, dtype=np.int64), np.full(size, number / size), taken)


#: The largest weight; weights are whole numbers, so that the draw is exact.
_LARGEST = 2**30


def ap_prior(length: int) -> Floats:
    """Return the weight of each rank of a list in average precision [length]; their sum is 1.

    W(r) = (1 + 1/r + 1/(r+1) + … + 1/s) / (2s) for rank r of s. Average precision sums, over pairs
    of ranks, 1 / (the larger rank) where both documents are relevant; W is the share of the pairs
    that a rank is part of.

    Aslam, Pavlu, Yilmaz, A statistical method for system evaluation using incomplete judgments,
    SIGIR 2006.

    >>> [round(float(weight), 4) for weight in ap_prior(2)]  # (1 + 1 + 1/2) / 4, (1 + 1/2) / 4
    [0.625, 0.375]
    """
    return (1 + running_sum(1 / np.arange(length, 0, -1))[::-1]) / (2 * length)


def systematic_sample(random: np.random.Generator, weights: Ints, number: int) -> Bools:
    """Draw ``number`` documents [D] with probabilities in proportion to their whole weights.

    The documents are laid end to end in random order, each as long as its weight, and points are
    set at equal distances from a random start; a document with a point on it is drawn. The
    probability is exactly ``number`` times the weight over the sum of weights, which must not be
    above 1. Computed in whole numbers.

    Madow, On the theory of systematic sampling, II, Annals of Mathematical Statistics 1949.

    >>> weights = np.array([1, 2, 3])
    >>> int(systematic_sample(np.random.default_rng(1), weights, 2).sum())
    2
    """
    order = random.permutation(len(weights))
    ends = np.cumsum(weights[order])
    total = int(ends[-1])
    start = int(random.integers(total))
    # The points are at (start + i · total) / number; an end at or before a point is an end at or
    # before its whole part.
    points = [(start + i * total) // number for i in range(number)]
    taken = np.zeros(len(weights), dtype=bool)
    taken[order[np.searchsorted(ends, points, side="right")]] = True
    return taken


@strategy("proportional", "sample", random=True)
def proportional(topic: TopicCandidates, random: np.random.Generator, budget: int) -> TopicSample:
    """A sample of fixed size with probabilities in proportion to AP weights, as for statAP.

    A document's weight is the mean over the runs of the AP prior of its rank (`ap_prior`), 0 in
    runs that do not bring it; a list is as long as the last rank of the run's candidates. The
    probabilities of the candidates are in proportion to the weights and sum to the budget.
    Documents for which that would give more than 1 are taken for certain, and the others share the
    rest, until none is above 1. Stratum 1 holds what is taken for certain, stratum 2 what is drawn;
    probabilities differ inside of it. Drawn systematically in random order (`systematic_sample`).

    Aslam, Pavlu, Yilmaz, A statistical method for system evaluation using incomplete judgments,
    SIGIR 2006; Aslam, Pavlu, A practical sampling strategy for efficient retrieval evaluation,
    technical report, Northeastern University 2007.
    """
    weights = _scale_to_integers(_average_prior(topic))
    certain = _find_certain(weights, budget)
    probability, taken = np.ones(len(weights)), certain.copy()
    others = np.flatnonzero(~certain)
    if len(others):
        number = budget - int(certain.sum())
        probability[others] = number * weights[others] / weights[others].sum()
        taken[others] = systematic_sample(random, weights[others], number)
    return TopicSample(np.where(certain, 1, 2), probability, taken)


def _average_prior(topic: TopicCandidates) -> Floats:
    """Return the mean over the runs of the AP prior of each document's rank [D]."""
    last = np.zeros(len(topic.runs), dtype=np.int64)
    np.maximum.at(last, topic.run, topic.rank)
    priors = {int(length): ap_prior(int(length)) for length in np.unique(last[last > 0])}
    ranks = zip(last[topic.run].tolist(), (topic.rank - 1).tolist(), strict=True)
    return sum_values(topic, np.array([priors[s][r] for s, r in ranks])) / len(topic.runs)


def _scale_to_integers(weights: Floats) -> Ints:
    """Scale weights to whole numbers of at least 1; only their proportions count."""
    integers: Ints = np.rint(weights / weights.max() * _LARGEST).astype(np.int64)
    return np.maximum(1, integers)


def _find_certain(weights: Ints, number: int) -> Bools:
    """Find the documents that are certain when ``number`` are drawn in proportion [D]."""
    certain = np.zeros(len(weights), dtype=bool)
    while True:
        left = number - int(certain.sum())
        above = ~certain & (left * weights >= weights[~certain].sum())
        if not above.any():
            return certain
        certain |= above
