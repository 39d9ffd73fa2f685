"""How well a measure separates runs: swap rates, discriminative power and ASL curves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, FrozenArrays, Ints, divide, generator
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.execution import Workers
from harness.core.numbers import DECIMALS
from harness.core.parallel import collect_arrays, pieces
from harness.stats.results import (
    as_floats,
    as_scores,
    check_count,
    check_range,
    check_seed,
    check_sizes,
    check_workers,
)

#: Draws depend on the seed, the size and the number of the chunk, never on threads.
DRAWS_PER_CHUNK = 16


@dataclass(frozen=True, eq=False)
class Swaps(FrozenArrays):
    """How often two sets of topics disagree about two runs, by size and by difference.

    ``sizes`` [K] are the numbers of topics in each set, ``edges`` [B] the lowest difference of each
    bin; the last bin has no upper end. All [K, B]: ``compared`` counts the pairs of runs, over all
    draws, by the magnitude of their difference on the first set; ``swapped`` the pairs in the
    opposite order on the second set, ``tied`` the pairs tied on either set.
    """

    sizes: Ints
    edges: Floats
    compared: Ints
    swapped: Ints
    tied: Ints
    draws: int
    seed: int
    how: str

    def rates(self, *, otherwise: float) -> Floats:
        """Return the share of swapped comparisons [K, B]; ``otherwise`` without comparisons."""
        return divide(self.swapped, self.compared, otherwise=otherwise)

    def required(self, rate: float = 0.05) -> Floats:
        """Return the difference [K] to require so that no larger one was swapped more often than
        ``rate``.

        It is the lower edge of the lowest bin that has comparisons and, like all bins above it, at
        most this swap rate; infinite if even the largest differences exceed it.
        """
        refuse(check_range("rate", rate, 0, 1, low_allowed=True), EvaluationError)
        good = self.rates(otherwise=0.0) <= rate
        good = np.logical_and.accumulate(good[:, ::-1], axis=1)[:, ::-1] & (self.compared > 0)
        return np.where(good.any(axis=1), self.edges[good.argmax(axis=1)], np.inf)


def swap_rates(
    scores: npt.ArrayLike,
    *,
    seed: int,
    sizes: Sequence[int] | None = None,
    draws: int = 100,
    width: float = 0.01,
    bins: int = 21,
    workers: Workers = 1,
) -> Swaps:
    """Measure how often another set of topics would reverse a conclusion, from scores [T, R].

    For each size, two disjoint sets of so many topics are drawn, ``draws`` times. Each pair of runs
    falls into a bin by the difference of its means on the first set, and is swapped if the means on
    the second set have the opposite order. Bins have this ``width``, and the last one holds all
    larger differences. Means within 1e-10 are tied. ``sizes`` are 1 … T / 2 by default.

    Raises `EvaluationError` for fewer than two topics or runs, scores that are not finite, sizes
    below 1 or above T / 2, and impossible options.

    The first run is better by 1 on one topic and worse by 1 on the other; here it never is worse:

    >>> apart = swap_rates([[1.0, 0.0], [0.0, 1.0]], seed=1, draws=10, width=0.5, bins=3)
    >>> apart.compared.tolist(), apart.swapped.tolist(), apart.edges.tolist()
    ([[0, 0, 10]], [[0, 0, 10]], [0.0, 0.5, 1.0])
    >>> swap_rates([[1.0, 0.0], [0.3, 0.2]], seed=1).swapped.sum().tolist()
    0

    Voorhees and Buckley, The effect of topic set size on retrieval experiment error, SIGIR 2002.
    """
    values = as_scores(
        scores,
        check_seed(seed),
        check_count("draws", draws),
        check_range("width", width, 0),
        check_count("bins", bins),
        check_workers(workers),
    )
    half = values.shape[0] // 2
    chosen = list(range(1, half + 1) if sizes is None else sizes)
    hint = f"two sets without common topics have at most {half} each"
    refuse(check_sizes(chosen, half, hint), EvaluationError)

    def work(part: tuple[int, slice]) -> Ints:
        first, second = _draw_means(values, *part, seed)
        return _count_swaps(first, second, width, bins)

    parts = [(int(size), piece) for size in chosen for piece in pieces(draws, DRAWS_PER_CHUNK)]
    counts = (
        np.array(collect_arrays(work, parts, workers)).reshape(len(chosen), -1, 3, bins).sum(axis=1)
    )
    return Swaps(
        sizes=np.array(chosen, dtype=np.int64),
        edges=width * np.arange(bins, dtype=np.float64),
        compared=counts[:, 0],
        swapped=counts[:, 1],
        tied=counts[:, 2],
        draws=draws,
        seed=seed,
        how=f"{draws:,} draws of two sets without common topics, seed {seed}",
    )


def discriminative_power(p: npt.ArrayLike, *, alpha: float = 0.05) -> Floats:
    """Return the share [...] of pairs of runs with a p-value below ``alpha``, of p-values [..., P].

    Raises `EvaluationError` without p-values, for p-values or an alpha not between 0 and 1.

    >>> float(discriminative_power([0.01, 0.04, 0.05, 0.2]))
    0.5

    Sakai, Evaluating evaluation metrics based on the bootstrap, SIGIR 2006.
    """
    values = as_floats(p, "p-values")
    refuse([*_check_p(values), *check_range("alpha", alpha, 0, 1)], EvaluationError)
    return np.asarray(np.count_nonzero(values < alpha, axis=-1) / values.shape[-1])


def asl_curve(p: npt.ArrayLike) -> Floats:
    """Return the achieved significance levels: p-values [..., P] of pairs of runs, highest first.

    Drawn against 1 … P, the curve of a measure that separates more pairs is nearer to the origin:
    it falls below alpha after (1 − discriminative power) · P pairs. Raises `EvaluationError` like
    `discriminative_power`.

    >>> asl_curve([0.04, 0.2, 0.01]).tolist()
    [0.2, 0.04, 0.01]

    Sakai, Evaluating evaluation metrics based on the bootstrap, SIGIR 2006; Alternatives to bpref,
    SIGIR 2007.
    """
    values = as_floats(p, "p-values")
    refuse(_check_p(values), EvaluationError)
    return np.sort(values, axis=-1)[..., ::-1]


def _draw_means(scores: Floats, size: int, part: slice, seed: int) -> tuple[Floats, Floats]:
    """Return the means of each run [B, R] on two sets of topics, for the draws of one chunk."""
    chunk = str(part.start // DRAWS_PER_CHUNK)
    topics = np.tile(np.arange(len(scores)), (DRAWS_PER_CHUNK, 1))
    drawn = generator(seed, "swaps", str(size), chunk).permuted(topics, axis=1)
    drawn = drawn[: part.stop - part.start]
    return scores[drawn[:, :size]].mean(axis=1), scores[drawn[:, size : 2 * size]].mean(axis=1)


def _count_swaps(first: Floats, second: Floats, width: float, bins: int) -> Ints:
    """Count comparisons, swaps and ties in each bin [3, B] over all pairs of runs."""
    better, worse = np.triu_indices(first.shape[1], 1)
    difference = np.round(first[:, better] - first[:, worse], DECIMALS)
    product = difference * np.round(second[:, better] - second[:, worse], DECIMALS)
    # 0.03 / 0.01 is a little less than 3.
    bin_of_pair = np.minimum((np.abs(difference) + 0.5 * 10**-DECIMALS) / width, bins - 1).astype(
        int
    )
    return np.array(
        [
            np.bincount(bin_of_pair[chosen], minlength=bins)
            for chosen in (np.ones_like(bin_of_pair, dtype=bool), product < 0, product == 0)
        ]
    )


def _check_p(values: Floats) -> Iterator[Problem]:
    if not values.ndim or not values.shape[-1]:
        yield Problem("no p-values given")
    bad = int(np.count_nonzero(~((values >= 0) & (values <= 1))))
    if bad:
        yield Problem(f"{bad} of {values.size} p-values are not between 0 and 1")
