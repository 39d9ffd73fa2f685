"""The bias of a pool: what rests on a single contributor, and what rankings owe to it."""

from __future__ import annotations

from harness.pooling.bias.leaderboards import LeaderboardComparison, compare_leaderboards, judged_at
from harness.pooling.bias.leaveout import UNCONTRIBUTED, LeaveOut, ScoreChange, leave_out
from harness.pooling.bias.uniques import Contribution, Uniques, unique_documents

__all__ = [
    "UNCONTRIBUTED",
    "Contribution",
    "LeaderboardComparison",
    "LeaveOut",
    "ScoreChange",
    "Uniques",
    "compare_leaderboards",
    "judged_at",
    "leave_out",
    "unique_documents",
]
