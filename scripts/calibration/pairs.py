"""Simulations of one run, or of two: intervals, tests, equivalence, the gate, TRisk.

Each function returns, for the samples that are asked for, by the statement that
`harness.comparison.assurances` quotes, an outcome for each sample: 1 where the statement was wrong,
or, of intervals, where it held.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from harness.comparison.significance import TESTS
from harness.core.arrays import Bools, Floats
from harness.gate.verdicts import missed_loss_p
from harness.settings.compare import Options
from harness.stats.bootstrap import bootstrap_interval
from harness.stats.equivalence import equivalence
from harness.stats.risk import measure_risk
from harness.stats.student import paired_t, t_interval
from scripts.calibration.samples import ALPHA, Outcomes, Sampling, shifted_pairs, tilted_pairs

#: A level that families of many comparisons ask of each.
TAIL = 0.001

#: The margin of equivalence and non-inferiority: the default of ``compare.equivalence``.
MARGIN = 0.01

#: Draws of whatever is random.
DRAWS = 999


def means(given: Sampling) -> Outcomes:
    """Return whether 95 % intervals of means hold them: of all runs, of the best, of the last."""
    fifteen, truth = min(15, given.population.num_runs), given.population.scores.mean(axis=0)
    groups = {
        "all": (0, given.runs),
        "best": (0, fifteen),
        "last": (given.runs - fifteen, given.runs),
    }
    held = {}
    for name, ends in groups.items():
        chosen = given.random.integers(*ends, given.samples)
        rows = given.random.integers(0, len(given.population.scores), (given.samples, given.topics))
        drawn = given.population.scores[rows, chosen[:, None]]
        interval = t_interval(drawn, bounds=given.population.bounds)
        inside = (interval.low <= truth[chosen] + 1e-12) & (truth[chosen] - 1e-12 <= interval.high)
        held[f"mean-interval:{name}"] = inside
    return held


def t_tests(given: Sampling) -> Outcomes:
    """Return whether t finds a difference of two runs whose means are equal."""
    p = paired_t(_of_equal_means(given)).p
    return {"test:t": p < ALPHA, "tail:t": p < TAIL}


def other_tests(given: Sampling) -> Outcomes:
    """Return whether the other tests find a difference of two runs whose means are equal."""
    found = {}
    for name, test in TESTS.items():
        if name != "t" and given.topics >= test.min_topics:
            values = _of_equal_means(given)
            p = test.compute(values, Options(samples=DRAWS), "two-sided").p
            found[f"test:{name}"] = p < ALPHA
    return found


def looks(given: Sampling) -> Outcomes:
    """Return whether looking after every topic finds a difference where there is none."""
    values = _of_equal_means(given)
    found: dict[str, Bools] = {}
    none = np.zeros(len(values), dtype=bool)
    for name in ("t", "always-valid"):
        for n in range(TESTS[name].min_topics, given.topics + 1):
            p = TESTS[name].compute(values[:, :n], Options(), "two-sided").p
            found[f"looks:{name}"] = found.get(f"looks:{name}", none) | (p < ALPHA)
    return found


def t_intervals(given: Sampling) -> Outcomes:
    """Return whether t intervals of the mean difference of two equal runs hold 0."""
    interval = t_interval(_of_equal_means(given))
    return {"difference-interval:t": _hold_zero(interval.low, interval.high)}


def bootstrap_intervals(given: Sampling) -> Outcomes:
    """Return whether BCa intervals of the mean difference of two equal runs hold 0."""
    values = _of_equal_means(given)
    seed = int(given.random.integers(2**31))
    interval = bootstrap_interval(values, kind="bca", seed=seed, samples=DRAWS)
    return {"difference-interval:bca": _hold_zero(interval.low, interval.high)}


def _hold_zero(low: Floats, high: Floats) -> Bools:
    """Equal differences have no interval (NaN), which says nothing that is wrong."""
    return np.asarray(~((low > 0) | (high < 0)))


def equivalences(given: Sampling) -> Outcomes:
    """Return whether a loss of the whole margin is taken for equivalence, or for not worse."""
    values = _of_mean_zero(given)
    found = equivalence(values - MARGIN, MARGIN)
    return {"not-worse": found.p_above < ALPHA, "equivalent": found.p < ALPHA}


#: Losses of candidates by topic [S, n] whose mean is the budget, and the most that a topic loses.
Losses = tuple[Callable[[np.random.Generator, tuple[int, int]], Floats], float, float]


def _rare(share: float, loss: float) -> Losses:
    return (lambda random, shape: loss * (random.random(shape) < share), share * loss, loss)


#: Every shape of losses, by name.
LOSSES: dict[str, Losses] = {
    "2 % of topics lose .5": _rare(0.02, 0.5),
    "5 % of topics lose .5": _rare(0.05, 0.5),
    "10 % of topics lose .5": _rare(0.1, 0.5),
    "5 % of topics lose .2": _rare(0.05, 0.2),
    "5 % lose .4, all change a little": (
        lambda random, shape: np.clip(
            0.4 * (random.random(shape) < 0.05) + random.normal(0, 0.02, shape), -1, 0.5
        ),
        0.02,
        0.5,
    ),
    "losses are normal": (
        lambda random, shape: np.clip(random.normal(0.02, 0.1, shape), -0.46, 0.5),
        0.02,
        0.5,
    ),
}


def gates(given: Sampling) -> Outcomes:
    """Return whether a gate passes a candidate that loses its whole budget, by real pairs of runs.

    A topic loses no more than the better run has anywhere, which is the gate's default. Losses that
    are made up have no measure: they are simulated with the first population.
    """
    losses = _of_mean_zero(given) + MARGIN
    worst = given.population.bounds[1] - given.population.bounds[0] + MARGIN
    passed = {"gate:real": _passed(losses, MARGIN, worst)}
    if given.population.name == "AP":
        for index, (draw, budget, most) in enumerate(LOSSES.values()):
            passed[f"gate:{index}"] = _passed(
                draw(given.random, (given.samples, given.topics)), budget, most
            )
    return passed


def _passed(losses: Floats, budget: float, worst: float) -> Bools:
    """Whether the loss is called "within the budget", which is shown on both tests."""
    margins = np.full(losses.shape, budget)
    t = paired_t(margins - losses, alternative="greater").p
    missed = missed_loss_p(-losses, margins, worst, samples=1000, seed=1)
    return np.asarray(np.maximum(t, missed) < ALPHA)


def risks(given: Sampling) -> Outcomes:
    """Return whether TRisk of equally good runs is below −2, which is therefore no verdict."""
    values = _of_equal_means(given)
    values = values * given.random.choice([-1.0, 1.0], values.shape)
    return {f"risk:{alpha}": measure_risk(values, alpha=alpha).t_risk < -2 for alpha in (1, 5)}


def _of_equal_means(given: Sampling) -> Floats:
    pairs = tilted_pairs(given.population, given.samples, given.random)
    return pairs.draw(given.topics, given.random)


def _of_mean_zero(given: Sampling) -> Floats:
    pairs = shifted_pairs(given.population, given.samples, given.random)
    return pairs.draw(given.topics, given.random)
