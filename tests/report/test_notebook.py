"""What a notebook shows: faces with intervals, matplotlib's axes, tables in LaTeX, frames."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import harness
from harness.comparison import Comparison
from harness.core.errors import EvaluationError
from harness.evaluation.scores import Scores
from harness.report.figures import FigureStyle, Row, Rows
from harness.report.notebook import draw_axes
from harness.stats import t_interval
from tests.each import each
from tests.report.documents import ROOT

QRELS = {str(topic): {"a": 1, "b": 0, "c": 1} for topic in range(1, 13)}


@pytest.fixture(scope="module")
def scores() -> Scores:
    rng = np.random.default_rng(3)
    runs = {
        run: {topic: dict(zip("abcd", rng.random(4).tolist(), strict=True)) for topic in QRELS}
        for run in ("one", "two", "three")
    }
    return harness.score(QRELS, runs, ["AP", "P@1"])


@pytest.fixture(scope="module")
def comparison(scores: Scores) -> Comparison:
    return harness.compare(scores)


@pytest.fixture(autouse=True)
def plt():
    """Pyplot without a window; its figures are closed after the test."""
    import matplotlib.pyplot as plt

    plt.switch_backend("Agg")
    yield plt
    plt.close("all")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("leaderboard", ()),
        ("leaderboard", ("P@1",)),
        ("runs", ()),
        ("topics", ()),
        ("heat_map", ()),
        ("difference", ("one", "two")),
    ],
)
def test_plots_are_axes_of_pyplot_for_scores_and_comparisons(
    plt, scores, comparison, name, arguments
):
    for value in (scores, comparison):
        axes = getattr(value.plot, name)(*arguments)
        assert axes.figure is plt.gcf()
        assert axes.get_xlabel() or axes.get_ylabel()
        assert axes.figure._suptitle is None


def test_a_notebook_has_room_for_many_runs():
    figure = Rows("t", "AP", "run", [Row(f"run-{number}", point=0.5) for number in range(129)])
    axes = draw_axes(figure, FigureStyle())
    axes.figure.draw_without_rendering()
    boxes = [name.get_window_extent() for name in axes.get_yticklabels() if name.get_text()]
    lines = sorted((box.y0, box.y1) for box in boxes)
    assert len(lines) == 129
    assert all(below[1] <= above[0] + 1 for below, above in pairwise(lines))


@pytest.mark.slow
def test_a_notebook_shows_every_figure_and_what_is_drawn_after_them():
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.v4.new_notebook()
    plots = [f"comparison.plot.{name}();" for name in ("leaderboard", "heat_map", "runs")]
    start = "import harness; q = {t: {'a': 1} for t in 'xy'}\n"
    start += "runs = {r: {t: {r: 2.0, 'a': 1.0} for t in 'xy'} for r in 'abc'}\n"
    start += "comparison = harness.compare(harness.score(q, runs, ['AP']))"
    after = "import matplotlib.pyplot as plt; plt.plot([1, 2]);"
    notebook.cells = [nbformat.v4.new_code_cell(cell) for cell in (start, *plots, after)]
    NotebookClient(notebook, timeout=600).execute()
    shown = [[output.output_type for output in cell.outputs] for cell in notebook.cells]
    assert shown == [[], *[["display_data"]] * 4]


def test_the_style_of_a_venue_sets_the_width(comparison):
    axes = harness.plots(comparison, "acm").leaderboard()
    assert axes.figure.get_figwidth() * 2.54 == pytest.approx(8.47)


def test_curves_are_those_of_reports(comparison):
    with pytest.raises(EvaluationError, match="no curves of these runs"):
        comparison.plot.precision_recall()


def test_a_pool_is_drawn_by_topic_in_natural_order(tmp_path):
    runs = {"x": {topic: {"a": 2.0, "b": 1.0} for topic in QRELS}}
    pool = harness.pool(runs, depth=2)
    labels = [label.get_text() for label in pool.plot.topics().get_yticklabels()]
    assert sorted(labels, key=int) in (labels, labels[::-1])
    assert pool.to_latex().count(r"\\") == 1 + len(QRELS)
    assert pool._repr_html_().startswith("<p>Pool(24 documents")


def test_a_comparison_shows_intervals(comparison):
    table = comparison.scores_by()
    expected = t_interval(table.values.T)
    lines = repr(comparison).splitlines()
    assert lines[1].split() == ["run", "AP", "low", "high"]
    shown = {cells[0]: cells[1:] for cells in map(str.split, lines[2:])}
    for run, low, high in zip(table.runs, expected.low, expected.high, strict=True):
        assert shown[run][1:] == [f"{low:.4f}", f"{high:.4f}"]
    assert "<th>low</th>" in comparison._repr_html_()


def test_frames_hold_all_values_with_topics_in_natural_order(scores, comparison):
    frame = comparison.to_frame()
    assert list(dict.fromkeys(frame["topic"])) == [str(topic) for topic in range(1, 13)]
    assert len(frame) == 3 * 12 * len(comparison.tables)
    both = frame.merge(scores.to_frame(), on=["run", "topic", "measure"])
    assert len(both) == len(frame)
    assert both["value_x"].equals(both["value_y"])


def test_tables_in_latex_mark_the_baseline(scores, comparison):
    for value in (scores, comparison):
        text = value.to_latex(baseline="one", label="tab:a", venue="acm")
        assert r"one\textsuperscript{\textdagger{}}" in text
        assert r"\label{tab:a}" in text


def test_a_report_has_curves_groups_and_frames():
    report = harness.make_report(ROOT / "configs/demo.yaml")
    axes = report.plot.precision_recall()
    assert len(axes.get_lines()) >= len(report.runs)
    assert len(report.plot.leaderboard(top=3).get_yticklabels()) == 3
    frame = report.to_frame()
    assert set(frame["run"]) == set(report.runs)
    assert r"\toprule" in report.to_latex(baseline=report.runs[0], top=2)


@each(
    [
        (lambda value: value.to_latex(venue="amc"), r"unknown venue 'amc' \(did you mean acm\?\)"),
        (lambda value: harness.plots(value, "amc"), r"unknown venue 'amc'"),
        (lambda value: value.to_latex(top=-1), "top = -1 is not allowed"),
        (lambda value: value.to_latex(top="x"), "top = 'x' is not allowed"),
        (lambda value: value.to_latex(digits=-1), "digits = -1 is not allowed"),
        (lambda value: value.plot.leaderboard(top=0), "top = 0 is not allowed"),
        (lambda value: value.plot.heat_map(top=-1), "top = -1 is not allowed"),
        (lambda value: value.plot.runs(top=1.5), "top = 1.5 is not allowed"),
        (lambda value: value.plot.difference("one", "one"), "cannot be compared with itself"),
        (lambda value: value.plot.difference("one", "tow"), "did you mean two"),
        (lambda value: value.plot.leaderboard("APP"), "did you mean AP"),
    ],
    "call",
    "message",
)
def test_what_cannot_be_shown_is_refused_in_words(scores, comparison, call, message):
    for value in (scores, comparison):
        with pytest.raises(harness.HarnessError, match=message):
            call(value)
