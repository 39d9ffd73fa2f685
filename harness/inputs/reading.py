"""Read runs and work on them, one after the other: of a task, a command line, or values.

Nothing else opens runs to use them. Code that only tasks need is loaded only for them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from harness.core.columns import no_results
from harness.core.errors import (
    EvaluationError,
    HarnessError,
    InputError,
    Problem,
    UnavailableError,
    all_or_errors,
    keeps_going,
)
from harness.core.execution import Execution, Workers
from harness.core.framed import replace_fields, topics_in_order
from harness.core.harmless import real_path
from harness.core.identity import RunFile, run_name
from harness.core.limits import explain_memory_error
from harness.core.locations import anchor_path
from harness.core.model import Run
from harness.core.parallel import map_ordered
from harness.core.run_faults import RunFaultsError
from harness.evaluation.judgments import KnownJudgments
from harness.formats.blocks import Block, is_large, topic_blocks
from harness.formats.remote import is_url, keep_copies, local, locate, source, watch
from harness.formats.run_columns import (
    LineFacts,
    as_json,
    first_tag,
    list_attributes,
    read_metadata,
)
from harness.formats.runs import locate_faults, parse_block
from harness.formats.tablefiles import table_or_lines
from harness.inputs.blocks import (
    ByTopic,
    ReadBlock,
    ReadBlocks,
    TaskRun,
    beginning,
    has_one_score,
    join_blocks,
    keep_distinct_topics,
)

if TYPE_CHECKING:
    from harness.validation import CheckResult, Fold, Requirements
    from harness.validation.checking import CheckedBlock

Q = TypeVar("Q")
R = TypeVar("R")

#: The hint on a file that a worker cannot see.
_SHARED = "workers need the same files at the same paths: those of a shared disk, or URLs"
#: Called after each run with the number of runs done and of all runs.
Progress = Callable[[int, int], None]


class RefusedRun(NamedTuple):
    """Run with errors, which is neither evaluated nor pooled, and its error."""

    name: str
    path: str
    group: str
    error: HarnessError

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every problem of it."""
        return self.error.problems

    @property
    def is_unavailable(self) -> bool:
        """Whether it could not be had, so that its content is unknown."""
        return isinstance(self.error, UnavailableError)


