"""Two-way analysis of variance: against exact fractions, Sakai's book and invariances."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from harness.core.errors import EvaluationError
from harness.stats import paired_t, subtract_pairs
from harness.stats.anova import anova, standardised_gap
from harness.stats.families import all_pairs, mean_gaps

TABLES = st.tuples(st.integers(2, 6), st.integers(2, 5)).flatmap(
    lambda shape: arrays(np.int64, shape, elements=st.integers(0, 12))
)


def effect_sizes(scores):
    """Those of all pairs of runs."""
    values = np.asarray(scores)
    gaps = mean_gaps(values, *all_pairs(values.shape[1]))
    return standardised_gap(anova(values), gaps)


def squares_of(table):
    """The sums of squares of runs, topics and residuals, in fractions."""
    n, m = table.shape
    cells = [[Fraction(int(cell)) for cell in row] for row in table]
    grand = sum(map(sum, cells)) / (n * m)
    runs = [sum(row[run] for row in cells) / n for run in range(m)]
    topics = [sum(row) / m for row in cells]
    return (
        sum(n * (mean - grand) ** 2 for mean in runs),
        sum(m * (mean - grand) ** 2 for mean in topics),
        sum(
            (cells[topic][run] - runs[run] - topics[topic] + grand) ** 2
            for topic in range(n)
            for run in range(m)
        ),
    )


def test_sakai_2018_sums_of_squares_and_f(sakai, expected):
    table, known = anova(sakai), expected["sakai"]["two_way_anova"]
    np.testing.assert_allclose(table.means, expected["sakai"]["means"], rtol=1e-12)
    np.testing.assert_allclose(
        [table.systems.sum_of_squares, table.topics.sum_of_squares, table.residual],
        [known["SA"], known["SB"], known["SE"]],
        rtol=1e-9,
    )
    np.testing.assert_allclose(
        [table.error_variance, table.systems.f, table.systems.p, table.topics.f, table.topics.p],
        [known[name] for name in ("VE", "F_systems", "p_systems", "F_topics", "p_topics")],
        rtol=1e-9,
    )
    assert round(table.error_variance, 7) == 0.021886
    assert (round(table.systems.f, 5), round(table.systems.p, 7)) == (2.47495, 0.0976354)
    assert (round(table.topics.f, 5), round(table.topics.p, 7)) == (2.47535, 0.0085587)


def test_sakai_2018_effect_sizes(sakai, expected):
    found = effect_sizes(sakai)
    np.testing.assert_allclose(found, expected["sakai"]["effect_sizes_xy_xz_yz"], rtol=1e-9)
    assert found.round(6).tolist() == [0.506966, 0.675954, 0.168989]


@given(TABLES)
def test_sums_of_squares_equal_those_in_fractions(table):
    found, known = anova(table / 10), squares_of(table)
    systems, topics, residual = (float(value / 100) for value in known)
    assert found.systems.sum_of_squares == pytest.approx(systems, rel=1e-10, abs=1e-20)
    assert found.topics.sum_of_squares == pytest.approx(topics, rel=1e-10, abs=1e-20)
    assert found.residual == pytest.approx(residual, rel=1e-10, abs=1e-20)


@given(TABLES)
def test_f_tests_equal_those_in_fractions(table):
    found, (systems, topics, residual) = anova(table / 10), squares_of(table)
    n, m = table.shape
    for effect, squares, freedom in (
        (found.systems, systems, m - 1),
        (found.topics, topics, n - 1),
    ):
        assert effect.degrees_of_freedom == freedom
        if not squares:
            assert (effect.f, effect.p) == (0.0, 1.0)
        elif not residual:
            np.testing.assert_array_equal([effect.f, effect.p], math.nan)
        else:
            f = float(squares / freedom / (residual / ((n - 1) * (m - 1))))
            assert effect.f == pytest.approx(f, rel=1e-9)
            p = scipy.stats.f.sf(f, freedom, (n - 1) * (m - 1))
            assert effect.p == pytest.approx(p, rel=1e-8)


@given(TABLES)
def test_effect_sizes_equal_those_in_fractions(table):
    residual = squares_of(table)[2]
    n, m = table.shape
    sums = [Fraction(int(column.sum()), n) for column in table.T]
    found = iter(effect_sizes(table / 10).tolist())
    for first in range(m):
        for second in range(first + 1, m):
            gap, effect = sums[first] - sums[second], next(found)
            if not gap:
                assert effect == 0
            elif not residual:
                assert math.isnan(effect)
            else:
                deviation = math.sqrt(residual / ((n - 1) * (m - 1)))
                assert effect == pytest.approx(float(gap) / deviation, rel=1e-9)


def test_f_of_two_runs_is_the_square_of_the_paired_t():
    scores = np.random.default_rng(1).random((25, 2))
    table, tested = anova(scores), paired_t(subtract_pairs(scores))
    assert table.systems.f == pytest.approx(float(tested.statistic[0]) ** 2, rel=1e-10)
    assert table.systems.p == pytest.approx(float(tested.p[0]), rel=1e-10)


def test_hard_topics_change_neither_systems_nor_residual():
    chance = np.random.default_rng(2)
    scores, topics = chance.random((12, 4)), chance.random((12, 1))
    before, after = anova(scores), anova(scores + topics)
    assert after.error_variance == pytest.approx(before.error_variance, rel=1e-10)
    assert after.systems.f == pytest.approx(before.systems.f, rel=1e-10)
    assert after.topics.f != pytest.approx(before.topics.f, rel=1e-2)


def test_runs_that_are_the_same_but_for_float_noise_do_not_differ():
    scores = np.array([[0.3, 0.1 + 0.2, 0.3], [0.7, 0.7, 0.8 - 0.1]])
    table = anova(scores)
    assert (table.systems.f, table.systems.p, table.error_variance) == (0.0, 1.0, 0.0)
    assert effect_sizes(scores).tolist() == [0.0, 0.0, 0.0]
    means_with_noise = np.array([[0.3, 0.1 + 0.2], [0.0, 0.0]])
    assert means_with_noise[:, 0].mean() != means_with_noise[:, 1].mean()
    assert effect_sizes(means_with_noise).tolist() == [0.0]


def test_scores_are_not_changed():
    scores = np.random.default_rng(3).random((5, 3))
    before = scores.copy()
    anova(scores)
    assert (scores == before).all()


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([[0.1, 0.2]], "scores of the shape 1 × 2"),
        ([[0.1], [0.2]], "scores of the shape 2 × 1"),
        ([0.1, 0.2], "scores of the shape 2"),
        ([[0.1, np.nan], [0.1, 0.2]], "1 value that is not finite"),
    ],
)
def test_what_is_no_table_is_refused(scores, message):
    with pytest.raises(EvaluationError, match=message):
        anova(scores)
