"""Comparisons of an evaluation's runs: tests, families and their results."""

from __future__ import annotations

from harness.comparison.baseline import BaselineComparison, BaselineFamily, against, every_pair
from harness.comparison.between import Agreement, Measures, compare_leaderboards, compare_measures
from harness.comparison.board import Board, RankedRuns, leaderboard
from harness.comparison.comparison import Comparison
from harness.comparison.pair import PairComparison, compare_pair
from harness.comparison.significance import TESTS
from harness.comparison.table import ScoreTable
from harness.settings.compare import Options
from harness.settings.names import ALL_CORRECTIONS

__all__ = [
    "ALL_CORRECTIONS",
    "TESTS",
    "Agreement",
    "BaselineComparison",
    "BaselineFamily",
    "Board",
    "Comparison",
    "Measures",
    "Options",
    "PairComparison",
    "RankedRuns",
    "ScoreTable",
    "against",
    "compare_leaderboards",
    "compare_measures",
    "compare_pair",
    "every_pair",
    "leaderboard",
]
