"""Two runs through the whole chain: published numbers, scipy, and values by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy

import harness
from harness.comparison import Options, compare_pair
from harness.core.errors import EvaluationError


def test_smucker_2007_every_test_of_the_worked_example(adhoc3):
    pair = harness.compare(adhoc3, measures="AP").pair("sys10", "sys16")
    assert (round(pair.mean_a, 4), round(pair.mean_b, 4), pair.n) == (0.2581, 0.2061, 50)
    p = {name: float(one.two_sided.p) for name, one in pair.tests.items()}
    assert p["randomisation"] == pytest.approx(0.014245037, abs=1e-9)
    assert p["t"] == pytest.approx(0.015248066, abs=1e-9)
    assert round(p["sign"], 4) == 0.3222
    assert pair.counts.wins == 29
    assert next(iter(p)) == "t"  # the default


def test_sakai_t_test_effect_sizes_and_margin(sakai):
    pair = harness.compare(sakai).pair("X", "Y")
    t = pair.tests["t"].two_sided
    assert float(t.statistic) == pytest.approx(2.11576, abs=1e-5)
    assert float(t.p) == pytest.approx(0.0477968, abs=1e-7)
    assert pair.effects.d_z == pytest.approx(0.473098, abs=1e-6)
    assert pair.effects.gap == pytest.approx(0.506966, abs=1e-6)
    margin = float(pair.t_interval.high - pair.t_interval.low) / 2
    assert margin == pytest.approx(0.0742, abs=1e-4)
    exact = pair.tests["randomisation"].two_sided.p
    assert float(exact) == pytest.approx(0.06591796875, abs=1e-12)
    assert pair.counts.ties == 5
    mc = 4 * math.sqrt(0.05 / 100_000)
    assert float(pair.tests["bootstrap-t"].two_sided.p) == pytest.approx(0.0504, abs=2 * mc)


def test_urbano_2019_one_and_two_tailed(stats):
    import pandas as pd

    values = np.genfromtxt(stats / "urbano2019" / "adhoc8_ap.csv", delimiter=",", skip_header=1)
    pair = harness.compare(pd.DataFrame(values[:, [125, 124]], columns=["e", "b"])).pair("e", "b")
    t = pair.tests["t"]
    assert float(t.greater.p) == pytest.approx(0.0006596986, abs=1e-9)
    assert float(t.two_sided.p) == pytest.approx(0.0013193972, abs=1e-9)
    assert float(t.less.p) == pytest.approx(1 - 0.0006596986, abs=1e-9)
    exact = pair.tests["randomisation"].two_sided.p
    assert float(exact) == pytest.approx(0.0011914923, abs=1e-9)


def test_scipy_agrees_on_the_t_interval(noisy):
    pair = compare_pair(noisy, "r5", "r0", Options(confidence=0.9, equivalence=0.05))
    expected = scipy.stats.ttest_rel(noisy.select_run("r5"), noisy.select_run("r0"))
    assert float(pair.tests["t"].two_sided.p) == pytest.approx(expected.pvalue, rel=1e-12)
    interval = expected.confidence_interval(0.9)
    bounds = (float(pair.t_interval.low), float(pair.t_interval.high))
    assert bounds == pytest.approx((interval.low, interval.high), rel=1e-12)


def test_a_pair_the_other_way_round_has_the_opposite_sign(noisy):
    one, other = compare_pair(noisy, "r1", "r4"), compare_pair(noisy, "r4", "r1")
    assert one.difference == -other.difference
    assert one.p == other.p
    assert one.effects.d_z == -other.effects.d_z
    greater = {name: float(test.greater.p) for name, test in one.tests.items()}
    less = {name: float(test.less.p) for name, test in other.tests.items()}
    assert greater == pytest.approx(less)
    assert (one.counts.wins, one.counts.losses) == (other.counts.losses, other.counts.wins)
    assert [row.topic for row in one.by_topic] == [row.topic for row in other.by_topic][::-1]


def test_identical_runs_are_marked_and_have_p_one(table_of):
    pair = compare_pair(table_of([[0.5, 0.5, 0.1], [0.2, 0.2, 0.3]]), "r0", "r1")
    assert pair.identical
    for one in pair.tests.values():
        assert [float(way.p) for way in (one.two_sided, one.greater, one.less)] == [1.0] * 3
    assert (pair.effects.d_z, pair.effects.g_z, pair.difference) == (0.0, None, 0.0)
    assert pair.bootstrap is None


def test_topics_are_sorted_by_their_difference(table_of):
    pair = compare_pair(table_of([[0.1, 0.3], [0.9, 0.1], [0.5, 0.5]]), "r0", "r1")
    assert [(row.topic, round(row.difference, 10)) for row in pair.by_topic] == [
        ("101", 0.8),
        ("102", 0.0),
        ("100", -0.2),
    ]
    assert not pair.identical


def test_the_frame_has_a_row_a_test(noisy):
    frame = compare_pair(noisy, "r0", "r1", Options(samples=200)).to_frame()
    assert list(frame.columns) == [
        *("statistic", "p", "p_greater", "p_less", "least_p", "question", "how")
    ]
    assert frame.loc["t", "p"] == pytest.approx(
        scipy.stats.ttest_rel(noisy.select_run("r0"), noisy.select_run("r1")).pvalue
    )


def test_a_run_is_not_compared_with_itself_and_must_be_there(noisy):
    with pytest.raises(EvaluationError, match="cannot be compared with itself"):
        compare_pair(noisy, "r1", "r1")
    with pytest.raises(EvaluationError, match=r"unknown run 'r9' \(known are r0, r1"):
        compare_pair(noisy, "r1", "r9")


def test_all_options_that_are_wrong_are_said_at_once():
    with pytest.raises(EvaluationError) as caught:
        Options(alpha=0, test="tt", correction="hol", seed="x", samples=0, workers=0)
    keys = [problem.key for problem in caught.value.problems]
    assert keys == ["test", "correction", "alpha", "samples", "seed", "workers"]
    assert caught.value.problems[1].hint == "did you mean holm?"
    with pytest.raises(EvaluationError, match="confidence: '95' is not allowed"):
        Options(confidence="95")
