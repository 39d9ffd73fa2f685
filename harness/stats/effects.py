"""Effect sizes of two systems over the same topics: how large a difference is, not how certain.

Several quantities are called Cohen's d. Of paired scores it matters what the mean difference is
divided by: here it is the deviation of the differences (d_z, g_z).
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats
from harness.core.errors import EvaluationError, refuse
from harness.stats.checking import as_floats, check_differences
from harness.stats.student import mean_and_sd, standardised


def d_z(differences: npt.ArrayLike) -> Floats:
    """The mean of differences [..., T] by topic over their standard deviation: t / √n.

    0 for identical runs, NaN where all differences are equal and have no deviation. This is not the
    d of two independent groups, which divides by the deviation of scores. Raises `EvaluationError`
    for fewer than two topics and values that are not finite.

    >>> d_z([1.0, 2.0, 3.0]).tolist()
    2.0

    Cohen, Statistical power analysis for the behavioral sciences, 1988, 2.3.5.
    """
    values = as_floats(differences)
    refuse(check_differences(values), EvaluationError)
    effects = standardised(*mean_and_sd(values))
    return np.where(np.isinf(effects), np.nan, effects)


def g_z(differences: npt.ArrayLike) -> Floats:
    """d_z without its bias: d_z · J(n − 1), of differences [..., T] by topic; n is at least 3.

    With two topics no such factor exists. Raises `EvaluationError` for fewer than three, and as
    `d_z`.

    J(2) = Γ(1) / (√1 · Γ(1/2)) = 1/√π:

    >>> g_z([1.0, 2.0, 3.0]).round(6).tolist(), round(2 / math.pi**0.5, 6)
    (1.128379, 1.128379)

    Hedges, Distribution theory for Glass's estimator of effect size and related estimators, 1981.
    """
    values = as_floats(differences)
    refuse(check_differences(values, least=3), EvaluationError)
    return np.asarray(d_z(values) * hedges_factor(values.shape[-1] - 1))


def hedges_factor(degrees_of_freedom: int) -> float:
    """J(m) = Γ(m/2) / (√(m/2) · Γ((m − 1)/2)), not its approximation 1 − 3/(4m − 1); m ≥ 2.

    >>> round(hedges_factor(2), 6), round(hedges_factor(49), 6), round(1 - 3 / (4 * 49 - 1), 6)
    (0.56419, 0.984602, 0.984615)
    """
    half = degrees_of_freedom / 2
    return math.exp(math.lgamma(half) - math.log(half) / 2 - math.lgamma(half - 0.5))
