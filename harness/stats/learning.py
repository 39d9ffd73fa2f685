"""Fewer topics: learning curves, and cross-validation of variants over topics.

A variant chosen on the topics it is scored on looks better than it is: in cross-validation each
topic is scored by a variant that was chosen without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, FrozenArrays, Ints, generator, total
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.execution import Workers
from harness.core.numbers import DECIMALS
from harness.core.parallel import collect_arrays
from harness.stats.correlation import kendall_tau
from harness.stats.results import (
    as_differences,
    as_scores,
    check_count,
    check_range,
    check_seed,
    check_sizes,
    check_workers,
    spread_sizes,
)
from harness.stats.sampling import product
from harness.stats.student import mean_and_sd


@dataclass(frozen=True, eq=False)
class Curve(FrozenArrays):
    """A quantity estimated on fewer topics.

    ``sizes`` [K] are the numbers of topics. ``mean``, ``deviation``, ``low`` and ``high`` [..., K]
    describe the quantity over sets of so many topics; the last two leave out (1 − ``confidence``) /
    2 of the draws on either side. ``n`` counts all topics.
    """

    sizes: Ints
    mean: Floats
    deviation: Floats
    low: Floats
    high: Floats
    confidence: float
    n: int
    how: str
    seed: int
    draws: int


def learning_curve(
    values: npt.ArrayLike,
    *,
    seed: int,
    sizes: Sequence[int] | None = None,
    draws: int = 1000,
    confidence: float = 0.95,
    workers: Workers = 1,
) -> Curve:
    """Return the mean of ``values`` [..., T], scores or differences of two runs, on fewer topics.

    Topics are drawn without replacement; in one draw, each set contains the smaller ones. By
    default the sizes are 5, 10, … and T, about a hundred at most. Mean and deviation are exact: for
    k of T topics they are the mean of all, and sd · √(1/k − 1/T). The bounds come from the draws.

    All of this is about sets of the present topics, and at T nothing is left to chance; confidence
    intervals say how far other topics would differ. Raises `EvaluationError` for fewer than two
    topics, values that are not finite, sizes that are not from 1 to T, and impossible options.

    One of two topics has the mean 0 or 1, both have 1/2:

    >>> curve = learning_curve([0.0, 1.0], seed=1, sizes=[1, 2])
    >>> curve.mean.tolist(), curve.deviation.round(4).tolist()
    ([0.5, 0.5], [0.5, 0.0])
    >>> curve.low.tolist(), curve.high.tolist()
    ([0.0, 0.5], [1.0, 0.5])

    Cochran, Sampling techniques, 1977, 2.5 (the deviation); Buckley and Voorhees, Evaluating
    evaluation measure stability, SIGIR 2000 (fewer topics).
    """
    rows = as_differences(values, _check_options(seed, draws, confidence, workers), what="values")
    n = rows.shape[-1]
    chosen = _sizes(sizes, n)
    flat = rows.reshape(-1, n)
    drawn = _positions(seed, draws, n)

    def bounds(size: int) -> Floats:
        return _middle(product(flat, _membership(drawn, size)), confidence)

    low, high = np.stack(collect_arrays(bounds, chosen.tolist(), workers), axis=-1)
    mean, sd = mean_and_sd(rows)
    shape = (*mean.shape, len(chosen))
    return Curve(
        sizes=chosen,
        mean=np.repeat(mean[..., None], len(chosen), axis=-1),
        deviation=sd[..., None] * np.sqrt(1 / chosen - 1 / n),
        low=low.reshape(shape),
        high=high.reshape(shape),
        confidence=confidence,
        n=n,
        how=f"topics without replacement; bounds of {draws:,} draws, seed {seed}",
        seed=seed,
        draws=draws,
    )


def agreement_curve(
    scores: npt.ArrayLike,
    *,
    seed: int,
    sizes: Sequence[int] | None = None,
    draws: int = 1000,
    confidence: float = 0.95,
    workers: Workers = 1,
) -> Curve:
    """Return the agreement of the leaderboard of fewer topics with the full one: Kendall's τ-b [K].

    Scores are [T, R]; the draws are as in `learning_curve`, and mean, deviation and bounds are over
    them. A draw that ties all runs shows nothing about their order: its τ is 0, and ``how`` counts
    them. The drawn topics are in the whole as well, so that τ rises to 1 by itself; between two
    disjoint sets it is lower. Raises `EvaluationError` for fewer than two topics or runs, scores
    that are not finite, runs that all have one mean, and like `learning_curve`.

    The first run is better on two topics of three, and by less on all:

    >>> scores = [[0.9, 0.2], [0.8, 0.6], [0.1, 0.4]]
    >>> curve = agreement_curve(scores, seed=1, sizes=[1, 2, 3], draws=3000)
    >>> curve.mean.round(1).tolist(), curve.low.tolist()
    ([0.3, 0.3, 1.0], [-1.0, -1.0, 1.0])

    Buckley and Voorhees, Evaluating evaluation measure stability, SIGIR 2000; Carterette, Pavlu,
    Kanoulas, Aslam and Allan, Evaluation over thousands of queries, SIGIR 2008.
    """
    values = as_scores(scores, _check_options(seed, draws, confidence, workers))
    by_run = np.ascontiguousarray(values.T)
    n = len(values)
    board = np.round(total(by_run) / n, DECIMALS)
    if np.ptp(board) == 0:
        raise EvaluationError(Problem("all runs have one mean: there is no order to agree with"))
    chosen = _sizes(sizes, n)
    drawn = _positions(seed, draws, n)

    def agreement(size: int) -> tuple[Floats, int]:
        means = np.round(product(by_run, _membership(drawn, size)).T, DECIMALS)
        defined = np.ptp(means, axis=1) > 0
        taus = np.zeros(draws)
        taus[defined] = kendall_tau(means[defined], board)
        return taus, draws - int(np.count_nonzero(defined))

    outcomes = collect_arrays(agreement, chosen.tolist(), workers)
    taus = np.stack([taus for taus, _ in outcomes])
    tied = sum(undefined for _, undefined in outcomes)
    low, high = _middle(taus, confidence)
    note = f"; {tied:,} draws that tie all runs have τ = 0" if tied else ""
    return Curve(
        sizes=chosen,
        mean=total(taus) / draws,
        deviation=np.std(taus, axis=1),
        low=low,
        high=high,
        confidence=confidence,
        n=n,
        how=f"τ-b with all {n} topics; {draws:,} draws without replacement, seed {seed}{note}",
        seed=seed,
        draws=draws,
    )


def _positions(seed: int, draws: int, num_topics: int) -> Ints:
    """Return the position of each topic in each draw [B, T], from 0."""
    order = np.tile(np.arange(num_topics, dtype=np.int32), (draws, 1))
    return np.asfortranarray(generator(seed, "learning curve").permuted(order, axis=1))


def _membership(positions: Ints, size: int) -> Floats:
    """Return the weight of each topic in the mean of the first ``size`` of each draw [T, B]."""
    return np.asarray((positions < size).T / size)


def _middle(values: Floats, confidence: float) -> Floats:
    """Return the bounds [2, ...] of the middle of values [..., B]."""
    tail = (1 - confidence) / 2
    return np.asarray(np.quantile(values, [tail, 1 - tail], axis=-1))


def _sizes(sizes: Sequence[int] | None, num_topics: int) -> Ints:
    """Return the given sizes, checked, or those by default."""
    chosen = spread_sizes(num_topics) if sizes is None else sizes
    refuse(check_sizes(chosen, num_topics, f"there are {num_topics} topics"), EvaluationError)
    return np.array(chosen, dtype=np.int64)


def _check_options(seed: Any, draws: Any, confidence: float, workers: Any) -> Iterator[Problem]:
    yield from check_seed(seed)
    yield from check_count("draws", draws)
    yield from check_range("confidence", confidence, 0, 1)
    yield from check_workers(workers)


#: Means closer than this are tied, and the first of the variants is chosen.
TOLERANCE = 1e-10


@dataclass(frozen=True, eq=False)
class CrossValidation(FrozenArrays):
    """Scores of V variants on topics that they were not chosen on.

    ``fold`` [K, T] is the fold of each topic in each of K repeats, and ``chosen`` [K, F] the
    variant that was best on the topics outside each fold. ``scores`` [K, T] are of each topic, by
    the variant chosen without it, and ``held_out`` [K] their means. ``means`` [V] are of the
    variants over all topics, ``best`` is the best variant and ``naive`` its mean, which nobody
    should publish as the system's.
    """

    fold: Ints
    chosen: Ints
    scores: Floats
    held_out: Floats
    means: Floats
    best: int
    naive: float
    n: int
    how: str
    seed: int

    @property
    def optimism(self) -> float:
        """The naive minus the held-out mean over all repeats: the apparent gain of choosing."""
        return self.naive - float(total(self.held_out) / len(self.held_out))


def cross_validate(
    variants: npt.ArrayLike, *, seed: int, folds: int = 5, repeats: int = 1
) -> CrossValidation:
    """Return the mean of a system whose variant is chosen by cross-validation over topics.

    ``variants`` [T, V] are the scores of V variants of one system. The topics are divided at random
    into folds, whose sizes differ by one at most. The variant with the best mean over the topics
    outside a fold, the first of ties (within 1e-10), is scored on the topics in it. ``repeats``
    divide anew; as many folds as topics leave one topic out at a time.

    The held-out mean is of the procedure, choosing included, on a share (F − 1) / F of the topics.
    Raises `EvaluationError` for fewer than two topics or variants, scores that are not finite, and
    folds that are not from 2 to the number of topics.

    Each variant is good on two topics and bad on two, so that on any three the good one is that
    which fails on the fourth:

    >>> variants = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]
    >>> found = cross_validate(variants, seed=1, folds=4)
    >>> found.held_out.tolist(), found.best, found.naive, found.optimism
    ([0.0], 0, 0.5, 0.5)

    Stone, Cross-validatory choice and assessment of statistical predictions, JRSS B 1974; Fuhr,
    Some common mistakes in IR evaluation, SIGIR Forum 2017.
    """
    values = as_scores(variants, check_count("repeats", repeats), check_seed(seed))
    refuse(_check_folds(folds, len(values)), EvaluationError)
    n, num_variants = values.shape
    fold = np.stack(
        [generator(seed, "folds", str(repeat)).permutation(n) % folds for repeat in range(repeats)]
    )
    outside = fold[:, None, :] != np.arange(folds)[:, None]
    chosen = _first_best(outside @ values / outside.sum(axis=2, keepdims=True))
    scores = values[np.arange(n), np.take_along_axis(chosen, fold, axis=1)]
    means = total(values.T) / n
    best = int(_first_best(means))
    times = "" if repeats == 1 else f", {repeats} times"
    return CrossValidation(
        fold=fold,
        chosen=chosen,
        scores=scores,
        held_out=total(scores) / n,
        means=means,
        best=best,
        naive=float(means[best]),
        n=n,
        how=f"{folds} folds of {n} topics{times}, best of {num_variants} variants, seed {seed}",
        seed=seed,
    )


def _first_best(means: Floats) -> Ints:
    """Return the first variant with the best mean, along the last axis [..., V].

    >>> _first_best(np.array([[0.1, 0.3, 0.1 + 0.2], [0.5, 0.4, 0.0]])).tolist()
    [1, 0]
    """
    return np.asarray((means >= means.max(axis=-1, keepdims=True) - TOLERANCE).argmax(axis=-1))


def _check_folds(folds: Any, num_topics: int) -> Iterator[Problem]:
    wrong = list(check_count("folds", folds))
    yield from wrong
    if not wrong and not 2 <= folds <= num_topics:
        hint = f"from 2 to the number of topics, {num_topics}"
        yield Problem(f"folds: {folds!r} is not allowed", hint=hint)
