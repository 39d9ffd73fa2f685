"""The maxT test: PermTest's matrices, all permuted tables, its relatives, and itself."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from harness.core.errors import EvaluationError
from harness.stats import all_pairs, differences_of, paired_t, randomisation
from harness.stats.families import against
from harness.stats.maxt import max_t
from harness.stats.tukey import randomised_tukey_hsd
from tests.stats.pairs_cases import by_chance, matrix

MEASURES = ("P_10", "Rprec", "err", "map", "ndcg")
SMALL = arrays(np.int64, st.tuples(st.integers(2, 3), st.just(3)), elements=st.integers(0, 6))
PAIRS = list(itertools.combinations(range(3), 2))


def scores_and_known(stats, measure):
    """The scores [T, R] of a measure of PermTest, and a reader of its p-values of pairs."""

    def known(kind, pairs):
        table = np.genfromtxt(stats / "permtest" / f"pvalues.{kind}.{measure}.tsv")[:, :4]
        return table[pairs]

    return np.genfromtxt(stats / "permtest" / f"matrix.{measure}.tsv").T, known


@pytest.fixture(params=MEASURES)
def permtest(request, stats):
    return scores_and_known(stats, request.param)


def assert_permtest(found, known, samples):
    """Within the tolerance that the data's README states."""
    error = np.sqrt(np.maximum(found * (1 - found), known * (1 - known)))
    tolerance = 4 * error * np.sqrt(1 / 10_000 + 1 / samples) + 1e-4
    assert (np.abs(found - known) <= tolerance).all()


def test_permtest_unadjusted_and_all_pairs(permtest):
    scores, known = permtest
    tested = max_t(scores, seed=1)
    assert_permtest(tested.unadjusted, known("Unadjusted", all_pairs(4)), 10_000)
    assert_permtest(tested.p, known("MaxTPairWise", all_pairs(4)), 10_000)


def test_permtest_step_down_against_system_0(permtest):
    scores, known = permtest
    pairs = against(0, 4)
    tested = max_t(scores, pairs, seed=1)
    assert_permtest(tested.p, known("MaxT", pairs), 10_000)
    assert_permtest(tested.unadjusted, known("Unadjusted", pairs), 10_000)


def closed_test(scores, samples):
    """Against system 0: the largest p of all sets of systems; of a set, that of its strongest."""
    closed = np.zeros(4)
    for size in (1, 2, 3):
        for systems in map(list, itertools.combinations((1, 2, 3), size)):
            p = max_t(scores, (systems, [0] * size), seed=1, samples=samples).p.min()
            closed[systems] = np.maximum(closed[systems], p)
    return closed[1:]


@pytest.mark.parametrize("measure", ["Rprec", "err", "map", "ndcg"])
def test_permtest_closed_test_against_system_0(stats, measure):
    scores, known = scores_and_known(stats, measure)
    assert_permtest(closed_test(scores, 5_000), known("ClosedTest", against(0, 4)), 5_000)


def test_permtest_closed_test_of_p_10_but_for_the_ties_that_permtest_loses(stats):
    """P@10 of systems 0 and 2 alone: every eighth table ties, and floats there tie or do not."""
    scores, known = scores_and_known(stats, "P_10")
    found, known = closed_test(scores, 5_000), known("ClosedTest", against(0, 4))
    assert_permtest(found[[0, 2]], known[[0, 2]], 5_000)
    steps = np.rint(10 * (scores[:, 0] - scores[:, 2])).astype(int)
    shares = {0: Fraction(1)}
    for step in steps.tolist():
        halves = Counter()
        for value, share in shares.items():
            halves[value + step] += share / 2
            halves[value - step] += share / 2
        shares = halves
    bound = abs(int(steps.sum()))
    reached = float(sum(share for value, share in shares.items() if abs(value) >= bound))
    passed = float(sum(share for value, share in shares.items() if abs(value) > bound))
    assert abs(found[1] - reached) <= by_chance(reached, 5_000)
    assert passed < known[1] < reached


