"""The unrelated package `harness`, installed beside this one, is noticed at the start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import harness as package


@pytest.fixture
def site(tmp_path):
    """A folder of installed packages, with this one in it."""
    (tmp_path / "harness").symlink_to(Path(package.__file__).parent)
    (tmp_path / "ir_harness-0.1.0.dist-info").mkdir()
    return tmp_path


def called(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-m", "harness", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, cwd=site
    )


def test_this_package_alone_starts(site):
    done = called(site, "--version")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("info", ["harness-2.1.0.dist-info", "harness-0.9.egg-info"])
def test_the_other_package_beside_it_is_an_error_that_says_what_to_do(site, info):
    (site / info).mkdir()
    done = called(site, "--version")
    assert (done.returncode, done.stdout) == (2, "")
    version = info.split("-")[1].rpartition(".")[0]
    assert done.stderr == (
        f"Error: {site}: the unrelated package harness {version} is installed over files of "
        "ir-harness (pip uninstall harness ir-harness, then pip install ir-harness)\n"
    )
