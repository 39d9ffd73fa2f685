"""The demo task of passages: made as its script says, and used by every command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import harness as package

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parent.parent
TASK = ROOT / "configs" / "demo-passages.yaml"
QRELS, RUNS = ROOT / "qrels" / "demo-passages", ROOT / "runs" / "demo-passages"


@pytest.mark.slow
def test_its_script_makes_the_same_bytes(tmp_path: Path) -> None:
    script = ROOT / "scripts" / "make_demo_passages.py"
    subprocess.run([sys.executable, script, "--out", tmp_path], check=True, capture_output=True)
    for path in (QRELS / "qrels.txt", QRELS / "topics.xml", *sorted(RUNS.glob("*.run"))):
        again = tmp_path / path.parent.parent.name / path.parent.name / path.name
        assert again.read_bytes() == path.read_bytes()


def test_the_same_values_come_from_a_task_and_from_python() -> None:
    evaluation = package.run(TASK)
    scores = package.score(
        QRELS / "qrels.txt", sorted(RUNS.glob("*.run")), evaluation.task.measures
    )
    assert scores.runs == evaluation.scores.runs
    assert scores.values.tolist() == evaluation.scores.values.tolist()
    assert list(evaluation.topics) == list(scores.topics)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check", TASK], "4 clean"),
        (["compare", TASK, "-m", "MAgP"], "MAgP: mean over 4 topics"),
        (["compare", TASK, "ferry-articles", "pilot-pair", "-m", "MAiP"], "MAiP"),
        (["diagnose", TASK], "what runs lose by AP"),
        (["pool", TASK, "--depth", "3", "-o", "pool"], "documents"),
        (["report", TASK, "-o", "page.html"], ""),
        (["convert", RUNS / "ferry-matching.run", "--to", "csv"], "offset"),
    ],
)
def test_every_command_takes_it(arguments, words, harness, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = harness(*arguments)
    assert done.status == 0
    assert words in done.out