def test_permtest_example_of_the_readme(stats):
    scores = np.genfromtxt(stats / "permtest" / "matrix.err.tsv").T
    everything = max_t(scores, seed=2, samples=40_000, workers=2)
    baseline = max_t(scores, against(0, 4), seed=2, samples=40_000, workers=2)
    for found, known in (
        (everything.unadjusted[2], 0.0009),
        (baseline.p[2], 0.0023),
        (everything.p[2], 0.0043),
    ):
        assert_permtest(np.array(found), np.array(known), 40_000)


def strength(table, first, second, statistic):
    """|mean|, or t² / (t² + n − 1), of the differences of two columns, in fractions."""
    differences = [row[first] - row[second] for row in table]
    if statistic == "mean":
        return abs(sum(differences))
    squares = sum(d * d for d in differences)
    return Fraction(sum(differences) ** 2, len(table) * squares) if squares else Fraction(0)


def exact_max_t(table, statistic):
    """The unadjusted and step-down p-values by all permuted tables."""
    rows = [[int(score) for score in row] for row in table]
    observed = [strength(rows, *pair, statistic) for pair in PAIRS]
    tables = list(itertools.product(*[list(itertools.permutations(row)) for row in rows]))
    drawn = [[strength(one, *pair, statistic) for pair in PAIRS] for one in tables]
    unadjusted = [
        sum(one[place] >= observed[place] for one in drawn) / len(tables) for place in range(3)
    ]
    adjusted, last = [0.0] * 3, 0.0
    for place in sorted(range(3), key=lambda place: -observed[place]):
        weaker = [k for k in range(3) if observed[k] <= observed[place]]
        reached = sum(max(one[k] for k in weaker) >= observed[place] for one in drawn)
        adjusted[place] = last = max(last, reached / len(tables))
    return np.array(unadjusted), np.array(adjusted)


@settings(max_examples=15)
@given(SMALL, st.sampled_from(["t", "mean"]))
def test_comes_near_the_share_of_all_tables(table, statistic):
    unadjusted, adjusted = exact_max_t(table, statistic)
    # A third of a tenth is no float: ties are there on paper only.
    tested = max_t(table / 30, seed=1, samples=4_000, statistic=statistic)
    assert (np.abs(tested.unadjusted - unadjusted) <= by_chance(unadjusted, 4_000)).all()
    assert (np.abs(tested.p - adjusted) <= by_chance(adjusted, 4_000)).all()


@pytest.mark.parametrize("statistic", ["t", "mean"])
def test_one_pair_comes_near_the_exact_randomisation_test(statistic):
    scores = matrix(20, 5).round(4)
    exact = randomisation(differences_of(scores, (3, 1))).p
    tested = max_t(scores, (3, 1), seed=1, samples=50_000, statistic=statistic)
    assert tested.p.shape == tested.unadjusted.shape == ()
    assert tested.p == tested.unadjusted
    assert abs(float(tested.p) - exact) <= by_chance(exact, 50_000)
    assert (tested.family, tested.num_runs) == (1, 2)


def test_of_the_mean_without_step_down_it_is_the_randomised_tukey_test():
    scores = matrix(20, 7) + np.linspace(0, 0.3, 7)
    known = randomised_tukey_hsd(scores, seed=5, samples=2_500)
    tested = max_t(scores, seed=5, samples=2_500, statistic="mean", step_down=False)
    assert tested.p.tolist() == known.p.tolist()
    np.testing.assert_allclose(tested.statistic, known.statistic, atol=1e-15)


def test_statistic_is_the_paired_t():
    scores = matrix(20, 5)
    pairs = against([4, 1], 5)
    tested = max_t(scores, pairs, seed=1, samples=10)
    known = paired_t(differences_of(scores, pairs)).statistic
    assert tested.statistic.tolist() == known.tolist()


