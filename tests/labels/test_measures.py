"""Measures of labels: textbook cases, scikit-learn as the oracle, brute force."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from harness.core.errors import HarnessError, MeasureError
from harness.labels.batch import LabelBatch
from harness.labels.measures import DEFAULT_LABEL_MEASURES, LABEL_MEASURES, label_measure
from harness.labels.scores import thresholds_of

#: scikit-learn warns of classes that nobody predicts, which it counts as 0 as we do.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")


def batch_of(matrix, **more):
    """Items with the labels of a confusion matrix."""
    matrix = np.asarray(matrix)
    gold, run = (np.repeat(axis.ravel(), matrix.ravel()) for axis in np.indices(matrix.shape))
    return LabelBatch(gold, run, classes=tuple("abcdefgh"[: len(matrix)]), **more)


def value(name, batch, kind="classification"):
    return label_measure(name, kind).value(batch)


def test_a_matrix_of_three_classes():
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


def test_who_always_says_no_is_accurate_and_no_more():
    batch = batch_of([[2000, 0], [30, 0]], positive=1)
    assert round(value("accuracy", batch), 3) == 0.985
    assert value("balanced_accuracy", batch) == 0.5
    assert value("MCC", batch) == value("F1", batch) == value("TPR", batch) == 0
    assert np.isnan(value("PPV", batch))


def test_who_calls_everything_spam_finds_all_of_it():
    batch = batch_of([[0, 90], [0, 10]], positive=1)
    assert (value("TPR", batch), value("PPV", batch), value("TNR", batch)) == (1, 0.1, 0)
    assert np.isnan(value("NPV", batch))


ITEMS = st.integers(2, 4).flatmap(
    lambda k: st.lists(st.tuples(st.integers(0, k - 1), st.integers(0, k - 1)), min_size=2)
)
ORACLES = {
    "accuracy": metrics.accuracy_score,
    "balanced_accuracy": metrics.balanced_accuracy_score,
    "MCC": metrics.matthews_corrcoef,
    **{
        f"{name}_{how}": lambda y, z, f=function, how=how, more=more: f(
            y, z, average=how, zero_division=0, **more
        )
        for how in ("macro", "micro", "weighted")
        for name, function, more in (
            ("precision", metrics.precision_score, {}),
            ("recall", metrics.recall_score, {}),
            ("jaccard", metrics.jaccard_score, {}),
            ("F1", metrics.f1_score, {}),
            ("F0.5", metrics.fbeta_score, {"beta": 0.5}),
            ("F2", metrics.fbeta_score, {"beta": 2}),
        )
    },
}


@given(ITEMS)
def test_every_measure_of_a_matrix_is_scikit_learns(items):
    gold, run = np.array(items).T
    batch = LabelBatch(gold, run, classes=tuple("abcd"))
    for name, oracle in ORACLES.items():
        assert value(name, batch) == pytest.approx(float(oracle(gold, run)), abs=1e-12), name


@given(ITEMS)
def test_micro_averages_of_single_labels_are_accuracy(items):
    gold, run = np.array(items).T
    batch = LabelBatch(gold, run, classes=tuple("abcd"))
    for name in ("precision_micro", "recall_micro", "F1_micro", "F0.5_micro"):
        assert value(name, batch) == pytest.approx(value("accuracy", batch))


def test_an_item_without_label_is_wrong_and_of_no_class():
    batch = LabelBatch(np.array([0, 0, 1]), np.array([0, 2, 1]), classes=("a", "b"))
    assert value("accuracy", batch) == pytest.approx(2 / 3)
    assert value("precision_macro", batch) == 1
    assert value("recall_macro", batch) == 0.75


SCORED = st.lists(st.tuples(st.booleans(), st.integers(0, 8)), min_size=4).filter(
    lambda rows: len({gold for gold, _ in rows}) == 2
)


@given(SCORED)
def test_measures_of_scores_are_scikit_learns(rows):
    gold, scores = (np.array(column) for column in zip(*rows, strict=True))
    gold, scores = gold.astype(int), scores / 8
    batch = LabelBatch(gold, (scores > 0.5).astype(int), scores, ("no", "yes"), 1)
    assert value("ROC_AUC", batch) == pytest.approx(metrics.roc_auc_score(gold, scores))
    assert value("PR_AUC", batch) == pytest.approx(metrics.average_precision_score(gold, scores))
    expected = metrics.log_loss(gold, scores, labels=[0, 1])
    assert value("log_loss", batch) == pytest.approx(expected)


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=2))
def test_measures_of_numbers_are_scikit_learns(rows):
    gold, run = np.array(rows, dtype=float).T
    batch = LabelBatch(gold, run)
    assert value("MSE", batch, "regression") == pytest.approx(metrics.mean_squared_error(gold, run))
    expected = metrics.mean_squared_error(gold, run) ** 0.5
    assert value("RMSE", batch, "regression") == pytest.approx(expected)
    expected = metrics.mean_absolute_error(gold, run)
    assert value("MAE", batch, "regression") == pytest.approx(expected)
    if len(set(gold)) > 1:
        assert value("R2", batch, "regression") == pytest.approx(metrics.r2_score(gold, run))
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
    expected = metrics.v_measure_score(gold, run)
    assert value("V_measure", batch, "clustering") == pytest.approx(expected)


def test_indices_of_vectors_need_two_clusters():
    vectors = np.array([[0.0, 0], [0, 1], [9, 9], [9, 8]])
    two = LabelBatch(np.zeros(4, int), np.array([0, 0, 1, 1]), vectors=vectors)
    none = LabelBatch(np.zeros(4, int), np.zeros(4, int), vectors=vectors)
    for name in ("silhouette", "davies_bouldin", "calinski_harabasz"):
        oracle = getattr(metrics, f"{name}_score")
        assert value(name, two, "clustering") == pytest.approx(oracle(vectors, [0, 0, 1, 1]))
        assert np.isnan(value(name, none, "clustering"))


def test_costs_and_weights_count_as_given():
    costs = np.array([[0, 10.0, 10], [1, 0, 1]])
    batch = LabelBatch(
        np.array([0, 0, 1, 1]),
        np.array([0, 1, 0, 1]),
        classes=("ham", "spam"),
        costs=costs,
        weights=np.array([3.0, 1]),
    )
    assert value("cost", batch) == 11 / 4
    assert value("weighted_accuracy", batch) == pytest.approx(4 / 8)
    sample_weight = np.array([3, 3, 1, 1])
    expected = metrics.accuracy_score(batch.gold, batch.run, sample_weight=sample_weight)
    assert value("weighted_accuracy", batch) == pytest.approx(expected)


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


SEVERAL = st.integers(3, 4).flatmap(
    lambda k: st.lists(
        st.tuples(st.integers(0, k - 1), *[st.integers(1, 6)] * k), min_size=6, max_size=30
    ).filter(lambda rows: {row[0] for row in rows} == set(range(k)))
)


@given(SEVERAL)
def test_measures_of_several_scores_are_scikit_learns(rows):
    gold, *columns = (np.array(column) for column in zip(*rows, strict=True))
    scores = np.stack(columns, axis=1) / np.sum(columns, axis=0)[:, None]
    batch = LabelBatch(gold, scores.argmax(axis=1), classes=tuple("abcd"), class_scores=scores)
    for pairs in ("ovr", "ovo"):
        for how in ("macro", "weighted"):
            expected = metrics.roc_auc_score(gold, scores, multi_class=pairs, average=how)
            name = f"ROC_AUC_{pairs}_{how}"
            assert value(name, batch) == pytest.approx(float(expected)), name
    assert value("log_loss", batch) == pytest.approx(metrics.log_loss(gold, scores))


@given(SCORED)
def test_the_roc_curve_is_scikit_learns(rows):
    gold, scores = (np.array(column) for column in zip(*rows, strict=True))
    batch = LabelBatch(gold.astype(int), gold.astype(int), scores / 8, ("no", "yes"), 1)
    curve = thresholds_of(batch)
    fpr, tpr, thresholds = metrics.roc_curve(gold, scores / 8, drop_intermediate=False)
    assert np.allclose((curve.fpr, curve.tpr, curve.thresholds), (fpr[1:], tpr[1:], thresholds[1:]))
    precision = metrics.precision_recall_curve(gold, scores / 8)[0]
    assert np.allclose(curve.precision[::-1], precision[:-1])
    assert curve.j == pytest.approx((tpr - fpr).max())


def test_without_scores_there_is_a_reason():
    batch = LabelBatch(np.array([0, 1]), np.array([0, 1]), classes=("a", "b"))
    for name, reason in (
        ("ROC_AUC", "no scores"),
        ("ROC_AUC_ovo_macro", "no scores of each label"),
        ("log_loss", "no scores of each label, or of the positive one"),
        ("accuracy", ""),
    ):
        assert label_measure(name, "classification").lacks(batch) == reason


def test_every_measure_is_documented():
    from pathlib import Path

    page = (Path(__file__).parents[2] / "docs/how-to/labels.md").read_text(encoding="utf-8")
    assert [name for name in LABEL_MEASURES if f"`{name}`" not in page] == []


def test_without_scikit_learn_the_error_names_the_extra(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "sklearn", None)
    monkeypatch.setitem(sys.modules, "sklearn.metrics", None)
    batch = LabelBatch(np.array([0, 1]), np.array([0, 1]))
    with pytest.raises(HarnessError, match=r"scikit-learn.*pip install 'ir-harness\[labels\]'"):
        value("V_measure", batch, "clustering")
