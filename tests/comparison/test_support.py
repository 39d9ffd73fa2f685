"""What topics can support: least p-values, tests that are not offered, and what is said of it."""

from __future__ import annotations

import time

import numpy as np
import pytest

import harness
from harness.comparison import (
    ALL_CORRECTIONS,
    TESTS,
    Comparison,
    Options,
    ScoreTable,
    against,
    compare_pair,
    every_pair,
    leaderboard,
)
from harness.core.errors import EvaluationError
from harness.report.boards import leaderboard_table
from harness.report.comparison import against_table, choose_mean_decimals
from harness.report.pair import pair_tables
from harness.stats import nemenyi_test, tukey_hsd
from harness.workflows.compare import compare_target
from tests.each import each


def table(num_topics: int, num_runs: int = 4, *, seed: int = 1, gap: float = 0.1) -> ScoreTable:
    random = np.random.default_rng(seed)
    values = random.random((num_topics, 1)) / 2 + random.normal(0, 0.01, (num_topics, num_runs))
    values = np.clip(values + gap * np.arange(num_runs), 0, 1)
    runs = tuple(f"r{i}" for i in range(num_runs))
    return ScoreTable("AP", runs, tuple(f"{i:03d}" for i in range(num_topics)), values)


OFFERED = [name for name, test in TESTS.items() if test.min_topics == 2]


@each(OFFERED, "name")
@each([3, 4, 6, 9], "num_topics")
def test_no_p_is_below_the_floor_and_the_strongest_differences_reach_it(name, num_topics):
    options = Options(test=name, samples=4000)
    random = np.random.default_rng(num_topics)
    strong = random.random((40, num_topics)) + 0.1
    weak = random.normal(0.3, 1, (200, num_topics)).round(1)
    for rows in (strong, weak):
        tested = TESTS[name].compute(rows, options, "two-sided")
        assert (tested.p >= TESTS[name].floor(tested, rows, options) - 1e-12).all()
    if name != "t":
        tested = TESTS[name].compute(strong, options, "two-sided")
        assert tested.p == pytest.approx(TESTS[name].floor(tested, strong, options))


def test_t_of_differences_that_are_all_equal_is_the_test_of_their_signs():
    differences = np.full(4, 0.25)
    tested = TESTS["t"].compute(differences, Options(), "two-sided")
    assert float(tested.p) == 2 / 2**4
    tested = TESTS["t"].compute(differences, Options(), "two-sided")
    assert float(TESTS["t"].floor(tested, differences, Options())) == 2 / 2**4
    assert "of the signs" in tested.how


def said(table_of_notes) -> str:
    return "\n".join(map(str, table_of_notes.notes))


@each(
    [
        (5, {"test": "randomisation"}, True),  # 2 / 2^5 = .0625
        (6, {"test": "randomisation", "correction": "joint"}, False),  # .031
        (6, {"test": "randomisation"}, True),  # 6 · .031
        (8, {"test": "wilcoxon"}, False),  # 6 · .0078
        (8, {"test": "sign", "alpha": 0.01}, True),
        (5, {"test": "t"}, False),
        (17, {"correction": "joint", "samples": 10}, True),  # 1 / 11
        (5, {"correction": "tukey"}, False),
        (2, {"correction": "nemenyi"}, True),
    ],
    "num_topics",
    "options",
    "above",
)
def test_what_few_topics_cannot_support_is_said(num_topics, options, above):
    options = Options(**options)
    pairs = every_pair(table(num_topics), options)
    assert (pairs.family.corrected_floor >= options.alpha) == above
    assert pairs.family.corrected.min() >= pairs.family.corrected_floor - 1e-12
    board = leaderboard(table(num_topics), options)
    for notes in (said(against_table(pairs)), said(leaderboard_table(board))):
        assert ("nothing can be significant" in notes) == above


def test_a_pair_says_that_its_test_cannot_be_significant():
    pair = compare_pair(table(5), "r0", "r3", Options(test="sign"))
    notes = said(pair_tables(pair)["tests"])
    assert "cannot be significant at alpha 0.05: its least p is 0.0625" in notes
    assert pair.tests["sign"].floor == pair.p == 0.0625


