"""The runs of a task as checked: nothing else opens them.

Whatever evaluates, pools, compares or looks into the runs of a task gets them here: called by the
name that the task knows them by, after the repairs that it allows, or refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from harness.config import RunFile, Task
from harness.core.errors import EvaluationError, HarnessError, InputError, Problem
from harness.core.model import Run
from harness.core.parallel import map_ordered
from harness.evaluation.ranking import DuplicateDocumentsError
from harness.evaluation.residual import KnownJudgments
from harness.formats.runs import locate_duplicates, read_run
from harness.results.manifest import fingerprint, portable
from harness.validation import Fold, Requirements, check_run
from harness.workflows.inputs import known_of
from harness.workflows.refusing import way_out
from harness.workflows.requirements import requirements_of

R = TypeVar("R")

#: Called after each run with the number of runs done and of all runs.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, eq=False)
class TaskRun:
    """A run of a task as it is evaluated and pooled.

    ``facts`` is what manifests say of its file: path, size and hash, group, format, warnings, and,
    where the task has the key ``check``, what was found and repaired.
    """

    file: RunFile
    run: Run
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Refused:
    """A run with errors, which is neither evaluated nor pooled, and why."""

    name: str
    path: str
    group: str
    problems: tuple[Problem, ...]


def runs_of_task(
    task: Task,
    work: Callable[[TaskRun], R],
    *,
    files: Sequence[RunFile] | None = None,
    topics: Collection[str] | None = None,
    known: KnownJudgments | None = None,
    ranks: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[R | Refused]:
    """What ``work`` makes of each run of a task as checked, in the order of the task.

    A run is read, worked on and forgotten before its place in memory goes to another one. One that
    has errors (it cannot be read; the key ``check`` makes something an error that no repair
    settles; ``work`` raises a `HarnessError`) is `Refused`, and others go on. ``files`` are some of
    the task's runs, all without it; ``topics`` and ``known`` judgments are those of the task where
    they have been read already; with ``ranks`` the run has them. The result does not depend on
    ``threads``.

    What was judged before leaves a run after it was checked: whatever is measured, cut or pooled
    has never seen it.
    """
    known = known or known_of(task)
    requirements = None if task.check is None else requirements_of(task, topics, known)
    chosen = task.runs if files is None else files
    read = partial(
        _worked, task=task, work=work, requirements=requirements, known=known, ranks=ranks
    )
    outcomes = map_ordered(read, chosen, threads or task.execution.threads)
    for done, outcome in enumerate(outcomes, start=1):
        if progress is not None:
            progress(done, len(chosen))
        yield outcome


def all_accepted(outcomes: Iterable[R | Refused], task: Task) -> list[R]:
    """What was made of the runs; `EvaluationError` with all problems where one is refused.

    The last of these names the way out: a run is read no further than its first problems.
    """
    accepted: list[R] = []
    refused: list[Refused] = []
    for outcome in outcomes:
        if isinstance(outcome, Refused):
            refused.append(outcome)
        else:
            accepted.append(outcome)
    if refused:
        raise refusal(refused, len(refused) + len(accepted), task)
    return accepted


def refusal(refused: Collection[Refused], of: int, task: Task) -> EvaluationError:
    """The error that says what is wrong with refused runs, of so many, and the way out."""
    problems = dict.fromkeys(problem for one in refused for problem in one.problems)
    return EvaluationError([*problems, *way_out(task, {one.path for one in refused}, of)])


def _worked(
    file: RunFile,
    *,
    task: Task,
    work: Callable[[TaskRun], R],
    requirements: Requirements | None,
    known: KnownJudgments | None,
    ranks: bool,
) -> R | Refused:
    try:
        read = _read(file, task, requirements, ranks=ranks)
        return work(read if known is None else _residual(read, known))
    except DuplicateDocumentsError as error:
        located = locate_duplicates(task.place(file.path), error.pairs, format=file.format)
        return _refused(file, tuple(located) or error.problems)
    except HarnessError as error:
        return _refused(file, error.problems)


def _refused(file: RunFile, problems: tuple[Problem, ...]) -> Refused:
    return Refused(file.run_name, file.path, file.group, problems)


def _read(file: RunFile, task: Task, requirements: Requirements | None, *, ranks: bool) -> TaskRun:
    """A run of the task, read and, where there are ``requirements``, checked and repaired."""
    place = task.place(file.path)
    found = fingerprint(place, file.path)
    # A task that was made in Python has not looked for tags: then reading finds them.
    name = file.run_name if file.tag or file.name else None
    checks: dict[str, Any] = {}
    if requirements is None:
        run = read_run(place, name=name, format=file.format, ranks=ranks)
    else:
        checked = check_run(place, requirements, name=name, format=file.format, ranks=ranks)
        if checked.run is None:
            raise InputError(
                _problem(one, checked.source) for one in checked.folds if one.severity == "error"
            )
        run = checked.run
        checks = {"findings": checked.counts, "repairs": dict(checked.repairs)}
    facts = {
        **found,
        "group": file.group,
        "format": run.details.get("format"),
        "warnings": portable(run.warnings, place, file.path),
        **checks,
    }
    return TaskRun(file, run, facts)


def _residual(read: TaskRun, known: KnownJudgments) -> TaskRun:
    """The run without what was judged before, which its facts count."""
    run = known.leave(read.run)
    return TaskRun(read.file, run, {**read.facts, "known": run.known})


def _problem(fold: Fold, where: str) -> Problem:
    """All errors of one code as one problem; what a cause explains is not said beside it."""
    hint = None if fold.repair is None else f"repair: {fold.repair}"
    if fold.count == 1:
        line, column = next(iter(fold.lines), None), next(iter(fold.columns), None)
        return Problem(fold.message, where, line, column, hint=hint)
    return Problem(f"{fold.where()}: {fold.message}", where, hint=hint)
