"""Baselines, leaderboards and measures: families of comparisons against slow and known ways."""

from __future__ import annotations

import itertools
import re

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

import harness
from harness.comparison import (
    Options,
    ScoreTable,
    against,
    compare_leaderboards,
    compare_measures,
    every_pair,
    leaderboard,
)
from harness.core.errors import EvaluationError
from harness.report.boards import pairs_that_differ

FEW = Options(samples=500)


def slow_holm(p: list[float]) -> list[float]:
    """Reject by steps: the adjusted value is the largest of (K − i) p over the steps so far."""
    ranked = sorted(range(len(p)), key=lambda at: p[at])
    result, largest = [0.0] * len(p), 0.0
    for step, at in enumerate(ranked):
        largest = max(largest, (len(p) - step) * p[at])
        result[at] = min(1.0, largest)
    return result


def slow_tau_ap(true: ScoreTable, estimated: ScoreTable) -> float:
    """Yilmaz et al.: at each rank but the first, the share of those above that are rightly there."""
    right = {run: true.select_run(run).mean() for run in true.runs}
    ranking = sorted(estimated.runs, key=lambda run: -estimated.select_run(run).mean())
    shares = [
        sum(right[above] > right[run] for above in ranking[:rank]) / rank
        for rank, run in enumerate(ranking)
        if rank
    ]
    return 2 * sum(shares) / len(shares) - 1


# Baselines


def test_baselines_agree_with_scipy_and_a_slow_holm(noisy):
    found = against(noisy, ["r0", "r3"], Options(test="t"))
    names = {(row.baseline, row.run) for row in found.rows}
    expected = {("r0", f"r{n}") for n in range(1, 6)} | {("r3", f"r{n}") for n in (1, 2, 4, 5)}
    assert names == expected  # the two baselines are compared once
    assert found.family.size == 9
    p = [
        scipy.stats.ttest_rel(noisy.select_run(row.run), noisy.select_run(row.baseline)).pvalue
        for row in found.rows
    ]
    assert [row.p for row in found.rows] == pytest.approx(p, rel=1e-12)
    assert [row.corrected for row in found.rows] == pytest.approx(slow_holm(p), rel=1e-12)
    assert [row.significant for row in found.rows] == [one < 0.05 for one in slow_holm(p)]
    for row in found.rows:
        d = noisy.select_run(row.run) - noisy.select_run(row.baseline)
        assert row.difference == pytest.approx(d.mean())
        assert row.d_z == pytest.approx(d.mean() / d.std(ddof=1))
        assert (row.wins, row.ties, row.losses) == ((d > 0).sum(), (d == 0).sum(), (d < 0).sum())
    of_first = [row.mean for row in found.rows if row.baseline == "r0"]
    assert of_first == sorted(of_first, reverse=True)


def test_several_measures_are_one_family(noisy, table_of):
    other = table_of(np.sqrt(noisy.values), "root")
    found = against([noisy, other], "r2", Options(test="t", over_measures=True))
    assert (found.family.size, len(found.rows)) == (10, 10)
    assert "family of 10 comparisons" in found.family.correction
    assert [row.corrected for row in found.rows] == pytest.approx(
        slow_holm([row.p for row in found.rows])
    )
    assert [row.measure for row in found.rows] == ["AP"] * 5 + ["root"] * 5


def test_sakai_blocked_tukey(sakai):
    board = harness.compare(sakai, correction="tukey").leaderboard()
    assert board.runs == ("X", "Y", "Z")
    expected = {(0, 1): 0.256698, (0, 2): 0.095687, (1, 2): 0.854963}
    for pair, p in expected.items():
        assert board.corrected[pair] == pytest.approx(p, abs=1e-6)
    assert board.letters.label_runs() == ("a", "a", "a")


def test_identical_runs_are_marked_in_a_family(table_of):
    table = table_of([[0.5, 0.5, 0.1], [0.2, 0.2, 0.3], [0.4, 0.4, 0.1]])
    rows = {row.run: row for row in against(table, "r0").rows}
    assert (rows["r1"].identical, rows["r1"].p, rows["r1"].corrected) == (True, 1.0, 1.0)
    assert not rows["r2"].identical


