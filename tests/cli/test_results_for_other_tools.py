"""Results in the forms of ranx, MTEB and pytrec_eval, held against the first and the last."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import pytrec_eval

import harness.cli.eval as command
from harness.report import other_tools
from tests import uncompiled_ranx

QRELS = {"q1": {"d1": 2, "d2": 0, "d3": 1}, "q2": {"d3": 1, "d9": 1}}
RUNS = {
    "x": {"q1": {"d1": 0.5, "d2": 0.75, "d3": 0.25}, "q2": {"d1": 3.0, "d3": 2.0}},
    "y": {"q1": {"d3": 1.0}, "q2": {"d9": 2.0, "d3": 1.0}},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "nfcorpus" / "qrels").mkdir(parents=True)
    (tmp_path / "nfcorpus" / "qrels" / "dev.json").write_text(json.dumps(QRELS))
    (tmp_path / "other.json").write_text(json.dumps(QRELS))
    for name, run in RUNS.items():
        (tmp_path / name).write_text(json.dumps(run))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def result(harness: Any, form: str, *arguments: str) -> Any:
    got = harness("eval", "-c", "--format", form, *arguments)
    assert got.status == 0, got.err
    return json.loads(got.out)


def test_the_command_offers_the_forms_that_there_are() -> None:
    assert set(command._OF_TOOLS) == set(other_tools.TOOLS)


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_ranx_has_the_same_numbers_under_the_same_names(harness: Any) -> None:
    names = ["ndcg@2", "map", "mrr", "precision@2", "recall@2", "hit_rate@1", "r-precision"]
    measures = [option for name in names for option in ("-m", name)]
    got = result(harness, "ranx", *measures, "other.json", "x", "y")
    report = uncompiled_ranx.compared(QRELS, RUNS, names)
    assert sorted(got["metrics"]) == sorted(names)
    assert got["model_names"] == report["model_names"]
    for name in RUNS:
        assert got[name]["scores"] == pytest.approx(report[name]["scores"], abs=1e-12)


@pytest.mark.usefixtures("folder")
def test_pytrec_eval_has_the_same_dictionary(harness: Any) -> None:
    asked = {"map", "ndcg_cut_10", "P_5", "num_rel_ret", "gm_map", "gm_bpref"}
    measures = [option for name in sorted(asked) for option in ("-m", name)]
    theirs = pytrec_eval.RelevanceEvaluator(
        QRELS, asked - {"ndcg_cut_10", "P_5"} | {"ndcg_cut.10", "P.5"}
    )
    expected = theirs.evaluate(RUNS["x"])
    got = result(harness, "pytrec_eval", *measures, "other.json", "x")
    assert got.keys() == expected.keys()
    for topic, values in expected.items():
        assert got[topic] == pytest.approx({name: values[name] for name in asked}, abs=1e-12)


@pytest.mark.parametrize(
    ("qrels", "task", "split"),
    [("nfcorpus/qrels/dev.json", "nfcorpus", "dev"), ("other.json", "other", "test")],
)
@pytest.mark.usefixtures("folder")
def test_mteb_has_its_names_and_the_names_of_its_folder(
    harness: Any, qrels: str, task: str, split: str
) -> None:
    got = result(harness, "mteb", "-m", "map", "-m", "ndcg_at_10", "-m", "RBP", qrels, "x")
    assert (got["task_name"], list(got["scores"])) == (task, [split])
    (scores,) = got["scores"][split]
    assert scores["main_score"] == scores["ndcg_at_10"]
    named = {"map", "ndcg_at_10", "RBP", "main_score", "hf_subset", "languages"}
    assert scores.keys() == named


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mteb", "other.json", "x", "y"), "mteb holds one run, and these are 2"),
        (("pytrec_eval", "other.json", "x", "y"), "pytrec_eval holds one run"),
        (("ranx", "-q", "other.json", "x"), "--format ranx has no topics"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_what_a_form_cannot_hold_is_refused(
    harness: Any, arguments: tuple[str, ...], message: str
) -> None:
    got = harness("eval", "-m", "map", "--format", *arguments)
    assert (got.status, got.out) == (2, "")
    assert message in got.err
