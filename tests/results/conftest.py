"""The results of the demo task, and what lies in a directory."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.config import load_task
from harness.results.directory import Results
from harness.workflows.evaluate import run
from tests.results.differences_cases import Task


@pytest.fixture(scope="module")
def evaluation():
    return run(load_task(Path(__file__).resolve().parents[2] / "configs" / "demo.yaml"))


@pytest.fixture
def results(evaluation) -> Results:
    return evaluation.results()


@pytest.fixture
def task(tmp_path) -> Task:
    """A task of which one thing at a time is changed."""
    return Task(tmp_path)


@pytest.fixture
def base(task) -> Path:
    """Its results before anything is changed."""
    return task.evaluate()


def contents(directory: Path) -> dict[str, bytes]:
    return {entry.name: entry.read_bytes() for entry in directory.iterdir()}
