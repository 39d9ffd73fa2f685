"""Columns of lines: texts as places in the bytes of a file, and numbers as arrays.

They are what `harness.core.kernel` makes of lines. No library of frames is needed, and no text is
made before somebody asks for it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from harness.core import public
from harness.core.arrays import Bools, Floats, Ints
from harness.core.errors import InputError, Problem, refuse
from harness.core.kernel import engine
from harness.core.packages import pl

T = TypeVar("T")
#: So many texts are compared at a time.
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
        """The texts of a column of a frame."""
        lengths = series.str.len_bytes().to_numpy().astype(np.int64)
        content = "".join(series.str.join("").to_list()).encode()
        return cls(content, np.cumsum(lengths) - lengths, lengths.astype(np.int32))

    @classmethod
    def made(cls, texts: Iterable[str]) -> TextColumn:
        """A column of some texts.

        >>> TextColumn.made(["é", "", "b"]).texts()
        ['é', '', 'b']
        """
        written = [text.encode() for text in texts]
        lengths = np.array([len(text) for text in written], dtype=np.int64)
        return cls(b"".join(written), np.cumsum(lengths) - lengths, lengths.astype(np.int32))

    @classmethod
    def together(cls, parts: Sequence[TextColumn]) -> TextColumn:
        """The texts of several columns, one after the other.

        >>> TextColumn.together([TextColumn.made(["a"]), TextColumn.made(["b", "c"])]).texts()
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

    def alone(self) -> TextColumn:
        """The same texts in a content of their own: what else is in this one may be forgotten."""
        ends: Ints = np.cumsum(self.lengths + np.int64(1))
        return TextColumn(self.lines(), ends - self.lengths - np.int64(1), self.lengths)

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, rows: Rows) -> TextColumn:
        return TextColumn(self.content, self.starts[rows], self.lengths[rows])

    def lines(self) -> bytes:
        """The texts one after the other, each with a line feed behind it."""
        return engine().lines(self)

    def texts(self) -> list[str]:
        """The texts."""
        texts = self.lines().decode().split("\n")[:-1]
        if len(texts) == len(self):
            return texts
        # Of a file none has a line feed; of a frame some may.
        ends = (self.starts + self.lengths).tolist()
        bounds = zip(self.starts.tolist(), ends, strict=True)
        return [self.content[start:end].decode() for start, end in bounds]

    def series(self) -> pl.Series:
        """The texts as a column of a frame."""
        if not len(self):
            return pl.Series(dtype=pl.String)
        series = pl.Series([self.lines()[:-1].decode()]).str.split("\n").explode()
        return series if len(series) == len(self) else pl.Series(self.texts())


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """N texts of which equal ones follow each other: the text of each block, and its size [B].

    >>> topics = Blocks(["7", "4"], np.array([2, 1]))
    >>> topics.series().to_list(), topics.starts.tolist(), len(topics)
    (['7', '7', '4'], [0, 2], 3)
    """

    names: list[str]
    sizes: Ints

    @classmethod
    def of(cls, series: pl.Series) -> Blocks:
        """The texts of a column of a frame."""
        return cls(*text_blocks(series))

    def __len__(self) -> int:
        return int(self.sizes.sum())

    @property
    def starts(self) -> Ints:
        """The first row of each block [B]."""
        return np.cumsum(self.sizes) - self.sizes

    def series(self) -> pl.Series:
        """The texts as a column of a frame."""
        numbers = np.repeat(np.arange(len(self.names), dtype=np.uint32), self.sizes)
        return pl.Series(self.names, dtype=pl.String).gather(pl.Series(numbers))


def text_blocks(texts: pl.Series) -> tuple[list[str], Ints]:
    """The text of each block of equal ones [B], and how long it is [B].

    >>> import polars as pl
    >>> texts, lengths = text_blocks(pl.Series(["7", "7", "4"]))
    >>> texts, lengths.tolist()
    (['7', '4'], [2, 1])
    """
    names = texts[:1].to_list()
    starts = [np.zeros(len(names), dtype=np.int64)]
    for row in range(0, len(texts), _BLOCK):  # no copy of all of it
        piece = texts[row : row + _BLOCK + 1]
        changes = piece[1:] != piece[:-1]
        names += piece[1:].filter(changes).to_list()
        starts.append(np.flatnonzero(changes.to_numpy()) + row + 1)
    ends = [*starts, np.array([len(texts)])]
    return names, np.diff(np.concatenate(ends))


