"""Choosing parameters honestly: each topic is scored by a variant that was chosen without it.

The best of many variants looks better on the topics it was chosen on than it is on others, for some
of what made it the best was chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints, generator, total
from harness.core.errors import EvaluationError, Problem, refuse
from harness.stats.checking import as_floats, check_count, check_scores, check_seed

#: Means nearer than this are equal, and the first of the variants is chosen.
TOLERANCE = 1e-10


@dataclass(frozen=True, eq=False)
class CrossValidation:
    """Scores of V variants on topics that they were not chosen on.

    ``fold`` [K, T] is the fold of each topic in each of K repeats, and ``chosen`` [K, F] the
    variant that was best on the topics outside of each fold. ``scores`` [K, T] are those of each
    topic, by the variant chosen without it, and ``held_out`` [K] their means. ``means`` [V] are
    those of the variants over all topics, ``best`` is the best of them and ``naive`` its mean,
    which nobody should publish as the system's.
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
        """The naive mean less the held-out one, of all repeats: what choosing seemed to win."""
        return self.naive - float(total(self.held_out) / len(self.held_out))


def cross_validate(
    variants: npt.ArrayLike, *, seed: int, folds: int = 5, repeats: int = 1
) -> CrossValidation:
    """The mean that a system has if its variant is chosen by cross-validation over topics.

    ``variants`` [T, V] are the scores of V variants of one system. The topics are divided at random
    into folds, whose sizes differ by one at most. The variant with the best mean over the topics
    outside of a fold, the first of equal ones (within 1e-10), is scored on the topics in it.
    ``repeats`` divide anew; as many folds as topics leave one topic out at a time.

    The held-out mean is that of the procedure, choosing included, on a share (F − 1) / F of the
    topics. Raises `EvaluationError` for fewer than two topics or variants, scores that are not
    finite, and folds that are not from 2 to the number of topics.

    Each variant is good on two topics and bad on two, so that on any three the good one is that
    which fails on the fourth:

    >>> variants = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]]
    >>> found = cross_validate(variants, seed=1, folds=4)
    >>> found.held_out.tolist(), found.best, found.naive, found.optimism
    ([0.0], 0, 0.5, 0.5)

    Stone, Cross-validatory choice and assessment of statistical predictions, JRSS B 1974; Fuhr,
    Some common mistakes in IR evaluation, SIGIR Forum 2017.
    """
    values = as_floats(variants, "scores")
    problems = [
        *check_scores(values),
        *_check_folds(folds, values.shape[0] if values.ndim else 0),
        *check_count("repeats", repeats),
        *check_seed(seed),
    ]
    refuse(problems, EvaluationError)
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
    """The first variant of those with the best mean, along the last axis [..., V].

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
