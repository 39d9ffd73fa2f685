"""Student's paired t test, the t interval of a mean difference, and effect sizes."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints, divide, total
from harness.core.numbers import count_noun
from harness.core.parallel import pieces
from harness.stats.ranks import sign_test
from harness.stats.results import (
    ALTERNATIVES,
    Interval,
    TestResult,
    as_differences,
    as_floats,
    as_p,
    check_choice,
    check_range,
)

#: Values this close to a bound are at it but for the noise of floats.
_NOISE = 1e-9

#: Describes the p that replaces one without a deviation.
OF_SIGNS = "p of the signs where all differences are equal"

#: Differences that are processed at a time.
_AT_ONCE = 2**16


def mean_and_sd(differences: Floats) -> tuple[Floats, Floats]:
    """Return mean and standard deviation (over n − 1) of differences [..., T].

    Differences that are equal but for the noise of floats have a deviation of exactly 0.

    >>> [value.tolist() for value in mean_and_sd(np.array([[1.0, 2.0, 3.0], [0.1, 0.1, 0.1]]))]
    [[2.0, 0.1...], [1.0, 0.0]]
    """
    shape, n = differences.shape[:-1], differences.shape[-1]
    rows = differences.reshape(-1, n)
    # Blocks of rows fit into the cache, unlike temporary arrays of all pairs of runs.
    blocks = [
        _compute_mean_and_sd(rows[part])
        for part in pieces(len(rows), max(1, _AT_ONCE // max(1, n)))
    ]
    means, sds = zip(*blocks, strict=True) if blocks else ([np.zeros(0)], [np.zeros(0)])
    return np.concatenate(means).reshape(shape), np.concatenate(sds).reshape(shape)


def _compute_mean_and_sd(differences: Floats) -> tuple[Floats, Floats]:
    # Topic by topic, for many pairs at once, is many times as fast with arrays.
    by_topic = np.ascontiguousarray(differences.T)
    n = len(by_topic)
    mean = np.asarray(total(by_topic.T) / n)
    deviations = by_topic - mean
    equal = np.abs(deviations).max(axis=0) <= 1e-12 * np.abs(by_topic).max(axis=0)
    return mean, np.where(equal, 0.0, np.sqrt(total((deviations**2).T) / (n - 1)))


def t_statistic(differences: Floats) -> Floats:
    """Return Student's t of differences [..., T]: 0 if all are 0, NaN if all others are equal."""
    mean, sd = mean_and_sd(differences)
    return np.asarray(standardise_mean(mean, sd) * math.sqrt(differences.shape[-1]))


def standardise_mean(mean: Floats, sd: Floats) -> Floats:
    """Return the mean over the deviation; 0 if the mean is 0, NaN if only the deviation is.

    A sample without deviation shows nothing about the true deviation.

    >>> standardise_mean(np.array([1.0, 0.0, -1.0]), np.array([2.0, 0.0, 0.0])).tolist()
    [0.5, 0.0, nan]
    """
    return np.where(mean == 0, 0.0, divide(mean, sd, otherwise=np.nan))


def paired_t(differences: npt.ArrayLike, *, alternative: str = "two-sided") -> TestResult:
    """Return Student's t test of differences [..., T] by topic: is their mean 0?

    Identical runs have t = 0 and p = 1, whatever the alternative. Differences that are all equal,
    but not 0, have no deviation and no t (NaN); few topics often have such differences by measures
    of few steps, such as P@1. Their p is the p of their signs. Raises `EvaluationError` for fewer
    than two topics, values that are not finite and an unknown alternative.

    Mean 2 and deviation 1 over 3 topics, t = 2·√3; with 2 degrees of freedom p is
    1 − t / √(t² + 2) = 1 − √(12/14):

    >>> tested = paired_t([1.0, 2.0, 3.0])
    >>> float(tested.statistic.round(4)), float(tested.p.round(4)), round(1 - (12 / 14) ** 0.5, 4)
    (3.4641, 0.0742, 0.0742)

    Student, The probable error of a mean, Biometrika 1908.
    """
    from scipy.special import stdtr

    values = as_differences(differences, check_choice("alternative", alternative, ALTERNATIVES))
    t, n = t_statistic(values), values.shape[-1]
    tail = {"two-sided": -np.abs(t), "greater": -t, "less": t}[alternative]
    p = stdtr(n - 1, tail) * (2 if alternative == "two-sided" else 1)
    none = np.array(t == 0)  # few of many pairs
    none[none] = (values[none] == 0).all(axis=-1)
    p = np.where(none, 1.0, p)
    how = f"{count_noun(n - 1, 'degree')} of freedom"
    equal = np.isnan(t)
    if equal.any():
        p = np.where(equal, sign_test(values, alternative=alternative).p, p)
        how = OF_SIGNS if equal.all() else f"{how}; {OF_SIGNS}"
    return TestResult("t", t, as_p(p), alternative, n, how)


