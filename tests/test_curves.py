"""Precision–recall curves: against textbooks, the registered measures, and a slow oracle."""

from __future__ import annotations

import gzip
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import harness.evaluation.curves
from harness.core.dialects import VERSIONS, get_dialect
from harness.core.judged_run import JudgedRun
from harness.evaluation.curves import FALSE_RATES, Curves, curve_rows, curves_by_subset, roc_curve
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.ranking import judge
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import join_scores, score_run
from harness.evaluation.scoring import prepare_measures
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.measures.curves import LEVELS
from harness.measures.ranked import CUTOFFS

# Baeza-Yates and Ribeiro-Neto, Modern Information Retrieval, 1999, figures 3.2 and 3.3: ten
# relevant documents of which ranks 1, 3, 6, 10, 15 are found; three, found at 3, 8, 15.
BOOK_TEN = [1 if rank in (1, 3, 6, 10, 15) else 0 for rank in range(1, 16)]
BOOK_THREE = [1 if rank in (3, 8, 15) else 0 for rank in range(1, 16)]


def averaged(run: JudgedRun, *, rel=1, levels=LEVELS, cutoffs=CUTOFFS) -> Curves:
    """The curves of a run, averaged over all its topics."""
    rows, subsets = curve_rows(run, rel, levels, cutoffs), {"all": run.topics}
    (curves,) = curves_by_subset(run.name, run.topics, rows, levels, cutoffs, subsets)
    return curves


def test_the_ten_relevant_documents_of_baeza_yates_give_the_printed_curve():
    run = JudgedRun.of(BOOK_TEN, judged=[{1: 10}])
    curves = averaged(run)
    printed = [1, 1, 2 / 3, 1 / 2, 2 / 5, 1 / 3, 0, 0, 0, 0, 0]
    assert curves.levels.tolist() == [step / 10 for step in range(11)]
    assert curves.precision_at_levels == pytest.approx(printed)


def test_the_three_relevant_documents_of_baeza_yates_give_the_printed_curve():
    run = JudgedRun.of(BOOK_THREE, judged=[{1: 3}], dialect=get_dialect("trec_eval-9"))
    curves = averaged(run, levels=[0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.9, 1])
    printed = [1 / 3] * 4 + [1 / 4] * 3 + [1 / 5] * 3
    assert curves.precision_at_levels == pytest.approx(printed)


def test_the_curve_of_two_topics_is_the_mean_of_their_curves():
    both = JudgedRun.of(BOOK_TEN, BOOK_THREE, judged=[{1: 10}, {1: 3}])
    curves = averaged(both, levels=[0.0, 1.0], cutoffs=[5, 15, 30])
    assert curves.num_topics == 2
    assert curves.precision_at_levels == pytest.approx([(1 + 1 / 3) / 2, (0 + 1 / 5) / 2])
    assert curves.precision_at_cutoffs == pytest.approx([3 / 10, 8 / 30, 8 / 60])
    assert curves.recall_at_cutoffs == pytest.approx([(2 / 10 + 1 / 3) / 2, (0.5 + 1) / 2, 0.75])


def test_the_dialects_ask_for_different_numbers_of_documents_at_a_recall_level():
    found = {}
    for name in VERSIONS:
        run = JudgedRun.of(BOOK_THREE, judged=[{1: 3}], dialect=get_dialect(name))
        found[name] = averaged(run, levels=[0.4]).precision_at_levels[0]
    # 0.4 · 3 = 1.2: rounded to one document, or int(1.2 + 0.9) = 2.
    assert found == {"trec_eval-10": pytest.approx(1 / 3), "trec_eval-9": pytest.approx(1 / 4)}


def test_a_higher_relevance_level_counts_higher_grades_only():
    run = JudgedRun.of([1, 2], judged=[{1: 1, 2: 1}])
    curves = averaged(run, rel=2, levels=[1.0], cutoffs=[2])
    assert curves.precision_at_levels.tolist() == [0.5]
    assert (curves.precision_at_cutoffs.tolist(), curves.recall_at_cutoffs.tolist()) == ([0.5], [1])


def test_topics_without_relevant_or_retrieved_documents_count_as_zero():
    run = JudgedRun.of([0, 0], [], [1], judged=[{0: 2}, {1: 4}, {1: 1}])
    curves = averaged(run, levels=[0.0], cutoffs=[1])
    assert curves.precision_at_levels == pytest.approx([1 / 3])
    assert curves.precision_at_cutoffs == pytest.approx([1 / 3])
    assert curves.recall_at_cutoffs == pytest.approx([1 / 3])


def test_no_topic_no_level_and_no_cutoff_are_no_error():
    assert (
        list(
            curves_by_subset("", (), curve_rows(JudgedRun.of(), 1, [0], [1]), [0], [1], {"all": ()})
        )
        == []
    )
    curves = averaged(JudgedRun.of([1]), levels=[], cutoffs=[])
    assert (len(curves.levels), len(curves.cutoffs)) == (0, 0)


