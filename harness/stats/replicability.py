"""Replicability: how far a repeated experiment has the values, and the effects, of the original.

Breuer, Ferro, Fuhr, Maistro, Sakai, Schaer and Soboroff, How to measure the reproducibility of
system-oriented IR experiments, SIGIR 2020. There a *reproduction* has the same topics and
collection, so that scores are compared by topic, and a *replication* has others.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, total
from harness.core.errors import EvaluationError, Problem
from harness.core.numbers import DECIMALS
from harness.stats.results import as_differences, as_floats, as_p
from harness.stats.student import mean_and_sd, paired_t, standardise_mean


def rmse(original: npt.ArrayLike, repeated: npt.ArrayLike) -> Floats:
    """Return the root mean squared difference of two runs' scores [..., T] by topic.

    0 means the same score on every topic. Raises `EvaluationError` for different numbers of topics.

    >>> rmse([0.5, 0.1], [0.2, 0.5]).round(4).tolist(), round(((0.3**2 + 0.4**2) / 2) ** 0.5, 4)
    (0.3536, 0.3536)
    """
    first, second = as_floats(original, "scores"), as_floats(repeated, "scores")
    if first.shape != second.shape:
        shapes = " and ".join(" × ".join(map(str, values.shape)) for values in (first, second))
        hint = "scores by topic are compared: both need the same topics"
        raise EvaluationError(Problem(f"scores of the shapes {shapes}", hint=hint))
    return np.asarray(
        np.sqrt(total(as_differences(first - second, least=1) ** 2) / first.shape[-1])
    )


def compare_means(original: npt.ArrayLike, repeated: npt.ArrayLike, *, paired: bool) -> float:
    """Return the two-sided p-value of a t test that two runs' scores have one mean.

    There is one score [T] per topic. ``paired`` is for the same topics; otherwise it is Student's
    test of two samples of one variance, as in the paper; if neither varies, p is the probability of
    such a split of the scores by chance. A small p shows that the repetition failed; a large one
    does not show that it succeeded. Raises `EvaluationError` for fewer than two topics and scores
    that are not finite.

    >>> round(compare_means([0.1, 0.2, 0.3], [0.1, 0.2, 0.3], paired=True), 4)
    1.0
    >>> round(compare_means([0.1, 0.2, 0.3], [0.4, 0.5, 0.6], paired=False), 4)
    0.0213
    """
    first, second = (as_differences(each, what="scores") for each in (original, repeated))
    if paired:
        return float(paired_t(first - second).p)
    from scipy.special import stdtr

    sizes = np.array([len(first), len(second)])
    moments = [mean_and_sd(values) for values in (first, second)]
    freedom = int(sizes.sum()) - 2
    pooled = sum((n - 1) * sd**2 for n, (_, sd) in zip(sizes, moments, strict=True)) / freedom
    error = np.sqrt(pooled * (1 / sizes).sum())
    apart = moments[0][0] - moments[1][0]
    t = float(standardise_mean(apart, error))
    if math.isnan(t):
        if not round(float(apart), DECIMALS):
            return 1.0
        return min(1.0, 2 / math.comb(int(sizes.sum()), len(first)))
    return float(as_p(2 * stdtr(freedom, -abs(t))))


@dataclass(frozen=True, slots=True)
class RepeatedEffect:
    """The effect of an advanced run over a baseline, in the original and in the repetition.

    ``improvement`` is the difference of means, ``relative`` its ratio to the baseline's mean.
    ``effect_ratio`` is the repeated over the original improvement: 1 is a perfect repetition, above
    0 the effect has the same direction. ``delta`` (ΔRI) is the original minus the repeated relative
    improvement: 0 is perfect. NaN if the divisor is 0.
    """

    improvement: float
    repeated_improvement: float
    relative: float
    repeated_relative: float

    @property
    def effect_ratio(self) -> float:
        """ER."""
        return _ratio(self.repeated_improvement, self.improvement)

    @property
    def delta(self) -> float:
        """ΔRI."""
        return self.relative - self.repeated_relative


def repeated_effect(
    baseline: npt.ArrayLike,
    advanced: npt.ArrayLike,
    repeated_baseline: npt.ArrayLike,
    repeated_advanced: npt.ArrayLike,
) -> RepeatedEffect:
    """Return the effect ratio and delta relative improvement from four runs' scores by topic.

    The repetition may have other topics.

    >>> effect = repeated_effect([0.2, 0.2], [0.3, 0.3], [0.4], [0.45])
    >>> round(effect.effect_ratio, 4), round(effect.delta, 4)
    (0.5, 0.375)
    """
    means = []
    for given in (baseline, advanced, repeated_baseline, repeated_advanced):
        values = as_differences(given, least=1, what="scores")
        means.append(float(total(values)) / values.shape[-1])
    old, new = means[1] - means[0], means[3] - means[2]
    return RepeatedEffect(old, new, _ratio(old, means[0]), _ratio(new, means[2]))


def _ratio(numerator: float, denominator: float) -> float:
    return numerator / denominator if denominator else float("nan")
