"""The joint randomisation test: all sign vectors by hand, and that it keeps its level."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.stats import joint_randomisation, randomisation
from harness.stats.corrections import joint_floor
from harness.stats.student import t_statistic


def by_hand(rows: list[list[float]]) -> list[float]:
    """Step-down maxT with |t| over every sign vector; t is infinite where nothing varies."""
    signs = list(itertools.product((1, -1), repeat=len(rows[0])))

    def strengths(vector):
        flipped = [np.array(row) * vector for row in rows]
        return [round(min(abs(float(t_statistic(row))), 1e9), 7) for row in flipped]

    tables = [strengths(vector) for vector in signs]
    observed = tables[0]
    order = sorted(range(len(rows)), key=lambda row: -observed[row])
    p, last = [0.0] * len(rows), 0.0
    for step, row in enumerate(order):
        left = order[step:]
        reached = sum(max(table[i] for i in left) >= observed[row] for table in tables)
        last = max(last, reached / len(tables))
        p[row] = last
    return p


numbers = st.integers(-4, 4).map(lambda number: number / 8)


@given(
    st.integers(2, 6).flatmap(
        lambda n: st.lists(st.lists(numbers, min_size=n, max_size=n), min_size=1, max_size=5)
    )
)
def test_p_is_that_of_all_sign_vectors(rows):
    assert joint_randomisation(rows, seed=1).p.tolist() == pytest.approx(by_hand(rows))


def test_one_comparison_is_the_randomisation_test():
    row = [0.11, -0.03, 0.2, 0.07, 0.0, 0.14, -0.01]
    assert joint_randomisation([row], seed=1).p[0] == pytest.approx(float(randomisation(row).p))


def test_sampled_and_exact_agree():
    rows = np.random.default_rng(3).normal(0.2, 1, (8, 15))
    exact = joint_randomisation(rows, seed=1)
    # A sixteenth topic with nearly no differences does not change t, but is one to be sampled.
    more = np.hstack([rows, np.full((8, 1), 1e-9)])
    sampled = joint_randomisation(more, seed=1, samples=20_000)
    assert (exact.samples, sampled.samples) == (None, 20_000)
    assert sampled.p == pytest.approx(exact.p, abs=0.016)


def test_p_is_above_that_of_the_comparison_by_itself_and_not_below_the_floor():
    rows = np.random.default_rng(5).normal(1, 0.5, (6, 9))
    joint, alone = joint_randomisation(rows, seed=1).p, randomisation(rows).p
    assert (joint >= alone - 1e-12).all()
    assert joint.min() >= joint_floor(rows, 10_000) == 2 / 2**9


def test_the_scale_of_comparisons_and_their_order_change_nothing():
    rows = np.random.default_rng(7).normal(0.3, 1, (5, 20))
    p = joint_randomisation(rows, seed=1, samples=500).p
    scaled = joint_randomisation(rows[::-1] * [[1e-6], [3], [1], [1e4], [2]], seed=1, samples=500)
    assert scaled.p[::-1].tolist() == p.tolist()


@pytest.mark.parametrize("rows", [[], [0.1, 0.2], [[0.1]], [[0.1, float("nan")]]])
def test_what_is_no_family_is_refused(rows):
    with pytest.raises(EvaluationError):
        joint_randomisation(rows, seed=1)
