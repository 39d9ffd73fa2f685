"""What tests of `harness pool` share: a task with three runs."""

from __future__ import annotations

from pathlib import Path

TASK = """\
name: Small
qrels: qrels.txt
runs: ['*.run']
run_pattern: ^(?P<group>[a-z]+)-
measures: [AP]
pool:
  depth: 2
"""

QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 1\n2 0 a 1\n2 0 d 0\n"


def made_task(tmp_path: Path, monkeypatch) -> Path:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "qrels.txt").write_text(QRELS)
    for name, ranked in {
        "x-one": {"1": "abc", "2": "ad"},
        "x-two": {"1": "bac", "2": "da"},
        "y-one": {"1": "cab"},
    }.items():
        lines = [
            f"{topic} Q0 {doc} {rank} {9 - rank} {name}"
            for topic, docs in ranked.items()
            for rank, doc in enumerate(docs, 1)
        ]
        (tmp_path / f"{name}.run").write_text("\n".join(lines) + "\n")
    (tmp_path / "small.yaml").write_text(TASK)
    return tmp_path / "small.yaml"
