"""Stratified sampling: ranges of ranks, of each a share is judged."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np

from harness.core.errors import EvaluationError, Problem, refuse
from harness.pooling.candidates import TopicCandidates
from harness.pooling.strategies.kinds import Drawn
from harness.pooling.strategies.registry import strategy
from harness.pooling.strategies.uniform import simple_sample

#: A plan's strata: ``("1:20:1", "21:100:0.1")``, or one text with commas between them.
Strata = str | Sequence[str]

_STRATUM = re.compile(
    r"\s*(\d{1,9})\s*:\s*(\d{1,9})\s*:\s*(-?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18}))\s*", re.ASCII
)
_FORM = "expected from:to:rate, two ranks and a share, such as 21:100:0.1"


@dataclass(frozen=True, slots=True)
class Stratum:
    """The documents whose best rank is at least ``low`` and at most ``high``: judge ``rate``."""

    low: int
    high: int
    rate: Fraction
    text: str


def read_strata(strata: object) -> tuple[Stratum, ...]:
    """The strata of a plan, the best ranks first.

    They are given as `Strata`. Each is a text ``from:to:rate``: the first rank, the last one, and
    the share of its documents that is judged, above 0 and at most 1. Ranks may be left out between
    strata. Raises `EvaluationError` with all that is wrong.

    >>> [(one.low, one.high, str(one.rate)) for one in read_strata("21:100:0.1, 1:20:1")]
    [(1, 20, '1'), (21, 100, '1/10')]
    """
    if isinstance(strata, str):
        strata = strata.split(",") if strata.strip() else ()
    read = [_read(part) for part in (strata if isinstance(strata, Iterable) else [strata])]
    plan = [stratum for stratum in read if isinstance(stratum, Stratum)]
    problems = [stratum for stratum in read if isinstance(stratum, Problem)]
    for stratum in plan:
        problems += _wrong(stratum)
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
    """The last rank that a plan asks for: the depth to which runs must be read for it.

    >>> deepest_rank(("1:20:1", "21:100:0.1"))
    100
    """
    return max(stratum.high for stratum in read_strata(strata))


def sample_sizes(rates: Sequence[Fraction], sizes: Sequence[int], budget: int | None) -> list[int]:
    """How many documents are drawn of each stratum [S] with these ``rates`` and ``sizes``.

    It is the rate times the size, rounded up, computed without error. When all together are above
    the budget, strata with a rate of 1 keep theirs, and the others share what is left in
    proportion to what they would have had: at least 1 each where they have documents, the largest
    remainders rounded up, of equal ones those of the first strata. Raises `EvaluationError` when
    the budget is too small for this.

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
    reduced = _in_proportion([wanted[i] for i in sampled], budget - certain)
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
) -> Drawn:
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
    drawn = Drawn(np.zeros(size, dtype=np.int64), np.ones(size), np.zeros(size, dtype=bool))
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
        # YAML takes 1:20:1 for a number to the base of 60.
        return Problem(f"the stratum {part!r} is not a text", hint=f"{_FORM}, in quotes")
    match = _STRATUM.fullmatch(part)
    if match is None:
        return Problem(f"{part.strip()!r} is not a stratum", hint=_FORM)
    low, high, rate = match.groups()
    return Stratum(int(low), int(high), Fraction(rate), f"{low}:{high}:{rate}")


def _wrong(stratum: Stratum) -> Iterator[Problem]:
    if stratum.low < 1:
        yield Problem(f"the stratum {stratum.text} starts at rank 0", hint="ranks count from 1")
    if stratum.low > stratum.high:
        yield Problem(f"the stratum {stratum.text} ends before it starts", hint=_FORM)
    if not 0 < stratum.rate <= 1:
        hint = "the share must be above 0 and at most 1"
        yield Problem(f"the rate of the stratum {stratum.text} is not allowed", hint=hint)


def _in_proportion(wanted: list[int], number: int) -> list[int]:
    """``number`` documents shared in proportion to what is wanted, at least 1 each."""
    shares = [Fraction(1)] * len(wanted)
    rest = set(range(len(wanted)))
    while True:
        # Those whose share would be below 1 get 1; the others have less to share then.
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
