"""Measures by a model's grades, corrected by samples of people's, where all grades are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
import polars as pl
import scipy

from harness.core.arrays import Floats, Ints, divide
from harness.core.sampled_run import JudgedSample, SampledRun, SampleEstimate
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.measures import corrected, estimates
from harness.stats.student import effective_freedom
from scripts.calibration.samples import ROOT

TREC8 = ROOT.parent / "shared/data/trec8"
#: Every 22nd run of TREC-8, but for one that failed, and how deep they are pooled.
RUNS = ("INQ602", "UT813", "fub99tt", "mds08a4", "ric8dpn")
DEPTH = 30
#: What is drawn of each topic's pool.
SHARES = (0.05, 0.1, 0.2, 0.5)

Estimator = Callable[[SampledRun], SampleEstimate]

#: The corrected measures, each beside that by people alone.
MEASURES: dict[str, tuple[Estimator, Estimator]] = {
    "P@20": (
        partial(corrected.corrected_precision, cutoff=20),
        partial(estimates.estimated_precision, cutoff=20),
    ),
    "DCG@20": (
        partial(corrected.corrected_dcg, cutoff=20),
        partial(estimates.estimated_dcg, cutoff=20),
    ),
}


@dataclass(frozen=True, eq=False)
class JudgedPools:
    """The pools of T topics, topic by topic: their documents' topics and grades [N], and the ranks
    [R, N] that runs give them.
    """

    topic: Ints
    grades: Ints
    ranks: Floats

    @property
    def names(self) -> tuple[str, ...]:
        """The topics."""
        return tuple(map(str, range(int(self.topic[-1]) + 1)))

    def drawn_topics(self, random: np.random.Generator) -> tuple[Ints, Ints, Ints]:
        """As many topics, drawn with replacement; their documents, and these documents' topics."""
        sizes = np.bincount(self.topic)
        first = np.cumsum(sizes) - sizes
        chosen = random.integers(0, len(sizes), len(sizes))
        rows = np.concatenate([np.arange(first[row], first[row] + sizes[row]) for row in chosen])
        return chosen, rows, np.repeat(np.arange(len(sizes)), sizes[chosen])


def trec8_pools(folder: Path = TREC8) -> JudgedPools:
    """The pools of some runs of TREC-8, with the judgments of its assessors."""
    qrels = read_qrels(folder / "qrels.trec8.adhoc.txt").frame.sort("topic", "doc")
    qrels = qrels.with_columns(pl.col("grade").clip(0))
    for name in RUNS:
        ranked = read_run(folder / "runs" / f"{name}.gz").frame.sort(
            "topic", "score", "doc", descending=[False, True, True]
        )
        rank = (pl.int_range(pl.len()).over("topic") + 1).cast(pl.Float64).alias(name)
        ranked = ranked.select("topic", "doc", rank)
        qrels = qrels.join(ranked, on=["topic", "doc"], how="left", maintain_order="left")
    pool = qrels.with_columns(pl.col(RUNS).fill_null(np.inf))
    pool = pool.filter(pl.min_horizontal(RUNS) <= DEPTH)
    topic = pool["topic"].rank("dense").to_numpy().astype(np.int64) - 1
    return JudgedPools(topic, pool["grade"].to_numpy(), pool.select(RUNS).to_numpy().T)


def good(pools: JudgedPools, random: np.random.Generator) -> Ints:
    """The grades of a model that is wrong about one document in ten."""
    wrong = random.random(len(pools.grades)) < 0.1
    return np.where(wrong, (pools.grades < 1).astype(np.int64), pools.grades)


def useless(pools: JudgedPools, random: np.random.Generator) -> Ints:
    """The grades of a model that calls the right number of documents relevant, but at random."""
    return random.permutation(pools.grades)


def biased(pools: JudgedPools, random: np.random.Generator) -> Ints:
    """The grades of a model that misses a fifth, and calls 3 in 5 of the first run relevant."""
    found = (pools.grades > 0) & (random.random(len(pools.grades)) < 0.8)
    liked = np.isfinite(pools.ranks[0]) & (random.random(len(pools.grades)) < 0.6)
    return (found | liked).astype(np.int64)


def contrary(pools: JudgedPools, _random: np.random.Generator) -> Ints:
    """The grades of a model that is always wrong."""
    return (pools.grades < 1).astype(np.int64)


MODELS = {"good": good, "useless": useless, "biased": biased, "contrary": contrary}


