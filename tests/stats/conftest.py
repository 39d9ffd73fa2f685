"""Score matrices with published numbers, from the reference collections beside the checkout."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from harness.core.arrays import Floats


@pytest.fixture(scope="session")
def scores_of(stats: Path) -> Callable[[str], Floats]:
    """A reader of score matrices [T, R] by file name, without a first column of topic names."""

    def read(name: str) -> Floats:
        with (stats / name).open() as file:
            named = file.readline().split(",")[0] in ("topic", "query_id")
        matrix = np.genfromtxt(stats / name, delimiter=",", skip_header=1, encoding="utf-8")
        return matrix[:, int(named) :]

    return read


@pytest.fixture(scope="session")
def expected(stats: Path) -> Any:
    """The published and recomputed numbers, by their source."""
    return json.loads((stats / "expected.json").read_text())


@pytest.fixture
def sakai(scores_of: Callable[[str], Floats]) -> Floats:
    """The scores [T, R] of the three runs of Sakai's book."""
    return np.hstack([scores_of(f"sakai/{name}.csv") for name in "XYZ"])
