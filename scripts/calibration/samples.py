"""Real score tables to simulate from, and samples of topics in which the truth is known."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import numpy as np

from harness.core.arrays import Bools, Floats, Ints, generator
from harness.workflows.compare import compare_target

ROOT = Path(__file__).resolve().parents[2]
TREC8 = ROOT.parent / "shared/data/trec8"

#: The measures whose tables are simulated from: an example or more of each kind.
MEASURES = ("AP", "nDCG@10", "ERR@20", "FNR", "RR", "P@5", "Success@1", "GMAP")

#: The measures whose runs are shifted to equal means, too: a shift makes no values that runs cannot
#: have, but for the ends of the range.
SHIFTED = ("AP", "nDCG@10", "ERR@20", "FNR")

#: The level of every test that is simulated; intervals and sets have 95 %.
ALPHA = 0.05

#: Outcomes of samples by the statement they are of.
Outcomes: TypeAlias = Mapping[str, Sequence[float] | Floats | Bools]

#: Of TREC-8's 129 runs the best that are simulated from: what failed is not what is compared.
BEST = 110

#: Neighbours on the leaderboard are at most so many places apart.
_NEAR = 10

#: So many pairs are tilted; more samples take some of them again.
_POOL = 1000

#: Weights under which fewer topics count are not used: 1 / Σ w².
_FEWEST_TOPICS = 15


@dataclass(frozen=True, eq=False)
class Population:
    """A real score table [T, R] whose topics stand for all topics there are, the best run first.

    Scores are compared values, of which more is better, ``bounds`` those of a score.
    """

    name: str
    scores: Floats
    bounds: tuple[float, float] = (0.0, 1.0)

    @property
    def num_runs(self) -> int:
        """How many runs there are."""
        return int(self.scores.shape[1])


@dataclass(frozen=True, eq=False, slots=True)
class Sampling:
    """So many ``samples`` of so many topics, of so many runs of a population, by a generator."""

    population: Population
    runs: int
    topics: int
    samples: int
    random: np.random.Generator


@dataclass(frozen=True, eq=False)
class Tie:
    """Runs [T, R] and the weights [T] under which the first ``num_tied`` have the same mean."""

    scores: Floats
    weights: Floats
    num_tied: int

    @property
    def means(self) -> Floats:
        """The true means [R]; those of the tied runs are exactly equal."""
        means = np.asarray(self.weights @ self.scores)
        means[: self.num_tied] = means[0]
        return means

    def draw(self, num_topics: int, samples: int, random: np.random.Generator) -> Floats:
        """Samples of topics, drawn with replacement by their weights [S, n, R]."""
        return self.scores[_drawn(self.weights, (samples, num_topics), random)]


def populations() -> list[Population]:
    """The tables of the best runs of TREC-8 by several measures; none where they are not there."""
    if not TREC8.is_dir():
        return []
    with tempfile.TemporaryDirectory() as folder:
        task = Path(folder) / "trec8.yaml"
        lines = (
            "name: TREC-8",
            f"qrels: {TREC8}/qrels.trec8.adhoc.txt",
            f"runs: {TREC8}/runs/*.gz",
        )
        task.write_text("\n".join((*lines, f"measures: [{', '.join(MEASURES)}]")), encoding="utf-8")
        tables = compare_target(task).value.tables
    return [_population(t.measure, t.compared, t.scale.compared_bounds) for t in tables]


def _population(name: str, values: Floats, bounds: tuple[float, float]) -> Population:
    best = np.argsort(-values.mean(axis=0), kind="stable")[:BEST]
    return Population(name, np.ascontiguousarray(values[:, best]), bounds)


def tilted(differences: Floats) -> Floats | None:
    """The weights [T] of topics under which differences [T, K] have the means 0; None without any.

    Of all such weights those nearest to equal ones: proportional to exp(λ · d), by Newton's method.

    >>> tilted(np.array([[1.0], [-2.0], [1.0], [-2.0]])).round(4).tolist()
    [0.3333, 0.1667, 0.3333, 0.1667]
    >>> tilted(np.array([[1.0], [2.0]])) is None
    True
    """
    spread = np.sqrt((differences**2).mean(axis=0))
    if not spread.all():
        return None
    rows, tilt = differences / spread, np.zeros(differences.shape[1])
    weights = np.full(len(rows), 1 / len(rows))
    for _ in range(60):
        means = weights @ rows
        if np.abs(means).max() < 1e-11:
            return np.asarray(weights / weights.sum())
        hessian = (rows * weights[:, None]).T @ rows - np.outer(means, means)
        step = np.linalg.lstsq(hessian, means, rcond=1e-12)[0]
        tilt -= step * min(1.0, 2.0 / np.abs(rows @ step).max())
        exponents = rows @ tilt
        weights = np.exp(exponents - exponents.max())
        weights /= weights.sum()
        if 1 / (weights**2).sum() < _FEWEST_TOPICS:
            return None
    return None


@dataclass(frozen=True, eq=False)
class Pairs:
    """Differences [S, T] of pairs of runs with equal means, and the weights of topics [S, T]."""

    differences: Floats
    weights: Floats

    def draw(self, num_topics: int, random: np.random.Generator) -> Floats:
        """A sample of topics of each pair [S, n]."""
        rows, size = np.arange(len(self.weights))[:, None], self.weights.shape[1]
        ends = np.minimum(np.cumsum(self.weights, axis=1), 1.0) + rows  # ascending over all rows
        drawn = random.random((len(ends), num_topics)) + rows
        places = np.searchsorted(ends.ravel(), drawn.ravel()).reshape(drawn.shape) - rows * size
        return np.take_along_axis(self.differences, np.clip(places, 0, size - 1), axis=1)


def tilted_pairs(population: Population, samples: int, random: np.random.Generator) -> Pairs:
    """Pairs of neighbours, in weights of topics under which their means are equal.

    They are drawn from a thousand such pairs.
    """
    pairs = _pool(population)
    chosen = random.integers(0, len(pairs.weights), samples)
    return Pairs(pairs.differences[chosen], pairs.weights[chosen])


@cache
def _pool(population: Population) -> Pairs:
    random = generator(1, "pool", population.name)
    differences: list[Floats] = []
    weights: list[Floats] = []
    while len(weights) < _POOL:
        first = int(random.integers(0, population.num_runs))
        second = int(
            np.clip(first + random.integers(-_NEAR, _NEAR + 1), 0, population.num_runs - 1)
        )
        apart = population.scores[:, first] - population.scores[:, second]
        if first != second and (known := tilted(apart[:, None])) is not None:
            differences.append(apart)
            weights.append(known)
    return Pairs(np.array(differences), np.array(weights))


def shifted_pairs(population: Population, samples: int, random: np.random.Generator) -> Pairs:
    """Pairs of neighbours shifted to a mean difference of 0: for intervals, which shift along."""
    first = random.integers(0, population.num_runs - 1, samples)
    second = np.minimum(first + random.integers(1, _NEAR + 1, samples), population.num_runs - 1)
    apart = (population.scores[:, first] - population.scores[:, second]).T
    apart = apart - apart.mean(axis=1, keepdims=True)
    return Pairs(apart, np.full(apart.shape, 1 / apart.shape[1]))


def ties(
    population: Population, num_runs: int, count: int, seed: int, *, variants: bool = False
) -> Iterator[Tie]:
    """Nine of the best runs in weights under which they tie, beside others as they are.

    The nine are among the best eighteen; with ``variants`` they are those whose differences from
    one of the best vary least, near-identical runs of one system most often.
    """
    num_tied = min(9, num_runs)
    random = generator(seed, "ties", population.name, str(num_runs), str(variants))
    found = 0
    for _ in range(200 * count):
        chosen = _window(population, num_tied, random, variants)
        scores = population.scores[:, chosen]
        weights = tilted(scores[:, 1:] - scores[:, :1])
        if weights is None:
            continue
        left = np.setdiff1d(np.arange(population.num_runs), chosen)
        others = random.choice(left, num_runs - num_tied, replace=False)
        yield Tie(np.hstack([scores, population.scores[:, others]]), weights, num_tied)
        found += 1
        if found == count:
            return


def _window(
    population: Population, num_tied: int, random: np.random.Generator, variants: bool
) -> Ints:
    most = min(2 * num_tied, population.num_runs)
    if not variants:
        return random.permutation(most)[:num_tied]
    first = population.scores[:, [int(random.integers(0, population.num_runs // 2))]]
    order = np.argsort((population.scores - first).std(axis=0), kind="stable")
    return np.asarray(order[:num_tied])


def _drawn(weights: Floats, shape: tuple[int, int], random: np.random.Generator) -> Ints:
    return np.asarray(np.searchsorted(np.cumsum(weights)[:-1], random.random(shape)))