def t_interval(
    differences: npt.ArrayLike,
    *,
    confidence: float = 0.95,
    bounds: tuple[float, float] = (-math.inf, math.inf),
    estimated: bool = False,
) -> Interval:
    """Return the t interval of the mean of differences [..., T] by topic.

    mean ± t · sd / √n, with t the (1 + confidence) / 2 quantile of Student's distribution with n −
    1 degrees of freedom; with `effective_freedom` if the values are ``estimated`` from samples, of
    which some weigh much. If every value is one of both ``bounds`` of a value, as for Success@1,
    the interval is the exact one of a share (Clopper and Pearson). If all values are equal there is
    no deviation, and t shows nothing: the interval is then based on the share of topics that may
    have another value, as far off as the bounds. Without bounds it is NaN. The mean cannot lie
    beyond the bounds, and intervals are cut there, which changes no coverage. Raises
    `EvaluationError` for fewer than two topics, values that are not finite and a confidence that is
    not between 0 and 1.

    With 2 degrees of freedom the quantile q of .975 is 4.3027, and the interval 2 ± q / √3:

    >>> interval = t_interval([1.0, 2.0, 3.0])
    >>> float(interval.low.round(4)), float(interval.high.round(4)), round(4.3027 / 3**0.5, 4)
    (-0.4841, 4.4841, 2.4842)

    Four topics with the value 1, of a measure from 0 to 1: a share of 1 − .025^(1/4) of all topics
    may have 0.

    >>> float(t_interval([1.0] * 4, bounds=(0, 1)).low.round(4)), round(0.025 ** (1 / 4), 4)
    (0.3976, 0.3976)

    Student, The probable error of a mean, Biometrika 1908; Clopper and Pearson, The use of
    confidence or fiducial limits illustrated in the case of the binomial, Biometrika 1934.
    """
    from scipy.special import stdtrit

    values = as_differences(differences, check_range("confidence", confidence, 0, 1))
    n = values.shape[-1]
    mean, sd = mean_and_sd(values)
    freedom = effective_freedom(values) if estimated else n - 1
    margin = stdtrit(freedom, (1 + confidence) / 2) * sd / math.sqrt(n)
    low, high = (np.clip(end, *bounds) for end in (mean - margin, mean + margin))
    constant = sd == 0
    if constant.any():
        unseen = 1 - ((1 - confidence) / 2) ** (1 / n)
        ends = [mean + unseen * (bound - mean) for bound in bounds]
        ends = [np.where(np.isfinite(end), end, np.nan) for end in ends]
        low, high = (np.where(constant, end, t) for end, t in zip(ends, (low, high), strict=True))
    least, most = bounds
    is_least, is_most = (np.abs(values - bound) <= _NOISE for bound in bounds)
    exact = np.asarray((is_least | is_most).all(axis=-1))
    shares = exact & ~constant
    if shares.any():
        both = _share_interval(is_most.sum(axis=-1), n, confidence)
        ends = [least + (most - least) * end for end in both]
        low, high = (np.where(shares, end, t) for end, t in zip(ends, (low, high), strict=True))
    degrees = "effective degrees" if estimated else count_noun(n - 1, "degree")
    ways = {
        f"Student's t with {degrees} of freedom": ~(constant | exact),
        "where all values are equal, of the share of topics that may have another": constant
        & ~exact,
        f"exact of a share (Clopper and Pearson) where all values are {least:g} or {most:g}": exact,
    }
    how = "; ".join(text for text, so in ways.items() if so.any())
    return Interval(mean, low, high, confidence, n, how)


