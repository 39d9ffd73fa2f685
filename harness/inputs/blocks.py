"""What is read of the blocks of a run file, and what is made of it, put together again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain
from operator import add
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from harness.core.framed import replace_fields
from harness.core.identity import RunFile, run_name
from harness.core.model import Run, identical_note
from harness.formats.blocks import Before, join_skipped
from harness.formats.run_columns import LineFacts
from harness.hypotheses.evidence import FIRST_TOPICS, FORM_LINES

if TYPE_CHECKING:
    from harness.validation import CheckResult, Requirements
    from harness.validation.checking import CheckedBlock

Q = TypeVar("Q")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, eq=False)
class TaskRun:
    """A run as it is evaluated and pooled.

    ``facts`` is what manifests say of its file: path, size and hash, group, format, warnings, and,
    where the task has the key ``check``, what was found and repaired. ``topics`` are those of the
    run, as they come. Where the run is not ``is_all`` it has the lines of some of its topics alone:
    its first ones, for guesses, where all have been read.
    """

    file: RunFile
    run: Run
    facts: Mapping[str, Any]
    topics: tuple[str, ...]
    is_all: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class ByTopic(Generic[Q, R]):
    """Work on a run that is done topic by topic, so that a large one need not be in memory.

    ``part`` makes something of a run, or of some of its topics, and ``finish`` the result of what
    was made of all its blocks. Where the work ``divides`` not, all of a run is one block.
    """

    part: Callable[[TaskRun], Q]
    finish: Callable[[TaskRun, Sequence[Q]], R]
    divides: bool = True

    @classmethod
    def of(cls, work: Callable[[TaskRun], R] | ByTopic[Q, R]) -> ByTopic[Any, R]:
        """Return the same work, or work on all of a run."""
        if isinstance(work, ByTopic):
            return work
        return ByTopic(work, lambda _, made: made[0], divides=False)

    def __call__(self, read: TaskRun) -> R:
        """Return the result of a run that was read."""
        return self.finish(read, [self.part(read)])


@dataclass(frozen=True, slots=True, eq=False)
class ReadBlock(Generic[Q]):
    """A block that was read and worked on; the run of a part has lost its lines.

    Only the `beginning` of the first is kept. ``run`` is None, and nothing was made of it, where an
    error of a check stands. ``before`` are the lines of the file before it.
    """

    run: Run | None
    topics: tuple[str, ...]
    facts: LineFacts
    before: Before
    checked: CheckedBlock | None
    made: Q | None


@dataclass(frozen=True, slots=True, eq=False)
class ReadBlocks(Generic[Q]):
    """All blocks of a file, and what was found in it where it was checked."""

    blocks: Sequence[ReadBlock[Q]]
    checked: CheckResult | None

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics of the file, as they come."""
        return tuple(chain.from_iterable(block.topics for block in self.blocks))

    @property
    def made(self) -> list[Q]:
        """The result of each block, where no error stands."""
        return [block.made for block in self.blocks]  # type: ignore[misc]

    def run(self, name: str | None) -> Run:
        """Return the run, by this name or its tag, with the lines of the first block."""
        runs = [block.run for block in self.blocks if block.run is not None]
        first, where = runs[0], self.blocks[0].facts.where
        facts = reduce(add, (block.facts for block in self.blocks))
        skipped = join_skipped((block.facts.skipped, block.before) for block in self.blocks)
        notes = replace(facts, skipped=skipped).notes()
        if name is None:
            name = run_name(where, facts.tag) if self.checked is None else self.checked.name
        left = sum(note.numbers.get("documents", 0) for run in runs for note in run.warnings)
        notes += identical_note(left, first.source, name or "")
        return replace_fields(
            first, name=name or "", warnings=notes, known=sum(run.known for run in runs)
        )


def beginning(run: Run) -> Run:
    """Return the run with as many of its first lines as guesses look at, and nothing else in
    memory.
    """
    rows = run.rows
    topics = rows.topics()
    if len(set(topics.names)) < len(topics.names):
        return run
    end = max(FORM_LINES, int(topics.sizes[:FIRST_TOPICS].sum()))
    return replace_fields(run, frame=rows.first(end))


def has_one_score(run: Run) -> bool:
    """Whether all documents of a run have one score."""
    scores = run.rows.numbers("score")
    return bool((scores == scores[:1]).all())


def keep_distinct_topics(blocks: Iterator[ReadBlock[Q] | None]) -> list[ReadBlock[Q]] | None:
    """Return the blocks; None where one has a topic of an earlier one, or does not tell."""
    read: list[ReadBlock[Q]] = []
    topics: set[str] = set()
    with closing(blocks):  # type: ignore[type-var]
        for block in blocks:
            if block is None or not topics.isdisjoint(block.topics):
                return None
            read.append(block)
            topics.update(block.topics)
    return read


def join_blocks(
    requirements: Requirements | None, name: str | None, blocks: Sequence[ReadBlock[Q]] | None
) -> ReadBlocks[Q] | None:
    """All blocks of a file; None if only the whole file tells its content."""
    if blocks is None or requirements is None:
        return None if blocks is None else ReadBlocks(blocks, None)
    from harness.validation.checking import join_block_checks

    checks = [block.checked for block in blocks if block.checked is not None]
    checked = join_block_checks(checks, requirements, name)
    return None if checked is None else ReadBlocks(blocks, checked)
