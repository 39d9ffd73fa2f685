"""How far a leaderboard can be trusted: confidence sets of ranks."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
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

#: Draws for sets of ranks, at least and at most, and draws × pairs of runs that are affordable.
_FEWEST_DRAWS, _MOST_DRAWS, _COMPARED = 2000, 10_000, 2 * 10**9

#: The steps after the first look at so many times the draws that are above the limit.
_LOOKED_AT = 4

#: Draws of R runs [R, B], in half the memory.
Drawn: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class RankSets(FrozenArrays):
    """The ranks of R runs, each with its confidence set ``low`` … ``high``; all are [R].

    ``rank`` is the observed one; tied runs have the best of the ranks they take up. ``better`` says
    which runs [R, R] are shown to be better than the run of the row, ``worse`` which are shown to
    be worse, among the comparisons of that run; from these the sets follow. ``limit`` [R] is the t
    above which the last step of each run's comparisons shows a difference. ``how`` says in plain
    words how they were made.
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
        """The best rank that a run may have [R]: it is below the runs shown to be better."""
        return np.asarray(1 + self.better.sum(axis=1))

    @property
    def high(self) -> Ints:
        """The last rank that a run may have [R]: it is above the runs shown to be worse."""
        return np.asarray(len(self.rank) - self.worse.sum(axis=1))

    @property
    def could_be_best(self) -> Bools:
        """The runs whose set of ranks contains 1 [R]."""
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

    A run may have any rank that is left by the runs that are shown to be better than it and by
    those shown to be worse. Of its R − 1 differences both sides are tested as one family, by
    Student's t and a step-down procedure: a difference is shown where |t| is above the 1 − α
    quantile of the largest t of all hypotheses that are not yet rejected, were they true. That
    quantile is of draws from the multivariate t distribution with the correlations of the
    differences. The reverse of what was rejected stays among the hypotheses, so that what is shown
    has the right direction. With ``simultaneous`` the differences of all runs are one family, and
    all sets hold at once.

    Each set lacks the run's true rank with a chance of at most α, where means are near normal. Of
    the truly best run this says that its set has rank 1: the runs that `RankSets.could_be_best` are
    multiple comparisons with the best, and the best need not be fixed beforehand. Differences that
    are all equal have no t; that of their signs stands for it. Without ``samples`` 10,000 are
    drawn, for more than 447 runs fewer, at least 2,000. With ``only``, the columns of some runs, no
    other run's own comparisons are made, and its set has all ranks. Raises `EvaluationError` for
    fewer than two topics or runs, scores that are not finite, and impossible options.

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
        # What is largest in a later step is no larger than in the first: low draws stay low.
        first = family.either(np.ones(num_runs, dtype=bool))
        kept = min(samples, _LOOKED_AT * above)
        least = np.partition(first, -kept)[-kept]
        result = family.select_draws(first >= least).step_down(quantile)
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
    """The t [K] of other runs' differences to one run, their ``signs``, and drawn ones [K, B].

    Drawn ones are above 0 where they have the direction of the difference.
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
        if not which.any():
            return np.full(self.drawn.shape[1], -np.inf, dtype=np.float32)
        of_these = self.drawn if which.all() else self.drawn[which]
        return np.asarray(np.maximum(of_these.max(axis=0), -of_these.min(axis=0)))

    def reverse(self, which: Bools) -> Drawn:
        """Return the largest drawn t against the direction of some differences [B]."""
        if not which.any():
            return np.full(self.drawn.shape[1], -np.inf, dtype=np.float32)
        return np.asarray(-self.drawn[which].min(axis=0))

    def select_draws(self, which: Bools) -> _Differences:
        """Return the same differences with some of the draws."""
        return _Differences(self.t, self.signs, self.drawn.take(np.flatnonzero(which), axis=1))

    def step_down(self, quantile: Callable[[Drawn], float]) -> tuple[Ints, float]:
        """Return the directions [K] that are shown, 0 of others, and the limit of the last step."""
        more = rejected = np.zeros(len(self.t), dtype=bool)
        reverse = np.full(self.drawn.shape[1], -np.inf, dtype=np.float32)
        while True:
            reverse = np.maximum(reverse, self.reverse(more))
            limit = quantile(np.maximum(reverse, self.either(~rejected)))
            more = self.reached(limit) & ~rejected
            if not more.any():
                return np.where(rejected, self.signs, 0), limit
            rejected = rejected | more

    def reached(self, limit: float) -> Bools:
        """Return the differences whose t is above a limit [K]."""
        return np.asarray(self.t > limit)


def _compare_jointly(
    rows: Floats,
    drawn: Drawn,
    of_constant: float,
    quantile: Callable[[Drawn], float],
    workers: Workers,
) -> tuple[Ints, Floats]:
    """Return the runs [R, R] shown to be better (1) or worse (−1) than the row's, and the limits
    [R].
    """
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
            reached[run, run + 1 :] |= differences.reached(limit)
            directions[run, run + 1 :] = np.where(reached[run, run + 1 :], differences.signs, 0)
        if (reached == rejected).all():
            return np.asarray(directions - directions.T), np.full(num_runs, limit)
        rejected[:] = reached


def _choose_constant_t(n: int, size: int, alpha: float) -> float:
    """Return the t that stands for n equal differences: that of their signs' p; 0 where Bonferroni
    keeps that p among so many above alpha.
    """
    from scipy.special import stdtrit

    return float(-stdtrit(n - 1, 0.5 ** min(n, 1000))) if size * 0.5 ** (n - 1) < alpha else 0.0


def _draw_means(rows: Floats, seed: int, samples: int, workers: Workers) -> Drawn:
    """Draws [R, B] from the distribution of the runs' means around 0, with a t's deviation.

    Normal weights of the topics, or of the runs' factors where these are fewer, give means with the
    covariances of the runs; one divisor a draw, of a chi-squared deviation, makes every difference
    over its standard error a t.
    """
    num_runs, n = rows.shape
    spread = (rows - (total(rows) / n)[:, None]) / math.sqrt(n * (n - 1))
    if num_runs < n and num_runs**2 <= 4 * samples:  # else it costs more than it spares
        spread = factors(spread)

    def some(part: slice) -> Drawn:
        random = generator(seed, "rank sets", str(part.start // SAMPLES_PER_CHUNK))
        size = part.stop - part.start
        normal = random.standard_normal((spread.shape[1], size))
        normal *= np.sqrt((n - 1) / random.chisquare(n - 1, size))
        return product(spread, normal).astype(np.float32)

    return np.concatenate(collect_arrays(some, pieces(samples, SAMPLES_PER_CHUNK), workers), axis=1)


def rank_values(values: npt.ArrayLike) -> Ints:
    """Return the rank of each value [R], from 1 for the highest; the tied have the best of theirs.

    Values are tied when they agree to ten decimals: means of the same numbers, added in another
    order, differ in their last bits. NaN is below every number.

    >>> rank_values([0.2, 0.1 + 0.2, 0.3, 0.1, np.nan]).tolist()
    [3, 1, 1, 4, 5]
    """
    settled = np.round(np.asarray(values, dtype=np.float64), DECIMALS)
    settled = np.where(np.isnan(settled), -np.inf, settled)
    ascending = np.sort(settled)
    return np.asarray(len(settled) - np.searchsorted(ascending, settled, side="right") + 1)
