"""The bias of a pool: what rests on a single contributor, and what rankings owe to it. No I/O."""

from __future__ import annotations

from harness.bias.leaderboards import Comparison, compare_leaderboards, judged_at
from harness.bias.leaveout import UNCONTRIBUTED, Change, LeaveOut, leave_out
from harness.bias.uniques import Contribution, Uniques, unique_documents

__all__ = [
    "UNCONTRIBUTED",
    "Change",
    "Comparison",
    "Contribution",
    "LeaveOut",
    "Uniques",
    "compare_leaderboards",
    "judged_at",
    "leave_out",
    "unique_documents",
]
