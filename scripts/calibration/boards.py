"""Simulations of several runs at once: ranks, families of comparisons, F, reliability.

Each function returns, for the samples that are asked for, by the statement that
`harness.comparison.assurances` quotes, an outcome for each sample: 1 (or the share) where the
statement was wrong, or, of intervals and sets, where it held; none where no runs of a population
tie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import scipy

from harness.comparison.significance import TESTS
from harness.core.arrays import Bools, Floats, Ints
from harness.core.parallel import pieces
from harness.settings.compare import Options
from harness.stats.anova import compute_effect, greenhouse_geisser
from harness.stats.corrections import CORRECTIONS, adjust_p_values, joint_randomisation
from harness.stats.families import all_pairs, subtract_pairs
from harness.stats.gtheory import reliability, variance_components
from harness.stats.leaderboard import rank_sets
from harness.stats.nemenyi import mean_ranks, nemenyi_critical_difference
from harness.stats.tukey import studentized_range_quantile
from scripts.calibration.samples import ALPHA, SHIFTED, Outcomes, Population, Sampling, Tie, ties

#: Draws of whatever is random.
DRAWS = 999

#: Means, and standard errors, nearer to 0 than this are 0 but for the noise of floats.
_NOISE = 1e-9

#: p-values in memory at a time.
_AT_ONCE = 2**21

#: Sets of runs that tie are so many; samples are shared out to them.
_TIES = 40


def ranks(given: Sampling) -> Outcomes:
    """Return whether sets of ranks of runs that tie hold all the ranks these may have.

    And whether the truly best runs have their star, and all sets hold at once.
    """
    found: dict[str, list[float]] = {}
    for tie, scores in _drawn(given):
        truth = tie.means
        best = np.isclose(truth, truth.max(), rtol=0, atol=1e-9)
        low = 1 + (truth[:, None] < truth - 1e-9).sum(axis=1)
        high = given.runs - (truth[:, None] > truth + 1e-9).sum(axis=1)
        seed = int(given.random.integers(2**31))
        asked = np.flatnonzero(best | (np.arange(given.runs) < tie.num_tied))
        own = rank_sets(scores, seed=seed, samples=2000, only=asked)
        held = (own.low <= low) & (own.high >= high)
        outcomes = {
            "rank-set": held[: tie.num_tied].mean(),
            "could-be-best": own.could_be_best[best].mean(),
        }
        if given.runs <= 9:
            whole = rank_sets(scores, seed=seed, samples=2000, simultaneous=True)
            outcomes["rank-sets-at-once"] = ((whole.low <= low) & (whole.high >= high)).all()
        _keep(found, outcomes)
    return found


def families(given: Sampling) -> Outcomes:
    """Return whether any of nine runs that tie is told from another, in families of all pairs.

    Also whether one of them is told from another where all are compared with it, and whether all
    intervals of differences from it hold at once.
    """
    found: dict[str, list[float]] = {}
    pairs = all_pairs(given.runs)
    for tie, scores in _drawn_together(given):
        true, first = pairs[1] < tie.num_tied, pairs[0] == 0
        of_first = true[first]
        p = t_p(scores, pairs)
        outcomes: dict[str, Any] = {
            "pairs:holm:t": rejected_by_holm(p)[:, true].any(axis=1),
            "against:holm": rejected_by_holm(p[:, first])[:, of_first].any(axis=1),
            "differences-at-once": _all_hold(scores, tie.means),
        }
        if given.runs <= 30:
            outcomes |= _by_other_corrections(p, true)
        if given.runs <= 9:
            outcomes["pairs:tukey"] = _wrong_by_tukey(scores, tie.num_tied)
        _keep(found, outcomes)
    return found


def t_p(scores: Floats, pairs: tuple[Ints, Ints]) -> Floats:
    """The p-values [S, P] of t for pairs of the runs of samples [S, n, R], all at once.

    The variance of a difference is that of both runs less twice their covariance.
    """
    n = scores.shape[1]
    means = scores.mean(axis=1)
    gaps, errors = means[:, pairs[0]] - means[:, pairs[1]], _errors(scores, pairs)
    t = np.divide(gaps, errors, out=np.zeros_like(gaps), where=errors > 0)
    by_signs = np.where(np.abs(gaps) > _NOISE, 2.0 ** (1 - n), 1.0)  # of equal differences
    return np.where(errors > 0, 2 * scipy.special.stdtr(n - 1, -np.abs(t)), by_signs)


def _errors(scores: Floats, pairs: tuple[Ints, Ints]) -> Floats:
    """The standard errors [S, P] of mean differences; 0 where the differences are equal."""
    n = scores.shape[1]
    centred = scores - scores.mean(axis=1, keepdims=True)
    covariances = np.matmul(centred.transpose(0, 2, 1), centred) / (n * (n - 1))
    variances = np.diagonal(covariances, axis1=1, axis2=2)
    first, second = pairs
    squares = variances[:, first] + variances[:, second] - 2 * covariances[:, first, second]
    return np.sqrt(np.where(squares > _NOISE**2, squares, 0.0))


def rejected_by_holm(p: Floats) -> Bools:
    """The hypotheses [S, P] that Holm rejects, of samples' p-values."""
    order = np.argsort(p, axis=1)
    passed = np.take_along_axis(p, order, axis=1) * np.arange(p.shape[1], 0, -1) < ALPHA
    rejected = np.zeros(p.shape, dtype=bool)
    np.put_along_axis(rejected, order, np.logical_and.accumulate(passed, axis=1), axis=1)
    return rejected


