"""Documents that are their own topic, as in data sets whose queries are in the collection."""

from __future__ import annotations

from pathlib import Path

import pytest

import harness
from harness.cli.main import main
from harness.results.directory import read_results
from harness.workflows.evaluate import run

QRELS = {"q1": {"a": 1}, "q2": {"b": 1}}
RANKED = {"q1": {"q1": 3.0, "a": 2.0, "q2": 1.0}, "q2": {"b": 3.0, "c": 2.0, "q2": 1.0}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines = [f"{t} 0 {doc} {g}" for t, docs in QRELS.items() for doc, g in docs.items()]
    (tmp_path / "qrels.txt").write_text("\n".join(lines) + "\n")
    lines = [f"{t} Q0 {doc} 1 {s} x" for t, docs in RANKED.items() for doc, s in docs.items()]
    (tmp_path / "x.run").write_text("\n".join(lines) + "\n")
    task = "name: t\nqrels: qrels.txt\nruns: [x.run]\nmeasures: [RR, NumRet]\n"
    (tmp_path / "t.yaml").write_text(task + "ignore_identical: true\n")
    return tmp_path


def test_they_count_unless_they_are_ignored_and_then_it_is_said(folder: Path, capsys):
    assert harness.score(QRELS, {"x": RANKED}, ["RR", "NumRet"]).summarise().tolist() == [[0.75, 6]]
    scores = harness.score(QRELS, {"x": RANKED}, ["RR", "NumRet"], ignore_identical=True)
    assert scores.summarise().tolist() == [[1.0, 4]]
    for option, value in (("--quiet", "0.7500"), ("--ignore-identical", "1.0000")):
        main(["eval", "-m", "RR", option, str(folder / "qrels.txt"), str(folder / "x.run")])
        shown = capsys.readouterr()
        assert shown.out.split()[-1] == value
        assert ("left the rankings" in shown.err) == (option == "--ignore-identical")


def test_a_task_ignores_them_and_keeps_what_it_did(folder: Path, monkeypatch):
    evaluation = run(folder / "t.yaml")
    assert evaluation.scores.summarise().tolist() == [[1.0, 4]]
    (note,) = (note for note in evaluation.notes if note.code == "identical-ignored")
    assert note.numbers == {"documents": 2}
    # However large a file is.
    monkeypatch.setattr("harness.workflows.reading.is_large", lambda _: True)
    assert run(folder / "t.yaml").scores.summarise().tolist() == [[1.0, 4]]
    main(["run", "--quiet", str(folder / "t.yaml"), "-o", str(folder / "out")])
    manifest = read_results(folder / "out").manifest
    assert "identical-ignored" in [warning["code"] for warning in manifest["runs"][0]["warnings"]]
