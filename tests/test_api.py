"""The Python API: every way of giving runs and judgments leads to the same numbers."""

from __future__ import annotations

import importlib
import subprocess
import sys

import numpy as np
import polars as pl
import pytest

import harness
from harness.core.errors import (
    EvaluationError,
    HarnessError,
    InputError,
    MeasureError,
    UnavailableError,
)
from harness.formats.frames import run_from
from tests.each import each

QRELS = {"1": {"a": 1, "b": 0, "c": 2}, "2": {"a": 1, "d": 1}, "3": {"a": 0}}
RUN = {"1": {"a": 3.0, "b": 2.0, "x": 1.0}, "2": {"b": 1.5, "d": 1.0}}
#: AP by hand: topic 1 has a of {a, c} at rank 1; topic 2 has d of {a, d} at rank 2; 3 has none.
AP = {"1": 0.5, "2": 0.25, "3": 0.0}


@pytest.fixture
def files(tmp_path):
    qrels = tmp_path / "qrels.txt"
    qrels.write_text(
        "".join(f"{t} 0 {d} {g}\n" for t, docs in QRELS.items() for d, g in docs.items())
    )
    run = tmp_path / "my.run"
    rows = [(t, d, s) for t, docs in RUN.items() for d, s in docs.items()]
    run.write_text("".join(f"{t} Q0 {d} 1 {s} tag\n" for t, d, s in rows))
    return qrels, run


def run_frame(kind):
    rows = [(t, d, s) for t, docs in RUN.items() for d, s in docs.items()]
    columns = dict(zip(["qid", "docno", "score"], map(list, zip(*rows, strict=True)), strict=True))
    return kind(columns)


def qrels_frame(kind):
    rows = [(t, d, g) for t, docs in QRELS.items() for d, g in docs.items()]
    columns = dict(zip(["qid", "docno", "label"], map(list, zip(*rows, strict=True)), strict=True))
    return kind(columns)


def ways_of_giving(files):
    import pandas as pd

    qrels, run = files
    read = harness.read_run(run)
    return {
        "paths": (run, qrels),
        "strings": (str(run), str(qrels)),
        "glob": (str(run.parent / "*.run"), qrels),
        "list of paths": ([run], qrels),
        "named path": ({"tag": run}, qrels),
        "Run and Qrels": (read, harness.read_qrels(qrels)),
        "list of Run": ([read], harness.read_qrels(qrels)),
        "nested dictionaries": ({"tag": RUN}, QRELS),
        "pandas frames": ({"tag": run_frame(pd.DataFrame)}, qrels_frame(pd.DataFrame)),
        "polars frames": ({"tag": run_frame(pl.DataFrame)}, qrels_frame(pl.DataFrame)),
    }


@pytest.mark.parametrize("way", range(10))
def test_every_way_of_giving_runs_and_judgments_scores_the_same(files, way):
    name, (runs, qrels) = list(ways_of_giving(files).items())[way]
    scores = harness.score(qrels, runs, ["AP", "P@2"])
    assert scores.runs == ("tag",), name
    assert scores.per_topic("AP")["tag"].to_dict() == AP, name
    assert scores.summary().loc["tag", "AP"] == 0.25, name


def test_the_answered_policy_leaves_unanswered_topics_out():
    scores = harness.score(QRELS, RUN, ["AP"], topic_policy="answered")
    assert scores.summary().loc["run", "AP"] == 0.375
    assert scores.topics == ("1", "2")


def test_coverage_tells_what_the_averages_rest_on():
    run = {**RUN, "99": {"a": 1.0}}
    (cover,) = harness.score(QRELS, run, ["AP"]).coverage
    assert cover.averaged == ("1", "2", "3")
    assert cover.missing == ("3",)
    assert cover.extra == ("99",)
    assert cover.without_relevant == ("3",)
    assert (cover.retrieved, cover.unjudged) == (5, 2)


