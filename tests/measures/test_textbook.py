"""Worked examples of the field's textbooks, exact to the digits they print."""

from __future__ import annotations

import math

import numpy as np
import pytest

import harness
from harness.core.errors import EvaluationError
from harness.core.judged_run import JudgedRun
from harness.measures import Ratio, parse_measure
from harness.measures.bound import bind
from harness.measures.curves import roc_points
from harness.measures.registry import Result, find_family
from tests.each import each


def grades(text: str) -> list[int]:
    """``x x . x`` or ``1101``: relevant or not, best first."""
    return [int(letter in "x1") for letter in text if letter != " "]


def value(result: Result) -> float:
    return float((result.value if isinstance(result, Ratio) else result)[0])


def of(name: str, run: JudgedRun) -> float:
    return value(parse_measure(name).evaluate(run))


# --- cumulated gain -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranking", "cg", "dcg", "ndcg"),
    [
        # 3 + 2/1.585 + 3/2 + 0 + 1/2.585 + 2/2.807 = 6.861; the ideal 3 3 2 2 1 has
        # 3 + 3/1.585 + 2/2 + 2/2.322 + 1/2.585 = 7.141; 6.861 / 7.141 = .961.
        ((3, 2, 3, 0, 1, 2), "11", "6.86", "0.961"),
        # 2 + 0 + 1/2 + 2/2.322 + 2/2.585 + 1/2.807 + 1/3 + 2/3.170 = 5.456; the ideal 2 2 2 2 1 1 1
        # has 2 + 1.262 + 1 + .861 + .387 + .356 + .333 = 6.200; 5.456 / 6.200 = .880.
        ((2, 0, 1, 2, 2, 1, 1, 2), "11", "5.456", "0.880"),
    ],
)
def test_cumulated_gain_discounted_and_normalised(ranking, cg: str, dcg: str, ndcg: str):
    run = JudgedRun.of(ranking)
    assert f"{of('CG', run):g}" == cg
    assert f"{of('DCG', run):.{len(dcg.split('.')[1])}f}" == dcg
    assert f"{of('nDCG', run):.3f}" == ndcg


# --- average precision ----------------------------------------------------------------------

THREE = ("10011111", "00111111", "11111100")


@pytest.mark.parametrize(
    ("ranking", "printed"),
    [
        # (1/1 + 2/4 + 3/5 + 4/6 + 5/7 + 6/8) / 6 = 4.231 / 6
        (THREE[0], "0.705"),
        # (1/3 + 2/4 + 3/5 + 4/6 + 5/7 + 6/8) / 6 = 3.564 / 6
        (THREE[1], "0.594"),
        (THREE[2], "1.000"),
    ],
)
def test_average_precision_with_six_relevant_documents(ranking: str, printed: str):
    assert f"{of('AP', JudgedRun.of(grades(ranking))):.3f}" == printed


def test_the_mean_and_the_geometric_mean_of_average_precision():
    run = JudgedRun.of(*map(grades, THREE))
    values = parse_measure("AP").evaluate(run).value
    # (.7052 + .5940 + 1) / 3 and the cube root of .7052 · .5940 · 1 = .4189
    assert f"{values.sum() / 3:.4f}" == "0.7664"
    assert f"{math.exp(np.log(values).sum() / 3):.4f}" == "0.7482"


def test_average_precision_over_five_and_over_three_relevant_documents():
    # relevant at 1 3 6 9 10: 1, 2/3 = .67, 3/6 = .5, 4/9 = .44, 5/10 = .5, their sum 3.11 / 5
    first = JudgedRun.of(grades("x . x . . x . . x x"))
    assert [f"{p:.2f}" for p in first.precisions()] == ["1.00", "0.67", "0.50", "0.44", "0.50"]
    assert f"{of('AP', first):.2f}" == "0.62"
    # relevant at 2 5 7: 1/2 = .5, 2/5 = .4, 3/7 = .43, their sum 1.329 / 3
    second = JudgedRun.of(grades(". x . . x . x . . ."))
    assert [f"{p:.2f}" for p in second.precisions()] == ["0.50", "0.40", "0.43"]
    assert f"{of('AP', second):.2f}" == "0.44"


# --- one ranking read rank by rank ----------------------------------------------------------

RANKING = "x x . x . x . . . . . . x ."