def _all_hold(scores: Floats, truth: Floats) -> Bools:
    """Whether all intervals of the first run's differences hold at once, by Bonferroni [S].

    Equal differences have no interval, which says nothing that is wrong.
    """
    n, runs = scores.shape[1:]
    first = (np.zeros(runs - 1, dtype=np.int64), np.arange(1, runs))
    means = scores.mean(axis=1)
    apart = means[:, :1] - means[:, 1:] - (truth[0] - truth[1:])
    errors = _errors(scores, first)
    reach = -scipy.special.stdtrit(n - 1, ALPHA / (runs - 1) / 2) * errors
    return np.asarray(((np.abs(apart) <= reach + _NOISE) | (errors == 0)).all(axis=1))


def _by_other_corrections(p: Floats, true: Bools) -> dict[str, Any]:
    """Whether tied runs differ by the others [S]; of Benjamini's the share of such rejections."""
    wrong: dict[str, Any] = {}
    for name in CORRECTIONS:
        if name == "holm":
            continue
        rejected = rejected_by(name, p)
        wrong[f"pairs:{name}:t"] = rejected[:, true].any(axis=1)
        if name.startswith("benjamini"):
            share = rejected[:, true].sum(axis=1) / np.maximum(1, rejected.sum(axis=1))
            wrong[f"pairs:{name}:t"] = share
    return wrong


def rejected_by(correction: str, p: Floats) -> Bools:
    """The hypotheses [S, P] that a correction rejects, of samples' p-values."""
    size = p.shape[1]
    ascending, ranks = np.sort(p, axis=1), np.arange(1, size + 1)
    if correction == "bonferroni":
        return np.asarray(p * size < ALPHA)
    if correction == "holm":
        return rejected_by_holm(p)
    if correction == "hommel":
        return np.asarray(p * _hommel_number(ascending)[:, None] < ALPHA)
    level = ALPHA / float(np.sum(1 / ranks)) if correction.endswith("yekutieli") else ALPHA
    under = ascending * size < level * ranks
    last = np.where(under.any(axis=1), size - np.argmax(under[:, ::-1], axis=1), 0)
    limit = np.where(last > 0, np.take_along_axis(ascending, last[:, None] - 1, axis=1)[:, 0], -1)
    return np.asarray(p <= limit[:, None])


