"""The ledger of judgments from Python: it is opened, and pools go into it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from harness.config import Task
from harness.formats.files import TASK_SUFFIXES
from harness.judging.ledger import Ledger
from harness.workflows.judge import AddedPool, add, ledger_path, task_to_judge


def read_ledger(target: Task | str | os.PathLike[str]) -> Ledger:
    """Open the ledger of a task, or of a file; it is a context manager.

    Parameters
    ----------
    target
        A task, its YAML file, or the path of a ledger.

    Returns
    -------
    Ledger
        What assessors did; `harness.release_judgments` makes judgments of it.

    Raises
    ------
    HarnessError
        Where there is no ledger, or something else.

    Examples
    --------
    >>> read_ledger("nowhere.ledger")
    Traceback (most recent call last):
    harness.core.errors.InputError: nowhere.ledger: there is no ledger (harness judge add makes ...
    """
    if not isinstance(target, Task):
        if not os.fspath(target).lower().endswith(TASK_SUFFIXES):
            return Ledger(target)
        target = task_to_judge(target)
    return Ledger(ledger_path(target))


def add_to_ledger(
    task: Task | str | os.PathLike[str],
    pool: str | os.PathLike[str],
    roles: Mapping[str, Sequence[str]] | None = None,
) -> AddedPool:
    """Put a pool into the ledger of a task, which is made where there is none.

    Parameters
    ----------
    task
        A task, or its YAML file; its key ``judge`` says who judges what.
    pool
        The directory of a pool, as ``harness pool`` writes it.
    roles
        Further people by their role: ``organiser``, ``adjudicator``.

    Returns
    -------
    AddedPool
        How much came into the ledger.

    Raises
    ------
    HarnessError
        With what is wrong; then nothing was added.

    Examples
    --------
    >>> add_to_ledger("nowhere.yaml", "pools/task")
    Traceback (most recent call last):
    harness.core.errors.UnavailableError: nowhere.yaml: no such file
    """
    return add(task if isinstance(task, Task) else task_to_judge(task), pool, roles)
