"""Precision–recall curves: against textbooks, the registered measures, and a slow oracle."""

from __future__ import annotations

import gzip
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import harness.curves
from harness.curves import CUTOFFS, precision_recall_curves
from harness.dialects import DIALECTS, get_dialect
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.judged import JudgedRun
from harness.measures.curves import LEVELS
from harness.ranking import JudgedTopics, judge
from harness.scores import Scores
from harness.scoring import Rules, prepare_measures, score_run

# Baeza-Yates and Ribeiro-Neto, Modern Information Retrieval, 1999, figures 3.2 and 3.3: ten
# relevant documents of which ranks 1, 3, 6, 10, 15 are found; three, found at 3, 8, 15.
BOOK_TEN = [1 if rank in (1, 3, 6, 10, 15) else 0 for rank in range(1, 16)]
BOOK_THREE = [1 if rank in (3, 8, 15) else 0 for rank in range(1, 16)]


def test_the_ten_relevant_documents_of_baeza_yates_give_the_printed_curve():
    run = JudgedRun.of(BOOK_TEN, judged=[{1: 10}])
    curves = precision_recall_curves(run)
    printed = [1, 1, 2 / 3, 1 / 2, 2 / 5, 1 / 3, 0, 0, 0, 0, 0]
    assert curves.levels.tolist() == [step / 10 for step in range(11)]
    assert curves.precision_at_levels == pytest.approx(printed)


def test_the_three_relevant_documents_of_baeza_yates_give_the_printed_curve():
    run = JudgedRun.of(BOOK_THREE, judged=[{1: 3}], dialect=get_dialect("trec_eval-9"))
    curves = precision_recall_curves(run, levels=[0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 0.9, 1])
    printed = [1 / 3] * 4 + [1 / 4] * 3 + [1 / 5] * 3
    assert curves.precision_at_levels == pytest.approx(printed)


def test_the_curve_of_two_topics_is_the_mean_of_their_curves():
    both = JudgedRun.of(BOOK_TEN, BOOK_THREE, judged=[{1: 10}, {1: 3}])
    curves = precision_recall_curves(both, levels=[0.0, 1.0], cutoffs=[5, 15, 30])
    assert curves.num_topics == 2
    assert curves.precision_at_levels == pytest.approx([(1 + 1 / 3) / 2, (0 + 1 / 5) / 2])
    assert curves.precision_at_cutoffs == pytest.approx([3 / 10, 8 / 30, 8 / 60])
    assert curves.recall_at_cutoffs == pytest.approx([(2 / 10 + 1 / 3) / 2, (0.5 + 1) / 2, 0.75])


def test_the_dialects_ask_for_different_numbers_of_documents_at_a_recall_level():
    found = {}
    for name in DIALECTS:
        run = JudgedRun.of(BOOK_THREE, judged=[{1: 3}], dialect=get_dialect(name))
        found[name] = precision_recall_curves(run, levels=[0.4]).precision_at_levels[0]
    # 0.4 · 3 = 1.2: rounded to one document, or int(1.2 + 0.9) = 2.
    assert found == {"trec_eval-10": pytest.approx(1 / 3), "trec_eval-9": pytest.approx(1 / 4)}


def test_a_higher_relevance_level_counts_higher_grades_only():
    run = JudgedRun.of([1, 2], judged=[{1: 1, 2: 1}])
    curves = precision_recall_curves(run, rel=2, levels=[1.0], cutoffs=[2])
    assert curves.precision_at_levels.tolist() == [0.5]
    assert (curves.precision_at_cutoffs.tolist(), curves.recall_at_cutoffs.tolist()) == ([0.5], [1])


def test_topics_without_relevant_or_retrieved_documents_count_as_zero():
    run = JudgedRun.of([0, 0], [], [1], judged=[{0: 2}, {1: 4}, {1: 1}])
    curves = precision_recall_curves(run, levels=[0.0], cutoffs=[1])
    assert curves.precision_at_levels == pytest.approx([1 / 3])
    assert curves.precision_at_cutoffs == pytest.approx([1 / 3])
    assert curves.recall_at_cutoffs == pytest.approx([1 / 3])


def test_no_topic_no_level_and_no_cutoff_are_no_error():
    assert np.isnan(precision_recall_curves(JudgedRun.of()).precision_at_levels).all()
    curves = precision_recall_curves(JudgedRun.of([1]), levels=[], cutoffs=[])
    assert (len(curves.levels), len(curves.cutoffs)) == (0, 0)
    assert curves.table().shape == (0, 5)


def test_the_table_has_a_row_for_each_point():
    curves = precision_recall_curves(JudgedRun.of([1, 0]), levels=[1.0], cutoffs=[2])
    assert curves.table().to_dict("records") == [
        {"run": "", "by": "recall", "at": 1.0, "precision": 1.0, "recall": 1.0},
        {"run": "", "by": "cutoff", "at": 2.0, "precision": 0.5, "recall": 1.0},
    ]


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


@given(topics, levels, cutoffs, st.sampled_from(sorted(DIALECTS)), st.sampled_from([1, 7, 10**6]))
def test_curves_equal_the_slow_oracle(topics, levels, cutoffs, dialect, max_cells):
    rankings = [ranking for ranking, _ in topics]
    relevant = [sum(ranking) + more for ranking, more in topics]
    run = JudgedRun.of(
        *rankings, judged=[{1: count} for count in relevant], dialect=get_dialect(dialect)
    )
    before = run.grades.copy()
    with pytest.MonkeyPatch.context() as patch:  # pieces of any size give the same
        patch.setattr(harness.curves, "MAX_CELLS", max_cells)
        curves = precision_recall_curves(run, levels=levels, cutoffs=cutoffs)
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
@pytest.mark.parametrize("dialect", sorted(DIALECTS))
@pytest.mark.parametrize("name", ["wick-coord", "keeper-rrf"])
def test_curves_equal_the_registered_measures_to_the_last_bit(demo, name, dialect, missing):
    ranked = read_run(demo / "runs" / "demo" / f"{name}.run")
    judged = JudgedTopics(read_qrels(demo / "qrels" / "demo" / "qrels.txt"))
    rules = Rules(dialect=get_dialect(dialect), missing=missing)
    curves = precision_recall_curves(judge(ranked, judged, dialect=rules.dialect, missing=missing))

    def means(names: list[str]) -> np.ndarray:
        measures = prepare_measures(names, rules)
        return Scores.of([score_run(ranked, judged, measures, rules)]).summarise()[0]

    assert (curves.precision_at_levels == means([f"IPrec@{x}" for x in LEVELS])).all()
    assert (curves.precision_at_cutoffs == means([f"P@{k}" for k in CUTOFFS])).all()
    assert (curves.recall_at_cutoffs == means([f"R@{k}" for k in CUTOFFS])).all()


def test_curves_are_the_means_of_trec_evals_values_on_a_run_of_trec_8(shared):
    ranked = read_run(shared / "data" / "trec8" / "runs" / "AntHoc1.gz")
    qrels = read_qrels(shared / "data" / "trec8" / "qrels.trec8.adhoc.txt")
    curves = precision_recall_curves(judge(ranked, JudgedTopics(qrels)))
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


def test_curves_do_not_import_pandas_before_a_table_is_asked_for():
    code = "import harness.curves, sys; print('pandas' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
