"""What is simulated: how often each thing that is said of runs is wrong where the truth is known.

Each function is of one population; it yields cells, which `harness.comparison.assurances` quotes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from harness.comparison.assurances import Cell
from harness.comparison.gate import missed_loss_p
from harness.comparison.significance import TESTS
from harness.core.arrays import Bools, Floats
from harness.core.random import generator
from harness.settings.compare import Options
from harness.stats.anova import effect_of, greenhouse_geisser
from harness.stats.bootstrap import bootstrap_interval
from harness.stats.corrections import CORRECTIONS, adjusted
from harness.stats.equivalence import equivalence
from harness.stats.friedman import nemenyi_test
from harness.stats.gtheory import reliability, variance_components
from harness.stats.joint import joint_randomisation
from harness.stats.leaderboard import rank_sets
from harness.stats.pairs import all_pairs, differences_of
from harness.stats.risk import risk_of
from harness.stats.student import paired_t, t_interval
from harness.stats.tukey import tukey_hsd
from scripts.calibration.samples import SHIFTED, Population, Tie, shifted_pairs, ties, tilted_pairs

ALPHA = 0.05

#: A level that families of many comparisons ask of each.
TAIL = 0.001

#: The margin of equivalence and non-inferiority: the default of ``compare.equivalence``.
MARGIN = 0.01


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is simulated; ``draws`` are those of whatever is random."""

    pairs: int = 10_000
    samples: int = 2000
    ranks: dict[int, int] | None = None
    draws: int = 999
    topics: tuple[int, ...] = (4, 8, 15, 25, 50, 100, 200)
    runs: tuple[int, ...] = (9, 30, 110)
    judgments: int = 2000
    models: int = 300

    def rank_samples(self, num_runs: int) -> int:
        """Samples of leaderboards of so many runs; sets of ranks of many take long."""
        known = self.ranks or {9: 2000, 30: 400, 110: 80}
        return known.get(num_runs, min(known.values()))


#: What simulates from a population with so much effort.
Simulation = Callable[[Population, Effort], Iterator[Cell]]


def _random(population: Population, *about: object) -> np.random.Generator:
    return generator(1, population.name, *map(str, about))


def tests(population: Population, effort: Effort) -> Iterator[Cell]:
    """How often each test finds a difference of two runs whose means are equal."""
    for n in effort.topics[1:]:
        for name, test in TESTS.items():
            if n >= test.min_topics and (name == "t" or n <= 100):
                samples = effort.pairs if name == "t" else effort.samples
                pairs = tilted_pairs(population, samples, 1)
                values = pairs.draw(n, _random(population, "tests", name, n))
                options = Options(samples=effort.draws)
                p = test.compute(values, options, "two-sided").p
                yield _cell(f"test:{name}", population, n, 2, p < ALPHA)
                if name == "t":
                    yield _cell("tail:t", population, n, 2, p < TAIL)


def looks(population: Population, effort: Effort) -> Iterator[Cell]:
    """How often looking after every topic has found a difference by then, where there is none."""
    most = max(effort.topics)
    values = tilted_pairs(population, effort.samples, 2).draw(most, _random(population, "looks"))
    found = {name: np.zeros(len(values), dtype=bool) for name in ("t", "always-valid")}
    for n in range(2, most + 1):
        for name, rejected in found.items():
            if n >= TESTS[name].min_topics:
                p = TESTS[name].compute(values[:, :n], Options(), "two-sided").p
                found[name] = rejected | (p < ALPHA)
                if n in effort.topics:
                    yield _cell(f"looks:{name}", population, n, 2, found[name])