@pytest.mark.parametrize(
    ("baselines", "message"),
    [
        ("r77", r"unknown run 'r77' \(known are r0, r1, r2, r3, r4, r5\)"),
        (["r1", "r1"], "the baseline 'r1' is named twice"),
        ([], "no baseline named"),
    ],
)
def test_a_baseline_that_is_not_there_is_an_error(noisy, baselines, message):
    with pytest.raises(EvaluationError, match=message):
        against(noisy, baselines)


def test_one_measure_twice_is_an_error(noisy):
    with pytest.raises(EvaluationError, match="the measure 'AP' is named twice"):
        against([noisy, noisy], "r1")


def test_every_pair_is_compared_once_the_better_run_first(noisy):
    found = every_pair(noisy, Options(test="t", correction="bonferroni"))
    board = leaderboard(noisy, FEW)
    names = [(row.run, row.baseline) for row in found.rows]
    assert names == list(itertools.combinations(board.runs, 2))
    assert all(row.difference >= 0 for row in found.rows)
    assert [row.corrected for row in found.rows] == pytest.approx(
        [min(1.0, 15 * row.p) for row in found.rows]
    )


# Leaderboards

matrices = st.integers(2, 6).flatmap(
    lambda runs: st.lists(
        st.lists(st.integers(0, 4).map(lambda n: n / 4), min_size=runs, max_size=runs),
        min_size=2,
        max_size=7,
    )
)


@given(matrices, st.randoms())
def test_a_leaderboard_depends_on_no_order_and_its_letters_are_the_test(values, random):
    import pandas as pd

    matrix = np.array(values)
    runs = [f"r{place}" for place in range(matrix.shape[1])]
    topics = [f"t{place}" for place in range(matrix.shape[0])]
    table = ScoreTable("P@4", tuple(runs), tuple(topics), matrix)
    columns, rows = list(range(len(runs))), list(range(len(topics)))
    random.shuffle(columns)
    random.shuffle(rows)
    shuffled = ScoreTable(
        "P@4",
        tuple(runs[at] for at in columns),
        tuple(topics[at] for at in rows),
        matrix[np.ix_(rows, columns)],
    )
    options = Options(samples=60, alpha=0.2)
    board, other = leaderboard(table, options), leaderboard(shuffled, options)
    pd.testing.assert_frame_equal(board.to_frame(), other.to_frame())
    letters = board.letters.members
    for a, b in itertools.combinations(range(len(runs)), 2):
        shares = bool((letters[a] & letters[b]).any())
        assert shares == bool(board.corrected[a, b] >= 0.2)
    assert board.could_be_best[board.ranks.rank == 1].all()
    assert board.num_significant == sum(
        board.corrected[a, b] < 0.2 for a, b in itertools.combinations(range(len(runs)), 2)
    )


def test_means_intervals_and_ranks_of_a_leaderboard(noisy):
    board = leaderboard(noisy, FEW)
    frame = board.to_frame()
    assert frame["mean"].tolist() == sorted(frame["mean"], reverse=True)
    for run, row in frame.iterrows():
        x = noisy.select_run(run)
        interval = scipy.stats.t.interval(0.95, len(x) - 1, x.mean(), scipy.stats.sem(x))
        assert (row["low"], row["high"]) == pytest.approx(interval, rel=1e-12)
        assert row["rank_low"] <= row["rank"] <= row["rank_high"]
    assert frame["best"].tolist() == (frame["rank_low"] == 1).tolist()


def test_a_pair_differs_where_its_means_are_further_apart_than_the_needed_difference(adhoc3):
    chosen = {"correction": "tukey"}
    board = harness.compare(adhoc3.iloc[:, :20], **chosen).leaderboard()
    gaps = np.subtract.outer(board.means.estimate, board.means.estimate)
    assert 0 < board.num_significant < 190
    assert ((np.abs(gaps) > board.needed) == (board.corrected < 0.05)).all()
    assert board.letters.intervals
    board = harness.compare(adhoc3.iloc[:, :20]).leaderboard()
    apart = np.abs(np.subtract.outer(board.means.estimate, board.means.estimate)) > board.needed
    assert (board.corrected[apart] < 0.05).all()
    assert 0 < apart.sum() / 2 < board.num_significant