# The oracle: exact fractions, straight from the definition


def needed(level: float, relevant: int, dialect: str) -> int:
    if dialect == "trec_eval-9":
        return int(level * relevant + 0.9)
    return int(level * relevant + 0.5)


def interpolated(ranking: list[int], relevant: int, level: float, dialect: str) -> Fraction:
    """The best precision at any rank at which the wanted number of relevant ones is reached."""
    wanted = max(needed(level, relevant, dialect), 1)
    points = [
        Fraction(sum(ranking[:rank]), rank)
        for rank in range(1, len(ranking) + 1)
        if sum(ranking[:rank]) >= wanted
    ]
    return max(points, default=Fraction(0))


topics = st.lists(
    st.tuples(st.lists(st.integers(0, 1), max_size=12), st.integers(0, 4)), min_size=1, max_size=6
)
levels = st.lists(st.sampled_from([*LEVELS, 0.25, 0.33, 0.66]), max_size=5)
cutoffs = st.lists(st.integers(1, 15), max_size=5)


@given(topics, levels, cutoffs, st.sampled_from(sorted(VERSIONS)), st.sampled_from([1, 7, 10**6]))
def test_curves_equal_the_slow_oracle(topics, levels, cutoffs, dialect, max_cells):
    rankings = [ranking for ranking, _ in topics]
    relevant = [sum(ranking) + more for ranking, more in topics]
    run = JudgedRun.of(
        *rankings, judged=[{1: count} for count in relevant], dialect=get_dialect(dialect)
    )
    before = run.grades.copy()
    with pytest.MonkeyPatch.context() as patch:  # pieces of any size give the same
        patch.setattr(harness.evaluation.curves, "MAX_CELLS", max_cells)
        curves = averaged(run, levels=levels, cutoffs=cutoffs)
    both = list(zip(rankings, relevant, strict=True))
    count = len(both)
    assert curves.precision_at_levels == pytest.approx(
        [
            float(sum(interpolated(r, n, level, dialect) for r, n in both) / count)
            for level in levels
        ]
    )
    assert curves.precision_at_cutoffs == pytest.approx(
        [float(sum(Fraction(sum(r[:k]), k) for r, _ in both) / count) for k in cutoffs]
    )
    assert curves.recall_at_cutoffs == pytest.approx(
        [float(sum(Fraction(sum(r[:k]), n) for r, n in both if n) / count) for k in cutoffs]
    )
    assert (run.grades == before).all()


# The registered measures


@pytest.mark.parametrize("missing", ["drop", "empty"])
@pytest.mark.parametrize("dialect", sorted(VERSIONS))
@pytest.mark.parametrize("name", ["wick-coord", "keeper-rrf"])
def test_curves_equal_the_registered_measures_to_the_last_bit(demo, name, dialect, missing):
    ranked = read_run(demo / "runs" / "demo" / f"{name}.run")
    judged = JudgedTopics(read_qrels(demo / "qrels" / "demo" / "qrels.txt"))
    rules = Rules(dialect=get_dialect(dialect), missing=missing)
    curves = averaged(judge(ranked, judged, dialect=rules.dialect, missing=missing))

    def means(names: list[str]) -> np.ndarray:
        measures = prepare_measures(names, rules)
        return join_scores([score_run(ranked, judged, measures, rules)]).summarise()[0]

    assert (curves.precision_at_levels == means([f"IPrec@{x}" for x in LEVELS])).all()
    assert (curves.precision_at_cutoffs == means([f"P@{k}" for k in CUTOFFS])).all()
    assert (curves.recall_at_cutoffs == means([f"R@{k}" for k in CUTOFFS])).all()


def test_curves_are_the_means_of_trec_evals_values_on_a_run_of_trec_8(shared):
    ranked = read_run(shared / "data" / "trec8" / "runs" / "AntHoc1.gz")
    qrels = read_qrels(shared / "data" / "trec8" / "qrels.trec8.adhoc.txt")
    curves = averaged(judge(ranked, JudgedTopics(qrels)))
    means: dict[str, float] = {}
    with gzip.open(shared / "golden" / "trec_eval" / "trec8.all_trec.v10.tsv.gz", "rt") as file:
        for line in file:
            if line.startswith("AntHoc1\t"):
                _, measure, topic, value = line.split("\t")
                if topic == "all" and measure.startswith(("iprec_at_recall_", "P_", "recall_")):
                    means[measure] = float(value)
    rounding = 0.0000501  # golden values have four decimals
    wanted = [means[f"iprec_at_recall_{level:.2f}"] for level in LEVELS]
    assert curves.precision_at_levels == pytest.approx(wanted, abs=rounding)
    wanted = [means[f"P_{cutoff}"] for cutoff in CUTOFFS]
    assert curves.precision_at_cutoffs == pytest.approx(wanted, abs=rounding)
    wanted = [means[f"recall_{cutoff}"] for cutoff in CUTOFFS]
    assert curves.recall_at_cutoffs == pytest.approx(wanted, abs=rounding)


