"""What tests of `harness diagnose` share: the command on the demo task, and its scores."""

from __future__ import annotations

import pytest

import harness as package


@pytest.fixture
def diagnose(harness, demo):
    """``diagnose("--run", …)`` on the demo task."""
    return lambda *args: harness("diagnose", demo / "configs/demo.yaml", *args)


@pytest.fixture
def table(diagnose):
    """One table of the demo task as rows of texts."""
    return lambda part, *args: diagnose(*args, "--part", part, "--format", "csv").rows


@pytest.fixture(scope="module")
def scores(demo):
    return package.run(demo / "configs/demo.yaml").scores
