"""Mean ranks and Nemenyi's test: Demšar's example, scipy, and slow loops."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from harness.core.errors import EvaluationError
from harness.stats.nemenyi import (
    mean_ranks,
    nemenyi_critical_difference,
    nemenyi_test,
)

TABLES = st.tuples(st.integers(2, 6), st.integers(3, 5)).flatmap(
    lambda shape: arrays(np.int64, shape, elements=st.integers(0, 6))
)

#: Demšar 2006, table 6: the ranks of C4.5, +m, +cf and +m+cf on 14 data sets.
DEMSAR = np.array(
    [
        [4, 3, 2, 1],
        [1, 2, 3, 4],
        [4, 1, 2, 3],
        [4, 1, 3, 2],
        [4, 2, 3, 1],
        [1, 2.5, 4, 2.5],
        [3, 2, 4, 1],
        [2.5, 2.5, 4, 1],
        [4, 3, 2, 1],
        [2.5, 2.5, 2.5, 2.5],
        [4, 2.5, 1, 2.5],
        [3, 2, 4, 1],
        [4, 1, 2, 3],
        [3, 1, 4, 2],
    ]
)


def slow_ranks(row):
    """One plus the better runs, and half of those as good."""
    return [
        1 + sum(other > own for other in row) + (sum(other == own for other in row) - 1) / 2
        for own in row
    ]


def test_demsar_2006_ranks():
    assert mean_ranks(-DEMSAR).round(3).tolist() == [3.143, 2.0, 2.893, 1.964]


def test_demsar_2006_critical_differences():
    assert round(nemenyi_critical_difference(14, 4), 2) == 1.25
    assert round(nemenyi_critical_difference(14, 4, 0.1), 2) == 1.12
    # Table 5a: q / √2 for 2 … 10 classifiers.
    printed = {
        0.05: [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164],
        0.10: [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920],
    }
    for alpha, row in printed.items():
        for num_runs, q in enumerate(row, 2):
            one_topic = math.sqrt(num_runs * (num_runs + 1) / 6)
            found = nemenyi_critical_difference(1, num_runs, alpha) / one_topic
            assert found == pytest.approx(q, abs=0.0011)


@given(TABLES)
def test_mean_ranks_equal_the_slow_ones(table):
    known = np.mean([slow_ranks(row) for row in table.tolist()], axis=0)
    np.testing.assert_allclose(mean_ranks(table / 10), known, rtol=1e-12)


@given(TABLES)
def test_nemenyi_equals_the_normal_range_of_scipy(table):
    n, m = table.shape
    ranks = np.mean([slow_ranks(row) for row in table.tolist()], axis=0)
    tested = nemenyi_test(table / 10)
    for place, (first, second) in enumerate(itertools.combinations(range(m), 2)):
        q = abs(ranks[second] - ranks[first]) / math.sqrt(m * (m + 1) / (12 * n))
        assert tested.statistic[place] == pytest.approx(q, abs=1e-12)
        known = scipy.stats.studentized_range.sf(q, m, np.inf)
        assert tested.p[place] == pytest.approx(known, abs=1e-9)


def test_pairs_are_significant_above_nemenyis_critical_difference():
    chance = np.random.default_rng(1)
    scores = chance.random((30, 9)) + np.linspace(0, 0.6, 9)
    tested, ranks = nemenyi_test(scores), mean_ranks(scores)
    gaps = [abs(first - second) for first, second in itertools.combinations(ranks, 2)]
    above = np.array(gaps) > nemenyi_critical_difference(30, 9)
    assert 0 < above.sum() < 36
    assert above.tolist() == (tested.p < 0.05).tolist()


def test_ties_that_floats_break_are_ties():
    scores = np.array([[0.3, 0.1 + 0.2, 0.1], [0.7, 0.7, 0.8 - 0.1], [0.1, 0.2, 0.3]])
    on_paper = np.array([[3, 3, 1], [7, 7, 7], [1, 2, 3]])
    assert mean_ranks(scores).tolist() == mean_ranks(on_paper).tolist()


def test_identical_runs_have_p_1():
    tested = nemenyi_test(np.repeat([[0.1], [0.7], [0.3]], 4, axis=1))
    assert (np.atleast_1d(tested.p) == 1.0).all()
    assert (np.atleast_1d(tested.statistic) == 0.0).all()
    assert tested.n == 3


def test_chosen_pairs_equal_those_of_all():
    scores = np.random.default_rng(2).random((8, 4))
    everything, chosen = nemenyi_test(scores), nemenyi_test(scores, ([1, 3], [0, 2]))
    assert chosen.p.tolist() == everything.p[[0, 5]].tolist()
    assert chosen.statistic.tolist() == everything.statistic[[0, 5]].tolist()


@pytest.mark.parametrize("test", [mean_ranks, nemenyi_test])
def test_what_is_no_table_is_refused(test):
    with pytest.raises(EvaluationError, match="at least two of each"):
        test([[0.1, 0.2]])
    with pytest.raises(EvaluationError, match="not finite"):
        test([[0.1, np.nan], [0.1, 0.2]])


def test_impossible_critical_differences_are_refused():
    with pytest.raises(EvaluationError, match=r"num_topics: 0 .*\n.*num_runs: 1 .*\n.*alpha: 5 "):
        nemenyi_critical_difference(0, 1, 5)
