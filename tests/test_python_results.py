"""What results give to others: tables, frames, files, figures."""

from __future__ import annotations

import dataclasses
import importlib
import pickle
import warnings

import numpy as np
import polars as pl
import pytest

import harness
from harness.core.errors import EvaluationError, InputError
from harness.core.notes import HarnessWarning
from harness.results.pools import read_pool
from tests.test_python_values import QRELS, RR, RUNS, Stream


@pytest.fixture(scope="module")
def scores():
    return harness.score(QRELS, RUNS, ["RR", "ndcg@10"])


def test_a_table_is_one_step_from_scores(scores):
    made = harness.compare(scores).table(baseline="m", columns=["rank"], digits=2)
    means = scores.summary()
    for run, row in made.to_frame().iterrows():
        assert row[scores.labels[0]] == pytest.approx(means.loc[run, scores.labels[0]])
    assert "†" in repr(made)
    assert len(repr(made)) < 2000
    assert "<b>" in made._repr_html_()
    assert "\\begin{table}" in made.to_latex(label="tab:all")
    assert made.to_frame("polars").columns[:2] == ["rank", "run"]
    with pytest.raises(EvaluationError, match="unknown run 'k'"):
        harness.compare(scores).table(baseline="k")


def test_runs_judgments_and_pools_are_written_and_read(tmp_path):
    run, qrels = harness.Run.of(RUNS["m"], "m"), harness.Qrels.of(QRELS)
    assert run.to_dict() == RUNS["m"]
    assert qrels.to_dict() == QRELS
    assert run.save(tmp_path / "m.run") == {}
    assert harness.read_run(tmp_path / "m.run").to_dict() == RUNS["m"]
    assert run.save(tmp_path / "m.tsv", "msmarco")["scores"] == len(run)
    qrels.save(tmp_path / "qrels")
    assert harness.read_qrels(tmp_path / "qrels").to_dict() == QRELS
    with pytest.raises(InputError, match="unknown layout"):
        run.save(tmp_path / "x", "trek")
    pool = harness.pool(RUNS, depth=1)
    pool.save(tmp_path / "pool")
    again, _ = read_pool(tmp_path / "pool")
    assert again.frame.equals(pool.frame)
    blank = harness.read_qrels(tmp_path / "pool" / "qrels.txt")
    assert blank.frame["grade"].unique().to_list() == [-1]


def test_a_diagnosis_of_scores_says_what_takes_them(scores):
    with pytest.raises(EvaluationError, match="Scores where the YAML file"):
        harness.diagnose(scores)


def test_every_result_is_a_frame_of_either_library(scores):
    comparison = harness.compare(scores)
    pool = harness.pool(RUNS, depth=1)
    results = (
        *(scores, comparison, comparison.leaderboard(), comparison.pairs(), comparison.measures()),
        *(comparison.pair("m", "n"), comparison.table(), pool),
        harness.run("configs/demo.yaml").results(),
    )
    for result in results:
        pandas, polars = result.to_frame(), result.to_frame("polars")
        whole = pandas if pandas.index.name is None else pandas.reset_index()
        assert list(whole.columns) == polars.columns, type(result)
        assert whole.map(str).to_numpy().tolist() == [
            [str(cell) for cell in row] for row in polars.rows()
        ]
        assert pl.DataFrame(Stream(result)).equals(polars)
        with pytest.raises(EvaluationError, match="unknown library of frames 'arrow'"):
            result.to_frame("arrow")


def test_what_is_evaluated_goes_out_as_arrow_and_comes_back(scores):
    qrels, run = harness.Qrels.of(QRELS), harness.Run.of(RUNS["n"], "n")
    assert pl.DataFrame(Stream(run)).equals(run.frame)
    again = harness.score(Stream(qrels), {"n": Stream(run)}, "RR")
    assert again["RR"]["n"] == pytest.approx(RR["n"])
    compared = harness.compare(Stream(scores), measures="RR")
    assert compared.pair("m", "n").difference == pytest.approx(RR["m"] - RR["n"])


@pytest.mark.parametrize("name", ["pyarrow", "duckdb"])
def test_readers_of_arrow_take_and_give_what_is_evaluated(scores, name):
    library = importlib.import_module(name)
    run = harness.Run.of(RUNS["n"], "n")
    given = {"long": scores, "run": run, "judged": harness.Qrels.of(QRELS)}
    if name == "pyarrow":
        long, read, judged = map(library.table, given.values())
        values = long.column("value").to_pylist()
    else:
        base = library.connect()
        for table, value in given.items():
            base.register(table, value)
        long, read, judged = (base.sql(f"from {table}") for table in given)
        values = [value for (value,) in base.sql("select value from long").fetchall()]
    assert values == scores.to_frame("polars")["value"].to_list()
    assert pl.DataFrame(read).equals(run.frame)
    again = harness.score(judged, {"n": read}, "RR")
    assert again["RR"]["n"] == pytest.approx(RR["n"])


