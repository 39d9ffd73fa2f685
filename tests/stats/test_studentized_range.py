"""The studentized range: printed tables, Student's t, scipy, sampling, and its own integral."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.stats import tukey
from harness.stats.tukey import studentized_range_quantile, studentized_range_sf
from tests.each import each
from tests.nightly import one_in


@each(
    [
        (0.05, 2, 1, 17.97),
        (0.05, 3, 10, 3.88),
        (0.01, 3, 10, 5.27),
        (0.05, 10, 20, 5.01),
        (0.05, 5, 60, 3.98),
        (0.05, 20, 120, 5.13),
        (0.05, 3, math.inf, 3.31),
        (0.05, 10, math.inf, 4.47),
        (0.05, 20, math.inf, 5.01),
        (0.01, 20, math.inf, 5.65),
    ],
    "alpha",
    "num_means",
    "degrees_of_freedom",
    "printed",
)
def test_quantiles_equal_the_printed_tables(alpha, num_means, degrees_of_freedom, printed):
    found = studentized_range_quantile(alpha, num_means, degrees_of_freedom)
    assert found == pytest.approx(printed, abs=0.0051)


@pytest.mark.long
@settings(max_examples=15)
@given(q=st.floats(1e-3, 1e3), nu=st.sampled_from([1, 2, 3, 7, 38, 500, 6272, 10**6]))
def test_of_two_means_it_is_students_t_however_small_p_is(q, nu):
    known = 2 * scipy.special.stdtr(nu, -q / math.sqrt(2))
    found = studentized_range_sf(np.array([q]), 2, nu)[0]
    assert found == pytest.approx(known, rel=1e-9, abs=1e-290)


@given(q=st.floats(1e-3, 50))
def test_of_two_means_with_known_error_it_is_the_normal_distribution(q):
    known = 2 * scipy.special.ndtr(-q / math.sqrt(2))
    assert studentized_range_sf(np.array([q]), 2, math.inf)[0] == pytest.approx(known, rel=1e-9)


@pytest.mark.parametrize(
    ("num_means", "degrees_of_freedom"), [(3, 2), (3, 38), (10, 20), (40, 1911), (129, 6272)]
)
def test_equals_scipy_within_its_precision(num_means, degrees_of_freedom):
    import scipy.stats

    q = np.array([0.1, 1.0, 3.5, 5.0, 6.5, 8.0])
    known = scipy.stats.studentized_range.sf(q, num_means, degrees_of_freedom)
    found = studentized_range_sf(q, num_means, degrees_of_freedom)
    np.testing.assert_allclose(found, known, rtol=0, atol=1e-9)


def test_equals_scipy_with_known_error():
    import scipy.stats

    q = np.array([0.5, 2.0, 3.5, 5.0, 7.0])
    known = scipy.stats.studentized_range.sf(q, 6, np.inf)
    np.testing.assert_allclose(studentized_range_sf(q, 6, math.inf), known, rtol=0, atol=1e-9)


def test_comes_near_the_share_of_drawn_ranges():
    chance = np.random.default_rng(1)
    means, deviations = chance.normal(size=(200_000, 7)), chance.chisquare(12, 200_000) / 12
    ranges = np.ptp(means, axis=1) / np.sqrt(deviations)
    for q in (2.0, 4.0, 6.0):
        p = float(studentized_range_sf(np.array([q]), 7, 12)[0])
        assert abs(np.mean(ranges >= q) - p) < 4.5 * math.sqrt(p * (1 - p) / 200_000)


@pytest.mark.long
@pytest.mark.parametrize(
    ("num_means", "degrees_of_freedom"),
    one_in(3, [(2, 1), (3, 2), (5, 4), (10, 200), (129, 6272), (1000, 999), (129, math.inf)]),
)
def test_interpolation_and_step_do_not_matter(monkeypatch, num_means, degrees_of_freedom):
    q = np.concatenate([np.random.default_rng(2).uniform(0, 20, 7), [30.0, 100.0]])
    found = studentized_range_sf(q, num_means, degrees_of_freedom)
    for name, factor in (("_STEP", 0.37), ("_REACH", 1.4), ("_NATS", 1.5)):
        monkeypatch.setattr(tukey, name, getattr(tukey, name) * factor)
    finer = [
        math.exp(tukey._log_sf(np.array([value]), num_means, degrees_of_freedom)[0]) for value in q
    ]
    np.testing.assert_allclose(found, finer, rtol=1e-9, atol=1e-300)


@pytest.mark.long
@settings(max_examples=12)
@given(alpha=st.floats(1e-12, 0.999), num_means=st.integers(2, 200), num_topics=st.integers(2, 60))
def test_quantiles_have_their_probability(alpha, num_means, num_topics):
    freedom = (num_means - 1) * (num_topics - 1)
    q = studentized_range_quantile(alpha, num_means, freedom)
    found = studentized_range_sf(np.array([q]), num_means, freedom)[0]
    assert found == pytest.approx(alpha, rel=1e-8)


def test_edges():
    q = np.array([[0.0, np.inf], [1e-12, 1e9]])
    found = studentized_range_sf(q, 5, 40)
    assert found.shape == (2, 2)
    assert found[0].tolist() == [1.0, 0.0]
    assert found[1, 0] == pytest.approx(1.0, abs=1e-12)
    assert 0 < found[1, 1] < 1e-200
    assert studentized_range_sf(np.empty(0), 5, 40).shape == (0,)
