"""Where outputs of a task go is what ``harness help output`` says, wherever a command is called."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

#: What is called, in this order, from another folder than that of the task.
CALLS = (
    ("run",),
    ("run", "runs/keeper-qld.run"),
    ("report",),
    ("report", "sheets"),
    ("report", "figures"),
    ("pool",),
    ("judge", "add", "lab/pools/web"),
    ("judge", "packet", "ann", "--to", "csv"),
    ("judge", "simulate"),
    ("judge", "next"),
    ("receive", "runs/keeper-qld.run", "--group", "keeper"),
)
TASK = """
topics: topics.txt
qrels: qrels.txt
documents: documents.jsonl
runs: runs/*.run
run_pattern: (?P<group>[a-z]+)-[^/]+\\.run$
measures: [AP]
pool: {strategy: move-to-front, budget: 4, batch: 2}
judge:
  assessors: [ann]
  dimensions: {relevance: {grades: {0: no, 1: yes, 2: very}}}
"""


@pytest.mark.long
def test_outputs_are_where_help_says_wherever_a_command_is_called(
    harness, demo, tmp_path, monkeypatch
):
    lab, elsewhere = tmp_path / "lab", tmp_path / "elsewhere"
    lab.mkdir()
    elsewhere.mkdir()
    for name in ("topics.txt", "qrels.txt", "documents.jsonl"):
        shutil.copy(demo / "qrels/demo" / name, lab)
    (lab / "runs").mkdir()
    for name in ("keeper-qld", "fresnel-lsa"):
        shutil.copy(demo / f"runs/demo/{name}.run", lab / "runs")
    (lab / "web.yaml").write_text(TASK)
    before = {path.name for path in lab.iterdir()}
    monkeypatch.chdir(elsewhere)
    for words in CALLS:
        command = 2 if words[0] == "judge" or words[1:] in {("sheets",), ("figures",)} else 1
        files = [
            f"../{word}" if word.startswith("lab/") else word.replace("runs/", "../lab/runs/")
            for word in words[command:]
        ]
        got = harness(*words[:command], "../lab/web.yaml", *files)
        assert got.status == 0, (words, got.err)
    assert list(elsewhere.iterdir()) == []
    assert {path.name for path in lab.iterdir()} - before == {
        *("packets", "pools", "receipts", "results", "web.ledger", "web.ledger.key")
    }
    said = re.findall(r"^ +(lab/\S+)  ", harness("help", "output").out, re.MULTILINE)
    assert len(said) == 7
    assert [place for place in said if not (tmp_path / place).exists()] == []
    further = ("results/web-keeper-qld", "results/web-figures", "pools/web-2")
    assert [place for place in further if not (Path("../lab") / place).is_dir()] == []
