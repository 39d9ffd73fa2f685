"""Tests of differences between labels, against the enumeration of all exchanges; intervals."""

import tracemalloc
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, ks_2samp
from sklearn import metrics

from harness.labels.batch import LabelBatch
from harness.labels.measures import label_measure
from harness.labels.significance import bootstrap, difference_of, interval_of


def classified(gold, run, **more):
    return LabelBatch(np.array(gold), np.array(run), classes=("a", "b", "c"), **more)


def exchanged(a, b, rows):
    """A run with the answers of another to some items."""
    return replace(a, run=np.where(rows, b.run, a.run))


def enumerated(measure, a, b):
    """The share of all 2^n exchanges of items with a difference as far from 0."""
    observed = abs(measure.value(a) - measure.value(b))
    far = []
    for swaps in product([False, True], repeat=len(a.gold)):
        turned = np.array(swaps)
        difference = measure.value(exchanged(a, b, turned)) - measure.value(exchanged(b, a, turned))
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


def test_tens_of_thousands_of_items_are_tested():
    gold = np.zeros(50_000, int)
    random = np.random.default_rng(1)
    a, b = (classified(gold, (random.random(50_000) > share).astype(int)) for share in (0.6, 0.5))
    measure = label_measure("accuracy", "classification")
    assert difference_of(measure, a, b, samples=9, seed=1).p < 1e-99


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
            rows = random.integers(0, 1000, 200)
            drawn = replace(whole, gold=whole.gold[rows], run=whole.run[rows])
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


def _world(items, seed, digits):
    """Gold labels of three classes, a run with scores of each, and one of the second class."""
    random = np.random.default_rng(seed)
    gold = random.choice(3, items, p=[0.6, 0.3, 0.1])
    scores = (random.random((items, 3)) + np.eye(3)[gold] * random.random((items, 1))).round(digits)
    run = scores.argmax(axis=1)
    classes = ("a", "b", "c")
    return LabelBatch(gold, run, scores[:, 1], classes, 1, class_scores=scores)


def _one_against_one(gold, batch, how):
    areas, items = [], []
    for j, k in ((0, 1), (0, 2), (1, 2)):
        inside = (gold == j) | (gold == k)
        parts = [
            metrics.roc_auc_score(gold[inside] == c, batch.class_scores[inside, c]) for c in (j, k)
        ]
        areas.append(np.mean(parts))
        items.append(inside.sum())
    return np.average(areas, weights=items if how == "weighted" else None)


#: The values of drawn items as scikit-learn has them.
SLOW = {
    "accuracy": lambda b: metrics.accuracy_score(b.gold, b.run),
    "F1_macro": lambda b: metrics.f1_score(b.gold, b.run, average="macro", zero_division=0),
    "MCC": lambda b: metrics.matthews_corrcoef(b.gold, b.run),
    "ROC_AUC": lambda b: metrics.roc_auc_score(b.gold == 1, b.scores),
    "PR_AUC": lambda b: metrics.average_precision_score(b.gold == 1, b.scores),
    "ROC_AUC_ovo_weighted": lambda b: _one_against_one(b.gold, b, "weighted"),
}


def drawn_items(batch, rows):
    parts = {name: getattr(batch, name)[rows] for name in ("gold", "run", "scores", "class_scores")}
    return replace(batch, **parts)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("digits", [1, 9])
@pytest.mark.parametrize("name", SLOW)
def test_counts_are_distributed_as_drawn_items(name, digits):
    """Equal scores make few cells, whose counts are drawn; others are drawn item by item."""
    batch, other = _world(150, 1, digits), _world(150, 2, digits)
    other = replace(other, gold=batch.gold)
    measure = label_measure(name, "classification")
    random = np.random.default_rng(5)
    rows = [random.integers(0, 150, 150) for _ in range(300)]
    slow = np.array([[SLOW[name](drawn_items(b, draw)) for draw in rows] for b in (batch, other)])
    assert ks_2samp(bootstrap(measure, (batch,), 3000, 1), slow[0]).pvalue > 0.001
    assert ks_2samp(bootstrap(measure, (batch, other), 3000, 1), slow[0] - slow[1]).pvalue > 0.001


@pytest.mark.parametrize("name", ["F1_macro", "ROC_AUC", "PR_AUC"])
def test_drawn_exchanges_are_those_of_items(name):
    a, b = _world(150, 1, 9), _world(150, 3, 9)
    b = replace(b, gold=a.gold)
    value, random = SLOW[name], np.random.default_rng(1)

    def turned(one, other, rows):
        given = one.scores, other.scores
        scores = np.where(rows, given[1], given[0])
        return replace(one, run=np.where(rows, other.run, one.run), scores=scores)

    swaps = random.random((500, 150)) < 0.5
    far = [value(turned(a, b, rows)) - value(turned(b, a, rows)) for rows in swaps]
    slow = float((np.abs(far) >= abs(value(a) - value(b))).mean())
    p = difference_of(label_measure(name, "classification"), a, b, samples=500, seed=1).p
    assert p == pytest.approx(slow, abs=5 * (0.25 / 500) ** 0.5 * 2**0.5)


@pytest.mark.parametrize("name", ["MCC", "PR_AUC", "ROC_AUC_ovr_macro"])
def test_intervals_of_many_items_take_little_memory(name):
    batch = _world(50_000, 1, 9)
    tracemalloc.start()
    interval_of(label_measure(name, "classification"), batch, confidence=0.95, samples=60, seed=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200e6


def test_the_interval_of_a_difference_is_of_the_same_items():
    """Runs that err on the same items differ with certainty, however wide their own intervals."""
    gold = np.array([0] * 60 + [1] * 40)
    a = classified(gold, np.where(np.arange(100) % 3, gold, 1 - gold))
    b = replace(a, run=np.where(np.arange(100) % 33, a.run, 2))
    measure = label_measure("accuracy", "classification")
    of_both = difference_of(measure, a, b, samples=2000, seed=1, confidence=0.95)
    own = interval_of(measure, a, confidence=0.95, samples=2000, seed=1)
    assert of_both.high - of_both.low < own[1] - own[0]
    assert of_both.low <= of_both.difference <= of_both.high
