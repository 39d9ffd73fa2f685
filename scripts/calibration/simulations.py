"""What is simulated: error rates and power of tests, coverage of intervals, ranks, families."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from harness.comparison.family import tested_family
from harness.comparison.significance import TESTS
from harness.core.arrays import Bools, Floats
from harness.core.random import generator
from harness.settings.compare import Options
from harness.stats.bootstrap import bootstrap_interval
from harness.stats.families import square
from harness.stats.leaderboard import rank_sets, ranks_of
from harness.stats.pairs import all_pairs
from harness.stats.student import t_interval
from scripts.calibration.samples import (
    Population,
    Scenario,
    as_they_are,
    equal_means,
    exchanged,
    grouped,
    variants,
)

ALPHA = 0.05

#: A true difference of so many deviations of the differences, for the power of tests.
EFFECT = 0.5

#: The intervals of a mean difference by name.
INTERVALS = ("t", "percentile", "bca")

#: What is asked of looking after every topic, in the order in which `looks` has it.
LOOKS = ("t, error", "always-valid, error", "always-valid, power")

#: What is asked of sets of ranks, in the order in which `ranks` has them.
RANKS = ("own set", "all own sets", "all at once", "the best has its star", "stars of 9")

#: How families are made, in words: of how many runs at least, and with how many topics.
FAMILIES: dict[str, tuple[int, Scenario, tuple[int, ...]]] = {
    "10 runs, scores exchanged": (10, exchanged(10), (10, 25, 50)),
    "10 neighbours, equal means": (10, equal_means(10), (10, 25, 50)),
    "30 neighbours, equal means": (30, equal_means(30), (50,)),
    "12 runs in 3 groups": (12, grouped(12, 3), (50,)),
    "10 near variants (.005), 1 other": (2, variants(10, 1, size=0.005), (50,)),
    "10 variants (.02), 1 other": (2, variants(10, 1, size=0.02), (50,)),
    "20 variants (.02), 1 other": (2, variants(20, 1, size=0.02), (25,)),
    "10 variants on few topics, 3 others": (4, variants(10, 3, size=0.1, share=0.06), (50,)),
    "20 runs as they are": (20, as_they_are(20), (15, 50)),
}

#: The corrections of tests of means that are compared; the first is the default.
CORRECTIONS = ("holm", "hommel", "joint")


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is simulated: samples of pairs, intervals, leaderboards and so on."""

    pairs: int = 600
    intervals: int = 300
    ranks: int = 100
    families: int = 100
    judgments: int = 2000
    models: int = 300
    draws: int = 999
    topics: tuple[int, ...] = (3, 5, 8, 10, 15, 25, 50, 100, 200)


def pair_samples(population: Population, num_topics: int, samples: int, seed: int) -> Floats:
    """Differences [S, T] of neighbours on the leaderboard whose true mean is 0."""
    random = generator(seed, "pairs", population.name, str(num_topics))
    rows = np.empty((samples, num_topics))
    for row in rows:
        first, second = population.neighbours(2, random).T
        differences = first - second
        row[:] = population.draw(differences - differences.mean(), num_topics, random)
    return rows


def rejected(tests: Sequence[str], differences: Floats, effort: Effort, seed: int) -> list[float]:
    """The share of samples in which each test finds a difference."""
    options = Options(seed=seed, samples=effort.draws)
    return [
        float((TESTS[name].compute(differences, options, "two-sided").p < ALPHA).mean())
        for name in tests
    ]


def error_and_power(
    population: Population, num_topics: int, effort: Effort, seed: int = 1
) -> tuple[list[float], list[float]]:
    """Errors of the first kind of all tests, and their power at half a deviation."""
    differences = pair_samples(population, num_topics, effort.pairs, seed)
    spread = differences.std(axis=1, ddof=1, keepdims=True)
    names = list(TESTS)
    shifted = differences + EFFECT * spread.mean()
    return rejected(names, differences, effort, seed), rejected(names, shifted, effort, seed)


