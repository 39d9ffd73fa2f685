"""Which figures an evaluation has, and that they show its numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import harness
from harness.comparison import Options, ScoreTable, leaderboard
from harness.core.errors import EvaluationError
from harness.evaluation.curves import Curves, RocCurve
from harness.report.figures import FigureStyle, inline_svg
from harness.report.figures.evaluation import (
    difference_figure,
    evaluation_figures,
    gap_figure,
    heat_map,
    leaderboard_figure,
    run_boxes,
    topic_boxes,
)
from harness.report.names import stems
from tests.report.box import box_of


@pytest.fixture(scope="module")
def evaluation():
    from tests.conftest import ROOT

    return harness.run(harness.load_task(ROOT / "configs/demo.yaml"))


@pytest.fixture(scope="module")
def table(evaluation):
    return ScoreTable.of(evaluation.scores, "AP")


@pytest.fixture(scope="module")
def board(table):
    return leaderboard(table, Options(samples=200))


def many(count: int = 20, *, seed: int = 1) -> ScoreTable:
    values = np.random.default_rng(seed).random((7, count)).round(4)
    return ScoreTable(
        "AP", tuple(f"r{at:02}" for at in range(count)), tuple("abcdefg"), values, dialect="d"
    )


def curves_of(table: ScoreTable) -> list[Curves]:
    levels, cutoffs = np.array([0.0, 1.0]), np.array([5, 10])
    return [
        Curves(run, 7, levels, np.array([1.0, 0.1]), cutoffs, np.array([0.5, 0.4]), levels)
        for run in table.runs
    ]


def test_the_demo_has_every_figure_and_all_are_drawn(evaluation, table, board):
    found = evaluation_figures(
        evaluation.curves, {"AP": board}, [table], pair=("keeper-rrf", "wick-coord")
    )
    assert list(found) == [
        "precision-recall-at-levels",
        "precision-recall-at-cutoffs",
        "leaderboard-AP",
        "runs-AP",
        "topics-AP",
        "heat-map-AP",
        "difference-AP",
    ]
    for figure in found.values():
        assert figure.caption.endswith(".")
        assert "15 topics" in figure.caption
        assert "dialect trec_eval-10" in figure.caption.lower()


def test_there_are_figures_only_of_what_is_given(table):
    assert evaluation_figures([], {}, []) == {}
    assert list(evaluation_figures([], {}, [table])) == ["runs-AP", "topics-AP", "heat-map-AP"]


def test_curves_are_those_of_the_evaluation(evaluation):
    found = evaluation_figures(evaluation.curves, {}, [])
    levels, cutoffs = found.values()
    for line, curve in zip(levels.lines, evaluation.curves, strict=True):
        assert line.name == curve.run
        assert line.points == list(zip(curve.levels, curve.precision_at_levels, strict=True))
    for line, curve in zip(cutoffs.lines, evaluation.curves, strict=True):
        expected = zip(curve.recall_at_cutoffs, curve.precision_at_cutoffs, strict=True)
        assert line.points == list(expected)
    assert "after 5, 10, 15, 20, 30, 100, 200, 500, 1000 documents" in cutoffs.caption


def test_of_many_runs_the_best_have_curves_and_the_caption_says_so():
    table = many()
    figure = evaluation_figures(curves_of(table), {}, [table])["precision-recall-at-levels"]
    means = {run: sum(table.select_run(run)) for run in table.runs}
    best = sorted(means, key=lambda run: -means[run])[:12]
    assert [line.name for line in figure.lines] == best
    assert "12 of 20 runs, the best by mean AP" in figure.caption


def test_named_runs_have_curves():
    table = many()
    found = evaluation_figures(curves_of(table), {}, [table], runs=["r03", "r19", "r03"])
    figure = found["precision-recall-at-cutoffs"]
    assert [line.name for line in figure.lines] == ["r03", "r19"]
    assert "2 of 20 runs, as named" in figure.caption


def test_without_a_table_the_first_runs_have_curves():
    figure = evaluation_figures(curves_of(many()), {}, [])["precision-recall-at-levels"]
    assert [line.name for line in figure.lines] == [f"r{at:02}" for at in range(12)]
    assert "12 of 20 runs, the first" in figure.caption


def test_runs_that_are_not_there_are_refused_all_at_once():
    table = many()
    with pytest.raises(EvaluationError) as caught:
        evaluation_figures(curves_of(table), {}, [table], runs=["r3", "r04", "zzz"])
    assert str(caught.value).splitlines() == [
        "curve: unknown run 'r3' (did you mean r13?)",
        f"curve: unknown run 'zzz' (known are {', '.join(f'r{i:02}' for i in range(20))})",
    ]
    with pytest.raises(EvaluationError, match="AP: unknown run 'x'"):
        evaluation_figures([], {}, [table], pair=("r01", "x"))


def test_a_leaderboard_shows_means_intervals_and_groups(board):
    figure = leaderboard_figure(board)
    assert [row.name for row in figure.rows] == list(board.runs)
    assert [row.point for row in figure.rows] == board.means.estimate.tolist()
    assert [row.whisker[0] for row in figure.rows] == board.means.low.tolist()
    assert [row.whisker[1] for row in figure.rows] == board.means.high.tolist()
    letters = board.letters.label_runs()
    for one in range(len(board.runs)):
        for other in range(len(board.runs)):
            share = any(one in group and other in group for group in figure.groups)
            assert share == bool(set(letters[one]) & set(letters[other]))
    for said in ("All 36 pairs tested: Student's paired t", "Holm", "alpha 0.05", "95 % interval"):
        assert said in figure.caption


def test_of_a_leaderboard_the_best_or_the_named_runs_are_shown(board):
    full = leaderboard_figure(board)
    best = leaderboard_figure(board, top=3)
    assert best.rows == full.rows[:3]
    assert "Shown are 3 of 9 runs, the best." in best.caption
    names = [board.runs[5], board.runs[1]]
    named = leaderboard_figure(board, runs=names)
    assert [row.name for row in named.rows] == names[::-1]
    assert "Shown are 2 of 9 runs, as named." in named.caption


def test_without_letters_neither_key_nor_caption_speaks_of_bars(board):
    figure = leaderboard_figure(replace(board, letters=None))
    assert (list(figure.groups), "group" in figure.key) == ([], False)
    assert "Bars" not in figure.caption
    assert "tested" not in figure.caption


def test_of_very_many_groups_those_of_the_first_run_are_drawn(board):
    members = np.eye(9, dtype=bool) | np.eye(9, k=-1, dtype=bool)
    letters = replace(board.letters, members=members)
    figure = leaderboard_figure(replace(board, letters=letters))
    assert figure.groups == [[0, 1]]
    assert f"Bars are drawn for {board.runs[0]} alone: all would be 9." in figure.caption


def test_figures_of_runs_show_the_best_of_many_and_say_so():
    table = many()
    figures = evaluation_figures([], {}, [table], top=5)
    best = [row.name for row in run_boxes(table).rows[:5]]
    assert (
        [row.name for row in figures["runs-AP"].rows] == list(figures["heat-map-AP"].rows) == best
    )
    assert "Shown are 5 of 20 runs, the best." in figures["heat-map-AP"].caption
    assert len(figures["topics-AP"].rows) == 7


def test_box_plots_by_run_are_sorted_by_mean_and_by_topic_by_median():
    table = many(6)
    by_run, by_topic = run_boxes(table), topic_boxes(table)
    means = [row.point for row in by_run.rows]
    assert means == sorted(means, reverse=True)
    for row in by_run.rows:
        box = box_of(table.select_run(row.name))
        assert (row.box, row.tick, row.whisker) == (
            (box.q1, box.q3),
            box.median,
            (box.low, box.high),
        )
    medians = [row.tick for row in by_topic.rows]
    assert medians == sorted(medians)  # the hardest first
    for row in by_topic.rows:
        at = table.topics.index(row.name)
        assert row.tick == sorted(table.values[at])[2:4] @ np.array([0.5, 0.5])


def test_a_heat_map_has_every_value_at_its_run_and_topic():
    table = many(6)
    figure = heat_map(table)
    for run, row in zip(figure.rows, figure.values, strict=True):
        for topic, value in zip(figure.columns, row, strict=True):
            assert value == table.select_run(run)[table.topics.index(topic)]
    assert figure.rows == tuple(row.name for row in run_boxes(table).rows)
    assert list(figure.columns) == [row.name for row in topic_boxes(table).rows]
    assert figure.value_range == (0, 1)


def test_the_colours_of_counts_end_with_round_numbers():
    table = ScoreTable("NumRet", ("a", "b"), ("1", "2"), np.array([[3.0, 480.0], [0.0, 9.0]]))
    assert heat_map(table).value_range == (0, 500)


def test_differences_are_sorted_and_counted():
    values = np.array([[0.5, 0.25], [0.1, 0.1], [0.0, 0.75], [1.0, 0.5]])
    table = ScoreTable("AP", ("x", "y"), ("1", "2", "3", "4"), values)
    figure = difference_figure(table, "x", "y")
    assert [(row.name, row.bar) for row in figure.rows] == [
        ("4", 0.5),
        ("1", 0.25),
        ("2", 0.0),
        ("3", -0.75),
    ]
    assert "Mean difference +0.0000" in figure.caption
    assert "Topics on which x is better: 2, equal: 1, worse: 1" in figure.caption


def test_a_run_is_shown_against_the_median_and_the_ends_of_all_runs():
    table = many(5)
    figure = gap_figure(table, "r02")
    assert tuple(figure.names) == table.topics
    bars = zip(figure.values, figure.ranges, table.values, table.select_run("r02"), strict=True)
    for gap, (low, high), values, own in bars:
        median = sorted(values)[2]
        assert (gap, low, high) == (own - median, min(values) - median, max(values) - median)
    others = {"r00", "r01", "r03", "r04"}
    assert not any(name in inline_svg(figure) for name in others)


def test_topics_against_the_median_are_in_their_natural_order():
    topics = ("10", "9", "1", "d", "e", "f", "g")
    gaps = dict(zip(topics, gap_figure(many(5), "r02").values, strict=True))
    figure = gap_figure(replace(many(5), topics=topics), "r02")
    assert list(figure.names) == ["1", "9", "10", "d", "e", "f", "g"]
    assert dict(zip(figure.names, figure.values, strict=True)) == gaps


def test_names_of_files_differ_where_case_is_ignored_and_end_somewhere():
    names = ["runs-RR", "runs-rr", "runs-P@10", "runs-P(rel=2)@10", "../x", "…", "a" * 300]
    found = stems(names)
    assert found == [
        "runs-RR",
        "runs-rr-2",
        "runs-P-10",
        "runs-P-rel-2-10",
        "x",
        "figure",
        "a" * 80,
    ]


def test_roc_curves_are_those_of_the_runs_and_of_the_best_where_there_are_many():
    false = np.array([0.0, 0.5, 1.0])
    trues = [np.array([rank / 16, 0.75, 1.0]) for rank in range(14)]
    topics = tuple(map(str, range(7)))
    rocs = [
        RocCurve(f"r{rank}", topics, false, np.stack([true] * 7)) for rank, true in enumerate(trues)
    ]
    few = evaluation_figures([], {}, [], rocs=rocs[:3])["roc"]
    assert [line.name for line in few.lines] == ["r0", "r1", "r2"]
    assert few.lines[2].points == [(0.0, 0.125), (0.5, 0.75), (1.0, 1.0)]
    assert "mean over 7 topics" in few.caption
    many = evaluation_figures([], {}, [], rocs=rocs)["roc"]
    assert (len(many.lines), "12 of 14 runs" in many.caption) == (12, True)


def test_types_of_runs_have_a_look_and_a_place_in_the_key_of_a_leaderboard():
    values = np.random.default_rng(2).random((6, 4))
    table = ScoreTable("AP", ("a", "b", "c", "d"), tuple("123456"), values)
    board = leaderboard(table, Options(samples=200))
    types = {"a": "manual", "b": "automatic", "c": "automatic", "d": ""}
    figure = leaderboard_figure(board, types=types)
    assert list(figure.kinds) == ["automatic", "manual"]
    assert {row.name: row.kind for row in figure.rows} == types
    svg = inline_svg(figure, FigureStyle())
    assert "mean: automatic" in svg
    assert "mean: manual" in svg
    alone = leaderboard_figure(board, types=dict.fromkeys("abcd", "automatic"))
    assert list(alone.kinds) == []