# ROC curves


def test_a_roc_curve_rises_with_relevant_documents_and_goes_right_with_others():
    run = JudgedRun.of([1, 0, -1, 1, 0], judged=[{1: 2, 0: 2}])
    curve = roc_curve(run, rates=[0, 0.49, 0.5, 0.99, 1])
    assert curve.true.tolist() == [0.5, 0.5, 1, 1, 1]
    assert (curve.num_topics, curve.false.tolist()) == (1, [0, 0.49, 0.5, 0.99, 1])


def test_below_the_ranking_the_roc_curve_is_a_straight_line_to_the_end():
    # Nothing but one of four non-relevant documents is retrieved: from (1/4, 0) to (1, 1).
    curve = roc_curve(JudgedRun.of([0], judged=[{1: 3, 0: 4}]), rates=[0.25, 0.5, 0.75, 1])
    assert curve.true == pytest.approx([0, 1 / 3, 2 / 3, 1])
    empty = roc_curve(JudgedRun.of([], judged=[{1: 3, 0: 4}]), rates=[0, 0.3, 1])
    assert empty.true == pytest.approx([0, 0.3, 1])


def test_topics_with_one_kind_of_documents_have_no_roc_curve():
    run = JudgedRun.of([1, 0], [1], [0], judged=[{1: 1, 0: 1}, {1: 1}, {0: 1}])
    assert (roc_curve(run).num_topics, roc_curve(run).true.min()) == (1, 1.0)
    none = roc_curve(JudgedRun.of([1]), rates=[0.5])
    assert none.num_topics == 0
    assert np.isnan(none.true).all()


def test_every_roc_curve_ends_at_one():
    curve = roc_curve(JudgedRun.of([1, 0], judged=[{1: 2, 0: 1}]), rates=[1])
    assert curve.true.tolist() == [1]


complete = st.lists(st.integers(0, 2), min_size=2, max_size=12)


@given(st.lists(complete, min_size=1, max_size=4), st.integers(1, 2))
def test_roc_curves_of_complete_rankings_are_those_of_scikit_learn(rankings, rel):
    from sklearn.metrics import roc_curve as sklearn_roc_curve

    curves = []
    for ranking in rankings:
        relevant = [grade >= rel for grade in ranking]
        if len(set(relevant)) < 2:
            continue
        scores = range(len(ranking), 0, -1)
        false, true, _ = sklearn_roc_curve(relevant, list(scores), drop_intermediate=False)
        curves.append([true[false <= rate + 1e-12].max() for rate in FALSE_RATES])
    found = roc_curve(JudgedRun.of(*rankings), rel=rel)
    assert found.num_topics == len(curves)
    if curves:
        assert found.true == pytest.approx(np.mean(curves, axis=0), abs=1e-12)


def reached(topic: tuple[list[int], int, int], rate: Fraction) -> Fraction:
    """The highest true positive rate of a topic at a false positive rate below 1."""
    ranking, relevant, others = topic
    points = [
        (Fraction(ranking[:rank].count(0), others), Fraction(ranking[:rank].count(1), relevant))
        for rank in range(len(ranking) + 1)
    ]
    end_false, end_true = points[-1]
    if rate > end_false:
        return end_true + (1 - end_true) * (rate - end_false) / (1 - end_false)
    return max(true for false, true in points if false <= rate)


incomplete = st.tuples(
    st.lists(st.integers(-2, 1), max_size=10), st.integers(0, 3), st.integers(0, 3)
).map(lambda drawn: (drawn[0], drawn[0].count(1) + drawn[1], drawn[0].count(0) + drawn[2]))


@given(st.lists(incomplete, min_size=1, max_size=5), st.sampled_from([1, 7, 10**6]))
def test_roc_curves_equal_the_slow_oracle(topics, max_cells):
    rates = [Fraction(step, 24) for step in range(24)]
    run = JudgedRun.of(
        *(ranking for ranking, _, _ in topics),
        judged=[{1: relevant, 0: others} for _, relevant, others in topics],
    )
    with pytest.MonkeyPatch.context() as patch:  # pieces of any size give the same
        patch.setattr(harness.evaluation.curves, "MAX_CELLS", max_cells)
        curve = roc_curve(run, rates=[float(rate) for rate in rates])
    counted = [topic for topic in topics if topic[1] and topic[2]]
    assert curve.num_topics == len(counted)
    for rate, true in zip(rates, curve.true, strict=True):
        if counted:
            mean = sum(reached(topic, rate) for topic in counted) / len(counted)
            assert true == pytest.approx(float(mean), abs=1e-12)