# Leaderboards and measures beside each other


def test_two_leaderboards_agree_as_scipy_says(noisy, table_of):
    rng = np.random.default_rng(5)
    other = table_of(np.round(noisy.values + rng.normal(0, 0.1, noisy.values.shape), 2), "other")
    reversed_runs = other.only(other.runs[::-1])
    found = compare_leaderboards(noisy, reversed_runs)
    tau = scipy.stats.kendalltau(noisy.values.mean(axis=0), other.values.mean(axis=0)).statistic
    assert found.tau == pytest.approx(tau, abs=1e-12)
    assert sorted(found.rank_second.tolist()) == list(range(1, 7))
    assert found.tau_ap == pytest.approx(slow_tau_ap(noisy, other))
    assert compare_leaderboards(noisy, noisy).tau_ap == 1.0
    assert compare_leaderboards(noisy, noisy).overlap.ext == pytest.approx(1.0)


def test_tau_ap_is_that_of_the_second_leaderboard_against_the_first(table_of):
    true = table_of([[0.4, 0.3, 0.2, 0.1]] * 2)
    estimated = table_of([[0.3, 0.2, 0.1, 0.4]] * 2)  # the worst run has come first
    found = compare_leaderboards(true, estimated).tau_ap
    assert found == pytest.approx(2 * (0 + 1 / 2 + 2 / 3) / 3 - 1)
    other_way = compare_leaderboards(estimated, true).tau_ap
    assert other_way == pytest.approx(2 * (1 + 1 + 0) / 3 - 1)


def test_the_overlap_of_two_swapped_runs_is_the_persistence(table_of):
    one, other = table_of([[0.5, 0.1], [0.5, 0.1]]), table_of([[0.1, 0.5], [0.1, 0.5]])
    for p in (0.5, 0.8):  # agreement 0, then 1 from depth 2 on: (1 − p) (p + p² + …) = p
        assert compare_leaderboards(one, other, persistence=p).overlap.ext == pytest.approx(p)


def test_leaderboards_of_different_runs_are_refused(noisy):
    with pytest.raises(EvaluationError) as caught:
        compare_leaderboards(noisy.only(["r0", "r1", "r2"]), noisy.only(["r1", "r2", "r5"]))
    said = [problem.message for problem in caught.value.problems]
    assert said == [
        "only the first leaderboard has the runs r0",
        "only the second leaderboard has the runs r5",
    ]


def test_measures_agree_as_scipy_says_and_tell_apart_what_the_leaderboard_does(noisy, table_of):
    rng = np.random.default_rng(6)
    other = table_of(np.round(rng.random(noisy.values.shape), 3), "other")
    flat = table_of(np.full(noisy.values.shape, 0.5), "flat")
    found = compare_measures([noisy, other, flat], Options(samples=1000))
    tau = scipy.stats.kendalltau(noisy.values.mean(axis=0), other.values.mean(axis=0)).statistic
    assert found.tau[0, 1] == found.tau[1, 0] == pytest.approx(tau, abs=1e-12)
    assert np.isnan(found.tau[2]).all()  # a measure that ties all runs has no order
    for at, table in enumerate((noisy, other, flat)):
        board = leaderboard(table, Options(samples=1000))
        assert found.significant[at] == board.num_significant
        assert found.power[at] == board.num_significant / 15
        gaps = np.abs(np.subtract.outer(board.means.estimate, board.means.estimate))
        needed = board.needed if (gaps > board.needed).any() else np.inf  # no pair is so far apart
        assert found.needed[at] == needed


# harness.compare