def test_precision_and_recall_at_each_rank():
    # found after each rank: 1 2 2 3 3 4 4 4 4 4 4 4 5 5, over the rank and over R = 5
    run = JudgedRun.of(grades(RANKING))
    precision = "1.00 1.00 0.67 0.75 0.60 0.67 0.57 0.50 0.44 0.40 0.36 0.33 0.38 0.36".split()
    recall = "0.2 0.4 0.4 0.6 0.6 0.8 0.8 0.8 0.8 0.8 0.8 0.8 1.0 1.0".split()
    for rank in range(1, 15):
        assert f"{of(f'P@{rank}', run):.2f}" == precision[rank - 1]
        assert f"{of(f'R@{rank}', run):.1f}" == recall[rank - 1]


def test_system_efficiency_and_precision_at_a_recall_of_one_half():
    run = JudgedRun.of(grades(RANKING))
    # The nearest point to (1, 1) is that of rank 6, R = 4/5, P = 4/6:
    # d = √((1/5)² + (1/3)²) = .3887, so E = 1 − .3887 / 1.4142. (Rank 4: √(.4² + .25²) = .4717.)
    assert f"{of('Efficiency', run):.4f}" == "0.7251"
    # Recall .5 is passed at rank 4 (3/5), with precision 3/4; later precisions are lower.
    assert of("PrecisionAtRecall@0.5", run) == 0.75
    # Break-even after R = 5 documents, 3 of them relevant.
    assert of("BreakEven", run) == 0.6


def test_with_a_sixth_relevant_document_recall_never_reaches_one():
    run = JudgedRun.of(grades(RANKING), judged=[{1: 6, 0: 9}])
    assert f"{of('R', run):.4f}" == "0.8333"
    assert of("PrecisionAtRecall@1", run) == of("IPrec@1", run) == 0
    # Recall .5 is reached exactly at rank 4 (3/6): 0.75 again.
    assert of("PrecisionAtRecall@0.5", run) == 0.75
    # Rank 6: R = 4/6, P = 4/6, d = √2/3, so E = 2/3 = break-even, after R = 6 documents.
    assert of("Efficiency", run) == pytest.approx(2 / 3)
    assert of("BreakEven", run) == 4 / 6


# --- sets -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("retrieved", "found", "p", "r", "accuracy", "f1"),
    [
        # 120 documents, 100 relevant. Accuracy is (TP + TN) / 120, TN = 20 − (retrieved − found).
        # F1 = 2·found / (retrieved + 100).
        (80, 80, "1.000", "0.800", "0.833", "0.889"),  # 100/120, 160/180
        (90, 70, "0.778", "0.700", "0.583", "0.737"),  # TN 0: 70/120, 140/190
        (120, 100, "0.833", "1.000", "0.833", "0.909"),  # TN 0: 100/120, 200/220
        (0, 0, "undefined", "0.000", "0.167", "0.000"),  # TN 20: 20/120, 0/100
        (50, 50, "1.000", "0.500", "0.583", "0.667"),  # 70/120, 100/150
    ],
)
def test_precision_recall_accuracy_and_f1_of_five_systems(retrieved, found, p, r, accuracy, f1):
    ranking = [1] * found + [0] * (retrieved - found)
    run = JudgedRun.of(ranking, judged=[{1: 100, 0: 20}], collection_size=120)

    def printed(name: str) -> str:
        result = parse_measure(name).evaluate(run)
        assert isinstance(result, Ratio)
        return f"{result.value[0]:.3f}" if result.denominator[0] else "undefined"

    assert [printed(name) for name in ("SetP", "R", "Accuracy", "F")] == [p, r, accuracy, f1]


def test_nothing_retrieved_and_nothing_relevant_leaves_everything_but_accuracy_undefined():
    run = JudgedRun.of([], judged=[{0: 20}], collection_size=20)
    for name in ("SetP", "R", "F", "Jaccard", "FNR", "FDR", "BalancedAccuracy", "MCC"):
        result = parse_measure(name).evaluate(run)
        assert (result.denominator[0], result.value[0]) == (0, name in ("FNR", "FDR")), name
    assert of("Accuracy", run) == 1


def test_macro_and_micro_averages_differ_where_topics_differ_in_size():
    # Topic 1: 1 of 1 retrieved is relevant, of 1 relevant; topic 2: 1 of 9 retrieved, of 4.
    run = JudgedRun.of([1], [1] + [0] * 8, judged=[{1: 1}, {1: 4, 0: 8}])
    for name, macro, micro in (
        ("SetP", (1 + 1 / 9) / 2, 2 / 10),
        ("R", (1 + 1 / 4) / 2, 2 / 5),
        # F: 2/2 and 2/13, together 4/15
        ("F", (1 + 2 / 13) / 2, 4 / 15),
    ):
        ratio = parse_measure(name).evaluate(run)
        assert ratio.value.mean() == pytest.approx(macro)
        assert ratio.numerator.sum() / ratio.denominator.sum() == pytest.approx(micro)


