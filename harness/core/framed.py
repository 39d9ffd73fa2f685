"""Judgments and runs: columns of lines or a frame, which is made on first use."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import fields
from functools import cached_property
from typing import Any, TypeVar, cast

from harness.core import public
from harness.core.arrays import Bools
from harness.core.columns import Columns, extract_columns
from harness.core.errors import InputError, Problem, refuse
from harness.core.packages import pl

T = TypeVar("T")


class Frame:
    """The frame of a run or of judgments, a field of a dataclass.

    Readers of lines give `Columns`; the frame is made on first use.
    """

    def __get__(self, instance: Any, owner: Any = None) -> pl.DataFrame:
        if instance is None:  # the field has no default
            raise AttributeError
        given = instance.__dict__["given"]
        if isinstance(given, Columns):
            if "framed" not in instance.__dict__:
                instance.__dict__["framed"] = given.frame()
            given = instance.__dict__["framed"]
        return cast("pl.DataFrame", given)

    def __set__(self, instance: Any, value: pl.DataFrame | Columns) -> None:
        instance.__dict__["given"] = value
        if isinstance(value, Columns):
            instance.__dict__["rows"] = value


def replace_fields(owner: T, **changes: Any) -> T:
    """Do as `dataclasses.replace` for an owner of a `Frame`, without making the frame."""
    names = (each.name for each in fields(owner) if each.name != "frame")  # type: ignore[arg-type]
    values = {name: getattr(owner, name) for name in names}
    return type(owner)(**{**values, "frame": owner.__dict__["given"], **changes})


def select_rows(owner: T, chosen: Bools) -> T:
    """Return the chosen rows of a run or of judgments, without making their frame."""
    given = owner.__dict__["given"]
    rows = given.only(chosen) if isinstance(given, Columns) else given.filter(pl.Series(chosen))
    return replace_fields(owner, frame=rows)


def column_names(rows: pl.DataFrame | Columns) -> list[str]:
    """Return the names of the columns."""
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
        return column_names(self.__dict__["given"])

    @cached_property
    def rows(self) -> Columns:
        """The columns from which rankings are made and documents are looked up."""
        return extract_columns(self.__dict__["given"])  # columns of lines need no extraction

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Export the rows to readers of Arrow: ``pyarrow.table(run)``, DuckDB, datasets."""
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

        Raises `InputError` for values that the layout cannot hold.

        Parameters
        ----------
        path
            The file.
        layout
            A layout that ``harness help layouts`` marks as written.

        Returns
        -------
        dict
            The number of values that the layout has no place for, by name.
        """
        return dict(public("_save")(self, path, layout))

    @property
    def _is_of_lines(self) -> bool:
        """Whether it holds columns of lines, which need no check."""
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
    """Return the topics of judgments or a run, in file order."""
    given = owner.__dict__["given"]
    if isinstance(given, Columns):
        return tuple(dict.fromkeys(given.topics().names))
    return tuple(given["topic"].unique(maintain_order=True).to_list())


def _lack(frame: pl.DataFrame, name: str, wanted: Any) -> str:
    """Describe the fault of a column; empty if there is none."""
    if name not in frame.columns:
        return "is not there"
    dtype = frame.schema[name]
    if wanted == pl.Int64:
        fits = dtype.is_integer()
    else:
        fits = dtype.is_numeric() if wanted == pl.Float64 else dtype == wanted
    return "" if fits else f"is {dtype}"
