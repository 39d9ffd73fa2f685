"""Generalizability theory: the reliability of a test collection, and the topics it needs.

A leaderboard is reliable if systems differ much more than they would by another choice of topics.
The variance of scores [T, R] is divided into systems, topics and the residual, which is the
interaction of both and all other chance. Two coefficients between 0 and 1 then measure means over n
topics: Eρ² how far the order and distances of systems are due to systems and not to topics, Φ the
same for the means themselves, which hard topics lower for all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, FrozenArrays, Ints, total
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.numbers import DECIMALS
from harness.stats.anova import anova
from harness.stats.results import Interval, as_floats, as_scores, check_range


@dataclass(frozen=True, eq=False)
class Components(FrozenArrays):
    """The variance components of n topics × m systems, all of them random (a G-study).

    ``system``, ``topic`` and ``residual`` are the variances of one score; ``negative`` names the
    ones whose estimate was below 0 and is set to 0. ``mean_squares`` are of systems, topics and
    residual in the analysis of variance. ``kept`` [m] are the columns of the runs used.
    """

    system: float
    topic: float
    residual: float
    negative: tuple[str, ...]
    mean_squares: tuple[float, float, float]
    kept: Ints
    num_topics: int

    @property
    def num_systems(self) -> int:
        """The number of runs used."""
        return len(self.kept)


def variance_components(scores: npt.ArrayLike, *, drop: float = 0.0) -> Components:
    """Estimate the variance of scores [T, R] due to systems, to topics and to the rest.

    ``drop`` leaves out the worst runs: 0.25 drops runs below the first quartile of the means.
    Broken runs make a collection look more reliable than it is for the others. The estimates come
    from the two-way analysis of variance: with mean squares S, Q and E of systems, topics and
    residual, σ²(s) = (S − E) / n, σ²(t) = (Q − E) / m, σ²(e) = E. Raises `EvaluationError` for
    fewer than two topics or runs (also after dropping), scores that are not finite and a drop that
    is not from 0 to below 1.

    Means 2 and 4 of the runs, 1, 3 and 5 of the topics; the residuals ±1, ∓1 and 0 have the mean
    square 2, the runs 6 and the topics 8:

    >>> found = variance_components([[1.0, 1.0], [1.0, 5.0], [4.0, 6.0]])
    >>> round(found.system, 4), found.topic, found.residual, found.mean_squares
    (1.3333, 3.0, 2.0, (6.0, 8.0, 2.0))

    Brennan, Generalizability theory, 2001; Bodoff and Li, Test theory for assessing IR test
    collections, SIGIR 2007; Urbano, Marrero and Martín, On the measurement of test collection
    reliability, SIGIR 2013.
    """
    values = as_scores(scores, check_range("drop", drop, 0, 1, low_allowed=True))
    means = np.round(total(values.T) / len(values), DECIMALS)
    kept = np.flatnonzero(means >= np.round(np.quantile(means, drop), DECIMALS))
    if len(kept) < 2:
        hint = f"it leaves {len(kept)} of {len(means)} runs, and at least two are needed"
        raise EvaluationError(Problem(f"drop: {drop!r} is not allowed", hint=hint))
    table = anova(values[:, kept])
    systems, topics = table.systems.mean_square, table.topics.mean_square
    residual = table.error_variance
    estimates = {
        "system": (systems - residual) / table.num_topics,
        "topic": (topics - residual) / table.num_runs,
    }
    return Components(
        **{name: max(estimate, 0.0) for name, estimate in estimates.items()},
        residual=residual,
        negative=tuple(name for name, estimate in estimates.items() if estimate < 0),
        mean_squares=(systems, topics, residual),
        kept=kept,
        num_topics=table.num_topics,
    )


@dataclass(frozen=True, eq=False)
class Reliability:
    """Eρ², the generalizability coefficient, and Φ, the index of dependability, with intervals."""

    generalizability: Interval
    dependability: Interval


def reliability(
    components: Components, n: npt.ArrayLike | None = None, *, confidence: float = 0.95
) -> Reliability:
    """Return Eρ² and Φ [...] of means over ``n`` [...] topics, by default the data's (a D-study).

    Eρ² = σ²(s) / (σ²(s) + σ²(e) / n); Φ = σ²(s) / (σ²(s) + (σ²(t) + σ²(e)) / n). Their intervals
    assume normal scores: Feldt's is exact for Eρ², that of Arteaga et al. approximate for Φ (in
    simulated collections intervals of 80 % held the truth in 82 to 83 %). The intervals are
    two-sided; without a residual there is none (NaN). Other tools are one-sided: their alpha = .1
    is a confidence of .8 here.

    Raises `EvaluationError` for numbers of topics that are not at least 1, and a confidence that is
    not between 0 and 1.

    σ² = 4/3, 3 and 2, over three topics and over twelve:

    >>> found = variance_components([[1.0, 1.0], [1.0, 5.0], [4.0, 6.0]])
    >>> known = reliability(found, [3, 12])
    >>> known.generalizability.estimate.round(4).tolist()  # 4/3 / (4/3 + 2/3), of 4/3 + 2/12
    [0.6667, 0.8889]
    >>> known.dependability.estimate.round(4).tolist()  # 4/3 / (4/3 + 5/3), of 4/3 + 5/12
    [0.4444, 0.7619]

    Feldt, The approximate sampling distribution of Kuder-Richardson reliability coefficient twenty,
    Psychometrika 1965; Arteaga, Jeyaratnam and Franklin, Confidence intervals for proportions of
    total variance in the two-way cross component of variance model, 1982; Urbano, Marrero and
    Martín, SIGIR 2013.
    """
    topics = as_floats(components.num_topics if n is None else n, "numbers of topics")
    problems = list(check_range("confidence", confidence, 0, 1))
    if not (np.isfinite(topics) & (topics >= 1)).all():
        problems.append(Problem("numbers of topics must be finite and at least 1"))
    refuse(problems, EvaluationError)

    def of(signal: float) -> Floats:
        return np.asarray(1.0 if signal == np.inf else signal * topics / (1 + signal * topics))

    return _both(components, confidence, of)


def topics_for_reliability(
    components: Components, target: npt.ArrayLike = 0.95, *, confidence: float = 0.95
) -> Reliability:
    """Return the numbers of topics [...] that bring Eρ², and Φ, to a ``target`` [...], with
    intervals.

    They are whole; infinite if no number suffices, as for equal systems, and often for the upper
    limit. Raises `EvaluationError` for targets and confidences that are not between 0 and 1.

    Signal and noise are 4/3 to 2, and 4/3 to 5; a coefficient of .8 asks for 4 to 1:

    >>> found = variance_components([[1.0, 1.0], [1.0, 5.0], [4.0, 6.0]])
    >>> needed = topics_for_reliability(found, 0.8)
    >>> float(needed.generalizability.estimate), float(needed.dependability.estimate)
    (6.0, 15.0)

    Sources as in `reliability`.
    """
    targets = as_floats(target, "targets")
    problems = list(check_range("confidence", confidence, 0, 1))
    if not ((targets > 0) & (targets < 1)).all():
        problems.append(Problem("targets must be above 0 and below 1"))
    refuse(problems, EvaluationError)

    def of(signal: float) -> Floats:
        if signal == 0:
            return np.full(targets.shape, np.inf)
        # 0.8 / (1 − 0.8) is a little more than 4, and 4 topics are enough for it.
        return np.asarray(np.maximum(np.ceil(targets / ((1 - targets) * signal) - 1e-9), 1.0))

    needed = _both(components, confidence, of)
    return Reliability(
        _reverse_limits(needed.generalizability), _reverse_limits(needed.dependability)
    )


@dataclass(frozen=True, slots=True)
class _Quantiles:
    """F quantiles with m − 1 degrees of freedom over infinitely many, (m − 1)(n − 1), and n − 1."""

    infinite: float
    residual: float
    topics: float

    @classmethod
    def of_probability(cls, probability: float, num_systems: int, num_topics: int) -> _Quantiles:
        from scipy.special import chdtri, fdtri

        systems, topics = num_systems - 1, num_topics - 1
        return cls(
            float(chdtri(systems, 1 - probability)) / systems,
            float(fdtri(systems, systems * topics, probability)),
            float(fdtri(systems, topics, probability)),
        )


def _both(components: Components, confidence: float, of: Callable[[float], Floats]) -> Reliability:
    """Return ``of`` the signal-to-noise ratio of both coefficients, with limits."""
    tail = (1 - confidence) / 2
    sizes = components.num_systems, components.num_topics
    # A large quantile attributes more of the observed ratio to chance, and gives the lower limit.
    large, small = (
        _Quantiles.of_probability(1 - tail, *sizes),
        _Quantiles.of_probability(tail, *sizes),
    )

    def interval(
        noise: float, limit: Callable[[Components, _Quantiles], float], how: str
    ) -> Interval:
        estimate = of(_ratio(components.system, noise))
        if not components.residual:  # a sample without a residual says nothing of the one there is
            none = np.full(estimate.shape, np.nan)
            return Interval(estimate, none, none, confidence, components.num_topics, how)
        low, high = of(limit(components, large)), of(limit(components, small))
        return Interval(estimate, low, high, confidence, components.num_topics, how)

    both = components.topic + components.residual
    return Reliability(
        interval(components.residual, _relative_limit, "for normal scores (Feldt)"),
        interval(both, _absolute_limit, "for normal scores (Arteaga et al.)"),
    )


def _relative_limit(components: Components, quantiles: _Quantiles) -> float:
    """Return a limit of σ²(s) / σ²(e)."""
    systems, _, residual = components.mean_squares
    signal = systems - quantiles.residual * residual
    return _ratio(signal, components.num_topics * quantiles.residual * residual)


def _absolute_limit(components: Components, quantiles: _Quantiles) -> float:
    """Return a limit of σ²(s) / (σ²(t) + σ²(e)); 0 if chance alone explains the systems."""
    systems, topics, residual = components.mean_squares
    if systems <= quantiles.residual * residual:
        return 0.0
    gap = (quantiles.infinite - quantiles.residual) * quantiles.residual
    signal = systems - quantiles.infinite * residual + gap * residual**2 / systems
    others = (components.num_systems - 1) * quantiles.infinite * residual
    noise = components.num_topics * (quantiles.topics * topics + others)
    return _ratio(components.num_systems * signal, noise)


def _ratio(signal: float, noise: float) -> float:
    """Return signal / noise; 0 without signal, infinite without noise."""
    if signal <= 0:
        return 0.0
    return signal / noise if noise > 0 else np.inf


def _reverse_limits(interval: Interval) -> Interval:
    """Swap the limits, as less reliability needs more topics."""
    return replace(interval, low=interval.high, high=interval.low)
