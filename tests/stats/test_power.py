"""Power against published values, integrals, series, simulation and the field's approximations."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.stats.power import (
    MOST_NONCENTRAL,
    AnovaF,
    PairedT,
    compute_power,
    detectable_difference,
    expected_width,
    topics_for_width,
    topics_needed,
)
from harness.stats.student import paired_t, t_interval
from tests.each import each


def slow_power_t(size: float, n: int, alpha: float = 0.05, *, two_sided: bool = True) -> float:
    """The chance that a normal mean exceeds the critical multiple of its chi-distributed error."""
    shift, freedom = size * sqrt(n), n - 1
    critical = scipy.stats.t.isf(alpha / 2 if two_sided else alpha, freedom)
    # The integrand bends where the bar is as far as the shift, and where the density is.
    peaks = (sqrt(freedom), abs(shift) * sqrt(freedom) / critical, 0.0)
    widths = (1.0, sqrt(freedom) / critical, min(1.0, sqrt(freedom) / critical))
    edges = {
        max(peak + step * width, 0.0)
        for peak, width in zip(peaks, widths, strict=True)
        for step in (-40, -12, -6, -3, 0, 3, 6, 12, 40)
    }
    nodes, weights = np.polynomial.legendre.leggauss(60)
    result = 0.0
    for low, high in pairwise(sorted(edges)):
        x = low + (high - low) * (nodes + 1) / 2
        bar = critical * x / sqrt(freedom)
        chance = scipy.special.ndtr(shift - bar) + (
            scipy.special.ndtr(-shift - bar) if two_sided else 0.0
        )
        density = scipy.stats.chi.pdf(x, freedom)
        result += float((weights * chance * density).sum()) * (high - low) / 2
    return result


def slow_power_f(critical: float, between: int, within: int, noncentral: float) -> float:
    """The noncentral F distribution as a Poisson mixture of beta distributions."""
    terms = np.arange(int(noncentral / 2 + 20 * sqrt(noncentral + 1) + 60))
    x = between * critical / (between * critical + within)
    weights = scipy.stats.poisson.pmf(terms, noncentral / 2)
    return float((weights * scipy.special.betaincc(between / 2 + terms, within / 2, x)).sum())


def anova_size(f: float, systems: int) -> float:
    """The difference of best and worst, in deviations, that has Cohen's effect size f."""
    return f * sqrt(2 * systems)


def test_gpower_user_guide_one_sample_of_25_with_effect_one_quarter() -> None:
    assert float(compute_power(PairedT(), -0.25, 25)) == pytest.approx(0.224525, abs=1e-6)


def test_gpower_cohen_1969_p_48_matched_pairs() -> None:
    assert float(compute_power(PairedT(), 0.421637, 50)) == pytest.approx(0.832114, abs=5e-7)


def test_accord_framework_topics_for_a_small_effect() -> None:
    # Its number of pairs is 198.15082 for d = .2 and a power of .8.
    assert int(topics_needed(PairedT(), 0.2)) == 199
    assert float(PairedT().power(np.array(0.2), np.array(198.15082))) == pytest.approx(
        0.8, abs=1e-7
    )


def test_cohen_1988_exercise_8_10_as_r_pwr_has_it() -> None:
    # pwr.anova.test(f = .28, k = 4): power .5149793 for n = 20, n = 35.75789 for .8.
    size = anova_size(0.28, 4)
    test = AnovaF(systems=4)
    assert float(compute_power(test, size, 20)) == pytest.approx(0.5149793, abs=5e-8)
    assert int(topics_needed(test, size)) == 36
    assert float(test.power(np.array(size), np.array(35.75789))) == pytest.approx(0.8, abs=1e-6)


#: Alpha, β and the two coefficients of λ ≈ x1 + x2 √(m − 1): Nagata's, in Sakai 2018, table 6.4.
SAKAI_TABLE_6_4 = [
    (0.01, 0.1, 10.439, 5.213),
    (0.01, 0.2, 7.736, 4.551),
    (0.01, 0.3, 6.030, 4.077),
    (0.01, 0.4, 4.733, 3.675),
    (0.01, 0.5, 3.653, 3.302),
    (0.05, 0.1, 7.049, 4.244),
    (0.05, 0.2, 4.860, 3.584),
    (0.05, 0.3, 3.522, 3.112),
    (0.05, 0.4, 2.543, 2.712),
    (0.05, 0.5, 1.765, 2.341),
]


@each(SAKAI_TABLE_6_4, "alpha", "beta", "x1", "x2")
@each([5, 10, 30, 100], "systems")
def test_sakai_2018_table_6_4_noncentralities(alpha, beta, x1, x2, systems) -> None:
    # n = λ / Δ with Δ = D² / 2σ². The linear formula is an approximation, good to 1 % from five
    # systems on (3 % for three, 7 % for two).
    noncentral = x1 + x2 * sqrt(systems - 1)
    test = AnovaF(systems=systems, alpha=alpha)
    n = int(topics_needed(test, sqrt(2 * noncentral / 5000), power=1 - beta))
    assert n == pytest.approx(5000, rel=0.01)


