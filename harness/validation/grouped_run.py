"""A submission as arrays by topic, the input of the checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints
from harness.core.columns import Blocks, Columns, extract_columns
from harness.core.lookup import rows_by_topic
from harness.core.packages import pl
from harness.formats.submissions import Submission
from harness.validation.findings import FindingSet, Together


@dataclass(frozen=True, eq=False)
class GroupedRun:
    """The lines of a submission; a line's *position* is its row in ``frame``, from 0.

    ``frame`` has all lines of a topic together: topics in the order of their first lines, the lines
    of each in file order. It is ``given`` if its order or its lines differ from the file's.
    ``by_file`` is False after a repair has sorted the lines, which then stay in that order.
    """

    submission: Submission
    given: pl.DataFrame | None = None
    by_file: bool = True

    @classmethod
    def of(cls, submission: Submission) -> GroupedRun:
        """Group the lines of a submission by topic."""
        sheet = cls(submission)
        number = {name: number for number, name in enumerate(dict.fromkeys(sheet.topics))}
        codes = np.array([number[name] for name in sheet.topics], dtype=np.int64)
        *_, rows = rows_by_topic(codes, sheet.sizes)
        return sheet if rows is None else sheet.having(sheet.frame[rows])

    def having(self, frame: pl.DataFrame) -> GroupedRun:
        """Return the submission with other lines."""
        return replace(self, given=frame)

    def has(self, field: str) -> bool:
        """Return whether the file itself has a field."""
        return field in self.submission.fields

    @property
    def frame(self) -> pl.DataFrame:
        """The lines as a frame, made of the columns on first use."""
        return self.submission.frame if self.given is None else self.given

    @property
    def read(self) -> Columns | None:
        """The columns as read, if the lines are the submission's."""
        return self.submission.columns if self.given is None else None

    @cached_property
    def columns(self) -> Columns:
        """The columns of a ranking."""
        return extract_columns(self.frame) if self.read is None else self.read

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return self.frame.columns if self.read is None else self.read.names

    @property
    def height(self) -> int:
        """The number of lines."""
        return self.frame.height if self.read is None else self.read.height

    def unknown(self, name: str) -> int:
        """Count the unknown numbers of a column."""
        return self.frame[name].null_count() if self.read is None else 0

    def numbers(self, name: str) -> npt.NDArray[Any]:
        """Return a column of numbers, all of them known."""
        return self.frame[name].to_numpy() if self.read is None else self.read.numbers(name)

    def blocks(self, name: str) -> Blocks:
        """Return a column of texts with runs of equal ones as blocks; a table may lack some."""
        return Blocks.of(self.frame[name]) if self.read is None else self.read.blocks(name)

    @cached_property
    def _topics(self) -> Blocks:
        return self.blocks("topic")

    @property
    def topics(self) -> list[str]:
        """The topics [T], in the order of their first lines."""
        return self._topics.names

    @property
    def sizes(self) -> Ints:
        """The number of lines of each topic [T]."""
        return self._topics.sizes

    @cached_property
    def starts(self) -> Ints:
        """The position of each topic's first line [T]."""
        ends: Ints = np.cumsum(self.sizes)
        return ends - self.sizes

    @cached_property
    def codes(self) -> Ints:
        """The index of each line's topic [N], ascending."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    @cached_property
    def same(self) -> Bools:
        """Whether each line but the first is of the same topic as the line above [N − 1]."""
        same = np.ones(max(self.height - 1, 0), dtype=bool)
        same[self.starts[1:] - 1] = False
        return same

    @cached_property
    def rises(self) -> Ints:
        """The positions of lines with a higher score than the line above, within a topic."""
        scores = self.numbers("score")
        return np.flatnonzero(self.same & (scores[1:] > scores[:-1])) + 1

    @cached_property
    def by_score(self) -> tuple[Ints | None, Floats]:
        """The positions of lines by topic and score (None if already so), and the scores."""
        scores = self.numbers("score")
        order = np.lexsort((-scores, self.codes)) if len(self.rises) else None
        return order, scores if order is None else scores[order]

    @cached_property
    def rows(self) -> Ints:
        """The row in the submission of each position [N]."""
        if self.read is not None:
            return np.arange(self.height)
        return self.frame["row"].cast(pl.Int64).to_numpy()

    def value(self, position: int, field: str) -> Any:
        """Return a field of the line at a position."""
        return (
            self.frame.item(position, field)
            if self.read is None
            else self.read.value(position, field)
        )

    def findings(
        self,
        code: str,
        positions: Ints,
        field: str,
        say: Callable[[int], str],
        together: Together | None = None,
    ) -> Iterator[FindingSet]:
        """Yield the findings at the given fields, in file order, if there are any.

        ``say`` makes the message of a position, ``together`` of many, from the values of the field.
        """
        if len(positions):
            yield self._findings(code, self.rows[positions], positions, field, say, together)

    def report_topics(
        self,
        code: str,
        topics: Ints,
        field: str,
        say: Callable[[int], str],
        together: Together | None = None,
    ) -> Iterator[FindingSet]:
        """Yield the findings like `findings`, at the first line of each topic, given by index, in
        the file.

        A finding then stays the same one when repairs drop or sort lines.
        """
        if len(topics):
            rows = self.starts if self.read is not None else self._first_rows()
            yield self._findings(code, rows[topics], self.starts[topics], field, say, together)

    def _first_rows(self) -> Ints:
        """Return the row of each topic's first line in the file [T]."""
        first = self.submission.frame.group_by("topic").agg(pl.col("row").min())
        heads = pl.DataFrame({"topic": self.topics}, {"topic": pl.String})
        heads = heads.join(first, on="topic", how="left", maintain_order="left")
        return heads["row"].cast(pl.Int64).to_numpy()

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
        locate = self.submission.locate
        return FindingSet(
            code,
            rows,
            lambda n: locate(int(rows[n]), field, say(int(positions[n]))),
            lambda numbers: self._topics_at(positions[numbers]),
            len(self.sizes),
            together,
            lambda numbers: self.numbers(field)[positions[numbers]],
        )

    def _topics_at(self, positions: Ints) -> tuple[str, ...]:
        """Return the topics of some positions, each once, in the order of the sheet."""
        there = np.zeros(len(self.sizes), dtype=bool)
        there[self.codes[positions]] = True
        return tuple(compress(self.topics, there.tolist()))
