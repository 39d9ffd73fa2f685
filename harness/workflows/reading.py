"""Runs, read one after the other and worked on: of a task, of a command line, or given as values.

Nothing else opens runs to use them. What only tasks need is loaded where a task needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from harness.core.errors import HarnessError, InputError, Problem, all_or_errors
from harness.core.execution import Execution, Workers
from harness.core.identity import RunFile
from harness.core.model import Run
from harness.core.parallel import map_ordered
from harness.core.run_faults import RunFaultsError
from harness.evaluation.residual import KnownJudgments
from harness.formats.files import STDIN
from harness.formats.remote import copies_kept, located
from harness.formats.runs import locate_faults, read_run

if TYPE_CHECKING:
    from harness.validation import Checked, Fold, Requirements

R = TypeVar("R")

#: Called after each run with the number of runs done and of all runs.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, eq=False)
class TaskRun:
    """A run as it is evaluated and pooled.

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
    error: HarnessError

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong with it."""
        return self.error.problems


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """How runs are read: what they are checked against, and what was judged before.

    Paths start at ``folder``. With ``ranks`` a run has the ranks of its file. ``described`` runs
    have the facts that manifests hold.
    """

    folder: Path | None = None
    requirements: Requirements | None = None
    known: KnownJudgments | None = None
    ranks: bool = False
    described: bool = False

    def each(
        self,
        runs: Sequence[RunFile | Run],
        work: Callable[[TaskRun], R],
        *,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Iterator[R | Refused]:
        """What ``work`` makes of each run, in order; a run with an error is `Refused`.

        A run is read, worked on and forgotten before its room in memory goes to another one. The
        result does not depend on ``workers``.
        """
        files = [run.path for run in runs if isinstance(run, RunFile)]
        execution = Execution.of(workers).reading(files)
        outcomes = map_ordered(partial(self.outcome, work=work), runs, execution)
        for done, outcome in enumerate(outcomes, start=1):
            if progress is not None:
                progress(done, len(runs))
            yield outcome

    @copies_kept()
    def outcome(self, run: RunFile | Run, work: Callable[[TaskRun], R]) -> R | Refused:
        """What ``work`` makes of a run; rows that are refused are told with their lines."""
        file = run if isinstance(run, RunFile) else RunFile(run.source or run.name, name=run.name)
        try:
            return work(self.read(file) if isinstance(run, RunFile) else self._left(file, run, {}))
        except RunFaultsError as error:
            if not isinstance(run, RunFile) or file.path == STDIN:  # it cannot be read again
                return _refused(file, error)
            lines = locate_faults(self._path(file), error.look, format=file.format)
            return _refused(file, InputError(lines or error.problems))
        except HarnessError as error:
            return _refused(file, error)

    def read(self, file: RunFile) -> TaskRun:
        """The run of a file, checked and repaired where there are requirements.

        Raises `InputError` for what is no run, and with the errors that no repair settles.
        """
        path, checks = self._path(file), {}
        facts = _facts(file, path) if self.described else {}
        if self.requirements is None:
            run = read_run(path, name=_name(file), format=file.format, ranks=self.ranks)
        else:
            checked = self.check(file)
            if checked.run is None:
                raise InputError(
                    _problem(fold, checked.source)
                    for fold in checked.folds
                    if fold.severity == "error"
                )
            run = checked.run
            checks = {"findings": checked.counts, "repairs": dict(checked.repairs)}
        if self.described:
            warnings = [note.about(path, file.path).record() for note in run.warnings]
            facts |= {"format": run.details.get("format"), "warnings": warnings, **checks}
        return self._left(file, run, facts)

    def check(self, file: RunFile, *, advised: bool = False) -> Checked:
        """What the requirements find in the run of a file, and the run as repaired."""
        from harness.validation import Requirements, check_run

        return check_run(
            self._path(file),
            self.requirements or Requirements(),
            name=_name(file),
            format=file.format,
            ranks=self.ranks,
            advised=advised,
        )

    def checked(self, file: RunFile) -> Checked:
        """As `check`, with advice; what cannot be read is among the findings of the others."""
        from harness.validation import Checked

        try:
            return self.check(file, advised=True)
        except InputError as error:
            return Checked.unreadable(self._path(file), error)

    def _path(self, file: RunFile) -> str:
        return file.path if self.folder is None else located(self.folder, file.path)

    def _left(self, file: RunFile, run: Run, facts: Mapping[str, Any]) -> TaskRun:
        """The run without what was judged before, which its facts count."""
        if self.known is None:
            return TaskRun(file, run, facts)
        run = self.known.leave(run)
        return TaskRun(file, run, {**facts, "known": run.known})


def _name(file: RunFile) -> str | None:
    """The name of a run; a task that was made in Python has not looked for tags: reading does."""
    return file.run_name if file.tag or file.name else None


def _facts(file: RunFile, path: str) -> dict[str, Any]:
    """What manifests say of the file of a run, before it is read."""
    from harness.results.manifest import fingerprint

    return {
        **fingerprint(path, file.path),
        "group": file.group,
        "attributes": dict(file.attributes),
    }


def _refused(file: RunFile, error: HarnessError) -> Refused:
    return Refused(file.run_name, file.path, file.group, error)


def _problem(fold: Fold, where: str) -> Problem:
    """All errors of one code as one problem; what a cause explains is not said beside it."""
    hint = None if fold.repair is None else f"repair: {fold.repair}"
    if fold.count == 1:
        line, column = next(iter(fold.lines), None), next(iter(fold.columns), None)
        return Problem(fold.message, where, line, column, hint=hint)
    return Problem(f"{fold.where()}: {fold.message}", where, hint=hint)


def separated(outcomes: Iterable[R | Refused]) -> tuple[list[R], list[Refused]]:
    """What was made of the runs, and the refused ones, both in order."""
    accepted: list[R] = []
    refused: list[Refused] = []
    for outcome in outcomes:
        if isinstance(outcome, Refused):
            refused.append(outcome)
        else:
            accepted.append(outcome)
    return accepted, refused


def all_or_raise(outcomes: Iterable[R | Refused]) -> list[R]:
    """What was made of runs that belong to no task; the problems of all where one is refused."""
    accepted, refused = separated(outcomes)
    all_or_errors(run.error for run in refused)
    return accepted