def nagata_power_t(size: float, n: int, alpha: float) -> float:
    """The normal approximation that Sakai's tool for the t test goes by."""
    freedom = n - 1
    w = scipy.stats.t.isf(alpha / 2, freedom)
    scale = sqrt(1 + w**2 / (2 * freedom))
    upper, lower = ((bound * (1 - 1 / (4 * freedom)) - sqrt(n) * size) / scale for bound in (w, -w))
    return float(1 - scipy.special.ndtr(upper) + scipy.special.ndtr(lower))


@each([0.2, 0.3, 0.5, 1.0], "size")
@each([0.01, 0.05], "alpha")
@each([0.1, 0.2, 0.5], "beta")
def test_topics_for_the_t_test_are_those_of_sakais_approximation_give_or_take_one(
    size: float, alpha: float, beta: float
) -> None:
    n = 2
    while nagata_power_t(size, n, alpha) < 1 - beta:
        n += 1
    assert int(topics_needed(PairedT(alpha), size, power=1 - beta)) == pytest.approx(n, abs=1)


def nagata_power_anova(size: float, n: int, systems: int, alpha: float) -> float:
    """The normal approximation that Sakai's tool for ANOVA goes by."""
    noncentral = n * size**2 / 2
    between, within = systems - 1, systems * (n - 1)
    w = scipy.stats.f.isf(alpha, between, within)
    c = (between + 2 * noncentral) / (between + noncentral)
    freedom = (between + noncentral) ** 2 / (between + 2 * noncentral)
    u = sqrt(w / within) * sqrt(2 * within - 1) - sqrt(c / between) * sqrt(2 * freedom - 1)
    return float(1 - scipy.special.ndtr(u / sqrt(c / between + w / within)))


@each([3, 10, 100], "systems")
@each([0.3, 0.5, 1.0], "size")
def test_power_of_anova_is_near_sakais_approximation(systems: int, size: float) -> None:
    for n in (10, 20, 50, 100):
        exact = float(compute_power(AnovaF(systems), size, n))
        assert exact == pytest.approx(nagata_power_anova(size, n, systems, 0.05), abs=0.01)


@given(st.floats(0, 3), st.integers(2, 200), st.sampled_from([1e-6, 0.001, 0.01, 0.05, 0.3]))
def test_power_of_the_t_test_is_an_integral(size: float, n: int, alpha: float) -> None:
    expected = slow_power_t(size, n, alpha)
    assert float(compute_power(PairedT(alpha), size, n)) == pytest.approx(expected, abs=1e-9)
    for sign, alternative in ((1, "greater"), (-1, "less")):
        test = PairedT(alpha, alternative)
        for turned in (size, -size):
            expected = slow_power_t(turned, n, alpha, two_sided=False)
            assert float(compute_power(test, sign * turned, n)) == pytest.approx(expected, abs=1e-9)


@given(
    st.floats(0, 2),
    st.integers(2, 300),
    st.integers(2, 130),
    st.sampled_from([1e-6, 0.01, 0.05, 0.3]),
    st.sampled_from(["one-way", "two-way"]),
)
def test_power_of_anova_is_a_series(size, n, systems, alpha, design) -> None:
    between = systems - 1
    within = systems * (n - 1) if design == "one-way" else between * (n - 1)
    critical = scipy.stats.f.isf(alpha, between, within)
    expected = slow_power_f(critical, between, within, n * size**2 / 2)
    found = compute_power(AnovaF(systems, alpha, design), size, n)
    assert float(found) == pytest.approx(expected, abs=1e-9)


@given(st.floats(0.01, 2), st.integers(2, 100), st.floats(0.01, 0.2))
def test_anova_of_two_systems_is_the_t_test(size: float, n: int, alpha: float) -> None:
    two = compute_power(AnovaF(2, alpha, "two-way"), size, n)
    # A difference of two residuals has twice the variance of one.
    assert float(two) == pytest.approx(float(compute_power(PairedT(alpha), size, n, variance=2.0)))


@each([2, 3, 50, 10_000_000], "n")
@each(["two-sided", "greater", "less"], "alternative")
def test_without_a_difference_the_power_is_alpha(n: int, alternative: str) -> None:
    for size in (0.0, 1e-200, 1e-12):
        found = compute_power(PairedT(0.01, alternative), size, n)
        assert float(found) == pytest.approx(0.01, rel=1e-7)
    assert float(compute_power(AnovaF(7, 0.01), 0.0, n)) == pytest.approx(0.01, rel=1e-7)


