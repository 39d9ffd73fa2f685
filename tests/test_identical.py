"""Documents that are their own topic, as in data sets whose queries are in the collection."""

from __future__ import annotations

from pathlib import Path

import pytest

import harness
from harness.cli.main import main
from harness.inputs.requirements import load_requirements
from harness.results.directory import read_results
from harness.validation import check_run
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


def test_ties_and_pools_ignore_them_as_evaluations_do(folder: Path, capsys):
    run, qrels = str(folder / "x.run"), str(folder / "qrels.txt")
    for command in (
        [str(folder / "t.yaml")],
        [run, "--qrels", qrels, "-m", "RR", "--ignore-identical"],
    ):
        main(["compare", "ties", *command, "--format", "csv"])
        shown = capsys.readouterr()
        (row,) = (line for line in shown.out.splitlines() if line.startswith("x,RR,"))
        assert row.split(",")[-1] == "1.0000"
        assert "2 documents with the identifiers of their topics left the rankings" in shown.err
    assert harness.pool({"x": RANKED}, depth=1, ignore_identical=True).to_frame()[
        "doc"
    ].tolist() == ["a", "b"]
    assert harness.pool({"x": RANKED}, depth=1).to_frame()["doc"].tolist() == ["q1", "b"]


def test_a_task_ignores_them_and_keeps_what_it_did(folder: Path, monkeypatch):
    evaluation = run(folder / "t.yaml")
    assert evaluation.scores.summarise().tolist() == [[1.0, 4]]
    (note,) = (note for note in evaluation.notes if note.code == "identical-ignored")
    assert note.numbers == {"documents": 2}
    # However large a file is.
    monkeypatch.setattr("harness.inputs.reading.is_large", lambda _: True)
    assert run(folder / "t.yaml").scores.summarise().tolist() == [[1.0, 4]]
    main(["run", "--quiet", str(folder / "t.yaml"), "-o", str(folder / "out")])
    manifest = read_results(folder / "out").manifest
    assert "identical-ignored" in [warning["code"] for warning in manifest["runs"][0]["warnings"]]


@pytest.mark.parametrize(
    "keys", ["ignore_identical: true", "known_judgments: known.txt", "depth: 1"]
)
def test_a_check_advises_by_the_score_that_the_evaluation_gives(folder: Path, capsys, keys: str):
    """Whatever the task takes out of rankings."""
    (folder / "known.txt").write_text("q1 0 q1 0\n")
    twice = "q1 Q0 q1 1 4 x\nq1 Q0 a 2 2 x\nq1 Q0 a 3 1 x\nq2 Q0 b 1 3 x\n"
    (folder / "x.run").write_text(twice)
    task = folder / "t.yaml"
    text = "qrels: qrels.txt\nruns: [x.run]\nmeasures: [RR]\n"
    task.write_text(f"{text}check: {{repairs: [drop-lower-duplicates]}}\n{keys}\n")
    (value,) = run(task).scores.summarise()[0]
    task.write_text(f"{text}{keys}\n")
    with pytest.raises(SystemExit):
        main(["check", str(task), str(folder / "x.run")])
    assert f"→ {value:.4f}" in capsys.readouterr().out
    checked = check_run(folder / "x.run", load_requirements(task))
    assert ("document-identical" in checked.counts) == ("identical" in keys)
