"""Check run files, by the rules of a task or by the general ones."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from harness.core.errors import (
    EvaluationError,
    InputError,
    Problem,
    UnavailableError,
    some,
)
from harness.core.execution import Execution, Workers
from harness.core.identity import RunFile
from harness.core.locations import is_path
from harness.core.notes import HarnessWarning
from harness.core.parallel import map_ordered
from harness.formats.members import archive_notes
from harness.formats.remote import locate
from harness.formats.runs import run_files
from harness.inputs.chosen_runs import find_run_files, name_apart
from harness.inputs.reading import RunReader, refuse_cluster
from harness.inputs.runs import identical_runs, ranking_digest
from harness.report.findings import Checks
from harness.validation import CheckResult, Finding, Requirements, check_together, repair_diff


def check(
    runs: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] = (),
    task: str | os.PathLike[str] | None = None,
    *,
    depth: int | None = None,
    repairs: Sequence[str] = (),
    severity: Mapping[str, str] | None = None,
    backend: str | None = None,
    workers: Workers = None,
    scheduler: str | None = None,
) -> Checks:
    r"""Check run files against the rules of a task.

    Parameters
    ----------
    runs
        Paths, patterns or directories; all runs of the task if there are none.
    task
        A YAML file; None for the general rules.
    depth, severity
        The most documents of a topic, and severities by the code of a finding; they override the
        task's.
    repairs
        Names of repairs to try, beside the task's; the files stay unchanged.
    backend, workers, scheduler
        The workers; no finding depends on them.

    Returns
    -------
    Checks
        Printed as by ``harness check``; ``status`` is 0 when every run passes. One `HarnessWarning`
        lists runs that do not pass.

    Raises
    ------
    HarnessError
        For a wrong task, and for runs in memory.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "my.run")
    ...     _ = path.write_text("1 Q0 d1 1 2.5 mine\n1 Q0 d2 2 9.5 mine\n")
    ...     checks = check(path)
    >>> checks.status, checks.codes()
    (1, [('error', 'rank-order', 1, 1), ('warning', 'score-order', 1, 1)])
    """
    workers = Execution.of(workers, backend, scheduler)
    asked = required(task, depth=depth, severity=severity, repairs=repairs)
    given = [runs] if isinstance(runs, str | os.PathLike) else list(runs)
    if isinstance(runs, Mapping) or not all(map(is_path, given)):
        raise EvaluationError(
            Problem(
                "runs in memory where files are expected", hint="harness.Run.of(run).save(path)"
            )
        )
    files = list_given_files([os.fspath(run) for run in given])
    if not files and task is not None:
        files = find_task_files(task, grouped=asked.runs_per_group is not None)
    checks = check_files(files, asked, by_task=task is not None, workers=workers)
    if checks.status:
        warnings.warn(checks.failing(), HarnessWarning, stacklevel=2)
    return checks


def required(
    task: str | os.PathLike[str] | None,
    *,
    download: bool = False,
    depth: int | None = None,
    severity: Mapping[str, str] | None = None,
    repairs: Sequence[str] = (),
) -> Requirements:
    """Return the requirements of a task file, if any, and of further arguments."""
    own = Requirements()
    if task is not None:
        from harness.inputs.requirements import load_requirements  # only a task needs it

        own = load_requirements(task, download=download)
    return replace(
        own,
        depth=depth or own.depth,
        severity={**own.severity, **(severity or {})},
        repairs=tuple(dict.fromkeys((*own.repairs, *repairs))),
    )


def list_given_files(paths: Iterable[str], group: str = "") -> list[RunFile]:
    """Return the run files of paths, patterns and directories, each once.

    Files that are no runs are included, to be reported with the findings of the others. Runs with
    equal tags get the names of their files, as in an evaluation.
    """
    files: dict[str, None] = {}
    for path in paths:
        try:
            files.update(dict.fromkeys(find_run_files(path)))
        except (InputError, UnavailableError):
            files[path] = None
    return name_apart([RunFile(path, group=group) for path in files])


def find_task_files(task: str | os.PathLike[str], *, grouped: bool) -> list[RunFile]:
    """Return the run files of a task, with names only where the task gives them."""
    from harness.config.loading import load_runs

    folder = Path(task).parent
    runs = load_runs(task, groups=grouped)
    return [replace(run, path=_tidy(locate(folder, run.path)), tag=None) for run in runs]


def _tidy(path: str) -> str:
    """Return a path without steps down and up again, if it is the same file (links may differ)."""
    tidy = os.path.normpath(path)
    return tidy if tidy != path and Path(tidy).exists() and Path(tidy).samefile(path) else path


def check_files(
    files: Sequence[RunFile],
    requirements: Requirements,
    *,
    by_task: bool,
    strict: bool = False,
    unchecked: Sequence[str] = (),
    workers: Workers = None,
) -> Checks:
    """Check each run file by itself, and the runs of a task together."""
    reading = RunReader(requirements=requirements)
    execution = Execution.of(workers).reading([file.path for file in files])
    each = execution if len(files) == 1 else execution.share(len(files))
    work = partial(_check_run, reading=reading, workers=each)
    made = [work(files[0])] if len(files) == 1 else list(map_ordered(work, files, execution))
    checked = [_describe_check(*pair, execution) for pair in zip(files, made, strict=True)]
    if by_task:
        if all(
            file.name for file in files if file.set_aside is None
        ):  # a tag does not count as a name then
            requirements = replace(requirements, unique_tags=False)
        checked = list(check_together(checked, requirements, [file.group for file in files]))
        checked = _with_identical(checked, files, reading, requirements)
    return Checks(
        checked,
        (*requirements.not_checked, *unchecked),
        by_task=by_task,
        strict=strict,
        notes=(*requirements.notes, *archive_notes(file.path for file in files)),
    )


def diff_repairs(
    files: Sequence[RunFile], requirements: Requirements, checks: Checks
) -> Iterator[str]:
    """Yield the lines of a unified diff of the changes that repairs would make in checked files.

    The repairs are those requested, and those that `Checks` recommends for errors.
    """
    for file, checked in zip(files, checks.files, strict=True):
        if checked.readable and file.set_aside is None:
            advised = checked.advice.repairs if checked.advice is not None else ()
            yield from repair_diff(file.path, requirements, advised, format=file.format)


def _with_identical(
    checked: Sequence[CheckResult],
    files: Sequence[RunFile],
    reading: RunReader,
    requirements: Requirements,
) -> list[CheckResult]:
    """Add findings for identical rankings to the runs."""

    def digest(index: int) -> str | None:
        with suppress(
            InputError, UnavailableError
        ):  # a run that cannot be read again has no digest
            return ranking_digest(reading.read(files[index]).run)
        return None

    alike = ((index, run.documents) for index, run in enumerate(checked) if run.documents)
    result = list(checked)
    for same in identical_runs(alike, digest):
        several = len({files[index].group for index in same if files[index].group}) > 1
        code = "run-identical-group" if several else "run-identical"
        for index in same:
            others = some([checked[other].source for other in same if other != index], 3)
            message = f"the ranking is also that of {others}"
            severity = requirements.find_severity(code)
            if severity != "off":
                finding = Finding(code, severity, message, checked[index].source)
                result[index] = result[index].and_found(finding)
    return result


def _describe_check(
    file: RunFile, outcome: CheckResult | UnavailableError, execution: Execution
) -> CheckResult:
    """Return the result of a checked run, which may be unavailable."""
    if isinstance(outcome, CheckResult):
        return outcome
    refuse_cluster(outcome, execution)
    return CheckResult.unreadable(file.path, outcome)


def _check_run(
    file: RunFile, reading: RunReader, workers: Execution
) -> CheckResult | UnavailableError:
    """Check one run, dropping its content to save memory."""
    try:
        run_files(file.path)
        return replace(reading.checked(file, workers=workers), run=None)
    except InputError as error:
        return CheckResult.unreadable(file.path, error)
    except UnavailableError as error:
        return error