@pytest.mark.parametrize(("n", "ratio"), [(2, 0.1), (2, 0.7), (2, 1.5), (3, 0.7), (3, 1.5)])
def test_where_scipys_distributions_end_the_limit_continues_them(n: int, ratio: float) -> None:
    # Critical values near the noncentrality: tiny alphas of few topics.
    critical = MOST_NONCENTRAL / ratio
    sides = np.array([MOST_NONCENTRAL * (1 - 1e-9), MOST_NONCENTRAL * (1 + 1e-9)]) / sqrt(n)
    one_sided = scipy.stats.t.sf(critical, n - 1)
    for test in (PairedT(2 * one_sided), PairedT(one_sided, "greater")):
        before, after = compute_power(test, sides, n)
        assert 0.001 < float(before) < 1
        assert float(after) == pytest.approx(float(before), abs=3e-8)


@pytest.mark.parametrize("size", [1e3, 1e6, 1e12])
def test_no_difference_is_too_large(size: float) -> None:
    for test in (PairedT(), PairedT(1e-8), PairedT(1e-8, "greater"), AnovaF(40)):
        powers = compute_power(test, size, [2, 3, 50, 10**7])
        assert ((powers > 0) & (powers <= 1)).all()
        assert (np.diff(powers) >= 0).all()
        assert powers[-1] == 1.0
    assert float(compute_power(PairedT(1e-8, "less"), size, 50)) == 0.0


def test_power_is_how_often_simulated_tests_reject() -> None:
    times, n = 20_000, 12
    values = np.random.default_rng(1).normal(0.05, 0.1, (times, n))
    for alternative in ("two-sided", "greater"):
        rejected = (paired_t(values, alternative=alternative).p < 0.05).mean()
        power = float(compute_power(PairedT(0.05, alternative), 0.05, n, variance=0.01))
        assert rejected == pytest.approx(power, abs=4 * 0.5 / sqrt(times))


def test_power_of_anova_is_how_often_simulated_tests_reject() -> None:
    times, n, systems = 4000, 8, 5
    means = np.array([0.7, 0.5, 0.5, 0.5, 0.3])
    values = np.random.default_rng(1).normal(means[:, None, None], 0.3, (systems, times, n))
    p = scipy.stats.f_oneway(*values, axis=-1).pvalue
    power = float(compute_power(AnovaF(systems), 0.4, n, variance=0.09))
    assert (p < 0.05).mean() == pytest.approx(power, abs=4 * 0.5 / sqrt(times))
    # Topics with effects of their own are no error to the two-way test.
    topics = np.random.default_rng(2).normal(0, 1, (times, n))
    blocked = values + topics
    error = blocked - blocked.mean(axis=0) - blocked.mean(axis=2, keepdims=True)
    error += blocked.mean(axis=(0, 2))[:, None]
    between = n * blocked.mean(axis=2).var(axis=0, ddof=1)
    within = (error**2).sum(axis=(0, 2)) / ((n - 1) * (systems - 1))
    p = scipy.stats.f.sf(between / within, systems - 1, (n - 1) * (systems - 1))
    power = float(compute_power(AnovaF(systems, design="two-way"), 0.4, n, variance=0.09))
    assert (p < 0.05).mean() == pytest.approx(power, abs=4 * 0.5 / sqrt(times))


TESTS = [
    PairedT(),
    PairedT(0.01),
    PairedT(alternative="greater"),
    AnovaF(3),
    AnovaF(30, design="two-way"),
]


@each(TESTS, "test")
@each([0.5, 0.8, 0.95], "power")
def test_one_topic_less_would_not_be_enough(test, power: float) -> None:
    differences = np.array([0.004, 0.02, 0.05, 0.3, 2.0])
    needed = topics_needed(test, differences, power=power, variance=0.01)
    assert needed.dtype == np.int64
    assert (compute_power(test, differences, needed, variance=0.01) >= power).all()
    fewer = compute_power(test, differences[needed > 2], needed[needed > 2] - 1, variance=0.01)
    assert (fewer < power).all()
    assert (needed >= 2).all()


@each([*TESTS, PairedT(alternative="less")])
def test_the_detectable_difference_has_just_the_power(test) -> None:
    n = np.array([2, 3, 10, 50, 1000])
    for power in (0.06, 0.5, 0.8, 0.99):
        found = detectable_difference(test, n, power=power, variance=0.04)
        assert compute_power(test, found, n, variance=0.04).tolist() == pytest.approx([power] * 5)
        assert ((found < 0) == (test == PairedT(alternative="less"))).all()
        assert (np.diff(np.abs(found)) < 0).all()