def test_f_is_the_same_by_beta_by_its_square_and_by_alpha():
    # P = 1/2, R = 1/4. β = 2: 5 · 1/8 / (4/2 + 1/4) = .2778; α = 1/(1 + β²) = 1/5.
    run = JudgedRun.of([1, 0], judged=[{1: 4, 0: 1}])
    values = [of(name, run) for name in ("F(beta=2)", "F(beta2=4)", "F(alpha=0.2)", "set_F.4")]
    assert values == pytest.approx([0.625 / 2.25] * 4)
    # P@4 = 1/4 and R@4 = 1/4: a short ranking is filled up.
    assert of("F@4", run) == 0.25


# --- ROC ------------------------------------------------------------------------------------


@pytest.mark.parametrize("over", ["judged", "retrieved", "collection"])
def test_the_area_under_the_roc_points_is_the_auc(over: str):
    run = JudgedRun.of([1, -1, 0, 1, 0, -2, 1], judged=[{1: 5, 0: 4}], collection_size=30)
    false, true = roc_points(run, over=over)
    area = np.trapezoid(true[0], false[0])
    assert of(f'AUC(over="{over}")', run) == pytest.approx(area)


def test_the_auc_over_the_collection_is_that_of_the_rank_sum():
    # 10 documents, relevant at ranks 1 and 4: of 2 · 8 pairs, 8 + 6 are in order.
    run = JudgedRun.of([1, 0, 0, 1], judged=[{1: 2}], collection_size=10)
    assert of('AUC(over="collection")', run) == 14 / 16


def test_graded_relevance_in_q_measure():
    # Grades 3 0 2, ideal 3 2 1, cg* 3 5 6. Rank 1: (1 + 3)/(1 + 3); rank 3: (2 + 5)/(3 + 6); R = 3.
    run = JudgedRun.of([3, 0, 2], judged=[{3: 1, 2: 1, 1: 1, 0: 4}])
    assert of("Q", run) == pytest.approx((1 + 7 / 9) / 3)
    assert of("Q(beta=0)", run) == pytest.approx(of("AP", run), rel=1e-15)
    # Q@2 divides by min(2, R).
    assert of("Q@2", run) == pytest.approx(1 / 2)


@each(
    [
        (0.07, 100, 7),  # 0.07 · 100 = 7.000000000000001 in floating point
        (0.29, 100, 29),  # 0.29 · 100 = 28.999999999999996
        (1 / 3, 3, 1),
        (math.nextafter(1 / 3, 1), 3, 2),  # this · 3 = 1.0, yet 1/3 is less
        (0.0, 4, 1),
        (1.0, 4, 4),
    ],
    "recall",
    "relevant",
    "needed",
)
def test_a_recall_threshold_is_compared_as_a_quotient(recall: float, relevant: int, needed: int):
    # The j-th relevant document stands at rank j², so that precision there is 1/j, and falling.
    ranking = [0] * (min(relevant, 30) ** 2)
    for j in range(1, min(relevant, 30) + 1):
        ranking[j * j - 1] = 1
    run = JudgedRun.of(ranking, judged=[{1: relevant, 0: 900}])
    measure = bind(find_family("PrecisionAtRecall"), {"recall": recall})
    assert value(measure.evaluate(run)) == pytest.approx(1 / needed)


def test_both_readings_of_negative_grades():
    """Junk (−2) of a web track was judged; trec_eval's negative grades were only pooled."""
    qrels = {"1": {"a": 1, "b": -2, "c": -1, "gone": -2, "low": 0}}
    run = {"1": {"b": 5.0, "a": 4.0, "c": 3.0, "x": 2.0, "low": 1.0}}
    names = ["Judged@3", "Unjudged@4", "AUC"]
    names += ['Judged(negative="judged")@3', 'Unjudged(negative="judged")@4']
    names += ['AUC(negative="judged")']
    values = harness.score(qrels, {"r": run}, names).values[0, 0].tolist()
    # Below a stand c, low and, not retrieved, gone; b above.
    assert values == [1 / 3, 3 / 4, 1, 3 / 3, 1 / 4, 3 / 4]


def test_a_collection_that_is_too_small_is_said_of_the_topic_that_does_not_fit():
    """The first topic has all documents of the collection, which is no fault."""
    run = JudgedRun.of([1], [1, 0, 0], judged=[{1: 1}, {1: 1, 0: 2}], collection_size=1)
    with pytest.raises(EvaluationError, match="topic 2 alone has 3 relevant or retrieved"):
        parse_measure("Accuracy").evaluate(run)
