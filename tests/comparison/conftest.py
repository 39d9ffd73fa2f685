"""Score tables for tests: published ones, and random ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from harness.comparison import Comparison, Options, ScoreTable

if TYPE_CHECKING:
    import pandas as pd


@pytest.fixture(scope="session")
def adhoc3(stats: Path) -> pd.DataFrame:
    """AP of the 40 runs of TREC-3 on 50 topics."""
    import pandas as pd

    return pd.read_csv(stats / "adhoc3_ap.csv")


@pytest.fixture(scope="session")
def sakai(stats: Path) -> pd.DataFrame:
    """The three systems of Sakai's textbook, 20 topics."""
    import pandas as pd

    columns = {
        name: pd.read_csv(stats / "sakai" / f"{name}.csv", index_col=0)["ndcg@5"] for name in "XYZ"
    }
    return pd.DataFrame(columns)


@pytest.fixture
def table_of():
    """``table_of(values)`` → a table of AP, runs r0, r1, …, topics 100, 101, …"""

    def make(values, measure: str = "AP", **more) -> ScoreTable:
        matrix = np.asarray(values, dtype=float)
        topics = tuple(str(100 + place) for place in range(matrix.shape[0]))
        runs = tuple(f"r{place}" for place in range(matrix.shape[1]))
        return ScoreTable(measure, runs, topics, matrix, **more)

    return make


@pytest.fixture
def noisy(table_of):
    """Six runs on twelve topics; the later ones are better, by little."""
    rng = np.random.default_rng(3)
    values = rng.random((12, 1)) * 0.5 + rng.random((12, 6)) * 0.3 + np.arange(6) * 0.05
    return table_of(np.round(values, 4))


@pytest.fixture(scope="session")
def comparison() -> Comparison:
    """Four runs by AP and GMAP, with attributes."""
    random = np.random.default_rng(3)
    hard = random.beta(0.8, 2, (30, 1))
    values = np.clip(hard + random.normal(0, 0.1, (30, 4)) + np.linspace(0.1, 0, 4), 0, 1)
    runs, topics = tuple("abcd"), tuple(f"{i:02}" for i in range(30))
    tables = (
        ScoreTable("AP", runs, topics, values),
        ScoreTable("GMAP", runs, topics, np.where(values < 0.05, 0.0, values)),
    )
    kinds = {"a": ("x", "s"), "b": ("x", "t"), "c": ("y", "s"), "d": ("y", "t")}
    attributes = {run: {"model": both[0], "stemmer": both[1]} for run, both in kinds.items()}
    return Comparison(tables, Options(samples=500), attributes=attributes)
