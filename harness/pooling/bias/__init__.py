"""The bias of a pool: what rests on a single contributor, and what rankings owe to it."""

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
