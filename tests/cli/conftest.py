"""The demo task, as it is and as a copy that may be changed and evaluated again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import harness as package
from harness.results import write_results


@pytest.fixture
def task(demo) -> Path:
    return demo / "configs/demo.yaml"


def evaluated(folder: Path, name: str) -> Path:
    """The results of the task in a folder, in a directory of this name beside it."""
    return write_results(package.run(folder / "configs/demo.yaml").results(), folder / name)


@pytest.fixture(scope="module")
def copied(demo, tmp_path_factory) -> Path:
    """The demo task, to be changed."""
    folder = tmp_path_factory.mktemp("demo")
    for name in ("configs", "qrels", "runs"):
        shutil.copytree(demo / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def before(copied) -> Path:
    return evaluated(copied, "before")
