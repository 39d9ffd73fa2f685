"""Confidence sets of the ranks on a leaderboard."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, FrozenArrays, Ints, generator, total
from harness.core.errors import EvaluationError, refuse
from harness.core.execution import Workers
from harness.core.numbers import DECIMALS, count_noun
from harness.core.parallel import collect_arrays, pieces
from harness.stats.results import as_scores, check_range
from harness.stats.sampling import SAMPLES_PER_CHUNK, check_sampling, factors, product
from harness.stats.student import mean_and_sd

#: Draws for sets of ranks, at least and at most, and the affordable draws × pairs of runs.
_FEWEST_DRAWS, _MOST_DRAWS, _COMPARED = 2000, 10_000, 2 * 10**9

#: After its first step, a step-down sees this many times the draws above the limit.
_LOOKED_AT = 4

#: Draws of R runs [R, B], in half the memory.
Drawn: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class RankSets(FrozenArrays):
    """The ranks of R runs, each with its confidence set ``low`` … ``high``; all are [R].

    ``rank`` is the observed rank; ties share the best. ``better`` [R, R] marks the runs shown to be
    better than the row's run, ``worse`` the runs shown to be worse, among the comparisons of that
    run; the sets follow from them. ``limit`` [R] is the t above which the last step of each run's
    comparisons shows a difference. ``how`` describes the method in words.
    """

    rank: Ints
    better: Bools
    worse: Bools
    limit: Floats
    confidence: float
    how: str
    seed: int
    samples: int

    @property
    def low(self) -> Ints:
        """The best rank that a run may have [R], below the runs shown to be better."""
        return np.asarray(1 + self.better.sum(axis=1))

    @property
    def high(self) -> Ints:
        """The worst rank that a run may have [R], above the runs shown to be worse."""
        return np.asarray(len(self.rank) - self.worse.sum(axis=1))

    @property
    def could_be_best(self) -> Bools:
        """Whether each run's set of ranks contains 1 [R]."""
        return np.asarray(~self.better.any(axis=1))


