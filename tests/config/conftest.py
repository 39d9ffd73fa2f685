"""What makes a task of a text, or says what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from harness.config import Task, load_task
from harness.core.errors import ConfigError, Problem


@pytest.fixture
def task_of(tmp_path: Path) -> Callable[[str], Task]:
    """Loads a task file with the given text, beside a few data files."""
    (tmp_path / "runs" / "deep").mkdir(parents=True)
    for name in ("runs/b.run", "runs/a.run", "runs/deep/c.run", "runs/x[1].txt"):
        (tmp_path / name).write_text(f"1 Q0 d1 1 1.0 tag-of-{Path(name).stem}\n")
    (tmp_path / "qrels.txt").write_text("1 0 d1 1\n")
    (tmp_path / "topics.txt").write_text("1\tpearls\n")

    def load(text: str | bytes) -> Task:
        path = tmp_path / "task.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_task(path)

    return load


@pytest.fixture
def problems_of(task_of: Callable[[str], Task]) -> Callable[[str], list[Problem]]:
    """The problems of a task file with the given text."""

    def find(text: str) -> list[Problem]:
        with pytest.raises(ConfigError) as caught:
            task_of(text)
        return list(caught.value.problems)

    return find


@pytest.fixture
def problem_of(problems_of: Callable[[str], list[Problem]]) -> Callable[[str], Problem]:
    """The only problem of a task file with the given text."""

    def find(text: str) -> Problem:
        (problem,) = problems_of(text)
        return problem

    return find