def _hommel_number(ascending: Floats) -> Ints:
    """The most of the largest p-values [S] of which Simes's test rejects no hypothesis."""
    samples, size = ascending.shape
    number = np.zeros(samples, dtype=np.int64)
    for m in range(1, size + 1):
        accepted = (m * ascending[:, size - m :] >= ALPHA * np.arange(1, m + 1)).all(axis=1)
        number = np.where(accepted, m, number)
    return number


def _wrong_by_tukey(scores: Floats, num_tied: int) -> Bools:
    """Whether the tied runs whose means are the farthest apart differ by Tukey's test [S]."""
    n, runs = scores.shape[1:]
    left = scores - scores.mean(axis=1, keepdims=True) - scores.mean(axis=2, keepdims=True)
    left += scores.mean(axis=(1, 2), keepdims=True)
    freedom = (n - 1) * (runs - 1)
    errors = np.sqrt((left**2).sum(axis=(1, 2)) / freedom / n)
    ranges = np.ptp(scores.mean(axis=1)[:, :num_tied], axis=1)
    return np.asarray(ranges > _range_quantile(runs, freedom) * errors)


@cache
def _range_quantile(num_runs: int, degrees_of_freedom: int) -> float:
    return studentized_range_quantile(ALPHA, num_runs, degrees_of_freedom)


def joint_families(given: Sampling) -> Outcomes:
    """Return whether joint randomisation tells any of nine runs that tie from another."""
    found: dict[str, list[float]] = {}
    pairs = all_pairs(given.runs)
    for tie, scores in _drawn(given):
        p = joint_randomisation(subtract_pairs(scores, pairs), seed=1, samples=DRAWS).p
        _keep(found, {"pairs:joint:t": (p[pairs[1] < tie.num_tied] < ALPHA).any()})
    return found