def rank_sets(
    scores: npt.ArrayLike,
    *,
    seed: int,
    confidence: float = 0.95,
    simultaneous: bool = False,
    samples: int | None = None,
    workers: Workers = 1,
    only: npt.ArrayLike | None = None,
) -> RankSets:
    """Return the confidence sets of the ranks of R runs by their means, from scores [T, R].

    The set of a run has every rank not excluded by the runs shown to be better than it and the runs
    shown to be worse. Both sides of its R − 1 differences are tested as one family, by Student's t
    and a step-down procedure: a difference is shown if |t| is above the 1 − α quantile of the
    largest t of all hypotheses not yet rejected, were they true. That quantile comes from draws of
    the multivariate t distribution with the correlations of the differences. The reverse of a
    rejected hypothesis stays among the hypotheses, so that the shown direction is right. With
    ``simultaneous`` the differences of all runs are one family, and all sets hold at once.

    Each set misses the run's true rank with a probability of at most α if means are near normal.
    For the truly best run this means that its set has rank 1: the runs of `RankSets.could_be_best`
    are multiple comparisons with the best, and the best need not be fixed beforehand. Differences
    that are all equal have no t; the t of their signs replaces it. By default 10,000 ``samples``
    are drawn, for more than 447 runs fewer, at least 2,000. With ``only``, the columns of some
    runs, no other run's own comparisons are made, and its set has all ranks. Raises
    `EvaluationError` for fewer than two topics or runs, scores that are not finite, and impossible
    options.

    The first two are apart by −.1, .1, .2, the third is far below both:

    >>> scores = [[0.7, 0.8, 0.1], [0.9, 0.8, 0.2], [0.8, 0.6, 0.1], [0.7, 0.7, 0.0]]
    >>> sets = rank_sets(scores, seed=1)
    >>> list(zip(sets.low.tolist(), sets.high.tolist())), sets.could_be_best.tolist()
    ([(1, 2), (1, 2), (3, 3)], [True, True, False])

    Mogstad, Romano, Shaikh and Wilhelm, Inference for ranks with applications to mobility across
    neighbourhoods and academic achievement across countries, Review of Economic Studies 2024;
    Romano and Wolf, Exact and approximate stepdown methods for multiple hypothesis testing, JASA
    2005; Hsu, Simultaneous confidence intervals for all distances from the "best", Annals of
    Statistics 1981.
    """
    values = as_scores(scores, check_range("confidence", confidence, 0, 1))
    n, num_runs = values.shape
    if samples is None:
        samples = max(_FEWEST_DRAWS, min(_MOST_DRAWS, _COMPARED // num_runs**2))
    refuse(check_sampling(samples, seed, workers), EvaluationError)
    rows = np.ascontiguousarray(values.T)
    drawn = _draw_means(rows, seed, samples, workers)
    above = samples - min(samples - 1, math.ceil(confidence * (samples + 1)) - 1)

    def quantile(maxima: Drawn) -> float:
        return float(np.partition(maxima, -above)[-above])

    size = num_runs * (num_runs - 1) // 2 if simultaneous else num_runs - 1
    of_constant = _choose_constant_t(n, size, 1 - confidence)

    def compare_run(run: int) -> tuple[Ints, float]:
        family = _Differences.of_run(rows, drawn, run, slice(None), of_constant)
        # The largest value of a later step is no larger than of the first: low draws stay low.
        first = family.either(np.ones(num_runs, dtype=bool))
        kept = min(samples, _LOOKED_AT * above)
        least = np.partition(first, -kept)[-kept]
        largest = family.drawn.take(np.flatnonzero(first >= least), axis=1)
        result = replace(family, drawn=largest).step_down(quantile)
        return result if result[1] >= least else family.step_down(quantile)

    if simultaneous:
        directions, limit = _compare_jointly(rows, drawn, of_constant, quantile, workers)
        family_words = f"all {size:,} differences at once"
    else:
        asked = np.arange(num_runs)[slice(None) if only is None else np.asarray(only)]
        directions, limit = np.zeros((num_runs, num_runs), np.int64), np.full(num_runs, np.nan)
        for run, (signs, last) in zip(
            asked, collect_arrays(compare_run, asked.tolist(), workers), strict=True
        ):
            directions[run], limit[run] = signs, last
        family_words = f"each run's {count_noun(size, 'difference')}"
    how = f"step-down over both sides of {family_words}, Student's t and its largest by"
    how += f" {samples:,} draws with the correlations of the differences, seed {seed}"
    ranks = rank_values(total(rows) / n)
    return RankSets(ranks, directions > 0, directions < 0, limit, confidence, how, seed, samples)


@dataclass(frozen=True, eq=False)
class _Differences:
    """The t [K] of other runs' differences from one run, their ``signs``, and drawn ones [K, B].

    Drawn ones are above 0 in the direction of the difference.
    """

    t: Floats
    signs: Ints
    drawn: Drawn

    @classmethod
    def of_run(
        cls, rows: Floats, drawn: Drawn, run: int, others: slice, of_constant: float
    ) -> _Differences:
        n = rows.shape[1]
        mean, sd = mean_and_sd(rows[others] - rows[run])
        spread = sd > 0
        t = np.divide(mean * math.sqrt(n), sd, out=np.zeros_like(mean), where=spread)
        t[~spread] = np.sign(mean[~spread]) * of_constant
        signs = np.where(t < 0, -1, 1)
        weights = np.divide(signs * math.sqrt(n), sd, out=np.zeros_like(sd), where=spread)
        of_others = drawn[others] - drawn[run]
        of_others *= weights.astype(np.float32)[:, None]
        return cls(np.abs(t), np.sign(t).astype(np.int64), of_others)

    def either(self, which: Bools) -> Drawn:
        """Return the largest drawn t of some hypotheses in either direction [B]."""
        of_these = self.drawn if which.all() else self.drawn[which]
        low, high = of_these.min(axis=0, initial=np.inf), of_these.max(axis=0, initial=-np.inf)
        return np.asarray(np.maximum(high, -low))

    def reverse(self, which: Bools) -> Drawn:
        """Return the largest drawn t against the direction of some differences [B]."""
        return np.asarray(-self.drawn[which].min(axis=0, initial=np.inf))

    def step_down(self, quantile: Callable[[Drawn], float]) -> tuple[Ints, float]:
        """Return the shown directions [K], 0 for others, and the limit of the last step."""
        more = rejected = np.zeros(len(self.t), dtype=bool)
        reverse = np.full(self.drawn.shape[1], -np.inf, dtype=np.float32)
        while True:
            reverse = np.maximum(reverse, self.reverse(more))
            limit = quantile(np.maximum(reverse, self.either(~rejected)))
            more = (self.t > limit) & ~rejected
            if not more.any():
                return np.where(rejected, self.signs, 0), limit
            rejected = rejected | more


def _compare_jointly(
    rows: Floats,
    drawn: Drawn,
    of_constant: float,
    quantile: Callable[[Drawn], float],
    workers: Workers,
) -> tuple[Ints, Floats]:
    """Return the runs [R, R] shown better (1) or worse (−1) than the row's, and the limits [R]."""
    num_runs = len(rows)
    rejected = np.zeros((num_runs, num_runs), dtype=bool)
    directions = np.zeros((num_runs, num_runs), dtype=np.int64)

    def family(run: int) -> _Differences:
        return _Differences.of_run(rows, drawn, run, slice(run + 1, None), of_constant)

    def maxima(run: int) -> Drawn:
        differences, gone = family(run), rejected[run, run + 1 :]
        return np.maximum(differences.either(~gone), differences.reverse(gone))

    first = list(range(num_runs - 1))
    while True:
        limit = quantile(np.max(collect_arrays(maxima, first, workers), axis=0))
        reached = rejected.copy()
        for run in first:
            differences = family(run)
            reached[run, run + 1 :] |= differences.t > limit
            directions[run, run + 1 :] = np.where(reached[run, run + 1 :], differences.signs, 0)
        if (reached == rejected).all():
            return np.asarray(directions - directions.T), np.full(num_runs, limit)
        rejected[:] = reached


def _choose_constant_t(n: int, size: int, alpha: float) -> float:
    """Return the t of n equal differences, from the p of their signs.

    It is 0 if Bonferroni keeps that p above alpha in a family of ``size``.
    """
    from scipy.special import stdtrit

    return float(-stdtrit(n - 1, 0.5 ** min(n, 1000))) if size * 0.5 ** (n - 1) < alpha else 0.0


def _draw_means(rows: Floats, seed: int, samples: int, workers: Workers) -> Drawn:
    """Draw [R, B] from the distribution of the runs' means around 0, with a t's deviation.

    Normal weights of the topics, or of the runs' factors if these are fewer, give means with the
    covariances of the runs; one divisor per draw, from a chi-squared deviation, makes every
    difference over its standard error a t.
    """
    num_runs, n = rows.shape
    spread = (rows - (total(rows) / n)[:, None]) / math.sqrt(n * (n - 1))
    if num_runs < n and num_runs**2 <= 4 * samples:  # otherwise it costs more than it saves
        spread = factors(spread)

    def some(part: slice) -> Drawn:
        random = generator(seed, "rank sets", str(part.start // SAMPLES_PER_CHUNK))
        size = part.stop - part.start
        normal = random.standard_normal((spread.shape[1], size))
        normal *= np.sqrt((n - 1) / random.chisquare(n - 1, size))
        return product(spread, normal).astype(np.float32)

    return np.concatenate(collect_arrays(some, pieces(samples, SAMPLES_PER_CHUNK), workers), axis=1)


def rank_values(values: npt.ArrayLike) -> Ints:
    """Return the rank of each value [R], from 1 for the highest; ties share the best rank.

    Values that agree to ten decimals are tied: means of the same numbers, added in another order,
    differ in their last bits. NaN is below every number.

    >>> rank_values([0.2, 0.1 + 0.2, 0.3, 0.1, np.nan]).tolist()
    [3, 1, 1, 4, 5]
    """
    settled = np.round(np.asarray(values, dtype=np.float64), DECIMALS)
    settled = np.where(np.isnan(settled), -np.inf, settled)
    return np.asarray(len(settled) - np.searchsorted(np.sort(settled), settled, side="right") + 1)
