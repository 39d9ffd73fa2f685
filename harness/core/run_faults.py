"""Rows of a run that conflict with earlier ones: repeated documents, passages, elements.

A run of passages has ``offset`` and ``length``, in characters, both null for an unknown passage;
one of elements has ``path``. The rows of a run are in file order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

import numpy as np

from harness.core.errors import MAX_PROBLEMS, InputError, Problem
from harness.core.packages import pl


class RowFault(NamedTuple):
    """A row that conflicts with an earlier one: code, message and hint."""

    code: str
    row: int
    earlier: int
    message: str
    hint: str | None = None


#: Finder of faults in the rows of a run.
Look: TypeAlias = "Callable[[pl.DataFrame], Iterable[RowFault]]"


class RunFaultsError(InputError):
    """Faulty rows of a run; ``look`` finds them again in the rows of its file, with lines."""

    def __init__(self, problems: Iterable[Problem], look: Look, where: str) -> None:
        self.look, self.where = look, where
        super().__init__(problems)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the error with its ``look``."""
        return type(self), (self.problems, self.look, self.where)


def refuse_rows(frame: pl.DataFrame, look: Look, where: str) -> None:
    """Raise `RunFaultsError` with the first faulty rows, if any."""
    faults = list(islice(look(frame), MAX_PROBLEMS))
    if faults:
        raise RunFaultsError(
            (Problem(fault.message, where, hint=fault.hint) for fault in faults), look, where
        )


def repeated_documents(frame: pl.DataFrame, topics: Collection[str]) -> Iterator[RowFault]:
    """Find repeated documents of the topics, or repeated elements of a document.

    >>> columns = {"topic": ["1"] * 3, "doc": ["a", "b", "a"]}
    >>> [(fault.row, fault.earlier) for fault in repeated_documents(pl.DataFrame(columns), ["1"])]
    [(2, 0)]
    """
    key = [name for name in ("topic", "doc", "path") if name in frame.columns]
    what = "element {path!r} of document {doc!r}" if "path" in key else "document {doc!r}"
    message = f"{what} is retrieved twice in topic {{topic!r}}"
    return _faults("document-twice", message, _find_repeated(_rows(frame, topics), key))


def clashing_passages(
    frame: pl.DataFrame, task: str = "focused", topics: Collection[str] | None = None
) -> Iterator[RowFault]:
    """Find conflicting passages of a run, for a task of `settings.names.PASSAGE_TASKS`.

    No two passages may share a character. In context all passages of an article stand together;
    best in context takes one of each article.

    >>> columns = {"topic": ["1"] * 3, "doc": ["a", "b", "a"], "offset": [0, 0, 9]}
    >>> frame = pl.DataFrame({**columns, "length": [10, 5, 3]})
    >>> [(wrong.code, wrong.row) for wrong in clashing_passages(frame, "relevant-in-context")]
    [('passage-overlap', 2), ('article-interleaved', 2)]
    """
    rows = _rows(frame, topics)
    last = "in topic {topic!r}"
    passage = ["topic", "doc", "offset", "length"]
    twice = _find_repeated(rows.filter(pl.col("offset").is_not_null()), passage)
    yield from _faults("document-twice", f"this passage of document {{doc!r}} again {last}", twice)
    rows = rows.join(twice, on="row", how="anti")
    words = f"a passage of document {{doc!r}} overlaps an earlier one {last}"
    yield from _faults("passage-overlap", words, _find_overlapping(rows))
    if task != "focused":
        words = f"document {{doc!r}} comes back after another one {last}"
        yield from _faults("article-interleaved", words, _find_interleaved(rows))
    if task == "best-in-context":
        words = f"document {{doc!r}} has a second entry point {last}"
        yield from _faults("entry-point-twice", words, _find_repeated(rows, ["topic", "doc"]))


def overlapping_elements(frame: pl.DataFrame) -> Iterator[RowFault]:
    """Find elements that contain, or are in, an earlier one of their topic and document.

    >>> columns = {"topic": ["1"] * 3, "doc": ["a"] * 3, "path": ["/a[1]", "/b[1]", "/a[1]/c[1]"]}
    >>> [(wrong.row, wrong.earlier) for wrong in overlapping_elements(pl.DataFrame(columns))]
    [(2, 0)]
    """
    key = ["topic", "doc", "path"]
    steps = pl.col("path").str.strip_suffix("/").str.split("/")
    rows = _rows(frame).with_columns(steps.alias("steps"))
    first = rows.group_by(key).agg(pl.col("row").min().alias("other"))
    depth = int(rows["steps"].list.len().max() or 0)  # type: ignore[arg-type]
    parts = []
    for length in range(2, depth):
        inner = rows.filter(pl.col("steps").list.len() > length)
        outer = inner.with_columns(pl.col("steps").list.head(length).list.join("/").alias("path"))
        parts.append(outer.join(first, on=key))
    if not parts:
        return iter(())
    both = pl.col("row"), pl.col("other")
    pairs = pl.concat(parts).with_columns(
        pl.max_horizontal(*both).alias("row"), pl.min_horizontal(*both).alias("earlier")
    )
    words = "an element of document {doc!r} overlaps an earlier one in topic {topic!r}"
    return _faults("element-overlap", words, pairs.unique("row", keep="first"))


