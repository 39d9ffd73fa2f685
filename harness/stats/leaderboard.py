"""What a leaderboard is worth: intervals of means and of ranks, and the chance to be the best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints, total
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.execution import Workers
from harness.core.numbers import DECIMALS
from harness.core.parallel import map_arrays, pieces
from harness.core.random import generator
from harness.stats.bootstrap import bootstrap_interval
from harness.stats.checking import as_floats, check_choice, check_range, check_scores
from harness.stats.ranks import groups_of_ties
from harness.stats.results import Interval
from harness.stats.sampling import SAMPLES_PER_CHUNK, check_sampling, draws_at_once, product
from harness.stats.student import t_interval

#: So many draws of the runs are sorted together.
_SORTED_AT_ONCE = 64

KINDS = ("t", "percentile", "bca")


def mean_intervals(
    scores: npt.ArrayLike,
    *,
    kind: str = "t",
    confidence: float = 0.95,
    bounds: tuple[float, float] = (-np.inf, np.inf),
    seed: int | None = None,
    samples: int = 10_000,
) -> Interval:
    """The confidence interval of each run's mean [R], from scores [T, R].

    The kind is "t" (`t_interval`, with the ``bounds`` of a score), or "percentile" or "bca" of the
    bootstrap over topics (`bootstrap_interval`), which needs a ``seed``. Each interval is that of
    one mean. Topics that are hard for all runs widen all of them, so that runs whose intervals
    overlap may well differ: a difference has an interval of its own. Raises `EvaluationError` for
    fewer than two topics or runs, scores that are not finite, and unknown or impossible options.

    The scores of the first run have the mean 2 and the deviation 1; with 2 degrees of freedom the
    quantile q of .975 is 4.3027, and the interval 2 ± q / √3. Those of the second are all equal; if
    scores are from −1 to 4, a share of 1 − .025^(1/3) = .7076 of all topics may have any of these:

    >>> interval = mean_intervals([[1.0, 0.5], [2.0, 0.5], [3.0, 0.5]], bounds=(-1, 4))
    >>> interval.low.round(4).tolist(), interval.high.round(4).tolist()
    ([-0.4841, -0.5614], [4.4841, 2.9766])

    Sources as for `t_interval` and `bootstrap_interval`.
    """
    values = as_floats(scores, "scores")
    refuse(
        [*check_scores(values), *check_choice("kind", kind, KINDS), *_check_use(kind, seed)],
        EvaluationError,
    )
    rows = np.ascontiguousarray(values.T)
    if kind == "t" or seed is None:
        return t_interval(rows, confidence=confidence, bounds=bounds)
    return bootstrap_interval(rows, kind=kind, confidence=confidence, seed=seed, samples=samples)


@dataclass(frozen=True, eq=False)
class Ranks:
    """The ranks of R runs, and how far another draw of topics would move them; all arrays are [R].

    ``mean`` and ``rank`` are the observed ones; tied runs have the best of the ranks they take up.
    ``low`` and ``high`` bound the rank over the draws: at most (1 − ``confidence``) / 2 of them are
    below ``low``, and as many above ``high``. ``best`` is the chance of being the best run, 1 in
    all, and ``expected`` the mean rank. ``n`` counts the topics.
    """

    mean: Floats
    rank: Ints
    low: Ints
    high: Ints
    best: Floats
    expected: Floats
    confidence: float
    n: int
    how: str
    seed: int
    samples: int


def rank_intervals(
    scores: npt.ArrayLike,
    *,
    seed: int,
    confidence: float = 0.95,
    samples: int = 10_000,
    workers: Workers = 1,
) -> Ranks:
    """The rank of each run with its interval, from scores [T, R], by the bootstrap over topics.

    Topics are drawn with replacement, as many as there are, and the runs are ranked by their means
    on each draw; all runs see the same topics. Runs that tie share: the chance to be the best is
    divided among them, the expected rank counts the middle of the ranks they take up, and their
    intervals reach from the first to the last of these. Means within 1e-10 are tied.

    An interval is that of one run's rank. It says what the choice of topics did, and nothing of
    judgments or pools. For runs that are equal in truth, the ranks of draws do not get nearer to
    the truth with more topics (Hall and Miller), so that the interval describes and does not test.

    Raises `EvaluationError` for fewer than two topics or runs, scores that are not finite, and
    impossible options.

    The first two runs are the same, and both beat the third on any topic:

    >>> ranks = rank_intervals([[0.5, 0.5, 0.1], [0.7, 0.7, 0.2]], seed=1, samples=99)
    >>> ranks.rank.tolist(), ranks.low.tolist(), ranks.high.tolist()
    ([1, 1, 3], [1, 1, 3], [2, 2, 3])
    >>> ranks.best.tolist(), ranks.expected.tolist()
    ([0.5, 0.5, 0.0], [1.5, 1.5, 3.0])

    Goldstein and Spiegelhalter, League tables and their limitations, JRSS A 1996; Hall and Miller,
    Using the bootstrap to quantify the authority of an empirical ranking, Annals of Statistics
    2009 (also on ties).
    """
    values = as_floats(scores, "scores")
    problems = [
        *check_scores(values),
        *check_range("confidence", confidence, 0, 1),
        *check_sampling(samples, seed, workers),
    ]
    refuse(problems, EvaluationError)
    n = len(values)
    shares = np.ascontiguousarray(values.T) / n

    def work(part: slice) -> tuple[Ints, Ints, Floats]:
        chunk, size = part.start // SAMPLES_PER_CHUNK, part.stop - part.start
        means = [product(shares, counts) for counts in _drawn(seed, chunk, n, size)]
        return _counted(np.hstack(means).T)

    counted = map_arrays(work, pieces(samples, SAMPLES_PER_CHUNK), workers)
    first, last, best = next(counted)
    for begins, ends, share in counted:
        first += begins
        last += ends
        best += share
    low, high = _bounds(first, last, confidence)
    mean = total(values.T) / n
    ranks = np.arange(1, len(mean) + 1)
    return Ranks(
        mean=mean,
        rank=ranks_of(mean),
        low=low,
        high=high,
        best=best / samples,
        expected=(first + last) @ ranks / (2 * samples),
        confidence=confidence,
        n=n,
        how=f"bootstrap, {samples:,} draws of the topics, seed {seed}",
        seed=seed,
        samples=samples,
    )


def ranks_of(values: npt.ArrayLike) -> Ints:
    """The rank of each value [R], from 1 for the highest; the tied have the best of theirs.

    Values are tied when they agree to ten decimals: means of the same numbers, added in another
    order, differ in their last bits. NaN is below every number.

    >>> ranks_of([0.2, 0.1 + 0.2, 0.3, 0.1, np.nan]).tolist()
    [3, 1, 1, 4, 5]
    """
    settled = np.round(np.asarray(values, dtype=np.float64), DECIMALS)
    settled = np.where(np.isnan(settled), -np.inf, settled)
    ascending = np.sort(settled)
    return np.asarray(len(settled) - np.searchsorted(ascending, settled, side="right") + 1)


def tied_with_best(ranks: Ranks, p: npt.ArrayLike | None = None, *, alpha: float = 0.05) -> Bools:
    """Which runs [R] may as well be the best.

    Without ``p``, those whose rank interval includes 1. With the p-values [R] of a test of each run
    against the best one, the test alone decides: those whose p is not below ``alpha``. The two are
    different criteria and are not mixed, so that one line says what a mark means. The runs of the
    highest mean are always among them, whatever their own p-value is.

    Which run is the best is seen only in the scores, so that p-values should be corrected for all
    pairs, as those of Tukey's test are, and not only for the comparisons with one run. Raises
    `EvaluationError` for p-values that are not one for each run or not between 0 and 1, and for an
    alpha that is not.

    >>> ranks = rank_intervals([[0.5, 0.5, 0.1], [0.7, 0.7, 0.2]], seed=1, samples=99)
    >>> tied_with_best(ranks).tolist(), tied_with_best(ranks, [1.0, 0.04, 0.06]).tolist()
    ([True, True, False], [True, True, True])
    """
    if p is None:
        return np.asarray((ranks.low == 1) | (ranks.rank == 1))
    values = as_floats(p, "p-values")
    problems = [*_check_p(values, len(ranks.rank)), *check_range("alpha", alpha, 0, 1)]
    refuse(problems, EvaluationError)
    return np.asarray((values >= alpha) | (ranks.rank == 1))


def _drawn(seed: int, chunk: int, num_topics: int, size: int) -> Iterator[Floats]:
    """How often each topic is in each draw of a chunk, as blocks [T, B] of bounded memory."""
    chances = np.full(num_topics, 1.0 / num_topics)
    drawn = generator(seed, "ranks", str(chunk))
    for piece in pieces(size, draws_at_once(num_topics)):
        counts = drawn.multinomial(num_topics, chances, piece.stop - piece.start)
        yield np.ascontiguousarray(counts.T, dtype=np.float64)


def _counted(means: Floats) -> tuple[Ints, Ints, Floats]:
    """Over the draws of means [B, R]: how often each run's group of ties begins at each rank, how
    often it ends there (both [R, R], runs × ranks), and its share in being the best [R].
    """
    num_runs = means.shape[1]
    cells = np.empty((2, *means.shape), dtype=np.int64)
    leaders, shares = [], []
    for rows in pieces(len(means), _SORTED_AT_ONCE):
        values = np.round(means[rows], DECIMALS)
        order = np.argsort(-values, axis=1)
        first, last = groups_of_ties(np.take_along_axis(values, order, axis=1))
        cells[:, rows] = order * num_runs
        cells[0, rows] += first
        cells[1, rows] += last
        leading = first == 0
        leaders.append(order[leading])
        shares.append(1.0 / (last[leading] + 1))
    begins, ends = (np.bincount(some.ravel(), minlength=num_runs**2) for some in cells)
    best = np.bincount(np.concatenate(leaders), np.concatenate(shares), num_runs)
    shape = num_runs, num_runs
    return begins.reshape(shape), ends.reshape(shape), np.asarray(best, dtype=np.float64)


def _bounds(first: Ints, last: Ints, confidence: float) -> tuple[Ints, Ints]:
    """The ranks that leave at most (1 − confidence) / 2 of the draws below and above them [R]."""
    samples = first[0].sum()
    left_out = np.floor((1 - confidence) / 2 * samples + 1e-9)
    not_above = np.cumsum(first, axis=1)
    above = samples - np.cumsum(last, axis=1)
    return (not_above > left_out).argmax(axis=1) + 1, (above <= left_out).argmax(axis=1) + 1


def _check_use(kind: str, seed: int | None) -> Iterator[Problem]:
    if kind != "t" and seed is None:
        yield Problem(f"no seed given for the interval {kind!r}", hint="the bootstrap needs one")


def _check_p(p: Floats, num_runs: int) -> Iterator[Problem]:
    if p.shape != (num_runs,):
        hint = "one for each run; that of the best run with itself does not matter"
        yield Problem(f"p-values of the shape {p.shape} for {num_runs} runs", hint=hint)
    bad = int(np.count_nonzero(~((p >= 0) & (p <= 1))))
    if bad:
        yield Problem(f"{bad} of {p.size} p-values are not between 0 and 1")