def means(population: Population, effort: Effort) -> Iterator[Cell]:
    """How often the 95 % interval of a mean holds it: of all runs, of the best, of the last."""
    fifteen = min(15, population.num_runs)
    groups = {
        "all": np.arange(population.num_runs),
        "best": np.arange(fifteen),
        "last": np.arange(population.num_runs - fifteen, population.num_runs),
    }
    for n in effort.topics:
        for name, runs in groups.items():
            random = _random(population, "means", name, n)
            chosen = random.choice(runs, effort.pairs)
            rows = random.integers(0, len(population.scores), (effort.pairs, n))
            interval = t_interval(
                population.scores[rows, chosen[:, None]], bounds=population.bounds
            )
            truth = population.scores.mean(axis=0)[chosen]
            inside = (interval.low <= truth + 1e-12) & (truth - 1e-12 <= interval.high)
            yield _cell(f"mean-interval:{name}", population, n, len(runs), inside)


def intervals(population: Population, effort: Effort) -> Iterator[Cell]:
    """How often 95 % intervals of the mean difference of two equal runs hold 0."""
    for n in effort.topics[1:]:
        for kind, least in (("t", 2), ("bca", 15)):
            samples = effort.pairs if kind == "t" else effort.samples // 2
            values = tilted_pairs(population, samples, 3).draw(n, _random(population, kind, n))
            if kind == "t":
                interval = t_interval(values)
            elif n >= least:
                interval = bootstrap_interval(values, kind=kind, seed=1, samples=effort.draws)
            else:
                continue
            # Equal differences have no interval (NaN), which says nothing that is wrong.
            inside = ~((interval.low > 0) | (interval.high < 0))
            yield _cell(f"difference-interval:{kind}", population, n, 2, inside)


def equivalences(population: Population, effort: Effort) -> Iterator[Cell]:
    """How often a loss of the whole margin is taken for equivalence, or for not worse."""
    for n in effort.topics[1:]:
        values = shifted_pairs(population, effort.pairs, 4).draw(n, _random(population, "tost", n))
        found = equivalence(values - MARGIN, MARGIN)
        yield _cell("not-worse", population, n, 2, found.p_above < ALPHA)
        yield _cell("equivalent", population, n, 2, found.p < ALPHA)


