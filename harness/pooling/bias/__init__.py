"""Bias of a pool: documents that rest on one contributor, and their effect on rankings."""

from __future__ import annotations

from harness.pooling.bias.leaderboards import (
    Contribution,
    LeaderboardComparison,
    Uniques,
    compare_leaderboards,
    measure_judged_share,
    unique_documents,
)
from harness.pooling.bias.leaveout import LeaveOut, ScoreChange, leave_out

__all__ = [
    "Contribution",
    "LeaderboardComparison",
    "LeaveOut",
    "ScoreChange",
    "Uniques",
    "compare_leaderboards",
    "leave_out",
    "measure_judged_share",
    "unique_documents",
]
