"""What the guides of extensions show is done as they say, in a copy of the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ROOT / "docs" / "extending"


def blocks(guide: str, language: str) -> list[str]:
    text = (GUIDES / guide).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of what the tests of a room need."""
    skipped = shutil.ignore_patterns("__pycache__", "node_modules")
    for name in ("harness", "tests", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=skipped)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def run_tests(house: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run tests of the copy, on a few examples."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *arguments],
        cwd=house,
        env={**os.environ, "PYTHONPATH": str(house), "HYPOTHESIS_PROFILE": "fast"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_layouts_of_the_guide_pass_the_tests_of_layouts(house: Path) -> None:
    topics, judgments = blocks("layout.md", "python")
    (house / "harness/formats/topics/bars.py").write_text(topics)
    (house / "harness/formats/qrels_layouts/certain.py").write_text(judgments)
    chosen = "topics-bars or judgments-certain"
    done = run_tests(house, "tests/formats/test_layouts.py", "-k", chosen)
    assert done.returncode == 0, done.stdout[-3000:]
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 10