@dataclass(frozen=True, slots=True)
class Corrected:
    """How a corrected measure behaves over samples, beside that by people alone.

    ``covered`` is the share of the leaderboard's 95 % intervals (topics and samples) that hold the
    truth, over runs, ``people_covered`` that by people alone; ``differences_covered`` that of the
    intervals of differences on these topics, over pairs. ``width`` and ``differences_width`` are
    the mean widths by those of people alone, of the run and of the pair for which they are the
    largest; ``usual_width`` is that of the runs' mean. ``bias`` is the largest of a run, in
    deviations of its mean over samples.
    """

    covered: float
    people_covered: float
    differences_covered: float
    usual_width: float
    width: float
    differences_width: float
    bias: float


def behaviour(
    pools: JudgedPools,
    model: str,
    share: float,
    samples: int,
    measures: Sequence[str] = tuple(MEASURES),
) -> dict[str, Corrected]:
    """How the corrected measures behave when topics, and a share of their pools, are drawn."""
    random = np.random.default_rng([len(model), round(1000 * share)])
    labels = MODELS[model](pools, random)
    certain = np.ones(len(pools.topic))
    every = JudgedSample(pools.names, pools.topic, pools.topic, certain, pools.grades)
    truth = {
        name: np.stack([MEASURES[name][1](run).value for run in _runs(every, pools.ranks)])
        for name in measures
    }
    looks: dict[str, list[tuple[_Look, _Look]]] = {name: [] for name in measures}
    for _ in range(samples):
        chosen, rows, topic = pools.drawn_topics(random)
        sample = _drawn(pools, labels, share, (rows, topic), random)
        runs = _runs(sample, pools.ranks[:, rows])
        for name in measures:
            first, second = (
                _look(sample, list(map(of, runs)), truth[name], chosen) for of in MEASURES[name]
            )
            looks[name].append((first, second))
    return {name: _summed_up(made) for name, made in looks.items()}


def _runs(sample: JudgedSample, ranks: Floats) -> list[SampledRun]:
    lengths = np.full(len(sample.topics), 1000)
    return [SampledRun(sample, row, lengths) for row in ranks]


def _drawn(
    pools: JudgedPools,
    labels: Ints,
    share: float,
    documents: tuple[Ints, Ints],
    random: np.random.Generator,
) -> JudgedSample:
    """A simple random sample of each topic's pool, of two documents at least."""
    rows, topic = documents
    sizes = np.bincount(topic)
    numbers = np.maximum(2, np.rint(share * sizes)).astype(np.int64)
    nth = np.empty(len(rows), dtype=np.int64)
    order = np.lexsort((random.random(len(rows)), topic))
    nth[order] = np.arange(len(rows)) - (np.cumsum(sizes) - sizes)[topic[order]]
    grade = np.where(nth < numbers[topic], pools.grades[rows], -1)
    probability = divide(numbers, sizes)[topic]
    return JudgedSample(pools.names, topic, topic, probability, grade, model=labels[rows])


#: Errors [K] and half the widths of intervals [K]: of the runs' means, of differences of pairs.
_Look = tuple[Floats, Floats, Floats, Floats]


def _look(
    sample: JudgedSample, made: Sequence[SampleEstimate], truth: Floats, chosen: Ints
) -> _Look:
    values, number = np.stack([each.value for each in made]), len(sample.topics)
    freedom = effective_freedom(values)
    reach = scipy.special.stdtrit(freedom, 0.975) * values.std(axis=1, ddof=1) / number**0.5
    deviations = np.stack([sample.deviations(each.influence) for each in made]) / number
    first, second = np.array(list(combinations(range(len(made)), 2))).T
    means, now = values.mean(axis=1), truth[:, chosen].mean(axis=1)
    apart = means[first] - means[second] - (now[first] - now[second])
    errors = np.sqrt(((deviations[first] - deviations[second]) ** 2).sum(axis=1))
    return means - truth.mean(axis=1), reach, apart, 1.959964 * errors


def _summed_up(looks: Sequence[tuple[_Look, _Look]]) -> Corrected:
    (error, reach, apart, room), (error_of_people, reach_of_people, _, room_of_people) = (
        [np.stack(parts) for parts in zip(*side, strict=True)] for side in zip(*looks, strict=True)
    )
    widths = reach.mean(axis=0) / reach_of_people.mean(axis=0)
    return Corrected(
        covered=float((np.abs(error) <= reach).mean()),
        people_covered=float((np.abs(error_of_people) <= reach_of_people).mean()),
        differences_covered=float((np.abs(apart) <= room).mean()),
        usual_width=float(widths.mean()),
        width=float(widths.max()),
        differences_width=float((room.mean(axis=0) / room_of_people.mean(axis=0)).max()),
        bias=float(np.abs(error.mean(axis=0) / error.std(axis=0)).max()),
    )
