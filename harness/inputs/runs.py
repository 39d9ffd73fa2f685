"""The checked runs of a task: nothing else opens them.

Evaluation, pooling, comparison and all others get the runs of a task here: under their names in the
task, after its repairs, without documents judged before, or refused.
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
    """Outcome of a workflow on an evaluation, and the refused runs.

    ``name`` is the evaluation's; ``task`` is None for a directory of results.
    """

    value: T
    name: str
    refused: tuple[RefusedRun, ...] = ()
    task: Task | None = None

    @property
    def problems(self) -> tuple[str, ...]:
        """The reasons why runs were not evaluated, one text each."""
        return tuple(str(problem) for run in self.refused for problem in run.problems)


@contextmanager
def explain_refused(refused: Iterable[RefusedRun]) -> Iterator[None]:
    """Add the reasons why runs were refused to any error inside the block.

    An unknown name may be that of a refused run.
    """
    problems = [problem for run in refused for problem in run.problems]
    try:
        yield
    except HarnessError as error:
        if problems:
            raise EvaluationError([*error.problems, *problems]) from error
        raise


def warn_about_refused(outcome: Outcome[Any]) -> None:
    """Give a Python warning for each problem of the refused runs."""
    for text in outcome.problems:
        warnings.warn(text, UserWarning, stacklevel=3)


def refuse_runs(results: str | os.PathLike[str], runs: Sequence[str]) -> None:
    """Raise `EvaluationError` for runs in place of those of a directory of results."""
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
    hashed: bool = True,
    workers: Workers = None,
    progress: Progress | None = None,
) -> Iterator[R | RefusedRun]:
    """Apply ``work`` to each run of a task as checked, in the order of the task.

    A run with errors (it is no run; the key ``check`` makes something an error that no repair
    mends; ``work`` raises a `HarnessError`) becomes a `RefusedRun`, and others go on. Raises
    `UnavailableError` for one that cannot be had, unless inside `harness.keep_going`.

    ``files`` are some of the task's runs, by default all; ``topics`` and ``known`` judgments are
    the task's, if they have been read already; with ``ranks`` runs have their ranks, and if
    ``hashed`` the size and hash of their files.

    Documents judged before leave a run after its check, before measuring, cutting or pooling.
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
        hashed=hashed,
        ignore_identical=task.ignore_identical,
    )
    chosen = task.runs if files is None else files
    return reading.each(chosen, work, workers=workers, progress=progress)


def _requirements(
    task: Task, topics: Collection[str] | None = None, known: KnownJudgments | None = None
) -> Requirements | None:
    """Return the requirements of the key ``check``; None without it, and no check is loaded."""
    if task.check is None:
        return None
    from harness.inputs.requirements import read_requirements

    return read_requirements(task, topics, known)


def collect_accepted(outcomes: Iterable[R | RefusedRun], task: Task) -> list[R]:
    """Collect the results of all runs; raises an error with all problems if one is refused.

    The last problem says what to do: a run is read no further than its first problems.
    """
    accepted, refused = separate_results(outcomes)
    if refused:
        raise refusal(refused, len(refused) + len(accepted), task)
    return accepted


def find_errors(files: Sequence[RunFile], task: Task) -> Checks:
    """Return the errors that `harness check` finds in some runs of a task."""
    from harness.report.findings import Checks

    reading = RunReader(task.folder, _requirements(task))
    checked = map_ordered(
        partial(reading.checked, advised=False), [replace(file, tag=None) for file in files]
    )
    return Checks([errors for run in checked if (errors := run.errors()).folds])


def explain_refusals(refused: Iterable[RefusedRun], task: Task) -> Checks:
    """Return the findings of `harness check` in refused runs.

    A fault that only an evaluation notices is a finding, too. Without the key ``check`` only faults
    that refuse the run are findings.
    """
    from harness.report.findings import Checks
    from harness.validation import CheckResult

    reading = RunReader(task.folder, _requirements(task))
    files = {file.path: replace(file, tag=None) for file in task.runs}

    def checked(run: RefusedRun) -> CheckResult:
        file = files.get(run.path)
        # No check of the file explains a conflict with other inputs (`EvaluationError`).
        if file is not None and (file.set_aside or isinstance(run.error, InputError)):
            known = reading.checked(file).errors(unchecked=task.check is None)
            if known.folds:
                return known
        return CheckResult.unreadable(run.path, run.error)

    return Checks([checked(run) for run in refused])


def split_accepted(
    outcomes: Iterable[R | RefusedRun], task: Task
) -> tuple[list[R], tuple[RefusedRun, ...]]:
    """Separate the results of the runs of a task from the refused ones.

    Raises `EvaluationError` with all problems if none is left.
    """
    accepted, refused = separate_results(outcomes)
    if not accepted:
        raise refusal(refused, len(refused), task)
    return accepted, tuple(refused)


def refusal(refused: Collection[RefusedRun], total: int, task: Task) -> EvaluationError:
    """Return the error for the refused of ``total`` runs, with remedies."""
    problems = dict.fromkeys(problem for run in refused for problem in run.problems)
    return EvaluationError([*problems, *_way_out(task, {run.path for run in refused}, total)])


def _way_out(task: Task, refused: Collection[str], total: int) -> Iterator[Problem]:
    """Yield remedies for refused runs: the command that lists all problems, and repairs.

    There are none for a task made in Python, or taken from a manifest.
    """
    source = task.document.source if task.document else ""
    if task.document is None or not source.lower().endswith(TASK_SUFFIXES):
        return
    from harness.report.findings import Checks

    reading = RunReader(task.folder, _requirements(task))
    files = [replace(file, tag=None) for file in task.runs if file.path in refused]
    remedies = Checks([reading.checked(file) for file in files]).remedies()
    # Runs of a command line are on no line of the task file.
    chosen = [] if ("runs",) in task.document.values else [task.input(f.path) for f in files]
    tidy = [path if is_url(path) else os.path.normpath(path) for path in chosen]
    hint = f"harness check {shlex.join([source, *tidy])} lists all that is wrong"
    if remedies:
        hint += f"; repairs for the key check.repairs: {', '.join(remedies)}"
    text = count_noun(len(refused), "run", "cannot be used as submitted", of=total)
    yield Problem(text, hint=hint)


def ranking_digest(run: Run) -> str:
    """Return the SHA-256 of a run's topics and documents in evaluation order.

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
    if not has_parts(run.names):  # for passages and elements the file order counts
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
    """Group the runs with equal rankings; only candidates are compared.

    ``alike`` has each run and a value that equal rankings share; ``digest`` returns the digest of
    its ranking, None if unavailable.

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