def looks(population: Population, effort: Effort, seed: int = 1) -> dict[int, list[float]]:
    """By number of topics: how often looking after each of them has led to a difference by then.

    That of t and of the always-valid test where there is none, and of the latter where there is.
    """
    differences = pair_samples(population, max(effort.topics), effort.pairs, seed)
    shifted = differences + EFFECT * differences.std(axis=1, ddof=1, keepdims=True).mean()
    cases = [("t", differences), ("always-valid", differences), ("always-valid", shifted)]
    rejected = np.zeros((len(cases), effort.pairs), dtype=bool)
    shares = {}
    for n in range(2, max(effort.topics) + 1):
        for index, (name, values) in enumerate(cases):
            if n >= TESTS[name].min_topics:
                p = TESTS[name].compute(values[:, :n], Options(), "two-sided").p
                rejected[index] |= p < ALPHA
        if n in effort.topics:
            shares[n] = [float(share) for share in rejected.mean(axis=1)]
    return shares


def coverage(population: Population, num_topics: int, effort: Effort, seed: int = 1) -> list[float]:
    """The share of 95 % intervals of a mean difference that include the truth, which is 0."""
    rows = pair_samples(population, num_topics, effort.intervals, seed)
    shares = []
    for kind in INTERVALS:
        if kind == "t":
            interval = t_interval(rows)
        else:
            interval = bootstrap_interval(rows, kind=kind, seed=seed, samples=effort.draws)
        shares.append(float(((interval.low <= 0) & (interval.high >= 0)).mean()))
    return shares


def ranks(population: Population, num_topics: int, effort: Effort, seed: int = 1) -> list[float]:
    """Return how often sets of ranks hold the truth, and the truly best run has a star."""
    random = generator(seed, "ranks", population.name, str(num_topics))
    num_runs = min(9, population.scores.shape[1])
    found = np.empty((effort.ranks, len(RANKS)))
    for row in found:
        sample = as_they_are(num_runs)(population, num_topics, random)
        truth = ranks_of(sample.means)
        own, at_once = (
            rank_sets(sample.scores, seed=seed, samples=effort.draws, simultaneous=together)
            for together in (False, True)
        )
        inside, all_inside = ((s.low <= truth) & (truth <= s.high) for s in (own, at_once))
        stars = own.could_be_best
        best = stars[int(np.argmin(truth))]
        row[:] = (inside.mean(), inside.all(), all_inside.all(), best, stars.sum())
    return [float(share) for share in found.mean(axis=0)]


def family(
    population: Population,
    scenario: Scenario,
    num_topics: int,
    effort: Effort,
    *,
    corrections: Sequence[str] = CORRECTIONS,
    seed: int = 1,
) -> dict[str, tuple[float, float]]:
    """By correction: how often any true hypothesis is rejected, and the share of false ones."""
    random = generator(seed, "families", population.name, str(num_topics))
    errors: dict[str, list[float]] = {name: [] for name in corrections}
    power: dict[str, list[float]] = {name: [] for name in corrections}
    for _ in range(effort.families):
        sample = scenario(population, num_topics, random)
        first, second = pairs = all_pairs(len(sample.means))
        true = np.abs(sample.means[first] - sample.means[second]) < 1e-9
        for name in corrections:
            options = Options(correction=name, samples=effort.draws)
            different = tested_family([sample.table], [pairs], options).corrected < ALPHA
            errors[name].append(float(different[true].any()))
            power[name].append(_share(different[~true]))
    return {name: (float(np.mean(errors[name])), _mean(power[name])) for name in corrections}


def independence(population: Population, effort: Effort, seed: int = 1) -> dict[str, list[int]]:
    """Significant pairs among the best three quarters of the runs, by who else took part.

    All runs; the worst quarter left out; the worst quarter left out and three empty runs added.
    """
    scores = population.scores
    kept = scores.shape[1] * 3 // 4
    empty = np.zeros((len(scores), 3))
    tables = [scores, scores[:, :kept], np.hstack([scores[:, :kept], empty])]
    names = (*CORRECTIONS, "tukey", "nemenyi")
    return {name: [_among(t, kept, name, effort, seed) for t in tables] for name in names}


def _among(scores: Floats, kept: int, correction: str, effort: Effort, seed: int) -> int:
    from scripts.calibration.samples import Sample

    table = Sample(scores, scores.mean(axis=0)).table
    options = Options(correction=correction, samples=max(effort.draws, 1999), seed=seed)
    pairs = all_pairs(scores.shape[1])
    different = square(tested_family([table], [pairs], options).corrected)[:kept, :kept] < ALPHA
    return int(np.count_nonzero(different)) // 2


def _share(rejections: Bools) -> float:
    return float(rejections.mean()) if rejections.size else float("nan")


def _mean(shares: Sequence[float]) -> float:
    known = [share for share in shares if share == share]
    return float(np.mean(known)) if known else float("nan")
