"""What to believe of a mean difference: its posterior distribution, in closed form."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats
from harness.core.errors import EvaluationError, refuse
from harness.core.numbers import DECIMALS
from harness.stats.checking import as_floats, check_differences, check_range
from harness.stats.effects import hedges_factor
from harness.stats.student import mean_and_sd, standardised


@dataclass(frozen=True, eq=False)
class Posterior:
    """What differences say of their mean δ, for one pair (shape ``[]``) or many (``[...]``).

    ``mean`` is that of the posterior (EAP), ``low`` and ``high`` bound the ``probability`` (.95) in
    its middle, which is also where it is densest. ``positive`` is P(δ > 0); where all mass is at 0,
    one half. ``below``, ``inside`` and ``above``, 1 together, are the mass below −r, in the region
    of practical equivalence [−r, r], and above r; r is ``equivalence``. ``effect`` is the posterior
    mean (EAP) of the effect size δ / σ. ``n`` counts the topics.
    """

    mean: Floats
    low: Floats
    high: Floats
    positive: Floats
    below: Floats
    inside: Floats
    above: Floats
    effect: Floats
    equivalence: float
    probability: float
    n: int
    how: str


def posterior(
    differences: npt.ArrayLike, *, equivalence: float = 0.0, probability: float = 0.95
) -> Posterior:
    """The posterior of the mean of differences [..., T] by topic, under the reference prior.

    Differences are taken as normal with unknown mean δ and deviation σ, and the prior as 1/σ, which
    favours no value of δ. Then (δ − mean) / (sd / √n) has Student's t distribution with n − 1
    degrees of freedom: the credible interval has the bounds of the t interval, and 1 − P(δ > 0) the
    value of the t test against "greater". Differences within ``equivalence`` of 0 count as none in
    practice; without it, no mass is there but that of identical runs.

    Differences that are all equal leave no doubt: all mass is at their value, the effect is
    infinite, or 0 for identical runs. Raises `EvaluationError` for fewer than two topics, values
    that are not finite, an equivalence below 0 and a probability that is not between 0 and 1.

    Two topics, mean 2 and sd/√n = 1: a Cauchy distribution around 2, with half of its mass in
    [1, 3], P(δ > x) = 1/2 + atan(2 − x) / π:

    >>> known = posterior([1.0, 3.0], equivalence=1.0, probability=0.5)
    >>> [round(float(value), 4) for value in (known.low, known.high, known.positive)]
    [1.0, 3.0, 0.8524]
    >>> [round(float(value), 4) for value in (known.below, known.inside, known.above)]
    [0.1024, 0.1476, 0.75]
    >>> round(0.5 + math.atan(2) / math.pi, 4), round(0.5 - math.atan(3) / math.pi, 4)
    (0.8524, 0.1024)

    Box and Tiao, Bayesian inference in statistical analysis, 1973, 2.4 (the posterior); Benavoli,
    Corani, Demšar and Zaffalon, Time for a change: a tutorial for comparing multiple classifiers
    through Bayesian analysis, JMLR 2017 (practical equivalence; here without correlation between
    topics, which no cross-validation has drawn); Sakai, The probability that your hypothesis is
    correct, credible intervals, and effect sizes for IR evaluation, SIGIR 2017 (EAP, by sampling).
    """
    from scipy.special import stdtrit

    values = as_floats(differences)
    problems = [
        *check_differences(values),
        *check_range("equivalence", equivalence, 0, low_allowed=True),
        *check_range("probability", probability, 0, 1),
    ]
    refuse(problems, EvaluationError)
    n = values.shape[-1]
    mean, sd = mean_and_sd(values)
    scale = sd / math.sqrt(n)
    margin = stdtrit(n - 1, (1 + probability) / 2) * scale
    size = np.abs(mean)
    return Posterior(
        mean=mean,
        low=np.asarray(mean - margin),
        high=np.asarray(mean + margin),
        positive=_mass(mean, scale, n, at_zero=0.5),
        below=_mass(-equivalence - mean, scale, n, at_zero=0.0),
        # Of two lower tails, however small: 1 − below − above would lose all digits.
        inside=np.asarray(
            _mass(equivalence - size, scale, n, at_zero=1.0)
            - _mass(-equivalence - size, scale, n, at_zero=0.0)
        ),
        above=_mass(mean - equivalence, scale, n, at_zero=0.0),
        effect=np.asarray(standardised(mean, sd) * hedges_factor(n) * math.sqrt(n / (n - 1))),
        equivalence=equivalence,
        probability=probability,
        n=n,
        how=f"posterior under the reference prior: Student's t with {n - 1} degrees of freedom",
    )


def _mass(distance: Floats, scale: Floats, n: int, *, at_zero: float) -> Floats:
    """The mass below ``distance`` of t distributions around 0; ``at_zero`` if all mass is there."""
    from scipy.special import stdtr

    certain = scale == 0
    distance = np.where(certain, np.round(distance, DECIMALS), distance)
    mass = stdtr(n - 1, standardised(distance, scale))
    return np.where(certain & (distance == 0), at_zero, mass)