def arrays_in(value, seen):
    """All arrays of results, and of results in them."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, list | tuple | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from arrays_in(part, seen)
    elif dataclasses.is_dataclass(value) and id(value) not in seen:
        seen[id(value)] = value
        for each in dataclasses.fields(value):
            yield from arrays_in(getattr(value, each.name, None), seen)


def test_no_array_of_a_result_can_be_written(scores):
    comparison = harness.compare(scores, baseline="m")
    results = {
        "scores": scores,
        "comparison": comparison.scores,
        "pair": comparison.pair("m", "n"),
        "leaderboard": comparison.leaderboard(),
        "against": comparison.against(),
        "measures": comparison.measures(),
        "values": harness.Evaluator(QRELS, "RR").values(RUNS["m"]),
        "diagnosis": harness.diagnose_runs(QRELS, RUNS, "RR").rankings,
        "curves": harness.run("configs/demo.yaml").subset_curves,
    }
    for name, result in results.items():
        for held in (result, pickle.loads(pickle.dumps(result)) if name == "scores" else result):
            found = list(arrays_in(held, {}))
            assert found, name
            assert not any(array.flags.writeable for array in found), name


def test_a_comparison_tells_what_its_scores_told():
    qrels = {str(n): {"a": 1, "b": 0} for n in range(1, 31)}
    whole = {t: {"a": 2.0, "b": 1.0} for t in qrels}
    rising = {t: {"b": 1.0, "a": 2.0} for t in qrels}
    with pytest.warns(HarnessWarning):
        scores = harness.score(
            qrels, {"whole": whole, "one": {"1": whole["1"]}, "up": rising}, "RR"
        )
    with pytest.warns(
        HarnessWarning, match=r"do not answer all topics: one \(29 missing\)"
    ) as told:
        comparison = harness.compare(scores)
    assert len(told) == 1
    assert "up: " in str(told[0].message)
    assert "one (29 missing)" in repr(comparison)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        harness.compare(harness.score(qrels, {"x": whole, "y": dict(whole)}, "RR"))


def test_an_evaluator_of_a_task_has_the_values_of_the_task():
    whole = harness.run("configs/demo.yaml").scores
    evaluator = harness.Evaluator.of_task("configs/demo.yaml")
    run = harness.read_run("runs/demo/skerry-tfidf.run")
    again = pickle.loads(pickle.dumps(evaluator))
    held = {}
    for topic, doc, score in run.frame.select("topic", "doc", "score").iter_rows():
        held.setdefault(topic, {})[doc] = score
    expected = whole.only(["skerry-tfidf"])
    for scoring in (evaluator, again):
        for given in (run, {"skerry-tfidf": held}):
            assert (scoring(given).values == expected.values).all()
    assert evaluator.mean(held)["AP"] == whole["AP"]["skerry-tfidf"]


def test_figures_are_drawn_on_axes_of_ones_own(scores):
    plt = pytest.importorskip("matplotlib.pyplot")
    drawn, axes = plt.subplots(2, 3)
    comparison = harness.compare(scores)
    before = plt.rcParams.copy()
    one, two, three, four, five, six = axes.ravel()
    figures = comparison.plot
    assert figures.leaderboard(ax=one) is one
    assert figures.runs(ax=two).get_xlabel() == "RR"
    figures.topics(ax=three)
    figures.heat_map(ax=four)
    figures.difference("m", "n", ax=five)
    harness.pool(RUNS, depth=1).plot.topics(ax=six)
    assert all(ax.get_figure() is drawn for ax in axes.ravel())
    assert all(len(ax.get_children()) > 10 for ax in axes.ravel())
    assert drawn.axes == [*axes.ravel()]  # what stands beside an axes is an inset of it
    assert plt.rcParams == before
    with plt.rc_context({"axes.facecolor": "#EAEAF2", "font.size": 18}):
        themed = comparison.plot.leaderboard()
    assert themed.get_facecolor()[:3] == pytest.approx((0xEA / 255, 0xEA / 255, 0xF2 / 255))
    plt.close("all")


def test_latex_takes_a_caption_and_refuses_what_there_is_not(scores):
    text = harness.to_latex(scores, caption="Of three topics", label="tab:x", digits=3)
    assert "Of three topics" in text
    with pytest.raises(TypeError, match=r"to_latex\(\).*did you mean caption"):
        scores.to_latex(captoin="x")
