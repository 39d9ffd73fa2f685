"""Measures of labels beside textbook cases and slow versions from the definitions."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import HarnessError, MeasureError
from harness.labels.measures import (
    DEFAULT_LABEL_MEASURES,
    LABEL_MEASURES,
    LabelBatch,
    label_measure,
)


def batch_of(matrix, **more):
    """Items with the labels of a confusion matrix."""
    matrix = np.asarray(matrix)
    gold, run = (np.repeat(axis.ravel(), matrix.ravel()) for axis in np.indices(matrix.shape))
    return LabelBatch(gold, run, tuple("abcdefgh"[: len(matrix)]), **more)


def value(name, batch, kind="classification"):
    return label_measure(name, kind).value(batch)


def test_a_matrix_of_three_labels():
    batch = batch_of([[38, 12, 0], [5, 43, 2], [6, 0, 44]])
    assert value("accuracy", batch) == pytest.approx(0.8333, abs=5e-5)
    assert value("recall_macro", batch) == pytest.approx((38 + 43 + 44) / 150)
    assert value("precision_macro", batch) == pytest.approx((38 / 49 + 43 / 55 + 44 / 46) / 3)


def test_a_rare_disease():
    """TP 20, FP 180, FN 10, TN 1820."""
    batch = batch_of([[1820, 180], [10, 20]], positive=1)
    expected = {"PPV": 0.10, "NPV": 0.995, "TPR": 0.67, "TNR": 0.91, "accuracy": 0.906}
    for name, published in expected.items():
        digits = len(str(published)) - 2
        assert round(value(name, batch), digits) == published, name


def test_a_run_that_always_says_no_is_accurate_and_no_more():
    batch = batch_of([[2000, 0], [30, 0]], positive=1)
    assert round(value("accuracy", batch), 3) == 0.985
    assert value("balanced_accuracy", batch) == 0.5
    assert value("MCC", batch) == value("F1", batch) == value("TPR", batch) == 0
    assert np.isnan(value("PPV", batch))


def test_a_run_that_calls_everything_spam_finds_all_of_it():
    batch = batch_of([[0, 90], [0, 10]], positive=1)
    assert (value("TPR", batch), value("PPV", batch), value("TNR", batch)) == (1, 0.1, 0)
    assert np.isnan(value("NPV", batch))


def test_matthews_correlation_by_hand():
    """TP 6, FP 1, FN 2, TN 3: (6 · 3 − 1 · 2) / √(7 · 8 · 4 · 5)."""
    batch = batch_of([[3, 1], [2, 6]], positive=1)
    assert value("MCC", batch) == pytest.approx(16 / (7 * 8 * 4 * 5) ** 0.5)


def slow_average(gold, run, how, numerator, denominator):
    """The average over labels of a ratio of each label's (tp, fp, fn)."""
    labels = sorted({*gold, *run} - {9})  # 9: no label
    counts = {
        label: (
            sum(g == label == r for g, r in zip(gold, run, strict=True)),
            sum(g != label == r for g, r in zip(gold, run, strict=True)),
            sum(g == label != r for g, r in zip(gold, run, strict=True)),
        )
        for label in labels
    }
    parts = [(numerator(*own), denominator(*own)) for own in counts.values()]
    if how == "micro":
        parts = [tuple(map(sum, zip(*parts, strict=True)))]
    ratios = [above / below if below else 0 for above, below in parts]
    weights = [tp + fn for tp, _, fn in counts.values()] if how == "weighted" else [1] * len(ratios)
    return sum(w * r for w, r in zip(weights, ratios, strict=True)) / sum(weights)


RATIOS = {
    "precision": (lambda tp, fp, fn: tp, lambda tp, fp, fn: tp + fp),
    "recall": (lambda tp, fp, fn: tp, lambda tp, fp, fn: tp + fn),
    "jaccard": (lambda tp, fp, fn: tp, lambda tp, fp, fn: tp + fp + fn),
    "F1": (lambda tp, fp, fn: 2 * tp, lambda tp, fp, fn: 2 * tp + fp + fn),
    "F0.5": (lambda tp, fp, fn: 1.25 * tp, lambda tp, fp, fn: 1.25 * tp + fp + 0.25 * fn),
    "F2": (lambda tp, fp, fn: 5 * tp, lambda tp, fp, fn: 5 * tp + fp + 4 * fn),
}


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from([0, 1, 2, 9])), min_size=2))
def test_averages_over_labels_by_their_definitions(items):
    gold, run = zip(*items, strict=True)
    codes = np.where(np.array(run) == 9, 3, run)
    batch = LabelBatch(np.array(gold), codes, tuple("abc"))
    for name, ratio in RATIOS.items():
        for how in ("macro", "micro", "weighted"):
            expected = slow_average(gold, run, how, *ratio)
            assert value(f"{name}_{how}", batch) == pytest.approx(expected), (name, how)
    recalls = [
        sum(r == label for g, r in items if g == label) / gold.count(label) for label in {*gold}
    ]
    assert value("balanced_accuracy", batch) == pytest.approx(sum(recalls) / len(recalls))


