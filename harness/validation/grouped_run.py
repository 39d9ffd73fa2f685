"""A submission as arrays, topic by topic: what the checks look at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from harness.core.arrays import Ints
from harness.core.columns import Columns, columns_of, text_blocks
from harness.formats.submissions import Submission
from harness.validation.findings import FindingSet, Together

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class GroupedRun:
    """The lines of a submission; the *place* of one is where it stands in ``frame``, from 0.

    ``frame`` is that of the submission with all lines of a topic together: topics in the order of
    their first lines, the lines of each in file order. ``by_file`` is False once a repair has put
    lines into another order, in which they are to stay.
    """

    submission: Submission
    frame: pl.DataFrame
    by_file: bool = True

    @classmethod
    def of(cls, submission: Submission) -> GroupedRun:
        """The sheet of a submission."""
        sheet = cls(submission, submission.frame)
        names = list(dict.fromkeys(sheet.topics))
        if len(names) == len(sheet.topics):
            return sheet
        numbers = pl.Series(range(len(names)), dtype=pl.Int64)
        position = pl.col("topic").replace_strict(pl.Series(names, dtype=pl.String), numbers)
        return sheet.having(sheet.frame.sort(position, maintain_order=True))

    def having(self, frame: pl.DataFrame) -> GroupedRun:
        """The same submission with other lines."""
        return replace(self, frame=frame)

    def has(self, field: str) -> bool:
        """Whether the file itself has a field."""
        return field in self.submission.fields

    @property
    def _read(self) -> Columns | None:
        """The columns as they were read, if these are the lines of the submission."""
        return self.submission.columns if self.frame is self.submission.frame else None

    @cached_property
    def columns(self) -> Columns:
        """The columns that a ranking is made of."""
        return columns_of(self.frame) if self._read is None else self._read

    @cached_property
    def _blocks(self) -> tuple[list[str], Ints]:
        if self._read is None:
            return text_blocks(self.frame["topic"])
        topics = self._read.topics()
        return topics.names, topics.sizes

    @property
    def topics(self) -> list[str]:
        """The topics [T], in the order of their first lines."""
        return self._blocks[0]

    @property
    def sizes(self) -> Ints:
        """How many lines each topic has [T]."""
        return self._blocks[1]

    @cached_property
    def starts(self) -> Ints:
        """The place of each topic's first line [T]."""
        ends: Ints = np.cumsum(self.sizes)
        return ends - self.sizes

    @cached_property
    def codes(self) -> Ints:
        """The number of each line's topic [N]; they ascend."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @cached_property
    def same(self) -> Mask:
        """Whether each line but the first is of the topic of the one above [N − 1]."""
        same = np.ones(max(self.frame.height - 1, 0), dtype=bool)
        same[self.starts[1:] - 1] = False
        return same

    @cached_property
    def rows(self) -> Ints:
        """The row of the submission at each place [N]."""
        return self.frame["row"].cast(pl.Int64).to_numpy()

    def value(self, position: int, field: str) -> Any:
        """A field of the line at a place."""
        return self.frame.item(position, field)

    def findings(
        self,
        code: str,
        positions: Ints,
        field: str,
        say: Callable[[int], str],
        together: Together | None = None,
    ) -> FindingSet:
        """Findings at the given fields, in file order.

        ``say`` makes the message of a place, ``together`` that of many, of the values of the field.
        """
        return self._findings(code, self.rows[positions], positions, field, say, together)

    def findings_of_topics(
        self,
        code: str,
        topics: Ints,
        field: str,
        say: Callable[[int], str],
        together: Together | None = None,
    ) -> FindingSet:
        """As `findings`, at the line with which each topic (by its number) begins in the file.

        So a finding stays the same one whatever repairs drop or put into another order.
        """
        first = self.submission.frame.group_by("topic").agg(pl.col("row").min())
        heads = pl.DataFrame({"topic": self.topics}, {"topic": pl.String})
        heads = heads.join(first, on="topic", how="left", maintain_order="left")
        rows = heads["row"].cast(pl.Int64).to_numpy()[topics]
        return self._findings(code, rows, self.starts[topics], field, say, together)

    def _findings(
        self,
        code: str,
        rows: Ints,
        positions: Ints,
        field: str,
        say: Callable[[int], str],
        together: Together | None,
    ) -> FindingSet:
        if (rows[1:] < rows[:-1]).any():
            order = np.argsort(rows, kind="stable")
            rows, positions = rows[order], positions[order]
        locate, values = self.submission.locate, self.frame[field]
        return FindingSet(
            code,
            rows,
            lambda n: locate(int(rows[n]), field, say(int(positions[n]))),
            lambda numbers: self._topics_at(positions[numbers]),
            len(self.sizes),
            together,
            lambda numbers: values.gather(positions[numbers]).to_numpy(),
        )

    def _topics_at(self, positions: Ints) -> tuple[str, ...]:
        """The topics of some places, each once, in the order of the sheet."""
        there = np.zeros(len(self.sizes), dtype=bool)
        there[self.codes[positions]] = True
        return tuple(compress(self.topics, there.tolist()))
