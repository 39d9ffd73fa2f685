"""Lookup of documents by topic and identifier, as hundreds of runs look up judgments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from harness.core.arrays import Bools, Ints
from harness.core.columns import Blocks, TextColumn
from harness.core.engines import DocumentTable, Engine
from harness.core.execution import default_workers
from harness.core.kernel import engine
from harness.core.parallel import collect_arrays, map_arrays

#: With so many rows memory counts: one query builds no table of all, …
_MANY = 2**20
#: … if it has so many times fewer documents.
_FEW = 20
#: Rows processed at a time.
_PART = 2**18


class Lookup:
    """Lookup of the rows of (topic, document) pairs; ``topics`` are in bytewise order, ``code``
    maps each to its index.

    >>> known = Lookup(Blocks(["2", "1"], np.array([1, 2])), TextColumn.made(["a", "a", "b"]))
    >>> docs = TextColumn.made(["b", "c", "a"])
    >>> known.topics, known.find(np.array([0, 1]), np.array([2, 1]), docs)[0].tolist()
    (('1', '2'), [2, -1, 0])
    >>> known.repeated
    False
    """

    def __init__(self, topics: Blocks, docs: TextColumn) -> None:
        self.topics = tuple(sorted(set(topics.names)))
        self.code = {topic: code for code, topic in enumerate(self.topics)}
        self.docs = docs
        self._blocks = self.find_codes(topics.names)
        self._sizes = topics.sizes

    def __getstate__(self) -> dict[str, Any]:
        """Pickle all but engine and table, which another process makes itself."""
        own = ("engine", "_table")
        return {name: value for name, value in self.__dict__.items() if name not in own}

    def find_codes(self, names: list[str]) -> Ints:
        """Return the codes of topics [B], −1 for unknown ones."""
        return np.array([self.code.get(name, -1) for name in names], dtype=np.int64)

    def codes(self) -> Iterator[Ints]:
        """Yield the codes of the rows' topics, some rows at a time: there may be millions."""
        for blocks, _ in _parts(self._sizes):
            yield np.repeat(self._blocks[blocks], self._sizes[blocks])

    def rows(self, code: int) -> Ints:
        """Return the rows of a topic."""
        return np.flatnonzero(np.repeat(self._blocks == code, self._sizes))

    @cached_property
    def _by_topic(self) -> tuple[Ints, Ints, Ints | None]:
        """Index of each topic [T] in the rows sorted by topic, topic sizes, and the sorted rows.

        The rows are None if they are sorted already, as in nearly every file.
        """
        if len(self.topics) == len(self._blocks):
            return np.argsort(self._blocks), self._sizes, None
        return rows_by_topic(self._blocks, self._sizes)

    @cached_property
    def engine(self) -> Engine:
        """The engine of the table and of its queries."""
        return engine()

    @cached_property
    def _table(self) -> DocumentTable:
        _, sizes, order = self._by_topic
        docs = self.docs if order is None else self.docs[order]
        return self.engine.table(docs, np.append(0, np.cumsum(sizes)))

    @cached_property
    def repeated(self) -> bool:
        """Whether a topic has a document twice."""
        if len(self.docs) <= _MANY:
            return self._table.repeated >= 0
        _, sizes, order = self._by_topic
        docs = self.docs if order is None else self.docs[order]

        def repeats(part: tuple[slice, slice]) -> bool:
            blocks, rows = part
            firsts = np.append(0, np.cumsum(sizes[blocks]))
            return self.engine.table(docs[rows], firsts).repeated >= 0

        return any(collect_arrays(repeats, [*_parts(sizes)], default_workers()))

    def find(self, codes: Ints, sizes: Ints, docs: TextColumn) -> tuple[Ints, Any]:
        """Return the row of each document [N], −1 for unknown ones, and its key.

        The documents come in blocks of ``sizes`` [B], each of the topic in ``codes`` [B].
        """
        if "_table" not in self.__dict__ and len(self.docs) > max(_MANY, _FEW * len(docs)):
            rows = self._find_among(codes, sizes, docs)
            if rows is not None:
                return rows, None
        numbers_of, _, order = self._by_topic
        rows, keys = self._table.find(docs, numbers_of[codes], sizes)
        return rows if order is None else np.where(rows < 0, -1, order[rows]), keys

    def _find_among(self, codes: Ints, sizes: Ints, docs: TextColumn) -> Ints | None:
        """Do as `find` for few documents, by looking up all rows among them.

        None if a document is there twice.
        """
        firsts = np.zeros(len(self.topics) + 1, dtype=np.int64)
        firsts[codes + 1] = sizes
        table = self.engine.table(docs, np.cumsum(firsts))
        if table.repeated >= 0:
            return None

        def match(part: tuple[slice, slice]) -> tuple[Ints, Ints]:
            blocks, rows = part
            sought, _ = table.find(self.docs[rows], self._blocks[blocks], self._sizes[blocks])
            there = np.flatnonzero(sought >= 0)
            return sought[there], there + rows.start

        matches = np.full(len(docs), -1, dtype=np.int64)
        for sought, there in map_arrays(match, [*_parts(self._sizes)], default_workers()):
            matches[sought] = there
        return matches

    def has(self, topics: Blocks, docs: TextColumn) -> Bools:
        """Return whether each document [N] is in its topic."""
        chosen, sizes, order = rows_by_topic(self.find_codes(topics.names), topics.sizes)
        there = np.zeros(len(docs), dtype=bool)
        rows = self.find(chosen, sizes, docs if order is None else docs[order])[0]
        there[slice(None) if order is None else order] = rows >= 0
        return there


def _parts(sizes: Ints) -> Iterator[tuple[slice, slice]]:
    """Yield slices of whole blocks of some hundred thousand rows, and of their rows."""
    ends = np.cumsum(sizes)
    first = 0
    while first < len(sizes):
        start = int(ends[first] - sizes[first])
        last = max(first + 1, int(np.searchsorted(ends, start + _PART, side="right")))
        yield slice(first, last), slice(start, int(ends[last - 1]))
        first = last


def rows_by_topic(codes: Ints, sizes: Ints) -> tuple[Ints, Ints, Ints | None]:
    """Group the rows of blocks by topic; ``codes`` [B] and ``sizes`` [B] are of the blocks.

    Returns the codes from 0 on that occur, ascending, the number of rows of each, and their rows in
    stable order; None in place of the rows if they are grouped already.

    >>> rows_by_topic(np.array([0, 1]), np.array([2, 1]))
    (array([0, 1]), array([2, 1]), None)
    >>> codes, sizes, rows = rows_by_topic(np.array([1, -1, 0, 1]), np.array([1, 2, 1, 2]))
    >>> codes.tolist(), sizes.tolist(), rows.tolist()
    ([0, 1], [1, 3], [3, 0, 4, 5])
    """
    if not len(codes) or (
        codes[0] >= 0 and (len(codes) == 1 or bool((codes[1:] > codes[:-1]).all()))
    ):
        return codes, sizes, None
    blocks = np.argsort(codes, kind="stable")[np.count_nonzero(codes < 0) :]
    lengths = sizes[blocks]
    starts = (np.cumsum(sizes) - sizes)[blocks] - (np.cumsum(lengths) - lengths)
    rows = np.repeat(starts, lengths) + np.arange(int(lengths.sum()))
    topics, firsts = np.unique(codes[blocks], return_index=True)
    return topics, np.add.reduceat(lengths, firsts) if len(firsts) else lengths, rows
