"""Checks of run files: findings with their positions, and repairs.

`check_run` checks a file against `Requirements`; `CHECKS` and `REPAIRS` list all checks and
repairs.
"""

from harness.validation.advice import repair_diff
from harness.validation.checking import check_run
from harness.validation.findings import CHECKS, SEVERITIES, Check, Finding, Fold
from harness.validation.repairs import REPAIRS, Repair
from harness.validation.requirements import (
    LazyJudgments,
    Requirements,
    find_known,
    find_listed,
    find_matching,
)
from harness.validation.submission import CheckResult, Tally, check_together

__all__ = [
    "CHECKS",
    "REPAIRS",
    "SEVERITIES",
    "Check",
    "CheckResult",
    "Finding",
    "Fold",
    "LazyJudgments",
    "Repair",
    "Requirements",
    "Tally",
    "check_run",
    "check_together",
    "find_known",
    "find_listed",
    "find_matching",
    "repair_diff",
]
