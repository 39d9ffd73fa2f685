"""A task of three topics and two runs, of which every number can be worked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.config import load_task
from harness.workflows.evaluate import run
from tests.tasks import FIRST, QRELS, SECOND, TOPICS


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "topics.xml").write_text(TOPICS)
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "lab-first.run").write_text(FIRST)
    (tmp_path / "runs" / "other-second.run").write_text(SECOND)
    return tmp_path


@pytest.fixture
def evaluate(files):
    """Evaluates a task with the given lines added to the usual ones."""

    def call(more: str = "", *, measures: str = "AP, P@2, R@2", **options):
        text = (
            "topics: {path: topics.xml, format: trec-web-xml}\nqrels: qrels.txt\nruns: runs/*.run\n"
        )
        text = "".join(line for line in text.splitlines(True) if line.split()[0] not in more)
        (files / "task.yaml").write_text(f"{text}measures: [{measures}]\n{more}")
        return run(load_task(files / "task.yaml"), **options)

    return call
