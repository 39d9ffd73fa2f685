"""Pools, ledgers and diagnoses of values in memory: options, questions in turn, worst topics."""

from __future__ import annotations

import shutil
import warnings
from pathlib import Path

import pytest

import harness
from harness.core.errors import EvaluationError, InputError
from harness.core.notes import HarnessWarning
from harness.results.pools import write_pool
from harness.workflows.pool import make_pool

ROOT = Path(__file__).resolve().parents[1]
QRELS = {"1": {"a": 1, "b": 0}, "2": {"c": 2, "d": 1}, "10": {"e": 1}}
RUNS = {
    "x": {"1": ["b", "a"], "2": ["c", "z", "d"], "10": ["f"]},
    "y": {"1": ["a", "b"], "2": ["z", "c"], "10": ["e", "f"]},
}


def test_options_of_a_pool_are_typed_and_refused_where_there_are_none():
    pool = harness.pool(RUNS, depth=1, topics=["1", "2"], groups={"x": "g", "y": "h"}, seed=7)
    assert pool.to_frame()[["topic", "doc"]].to_numpy().tolist() == [
        *(["1", "a"], ["1", "b"], ["2", "c"], ["2", "z"])
    ]
    drawn = [harness.pool(RUNS, "uniform", budget=1, seed=seed).plan["seed"] for seed in (1, 7)]
    assert drawn == [1, 7]
    merged = harness.pool(RUNS, "rrf", budget=1, parameters={"k": 10})
    assert merged.plan["parameters"]["k"] == 10
    with pytest.raises(TypeError, match=r"argument 'topcis' \(did you mean topics\?\)"):
        harness.pool(RUNS, topcis=["1"])
    with pytest.raises(EvaluationError, match="chooses everything at once"):
        harness.pool(RUNS, depth=1, batch=3)


def test_odd_runs_of_a_pool_are_warned_of():
    rising = {str(n): {"a": 1.0, "b": 2.0, "c": 3.0} for n in range(30)}
    with pytest.warns(HarnessWarning, match="up: ") as told:
        harness.pool({"up": rising}, depth=1)
    assert len(told) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        harness.pool(RUNS, depth=1)


def test_an_adaptive_pool_asks_in_turns_as_one_that_knows_all_grades():
    live = harness.adaptive_pool(RUNS, "maxmean", budget=2)
    assert repr(live).endswith("0 documents asked for, 0 judged")
    while batch := live.next(1):
        for topic, doc in batch:
            live.judge(topic, {doc: QRELS[topic].get(doc, 0)})
    assert live.waiting == []
    assert all(len(live.judged.frame.filter(topic=topic)) == 2 for topic in QRELS)
    whole = {t: {d: QRELS[t].get(d, 0) for d in ("a", "b", "c", "d", "e", "f", "z")} for t in QRELS}
    asked = harness.adaptive_pool(RUNS, "maxmean", budget=2)
    for topic, grades in whole.items():
        offered = {doc for run in RUNS.values() for doc in run[topic]}
        assert {doc for _, doc in asked.next(2, topic)} <= offered & grades.keys()
    again = harness.adaptive_pool(RUNS, "maxmean", budget=3, judged=live.judged, pooled=live.pool())
    assert not {*again.next(9)} & {*live.pool().frame.select("topic", "doc").rows()}
    with pytest.raises(EvaluationError, match="draws everything at once"):
        harness.adaptive_pool(RUNS, "uniform", budget=2)