@dataclass(frozen=True, slots=True, eq=False)
class Optional:
    """Numbers of which some are not known: those in the rows of a mask [N]."""

    values: Floats | Ints
    unknown: Bools

    def __len__(self) -> int:
        return len(self.values)


Column: TypeAlias = TextColumn | Blocks | Optional | Floats | Ints


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Columns of equal length by name, and the frame that they make.

    They are ``distinct`` where it is known, as of dictionaries, that no topic has a document twice.
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
        """How many rows there are."""
        return len(next(iter(self.columns.values()), ()))

    def select(self, *names: str) -> Columns:
        """Some of the columns, in this order."""
        return Columns({name: self.columns[name] for name in names})

    def frame(self) -> pl.DataFrame:
        """The columns as a frame."""
        return pl.DataFrame([_series(column).alias(name) for name, column in self.columns.items()])

    def first(self, count: int) -> Columns:
        """The first rows, in memory of their own."""
        return Columns({name: _first(column, count) for name, column in self.columns.items()})

    def only(self, chosen: Bools) -> Columns:
        """The chosen rows.

        >>> topics = Blocks(["7", "4"], np.array([2, 1]))
        >>> columns = Columns({"topic": topics, "score": np.arange(3)})
        >>> chosen = columns.only(np.array([False, True, False]))
        >>> chosen.topics().names, chosen["score"]
        (['7'], array([1]))
        """
        return Columns({name: _only(column, chosen) for name, column in self.columns.items()})

    def with_column(self, name: str, column: Column) -> Columns:
        """The same with another column behind them."""
        return Columns({**self.columns, name: column})

    def topics(self) -> Blocks:
        """The topic of each row."""
        return self.blocks("topic")

    def blocks(self, name: str) -> Blocks:
        """A column of texts of which equal ones follow each other."""
        blocks = self[name]
        assert isinstance(blocks, Blocks)
        return blocks

    def texts(self, name: str) -> TextColumn:
        """A column of texts."""
        texts = self[name]
        assert isinstance(texts, TextColumn)
        return texts

    def numbers(self, name: str) -> npt.NDArray[Any]:
        """A column of numbers, all of which are known."""
        numbers = self[name]
        assert isinstance(numbers, np.ndarray)
        return numbers


