"""Run files → what is wrong with them, by the rules of a task or by those that hold everywhere."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from harness.config import load_task
from harness.core.errors import InputError
from harness.core.identity import RunFile
from harness.core.parallel import map_ordered
from harness.formats.runs import run_files
from harness.report.findings import Checks
from harness.validation import Checked, Requirements, check_together
from harness.workflows.reading import Reading
from harness.workflows.requirements import load_requirements
from harness.workflows.runs import checked_or_unreadable


def check(
    runs: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    task: str | os.PathLike[str] | None = None,
    *,
    depth: int | None = None,
    repairs: Sequence[str] = (),
    severity: Mapping[str, str] | None = None,
    threads: int | None = None,
) -> Checks:
    r"""Check run files: whether they are what a task asks for, and what is wrong and where.

    ``runs`` are paths, patterns or directories; without them all runs of ``task``, a YAML file, are
    checked. Without a task the rules are those that hold everywhere. ``depth``, ``repairs`` and
    ``severity`` come before what the task says; the files stay as they are. Printed, the result is
    what ``harness check`` prints; ``status`` is 0 when every run passes. Raises `HarnessError` for
    a wrong task.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "my.run")
    ...     _ = path.write_text("1 Q0 d1 1 2.5 mine\n1 Q0 d2 2 9.5 mine\n")
    ...     checks = check(path)
    >>> checks.status, checks.codes()
    (1, [('warning', 'rank-order', 1, 1)])
    """
    asked = Requirements() if task is None else load_requirements(task)
    asked = replace(
        asked,
        depth=depth or asked.depth,
        severity={**asked.severity, **(severity or {})},
        repairs=tuple(dict.fromkeys((*asked.repairs, *repairs))),
    )
    if isinstance(runs, str | os.PathLike):
        runs = [runs]
    files = [RunFile(path) for run in runs for path in _files(os.fspath(run))]
    folder = None
    if not runs and task is not None:
        files, folder = list(load_task(task, without=("qrels",)).runs), Path(task).parent
    checked = check_files(files, asked, folder=folder, threads=threads)
    if task is not None:
        checked = list(check_together(checked, asked, [file.group for file in files]))
    return Checks(checked, asked.not_checked, by_task=task is not None)


def check_files(
    files: Sequence[RunFile],
    requirements: Requirements,
    *,
    folder: Path | None = None,
    threads: int | None = None,
) -> list[Checked]:
    """Each run file by itself; what cannot be read is among the findings of the others."""
    reading = Reading(folder, requirements)
    return list(map_ordered(partial(_checked, reading=reading), files, threads))


def _checked(file: RunFile, reading: Reading) -> Checked:
    # What is left of it is not needed here, and many runs take much memory.
    return replace(checked_or_unreadable(reading, file), run=None)


def _files(path: str) -> list[str]:
    try:
        return run_files(path)
    except InputError:  # it is said with the findings of the others
        return [path]
