"""Runs, read one after the other and worked on: of a task, of a command line, or given as values.

Nothing else opens runs to use them. What only tasks need is loaded where a task needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from harness.core.columns import changed, no_results
from harness.core.errors import (
    EvaluationError,
    HarnessError,
    InputError,
    Problem,
    UnavailableError,
    UnusualError,
    all_or_errors,
    by_either_way,
)
from harness.core.execution import Execution, Workers
from harness.core.faults import lack_of_memory
from harness.core.file_names import real_path
from harness.core.identity import RunFile
from harness.core.keep_going import keeps_going
from harness.core.locations import placed
from harness.core.model import Run, identical_note
from harness.core.parallel import map_ordered
from harness.core.run_faults import RunFaultsError
from harness.evaluation.residual import KnownJudgments
from harness.formats.ir_metadata import as_json, attributes_of, metadata_of
from harness.formats.pieces import Before, skipped_together
from harness.formats.remote import copies_kept, is_url, located, source
from harness.formats.run_pieces import Piece, pieces_of
from harness.formats.runs import locate_faults, read_run
from harness.formats.skipped import Skipped
from harness.formats.spans import is_large

if TYPE_CHECKING:
    from harness.validation import Checked, Fold, Requirements
    from harness.validation.parts import CheckedPart

P = TypeVar("P")
Q = TypeVar("Q")
R = TypeVar("R")

#: What is said of a file that a worker does not see.
_SHARED = "workers need the same files at the same paths: those of a shared disk, or URLs"
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

    @property
    def is_unavailable(self) -> bool:
        """Whether it could not be had, so that nothing is known of what is in it."""
        return isinstance(self.error, UnavailableError)


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
        """Yield the result of ``work`` for each run, in order; a run with an error is `Refused`.

        A run is read, worked on and forgotten before its room in memory goes to another one. The
        result does not depend on ``workers``. Raises `UnavailableError` for a run that cannot be
        had, unless `harness.core.keep_going` is asked for.
        """
        files = [self._path(run) for run in runs if isinstance(run, RunFile)]
        execution = Execution.of(workers).reading(files)
        # What is on its way is called off at once, not when somebody forgets the error.
        with closing(self._outcomes(runs, work, execution)) as outcomes:
            for done, outcome in enumerate(outcomes, start=1):
                if progress is not None:
                    progress(done, len(runs))
                if isinstance(outcome, Refused) and outcome.is_unavailable:
                    refuse_cluster(outcome.error, execution)
                    refuse_unless_asked(outcome.error)
                yield outcome

    def _outcomes(
        self, runs: Sequence[RunFile | Run], work: Callable[[TaskRun], R], execution: Execution
    ) -> Generator[R | Refused, None, None]:
        """Runs are shared out; of a single large one the pieces are."""
        alone = len(runs) == 1 and not (isinstance(runs[0], RunFile) and is_url(runs[0].path))
        if alone and isinstance(work, Divisible):
            with suppress(UnavailableError):  # who works on it says so
                if self._is_large(runs[0]):
                    yield self.outcome(runs[0], work, workers=execution)
                    return
        each = partial(self.outcome, work=work, workers=execution.share(len(runs)))
        yield from map_ordered(each, runs, execution)

    @copies_kept()
    def outcome(
        self, run: RunFile | Run, work: Callable[[TaskRun], R], *, workers: Workers = 1
    ) -> R | Refused:
        """Return the result of ``work`` for a run; refused rows are told with their lines.

        A large run is read in pieces where ``work`` is `Divisible`, shared out to ``workers``.
        """
        file = run if isinstance(run, RunFile) else RunFile(run.source or run.name, name=run.name)
        try:
            if isinstance(run, Run):
                return work(self._left(file, run, {}))
            if file.set_aside is not None:
                return _refused(file, EvaluationError(Problem(file.set_aside, self._path(file))))
            if isinstance(work, Divisible) and self._is_large(run):
                in_pieces = partial(self._in_pieces, file, work, workers)
                result: R = by_either_way(in_pieces, lambda: work(self.read(file)))
                return result
            return work(self.read(file))
        except RunFaultsError as error:
            if not isinstance(run, RunFile):
                return _refused(file, error)
            lines = locate_faults(self._path(file), error.look, format=file.format)
            return _refused(file, InputError(lines or error.problems))
        except MemoryError as error:
            return _refused(file, UnavailableError(lack_of_memory(error, self._path(file))))
        except HarnessError as error:
            return _refused(file, error)

    def _is_large(self, run: RunFile | Run) -> bool:
        """Whether a run is read in pieces."""
        return isinstance(run, RunFile) and is_large(self._path(run))

    def _in_pieces(self, file: RunFile, work: Divisible[Q, P, R], workers: Workers) -> R:
        """The result of a run that is read in pieces; `UnusualError` where that cannot be."""
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

        Raises `UnusualError` for a run that has to be read at once.
        """
        requirements, ranks = self.requirements, self.ranks
        name, named = _name(file), file.format is not None
        if requirements is not None:
            from harness.validation.parts import check_part, merged_check

        def part(piece: Piece) -> tuple[Run, Before, CheckedPart | None, Q]:
            checked, before = None, piece.before
            if requirements is None:
                run = piece.run(ranks=ranks)
            else:
                run, checked = check_part(piece, requirements, named=named, ranks=ranks)
                before = 0  # a check counts the lines of the whole file
            try:
                read = self._left(file, changed(run, name=name or run.name), {})
            except EvaluationError:  # of another piece something may be left
                raise UnusualError("nothing of a piece is left") from None
            if not len(read.run):
                raise UnusualError("nothing of a piece is left")
            left = changed(read.run, name=run.name, frame=no_results())
            return left, before, checked, work(read)

        pieces = pieces_of(self._path(file), format=file.format, counted=requirements is not None)
        runs, befores, checks, parts = zip(*map_ordered(part, pieces, workers), strict=True)
        if len({run.name for run in runs}) > 1:
            raise UnusualError("it has several tags")
        checked = None if requirements is None else merged_check(checks, requirements, name)
        run = changed(runs[0], name=name or runs[0].name, known=sum(run.known for run in runs))
        every = [note for run in runs for note in run.warnings]
        doubts = [note for note in every if note.code == "doubt"]
        left = sum(note.numbers.get("documents", 0) for note in every)
        skips = (Skipped.of(run.warnings) for run in runs)
        skipped = skipped_together(zip(skips, befores, strict=True)).notes(run.source or run.name)
        notes = (*skipped, *doubts, *identical_note(left, run.source, run.name))
        return changed(run, warnings=notes), checked, parts

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
        """Check the run of a file by the requirements; return findings and the repaired run."""
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

        usual = partial(self.check, file, advised=True)
        try:
            if self.requirements is not None and self._is_large(file):
                return by_either_way(partial(self._checked_in_pieces, file, workers), usual)
            return usual()
        except InputError as error:
            return Checked.unreadable(self._path(file), error)

    def _checked_in_pieces(self, file: RunFile, workers: Workers) -> Checked:
        """Check a run that is read in pieces; `UnusualError` where that cannot be."""
        _, checked, _ = self._parts(file, lambda _: None, workers)
        assert checked is not None
        return checked

    def _path(self, file: RunFile) -> str:
        return real_path(file.path) if self.folder is None else located(self.folder, file.path)

    def _left(self, file: RunFile, run: Run, facts: Mapping[str, Any]) -> TaskRun:
        """The run without what was judged before, and what does not count."""
        run = run.without_identical() if self.ignore_identical else run
        run = run if self.known is None else self.known.leave(run)
        return self._task_run(file, run, facts)

    def _facts(self, file: RunFile) -> dict[str, Any]:
        """Return the facts for manifests on the file of a run, before it is read."""
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
            if metadata is None and not is_url(path):
                metadata = metadata_of(path)
            if metadata is not None:
                facts["ir_metadata"] = as_json(metadata)
                own = attributes_of(facts["ir_metadata"])
                facts["attributes"] = {**own, **facts.get("attributes", {})}
            facts["warnings"] = [note.about(path, file.path).record() for note in run.warnings]
        if self.known is not None:
            facts["known"] = run.known
        return TaskRun(file, run, facts)


