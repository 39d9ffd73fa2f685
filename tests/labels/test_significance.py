"""Tests of differences between labels, against the enumeration of all exchanges; intervals."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from harness.labels.batch import LabelBatch
from harness.labels.measures import label_measure
from harness.labels.significance import difference_of, interval_of


def classified(gold, run, **more):
    return LabelBatch(np.array(gold), np.array(run), classes=("a", "b", "c"), **more)


def enumerated(measure, a, b):
    """The share of all 2^n exchanges of items with a difference as far from 0."""
    observed = abs(measure.value(a) - measure.value(b))
    far = []
    for swaps in product([False, True], repeat=len(a.gold)):
        turned = np.array(swaps)
        difference = measure.value(a.answered(turned, b)) - measure.value(b.answered(turned, a))
        far.append(not abs(difference) < observed - 1e-9)
    return sum(far) / len(far)


TRIPLES = st.lists(st.tuples(*(st.integers(0, 2) for _ in range(3))), min_size=2, max_size=7).map(
    lambda rows: np.array(rows).T
)


@settings(max_examples=25)
@given(TRIPLES)
def test_exact_p_of_labels_is_that_of_enumeration(triples):
    gold, first, second = triples
    a, b = (classified(gold, run, weights=np.array([1.0, 2, 5])) for run in (first, second))
    for name in ("accuracy", "F1_macro", "MCC", "balanced_accuracy", "weighted_accuracy"):
        measure = label_measure(name, "classification")
        difference = difference_of(measure, a, b, samples=10, seed=1)
        assert difference.p == pytest.approx(enumerated(measure, a, b)), name


@settings(max_examples=25)
@given(TRIPLES)
def test_exact_p_of_numbers_is_that_of_enumeration(triples):
    gold, first, second = triples.astype(float)
    a, b = LabelBatch(gold, first), LabelBatch(gold, second)
    for name in ("RMSE", "MAE"):
        measure = label_measure(name, "regression")
        difference = difference_of(measure, a, b, samples=10, seed=1)
        assert difference.p == pytest.approx(enumerated(measure, a, b)), name


def test_accuracy_has_mcnemars_exact_test():
    gold = [0] * 30
    a, b = classified(gold, [0] * 20 + [1] * 10), classified(gold, [0] * 8 + [1] * 20 + [0] * 2)
    difference = difference_of(label_measure("accuracy", "classification"), a, b, samples=9, seed=1)
    assert difference.p == pytest.approx(binomtest(12, 14).pvalue)


def test_drawn_p_is_near_the_exact_one():
    random = np.random.default_rng(1)
    gold = random.integers(0, 3, 300)
    a, b = (classified(gold, np.where(random.random(300) < p, gold, 0)) for p in (0.6, 0.52))
    measure = label_measure("F1_macro", "classification")
    drawn = difference_of(measure, a, b, samples=4000, seed=1)
    other = difference_of(measure, a, b, samples=4000, seed=2)
    assert "draws" in drawn.how
    assert drawn.p == pytest.approx(other.p, abs=0.04)


def test_runs_with_the_same_labels_do_not_differ():
    a = classified([0, 1, 2], [0, 0, 2])
    for name in ("accuracy", "MCC"):
        measure = label_measure(name, "classification")
        assert difference_of(measure, a, a, samples=10, seed=1).p == 1


def test_clusters_as_a_whole_are_not_tested():
    a = LabelBatch(np.array([0, 0, 1]), np.array([0, 1, 1]))
    measure = label_measure("V_measure", "clustering")
    difference = difference_of(measure, a, a, samples=10, seed=1)
    assert difference.p is None
    assert np.isnan(interval_of(measure, a, confidence=0.95, samples=9, seed=1)[0])


def test_intervals_cover():
    """Of 200 samples of items, 95 % intervals of accuracy and MCC have the true value in most."""
    random = np.random.default_rng(1)
    cells, truth = np.array([0.6, 0.1, 0.05, 0.25]), {"accuracy": 0.85, "MCC": None}
    whole = LabelBatch(*np.unravel_index(np.repeat(range(4), (cells * 1000).astype(int)), (2, 2)))
    whole = LabelBatch(whole.gold, whole.run, classes=("a", "b"))
    for name in truth:
        measure = label_measure(name, "classification")
        true, covered = measure.value(whole), 0
        for _ in range(200):
            drawn = whole.answered(random.integers(0, 1000, 200))
            low, high = interval_of(measure, drawn, confidence=0.95, samples=400, seed=1)
            covered += low <= true <= high
        assert 0.89 <= covered / 200 <= 0.99, name


def test_draws_without_a_rare_label_do_not_count():
    """Otherwise who never says it would have all labels right in them."""
    measure = label_measure("balanced_accuracy", "classification")
    rare = classified([0] * 10 + [1] * 2, [0] * 12)
    ends = interval_of(measure, rare, confidence=0.95, samples=300, seed=1)
    assert ends == (0.5, 0.5)
    singles = LabelBatch(np.arange(9), np.arange(9), classes=tuple("abcdefghi"))
    assert np.isnan(interval_of(measure, singles, confidence=0.95, samples=300, seed=1)).all()


def test_intervals_of_items_and_of_matrices_agree():
    batch = classified([0, 1, 2, 0, 1, 2] * 30, [0, 1, 1, 0, 2, 2] * 30)
    ends = [
        interval_of(
            label_measure(name, "classification"), batch, confidence=0.9, samples=4000, seed=1
        )
        for name in ("accuracy", "F1_micro")
    ]
    assert ends[0] == pytest.approx(ends[1], abs=0.02)
