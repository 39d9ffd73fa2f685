"""Draws of many topics: made in blocks of bounded memory, bounded in work, and the same draws."""

import numpy as np
import pytest
import scipy

from harness.comparison import Options, ScoreTable, compare_pair
from harness.comparison.significance import TESTS
from harness.core.arrays import generator
from harness.stats.bootstrap import _draws
from harness.stats.ranks import signed_ranks
from harness.stats.sampling import draws_at_once
from harness.stats.sign_flips import _signs

#: More than one block of draws.
TOPICS, SAMPLES = 40_000, 300


@pytest.mark.long
def test_blocks_of_a_bootstrap_are_the_draws_of_one_call():
    assert draws_at_once(TOPICS) < SAMPLES
    topics = generator(7, "bootstrap", "3").integers(0, TOPICS, (SAMPLES, TOPICS))
    blocks = np.hstack(list(_draws(7, 3, TOPICS, SAMPLES)))
    for draw in range(0, SAMPLES, 37):
        counts = np.bincount(topics[draw], minlength=TOPICS)
        np.testing.assert_array_equal(blocks[:, draw], counts)


@pytest.mark.long
def test_blocks_of_signs_are_those_of_one_call():
    whole = generator(7, "randomisation", "3").integers(0, 2, (TOPICS, SAMPLES), dtype=np.int8)
    parts = list(_signs(7, 3, TOPICS, SAMPLES))
    assert len(parts) > 1
    np.testing.assert_array_equal(np.vstack([signs for _, signs in parts]), whole * 2.0 - 1)


@pytest.fixture(scope="module")
def many():
    """The reciprocal ranks of two runs on more topics than any exact test can count."""
    ranks = np.random.default_rng(1).integers(1, 11, (20_000, 2))
    topics = tuple(f"{number:05}" for number in range(20_000))
    return ScoreTable("RR", ("x", "y"), topics, 1 / ranks)


@pytest.mark.slow
@pytest.mark.long
def test_tests_of_many_topics_say_how_they_were_computed(many):
    found = compare_pair(many, "x", "y")
    how = {name: outcome.two_sided.how for name, outcome in found.tests.items()}
    assert how["randomisation"].startswith("5,000 random sign vectors")
    assert how["wilcoxon"].startswith("normal approximation")
    assert "5,000 draws" in how["bootstrap-t"]
    assert "percentile" in found.bootstrap.how
    t = float(found.tests["t"].two_sided.p)
    for name in ("randomisation", "bootstrap-t"):
        assert float(found.tests[name].two_sided.p) == pytest.approx(t, abs=0.03)


def test_wilcoxon_of_many_topics_is_scipys(many):
    differences = many.compared_differences("x", "y")
    tested = signed_ranks(differences)
    expected = scipy.stats.wilcoxon(np.round(differences, 10), method="asymptotic", correction=True)
    assert float(tested.p) == pytest.approx(expected.pvalue, rel=1e-9)


@pytest.mark.long
def test_a_lattice_that_is_too_coarse_is_left_for_samples():
    differences = np.random.default_rng(1).normal(0.01, 1, 10_000)
    tested = TESTS["randomisation"].compute(differences, Options(), "two-sided")
    assert tested.how.startswith("10,000 random sign vectors")
    assert float(tested.p) == pytest.approx(
        scipy.stats.ttest_1samp(differences, 0).pvalue, abs=0.02
    )


def test_what_is_asked_for_is_drawn_whatever_it_takes():
    assert Options(samples=20_000).draws(10**6) == 20_000
    assert Options().flips(1000) == Options().flips(2) == 100_000