def test_whatever_holds_scores_can_be_compared(tmp_path):
    qrels = {topic: {"a": 1, "b": 1} for topic in "1234"}
    runs = {
        "x": {"1": {"a": 2.0, "b": 1.0}, "2": {"a": 1.0}, "3": {"c": 2.0, "a": 1.0}},
        "y": {"1": {"a": 1.0}, "2": {"c": 1.0}, "4": {"b": 1.0}},
    }
    scores = harness.score(qrels, runs, ["AP", "P@1"])
    ways = {
        "scores": harness.compare(scores, measures="AP"),
        "wide": harness.compare(scores.per_topic("AP"), measures="AP"),
        "long": harness.compare(scores.per_topic(), measures=["AP"]),
    }
    found = {name: one.pair("x", "y") for name, one in ways.items()}
    for pair in found.values():
        assert pair.to_frame().equals(found["scores"].to_frame())
    whole = harness.compare(scores, baseline="y")
    assert [table.measure for table in whole.tables] == ["AP", "P@1"]
    assert {row.measure for row in whole.against().rows} == {"AP"}  # none was asked for
    named = harness.compare(scores, measures=["AP", "P@1"], baseline=["y"])
    assert {row.measure for row in named.against().rows} == {"AP", "P@1"}
    assert whole.measures().names == ("AP", "P@1")
    assert len(whole.pairs("P@1").rows) == 1


def test_what_cannot_be_compared_is_explained(noisy):
    import pandas as pd

    frame = pd.DataFrame(noisy.values, noisy.topics, noisy.runs)
    with pytest.raises(TypeError, match=r"argument 'alfa' \(did you mean alpha"):
        harness.compare(frame, alfa=0.1)
    for call, message in (
        (lambda: harness.compare(7), "int holds no scores"),
        (lambda: harness.compare(frame, measures=["a", "b"]), "2 measures are named"),
        (lambda: harness.compare(frame, baseline="r9"), "unknown run 'r9'"),
        (lambda: harness.compare(frame).leaderboard("AP"), "the measure 'AP' was not computed"),
        (lambda: harness.compare(frame).against(), "no baseline named"),
    ):
        with pytest.raises(EvaluationError, match=message):
            call()


def test_all_means_apart_differ_and_only_where_it_says_so_nobody_else():
    import pandas as pd

    rng = np.random.default_rng(5)
    seen = set()
    for _ in range(30):
        noise = rng.normal(size=(8, 4)) * rng.choice([0.01, 0.1], 4)
        values = pd.DataFrame(0.5 + rng.random(4) / 5 + noise, columns=list("wxyz"))
        board = harness.compare(values).leaderboard()
        words = pairs_that_differ(board)
        told = re.search(r": (all|among them all) whose means are more than (\S+) apart$", words)
        if told is None:
            continue
        means, alpha = board.table.means, board.options.alpha
        pairs = [(a, b) for a in range(4) for b in range(a)]
        differ = {pair for pair in pairs if board.corrected[pair] < alpha}
        apart = {(a, b) for a, b in pairs if abs(means[a] - means[b]) > board.needed}
        assert told[2] == f"{board.needed:.4f}"
        assert differ == apart if told[1] == "all" else differ > apart
        seen.add(told[1])
    assert seen == {"all", "among them all"}


def test_pairs_that_differ_are_told_by_their_means_only_where_the_farthest_apart_differ():
    # The mean of z is the lowest, but because of one topic, so that only y is surely below x.
    import pandas as pd

    steady = np.array([0.50, 0.61, 0.72, 0.83, 0.94, 0.65])
    falls = steady - np.array([0.5, -0.08, 0.09, 0.6, -0.09, 0.08])
    y = steady - np.array([0.05, 0.06, 0.05, 0.06, 0.05, 0.06])

    def words(**runs):
        return pairs_that_differ(harness.compare(pd.DataFrame(runs)).leaderboard())

    assert words(x=steady, y=y, z=falls) == (
        "1 of 3 pairs differs significantly, but the pair whose means are the farthest apart"
        f" ({(steady - falls).mean():.4f}) does not"
    )
    assert words(x=steady, y=y) == "1 pair differs significantly"
    assert words(x=steady, z=falls) == "0 of 1 pairs differ significantly"
    near = steady + np.array([0.02, -0.01, 0.01, -0.01, 0.01, -0.01])
    assert words(x=steady, near=near, y=y) == (
        "2 of 3 pairs differ significantly: all whose means are more than 0.0017 apart"
    )
    level = steady + np.array([0.02, -0.02, 0.01, -0.01, 0.01, -0.01])
    assert words(x=steady, level=level, y=y) == (
        "2 of 3 pairs differ significantly: all whose means differ"
    )