def test_micro_adds_numerators_and_denominators():
    scores = harness.score(QRELS, RUN, ["P@2", "R@2", "RR"])
    micro = scores.summary("micro").loc["run"]
    assert micro["P@2"] == 2 / 6  # relevant in the first two ranks 1 + 1 + 0, of 3 · 2
    assert micro["R@2"] == 2 / 4  # of R = 2 + 2 + 0
    assert np.isnan(micro["RR"])  # no ratio


def test_a_subset_of_topics_is_summarised_alone():
    scores = harness.score(QRELS, RUN, ["AP"])
    assert scores.summary(topics=["2"]).loc["run", "AP"] == 0.25
    with pytest.raises(EvaluationError, match="topic '22' was not evaluated"):
        scores.summary(topics=["22"])


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("mean", 0.25), ("sum", 0.75), ("median", 0.25), ("sd", 0.25), ("geometric", 0.01077217345)],
)
def test_summaries_of_three_values_worked_by_hand(kind, expected):
    scores = harness.score(QRELS, RUN, ["AP"])  # .5, .25, 0 (which counts .00001 geometrically)
    assert scores.summary(kind).loc["run", "AP"] == pytest.approx(expected, rel=1e-9)


def test_the_long_form_has_a_row_for_each_run_topic_and_measure():
    long = harness.score(QRELS, {"x": RUN, "y": RUN}, ["AP", "RR"]).per_topic()
    assert list(long.columns) == ["run", "topic", "measure", "value"]
    assert len(long) == 2 * 3 * 2


