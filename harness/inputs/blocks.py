"""Runs read in blocks: the work on each block, and its results joined again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain
from operator import add
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

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


class TaskRun(NamedTuple):
    """Run to evaluate or pool.

    ``facts`` is the manifest's record of its file: path, size and hash, group, format, warnings,
    and, if the task has the key ``check``, findings and repairs. ``topics`` are the run's, in file
    order. Unless ``is_all``, it has only the lines of some topics, or after reading only the first
    ones, for guesses.
    """

    file: RunFile
    run: Run
    facts: Mapping[str, Any]
    topics: tuple[str, ...]
    is_all: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class ByTopic(Generic[Q, R]):
    """Work on a run, topic by topic, so that a large one need not be in memory.

    ``part`` processes a run, or some of its topics, and ``finish`` joins the results of all blocks.
    Unless the work ``divides``, the whole run is one block.
    """

    part: Callable[[TaskRun], Q]
    finish: Callable[[TaskRun, Sequence[Q]], R]
    divides: bool = True

    @classmethod
    def of(cls, work: Callable[[TaskRun], R] | ByTopic[Q, R]) -> ByTopic[Any, R]:
        """Return work by topic unchanged, or wrap work on a whole run."""
        if isinstance(work, ByTopic):
            return work
        return ByTopic(work, lambda _, made: made[0], divides=False)

    def __call__(self, read: TaskRun) -> R:
        """Return the result of work on a run in memory."""
        return self.finish(read, [self.part(read)])


@dataclass(frozen=True, slots=True, eq=False)
class ReadBlock(Generic[Q]):
    """Processed block, without the lines of its run.

    Only the `beginning` of the first block is kept. ``run`` and ``made`` are None after an error of
    a check. ``before`` counts the lines of the file before it.
    """

    run: Run | None
    topics: tuple[str, ...]
    facts: LineFacts
    before: Before
    checked: CheckedBlock | None
    made: Q | None


@dataclass(frozen=True, slots=True, eq=False)
class ReadBlocks(Generic[Q]):
    """All blocks of a file, and the result of its check, if any."""

    blocks: Sequence[ReadBlock[Q]]
    checked: CheckResult | None

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics of the file, in file order."""
        return tuple(chain.from_iterable(block.topics for block in self.blocks))

    @property
    def made(self) -> list[Q]:
        """The results of the blocks without errors."""
        return [block.made for block in self.blocks]  # type: ignore[misc]

    def run(self, name: str | None) -> Run:
        """Return the run, under this name or its tag, with the lines of the first block."""
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
    """Return the run with only the first lines, which guesses use, in memory."""
    rows = run.rows
    topics = rows.topics()
    if len(set(topics.names)) < len(topics.names):
        return run
    end = max(FORM_LINES, int(topics.sizes[:FIRST_TOPICS].sum()))
    return replace_fields(run, frame=rows.first(end))


def has_one_score(run: Run) -> bool:
    """Return whether all documents of a run have one score."""
    scores = run.rows.numbers("score")
    return bool((scores == scores[:1]).all())


def keep_distinct_topics(blocks: Iterator[ReadBlock[Q] | None]) -> list[ReadBlock[Q]] | None:
    """Return the blocks; None if one has a topic of an earlier one, or is inconclusive."""
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
    """Join the blocks of a file; None if the file must be read as a whole."""
    if blocks is None or requirements is None:
        return None if blocks is None else ReadBlocks(blocks, None)
    from harness.validation.checking import join_block_checks

    checks = [block.checked for block in blocks if block.checked is not None]
    checked = join_block_checks(checks, requirements, name)
    return None if checked is None else ReadBlocks(blocks, checked)
