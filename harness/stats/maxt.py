"""The step-down maxT test of Westfall and Young: a family of comparisons of runs by permutation.

The correlations of the comparisons, which share runs and topics, are in the permutations: this
makes it more powerful than corrections of p-values, which must allow for the worst.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.execution import Workers
from harness.core.parallel import mapped, pieces
from harness.stats.checking import as_floats, check_choice, check_scores
from harness.stats.families import mean_gaps
from harness.stats.pairs import Pairs, checked_pairs
from harness.stats.permutations import permuted_within_topics
from harness.stats.results import TestResult, as_p
from harness.stats.sampling import SAMPLES_PER_CHUNK, TOLERANCE, check_sampling
from harness.stats.student import t_statistic

#: Differences of scores as small as this are 0 but for the noise of floats.
_NOISE = 1e-13

#: How strongly the pairs of a family differ in each of some permuted tables [B, T, R]: [B, K].
Strengths = Callable[[Floats], Floats]


@dataclass(frozen=True, eq=False, kw_only=True)
class MaxT(TestResult):
    """The outcome of `max_t`: ``statistic`` and the adjusted ``p`` have the shape of the pairs.

    ``unadjusted`` are the p-values of each pair by itself under the same permutations, which are of
    all runs of the family: not quite those of a randomisation test of the two. ``family`` is the
    number of comparisons, ``num_runs`` that of the runs they compare.
    """

    unadjusted: Floats
    family: int
    num_runs: int


def max_t(
    scores: npt.ArrayLike,
    pairs: Pairs | None = None,
    *,
    seed: int,
    samples: int = 10_000,
    statistic: str = "t",
    step_down: bool = True,
    workers: Workers = 1,
) -> MaxT:
    """The maxT test of a family of pairs of the runs of scores [T, R]; its p-values are adjusted.

    ``pairs`` are the columns of the first and of the second runs: `families.against` baselines, all
    pairs unless given. The scores of each topic are put in random order over the runs of the
    family, as they could have been were all of these the same. The strongest pair is compared with
    the strongest of all pairs in each permuted table, the next with the strongest of all but the
    first, and so on; no p-value is below that of a stronger pair. p is (b + 1) / (B + 1), b of B
    tables reaching the observed value. The ``statistic`` is the paired "t", which gives all pairs
    the same weight, or the difference of the "mean". Without ``step_down`` all pairs are compared
    with the strongest of all; for the mean and all pairs, that is the randomised Tukey test.

    That all runs of the family are the same is what the strongest pair tests. Further down it is
    an approximation, since some are known to differ by then; exact would be a test of each of the
    2^K sets of comparisons.

    Values within 1e-10 are equal: of means 1e-10 of the largest score, and of t the squared cosines
    that stand for it. Identical runs have p = 1. Raises
    `EvaluationError` for fewer than two topics or runs, scores that are not finite, columns that
    are not there, no pairs, and impossible options.

    Of two runs there is one pair, and 2 of the 8 tables are as far apart as 0.1, 0.2, 0.3:

    >>> tested = max_t([[0.1, 0.0], [0.2, 0.0], [0.3, 0.0]], seed=1, samples=20_000)
    >>> tested.statistic.round(4).tolist(), abs(float(tested.p[0]) - 0.25) < 0.02, tested.family
    ([3.4641], True, 1)

    Westfall and Young, Resampling-based multiple testing, 1993; Boytsov, Belova and Westfall,
    Deciding on an adjustment for multiplicity in IR experiments, SIGIR 2013.
    """
    values = as_floats(scores, "scores")
    problems = [
        *check_scores(values),
        *check_choice("statistic", statistic, tuple(_STRENGTHS)),
        *check_sampling(samples, seed, workers),
    ]
    refuse(problems, EvaluationError)
    first, second = checked_pairs(pairs, values.shape[1])
    if not first.size:
        raise EvaluationError(Problem("no pairs given"))
    table, left, right = _family_table(values, first.ravel(), second.ravel())
    strengths = _STRENGTHS[statistic](left, right)
    observed = strengths(table[None])[0]
    order = np.argsort(observed, kind="stable")
    least = observed[order] - TOLERANCE

    def counted(part: slice) -> Ints:
        tables = permuted_within_topics(table, part, seed)
        return _counted((strengths(some)[:, order] for some in tables), least, step_down)

    parts = mapped(counted, pieces(samples, SAMPLES_PER_CHUNK), workers)
    shares = (np.sum(parts, axis=0) + 1) / (samples + 1)
    shares[1] = np.maximum.accumulate(shares[1, ::-1])[::-1]
    p = np.empty_like(shares)
    p[:, order] = shares
    unadjusted, together = as_p(p).reshape(2, *first.shape)
    way = "step-down maxT" if step_down else "maxT"
    how = (
        f"{way}, family of {first.size:,} comparisons of {table.shape[1]} runs,"
        f" {samples:,} permutations within topics, statistic: {statistic}, seed {seed}"
    )
    return MaxT(
        "maxT",
        _shown(values, first, second, statistic),
        together,
        "two-sided",
        len(values),
        how,
        seed,
        samples,
        unadjusted=unadjusted,
        family=first.size,
        num_runs=table.shape[1],
    )


def _family_table(scores: Floats, first: Ints, second: Ints) -> tuple[Floats, Ints, Ints]:
    """The table of the compared runs, its largest score 1, and the pairs by its columns."""
    runs, columns = np.unique(np.concatenate([first, second]), return_inverse=True)
    table = np.ascontiguousarray(scores[:, runs])
    table /= float(np.abs(table).max()) or 1.0
    return table, columns[: len(first)], columns[len(first) :]


def _counted(drawn: Iterable[Floats], least: Floats, step_down: bool) -> Ints:
    """How often each pair by itself, and the strongest it is compared with, reach ``least`` [2, K].

    The strengths [B, K] of each block are in the order of the observed ones, the weakest first.
    """
    counts = np.zeros((2, len(least)), dtype=np.int64)
    for block in drawn:
        counts[0] += np.count_nonzero(block >= least, axis=0)
        if step_down:
            strongest = np.maximum.accumulate(block, axis=1)
        else:
            strongest = block.max(axis=1, keepdims=True)
        counts[1] += np.count_nonzero(strongest >= least, axis=0)
    return counts


def _by_mean(first: Ints, second: Ints) -> Strengths:
    """The magnitudes of the differences of means."""

    def strengths(tables: Floats) -> Floats:
        means = tables.sum(axis=1) / tables.shape[1]
        return np.asarray(np.abs(means[:, first] - means[:, second]))

    return strengths


def _by_t(first: Ints, second: Ints) -> Strengths:
    """The squared cosines of the differences with a constant, (Σ d)² / n Σ d²; 0 where d is noise.

    They rise with |t| from 0 to 1, as t² = (n − 1) c / (1 − c), and are never infinite. The sums
    are those of the differences themselves: from sums and products of the scores they would be much
    faster, but for runs that are nearly the same nothing would be left of them.
    """
    groups = []
    for run in np.unique(second):
        columns = np.flatnonzero(second == run)
        groups.append((run, columns, _as_slice(first[columns])))
    widest = max(len(columns) for _, columns, _ in groups)

    def strengths(tables: Floats) -> Floats:
        by_run = np.ascontiguousarray(tables.transpose(0, 2, 1))
        num_tables, _, num_topics = by_run.shape
        space = np.empty(num_tables * widest * num_topics)
        sums, squares = np.empty((2, num_tables, len(first)))
        for run, columns, others in groups:
            shape = num_tables, len(columns), num_topics
            differences = space[: math.prod(shape)].reshape(shape)
            np.subtract(by_run[:, others], by_run[:, run, None], out=differences)
            sums[:, columns] = np.einsum("bkt->bk", differences)
            squares[:, columns] = np.einsum("bkt,bkt->bk", differences, differences)
        some = squares > num_topics * _NOISE**2
        sums *= sums
        squares *= num_topics
        return np.asarray(np.divide(sums, squares, out=np.zeros_like(sums), where=some))

    return strengths


def _as_slice(columns: Ints) -> Ints | slice:
    """Columns in unbroken order as a slice, which needs no copy."""
    low, high = int(columns[0]), int(columns[-1]) + 1
    return slice(low, high) if np.array_equal(columns, np.arange(low, high)) else columns


_STRENGTHS: dict[str, Callable[[Ints, Ints], Strengths]] = {"t": _by_t, "mean": _by_mean}


def _shown(scores: Floats, first: Ints, second: Ints, statistic: str) -> Floats:
    """The observed statistics of the pairs, in their shape."""
    if statistic == "mean":
        return mean_gaps(scores, first, second)
    by_run = scores.T
    return t_statistic(by_run[first] - by_run[second])
