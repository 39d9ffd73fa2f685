"""Columns of a file: texts as byte ranges of its content, and numbers as arrays.

`harness.core.kernel` parses lines into them. They need no library of frames, and no Python string
is made before it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, Ints
from harness.core.kernel import engine
from harness.core.packages import pl, require_threads

T = TypeVar("T")
#: Texts compared at a time.
_BLOCK = 2**16
Rows: TypeAlias = npt.NDArray[Any] | slice


@dataclass(frozen=True, slots=True, eq=False)
class TextColumn:
    r"""N texts of a content in UTF-8: where each begins [N], and its length in bytes [N].

    >>> docs = TextColumn(b"d1\nd20\n", np.array([0, 3]), np.int32([2, 3]))
    >>> docs.texts(), docs[np.array([1])].texts(), docs.series().to_list()
    (['d1', 'd20'], ['d20'], ['d1', 'd20'])
    """

    content: bytes
    starts: Ints
    lengths: npt.NDArray[np.int32]

    @classmethod
    def of(cls, series: pl.Series) -> TextColumn:
        """Return the texts of a column of a frame."""
        lengths = series.str.len_bytes().to_numpy().astype(np.int32)
        content = series.str.join("").cast(pl.Binary)[0]
        return cls(content, np.cumsum(lengths, dtype=np.int64) - lengths, lengths)

    @classmethod
    def made(cls, texts: Iterable[str]) -> TextColumn:
        """Return a column of some texts.

        >>> TextColumn.made(["é", "", "b"]).texts()
        ['é', '', 'b']
        """
        written = [text.encode() for text in texts]
        lengths = np.array([len(text) for text in written], dtype=np.int32)
        return cls(b"".join(written), np.cumsum(lengths, dtype=np.int64) - lengths, lengths)

    @classmethod
    def of_numbers(
        cls,
        values: Floats,
        decimals: npt.NDArray[np.int8],
        write: Callable[[float, int], str],
    ) -> TextColumn:
        """Format numbers [N] with ``decimals`` [N] each; −1 is the shortest form.

        ``write(number, decimals)`` formats the rest: numbers that are not finite, or too long for
        the engine.

        >>> values, decimals = np.array([0.5, 2.0, 0.1, np.nan]), np.array([4, 0, -1, 4], np.int8)
        >>> TextColumn.of_numbers(values, decimals, lambda value, _: str(value)).texts()
        ['0.5000', '2', '0.1', 'nan']
        """
        content, starts, lengths, left = engine().decimals(values, decimals)
        numbers = zip(values[left].tolist(), decimals[left].tolist(), strict=True)
        return cls(content, starts, lengths).replace(left, [write(*number) for number in numbers])

    @classmethod
    def join(cls, parts: Sequence[TextColumn]) -> TextColumn:
        """Concatenate columns.

        >>> TextColumn.join([TextColumn.made(["a"]), TextColumn.made(["b", "c"])]).texts()
        ['a', 'b', 'c']
        """
        ends = np.cumsum([len(part.content) for part in parts])
        starts = [
            part.starts + (int(end) - len(part.content))
            for part, end in zip(parts, ends, strict=True)
        ]
        content = b"".join(part.content for part in parts)
        lengths = np.concatenate([part.lengths for part in parts])
        return cls(content, np.concatenate(starts), lengths)

    def replace(self, rows: Ints, texts: Sequence[str]) -> TextColumn:
        """Return the column with the texts of some rows replaced.

        >>> TextColumn.made(["a", "b"]).replace(np.array([1]), ["cd"]).texts()
        ['a', 'cd']
        """
        if not len(rows):
            return self
        others = TextColumn.made(texts)
        starts, lengths = self.starts.copy(), self.lengths.copy()
        starts[rows], lengths[rows] = others.starts + len(self.content), others.lengths
        return TextColumn(self.content + others.content, starts, lengths)

    def alone(self) -> TextColumn:
        """Copy the texts into a content of their own, so that this one can be freed."""
        ends: Ints = np.cumsum(self.lengths + np.int64(1))
        return TextColumn(self.lines(), ends - self.lengths - np.int64(1), self.lengths)

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, rows: Rows) -> TextColumn:
        return TextColumn(self.content, self.starts[rows], self.lengths[rows])

    def lines(self) -> bytes:
        """Join the texts, with a line feed after each."""
        return engine().lines(self)

    def texts(self) -> list[str]:
        """Return the texts as strings."""
        texts = self.lines().decode().split("\n")[:-1]
        if len(texts) == len(self):
            return texts
        # Texts of a file have no line feed; texts of a frame may.
        bounds = zip(self.starts.tolist(), (self.starts + self.lengths).tolist(), strict=True)
        return [self.content[start:end].decode() for start, end in bounds]

    def series(self) -> pl.Series:
        """Return the texts as a column of a frame."""
        if not len(self):
            return pl.Series(dtype=pl.String)
        series = pl.Series([self.lines()[:-1].decode()]).str.split("\n").explode()
        return series if len(series) == len(self) else pl.Series(self.texts())


def join_rows(columns: Sequence[TextColumn], between: Sequence[str]) -> bytes:
    """Join the columns of each row, with ``between`` in front, between and behind, in UTF-8.

    >>> join_rows([TextColumn.made(["a", "b"]), TextColumn.made(["1", "2"])], ["<", "=", ">"])
    b'<a=1><b=2>'
    """
    return engine().rows(columns, [text.encode() for text in between])


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """N texts in blocks of equal ones: the text of each block, and its size [B].

    >>> topics = Blocks(["7", "4"], np.array([2, 1]))
    >>> topics.series().to_list(), topics.starts.tolist(), len(topics)
    (['7', '7', '4'], [0, 2], 3)
    """

    names: list[str]
    sizes: Ints

    @classmethod
    def of(cls, series: pl.Series) -> Blocks:
        """Return the texts of a column of a frame.

        >>> blocks = Blocks.of(pl.Series(["7", "7", "4"]))
        >>> blocks.names, blocks.sizes.tolist()
        (['7', '4'], [2, 1])
        """
        names = series[:1].to_list()
        starts = [np.zeros(len(names), dtype=np.int64)]
        for row in range(0, len(series), _BLOCK):  # avoids a copy of the whole series
            piece = series[row : row + _BLOCK + 1]
            changes = piece[1:].ne_missing(piece[:-1])
            names += piece[1:].filter(changes).to_list()
            starts.append(np.flatnonzero(changes.to_numpy()) + row + 1)
        return cls(names, np.diff(np.concatenate([*starts, [len(series)]])))

    def __len__(self) -> int:
        return int(self.sizes.sum())

    @property
    def starts(self) -> Ints:
        """The first row of each block [B]."""
        return np.cumsum(self.sizes) - self.sizes

    def series(self) -> pl.Series:
        """Return the texts as a column of a frame."""
        numbers = np.repeat(np.arange(len(self.names), dtype=np.uint32), self.sizes)
        return pl.Series(self.names, dtype=pl.String).gather(pl.Series(numbers))


@dataclass(frozen=True, slots=True, eq=False)
class Optional:
    """Numbers [N], and a mask of the unknown ones [N]."""

    values: Floats | Ints
    unknown: Bools

    def __len__(self) -> int:
        return len(self.values)


Column: TypeAlias = TextColumn | Blocks | Optional | Floats | Ints


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Columns of equal length by name, convertible to a frame.

    ``distinct`` is set where no topic is known to have a document twice, as in dictionaries.
    """

    columns: Mapping[str, Column] = field(default_factory=dict)
    distinct: bool = False

    def __getitem__(self, name: str) -> Column:
        return self.columns[name]

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return list(self.columns)

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(next(iter(self.columns.values()), ()))

    def value(self, row: int, name: str) -> Any:
        """Return the value of a column in a row; None where unknown.

        >>> columns = Columns({"topic": Blocks(["7", "4"], np.array([2, 1]))})
        >>> [columns.value(row, "topic") for row in range(3)]
        ['7', '7', '4']
        """
        column = self[name]
        if isinstance(column, Blocks):
            return column.names[int(np.searchsorted(np.cumsum(column.sizes), row, side="right"))]
        if isinstance(column, TextColumn):
            return column[row : row + 1].texts()[0]
        if isinstance(column, Optional):
            return None if column.unknown[row] else column.values[row].item()
        return column[row].item()

    def select(self, *names: str) -> Columns:
        """Return some of the columns, in this order."""
        return Columns({name: self.columns[name] for name in names})

    def frame(self) -> pl.DataFrame:
        """Return the columns as a frame."""
        require_threads()
        return pl.DataFrame([_series(column).alias(name) for name, column in self.columns.items()])

    def first(self, count: int) -> Columns:
        """Copy the first rows."""
        return Columns({name: _first(column, count) for name, column in self.columns.items()})

    def only(self, chosen: Bools) -> Columns:
        """Return the chosen rows.

        >>> topics = Blocks(["7", "4"], np.array([2, 1]))
        >>> columns = Columns({"topic": topics, "score": np.arange(3)})
        >>> chosen = columns.only(np.array([False, True, False]))
        >>> chosen.topics().names, chosen["score"]
        (['7'], array([1]))
        """
        return Columns({name: _select(column, chosen) for name, column in self.columns.items()})

    def topics(self) -> Blocks:
        """Return the topic of each row."""
        return self.blocks("topic")

    def blocks(self, name: str) -> Blocks:
        """Return a column of texts in blocks of equal ones."""
        blocks = self[name]
        assert isinstance(blocks, Blocks)
        return blocks

    def texts(self, name: str) -> TextColumn:
        """Return a column of texts."""
        texts = self[name]
        assert isinstance(texts, TextColumn)
        return texts

    def numbers(self, name: str) -> npt.NDArray[Any]:
        """Return a column of numbers without unknown ones."""
        numbers = self[name]
        assert isinstance(numbers, np.ndarray)
        return numbers


