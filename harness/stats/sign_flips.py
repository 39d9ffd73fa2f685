"""Fisher's randomisation test of two systems: the signs of their differences are exchangeable.

If the systems are equal, either of a topic's two scores could belong to either: all 2^n sign
vectors of the differences are equally likely. The test counts those with a mean at least as far
from 0 as the observed one.

Fisher, The design of experiments, 1935; Smucker, Allan and Carterette, A comparison of statistical
significance tests for information retrieval evaluation, CIKM 2007.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, generator, total
from harness.core.execution import Workers
from harness.core.parallel import pieces
from harness.stats.results import (
    ALTERNATIVES,
    TestResult,
    as_differences,
    as_p,
    check_choice,
    check_workers,
)
from harness.stats.sampling import (
    Values,
    check_sampling,
    choose_tolerance,
    draws_at_once,
    product,
    sampled_p,
)
from harness.stats.sign_vectors import sign_vector_p


def _mean(differences: Floats) -> Floats:
    return np.asarray(total(differences) / differences.shape[-1])


def randomisation(
    differences: npt.ArrayLike, *, alternative: str = "two-sided", workers: Workers = 1
) -> TestResult:
    """Return the exact randomisation test of differences [..., T] by topic, for any number of
    topics.

    All 2^n sign vectors are tried for up to 24 topics with a difference. For more, the sums are
    counted on a lattice of whole steps: p is exact if the differences are multiples of some step
    (of 0.0001 for scores with four decimals, 0.1 for P@10, 1/2520 for RR@10). Otherwise, or if they
    span too many steps, they are rounded to some 2^17 steps of the sum of their magnitudes;
    ``bound`` has the largest possible effect on p, and ``how`` the largest bound. Multiplying all
    differences by a number changes nothing. Identical runs have p = 1. Raises `EvaluationError` for
    fewer than two topics, values that are not finite and an unknown alternative.

    Of the sign vectors of 0.1, 0.2, 0.3 only (+ + +) and (− − −) are as far from 0:

    >>> tested = randomisation([0.1, 0.2, 0.3])
    >>> tested.p.tolist(), tested.how, tested.bound.tolist()
    (0.25, 'exact over all sign vectors', 0.0)
    """
    values = as_differences(
        differences, check_choice("alternative", alternative, ALTERNATIVES), check_workers(workers)
    )
    p, bound = sign_vector_p(values, alternative, workers)
    how = "exact over all sign vectors"
    if (most := float(bound.max(initial=0.0))) > 0:
        how += f", of rounded differences: p is off by at most {most:.1g}"
    n = values.shape[-1]
    return TestResult("randomisation", _mean(values), as_p(p), alternative, n, how, bound=bound)


def sampled_randomisation(
    differences: npt.ArrayLike,
    *,
    seed: int,
    samples: int = 100_000,
    alternative: str = "two-sided",
    workers: Workers = 1,
) -> TestResult:
    """Return the randomisation test of differences [..., T] by topic, over random sign vectors.

    For differences without a lattice. p is (b + 1) / (B + 1), with b of B sign vectors giving a
    mean as far from 0 as the observed one. Sign flips leave the sum of squares unchanged, so that t
    would give the same p. Values within 1e-10 of the largest are tied, since ties broken by floats
    would make p too small. All rows see the same sign vectors. Raises `EvaluationError` like
    `randomisation`.

    >>> tested = sampled_randomisation([0.1, 0.2, 0.3], samples=10_000, seed=1)
    >>> abs(float(tested.p) - 0.25) < 0.02, tested.how
    (True, '10,000 random sign vectors, seed 1')
    """
    values = as_differences(
        differences,
        check_choice("alternative", alternative, ALTERNATIVES),
        check_sampling(samples, seed, workers),
    )
    n = values.shape[-1]
    rows = values.reshape(-1, n)
    turned = -1.0 if alternative == "less" else 1.0
    observed = turned * _mean(rows)
    two_sided = alternative == "two-sided"
    least = np.abs(observed) if two_sided else observed
    least = least - choose_tolerance(np.abs(rows).max(axis=1))
    draws = partial(_flipped_means, turned * rows / n, seed)
    p = sampled_p(draws, least, two_sided=two_sided, samples=samples, workers=workers)
    how, p = f"{samples:,} random sign vectors, seed {seed}", p.reshape(values.shape[:-1])
    return TestResult("randomisation", _mean(values), p, alternative, n, how, seed, samples)


def _signs(seed: int, chunk: int, num_topics: int, size: int) -> Iterator[tuple[slice, Floats]]:
    """Yield the sign vectors (−1 and 1) of a chunk in blocks [T', B] of bounded memory."""
    drawn = generator(seed, "randomisation", str(chunk))
    # The generator draws four signs at once: blocks of four topics leave none over.
    for part in pieces(num_topics, 4 * draws_at_once(4 * size)):
        signs = drawn.integers(0, 2, size=(part.stop - part.start, size), dtype=np.int8)
        yield part, signs.astype(np.float64) * 2 - 1


def _flipped_means(shares: Floats, seed: int, chunk: int, size: int) -> Values:
    """Return the means under sign vectors of rows [P, T] that are divided by T."""
    blocks = _signs(seed, chunk, shares.shape[1], size)
    first_part, signs = next(blocks)
    if first_part.stop == shares.shape[1]:
        return lambda block: product(shares[block], signs)
    means = product(np.ascontiguousarray(shares[:, first_part]), signs)
    for part, signs_ in blocks:
        means += product(np.ascontiguousarray(shares[:, part]), signs_)
    return lambda block: means[block]
