"""Which examples tests draw: the same ones for every change, random ones from a seed."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.tasks import ROOT

DRAWING = """
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st


@given(st.integers())
def test_small(number):
    with Path("drawn").open("a") as file:
        print(number, file=file)
    assert abs(number) < 10**6
"""


@pytest.fixture
def drawn(tmp_path):
    """``drawn(profile, *options)``: the numbers that a test draws with the profile."""
    (tmp_path / "test_drawing.py").write_text(DRAWING)

    def draw(profile, *options):
        (tmp_path / "drawn").unlink(missing_ok=True)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", *options]
        paths = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
        environment = {**os.environ, "HYPOTHESIS_PROFILE": profile, "PYTHONPATH": paths}
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert "1 failed" in done.stdout, done.stdout + done.stderr
        return (tmp_path / "drawn").read_text().split()

    return draw


@pytest.mark.slow
def test_the_profile_of_changes_draws_the_same_examples_each_time(drawn):
    assert drawn("ci") == drawn("ci")


@pytest.mark.slow
def test_a_seed_draws_its_own_examples_and_what_failed_is_tried_first_the_next_time(drawn):
    first, second = drawn("deep", "--hypothesis-seed=1"), drawn("deep", "--hypothesis-seed=2")
    assert first != second
    kept = second[0]
    assert abs(int(kept)) >= 10**6
    assert kept in first
