"""What topics are worth: reliability, power, swaps and variants, against slow and known ways."""

from __future__ import annotations

import math

import numpy as np
import pytest

import harness
from harness.comparison import Options
from harness.comparison.collection import (
    compare_variants,
    describe_topics,
    estimate_power,
    estimate_reliability,
    estimate_swaps,
)
from harness.core.errors import EvaluationError
from harness.report.collection import power_tables
from harness.stats.anova import anova
from harness.stats.power import PairedT, compute_power


def test_gt4ireval_reliability_of_trec_3_without_the_worst_quarter(adhoc3):
    table = harness.compare(adhoc3).tables[0]
    found = estimate_reliability(table, drop=0.25, sizes=[50], targets=[0.95])
    assert found.by_topics.generalizability.estimate[0] == pytest.approx(0.93265, abs=1e-5)
    assert found.by_topics.dependability.estimate[0] == pytest.approx(0.78613, abs=1e-5)
    assert float(found.needed.generalizability.estimate[0]) == 69
    assert float(found.needed.dependability.estimate[0]) == 259


def test_the_mean_variance_of_differences_is_twice_the_error_variance(noisy):
    found = estimate_power(noisy, differences=[0.02, 0.1])
    columns = range(len(noisy.runs))
    variances = [
        np.var(noisy.values[:, a] - noisy.values[:, b], ddof=1)
        for a in columns
        for b in columns
        if a < b
    ]
    assert found.variances[0] == pytest.approx(2 * anova(noisy.values).error_variance, rel=1e-12)
    assert found.variances.tolist() == pytest.approx([np.mean(variances), np.max(variances)])
    for row, difference in enumerate(found.differences):
        for column, variance in enumerate(found.variances):
            n = found.topics[row, column]
            power = compute_power(PairedT(), difference, [n - 1, n], variance=variance)
            assert power[0] < 0.8 <= power[1]
    reached = compute_power(PairedT(), found.detectable, 12, variance=found.variances)
    assert reached == pytest.approx([0.8, 0.8], abs=1e-9)


def test_no_difference_larger_than_any_is_detectable(table_of):
    table = table_of([[0.5, 0.1], [0.1, 0.5]])
    found = estimate_power(table)
    assert found.detectable.tolist() == [math.inf, math.inf]  # AP ends at 1
    (*_, note) = power_tables(table, found)["detectable"].notes
    assert str(note) == "∞: more than two runs can differ"


def test_runs_that_never_differ_have_no_power_analysis(table_of):
    with pytest.raises(EvaluationError, match="no variance to go by"):
        estimate_power(table_of([[0.5, 0.5], [0.1, 0.1]]))


def test_cross_validation_chooses_without_the_topics_that_it_scores(noisy):
    found = compare_variants(noisy, ["r4", "r5", "r3"], Options(seed=3), folds=4)
    values = np.stack([noisy.select_run(run) for run in ("r4", "r5", "r3")], axis=1)
    scored = []
    for topic, fold in enumerate(found.crossed.fold[0]):
        outside = [other for other, its in enumerate(found.crossed.fold[0]) if its != fold]
        scored.append(values[topic, int(values[outside].mean(axis=0).argmax())])
    assert found.crossed.held_out[0] == pytest.approx(np.mean(scored))
    assert found.table.runs == ("r4", "r5", "r3")
    assert found.curve.mean[-1] == pytest.approx(values.mean(axis=0).max())
    assert found.agreement is not None
    assert found.agreement.mean[-1] == pytest.approx(1.0)


def test_variants_of_one_mean_have_no_order_to_agree_with(table_of):
    table = table_of([[0.1, 0.3], [0.3, 0.1], [0.2, 0.2]])
    assert compare_variants(table, ["r0", "r1"], folds=3).agreement is None


def test_swaps_and_topics_are_those_of_the_statistics(noisy):
    swaps = estimate_swaps(noisy, Options(seed=4), draws=10)
    assert swaps.sizes.tolist() == [5, 6]
    assert swaps.compared.sum(axis=1).tolist() == [150, 150]
    topics = describe_topics(noisy)
    assert topics.mean == pytest.approx(noisy.values.mean(axis=1))
    assert topics.share.sum() == pytest.approx(1.0)