def columns_of(frame: pl.DataFrame) -> Columns:
    """The columns of a frame that a ranking or a judgment is made of.

    >>> frame = pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "b"], "score": [2.0, 1.0]})
    >>> columns_of(frame).topics().names, columns_of(frame).texts("doc").texts()
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


class Frame:
    """The frame of a run or of judgments, a field of a dataclass.

    What reads lines gives `Columns`; their frame is made when somebody asks for it.
    """

    def __get__(self, instance: Any, owner: Any = None) -> pl.DataFrame:
        if instance is None:  # the field has no default
            raise AttributeError
        given = instance.__dict__["given"]
        if isinstance(given, Columns):
            if "framed" not in instance.__dict__:
                instance.__dict__["framed"] = given.frame()
            given = instance.__dict__["framed"]
        frame: pl.DataFrame = given
        return frame

    def __set__(self, instance: Any, value: pl.DataFrame | Columns) -> None:
        instance.__dict__["given"] = value


def changed(owner: T, **changes: Any) -> T:
    """As `dataclasses.replace`, of what has a `Frame`, which is not made for that."""
    names = (each.name for each in fields(owner) if each.name != "frame")  # type: ignore[arg-type]
    values = {name: getattr(owner, name) for name in names}
    return type(owner)(**{**values, "frame": owner.__dict__["given"], **changes})


def with_rows(owner: T, chosen: Bools) -> T:
    """The chosen rows of what has a `Frame`, which is not made for that."""
    given = owner.__dict__["given"]
    rows = given.only(chosen) if isinstance(given, Columns) else given.filter(pl.Series(chosen))
    return changed(owner, frame=rows)


def no_results() -> Columns:
    """The columns of a run without documents."""
    none = np.zeros(0, dtype=np.int64)
    return Columns(
        {
            "topic": Blocks([], none),
            "doc": TextColumn(b"", none, none.astype(np.int32)),
            "score": none.astype(np.float64),
        }
    )


def names_in(rows: pl.DataFrame | Columns) -> list[str]:
    """The names of columns, or of those of a frame."""
    return rows.names if isinstance(rows, Columns) else rows.columns


class FrameOwner:
    """Judgments or a run: a dataclass with a `Frame`, of the columns of lines or of a table."""

    def __len__(self) -> int:
        return int(self.__dict__["given"].height)

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic identifiers in bytewise order (``1, 10, 2``)."""
        given = self.__dict__["given"]
        if isinstance(given, Columns):
            return tuple(sorted(set(given.topics().names)))
        return tuple(given["topic"].unique().sort().to_list())

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return names_in(self.__dict__["given"])

    @cached_property
    def rows(self) -> Columns:
        """The columns from which rankings are made and documents are looked up."""
        given = self.__dict__["given"]
        return given if isinstance(given, Columns) else columns_of(given)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows for whatever reads Arrow: ``pyarrow.table(run)``, DuckDB, datasets."""
        rows: pl.DataFrame = self.frame  # type: ignore[attr-defined]
        return rows.__arrow_c_stream__(requested_schema)

    def to_dict(self) -> dict[str, dict[str, Any]]:
        """Return ``{topic: {document: grade or score}}``; of several grades the highest."""
        documents = self.documents  # type: ignore[attr-defined]
        value = "score" if "score" in documents.names else "grade"
        nested: dict[str, dict[str, Any]] = {}
        for topic, doc, number in documents.frame.select("topic", "doc", value).iter_rows():
            nested.setdefault(topic, {})[doc] = number
        return nested

    def save(self, path: str | os.PathLike[str], layout: str = "trec") -> dict[str, int]:
        """Write a file, whole or not at all; `harness.read_run` or `harness.read_qrels` reads it.

        Raises `InputError` for what the layout cannot hold.

        Parameters
        ----------
        path
            The file.
        layout
            One that ``harness help layouts`` marks as written.

        Returns
        -------
        dict
            How many values the layout has no place for, by name.
        """
        lost: dict[str, int] = public("_save")(self, path, layout)
        return lost

    @property
    def _is_of_lines(self) -> bool:
        """Whether it was made of the columns of lines, which are what they should be."""
        return isinstance(self.__dict__["given"], Columns)

    def _check_frame(self, expected: Mapping[str, Any]) -> None:
        """Raise `InputError` unless a frame of polars has these columns, numbers of any width."""
        kind = type(self).__name__
        hint = f"{kind}.of takes dictionaries, lists, other frames and files"
        frame: object = self.__dict__["given"]
        if not isinstance(frame, pl.DataFrame):
            wanted = ", ".join(f"{name} ({dtype})" for name, dtype in expected.items())
            message = f"{kind} of {type(frame).__name__}: a polars frame with {wanted} is expected"
            raise InputError(Problem(message, hint=hint))
        lacks = ((name, _lack(frame, name, dtype), dtype) for name, dtype in expected.items())
        refuse(
            Problem(f"{kind}: column {name!r} {lack}, and {dtype} is expected", hint=hint)
            for name, lack, dtype in lacks
            if lack
        )


def topics_in_order(owner: FrameOwner) -> tuple[str, ...]:
    """The topics of judgments or a run, as they come."""
    given = owner.__dict__["given"]
    if isinstance(given, Columns):
        return tuple(dict.fromkeys(given.topics().names))
    return tuple(given["topic"].unique(maintain_order=True).to_list())


def _lack(frame: pl.DataFrame, name: str, wanted: Any) -> str:
    """Describe the fault of a column; nothing where there is none."""
    if name not in frame.columns:
        return "is not there"
    dtype = frame.schema[name]
    if wanted == pl.Int64:
        fits = dtype.is_integer()
    else:
        fits = dtype.is_numeric() if wanted == pl.Float64 else dtype == wanted
    return "" if fits else f"is {dtype}"


def _first(column: Column, count: int) -> Column:
    if isinstance(column, TextColumn):
        return column[:count].alone()
    if isinstance(column, Blocks):
        ends = np.minimum(np.cumsum(column.sizes), count)
        sizes = np.diff(ends, prepend=0)
        sizes = sizes[sizes > 0]
        return Blocks(column.names[: len(sizes)], sizes)
    if isinstance(column, Optional):
        return Optional(column.values[:count].copy(), column.unknown[:count].copy())
    return column[:count].copy()


def _only(column: Column, chosen: Bools) -> Column:
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
        values = pl.Series(column.values)
        return pl.select(pl.when(known).then(values)).to_series()
    return pl.Series(column)