def test_arrays_fit_as_numpys_do() -> None:
    powers = compute_power(PairedT(), [[0.1], [0.2]], [10, 20, 30], variance=0.04)
    assert powers.shape == (2, 3)
    assert powers[1, 2] == compute_power(PairedT(), 0.2, 30, variance=0.04)
    assert topics_needed(PairedT(), 0.1, variance=[0.01, 0.04]).shape == (2,)
    assert topics_needed(PairedT(), 0.1).shape == ()
    assert detectable_difference(PairedT(), 20, variance=[[0.01], [0.04]]).shape == (2, 1)
    assert expected_width([10, 20], variance=[[0.01], [0.04]]).shape == (2, 2)


def test_the_expected_width_is_the_mean_of_the_chi_distribution() -> None:
    n = np.array([2, 3, 10, 50, 343, 344, 5000])
    deviation = scipy.stats.chi(n - 1).mean() / np.sqrt(n - 1)
    expected = 2 * scipy.stats.t.isf(0.05, n - 1) * 0.3 * deviation / np.sqrt(n)
    found = expected_width(n, variance=0.09, confidence=0.9)
    assert found.tolist() == pytest.approx(expected.tolist(), rel=1e-9)


def test_the_expected_width_is_that_of_simulated_intervals() -> None:
    times, n = 20_000, 6
    interval = t_interval(np.random.default_rng(1).normal(0, 0.3, (times, n)))
    widths = interval.high - interval.low
    error = widths.std() / sqrt(times)
    assert widths.mean() == pytest.approx(float(expected_width(n, variance=0.09)), abs=4 * error)


def sakai_width_approximation(n: int, alpha: float) -> float:
    """What Sakai's tool for interval widths goes by, as a multiple of the deviation."""
    freedom = n - 1
    return float(2 * scipy.stats.t.isf(alpha / 2, freedom) * (1 - 1 / (4 * freedom)) / sqrt(n))


@each([0.2, 0.3, 0.5, 1.0], "width")
@each([0.01, 0.05], "alpha")
def test_topics_for_a_width_are_those_of_sakais_approximation(width: float, alpha: float) -> None:
    n = 2
    while sakai_width_approximation(n, alpha) > width:
        n += 1
    needed = int(topics_for_width(width, confidence=1 - alpha))
    assert needed == n
    assert float(expected_width(needed, confidence=1 - alpha)) <= width
    assert float(expected_width(needed - 1, confidence=1 - alpha)) > width


@each(
    [
        (PairedT(), 0.0, {}, "10,000,000 topics are not enough"),
        (PairedT(alternative="less"), 0.1, {}, "on the side that is not tested"),
        (PairedT(), 1e-9, {}, "10,000,000 topics are not enough"),
        (PairedT(), np.nan, {}, "difference: nan is not allowed (it must be finite)"),
        (PairedT(0.0), 0.1, {}, "alpha: 0.0 is not allowed"),
        (PairedT(alternative="twosided"), 0.1, {}, "did you mean two-sided?"),
        (AnovaF(1), 0.1, {}, "systems: 1 is not allowed"),
        (AnovaF(3, design="twoway"), 0.1, {}, "unknown design 'twoway' (did you mean two-way?)"),
        (PairedT(), 0.1, {"power": 0.05}, "power: 0.05 is not allowed (it must be above 0.05"),
        (PairedT(), 0.1, {"power": 80}, "power: 80 is not allowed"),
        (PairedT(), 0.1, {"variance": 0.0}, "variance: 0 is not allowed (it must be above 0"),
        (PairedT(), 0.1, {"variance": [1.0, np.inf]}, "variance: inf is not allowed"),
    ],
    "test",
    "difference",
    "options",
    "message",
)
def test_what_no_number_of_topics_achieves_is_refused(test, difference, options, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        topics_needed(test, difference, **options)
    assert message in str(refused.value)


@pytest.mark.parametrize("n", [1, 2.5, np.nan, 10**8])
def test_impossible_numbers_of_topics_are_refused(n: float) -> None:
    for function in (
        lambda: compute_power(PairedT(), 0.1, n),
        lambda: detectable_difference(PairedT(), n),
        lambda: expected_width(n),
    ):
        with pytest.raises(EvaluationError, match="must be whole numbers from 2 to 10,000,000"):
            function()


def test_impossible_widths_are_refused() -> None:
    with pytest.raises(EvaluationError, match="width: 0 is not allowed"):
        topics_for_width(0.0)
    with pytest.raises(EvaluationError, match="confidence: 95 is not allowed"):
        topics_for_width(0.1, confidence=95)
    with pytest.raises(EvaluationError, match="10,000,000 topics are not enough"):
        topics_for_width(1e-6)
    with pytest.raises(EvaluationError, match="confidence: 1 is not allowed"):
        expected_width(10, confidence=1)
    with pytest.raises(EvaluationError, match="power: 0\\.01 is not"):
        detectable_difference(PairedT(), 10, power=0.01)
