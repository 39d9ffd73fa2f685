"""Runs, read one after the other and worked on: of a task, of a command line, or given as values.

Nothing else opens runs to use them. What only tasks need is loaded where a task needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from harness.core.errors import HarnessError, InputError, Problem, UnusualError, all_or_errors
from harness.core.execution import Execution, Workers
from harness.core.faults import lack_of_memory
from harness.core.identity import RunFile
from harness.core.model import Run, identical_note
from harness.core.parallel import map_ordered
from harness.core.run_faults import RunFaultsError
from harness.evaluation.residual import KnownJudgments
from harness.formats.files import STDIN
from harness.formats.ir_metadata import as_json, attributes_of, metadata_of
from harness.formats.remote import copies_kept, is_url, located
from harness.formats.run_pieces import Piece, pieces_of
from harness.formats.runs import locate_faults, read_run
from harness.formats.spans import is_large

if TYPE_CHECKING:
    from harness.validation import Checked, Fold, Requirements
    from harness.validation.parts import CheckedPart

P = TypeVar("P")
Q = TypeVar("Q")
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


@dataclass(frozen=True, slots=True, eq=False)
class Divisible(Generic[Q, P, R]):
    """Work on a run that may be done on parts of it, each of some topics.

    ``undivided`` makes something of a run, ``part`` something else of a part, and ``merge`` of that
    of all parts what ``undivided`` makes, or None where they do not tell. ``finish`` makes the
    result; it sees the run, which has no documents where it was read in pieces.
    """

    undivided: Callable[[TaskRun], P]
    part: Callable[[TaskRun], Q]
    merge: Callable[[Sequence[Q]], P | None]
    finish: Callable[[TaskRun, P], R]

    def __call__(self, read: TaskRun) -> R:
        """The result of a run that is not in parts."""
        return self.finish(read, self.undivided(read))


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
    have the facts that manifests hold. ``ignore_identical`` takes out documents that have the
    identifier of their topic.
    """

    folder: Path | None = None
    requirements: Requirements | None = None
    known: KnownJudgments | None = None
    ranks: bool = False
    described: bool = False
    ignore_identical: bool = False

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
        outcomes = self._outcomes(runs, work, execution)
        for done, outcome in enumerate(outcomes, start=1):
            if progress is not None:
                progress(done, len(runs))
            yield outcome

    def _outcomes(
        self, runs: Sequence[RunFile | Run], work: Callable[[TaskRun], R], execution: Execution
    ) -> Iterator[R | Refused]:
        """Runs are shared out; of a single large one the pieces are."""
        alone = len(runs) == 1 and not (isinstance(runs[0], RunFile) and is_url(runs[0].path))
        if alone and isinstance(work, Divisible) and self._is_large(runs[0]):
            return iter([self.outcome(runs[0], work, workers=execution)])
        each = partial(self.outcome, work=work, workers=execution.share(len(runs)))
        return map_ordered(each, runs, execution)

    @copies_kept()
    def outcome(
        self, run: RunFile | Run, work: Callable[[TaskRun], R], *, workers: Workers = 1
    ) -> R | Refused:
        """What ``work`` makes of a run; rows that are refused are told with their lines.

        A large run is read in pieces where ``work`` is `Divisible`, shared out to ``workers``.
        """
        file = run if isinstance(run, RunFile) else RunFile(run.source or run.name, name=run.name)
        try:
            if isinstance(run, Run):
                return work(self._left(file, run, {}))
            if isinstance(work, Divisible) and self._is_large(run):
                with suppress(HarnessError):  # what is wrong is said of the whole file
                    result: R = self._in_pieces(file, work, workers)
                    return result
            return work(self.read(file))
        except RunFaultsError as error:
            if not isinstance(run, RunFile) or file.path == STDIN:  # it cannot be read again
                return _refused(file, error)
            lines = locate_faults(self._path(file), error.look, format=file.format)
            return _refused(file, InputError(lines or error.problems))
        except MemoryError as error:
            return _refused(file, InputError(lack_of_memory(error, self._path(file))))
        except HarnessError as error:
            return _refused(file, error)

    def _is_large(self, run: RunFile | Run) -> bool:
        """Whether a run is read in pieces."""
        return isinstance(run, RunFile) and is_large(self._path(run))

    def _in_pieces(self, file: RunFile, work: Divisible[Q, P, R], workers: Workers) -> R:
        """The result of a run that is read in pieces; `HarnessError` where that cannot be."""
        facts = self._facts(file)
        run, checked, parts = self._parts(file, work.part, workers)
        together = work.merge(parts)
        if together is None:
            raise UnusualError("its parts do not tell what it does")
        return work.finish(self._task_run(file, run, facts | _of_check(checked)), together)

    def _parts(
        self, file: RunFile, work: Callable[[TaskRun], Q], workers: Workers
    ) -> tuple[Run, Checked | None, tuple[Q, ...]]:
        """The run without its documents, what was found in it, what ``work`` makes of its pieces.

        Raises `HarnessError` for a run that has to be read at once.
        """
        requirements, ranks = self.requirements, self.ranks
        name, named = _name(file), file.format is not None
        if requirements is not None:
            from harness.validation.parts import check_part, merged_check

        def part(piece: Piece) -> tuple[Run, CheckedPart | None, Q]:
            checked = None
            if requirements is None:
                run = piece.run(ranks=ranks)
            else:
                run, checked = check_part(piece, requirements, named=named, ranks=ranks)
            read = self._left(file, replace(run, name=name or run.name), {})
            return replace(read.run, name=run.name, frame=run.frame.clear()), checked, work(read)

        pieces = pieces_of(self._path(file), format=file.format, counted=requirements is not None)
        runs, checks, parts = zip(*map_ordered(part, pieces, workers), strict=True)
        if len({run.name for run in runs}) > 1:
            raise UnusualError("it has several tags")
        checked = None if requirements is None else merged_check(checks, requirements, name)
        run = replace(runs[0], name=name or runs[0].name, known=sum(run.known for run in runs))
        every = [note for run in runs for note in run.warnings]
        doubts = [note for note in every if note.code == "doubt"]
        left = sum(note.numbers["documents"] for note in every if note not in doubts)
        notes = (*doubts, *identical_note(left, run.source, run.name))
        return replace(run, warnings=notes), checked, parts

    def read(self, file: RunFile) -> TaskRun:
        """The run of a file, checked and repaired where there are requirements.

        Raises `InputError` for what is no run, and with the errors that no repair settles.
        """
        path, facts = self._path(file), self._facts(file)
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
            facts |= _of_check(checked)
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

    @copies_kept()
    def checked(self, file: RunFile, *, workers: Workers = 1) -> Checked:
        """As `check`, with advice; what cannot be read is among the findings of the others.

        A large run is read in pieces, shared out to ``workers``.
        """
        from harness.validation import Checked

        if self._is_large(file):
            with suppress(HarnessError):  # what is wrong is said of the whole file
                _, checked, _ = self._parts(file, lambda _: None, workers)
                if checked is not None:
                    return checked
        try:
            return self.check(file, advised=True)
        except InputError as error:
            return Checked.unreadable(self._path(file), error)

    def _path(self, file: RunFile) -> str:
        return file.path if self.folder is None else located(self.folder, file.path)

    def _left(self, file: RunFile, run: Run, facts: Mapping[str, Any]) -> TaskRun:
        """The run without what was judged before, and what does not count."""
        run = run.without_identical() if self.ignore_identical else run
        run = run if self.known is None else self.known.leave(run)
        return self._task_run(file, run, facts)

    def _facts(self, file: RunFile) -> dict[str, Any]:
        """What manifests say of the file of a run, before it is read."""
        if not self.described:
            return {}
        from harness.results.manifest import fingerprint

        known = fingerprint(self._path(file), file.path)
        return {**known, "group": file.group, "attributes": dict(file.attributes)}

    def _task_run(self, file: RunFile, run: Run, facts: Mapping[str, Any]) -> TaskRun:
        """The run with what is known of it now that it has been read."""
        facts = dict(facts)
        if self.described:
            path = self._path(file)
            facts["format"] = run.details.get("format")
            metadata = run.details.get("ir_metadata")
            if metadata is None and not (path == STDIN or is_url(path)):
                metadata = metadata_of(path)
            if metadata is not None:
                facts["ir_metadata"] = as_json(metadata)
                own = attributes_of(facts["ir_metadata"])
                facts["attributes"] = {**own, **facts.get("attributes", {})}
            facts["warnings"] = [note.about(path, file.path).record() for note in run.warnings]
        if self.known is not None:
            facts["known"] = run.known
        return TaskRun(file, run, facts)


def _of_check(checked: Checked | None) -> dict[str, Any]:
    """What manifests say of what was found and repaired."""
    if checked is None:
        return {}
    return {"findings": checked.counts, "repairs": dict(checked.repairs)}


def _name(file: RunFile) -> str | None:
    """The name of a run; a task that was made in Python has not looked for tags: reading does."""
    return file.run_name if file.tag or file.name else None


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