@pytest.mark.parametrize("name", ["bootstrap-t"])
def test_a_bootstrap_test_of_few_topics_is_refused_where_it_is_asked_for(name):
    least = TESTS[name].min_topics
    options = Options(test=name, samples=50)
    for compared in (
        lambda t: compare_pair(t, "r0", "r1", options),
        lambda t: against(t, "r0", options),
        lambda t: leaderboard(t, options),
    ):
        with pytest.raises(EvaluationError, match=f"needs at least {least} topics, and there are"):
            compared(table(least - 1))
        compared(table(least))


def test_what_is_not_offered_is_left_out_and_named():
    few, many = (compare_pair(table(n), "r0", "r1", Options(samples=50)) for n in (9, 25))
    assert few.bootstrap is None
    assert many.bootstrap is not None
    assert set(many.tests) - set(few.tests) == {"bootstrap-t"}
    assert len(few.not_offered) == 2
    assert many.not_offered == ()
    assert "below 10 topics" in said(pair_tables(few, all_tests=True)["tests"])
    assert "below 10" not in said(pair_tables(few)["tests"])


def test_the_question_of_each_test_is_printed():
    tests = pair_tables(compare_pair(table(30), "r0", "r1", Options(samples=50)), all_tests=True)[
        "tests"
    ]
    questions = [row[[c.name for c in tests.columns].index("question")] for row in tests.rows]
    assert sum("not of the mean" in question for question in questions) == 2


# Corrections


@each(ALL_CORRECTIONS)
def test_every_correction_decides_letters_pairs_and_baselines_alike(correction):
    compared = table(12, 5, gap=0.008)
    options = Options(correction=correction, samples=400)
    board, pairs = leaderboard(compared, options), every_pair(compared, options)
    assert [row.corrected for row in pairs.rows] == board.family.corrected.tolist()
    assert board.num_significant == sum(row.significant for row in pairs.rows)
    assert "all 10 pairs tested" in said(leaderboard_table(board))


def test_tukey_and_nemenyi_are_those_of_the_statistics():
    compared = table(12, 5, gap=0.008).best_first()
    tukey = leaderboard(compared, Options(correction="tukey")).family.corrected
    assert tukey.tolist() == tukey_hsd(compared.values).p.tolist()
    nemenyi = leaderboard(compared, Options(correction="nemenyi"))
    assert nemenyi.family.corrected.tolist() == nemenyi_test(compared.values).p.tolist()


def test_the_joint_correction_sees_topics_not_rows_of_several_measures():
    first = table(14, 3)
    fewer = ScoreTable("RR", first.runs, first.topics[2:], first.values[2:])
    options = Options(correction="joint", over_measures=True)
    both = against([first, fewer], "r0", options)
    assert both.family.size == 4
    same = against([first, ScoreTable("RR", first.runs, first.topics, first.values)], "r0", options)
    alone = against(first, "r0", options)
    # The same comparisons twice are no more of a family than once.
    assert [row.corrected for row in same.rows] == [row.corrected for row in alone.rows] * 2


def test_the_joint_correction_of_very_many_comparisons_is_refused_with_its_cost(monkeypatch):
    monkeypatch.setattr("harness.comparison.family.MOST_JOINT", 9)
    with pytest.raises(EvaluationError, match=r"takes 10 × 10,000 sign vectors .*correction holm"):
        every_pair(table(30, 5), Options(correction="joint"))


def test_the_joint_correction_is_for_tests_of_signs():
    with pytest.raises(EvaluationError, match="the correction joint is for tests of signs"):
        every_pair(table(30), Options(test="bootstrap-t", correction="joint", samples=50))