@dataclass(frozen=True, slots=True, eq=False)
class RunReader:
    """Reader of runs, with the requirements to check and the known judgments to remove.

    Paths start at ``folder``. With ``ranks`` a run has the ranks of its file. ``described`` runs
    have the facts for manifests, and if ``hashed`` the size and hash of their files.
    ``ignore_identical`` removes documents that are their topic.
    """

    folder: Path | None = None
    requirements: Requirements | None = None
    known: KnownJudgments | None = None
    ranks: bool = False
    described: bool = False
    hashed: bool = True
    ignore_identical: bool = False

    def each(
        self,
        runs: Sequence[RunFile | Run],
        work: Callable[[TaskRun], R],
        *,
        workers: Workers = None,
        progress: Progress | None = None,
    ) -> Iterator[R | RefusedRun]:
        """Yield the result of ``work`` for each run, in order; a run with an error is `RefusedRun`.

        A run is freed before the next takes its memory; the result does not depend on ``workers``.
        Raises `UnavailableError` for a run that cannot be had, unless in `harness.keep_going`.
        """
        files = [self._path(run) for run in runs if isinstance(run, RunFile)]
        execution = Execution.of(workers).reading(files)
        # Cancel pending work at once, not when the error is garbage collected.
        with closing(self._outcomes(runs, work, execution)) as outcomes:
            for done, outcome in enumerate(outcomes, start=1):
                if progress is not None:
                    progress(done, len(runs))
                if isinstance(outcome, RefusedRun) and outcome.is_unavailable:
                    refuse_cluster(outcome.error, execution)
                    if not keeps_going():
                        raise outcome.error
                yield outcome

    def _outcomes(
        self, runs: Sequence[RunFile | Run], work: Callable[[TaskRun], R], execution: Execution
    ) -> Generator[R | RefusedRun, None, None]:
        """Share out runs; the blocks of a single run."""
        if len(runs) == 1 and not (isinstance(runs[0], RunFile) and is_url(runs[0].path)):
            with suppress(UnavailableError):  # the worker reports it
                if self._is_divided(runs[0], work):
                    yield self.outcome(runs[0], work, workers=execution)
                    return
        each = partial(self.outcome, work=work, workers=execution.share(len(runs)))
        yield from map_ordered(each, runs, execution)

    @keep_copies()
    def outcome(
        self, run: RunFile | Run, work: Callable[[TaskRun], R], *, workers: Workers = 1
    ) -> R | RefusedRun:
        """Return the result of ``work`` for a run; refused rows get their lines.

        ``workers`` share the blocks of a large run.
        """
        file = run if isinstance(run, RunFile) else RunFile(run.source or run.name, name=run.name)
        try:
            if isinstance(run, Run):
                run = self._left(run)
                return work(self._task_run(file, run, {}, topics_in_order(run)))
            if file.set_aside is not None:
                return _refuse(file, EvaluationError(Problem(file.set_aside, self._path(file))))
            return self._read(file, ByTopic.of(work), workers)
        except RunFaultsError as error:
            if not isinstance(run, RunFile):
                return _refuse(file, error)
            lines = locate_faults(self._path(file), error.look, format=file.format)
            return _refuse(file, InputError(lines or error.problems))
        except MemoryError as error:
            return _refuse(file, UnavailableError(explain_memory_error(error, self._path(file))))
        except HarnessError as error:
            return _refuse(file, error)

    def read(self, file: RunFile) -> TaskRun:
        """Read the run of a file, checked and repaired if there are requirements.

        Raises `InputError` if it is no run, and with the errors that no repair mends.
        """
        return self._read(file, ByTopic.of(lambda read: read), 1)

    @keep_copies()
    def checked(self, file: RunFile, *, workers: Workers = 1, advised: bool = True) -> CheckResult:
        """Check a run; an unreadable file is a finding. ``advised`` adds repairs for errors.

        ``workers`` share the blocks of a large run.
        """
        from harness.validation import CheckResult, Requirements

        if file.set_aside is not None:
            return CheckResult.set_aside(file.path, file.set_aside)
        reading = replace(self, requirements=self.requirements or Requirements())
        work: ByTopic[None, None] = ByTopic(lambda _: None, lambda _, __: None)
        try:
            blocks = reading._blocks(file, work, workers, advised=advised)  # noqa: SLF001
        except InputError as error:
            return CheckResult.unreadable(self._path(file), error)
        assert blocks.checked is not None
        return blocks.checked

    def _read(self, file: RunFile, work: ByTopic[Q, R], workers: Workers) -> R:
        """Read a file and return the result of work on it; errors as for `read`."""
        unchanged = watch([path := self._path(file)])
        with local(path):
            facts = self._facts(file)
            blocks = self._blocks(file, work, workers)
        unchanged()  # hash and blocks are of one content
        if (checked := blocks.checked) is not None:
            if checked.worst == "error":
                errors = (fold for fold in checked.folds if fold.severity == "error")
                raise InputError(_problem(fold, checked.source) for fold in errors)
            facts |= {"findings": checked.counts, "repairs": dict(checked.repairs)}
        is_all = len(blocks.blocks) == 1
        read = self._task_run(file, blocks.run(_name(file)), facts, blocks.topics, is_all=is_all)
        return work.finish(read, blocks.made)

    def _blocks(
        self, file: RunFile, work: ByTopic[Q, R], workers: Workers, *, advised: bool = False
    ) -> ReadBlocks[Q]:
        """Read the blocks of a file, and do the work on each.

        The whole file is one block if topics recur in another, or blocks alone are inconclusive.
        """
        path = self._path(file)
        if self._is_divided(file, work):
            name = self._name_blocks(file)
            read = partial(self._block, file, work.part, name=name)
            divided = topic_blocks(path, format=file.format, counted=self.requirements is not None)
            blocks = join_blocks(
                self.requirements,
                _name(file),
                keep_distinct_topics(map_ordered(read, divided, workers)),
            )
            if blocks is not None:
                return blocks
        entire, name = Block(path, file.format), _name(file)
        block = self._block(file, work.part, entire, name=name, advised=advised)
        blocks_of_all = join_blocks(self.requirements, name, [] if block is None else [block])
        assert blocks_of_all is not None
        return blocks_of_all

    def _block(
        self,
        file: RunFile,
        part: Callable[[TaskRun], Q],
        block: Block,
        *,
        name: str | None,
        advised: bool = False,
    ) -> ReadBlock[Q] | None:
        """Read a block and do the work on it; None for an inconclusive part of a file."""
        try:
            run, facts, checked = self._read_block(file, block, advised=advised)
            if run is None or (facts.encoding and not block.is_all):
                return ReadBlock(None, (), facts, 0, checked, None) if block.is_all else None
            if checked is None and block.is_first and not block.is_all and has_one_score(run):
                return None
            run = self._left(replace_fields(run, name=name or run.name))
            if not (block.is_all or len(run)):
                return None
            read = TaskRun(file, run, {}, topics_in_order(run), block.is_all)
            made = part(read)
        except UnavailableError:
            raise
        except HarnessError:
            if block.is_all:
                raise
            return None  # problems are reported for the whole file, with the cause
        if not block.is_all:
            run = beginning(run) if block.is_first else replace_fields(run, frame=no_results())
        before = block.before if checked is None else 0  # a check counts the lines of the file
        return ReadBlock(run, read.topics, facts, before, checked, made)

    def _read_block(
        self, file: RunFile, block: Block, *, advised: bool
    ) -> tuple[Run | None, LineFacts, CheckedBlock | None]:
        """Return the run of a block, the facts for its notes, and the result of its check."""
        if self.requirements is None:
            content, where = block.read(), block.where
            content = table_or_lines(content, where) if block.is_all else content
            run, facts = parse_block(
                content, where, format=block.format, ranks=self.ranks, is_first=block.is_first
            )
            return run, facts, None
        from harness.validation.checking import check_block

        named = file.format is not None
        return check_block(block, self.requirements, named=named, ranks=self.ranks, advised=advised)

    def _is_divided(self, run: RunFile | Run, work: Callable[[TaskRun], Any]) -> bool:
        """Return whether a run has blocks to share out."""
        return (
            isinstance(run, RunFile)
            and isinstance(work, ByTopic)
            and work.divides
            and is_large(self._path(run))
        )

    def _name_blocks(self, file: RunFile) -> str | None:
        """Return the name for each block of a file, from its beginning if possible."""
        if (name := _name(file)) is not None or self.requirements is not None:
            return name
        path = self._path(file)
        with suppress(InputError):  # reading reports what is wrong
            return run_name(path, first_tag(path, format=file.format))
        return None

    def _path(self, file: RunFile) -> str:
        return real_path(file.path) if self.folder is None else locate(self.folder, file.path)

    def _left(self, run: Run) -> Run:
        """Remove known judgments' documents, and those that are their topic, from a run."""
        run = run.without_identical() if self.ignore_identical else run
        return run if self.known is None else self.known.leave(run)

    def _facts(self, file: RunFile) -> dict[str, Any]:
        """Return the manifest's facts on the file of a run, before it is read."""
        if not self.described:
            return {}
        from harness.results.manifest import fingerprint

        known = fingerprint(self._path(file), file.path) if self.hashed else {"path": file.path}
        return {**known, "group": file.group, "attributes": dict(file.attributes)}

    def _task_run(
        self,
        file: RunFile,
        run: Run,
        facts: Mapping[str, Any],
        topics: tuple[str, ...],
        *,
        is_all: bool = True,
    ) -> TaskRun:
        """Return the run with the facts known after reading."""
        facts = dict(facts)
        if self.described:
            path = self._path(file)
            facts["format"] = run.details.get("format")
            metadata = run.details.get("ir_metadata")
            if metadata is None and not is_url(path):
                metadata = read_metadata(path)
            if metadata is not None:
                facts["ir_metadata"] = as_json(metadata)
                own = list_attributes(facts["ir_metadata"])
                facts["attributes"] = {**own, **facts.get("attributes", {})}
            facts["warnings"] = [note.about(path, file.path).record() for note in run.warnings]
        if self.known is not None:
            facts["known"] = run.known
        return TaskRun(file, run, facts, topics, is_all)


