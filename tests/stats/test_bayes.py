"""The posterior of a mean difference against integrals over the unknown deviation."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
import scipy.integrate
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr

from harness.core.errors import EvaluationError
from harness.stats.bayes import posterior
from harness.stats.student import paired_t, t_interval

DIFFERENCES = np.array([0.12, -0.03, 0.08, 0.21, 0.0, 0.05, -0.11])


def over_deviations(values, function) -> float:
    """The mean of a function of σ, by the posterior of σ: (n − 1) s² / σ² is chi-square."""
    n, s = len(values), np.std(values, ddof=1)
    chi = scipy.stats.chi(n - 1)

    def integrand(x: float) -> float:
        return function(s * sqrt(n - 1) / x) * chi.pdf(x)

    return scipy.integrate.quad(integrand, 0, np.inf, epsabs=1e-13, limit=200)[0]


@pytest.mark.parametrize("equivalence", [0.0, 0.01, 0.05, 0.3])
@pytest.mark.parametrize("sign", [1, -1])
def test_masses_are_integrals_over_the_deviation(equivalence: float, sign: int) -> None:
    values = sign * DIFFERENCES
    mean, n = values.mean(), len(values)

    def beyond(bound: float) -> float:
        return over_deviations(values, lambda sigma: ndtr((mean - bound) * sqrt(n) / sigma))

    found = posterior(values, equivalence=equivalence)
    assert float(found.positive) == pytest.approx(beyond(0.0), abs=1e-10)
    assert float(found.above) == pytest.approx(beyond(equivalence), abs=1e-10)
    assert float(found.below) == pytest.approx(1 - beyond(-equivalence), abs=1e-10)
    inside = beyond(-equivalence) - beyond(equivalence)
    assert float(found.inside) == pytest.approx(inside, abs=1e-10)


def test_the_effect_is_the_posterior_mean_of_the_effect_size() -> None:
    found = posterior(DIFFERENCES)
    expected = over_deviations(DIFFERENCES, lambda sigma: DIFFERENCES.mean() / sigma)
    assert float(found.effect) == pytest.approx(expected, abs=1e-10)


def test_the_credible_interval_holds_its_probability() -> None:
    mean, n = DIFFERENCES.mean(), len(DIFFERENCES)
    found = posterior(DIFFERENCES, probability=0.8)
    for bound, mass in ((found.low, 0.1), (found.high, 0.9)):
        below = over_deviations(
            DIFFERENCES, lambda sigma, bound=bound: ndtr((bound - mean) * sqrt(n) / sigma)
        )
        assert below == pytest.approx(mass, abs=1e-10)
    assert float(found.mean) == pytest.approx(mean)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=12), st.integers(0, 60))
def test_the_masses_are_one_together_and_agree_with_the_t_test(values, equivalence) -> None:
    differences = np.array(values) / 100
    found = posterior(differences, equivalence=equivalence / 100)
    masses = found.below, found.inside, found.above
    assert all(0 <= mass <= 1 for mass in masses)
    assert sum(masses) == pytest.approx(1)
    if differences.any():
        greater = paired_t(differences, alternative="greater")
        assert 1 - float(found.positive) == pytest.approx(float(greater.p), abs=1e-12)
    interval = t_interval(differences)
    assert float(found.low) == pytest.approx(float(interval.low))
    assert float(found.high) == pytest.approx(float(interval.high))
    turned = posterior(-differences, equivalence=equivalence / 100)
    assert float(turned.inside) == float(found.inside)
    assert float(turned.below) == float(found.above)


def test_little_mass_in_the_region_is_not_lost() -> None:
    values = np.random.default_rng(1).normal(0.5, 0.01, 40)
    found = posterior(values, equivalence=0.01)
    scale = values.std(ddof=1) / sqrt(40)
    tail = scipy.stats.t(39)
    far, near = (values.mean() + 0.01) / scale, (values.mean() - 0.01) / scale
    assert 0 < float(found.inside) < 1e-60
    assert float(found.inside) == pytest.approx(tail.sf(near) - tail.sf(far), rel=1e-9)
    assert (float(found.above), float(found.positive)) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("value", "equivalence", "expected"),
    [
        (0.0, 0.0, (0.5, 0, 1, 0)),
        (0.0, 0.1, (0.5, 0, 1, 0)),
        (0.1, 0.0, (1, 0, 0, 1)),
        (0.1, 0.1, (1, 0, 1, 0)),
        (0.1, 0.2, (1, 0, 1, 0)),
        (-0.1, 0.05, (0, 1, 0, 0)),
    ],
)
def test_equal_differences_leave_no_doubt(value, equivalence, expected) -> None:
    found = posterior([value] * 3, equivalence=equivalence)
    masses = (found.positive, found.below, found.inside, found.above)
    assert tuple(float(mass) for mass in masses) == expected
    assert float(found.low) == float(found.high) == pytest.approx(value)
    assert float(found.effect) == (np.copysign(np.inf, value) if value else 0.0)


def test_many_pairs_at_once_are_as_one_by_one() -> None:
    values = np.random.default_rng(1).normal(0.02, 0.1, (2, 3, 9))
    values[0, 1] = 0.0
    found = posterior(values, equivalence=0.03)
    for place in np.ndindex(2, 3):
        alone = posterior(values[place], equivalence=0.03)
        for name in ("mean", "low", "high", "positive", "below", "inside", "above", "effect"):
            assert getattr(found, name).shape == (2, 3)
            assert getattr(found, name)[place] == getattr(alone, name)


def test_credible_intervals_cover_as_often_as_said() -> None:
    pairs = 4000
    values = np.random.default_rng(2).normal(0.1, 0.3, (pairs, 8))
    found = posterior(values, probability=0.9)
    covered = ((found.low <= 0.1) & (found.high >= 0.1)).mean()
    assert covered == pytest.approx(0.9, abs=4 * sqrt(0.9 * 0.1 / pairs))


def test_sakai_2018_table_5_1_first_system_better_with_probability_976(scores_of) -> None:
    first, second = (scores_of(f"sakai/{name}.csv")[:, 0] for name in "XY")
    found = posterior(first - second)
    # 1 − p / 2 of his p = .0477968, and his margin of .0742.
    assert float(found.positive) == pytest.approx(1 - 0.0477968 / 2, abs=5e-8)
    assert float(found.high - found.mean) == pytest.approx(0.0742, abs=5e-5)


@pytest.mark.parametrize(
    ("differences", "options", "message"),
    [
        ([0.1], {}, "differences of 1 topic"),
        ([0.1, np.inf], {}, "the differences hold 1 value that is not finite"),
        ([0.1, 0.2], {"equivalence": -0.1}, "equivalence: -0.1 is not allowed"),
        ([0.1, 0.2], {"equivalence": np.nan}, "equivalence: nan is not allowed"),
        ([0.1, 0.2], {"probability": 95}, "probability: 95 is not allowed"),
    ],
)
def test_what_has_no_posterior_is_refused(differences, options, message) -> None:
    with pytest.raises(EvaluationError) as refused:
        posterior(differences, **options)
    assert message in str(refused.value)
