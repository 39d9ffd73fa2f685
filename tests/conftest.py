"""What all tests share: hypothesis profiles and the reference collections beside the checkout."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("dev", deadline=None, max_examples=60)
settings.register_profile(
    "ci",
    deadline=None,
    max_examples=60,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("deep", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference collections; tests that need them are skipped where they are absent."""
    if not SHARED.is_dir():
        pytest.skip("the reference collections are not beside this checkout")
    return SHARED


@pytest.fixture(scope="session")
def demo() -> Path:
    """The root of the repository, for tests that use the demo task."""
    return ROOT