def has_parts(names: Iterable[str]) -> bool:
    """Return whether a run with these columns is of passages or elements: documents may repeat."""
    return not {"offset", "path"}.isdisjoint(names)


def _rows(frame: pl.DataFrame, topics: Collection[str] | None = None) -> pl.DataFrame:
    names = ("topic", "doc", "offset", "length", "path")
    rows = frame.select(name for name in names if name in frame.columns).with_row_index("row")
    return rows if topics is None else rows.filter(pl.col("topic").is_in(list(topics)))


#: Hints on faults that only some tasks have.
_HINTS = {
    "article-interleaved": "in context all passages of a document stand together; iP and AiP take "
    "them in any order",
    "entry-point-twice": "best in context takes one passage of each document",
}


def _faults(code: str, message: str, pairs: pl.DataFrame) -> Iterator[RowFault]:
    columns = [name for name in ("topic", "doc", "path") if name in pairs.columns]
    for row in pairs.sort("row").select("row", "earlier", *columns).iter_rows(named=True):
        yield RowFault(code, row["row"], row["earlier"], message.format(**row), _HINTS.get(code))


def _find_repeated(rows: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    first = rows.with_columns(pl.col("row").min().over(key).alias("earlier"))
    return first.filter(pl.col("row") != pl.col("earlier"))


def _find_interleaved(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the first passage of each later stretch of an article."""
    stretch = pl.struct("topic", "doc").rle_id()
    in_topic = rows.sort("topic", "row").filter(stretch.ne_missing(stretch.shift(1)))
    return _find_repeated(in_topic, ["topic", "doc"])


def _find_overlapping(rows: pl.DataFrame) -> pl.DataFrame:
    """Return passages that begin before the furthest end of those that begin before them."""
    article = ["topic", "doc"]
    known = rows.filter(pl.col("offset").is_not_null() & (pl.col("length") > 0))
    ends = known.with_columns(end=pl.col("offset") + pl.col("length"))
    ends = ends.sort(*article, "offset", "row")
    same = pl.all_horizontal(pl.col(name) == pl.col(name).shift(1) for name in article)
    # If any overlap, some neighbours do; so most runs are searched only once.
    near = ends.filter(same & (pl.col("offset") < pl.col("end").shift(1)))
    ends = ends.join(near, on=article, how="semi", maintain_order="left")
    furthest = ends.with_columns(reached=pl.col("end").cum_max().over(article)).with_columns(
        other=pl.when(pl.col("end") == pl.col("reached")).then("row").forward_fill().over(article)
    )
    before = furthest.with_columns(pl.col("reached", "other").shift(1).over(article))
    both = pl.col("row"), pl.col("other")
    return before.filter(pl.col("offset") < pl.col("reached")).with_columns(
        pl.max_horizontal(*both).alias("row"), pl.min_horizontal(*both).alias("earlier")
    )


#: Rows hashed at a time.
_ROWS = 2**18


def _may_repeat(frame: pl.DataFrame) -> bool:
    """Return whether two rows of a frame have equal hashes, and so may be equal."""
    hashes = np.empty(frame.height, dtype=np.uint64)
    for start in range(0, frame.height, _ROWS):
        hashes[start : start + _ROWS] = frame[start : start + _ROWS].hash_rows().to_numpy()
    hashes.sort()
    return bool((hashes[1:] == hashes[:-1]).any())


def repeated_rows(frame: pl.DataFrame, key: Sequence[str]) -> list[tuple[int, int]]:
    """Return (first row, later row) for every row with a repeated key.

    >>> repeated_rows(pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "a"]}), ["topic", "doc"])
    [(0, 1)]
    """
    keys = frame.select(key)
    if not _may_repeat(keys):
        return []
    return _find_repeated(keys.with_row_index("row"), key).select("earlier", "row").rows()
