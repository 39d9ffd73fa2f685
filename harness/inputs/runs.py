"""The runs of a task as checked: nothing else opens them.

Whatever evaluates, pools, compares or looks into the runs of a task gets them here: called by the
name that the task knows them by, after the repairs that it allows, without what was judged before,
or refused.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import warnings
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from harness.config import Task
from harness.core.errors import (
    EvaluationError,
    HarnessError,
    InputError,
    Problem,
    UnavailableError,
)
from harness.core.execution import Workers
from harness.core.identity import RunFile
from harness.core.kernel import engine
from harness.core.lookup import rows_by_topic
from harness.core.model import Run
from harness.core.numbers import collect, count_noun
from harness.core.parallel import map_ordered
from harness.core.run_faults import has_parts
from harness.evaluation.judgments import KnownJudgments
from harness.formats.files import TASK_SUFFIXES
from harness.formats.remote import is_url
from harness.inputs.blocks import TaskRun
from harness.inputs.prepared import read_known_judgments
from harness.inputs.reading import Progress, RefusedRun, RunReader, separate_results

if TYPE_CHECKING:
    from harness.report.findings import Checks
    from harness.validation import Requirements

T = TypeVar("T")
R = TypeVar("R")
H = TypeVar("H", bound=Hashable)


@dataclass(frozen=True, slots=True, eq=False)
class Outcome(Generic[T]):
    """The outcome of a workflow on an evaluation, and the runs it refused.

    ``name`` is what the evaluation is called; ``task`` is None for a directory of results.
    """

    value: T
    name: str
    refused: tuple[RefusedRun, ...] = ()
    task: Task | None = None

    @property
    def problems(self) -> tuple[str, ...]:
        """The reasons why runs were not evaluated, a text each."""
        return tuple(str(problem) for run in self.refused for problem in run.problems)


@contextmanager
def explain_refused(refused: Iterable[RefusedRun]) -> Iterator[None]:
    """Add the reasons why runs were refused to any error inside the block.

    One of them may be meant by a name that nothing is found for.
    """
    problems = [problem for run in refused for problem in run.problems]
    try:
        yield
    except HarnessError as error:
        if problems:
            raise EvaluationError([*error.problems, *problems]) from error
        raise


def warn_about_refused(outcome: Outcome[Any]) -> None:
    """Give a Python warning for each problem of the runs that were refused."""
    for text in outcome.problems:
        warnings.warn(text, UserWarning, stacklevel=3)


def refuse_runs(results: str | os.PathLike[str], runs: Sequence[str]) -> None:
    """`EvaluationError` for runs in the place of those of a directory of results."""
    if runs:
        hint = "name the YAML file of the task"
        message = "a directory of results has its own runs"
        raise EvaluationError(Problem(message, os.fspath(results), hint=hint))


def list_refused(manifest: Mapping[str, Any]) -> tuple[RefusedRun, ...]:
    """Return the runs that were refused when a directory of results was made."""
    return tuple(
        RefusedRun(
            run["name"],
            run["path"],
            run["group"],
            (UnavailableError if run.get("unavailable") else EvaluationError)(
                map(Problem, problems)
            ),
        )
        for run in manifest.get("refused", ())
        if (problems := run["problems"])
    )


def map_runs(
    task: Task,
    work: Callable[[TaskRun], R],
    *,
    files: Sequence[RunFile] | None = None,
    topics: Collection[str] | None = None,
    known: KnownJudgments | None = None,
    ranks: bool = False,
    workers: Workers = None,
    progress: Progress | None = None,
) -> Iterator[R | RefusedRun]:
    """Apply ``work`` to each run of a task as checked, in the order of the task.

    One that has errors (it cannot be read as a run; the key ``check`` makes something an error that
    no repair settles; ``work`` raises a `HarnessError`) is `RefusedRun`, and others go on. Raises
    `UnavailableError` for one that cannot be had, unless asked to `harness.keep_going`.
    ``files`` are some of the task's runs, all without it; ``topics`` and ``known`` judgments are
    those of the task where they have been read already; with ``ranks`` the run has them.

    What was judged before leaves a run after it was checked: whatever is measured, cut or pooled
    has never seen it.
    """
    known = known or read_known_judgments(task)
    requirements = _requirements(task, topics, known)
    ranks = ranks or task.dialect.by_rank
    reading = RunReader(
        task.folder,
        requirements,
        known,
        ranks,
        described=True,
        ignore_identical=task.ignore_identical,
    )
    chosen = task.runs if files is None else files
    return reading.each(chosen, work, workers=workers, progress=progress)


def _requirements(
    task: Task, topics: Collection[str] | None = None, known: KnownJudgments | None = None
) -> Requirements | None:
    """Return the requirements of the key ``check``; without it None, and nothing of checking is
    loaded.
    """
    if task.check is None:
        return None
    from harness.inputs.requirements import read_requirements

    return read_requirements(task, topics, known)


def all_accepted(outcomes: Iterable[R | RefusedRun], task: Task) -> list[R]:
    """Collect the results of all runs; an error with all problems where one is refused.

    The last of these says what to do: a run is read no further than its first problems.
    """
    accepted, refused = separate_results(outcomes)
    if refused:
        raise refusal(refused, len(refused) + len(accepted), task)
    return accepted


def errors_in(files: Sequence[RunFile], task: Task) -> Checks:
    """Return the errors that `harness check` finds in some runs of a task, of those that
    have any.
    """
    from harness.report.findings import Checks

    reading = RunReader(task.folder, _requirements(task))
    checked = map_ordered(
        partial(reading.checked, advised=False), [replace(file, tag=None) for file in files]
    )
    return Checks([errors for run in checked if (errors := run.errors()).folds])


def explain_refusals(refused: Iterable[RefusedRun], task: Task) -> Checks:
    """Return the findings of `harness check` in refused runs.

    A fault that only an evaluation notices is a finding, too. In a task without the key ``check``
    nothing is one that does not refuse the run.
    """
    from harness.report.findings import Checks
    from harness.validation import CheckResult

    reading = RunReader(task.folder, _requirements(task))
    files = {file.path: replace(file, tag=None) for file in task.runs}

    def checked(run: RefusedRun) -> CheckResult:
        file = files.get(run.path)
        # What the run does not fit together with (`EvaluationError`) no check of the file explains.
        if file is not None and (file.set_aside or isinstance(run.error, InputError)):
            known = reading.checked(file).errors(unchecked=task.check is None)
            if known.folds:
                return known
        return CheckResult.unreadable(run.path, run.error)

    return Checks([checked(run) for run in refused])


def some_accepted(
    outcomes: Iterable[R | RefusedRun], task: Task
) -> tuple[list[R], tuple[RefusedRun, ...]]:
    """Separate the results of the runs of a task from the refused ones.

    Raises `EvaluationError` with all problems where none is left.
    """
    accepted, refused = separate_results(outcomes)
    if not accepted:
        raise refusal(refused, len(refused), task)
    return accepted, tuple(refused)


def refusal(refused: Collection[RefusedRun], total: int, task: Task) -> EvaluationError:
    """Return the error for the refused of ``total`` runs, with cures."""
    problems = dict.fromkeys(problem for run in refused for problem in run.problems)
    return EvaluationError([*problems, *_way_out(task, {run.path for run in refused}, total)])


def _way_out(task: Task, refused: Collection[str], total: int) -> Iterator[Problem]:
    """Remedies for refused runs: the command that lists all, and repairs that settle it.

    There is none for a task that was made in Python, or taken from a manifest.
    """
    source = task.document.source if task.document else ""
    if task.document is None or not source.lower().endswith(TASK_SUFFIXES):
        return
    from harness.report.findings import Checks

    reading = RunReader(task.folder, _requirements(task))
    files = [replace(file, tag=None) for file in task.runs if file.path in refused]
    remedies = Checks([reading.checked(file) for file in files]).remedies()
    # Runs of a command line stand in no line of the task file.
    chosen = [] if ("runs",) in task.document.values else [task.input(f.path) for f in files]
    tidy = [path if is_url(path) else os.path.normpath(path) for path in chosen]
    given = shlex.join([source, *tidy])
    hint = f"harness check {given} lists all that is wrong"
    if remedies:
        hint += f"; repairs for the key check.repairs: {', '.join(remedies)}"
    text = count_noun(len(refused), "run", "cannot be used as submitted", of=total)
    yield Problem(text, hint=hint)


def ranking_digest(run: Run) -> str:
    """SHA-256 of a run's topics and documents in the order of evaluation, topics by identifier.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "b"], "score": [2.0, 1.0]})
    >>> other = frame.with_columns(pl.col("score") * 7)
    >>> ranking_digest(Run("x", frame)) == ranking_digest(Run("y", other))
    True
    """
    topics, docs = run.rows.topics(), run.rows.texts("doc")
    names = sorted(set(topics.names), key=str.encode)
    code = {name: number for number, name in enumerate(names)}
    _, sizes, rows = rows_by_topic(np.array([code[name] for name in topics.names]), topics.sizes)
    order = np.arange(len(docs)) if rows is None else rows
    if not has_parts(run.names):  # of passages and elements the order of the file counts
        scores = run.rows.numbers("score").astype(np.float64)
        moved, _ = engine().best_first(docs[order], scores[order], sizes, None)
        order = order if moved is None else order[moved]
    digest = hashlib.sha256(repr([names, sizes.tolist()]).encode())
    digest.update(docs.lengths[order].astype(np.int64).tobytes())
    digest.update(docs[order].lines())
    return digest.hexdigest()


def identical_runs(
    alike: Iterable[tuple[H, Hashable]], digest: Callable[[H], str | None]
) -> list[list[H]]:
    """Return the runs with one ranking, together; only those that may be are looked at.

    ``alike`` has each run and something that equal rankings have in common; ``digest`` is that of
    its ranking, None where it cannot be had.

    >>> identical_runs([("a", 1), ("b", 2), ("c", 1), ("d", 1)], {"a": "x", "c": "y", "d": "x"}.get)
    [['a', 'd']]
    """
    candidates = collect((shared, run) for run, shared in alike)
    same = collect(
        (known, run)
        for runs in candidates.values()
        for run in (runs if len(runs) > 1 else ())
        if (known := digest(run)) is not None
    )
    return [runs for runs in same.values() if len(runs) > 1]