@pytest.mark.parametrize("statistic", ["t", "mean"])
@pytest.mark.parametrize("pairs", [None, against([0, 3], 9)])
def test_step_down_lies_between_unadjusted_and_single_step(statistic, pairs):
    scores = matrix(15, 9) + np.linspace(0, 0.4, 9)
    options = {"seed": 2, "samples": 2_000, "statistic": statistic}
    down = max_t(scores, pairs, **options)
    single = max_t(scores, pairs, step_down=False, **options)
    assert down.unadjusted.tolist() == single.unadjusted.tolist()
    assert (down.unadjusted <= down.p).all()
    assert (down.p <= single.p).all()
    assert (down.p < single.p).any()
    order = np.argsort(-np.abs(down.statistic), kind="stable")
    assert (np.diff(down.p[order]) >= 0).all()
    assert down.p.max() < single.p.max() or down.p.max() == 1.0
    assert down.p[order[0]] == single.p[order[0]]


def test_order_and_direction_of_pairs_do_not_matter():
    scores = matrix(15, 6)
    first, second = all_pairs(6)
    before = max_t(scores, seed=1, samples=1_500)
    after = max_t(scores, (second[::-1], first[::-1]), seed=1, samples=1_500)
    assert after.p[::-1].tolist() == before.p.tolist()
    assert (-after.statistic[::-1]).tolist() == before.statistic.tolist()
    shaped = max_t(scores, (first.reshape(3, 5), second.reshape(3, 5)), seed=1, samples=1_500)
    assert shaped.p.tolist() == before.p.reshape(3, 5).tolist()


def test_runs_outside_of_the_family_do_not_matter():
    scores = matrix(15, 6)
    pairs = ([0, 2], [5, 5])
    other = scores.copy()
    other[:, [1, 3, 4]] = 0.5
    p = [max_t(table, pairs, seed=1, samples=1_500).p.tolist() for table in (scores, other)]
    assert p[0] == p[1]


@pytest.mark.parametrize("statistic", ["t", "mean"])
def test_scale_and_hard_topics_do_not_matter(statistic):
    numbers = np.random.default_rng(3).integers(0, 8, (12, 5)).astype(float)
    options = {"seed": 1, "samples": 1_500, "statistic": statistic}
    p = max_t(numbers / 8, **options).p.tolist()
    assert max_t(numbers * 1e6, **options).p.tolist() == p
    assert max_t(numbers / 8 + 0.3, **options).p.tolist() == p


@pytest.mark.parametrize("statistic", ["t", "mean"])
def test_identical_runs_have_p_1(statistic):
    scores = matrix(10, 4)
    scores[:, 2] = scores[:, 0]
    tested = max_t(scores, seed=1, samples=500, statistic=statistic)
    assert tested.p[1] == tested.unadjusted[1] == 1.0
    assert tested.statistic[1] == 0.0
    noise = np.array([[0.3, 0.1 + 0.2], [0.7, 0.8 - 0.1], [0.5, 0.5]])
    assert max_t(noise, seed=1, samples=500, statistic=statistic).p.tolist() == [1.0]


@pytest.mark.parametrize("statistic", ["t", "mean"])
def test_constant_differences_have_the_least_p(statistic):
    topics = np.linspace(0, 0.5, 40)[:, None]
    tested = max_t(np.hstack([topics, topics + 0.5]), seed=1, samples=99, statistic=statistic)
    assert tested.p.tolist() == tested.unadjusted.tolist() == [0.01]


def test_says_what_was_computed():
    tested = max_t(matrix(15, 6), against(2, 6), seed=7, samples=1_500)
    assert tested.how == (
        "step-down maxT, family of 5 comparisons of 6 runs, 1,500 permutations within topics,"
        " statistic: t, seed 7"
    )
    assert (tested.seed, tested.samples, tested.n, tested.family) == (7, 1_500, 15, 5)


def test_impossible_options_are_refused():
    scores = matrix(4, 3)
    with pytest.raises(EvaluationError, match=r"unknown statistic 'T'.*\n.*samples: 0 "):
        max_t(scores, seed=1, samples=0, statistic="T")
    with pytest.raises(EvaluationError, match="no pairs given"):
        max_t(scores, (np.empty(0, dtype=int), np.empty(0, dtype=int)), seed=1)
    with pytest.raises(EvaluationError, match="columns must be from 0 to 2"):
        max_t(scores, (0, 3), seed=1)
    with pytest.raises(EvaluationError, match="not finite"):
        max_t([[0.1, np.nan], [0.1, 0.2]], seed=1)
