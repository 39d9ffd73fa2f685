"""Runs of a task that cannot be used as they are: the command and the repairs that lead out."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from harness.config import RunFile, Task
from harness.core.errors import InputError, Problem
from harness.formats.files import TASK_SUFFIXES
from harness.report.findings import Checks
from harness.validation import Checked, Requirements, check_run
from harness.workflows.requirements import requirements_of


def way_out(task: Task, refused: Collection[str], of: int) -> Iterator[Problem]:
    """What to do about runs of a task that are ``refused`` (their paths), of so many.

    It names the command that lists all that is wrong with them, and the repairs that would settle
    it. There is none for a task that was made in Python, or taken from a manifest.
    """
    source = task.document.source if task.document else ""
    if not source.lower().endswith(TASK_SUFFIXES):
        return
    requirements = Requirements() if task.check is None else requirements_of(task)
    files = [file for file in task.runs if file.path in refused]
    remedies = Checks([_checked(file, task, requirements) for file in files]).remedies()
    hint = f"harness check {source} lists all that is wrong with them"
    if remedies:
        hint += f"; repairs for the key check.repairs: {', '.join(remedies)}"
    are = "it is" if len(refused) == 1 else "they are"
    yield Problem(f"{len(refused)} of {of} runs cannot be used as {are}", hint=hint)


def _checked(file: RunFile, task: Task, requirements: Requirements) -> Checked:
    place = task.place(file.path)
    try:
        return check_run(place, requirements, name=file.name, format=file.format, advised=True)
    except InputError as error:
        return Checked.unreadable(place, error)
