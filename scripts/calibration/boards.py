"""Simulations of several runs at once: ranks, families of comparisons, F, reliability.

Each function is of so many ``samples`` from one population, of so many topics and runs. It returns,
by the statement that `harness.comparison.assurances` quotes, an outcome for each sample: 1 (or the
share) where the statement was wrong, or, of intervals and sets, where it held. Where no runs of a
population tie there is none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np

from harness.comparison.significance import TESTS
from harness.core.arrays import Floats
from harness.settings.compare import Options
from harness.stats.anova import anova, effect_of, greenhouse_geisser
from harness.stats.corrections import CORRECTIONS, adjusted
from harness.stats.friedman import mean_ranks, nemenyi_critical_difference
from harness.stats.gtheory import reliability, variance_components
from harness.stats.joint import joint_randomisation
from harness.stats.leaderboard import rank_sets
from harness.stats.pairs import all_pairs, differences_of
from harness.stats.student import paired_t, t_interval
from harness.stats.studentized_range import studentized_range_quantile
from scripts.calibration.samples import ALPHA, SHIFTED, Outcomes, Population, Tie, ties

#: Draws of whatever is random.
DRAWS = 999

#: Sets of runs that tie are so many; samples are shared out to them.
_TIES = 40


def ranks(
    population: Population, runs: int, topics: int, samples: int, random: np.random.Generator
) -> Outcomes:
    """Return whether sets of ranks of runs that tie hold all the ranks these may have.

    And whether the truly best runs have their star, and all sets hold at once.
    """
    found: dict[str, list[float]] = {}
    for tie, scores in _drawn(population, runs, topics, samples, random):
        truth = tie.means
        best = np.isclose(truth, truth.max(), rtol=0, atol=1e-9)
        low = 1 + (truth[:, None] < truth - 1e-9).sum(axis=1)
        high = runs - (truth[:, None] > truth + 1e-9).sum(axis=1)
        seed, draws = int(random.integers(2**31)), None if runs <= 9 else 2000
        own = rank_sets(scores, seed=seed, samples=draws)
        held = (own.low <= low) & (own.high >= high)
        outcomes = {
            "rank-set": held[: tie.num_tied].mean(),
            "could-be-best": own.could_be_best[best].mean(),
        }
        if runs <= 9:
            whole = rank_sets(scores, seed=seed, samples=2000, simultaneous=True)
            outcomes["rank-sets-at-once"] = ((whole.low <= low) & (whole.high >= high)).all()
        _keep(found, outcomes)
    return found


def families(
    population: Population, runs: int, topics: int, samples: int, random: np.random.Generator
) -> Outcomes:
    """Return whether any of nine runs that tie is told from another, in families of all pairs.

    Also whether one of them is told from another where all are compared with it, and whether all
    intervals of differences from it hold at once.
    """
    found: dict[str, list[float]] = {}
    pairs = all_pairs(runs)
    for tie, scores in _drawn(population, runs, topics, samples, random):
        true, first = pairs[1] < tie.num_tied, pairs[0] == 0
        differences = differences_of(scores, pairs)
        p = paired_t(differences).p
        ends = t_interval(differences[first], confidence=1 - ALPHA / (runs - 1))
        gaps = tie.means[0] - tie.means[1:]
        outcomes = {
            "pairs:holm:t": (adjusted(p).p < ALPHA)[true].any(),
            "against:holm": (adjusted(p[first]).p < ALPHA)[true[first]].any(),
            "differences-at-once": not ((ends.low > gaps) | (ends.high < gaps)).any(),
        }
        if runs <= 30:
            outcomes |= _by_other_corrections(scores, p, differences, tie.num_tied)
        _keep(found, outcomes)
    return found


def _by_other_corrections(
    scores: Floats, p: Floats, differences: Floats, num_tied: int
) -> dict[str, float]:
    """Whether tied runs differ by the others; of Benjamini's the share of such rejections."""
    num_topics, num_runs = scores.shape
    wrong, true = {}, all_pairs(num_runs)[1] < num_tied
    for name in CORRECTIONS:
        rejected = adjusted(p, name).p < ALPHA
        if name.startswith("benjamini"):
            wrong[f"pairs:{name}:t"] = rejected[true].sum() / max(1, rejected.sum())
        elif name != "holm":
            wrong[f"pairs:{name}:t"] = rejected[true].any()
    if num_runs <= 9 or num_topics == 50:
        joint = joint_randomisation(differences, seed=1, samples=DRAWS).p
        wrong["pairs:joint:t"] = (joint[true] < ALPHA).any()
    if num_runs <= 9:
        table, means = anova(scores), scores[:, :num_tied].mean(axis=0)
        q = _range_quantile(num_runs, table.degrees_of_freedom)
        wrong["pairs:tukey"] = np.ptp(means) > q * math.sqrt(table.error_variance / num_topics)
    return wrong


@cache
def _range_quantile(num_runs: int, degrees_of_freedom: int) -> float:
    return studentized_range_quantile(ALPHA, num_runs, degrees_of_freedom)


def equal_runs(
    population: Population, runs: int, topics: int, samples: int, random: np.random.Generator
) -> Outcomes:
    """Return whether Holm tells any of runs apart that are all shifted to the same mean.

    Of measures of which a shift leaves possible values.
    """
    if population.name not in SHIFTED:
        return {}
    centred, pairs = population.scores - population.scores.mean(axis=0), all_pairs(runs)
    wrong = []
    for _ in range(samples):
        p = paired_t(differences_of(_window(centred, runs, topics, random), pairs)).p
        wrong.append(p.min() * len(p) < ALPHA)  # Holm's first step
    return {"pairs-all-equal:holm": wrong}


