"""Score tables to simulate from, and samples of topics in which the truth is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from harness.comparison.table import ScoreTable
from harness.core.arrays import Floats
from harness.workflows.compare import compare_target

ROOT = Path(__file__).resolve().parents[2]
TREC8 = ROOT.parent / "shared/data/stats/trec8_ap_named.csv"

#: The least mean of a run that is simulated from: whatever failed is not what is compared.
_LEAST_MEAN = 0.05


@dataclass(frozen=True, eq=False)
class Population:
    """A real score table [T, R] whose topics stand for all topics there are, the best run first."""

    name: str
    scores: Floats

    def neighbours(self, num_runs: int, random: np.random.Generator) -> Floats:
        """Some runs that follow each other on the leaderboard, in random order [T, R]."""
        first = random.integers(0, self.scores.shape[1] - num_runs + 1)
        return self.scores[:, first + random.permutation(num_runs)]

    def runs(self, num_runs: int, random: np.random.Generator) -> Floats:
        """Any runs [T, R]."""
        return self.scores[:, random.choice(self.scores.shape[1], num_runs, replace=False)]

    def draw(self, values: Floats, num_topics: int, random: np.random.Generator) -> Floats:
        """A sample of topics, drawn with replacement."""
        return values[random.integers(0, len(values), num_topics)]


def populations() -> list[Population]:
    """The tables of the demo task by several measures, and TREC-8's AP where it is at hand."""
    measures = ["AP", "RR"]
    demo = compare_target(ROOT / "configs/demo.yaml", measures=measures).value
    known = [_population(f"demo, {table.measure}", table.values) for table in demo.tables]
    if TREC8.is_file():
        values = np.genfromtxt(TREC8, delimiter=",", skip_header=1)[:, 1:]
        known.append(_population("TREC-8, AP", values))
    return known


def _population(name: str, values: Floats) -> Population:
    means = values.mean(axis=0)
    order = [run for run in np.argsort(-means) if means[run] >= _LEAST_MEAN]
    return Population(name, np.ascontiguousarray(values[:, order]))


@dataclass(frozen=True, eq=False)
class Sample:
    """Scores [T, R] of a sample of topics, and the true means [R] of the runs."""

    scores: Floats
    means: Floats

    @property
    def table(self) -> ScoreTable:
        """The sample as a table to be compared."""
        runs = tuple(f"run{i:03d}" for i in range(self.scores.shape[1]))
        topics = tuple(f"{i:03d}" for i in range(len(self.scores)))
        return ScoreTable("simulated", runs, topics, self.scores)


#: What draws a sample of so many topics from a population.
Scenario = Callable[[Population, int, np.random.Generator], Sample]


def equal_means(num_runs: int) -> Scenario:
    """Neighbours on the leaderboard, shifted to the same mean; skewed as they are."""

    def draw(population: Population, num_topics: int, random: np.random.Generator) -> Sample:
        runs = population.neighbours(num_runs, random)
        centred = runs - runs.mean(axis=0)
        return Sample(population.draw(centred, num_topics, random), np.zeros(num_runs))

    return draw


def exchanged(num_runs: int) -> Scenario:
    """Neighbours on the leaderboard whose scores are exchanged at random within topics."""

    def draw(population: Population, num_topics: int, random: np.random.Generator) -> Sample:
        runs = population.draw(population.neighbours(num_runs, random), num_topics, random)
        return Sample(random.permuted(runs, axis=1), np.zeros(num_runs))

    return draw


def grouped(num_runs: int, num_groups: int) -> Scenario:
    """Any runs in groups of equal means."""

    def draw(population: Population, num_topics: int, random: np.random.Generator) -> Sample:
        runs = population.runs(num_runs, random)
        runs = runs[:, np.argsort(runs.mean(axis=0))]
        group = np.arange(num_runs) * num_groups // num_runs
        means = np.array([runs[:, group == g].mean() for g in range(num_groups)])[group]
        return Sample(population.draw(runs - runs.mean(axis=0) + means, num_topics, random), means)

    return draw


def variants(num_variants: int, others: int, *, size: float, share: float = 1.0) -> Scenario:
    """Variants of one run, which differ by noise on a share of the topics, beside other runs."""

    def draw(population: Population, num_topics: int, random: np.random.Generator) -> Sample:
        runs = population.runs(1 + others, random)
        scores = population.draw(runs, num_topics, random)
        noise = random.normal(0, size, (num_topics, num_variants))
        noise *= random.random(noise.shape) < share
        means = np.repeat(runs.mean(axis=0), [num_variants, *[1] * others])
        return Sample(np.hstack([scores[:, :1] + noise, scores[:, 1:]]), means)

    return draw


def as_they_are(num_runs: int) -> Scenario:
    """Any runs with their own means."""

    def draw(population: Population, num_topics: int, random: np.random.Generator) -> Sample:
        runs = population.runs(num_runs, random)
        return Sample(population.draw(runs, num_topics, random), runs.mean(axis=0))

    return draw
