"""Number of topics needed: power of the t test and of ANOVA, and widths of intervals.

Differences and variances are true values of a population. In practice they are estimated from
earlier scores, and results are as uncertain as these. Power computed from the tested scores
themselves says no more than their p-value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.numbers import check_whole
from harness.stats.results import ALTERNATIVES, as_floats, check_choice, check_range
from harness.stats.student import hedges_factor

DESIGNS = ("one-way", "two-way")

#: No test collection has more topics; a search that gets this far is refused.
MOST_TOPICS = 10_000_000

#: Allowed levels of significance, ends excluded.
ALPHA_RANGE = (1e-9, 0.5)

#: Beyond this noncentrality scipy's distributions lose precision, and then turn wrong.
MOST_NONCENTRAL = 1e4


@dataclass(frozen=True, slots=True)
class PairedT:
    """Student's t test of the differences by topic; the variance is of the differences.

    The power against a one-sided ``alternative`` falls below alpha for differences of the other
    sign.
    """

    alpha: float = 0.05
    alternative: str = "two-sided"

    def problems(self) -> Iterator[Problem]:
        """Yield the problems of the options."""
        yield from check_range("alpha", self.alpha, *ALPHA_RANGE)
        yield from check_choice("alternative", self.alternative, ALTERNATIVES)

    @property
    def sign(self) -> float:
        """The sign of the differences that the test looks for."""
        return -1.0 if self.alternative == "less" else 1.0

    def power(self, size: Floats, n: Floats) -> Floats:
        """Return the probability of p < alpha with n topics, for differences of ``size``
        deviations.
        """
        from scipy.stats import t

        shift = self.sign * size * np.sqrt(n)
        if self.alternative == "two-sided":
            return _beyond_f(t.isf(self.alpha / 2, n - 1) ** 2, np.ones_like(n), n - 1, shift**2)
        return _beyond_t(t.isf(self.alpha, n - 1), n - 1, shift)


@dataclass(frozen=True, slots=True)
class AnovaF:
    """The F test that ``systems`` systems have one mean; the difference is of best and worst.

    The other systems are assumed in the middle between these two, where they add least: the power
    is at least this. ``design`` "one-way" is for the variance within systems, as if each had topics
    of its own, with m · (n − 1) degrees of freedom; "two-way" for the residual variance of systems
    × topics without replication, with (m − 1) · (n − 1).
    """

    systems: int
    alpha: float = 0.05
    design: str = "one-way"

    def problems(self) -> Iterator[Problem]:
        """Yield the problems of the options."""
        yield from check_whole(self.systems, 2, f"systems: {self.systems!r}")
        yield from check_range("alpha", self.alpha, *ALPHA_RANGE)
        yield from check_choice("design", self.design, DESIGNS)

    @property
    def sign(self) -> float:
        """Always 1: it does not matter which of two systems is better."""
        return 1.0

    def power(self, size: Floats, n: Floats) -> Floats:
        """Return the probability of p < alpha with n topics, for differences of ``size``
        deviations.
        """
        from scipy.stats import f

        between = np.full_like(n, self.systems - 1)
        within = (self.systems if self.design == "one-way" else self.systems - 1) * (n - 1)
        return _beyond_f(f.isf(self.alpha, between, within), between, within, n * size**2 / 2)


def compute_power(
    test: PairedT | AnovaF,
    difference: npt.ArrayLike,
    n: npt.ArrayLike,
    *,
    variance: npt.ArrayLike = 1.0,
) -> Floats:
    """Return the probability that a test over n topics is significant, given the true
    ``difference``.

    With the ``variance`` 1, the difference is an effect size. The arrays broadcast as in numpy.
    Exact for normal differences, by the noncentral t and F distributions. Raises `EvaluationError`
    for values that are not finite, fewer than two topics or parts of topics, variances that are not
    above 0, and impossible options of the test.

    A difference of 0.05 with the deviation 0.1 over 34 topics; with none, the power is alpha:

    >>> compute_power(PairedT(), [0.05, 0.0], 34, variance=0.1**2).round(4).tolist()
    [0.8078, 0.05]
    >>> float(compute_power(AnovaF(systems=2), 0.5, 34).round(4))
    0.5285

    Cohen, Statistical power analysis for the behavioral sciences, 1988; for topics: Webber, Moffat
    and Zobel, Statistical power in retrieval experimentation, CIKM 2008; Sakai, Topic set size
    design, IRJ 2016, whose tools approximate the same distributions.
    """
    gap, topics, spread = as_floats(difference, "differences"), _topics(n), _variance(variance)
    refuse([*test.problems(), *_check_finite("difference", gap)], EvaluationError)
    size, count = np.broadcast_arrays(gap / np.sqrt(spread), topics)
    return test.power(size, count)


def topics_needed(
    test: PairedT | AnovaF,
    difference: npt.ArrayLike,
    *,
    power: float = 0.8,
    variance: npt.ArrayLike = 1.0,
) -> Ints:
    """Return the least number of topics at which a test has this power for this ``difference``.

    The arrays broadcast as in numpy. Raises `EvaluationError` if ten million topics do not suffice,
    as for a difference of 0 or of the other sign than the alternative; and like `compute_power`.

    The normal quantiles of .975 and .8 say at least (1.96 + 0.8416)² / 0.5² = 31.4; estimating the
    deviation costs the rest:

    >>> topics_needed(PairedT(), [0.5, 0.2]).tolist()
    [34, 199]
    >>> int(topics_needed(AnovaF(systems=10), 0.1, variance=0.05))
    158

    Sources as in `compute_power`.
    """
    gap, spread = as_floats(difference, "differences"), _variance(variance)
    problems = [
        *test.problems(),
        *_check_finite("difference", gap),
        *check_range("power", power, test.alpha, 1),
    ]
    refuse(problems, EvaluationError)
    size = np.asarray(gap / np.sqrt(spread))
    return _least(lambda n: test.power(size, n) >= power, size.shape)


def detectable_difference(
    test: PairedT | AnovaF, n: npt.ArrayLike, *, power: float = 0.8, variance: npt.ArrayLike = 1.0
) -> Floats:
    """Return the least difference for which a test over n topics has this power.

    It has the sign of the alternative. Numbers of topics and variances [...] broadcast as in numpy.
    Raises `EvaluationError` like `compute_power`.

    >>> float(detectable_difference(PairedT(), 50, variance=0.1**2).round(5))
    0.04042
    >>> float(compute_power(PairedT(), 0.04042, 50, variance=0.1**2).round(4))
    0.8

    Sources as in `compute_power`.
    """
    topics, spread = _topics(n), _variance(variance)
    refuse([*test.problems(), *check_range("power", power, test.alpha, 1)], EvaluationError)
    high = np.ones_like(topics)
    while not (reached := test.power(test.sign * high, topics) >= power).all():
        high = np.where(reached, high, 2 * high)
    low = np.zeros_like(high)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        reached = test.power(test.sign * middle, topics) >= power
        low, high = np.where(reached, low, middle), np.where(reached, middle, high)
    return np.asarray(test.sign * high * np.sqrt(spread))


def expected_width(
    n: npt.ArrayLike, *, variance: npt.ArrayLike = 1.0, confidence: float = 0.95
) -> Floats:
    """Return the expected width of the t interval of a mean difference over n topics [...].

    2 · t · E[sd] / √n, with the quantile t of n − 1 degrees of freedom and the ``variance`` of the
    differences; the deviation of few topics is too small on average. Raises `EvaluationError` like
    `compute_power`, and for a confidence that is not between 0 and 1.

    Of two normal values, the deviation |x − y| / √2 is √(2/π) on average:

    >>> width = expected_width(2)
    >>> float(width.round(4)), round(2 * 12.706205 * (2 / math.pi) ** 0.5 / 2**0.5, 4)
    (14.3374, 14.3374)

    Sakai, Topic set size design, IRJ 2016 (after Nagata).
    """
    topics, spread = _topics(n), _variance(variance)
    refuse(check_range("confidence", confidence, 0, 1), EvaluationError)
    return np.asarray(_width(topics, confidence) * np.sqrt(spread))


def topics_for_width(
    width: npt.ArrayLike, *, variance: npt.ArrayLike = 1.0, confidence: float = 0.95
) -> Ints:
    """Return the least number of topics at which the t interval of a mean has this expected
    ``width``.

    Widths and variances [...] broadcast as in numpy. Raises `EvaluationError` for a width that is
    not above 0, if ten million topics do not suffice, and like `expected_width`.

    >>> int(topics_for_width(0.1, variance=0.1**2))
    18
    >>> expected_width([17, 18], variance=0.1**2).round(4).tolist()
    [0.1012, 0.098]

    Source as in `expected_width`.
    """
    cap, spread = as_floats(width, "widths"), _variance(variance)
    refuse(
        [*_check_positive("width", cap), *check_range("confidence", confidence, 0, 1)],
        EvaluationError,
    )
    size = np.asarray(cap / np.sqrt(spread))
    return _least(lambda n: _width(n, confidence) <= size, size.shape)


#: Halvings of an interval until its ends are neighbouring floats.
_HALVINGS = 60


def _width(n: Floats, confidence: float) -> Floats:
    """Return the expected width of a t interval over n topics, in deviations."""
    from scipy.special import stdtrit

    factor = np.vectorize(hedges_factor, otypes=[np.float64])(n)
    # √n of the standard error and the √(n / (n − 1)) of E[sd] / σ = J(n) · √(n / (n − 1)).
    return np.asarray(2 * stdtrit(n - 1, (1 + confidence) / 2) * factor / np.sqrt(n - 1))


def _least(enough: Callable[[Floats], Bools], shape: tuple[int, ...]) -> Ints:
    """Return the least sufficient number of topics [...], from 2; more must suffice too."""
    high = np.full(shape, 2.0)
    while not (reached := enough(high)).all():
        if high[~reached].max() >= MOST_TOPICS:
            hint = "the difference or width is too small, 0, or on the side that is not tested"
            raise EvaluationError(Problem(f"{MOST_TOPICS:,} topics are not enough", hint=hint))
        high = np.where(reached, high, np.minimum(2 * high, MOST_TOPICS))
    low = np.where(high > 2, high / 2, 1.0)
    while (high - low > 1).any():
        middle = np.maximum(np.floor((low + high) / 2), 2.0)
        reached = enough(middle)
        low, high = np.where(reached, low, middle), np.where(reached, middle, high)
    return high.astype(np.int64)


def _beyond_f(critical: Floats, between: Floats, within: Floats, noncentral: Floats) -> Floats:
    """Return the mass of noncentral F distributions beyond a critical value."""
    from scipy.special import chdtr, fdtrc
    from scipy.stats import ncf

    central = fdtrc(between, within, critical)
    # Beyond, the numerator is nearly constant, and the denominator's chi-square decides.
    constant = chdtr(within, within * noncentral / (between * critical))
    regular = (noncentral > 1e-20) & (noncentral <= MOST_NONCENTRAL**2)
    mass = ncf.sf(critical, between, within, np.where(regular, noncentral, 1.0))
    return np.asarray(np.where(regular, mass, np.where(noncentral < 1, central, constant)))


def _beyond_t(critical: Floats, degrees: Floats, shift: Floats) -> Floats:
    """Return the mass of noncentral t distributions beyond a positive critical value."""
    from scipy.special import chdtr
    from scipy.stats import nct

    constant = np.where(shift > 0, chdtr(degrees, degrees * (shift / critical) ** 2), 0.0)
    regular = np.abs(shift) <= MOST_NONCENTRAL
    return np.where(regular, nct.sf(critical, degrees, np.where(regular, shift, 0.0)), constant)


def _topics(n: npt.ArrayLike) -> Floats:
    """Return numbers of topics, checked."""
    topics = as_floats(n, "numbers of topics")
    bad = topics[~((topics >= 2) & (topics == np.floor(topics)) & (topics <= MOST_TOPICS))]
    if bad.size:
        hint = f"they must be whole numbers from 2 to {MOST_TOPICS:,}"
        raise EvaluationError(Problem(f"numbers of topics: {bad[0]:g} is not allowed", hint=hint))
    return topics


def _variance(variance: npt.ArrayLike) -> Floats:
    """Return variances, checked."""
    values = as_floats(variance, "variances")
    refuse(_check_positive("variance", values), EvaluationError)
    return values


def _check_positive(what: str, values: Floats) -> Iterator[Problem]:
    bad = values[~((values > 0) & (values < math.inf))]
    if bad.size:
        yield Problem(f"{what}: {bad[0]:g} is not allowed", hint="it must be above 0 and finite")


def _check_finite(what: str, values: Floats) -> Iterator[Problem]:
    bad = values[~np.isfinite(values)]
    if bad.size:
        yield Problem(f"{what}: {bad[0]:g} is not allowed", hint="it must be finite")
