"""The ledger of judgments from Python: pools into it, judgments out of it."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from harness.config import Task
from harness.formats.files import TASK_SUFFIXES
from harness.judging.ledger import Ledger
from harness.judging.policies import Policy
from harness.judging.releases import Release, release
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


def release_judgments(
    ledger: Ledger,
    policy: Policy | str = "adjudicated",
    *,
    dimension: str | None = None,
    layout: str | None = None,
    position: int | None = None,
) -> Release:
    """The judgments of a ledger, a grade a document, by a policy.

    Parameters
    ----------
    ledger
        As `harness.read_ledger` opens it.
    policy
        What counts where several people judged a document.
    dimension
        The first of the guidelines if None.
    layout
        Of the judgments; that of the pool if None.
    position
        The number of the last event that counts; all if None.

    Returns
    -------
    Release
        Its ``qrels`` are what `harness.score` takes, beside what the policy left open.

    Raises
    ------
    EvaluationError
        For a policy, dimension or position that there is not.

    Examples
    --------
    >>> import tempfile
    >>> from harness.judging.ledger import create
    >>> from harness.judging.recording import record_guidelines
    >>> from harness.settings.judge import Guidelines
    >>> with tempfile.TemporaryDirectory() as folder, create(f"{folder}/t.ledger") as ledger:
    ...     with ledger.transaction() as writing:
    ...         _ = record_guidelines(writing, Guidelines())
    ...     release_judgments(ledger).manifest["judged"]
    0
    """
    return release(ledger, policy, dimension=dimension, layout=layout, position=position)