def variants(
    population: Population, runs: int, topics: int, samples: int, random: np.random.Generator
) -> Outcomes:
    """Return whether Holm tells any of nine near-identical real runs apart that tie."""
    wrong = []
    for _, scores in _drawn(population, runs, topics, samples, random, near_identical=True):
        p = paired_t(differences_of(scores)).p
        wrong.append(p.min() * len(p) < ALPHA)
    return {"pairs-variants:holm": wrong}


def families_of_other_tests(
    population: Population, runs: int, topics: int, samples: int, random: np.random.Generator
) -> Outcomes:
    """Return whether other tests tell runs apart where all that they ask for is so.

    By every correction. Wilcoxon's, the sign test and Nemenyi's ask for symmetry, or for orders
    that are chance: of scores that are exchanged within topics. The others ask for equal means.
    """
    options, pairs = Options(samples=2 * DRAWS + 1), all_pairs(runs)
    found: dict[str, list[float]] = {}
    for _, equal in _drawn(population, runs, topics, samples, random):
        exchanged = random.permuted(equal, axis=1)
        apart = np.ptp(mean_ranks(exchanged))
        wrong = {"pairs:nemenyi": apart > nemenyi_critical_difference(topics, runs, ALPHA)}
        for name, test in TESTS.items():
            if name == "t" or topics < test.min_topics:
                continue
            of_means = name in ("randomisation", "bootstrap-t", "always-valid")
            values = differences_of(equal if of_means else exchanged, pairs)
            p = test.compute(values, options, "two-sided").p
            for correction in CORRECTIONS:
                least = adjusted(p, correction).p.min()
                wrong[f"pairs:{correction}:{name}"] = least < ALPHA
            if test.signed is not None:
                joint = joint_randomisation(test.signed(values, options), seed=1, samples=DRAWS)
                wrong[f"pairs:joint:{name}"] = joint.p.min() < ALPHA
        _keep(found, wrong)
    return found


def analyses(
    population: Population, runs: int, topics: int, samples: int, random: np.random.Generator
) -> Outcomes:
    """Return whether F finds that runs of equal means differ, as it is and with ε."""
    centred = population.scores - population.scores.mean(axis=0)
    both = [_f_tests(_window(centred, runs, topics, random)) for _ in range(samples)]
    plain, corrected = np.array(both).T < ALPHA
    return {"anova:F": plain, "anova:own": corrected}


def _f_tests(scores: Floats) -> tuple[float, float]:
    """The p-values of the runs' F, as it is and with Greenhouse and Geisser's ε."""
    n, k = scores.shape
    levels = scores.mean(axis=0) - scores.mean()
    left = scores - scores.mean(axis=0) - scores.mean(axis=1, keepdims=True) + scores.mean()
    parts = (n * float((levels**2).sum()), k - 1, float((left**2).sum()), (k - 1) * (n - 1))
    epsilon = greenhouse_geisser(left, k - 1)
    return effect_of(*parts).p, effect_of(*parts, epsilon=epsilon).p


def reliabilities(
    population: Population, runs: int, topics: int, samples: int, random: np.random.Generator
) -> Outcomes:
    """Return whether intervals of Eρ² and Φ hold those of all runs and topics there are."""
    everything = variance_components(population.scores)
    # All topics there are vary by their own mean squares, those of a sample by n / (n − 1).
    shrunk = 1 - 1 / len(population.scores)
    truth = replace(
        everything, topic=everything.topic * shrunk, residual=everything.residual * shrunk
    )
    known = reliability(truth, topics)
    held: dict[str, list[float]] = {}
    for _ in range(samples):
        columns = random.choice(population.num_runs, runs, replace=False)
        rows = random.integers(0, len(population.scores), topics)
        drawn = variance_components(population.scores[np.ix_(rows, columns)])
        found = reliability(drawn, topics)
        outcomes = {}
        for name in ("generalizability", "dependability"):
            true, mine = getattr(known, name).estimate, getattr(found, name)
            outcomes[f"reliability:{name}"] = mine.low <= true <= mine.high
        _keep(held, outcomes)
    return held


def _window(centred: Floats, runs: int, topics: int, random: np.random.Generator) -> Floats:
    """A sample of topics of so many neighbours on the leaderboard [n, R]."""
    first = int(random.integers(0, centred.shape[1] - runs + 1))
    return centred[random.integers(0, len(centred), topics), first : first + runs]


def _drawn(
    population: Population,
    runs: int,
    topics: int,
    samples: int,
    random: np.random.Generator,
    *,
    near_identical: bool = False,
) -> Iterator[tuple[Tie, Floats]]:
    """Samples of topics [n, R] of runs that tie, as many of each set of such runs."""
    known = _ties(population, runs, near_identical)
    for tie in known:
        for scores in tie.draw(topics, -(-samples // len(known)), random):
            yield tie, scores


@cache
def _ties(population: Population, runs: int, near_identical: bool) -> list[Tie]:
    return list(ties(population, runs, _TIES, 5, variants=near_identical))


def _keep(found: dict[str, list[float]], outcomes: dict[str, float]) -> None:
    for name, outcome in outcomes.items():
        found.setdefault(name, []).append(float(outcome))
