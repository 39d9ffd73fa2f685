"""Exact look-up of (topic, document) pairs by hashing, many at once.

A join of text columns builds its hash table anew for every run; judgments are looked up by
hundreds of runs. Each hit is compared with the real text, so the answer does not rest on hashes.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

import numpy as np
import polars as pl

from harness.core.arrays import Ints
from harness.core.key_table import Keys, KeyTable, SoughtKeys, any_twice, are_few, ascending_twice
from harness.core.ordering import block_starts, gathered, whole_topics

_MIX = np.uint64(0x9E3779B97F4A7C15)
_SEED = 1
#: So many keys are made at a time.
_BLOCK = 2**18
_FILLING = Lock()


def pair_keys(codes: Ints, docs: pl.Series, seed: int = _SEED) -> Keys:
    """One 64-bit key for each (topic code, document) pair; equal pairs have equal keys."""
    keys: Keys = docs.to_frame().hash_rows(seed).to_numpy().copy()
    for start in range(0, len(keys), _BLOCK):  # arrays as long as all of it would be in memory
        topics = (codes[start : start + _BLOCK].astype(np.uint64) + np.uint64(1)) * _MIX
        keys[start : start + _BLOCK] ^= topics ^ (topics >> np.uint64(29))
    return keys


def rows_twice(frame: pl.DataFrame) -> bool:
    """Whether two rows of a frame may be equal: their hashes are.

    >>> rows_twice(pl.DataFrame({"topic": ["1", "2"], "doc": ["a", "a"]}))
    False
    """
    hashes = np.empty(frame.height, dtype=np.uint64)
    for start in range(0, frame.height, _BLOCK):
        hashes[start : start + _BLOCK] = frame[start : start + _BLOCK].hash_rows().to_numpy()
    hashes.sort()
    return ascending_twice(hashes)


class PairTable:
    """The rows of (topic code, document) pairs that are all different.

    ``refuse`` is called where two rows have one key; it raises where they are one pair, too.

    >>> table = PairTable(np.array([0, 0, 1]), pl.Series(["a", "b", "a"]))
    >>> codes, docs = np.array([1, 0, 1]), pl.Series(["a", "b", "b"])
    >>> table.find(table.keys(codes, docs), codes, docs).tolist()
    [2, 1, -1]
    """

    def __init__(
        self, codes: Ints, docs: pl.Series, refuse: Callable[[], None] = lambda: None
    ) -> None:
        self._codes, self._docs = codes, docs
        self._seed = _SEED
        starts = block_starts(codes)
        lengths = np.diff(np.append(starts, len(codes)))
        # Equal pairs are in one part.
        self._parts = whole_topics(codes[starts].tolist(), lengths, _BLOCK)
        while any(any_twice(self._keys_of(part)) for part in self._parts):
            refuse()
            self._seed += 1  # two pairs with one hash: another seed parts them
        self._table: KeyTable | None = None
        self._asked = False

    def keys(self, codes: Ints, docs: pl.Series) -> Keys:
        """One 64-bit key for each (topic code, document) pair; equal pairs have equal keys."""
        return pair_keys(codes, docs, self._seed)

    def _keys_of(self, rows: slice) -> Keys:
        return self.keys(self._codes[rows], self._docs[rows])

    def find(self, keys: Keys, codes: Ints, docs: pl.Series) -> Ints:
        """The row of each pair [N], whose keys are given too; −1 where there is none."""
        few = not self._asked and are_few(keys, len(self._docs))
        self._asked = True
        rows, known = self._sought(keys) if few else self._looked_up(keys)
        # A key may match without the pair being the same (a collision of 64 bits). Comparing the
        # documents is enough: a key is the document's hash xor a one-to-one image of the topic's
        # code, so equal documents with equal keys have equal topics.
        same = known == docs.filter(pl.Series(rows >= 0))
        return rows if same.all() else self._joined(codes, docs)

    def _sought(self, keys: Keys) -> tuple[Ints, pl.Series]:
        """The row of each of a few keys, and the documents in the rows that there are.

        Neither keys nor documents of all rows are put together: of millions they are large.
        """
        sought = SoughtKeys(keys)
        rows = np.full(len(keys), -1, dtype=np.int64)
        matches = np.zeros(len(keys), dtype=np.int64)
        docs = [self._docs.clear()]
        for part in self._parts:
            numbers, there = sought.among(self._keys_of(part))
            rows[numbers] = there + part.start
            matches[numbers] = np.arange(len(there)) + sum(map(len, docs))
            docs.append(self._docs[part].gather(there))
        rows, matches = rows[sought.numbers], matches[sought.numbers]
        return rows, pl.concat(docs).gather(matches[rows >= 0])

    def _looked_up(self, keys: Keys) -> tuple[Ints, pl.Series]:
        """As `_sought`, of any number of keys."""
        with _FILLING:  # several threads ask
            if self._table is None:
                self._docs = self._docs.rechunk()
                self._table = KeyTable(self._keys_of(slice(None)))
        rows = self._table.find(keys)
        return rows, gathered(self._docs, rows[rows >= 0])

    def _joined(self, codes: Ints, docs: pl.Series) -> Ints:
        known = pl.DataFrame({"code": self._codes, "doc": self._docs}).with_row_index("row")
        asked = pl.DataFrame({"code": codes, "doc": docs})
        joined = asked.join(known, on=["code", "doc"], how="left", maintain_order="left")
        rows: Ints = joined["row"].cast(pl.Int64).fill_null(-1).to_numpy()
        return rows
