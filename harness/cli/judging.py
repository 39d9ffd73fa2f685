"""The beginning of the commands of `harness judge`: the task, and whether the ledger is its own."""

from __future__ import annotations

from harness.cli.output import tell_notes
from harness.config import Task
from harness.workflows.ledgers import other_guidelines, task_to_judge


def judged_task(task_file: str, *, judged: bool = False) -> Task:
    """The task of a file; a warning is printed where its ledger has other guidelines."""
    task = task_to_judge(task_file, judged=judged)
    tell_notes(other_guidelines(task))
    return task