def test_an_item_without_label_is_wrong_and_of_no_class():
    batch = LabelBatch(np.array([0, 0, 1]), np.array([0, 2, 1]), ("a", "b"))
    assert value("accuracy", batch) == pytest.approx(2 / 3)
    assert value("precision_macro", batch) == 1
    assert value("recall_macro", batch) == 0.75


def slow_area(gold, scores):
    """The share of pairs of a positive and another item in which it has the higher score."""
    pairs = [(p, n) for p, is_p in zip(scores, gold, strict=True) if is_p
             for n, is_n in zip(scores, gold, strict=True) if not is_n]  # fmt: skip
    return sum((p > n) + (p == n) / 2 for p, n in pairs) / len(pairs)


SCORED = st.lists(st.tuples(st.booleans(), st.integers(0, 8)), min_size=4).filter(
    lambda rows: len({gold for gold, _ in rows}) == 2
)


@given(SCORED)
def test_areas_and_log_loss_by_their_definitions(rows):
    gold, scores = (np.array(column) for column in zip(*rows, strict=True))
    gold, scores = gold.astype(int), (scores + 1) / 10
    batch = LabelBatch(gold, (scores > 0.5).astype(int), ("no", "yes"), scores, positive=1)
    assert value("ROC_AUC", batch) == pytest.approx(slow_area(gold, scores))
    given_gold = np.where(gold == 1, scores, 1 - scores)
    assert value("log_loss", batch) == pytest.approx(-np.log(given_gold).mean())
    thresholds = sorted(set(scores), reverse=True)
    found = [(scores >= limit) @ gold for limit in thresholds]
    precision = [f / (scores >= limit).sum() for f, limit in zip(found, thresholds, strict=True)]
    expected = np.diff([0, *found]) @ precision / gold.sum()
    assert value("PR_AUC", batch) == pytest.approx(expected)


SEVERAL = st.lists(st.tuples(st.integers(0, 2), *[st.integers(1, 6)] * 3), min_size=6).filter(
    lambda rows: {row[0] for row in rows} == {0, 1, 2}
)


@given(SEVERAL)
def test_areas_of_several_labels_by_their_definitions(rows):
    gold, *columns = (np.array(column) for column in zip(*rows, strict=True))
    scores = np.stack(columns, axis=1) / 10
    batch = LabelBatch(gold, scores.argmax(axis=1), tuple("abc"), class_scores=scores)
    sizes = np.bincount(gold)
    rest = [slow_area(gold == label, scores[:, label]) for label in range(3)]
    assert value("ROC_AUC_ovr_macro", batch) == pytest.approx(np.mean(rest))
    assert value("ROC_AUC_ovr_weighted", batch) == pytest.approx(rest @ sizes / len(gold))
    pairs, weights = [], []
    for a, b in ((0, 1), (0, 2), (1, 2)):
        rows = (gold == a) | (gold == b)
        both = [slow_area(gold[rows] == label, scores[rows, label]) for label in (a, b)]
        pairs.append(sum(both) / 2)
        weights.append(sizes[a] + sizes[b])
    assert value("ROC_AUC_ovo_macro", batch) == pytest.approx(np.mean(pairs))
    assert value("ROC_AUC_ovo_weighted", batch) == pytest.approx(np.average(pairs, weights=weights))


def test_an_area_needs_items_of_two_labels():
    scores = np.array([[0.2, 0.8], [0.6, 0.4]])
    batch = LabelBatch(np.array([1, 1]), np.array([1, 0]), ("no", "yes"), scores[:, 1], scores, 1)
    for name in ("ROC_AUC", "PR_AUC", "ROC_AUC_ovr_macro", "ROC_AUC_ovo_weighted"):
        assert np.isnan(value(name, batch)), name


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2))
def test_measures_of_numbers_by_their_definitions(rows):
    gold, run = np.array(rows, dtype=float).T
    batch = LabelBatch(gold, run)
    errors = gold - run
    assert value("MSE", batch, "regression") == pytest.approx((errors**2).mean())
    assert value("RMSE", batch, "regression") == pytest.approx((errors**2).mean() ** 0.5)
    assert value("MAE", batch, "regression") == pytest.approx(abs(errors).mean())
    if len(set(gold)) > 1:
        expected = 1 - (errors**2).sum() / ((gold - gold.mean()) ** 2).sum()
        assert value("R2", batch, "regression") == pytest.approx(expected)
    else:
        assert np.isnan(value("R2", batch, "regression"))


def bcubed_by_pairs(gold, run):
    """Amigó et al. (2009): the mean over items of the mean correctness of pairs with the item."""

    def mean_correct(mine, other):
        means = []
        for i in range(len(mine)):
            together = [j for j in range(len(mine)) if mine[j] == mine[i]]
            means.append(sum(other[j] == other[i] for j in together) / len(together))
        return sum(means) / len(means)

    return mean_correct(run, gold), mean_correct(gold, run)