def test_a_pool_goes_into_a_ledger_and_judgments_come_out(tmp_path, monkeypatch):
    for name in ("configs", "qrels", "runs"):
        shutil.copytree(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    task = tmp_path / "configs/demo.yaml"
    made = make_pool(task)
    write_pool(made.files(), tmp_path / "pool")
    added = harness.add_to_ledger(task, tmp_path / "pool", {"organiser": ["olga"]})
    assert (added.pool.new, added.pool.known) == (len(made.pool), 0)
    with harness.read_ledger(task) as ledger:
        assert ledger.rows("SELECT name FROM assessor ORDER BY name")[0] == ("ann",)
        released = harness.release_judgments(ledger)
    assert released.manifest["judged"] == 0
    with harness.read_ledger(ledger.path) as again:
        assert again.value("SELECT count(*) FROM assignment") >= len(made.pool)
    with pytest.raises(InputError, match="there is no ledger"):
        harness.read_ledger(tmp_path / "other.ledger")


#: By hand, RR: x has 1/2, 1 and 0; y has 1, 1/2 and 1.
TOPICS = {"1": "pearl farming", "2": "reefs", "10": "lighthouses"}
TEXTS = {"a": "On oysters", "b": {"title": "Harbours", "text": "Of the sea."}, "e": "On light"}


@pytest.fixture(scope="module")
def diagnosis():
    return harness.diagnose_runs(QRELS, RUNS, "RR", topics=TOPICS, documents=TEXTS)


def test_the_worst_topics_come_with_their_texts(diagnosis):
    against = diagnosis.worst("x", against="y", n=2).to_frame("polars")
    assert against.columns[:5] == ["topic", "text", "x", "y", "difference"]
    assert [row[:5] for row in against.rows()] == [
        ("10", "lighthouses", 0.0, 1.0, -1.0),
        ("1", "pearl farming", 0.5, 1.0, -0.5),
    ]
    alone = diagnosis.worst("x", n=9).to_frame()
    assert alone["topic"].tolist() == ["10", "1", "2"]
    assert alone["median"].tolist() == [0.5, 0.75, 0.75]
    assert "lighthouses" in repr(diagnosis.worst("x"))
    with pytest.raises(EvaluationError, match="unknown run 'z'"):
        diagnosis.worst("z")


def test_missed_and_first_documents_come_with_their_texts(diagnosis):
    (missed,) = diagnosis.missed("x").to_frame("polars").rows()
    assert missed == ("10", "lighthouses", "e", "On light", 1, None, 1)
    first = diagnosis.first("x", "1").to_frame("polars").rows()
    assert first == [(1, "b", 0, "Harbours"), (2, "a", 1, "On oysters")]
    assert diagnosis.first("x", "2").to_frame("polars")["grade"].to_list() == [2, None, 1]
    with pytest.raises(EvaluationError, match=r"keep=50"):
        diagnosis.first("x", "1", n=50)


def test_curves_of_runs_in_memory_are_those_of_interpolated_precision(diagnosis):
    plt = pytest.importorskip("matplotlib.pyplot")
    _, axes = plt.subplots()
    assert diagnosis.plot.precision_recall(["x"], ax=axes) is axes
    (line, *_) = axes.get_lines()
    levels = [f"IPrec@{level / 10:g}" for level in range(11)]
    expected = harness.score(QRELS, {"x": RUNS["x"]}, levels).summarise()[0]
    assert line.get_ydata() == pytest.approx(expected)
    assert diagnosis.plot.leaderboard() is not None
    with pytest.raises(EvaluationError, match="diagnose_runs"):
        diagnosis.scores.plot.precision_recall()
    plt.close("all")


def test_a_diagnosis_of_values_is_that_of_files():
    report = harness.diagnose(ROOT / "configs/demo.yaml", measure="AP")
    qrels, runs = ROOT / "qrels/demo/qrels.txt", str(ROOT / "runs/demo/*.run")
    found = harness.diagnose_runs(
        qrels,
        runs,
        "AP",
        topics=ROOT / "qrels/demo/topics.txt",
        documents=ROOT / "qrels/demo/documents.jsonl",
        topic_policy="answered",
    )
    assert found.rankings.names == report.rankings.names
    for mine, theirs in zip(found.rankings.runs, report.rankings.runs, strict=True):
        assert mine.docs == theirs.docs
        assert (mine.ranks == theirs.ranks).all()
    assert all(found.worst("keeper-rrf", n=3).to_frame()["text"])
    assert all(found.first("keeper-rrf", "D01").to_frame()["document"])


@pytest.mark.parametrize("runs", [RUNS, [{"1": {"d1": 1.0}}]])
def test_runs_in_memory_are_not_taken_for_names_of_files(runs):
    with pytest.raises(EvaluationError, match=r"in memory.*Run\.of\(run\)\.save"):
        harness.check(runs)


def test_checks_that_do_not_pass_are_warned_of_and_shown_shortly(tmp_path):
    wrong, right = tmp_path / "wrong.run", tmp_path / "right.run"
    wrong.write_text("1 Q0 d1 1 2.5 mine\n1 Q0 d2 2 9.5 mine\n")
    right.write_text("1 Q0 d1 1 9.5 mine\n1 Q0 d2 2 2.5 mine\n")
    with pytest.warns(HarnessWarning, match=r"1 of 2 runs do not pass: .*wrong.run \(rank-order"):
        checks = harness.check([wrong, right])
    assert repr(checks).splitlines()[0] == "Checks: 2 runs; 1 with errors, 1 clean"
    assert "<table>" in checks._repr_html_()
    assert checks.to_frame("polars").filter(severity="error")["code"].to_list() == ["rank-order"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert harness.check(right).status == 0


def test_scores_of_a_sample_are_written_with_their_errors(tmp_path):
    path = tmp_path / "sample.qrels"
    grades = {"1": (1, 0, -1) * 4, "2": (-1, 1) * 6}
    rows = [(topic, n, grade) for topic, given in grades.items() for n, grade in enumerate(given)]
    path.write_text("".join(f"{topic} 0 d{n} 1 {grade}\n" for topic, n, grade in rows))
    run = {t: {f"d{n}": 20.0 - n for n in range(12)} for t in ("1", "2")}
    scores = harness.score(harness.read_qrels(path, format="strata"), {"x": run}, ["estP@5"])
    assert scores.errors
    again = harness.Scores.from_json(scores.to_json())
    assert again == scores
    assert again.sampling_errors().tolist() == scores.sampling_errors().tolist()
    assert again.sampling_errors()[0, 0] > 0