def extract_columns(frame: pl.DataFrame) -> Columns:
    """Return the columns of a frame that make rankings or judgments.

    >>> frame = pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "b"], "score": [2.0, 1.0]})
    >>> extract_columns(frame).topics().names, extract_columns(frame).texts("doc").texts()
    (['1'], ['a', 'b'])
    """
    made: dict[str, Column] = {
        "topic": Blocks.of(frame["topic"]),
        "doc": TextColumn.of(frame["doc"]),
    }
    for name in ("score", "rank", "grade"):
        if name in frame.columns and not frame[name].null_count():
            made[name] = frame[name].to_numpy()
    return Columns(made)


def no_results() -> Columns:
    """Return the columns of a run without documents."""
    none = np.zeros(0, dtype=np.int64)
    return Columns(
        {
            "topic": Blocks([], none),
            "doc": TextColumn(b"", none, none.astype(np.int32)),
            "score": none.astype(np.float64),
        }
    )


def _first(column: Column, count: int) -> Column:
    if isinstance(column, TextColumn):
        return column[:count].alone()
    if isinstance(column, Blocks):
        sizes = np.diff(np.minimum(np.cumsum(column.sizes), count), prepend=0)
        sizes = sizes[sizes > 0]
        return Blocks(column.names[: len(sizes)], sizes)
    if isinstance(column, Optional):
        return Optional(column.values[:count].copy(), column.unknown[:count].copy())
    return column[:count].copy()


def _select(column: Column, chosen: Bools) -> Column:
    if isinstance(column, Blocks):
        codes = np.repeat(np.arange(len(column.names)), column.sizes)[chosen]
        sizes = np.bincount(codes, minlength=len(column.names))
        there = np.flatnonzero(sizes)
        return Blocks([column.names[code] for code in there.tolist()], sizes[there])
    if isinstance(column, Optional):
        return Optional(column.values[chosen], column.unknown[chosen])
    return column[np.flatnonzero(chosen)]


def _series(column: Column) -> pl.Series:
    if isinstance(column, TextColumn | Blocks):
        return column.series()
    if isinstance(column, Optional):
        known = pl.Series(~column.unknown)
        return pl.select(pl.when(known).then(pl.Series(column.values))).to_series()
    return pl.Series(column)