def ranks(population: Population, effort: Effort) -> Iterator[Cell]:
    """How often sets of ranks of runs that tie hold all the ranks these may have.

    And how often one of the truly best runs has its star.
    """
    for num_runs in (r for r in effort.runs if r <= population.num_runs):
        samples = effort.rank_samples(num_runs)
        sizes = (15, 25, 50) if num_runs <= 9 else (25, 50) if num_runs <= 30 else (50,)
        for n in (size for size in sizes if size in effort.topics):
            random, inside, stars, at_once = _random(population, "ranks", num_runs, n), [], [], []
            known = list(ties(population, num_runs, min(40, max(2, samples // 20)), 5))
            for tie in known:
                truth, k = tie.means, tie.num_tied
                best = np.isclose(truth, truth.max(), rtol=0, atol=1e-9)
                low = 1 + (truth[:, None] < truth - 1e-9).sum(axis=1)
                high = num_runs - (truth[:, None] > truth + 1e-9).sum(axis=1)
                for scores in tie.draw(n, -(-samples // len(known)), random):
                    draws = None if num_runs <= 9 else 2000
                    own = rank_sets(scores, seed=1, samples=draws)
                    held = (own.low <= low) & (own.high >= high)
                    inside.append(held[:k].mean())
                    stars.append(own.could_be_best[best].mean())
                    if num_runs <= 9 and len(inside) % 4 == 0:
                        whole = rank_sets(scores, seed=1, samples=2000, simultaneous=True)
                        at_once.append(((whole.low <= low) & (whole.high >= high)).all())
            yield _cell("rank-set", population, n, num_runs, inside)
            yield _cell("could-be-best", population, n, num_runs, stars)
            if at_once:
                yield _cell("rank-sets-at-once", population, n, num_runs, at_once)


def families(population: Population, effort: Effort) -> Iterator[Cell]:
    """How often any of nine runs that tie is told from another, in families of all pairs.

    Also how often all intervals of differences from one of them hold at once, how often one of them
    is told from another where all are compared with it, and the share of false rejections.
    """
    for num_runs in (r for r in effort.runs if r <= population.num_runs):
        for n in (15, 25, 50) if num_runs <= 30 else (50,):
            if n in effort.topics:
                yield from _all_pairs(population, effort, num_runs, n)
                if population.name in SHIFTED:
                    yield _shifted(population, effort, num_runs, n)
    for n in (15, 25, 50):
        if n in effort.topics:
            yield from _variants(population, effort, n)
    if 25 in effort.topics:
        yield from _other_tests(population, effort, 25)


def _all_pairs(population: Population, effort: Effort, num_runs: int, n: int) -> Iterator[Cell]:
    random = _random(population, "families", num_runs, n)
    known = list(ties(population, num_runs, min(40, max(2, effort.samples // 20)), 6))
    found: dict[str, list[float]] = {}
    for tie in known:
        for scores in tie.draw(n, -(-effort.samples // len(known)), random):
            outcomes = _by_holm(scores, tie)
            if len(found.get("pairs:holm:t", ())) % 4 == 0:
                outcomes |= _by_other_corrections(scores, tie, effort)
            for name, wrong in outcomes.items():
                found.setdefault(name, []).append(float(wrong))
    for name, outcomes_of in found.items():
        yield _cell(name, population, n, num_runs, outcomes_of)


def _by_holm(scores: Floats, tie: Tie) -> dict[str, float]:
    """Whether tied runs differ by Holm; whether all intervals with the first run hold."""
    num_runs = scores.shape[1]
    pairs = all_pairs(num_runs)
    true, first = (pairs[1] < tie.num_tied), (pairs[0] == 0)
    differences = differences_of(scores, pairs)
    p = paired_t(differences).p
    ends = t_interval(differences[first], confidence=1 - ALPHA / (num_runs - 1))
    gaps = tie.means[0] - tie.means[1:]
    return {
        "pairs:holm:t": (adjusted(p).p < ALPHA)[true].any(),
        "against:holm": (adjusted(p[first]).p < ALPHA)[true[first]].any(),
        "differences-at-once": not ((ends.low > gaps) | (ends.high < gaps)).any(),
    }


def _by_other_corrections(scores: Floats, tie: Tie, effort: Effort) -> dict[str, float]:
    """Whether tied runs differ by the others; of Benjamini's the share of such rejections."""
    num_topics, num_runs = scores.shape
    pairs = all_pairs(num_runs)
    true, differences = pairs[1] < tie.num_tied, differences_of(scores, pairs)
    p, wrong = paired_t(differences).p, {}
    for name in CORRECTIONS if num_runs <= 30 else ():
        rejected = adjusted(p, name).p < ALPHA
        if name.startswith("benjamini"):
            wrong[f"pairs:{name}:t"] = rejected[true].sum() / max(1, rejected.sum())
        elif name != "holm":
            wrong[f"pairs:{name}:t"] = rejected[true].any()
    if num_runs <= 9 or (num_runs <= 30 and num_topics == 50):
        joint = joint_randomisation(differences, seed=1, samples=effort.draws).p
        wrong["pairs:joint:t"] = (joint[true] < ALPHA).any()
    if num_runs <= 9:
        wrong["pairs:tukey"] = _tukey_errs(scores, tie.num_tied)
    return wrong


def _tukey_errs(scores: Floats, num_tied: int) -> bool:
    """Whether the tied runs whose means are the farthest apart differ by Tukey's test."""
    means = scores[:, :num_tied].mean(axis=0)
    pair = (np.array([means.argmin()]), np.array([means.argmax()]))
    return bool(tukey_hsd(scores, pair).p[0] < ALPHA)


def _shifted(population: Population, effort: Effort, num_runs: int, n: int) -> Cell:
    """All runs shifted to the same mean: all hypotheses of the family are true."""
    random = _random(population, "shifted families", num_runs, n)
    centred = population.scores - population.scores.mean(axis=0)
    wrong = []
    for _ in range(effort.samples):
        first = int(random.integers(0, population.num_runs - num_runs + 1))
        rows = random.integers(0, len(centred), n)
        scores = centred[rows, first : first + num_runs]
        p = paired_t(differences_of(scores, all_pairs(num_runs))).p
        wrong.append(p.min() * len(p) < ALPHA)  # Holm's first step
    return _cell("pairs-all-equal:holm", population, n, num_runs, wrong)


def _variants(population: Population, effort: Effort, n: int) -> Iterator[Cell]:
    """Nine near-identical real runs that tie."""
    random, wrong = _random(population, "variants", n), []
    known = list(ties(population, 9, min(40, max(2, effort.samples // 20)), 7, variants=True))
    for tie in known:
        for scores in tie.draw(n, -(-effort.samples // len(known)), random):
            p = paired_t(differences_of(scores, all_pairs(9))).p
            wrong.append(adjusted(p).p.min() < ALPHA)
    if wrong:
        yield _cell("pairs-variants:holm", population, n, 9, wrong)


def _other_tests(population: Population, effort: Effort, n: int) -> Iterator[Cell]:
    """Every correction of the p-values of the other tests, where all that they ask for is so."""
    samples = effort.samples // 8
    found: dict[str, list[float]] = {}
    known = list(ties(population, 9, min(40, max(2, samples // 20)), 8))
    random = _random(population, "other tests", n)
    for tie in known:
        for scores in tie.draw(n, -(-samples // len(known)), random):
            for statement, least in _least_p(scores, random.permuted(scores, axis=1)).items():
                found.setdefault(statement, []).append(least < ALPHA)
    for statement, outcomes in found.items():
        yield _cell(statement, population, n, 9, outcomes)


def _least_p(equal: Floats, exchanged: Floats) -> dict[str, float]:
    """The least corrected p-value by every test but t: all of them are of true hypotheses.

    Wilcoxon's, the sign test and Nemenyi's ask for symmetry, or for orders that are chance: of
    scores that are exchanged within topics. The others ask for equal means.
    """
    options, pairs = Options(samples=1999), all_pairs(equal.shape[1])
    least = {"pairs:nemenyi": float(nemenyi_test(exchanged).p.min())}
    for name, test in TESTS.items():
        if name == "t" or len(equal) < test.min_topics:
            continue
        of_means = name in ("randomisation", "bootstrap-t", "always-valid")
        values = differences_of(equal if of_means else exchanged, pairs)
        p = test.compute(values, options, "two-sided").p
        for correction in CORRECTIONS:
            least[f"pairs:{correction}:{name}"] = float(adjusted(p, correction).p.min())
        if test.signed is not None:
            joint = joint_randomisation(test.signed(values, options), seed=1, samples=999)
            least[f"pairs:joint:{name}"] = float(joint.p.min())
    return least


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


def gates(population: Population, effort: Effort) -> Iterator[Cell]:
    """How often a gate passes a candidate that loses its whole budget, by real pairs of runs.

    A topic loses no more than the better run has anywhere, which is the gate's default. Losses that
    are made up have no measure: they are simulated for the first population.
    """
    sizes = [n for n in (15, 25, 50, 100, 200) if n in effort.topics]
    for n in sizes:
        pairs = shifted_pairs(population, effort.samples, 9)
        losses = pairs.draw(n, _random(population, "gate", n)) + MARGIN
        worst = population.bounds[1] - population.bounds[0] + MARGIN
        yield _cell("gate:real", population, n, 2, _passed(losses, MARGIN, worst, effort))
    if population.name != "AP":
        return
    for index, (draw, budget, worst) in enumerate(LOSSES.values()):
        for n in sizes:
            random = _random(population, "gate", index, n)
            losses = draw(random, (effort.samples, n))
            passed = _passed(losses, budget, worst, effort)
            yield _cell(f"gate:{index}", population, n, 2, passed)


def _passed(losses: Floats, budget: float, worst: float, effort: Effort) -> Bools:
    """Whether the loss is called "within the budget", which is shown on both tests."""
    margins = np.full(losses.shape, budget)
    t = paired_t(margins - losses, alternative="greater").p
    missed = missed_loss_p(-losses, margins, worst, samples=max(1000, effort.draws), seed=1)
    return np.asarray(np.maximum(t, missed) < ALPHA)


def analyses(population: Population, effort: Effort) -> Iterator[Cell]:
    """How often F finds that runs shifted to equal means differ, and by Greenhouse and Geisser."""
    centred = population.scores - population.scores.mean(axis=0)
    for num_runs in (3, *effort.runs):
        for n in (
            n for n in (15, 25, 50) if n in effort.topics and num_runs <= population.num_runs
        ):
            random = _random(population, "anova", num_runs, n)
            plain, corrected = [], []
            for _ in range(effort.samples):
                first = int(random.integers(0, population.num_runs - num_runs + 1))
                scores = centred[random.integers(0, len(centred), n), first : first + num_runs]
                both = _f_tests(scores)
                plain.append(both[0] < ALPHA)
                corrected.append(both[1] < ALPHA)
            yield _cell("anova:F", population, n, num_runs, plain)
            yield _cell("anova:own", population, n, num_runs, corrected)


def _f_tests(scores: Floats) -> tuple[float, float]:
    """The p-values of the runs' F, as it is and with Greenhouse and Geisser's ε."""
    n, k = scores.shape
    levels = scores.mean(axis=0) - scores.mean()
    left = scores - scores.mean(axis=0) - scores.mean(axis=1, keepdims=True) + scores.mean()
    parts = (n * float((levels**2).sum()), k - 1, float((left**2).sum()), (k - 1) * (n - 1))
    epsilon = greenhouse_geisser(left, k - 1)
    return effect_of(*parts).p, effect_of(*parts, epsilon=epsilon).p


def reliabilities(population: Population, effort: Effort) -> Iterator[Cell]:
    """How often intervals of Eρ² and Φ hold those of all runs and topics there are."""
    everything = variance_components(population.scores)
    # All topics there are vary by their own mean squares, those of a sample by n / (n − 1).
    shrunk = 1 - 1 / len(population.scores)
    truth = replace(
        everything, topic=everything.topic * shrunk, residual=everything.residual * shrunk
    )
    for num_runs in (r for r in effort.runs if r < population.num_runs):
        for n in (n for n in (25, 50) if n in effort.topics):
            random, known = _random(population, "reliability", num_runs, n), reliability(truth, n)
            held: dict[str, list[bool]] = {"generalizability": [], "dependability": []}
            for _ in range(effort.samples // 2):
                columns = random.choice(population.num_runs, num_runs, replace=False)
                rows = random.integers(0, len(population.scores), n)
                found = reliability(
                    variance_components(population.scores[np.ix_(rows, columns)]), n
                )
                for name, outcomes in held.items():
                    true, mine = getattr(known, name).estimate, getattr(found, name)
                    outcomes.append(bool(mine.low <= true <= mine.high))
            for name, outcomes in held.items():
                yield _cell(f"reliability:{name}", population, n, num_runs, outcomes)


def risks(population: Population, effort: Effort) -> Iterator[Cell]:
    """How often TRisk of runs that are equally good is below −2, which is therefore no verdict."""
    random = _random(population, "risk")
    for n in (n for n in (15, 50, 200) if n in effort.topics):
        values = tilted_pairs(population, effort.samples, 10).draw(n, random)
        signs = random.choice([-1.0, 1.0], values.shape)
        for alpha in (1, 5):
            below = risk_of(values * signs, alpha=alpha).t_risk < -2
            yield _cell(f"risk:{alpha}", population, n, 2, below)


def _cell(
    statement: str, population: Population, topics: int, runs: int, outcomes: Sequence[object]
) -> Cell:
    values = np.asarray(outcomes, dtype=np.float64)
    return Cell(statement, population.name, topics, runs, float(values.mean()), len(values))