def entropy(*columns):
    counts = np.unique(np.stack(columns), axis=1, return_counts=True)[1]
    shares = counts / counts.sum()
    return -(shares * np.log(shares)).sum()


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=30))
def test_measures_of_clusters_by_their_definitions(rows):
    gold, run = np.array(rows).T
    batch = LabelBatch(gold, run)
    p, r = bcubed_by_pairs(gold, run)
    assert value("B3_P", batch, "clustering") == pytest.approx(p)
    assert value("B3_R", batch, "clustering") == pytest.approx(r)
    assert value("B3_F2", batch, "clustering") == pytest.approx(5 * p * r / (4 * p + r))
    main = sum(max(np.bincount(gold[run == cluster])) for cluster in set(run)) / len(rows)
    assert value("purity", batch, "clustering") == pytest.approx(main)
    shared = entropy(gold) + entropy(run) - entropy(gold, run)
    homogeneity = shared / entropy(gold) if entropy(gold) else 1
    completeness = shared / entropy(run) if entropy(run) else 1
    assert value("homogeneity", batch, "clustering") == pytest.approx(homogeneity, abs=1e-9)
    assert value("completeness", batch, "clustering") == pytest.approx(completeness, abs=1e-9)
    total = homogeneity + completeness
    expected = 2 * homogeneity * completeness / total if total > 1e-9 else 0
    assert value("V_measure", batch, "clustering") == pytest.approx(expected, abs=1e-9)


def test_many_small_clusters_take_little_memory():
    items = np.arange(200_000)
    batch = LabelBatch(items, items // 2)
    assert value("B3_P", batch, "clustering") == 0.5
    assert value("purity", batch, "clustering") == 0.5


def test_indices_of_vectors_by_hand():
    """Two clusters of two points each, on a line: 0 1 | 9 10."""
    vectors = np.array([[0.0], [1], [9], [10]])
    two = LabelBatch(np.zeros(4, int), np.array([0, 0, 1, 1]), vectors=vectors)
    # Within each cluster the distance is 1; to the other 9.5, 8.5, 8.5, 9.5 in the mean.
    silhouette = np.mean([1 - 1 / 9.5, 1 - 1 / 8.5, 1 - 1 / 8.5, 1 - 1 / 9.5])
    assert value("silhouette", two, "clustering") == pytest.approx(silhouette)
    assert value("davies_bouldin", two, "clustering") == pytest.approx((0.5 + 0.5) / 9)
    # Between the clusters 4 · 4.5², within them 4 · .5².
    assert value("calinski_harabasz", two, "clustering") == pytest.approx(81 / 1 * 2)
    one = LabelBatch(np.zeros(4, int), np.zeros(4, int), vectors=vectors)
    for name in ("silhouette", "davies_bouldin", "calinski_harabasz"):
        assert np.isnan(value(name, one, "clustering"))


def test_costs_and_weights_count_as_given():
    gold, run = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    costs, weights = np.array([[0, 10.0, 10], [1, 0, 1]]), np.array([3.0, 1])
    batch = LabelBatch(gold, run, ("ham", "spam"), costs=costs, weights=weights)
    assert value("cost", batch) == 11 / 4
    assert value("weighted_accuracy", batch) == pytest.approx(4 / 8)


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("acuracy", "classification", "did you mean accuracy"),
        ("MSE", "clustering", "MSE is a measure of a regression, not of a clustering"),
        ("F0", "classification", "β must be above 0"),
        ("F1", "regression", "unknown measure 'F1'"),
        ("B3_F1_macro", "clustering", "unknown measure"),
    ],
)
def test_an_unknown_measure_is_told_the_nearest(name, kind, message):
    with pytest.raises(MeasureError, match=message):
        label_measure(name, kind)


def test_every_default_is_a_measure_that_needs_nothing():
    for kind, names in DEFAULT_LABEL_MEASURES.items():
        assert not [name for name in names if label_measure(name, kind).needs]


def test_without_scores_there_is_a_reason():
    batch = LabelBatch(np.array([0, 1]), np.array([0, 1]), ("a", "b"))
    for name, reason in (
        ("ROC_AUC", "no scores"),
        ("ROC_AUC_ovo_macro", "no scores of each label"),
        ("log_loss", "no scores of each label, or of the positive one"),
        ("accuracy", ""),
    ):
        assert label_measure(name, "classification").lacks(batch) == reason


def test_every_measure_is_documented():
    page = (Path(__file__).parents[2] / "docs/how-to/labels.md").read_text(encoding="utf-8")
    names = [name for measures in LABEL_MEASURES.values() for name in measures]
    assert [name for name in names if f"`{name}`" not in page] == []


def test_without_scikit_learn_the_error_names_the_extra(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "sklearn", None)
    batch = LabelBatch(np.array([0, 1]), np.array([0, 1]))
    with pytest.raises(HarnessError, match=r"scikit-learn.*pip install 'ir-harness\[labels\]'"):
        value("V_measure", batch, "clustering")