def test_each_measure_may_be_a_family_of_its_own():
    tables = [table(12, 4, seed=seed, gap=0.006) for seed in (1, 2)]
    tables[1] = ScoreTable("RR", tables[1].runs, tables[1].topics, tables[1].values)
    together = against(tables, "r0", Options(over_measures=True))
    apart = against(tables, "r0", Options())
    alone = [row.corrected for t in tables for row in against(t, "r0").rows]
    assert [row.corrected for row in apart.rows] == alone
    assert (together.family.size, apart.family.size) == (6, 3)
    assert apart.family.num_families == 2
    assert "each measure is a family by itself" in apart.family.correction


# Intervals and matrices


def test_simultaneous_intervals_are_wider_and_named():
    compared = table(12, 5)
    alone, together = (against(compared, "r0", Options(simultaneous=s)) for s in (False, True))
    for one, all_at_once in zip(alone.rows, together.rows, strict=True):
        assert all_at_once.low < one.low < one.difference < one.high < all_at_once.high
    assert together.intervals == "95 % t intervals of all 4 differences at once (Bonferroni)"
    assert alone.intervals.endswith("by itself, not corrected")


def test_ranks_are_each_by_itself_or_all_at_once():
    boards = [leaderboard(table(12, 5, gap=0.006), Options(simultaneous=s)) for s in (False, True)]
    alone, together = (board.ranks for board in boards)
    assert (together.low <= alone.low).all()
    assert (together.high >= alone.high).all()
    words = [said(leaderboard_table(board)) for board in boards]
    assert ["all at once" in text for text in words] == [False, True]
    assert ["each run's 4 differences" in text for text in words] == [True, False]


def test_matrices_are_labelled_and_those_of_the_pairs():
    compared = table(12, 5, gap=0.006)
    comparison = Comparison((compared,), Options())
    p, differences = map(comparison.pairs().matrix, ("corrected", "difference"))
    board = comparison.leaderboard()
    assert list(p.index) == list(p.columns) == list(board.runs)
    assert p.to_numpy().tolist() == board.corrected.tolist()
    means = dict(zip(compared.runs, compared.means.tolist(), strict=True))
    for run in compared.runs:
        for other in compared.runs:
            assert differences.loc[run, other] == pytest.approx(means[run] - means[other])
    geometric = ScoreTable("GMAP", compared.runs, compared.topics, compared.values)
    ratios = Comparison((geometric,), Options()).pairs().matrix("difference")
    assert ratios.loc["r1", "r3"] == pytest.approx(1 / ratios.loc["r3", "r1"])
    assert repr(comparison).startswith(
        "Comparison: 5 runs, 12 topics; AP; test: Student's paired t\n"
    )


def test_small_scales_are_shown_with_three_digits():
    small = ScoreTable(
        "Fallout", ("x", "y"), ("1", "2", "3"), np.array([[2, 1], [3, 1], [1, 2]]) * 1e-5
    )
    assert choose_mean_decimals(small) == 7
    shown = leaderboard_table(leaderboard(small, Options(samples=50)))
    assert shown.texts(1) == ["0.0000133", "0.0000200"]


# Many runs


def test_many_runs_have_no_letters():
    few, many = (leaderboard(table(12, n, gap=0.004), Options(samples=50)) for n in (30, 31))
    assert few.letters is not None
    assert many.letters is None
    headings = [
        {column.name for column in leaderboard_table(board).columns} for board in (few, many)
    ]
    assert headings[0] - headings[1] == {"letters"}
    assert many.run_letters() == ("",) * 31


def test_all_pairs_of_129_runs_take_no_time(stats):
    import pandas as pd

    scores = pd.read_csv(stats / "urbano2019" / "adhoc8_ap.csv")
    start = time.process_time()
    comparison = harness.compare(scores, measures="AP")
    board = comparison.leaderboard()
    assert board.num_pairs == 8256
    assert board.num_significant == 3084
    assert time.process_time() - start < 10


def test_a_comparison_shows_means_in_the_measure_s_own_terms():
    found = compare_target("configs/demo.yaml", measures=["GMAP"]).value
    board = found.leaderboard("GMAP")
    rows = found.face().rows
    assert [row[:2] for row in rows] == list(
        zip(board.runs, board.means.estimate.tolist(), strict=True)
    )
    assert all(low < value < high for _, value, low, high in rows)