def refuse_unless_asked(error: HarnessError) -> None:
    """Raise the error of a run that could not be had, unless such runs are to be left out."""
    if not keeps_going():
        raise error


def refuse_cluster(error: object, execution: Execution) -> None:
    """Raise `HarnessError` where a worker of a cluster could not read what can be read here.

    Another worker could have read it, and the result would depend on who was quicker.
    """
    if execution.backend != "dask" or not isinstance(error, UnavailableError):
        return
    for problem in error.problems:
        if problem.where is not None and _is_here(problem.where):
            message = f"a worker of the cluster cannot read what can be read here: {problem}"
            raise HarnessError(Problem(message, execution.scheduler, hint=_SHARED))


def _is_here(path: str) -> bool:
    """Whether a file can be read where the work is shared out."""
    if is_url(path) or not placed(path).is_file():
        return False
    with suppress(UnavailableError), source(path) as file:
        file.read(1)
        return True
    return False


def _of_check(checked: Checked | None) -> dict[str, Any]:
    """Return the facts for manifests on findings and repairs."""
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
    """Separate results of runs from refused ones, both in order."""
    accepted: list[R] = []
    refused: list[Refused] = []
    for outcome in outcomes:
        if isinstance(outcome, Refused):
            refused.append(outcome)
        else:
            accepted.append(outcome)
    return accepted, refused


def all_or_raise(outcomes: Iterable[R | Refused]) -> list[R]:
    """Return the results of runs that belong to no task; raise the problems of all refused."""
    accepted, refused = separated(outcomes)
    all_or_errors(run.error for run in refused)
    return accepted