def _share_interval(hits: Ints, n: int, confidence: float) -> tuple[Floats, Floats]:
    """Return the exact interval of a share with ``hits`` [...] in n, neither 0 nor n."""
    from scipy.special import betaincinv

    outside = (1 - confidence) / 2
    inner = np.clip(hits, 1, n - 1)
    return betaincinv(inner, n - inner + 1, outside), betaincinv(inner + 1, n - inner, 1 - outside)


def effective_freedom(values: npt.ArrayLike) -> Floats:
    """Return the effective degrees of freedom [...] of the variance of a mean of values [..., T].

    (Σ d²)² / Σ d⁴ of the deviations d, at least 1 and at most n − 1: how many topics of equal
    deviations would tell as much. Each topic has one degree of freedom, with weight d². Estimates
    from small samples are 0 in most topics and large in a few, of which alone the variance is made:
    with n − 1 degrees intervals would be too short. Where all values are equal it is n − 1.

    Of deviations 3, −1, −1, −1: 12² / 84 = 1.71; of 1, −1, 1, −1: 4² / 4 = 4, and n − 1 is less.

    >>> effective_freedom([[4.0, 0.0, 0.0, 0.0], [1.0, -1.0, 1.0, -1.0]]).round(2).tolist()
    [1.71, 3.0]

    Satterthwaite, An approximate distribution of estimates of variance components, Biometrics
    Bulletin 1946; for weighted samples: Potthoff, Woodbury, Manton, "Equivalent sample size" and
    "equivalent degrees of freedom" refinements for inference using survey weights, JASA 1992.
    """
    rows = as_floats(values)
    n, (mean, sd) = rows.shape[-1], mean_and_sd(rows)
    squares = (rows - mean[..., None]) ** 2
    freedom = divide(squares.sum(axis=-1) ** 2, (squares**2).sum(axis=-1), otherwise=n - 1.0)
    return np.where(sd == 0, n - 1.0, np.clip(freedom, 1.0, n - 1.0))


def d_z(differences: npt.ArrayLike) -> Floats:
    """Return the mean of differences [..., T] by topic over their standard deviation: t / √n.

    0 for identical runs, NaN if all differences are equal and have no deviation. This is not the d
    of two independent groups, which divides by the deviation of scores. Raises `EvaluationError`
    for fewer than two topics and values that are not finite.

    >>> d_z([1.0, 2.0, 3.0]).tolist()
    2.0

    Cohen, Statistical power analysis for the behavioral sciences, 1988, 2.3.5.
    """
    return standardise_mean(*mean_and_sd(as_differences(differences)))


def g_z(differences: npt.ArrayLike) -> Floats:
    """Return d_z corrected for bias: d_z · J(n − 1), of differences [..., T] by topic; n is at
    least 3.

    With two topics no such factor exists. Raises `EvaluationError` for fewer than three, and like
    `d_z`.

    J(2) = Γ(1) / (√1 · Γ(1/2)) = 1/√π:

    >>> g_z([1.0, 2.0, 3.0]).round(6).tolist(), round(2 / math.pi**0.5, 6)
    (1.128379, 1.128379)

    Hedges, Distribution theory for Glass's estimator of effect size and related estimators, 1981.
    """
    values = as_differences(differences, least=3)
    return np.asarray(d_z(values) * hedges_factor(values.shape[-1] - 1))


def hedges_factor(degrees_of_freedom: int) -> float:
    """Return J(m) = Γ(m/2) / (√(m/2) · Γ((m − 1)/2)), not its approximation 1 − 3/(4m − 1); m ≥ 2.

    >>> round(hedges_factor(2), 6), round(hedges_factor(49), 6), round(1 - 3 / (4 * 49 - 1), 6)
    (0.56419, 0.984602, 0.984615)
    """
    half = degrees_of_freedom / 2
    return math.exp(math.lgamma(half) - math.log(half) / 2 - math.lgamma(half - 0.5))