def refuse_cluster(error: object, execution: Execution) -> None:
    """Raise `HarnessError` if a worker of a cluster could not read a file that is readable here.

    Another worker might have read it, and the result would depend on chance.
    """
    if execution.backend != "dask" or not isinstance(error, UnavailableError):
        return
    for problem in error.problems:
        if problem.where is not None and _is_here(problem.where):
            message = f"a worker of the cluster cannot read what can be read here: {problem}"
            raise HarnessError(Problem(message, execution.scheduler, hint=_SHARED))


def _is_here(path: str) -> bool:
    """Return whether a file can be read in this process."""
    if is_url(path) or not anchor_path(path).is_file():
        return False
    with suppress(UnavailableError), source(path) as file:
        file.read(1)
        return True
    return False


def _name(file: RunFile) -> str | None:
    """Return the name of a run; reading finds the tags that a task made in Python lacks."""
    return file.run_name if file.tag or file.name else None


def _refuse(file: RunFile, error: HarnessError) -> RefusedRun:
    return RefusedRun(file.run_name, file.path, file.group, error)


def _problem(fold: Fold, where: str) -> Problem:
    """Merge the errors of a code into one problem, without those that a cause explains."""
    hint = None if fold.repair is None else f"repair: {fold.repair}"
    if fold.count == 1:
        line, column = next(iter(fold.lines), None), next(iter(fold.columns), None)
        return Problem(fold.message, where, line, column, hint=hint)
    return Problem(f"{fold.where()}: {fold.message}", where, hint=hint)


def separate_results(outcomes: Iterable[R | RefusedRun]) -> tuple[list[R], list[RefusedRun]]:
    """Separate accepted from refused runs, both in order."""
    outcomes = list(outcomes)
    refused = [outcome for outcome in outcomes if isinstance(outcome, RefusedRun)]
    return [outcome for outcome in outcomes if not isinstance(outcome, RefusedRun)], refused


def all_or_raise(outcomes: Iterable[R | RefusedRun]) -> list[R]:
    """Return the results of runs without a task; raises the problems of all refused ones."""
    accepted, refused = separate_results(outcomes)
    all_or_errors(run.error for run in refused)
    return accepted