@each(
    [
        (lambda: harness.score(QRELS, RUN, ["ndgc@10"]), MeasureError, "did you mean nDCG"),
        (
            lambda: harness.score(QRELS, RUN, topic_policy="al"),
            EvaluationError,
            "unknown topic policy",
        ),
        (lambda: harness.score(QRELS, RUN, dialect="trec_eval"), EvaluationError, "did you mean"),
        (lambda: harness.score(QRELS, {}), HarnessError, "no runs given"),
        (lambda: harness.score(QRELS, {"7": {"a": 1.0}}), EvaluationError, "no topic in common"),
        (lambda: harness.score(QRELS, RUN, ["Accuracy"]), MeasureError, "collection_size"),
        (lambda: harness.score(QRELS, "nowhere.run"), UnavailableError, "no such file"),
        (
            lambda: harness.score(QRELS, [run_from(RUN, "x"), run_from(RUN, "x")]),
            EvaluationError,
            "2 runs are called",
        ),
        (lambda: harness.score(QRELS, {"1": {"a": float("nan")}}), InputError, "nan is not a"),
        (lambda: harness.score(QRELS, RUN, ["AP"]).summary("maen"), EvaluationError, "mean"),
        (
            lambda: harness.score(QRELS, RUN, ["AP"]).per_topic("RR"),
            EvaluationError,
            "not computed",
        ),
    ],
    "call",
    "error",
    "message",
)
def test_wrong_arguments_get_a_clear_error(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_inputs_are_not_changed():
    import pandas as pd

    run, qrels = run_frame(pd.DataFrame), qrels_frame(pd.DataFrame)
    run_before, qrels_before = run.copy(deep=True), qrels.copy(deep=True)
    harness.score(qrels, {"r": run})
    pd.testing.assert_frame_equal(run, run_before)
    pd.testing.assert_frame_equal(qrels, qrels_before)


def test_everything_in_all_exists_and_nothing_else_is_public():
    for name in harness.__all__:
        assert getattr(harness, name) is not None
    assert sorted(harness.__all__) == dir(harness)
    for home in set(harness._HOME.values()):
        importlib.import_module(home)
    with pytest.raises(AttributeError, match="no attribute 'scroe'"):
        harness.scroe  # noqa: B018


@pytest.mark.parametrize(
    "command", ["import harness", "from harness.cli.main import main; main(['--help'])"]
)
def test_importing_and_help_load_no_heavy_library(command):
    heavy = "{'numpy', 'pandas', 'polars', 'scipy', 'matplotlib', 'dask', 'ir_datasets', 'pydantic', 'rich'}"
    code = f"""
import sys
try:
    {command}
except SystemExit:
    pass
print(sorted({heavy} & set(sys.modules)))
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.splitlines()[-1] == "[]"


def test_measures_of_ir_measures_go_by_their_names():
    ir_measures = pytest.importorskip("ir_measures")
    named = harness.score(QRELS, RUN, ["AP", "nDCG@10", "P(rel=2)@2"]).summary()
    given = [ir_measures.AP, ir_measures.nDCG @ 10, ir_measures.P(rel=2) @ 2]
    assert harness.score(QRELS, RUN, given).summary().equals(named)
    assert harness.score(QRELS, RUN, ir_measures.AP).labels == ("AP",)


def test_bare_rows_are_judgments_and_runs():
    rows = [(t, d, g) for t, docs in QRELS.items() for d, g in docs.items()]
    ranked = [(t, d, s) for t, docs in RUN.items() for d, s in docs.items()]
    for run in (ranked, {"run": ranked}, [ranked], tuple(ranked)):
        assert harness.score(rows, run, "AP").per_topic("AP")["run"].to_dict() == AP
    with pytest.raises(HarnessError, match=r"bare rows are \(topic, document, grade\)"):
        harness.score([("1", "a")], RUN)


def test_runs_without_a_name_are_numbered_and_those_with_one_are_not():
    assert harness.score(QRELS, [RUN, RUN], "AP").runs == ("run1", "run2")
    assert harness.score(QRELS, [RUN], "AP").runs == ("run",)
    named = run_from(RUN, "mine")
    assert harness.score(QRELS, [RUN, named, RUN], "AP").runs == ("run1", "mine", "run2")


def test_results_show_themselves_shortly_and_nothing_in_them_acts():
    evil = "<script>x</script>\x1b[2J"
    runs = {f"{evil}{number}": RUN for number in range(15)}
    scores = harness.score(QRELS, runs, ["AP", "P@2"])
    compared = harness.compare(scores, measures="AP")
    pooled = harness.pool(runs, depth=1)
    assert "… and 5 more" in repr(scores)
    notes = [note.line for note in scores.notes[1:]]
    assert len(repr(scores).splitlines()) == 13 + len(notes)
    assert len(repr(scores)) < 2000
    for result in (scores, compared, pooled):
        assert "<table>" in result._repr_html_()
        assert "<script>" not in result._repr_html_()
        assert "\x1b" not in result._repr_html_() + repr(result)
        assert len(repr(result).splitlines()) <= 13 + len(notes)


def test_frames_have_topics_in_natural_order():
    topics = ["1", "2", "10", "11"]
    qrels = {topic: {"a": 1} for topic in topics}
    scores = harness.score(qrels, qrels_as_run(topics), "AP")
    assert scores.per_topic("AP").index.to_list() == topics
    assert scores.to_frame()["topic"].to_list() == topics


def qrels_as_run(topics):
    return {topic: {"a": 1.5} for topic in topics}


def test_the_verbs_of_the_command_line_in_python(demo, tmp_path):
    task, run = demo / "configs/demo.yaml", demo / "runs/demo/keeper-qld.run"
    checks = harness.check(run, task)
    assert (checks.status, "1 clean" in str(checks)) == (0, True)
    assert len(harness.check(task=task).files) == 9
    page = tmp_path / "page.html"
    report = harness.make_report(task, [run], output=page)
    assert (report.runs, report.name) == (("keeper-qld",), "demo: keeper-qld")
    assert page.read_text().startswith("<!doctype html>")
    page.write_text("mine")
    with pytest.raises(InputError, match="exists"):
        harness.make_report(task, [run], output=page)
    assert harness.diagnose(task, ["keeper-qld", "keeper-rrf"]).rankings is not None
    whole = harness.run(task)
    assert repr(whole).startswith("Evaluation of demo\nScores: 9 runs, 15 topics")
    differences = harness.find_differences(whole, whole)
    assert differences.equal
    assert repr(differences).startswith("Differences: 9 runs, ")
    assert "<table>" in differences._repr_html_()
    assert harness.compare(whole, measures="AP").tables[0].runs == whole.scores.runs