def equal_runs(given: Sampling) -> Outcomes:
    """Return whether Holm tells any of runs apart that are all shifted to the same mean.

    Of measures of which a shift leaves possible values.
    """
    if given.population.name not in SHIFTED:
        return {}
    centred = given.population.scores - given.population.scores.mean(axis=0)
    pairs = all_pairs(given.runs)
    wrong: list[bool] = []
    for part in pieces(given.samples, max(1, _AT_ONCE // len(pairs[0]))):
        scores = np.stack([_window(centred, given) for _ in range(part.stop - part.start)])
        wrong += (t_p(scores, pairs).min(axis=1) * len(pairs[0]) < ALPHA).tolist()
    return {"pairs-all-equal:holm": wrong}


def variants(given: Sampling) -> Outcomes:
    """Return whether Holm tells any of nine near-identical real runs apart that tie."""
    found: dict[str, list[float]] = {}
    pairs = all_pairs(given.runs)
    for _, scores in _drawn_together(given, near_identical=True):
        least = t_p(scores, pairs).min(axis=1)
        _keep(found, {"pairs-variants:holm": least * len(pairs[0]) < ALPHA})
    return found


def families_of_other_tests(given: Sampling) -> Outcomes:
    """Return whether other tests tell runs apart where all that they ask for is so.

    By every correction. Wilcoxon's, the sign test and Nemenyi's ask for symmetry, or for orders
    that are chance: of scores that are exchanged within topics. The others ask for equal means.
    """
    options, pairs = Options(samples=2 * DRAWS + 1), all_pairs(given.runs)
    found: dict[str, list[float]] = {}
    for _, equal in _drawn(given):
        exchanged = given.random.permuted(equal, axis=1)
        apart = np.ptp(mean_ranks(exchanged))
        wrong = {
            "pairs:nemenyi": apart > nemenyi_critical_difference(given.topics, given.runs, ALPHA)
        }
        for name, test in TESTS.items():
            if name == "t" or given.topics < test.min_topics:
                continue
            of_means = name in ("randomisation", "bootstrap-t", "always-valid")
            values = subtract_pairs(equal if of_means else exchanged, pairs)
            p = test.compute(values, options, "two-sided").p
            for correction in CORRECTIONS:
                least = adjust_p_values(p, correction).p.min()
                wrong[f"pairs:{correction}:{name}"] = least < ALPHA
            if test.signed is not None:
                joint = joint_randomisation(test.signed(values, options), seed=1, samples=DRAWS)
                wrong[f"pairs:joint:{name}"] = joint.p.min() < ALPHA
        _keep(found, wrong)
    return found


def analyses(given: Sampling) -> Outcomes:
    """Return whether F finds that runs of equal means differ, as it is and with ε."""
    centred = given.population.scores - given.population.scores.mean(axis=0)
    both = [_f_tests(_window(centred, given)) for _ in range(given.samples)]
    plain, corrected = np.array(both).T < ALPHA
    return {"anova:F": plain, "anova:own": corrected}


def _f_tests(scores: Floats) -> tuple[float, float]:
    """The p-values of the runs' F, as it is and with Greenhouse and Geisser's ε."""
    n, k = scores.shape
    levels = scores.mean(axis=0) - scores.mean()
    left = scores - scores.mean(axis=0) - scores.mean(axis=1, keepdims=True) + scores.mean()
    parts = (n * float((levels**2).sum()), k - 1, float((left**2).sum()), (k - 1) * (n - 1))
    epsilon = greenhouse_geisser(left, k - 1)
    return compute_effect(*parts).p, compute_effect(*parts, epsilon=epsilon).p


def reliabilities(given: Sampling) -> Outcomes:
    """Return whether intervals of Eρ² and Φ hold those of all runs and topics there are."""
    everything = variance_components(given.population.scores)
    # All topics there are vary by their own mean squares, those of a sample by n / (n − 1).
    shrunk = 1 - 1 / len(given.population.scores)
    truth = replace(
        everything, topic=everything.topic * shrunk, residual=everything.residual * shrunk
    )
    known = reliability(truth, given.topics)
    held: dict[str, list[float]] = {}
    for _ in range(given.samples):
        columns = given.random.choice(given.population.num_runs, given.runs, replace=False)
        rows = given.random.integers(0, len(given.population.scores), given.topics)
        drawn = variance_components(given.population.scores[np.ix_(rows, columns)])
        found = reliability(drawn, given.topics)
        outcomes = {}
        for name in ("generalizability", "dependability"):
            true, mine = getattr(known, name).estimate, getattr(found, name)
            outcomes[f"reliability:{name}"] = mine.low <= true <= mine.high
        _keep(held, outcomes)
    return held


def _window(centred: Floats, given: Sampling) -> Floats:
    """A sample of topics of so many neighbours on the leaderboard [n, R]."""
    first = int(given.random.integers(0, centred.shape[1] - given.runs + 1))
    rows = given.random.integers(0, len(centred), given.topics)
    return centred[rows, first : first + given.runs]


def _drawn(given: Sampling) -> Iterator[tuple[Tie, Floats]]:
    """Samples of topics [n, R] of runs that tie, as many of each set of such runs."""
    for tie, some in _drawn_together(given):
        for scores in some:
            yield tie, scores


def _drawn_together(
    given: Sampling, *, near_identical: bool = False
) -> Iterator[tuple[Tie, Floats]]:
    """Samples of topics [S, n, R] of runs that tie, as many of each set of such runs."""
    known = _ties(given.population, given.runs, near_identical)
    for tie in known:
        yield tie, tie.draw(given.topics, -(-given.samples // len(known)), given.random)


@cache
def _ties(population: Population, runs: int, near_identical: bool) -> list[Tie]:
    return list(ties(population, runs, _TIES, 5, variants=near_identical))


def _keep(found: dict[str, list[float]], outcomes: Mapping[str, Any]) -> None:
    """Add outcomes, one or an array of each statement."""
    for name, outcome in outcomes.items():
        found.setdefault(name, []).extend(np.atleast_1d(outcome).tolist())
