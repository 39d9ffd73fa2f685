"""What a command reads is never written to by it, not even by force."""

from __future__ import annotations

from pathlib import Path

import pytest

#: Each command line with the file that it reads and is told to write.
COMMANDS = {
    "check": (["check", "TASK", "-o", "TASK"], "TASK"),
    "check of a run": (["check", "RUN", "-o", "RUN"], "RUN"),
    "report": (["report", "TASK", "-o", "TASK"], "TASK"),
    "report of a run": (["report", "TASK", "RUN", "-o", "RUN"], "RUN"),
    "report table": (["report", "table", "TASK", "-o", "TASK"], "TASK"),
    "convert": (["convert", "RUN", "--to", "csv", "-o", "RUN"], "RUN"),
    "convert of judgments": (["convert", "QRELS", "--to", "csv", "-o", "QRELS"], "QRELS"),
    "convert of topics": (["convert", "TOPICS", "--to", "tsv", "-o", "TOPICS"], "TOPICS"),
    "pool replay": (["pool", "replay", "TASK", "--curve", "CURVE"], "CURVE"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_writes_to_what_it_reads(harness, demo, tmp_path, name):
    line, written = COMMANDS[name]
    files = {
        "TASK": demo / "configs/demo.yaml",
        "RUN": demo / "runs/demo/keeper-qld.run",
        "QRELS": demo / "qrels/demo/qrels.txt",
        "TOPICS": demo / "qrels/demo/topics.txt",
        "CURVE": tmp_path / "task.svg",
    }
    if written == "CURVE":  # a task file may be called as one likes
        files["TASK"] = files["CURVE"]
        text = (demo / "configs/demo.yaml").read_text()
        files["CURVE"].write_text(text.replace("../", f"{demo}/"))
    before = files[written].read_bytes()
    got = harness(*(str(files.get(word, word)) for word in line), "--force")
    assert got.status == 2
    assert "this file is read by the command, and not written to" in got.err
    assert Path(files[written]).read_bytes() == before
